"""Where the net stands after very many rounds: proven quantiles, from lower bounds of the law.

The weights are integers, shares of ``WHOLE``, each cut downwards, and the rarest nets are dropped
at both ends. What is lost by both is known in all: any sum of weights is at most the probability,
and with what is lost at least that. A quantile that these bounds tell apart is the exact one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, Inexact
from fractions import Fraction
from itertools import accumulate
from math import gcd

from oddscalc._money.netwin import NetWin

_DIGITS = 30
WHOLE: int = 10**_DIGITS
"""What the weights are shares of."""

_DROPPED = 10 ** (_DIGITS - 18)  # the weight that is dropped at each end of a product
MOST_NETS = 140_000
"""Nets of a product, before the rarest are dropped, up to which it is multiplied out."""


@dataclass(frozen=True)
class LongRun:
    """Lower bounds for the distribution of the net win after a number of rounds.

    Args:
        rounds: how many rounds.
        lowest: the lowest net that has a weight.
        step: what each further one is higher.
        weights: the weight of each net, of ``WHOLE``.
    """

    rounds: int
    lowest: Fraction
    step: Fraction
    weights: Sequence[int]

    @property
    def lost(self) -> int:
        """The weight that no net has: what was cut off and dropped."""
        return WHOLE - sum(self.weights)

    def quantile(self, share: Fraction) -> Fraction | None:
        """Return the least net that is not exceeded with probability *share* or more.

        None if the bounds leave open which it is.
        """
        needed, lost, before = share * WHOLE, self.lost, 0
        for number, sofar in enumerate(accumulate(self.weights)):
            if sofar >= needed:
                proven = before + lost < needed
                return self.lowest + number * self.step if proven else None
            before = sofar
        return None

    def times(self, other: LongRun) -> LongRun | None:
        """Return the law of the rounds of both; None if it has too many nets."""
        if len(self.weights) + len(other.weights) > MOST_NETS:
            return None
        weights, dropped = _without_rarest(_product(self.weights, other.weights))
        lowest = self.lowest + other.lowest + dropped * self.step
        return LongRun(self.rounds + other.rounds, lowest, self.step, weights)


def after_one(net_win: NetWin) -> LongRun:
    """Return the bounds of one round."""
    lowest, *others = net_win.ways
    step = gcd(*(units - lowest for units in others)) or 1
    weights = [0] * ((max(net_win.ways) - lowest) // step + 1) if _is_narrow(net_win, step) else []
    for units, ways in net_win.ways.items() if weights else ():
        weights[(units - lowest) // step] = ways * WHOLE // net_win.whole
    return LongRun(1, lowest * net_win.unit, step * net_win.unit, weights)


def _is_narrow(net_win: NetWin, step: int) -> bool:
    return (max(net_win.ways) - min(net_win.ways)) // step < MOST_NETS


def long_runs(net_win: NetWin, decades: int) -> Iterator[LongRun]:
    """Yield the laws after 10, 100, ... rounds, up to 10 to the *decades*, as far as they go.

    >>> half = Fraction(1, 2)
    >>> even = NetWin.of([(half, Fraction(1)), (half, Fraction(-1))])
    >>> ten, hundred = long_runs(even, 2)
    >>> ten.rounds, ten.quantile(Fraction(1, 10)), hundred.quantile(Fraction(1, 20))
    (10, Fraction(-4, 1), Fraction(-16, 1))
    """
    now: LongRun | None = after_one(net_win)
    for _ in range(decades):
        now = _ten_times(now) if now is not None and now.weights else None
        if now is None:
            return
        yield now


def _ten_times(row: LongRun) -> LongRun | None:
    two = row.times(row)
    four = two and two.times(two)
    five = four and four.times(row)
    return five and five.times(five)


def _product(first: Sequence[int], second: Sequence[int]) -> list[int]:
    """Return the weights of sums, cut downwards.

    The weights stand in the digits of two long numbers, whose product has all sums of products in
    its digits; decimal multiplies such numbers in nearly linear time, and exactly.
    """
    width = 2 * _DIGITS + len(str(min(len(first), len(second))))
    length = len(first) + len(second) - 1
    exactly = Context(
        prec=width * (length + 1), Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact], clamp=0
    )
    factors = (
        Decimal("".join(f"{weight:0{width}}" for weight in reversed(weights)))
        for weights in (first, second)
    )
    digits = str(exactly.multiply(*factors)).zfill(width * length)
    ends = range(len(digits), 0, -width)
    return [int(digits[max(0, end - width) : end - _DIGITS] or "0") for end in ends][:length]


def _without_rarest(weights: list[int]) -> tuple[list[int], int]:
    """Return the weights without the rarest at both ends, and how many are gone at the lower."""
    low = _rare(weights)
    high = len(weights) - _rare(reversed(weights))
    return weights[low:high], low


def _rare(weights: Sequence[int] | Iterator[int]) -> int:
    """Return how many of the first weights sum to what is dropped."""
    return next(n for n, sofar in enumerate(accumulate(weights)) if sofar > _DROPPED)
