"""A betting plan as laboratories file it: over one hand, then over numbers of rolls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from oddscalc._bets.catalogue import digest as digest_of_bets
from oddscalc._exact.numbers import decimal, exact, percent, square_root_decimal
from oddscalc._questions.laboratory.returns import Interval, intervals, normal_intervals
from oddscalc._questions.plans.answer import Planned
from oddscalc._questions.plans.moments import PlanMoments
from oddscalc._questions.plans.plan import Plan
from oddscalc._show.document import Block, Bullets, Document, Figure, Section, Table, Text, figures
from oddscalc._show.words.labreport import (
    intervals_object,
    proof_section,
    returns_blocks,
    versions,
    volatilities,
    volatility_formula,
)
from oddscalc._show.words.plan import document as of_plans


def document(planned: Sequence[Planned]) -> Document:
    """Return the report of a plan: over one hand, then over numbers of rolls."""
    plan = planned[0].plan
    parts = [of_plans([answer]) for answer in planned]
    return Document(
        f"Report on {plan.title} ({plan.id})",
        schema="report",
        sections=lambda: list(_sections(planned, parts)),
        data=lambda: _object(planned, parts),
        records=lambda: of_plans(planned).records(),
    )


def _sections(planned: Sequence[Planned], parts: Sequence[Document]) -> Iterator[Section]:
    hand = planned[0]
    (said,) = parts[0].sections()
    yield said
    if len(planned) > 1:
        yield _over_rolls(planned[1:])
    if isinstance(hand.worth, PlanMoments):
        yield _risk(hand, hand.worth)
        yield Section("Return of many hands", [], returns_blocks(_intervals(hand, hand.worth)))
    yield _rules(hand.plan)
    yield proof_section(_digests(hand.plan), None)


def _over_rolls(planned: Sequence[Planned]) -> Section:
    """Return what the plan brings over numbers of rolls, as decimals; JSON has the fractions."""
    rows = []
    for answer in planned:
        numbers = (answer.worth.mean, answer.worth.put_up, answer.worth.decided)
        texts = [decimal(x) if isinstance(x, Fraction) else decimal(x.middle) for x in numbers]
        rows.append((answer.horizon, texts[0], answer.worth.sd, *texts[1:]))
    headers = ("over", "expected net win", "sd", "put up", "won or lost")
    return Section("Over numbers of rolls", [], [Table(headers, "lrrrr", rows)])


def _risk(hand: Planned, worth: PlanMoments) -> Section:
    rows = [Figure(label, None, text) for label, text in volatilities(worth.variance, worth.put_up)]
    if worth.put_up:
        rows.insert(0, _of_share("return to player", 1 + worth.mean / worth.put_up))
    if hand.net_win is not None and hand.covered == 1:
        rows.insert(1, Figure.of("hit frequency", hand.net_win.ahead))
        skewness = hand.net_win.squared_skewness
        if skewness is not None:
            sign = "-" if skewness < 0 else ""
            text = f"{sign}{square_root_decimal(abs(skewness))}"
            rows.append(Figure("skewness", None, text))
    blocks: list[Block] = [figures(rows), Text(volatility_formula("put up", "hand"))]
    return Section("Risk", ["of one hand, over what is expected to be put up"], blocks)


def _of_share(label: str, value: Fraction) -> Figure:
    return Figure(label, value, percent(value))


def _intervals(hand: Planned, worth: PlanMoments) -> list[Interval]:
    """Return the intervals, exact if the distribution of a hand is whole."""
    if hand.net_win is not None and hand.covered == 1:
        return intervals(hand.net_win, worth.put_up)
    return list(normal_intervals(worth.mean, worth.variance, worth.put_up))


def _rules(plan: Plan) -> Section:
    blocks: list[Block] = []
    for planned in plan.bets.values():
        wager = plan.book.wager(planned.bet.id)
        lines = [f"clause {wager.clause}: {'; '.join(wager.names)}"]
        lines.append(f"stakes {', '.join(map(exact, planned.stakes))}")
        blocks.append(Bullets(lines, f"{planned.bet.name} ({planned.bet.id})"))
    return Section("Clauses", [f"{plan.book.title} ({plan.book.id})"], blocks)


def _digests(plan: Plan) -> list[tuple[str, str]]:
    bets = [bet.bet for bet in plan.bets.values()]
    return [
        (f"plan {plan.id}", plan.digest),
        (f"rulebook {plan.book.id}", plan.book.digest),
        ("bets", digest_of_bets(bets, plan.book.catalogue)),
        (f"paytable {plan.paytable.id}", plan.paytable.digest),
    ]


def _object(planned: Sequence[Planned], parts: Sequence[Document]) -> dict[str, Any]:
    hand = planned[0]
    record: dict[str, Any] = {**parts[0].data(), "over_rolls": [part.data() for part in parts[1:]]}
    if isinstance(hand.worth, PlanMoments):
        worth = hand.worth
        record["volatility_index"] = dict(volatilities(worth.variance, worth.put_up))
        record["volatility_formula"] = volatility_formula("put up", "hand")
        record["intervals"] = intervals_object(_intervals(hand, worth))
    record["digests"] = dict(_digests(hand.plan))
    return {**record, "schema": "report/1", "versions": versions()}
