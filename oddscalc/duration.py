"""How long a bet lasts: the exact distribution of the rolls to its decision."""

from __future__ import annotations

from fractions import Fraction

from oddscalc.bets.automaton import Outcome, State
from oddscalc.chain import Chain


def pmf(chain: Chain, rolls: int) -> list[Fraction]:
    """Return the probabilities that the bet is decided by roll 1, 2, ..., *rolls*.

    The chain is stepped forward exactly; what is missing from the sum to 1 is undecided still.

    >>> from oddscalc.bets.catalogue import shipped
    >>> from oddscalc.bets.compile import compile_bet
    >>> from oddscalc.chain import explore
    >>> from oddscalc.dice import Dice
    >>> automaton = compile_bet(shipped()["pass"], shipped())
    >>> pmf(explore(automaton, {automaton.start(None): Fraction(1)}, Dice.fair()), 2)
    [Fraction(1, 3), Fraction(61, 324)]
    """
    mass: dict[State, Fraction] = dict(chain.start)
    found = []
    for _ in range(rolls):
        decided = Fraction(0)
        after: dict[State, Fraction] = {}
        for state, probability in mass.items():
            for node, weight in chain.row(state).items():
                moved = probability * weight
                if isinstance(node, Outcome):
                    decided += moved
                else:
                    after[node] = after.get(node, Fraction(0)) + moved
        found.append(decided)
        mass = after
    return found
