"""What is on trial: a game, and what the exact road says of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddscalc._ask.joint import Portfolio
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.together import Together
from oddscalc._chain.chain import GRAPH_STATES, Chain
from oddscalc._chain.duration import moments
from oddscalc._chain.model import Model
from oddscalc._chain.solve import solve
from oddscalc._questions.simulation.playing import Setup

End = Any
"""What a game comes to: an outcome of a bet, or the net win of several, in money."""


@dataclass(frozen=True)
class Trial:
    """A game with its exact distribution.

    Args:
        name: what a message calls it.
        game: what is played.
        probabilities: of all that it can come to: outcomes, or net wins in money.
        expected_rolls: rolls to the decision, expected.
        variance: the variance of these rolls; None if it is not known.
        comes_to: what each outcome of the game comes to.
    """

    name: str
    game: Setup
    probabilities: Mapping[End, Fraction]
    expected_rolls: Fraction
    variance: Fraction | None
    comes_to: Callable[[Outcome], End] = lambda outcome: outcome


def subject(played: Model | Portfolio) -> Trial:
    """Return one reading of one wager, explored and solved anew, or bets made together.

    Raises:
        ChainError: the rules make no chain, or one with more states than the model allows.

    >>> from oddscalc._ask.joint import portfolio
    >>> from oddscalc._ask.query import Query, models
    >>> line = subject(models(["pass"], Query())[0])
    >>> line.expected_rolls, line.variance
    (Fraction(557, 165), Fraction(245672, 27225))
    >>> both = subject(portfolio([("pass", 5), ("any-craps", 1)], Query()))
    >>> both.name, both.probabilities[Fraction(2)]
    ('pass + any-craps', Fraction(1, 9))
    """
    return _of_model(played) if isinstance(played, Model) else _of_portfolio(played)


def _of_model(model: Model) -> Trial:
    chain = model.chain()
    solution = solve(chain)
    return Trial(
        model.bet.id,
        Setup(model.automaton, model.start(), model.dice),
        solution.probabilities,
        solution.expected_rolls,
        _variance(chain),
    )


def _of_portfolio(portfolio: Portfolio) -> Trial:
    """Return bets made together; their games come to a net win in money."""
    models = [part.answer.model for part in portfolio.parts]
    together = Together(tuple(model.automaton for model in models), portfolio.until == "roll")
    nets = {payoff.outcome: payoff.net for payoff in portfolio.value.payoffs}
    return Trial(
        " + ".join(model.bet.id for model in models),
        Setup(together, portfolio.chain.start, models[0].dice),
        portfolio.net_win.probabilities,
        portfolio.expected_rolls,
        _variance(portfolio.chain),
        nets.__getitem__,
    )


def _variance(chain: Chain) -> Fraction | None:
    """Return the variance of the rolls to the decision; None for chains too large for that."""
    return moments(chain).variance if len(chain.states) <= GRAPH_STATES else None
