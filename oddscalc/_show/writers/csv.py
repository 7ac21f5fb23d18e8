"""Documents as CSV: the flat rows, in which no spreadsheet finds a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from oddscalc._exact.visible import visible
from oddscalc._show.document import Document

_FORMULA_STARTS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_NUMBER = re.compile(r"[+-]?[0-9./]+%?")


def write(document: Document) -> str:
    """Return the records of the document."""
    records = document.records()
    return csv_text(records.headers, records.rows)


def csv_text(headers: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as CSV with LF line ends.

    >>> print(csv_text(["bet", "note"], [["pass", "a, b"]]).rstrip())
    bet,note
    pass,"a, b"
    """
    return "".join([csv_line(headers), *map(csv_line, rows)])


def csv_line(cells: Sequence[str]) -> str:
    r"""Return a line of CSV.

    >>> csv_line(["=1+1", "-7/495", "pass"])
    "'=1+1,-7/495,pass\n"
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(map(_cell, cells))
    return out.getvalue()


def inert(text: str) -> str:
    """Return *text* such that a spreadsheet does not run it as a formula.

    >>> inert("=1+1"), inert("pass")
    ("'=1+1", 'pass')
    """
    text = visible(text)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


def _cell(text: str) -> str:
    """Return *text* as a cell; a number is left alone."""
    return text if _NUMBER.fullmatch(text) else inert(text)
