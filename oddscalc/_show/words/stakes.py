"""A bet over a range of stakes: the edge at each, the best and the worst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from oddscalc._ask.query import Refused, Valued
from oddscalc._chain.model import Model
from oddscalc._exact.numbers import decimal, exact, fixed, integer_text
from oddscalc._money.ticket import ANY
from oddscalc._show.document import Bullets, Document, Records, Row, Section, Table, number
from oddscalc._show.words.contract import answer_object, rational
from oddscalc._show.words.headings import given_all, named, rounded
from oddscalc._show.words.notes import assumptions

Staked = Valued | Refused


def document(stakes: Sequence[Staked]) -> Document:
    """Return a row for each stake, and the best and the worst of each bet."""
    table = Table(
        ("bet", "stake", "edge made", "percent"), "lrrr", [_row(stake) for stake in stakes]
    )
    return Document(
        "House edge by stake",
        schema="edge",
        sections=lambda: [
            Section("", _under(stakes), [table, Bullets(list(_extremes(stakes)), mark="")])
        ],
        data=lambda: [_object(stake) for stake in stakes],
        records=lambda: _records(stakes),
    )


def _under(stakes: Sequence[Staked]) -> list[str]:
    """Return what was asked, but for the stakes, which are in the table."""
    valued = [stake for stake in stakes if isinstance(stake, Valued)]
    if not valued:
        return []
    words = given_all([replace(answer, ticket=ANY) for answer in valued])
    return [*assumptions(valued), "; ".join([f"stakes {rounded(valued[0].ticket)}", *words])]


def _object(staked: Staked) -> dict[str, Any]:
    """Return the JSON object of a stake: that of an answer, or why the stake is refused."""
    if isinstance(staked, Valued):
        return answer_object(staked)
    model = staked.solved.model
    return {
        "bet": model.bet.id,
        "reading": model.reading.name,
        "stake": rational(staked.stake),
        "refused": staked.reason,
    }


def _edge(staked: Staked) -> Fraction | None:
    if isinstance(staked, Refused) or staked.value.house_edge is None:
        return None
    return staked.value.house_edge.per_bet_made


def _asked(staked: Staked) -> tuple[Model, Fraction]:
    if isinstance(staked, Refused):
        return staked.solved.model, staked.stake
    return staked.model, staked.ticket.stake


def _row(staked: Staked) -> Row:
    (model, stake), edge = _asked(staked), _edge(staked)
    refused = "cannot be paid" if isinstance(staked, Refused) else "no price"
    shown = (refused, "-") if edge is None else (number(edge), fixed(edge * 100, 4))
    return (named(model), exact(stake), *shown)


def _extremes(stakes: Sequence[Staked]) -> Iterator[str]:
    edges: dict[str, list[tuple[Fraction, Fraction]]] = {}
    for staked in stakes:
        (model, stake), edge = _asked(staked), _edge(staked)
        if edge is not None:
            edges.setdefault(named(model), []).append((edge, stake))
    for name, pairs in edges.items():
        for word, extreme in (("best", min(pairs)[0]), ("worst", max(pairs)[0])):
            at = [exact(stake) for edge, stake in pairs if edge == extreme]
            more = f" and {len(at) - 6} more" if len(at) > 6 else ""
            yield f"{name}: {word} {exact(extreme)} at {', '.join(at[:6])}{more}"


def _records(stakes: Sequence[Staked]) -> Records:
    """Return a row for each stake, exact numbers as numerator and denominator."""
    rows = []
    for staked in stakes:
        (model, stake), edge = _asked(staked), _edge(staked)
        parts = [integer_text(part) for part in (*stake.as_integer_ratio(),
                                                 *(edge.as_integer_ratio() if edge is not None
                                                   else ()))]  # fmt: skip
        shown = ["", "", ""] if edge is None else [decimal(edge)]
        rows.append([named(model), *parts, *shown])
    headers = ["bet", "stake_num", "stake_den", "edge_num", "edge_den", "edge_decimal"]
    return Records(headers, rows)
