"""A chain in integers: the compact form in which it is explored and solved.

A state is its number; what would be an edge with a Fraction in a graph is a number of ways here.
It holds a million states where a graph of Python objects holds a hundred thousand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Rows:
    """An absorbing chain of which only the numbers are kept.

    The states are 0, 1, ...; after them come the ends, in the order of the outcomes. The
    probability of a step is its ways over the ways of its whole row, likewise for the start:
    every row sums to 1 whatever it holds.

    Args:
        targets: for each state the different states and ends that can follow.
        ways: for each state the positive integer weights of its targets, in the same order.
        start: the states in which the bet may be placed, with their integer weights.
        ends: how many ends there are.

    >>> place_6 = Rows(targets=[(0, 1, 2)], ways=[(25, 5, 6)], start=[(0, 1)], ends=2)
    >>> place_6.total(0)
    36
    """

    targets: Sequence[Sequence[int]]
    ways: Sequence[Sequence[int]]
    start: Sequence[tuple[int, int]]
    ends: int

    def __len__(self) -> int:
        """Return the number of states."""
        return len(self.targets)

    def total(self, state: int) -> int:
        """Return the ways of the whole row of *state*."""
        return sum(self.ways[state])

    @property
    def edges(self) -> int:
        """The number of steps with ways."""
        return sum(map(len, self.targets))

    @property
    def bits(self) -> int:
        """No number of the solution has many more bits: the length of the product of all ways."""
        totals = map(self.total, range(len(self)))
        return sum(ways.bit_length() for ways in (*totals, *(ways for _, ways in self.start)))

    def components(self) -> list[list[int]]:
        """Return the strongly connected components of the states, each before its successors.

        States that cannot be reached from the start are left out.
        """
        if self._are_in_order():
            return [[state] for state in range(len(self))]
        search = _Components(self.targets)
        return [states for root, _ in self.start for states in search.from_root(root)][::-1]

    def _are_in_order(self) -> bool:
        """Return whether all are reached from the start, and none leads back to an earlier one."""
        reached = bytearray(len(self) + self.ends)
        for state, _ in self.start:
            reached[state] = 1
        for state, targets in enumerate(self.targets):
            if not reached[state] or min(targets) < state:
                return False
            for after in targets:
                reached[after] = 1
        return True

    def stuck(self) -> list[int]:
        """Return the states from which no end can be reached."""
        before: list[list[int]] = [[] for _ in range(len(self) + self.ends)]
        for state, targets in enumerate(self.targets):
            for after in targets:
                before[after].append(state)
        decided = bytearray(len(self) + self.ends)
        frontier = list(range(len(self), len(self) + self.ends))
        while frontier:
            for state in before[frontier.pop()]:
                if not decided[state]:
                    decided[state] = 1
                    frontier.append(state)
        return [state for state in range(len(self)) if not decided[state]]


class _Components:
    """Tarjan's search for strongly connected components, with a path in place of recursion."""

    def __init__(self, targets: Sequence[Sequence[int]]) -> None:
        size = len(targets)
        self._targets = targets
        self._clock = 0
        self._seen = [0] * size  # when a state was first seen, from 1; 0: not yet
        self._low = [0] * size  # the earliest state without a component that it leads to
        self._is_open = bytearray(size)  # whether a state seen has no component yet
        self._open: list[int] = []
        self._path: list[tuple[int, Iterator[int]]] = []

    def from_root(self, root: int) -> Iterator[list[int]]:
        """Yield the components that *root* leads to and no earlier root did."""
        if not self._seen[root]:
            self._enter(root)
        low = self._low
        while self._path:
            state, rest = self._path[-1]
            if self._enter_next(state, rest):
                continue
            self._path.pop()
            if low[state] == self._seen[state]:
                yield self._close(state)
            elif low[state] < low[self._path[-1][0]]:
                low[self._path[-1][0]] = low[state]

    def _enter(self, state: int) -> None:
        self._clock += 1
        self._seen[state] = self._low[state] = self._clock
        self._open.append(state)
        self._is_open[state] = 1
        self._path.append((state, iter(self._targets[state])))

    def _enter_next(self, state: int, rest: Iterator[int]) -> bool:
        """Enter the next unseen target of *state*; return whether there was one."""
        seen, low, is_open, size = self._seen, self._low, self._is_open, len(self._seen)
        for after in rest:
            if after >= size:
                continue
            if not seen[after]:
                self._enter(after)
                return True
            if is_open[after] and seen[after] < low[state]:
                low[state] = seen[after]
        return False

    def _close(self, state: int) -> list[int]:
        """Return the component of which *state* was seen first."""
        members: list[int] = []
        while not members or members[-1] != state:
            members.append(self._open.pop())
            self._is_open[members[-1]] = 0
        return members
