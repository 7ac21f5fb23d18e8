"""Bets on the best of several milestones: the same point made four times, a total thrown thrice."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from oddscalc._bets.automaton import LOSE, WIN, Outcome, State
from oddscalc._bets.hand import refuse_overlap
from oddscalc._bets.table import COMING_OUT, CrapsTable
from oddscalc._dice.dice import Roll
from oddscalc._dice.rollsets import Rolls, describe, parse_rolls, total
from oddscalc.errors import ChainError, NumberError

MOST_SETS = 40
"""Sets of rolls that one bet may count."""

_MILESTONE = re.compile(r"(.+) x(\d{1,4})")


@dataclass(frozen=True)
class Milestone:
    """Reached once one of several sets of rolls has come so many times, each counted by itself."""

    sets: tuple[Rolls, ...]
    times: int


def parse_milestone(text: str) -> Milestone:
    """Read ``4 or 10 x3``: one of these, three times.

    Raises:
        NumberError: it is no milestone.

    >>> parse_milestone("2 or 12 x3").times
    3
    """
    match = _MILESTONE.fullmatch(text.strip().lower()) if text.isascii() else None
    if match is None or int(match[2]) == 0:
        raise NumberError(f"{text!r} is no milestone; write for example '4 or 10 x3'")
    return Milestone(tuple(parse_rolls(item) for item in match[1].split(" or ")), int(match[2]))


@dataclass(frozen=True)
class Milestones:
    """Counts sets of rolls, each by itself; the best milestone reached decides at the end.

    Decided at once when the best of all is reached.

    Args:
        ranks: for each winning outcome, the best first, the count that each set of rolls needs.
        until: the rolls that end the bet, or ``seven-out``; none if it goes on until it is won.
        points: whether only points made count, instead of all rolls.
        table: the table, where it matters.

    Raises:
        ChainError: a roll both counts and ends the bet, a set is no point, or a milestone can
            never be the best one reached.
    """

    ranks: tuple[tuple[Outcome, Mapping[Rolls, int]], ...]
    until: Rolls | str
    points: bool
    table: CrapsTable = field(default_factory=CrapsTable)

    @classmethod
    def best_of(cls, texts: Sequence[str], until: Rolls | str, points: bool) -> Milestones:
        """Return the bet that pays the best milestone reached; *texts* name the best first."""
        read = [(text, parse_milestone(text)) for text in texts]
        ranks = [
            (Outcome("win", text.strip()), dict.fromkeys(path.sets, path.times))
            for text, path in read
        ]
        return cls(tuple(ranks), until, points)

    @classmethod
    def first_of(cls, texts: Sequence[str], until: Rolls | str, points: bool) -> Milestones:
        """Return the bet that wins once any of *texts* is reached."""
        needs: dict[Rolls, int] = {}
        for milestone in map(parse_milestone, texts):
            for rolls in milestone.sets:
                if rolls in needs:
                    raise ChainError(f"{describe(rolls)} is named twice")
                needs[rolls] = milestone.times
        return cls(((WIN, needs),), until, points)

    def __post_init__(self) -> None:
        if len(self._sets) > MOST_SETS:
            raise ChainError(
                f"{len(self._sets)} sets of rolls to count; {MOST_SETS} at most", code="too-much"
            )
        for rolls in self._sets:
            if not self.points:
                refuse_overlap(rolls, total(7) if isinstance(self.until, str) else self.until)
            elif rolls not in [total(point) for point in self.table.points]:
                raise ChainError(f"{describe(rolls)} is no point that can be made")
        enough: dict[Rolls, int] = {}
        for outcome, needs in self.ranks:
            if all(rolls in enough and enough[rolls] <= times for rolls, times in needs.items()):
                raise ChainError(
                    f"{outcome.tier!r} can never be the best milestone reached: a better one is"
                    " reached first",
                    code="impossible",
                )
            for rolls, times in needs.items():
                enough[rolls] = min(times, enough.get(rolls, times))

    @cached_property
    def _sets(self) -> tuple[Rolls, ...]:
        return tuple(dict.fromkeys(rolls for _, needs in self.ranks for rolls in needs))

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The milestones, the best first, and the loss where none is reached and it ends."""
        reached = tuple(outcome for outcome, _ in self.ranks)
        return (*reached, LOSE) if self.until else reached

    @property
    def _follows_table(self) -> bool:
        return self.points or isinstance(self.until, str)

    def start(self, point: int | None) -> State:
        """Return the state in which nothing has been counted."""
        counts = (0,) * len(self._sets)
        return len(self.ranks), counts, point if self._follows_table else COMING_OUT

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return the best milestone so far, the counts and the table's point; or the outcome."""
        best, counts, point = state
        if self._ends(point, roll):
            return self.outcomes[best]
        if not self.points or sum(roll) == point:
            best, counts = self._counted(best, counts, roll)
            if best == 0:
                return self.outcomes[0]
        return best, counts, self.table.after(point, roll) if self._follows_table else point

    def effect(self, roll: Roll) -> Hashable:
        """Return the sets that *roll* is in, and what it does to the table where that matters."""
        sets = tuple(roll in rolls for rolls in self._sets)
        until = roll in self.until if not isinstance(self.until, str) else None
        return sets, until, self.table.effect(roll) if self._follows_table else None

    def describe(self, state: State) -> str:
        """Return the table's state where it matters, the counts that still do, the best so far."""
        best, counts, point = state
        table = "come-out, " if point is COMING_OUT else f"point {point}, "
        shown = [
            f"{describe(rolls)} x{count}"
            for rolls, count in zip(self._sets, counts, strict=True)
            if count
        ]
        reached = f"; reached {self.outcomes[best].tier}" if best < len(self.ranks) else ""
        return f"{table if self._follows_table else ''}{', '.join(shown) or 'none'}{reached}"

    def _ends(self, point: int | None, roll: Roll) -> bool:
        if isinstance(self.until, str):
            return self.table.seven_out(point, roll)
        return roll in self.until

    def _counted(
        self, best: int, counts: tuple[int, ...], roll: Roll
    ) -> tuple[int, tuple[int, ...]]:
        """Return the best milestone and the counts after *roll* has been counted.

        A count that can lead to no better milestone any more is put back to 0.
        """
        after = {rolls: n + (roll in rolls) for rolls, n in zip(self._sets, counts, strict=True)}
        for rank, (_, needs) in enumerate(self.ranks[:best]):
            if any(after[rolls] >= times for rolls, times in needs.items()):
                best = rank
                break
        useful = {rolls for _, needs in self.ranks[:best] for rolls in needs}
        return best, tuple(n if rolls in useful else 0 for rolls, n in after.items())
