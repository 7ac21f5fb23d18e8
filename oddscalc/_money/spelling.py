"""Prices and amounts as people write them, brought to the one spelling that is parsed.

Only what can mean one thing is respelled: ``7½ to 1``, ``1,000 for 1``, ``thirty-for-one``. What
may mean two is left as it is, or refused, since a price that is guessed is wrong in silence.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache

from oddscalc._exact.numbers import exact
from oddscalc.errors import NumberError

LONGEST = 200
"""Characters of a price; what is longer is none."""

_SMALL = (
    "zero,one,two,three,four,five,six,seven,eight,nine,ten,eleven,twelve,thirteen,fourteen,"
    "fifteen,sixteen,seventeen,eighteen,nineteen"
)
_TENS = "twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety"
_NUMERALS = (
    {word: number for number, word in enumerate(_SMALL.split(","))}
    | {word: 10 * number for number, word in enumerate(_TENS.split(","), 2)}
    | {"hundred": 100, "thousand": 1_000}
)
_NUMERAL = "|".join(sorted(_NUMERALS, key=len, reverse=True))
_IN_WORDS = re.compile(rf"\b(?:{_NUMERAL})(?:(?:[ -]|[ -]and[ -])(?:{_NUMERAL})\b)*\b")

_SIGNS = {ord(sign): "-" for sign in "\u2010\u2011\u2012\u2013\u2014\u2212\u00ad"} | {
    ord("\u2236"): ":", ord("\u2044"): "/", ord("\u2215"): "/", ord("\u2019"): "'",
}  # fmt: skip
_MONEY = re.compile(r"(?:\b(?:us|au|a|s|nz|c|ca|hk|b|ec|xc))?[$\u00a3\u20ac\u00a5]\s?(?=[\d.])")
_MONEY_AFTER = re.compile(
    r"(?<=\d)\s?(?:[\u20ac\u00a3]|(?:units?|chips?|dollars?|pounds?|euros?)\b"
    r"|(?:usd|eur|gbp|aud|nzd|sgd)\b)"
)
_THOUSANDS = re.compile(
    r"(?<![\d.,/])[1-9]\d{0,2}(?:(?P<sign>[, '])\d{3})(?:(?P=sign)\d{3})*(?![\d,])"
)
_EITHER = re.compile(r"(?<![\d.,/])[1-9]\d{0,2}(?:\.\d{3})+(?![\d.,])")
_COMMA = re.compile(r"(?<![\d.,])(\d+),(\d{1,2})(?![\d.,])")
_MIXED = re.compile(r"(?<![\d./])(\d{1,6})(?: |-| and )(\d{1,3})/(\d{1,3})(?![\d./])")
_RAISED = ("<super>", "<sub>", "<circle>")


def folded(text: str) -> str:
    """Return *text* in small letters and one form of each character, with single spaces.

    Raises:
        NumberError: it holds a raised or encircled figure, which is more likely a footnote's; or
            it is longer than what it could be.

    >>> folded("7½:1"), folded("Even  Money")
    ('7 1/2:1', 'even money')
    """
    if len(text) > LONGEST:
        raise NumberError(f"{text[:60]!r}... has {len(text):,} characters; at most {LONGEST}")
    parts = []
    for char in text:
        kind = unicodedata.decomposition(char)
        if kind.startswith("<fraction>"):
            char = f" {unicodedata.normalize('NFKC', char)}"
        elif kind.startswith(_RAISED):
            raise NumberError(f"{char!r} in {text[:100]!r} may be a footnote; write it without")
        parts.append(char)
    plain = unicodedata.normalize("NFKC", "".join(parts)).lower().translate(_SIGNS)
    return " ".join(plain.split())


@lru_cache(maxsize=10_000)
def respelled(text: str) -> str:
    """Return *text* with its numbers in plain digits, without signs of money.

    Raises:
        NumberError: a number in it can be two, like ``1.000``; or a raised figure.

    >>> respelled("$1,000 for $1"), respelled("7½ to 1"), respelled("thirty-one for one")
    ('1000 for 1', '15/2 to 1', '31 for 1')
    """
    plain = _IN_WORDS.sub(lambda match: str(_in_figures(match[0])), folded(text))
    plain = _MONEY_AFTER.sub("", _MONEY.sub("", plain))
    if match := _EITHER.search(plain):
        whole = match[0].replace(".", "")
        raise NumberError(
            f"{match[0]!r} in {text[:100]!r} can be {whole} or {match[0].rstrip('0').rstrip('.')};"
            " write it without the point"
        )
    plain = _THOUSANDS.sub(lambda match: re.sub(r"\D", "", match[0]), plain)
    plain = _COMMA.sub(r"\1.\2", plain)
    return _MIXED.sub(_mixed, plain).replace(" %", "%").strip()


def _mixed(match: re.Match[str]) -> str:
    whole, above, below = (int(match[place]) for place in (1, 2, 3))
    return exact(whole + Fraction(above, below)) if 0 < above < below else match[0]


def _in_figures(words: str) -> int:
    """Return the number that *words* spell.

    >>> _in_figures("one hundred and seventy-five"), _in_figures("thirty one")
    (175, 31)
    """
    total = part = 0
    for word in re.split(r"[ -]", words):
        if word == "thousand":
            total, part = total + max(part, 1) * 1_000, 0
        elif word == "hundred":
            part = max(part, 1) * 100
        elif word != "and":
            part += _NUMERALS[word]
    return total + part


_ODDS = r"[0-9]+(?:/[0-9]+|\.[0-9]+)?"
_TO_FOR = re.compile(rf"({_ODDS})[ -]*(to|for|zu|contre|contra|gegen|\u00e0|a)[ -]*({_ODDS})")
_SLASH = re.compile(r"(\d+(?:\.\d+)?)(?: / (\d+(?:\.\d+)?)|/(1))")
_FRACTION = re.compile(r"(\d+(?:\.\d+)?) ?/ ?(\d+(?:\.\d+)?)")
_HALVES = re.compile(r"(\d{1,6}) (\d)/(\d{1,2}) ?/ ?(\d{1,3})(?!\S)")
_AGAINST = re.compile(r"(.+?),? (?:against|odds against)")
_ON = re.compile(
    rf"({_ODDS})(?: to |:| ?/ ?)({_ODDS}) (?:on|odds[ -]on|in (?:your |the player's )?favou?r)"
)
_BEFORE = re.compile(r"(?:(?:pays?|paid|wins?|at|odds of|payoff|payout)\b[ :]*)+")
_AFTER = re.compile(r"(?: (?:odds|payout|payoff))?[.;,]*$")
_STAKE = re.compile(
    r"[ ,(]*(plus|and|with|\+|incl\.?|including|includes)? ?(?:the |your |original )*"
    r"(?:stake|bet|wager)(?: is)?(?: (included|inclusive|returned|back))?\)?$"
)
_EVENS = re.compile(r"evens?(?:[ -]money| odds)?|evs|level money")
_TIMES = {"double": 2, "pay double": 2, "triple": 3, "treble": 3, "quadruple": 4}
_TRUE = re.compile(r"(?:true|fair|correct)(?: odds)?(?= less|$)")


@lru_cache(maxsize=10_000)
def plain_price(text: str) -> str:
    """Return a price in the spelling that is parsed, as far as it can mean but one.

    Raises:
        NumberError: a number in it can be two.

    >>> plain_price("9-to-5"), plain_price("6/1 against"), plain_price("6 to 5 on")
    ('9 to 5', '6 to 1', '5 to 6')
    >>> plain_price("Even-Money"), plain_price("pays double"), plain_price("30 / 1")
    ('1 to 1', '2 to 1', '30 to 1')
    """
    if len(text) > LONGEST:
        return " ".join(text.lower().split())
    plain = _HALVES.sub(_halves, respelled(text))
    if match := _BEFORE.match(plain):
        plain = plain[match.end() :]
    plain = _AFTER.sub("", plain).replace(" minus ", " less ")
    price, less, kept = plain.partition(" less ")
    if "back" not in price:
        price = _without_stake(price)
    if match := _AGAINST.fullmatch(price):
        price = _FRACTION.sub(r"\1 to \2", match[1])
    if match := _ON.fullmatch(price):
        price = f"{match[2]} to {match[1]}"
    if _EVENS.fullmatch(price):
        price = "1 to 1"
    elif price in _TIMES:
        price = f"{_TIMES[price]} to 1"
    price = _TRUE.sub("true odds", price)
    if match := _SLASH.fullmatch(price):
        price = f"{match[1]} to {match[2] or match[3]}"
    if match := _TO_FOR.fullmatch(price):
        price = f"{match[1]} {'for' if match[2] == 'for' else 'to'} {match[3]}"
    return price + less + kept


def _halves(match: re.Match[str]) -> str:
    """Return odds of a mixed number as a fraction, ``16 1/2/1``, as a price."""
    mixed = Fraction(int(match[1])) + Fraction(int(match[2]), int(match[3]) or 1)
    return f"{exact(mixed)} to {match[4]}"


def _without_stake(price: str) -> str:
    """Return *price* without what it says of the stake, if that is what its word says anyway."""
    match = _STAKE.search(price)
    if match is None or not match.start():
        return price
    rest, returned = price[: match.start()], match[0]
    within = "inclu" in returned or "incl" in returned
    outside = not within and any(
        word in returned for word in ("plus", "+", "and", "returned", "back")
    )
    if (within and " for " in rest) or (outside and (" to " in rest or ":" in rest)):
        return rest
    return price


def as_fraction_odds(text: str) -> str | None:
    """Return the price that is meant by odds written as a fraction, ``9/5``; None if none are.

    >>> as_fraction_odds("9/5"), as_fraction_odds("9-5")
    ('9 to 5', None)
    """
    match = _FRACTION.fullmatch(respelled(text))
    return f"{match[1]} to {match[2]}" if match else None
