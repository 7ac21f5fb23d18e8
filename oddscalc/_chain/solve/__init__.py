"""Exact solution of an absorbing chain: outcome probabilities, expected rolls and visits.

The chain is taken apart into its strongly connected components, in topological order. A state
that only leads back to itself passes on what flows in; states that lead to each other are solved
together, by sympy or by an elimination in integers. sympy alone solves any chain too, and is what
the answers are tested against.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._bets.automaton import Outcome, State
from oddscalc._chain.chain import Chain
from oddscalc._chain.solve.enclosure import enclosed
from oddscalc._chain.solve.forward import Flow

__all__ = ["Solution", "enclose", "expected_visits", "solve"]


@dataclass(frozen=True)
class Solution:
    """What one chain gives, all exact.

    Args:
        probabilities: the probability of each outcome, in printing order.
        expected_rolls: rolls from placing to decision, expected.
    """

    probabilities: Mapping[Outcome, Fraction]
    expected_rolls: Fraction


def solve(chain: Chain) -> Solution:
    """Return the exact solution of *chain* from its start.

    Source of the equations: Kemeny and Snell, Finite Markov Chains, chapter 3.

    Raises:
        ChainError: a part of the chain is never left.

    >>> from oddscalc._bets.catalogue import shipped
    >>> from oddscalc._bets.compile import compile_bet
    >>> from oddscalc._chain.chain import explore
    >>> from oddscalc._dice.dice import Dice
    >>> automaton = compile_bet(shipped()["pass"], shipped())
    >>> solution = solve(explore(automaton, {automaton.start(None): 1}, Dice.fair()))
    >>> solution.expected_rolls
    Fraction(557, 165)
    """
    flow = Flow(chain.rows)
    return Solution(dict(zip(chain.outcomes, flow.arrived, strict=True)), flow.expected_rolls)


def expected_visits(chain: Chain) -> dict[State, Fraction]:
    """Return how often each state is left by a roll before the bet is decided, expected.

    Raises:
        ChainError: a part of the chain is never left.

    >>> from oddscalc._bets.catalogue import shipped
    >>> from oddscalc._bets.compile import compile_bet
    >>> from oddscalc._chain.chain import explore
    >>> from oddscalc._dice.dice import Dice
    >>> automaton = compile_bet(shipped()["place-6"], shipped())
    >>> expected_visits(explore(automaton, {automaton.start(None): 1}, Dice.fair()))
    {'undecided': Fraction(36, 11)}
    """
    visits = Flow(chain.rows, every=True).visits
    return {state: visits.get(number, Fraction(0)) for number, state in enumerate(chain.states)}


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
