"""The tests of an observation, corrected for being many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._ask.asked import rate_of
from oddscalc._ask.options import Number
from oddscalc._questions.observe.laws import PValue, binomial
from oddscalc._questions.observe.pearson import Pearson, described
from oddscalc.errors import RangeError

LEVEL = Fraction(1, 100)
"""How often a report of what is as theory says has anything below the level, at most."""


@dataclass(frozen=True)
class HypothesisTest:
    """One thing that was counted, against what theory says of it.

    Args:
        id: what programs call it.
        group: what is tested alike.
        what: what was counted.
        observed: the count or the amount; None of a test of many counts at once.
        expected: its expectation.
        p: the p-value.
        of: how many there were of what was counted among.
        detail: what was done, of a test of many counts at once.
        rounded: whether the expectation is a rounded number.
    """

    id: str
    group: str
    what: str
    observed: Fraction | None
    expected: Fraction | None
    p: PValue
    of: int = 0
    detail: str = ""
    rounded: bool = False


@dataclass(frozen=True)
class Corrected:
    """A test with its p-value corrected for all tests of the report."""

    test: HypothesisTest
    p: Fraction
    below: bool


def holm(p_values: Sequence[Fraction]) -> list[Fraction]:
    """Return p-values corrected for being many, whatever they have to do with each other.

    Source: S. Holm, Scandinavian Journal of Statistics 6 (1979) 65-70.

    >>> [str(p) for p in holm([Fraction(1, 100), Fraction(1, 25), Fraction(3, 100)])]
    ['3/100', '3/50', '3/50']
    """
    ps, most = [Fraction(0)] * len(p_values), Fraction(0)
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        most = max(most, min(Fraction(1), (len(p_values) - rank) * p_values[place]))
        ps[place] = most
    return ps


def corrected(tests: Sequence[HypothesisTest], level: Fraction) -> list[Corrected]:
    """Return *tests* with their corrected p-values, and whether these are below *level*."""
    values = holm([test.p.upper for test in tests])
    return [Corrected(test, p, p < level) for test, p in zip(tests, values, strict=True)]


def counted(
    id_: str, group: str, what: str, count: int, trials: int, chance: Fraction
) -> HypothesisTest:
    """Return the test of a count whose every trial comes true with a *chance*."""
    p = binomial(trials, chance).two_sided(count)
    return HypothesisTest(id_, group, what, Fraction(count), trials * chance, p, trials)


def of_many(id_: str, group: str, what: str, tested: Pearson | None) -> list[HypothesisTest]:
    """Return the test of many counts at once, if there were enough for one."""
    if tested is None:
        return []
    return [HypothesisTest(id_, group, what, None, None, tested.p, 0, described(tested))]


def level_of(given: Number) -> Fraction:
    """Return a level, given as a number or a percentage.

    Raises:
        NumberError: it is none between 0 and 1.

    >>> level_of("1%")
    Fraction(1, 100)
    """
    level = rate_of("the level", given)
    if not 0 < level < 1:
        raise RangeError(f"a level of {given}; it must be between 0 and 1, like 1%")
    return level
