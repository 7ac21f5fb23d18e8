"""The terms of a commission as people write them, whether or not they say of what and when."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from oddscalc._exact.numbers import parse_rational
from oddscalc._money.spelling import LONGEST, folded, respelled
from oddscalc.errors import NumberError, RangeError

ADVICE = "write '5% of win, when placed, rounded down to 1'"

_NONE = re.compile(
    r"none|nil|n/?a|not applicable|-+|0%?|zero|free|(?:no |not )(?:commission|vig|vigorish|charge"
    r"|charged|fee)|commission[ -]free|no"
)
_AMOUNT = r"([0-9]+(?:\.[0-9]+|/[0-9]+)?)"
_PERCENT = re.compile(rf"{_AMOUNT} ?(?:%|per ?cent|pct)")
_MONEY = r"(?:(?:us|au|a|s|nz|c|ca|hk|b|ec|xc))?[$\u00a3\u20ac\u00a5] ?"
_PER = re.compile(
    rf"(?:{_MONEY})?{_AMOUNT} (?:per|(?:for|on|in) (?:every|each)) (?:{_MONEY})?{_AMOUNT}"
)
_FLAT = re.compile(
    rf"(?:a )?(?:flat(?: fee| charge)?(?: of)? )?"
    rf"(?:{_MONEY}{_AMOUNT}|{_AMOUNT} flat|flat {_AMOUNT})"
    r"(?: flat)?(?: (?:fee|charge))?(?: (?:per|a|each) (?:bet|wager))?"
)
_LEAST = re.compile(rf"(?:at least|min\.?(?:imum)?(?: of)?) (?:{_MONEY})?{_AMOUNT}")
_MOST = re.compile(rf"(?:at most|max\.?(?:imum)?(?: of)?|up to|capped at) (?:{_MONEY})?{_AMOUNT}")
_ROUNDED = re.compile(
    r"(?:and )?round(?:ed|ing)? (down|up|nearest|to (?:the )?nearest)"
    rf"(?: to)?(?: (?:the )?(?:next |nearest |whole )*"
    rf"(?:(?:{_MONEY})?{_AMOUNT}|dollar|pound|euro|unit|chip))?"
)
_TAKEN = r"(?:(?:is |to be )?(?:taken|charged|collected|paid|payable|due) )?(?:only )?"
_IT = r"(?:(?:the |a )?(?:bet|wager) (?:is )?)?"
_WHEN = {
    "placed": re.compile(
        rf"{_TAKEN}(?:(?:when|if) {_IT}(?:placed|made)|at (?:the )?(?:time of )?(?:placement"
        r"|placing|making|the bet|the wager|bet|wager|betting)(?: the (?:bet|wager))?|on placement"
        r"|up ?-?front|in advance)"
    ),
    "won": re.compile(
        rf"{_TAKEN}(?:(?:when|if) {_IT}(?:won|wins?|winning)|on (?:a )?wins?(?: only)?"
        r"|on winning (?:bets|wagers)(?: only)?|after (?:a |the )?win|if wins"
        r"|wins? only|winners only)\b"
    ),
}
_BASE = {
    "win": re.compile(
        r"(?:(?:of|on) (?:the |any |all )?(?:amount (?:(?:that |which )?(?:the player )?"
        r"(?:can|could|may)(?: be)? |to be )?(?:won|win|winnable)"
        r"|(?:potential |possible )?win(?:nings?)"
        r"|potential win|win amount|payout|profit)|(?:of (?:the |any |a )?|on the )win)\b"
    ),
    "stake": re.compile(
        r"(?:of|on) (?:the )?(?:amount (?:of the |that is )?(?:bet|wagered|wager|staked|stake)"
        r"|(?:bet|wager) amount|stake|bet|wager)\b"
    ),
}
_IDLE = re.compile(
    r"\b(?:vig(?:orish)?|commission|charge|fee|not rounded|unrounded|no rounding"
    r"|(?:which is )?(?:returned|refunded|back) (?:if|when) taken down(?: undecided)?)\b|[.;,()]+"
)


@dataclass(frozen=True)
class Terms:
    """What a text says of a commission.

    Args:
        rate: the part of the base that is charged; None if the text does not say.
        base: ``stake`` or ``win``; None if the text does not say.
        when: ``placed`` or ``won``; None if the text does not say.
        rounding: ``none``, ``down``, ``nearest`` or ``up``, to a multiple of *unit*.
        unit: what it is rounded to.
        floor: the least that is charged.
        cap: the most that is charged.
    """

    rate: Fraction | None
    base: str | None = None
    when: str | None = None
    rounding: str = "none"
    unit: Fraction = field(default=Fraction(1))
    floor: Fraction | None = None
    cap: Fraction | None = None


@lru_cache(maxsize=1_000)
def terms_of(text: str) -> Terms | None:
    """Return what *text* says of a commission; None if it says that there is none.

    Raises:
        NumberError: it says something else, or more than is understood.

    >>> terms_of("5 % vig on winnings, charged up front").base, terms_of("5%").base
    ('win', None)
    >>> terms_of("N/A"), terms_of("$1 flat").floor, terms_of("$1 per $20 bet").rate
    (None, Fraction(1, 1), Fraction(1, 20))
    """
    plain = folded(text)
    if len(text) > LONGEST:
        raise NumberError(f"{text[:100]!r} is no commission; {ADVICE}")
    if _NONE.fullmatch(plain):
        return None
    terms, rest = _charged(_figures(plain), text)
    terms = _limited(_timed(terms, rest, text), text)
    if terms.rate is None:
        return terms
    if not 0 <= terms.rate < 1:
        raise RangeError(f"{text!r} has no rate from 0% to below 100%")
    return terms if terms.rate or terms.floor or terms.cap else None


def _charged(plain: str, text: str) -> tuple[Terms, str]:
    """Return the rate or the amount that *plain* has, and what else it says.

    Raises:
        NumberError: it has none.
    """
    if match := _PERCENT.search(plain):
        return Terms(parse_rational(match[1]) / 100), _without(plain, match)
    if match := _PER.search(plain):
        rate = parse_rational(match[1]) / _above_0(match[2], text)
        rest = re.sub(r"^ ?(?:bet|wagered|staked|stake|wager)\b", "", _without(plain, match))
        return Terms(rate, "stake"), rest
    if match := _FLAT.search(plain):
        amount = parse_rational(next(filter(None, match.groups())))
        return Terms(Fraction(0), "stake", floor=amount, cap=amount), _without(plain, match)
    if match := re.match(rf"{_AMOUNT} of ", plain):
        return Terms(parse_rational(match[1])), f"of {plain[match.end() :]}"
    if any(pattern.fullmatch(plain) for pattern in _WHEN.values()):
        return Terms(None), plain
    raise NumberError(f"{text!r} is no commission; {ADVICE}")


def _figures(plain: str) -> str:
    """Return *plain* with numbers in digits, thousands together; signs of money stay."""
    try:
        if not re.search(_MONEY, plain):
            return respelled(plain)
    except NumberError:
        pass
    return re.sub(r"(?<=\d),(?=\d{3}\b)", "", plain).replace(" %", "%")


def _without(plain: str, match: re.Match[str]) -> str:
    return f"{plain[: match.start()]} {plain[match.end() :]}".strip()


def _above_0(number: str, text: str) -> Fraction:
    value = parse_rational(number)
    if not value:
        raise RangeError(f"{text!r}: nothing can be charged for each 0")
    return value


def _timed(terms: Terms, rest: str, text: str) -> tuple[Terms, str]:
    """Return *terms* with rounding, base and time as *rest* has them, and what else that says."""
    if match := _ROUNDED.search(rest):
        unit = parse_rational(match[2]) if match[2] else Fraction(1)
        if not unit:
            raise RangeError(f"{text!r}: nothing can be rounded to 0")
        how = match[1] if match[1] in ("down", "up") else "nearest"
        terms, rest = replace(terms, rounding=how, unit=unit), _without(rest, match)
    for base, pattern in _BASE.items():
        if (match := pattern.search(rest)) and terms.base in (None, base):
            terms, rest = replace(terms, base=base), _without(rest, match)
            if base == "win" and rest.endswith("only"):
                terms, rest = replace(terms, when="won"), rest.removesuffix("only")
            break
    for when, pattern in _WHEN.items():
        if match := pattern.search(rest):
            return replace(terms, when=when), _without(rest, match)
    return terms, rest


def _limited(said: tuple[Terms, str], text: str) -> Terms:
    """Return the terms with the least and the most that is charged.

    Raises:
        NumberError: there is more in the text.
    """
    terms, rest = said
    if match := _LEAST.search(rest):
        terms, rest = replace(terms, floor=parse_rational(match[1])), _without(rest, match)
    if match := _MOST.search(rest):
        terms, rest = replace(terms, cap=parse_rational(match[1])), _without(rest, match)
    if left := " ".join(_IDLE.sub(" ", rest).split()):
        raise NumberError(f"{left!r} in {text!r} is not understood; {ADVICE}")
    return terms
