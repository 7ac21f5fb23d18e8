"""A published page as data: what people read, and the same for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Answer
from oddscalc._exact.numbers import decimal, exact, fixed

_LONGEST = 22  # characters of a fraction in a table for people; longer ones are in csv and json


@dataclass(frozen=True)
class Table:
    """A table for people: headings, alignment, rows of finished text."""

    headers: Sequence[str]
    align: str
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Page:
    """One published page.

    Args:
        name: the file name without its ending.
        title: the heading.
        text: paragraphs under it.
        tables: what people read.
        after: paragraphs or list items after the tables.
        headers: the headings of the csv file.
        rows: its rows.
        objects: the content of the json file.
        proven: the answers behind its numbers, for their certificates.
    """

    name: str
    title: str
    text: Sequence[str]
    tables: Sequence[Table]
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]
    objects: Any
    after: Sequence[str] = field(default_factory=tuple)
    proven: Sequence[Answer | Portfolio] = field(default_factory=tuple)


def short(value: Fraction | None) -> str:
    """Return *value* as a fraction, or as a decimal marked ``~`` if that is long.

    >>> short(Fraction(7, 495)), short(None)
    ('7/495', '-')
    """
    if value is None:
        return "-"
    text = exact(value)
    return text if len(text) <= _LONGEST else f"~{decimal(value)}"


def percentage(value: Fraction | None) -> str:
    """Return *value* in percent to four places.

    >>> percentage(Fraction(7, 495))
    '1.4141'
    """
    return "-" if value is None else fixed(value * 100, 4)


def number_headers(names: Sequence[str]) -> list[str]:
    """Return the csv headings of exact numbers: above, below and decimal."""
    return [f"{name}_{part}" for name in names for part in ("num", "den", "decimal")]


def number_cells(values: Sequence[Fraction | None]) -> list[str]:
    """Return the csv cells of exact numbers, in the order of ``number_headers``."""
    cells: list[str] = []
    for value in values:
        if value is None:
            cells += ["", "", ""]
        else:
            cells += [exact(Fraction(value.numerator)), exact(Fraction(value.denominator))]
            cells.append(decimal(value))
    return cells
