"""Exact solution of an absorbing chain: outcome probabilities, expected visits and rolls.

With the starting distribution s, the transient part Q and the outcome part R of the chain,
the expected visits v solve v = s + vQ; then P(outcomes) = vR and E[rolls] is the sum of v.
The strongly connected components are taken in topological order, so that only the states of
one component ever stand in one system of equations. sympy solves each over an exact field.

This room alone imports sympy; its numbers do not leave it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from sympy import QQ
from sympy.polys.matrices import DomainMatrix

from oddscalc.bets.automaton import Outcome, State
from oddscalc.chain import Chain

Node = TypeVar("Node", bound=Hashable)
Element = Any
"""A number of the field that is solved over; sympy's fields are untyped."""


@dataclass(frozen=True)
class Solution:
    """What one chain gives, all exact.

    Args:
        probabilities: the probability of each outcome, in printing order.
        visits: how often each state is left by a roll before the bet is decided, expected.
        expected_rolls: rolls from placing to decision, expected.
    """

    probabilities: Mapping[Outcome, Fraction]
    visits: Mapping[State, Fraction]
    expected_rolls: Fraction


def solve(chain: Chain) -> Solution:
    """Return the exact solution of *chain*.

    Source of the equations: Kemeny and Snell, Finite Markov Chains, chapter 3.

    >>> from oddscalc.bets.catalogue import shipped
    >>> from oddscalc.bets.compile import compile_bet
    >>> from oddscalc.chain import explore
    >>> from oddscalc.dice import Dice
    >>> automaton = compile_bet(shipped()["pass"], shipped())
    >>> solution = solve(explore(automaton, {automaton.start(None): 1}, Dice.fair()))
    >>> solution.expected_rolls
    Fraction(557, 165)
    """
    rows = {
        state: {after: _into(weight) for after, weight in chain.row(state).items()}
        for state in chain.states
    }
    start = {state: _into(weight) for state, weight in chain.start.items()}
    visits, arrived = expected_visits(rows, start, chain.components(), QQ)
    found = {state: _out(visits.get(state, QQ.zero)) for state in rows}
    return Solution(
        {outcome: _out(arrived.get(outcome, QQ.zero)) for outcome in chain.outcomes},
        found,
        sum(found.values(), Fraction(0)),
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
    visits: dict[Node, Element] = {}
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
        visits |= here
        inside = set(states)
        for state, mass in here.items():
            for after, weight in rows[state].items():
                if after not in inside:
                    inflow[after] = inflow.get(after, field.zero) + mass * weight
    return visits, inflow


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
    numerator, denominator = matrix.solve_den(given)
    entries = numerator.to_dok()
    return {
        state: entries.get((number, 0), field.zero) / denominator for state, number in index.items()
    }


def _into(value: Fraction | int) -> Element:
    return QQ(value.numerator, value.denominator)


def _out(value: Element) -> Fraction:
    return Fraction(int(value.numerator), int(value.denominator))
