"""Line bets: pass, don't pass, come, don't come, and their variants by parameter."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

from oddscalc._bets.automaton import LOSE, PUSH, WIN, Outcome, State
from oddscalc._dice.dice import Roll
from oddscalc._dice.rollsets import Rolls

COME_OUT = "come-out"


@dataclass(frozen=True)
class Line:
    """A first roll that decides or sets a point; then the point against 7.

    Args:
        first: what the deciding first rolls do.
        points: the totals that become a point.
        against: whether the bet wins on the 7 (don't bets) instead of on the point.
        stays: first rolls that leave the bet up, to be decided by the next roll.
        stands: whether it stands on its number already: the only one of *points*, or else the
            table's.
    """

    first: Mapping[Roll, Outcome]
    points: tuple[int, ...]
    against: bool = False
    stays: Rolls = frozenset()
    stands: bool = False

    def standing(self, number: int | None) -> Line:
        """Return the bet once it stands on *number*; None for the table's point."""
        points = self.points if number is None else (number,)
        return replace(self, first={}, stays=frozenset(), points=points, stands=True)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Win, lose, and the push where a barred roll returns the bet."""
        return (WIN, LOSE, PUSH) if PUSH in self.first.values() else (WIN, LOSE)

    def start(self, point: int | None) -> State:
        """Return the state before the first roll, or the number on which the bet stands."""
        if not self.stands:
            return COME_OUT
        return self.points[0] if len(self.points) == 1 else point

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return where *roll* leads."""
        thrown = sum(roll)
        if state == COME_OUT:
            if roll in self.first:
                return self.first[roll]
            return COME_OUT if roll in self.stays else thrown
        if thrown == state:
            return LOSE if self.against else WIN
        if thrown == 7:
            return WIN if self.against else LOSE
        return state

    def effect(self, roll: Roll) -> Hashable:
        """Return what *roll* does as a first roll, and its total."""
        return self.first.get(roll), roll in self.stays, sum(roll)

    def describe(self, state: State) -> str:
        """Return ``come-out`` or ``point 6``."""
        return COME_OUT if state == COME_OUT else f"point {state}"
