"""A price is a type, not a number: ``30 to 1``, ``31 for 1``, ``even``, ``true odds``."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from oddscalc._exact.numbers import exact, integer_text, parse_rate, parse_rational
from oddscalc._money.spelling import plain_price
from oddscalc.errors import BarePriceError, NumberError, RangeError

_NUMBER = r"[0-9]+(?:/[0-9]+|\.[0-9]+)?"
_PAIR = re.compile(rf"({_NUMBER})\s*(to|for|:)\s*({_NUMBER})")
_BARE = re.compile(rf"({_NUMBER})(?:\s*[-x]\s*1)?|x ?({_NUMBER})|({_NUMBER}) ?(?:x|times)")
_SCORE = re.compile(rf"({_NUMBER}) ?- ?({_NUMBER})")
_PARTS = {"half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4)}
_PART = rf"(?:(?:a |one |1 )?(?P<{{0}}>{'|'.join(_PARTS)})|(?P<{{1}}>{_NUMBER}%?))"
_OF = r"(?: of)?(?: the| your)?(?: stake| bet| wager)?"
_BACK = re.compile(
    rf"{_PART.format('said', 'back')}{_OF} (?:comes )?(?:back|returned)"
    rf"|loses? {_PART.format('named', 'lost')}{_OF}|(?P<either>half)(?: of)? the stake"
)
_LESS = re.compile(r"(.+?) less (\S+)")
_TWICE = re.compile(r"(.+?)(?: ?= ?| ?\(| or | i\.?e\.? )([^()=]+)\)?")


def _part_back(match: re.Match[str]) -> Fraction:
    """Return the part of the stake that comes back: the part said, or what is not lost."""
    if word := match["said"] or match["either"]:
        return _PARTS[word]
    if match["back"]:
        return parse_rate(match["back"])
    return 1 - (_PARTS[match["named"]] if match["named"] else parse_rate(match["lost"]))


@dataclass(frozen=True)
class Price:
    """What a winning unit is paid.

    Args:
        first: the first number as printed; None for true odds.
        second: the second number as printed.
        word: ``to`` (the stake comes back on top), ``for`` (the stake is included) or ``back``
            (only the first number of the stake comes back).
        less: the part of the win that is kept back.

    >>> price = Price.parse("31 for 1")
    >>> price.net(), str(price), price.both()
    (Fraction(30, 1), '31 for 1', '30 to 1 = 31 for 1')
    """

    first: Fraction | None
    second: Fraction = Fraction(1)
    word: str = "to"
    less: Fraction = Fraction(0)

    @classmethod
    def parse(cls, text: str) -> Price:
        """Read ``30 to 1``, ``30:1``, ``31 for 1``, ``even``, ``true odds``, ``true odds less 5%``.

        Spellings that can mean only one price will do too: ``9-to-5``, ``7½ to 1``, ``1,000 for
        1``, ``6/1 against``, and a price that is said in both notations, ``30 to 1 (31 for 1)``.

        Raises:
            BarePriceError: a bare number, which may mean two prices.
            NumberError: no price at all.
        """
        plain = plain_price(text)
        if match := _TWICE.fullmatch(plain):
            first, again = (cls._of(plain_price(part), text) for part in match.groups())
            if (first.first is None) != (again.first is None) or first._gain != again._gain:
                raise NumberError(f"{text!r} says two prices, {first} and {again}; write one")
            return first
        return cls._of(plain, text)

    @property
    def _gain(self) -> tuple[bool, Fraction]:
        return self.is_true_odds, self.net(Fraction(1))

    @classmethod
    def _of(cls, plain: str, text: str) -> Price:
        if match := _LESS.fullmatch(plain):
            less = parse_rate(match[2])
            if not 0 <= less < 1:
                raise RangeError(
                    f"{text!r} keeps back {match[2]}; it must be from 0% to below 100%"
                )
            price = cls._of(match[1], text)
            if price.word != "to" or price.less:
                raise NumberError(f"{text!r}: say the price with 'to', and what is kept back of it")
            return replace(price, less=less)
        if plain == "true odds":
            return cls(None)
        if match := _PAIR.fullmatch(plain):
            first, second = parse_rational(match[1]), parse_rational(match[3])
            word = "for" if match[2] == "for" else "to"
            if second == 0:
                raise RangeError(f"{text!r}: the second number of a price cannot be 0")
            if word == "for" and first < second:
                raise RangeError(f"{text!r} returns less than the stake; a winning price cannot")
            return cls(first, second, word)
        if match := _BACK.fullmatch(plain):
            part = _part_back(match)
            if not 0 < part < 1:
                raise RangeError(f"{text!r}: the part that comes back is between 0 and the stake")
            return cls(part, word="back")
        raise _refusal(plain, text)

    @classmethod
    def of_net(cls, net: Fraction) -> Price:
        """Return the price that nets *net* per unit staked, in whole numbers."""
        return cls(Fraction(net.numerator), Fraction(net.denominator))

    @property
    def is_true_odds(self) -> bool:
        """Whether the price depends on the odds of the bet."""
        return self.first is None

    def net(self, true_odds: Fraction | None = None) -> Fraction:
        """Return the net win per unit staked.

        Args:
            true_odds: lose : win of the bet with fair dice; needed by true odds only.
        """
        if self.first is None:
            if true_odds is None:
                raise ValueError("true odds without the odds")
            return true_odds * (1 - self.less)
        net = self.first / self.second * (1 - self.less)
        return net if self.word == "to" else net - 1

    def __str__(self) -> str:
        if self.word == "back" and self.first is not None:
            return f"{exact(self.first)} of the stake back"
        odds = "true odds"
        if self.first is not None:
            odds = f"{exact(self.first)} {self.word} {exact(self.second)}"
        return f"{odds} less {exact(self.less * 100)}%" if self.less else odds

    def both(self, true_odds: Fraction | None = None) -> str:
        """Return the price in both notations, ``30 to 1 = 31 for 1``."""
        if self.word == "back":
            return str(self)
        net = self.net(true_odds)
        to, total = net.numerator, net.numerator + net.denominator
        first, second, below = map(integer_text, (to, total, net.denominator))
        return f"{first} to {below} = {second} for {below}"


def _refusal(plain: str, text: str) -> NumberError:
    """Return why *text* is no price, with what it may mean."""
    if match := _BARE.fullmatch(plain):
        first, slash, second = next(filter(None, match.groups())).partition("/")
        pair = [f"{first} {word} {second if slash else 1}" for word in ("to", "for")]
        return BarePriceError(text, (pair[0], pair[1]))
    if match := _SCORE.fullmatch(plain):
        message = f"{text!r} may be a price, a range or a score"
        return NumberError(f"{message}; write {match[1]} to {match[2]}")
    return NumberError(
        f"{text!r} is no price; write 30 to 1, 30:1, 31 for 1, 9 to 5, even or true odds"
    )
