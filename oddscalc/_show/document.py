"""A result as a document: what is to be said, before it is said in any format.

Words make documents of results, writers print them, and neither knows the other.

There is one rule for a number that is too long. A fraction of over 22 characters stands in a table
as ``~``, followed by its decimal of 10 significant digits unless the next cell has that; one line
below the tables explains the mark. At a terminal, tables that would be wider than 80 columns do so
with fractions of over 12. A number that has a name is listed in full below the tables, unless it
has over 2,000 characters. JSON and CSV always have the fraction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddscalc._exact.numbers import decimal, exact, integer_text

WIDTH = 80
"""Columns of a terminal."""

LONGEST = 22
"""Characters of a fraction that has room in a table."""

LONG = "~"
"""What stands there for a longer one."""

LEGEND = f"{LONG}: a fraction too long for a line; --json has it"

LONGEST_LISTED = 2_000
"""Characters of a fraction that is listed in full."""

MOST_ROWS = 100
"""Rows of a table of outcomes; a bet of one's own may tell thousands apart."""

VERSION = 1
"""Of the forms of JSON objects; a key more does not change it."""

SMALL = Fraction(1, 10**18)
"""A probability below which the zeros of its decimal fill the line."""


@dataclass(frozen=True)
class Number:
    """An exact number in a cell.

    Args:
        value: the number.
        decimal: what follows the mark if the fraction is too long; nothing if the next cell has it.
        name: what it is called where it is listed in full; without one it is not.
        written: how it is written exactly, if not as a fraction.

    >>> Number(Fraction(7, 495)).text(), Number(Fraction(7, 495), "0.01414141414").text(longest=4)
    ('7/495', '~0.01414141414')
    """

    value: Fraction
    decimal: str = ""
    name: str = ""
    written: str = ""

    def is_long(self, longest: int = LONGEST) -> bool:
        """Return whether the exact number has over *longest* characters."""
        numerator, denominator = self.value.as_integer_ratio()
        if numerator.bit_length() + denominator.bit_length() > 4 * longest + 16:
            return True  # without writing out what may have thousands of digits
        return len(self.written or exact(self.value)) > longest

    def text(self, longest: int = LONGEST) -> str:
        """Return the exact number, or the mark and the decimal."""
        if self.is_long(longest):
            return f"{LONG}{self.decimal}"
        return self.written or exact(self.value)


Cell = str | Number
Row = Sequence[Cell]


def number(value: Fraction | None, name: str = "") -> Cell:
    """Return the cell of a number whose decimal stands in the next one."""
    return "-" if value is None else Number(value, name=name)


def lone(value: Fraction | None, name: str = "") -> Cell:
    """Return the cell of a number whose decimal stands in no other one."""
    return "-" if value is None else Number(value, decimal(value), name)


def inline(value: Fraction) -> str:
    """Return a number for a sentence, by the rule of tables.

    >>> inline(Fraction(7, 495)), inline(Fraction(1, 3**60))
    ('7/495', '~0.00000000000000000000000000002358982488')
    """
    return Number(value, decimal(value)).text()


def with_decimal(value: Fraction) -> str:
    """Return a number for a sentence, with its decimal where that says more.

    >>> with_decimal(Fraction(7, 495)), with_decimal(Fraction(1, 4)), with_decimal(Fraction(3))
    ('7/495 (0.01414141414)', '1/4 (0.25)', '3')
    """
    text, rounded = inline(value), decimal(value)
    return text if text in (rounded, LONG + rounded) else f"{text} ({rounded})"


def short_decimal(probability: Fraction) -> str:
    """Return a probability as a decimal, or its order if that has too many zeros for a line.

    >>> short_decimal(Fraction(1, 9)), short_decimal(Fraction(1, 9 * 10**30))
    ('0.1111111111', '<= 10^-30')
    """
    if not 0 < probability <= SMALL:
        return decimal(probability)
    return f"<= 10^-{len(integer_text(int(1 / probability))) - 1}"


@dataclass(frozen=True)
class Figure:
    """A quantity with its exact value, None if it is irrational, and that as a decimal."""

    label: str
    exact: Fraction | None
    decimal: str

    @classmethod
    def of(cls, label: str, value: Fraction) -> Figure:
        """Return the figure of an exact value."""
        return cls(label, value, decimal(value))


@dataclass(frozen=True)
class Table:
    """A table.

    Args:
        headers: a heading for each column.
        align: a letter ``l`` or ``r`` for each column.
        rows: the cells.
        more: what is left out.
        title: what stands above it.
        terminal: how it reads at a terminal, if its texts have no room in a table there.
    """

    headers: Sequence[str]
    align: str
    rows: Sequence[Row]
    more: str = ""
    title: str = ""
    terminal: str | None = None

    def texts(self, longest: int = LONGEST) -> list[list[str]]:
        """Return the rows with numbers as text, of fractions of at most *longest* characters."""
        return [
            [cell if isinstance(cell, str) else cell.text(longest) for cell in row]
            for row in self.rows
        ]


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Bullets:
    """A list of items, which may have several lines, perhaps under a heading.

    At a terminal *mark* stands before each item.
    """

    items: Sequence[str]
    title: str = ""
    mark: str = "- "


@dataclass(frozen=True)
class Code:
    """Lines that stay as they are, perhaps under a heading: formulas, chains."""

    text: str
    title: str = ""


@dataclass(frozen=True)
class Drawing:
    """A chart; only HTML and SVG show it.

    Args:
        title: what it shows.
        draw: returns it as an SVG element, which has its colours from the page.
    """

    title: str
    draw: Callable[[], str]


Block = Table | Text | Bullets | Code | Drawing


@dataclass(frozen=True)
class Section:
    """One card or table of a document.

    Args:
        title: its heading, if it has one.
        under: lines that stand right below it.
        blocks: what it says.
        notes: what must be said beside it.
    """

    title: str
    under: Sequence[str]
    blocks: Sequence[Block]
    notes: Sequence[str] = ()

    def parts(self, longest: int = LONGEST, *, drawings: bool = False) -> Iterator[Block]:
        """Yield all blocks, with what belongs to fractions of over *longest* characters.

        Drawings are among them only if they are asked for.
        """
        yield from (block for block in self.blocks if drawings or not isinstance(block, Drawing))
        long = [cell for cell in _numbers(self.blocks) if cell.is_long(longest)]
        if long:
            yield Text(LEGEND)
        named: dict[Fraction, str] = {}
        for cell in long:
            if cell.name and not cell.is_long(LONGEST_LISTED):
                named.setdefault(cell.value, cell.name)
        if named:
            items = [f"{name} = {exact(value)}" for value, name in named.items()]
            yield Bullets(items, "exact values", mark="")
        if self.notes:
            yield Bullets(self.notes, "notes")


def _numbers(blocks: Iterable[Block]) -> Iterator[Number]:
    for block in blocks:
        if isinstance(block, Table):
            yield from (cell for row in block.rows for cell in row if isinstance(cell, Number))


@dataclass(frozen=True)
class Records:
    """Flat rows for programs that read tables; all cells are text."""

    headers: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Document:
    """A result in words; each part is made when its writer asks for it.

    Args:
        title: what it is about, where a file needs to be called something.
        sections: what people read.
        data: the object of the JSON contract, or a list of them.
        records: the same as flat rows.
        schema: the name of the form of the objects, that of the command; nothing if they say it.
    """

    title: str
    sections: Callable[[], Sequence[Section]]
    data: Callable[[], Any]
    records: Callable[[], Records]
    schema: str = ""

    def json(self) -> Any:
        """Return the data, each object with the name and the version of its form."""
        data = self.data()
        if not self.schema:
            return data
        version = {"schema": f"{self.schema}/{VERSION}"}
        return [version | part for part in data] if isinstance(data, list) else version | data


def figures(rows: Iterable[Figure], *, named: bool = False) -> Table:
    """Return figures as a table; *named* lists in full those whose fraction is too long."""
    cells = [
        (row.label, number(row.exact, row.label if named else ""), row.decimal) for row in rows
    ]
    return Table(("", "exact", "decimal"), "lrr", cells)


def left_out(rows: Sized, what: str) -> str:
    """Return what is said below a table of the first of *rows*; nothing if that is all of them.

    >>> left_out(range(102), "outcomes")
    '... and 2 more outcomes (--json)'
    """
    hidden = len(rows) - MOST_ROWS
    return f"... and {hidden:,} more {what} (--json)" if hidden > 0 else ""


def number_headers(names: Iterable[str]) -> list[str]:
    """Return the headings of exact numbers in records: above, below and decimal."""
    return [f"{name}_{part}" for name in names for part in ("num", "den", "decimal")]


def number_cells(values: Iterable[Fraction | None]) -> list[str]:
    """Return the cells of exact numbers in records, in the order of ``number_headers``.

    >>> number_cells([Fraction(1, 4), None])
    ['1', '4', '0.25', '', '', '']
    """
    cells: list[str] = []
    for value in values:
        if value is None:
            cells += ["", "", ""]
        else:
            parts = (value.numerator, value.denominator)
            cells += [*map(integer_text, parts), decimal(value)]
    return cells
