"""Exact solution of an absorbing chain: outcome probabilities, expected rolls and visits.

sympy solves the equations that the graph of the chain makes. Chains of more than ``SYMPY_STATES``
are solved by an elimination in integers, unless sympy is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from oddscalc._bets.automaton import Outcome, State
from oddscalc._chain.chain import Chain
from oddscalc._chain.solve.elimination import MOST_BITS
from oddscalc._chain.solve.enclosure import enclosed
from oddscalc._chain.solve.forward import Flow
from oddscalc._exact.numbers import decimal
from oddscalc.errors import ChainError

__all__ = ["Passage", "Solution", "enclose", "expected_visits", "passage", "solve"]

SYMPY_STATES = 100
"""States up to which sympy solves a chain unasked.

It takes two to five times as long as the elimination, which is at most a few milliseconds here;
beyond, both the factor and the time grow.
"""

_BOUNDS, _BOUND_DIGITS = 8, 10  # outcomes of which bounds are told, and their digits


@dataclass(frozen=True)
class Solution:
    """What one chain gives, all exact.

    Args:
        probabilities: the probability of each outcome, in printing order.
        expected_rolls: rolls from placing to decision, expected.
    """

    probabilities: Mapping[Outcome, Fraction]
    expected_rolls: Fraction


@dataclass(frozen=True)
class Passage:
    """How a mass passes through a chain, all exact.

    Args:
        visits: how much of it is thrown for in each state, over all rolls.
        arrived: how much of it arrives at each outcome, in printing order.
    """

    visits: dict[State, Fraction]
    arrived: dict[Outcome, Fraction]


def solve(chain: Chain) -> Solution:
    """Return the exact solution of *chain* from its start.

    Raises:
        ChainError: a part of the chain is never left, or its exact numbers are too long; then the
            message has bounds of the probabilities, which are proven.

    >>> from oddscalc._bets.catalogue import shipped
    >>> from oddscalc._bets.compile import compile_bet
    >>> from oddscalc._chain.chain import explore
    >>> from oddscalc._dice.dice import Dice
    >>> automaton = compile_bet(shipped()["pass"], shipped())
    >>> solution = solve(explore(automaton, {automaton.start(None): 1}, Dice.fair()))
    >>> solution.expected_rolls
    Fraction(557, 165)
    """
    try:
        return _solved(chain)
    except ChainError as error:
        if error.code != "numbers-too-long":
            raise
        raise ChainError(f"{error}; {_bounds(chain)}", code=error.code) from None


def _bounds(chain: Chain) -> str:
    """Return what is proven of the probabilities where their fractions are too long."""
    bounds = []
    longest = max(chain.rows.total(state) for state in range(len(chain.rows))).bit_length()
    for outcome, (low, high) in list(enclose(chain, 128 + longest).items())[:_BOUNDS]:
        text = decimal(low, _BOUND_DIGITS)
        same = text == decimal(high, _BOUND_DIGITS)
        bounds.append(f"{outcome} {text}" if same else f"{outcome} {text} to {decimal(high)}")
    more = f", and {len(chain.outcomes) - _BOUNDS} more" if len(chain.outcomes) > _BOUNDS else ""
    return f"proven, rounded, are {', '.join(bounds)}{more}"


def _solved(chain: Chain) -> Solution:
    if _is_for_sympy(chain):
        whole = passage(chain, chain.start)
        return Solution(whole.arrived, sum(whole.visits.values(), Fraction(0)))
    flow = Flow(chain.rows, chain.components())
    return Solution(dict(zip(chain.outcomes, flow.arrived, strict=True)), flow.expected_rolls)


def expected_visits(chain: Chain) -> dict[State, Fraction]:
    """Return how often each state is left by a roll before the bet is decided, expected.

    Raises:
        ChainError: as ``solve``.

    >>> from oddscalc._bets.catalogue import shipped
    >>> from oddscalc._bets.compile import compile_bet
    >>> from oddscalc._chain.chain import explore
    >>> from oddscalc._dice.dice import Dice
    >>> automaton = compile_bet(shipped()["place-6"], shipped())
    >>> expected_visits(explore(automaton, {automaton.start(None): 1}, Dice.fair()))
    {'undecided': Fraction(36, 11)}
    """
    return passage(chain, chain.start).visits


def passage(chain: Chain, start: Mapping[State, Fraction]) -> Passage:
    """Return how the mass that starts as *start* passes through *chain*.

    Raises:
        ChainError: as ``solve``.
    """
    whole, scale = sum(start.values()), lcm(*(mass.denominator for mass in start.values()))
    ways = [(chain.numbers[state], int(mass * scale)) for state, mass in start.items() if mass]
    rows = replace(chain.rows, start=ways)
    if not _is_for_sympy(chain):
        flow = Flow(rows, chain.components(), every=True)
        visits = [flow.visits.get(number, Fraction(0)) * whole for number in range(len(rows))]
        arrived = [share * whole for share in flow.arrived]
        return Passage(
            dict(zip(chain.states, visits, strict=True)),
            dict(zip(chain.outcomes, arrived, strict=True)),
        )
    from oddscalc._chain.solve.equations import solved

    if rows.bits > MOST_BITS:
        Flow(rows, chain.components())  # refuses at once what sympy would reckon with for minutes
    visited, ended = solved(chain, start)
    return Passage(
        {state: visited[state] for state in chain.states},
        {outcome: ended.get(outcome, Fraction(0)) for outcome in chain.outcomes},
    )


def _is_for_sympy(chain: Chain) -> bool:
    return chain.solver == "sympy" or len(chain.states) <= SYMPY_STATES


def enclose(chain: Chain, bits: int = 128) -> dict[Outcome, tuple[Fraction, Fraction]]:
    """Return a certified lower and upper bound of the probability of each outcome.

    For chains too large for exact numbers: time and memory do not grow with the length of the
    exact fractions, only with the number of steps.

    Args:
        chain: the chain.
        bits: how long the numbers may grow. The bounds are apart by about 2**-bits times the
            expected rolls.

    Raises:
        ChainError: a part of the chain is never left.

    >>> from oddscalc._bets.catalogue import shipped
    >>> from oddscalc._bets.compile import compile_bet
    >>> from oddscalc._chain.chain import explore
    >>> from oddscalc._dice.dice import Dice
    >>> automaton = compile_bet(shipped()["pass"], shipped())
    >>> chain = explore(automaton, {automaton.start(None): 1}, Dice.fair())
    >>> low, high = enclose(chain)[automaton.outcomes[0]]
    >>> low <= Fraction(244, 495) <= high
    True
    >>> high - low < Fraction(1, 10**36)
    True
    """
    return dict(zip(chain.outcomes, enclosed(chain.rows, bits), strict=True))
