"""Answering the points of a plan: each chain is solved once for all points that share it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from oddscalc._ask.query import Query, Solved, Valued, models, solve_model
from oddscalc._bets.catalogue import Bet
from oddscalc._chain.model import Model, Placing
from oddscalc._exact.budget import limited
from oddscalc._exact.numbers import parse_rational
from oddscalc._money.commission import Commission
from oddscalc._money.given import GivenPrice, with_given_prices
from oddscalc._money.paytable import Paytable
from oddscalc._money.schedule import OddsSchedule
from oddscalc._money.ticket import ANY, Ticket
from oddscalc._rules.rulebook import Rulebook
from oddscalc._sweeps.workload import Point, Workload
from oddscalc.errors import LimitError, NumberError, OddscalcError

_ANY_ODDS = OddsSchedule.parse("1x")  # the chain is the same for every schedule


@dataclass(frozen=True)
class Row:
    """One reading of one point: its answer, or why there is none.

    Args:
        number: the number of the point, from 0.
        point: what was asked.
        model: which reading; None if it is not even known which bet.
        answer: the answer.
        error: why there is none, in one line.
    """

    number: int
    point: Point
    model: Model | None = None
    answer: Valued | None = None
    error: str = ""


@dataclass(frozen=True)
class _Unsolved:
    """A model without a solution, and why."""

    model: Model
    reason: str


def rows_of(plan: Workload, number: int) -> list[Row]:
    """Return the rows of one point, one for each reading, the usual one first.

    They are what ``oddscalc.edge`` answers to the same; where that raises an ``OddscalcError``,
    the row has its message.

    >>> from oddscalc._dice.dice import Dice
    >>> from oddscalc._rules.rulebook import shipped
    >>> asked, books = (Point("us-ma", "dont-pass"),), {"us-ma": shipped("us-ma")}
    >>> plan = Workload((), asked, {"fair": Dice.fair()}, books, {}, 1_000, "")
    >>> [str(row.answer.value.house_edge.per_bet_made) for row in rows_of(plan, 0)]
    ['3/220', '27/1925']
    """
    point = plan.point(number)
    try:
        solved = _solved(
            plan,
            *(point.rules, point.bet, point.reading),
            *(point.dice, point.where, point.working),
            with_odds=point.odds is not None,
        )
    except OddscalcError as error:
        return [Row(number, point, error=one_line(error))]
    return [_row(plan, number, point, each) for each in solved]


def _row(plan: Workload, number: int, point: Point, solved: Solved | _Unsolved) -> Row:
    if isinstance(solved, _Unsolved):
        return Row(number, point, solved.model, error=solved.reason)
    model = solved.model
    try:
        paytable = _paytable(plan, model.bet, point.rules, point.paytable, point.pays, point.vig)
        odds = None if point.odds is None else OddsSchedule.parse(point.odds)
        answer = replace(solved, odds=odds).answer(paytable, _ticket(point, model.rules))
    except OddscalcError as error:
        return Row(number, point, model, error=one_line(error))
    return Row(number, point, model, answer)


def one_line(error: OddscalcError) -> str:
    """Return the message of an error without line ends."""
    return " ".join(str(error).split())


@lru_cache(maxsize=16)
def _solved(
    plan: Workload,
    rules: str,
    bet: str,
    reading: str | None,
    dice: str,
    where: str | None,
    working: str | None,
    *,
    with_odds: bool,
) -> tuple[Solved | _Unsolved, ...]:
    """Return every reading of a bet, solved; those asked for last are remembered.

    Raises:
        UnknownNameError, RuleError: as ``models``.
    """
    odds = _ANY_ODDS if with_odds else None
    placing = Placing(working, where, plan.dice[dice], plan.max_states)
    query = Query(plan.rulebooks[rules], reading=reading, placing=placing, odds=odds)
    solved: list[Solved | _Unsolved] = []
    for model in models([bet], query):
        try:
            with limited(plan.seconds):
                solved.append(solve_model(model, odds))
        except LimitError as error:
            stopped = f"stopped after {plan.seconds} seconds; 'seconds' in the grid file gives more"
            solved.append(
                _Unsolved(model, stopped if error.code == "too-long" else one_line(error))
            )
        except OddscalcError as error:
            solved.append(_Unsolved(model, one_line(error)))
    return tuple(solved)


@lru_cache(maxsize=256)
def _paytable(
    plan: Workload,
    bet: Bet,
    rules: str,
    name: str | None,
    pays: tuple[str, ...] | None,
    vig: str | None,
) -> Paytable:
    """Return the prices that a point is valued at.

    Raises:
        UnknownNameError, RuleError: a price is given for no outcome of the bet.
    """
    book = plan.rulebooks[rules]
    paytable = plan.paytables[name] if name else book.valued_at
    prices = [GivenPrice.parse(text) for text in pays or ()]
    readings = {bet.id: book.wager(bet.id).overrides}
    paytable = with_given_prices(paytable, prices, [bet], book.catalogue, readings)
    return paytable if vig is None else paytable.with_commission(bet.id, Commission.parse(vig))


def _ticket(point: Point, rules: Rulebook) -> Ticket:
    """Return the stake and how it is paid.

    Raises:
        NumberError: what depends on a stake is asked without one.
        UnknownNameError: the key is no bet.
    """
    if point.stake is None:
        if point.rounding not in (None, "exact") or point.key:
            raise NumberError(
                "rounding and a key depend on the stake; give a stake", code="no-stake"
            )
        return ANY
    return Ticket(
        parse_rational(point.stake),
        parse_rational(point.unit or "1"),
        point.rounding or rules.rounding,
        rules.catalogue.find(point.key).id if point.key else None,
    )
