"""Reading submissions from tables: CSV, and XLSX through openpyxl if it is installed.

calamine reads 10,000 rows nine times as fast, but their values only: 6.67% and 0.0667 are the same
to it, an error is an empty cell, and nobody learns which values are those of formulas.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Any

from oddscalc._checking.archive import Counted, look_through, parsing
from oddscalc._checking.dialect import PLAIN, Dialect
from oddscalc._checking.encodings import csv_text
from oddscalc._checking.findings import Finding
from oddscalc._checking.raw import Raw, raw_text, raw_value
from oddscalc._checking.submission import Submission, form_of
from oddscalc._checking.tablerows import (
    MAX_ABOVE,
    MAX_COLUMNS,
    Row,
    begins_table,
    collect,
    letter,
    titles_of,
)
from oddscalc.errors import DataError

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}

_SEP = re.compile(r"sep=(.)", re.IGNORECASE)
MAX_SHEETS = 50
MAX_BESIDE = 5_000_000  # places beyond the last column that is read, in all rows together


def sheet(name: str, content: bytes, dialect: Dialect = PLAIN) -> Submission:
    """Return the submission in a table: XLSX if *name* ends so, else CSV.

    Raises:
        DataError: it is no such table.
    """
    digest = hashlib.sha256(content).hexdigest()
    if form_of(name, content) == ".xlsx":
        return _workbook(name, digest, content, dialect)
    text, assumed = csv_text(name, content)
    delimiter, given = _delimiter(name, text, dialect)
    rows = _csv_rows(name, text, delimiter, given=given)
    submission = collect(name, digest, rows, dialect, comma=delimiter != ",")
    return replace(submission, findings=(*assumed, *submission.findings))


def _csv_rows(name: str, text: str, delimiter: str, *, given: bool) -> Iterator[tuple[int, Row]]:
    """Yield the rows of a CSV file.

    Raises:
        DataError: there are too many columns, or a quote is amiss.
    """
    for number, cells in _records(name, text, delimiter):
        if given and number == 1:
            continue
        if len(cells) > MAX_COLUMNS and any(cell.strip() for cell in cells[MAX_COLUMNS:]):
            raise DataError(name, [f"row {number}: over {MAX_COLUMNS} columns"])
        yield number, [raw_text(cell) for cell in cells[:MAX_COLUMNS]]


def _records(name: str, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    number = 0
    try:
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        for number, cells in enumerate(lines, 1):
            yield number, cells
    except csv.Error as error:
        raise DataError(name, [f"after row {number}: not CSV: {error}"]) from None


def _delimiter(name: str, text: str, dialect: Dialect) -> tuple[str, bool]:
    """Return what separates the cells, and whether the first row says so (``sep=;``).

    It is the one that makes the row of titles have the most known columns, wager among them.

    Raises:
        DataError: none does, or several do equally.
    """
    first = text.split("\n", 1)[0].strip()
    if match := _SEP.fullmatch(first.strip('"')) if len(first) < 10 else None:
        if match[1] not in DELIMITERS:
            raise DataError(name, [f"sep={match[1]}: cells are separated by , ; or a tab"])
        return match[1], True
    if first.lower() == "sep=":
        return "\t", True
    delimiters: dict[tuple[str, ...], str] = {}
    problems: list[DataError] = []
    for delimiter in DELIMITERS:
        try:
            delimiters.setdefault(_titles(name, text, delimiter, dialect), delimiter)
        except DataError as error:
            problems.append(error)
    if not delimiters:
        raise problems[0]
    known = {
        titles: sum(key is not None for key in dialect.keys_of(titles)) for titles in delimiters
    }
    usable = [titles for titles in delimiters if "wager" in dialect.keys_of(titles)]
    if not usable:
        # Table tells that there is no wager column, and which titles there are.
        return delimiters[max(delimiters, key=len)], False
    most = max(known[titles] for titles in usable)
    best = [titles for titles in usable if known[titles] == most]
    if len(best) > 1:
        names = " or ".join(DELIMITERS[delimiters[titles]] for titles in best)
        raise DataError(name, [f"row 1: the cells may be separated by {names}; use one only"])
    return delimiters[best[0]], False


def _titles(name: str, text: str, delimiter: str, dialect: Dialect) -> tuple[str, ...]:
    first: tuple[str, ...] = ()
    for _, cells in islice(_records(name, text, delimiter), MAX_ABOVE):
        titles = titles_of([Raw(cell) for cell in cells[: 10 * MAX_COLUMNS]])
        if titles and begins_table(titles, dialect):
            return tuple(titles)
        first = first or tuple(titles)
    return first


def _workbook(name: str, digest: str, content: bytes, dialect: Dialect) -> Submission:
    parts = look_through(name, content)
    book = opened(name, content)
    try:
        page, notes = _chosen(name, book, parts, dialect)
        part = _part(name, page, parts)
        rows = _rows(name, page, parts)
        values: Workbook | None = None
        if part.formulas:
            values = opened(name, content, values=True)
            rows = _saved(rows, _rows(name, values[page.title], parts), notes)
        try:
            submission = collect(name, digest, _filled(rows, part.merged), dialect)
        finally:
            if values is not None:
                values.close()
        notes += _hidden(part, submission)
        more = (*submission.findings, *(note for note in notes if isinstance(note, Finding)))
        unread = (*submission.unread, *(note for note in notes if isinstance(note, str)))
        return replace(submission, findings=more, sheet=page.title, unread=unread)
    finally:
        book.close()


def opened(name: str, content: bytes, *, values: bool = False) -> Workbook:
    """Return a workbook that reads row by row: its formulas, or the values saved with these.

    Raises:
        DataError: openpyxl is not installed, or the file is damaged.
    """
    try:
        from openpyxl import load_workbook
    except ImportError:
        needs = 'reading XLSX needs openpyxl: pip install "oddscalc[xlsx]"'
        raise DataError(name, [needs], code="not-installed") from None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with parsing(name):
            return load_workbook(
                io.BytesIO(content), read_only=True, data_only=values, keep_links=False
            )


Note = Finding | str
"""A finding on a sheet, or what of the workbook was not read."""


def _saved(
    rows: Iterator[tuple[int, Row]], values: Iterator[tuple[int, Row]], notes: list[Note]
) -> Iterator[tuple[int, Row]]:
    """Yield the rows with the saved values of their formulas, and note which cells have these."""
    read: list[str] = []
    for (number, row), (_, saved) in zip_longest(rows, values, fillvalue=(0, ())):
        taken = list(row)
        for index, raw in enumerate(row):
            value = saved[index] if index < len(saved) else None
            if raw is not None and raw.kind == "formula" and value is not None and value.text:
                taken[index] = value
                read.append(f"{letter(index)}{number}")
        yield number, taken
    if read:
        shown = ", ".join(read[:5]) + (f" and {len(read) - 5:,} more" if len(read) > 5 else "")
        message = f"formulas, of which the values were read that were saved with them: {shown}"
        notes.append(Finding("formulas-read", f"cells {shown}", message))


_REF = re.compile(r"([A-Z]+)(\d+):([A-Z]+)(\d+)")


def _filled(rows: Iterator[tuple[int, Row]], merged: Sequence[str]) -> Iterator[tuple[int, Row]]:
    """Yield the rows with the value of cells that are merged downwards in each of their rows."""
    begins: dict[int, list[tuple[int, int]]] = {}
    for ref in merged:
        if (match := _REF.fullmatch(ref)) and int(match[2]) < int(match[4]):
            index = reduce(lambda n, sign: 26 * n + ord(sign) - 64, match[1], 0) - 1
            begins.setdefault(int(match[2]), []).append((index, int(match[4])))
    below: dict[int, tuple[Raw, int]] = {}
    for number, row in rows:
        taken = list(row)
        for index, (value, last) in list(below.items()):
            if number > last:
                del below[index]
                continue
            taken += [None] * (index + 1 - len(taken))
            there = taken[index]
            if there is None or not there.text:
                taken[index] = value
        for index, last in begins.get(number, ()):
            if index < len(taken) and (first := taken[index]) is not None:
                below[index] = (first, last)
        yield number, taken


def _hidden(part: Counted, submission: Submission) -> Iterator[Note]:
    """Yield which rows and columns of a sheet do not show; they are read like others."""
    rows = sorted({row for row in part.hidden if row > submission.titles_row})
    if rows:
        shown = ", ".join(map(str, rows[:10])) + (
            f" and {len(rows) - 10:,} more" if len(rows) > 10 else ""
        )
        message = f"hidden rows, which were read as the others: {shown}"
        yield Finding("hidden", f"row {rows[0]}", message)
    if 0 in part.hidden:
        yield Finding("hidden", "the table", "hidden columns, which were read as the others")


def _chosen(
    name: str, book: Workbook, parts: dict[str, Counted], dialect: Dialect
) -> tuple[Any, list[Note]]:
    """Return the sheet that is asked for, or else the only one with a wager column; and notes.

    Raises:
        DataError: there is no such sheet, or several have a wager column.
    """
    pages = book.worksheets
    if len(pages) > MAX_SHEETS:
        raise DataError(name, [f"{len(pages)} sheets; at most {MAX_SHEETS} are read"])
    if not pages:
        raise DataError(name, ["a workbook without a sheet"])
    if dialect.sheet is not None:
        page = _asked(name, pages, dialect.sheet)
    else:
        usable = [page for page in pages if _has_wagers(name, page, parts, dialect)]
        seen = [page for page in usable if page.sheet_state == "visible"] or usable
        if len(seen) > 1:
            names = ", ".join(repr(page.title[:40]) for page in seen)
            message = f"several sheets have a wager column: {names}"
            raise DataError(name, [f"{message}; say which with --sheet, or keep one"])
        filled = (page for page in pages if _is_filled(name, page, parts))
        page = seen[0] if seen else next(filled, pages[0])
    notes: list[Note] = []
    for other in pages:
        if other is not page:
            state = "" if other.sheet_state == "visible" else f" ({other.sheet_state})"
            notes.append(f"sheet {other.title[:40]!r}{state}")
    if page.sheet_state != "visible":
        message = f"the sheet {page.title[:40]!r} that was read is {page.sheet_state}"
        notes.append(Finding("hidden", "the table", message))
    return page, notes


def _asked(name: str, pages: Sequence[Any], asked: str) -> Any:
    for page in pages:
        if page.title == asked:
            return page
    folded = [page for page in pages if page.title.strip().casefold() == asked.strip().casefold()]
    if len(folded) == 1:
        return folded[0]
    if asked.isascii() and asked.isdecimal() and 0 < int(asked[:6]) <= len(pages):
        return pages[int(asked) - 1]
    known = ", ".join(repr(page.title[:40]) for page in pages)
    raise DataError(name, [f"there is no sheet {asked[:40]!r}; there are {known}"])


def _has_wagers(name: str, page: Any, parts: dict[str, Counted], dialect: Dialect) -> bool:
    rows = [titles_of(row) for _, row in islice(_rows(name, page, parts), MAX_ABOVE)]
    filled = [titles for titles in rows if titles]
    return any(begins_table(titles, dialect) for titles in filled) or (
        bool(filled) and "wager" in dialect.keys_of(filled[0][:MAX_COLUMNS])
    )


def _is_filled(name: str, page: Any, parts: dict[str, Counted]) -> bool:
    """Return whether something stands in the first rows; a file may say anything of its last."""
    return any(titles_of(row) for _, row in islice(_rows(name, page, parts), MAX_ABOVE))


def _part(name: str, page: Any, parts: dict[str, Counted]) -> Counted:
    """Return what was counted in a sheet.

    Raises:
        DataError: the workbook lists a sheet that is not in it.
    """
    path = str(getattr(page, "_worksheet_path", "")).lstrip("/")
    if path not in parts:
        raise DataError(name, [f"a damaged XLSX file: there is no part {path[:100]!r}"])
    return parts[path]


def _rows(name: str, page: Any, parts: dict[str, Counted]) -> Iterator[tuple[int, Row]]:
    """Yield the rows of a sheet.

    Raises:
        DataError: there are too many columns, or cells out of order, which would get lost.
    """
    seen = beside = 0
    for number, (cells, row) in enumerate(_unpacked(name, page), 1):
        beside += max(0, len(row) - MAX_COLUMNS)
        if beside > MAX_BESIDE:
            raise DataError(name, [f"row {number}: cells far beyond {MAX_COLUMNS} columns"])
        seen += cells
        raws = [None if cell is None else raw_value(*cell) for cell in row]
        if any(raw is not None for raw in raws[MAX_COLUMNS:]):
            raise DataError(name, [f"row {number}: over {MAX_COLUMNS} columns"])
        yield number, raws[:MAX_COLUMNS]
    if seen != _part(name, page, parts).cells:
        raise DataError(name, ["cells that are out of order or there twice; save the file again"])


def _format_of(cell: Any) -> str:
    """Return the format of a cell that holds a number; of another it says nothing."""
    return (cell.number_format or "General") if cell.data_type == "n" else "General"


def _unpacked(name: str, page: Any) -> Iterator[tuple[int, list[tuple[Any, str, str] | None]]]:
    """Yield of each row how many cells the file has, and value, type and format of each place.

    Raises:
        DataError: the sheet is damaged.
    """
    from openpyxl.cell.read_only import ReadOnlyCell

    with parsing(name):
        page.reset_dimensions()  # what a file says of its size is no fact
        rows = page.iter_rows()
    while True:
        with parsing(name):
            row = next(rows, None)
            if row is None:
                return
            cells = [
                None if cell.value is None else (cell.value, cell.data_type, _format_of(cell))
                for cell in row
            ]
        yield sum(isinstance(cell, ReadOnlyCell) for cell in row), cells
