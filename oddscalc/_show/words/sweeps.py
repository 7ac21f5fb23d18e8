"""A sweep over stakes: the edge at each, the best and the worst."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from oddscalc._ask.query import Answer, Refused
from oddscalc._exact.numbers import exact, fixed
from oddscalc._show.grid import csv_text, grid
from oddscalc._show.words.contract import answer_object, rational

Found = Answer | Refused


def sweep_object(found: Found) -> dict[str, Any]:
    """Return the JSON object of a stake: that of an answer, or why the stake is refused."""
    if isinstance(found, Answer):
        return answer_object(found)
    model = found.solved.model
    return {
        "bet": model.bet.id,
        "reading": model.reading.name,
        "stake": rational(found.stake),
        "refused": found.reason,
    }


def _edge(found: Found) -> Fraction | None:
    if isinstance(found, Refused) or found.value.house_edge is None:
        return None
    return found.value.house_edge.per_bet_made


def _named(found: Found) -> tuple[str, Fraction]:
    if isinstance(found, Refused):
        model, stake = found.solved.model, found.stake
    else:
        model, stake = found.model, found.ticket.stake
    several = len(model.wager.readings) > 1
    return (f"{model.bet.id} ({model.reading.name})" if several else model.bet.id), stake


def as_table(found: Sequence[Found], form: str) -> str:
    """Return a row for each stake; in text, the best and the worst of each bet below."""
    rows = []
    for one in found:
        name, stake = _named(one)
        edge = _edge(one)
        refused = "cannot be paid" if isinstance(one, Refused) else "no price"
        shown = [refused, "-"] if edge is None else [exact(edge), fixed(edge * 100, 4)]
        rows.append([name, exact(stake), *shown])
    drawn = grid(["bet", "stake", "edge made", "percent"], rows, "lrrr", form)
    return drawn if form != "text" else "\n".join([drawn, "", *_extremes(found)])


def _extremes(found: Sequence[Found]) -> list[str]:
    lines = []
    for name in dict.fromkeys(_named(one)[0] for one in found):
        edges = [
            (edge, _named(one)[1])
            for one in found
            if _named(one)[0] == name and (edge := _edge(one)) is not None
        ]
        if not edges:
            continue
        best, worst = min(edge for edge, _ in edges), max(edge for edge, _ in edges)
        for word, extreme in (("best", best), ("worst", worst)):
            at = [exact(stake) for edge, stake in edges if edge == extreme]
            more = f" and {len(at) - 6} more" if len(at) > 6 else ""
            lines.append(f"{name}: {word} {exact(extreme)} at {', '.join(at[:6])}{more}")
    return lines


def as_csv(found: Sequence[Found]) -> str:
    """Return a row for each stake, exact numbers as numerator and denominator."""
    rows = []
    for one in found:
        name, stake = _named(one)
        edge = _edge(one)
        cells = ["", "", ""] if edge is None else [
            str(edge.numerator), str(edge.denominator), fixed(edge, 10)
        ]  # fmt: skip
        rows.append([name, str(stake.numerator), str(stake.denominator), *cells])
    numbers = [f"{name}_{part}" for name in ("stake", "edge") for part in ("num", "den")]
    return csv_text(["bet", *numbers, "edge_decimal"], rows)
