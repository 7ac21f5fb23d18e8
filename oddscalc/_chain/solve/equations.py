"""The equations of a chain, solved by sympy over any exact field.

With the start s, the steps Q between states and the steps R to outcomes, all read from the graph
of the chain, the expected visits v solve v = s + vQ; then vR arrives at the outcomes, and the sum
of v is the expected rolls.

Source: Kemeny and Snell, Finite Markov Chains, chapter 3.

No other module of this room imports sympy, and its numbers do not leave it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from sympy import QQ
from sympy.polys.matrices import DomainMatrix

from oddscalc._bets.automaton import State
from oddscalc._chain.chain import Chain
from oddscalc._chain.solve.elimination import NEVER_LEFT
from oddscalc._exact.budget import at
from oddscalc.errors import ChainError

Node = TypeVar("Node", bound=Hashable)
Element = Any
"""A number of the field that is solved over; sympy's fields are untyped."""


def solved(
    chain: Chain, start: Mapping[State, Fraction]
) -> tuple[dict[State, Fraction], dict[State, Fraction]]:
    """Return the expected visits of the states of *chain*, and the mass that reaches its outcomes.

    Args:
        chain: the chain, of which the graph is solved.
        start: the mass that starts in each state.

    Raises:
        ChainError: a part of the chain is never left.
    """
    rows = {
        state: {after: _in(edge["weight"]) for after, edge in steps.items()}
        for state, steps in chain.graph.adjacency()
    }
    masses = {state: _in(mass) for state, mass in start.items()}
    order = [chain.states[number] for component in chain.components() for number in component]
    visits, arrived = solved_over(QQ, rows, masses, order)
    return _out(visits), _out(arrived)


def solved_over(
    field: Any,
    rows: Mapping[Node, Mapping[Node, Element]],
    start: Mapping[Node, Element],
    order: Sequence[Node],
) -> tuple[dict[Node, Element], dict[Node, Element]]:
    """Return the expected visits of the states, and the mass that arrives at the other nodes.

    All equations (I - Q^T) v = s are reduced as one matrix, [I - Q^T | s] to [I | v].

    Args:
        field: the sympy field of all weights, QQ or a field of rational functions.
        rows: for each state the weights of the nodes that can follow.
        start: the mass that starts in each state.
        order: the states. Any order gives the same, quickly if a state comes before those that it
            leads to, as far as they do not lead back.

    Raises:
        ChainError: a part of the chain is never left.
    """
    size = len(order)
    at(f"solving the equations of {size:,} states")
    # sympy takes the rows from the last: so each is free of unknowns but its own when it is due
    numbers = {state: size - 1 - place for place, state in enumerate(order)}
    equations = {number: {number: field.one} for number in numbers.values()}
    for state, column in numbers.items():
        for after, weight in rows[state].items():
            if after in numbers:
                equation = equations[numbers[after]]
                equation[column] = equation.get(column, field.zero) - weight
    for state, mass in start.items():
        equations[numbers[state]][size] = mass
    nonzero = {i: {j: x for j, x in row.items() if x} for i, row in equations.items()}
    matrix = DomainMatrix({i: row for i, row in nonzero.items() if row}, (size, size + 1), field)
    reduced, pivots = matrix.rref(method="GJ")
    if pivots != tuple(range(size)):
        raise ChainError(NEVER_LEFT, code="never-ends")
    entries = reduced.to_dok()
    visits = {state: entries.get((number, size), field.zero) for state, number in numbers.items()}
    arrived: dict[Node, Element] = {}
    for state, here in visits.items():
        for after, weight in rows[state].items():
            if after not in numbers:
                arrived[after] = arrived.get(after, field.zero) + here * weight
    return visits, arrived


def _in(value: Fraction) -> Element:
    return QQ(value.numerator, value.denominator)


def _out(values: Mapping[Node, Element]) -> dict[Node, Fraction]:
    return {
        node: Fraction(int(value.numerator), int(value.denominator))
        for node, value in values.items()
    }
