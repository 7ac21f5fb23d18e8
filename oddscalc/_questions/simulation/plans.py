"""A betting plan played hand by hand, held against its exact moments."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from oddscalc._chain.chain import GRAPH_STATES
from oddscalc._chain.duration import moments as rolls_of
from oddscalc._dice.dice import ROLLS, Dice
from oddscalc._questions.plans.moments import PlanMoments
from oddscalc._questions.plans.plan import Plan
from oddscalc._questions.plans.play import Money, Play, Standing
from oddscalc._questions.plans.rewards import explore
from oddscalc._questions.plans.value import JOINT_STATES, value
from oddscalc._questions.simulation.lots import Lots
from oddscalc._questions.simulation.playing import BATCH
from oddscalc._questions.simulation.statistics import normal
from oddscalc._questions.simulation.witness import ALPHA, MOST_GAMES
from oddscalc.errors import ChainError, LimitError, RangeError, RuleError

LARGEST = 2**53
"""Sums of money above this, in the smallest unit that comes up, are not added by machine."""

_OVER, _UNKNOWN = -1, -2
Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class MeanTest:
    """The mean of one quantity over all hands, against the exact one.

    Args:
        name: what it is.
        expected: of one hand, exactly.
        variance: of one hand.
        is_exact: whether *variance* is exact; otherwise it is that of the sample.
        total: over all hands, counted.
        hands: how many.
        z: the difference in standard deviations, a statistic.
        p_value: how often chance alone makes it as large or larger, a statistic.
    """

    name: str
    expected: Fraction
    variance: Fraction
    is_exact: bool
    total: Fraction
    hands: int
    z: float
    p_value: float

    @property
    def mean(self) -> Fraction:
        """The mean of a hand."""
        return self.total / self.hands


@dataclass(frozen=True)
class PlanEvidence:
    """What a simulation says of a plan.

    Args:
        plan: the plan.
        hands: how many hands were played.
        seed: the seed.
        tests: of net win, its variance, rolls and action.
    """

    plan: Plan
    hands: int
    seed: int
    tests: tuple[MeanTest, ...]

    @property
    def agrees(self) -> bool:
        """Whether no test finds fault, all together at the level ``ALPHA``."""
        return all(test.p_value * len(self.tests) >= ALPHA for test in self.tests)


def witness_plan(
    plan: Plan,
    dice: Dice,
    hands: int,
    seed: int,
    limit: int,
    progress: Callable[[int], None] | None = None,
) -> PlanEvidence:
    """Play *plan* over so many hands and hold the means against the exact ones.

    The hands are stepped roll by roll; of the exact road only the rules of the plan are used.

    Raises:
        RangeError: too many hands, or too few for means to be tested.
        RuleError: the plan has bounds only, not exact moments; or does what may not be done.
        ChainError: it has more than *limit* states.
        LimitError: its amounts are too large to be added.

    >>> from oddscalc._questions.plans.load import load
    >>> witness_plan(load("place-68", {}), Dice.fair(), 2_000, seed=1, limit=1_000).agrees
    True
    """
    if not 1_000 <= hands <= MOST_GAMES:
        raise RangeError(f"{hands:,} hands; play 1,000 to {MOST_GAMES:,}")
    if plan.knows_net:
        raise RuleError(f"{plan.id} has proven bounds only; it is not simulated")
    exact, seconds = value(plan, dice, limit), _rolls_variance(plan, dice)
    played = _Hands(Play(plan), dice, limit)
    played.play(np.random.default_rng(seed), hands, progress)
    return PlanEvidence(plan, hands, seed, tuple(_tests(exact, seconds, played, hands)))


def _rolls_variance(plan: Plan, dice: Dice) -> Fraction | None:
    """Return the variance of the rolls of a hand; None of a chain that is not made."""
    try:
        chain = explore(Play(plan), dice, JOINT_STATES).chain()
    except ChainError:
        return None
    return rolls_of(chain).variance if len(chain.states) <= GRAPH_STATES else None


def _tests(
    exact: PlanMoments, rolls_variance: Fraction | None, played: _Hands, hands: int
) -> list[MeanTest]:
    net, decided, pushed, put_up, rolls = (_Sample(column, hands) for column in played.columns())
    about = [
        ("net win", exact.mean, exact.variance, net),
        ("rolls", exact.expected_rolls, rolls_variance, rolls),
        ("put up", exact.put_up, None, put_up),
        ("won or lost", exact.decided, None, decided),
        ("pushed", exact.pushed, None, pushed),
    ]
    tests = [_test(name, expected, known, sample) for name, expected, known, sample in about]
    squares = net.about(exact.mean)
    tests.insert(1, _test("variance of net win", exact.variance, None, squares))
    return tests


class _Sample:
    """The values of one quantity, each with how often it came."""

    def __init__(self, counted: Sequence[tuple[Fraction, int]], hands: int) -> None:
        self.counted, self.hands = counted, hands
        self.total = sum((amount * count for amount, count in counted), Fraction(0))

    @property
    def variance(self) -> Fraction:
        mean = self.total / self.hands
        return self.about(mean).total / self.hands

    def about(self, mean: Fraction) -> _Sample:
        """Return the squares of the differences from *mean*."""
        return _Sample([((tally - mean) ** 2, count) for tally, count in self.counted], self.hands)


def _test(name: str, expected: Fraction, known: Fraction | None, sample: _Sample) -> MeanTest:
    variance = sample.variance if known is None else known
    z, p_value = normal(sample.total, sample.hands * expected, sample.hands * variance)
    return MeanTest(
        name, expected, variance, known is not None, sample.total, sample.hands, z, p_value
    )


class _Hands:
    """Hands played side by side; states are found, and their steps asked, when they come up."""

    def __init__(self, play: Play, dice: Dice, limit: int) -> None:
        self._play, self._dice, self._limit = play, Lots(dice.weights, "rolls"), limit
        first, put_up = play.begin()
        self._states, self._numbers = [first], {first: 0}
        self._put_up = put_up
        self._target = np.full(len(ROLLS), _UNKNOWN, dtype=np.int64)
        self._money = np.zeros((len(ROLLS), 4), dtype=np.int64)
        self._unit = put_up.denominator  # amounts are whole numbers of 1 / unit
        self._counts: list[dict[tuple[int, int], int]] = [{} for _ in range(5)]

    def columns(self) -> list[list[tuple[Fraction, int]]]:
        """Return the values of net win, decided, pushed, put up and rolls, with their counts."""
        return [
            [(Fraction(amount, unit), count) for (amount, unit), count in counts.items()]
            for counts in self._counts
        ]

    def play(
        self, generator: np.random.Generator, hands: int, progress: Callable[[int], None] | None
    ) -> None:
        """Play so many hands."""
        for begun in range(0, hands, BATCH):
            batch = min(BATCH, hands - begun)
            self._batch(generator, batch)
            if progress is not None:
                progress(batch)

    def _batch(self, generator: np.random.Generator, batch: int) -> None:
        standing = np.zeros(batch, dtype=np.int64)
        sums = np.zeros((batch, 4), dtype=np.int64)
        sums[:, 3] = int(self._put_up * self._unit)
        rolls = 0
        while standing.size:
            rolls += 1
            entries = standing * len(ROLLS) + self._dice.draw(generator, standing.size)
            before = self._unit
            self._fill(entries)
            sums = sums * (self._unit // before) + self._money[entries]
            self._refuse_large(sums)
            after = self._target[entries]
            over = after == _OVER
            if over.any():
                self._count(sums[over], rolls)
            standing, sums = after[~over], sums[~over]

    def _fill(self, entries: Numbers) -> None:
        """Find where every one of the *entries* leads."""
        for entry in np.unique(entries[self._target[entries] == _UNKNOWN]).tolist():
            number, roll = divmod(entry, len(ROLLS))
            before, money, events = self._play.roll(self._states[number], ROLLS[roll])
            if "seven-out" in events:
                self._target[entry] = _OVER
            else:
                after, put = self._play.next_decision(before, events)
                money = money._replace(put_up=put)
                self._target[entry] = self._number(after)
            self._enter(entry, money)

    def _number(self, after: Standing) -> int:
        number = self._numbers.setdefault(after, len(self._states))
        if number == len(self._states):
            self._states.append(after)
            if len(self._states) > self._limit:
                raise ChainError(
                    f"more than {self._limit:,} different states came up in play; raise the limit"
                    " (--max-states), or play fewer hands",
                    code="too-many-states",
                )
            if len(self._states) * len(ROLLS) > len(self._target):
                more = np.full_like(self._target, _UNKNOWN)
                self._target = np.concatenate([self._target, more])
                self._money = np.concatenate([self._money, np.zeros_like(self._money)])
        return number

    def _enter(self, entry: int, money: Money) -> None:
        """Write down what a step brings, in a smaller unit where that is needed."""
        unit = lcm(self._unit, *(amount.denominator for amount in money))
        if unit > self._unit:
            self._money *= unit // self._unit
            self._refuse_large(self._money)
            self._unit = unit
        self._money[entry] = [int(amount * self._unit) for amount in money]

    def _refuse_large(self, amounts: Numbers) -> None:
        if amounts.size and max(-int(amounts.min()), int(amounts.max())) > LARGEST:
            raise LimitError(
                f"amounts of over {LARGEST:,} times 1/{self._unit} come up; they are not simulated",
                code="numbers-too-long",
            )

    def _count(self, sums: Numbers, rolls: int) -> None:
        for column in range(4):
            amounts, counts = np.unique(sums[:, column], return_counts=True)
            for amount, count in zip(amounts.tolist(), counts.tolist(), strict=True):
                self._add(column, (amount, self._unit), count)
        self._add(4, (rolls, 1), len(sums))

    def _add(self, column: int, key: tuple[int, int], count: int) -> None:
        counts = self._counts[column]
        counts[key] = counts.get(key, 0) + count
