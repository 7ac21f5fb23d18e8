"""The value of bets: a card with all of it for one, a row for each of several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from oddscalc._ask.quantities import EDGES, QUANTITIES, edges_over
from oddscalc._ask.query import Valued
from oddscalc._exact.numbers import fixed
from oddscalc._money.price import Price
from oddscalc._show.document import (
    MOST_ROWS,
    Document,
    Figure,
    Records,
    Row,
    Section,
    Table,
    figures,
    left_out,
    lone,
    number,
    number_cells,
    number_headers,
)
from oddscalc._show.words.contract import answer_object, costs_per_roll
from oddscalc._show.words.figures import Showing, all_figures
from oddscalc._show.words.headings import asked, heading, named
from oddscalc._show.words.notes import assumptions, notes


def document(answers: Sequence[Valued], showing: Showing, *, cards: bool) -> Document:
    """Return a card for each of *answers*, or else one table of them all."""
    return Document(
        "Odds and house edges",
        schema="edge",
        sections=lambda: [_card(one, showing) for one in answers] if cards else [_table(answers)],
        data=lambda: [answer_object(one, showing.rolls_per_hour) for one in answers],
        records=lambda: Records(answer_headers(), [answer_cells(one) for one in answers]),
    )


def _card(answer: Valued, showing: Showing) -> Section:
    payoffs = answer.value.payoffs
    headers = ("outcome", "probability", showing.heading, "pays", "net")
    blocks = [
        Table(headers, "lrrll", _outcomes(answer, showing), left_out(payoffs, "outcomes")),
        figures(_figures(answer, showing), named=True),
    ]
    return Section(heading(answer.model), [f"{asked(answer)}; money per unit staked"], blocks,
                   notes(answer))  # fmt: skip


def _outcomes(answer: Valued, showing: Showing) -> list[Row]:
    """Return a row for each outcome, up to a limit."""
    pairs = list(zip(answer.value.payoffs, answer.paid.prices, strict=True))
    return [
        (
            str(payoff.outcome),
            number(payoff.probability, f"P({payoff.outcome})"),
            showing.text(payoff.probability),
            "-" if payoff.net is None else price_text(price),
            lone(payoff.net),
        )
        for payoff, price in pairs[:MOST_ROWS]
    ]


def _figures(answer: Valued, showing: Showing) -> Iterator[Figure]:
    value = answer.value
    if len(value.payoffs) > 2:
        for total in (QUANTITIES[key] for key in ("win", "lose", "push")):
            if probability := total.of(value):
                yield Figure.of(f"{total.name}, total", probability)
    yield from all_figures(value)
    yield from showing.cost(partial(costs_per_roll, answer))


def price_text(price: Price | None) -> str:
    """Return *price* in both notations; true odds as they are; nothing if there is none."""
    if price is None:
        return ""
    return str(price) if price.is_true_odds else price.both()


def _table(answers: Sequence[Valued]) -> Section:
    """Return one row for each answer, percentages to 4 places."""
    under = [
        *assumptions(answers),
        "house edge per bet made, exactly and in percent; per bet resolved and per roll in percent;"
        " expected rolls. All exact values and notes: --json, or name one bet.",
    ]
    headers = ("bet", "edge made", "made %", "resolved", "per roll", "rolls")
    return Section("", under, [Table(headers, "lrrrrr", [_row(answer) for answer in answers])])


def _row(answer: Valued) -> Row:
    value = answer.value
    edges = edges_over(value)
    exactly = "no price" if edges[0] is None else number(edges[0])
    percents = ("-" if edge is None else fixed(edge * 100, 4) for edge in edges)
    return (named(answer.model), exactly, *percents, fixed(value.expected_rolls, 4))


_BEFORE = ("win", "lose", "push", "expected_value", "variance", "hit_frequency", "rtp")
_AFTER = ("expected_rolls",)  # the edges stand between them


def answer_headers() -> list[str]:
    """Return the headings of an answer in records."""
    names = [*_BEFORE, *(f"edge_{edge.key}" for edge in EDGES["stake"]), *_AFTER]
    known = ["bet", "name", "rules", "reading", "paytable", "basis"]
    return [*known, *number_headers(names), "sd", "notes"]


def answer_cells(answer: Valued) -> list[str]:
    """Return the cells of an answer in records."""
    model, value = answer.model, answer.value
    basis = value.bases[0].name
    before, after = ([QUANTITIES[key] for key in keys] for keys in (_BEFORE, _AFTER))
    exactly = number_cells(one.of(value) for one in (*before, *EDGES[basis], *after))
    known = [model.bet.id, model.bet.name, model.rules.id, model.reading.name, answer.paytable.id]
    return [*known, basis, *exactly, value.sd or "", "; ".join(notes(answer))]
