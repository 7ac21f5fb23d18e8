"""Reading submissions from tables: CSV, and XLSX through openpyxl if it is installed.

calamine reads 10,000 rows nine times as fast, but their values only: 6.67% and 0.0667 are the same
to it, an error is an empty cell, and a formula is whatever was computed of it when it was saved.
"""

from __future__ import annotations

import csv
import hashlib
import io
import re
import warnings
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from oddscalc._checking.archive import Counted, look_through
from oddscalc._checking.raw import Raw, raw_text, raw_value
from oddscalc._checking.submission import Submission, form_of
from oddscalc._checking.tablerows import MAX_COLUMNS, MAX_ROWS, Row, collect, columns_of, titles_of
from oddscalc._exact.files import text_of
from oddscalc.errors import DataError

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab"}

_SEP = re.compile(r"sep=(.)", re.IGNORECASE)
MAX_SHEETS = 50
MAX_BESIDE = 5_000_000  # places beyond the last column that is read, in all rows together


def sheet(name: str, content: bytes) -> Submission:
    """Return the submission in a table: XLSX if *name* ends so, else CSV.

    Raises:
        DataError: it is no such table.
    """
    digest = hashlib.sha256(content).hexdigest()
    if form_of(name, content) == ".xlsx":
        return _workbook(name, digest, content)
    return collect(name, digest, _csv_rows(name, text_of(name, content, utf_16=True)))


def _csv_rows(name: str, text: str) -> Iterator[tuple[int, Row]]:
    """Yield the rows of a CSV file.

    Raises:
        DataError: it is not clear what separates its cells, or a quote is amiss.
    """
    delimiter, given = _delimiter(name, text)
    number = 0
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


def _delimiter(name: str, text: str) -> tuple[str, bool]:
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
    found: dict[tuple[str, ...], str] = {}
    problems: list[DataError] = []
    for delimiter in DELIMITERS:
        try:
            found.setdefault(_titles(name, text, delimiter), delimiter)
        except DataError as error:
            problems.append(error)
    if not found:
        raise problems[0]
    known = {titles: sum(key is not None for key in columns_of(titles)) for titles in found}
    usable = [titles for titles in found if "wager" in columns_of(titles)]
    if not usable:
        # Table tells that there is no wager column, and which titles there are.
        return found[max(found, key=len)], False
    most = max(known[titles] for titles in usable)
    best = [titles for titles in usable if known[titles] == most]
    if len(best) > 1:
        names = " or ".join(DELIMITERS[found[titles]] for titles in best)
        raise DataError(name, [f"row 1: the cells may be separated by {names}; use one only"])
    return found[best[0]], False


def _titles(name: str, text: str, delimiter: str) -> tuple[str, ...]:
    for _, cells in islice(_records(name, text, delimiter), MAX_ROWS):
        if titles := titles_of([Raw(cell) for cell in cells[: 10 * MAX_COLUMNS]]):
            return tuple(titles)
    return ()


def _workbook(name: str, digest: str, content: bytes) -> Submission:
    parts = look_through(name, content)
    try:
        from openpyxl import load_workbook
    except ImportError:
        needs = 'reading XLSX needs openpyxl: pip install "oddscalc[xlsx]"'
        raise DataError(name, [needs], code="not-installed") from None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            book = load_workbook(
                io.BytesIO(content), read_only=True, data_only=False, keep_links=False
            )
        except Exception as error:  # noqa: BLE001 - what damaged files raise is not said
            raise _damaged(name, error) from None
        try:
            return _chosen(name, digest, book, parts)
        finally:
            book.close()


def _damaged(name: str, error: Exception) -> DataError:
    reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
    return DataError(name, [f"a damaged XLSX file: {reason}"])


def _chosen(name: str, digest: str, book: Workbook, parts: dict[str, Counted]) -> Submission:
    """Return the submission on the only sheet that has a wager column.

    Raises:
        DataError: several have one, or none.
    """
    if len(book.worksheets) > MAX_SHEETS:
        raise DataError(name, [f"{len(book.worksheets)} sheets; at most {MAX_SHEETS} are read"])
    titles = [_first_titles(name, page, parts) for page in book.worksheets]
    usable = [n for n, one in enumerate(titles) if "wager" in columns_of(one)]
    if len(usable) > 1:
        names = ", ".join(repr(book.worksheets[n].title[:40]) for n in usable)
        raise DataError(name, [f"several sheets have a wager column: {names}; keep one"])
    if not book.worksheets:
        raise DataError(name, ["a workbook without a sheet"])
    filled = [n for n, one in enumerate(titles) if one]
    page = book.worksheets[usable[0] if usable else filled[0] if filled else 0]
    merged = {
        ref: int(re.sub(r"\D", "", ref.partition(":")[2]))
        for ref in _part(name, page, parts).merged
    }
    return collect(name, digest, _rows(name, page, parts), merged)


def _part(name: str, page: Any, parts: dict[str, Counted]) -> Counted:
    """Return what was counted in a sheet.

    Raises:
        DataError: the workbook lists a sheet that is not in it.
    """
    path = str(getattr(page, "_worksheet_path", "")).lstrip("/")
    if path not in parts:
        raise DataError(name, [f"a damaged XLSX file: there is no part {path[:100]!r}"])
    return parts[path]


def _first_titles(name: str, page: Any, parts: dict[str, Counted]) -> Sequence[str]:
    for _, row in islice(_rows(name, page, parts), MAX_ROWS):
        if titles := titles_of(row):
            return titles[:MAX_COLUMNS]
    return ()


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


def _unpacked(name: str, page: Any) -> Iterator[tuple[int, list[tuple[Any, str, str] | None]]]:
    """Yield of each row how many cells the file has, and value, type and format of each place.

    Raises:
        DataError: the sheet is damaged.
    """
    from openpyxl.cell.read_only import ReadOnlyCell

    try:
        page.reset_dimensions()  # what a file says of its size is no fact
        rows = page.iter_rows()
    except Exception as error:  # noqa: BLE001 - what damaged files raise is not said
        raise _damaged(name, error) from None
    while True:
        try:
            row = next(rows, None)
            if row is None:
                return
            found = [
                None
                if cell.value is None
                else (cell.value, cell.data_type, cell.number_format or "General")
                for cell in row
            ]
        except Exception as error:  # noqa: BLE001 - what damaged files raise is not said
            raise _damaged(name, error) from None
        yield sum(isinstance(cell, ReadOnlyCell) for cell in row), found
