"""Documents as XLSX workbooks: a sheet for each section, and one of flat rows for programs.

A fraction stands as text, and the decimal beside it as a number where a spreadsheet can hold all
its digits; nothing is taken for a date or a formula.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING

from oddscalc._exact.visible import visible
from oddscalc._show.document import (
    LONGEST_LISTED,
    Bullets,
    Code,
    Document,
    Section,
    Table,
    Text,
)
from oddscalc.errors import DataError

if TYPE_CHECKING:
    from openpyxl import Workbook
    from openpyxl.cell import Cell, MergedCell
    from openpyxl.worksheet.worksheet import Worksheet

_DATE = datetime.datetime(2000, 1, 1)  # noqa: DTZ001 - a workbook's dates have no zone
_PLAIN = re.compile(r"-?\d{1,15}|-?\d{1,12}\.\d{1,15}")
_DIGITS = 15  # that a spreadsheet keeps of a number
_MOST_CHARACTERS = 32_000  # of a cell
_MOST_WIDTH = 60
_NO_NAME = re.compile(r"[\[\]:*?/\\]")

Row = list[str]


def write(document: Document) -> bytes:
    """Return the document as a workbook; the same document always gives the same cells.

    Raises:
        DataError: openpyxl is not installed.
    """
    book = _new()
    for section in document.sections():
        _section(_sheet(book, section.title or document.title), section)
    records = document.records()
    page = _sheet(book, "data")
    _rows(page, 1, [list(records.headers)], bold=True)
    _rows(page, 2, [list(row) for row in records.rows])
    page.freeze_panes = "A2"
    _widen(page)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _new() -> Workbook:
    try:
        from openpyxl import Workbook
    except ImportError:
        needs = 'writing XLSX needs openpyxl: pip install "oddscalc[xlsx]"'
        raise DataError("--out", [needs], code="not-installed") from None
    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.creator = "oddscalc"
    book.properties.created = book.properties.modified = _DATE
    return book


def _sheet(book: Workbook, name: str) -> Worksheet:
    """Return a new sheet with a name that is lawful and not taken."""
    short = _NO_NAME.sub(" ", visible(name)).strip(" '")[:28] or "sheet"
    taken = {sheet.title.lower() for sheet in book.worksheets}
    names = (short, *(f"{short} {number}" for number in range(2, 1_000)))
    page: Worksheet = book.create_sheet(
        next(title for title in names if title.lower() not in taken)
    )
    return page


def _section(page: Worksheet, section: Section) -> None:
    at = _rows(page, 1, [[section.title]], bold=True) if section.title else 1
    at = _rows(page, at, [[line] for line in section.under])
    for block in section.parts(LONGEST_LISTED):
        at += 1
        if isinstance(block, Table):
            at = _rows(page, at, [[block.title]] if block.title else [])
            at = _rows(page, at, [list(block.headers)], bold=True)
            at = _rows(page, at, block.texts(LONGEST_LISTED))
            at = _rows(page, at, [[block.more]] if block.more else [])
        elif isinstance(block, Bullets):
            at = _rows(page, at, [[block.title]] if block.title else [], bold=True)
            at = _rows(page, at, [[item] for item in block.items])
        else:
            at = _rows(page, at, list(_lines(block)))
    _widen(page)


def _lines(block: object) -> Iterator[Row]:
    if isinstance(block, Code):
        if block.title:
            yield [block.title]
        yield from ([line] for line in block.text.splitlines())
    elif isinstance(block, Text):
        yield [block.text]


def _rows(page: Worksheet, at: int, rows: list[Row], *, bold: bool = False) -> int:
    """Write *rows* from row *at* on; return the number of the next one."""
    from openpyxl.styles import Font

    for number, row in enumerate(rows, at):
        for column, text in enumerate(row, 1):
            if text:
                cell = page.cell(number, column)
                _fill(cell, text)
                if bold:
                    cell.font = Font(bold=True)
    return at + len(rows)


def _fill(cell: Cell | MergedCell, text: str) -> None:
    if _PLAIN.fullmatch(text) and sum(map(str.isdigit, text)) <= _DIGITS:
        cell.value = Decimal(text)
        return
    if len(text) > _MOST_CHARACTERS:
        text = f"{text[:_MOST_CHARACTERS]} ..."
    cell.value = visible(text)
    cell.data_type = "s"  # a text that begins with = is no formula
    cell.number_format = "@"


def _widen(page: Worksheet) -> None:
    from openpyxl.utils import get_column_letter

    for number, column in enumerate(page.iter_cols(max_row=200), 1):
        longest = max(
            (len(str(cell.value)) for cell in column if cell.value is not None), default=8
        )
        page.column_dimensions[get_column_letter(number)].width = min(longest + 2, _MOST_WIDTH)
