"""One-roll bets and races: the first roll that an outcome claims decides."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from oddscalc._bets.automaton import LOSE, WIN, Outcome, State
from oddscalc._dice.dice import Roll
from oddscalc._dice.rollsets import Rolls, describe
from oddscalc.errors import ChainError

Target = TypeVar("Target", bound=Hashable)
"""What a roll can lead to: an outcome, or the name of a state."""


def claimed(claims: Mapping[Target, Rolls]) -> dict[Roll, Target]:
    """Return the outcome of each roll that some outcome claims.

    Raises:
        ChainError: two outcomes claim one roll.
    """
    for (first, rolls), (other, others) in combinations(claims.items(), 2):
        if both := rolls & others:
            raise ChainError(
                f"a roll of {describe(both)} is claimed by both '{first}' and '{other}';"
                " a roll can have one outcome only",
                code="overlap",
            )
    return {roll: outcome for outcome, rolls in claims.items() for roll in rolls}


@dataclass(frozen=True)
class Race:
    """Decided by the first roll that an outcome claims; other rolls change nothing.

    A one-roll bet is the race in which every roll is claimed.
    """

    outcomes: tuple[Outcome, ...]
    outcome_of: Mapping[Roll, Outcome]

    @classmethod
    def of(cls, claims: Mapping[Outcome, Rolls]) -> Race:
        """Return the race in which each outcome has its rolls."""
        return cls(tuple(claims), claimed(claims))

    def start(self, point: int | None) -> State:
        """Return the only state."""
        return "undecided"

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return the outcome that claims *roll*, or stay."""
        return self.outcome_of.get(roll, state)

    def effect(self, roll: Roll) -> Hashable:
        """Return the outcome that claims *roll*."""
        return self.outcome_of.get(roll)

    def describe(self, state: State) -> str:
        """Return the state's name."""
        return str(state)


@dataclass(frozen=True)
class LastOfAll:
    """Wins on a roll of *win*; loses once every set of *losing* has been thrown.

    The literal sense of "wins if thrown before A or before B".
    """

    win: Rolls
    losing: tuple[Rolls, ...]
    outcomes: tuple[Outcome, ...] = (WIN, LOSE)

    def __post_init__(self) -> None:
        for rolls in self.losing:
            claimed({WIN: self.win, LOSE: rolls})

    def start(self, point: int | None) -> State:
        """Return the state in which no losing set has been thrown."""
        return frozenset()

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return win, lose, or the losing sets thrown so far."""
        if roll in self.win:
            return WIN
        thrown = state | {index for index, rolls in enumerate(self.losing) if roll in rolls}
        return LOSE if len(thrown) == len(self.losing) else thrown

    def effect(self, roll: Roll) -> Hashable:
        """Return the sets that *roll* is in."""
        return roll in self.win, tuple(roll in rolls for rolls in self.losing)

    def describe(self, state: State) -> str:
        """Return which losing sets have been thrown."""
        thrown = [describe(self.losing[index]) for index in sorted(state)]
        return f"thrown: {' and '.join(thrown)}" if thrown else "undecided"
