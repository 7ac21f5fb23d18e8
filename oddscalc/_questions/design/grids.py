"""The prices that a tier may be given: whole ones, multiples, or a list."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from oddscalc._exact.numbers import exact, parse_rational
from oddscalc._money.price import Price
from oddscalc.errors import LimitError, NumberError, RangeError

MOST_PRICES = 10**9
"""Prices that one tier may have within its bounds."""

_WORD = re.compile(r"(.*?)[\s-]*\b(to|for)[\s-]1")
_BARE = re.compile(r"[0-9./]*")
_MULTIPLES = re.compile(r"multiples of (\S+)")
_STEPS = {"": Fraction(1), "whole": Fraction(1), "half": Fraction(1, 2)}


@dataclass(frozen=True)
class Grid:
    """The prices that a tier may be given, and how they are written.

    Args:
        word: ``to`` or ``for``, the notation of every number here.
        step: prices are its multiples, in that notation; None for a list.
        listed: the net wins of the prices in a list, upwards.
        least: the least net win; None for the first above 0.
        most: the greatest net win; None for as much as the edge allows.

    >>> list(Grid.parse("multiples of 5 for 1").steps(1, Fraction(26)))
    [4, 9, 14, 19, 24]
    """

    word: str = "to"
    step: Fraction | None = Fraction(1)
    listed: tuple[Fraction, ...] = ()
    least: Fraction | None = None
    most: Fraction | None = None

    @classmethod
    def parse(cls, text: str, word: str = "to") -> Grid:
        """Read ``whole``, ``half``, ``multiples of 5``, ``5, 10, 25``, ``6 to 5, 7 to 5``.

        ``to 1`` or ``for 1`` at the end says how bare numbers are meant; by default *word* does.

        Raises:
            NumberError: *text* is no such grid.
        """
        plain = " ".join(text.lower().split())
        match = _WORD.fullmatch(plain)
        word = match[2] if match else word
        kind = match[1] if match else plain
        if kind in _STEPS and plain:
            return cls(word, _STEPS[kind])
        if many := _MULTIPLES.fullmatch(kind):
            step = parse_rational(many[1])
            if step <= 0:
                raise RangeError(f"{text!r}: it must be above 0")
            return cls(word, step)
        nets = {net_of(item.strip(), word) for item in plain.split(",")}
        return cls(word, None, tuple(sorted(nets)))

    def multiples_of(self, step: Fraction) -> Grid:
        """Return the prices of this grid that are multiples of *step* in its notation."""
        if self.step is not None:
            return replace(self, step=_common(self.step, step))
        back = Fraction(self.word == "for")
        kept = (net for net in self.listed if ((net + back) / step).denominator == 1)
        return replace(self, listed=tuple(kept))

    @property
    def denominator(self) -> int:
        """What all net wins of the grid are fractions of."""
        if self.step is not None:
            return self.step.denominator
        return lcm(*(net.denominator for net in self.listed))

    @property
    def first(self) -> Fraction | None:
        """The least net win that a price may have; None if there is none."""
        if self.step is None:
            return next(iter(self._kept()), None)
        back = Fraction(self.word == "for")
        if self.least is None:
            first = (floor(back / self.step) + 1) * self.step - back
        else:
            first = ceil((max(self.least, Fraction(0)) + back) / self.step) * self.step - back
        return None if self.most is not None and first > self.most else first

    @property
    def last(self) -> Fraction | None:
        """The greatest net win; None if there is none, or no end."""
        if self.step is None:
            return next(reversed(self._kept()), None)
        if self.most is None or self.first is None:
            return None
        back = Fraction(self.word == "for")
        return floor((self.most + back) / self.step) * self.step - back

    def _kept(self) -> list[Fraction]:
        """Return what of the list is within the bounds; a net of 0 only if they say so."""
        return [
            net
            for net in self.listed
            if (net > 0 if self.least is None else net >= self.least)
            and (self.most is None or net <= self.most)
        ]

    def steps(self, unit: int, most: Fraction) -> Sequence[int]:
        """Return the net wins up to *most*, upwards, in units of 1/*unit*.

        Args:
            unit: a multiple of ``denominator``.
            most: the greatest net win; that of the grid itself may be less.

        Raises:
            NumberError: they are more than ``MOST_PRICES``.
        """
        if self.step is None:
            listed = [int(net * unit) for net in self._kept()]
            return listed[: bisect_right(listed, most * unit)]
        if self.first is None:
            return ()
        most = most if self.most is None else min(most, self.most)
        if (most - self.first) / self.step >= MOST_PRICES:
            raise LimitError(
                f"over {MOST_PRICES:,} prices of one tier fit; give it a highest one or a list"
            )
        return range(int(self.first * unit), floor(most * unit) + 1, int(self.step * unit))

    def price(self, net: Fraction) -> Price:
        """Return the price that nets *net*, in the notation of the grid."""
        back = net.denominator if self.word == "for" else 0
        return Price(Fraction(net.numerator + back), Fraction(net.denominator), self.word)

    @property
    def described(self) -> str:
        """The prices in words, with their bounds."""
        least = f", at least {self.price(self.least)}" if self.least is not None else ""
        most = f", at most {self.price(self.most)}" if self.most is not None else ""
        return f"{self}{least}{most}"

    def __str__(self) -> str:
        if self.step is None:
            return ", ".join(str(self.price(net)) for net in self.listed)
        names = {Fraction(1): "whole", Fraction(1, 2): "half"}
        name = names.get(self.step, f"multiples of {exact(self.step)}")
        return f"{name} {self.word} 1"


def net_of(text: str, word: str) -> Fraction:
    """Return the net win of a price, or of a bare number in the notation of *word*.

    Raises:
        NumberError: it is neither, or pays less than the stake.

    >>> net_of("25", "for"), net_of("7 to 6", "for")
    (Fraction(24, 1), Fraction(7, 6))
    """
    if _BARE.fullmatch(text):
        number = parse_rational(text)
        if word == "for" and number < 1:
            raise RangeError(f"{text!r} for 1 returns less than the stake; a winning price cannot")
        return number - (word == "for")
    price = Price.parse(text)
    if price.is_true_odds:
        raise NumberError(f"{text!r} is no number; write prices like 5, 10, 25 or 7 to 5")
    return price.net()


def _common(first: Fraction, second: Fraction) -> Fraction:
    """Return the least number that is a multiple of both."""
    top = lcm(first.numerator, second.numerator)
    return Fraction(top, gcd(first.denominator, second.denominator))
