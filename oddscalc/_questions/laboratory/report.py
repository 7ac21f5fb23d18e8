"""All that a laboratory files of one bet: its value, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Query, Valued, ask
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.odds import point_of
from oddscalc._questions.laboratory.prices import Breakage, Sensitivity, breakage, sensitivities
from oddscalc._questions.laboratory.returns import Interval, intervals
from oddscalc._questions.rolls import Question, Rolls
from oddscalc._questions.rolls import rolls as lasting
from oddscalc._questions.sessions.game import game_of

Limits = tuple[Fraction | None, Fraction | None]
"""The least and the most stake, where they are given."""


@dataclass(frozen=True)
class Exposure:
    """What one bet at one stake can cost each side at most.

    Args:
        stake: the stake.
        staked: what the player has up at most, odds and commissions included.
        paid: what the house pays at most on top of what the player has up.
        chance: how likely that is.
    """

    stake: Fraction
    staked: Fraction
    paid: Fraction
    chance: Fraction


@dataclass(frozen=True)
class Returned:
    """What an outcome gives back of what is put up, as a share of the return."""

    outcome: Outcome
    share: Fraction


@dataclass(frozen=True)
class Filed:
    """A bet at one paytable.

    Args:
        answer: its value.
        contributions: what each outcome adds to the return; they sum to it. None without prices.
        intervals: where the return lies after many rounds.
        exposures: what it can cost at the limits.
        limited: who sets the limits: ``asked``, the clause of the rulebook; nothing if nobody does.
        sensitivities: how the edge follows each price.
        breakage: what rounding costs; None without prices.
    """

    answer: Valued
    contributions: tuple[Returned, ...]
    intervals: tuple[Interval, ...]
    exposures: tuple[Exposure, ...]
    limited: str
    sensitivities: tuple[Sensitivity, ...]
    breakage: Breakage | None


@dataclass(frozen=True)
class BetReport:
    """One reading of a bet, at one paytable or at several.

    Args:
        filed: at each paytable.
        others: the other readings of the text, at the first paytable.
        rolls: how long it lasts.
    """

    filed: tuple[Filed, ...]
    others: tuple[Valued, ...]
    rolls: Rolls

    @property
    def answer(self) -> Valued:
        """The bet at the first paytable."""
        return self.filed[0].answer


def bet_report(name: str, queries: Sequence[Query], limits: Limits = (None, None)) -> BetReport:
    """Return the report of a bet for each of *queries*, which differ in their paytables.

    Raises:
        UnknownNameError, RuleError, BarePriceError: as ``query.ask``.
    """
    asked = [ask([name], query) for query in queries]
    (rolls,) = lasting([name], queries[0], Question(pmf=20))
    return BetReport(
        filed=tuple(_filed(answers[0], limits) for answers in asked),
        others=tuple(asked[0][1:]),
        rolls=rolls,
    )


@dataclass(frozen=True)
class JointReport:
    """Bets made together.

    Args:
        portfolio: the bets.
        intervals: where the return lies after many rounds of all of them.
        exposure: what one round can cost each side.
    """

    portfolio: Portfolio
    intervals: tuple[Interval, ...]
    exposure: Exposure


def joint_report(portfolio: Portfolio) -> JointReport:
    """Return the report of bets made together."""
    basis = portfolio.value.bases[0].amount
    game = game_of(portfolio)
    net, chance = next(iter(game.net_win.probabilities.items()))
    exposure = Exposure(portfolio.staked, game.cost, max(net, Fraction(0)), chance)
    return JointReport(portfolio, tuple(intervals(portfolio.net_win, basis)), exposure)


def _filed(answer: Valued, limits: Limits) -> Filed:
    net_win, basis = answer.value.net_win, answer.value.bases[0].amount
    between, limited = _limits(answer, limits)
    return Filed(
        answer=answer,
        contributions=tuple(_contributions(answer)),
        intervals=() if net_win is None else tuple(intervals(net_win, basis)),
        exposures=()
        if net_win is None
        else tuple(_exposure(answer, interval) for interval in between),
        limited=limited,
        sensitivities=tuple(sensitivities(answer)),
        breakage=breakage(answer),
    )


def _contributions(answer: Valued) -> list[Returned]:
    """Return what each outcome adds to the return to the player.

    >>> from oddscalc._ask.query import Query, ask
    >>> [str(one.share) for one in _contributions(ask(["dont-pass"], Query())[0])]
    ['949/990', '0', '1/36']
    """
    basis, rows = answer.value.bases[0], []
    for payoff in answer.value.payoffs:
        if payoff.net is None:
            return []
        up = Fraction(1)
        point = point_of(payoff.outcome) if answer.schedule is not None else None
        if point is not None:
            up += answer.odds[point].multiple
        share = payoff.probability * (up + payoff.net) / basis.amount
        rows.append(Returned(payoff.outcome, share))
    return rows


def _limits(answer: Valued, limits: Limits) -> tuple[list[Fraction], str]:
    """Return the stakes at which exposure is told, and who says so."""
    rules = answer.model.rules
    low, high = limits[0] or rules.minimum, limits[1] or rules.maximum
    between = [limit for limit in (low, high) if limit is not None]
    if not between:
        return [answer.ticket.stake], ""
    asked = any(limit is not None for limit in limits)
    return list(dict.fromkeys(between)), "asked" if asked else rules.limits_clause or rules.id


def _exposure(answer: Valued, stake: Fraction) -> Exposure:
    """Return the exposure at a *stake*, in proportion to that of the answer."""
    game, times = game_of(answer), stake / answer.ticket.stake
    net, chance = next(iter(game.net_win.probabilities.items()))
    return Exposure(stake, game.cost * times, max(net, Fraction(0)) * times, chance)
