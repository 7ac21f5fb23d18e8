"""A portfolio: bets made together."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from oddscalc._ask.joint import Portfolio
from oddscalc._exact.numbers import decimal, exact
from oddscalc._money.valuation import Value
from oddscalc._show.document import (
    MOST_ROWS,
    Document,
    Figure,
    Records,
    Section,
    Table,
    figures,
    left_out,
    number,
    number_cells,
    number_headers,
)
from oddscalc._show.words.contract import cost_per_hour, costs_per_roll, edges, numbers, rational
from oddscalc._show.words.figures import Showing, house_edges, quantities
from oddscalc._show.words.headings import rounded
from oddscalc._show.words.notes import odds_note, on_stakes, standing


def document(portfolio: Portfolio, showing: Showing) -> Document:
    """Return the bets, the distribution of the net win, and what it comes to."""
    return Document(
        "Bets made together",
        schema="portfolio",
        sections=lambda: [section(portfolio, showing)],
        data=lambda: _object(portfolio, showing),
        records=lambda: _records(portfolio),
    )


def portfolio_object(portfolio: Portfolio) -> dict[str, Any]:
    """Return what was asked, as JSON; all amounts in the money of the stakes."""
    first = portfolio.parts[0].answer
    return {
        "bets": [
            {
                "bet": part.answer.model.bet.id,
                "reading": part.answer.model.reading.name,
                "stake": rational(part.answer.ticket.stake),
                **part.item.options,
                **({"stands_on": part.answer.model.stands} if part.answer.model.stands else {}),
            }
            for part in portfolio.parts
        ],
        "rules": first.model.rules.id,
        "paytable": portfolio.paytable.id,
        "until": portfolio.until,
        "staked": rational(portfolio.staked),
    }


def _object(portfolio: Portfolio, showing: Showing) -> dict[str, Any]:
    asked = portfolio_object(portfolio)
    for bet, part in zip(asked["bets"], portfolio.parts, strict=True):
        bet["expected_value"] = rational(part.expected_value)
    return {
        **asked,
        "outcomes": [
            {"net": rational(net), "probability": rational(probability)}
            for net, probability in portfolio.net_win.probabilities.items()
        ],
        **numbers(portfolio.value, "expected_value", "variance", "sd"),
        **_edges(portfolio.value),
        **numbers(portfolio.value, "expected_rolls"),
        **cost_per_hour(portfolio, showing.rolls_per_hour),
        "notes": portfolio_notes(portfolio),
    }


def _edges(value: Value) -> dict[str, Any]:
    """Return the edges over the usual basis, which is named unless it is the stakes; then others.

    Others are in it only if there are any.
    """
    basis, *others = [base.name for base in value.bases]
    also = [{"basis": other, "house_edge": edges(value, other)} for other in others]
    return {
        **({"basis": basis} if basis != "stakes" else {}),
        "house_edge": edges(value, basis),
        **({"also": also} if also else {}),
    }


def _records(portfolio: Portfolio) -> Records:
    """Return a row for each net win."""
    bets = " + ".join(part.written for part in portfolio.parts)
    rows = [
        [bets, portfolio.until, *number_cells(pair)]
        for pair in portfolio.net_win.probabilities.items()
    ]
    return Records(["bets", "until", *number_headers(["net", "probability"])], rows)


def together(portfolio: Portfolio, bets: str) -> str:
    """Return how the *bets* are made, under which rules."""
    first = portfolio.parts[0].answer
    until = "until all are decided" if portfolio.until == "all-decided" else "for one roll"
    rules = f"rules {first.model.rules.id}, paytable {portfolio.paytable.id}"
    ticket, basis = first.ticket, portfolio.value.bases[0].name
    paid = [] if ticket.rounding == "exact" else [f"wins {rounded(ticket)}"]
    return "; ".join([f"{bets}, each made once, {until}", rules, *paid, f"edges over the {basis}"])


def section(portfolio: Portfolio, showing: Showing) -> Section:
    """Return the bets, the distribution of their net win, and its figures."""
    bets = [
        (part.name, exact(part.answer.ticket.stake), number(part.expected_value),
         decimal(part.expected_value))
        for part in portfolio.parts
    ]  # fmt: skip
    nets = portfolio.net_win.probabilities
    rows = [
        (exact(net), number(probability), showing.text(probability))
        for net, probability in list(nets.items())[:MOST_ROWS]
    ]
    blocks = [
        Table(("bet", "stake", "expected value", ""), "lrrr", bets),
        Table(("net win", "probability", showing.heading), "rrr", rows, left_out(nets, "outcomes")),
        figures(_figures(portfolio, showing)),
    ]
    staked = f"{exact(portfolio.staked)} staked on {len(portfolio.parts)} bets"
    return Section(
        "", [together(portfolio, staked), *assumed(portfolio)], blocks, portfolio_notes(portfolio)
    )


def portfolio_notes(portfolio: Portfolio) -> list[str]:
    """Return what must be said of the stakes."""
    return on_stakes([part.answer for part in portfolio.parts])


def assumed(portfolio: Portfolio) -> list[str]:
    """Return which bets stand already, and how much odds each takes: a line each."""
    lines = standing(part.answer.model for part in portfolio.parts)
    with_odds = (part for part in portfolio.parts if part.answer.schedule is not None)
    return [*lines, *(f"{part.name}: {odds_note(part.answer)}" for part in with_odds)]


def _figures(portfolio: Portfolio, showing: Showing) -> Iterator[Figure]:
    yield from house_edges(portfolio.value)
    yield Figure.of("expected net win", portfolio.expected_value)
    yield from quantities(portfolio.value, "variance", "sd", "expected_rolls")
    yield from showing.cost(partial(costs_per_roll, portfolio))
