"""What every kind of bet is: a start state and ``step(state, roll) -> state or outcome``."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from oddscalc._dice.dice import Roll

State = Any
"""Where a bet stands: any hashable value that its own kind understands."""

Result = Literal["win", "lose", "push"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a bet ends in law: its result, and the tier where the rules tell several apart.

    An outcome is no money: only a paytable gives it a net win.

    Args:
        result: win, lose or push.
        tier: which total, how many points, which part won; None where there is only one.
        parts: the outcomes of a bundle's parts, in the order of the parts.

    >>> str(Outcome("win", "12")), str(Outcome("lose"))
    ('win 12', 'lose')
    """

    result: Result
    tier: str | None = None
    parts: tuple[Outcome, ...] = ()

    def __str__(self) -> str:
        return self.result if self.tier is None else f"{self.result} {self.tier}"

    @property
    def key(self) -> str:
        """The name under which a paytable prices it: the tier, or else the result."""
        return self.tier or self.result


WIN, LOSE, PUSH = Outcome("win"), Outcome("lose"), Outcome("push")


def in_order(outcomes: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """Return the different *outcomes*: wins, losses, pushes, each as they come."""
    results = ("win", "lose", "push")
    return tuple(sorted(dict.fromkeys(outcomes), key=lambda outcome: results.index(outcome.result)))


class Automaton(Protocol):
    """A bet that the chain room can explore."""

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Every outcome there can be, in the order in which they are printed."""

    def start(self, point: int | None) -> State:
        """Return the state when the bet is placed with the table on *point* (None: coming out)."""

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return where *roll* leads from *state*."""

    def effect(self, roll: Roll) -> Hashable:
        """Return a name for what *roll* does: rolls of one name lead any state to the same place.

        Two names may do the same; then the chain is merely found with more steps.
        """

    def describe(self, state: State) -> str:
        """Return a short name of *state* for people."""
