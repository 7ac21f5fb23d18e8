"""Pearson's statistic of many counts at once: its exact law for few trials, else chi-square's.

Chi-square tails come from mpmath's incomplete gamma function. They are approximations of the
p-value in any case, so that they are not proven.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from oddscalc._exact.bounds import Bounds
from oddscalc._exact.numbers import fixed
from oddscalc._questions.observe.laws import CHI_SQUARE, EXACT, PValue

ENOUGH = 5
"""The least expected count of a cell for chi-square; rarer ones are put together. (W. G. Cochran,
Biometrics 10 (1954) 417-451, allows some with less.)"""

MOST_EXACT_TRIALS = 16
"""Trials up to which the law of the statistic is worked out, if the chances are of one kind."""

_MOST_STATES = 300_000

_FARTHEST = 2_000  # a statistic, beyond its degrees of freedom, whose tail is below _LEAST
_LEAST = Fraction(1, 10**300)
_DIGITS = 30


@dataclass(frozen=True)
class Pearson:
    """The test of all counts at once.

    Args:
        statistic: the sum of (count - expected)**2 / expected.
        degrees: degrees of freedom; 0 where its law is worked out.
        counts: how many counts there are.
        p: the p-value, of so great a statistic or a greater one.
    """

    statistic: Fraction
    degrees: int
    counts: int
    p: PValue


def goodness(counts: Sequence[int], chances: Sequence[Fraction]) -> Pearson | None:
    """Return the test of *counts* against their *chances*; None if it leaves one cell alone.

    >>> goodness([2, 0], [Fraction(1, 2), Fraction(1, 2)]).p.exact
    Fraction(1, 2)
    """
    trials = sum(counts)
    if any(count for count, chance in zip(counts, chances, strict=True) if not chance):
        return Pearson(Fraction(0), 0, 0, PValue.exactly(Fraction(0)))
    cells = [cell for cell in zip(chances, counts, strict=True) if cell[0]]
    if not trials or len(cells) < 2:
        return None
    if _is_small(cells, trials):
        tail = PValue.exactly(_exact_tail(cells))
        return Pearson(_statistic(cells, trials), 0, len(cells), tail)
    left = _pooled(cells, trials)
    if len(left) < 2:
        return None
    statistic, degrees = _statistic(left, trials), len(left) - 1
    return Pearson(statistic, degrees, len(cells), chi_square_tail(statistic, degrees))


def independence(table: Sequence[Sequence[int]]) -> Pearson | None:
    """Return the test whether rows and columns of *table* are independent.

    None if a count is expected to be less than ``ENOUGH``.
    """
    rows = [sum(row) for row in table]
    columns = [sum(column) for column in zip(*table, strict=True)]
    trials = sum(rows)
    if not trials or min(rows) * min(columns) < ENOUGH * trials:
        return None
    terms = (
        Fraction(count * count, rows[i] * columns[j])
        for i, row in enumerate(table)
        for j, count in enumerate(row)
    )
    squares = sum(terms, Fraction(0))
    statistic = trials * (squares - 1)
    degrees = (len(rows) - 1) * (len(columns) - 1)
    return Pearson(statistic, degrees, 0, chi_square_tail(statistic, degrees))


def chi_square_tail(statistic: Fraction, degrees: int, method: str = CHI_SQUARE) -> PValue:
    """Return how often a chi-square variable is as great; of one degree, a squared normal one.

    >>> from oddscalc._exact.numbers import decimal
    >>> decimal(chi_square_tail(Fraction(4), 1).upper, 5)  # beyond two standard deviations
    '0.045500'
    """
    from mpmath import gammainc, mp, mpf

    if statistic > _FARTHEST + 10 * degrees:
        return PValue(Bounds(Fraction(0), _LEAST), method)
    with mp.workdps(_DIGITS):
        half = mpf(statistic.numerator) / statistic.denominator / 2
        tail = mp.mpf(gammainc(mpf(degrees) / 2, half, regularized=True))
        mantissa, exponent = tail.man_exp
        value = min(Fraction(1), Fraction(int(mantissa)) * Fraction(2) ** int(exponent))
    return PValue(Bounds(value, value), method)


def described(tested: Pearson) -> str:
    """Return what was done in a few words."""
    if tested.p.method == EXACT:
        return "Pearson's statistic, its law worked out"
    cells = f"{tested.degrees + 1} of {tested.counts} cells"
    message = cells if tested.counts > tested.degrees + 1 else f"{tested.degrees} degrees"
    return f"chi-square {fixed(tested.statistic, 2)}, {message}"


def _is_small(cells: Sequence[tuple[Fraction, int]], trials: int) -> bool:
    """Return whether the law of the statistic is soon worked out."""
    scale = lcm(*(chance.denominator for chance, _ in cells))
    square = lcm(*(int(chance * scale) for chance, _ in cells))
    return trials <= MOST_EXACT_TRIALS and trials**3 * square <= _MOST_STATES


def _pooled(cells: Sequence[tuple[Fraction, int]], trials: int) -> list[tuple[Fraction, int]]:
    """Return the cells, the rarest put together until each is expected ``ENOUGH`` times.

    Which are put together depends on their chances alone.
    """
    pooled = list[tuple[Fraction, int]]()
    chance, count = Fraction(0), 0
    for more, counted in sorted(cells, key=lambda cell: cell[0]):
        chance, count = chance + more, count + counted
        if chance * trials >= ENOUGH:
            pooled.append((chance, count))
            chance, count = Fraction(0), 0
    if chance and pooled:
        last, had = pooled.pop()
        pooled.append((last + chance, had + count))
    return pooled


def _statistic(cells: Sequence[tuple[Fraction, int]], trials: int) -> Fraction:
    return sum((count * count / chance for chance, count in cells), Fraction(0)) / trials - trials


def _exact_tail(cells: Sequence[tuple[Fraction, int]]) -> Fraction:
    """Return the probability of a statistic as great, over all ways that the trials may fall."""
    trials = sum(count for _, count in cells)
    scale = lcm(*(chance.denominator for chance, _ in cells))
    weights = [int(chance * scale) for chance, _ in cells]
    square = lcm(*weights)
    score = sum(count * count * (square // w) for (_, count), w in zip(cells, weights, strict=True))
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for number, weight in enumerate(weights, start=1):
        after: dict[tuple[int, int], int] = defaultdict(int)
        for (used, total), n in ways.items():
            rest = trials - used
            for count in range(rest if number == len(weights) else 0, rest + 1):
                key = used + count, total + count * count * (square // weight)
                after[key] += n * comb(rest, count) * weight**count
        ways = after
    return Fraction(sum(n for (_, total), n in ways.items() if total >= score), scale**trials)
