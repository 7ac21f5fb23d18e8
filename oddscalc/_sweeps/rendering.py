"""Rows as lines of text: CSV with the columns of the published tables, or JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

from oddscalc._exact.numbers import integer_text, parse_rational
from oddscalc._show.words.contract import answer_object
from oddscalc._show.words.edge import answer_cells, answer_headers
from oddscalc._show.writers.csv import csv_line
from oddscalc._sweeps.answering import Row
from oddscalc._sweeps.workload import AXES

FORMATS = ("csv", "jsonl")

_AMOUNTS = ("unit", "stake")


def bets_header(form: str) -> str:
    """Return the first line of a file; JSON Lines have none.

    >>> bets_header("csv")[:36], bets_header("jsonl")
    ('point,asked_rules,asked_bet,asked_re', '')
    """
    if form == "jsonl":
        return ""
    asked = [column for name in AXES for column in asked_columns(name)]
    return csv_line(["point", *asked, *answer_headers(), "error"])


def line(row: Row, form: str) -> str:
    """Return the line of *row*; points are counted from 1."""
    return csv_line(_cells(row)) if form == "csv" else json.dumps(_object(row)) + "\n"


def _object(row: Row) -> dict[str, Any]:
    """Return the JSON object of ``oddscalc edge`` between what was asked and the error."""
    record: dict[str, Any] = {
        "schema": "sweep/1",
        "point": row.number + 1,
        "asked": row.point.asked(),
    }
    if row.answer is not None:
        return {**record, **answer_object(row.answer), "error": None}
    if row.model is not None:
        record |= {"bet": row.model.bet.id, "name": row.model.bet.name}
        record |= {"rules": row.model.rules.id, "reading": row.model.reading.name}
    return {**record, "error": row.error}


def asked_columns(name: str, amounts: Collection[str] = _AMOUNTS) -> list[str]:
    """Return the columns of one input; an amount like 5/2 would open as a date."""
    return [f"asked_{name}_{end}" for end in ("num", "den")] if name in amounts else [
        f"asked_{name}"
    ]  # fmt: skip


def _cells(row: Row) -> list[str]:
    asked = [cell for name, value in row.point.asked().items() for cell in asked_cells(name, value)]
    if row.answer is not None:
        answered = answer_cells(row.answer)
    else:
        answered = [""] * len(answer_headers())
        if row.model is not None:
            model = row.model
            answered[:4] = [model.bet.id, model.bet.name, model.rules.id, model.reading.name]
    return [str(row.number + 1), *asked, *answered, row.error]


def asked_cells(
    name: str, value: str | tuple[str, ...] | None, amounts: Collection[str] = _AMOUNTS
) -> Iterator[str]:
    """Yield the cells of one input."""
    if isinstance(value, tuple):
        value = "; ".join(value)
    if name not in amounts:
        yield value or ""
    elif value is None:
        yield from ("", "")
    else:
        amount = parse_rational(value)
        yield from (integer_text(amount.numerator), integer_text(amount.denominator))
