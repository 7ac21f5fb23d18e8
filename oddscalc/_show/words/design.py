"""The paytables whose exact edge lies in a band."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from oddscalc._exact.numbers import decimal, fixed, integer_text, percent, square_root_decimal
from oddscalc._questions.design.designs import Design, Designed
from oddscalc._show.document import (
    Document,
    Records,
    Section,
    Table,
    number_cells,
    number_headers,
)
from oddscalc._show.words.contract import about, rational
from oddscalc._show.words.fair import EDGES, label
from oddscalc._show.words.headings import title
from oddscalc._show.words.notes import notes

_FIGURES = ("edge %", "hit %", "variance", "sd", "top %")


def document(design: Design) -> Document:
    """Return the paytables that were found, the first of the order first."""
    return Document(
        "Designed paytables",
        schema="design",
        sections=lambda: [_section(design)],
        data=lambda: _object(design),
        records=lambda: _records(design),
    )


def _object(design: Design) -> dict[str, Any]:
    """Return the JSON object of a design."""
    model, wish = design.answer.model, design.wish
    return {
        **about(design.answer),
        "basis": wish.basis,
        "band": [rational(wish.low), rational(wish.high)],
        "tiers": _tiers(design),
        "held": {label(slot, model): str(slot.price) for slot in design.held},
        "lost": [label(slot, model) for slot in design.lost],
        "grids": dict(zip(_tiers(design), map(str, design.grids), strict=True)),
        "rising": wish.rising,
        "order": wish.order,
        "count": design.count,
        "complete": design.complete,
        "search": {"nodes": design.nodes, "blind_grid": rational(Fraction(design.blind))},
        "paytables": [_designed_object(designed, design) for designed in design.found],
        "notes": [*notes(design.answer), *design.notes],
    }


def _tiers(design: Design) -> list[str]:
    return [label(slot, design.answer.model) for slot in design.tiers]


def _designed_object(designed: Designed, design: Design) -> dict[str, Any]:
    value = designed.value
    return {
        "prices": dict(zip(_tiers(design), map(str, designed.prices), strict=True)),
        "edge": rational(designed.edge),
        "hit_frequency": rational(value.hit_frequency),
        "variance": rational(value.variance),
        "sd": value.sd,
        "top_share": rational(designed.top_share),
    }


def _records(design: Design) -> Records:
    """Return a row for each paytable, exact numbers as numerator and denominator."""
    model = design.answer.model
    headers = ["bet", "reading", *(f"price_{tier}" for tier in _tiers(design))]
    headers += [*number_headers(["edge", "hit_frequency", "variance", "top_share"]), "sd"]
    rows = []
    for designed in design.found:
        numbers = (
            designed.edge,
            designed.value.hit_frequency,
            designed.value.variance,
            designed.top_share,
        )
        known = [model.bet.id, model.reading.name, *map(str, designed.prices)]
        rows.append([*known, *number_cells(numbers), designed.value.sd or ""])
    return Records(headers, rows)


def _section(design: Design) -> Section:
    model = design.answer.model
    headers = ("", *_tiers(design), *_FIGURES)
    rows = [
        (str(place), *map(str, pair.prices), *_figures(pair))
        for place, pair in enumerate(design.found, start=1)
    ]
    blocks = [Table(headers, "r" * len(headers), rows)] if rows else []
    return Section(title(model), _under(design), blocks, [*design.notes, *notes(design.answer)])


def _under(design: Design) -> list[str]:
    """Return what was looked for and how much was found, a line each."""
    model, wish = design.answer.model, design.wish
    band = f"from {percent(wish.low)} to {percent(wish.high)}, both included"
    if wish.low == wish.high:
        band = f"of exactly {percent(wish.low)}"
    lines = [f"rules {model.rules.id}; {EDGES[wish.basis]} {band}"]
    grids = dict(zip(_tiers(design), design.grids, strict=True))
    for grid in dict.fromkeys(design.grids):
        tiers = ", ".join(tier for tier, given in grids.items() if given == grid)
        lines.append(f"prices of {tiers}: {grid.described}")
    if wish.rising:
        lines.append(f"prices rise {wish.rising} over {', '.join(grids)}")
    if design.held:
        held = ", ".join(f"{label(slot, model)} {slot.price}" for slot in design.held)
        lines.append(f"kept from paytable {design.answer.paytable.id}: {held}")
    if design.lost:
        lines.append(f"loses: {', '.join(label(slot, model) for slot in design.lost)}")
    return [*lines, count_text(design)]


def count_text(design: Design) -> str:
    """Return how many paytables there are, and what it took to know."""
    count = f"{design.count:,} paytable{'' if design.count == 1 else 's'}"
    if not design.complete:
        count = f"at least {count} (the search gave up)"
    listed = len(design.found)
    if listed < design.count:
        count += f"; the first {listed:,} by {_order(design.wish.order)}"
    digits = len(integer_text(design.blind))
    blind = f"{design.blind:,}" if digits < 16 else f"over 10^{digits - 1}"
    return f"{count}; search: {design.nodes:,} steps, blind grid: {blind} paytables"


def _order(order: str) -> str:
    plain = order.removeprefix("-")
    name = {"hit": "hit frequency", "top": "highest prize"}.get(plain, plain)
    return f"{name}, {'lowest' if plain == order else 'highest'} first"


def _figures(designed: Designed) -> list[str]:
    value = designed.value
    assert value.hit_frequency is not None
    assert value.variance is not None
    return [
        fixed(designed.edge * 100, 4),
        fixed(value.hit_frequency * 100, 4),
        decimal(value.variance, 5),
        square_root_decimal(value.variance, 5),
        fixed(designed.top_share * 100, 2),
    ]
