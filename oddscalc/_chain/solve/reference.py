"""The reference solver: expected visits by sympy, over any exact field.

With the starting distribution s, the transient part Q and the outcome part R of the chain,
the expected visits v solve v = s + vQ; then P(outcomes) = vR and E[rolls] is the sum of v.
The strongly connected components are taken in topological order, so that only the states of
one component ever stand in one system of equations. sympy solves each over an exact field.

This module alone imports sympy; its numbers do not leave the solving rooms.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from sympy import QQ
from sympy.polys.matrices import DomainMatrix
from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

from oddscalc._chain.rows import Rows
from oddscalc._chain.solve.elimination import NEVER_LEFT
from oddscalc.errors import ChainError

Node = TypeVar("Node", bound=Hashable)
Element = Any
"""A number of the field that is solved over; sympy's fields are untyped."""


def visits(rows: Rows, states: Sequence[int], entering: Mapping[int, int]) -> dict[int, Fraction]:
    """Return how often each of *states*, one component, is left by a roll, expected.

    *entering* are the weights with which they are entered, one visit of the whole in sum.
    """
    whole = sum(entering.values())
    start = {state: QQ(ways, whole) for state, ways in entering.items()}
    steps = {state: _in_field(rows, state) for state in states}
    return {state: _out(v) for state, v in _solve_component(steps, states, start, QQ).items()}


def reference_visits(rows: Rows) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
    """Return the expected visits of all states and the probabilities of all ends, by sympy alone.

    The second road to what ``solve`` returns.
    """
    whole = sum(ways for _, ways in rows.start)
    start = {state: QQ(ways, whole) for state, ways in rows.start}
    steps = {state: _in_field(rows, state) for state in range(len(rows))}
    visited, arrived = expected_visits(steps, start, reversed(list(rows.components())), QQ)
    return (
        {state: _out(value) for state, value in visited.items()},
        {end: _out(value) for end, value in arrived.items()},
    )


def expected_visits(
    rows: Mapping[Node, Mapping[Node, Element]],
    start: Mapping[Node, Element],
    components: Iterable[Sequence[Node]],
    field: Any,
) -> tuple[dict[Node, Element], dict[Node, Element]]:
    """Return the expected visits of the states, and the mass arrived at the other nodes.

    Args:
        rows: for each transient state, the weights of its successors.
        start: the starting weights.
        components: the states' strongly connected components, each before its successors.
        field: the sympy field of all weights, QQ or a field of rational functions.
    """
    inflow = dict(start)
    visited: dict[Node, Element] = {}
    for states in components:
        entering = {state: inflow.pop(state) for state in states if state in inflow}
        if not entering:
            continue
        if len(states) == 1:
            (state,) = states
            leaving = field.one - rows[state].get(state, field.zero)
            here = {state: entering[state] / leaving}
        else:
            here = _solve_component(rows, states, entering, field)
        visited |= here
        inside = set(states)
        for state, mass in here.items():
            for after, weight in rows[state].items():
                if after not in inside:
                    inflow[after] = inflow.get(after, field.zero) + mass * weight
    return visited, inflow


def _solve_component(
    rows: Mapping[Node, Mapping[Node, Element]],
    states: Sequence[Node],
    entering: Mapping[Node, Element],
    field: Any,
) -> dict[Node, Element]:
    """Return the solution of v = entering + vQ within one component, by sparse elimination."""
    index = {state: number for number, state in enumerate(states)}
    size = len(states)
    equations: dict[int, dict[int, Element]] = {
        number: {number: field.one} for number in range(size)
    }
    for state, column in index.items():
        for after, weight in rows[state].items():
            if after in index:
                equation = equations[index[after]]
                equation[column] = equation.get(column, field.zero) - weight
    nonzero = {i: {j: x for j, x in row.items() if x} for i, row in equations.items()}
    matrix = DomainMatrix(nonzero, (size, size), field)
    given = DomainMatrix(
        {index[state]: {0: mass} for state, mass in entering.items()}, (size, 1), field
    )
    try:
        numerator, denominator = matrix.solve_den(given)
    except DMNonInvertibleMatrixError:
        raise ChainError(NEVER_LEFT, code="never-ends") from None
    entries = numerator.to_dok()
    return {
        state: entries.get((number, 0), field.zero) / denominator for state, number in index.items()
    }


def _in_field(rows: Rows, state: int) -> dict[int, Element]:
    whole = rows.total(state)
    steps = zip(rows.targets[state], rows.ways[state], strict=True)
    return {after: QQ(ways, whole) for after, ways in steps}


def _out(value: Element) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))
