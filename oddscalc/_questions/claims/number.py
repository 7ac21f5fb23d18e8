"""The number of a claim as people write it: ``1.36%``, ``about $0.20``, ``21 to 25%``, ``(1.4%)``.

The number itself is read by ``oddscalc._exact.printed``; here are the words around it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from oddscalc._exact.numbers import MAX_DIGITS
from oddscalc._exact.printed import (
    CLAIMED,
    FOR,
    MONEY,
    ODDS,
    ONE_IN,
    PERCENT,
    PLAIN,
    PrintedNumber,
    keyed,
    parse_print,
)
from oddscalc._exact.values import Exact
from oddscalc.errors import NumberError

AGAINST, IN_FAVOUR = "against", "in favour"
ABOUT, NEARLY, BARELY, UNDER, UP_TO, OVER, AT_LEAST = (
    *("about", "nearly", "barely", "under", "up to", "over", "at least"),
)
"""What a word before the number makes of it."""

BOUNDS = (UNDER, UP_TO, OVER, AT_LEAST)

_MODES = {
    ABOUT: r"about|around|approximately|approx\.?|roughly|circa|ca\.?|some|[~\u2248]",
    NEARLY: r"nearly|almost|(?:just|slightly|a (?:little|bit)) (?:under|below|less than)",
    BARELY: r"(?:just|slightly|a (?:little|bit)) (?:over|above|more than)",
    UNDER: r"under|below|less than|<",
    UP_TO: r"up to|at most|no more than|not more than|\u2264|<=",
    OVER: r"over|above|more than|>",
    AT_LEAST: r"at least|no less than|not less than|\u2265|>=",
}
_MODE = re.compile(
    "|".join(f"(?P<m{at}>(?:{words})(?![a-z=]))" for at, words in enumerate(_MODES.values())),
    re.IGNORECASE,
)
_CODES = "USD|CAD|AUD|NZD|EUR|GBP|JPY|CHF|HKD"
_KEYBOARD = (
    (r"[\u2010-\u2015]", "-"),
    (r"(?<=\d) 1/2\b", ".5"),
    (r"(?<=\d) 1/4\b", ".25"),
    (r"(?<=\d) 3/4\b", ".75"),
    (rf"(?:US|CA?|AU?|NZ|HK)?\$|[\u20ac\u00a3\u00a5]|\b(?:{_CODES}) ?(?=\d)", "$"),
    (r"\$([+-])", r"\1$"),
    (rf"(?<=\d) ?(?:{_CODES}|\$|euros?\b|pounds?\b|units?\b)", " dollars"),
    (r"(?<=\d) ?(?:\u00a2|pence\b|cents?\b)", " cents"),
    (r"(?<=\d) ?(?:per cent|pct\.?)(?![a-z])", "%"),
    (r"(?<=\d)-(to|for|in|out)-(?=[\d$])", r" \1 "),
)
"""Other ways to write what a keyboard has."""

_BRACKETS = re.compile(r"([^\d()]*)\(([^()+-]+)\)( ?%)?")
_EACH = re.compile(
    r" (?:per|a|for (?:each|every)|(?:on|of) (?:each|every|the)) "
    r"(?:(?P<base>\$?[0-9]+|hundred)|unit|dollar|euro|pound)(?: units| dollars)?"
    r"(?: (?:bet|staked|wagered))?",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"(?P<between>(?:between|from) )?(?P<low>\S.*?)(?P<word> ?- ?| to | and )(?P<high>\S.*)",
    re.IGNORECASE,
)
_SIDE = re.compile(r"(.*\d)(?: (?:(against)|on|in favou?r))", re.IGNORECASE)
_SLASHED = re.compile(r"([\d.,]+)/([\d.,]+)")
_PRICED = re.compile(r"\$?([\d.,]+) ?(?:to|:) ?\$?([\d.,]+)", re.IGNORECASE)
_FOR = re.compile(r"\$?([\d.,]+) for \$?([\d.,]+)", re.IGNORECASE)
_CHANCES = re.compile(
    r"(?:(?P<chances>[1-9][0-9]*|one)(?: chances?| times?)?(?: out)?|once)"
    r" (?:in|of)(?: every)? (?P<rest>[\d.].*)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Claimed:
    """A claimed number, read.

    Args:
        text: as given.
        print: the number with its digits; of a range the lower end.
        side: whether odds are said to be ``against`` or ``in favour``; None if nothing is said.
        mode: what a word makes of it, ``about``, ``nearly``, ``under`` ...; empty for none.
        upper: of a range, the upper end.
        each: whether it is money for each unit that is staked.
    """

    text: str
    print: PrintedNumber
    side: str | None = None
    mode: str = ""
    upper: PrintedNumber | None = None
    each: bool = False

    @property
    def kind(self) -> str:
        """``plain``, ``percent``, ``odds``, ``for``, ``one-in`` or ``money``."""
        return self.print.kind

    def agrees(self, value: Exact) -> bool:
        """Return whether *value*, rounded half away from zero, prints like this."""
        units = self.print.in_units(value)
        if units is None:
            return False
        over = _order(units, self.print.number)
        if self.upper is not None:
            upper = self.upper.in_units(value)
            assert upper is not None
            return (over >= 0 or self.print.agrees(value)) and (
                _order(upper, self.upper.number) <= 0 or self.upper.agrees(value)
            )
        if self.mode in BOUNDS:
            holds = {UNDER: over < 0, UP_TO: over <= 0, OVER: over > 0, AT_LEAST: over >= 0}
            return holds[self.mode]
        wrong_side = {NEARLY: over >= 0, BARELY: over <= 0}.get(self.mode, False)
        return self.print.agrees(value) and not wrong_side

    def truncates(self, value: Exact) -> bool:
        """Return whether *value* prints like this only with its further digits dropped."""
        return self.is_single and self.print.truncates(value)

    def units_off(self, value: Exact) -> int:
        """Return by how many units of its last digit this is above *value*; 0 of what is exact."""
        units = self.print.in_units(value)
        if units is None or self.print.is_exact or not self.is_single:
            return 0
        places = self.print.places or 0
        return int(self.print.number * 10**places) - units.rounded(places)

    @property
    def is_single(self) -> bool:
        """Whether it is one number, and neither a range nor a bound."""
        return self.upper is None and self.mode not in BOUNDS

    @property
    def digits(self) -> int:
        """How many digits the number has from its first other than 0; of a fraction, in all."""
        number, places = self.print.number, self.print.places or 0
        if number.denominator != 1 and not places:
            return len(f"{abs(number.numerator)}{number.denominator}")
        return len(str(abs(int(number * 10**places))))

    @property
    def negative(self) -> bool:
        """Whether the number is below 0."""
        return self.print.number < 0

    @property
    def value(self) -> Fraction:
        """The number itself, odds as what is staked against 1."""
        return self.print.value

    @property
    def span(self) -> tuple[Fraction, Fraction]:
        """Two numbers between which lies whatever prints like this; equal ones if it is exact."""
        if self.upper is not None:
            return self.value, self.upper.value
        if self.mode in BOUNDS or self.kind == ONE_IN:
            return self.value, self.value
        return self.value - self.print.slack, self.value + self.print.slack

    def times(self, factor: Fraction) -> Claimed:
        """Return the same digits in a unit that is *factor* times as large."""
        upper = self.upper and self.upper.times(factor)
        return replace(self, print=self.print.times(factor), upper=upper)


def _order(value: Exact, number: Fraction) -> int:
    """Return -1, 0 or 1 as *value* is below, at or above *number*."""
    return -1 if value.below(number) else int(value != Exact(number))


def parse_claim(text: str) -> Claimed:
    """Read the number of a claim.

    ``1.36%``, ``0.0136``, ``7/495``, ``-1/66``, ``(1.52%)``, ``251:244``, ``35 to 1 against``,
    ``1 in 36``, ``6 out of 36``, ``30 for 1``, ``$0.20``, ``20 cents``, ``1.41 cents per dollar``,
    ``about 14%``, ``21 to 25%``, ``under 2%``. A fraction, a whole number without a unit, and a
    zero are exact, unless they are about; any other number has the digits it has.

    Raises:
        NumberError: it is no such number, or too long.

    >>> parse_claim("1.36%").agrees(Exact(Fraction(3, 220)))
    True
    >>> parse_claim("1.40").agrees(Exact(Fraction(7, 5))), parse_claim("1/3").kind
    (True, 'plain')
    >>> parse_claim("21 to 25 %").agrees(Exact(Fraction(2486, 10_000)))
    True
    >>> parse_claim("nearly 3").agrees(Exact(Fraction(557, 165)))
    False
    """
    if len(text) > 2 * MAX_DIGITS:
        parse_print(text, CLAIMED)  # which says how long it may be
    plain, mode = keyed(text), ""
    for written, usual in _KEYBOARD:
        plain = re.sub(written, usual, plain, flags=re.IGNORECASE)
    if match := _BRACKETS.fullmatch(plain):
        plain = f"-{match[1]}{match[2]}{match[3] or ''}"
    if match := _MODE.match(plain):
        (named,) = (name for name, word in match.groupdict().items() if word)
        mode, plain = (*_MODES,)[int(named[1:])], plain[match.end() :].strip()
    if plain.lower().endswith(" or so"):
        mode, plain = mode or ABOUT, plain[: -len(" or so")]
    match = _EACH.search(plain)
    base = None
    if match and match.end() == len(plain):
        base, plain = (match["base"] or "1").lower().lstrip("$"), plain[: match.start()]
    claimed = (None if mode else _range(text, plain)) or _number(text, plain, mode)
    if base is None:
        return claimed
    if claimed.kind not in (MONEY, PERCENT):
        claimed = replace(claimed, print=replace(claimed.print, kind=MONEY))
    factor = Fraction(1, 100 if base == "hundred" else int(base) or 1)
    return replace(claimed.times(factor), each=True)


def _number(text: str, plain: str, mode: str) -> Claimed:
    """Return one number, with the side of odds and what a word makes of it."""
    side = None
    if match := _SIDE.fullmatch(plain):
        side = AGAINST if match[2] else IN_FAVOUR
        plain = _SLASHED.sub(r"\1 to \2", match[1])
    if match := _PRICED.fullmatch(plain):
        plain = f"{match[1]} to {match[2]}"
    try:
        printed = _printed(plain)
    except NumberError as error:
        if plain == text:
            raise
        raise NumberError(f"{text!r} cannot be read: {error}", code=error.code) from None
    if side and printed.kind != ODDS:
        raise NumberError(f"{text!r} has a side, as only odds have; write it like 35 to 1 against")
    return Claimed(text, _loosely(printed) if mode and mode not in BOUNDS else printed, side, mode)


def _printed(plain: str) -> PrintedNumber:
    """Return what is printed, a price for 1 and chances of many too."""
    if match := _FOR.fullmatch(plain):
        odds = parse_print(f"{match[1]} to {match[2]}", CLAIMED)
        return replace(odds, kind=FOR, number=odds.number - 1, is_exact=True)
    if match := _CHANCES.fullmatch(plain):
        chances = match["chances"] or "one"
        chance = parse_print(f"1 in {match['rest']}", CLAIMED)
        if chances.lower() in ("one", "1"):
            return chance
        return replace(chance, number=chance.number / int(chances), is_exact=True)
    return parse_print(plain, CLAIMED)


def _loosely(printed: PrintedNumber) -> PrintedNumber:
    """Return an exact number that is said to be about: its last digit counts."""
    if not printed.is_exact or not printed.number or printed.kind == ODDS:
        return printed
    number = printed.number
    if number.denominator == 1:
        return replace(printed, places=0, is_exact=False)
    below, scale = Fraction(number.denominator), Fraction(number.numerator)
    return replace(printed, kind=ONE_IN, number=below, places=0, is_exact=False, scale=scale)


def _range(text: str, plain: str) -> Claimed | None:
    """Return a range, whose unit may stand at its end only; None if *plain* is none."""
    match = _RANGE.fullmatch(plain)
    if match is None:
        return None
    try:
        ends = [parse_print(match[end], CLAIMED) for end in ("low", "high")]
    except NumberError:
        return None
    kinds = {end.kind for end in ends} - {PLAIN}
    pointed = all(end.places for end in ends) and match["word"] != " to "
    if len(kinds) > 1 or not kinds <= {PERCENT, MONEY}:
        return None
    if not (kinds or match["between"] or pointed) or ends[1].number < 0:
        return None
    if kinds == {MONEY} and ends[0].value >= ends[1].value:
        return None  # $30 to $1 is a price
    if kinds:
        unit = next(end for end in reversed(ends) if end.kind in kinds)
        ends = [_like(end, unit) for end in ends]
    return Claimed(text, ends[0], upper=ends[1]) if ends[0].value < ends[1].value else None


def _like(end: PrintedNumber, unit: PrintedNumber) -> PrintedNumber:
    """Return an end of a range in the unit of the other, if it has none of its own."""
    if end.kind != PLAIN:
        return end
    is_exact = end.places is None or not end.number
    return replace(end, kind=unit.kind, scale=unit.scale, is_exact=is_exact)
