"""Solving a chain whose weights are formulas, with nothing but + * /.

A sum that is passed on gets a name first, so that formulas do not grow with the length of the
paths; states that lead to each other are eliminated as in ``oddscalc._chain.solve.elimination``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from oddscalc._chain.rows import Rows
from oddscalc._chain.solve.elimination import NEVER_LEFT
from oddscalc._questions.symbols.book import Book
from oddscalc._questions.symbols.formula import Formula
from oddscalc.errors import ChainError

Weight = Callable[[int, int], Formula]
"""Returns the weight of so many ways of the total of a row."""

_ENTRY = -1


class SymbolicFlow:
    """The expected flow through a chain, passed on from the start until it has all arrived.

    Args:
        rows: the chain.
        start: the probability of each state in which the bet may be placed.
        weight: the formula of any ways.
        book: the book of the formulas.

    Attributes:
        arrived: the probability of each end.
        expected_rolls: the expected rolls until an end.

    Raises:
        ChainError: some part of the chain is never left.
    """

    def __init__(
        self, rows: Rows, start: Mapping[int, Formula], weight: Weight, book: Book
    ) -> None:
        self.rows = rows
        self.weight = weight
        self.book = book
        nothing = self.expected_rolls = Formula.number(book, 0)
        self._mass = dict(start)
        for states in rows.components():
            entering = {state: self._mass.pop(state) for state in states if state in self._mass}
            if entering:
                self._through(states, entering)
        self.arrived = [
            self._mass.get(end, nothing) for end in range(len(rows), len(rows) + rows.ends)
        ]

    def _through(self, states: Sequence[int], entering: Mapping[int, Formula]) -> None:
        """Pass on what has flown into *states*, one component."""
        eliminated = _FormulaElimination(
            self.book, {state: self._row(state) for state in states}, entering
        )
        for after, mass in eliminated.leaving.items():
            self._mass[after] = self._mass.get(after, 0) + mass
        self.expected_rolls += eliminated.rolls

    def _row(self, state: int) -> _Row:
        """Return the row of *state*, in which ways back to itself are left out."""
        targets, ways = self.rows.targets[state], self.rows.ways[state]
        total = self.rows.total(state)
        there = {
            after: self.weight(number, total)
            for after, number in zip(targets, ways, strict=True)
            if after != state
        }
        back = dict(zip(targets, ways, strict=True)).get(state, 0)
        return _Row(there, self.weight(total - back, total), self.weight(total, total))


class _Row:
    """Where a state leads.

    Args:
        there: the weights of its targets.
        leaving: their sum.
        rolls: the expected rolls, times *leaving*, until it is left for a target.
    """

    def __init__(self, there: dict[int, Formula], leaving: Formula, rolls: Formula) -> None:
        self.there = there
        self.leaving = leaving
        self.rolls = rolls


class _FormulaElimination:
    """The rows of one component while its states are eliminated, that with fewest ways first."""

    def __init__(self, book: Book, rows: dict[int, _Row], entering: Mapping[int, Formula]) -> None:
        self.book = book
        self.rows = rows
        once, never = Formula.number(book, 1), Formula.number(book, 0)
        self.entry = rows[_ENTRY] = _Row(dict(entering), once, never)
        self.before: dict[int, set[int]] = {state: set() for state in rows if state != _ENTRY}
        for state, row in rows.items():
            for after in row.there:
                if after in self.before:
                    self.before[after].add(state)
        while self.before:
            self._eliminate(min(self.before, key=self._cost))
        self.leaving = self.entry.there
        self.rolls = self.entry.rolls

    def _cost(self, state: int) -> int:
        return len(self.before[state]) * len(self.rows[state].there)

    def _eliminate(self, state: int) -> None:
        """Lead what enters *state* where its row leads."""
        row, befores = self.rows.pop(state), self.before.pop(state)
        if not row.leaving:
            raise ChainError(NEVER_LEFT, code="never-ends")
        for after in row.there:
            if after in self.before:
                self.before[after].discard(state)
        for state_before in befores:
            row_before = self.rows[state_before]
            share = row_before.there.pop(state).single() / row.leaving
            row_before.rolls += share * row.rolls
            for after, weight in row.there.items():
                if after == state_before:
                    row_before.leaving -= share * weight
                    continue
                row_before.there[after] = row_before.there.get(after, 0) + share * weight
                if after in self.before:
                    self.before[after].add(state_before)
