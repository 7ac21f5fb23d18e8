"""Numbers as people print them: what they say, and how an exact value meets them.

There is one grammar. Who reads says with a ``Strictness`` which forms of it can stand there: a
submission states percentages, decimals and fractions; a claim money and odds too; the figures that
others have published have words of their own.

What holds for all of them:

- **Zero** is exact, with whatever decimals and unit: ``0.0%`` is only true of 0.
- **A whole number without a unit** is exact, and so are fractions and odds of two numbers. Any
  other number, ``12%``, ``$5`` or ``35 to 1``, has the digits it has: it is true of what is rounded
  to it, half away from zero.
- **A comma** separates thousands, in groups of three, and nothing else: ``0,056`` and ``5,5%`` are
  refused, and ``1,234%``, which may be either.
- **A sign** stands first, before money and with or without a space after it: ``-$5``, ``+ 1.4%``.
- Spaces of any width, full-width characters and the minus sign are those of a keyboard; ``½`` is
  ``1/2``. Raised and lowered digits are no digits of a number: ``10²`` is refused.
- A number has at most 1,000 digits, no exponent and no underscore.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from fractions import Fraction

from oddscalc._exact.numbers import MAX_DIGITS, decimal, exact, fixed, parse_rational
from oddscalc._exact.values import Exact
from oddscalc.errors import LimitError, NumberError, RangeError

REPRODUCED, TRUNCATED, REFUTED = "reproduced", "truncated", "refuted"
WORST = (REFUTED, TRUNCATED, REPRODUCED)
"""The verdicts on a print, the worst first."""

PLAIN, PERCENT, ODDS, ONE_IN, MONEY = "plain", "percent", "odds", "one-in", "money"
FOR = "for"
"""The kind of ``30 for 1``, which claims read as the price that nets 29."""


@dataclass(frozen=True)
class Strictness:
    """Which forms a number can have where it is read, beside percentages and fractions.

    Args:
        examples: what is told to be right.
        odds: ``251:244``, ``35 to 1 against``.
        one_in: ``1 in 36``.
        money: ``$0.20``, ``20 cents``.
        many: ``6.15 thousand``.
        under: ``under 3``, which only says that the value is below.
    """

    examples: str
    odds: bool = False
    one_in: bool = False
    money: bool = False
    many: bool = False
    under: bool = False


SUBMITTED = Strictness("6.67%, 0.0667 or 1/15")
CLAIMED = Strictness(
    "1.36%, 0.0136, 7/495, 251:244, '35 to 1 against', '1 in 36' or $0.20",
    odds=True,
    one_in=True,
    money=True,
    many=True,
)
PUBLISHED = Strictness("1.41% or 7/495", one_in=True, money=True, many=True, under=True)

_DIGITS = r"(?:[1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+"
_SINGLE = re.compile(
    r"(?P<under>under )?(?P<one_in>(?:1|one) in )?(?:(?P<sign>[+-]) ?)?(?P<money>\$)?"
    rf"(?P<digits>{_DIGITS})(?:/(?P<below>[0-9]+))?"
    r"(?P<unit> ?%| percent| cents?| dollars?)?(?P<many> thousand| million| billion| trillion)?",
    re.IGNORECASE,
)
_PAIR = re.compile(
    rf"(?P<first>{_DIGITS}) ?(?:to|:) ?(?P<second>{_DIGITS})"
    r"(?: (?P<side>against|on|in favou?r))?",
    re.IGNORECASE,
)
_VAGUE = re.compile(
    r"\b(?:about|around|approx\w*|nearly|almost|roughly|circa|ca|some|over|under|below|above"
    r"|between|less|more|up to|at least|at most)\b|[~<>\u2248\u2264\u2265]",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"(.+) \((.+)\)")
_MANY = {"": 1, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_OF_A_KEYBOARD = {"\u2212": "-", "\u2044": "/"}
_SHOWN = 60  # characters of a text that is told to be no number


@dataclass(frozen=True)
class PrintedNumber:
    """A printed number, read.

    Args:
        text: as printed.
        kind: ``plain``, ``percent``, ``odds``, ``one-in`` or ``money``.
        number: the number that is printed; of odds what is staked against 1.
        places: its decimals; None for a fraction.
        is_exact: whether it claims to be exact, and not rounded to its digits.
        scale: how many units of the print the value 1 has: 100 for percent and cents.
        form: the print with ``{}`` for its digits.
        under: whether the value is only said to be below.
        in_favour: whether odds are said to be on, instead of against.

    >>> parse_print("1.40%", SUBMITTED).agrees(Fraction(27, 1925))
    True
    >>> parse_print("1.402%", SUBMITTED).truncates(Fraction(27, 1925))
    True
    >>> parse_print("0", SUBMITTED).agrees(Fraction(7, 495))
    False
    """

    text: str
    kind: str
    number: Fraction
    places: int | None
    is_exact: bool
    scale: Fraction = Fraction(1)
    form: str = "{}"
    under: bool = False
    in_favour: bool = False

    @property
    def value(self) -> Fraction:
        """The value that it says, odds as what is staked against 1."""
        number = self.number / self.scale
        return 1 / number if self.kind == ONE_IN else number

    @property
    def slack(self) -> Fraction:
        """Half a unit in the last printed digit; 0 of what is exact."""
        return Fraction(0) if self.is_exact else 1 / (2 * self.scale * 10 ** (self.places or 0))

    def verdict(self, value: Exact | Fraction) -> str:
        """Return whether *value* is reproduced, truncated or refuted.

        >>> parse_print("2.7%", CLAIMED).verdict(Fraction(1, 36))
        'truncated'
        """
        units = self.in_units(value)
        if units is None:
            return REFUTED
        if self.under:
            return REPRODUCED if units.below(self.number) else REFUTED
        if self.is_exact:
            return REPRODUCED if units == Exact(self.number) else REFUTED
        places = self.places or 0
        printed = int(self.number * 10**places)
        if units.rounded(places) == printed:
            return REPRODUCED
        return TRUNCATED if units.cut(places) == printed else REFUTED

    def agrees(self, value: Exact | Fraction, tolerance: Fraction | None = None) -> bool:
        """Return whether *value*, half away from zero at the printed digits, is this number.

        With a *tolerance*, whether a rational value is no further from it than that.
        """
        if tolerance is not None and isinstance(value, Fraction):
            return abs(value - self.value) <= tolerance
        return self.verdict(value) == REPRODUCED

    def truncates(self, value: Exact | Fraction) -> bool:
        """Return whether *value* gives this number only if further digits are dropped."""
        return self.verdict(value) == TRUNCATED

    def likewise(self, value: Exact | Fraction) -> str:
        """Return *value* printed in the form and to the digits of this print.

        >>> parse_print("2.02%", PUBLISHED).likewise(Fraction(88, 10000))
        '0.88%'
        """
        units = self.in_units(value)
        if units is None:
            return "0"
        if self.under:
            return decimal(units.number, 3)
        if self.places is None:
            return self.form.format(units)
        rounded = Fraction(units.rounded(self.places), 10**self.places)
        return self.form.format(fixed(rounded, self.places))

    def times(self, factor: Fraction) -> PrintedNumber:
        """Return the same digits in a unit that is *factor* times as large."""
        return replace(self, scale=self.scale / factor)

    def in_units(self, value: Exact | Fraction) -> Exact | None:
        """Return *value* in the units that are printed; None if it has none there, one in 0."""
        known = value if isinstance(value, Exact) else Exact(value)
        if self.kind == ONE_IN and not known.root:
            if known.number == 0:
                return None
            known = Exact(1 / known.number)
        return known.times(self.scale)


def parse_print(text: str, strictness: Strictness) -> PrintedNumber:
    """Return the number that *text* prints.

    Raises:
        NumberError: it prints none, or one that cannot stand there.

    >>> parse_print("-1.36%", CLAIMED).value, parse_print("35 to 1 against", CLAIMED).kind
    (Fraction(-17, 1250), 'odds')
    >>> parse_print("1 in 5.6 billion", PUBLISHED).value
    Fraction(1, 5600000000)
    """
    if len(text) > 2 * MAX_DIGITS:
        many = f"a number of {len(text):,} characters; the limit is {2 * MAX_DIGITS:,}"
        raise LimitError(many, code="numbers-too-long")
    plain = keyed(text)
    if match := _SINGLE.fullmatch(plain):
        single = _single(text, match)
        if single is not None and _fits(match, single.kind, strictness):
            return single
    elif strictness.odds and (match := _PAIR.fullmatch(plain)):
        return _odds(text, match)
    raise NumberError(_why(text, plain, strictness))


def keyed(text: str) -> str:
    r"""Return *text* in the characters of a keyboard, with single spaces.

    >>> keyed("\u2212\uff11.\uff14\u00a0%"), keyed("½")
    ('-1.4 %', '1/2')
    """
    return " ".join("".join(map(_keyed, text)).split())


def _keyed(character: str) -> str:
    if character.isascii():
        return character
    if unicodedata.decomposition(character).startswith(("<super>", "<sub>")):
        return character  # 10² is not 102
    usual = unicodedata.normalize("NFKC", character)
    apart = " " if "\u2044" in usual and usual != "\u2044" else ""  # 1½ is not 11/2
    return apart + "".join(_OF_A_KEYBOARD.get(word, word) for word in usual)


def readings(printed: str) -> list[str]:
    """Return the prints in *printed*: ``1/60 (1.667%)`` gives the same number twice.

    >>> readings("1/60 (1.667%)"), readings("$0.20")
    (['1/60', '1.667%'], ['$0.20'])
    """
    twice = _IN_BRACKETS.fullmatch(printed)
    return list(twice.groups()) if twice else [printed]


def spelled(kind: str, value: Exact) -> str:
    """Return *value* as exact text with the rendering that suits a print of *kind*.

    >>> spelled("percent", Exact(Fraction(7, 495))), spelled("one-in", Exact(Fraction(1, 36)))
    ('7/495 = 1.414141414%', '1/36 = 1 in 36')
    """
    if kind == PERCENT:
        shown = value.times(Fraction(100)).decimal + "%"
    elif kind == ONE_IN and value.number and not value.root:
        shown = "1 in " + Exact(1 / value.number).decimal
    elif kind in (ODDS, FOR):
        second = value.number.denominator
        first = value.number.numerator + (second if kind == FOR else 0)
        word = "for" if kind == FOR else "to"
        return f"{exact(value.number)} = {exact(Fraction(first))} {word} {exact(Fraction(second))}"
    else:
        shown = ("$" if kind == MONEY else "") + value.decimal
        shown = shown.replace("$-", "-$")
    written = str(value)
    return shown if shown.replace("$", "") == written else f"{written} = {shown}"


def _single(text: str, match: re.Match[str]) -> PrintedNumber | None:
    """Return the one number that is printed; None if its parts do not go together."""
    digits, below = match["digits"], match["below"]
    unit, many = ((match[part] or "").strip().lower() for part in ("unit", "many"))
    percent = unit in ("%", "percent")
    if match["one_in"] and (match["sign"] or match["money"] or unit):
        return None
    if match["money"] and unit:
        raise NumberError(f"{text!r} has two units")
    if percent and "," in digits and "." not in digits:
        point, bare = digits.replace(",", "."), digits.replace(",", "")
        raise NumberError(f"{text!r} may be {point}% or {bare}%; write one of them")
    number = _read(digits) if below is None else _read(digits) / _not_zero(_read(below), text)
    number = -number if match["sign"] == "-" else number
    kind = PERCENT if percent else MONEY if unit or match["money"] else PLAIN
    if match["one_in"]:
        kind = ONE_IN
        _not_zero(number, text)
    before = "".join((match[part] or "").lower() for part in ("under", "one_in", "money"))
    after = "".join((match[part] or "").lower() for part in ("unit", "many"))
    whole = "." not in digits and kind == PLAIN and not many
    return PrintedNumber(
        text,
        kind,
        number,
        None if below is not None else len(digits.partition(".")[2]),
        is_exact=below is not None or whole or number == 0,
        scale=Fraction(100 if percent or unit.startswith("cent") else 1, _MANY[many]),
        form=f"{before}{{}}{after}",
        under=match["under"] is not None,
    )


def _odds(text: str, match: re.Match[str]) -> PrintedNumber:
    first, second = _read(match["first"]), _not_zero(_read(match["second"]), text)
    # 112.7 to 1 has the digits it has; 251 to 244 is a fraction.
    places = len(match["first"].partition(".")[2]) if second == 1 and first else None
    in_favour = (match["side"] or "against").lower() != "against"
    ratio = first / second
    return PrintedNumber(text, ODDS, ratio, places, places is None, in_favour=in_favour)


def _fits(match: re.Match[str], kind: str, strictness: Strictness) -> bool:
    """Return whether a number can stand where it is read."""
    return (
        (strictness.money or kind != MONEY)
        and (strictness.one_in or kind != ONE_IN)
        and (strictness.many or not match["many"])
        and (strictness.under or not match["under"])
    )


def _why(text: str, plain: str, strictness: Strictness) -> str:
    """Return why *text* is no number that can be read."""
    said = f"{text[:_SHOWN]!r}"
    if vague := _VAGUE.search(plain):
        return (
            f"{said} says {vague[0]!r}: a number is compared at its printed digits; write it as"
            " printed, like 1.4%"
        )
    if "," in plain:
        return f"{said} has a comma that separates no thousands; write a point for decimals"
    return f"{said} is no number that can be read; write it like {strictness.examples}"


def _read(digits: str) -> Fraction:
    return parse_rational(digits.replace(",", ""))


def _not_zero(number: Fraction, text: str) -> Fraction:
    if number == 0:
        raise RangeError(f"{text!r} divides by zero")
    return number
