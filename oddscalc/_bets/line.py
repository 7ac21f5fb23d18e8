"""Line bets: pass, don't pass, come, don't come, and their variants by parameter."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

from oddscalc._bets.automaton import LOSE, PUSH, WIN, Outcome, State, in_order
from oddscalc._dice.dice import Roll
from oddscalc._dice.rollsets import Rolls, total

COME_OUT = "come-out"
FIRST_ROLL = "first roll"
"""The tier of what the first roll decides, where the points are tiers."""

SEVEN = total(7)


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
        out: the rolls that the point runs against: 7 at craps, the caster's main at hazard.
        returns: the rolls after the first that return the bet.
        by_point: whether wins and losses after the first roll are told apart by the point.
    """

    first: Mapping[Roll, Outcome]
    points: tuple[int, ...]
    against: bool = False
    stays: Rolls = frozenset()
    stands: bool = False
    out: Rolls = SEVEN
    returns: Rolls = frozenset()
    by_point: bool = False

    @property
    def takes_odds(self) -> bool:
        """Return whether it is of the kind that odds are laid on: one price, a point against 7."""
        tiers = self.by_point or any(outcome.tier for outcome in self.first.values())
        return not (tiers or self.returns) and self.out == SEVEN

    def standing(self, number: int | None) -> Line:
        """Return the bet once it stands on *number*; None for the table's point."""
        points = self.points if number is None else (number,)
        return replace(self, first={}, stays=frozenset(), points=points, stands=True)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Wins, losses, and the push where some roll returns the bet."""
        later = [self._tier(result, point) for result in (WIN, LOSE) for point in self.points]
        pushes = [PUSH] if self.returns else []
        return in_order([*self.first.values(), *later, *pushes])

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
            return self._tier(LOSE if self.against else WIN, state)
        if roll in self.out:
            return self._tier(WIN if self.against else LOSE, state)
        return PUSH if roll in self.returns else state

    def effect(self, roll: Roll) -> Hashable:
        """Return what *roll* does as a first roll, its total, and what it does later."""
        later = roll in self.out, roll in self.returns
        return self.first.get(roll), roll in self.stays, sum(roll), later

    def describe(self, state: State) -> str:
        """Return ``come-out`` or ``point 6``."""
        return COME_OUT if state == COME_OUT else f"point {state}"

    def _tier(self, outcome: Outcome, point: int) -> Outcome:
        return Outcome(outcome.result, str(point)) if self.by_point else outcome
