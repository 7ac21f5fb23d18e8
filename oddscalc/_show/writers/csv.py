"""Documents as CSV: the flat rows."""

from __future__ import annotations

import re

from oddscalc._show.document import Document
from oddscalc._show.grid import csv_text, inert

_NUMBER = re.compile(r"[+-]?[0-9./]+%?")


def write(document: Document) -> str:
    """Return the records of the document, in which no spreadsheet finds a formula."""
    records = document.records()
    return csv_text(records.headers, [[_cell(cell) for cell in row] for row in records.rows])


def _cell(text: str) -> str:
    return text if _NUMBER.fullmatch(text) else inert(text)
