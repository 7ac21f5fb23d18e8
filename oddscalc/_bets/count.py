"""Bets on a count: rolls, repeats or pass line wins, until the bet ends."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from oddscalc._bets.automaton import Outcome, Result, State, in_order
from oddscalc._bets.hand import counted, refuse_overlap
from oddscalc._bets.table import COMING_OUT, CrapsTable
from oddscalc._dice.dice import Roll
from oddscalc._dice.rollsets import Rolls, total
from oddscalc.errors import ChainError, NumberError, RangeError

EVERY_ROLL, PASS_WINS, POINTS_MADE = "rolls", "pass-wins", "points-made"
"""What may be counted in place of a set of rolls."""

SEVEN_OUT = "seven-out"
"""What may end a bet in place of a set of rolls: a 7 while the table has a point."""

_BAND = re.compile(r"(\d{1,5})(?:\s*\.\.\s*(\d{1,5})|\s*(\+))?")


@dataclass(frozen=True)
class Band:
    """The counts from *low* to *high* (None: and more), and the outcome they bring."""

    low: int
    high: int | None
    outcome: Outcome


def parse_band(text: str) -> tuple[int, int | None]:
    """Read a band of counts: ``3``, ``16..23``, or ``51+`` for 51 and more.

    Raises:
        NumberError: it is none.

    >>> parse_band("3"), parse_band("16..23"), parse_band("51+")
    ((3, 3), (16, 23), (51, None))
    """
    match = _BAND.fullmatch(text.strip()) if text.isascii() else None
    if match is None:
        raise NumberError(f"{text!r} is no band of counts; write 3, 16..23 or 51+")
    low, high = int(match[1]), int(match[2] or match[1])
    if high < low:
        raise RangeError(f"{text!r}: a band of counts goes upwards")
    return low, None if match[3] else high


def bands_of(results: Mapping[str, Result]) -> tuple[Band, ...]:
    """Return the bands with the result of each, in the order of the counts.

    Raises:
        NumberError: a band that cannot be read.
        ChainError: bands that overlap or leave a count out, or of which the last is not open.

    >>> [str(band.outcome) for band in bands_of({"0..2": "lose", "3": "push", "4+": "win"})]
    ['lose 0..2', 'push 3', 'win 4+']
    """
    bands = sorted(
        (
            Band(*parse_band(text), Outcome(result, text.strip()))
            for text, result in results.items()
        ),
        key=lambda band: band.low,
    )
    for before, after in pairwise(bands):
        name, following = before.outcome.tier, after.outcome.tier
        if before.high is None or before.high >= after.low:
            raise ChainError(
                f"a count of {after.low} is in both bands {name!r} and {following!r}",
                code="overlap",
            )
        if before.high + 1 < after.low:
            raise ChainError(
                f"a count of {before.high + 1} is in no band: {name!r} is followed by {following!r}"
            )
    if bands[-1].high is not None:
        last = bands[-1].outcome.tier
        raise ChainError(f"the last band {last!r} must be open, like '{bands[-1].low}+'")
    return tuple(bands)


def bands_up_to(times: int, win_at: int) -> tuple[Band, ...]:
    """Return one band for each count up to *times*, of which those from *win_at* win."""
    return tuple(
        Band(count, None if count == times else count, counted(count, win_at, times))
        for count in range(times + 1)
    )


@dataclass(frozen=True)
class Repeat:
    """Decided by the band in which the count lies when the bet ends.

    The last band is open: it decides as soon as it is reached.

    Args:
        count: the rolls that count; or ``rolls``, all of them, that which ends the bet too; or
            ``pass-wins``, naturals on the come-out and points made; or ``points-made``.
        until: the rolls that end the bet, or ``seven-out``; none if only the count ends it.
        bands: every count from the least one, in order.
        table: the table, where it matters.

    Raises:
        ChainError: a roll both counts and ends the bet, or the least count is in no band.
    """

    count: Rolls | str
    until: Rolls | str
    bands: tuple[Band, ...]
    table: CrapsTable = field(default_factory=CrapsTable)

    def __post_init__(self) -> None:
        if self.count in (PASS_WINS, POINTS_MADE) and self.until != SEVEN_OUT:
            raise ChainError(f"'{self.count}' can be counted until the '{SEVEN_OUT}' only")
        if not isinstance(self.count, str):
            refuse_overlap(self.count, total(7) if isinstance(self.until, str) else self.until)
        if self.bands[0].low > self._least:
            raise ChainError(f"a count of {self._least} is in no band")

    @property
    def _least(self) -> int:
        """The least count with which the bet can end, placed before a come-out."""
        if self.count != EVERY_ROLL:
            return 0
        return 2 if self.until == SEVEN_OUT else 1

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """One outcome for each band, wins first; only the last if nothing but the count ends it."""
        bands = self.bands if self.until else self.bands[-1:]
        return in_order(band.outcome for band in bands)

    def start(self, point: int | None) -> State:
        """Return a count of 0, with the table on *point* where that matters."""
        return 0, point if self.until == SEVEN_OUT else COMING_OUT

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return the count and the table's point, or the outcome."""
        count, point = state
        count += self._counts(point, roll)
        if self._ends(point, roll) or count >= self.bands[-1].low:
            return self._outcome(count)
        return count, self.table.after(point, roll) if self.until == SEVEN_OUT else point

    def effect(self, roll: Roll) -> Hashable:
        """Return what *roll* does to the count, and its total where the table matters."""
        counted_roll = roll in self.count if not isinstance(self.count, str) else None
        if isinstance(self.until, str):
            return counted_roll, sum(roll)
        return counted_roll, roll in self.until

    def describe(self, state: State) -> str:
        """Return the count, and the table's state where it matters."""
        count, point = state
        counted_so_far = f"{count} of {self.bands[-1].low} counted"
        if self.until != SEVEN_OUT:
            return counted_so_far
        table = "come-out" if point is COMING_OUT else f"point {point}"
        return f"{table}, {counted_so_far}"

    def _counts(self, point: int | None, roll: Roll) -> bool:
        if not isinstance(self.count, str):
            return roll in self.count
        if self.count == EVERY_ROLL:
            return True
        if point is COMING_OUT:
            return self.count == PASS_WINS and sum(roll) in (7, 11)
        return sum(roll) == point

    def _ends(self, point: int | None, roll: Roll) -> bool:
        if isinstance(self.until, str):
            return self.table.seven_out(point, roll)
        return roll in self.until

    def _outcome(self, count: int) -> Outcome:
        index = bisect_right(self._lows, count) - 1
        if index < 0:
            raise ChainError(f"a count of {count} is in no band")
        return self.bands[index].outcome

    @cached_property
    def _lows(self) -> list[int]:
        return [band.low for band in self.bands]
