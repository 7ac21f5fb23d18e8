"""Reading the number of a claim: ``1.36%``, ``7/495``, ``251:244``, ``1 in 36``, ``$0.20``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from oddscalc._exact.numbers import MAX_DIGITS, exact, parse_rational
from oddscalc._exact.prints import REFUTED, REPRODUCED, TRUNCATED, Exact, Print
from oddscalc.errors import LimitError, NumberError, RangeError

PLAIN, PERCENT, ODDS, ONE_IN, MONEY = "plain", "percent", "odds", "one-in", "money"

_VAGUE = re.compile(
    r"\b(?:about|around|approx\w*|nearly|almost|roughly|circa|ca|some|over|under|below|above"
    r"|between|less|more|up to|at least|at most)\b|[~<>≈≤≥]",
    re.IGNORECASE,
)
_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+"
_SINGLE = re.compile(
    rf"(?P<dollar>\$)?(?P<digits>{_NUMBER})(?:/(?P<below>[0-9]+))?"
    r"(?P<unit> ?%| percent| cents?| dollars?)?",
    re.IGNORECASE,
)
_ODDS = re.compile(
    rf"(?P<first>{_NUMBER}) ?(?:to|:) ?(?P<second>{_NUMBER})(?: (?P<side>against|on|in favou?r))?",
    re.IGNORECASE,
)
_ONE_IN = re.compile(rf"(?:1|one) in (?P<digits>{_NUMBER})", re.IGNORECASE)


@dataclass(frozen=True)
class Claimed:
    """A claimed number, read.

    Args:
        text: as given.
        kind: ``plain``, ``percent``, ``odds``, ``one-in`` or ``money``.
        print: the number with its digits.
        in_favour: whether odds are said to be on, instead of against.
    """

    text: str
    kind: str
    print: Print
    in_favour: bool = False

    def is_of(self, value: Exact) -> bool:
        """Return whether *value*, rounded half away from zero, prints like this."""
        return self._verdict(value) == REPRODUCED

    def is_cut_of(self, value: Exact) -> bool:
        """Return whether *value* prints like this only with its further digits dropped."""
        return self._verdict(value) == TRUNCATED

    def times(self, factor: Fraction) -> Claimed:
        """Return the same digits in a unit that is *factor* times as large."""
        return replace(self, print=replace(self.print, scale=self.print.scale / factor))

    @property
    def negative(self) -> bool:
        """Whether the number is below 0."""
        return self.print.number < 0

    @property
    def value(self) -> Fraction:
        """The number itself, odds as what is staked against 1."""
        number = self.print.number / self.print.scale
        return 1 / number if self.print.one_in else number

    def _verdict(self, value: Exact) -> str:
        if self.print.one_in and value.number == 0:
            return REFUTED
        return self.print.verdict(value)


def parse_claim(text: str) -> Claimed:
    """Read the number of a claim.

    ``1.36%``, ``0.0136``, ``7/495``, ``-1/66``, ``251:244``, ``35 to 1 against``, ``1 in 36``,
    ``$0.20``, ``20 cents``. A fraction, a whole number without a unit, and a zero are exact; any
    other number has the digits it has.

    Raises:
        NumberError: it is no such number, is vague, or too long.

    >>> parse_claim("1.36%").is_of(Exact(Fraction(3, 220)))
    True
    >>> parse_claim("1.40").is_of(Exact(Fraction(7, 5))), parse_claim("1/3").kind
    (True, 'plain')
    """
    plain = " ".join(text.split())
    if len(plain) > 2 * MAX_DIGITS:
        raise LimitError(
            f"a number of {len(plain):,} characters; the limit is {2 * MAX_DIGITS:,}",
            code="numbers-too-long",
        )
    if vague := _VAGUE.search(plain):
        raise NumberError(
            f"{text!r} says {vague[0]!r}: a claim needs the number as printed, like 1.4%;"
            " it is compared at its printed digits"
        )
    sign = plain[:1] if plain[:1] in ("+", "-") else ""
    bare = plain.removeprefix(sign)
    if match := _SINGLE.fullmatch(bare):
        return _single(text, -1 if sign == "-" else 1, match)
    if not sign and (match := _ODDS.fullmatch(bare)):
        return _odds(text, match)
    if not sign and (match := _ONE_IN.fullmatch(bare)):
        number = _read(match["digits"])
        if number == 0:
            raise RangeError(f"{text!r} divides by zero")
        return Claimed(text, ONE_IN, _print(number, match["digits"], one_in=True))
    raise NumberError(
        f"{text!r} is no number that can be checked; write it like 1.36%, 0.0136, 7/495, 251:244,"
        " '35 to 1 against', '1 in 36' or $0.20"
    )


def _single(text: str, sign: int, match: re.Match[str]) -> Claimed:
    digits, below = match["digits"], match["below"]
    unit = (match["unit"] or "").strip().lower()
    if match["dollar"] and unit:
        raise NumberError(f"{text!r} has two units")
    number = sign * _read(digits)
    if below is not None:
        number /= _not_zero(_read(below), text)
    kind, scale = PLAIN, 1
    if unit in ("%", "percent"):
        kind, scale = PERCENT, 100
    elif unit or match["dollar"]:
        kind, scale = MONEY, 100 if unit.startswith("cent") else 1
    whole = kind == PLAIN and "." not in digits
    form = match[0].replace(digits if below is None else f"{digits}/{below}", "{}", 1)
    is_exact = below is not None or whole or number == 0
    return Claimed(text, kind, _print(number, "" if is_exact else digits, scale=scale, form=form))


def _odds(text: str, match: re.Match[str]) -> Claimed:
    first, second = _read(match["first"]), _not_zero(_read(match["second"]), text)
    ratio = first / second
    side = (match["side"] or "against").lower()
    # 112.7 to 1 has the digits it has; 251 to 244 is a fraction.
    printed = match["first"] if second == 1 and first else ""
    return Claimed(text, ODDS, _print(ratio, printed), side != "against")


def _print(
    number: Fraction, digits: str, *, scale: int = 1, one_in: bool = False, form: str = "{}"
) -> Print:
    """Return the print of a number with *digits*; without digits it is exact."""
    places = len(digits.partition(".")[2]) if digits else None
    return Print(number, places, Fraction(scale), one_in, False, form)


def _read(digits: str) -> Fraction:
    return parse_rational(digits.replace(",", ""))


def _not_zero(number: Fraction, text: str) -> Fraction:
    if number == 0:
        raise RangeError(f"{text!r} divides by zero")
    return number


def spelled(kind: str, value: Exact) -> str:
    """Return *value* as exact text with the rendering that suits a claim of *kind*.

    >>> spelled("percent", Exact(Fraction(7, 495))), spelled("one-in", Exact(Fraction(1, 36)))
    ('7/495 = 1.414141414%', '1/36 = 1 in 36')
    """
    if kind == PERCENT:
        shown = value.times(Fraction(100)).decimal + "%"
    elif kind == ONE_IN and value.number and not value.root:
        shown = "1 in " + Exact(1 / value.number).decimal
    elif kind == ODDS:
        number = value.number
        return f"{exact(number)} = {number.numerator} to {number.denominator}"
    else:
        shown = ("$" if kind == MONEY else "") + value.decimal
        shown = shown.replace("$-", "-$")
    written = str(value)
    return shown if shown.replace("$", "") == written else f"{written} = {shown}"
