"""Tests of counts against an exact distribution. Their results are statistics, and floats.

What they start from is exact. SciPy gives the tails of the distributions: incomplete beta and
gamma functions for billions of games are better left to a library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, inf

from scipy import special

ENOUGH = 25
"""Expected counts below this are pooled for chi-square, whose tail is wrong for small ones."""


@dataclass(frozen=True)
class ChiSquare:
    """Pearson's test of all counts at once.

    Args:
        statistic: the sum of (count - expected)**2 / expected.
        degrees: degrees of freedom, the cells less one.
        p_value: how often chance alone makes the statistic as large or larger.
        pooled: how many outcomes make up the cell of the rare ones; 0 if there is none.
    """

    statistic: float
    degrees: int
    p_value: float
    pooled: int


def chi_square(cells: Sequence[tuple[Fraction, int]]) -> ChiSquare | None:
    """Return the test of the *cells*, each an expected count and a count.

    Cells that are expected fewer than ``ENOUGH`` times make one; if that is still too small, the
    next rarest join it. Cells that are never expected do not count, unless they were counted: that
    no chance explains. None if only one cell is left, which proves nothing.

    Source: K. Pearson, Philosophical Magazine 50 (1900) 157-175.

    >>> tested = chi_square([(Fraction(50), 60), (Fraction(50), 40)])
    >>> tested.statistic, tested.degrees, round(tested.p_value, 6)
    (4.0, 1, 0.0455)
    """
    ordered = sorted(cell for cell in cells if cell[0])
    pooled = sum(expected < ENOUGH for expected, _ in ordered)
    while pooled and pooled < len(ordered) and _sum(ordered[:pooled])[0] < ENOUGH:
        pooled += 1
    left = [*([_sum(ordered[:pooled])] if pooled else []), *ordered[pooled:]]
    if any(count for expected, count in cells if not expected):
        return ChiSquare(inf, len(left), 0.0, pooled)
    if len(left) < 2:
        return None
    statistic = fsum(float((count - expected) ** 2 / expected) for expected, count in left)
    degrees = len(left) - 1
    return ChiSquare(statistic, degrees, float(special.chdtrc(degrees, statistic)), pooled)


def _sum(cells: Sequence[tuple[Fraction, int]]) -> tuple[Fraction, int]:
    return sum((expected for expected, _ in cells), Fraction(0)), sum(count for _, count in cells)


def interval(count: int, games: int, alpha: float) -> tuple[float, float]:
    """Return the exact interval for a probability of which *count* of *games* came true.

    It misses the probability in at most *alpha* of all runs, half of that on either side.

    Source: C. J. Clopper and E. S. Pearson, Biometrika 26 (1934) 404-413.

    >>> low, high = interval(0, 100, 0.05)
    >>> low, round(high, 6)  # 1 - 0.025 ** (1 / 100)
    (0.0, 0.036217)
    """
    low = special.betaincinv(count, games - count + 1, alpha / 2) if count else 0.0
    high = special.betainccinv(count + 1, games - count, alpha / 2) if count < games else 1.0
    return float(low), float(high)


def normal(total: int | Fraction, expected: Fraction, variance: Fraction) -> tuple[float, float]:
    """Return how many standard deviations a sum is from its expectation, and the p-value of that.

    Args:
        total: the sum, which is about normal.
        expected: its expectation.
        variance: its variance; 0 if it cannot be anything else.

    >>> z, p_value = normal(120, Fraction(100), Fraction(100))
    >>> z, round(p_value, 6)
    (2.0, 0.0455)
    """
    difference = total - expected
    if not variance:
        return (0.0, 1.0) if not difference else (inf, 0.0)
    square = float(difference**2 / variance)
    z = square**0.5 if difference >= 0 else -(square**0.5)
    return z, float(special.erfc((square / 2) ** 0.5))
