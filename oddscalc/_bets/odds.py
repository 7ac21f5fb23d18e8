"""A line bet with odds: the line bet told apart by point, beside the table for come odds."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from oddscalc._bets.automaton import Outcome, State
from oddscalc._bets.line import COME_OUT, FIRST_ROLL, Line
from oddscalc._bets.table import COMING_OUT, CrapsTable
from oddscalc._dice.dice import Roll

OFF = " off"  # after the point: the odds were off, and came back undecided


@dataclass(frozen=True)
class WithOdds:
    """A line bet whose outcomes say on which point they came about.

    Args:
        line: the flat bet.
        table: for odds that are off on come-out rolls, the table; None if they always work.
    """

    line: Line
    table: CrapsTable | None = None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Wins and losses on the first roll and on each point, returned odds told apart."""
        ended = []
        for outcome in self.line.outcomes:
            if outcome.result == "push":
                ended.append(outcome)
                continue
            if outcome in self.line.first.values():
                ended.append(Outcome(outcome.result, FIRST_ROLL))
            for point in self.line.points:
                ended.append(Outcome(outcome.result, str(point)))
                if self.table:
                    ended.append(Outcome(outcome.result, f"{point}{OFF}"))
        return tuple(ended)

    def start(self, point: int | None) -> State:
        """Return the flat bet's start with the table on *point*."""
        return (point if self.table else COMING_OUT), self.line.start(point)

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return where *roll* leads flat bet and table."""
        point, inner = state
        after = self.line.step(inner, roll)
        if not isinstance(after, Outcome):
            return (self.table.after(point, roll) if self.table else COMING_OUT), after
        if after.result == "push":
            return after
        if inner == COME_OUT:
            return Outcome(after.result, FIRST_ROLL)
        off = OFF if self.table and point is COMING_OUT else ""
        return Outcome(after.result, f"{inner}{off}")

    def point_of_state(self, state: State) -> int | None:
        """Return the point on which odds are up in *state*; None before there is one."""
        _, inner = state
        return None if inner == COME_OUT else int(inner)

    def effect(self, roll: Roll) -> Hashable:
        """Return what *roll* does to the flat bet, which tells apart what the table does."""
        return self.line.effect(roll)

    def describe(self, state: State) -> str:
        """Return the flat bet's state, and the table's where it matters."""
        point, inner = state
        flat = self.line.describe(inner)
        if self.table is None:
            return flat
        return f"bet {flat}, table {'come-out' if point is COMING_OUT else f'point {point}'}"


def point_of(outcome: Outcome) -> int | None:
    """Return the point on which *outcome* of a bet with odds came about; None if on none."""
    tier = (outcome.tier or FIRST_ROLL).removesuffix(OFF)
    return None if tier == FIRST_ROLL else int(tier)


def odds_returned(outcome: Outcome) -> bool:
    """Return whether the odds came back undecided."""
    return (outcome.tier or "").endswith(OFF)
