"""A bet beside the table, which goes on when the bet is decided."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from oddscalc._bets.automaton import Automaton, Outcome, State
from oddscalc._bets.table import COMING_OUT, CrapsTable
from oddscalc._dice.dice import Roll


@dataclass(frozen=True)
class Beside:
    """A bet whose outcomes say where the table stands when it is decided.

    An outcome has the table's point as its tier, none at a come-out, and the bet's outcome as its
    only part.
    """

    bet: Automaton
    table: CrapsTable

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """None are listed beforehand: only some of all combinations can come about."""
        return ()

    def start(self, point: int | None) -> State:
        """Return the bet's start with the table on *point*."""
        return point, self.bet.start(point)

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return where *roll* leads bet and table."""
        point, inner = state
        after, moved = self.bet.step(inner, roll), self.table.after(point, roll)
        if isinstance(after, Outcome):
            return Outcome(after.result, None if moved is COMING_OUT else str(moved), (after,))
        return moved, after

    def effect(self, roll: Roll) -> Hashable:
        """Return what *roll* does to bet and table."""
        return self.bet.effect(roll), self.table.effect(roll)

    def describe(self, state: State) -> str:
        """Return the table's state and the bet's."""
        point, inner = state
        table = "come-out" if point is COMING_OUT else f"point {point}"
        return f"{table}; {self.bet.describe(inner)}"


def table_after(outcome: Outcome) -> int | None:
    """Return the table's point when a bet beside it ended so."""
    return COMING_OUT if outcome.tier is None else int(outcome.tier)


@dataclass(frozen=True)
class Waiting:
    """The table until a bet can be made: it ends when the table stands on one of *places*."""

    table: CrapsTable
    places: frozenset[int | None]
    outcomes: tuple[Outcome, ...] = ()

    def start(self, point: int | None) -> State:
        """Return the table's state."""
        return "come-out" if point is COMING_OUT else point

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return where *roll* leads the table."""
        moved = self.table.after(COMING_OUT if state == "come-out" else state, roll)
        if moved in self.places:
            return Outcome("push", None if moved is COMING_OUT else str(moved))
        return self.start(moved)

    def effect(self, roll: Roll) -> Hashable:
        """Return what *roll* does to the table."""
        return self.table.effect(roll)

    def describe(self, state: State) -> str:
        """Return the table's state."""
        return str(state)
