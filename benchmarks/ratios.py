"""Ratios between times, some of which are only known to be larger than a bound."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import log
from statistics import linear_regression

from benchmarks.results import Grown, Pair


@dataclass(frozen=True, order=True)
class Ratio:
    """How many times as long a peer takes.

    Args:
        value: the ratio, or a number that it exceeds.
        bound: whether it is the latter.
    """

    value: float
    bound: bool = False

    def __str__(self) -> str:
        digits = 2 if self.value < 1 else 1 if self.value < 100 else 0
        return f"{'>' if self.bound else ''}{self.value:,.{digits}f}x"

    def reaches(self, goal: float) -> bool | None:
        """Return whether it is *goal* or more; None if that is open."""
        return True if self.value >= goal else None if self.bound else False


def ratio(pairs: Iterable[Pair], problem: str, peer: str, *, loading: bool) -> Ratio | None:
    """Return the ratio of a peer in its quickest way; None if it was not tried.

    Args:
        pairs: what was measured.
        problem: the key of the problem.
        peer: the peer, without its way.
        loading: whether its time to read the chain counts.
    """
    known, bounds = list[float](), list[float]()
    for pair in pairs:
        if pair.problem == problem and pair.peer.split(":")[0] == peer:
            if pair.solve is not None and pair.load is not None:
                known.append((pair.solve + pair.load * loading) / pair.ours)
            elif pair.limit:
                bounds.append(pair.limit / pair.ours)
    if known:
        return Ratio(min(known))
    return Ratio(min(bounds), bound=True) if bounds else None


def exponent(points: Iterable[tuple[float, float]]) -> float:
    """Return the slope of a line through the points on logarithmic scales: 1 is linear growth."""
    scaled = [(log(x), log(y)) for x, y in points]
    return linear_regression(*zip(*scaled, strict=True)).slope


def growth_in_edges(grown: Iterable[Grown], family: str) -> float | None:
    """Return the exponent with which a family's time grows with its edges; None if unknown."""
    return _growth([(one.edges, one.seconds) for one in grown if one.family == family])


def growth_in_digits(grown: Iterable[Grown], family: str) -> float | None:
    """Return the exponent with which time grows with states times the length of the numbers."""
    return _growth([(one.states * one.bits, one.seconds) for one in grown if one.family == family])


def _growth(points: list[tuple[int, float]]) -> float | None:
    """Return the exponent over the largest sizes, where the work is all that counts."""
    return exponent(points[-LARGEST:]) if len(points) >= LARGEST else None


LARGEST = 3
"""How many of the largest sizes tell how a family grows."""
