"""All that a laboratory files of one bet, beside the numbers of its value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import isqrt

from oddscalc._ask.query import Valued
from oddscalc._chain.duration import Moments, moments, pmf
from oddscalc._exact.values import Exact
from oddscalc._money.netwin import NetWin
from oddscalc._money.ticket import Ticket
from oddscalc._questions.sessions.sums import after
from oddscalc.errors import LimitError, RuleError, UnpayableError

ROUNDS = (10**3, 10**4, 10**5, 10**6, 10**7)
"""Numbers of rounds for which the return is told."""

LEVELS: Mapping[str, Fraction] = {
    "90%": Fraction("1.645"),
    "95%": Fraction("1.960"),
    "99%": Fraction("2.576"),
}
"""Standard deviations on either side of a normal mean that hold such a share."""

VOLATILITY = LEVELS["90%"]
"""The volatility index is so many standard deviations of the net win per unit staked."""

MOST_ROLLS = 60
ENOUGH = Fraction(98, 100)
"""The share of decisions that are told roll by roll."""

MOST_STAKES = 12


@dataclass(frozen=True)
class Interval:
    """Where the return to player of so many rounds lies.

    Args:
        rounds: how many.
        level: with which probability at least; of a normal one about.
        low, high: its ends, as shares of all stakes.
        exact: whether they are quantiles of the exact distribution.
    """

    rounds: int
    level: str
    low: Fraction
    high: Fraction
    exact: bool


@dataclass(frozen=True)
class Sensitivity:
    """How the return depends on the price of one outcome.

    Args:
        outcome: the outcome.
        slope: the change of the return to player for each unit of stake that is paid more.
        lower, higher: the house edge if one unit less, or more, were paid.
    """

    outcome: str
    slope: Fraction
    lower: Fraction
    higher: Fraction


@dataclass(frozen=True)
class Exposure:
    """What a stake can win, and what it pays back with it.

    Args:
        called: ``minimum``, ``maximum`` or ``stake``.
        stake: the stake.
        win: the greatest net win.
        outcome: what brings it.
    """

    called: str
    stake: Fraction
    win: Fraction
    outcome: str


@dataclass(frozen=True)
class LabReport:
    """What is filed of one bet at one paytable.

    Args:
        answer: the bet and its value.
        lasts: mean and variance of the rolls.
        decided: the probability of a decision on roll 1, 2, ..., and on any later one.
        intervals: of the return, by rounds and level.
        sensitivities: to the price of each winning outcome.
        exposures: at the limits.
        breakage: the bet at some stakes, wins rounded.
        rounding: how they are rounded.
    """

    answer: Valued
    lasts: Moments
    decided: Sequence[Fraction]
    intervals: Sequence[Interval]
    sensitivities: Sequence[Sensitivity]
    exposures: Sequence[Exposure]
    breakage: Sequence[tuple[Fraction, Fraction | None]]
    rounding: str

    @property
    def contributions(self) -> list[Fraction | None]:
        """What each outcome contributes to the return: its probability times what comes back."""
        return [
            None if one.net is None else one.probability * (1 + one.net)
            for one in self.answer.value.payoffs
        ]

    @property
    def volatility(self) -> Exact | None:
        """The volatility index."""
        variance = self.answer.value.variance
        return None if variance is None else Exact.root_of(variance * VOLATILITY**2)


def lab_report(
    answer: Valued, minimum: Fraction | None = None, maximum: Fraction | None = None
) -> LabReport:
    """Return what is filed of *answer*.

    Args:
        answer: the bet.
        minimum: the least stake; as the rulebook says by default.
        maximum: the most likewise.

    >>> from oddscalc._ask.query import Query, ask
    >>> report = lab_report(ask(["field"], Query())[0])
    >>> sum(report.contributions), report.volatility.decimal
    (Fraction(17, 18), '1.774451250')
    """
    rules, chain = answer.model.rules, answer.model.chain()
    rounding = answer.ticket.rounding if answer.ticket.given else rules.rounding
    rounding = "down" if rounding in ("exact", "refuse") else rounding
    limits = {
        "minimum": minimum or rules.minimum,
        "maximum": maximum or rules.maximum,
        "stake": answer.ticket.stake if answer.ticket.given else None,
    }
    priced = answer.value.net_win is not None
    return LabReport(
        answer,
        moments(chain),
        _decided(pmf(chain, MOST_ROLLS)),
        list(_intervals(answer)) if priced else [],
        list(_sensitivities(answer)) if priced else [],
        list(_exposures(answer, limits)) if priced else [],
        list(_breakage(answer, rounding)) if priced else [],
        rounding,
    )


def _decided(chances: Sequence[Fraction]) -> list[Fraction]:
    """Return the probabilities of a decision on roll 1, 2, ...; the last one is of any later."""
    sums = list(accumulate(chances))
    enough = next((n for n, sofar in enumerate(sums, 1) if sofar >= ENOUGH), len(sums))
    return [*chances[:enough], 1 - sums[enough - 1]]


def _intervals(answer: Valued) -> Iterator[Interval]:
    """Yield the intervals of the return, exact where the distribution is short enough."""
    net_win, rtp, variance = answer.value.net_win, answer.value.rtp, answer.value.variance
    assert net_win is not None
    assert rtp is not None
    assert variance is not None
    amount = answer.value.bases[0].amount
    for rounds in ROUNDS:
        final = _exactly(net_win, rounds)
        for level, deviations in LEVELS.items():
            if final is not None:
                tail = (1 - Fraction(level.rstrip("%")) / 100) / 2
                ends = (final.quantile(tail), final.quantile(1 - tail))
                low, high = (1 + net / (rounds * amount) for net in ends)
            else:
                half = _root(variance * deviations**2 / rounds) / amount
                low, high = rtp - half, rtp + half
            yield Interval(rounds, level, low, high, final is not None)


def _exactly(net_win: NetWin, rounds: int) -> NetWin | None:
    """Return the exact distribution of so many rounds; None if it takes too long to find."""
    nets = list(net_win.probabilities)
    if len(nets) > 4 or rounds > ROUNDS[0]:
        return None
    try:
        return after(net_win.probabilities, rounds).final
    except LimitError:
        return None


def _root(square: Fraction) -> Fraction:
    """Return a square root, cut at 12 decimals."""
    return Fraction(isqrt(int(square * 10**24)), 10**12)


def _sensitivities(answer: Valued) -> Iterator[Sensitivity]:
    edge, amount = answer.value.house_edge, answer.value.bases[0].amount
    assert edge is not None
    for payoff in answer.value.payoffs:
        if payoff.outcome.result == "win" and payoff.probability:
            slope = payoff.probability / amount
            yield Sensitivity(
                str(payoff.outcome), slope, edge.per_bet_made + slope, edge.per_bet_made - slope
            )


def _exposures(answer: Valued, limits: Mapping[str, Fraction | None]) -> Iterator[Exposure]:
    possible = [one for one in answer.value.payoffs if one.probability and one.net is not None]
    best = max(possible, key=lambda one: one.net or Fraction(0))
    for called, stake in limits.items():
        if stake is not None and best.net is not None:
            yield Exposure(called, stake, best.net * stake, str(best.outcome))


def _breakage(answer: Valued, rounding: str) -> Iterator[tuple[Fraction, Fraction | None]]:
    """Yield the edge per bet made at each of some stakes, wins rounded; None where none is."""
    unit = Fraction(answer.model.wager.unit or 1)
    for count in range(1, MOST_STAKES + 1):
        ticket = Ticket(count * unit, rounding=rounding)
        try:
            edge = answer.solved.answer(answer.paytable, ticket).value.house_edge
        except (UnpayableError, RuleError):
            yield count * unit, None
            continue
        yield count * unit, None if edge is None else edge.per_bet_made
