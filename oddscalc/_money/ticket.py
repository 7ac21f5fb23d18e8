"""A ticket: how much is staked, and how its win is rounded to what can be paid."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from oddscalc._exact.numbers import exact, parse_rational
from oddscalc.errors import LimitError, RangeError, UnpayableError

ROUNDINGS = ("exact", "down", "nearest", "half-even", "up", "refuse")


def round_to(amount: Fraction, unit: Fraction, rounding: str) -> Fraction:
    """Return *amount* rounded to a multiple of *unit*.

    Args:
        amount: any amount of money.
        unit: the smallest amount that can be paid.
        rounding: ``exact`` (not at all), ``down``, ``nearest`` (half up), ``half-even`` or ``up``.

    >>> round_to(Fraction(35, 6), Fraction(1), "down")
    Fraction(5, 1)
    """
    if rounding == "exact":
        return amount
    steps = amount / unit
    if rounding == "half-even":
        return round(steps) * unit
    if rounding == "nearest":
        return floor(steps + Fraction(1, 2)) * unit
    return (floor(steps) if rounding == "down" else ceil(steps)) * unit


@dataclass(frozen=True)
class Ticket:
    """What is staked on one bet, and how its total net win is paid.

    Args:
        stake: the amount staked; 1 stands for any amount that is paid exactly.
        unit: the smallest amount that can be paid.
        rounding: one of ``ROUNDINGS``, applied once, to the total net win.
        key: of a bundle, the part that gets what cannot be divided over the parts.
        given: whether the stake was given; without it nothing may depend on it.
    """

    stake: Fraction = Fraction(1)
    unit: Fraction = Fraction(1)
    rounding: str = "exact"
    key: str | None = None
    given: bool = True

    def settle(self, net: Fraction, what: str) -> Fraction:
        """Return the net win that is paid for *net*.

        Raises:
            UnpayableError: the rounding is ``refuse`` and the amount cannot be paid in whole units.

        >>> Ticket(Fraction(5), rounding="down").settle(Fraction(35, 6), "win")
        Fraction(5, 1)
        """
        if self.rounding != "refuse":
            return round_to(net, self.unit, self.rounding)
        if (net / self.unit).denominator != 1:
            raise UnpayableError(
                f"a stake of {exact(self.stake)} cannot be paid: {what} wins {exact(net)},"
                f" which is no multiple of {exact(self.unit)}"
            )
        return net


ANY = Ticket(given=False)
"""The ticket when no stake was given: every amount is paid exactly."""


MOST_STAKES = 10_000


def parse_stakes(text: str, step: Fraction) -> list[Fraction]:
    """Read a stake ``25``, or stakes from to ``1..100``, *step* apart.

    Raises:
        NumberError: no number, an amount that is not above 0, or over 10,000 stakes.

    >>> [int(stake) for stake in parse_stakes("5..20", Fraction(5))]
    [5, 10, 15, 20]
    """
    low, dots, high = text.partition("..")
    first = parse_rational(low)
    last = parse_rational(high) if dots else first
    if not 0 < first <= last or step <= 0:
        raise RangeError(f"stakes of {text!r}: amounts go upwards from above 0, in units above 0")
    count = (last - first) // step + 1
    if count > MOST_STAKES:
        raise LimitError(f"{count:,} stakes; at most {MOST_STAKES:,} are tried")
    return [first + step * number for number in range(count)]
