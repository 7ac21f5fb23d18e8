"""The value of bets: a card with all of it for one, a row for each of several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from oddscalc._ask.quantities import EDGES, QUANTITIES, edges_over
from oddscalc._ask.query import Valued
from oddscalc._exact.numbers import fixed
from oddscalc._exact.values import Exact
from oddscalc._money.price import Price
from oddscalc._show.columns import WHOLE, Choice, Column, records, table
from oddscalc._show.document import (
    MOST_ROWS,
    Cell,
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
from oddscalc._show.words.headings import asked, given_all, heading, named
from oddscalc._show.words.notes import assumptions, notes


def document(
    answers: Sequence[Valued], showing: Showing, *, cards: bool, choice: Choice = WHOLE
) -> Document:
    """Return a card for each of *answers*, or else one table of those that are chosen."""
    chosen, cards = choice.rows(answers, COLUMNS), cards and not choice.columns
    names = choice.columns or USUAL
    return Document(
        "Odds and house edges",
        schema="edge",
        sections=lambda: (
            [_card(answer, showing) for answer in chosen]
            if cards
            else [_table(chosen, answers, names)]
        ),
        data=lambda: [answer_object(answer, showing.rolls_per_hour) for answer in chosen],
        records=lambda: (
            records(chosen, {name: COLUMNS[name] for name in names})
            if choice.columns
            else Records(answer_headers(), [answer_cells(answer) for answer in chosen])
        ),
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
    every = zip(answer.value.payoffs, answer.paid.prices, strict=True)
    pairs = [(payoff, price) for payoff, price in every if not payoff.is_idle]
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


def _of(key: str, heading: str, *, digits: int | None = None) -> Column[Valued]:
    """Return the column of a quantity, exactly or with so many decimals."""
    quantity = QUANTITIES[key]
    return _number(heading, lambda answer: quantity.of(answer.value), digits, root=quantity.root)


def _edge_column(place: int, heading: str, *, digits: int | None = None) -> Column[Valued]:
    """Return the column of an edge over the usual basis, in percent if it has *digits*."""
    return _number(heading, lambda answer: edges_over(answer.value)[place], digits, times=100)


def _number(
    heading: str,
    value: Callable[[Valued], Fraction | None],
    digits: int | None,
    *,
    times: int = 1,
    root: bool = False,
) -> Column[Valued]:
    def cell(answer: Valued) -> Cell:
        number_of = value(answer)
        if number_of is None:
            return "-"
        if root:
            sign = -1 if number_of < 0 else 1
            return Exact.root_of(abs(number_of), sign).decimal
        return lone(number_of) if digits is None else fixed(number_of * times, digits)

    return Column(heading, value, cell, root=root)


def _text(heading: str, value: Callable[[Valued], str]) -> Column[Valued]:
    return Column(heading, value, numeric=False)


def _exact_edge(answer: Valued) -> Cell:
    edge = edges_over(answer.value)[0]
    return "no price" if edge is None else number(edge)


COLUMNS: Mapping[str, Column[Valued]] = {
    "bet": _text("bet", lambda answer: named(answer.model)),
    "name": _text("name", lambda answer: answer.model.bet.name),
    "rules": _text("rules", lambda answer: answer.model.rules.id),
    "clause": _text("clause", lambda answer: answer.model.wager.clause),
    "reading": _text("reading", lambda answer: answer.model.reading.name),
    "paytable": _text("paytable", lambda answer: answer.paytable.id),
    "edge": Column("edge made", lambda answer: edges_over(answer.value)[0], _exact_edge),
    "made": _edge_column(0, "made %", digits=4),
    "resolved": _edge_column(1, "resolved", digits=4),
    "roll": _edge_column(2, "per roll", digits=4),
    "rolls": _of("expected_rolls", "rolls", digits=4),
    "win": _of("win", "win"),
    "lose": _of("lose", "lose"),
    "push": _of("push", "push"),
    "hit": _of("hit_frequency", "hit frequency"),
    "return": _of("rtp", "return"),
    "mean": _of("expected_value", "expected value"),
    "variance": _of("variance", "variance"),
    "sd": _of("sd", "sd"),
    "skewness": _of("skewness", "skewness"),
    "kurtosis": _of("kurtosis", "kurtosis"),
}
"""The columns of a table of bets, by the words with which they are chosen."""

USUAL = ("bet", "edge", "made", "resolved", "roll", "rolls")


def _table(answers: Sequence[Valued], asked_of: Sequence[Valued], names: Sequence[str]) -> Section:
    """Return one row for each answer, percentages to 4 places, under what was asked of all."""
    under = [
        *assumptions(answers),
        *given_all(asked_of),
        "house edge per bet made, exactly and in percent; per bet resolved and per roll in percent;"
        " expected rolls. All exact values and notes: --json, or name one bet.",
    ]
    return Section("", under, [table(answers, [COLUMNS[name] for name in names])])


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
    exactly = number_cells(quantity.of(value) for quantity in (*before, *EDGES[basis], *after))
    known = [model.bet.id, model.bet.name, model.rules.id, model.reading.name, answer.paytable.id]
    return [
        *known,
        basis,
        *exactly,
        value.sd or "",
        "; ".join([*given_all([answer], edges=False), *notes(answer)]),
    ]
