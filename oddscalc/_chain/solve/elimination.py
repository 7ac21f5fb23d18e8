"""Solving one strongly connected component by eliminating its states, in integers.

A state is eliminated by leading whatever enters it where its own row leads. A row is a vector of
positive integers up to scale: the probability of leaving a state for a target is the target's
share of the row's sum, a step back to the state itself is never stored. So nothing is ever
subtracted or divided, but for common factors. The state that fills in least comes first.

Source of the method: Grassmann, Taksar and Heyman, Regenerative analysis and steady state
distributions for Markov chains, Operations Research 33 (1985); the order is Markowitz's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush

from oddscalc._chain.rows import Rows
from oddscalc._chain.solve.integers import PYTHON, Integers, integers_for
from oddscalc._exact.budget import at
from oddscalc.errors import ChainError

MEASURE = -1
"""The column of a row that is no target: rolls, or the whole that its ways are shares of."""

NEVER_LEFT = "a part of the chain is never left"

MOST_BITS = 100_000
"""The longest exact numbers that are reckoned with: 30,000 digits. Beyond, bounds are enough."""

ENTRY = -2
"""The row of what enters the component."""


def pass_through(
    rows: Rows, states: Sequence[int], entering: Mapping[int, int]
) -> tuple[dict[int, int], int]:
    """Return where what enters the component *states* leaves it, and after how many rolls.

    Args:
        rows: the chain.
        states: the component.
        entering: the integer weights with which its states are entered.

    Returns:
        The ways to the targets outside, and the expected rolls within; both are to be divided by
        the sum of the ways.

    Raises:
        ChainError: the component is never left.
    """
    elimination = _Elimination(rows, states, {**entering, MEASURE: 0})
    elimination.eliminate_all()
    row = {after: int(ways) for after, ways in elimination.row[ENTRY].items()}
    rolls = row.pop(MEASURE)
    return row, rolls


def refuse_too_long(number: int) -> None:
    """Refuse a chain whose exact numbers grow out of all use.

    Raises:
        ChainError: *number* is longer than ``MOST_BITS``.
    """
    if number.bit_length() > MOST_BITS:
        raise ChainError(
            f"the exact numbers of this chain have more than {MOST_BITS:,} bits; weights with"
            " smaller denominators keep them short",
            code="numbers-too-long",
        )


def visits(rows: Rows, states: Sequence[int], entering: Mapping[int, int]) -> dict[int, Fraction]:
    """Return how often each of *states* is left by a roll, expected.

    The arguments are those of ``pass_through``; what enters adds up to one visit of the whole.

    Raises:
        ChainError: the component is never left.
    """
    visits_of = {ENTRY: Fraction(1)}
    for state, whole, leaving, befores in reversed(_log(rows, states, entering)):
        arrivals = sum(
            (
                visits_of[before] * Fraction(int(ways), int(total))
                for before, ways, total in befores
            ),
            Fraction(0),
        )
        visits_of[state] = arrivals * Fraction(int(whole), int(leaving))
    del visits_of[ENTRY]
    return visits_of


def near_visits(
    rows: Rows, states: Sequence[int], entering: Mapping[int, int], bits: int
) -> dict[int, int]:
    """Return about how often each of *states* is left by a roll, in units of the weights.

    As ``visits``, but all numbers are cut to *bits* bits on the way; how near that comes is for
    the caller to find out.
    """
    expected = {ENTRY: sum(entering.values())}
    for state, whole, leaving, befores in reversed(_log(rows, states, entering, bits)):
        arrivals = sum(expected[before] * ways // total for before, ways, total in befores)
        expected[state] = arrivals * whole // leaving
    del expected[ENTRY]
    return expected


def _log(
    rows: Rows, states: Sequence[int], entering: Mapping[int, int], bits: int | None = None
) -> list[_Step]:
    """Eliminate *states*; return each as it was when its turn came."""
    entry = {**entering, MEASURE: sum(entering.values())}
    elimination = _Elimination(rows, states, entry, bits)
    elimination.log = log = list[_Step]()
    elimination.eliminate_all()
    return log


_Step = tuple[int, int, int, list[tuple[int, int, int]]]
"""A state when it was eliminated: whole and leaving ways of its row, and who then led to it."""


class _Elimination:
    """The rows of one component while its states are eliminated.

    With a *log* the measure of a row is the whole of its ways, steps back included; without, it
    is the rolls thrown, which a row takes over from those it is led along. With *bits*, rows are
    not kept exact, but cut to so many bits.
    """

    def __init__(
        self,
        rows: Rows,
        states: Sequence[int],
        entry: dict[int, int],
        bits: int | None = None,
    ) -> None:
        self.bits = bits
        self.integers: Integers = PYTHON if bits else integers_for(len(states))
        self.log: list[_Step] | None = None
        self.before: dict[int, set[int]] = {state: set() for state in states}
        self.row = {state: self._stored(rows, state) for state in states}
        self.row[ENTRY] = {after: self.integers.whole(ways) for after, ways in entry.items()}
        self.longest = dict.fromkeys(self.row, 64)
        for state, row in self.row.items():
            for after in row:
                if after in self.before:
                    self.before[after].add(state)

    def _stored(self, rows: Rows, state: int) -> dict[int, int]:
        whole = self.integers.whole
        row = {
            after: whole(ways)
            for after, ways in zip(rows.targets[state], rows.ways[state], strict=True)
            if after != state
        }
        row[MEASURE] = whole(rows.total(state))
        return row

    def eliminate_all(self) -> None:
        """Eliminate all states, always the one that fills in least."""
        costs = {state: self._cost(state) for state in self.before}
        heap = [(cost, state) for state, cost in costs.items()]
        heapify(heap)
        while heap:
            cost, state = heappop(heap)
            if costs.get(state) != cost:
                continue  # it has become another, or the state is gone
            del costs[state]
            at(f"solving for {len(self.row) - 1:,} more states that lead to each other")
            for touched in self._eliminate(state):
                now = self._cost(touched)
                if now != costs[touched]:
                    costs[touched] = now
                    heappush(heap, (now, touched))

    def _cost(self, state: int) -> int:
        """Return how many entries the elimination of *state* touches."""
        return len(self.before[state]) * len(self.row[state])

    def _eliminate(self, state: int) -> set[int]:
        """Lead what enters *state* where its row leads; return the states that touches."""
        row = self.row.pop(state)
        befores = self.before.pop(state)
        self._divide(row)
        measure = row.pop(MEASURE)
        leaving = sum(row.values())
        if not leaving:
            raise ChainError(NEVER_LEFT, code="never-ends")
        if self.log is None:
            row[MEASURE] = measure
        else:
            ways = [
                (source, self.row[source][state], self.row[source][MEASURE]) for source in befores
            ]
            self.log.append((state, measure, leaving, ways))
        for before in befores:
            self._lead_on(before, state, row, leaving)
        inside = [after for after in row if after in self.before]
        for after in inside:
            self.before[after].discard(state)
        befores.discard(ENTRY)
        return befores.union(inside)

    def _lead_on(self, before: int, state: int, row: dict[int, int], leaving: int) -> None:
        """Lead the ways from *before* to *state* on along *row*."""
        changed = self.row[before]
        ways = changed.pop(state)
        common = self.integers.gcd(ways, leaving)
        ways, scale = ways // common, leaving // common
        if scale != 1:
            for after in changed:
                changed[after] *= scale
        for after, more in row.items():
            if after in changed:
                changed[after] += ways * more
            elif after != before:
                changed[after] = ways * more
                if after in self.before:
                    self.before[after].add(before)
        if changed[MEASURE].bit_length() > self.longest[before]:
            self._divide(changed)
            refuse_too_long(changed[MEASURE])
            self.longest[before] = 2 * changed[MEASURE].bit_length() + 64

    def _divide(self, row: dict[int, int]) -> None:
        """Divide *row* by its common factor; or cut it, to ways that are at least 1."""
        if self.bits is not None:
            excess = max(map(int.bit_length, row.values())) - self.bits
            if excess > 0:
                for after in row:
                    row[after] = row[after] >> excess or 1
            return
        common = self.integers.gcd(*row.values())
        if common > 1:
            for after in row:
                row[after] //= common
