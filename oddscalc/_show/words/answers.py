"""Several answers as one table: text, Markdown, HTML or CSV, a row for each."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape

from oddscalc._ask.quantities import EDGES, QUANTITIES
from oddscalc._ask.query import Answer
from oddscalc._exact.numbers import decimal, exact, fixed, integer_text
from oddscalc._show.grid import WIDTH, csv_text, grid, inert
from oddscalc._show.words.notes import assumptions, notes


def table(answers: Sequence[Answer], form: str) -> str:
    """Return one row for each answer as ``text``, ``md`` or ``html``; percentages to 4 places."""
    headers = ["bet", "edge made", "made %", "resolved", "per roll", "rolls"]
    drawn = grid(headers, [_row(answer) for answer in answers], "lrrrrr", form)
    lines = assumptions(answers)
    if form == "html":
        return "\n".join([*(f"<p>{escape(line)}</p>" for line in lines), drawn])
    lines.append(
        "house edge per bet made, exactly and in percent; per bet resolved and per roll in percent;"
        " expected rolls. All exact values and notes: --json, or name one bet."
    )
    if form == "md":
        return "\n\n".join([*lines, drawn])
    wrapped = [part for line in lines for part in textwrap.wrap(line, WIDTH - 1)]
    return "\n".join([*wrapped, "", drawn])


def _row(answer: Answer) -> list[str]:
    model, value = answer.model, answer.value
    edge = value.house_edge
    several = len(model.wager.readings) > 1
    name = f"{model.bet.id} ({model.reading.name})" if several else model.bet.id
    if edge is None:
        return [name, *["no price"], "-", "-", "-", fixed(value.expected_rolls, 4)]
    made = exact(edge.per_bet_made)
    return [
        name,
        made if len(made) <= 12 else "see --json",
        fixed(edge.per_bet_made * 100, 4),
        "-" if edge.per_bet_resolved is None else fixed(edge.per_bet_resolved * 100, 4),
        fixed(edge.per_roll * 100, 4),
        fixed(value.expected_rolls, 4),
    ]


_CSV_BEFORE = ("win", "lose", "push", "expected_value", "variance", "hit_frequency", "rtp")
_CSV_AFTER = ("expected_rolls",)  # the edges stand between them


def table_csv(answers: Sequence[Answer]) -> str:
    """Return one row for each answer, exact numbers as numerator and denominator.

    A cell with ``5/11`` would open as a date in a spreadsheet.
    """
    return csv_text(answer_headers(), [answer_cells(answer) for answer in answers])


def answer_headers() -> list[str]:
    """Return the csv headings of an answer."""
    names = [*_CSV_BEFORE, *(f"edge_{edge.key}" for edge in EDGES["stake"]), *_CSV_AFTER]
    numbers = [f"{name}_{part}" for name in names for part in ("num", "den", "decimal")]
    return ["bet", "name", "rules", "reading", "paytable", "basis", *numbers, "sd", "notes"]


def answer_cells(answer: Answer) -> list[str]:
    """Return the csv cells of an answer."""
    model, value = answer.model, answer.value
    basis = value.bases[0].name
    before, after = ([QUANTITIES[key] for key in keys] for keys in (_CSV_BEFORE, _CSV_AFTER))
    cells = [model.bet.id, inert(model.bet.name), model.rules.id, model.reading.name]
    cells += [answer.paytable.id, basis]
    for quantity in (*before, *EDGES[basis], *after):
        number = quantity.of(value)
        if number is None:
            cells += ["", "", ""]
        else:
            parts = integer_text(number.numerator), integer_text(number.denominator)
            cells += [*parts, decimal(number)]
    return [*cells, value.sd or "", inert("; ".join(notes(answer)))]
