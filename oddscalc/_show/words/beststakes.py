"""The stakes at which the edge of a bet is least."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from oddscalc._exact.numbers import exact, fixed
from oddscalc._questions.design.stakes import Stakes
from oddscalc._show.document import (
    Bullets,
    Document,
    Records,
    Section,
    Table,
    number_cells,
    number_headers,
)
from oddscalc._show.words.contract import rational
from oddscalc._show.words.fair import EDGES
from oddscalc._show.words.headings import title
from oddscalc._show.words.notes import notes

Ranges = Sequence[tuple[Fraction, Fraction]]


def document(bets: Sequence[Stakes]) -> Document:
    """Return a card for each of *bets*."""
    return Document(
        "Stakes with the least edge",
        schema="fair",
        sections=lambda: [_card(stakes) for stakes in bets],
        data=lambda: [_object(stakes) for stakes in bets],
        records=lambda: _records(bets),
    )


def _object(stakes: Stakes) -> dict[str, Any]:
    """Return the JSON object of a bet over a range of stakes; ranges as their first and last."""
    model = stakes.answer.model
    points = [
        {
            "stake": rational(point.stake),
            "edge": rational(point.edge),
            "against": rational(point.other),
        }
        for point in stakes.points
    ]
    signs = {} if stakes.against is None else {"below": -1, "equal": 0, "above": 1}
    return {
        "bet": model.bet.id,
        "reading": model.reading.name,
        "rules": model.rules.id,
        "paytable": stakes.answer.paytable.id,
        "against": None if stakes.against is None else stakes.against.bet.id,
        "basis": stakes.basis,
        "least": {"edge": rational(stakes.least), "stakes": _pairs(stakes.at(stakes.least))},
        "greatest": {"edge": rational(stakes.most), "stakes": _pairs(stakes.at(stakes.most))},
        **{name: _pairs(stakes.where(sign)) for name, sign in signs.items()},
        "unpayable": _pairs(stakes.at(None)),
        "edges": points,
    }


def _pairs(ranges: Ranges) -> list[list[str]]:
    return [[exact(first), exact(last)] for first, last in ranges]


def _edge(edge: Fraction | None) -> str:
    return "-" if edge is None else f"{exact(edge)} = {fixed(edge * 100, 4)}%"


def _records(bets: Sequence[Stakes]) -> Records:
    """Return a row for each stake, exact numbers as numerator and denominator."""
    rows = [
        [stakes.answer.model.bet.id, stakes.answer.model.reading.name,
         *number_cells([point.stake, point.edge, point.other])]
        for stakes in bets
        for point in stakes.points
    ]  # fmt: skip
    return Records(["bet", "reading", *number_headers(["stake", "edge", "against"])], rows)


def _card(stakes: Stakes) -> Section:
    answer, model, other = stakes.answer, stakes.answer.model, stakes.against
    ticket, tried = answer.ticket, [point.stake for point in stakes.points]
    step = f" in steps of {exact(tried[1] - tried[0])}" if len(tried) > 1 else ""
    paid = {
        "exact": "paid exactly",
        "refuse": f"refused unless in units of {exact(ticket.unit)}",
    }.get(ticket.rounding, f"rounded {ticket.rounding} to {exact(ticket.unit)}")
    against = "" if other is None else f" against {title(other)}"
    under = (
        f"rules {model.rules.id}, paytable {answer.paytable.id}; {EDGES[stakes.basis]}; stakes"
        f" {exact(tried[0])}..{exact(tried[-1])}{step}, wins {paid}"
    )
    items = [
        f"least: {_edge(stakes.least)} at {_ranges(stakes.at(stakes.least))}",
        f"greatest: {_edge(stakes.most)} at {_ranges(stakes.at(stakes.most))}",
    ]
    if other is not None:
        for sign, word in ((-1, "below"), (0, "equal to"), (1, "above")):
            items.append(f"{word} {other.bet.id}: {_ranges(stakes.where(sign))}")
    if unpaid := stakes.at(None):
        items.append(f"cannot be paid: {_ranges(unpaid)}")
    rows = [(exact(point.stake), _edge(point.edge), _edge(point.other)) for point in stakes.points]
    each = Table(("stake", "edge", "against"), "rrr", rows, terminal="")
    return Section(title(model) + against, [under], [Bullets(items, mark=""), each], notes(answer))


def _ranges(ranges: Ranges) -> str:
    texts = [
        exact(first) if first == last else f"{exact(first)}..{exact(last)}"
        for first, last in ranges
    ]
    return ", ".join(texts) or "no stake"
