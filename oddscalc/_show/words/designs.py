"""Designed paytables and best stakes: as JSON, as text and as tables."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from oddscalc._exact.numbers import (
    decimal,
    exact,
    fixed,
    integer_text,
    percent,
    square_root_decimal,
)
from oddscalc._questions.design.designs import Design, Designed
from oddscalc._questions.design.stakes import Stakes
from oddscalc._show.grid import WIDTH, csv_text, grid
from oddscalc._show.words.contract import rational
from oddscalc._show.words.fairs import EDGES, bullets, in_parts, label, named, wrapped
from oddscalc._show.words.notes import notes

Ranges = Sequence[tuple[Fraction, Fraction]]

_FIGURES = ("edge %", "hit %", "variance", "sd", "top %")


def design_object(found: Design) -> dict[str, Any]:
    """Return the JSON object of a design."""
    model, wish = found.answer.model, found.wish
    return {
        "bet": model.bet.id,
        "name": model.bet.name,
        "rules": model.rules.id,
        "reading": model.reading.name,
        "paytable": found.answer.paytable.id,
        "basis": wish.basis,
        "band": [rational(wish.low), rational(wish.high)],
        "tiers": _tiers(found),
        "held": {label(slot, model): str(slot.price) for slot in found.held},
        "lost": [label(slot, model) for slot in found.lost],
        "grids": dict(zip(_tiers(found), map(str, found.grids), strict=True)),
        "rising": wish.rising,
        "order": wish.order,
        "count": found.count,
        "complete": found.complete,
        "search": {"nodes": found.nodes, "blind_grid": rational(Fraction(found.blind))},
        "paytables": [_designed_object(one, found) for one in found.found],
        "notes": [*notes(found.answer), *found.notes],
    }


def _tiers(found: Design) -> list[str]:
    return [label(slot, found.answer.model) for slot in found.tiers]


def _designed_object(one: Designed, found: Design) -> dict[str, Any]:
    value = one.value
    return {
        "prices": dict(zip(_tiers(found), map(str, one.prices), strict=True)),
        "edge": rational(one.edge),
        "hit_frequency": rational(value.hit_frequency),
        "variance": rational(value.variance),
        "sd": value.sd,
        "top_share": rational(one.top_share),
    }


def design_csv(found: Design) -> str:
    """Return a row for each paytable, exact numbers as numerator and denominator."""
    numbers = ("edge", "hit_frequency", "variance", "top_share")
    model = found.answer.model
    columns = ["bet", "reading", *(f"price_{tier}" for tier in _tiers(found))]
    columns += [f"{name}_{part}" for name in numbers for part in ("num", "den", "decimal")]
    rows = []
    for one in found.found:
        cells = [model.bet.id, model.reading.name, *map(str, one.prices)]
        for number in (one.edge, one.value.hit_frequency, one.value.variance, one.top_share):
            cells += in_parts(number)
        rows.append([*cells, one.value.sd or ""])
    return csv_text([*columns, "sd"], rows)


def design_text(found: Design, form: str) -> str:
    """Return the paytables found as ``text``, ``md`` or ``html``, the first of the order first."""
    model = found.answer.model
    columns = ["", *_tiers(found), *_FIGURES]
    rows = [
        [str(number), *map(str, one.prices), *_figures(one)]
        for number, one in enumerate(found.found, 1)
    ]
    drawn = grid(columns, rows, "r" * len(columns), form)
    if form == "html":
        return drawn
    head = [f"{model.bet.name} ({named(model)})", *_told(found)]
    if form == "md":
        return "\n\n".join([*head, drawn])
    if max(map(len, drawn.splitlines())) > WIDTH:
        drawn = "\n".join(_paragraph(number, one, found) for number, one in
                          enumerate(found.found, 1))  # fmt: skip
    parts = [wrapped(*head), "", *([drawn, ""] if rows else []), "notes"]
    return "\n".join([*parts, *bullets([*found.notes, *notes(found.answer)])])


def _told(found: Design) -> list[str]:
    """Return what was looked for and how much was found, a line each."""
    model, wish = found.answer.model, found.wish
    band = f"from {percent(wish.low)} to {percent(wish.high)}, both included"
    if wish.low == wish.high:
        band = f"of exactly {percent(wish.low)}"
    lines = [f"rules {model.rules.id}; {EDGES[wish.basis]} {band}"]
    grids = dict(zip(_tiers(found), found.grids, strict=True))
    for one in dict.fromkeys(found.grids):
        tiers = ", ".join(tier for tier, given in grids.items() if given == one)
        lines.append(f"prices of {tiers}: {one.described}")
    if wish.rising:
        lines.append(f"prices rise {wish.rising} over {', '.join(grids)}")
    if found.held:
        held = ", ".join(f"{label(slot, model)} {slot.price}" for slot in found.held)
        lines.append(f"kept from paytable {found.answer.paytable.id}: {held}")
    if found.lost:
        lines.append(f"loses: {', '.join(label(slot, model) for slot in found.lost)}")
    return [*lines, found_text(found)]


def found_text(found: Design) -> str:
    """Return how many paytables there are, and what it took to know."""
    count = f"{found.count:,} paytable{'' if found.count == 1 else 's'}"
    if not found.complete:
        count = f"at least {count} (the search gave up)"
    listed = len(found.found)
    if listed < found.count:
        count += f"; the first {listed:,} by {_order(found.wish.order)}"
    digits = len(integer_text(found.blind))
    blind = f"{found.blind:,}" if digits < 16 else f"over 10^{digits - 1}"
    return f"{count}; search: {found.nodes:,} steps, blind grid: {blind} paytables"


def _order(order: str) -> str:
    plain = order.removeprefix("-")
    name = {"hit": "hit frequency", "top": "highest prize"}.get(plain, plain)
    return f"{name}, {'lowest' if plain == order else 'highest'} first"


def _figures(one: Designed) -> list[str]:
    value = one.value
    assert value.hit_frequency is not None
    assert value.variance is not None
    return [
        fixed(one.edge * 100, 4),
        fixed(value.hit_frequency * 100, 4),
        decimal(value.variance, 5),
        square_root_decimal(value.variance, 5),
        fixed(one.top_share * 100, 2),
    ]


def _paragraph(number: int, one: Designed, found: Design) -> str:
    """Return a paytable of many tiers as a paragraph."""
    edge, hit, variance, sd, top = _figures(one)
    prices = zip(_tiers(found), one.prices, strict=True)
    return wrapped(
        f"{number}. {', '.join(f'{tier} = {price}' for tier, price in prices)}: edge {edge}%,"
        f" hit {hit}%, variance {variance}, sd {sd}, top {top}%"
    )


def stakes_object(found: Stakes) -> dict[str, Any]:
    """Return the JSON object of a bet over a range of stakes; ranges as their first and last."""
    model = found.answer.model
    points = [
        {
            "stake": rational(point.stake),
            "edge": rational(point.edge),
            "against": rational(point.other),
        }
        for point in found.points
    ]
    signs = {} if found.against is None else {"below": -1, "equal": 0, "above": 1}
    return {
        "bet": model.bet.id,
        "reading": model.reading.name,
        "rules": model.rules.id,
        "paytable": found.answer.paytable.id,
        "against": None if found.against is None else found.against.bet.id,
        "basis": found.basis,
        "least": {"edge": rational(found.least), "stakes": _pairs(found.at(found.least))},
        "greatest": {"edge": rational(found.most), "stakes": _pairs(found.at(found.most))},
        **{name: _pairs(found.where(sign)) for name, sign in signs.items()},
        "unpayable": _pairs(found.at(None)),
        "edges": points,
    }


def _pairs(ranges: Ranges) -> list[list[str]]:
    return [[exact(first), exact(last)] for first, last in ranges]


def stakes_text(found: Sequence[Stakes], form: str) -> str:
    """Return where the edge is least; as ``md`` or ``html`` the edge at each stake."""
    if form == "text":
        return "\n\n".join(map(_stakes_card, found))
    rows = [
        [named(one.answer.model), exact(point.stake), *map(_edge, (point.edge, point.other))]
        for one in found
        for point in one.points
    ]
    return grid(["bet", "stake", "edge", "against"], rows, "lrrr", form)


def _edge(edge: Fraction | None) -> str:
    return "-" if edge is None else f"{exact(edge)} = {fixed(edge * 100, 4)}%"


def stakes_csv(found: Sequence[Stakes]) -> str:
    """Return a row for each stake, exact numbers as numerator and denominator."""
    columns = [f"{name}_{part}" for name in ("stake", "edge", "against")
               for part in ("num", "den", "decimal")]  # fmt: skip
    rows = [
        [one.answer.model.bet.id, one.answer.model.reading.name,
         *in_parts(point.stake), *in_parts(point.edge), *in_parts(point.other)]
        for one in found
        for point in one.points
    ]  # fmt: skip
    return csv_text(["bet", "reading", *columns], rows)


def _stakes_card(found: Stakes) -> str:
    answer, model, other = found.answer, found.answer.model, found.against
    ticket, stakes = answer.ticket, [point.stake for point in found.points]
    step = f" in steps of {exact(stakes[1] - stakes[0])}" if len(stakes) > 1 else ""
    paid = {
        "exact": "paid exactly",
        "refuse": f"refused unless in units of {exact(ticket.unit)}",
    }.get(ticket.rounding, f"rounded {ticket.rounding} to {exact(ticket.unit)}")
    against = "" if other is None else f" against {other.bet.name} ({named(other)})"
    head = [
        f"{model.bet.name} ({named(model)}){against}",
        f"rules {model.rules.id}, paytable {answer.paytable.id}; {EDGES[found.basis]}; stakes"
        f" {exact(stakes[0])}..{exact(stakes[-1])}{step}, wins {paid}",
    ]
    rows = [
        ("least", f"{_edge(found.least)} at {_told_ranges(found.at(found.least))}"),
        ("greatest", f"{_edge(found.most)} at {_told_ranges(found.at(found.most))}"),
    ]
    if other is not None:
        for sign, word in ((-1, "below"), (0, "equal to"), (1, "above")):
            rows.append((f"{word} {other.bet.id}", _told_ranges(found.where(sign))))
    if unpaid := found.at(None):
        rows.append(("cannot be paid", _told_ranges(unpaid)))
    lines = [wrapped(f"{name}: {text}") for name, text in rows]
    return "\n".join([wrapped(*head), "", *lines, "", "notes", *bullets(notes(answer))])


def _told_ranges(ranges: Ranges) -> str:
    texts = [
        exact(first) if first == last else f"{exact(first)}..{exact(last)}"
        for first, last in ranges
    ]
    return ", ".join(texts) or "no stake"
