"""Between which bounds the return lies after many rounds, and how volatile it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from oddscalc._money.netwin import NetWin
from oddscalc._questions.laboratory.longrun import LongRun, long_runs

FIRST, LAST = 3, 7
"""The tens of rounds: from a thousand to ten million."""

CONFIDENCES = {
    Fraction(90, 100): Fraction(1_644_853_627, 10**9),
    Fraction(95, 100): Fraction(1_959_963_985, 10**9),
    Fraction(99, 100): Fraction(2_575_829_304, 10**9),
}
"""How far, in standard deviations, so much of a normal distribution reaches to both sides."""

VOLATILITY = Fraction(90, 100)
"""The confidence of the usual volatility index."""

_ROOT_DIGITS = 30  # of a root in an approximation, which is printed to ten


@dataclass(frozen=True)
class Interval:
    """Where the return lies after so many rounds.

    Args:
        rounds: how many.
        confidence: how much of the probability lies between the bounds, as much again outside of
            each.
        low, high: the net wins that bound it, exactly or nearly.
        exact: whether they are quantiles of the exact distribution, or of a normal one.
        low_return, high_return: the same as returns of each unit of the basis.
    """

    rounds: int
    confidence: Fraction
    low: Fraction
    high: Fraction
    exact: bool
    low_return: Fraction
    high_return: Fraction


def volatility_square(variance: Fraction, basis: Fraction, confidence: Fraction) -> Fraction:
    """Return the square of the volatility index: z times the standard deviation, per basis.

    >>> volatility_square(Fraction(1), Fraction(2), Fraction(9, 10)) * 4 == CONFIDENCES[
    ...     Fraction(9, 10)
    ... ] ** 2
    True
    """
    return CONFIDENCES[confidence] ** 2 * variance / basis**2


def intervals(net_win: NetWin, basis: Fraction) -> list[Interval]:
    """Return the intervals of the return for every number of rounds and every confidence.

    Args:
        net_win: of one round, per unit of flat stake.
        basis: what is expected to be put up in a round, of which the return is a share.
    """
    runs = {run.rounds: run for run in long_runs(net_win, LAST)}
    return [
        _interval(10**tens, confidence, runs.get(10**tens), net_win, basis)
        for tens in range(FIRST, LAST + 1)
        for confidence in CONFIDENCES
    ]


def normal_intervals(mean: Fraction, variance: Fraction, basis: Fraction) -> Iterator[Interval]:
    """Yield the same from a mean and a variance alone, by the normal approximation."""
    for tens in range(FIRST, LAST + 1):
        for confidence in CONFIDENCES:
            yield _normal(10**tens, confidence, mean, variance, basis)


def _interval(
    rounds: int, confidence: Fraction, run: LongRun | None, net_win: NetWin, basis: Fraction
) -> Interval:
    tail = (1 - confidence) / 2
    if run is not None:
        low, high = run.quantile(tail), run.quantile(1 - tail)
        if low is not None and high is not None:
            returns = (1 + net / (rounds * basis) for net in (low, high))
            return Interval(rounds, confidence, low, high, True, *returns)
    return _normal(rounds, confidence, net_win.mean, net_win.variance, basis)


def _normal(
    rounds: int, confidence: Fraction, mean: Fraction, variance: Fraction, basis: Fraction
) -> Interval:
    square = CONFIDENCES[confidence] ** 2 * variance * rounds
    half = Fraction(isqrt(int(square * 100**_ROOT_DIGITS)), 10**_ROOT_DIGITS)
    low, high = rounds * mean - half, rounds * mean + half
    returns = (1 + net / (rounds * basis) for net in (low, high))
    return Interval(rounds, confidence, low, high, False, *returns)
