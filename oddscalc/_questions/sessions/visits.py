"""How often a walk between two barriers stands on each level: a recurrence in integers.

The visits x of the levels 0, 1, ... solve x(k) = b(k) + sum over steps j of p(j) x(k - j), where b
is what starts there and x is 0 beyond the barriers. Solved for its highest term, this is a
recurrence from the lowest level upwards. It begins with as many unknown visits as units can be
lost at once, mostly one, and that the levels beyond the upper barrier are never stood on gives
as many equations for them. Visits are kept as linear forms in the unknowns until a sum of them is
asked for: a walk of thousands of levels takes a fraction of a second, where the elimination of
its states takes up to minutes.

Source of the equations: Feller, An Introduction to Probability Theory and Its Applications,
volume 1, chapter XIV, on the ruin of gamblers in generalised one-dimensional walks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

Form = list[int]
"""The coefficients of a linear form."""


@dataclass(frozen=True)
class Visits:
    """One rational number for each level 0, 1, ..., as linear forms in a few integers.

    The number of level k is the form k at *values*, over ``over * base**powers[k]``.
    """

    forms: Sequence[Form]
    powers: Sequence[int]
    base: int
    values: Sequence[int]
    over: int

    def total(self, weights: Mapping[int, int] | None = None) -> tuple[int, int]:
        """Return a sum over levels, each times its weight, as n and p: n / (over * base**p).

        Args:
            weights: the integer weights of some levels; without, all levels count once.
        """
        form, power = [0] * len(self.values), 0
        for level, weight in (weights or dict.fromkeys(range(len(self.forms)), 1)).items():
            here = self.powers[level]
            if here > power:
                form = [number * self.base ** (here - power) for number in form]
                power = here
            scale = weight * self.base ** (power - here)
            form = [x + scale * y for x, y in zip(form, self.forms[level], strict=True)]
        return _at(form, self.values), power

    def fraction(self, weights: Mapping[int, int] | None = None) -> Fraction:
        """Return the sum of ``total`` as a fraction."""
        number, power = self.total(weights)
        return Fraction(number, self.over * self.base**power)


@dataclass(frozen=True)
class LevelSteps:
    """How a walk steps from level to level.

    Args:
        ways: the integer weight of each step between two levels.
        whole: the sum of all weights, those of steps that leave from anywhere included.
    """

    ways: Mapping[int, int]
    whole: int

    @property
    def down(self) -> int:
        """The most levels that a step goes down: as many visits are unknown at first."""
        return max(0, *(-step for step in self.ways)) if self.ways else 0

    @property
    def base(self) -> int:
        """What the recurrence divides by."""
        return self.ways[-self.down] if self.down else self.whole - self.ways.get(0, 0)


def power(steps: LevelSteps, size: int) -> int:
    """Return the greatest power of the base that the visits of *size* levels are over."""
    down = steps.down
    powers = [0] * down
    others = [step for step in steps.ways if step not in (0, -down)]
    for level in range(size):
        known = [powers[level - step] for step in others if step <= level]
        if down:
            known.append(powers[level])
        powers.append(1 + max(known, default=0))
    return powers[-1]


def start(level: int, size: int, steps: LevelSteps) -> Visits:
    """Return what a walk by *steps* on *size* levels starts with: one visit of *level*."""
    forms = [[int(k == level)] for k in range(size)]
    return Visits(forms, [0] * size, steps.base, [1], 1)


def visits(steps: LevelSteps, source: Visits) -> Visits:
    """Return how often a walk by *steps* stands on each level, expected.

    With visits as the *source*, each counts as many times as there were visits before it and
    with it: then the total is the expectation of N (N + 1) / 2 for a walk of N steps.

    Args:
        steps: how the walk steps; it must leave from every level in the end.
        source: how much of the walk starts on each level.

    >>> fair = LevelSteps({-1: 1, 1: 1}, 2)
    >>> once = visits(fair, start(1, 3, fair))
    >>> [once.fraction({level: 1}) for level in range(3)]
    [Fraction(1, 1), Fraction(2, 1), Fraction(1, 1)]
    >>> visits(fair, once).fraction()  # N is 2, 4, 6, ... with 1/2, 1/4, 1/8, ...
    Fraction(14, 1)
    """
    down, size = steps.down, len(source.forms)
    forms, powers = _recurrence(steps, source)
    unknown, scale = _solved(
        [[*form[:down], _at(form[down:], source.values)] for form in forms[size:]]
    )
    values = [*unknown, *(scale * value for value in source.values)]
    return Visits(forms[:size], powers[:size], source.base, values, scale * source.over)


def _at(form: Sequence[int], values: Sequence[int]) -> int:
    return sum(x * value for x, value in zip(form, values, strict=True))


def _recurrence(steps: LevelSteps, source: Visits) -> tuple[list[Form], list[int]]:
    """Return the visits as forms in those of the lowest levels and the values of the source.

    They go on for as many levels beyond the upper barrier as there are unknown visits.
    """
    down, base = steps.down, source.base
    sign = -1 if down else 1  # of the equation, so that what is divided by is above 0
    known = {step: sign * ways for step, ways in steps.ways.items()}
    known[0] = sign * (steps.ways.get(0, 0) - steps.whole)
    del known[-down]
    columns = range(down, down + len(source.values))
    forms = [[int(i == k) for i in range(columns.stop)] for k in range(down)]
    powers = [0] * down
    for level, given in enumerate(source.forms):
        terms = [(level - step, weight) for step, weight in known.items() if step <= level]
        power = max(source.powers[level], *(powers[before] for before, _ in terms), 0)
        form = [0] * columns.stop
        for before, weight in terms:
            scale = weight * base ** (power - powers[before])
            for column, number in enumerate(forms[before]):
                if number:
                    form[column] += scale * number
        scale = sign * steps.whole * base ** (power - source.powers[level])
        for column, number in zip(columns, given, strict=True):
            form[column] += scale * number
        forms.append(form)
        powers.append(power + 1)
    return forms, powers


def _solved(equations: Sequence[Form]) -> tuple[Form, int]:
    """Return the unknowns at which the forms, the constant last, are 0.

    Eliminated by Gauss, all in integers. What the numbers of a row have in common is divided out
    at once: it is most of their length.

    Returns:
        Integers, and what all of them are to be divided by, which is above 0.
    """
    rows = list(equations)
    for column in range(len(rows)):
        chosen = next(n for n in range(column, len(rows)) if rows[n][column])
        rows[column], rows[chosen] = rows[chosen], rows[column]
        pivot = rows[column] = _primitive(rows[column])
        for number in range(column + 1, len(rows)):
            row = rows[number]
            common = gcd(pivot[column], row[column])
            ours, theirs = pivot[column] // common, row[column] // common
            rows[number] = _primitive(
                [ours * x - theirs * y for x, y in zip(row, pivot, strict=True)]
            )
    unknown, over = [0] * len(rows), 1
    for column in reversed(range(len(rows))):
        row = rows[column]
        rest = -row[-1] * over - _at(row[:-1], unknown)
        common = gcd(rest, row[column])
        scale = row[column] // common
        unknown = [scale * value for value in unknown]
        unknown[column] = rest // common
        over *= scale
    sign = 1 if over > 0 else -1
    return [sign * value for value in unknown], sign * over


def _primitive(row: Form) -> Form:
    common = gcd(*row)
    return [number // common for number in row] if common > 1 else row
