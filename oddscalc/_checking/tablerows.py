"""From the rows of a table to a submission: one row a wager, or a wager and an outcome."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice

from oddscalc._checking.dialect import PLAIN, Dialect
from oddscalc._checking.findings import Finding
from oddscalc._checking.raw import Fault, Raw, take
from oddscalc._checking.submission import BEARING, HEADER, Cell, ColumnRead, Entry, Submission, near
from oddscalc.errors import DataError

MAX_ROWS = 50_000
MAX_COLUMNS = 100
MAX_FINDINGS = 10_000
"""Findings that reading a table lists; how many more there are is told."""

MAX_ABOVE = 200
"""Rows in which the titles are looked for."""

Row = Sequence[Raw | None]

HINT = " (--map 'TITLE=wager' says which it is)"

_PRICELIKE = re.compile(
    r"\b(pay\w*|price\w*|odds|edge|advantage|commission|vig\w*|vigorish|cap)\b", re.IGNORECASE
)


@dataclass(frozen=True)
class TitledColumn:
    """A column of a table.

    Args:
        letter: its place, as spreadsheets name it.
        key: what it is for; None if it is not read.
        titled: whether it has a title.
        percent: whether the title says that its numbers are percentages.
    """

    letter: str
    key: str | None
    titled: bool = True
    percent: bool = False

    def place(self, row: int) -> str:
        """Return the place of the cell in *row*.

        >>> TitledColumn("C", "pays").place(14)
        'row 14, column C (pays)'
        """
        return f"row {row}, column {self.letter}" + (f" ({self.key})" if self.key else "")


def letter(index: int) -> str:
    """Return what spreadsheets call the column of that index from 0.

    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        name = chr(ord("A") + rest) + name
    return name


@dataclass
class _Open:
    """An entry to which rows may still be joined."""

    place: str
    wager: Cell
    pays: dict[str | None, Cell] = field(default_factory=dict)
    cells: dict[str, Cell] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)


class RowCollector:
    """Collects the rows of a table.

    Rows of one wager with different outcomes make one entry, wherever they stand; a row with
    a wager and an outcome that were there already begins another entry, so that it can be told as
    a duplicate. Columns without a known title are left alone, except that one whose title speaks
    of prices, odds, advantages, commissions or caps, or is nearly a known one, and a second column
    for the same, are told.
    """

    def __init__(
        self,
        name: str,
        titles: Sequence[str],
        row: int,
        dialect: Dialect = PLAIN,
        *,
        comma: bool = False,
    ) -> None:
        """Read the titles in *row*.

        Raises:
            DataError: no column names the wager, or there are too many columns.
        """
        if len(titles) > MAX_COLUMNS:
            raise DataError(name, [f"{len(titles):,} columns; at most {MAX_COLUMNS} are read"])
        self.name = name
        self.titles, self.row, self.dialect, self.comma = list(titles), row, dialect, comma
        self.unread: list[str] = []
        self.findings: list[Finding] = []
        self.untold = 0
        self._header: dict[str, Cell] = {}
        self._entries: list[_Open] = []
        self._of_wager: dict[str, list[_Open]] = {}
        self._seen: dict[tuple[str, str | None], int] = {}
        keys = dialect.keys_of(titles)
        if "wager" not in keys:
            seen = ", ".join(repr(title[:40]) for title in titles if title) or "none"
            raise DataError(
                name, [f"no column is titled 'wager'; the titles are {seen[:1_000]}{HINT}"]
            )
        self.columns = [
            TitledColumn(letter(n), key, bool(title), "%" in title or "percent" in title.lower())
            for n, (title, key) in enumerate(zip(titles, keys, strict=True))
        ]
        for column, title in zip(self.columns, titles, strict=True):
            self._judge(column, title, row)

    def _judge(self, column: TitledColumn, title: str, row: int) -> None:
        if column.key is not None or not title or self.dialect.ignores(title):
            return
        if (key := self.dialect.key(title)) is not None:
            self.tell("malformed", column.place(row), f"a second column for {key} is not read")
        elif _PRICELIKE.search(title.replace("_", " ")):
            message = (
                "a column that is not understood and not read; --map 'TITLE=KEY' says what it is"
            )
            self.tell("malformed", column.place(row), f"{message} (or =none)", title)
        elif (meant := near(title)) is not None:
            message = f"a column that is not understood and not read; did you mean {meant!r}?"
            self.tell("malformed", column.place(row), message, title)

    def tell(
        self,
        code: str,
        place: str,
        message: str,
        got: str | None = None,
        expected: str | None = None,
    ) -> None:
        """Keep a finding, unless there are too many."""
        if len(self.findings) >= MAX_FINDINGS:
            self.untold += 1
            return
        shown = None if got is None else got[:200]
        self.findings.append(Finding(code, place, message, expected, shown))

    def add(self, number: int, row: Row) -> None:
        """Read a row."""
        values = dict[str, Cell]()
        spoiled = set[str]()
        for column, raw in zip(self.columns, row, strict=False):
            if raw is None or not raw.text or column.key is None:
                continue
            taken = take(raw, column.key, percent=column.percent, comma=self.comma)
            if isinstance(taken, Fault):
                place = column.place(number)
                self.tell(taken.code, place, taken.message, raw.text, taken.expected)
                spoiled.add(column.key)
            else:
                values[column.key] = Cell(taken, column.place(number))
        self._outside(number, row)
        self._heads(values)
        if "wager" in values:
            self._enter(number, values, spoiled)
        elif (values or spoiled) and "wager" not in spoiled:
            shown = ", ".join(c.text for c in values.values())
            self.tell("malformed", f"row {number}", "a row without a wager: repeat its name", shown)

    def _outside(self, number: int, row: Row) -> None:
        """Tell of cells that stand under no title."""
        for index, raw in enumerate(row):
            if raw is None or not raw.text:
                continue
            if index >= len(self.columns) or not self.columns[index].titled:
                place = TitledColumn(letter(index), None).place(number)
                message = "a cell under no title; a comma inside a value must be in quotes"
                self.tell("malformed", place, message, raw.text)
                return

    def _heads(self, values: dict[str, Cell]) -> None:
        """Take the header's cells out of *values*."""
        for key in HEADER:
            if (cell := values.pop(key, None)) is None:
                continue
            first = self._header.setdefault(key, cell)
            if first.text != cell.text:
                message = f"the {key} differs from the one in {first.place}, which counts"
                self.tell("malformed", cell.place, f"{message}: {first.text[:100]!r}", cell.text)

    def _enter(self, number: int, values: dict[str, Cell], spoiled: set[str]) -> None:
        wager, outcome = values.pop("wager"), values.pop("outcome", None)
        price = values.pop("pays", None)
        key = " ".join(wager.text.casefold().split())
        hit = None if outcome is None else outcome.text
        entry = self._joined(key, f"?{number}" if "outcome" in spoiled else hit, number, wager)
        if price is not None and "outcome" not in spoiled:
            entry.pays[hit] = price
        entry.unread |= spoiled & BEARING
        for name, cell in values.items():
            first = entry.cells.setdefault(name, cell)
            if first.text != cell.text:
                differs = f"the {name} of this wager differs from the one in {first.place}"
                said = f"{differs}, which counts: {first.text[:100]!r}"
                self.tell("malformed", cell.place, said, cell.text)

    def _joined(self, key: str, hit: str | None, number: int, wager: Cell) -> _Open:
        """Return the wager's first entry that has not had a row for the outcome."""
        same = (key, None if hit is None else hit.casefold())
        before = self._seen.get(same, 0)
        self._seen[same] = before + 1
        entries = self._of_wager.setdefault(key, [])
        if before == len(entries):
            entries.append(_Open(f"row {number}", wager))
            self._entries.append(entries[-1])
        return entries[before]

    def above(self, rows: Iterable[tuple[int, Row]]) -> None:
        """Read from the rows above the titles what is of the header; the rest is noted."""
        for number, row in rows:
            texts = [(index, raw.text.strip()) for index, raw in enumerate(row) if raw and raw.text]
            unread = []
            while texts:
                index, text = texts.pop(0)
                label, colon, value = text.partition(":")
                key = self.dialect.key(label)
                paired = colon or (texts and self.dialect.key(texts[0][1]) not in HEADER)
                if key in HEADER and not value.strip() and paired and texts:
                    index, value = texts.pop(0)
                if key in HEADER and value.strip():
                    place = TitledColumn(letter(index), key).place(number)
                    self._header.setdefault(key, Cell(value.strip(), place))
                else:
                    unread.append(text)
            if unread:
                self.unread.append(f"row {number}: {' | '.join(unread)[:200]}")

    def submission(self, digest: str) -> Submission:
        """Return all that was read."""
        findings = list(self.findings)
        if self.untold:
            findings.append(
                Finding("malformed", "the table", f"{self.untold:,} more findings are not listed")
            )
        return Submission(
            self.name,
            digest,
            self._header,
            tuple(
                Entry(entry.place, entry.wager, entry.pays, entry.cells, frozenset(entry.unread))
                for entry in self._entries
            ),
            (),
            tuple(findings),
            tuple(
                ColumnRead(column.letter, title, column.key)
                for column, title in zip(self.columns, self.titles, strict=True)
                if title
            ),
            None,
            tuple(self.unread),
            self.row,
        )


def titles_of(row: Row) -> list[str]:
    """Return the texts of a row of titles, without the empty ones at its end.

    >>> titles_of([Raw("wager"), None])
    ['wager']
    """
    titles = ["" if raw is None else " ".join(raw.text.split()) for raw in row]
    while titles and not titles[-1]:
        titles.pop()
    return titles


def begins_table(titles: Sequence[str], dialect: Dialect) -> bool:
    """Return whether a row is one of titles: one names the wager, and another something known."""
    keys = dialect.keys_of(titles[:MAX_COLUMNS])
    return "wager" in keys and (sum(key is not None for key in keys) > 1 or len(titles) == 1)


def collect(
    name: str,
    digest: str,
    rows: Iterable[tuple[int, Row]],
    dialect: Dialect = PLAIN,
    *,
    comma: bool = False,
) -> Submission:
    """Return the submission in *rows*, each with its number.

    The titles are the first row that has one for the wager and another that is known; else the
    first row that is not empty.

    Args:
        name: the file.
        digest: of its bytes.
        rows: the rows.
        dialect: what is said of the table.
        comma: whether its decimals may have a comma.

    Raises:
        DataError: there are no titles, no wager column, or too many rows or columns.
    """
    before: list[tuple[int, Row]] = []
    rows = iter(rows)
    table: RowCollector | None = None
    for number, row in rows:
        titles = titles_of(row)
        if titles and begins_table(titles, dialect):
            table = RowCollector(name, titles, number, dialect, comma=comma)
            table.above(before)
            break
        before.append((number, row))
        if len(before) >= MAX_ABOVE:
            break
    if table is None:
        first = next((n for n, (_, row) in enumerate(before) if titles_of(row)), None)
        if first is None and not any(titles_of(row) for _, row in islice(rows, MAX_ROWS)):
            raise DataError(name, ["the table is empty"])
        number, row = before[first or 0]
        table = RowCollector(name, titles_of(row), number, dialect, comma=comma)
        rows = chain(before[(first or 0) + 1 :], rows)
    for number, row in rows:
        if number > MAX_ROWS + 1:
            raise DataError(name, [f"over {MAX_ROWS:,} rows; split it, or delete the empty rows"])
        table.add(number, row)
    return table.submission(digest)
