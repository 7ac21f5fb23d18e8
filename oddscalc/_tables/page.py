"""A published page as data: what people read, and the same for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Valued
from oddscalc._exact.numbers import fixed
from oddscalc._show.document import Records, Table, lone


@dataclass(frozen=True)
class Page:
    """One published page.

    Args:
        name: the file name without its ending.
        title: the heading.
        text: paragraphs under it.
        tables: what people read.
        after: paragraphs or list items after the tables.
        records: the content of the csv file.
        objects: the content of the json file.
        proven: the answers behind its numbers, for their certificates.
    """

    name: str
    title: str
    text: Sequence[str]
    tables: Sequence[Table]
    records: Records
    objects: Any
    after: Sequence[str] = field(default_factory=tuple)
    proven: Sequence[Valued | Portfolio] = field(default_factory=tuple)


def short(value: Fraction | None) -> str:
    """Return *value* as a fraction, or as a decimal marked ``~`` if that is long.

    >>> short(Fraction(7, 495)), short(None)
    ('7/495', '-')
    """
    cell = lone(value)
    return cell if isinstance(cell, str) else cell.text()


def percentage(value: Fraction | None) -> str:
    """Return *value* in percent to four places.

    >>> percentage(Fraction(7, 495))
    '1.4141'
    """
    return "-" if value is None else fixed(value * 100, 4)
