"""A chain with all that is needed to follow by hand how its numbers come about."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from oddscalc._bets.automaton import Outcome, State
from oddscalc._chain.chain import Chain
from oddscalc._chain.model import Model
from oddscalc._chain.solve import Solution, expected_visits, solve
from oddscalc._dice.dice import ROLLS, Roll


@dataclass(frozen=True)
class Explained:
    """A model with its chain and solution."""

    model: Model
    chain: Chain
    solution: Solution

    @classmethod
    def of(cls, model: Model) -> Explained:
        """Return *model* with its chain explored and solved."""
        chain = model.chain()
        return cls(model, chain, solve(chain))

    @cached_property
    def visits(self) -> dict[State, Fraction]:
        """How often each state is left by a roll, expected."""
        return expected_visits(self.chain)

    @cached_property
    def names(self) -> dict[State, str]:
        """A short symbol for each state: s0, s1, ..."""
        return {state: f"s{number}" for number, state in enumerate(self.chain.states)}

    def label(self, node: State) -> str:
        """Return what a person calls *node*."""
        return str(node) if isinstance(node, Outcome) else self.model.automaton.describe(node)

    def rolls(self, state: State) -> dict[State, frozenset[Roll]]:
        """Return the rolls that lead from *state* to each of its successors."""
        reduce = self.model.reduction()
        rolls_to: dict[State, set[Roll]] = {}
        for roll in ROLLS:
            after = self.model.automaton.step(state, roll)
            if reduce is not None and not isinstance(after, Outcome):
                after = reduce(after)
            if after in self.chain.graph.adj[state]:
                rolls_to.setdefault(after, set()).add(roll)
        return {after: frozenset(rolls) for after, rolls in rolls_to.items()}
