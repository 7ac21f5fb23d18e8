"""Several bets on the same rolls, each on its own."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from oddscalc._bets.automaton import Automaton, Outcome, State
from oddscalc._bets.odds import OFF, WithOdds
from oddscalc._dice.dice import Roll

TAKEN_DOWN = Outcome("push", "undecided")
"""A bet that was still undecided when all were taken down."""


def _taken_down(part: Automaton, before: State) -> Outcome:
    """Return how *part* ends that is undecided after a roll; odds that were up come back too."""
    point = part.point_of_state(before) if isinstance(part, WithOdds) else None
    return TAKEN_DOWN if point is None else Outcome("push", f"{point}{OFF}")


@dataclass(frozen=True)
class Together:
    """The product of bets, whose outcome is the tuple of theirs.

    Args:
        parts: the bets.
        one_roll: whether what is undecided after one roll is taken down; otherwise all bets are
            played until they are decided, none is made again.
    """

    parts: tuple[Automaton, ...]
    one_roll: bool = False

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """None are listed beforehand: only few of all combinations can come about."""
        return ()

    def start(self, point: int | None) -> State:
        """Return the bets' starts with the table on *point*."""
        return tuple(part.start(point) for part in self.parts)

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return the bets' states, or their outcomes once all are decided or taken down."""
        after = tuple(
            inner if isinstance(inner, Outcome) else part.step(inner, roll)
            for part, inner in zip(self.parts, state, strict=True)
        )
        if self.one_roll:
            after = tuple(
                inner if isinstance(inner, Outcome) else _taken_down(part, before)
                for part, before, inner in zip(self.parts, state, after, strict=True)
            )
        if all(isinstance(inner, Outcome) for inner in after):
            return Outcome("push", None, after)
        return after

    def effect(self, roll: Roll) -> Hashable:
        """Return what *roll* does to each bet."""
        return tuple(part.effect(roll) for part in self.parts)

    def describe(self, state: State) -> str:
        """Return the bets' states."""
        return "; ".join(
            str(inner) if isinstance(inner, Outcome) else part.describe(inner)
            for part, inner in zip(self.parts, state, strict=True)
        )
