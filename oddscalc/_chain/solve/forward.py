"""Solving a chain in integers: what flows in at the start is passed on, component by component."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm

from oddscalc._chain.rows import Rows
from oddscalc._chain.solve import elimination
from oddscalc._chain.solve.layers import Layers
from oddscalc._exact.budget import at
from oddscalc.errors import ChainError


class Flow:
    """The expected flow through a chain, passed on from the start until it has all arrived.

    It is passed on by layers that share a denominator, as long as that is short. Else an amount n/d
    is kept as two integers, reduced once for each state; amounts that meet are brought to one
    denominator only where theirs differ.

    Args:
        rows: the chain.
        components: its strongly connected components, each before its successors; they are looked
            for in the rows if they are not given.
        every: whether the visits of every state are wanted, and not only what arrives.

    Attributes:
        arrived: the probability of each end.
        expected_rolls: the expected rolls until an end.
        visits: the expected visits of each state; empty unless *every*.

    Raises:
        ChainError: some part of the chain is never left.
    """

    def __init__(
        self,
        rows: Rows,
        components: Iterable[Sequence[int]] | None = None,
        *,
        every: bool = False,
    ) -> None:
        self.rows = rows
        self.every = every
        self.visits: dict[int, Fraction] = {}
        parts = list(rows.components() if components is None else components)
        layers = Layers(rows, every=every)
        if layers.passed(parts):
            *arrived, self.expected_rolls = map(
                layers.amount, range(len(rows), len(rows) + rows.ends + 1)
            )
            self.arrived, self.visits = arrived, layers.visits
            return
        size = len(rows) + rows.ends + 1
        self._above: list[int] = [0] * size
        self._below: list[int] = [1] * size
        self._rolls = size - 1
        self._pass_all(parts)
        self.arrived = [self._amount(end) for end in range(len(rows), self._rolls)]
        self.expected_rolls = self._amount(self._rolls)

    def _pass_all(self, parts: Sequence[Sequence[int]]) -> None:
        """Pass on what flows in at the start, until it has all arrived."""
        whole = sum(ways for _, ways in self.rows.start)
        for state, ways in self.rows.start:
            self._add(state, ways, whole)
        passed = 0
        for states in parts:
            at("solving, states", passed, len(self.rows))
            passed += len(states)
            if not any(self._above[state] for state in states):
                continue
            if len(states) == 1:
                self._through_state(states[0])
            else:
                self._through_component(states)

    def _amount(self, node: int) -> Fraction:
        """Return what has flown into *node*."""
        return Fraction(self._above[node], self._below[node])

    def _add(self, node: int, above: int, below: int) -> None:
        """Add above/below to what has flown into *node*."""
        here = self._below[node]
        if here == below:
            self._above[node] += above
        elif not self._above[node]:
            self._above[node], self._below[node] = above, below
        else:
            common = gcd(here, below)
            self._above[node] = self._above[node] * (below // common) + above * (here // common)
            self._below[node] = here // common * below

    def _through_state(self, state: int) -> None:
        """Pass on what has flown into a state that only itself leads back to."""
        targets, ways = self.rows.targets[state], self.rows.ways[state]
        whole = leaving = sum(ways)
        for after, here in zip(targets, ways, strict=True):
            if after == state:
                leaving -= here
        if not leaving:
            raise ChainError(elimination.NEVER_LEFT, code="never-ends")
        above, below = self._above[state], self._below[state] * leaving
        common = gcd(above, below)
        above, below = above // common, below // common
        elimination.refuse_too_long(below)
        for after, here in zip(targets, ways, strict=True):
            if after != state:
                self._add(after, above * here, below)
        self._add(self._rolls, above * whole, below)
        if self.every:
            self.visits[state] = Fraction(above * whole, below)

    def _through_component(self, states: Sequence[int]) -> None:
        """Pass on what has flown into states that lead to each other."""
        entered = [state for state in states if self._above[state]]
        below = lcm(*(self._below[state] for state in entered))
        entering = {s: self._above[s] * (below // self._below[s]) for s in entered}
        above = sum(entering.values())
        if self.every:
            self._visit(elimination.visits(self.rows, states, entering), above, below)
            return
        leaving, rolls = elimination.pass_through(self.rows, states, entering)
        below *= sum(leaving.values())
        common = gcd(above, below)
        above, below = above // common, below // common
        for after, ways in leaving.items():
            self._add(after, above * ways, below)
        self._add(self._rolls, above * rolls, below)

    def _visit(self, visits: dict[int, Fraction], above: int, below: int) -> None:
        """Pass on what leaves a component of which each state has so many *visits* per entry."""
        entered = Fraction(above, below)
        for state, per_entry in visits.items():
            here = per_entry * entered / self.rows.total(state)
            n, d = here.numerator, here.denominator
            for after, ways in zip(self.rows.targets[state], self.rows.ways[state], strict=True):
                if after not in visits:
                    self._add(after, n * ways, d)
            self._add(self._rolls, n * self.rows.total(state), d)
            if self.every:
                self.visits[state] = per_entry * entered
