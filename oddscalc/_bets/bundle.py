"""Several bets sold as one: horn, horn high, whirl, C and E, three-way."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from itertools import product

from oddscalc._bets.automaton import Automaton, Outcome, State
from oddscalc._bets.table import COMING_OUT
from oddscalc._dice.dice import ROLLS, Roll


@dataclass(frozen=True)
class Bundle:
    """The product of its parts; decided when all are.

    In law it wins when any part wins, and is pushed when none wins and not all lose.
    Its tier names the winning parts.
    """

    parts: Mapping[str, Automaton]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The combinations of the parts' outcomes, wins of the first part first.

        Of one-roll parts only those combinations that some roll brings about.
        """
        combinations = product(*(part.outcomes for part in self.parts.values()))
        joined = tuple(self._joined(combination) for combination in combinations)
        after_one_roll = {self.step(self.start(COMING_OUT), roll) for roll in ROLLS}
        if all(isinstance(outcome, Outcome) for outcome in after_one_roll):
            return tuple(outcome for outcome in joined if outcome in after_one_roll)
        return joined

    def start(self, point: int | None) -> State:
        """Return the parts' starts."""
        return tuple(part.start(point) for part in self.parts.values())

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return the parts' states, or the joint outcome once all are decided."""
        after = tuple(
            inner if isinstance(inner, Outcome) else part.step(inner, roll)
            for part, inner in zip(self.parts.values(), state, strict=True)
        )
        if all(isinstance(inner, Outcome) for inner in after):
            return self._joined(after)
        return after

    def effect(self, roll: Roll) -> Hashable:
        """Return what *roll* does to each part."""
        return tuple(part.effect(roll) for part in self.parts.values())

    def describe(self, state: State) -> str:
        """Return the parts' states."""
        texts = [
            str(inner) if isinstance(inner, Outcome) else part.describe(inner)
            for part, inner in zip(self.parts.values(), state, strict=True)
        ]
        if set(texts) == {"undecided"}:
            return "undecided"
        return "; ".join(f"{name} {text}" for name, text in zip(self.parts, texts, strict=True))

    def _joined(self, parts: tuple[Outcome, ...]) -> Outcome:
        won = [
            name if part.tier is None else f"{name} {part.tier}"
            for name, part in zip(self.parts, parts, strict=True)
            if part.result == "win"
        ]
        if won:
            return Outcome("win", "+".join(won), parts)
        lost = all(part.result == "lose" for part in parts)
        return Outcome("lose" if lost else "push", None, parts)
