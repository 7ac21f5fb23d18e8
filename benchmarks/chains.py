"""The chains that are measured: how a roll leads on, explored into ``Rows``.

They are built here from the dice alone, not from the program's own bets, so that every solver
gets the same numbers and the builders can be checked against the bets.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from oddscalc._chain.rows import Rows

TOTALS = {total: 6 - abs(total - 7) for total in range(2, 13)}
"""The ways of each total of two dice, of 36."""

NUMBERS = {total: TOTALS[total] for total in (4, 5, 6, 8, 9, 10)}
"""The numbers that can be a point, with their ways."""

SMALL, TALL = frozenset(range(2, 7)), frozenset(range(8, 13))

State = Any
Steps = Iterator[tuple[Hashable, int]]
"""Where one roll can lead, with the ways; the same place may come more than once."""


@dataclass(frozen=True)
class End:
    """Where a chain is absorbed."""

    name: str


@dataclass(frozen=True)
class Problem:
    """A chain to be solved.

    Args:
        key: its short name.
        title: what it is.
        family: problems of one family come from small to large; a solver that fails on one is
            not tried on the next.
        start: the state in which it starts.
        step: where one roll leads from a state.
    """

    key: str
    title: str
    family: str
    start: State
    step: Callable[[State], Steps]

    def rows(self) -> Rows:
        """Return the chain."""
        return explored(self.start, self.step)


def explored(start: State, step: Callable[[State], Steps]) -> Rows:
    """Return the chain that *step* spans from *start*; its ends in the order they are found."""
    numbers, states, found = {start: 0}, [start], list[dict[Hashable, int]]()
    ends: dict[Hashable, int] = {}
    for state in states:  # grows while it is walked
        row: dict[Hashable, int] = {}
        for after, ways in step(state):
            row[after] = row.get(after, 0) + ways
        for after in row:
            if isinstance(after, End):
                ends.setdefault(after, len(ends))
            elif after not in numbers:
                numbers[after] = len(states)
                states.append(after)
        found.append(row)
    numbers |= {end: len(states) + number for end, number in ends.items()}
    targets = [tuple(numbers[after] for after in row) for row in found]
    shared: dict[tuple[int, ...], tuple[int, ...]] = {}
    weights = [shared.setdefault(one, one) for one in (tuple(row.values()) for row in found)]
    return Rows(targets, weights, [(0, 1)], len(ends))


def line(point: int, total: int) -> tuple[int, int]:
    """Return what a line bet with its *point* (0: none) gains on *total*, and its point then."""
    if point:
        return (1, 0) if total == point else (-1, 0) if total == 7 else (0, point)
    if total in (7, 11):
        return 1, 0
    return (-1, 0) if total in (2, 3, 12) else (0, total)


def pass_line(point: int) -> Steps:
    """One bet on the pass line."""
    for total, ways in TOTALS.items():
        gain, after = line(point, total)
        yield (End("win" if gain > 0 else "lose") if gain else after), ways


def fire(state: tuple[frozenset[int], int]) -> Steps:
    """The different points a shooter makes, seven ends; the state: points made, point."""
    made, point = state
    for total, ways in TOTALS.items():
        if point and total == 7:
            yield End(f"{len(made)} points"), ways
        elif point and total == point:
            more = made | {point}
            yield (End("6 points") if len(more) == 6 else (more, 0)), ways
        elif not point and total in NUMBERS:
            yield (made, total), ways
        else:
            yield state, ways


def small_tall_all(thrown: frozenset[int]) -> Steps:
    """Small, tall and all jointly: the numbers thrown before a 7."""
    for total, ways in TOTALS.items():
        if total == 7:
            yield End(f"small {thrown >= SMALL}, tall {thrown >= TALL}"), ways
        elif len(thrown | {total}) == 10:
            yield End("all"), ways
        else:
            yield thrown | {total}, ways


def counting(
    counts: tuple[int, ...], *, needed: tuple[int, ...], fresh: Callable[[int, int], int]
) -> Steps:
    """Count up to six numbers until a 7; the ends are how many have come to what is *needed*.

    Args:
        counts: the count of each number.
        needed: the count at which each is complete.
        fresh: the ways in which the number of an index adds to its count.
    """
    staying = 36 - TOTALS[7]
    for index, count in enumerate(counts):
        if count < needed[index]:
            more = (*counts[:index], count + 1, *counts[index + 1 :])
            ways = fresh(index, count)
            staying -= ways
            yield (End("6 complete") if more == needed else more), ways
    yield counts, staying
    complete = sum(map(int.__eq__, counts, needed))
    yield End(f"{complete} complete"), TOTALS[7]


WAYS = tuple(NUMBERS.values())

hot_roller = partial(counting, needed=WAYS, fresh=lambda index, count: WAYS[index] - count)
"""Every ordered throw of six numbers; of those of one number, how many have been thrown."""

REPEATS = (4, 5, 6, 6, 5, 4)

six_repeaters = partial(counting, needed=REPEATS, fresh=lambda index, count: WAYS[index])
"""The repeater bets of six numbers: 4 four times, 5 five times and so on, before a 7."""


def bankroll(state: tuple[int, int], *, goal: int) -> Steps:
    """A bankroll in units on the pass line until it is gone or the *goal* is reached."""
    money, point = state
    for total, ways in TOTALS.items():
        gain, after = line(point, total)
        yield _staked(money + gain, (after,), goal), ways


def pass_and_come(state: tuple[int, int, int | None], *, goal: int) -> Steps:
    """A bankroll on the pass line with one come bet always up; None: there can be none yet."""
    money, point, come = state
    for total, ways in TOTALS.items():
        gain, point_after = line(point, total)
        more, come_after = line(come, total) if come is not None else (0, 0)
        up = come_after if come_after or point_after else None
        yield _staked(money + gain + more, (point_after, up), goal), ways


def _staked(money: int, bets: tuple[int | None, ...], goal: int) -> Hashable:
    if money <= 0:
        return End("ruin")
    return End("goal") if money >= goal else (money, *bets)


def bankroll_problem(goal: int) -> Problem:
    """Return the bankroll that starts halfway to its *goal*."""
    return Problem(
        f"bankroll-{goal}",
        f"bankroll 0..{goal:,}",
        "bankroll",
        (goal // 2, 0),
        partial(bankroll, goal=goal),
    )


def _come_problem(goal: int) -> Problem:
    return Problem(
        f"come-{goal}",
        f"pass + come 0..{goal}",
        "come",
        (goal // 2, 0, None),
        partial(pass_and_come, goal=goal),
    )


PROBLEMS = {
    problem.key: problem
    for problem in (
        Problem("pass", "pass line", "line", 0, pass_line),
        Problem("fire", "fire, seven ends", "fire", (frozenset(), 0), fire),
        Problem("small-tall-all", "small/tall/all", "counting", frozenset(), small_tall_all),
        Problem("hot-roller", "ordered hot roller", "counting", (0,) * 6, hot_roller),
        Problem("repeaters", "six repeaters", "counting", (0,) * 6, six_repeaters),
        *map(bankroll_problem, (200, 1000, 5000)),
        *map(_come_problem, (20, 40)),
    )
}
"""The chains that are measured against other solvers."""
