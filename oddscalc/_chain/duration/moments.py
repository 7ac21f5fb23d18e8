"""Exact mean and variance of the rolls to a decision, over all outcomes or given some.

N is the roll that decides. Let the bet start in each state as often as the state is visited,
expected, instead of once as it is placed: then E[N; outcome] arrives at the outcome, for a
decision on roll N visits N states, and is reached from each of them. Let it start as often as that
flow visits the states, and E[N (N + 1) / 2; outcome] arrives. So the solver gives every moment,
and nothing is cut off.

Source: Kemeny and Snell, Finite Markov Chains, chapter 3, where the variance of the steps to
absorption is made of the same fundamental matrix.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._bets.automaton import Outcome
from oddscalc._chain.chain import Chain
from oddscalc._chain.duration.law import Given
from oddscalc._chain.solve import passage
from oddscalc._exact.numbers import square_root_decimal
from oddscalc.errors import RuleError


@dataclass(frozen=True)
class Moments:
    """How long a bet lasts, given that some outcomes come about.

    Args:
        probability: the chance that one of them comes about.
        mean: the expected rolls, given that.
        variance: the variance of the rolls, given that.
    """

    probability: Fraction
    mean: Fraction
    variance: Fraction

    @property
    def sd(self) -> str:
        """The standard deviation in rolls, a decimal text of 10 significant digits."""
        return square_root_decimal(self.variance)


def moments(chain: Chain, given: Given = None) -> Moments:
    """Return mean and variance of the rolls to the decision, given that one of *given* comes about.

    Args:
        chain: the chain of the bet.
        given: the outcomes that are given; None for all.

    Raises:
        RuleError: none of the outcomes given can come about.

    >>> from oddscalc._bets.catalogue import shipped
    >>> from oddscalc._bets.compile import compile_bet
    >>> from oddscalc._chain.chain import explore
    >>> from oddscalc._dice.dice import Dice
    >>> automaton = compile_bet(shipped()["pass"], shipped())
    >>> pass_line = explore(automaton, {automaton.start(None): Fraction(1)}, Dice.fair())
    >>> moments(pass_line)
    Moments(probability=Fraction(1, 1), mean=Fraction(557, 165), variance=Fraction(245672, 27225))
    >>> moments(pass_line, pass_line.outcomes[:1]).mean
    Fraction(9858, 3355)
    """
    orders = [
        sum((at[outcome] for outcome in at if given is None or outcome in given), Fraction(0))
        for at in _rising(chain)
    ]
    if not orders[0]:
        names = ", ".join(map(str, given or ()))
        raise RuleError(
            f"{names} cannot come about, so there are no rolls to it", code="impossible"
        )
    return _moments(*orders)


def moments_by_outcome(chain: Chain) -> dict[Outcome, Moments]:
    """Return mean and variance of the rolls to each outcome, given that it comes about.

    Outcomes that cannot come about are left out.

    >>> from oddscalc._bets.catalogue import shipped
    >>> from oddscalc._bets.compile import compile_bet
    >>> from oddscalc._chain.chain import explore
    >>> from oddscalc._dice.dice import Dice
    >>> automaton = compile_bet(shipped()["place-6"], shipped())
    >>> place_6 = explore(automaton, {automaton.start(None): Fraction(1)}, Dice.fair())
    >>> [str(one.mean) for one in moments_by_outcome(place_6).values()]  # independent of who wins
    ['36/11', '36/11']
    """
    chances, first, second = _rising(chain)
    return {
        outcome: _moments(chance, first[outcome], second[outcome])
        for outcome, chance in chances.items()
        if chance
    }


def _moments(chance: Fraction, first: Fraction, second: Fraction) -> Moments:
    """Return the moments from chance, E[N; ...] and E[N (N + 1) / 2; ...]."""
    mean = first / chance
    return Moments(chance, mean, (2 * second - first) / chance - mean**2)


def _rising(chain: Chain) -> list[Mapping[Outcome, Fraction]]:
    """Return P(outcome), E[N; outcome] and E[N (N + 1) / 2; outcome] for every outcome."""
    once = passage(chain, chain.start)
    again = passage(chain, once.visits)
    return [once.arrived, again.arrived, passage(chain, again.visits).arrived]
