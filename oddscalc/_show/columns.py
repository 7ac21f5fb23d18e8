"""Which rows of a table of bets are shown, in which order, with which columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from oddscalc._show.document import Cell, Records, Table, number_cells, number_headers
from oddscalc.errors import RangeError, UnknownNameError

Row = TypeVar("Row")


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column of a table.

    Args:
        heading: what stands above it.
        value: the number or the text by which rows are sorted; None where there is none.
        cell: how it is shown; the text itself if that is all.
        numeric: whether it is a number.
        root: whether what is shown is the square root of the value.
    """

    heading: str
    value: Callable[[Row], Fraction | str | None]
    cell: Callable[[Row], Cell] | None = None
    numeric: bool = True
    root: bool = False

    def shown(self, row: Row) -> Cell:
        """Return the cell of a row."""
        return self.cell(row) if self.cell else str(self.value(row) or "-")


@dataclass(frozen=True)
class Choice:
    """What was chosen of a table.

    Args:
        sort: the column to sort by, ``-`` before it for the highest first; nothing for the order
            in which bets stand in the rulebook.
        top: how many rows; None for all.
        columns: the columns; nothing for the usual ones.
    """

    sort: str = ""
    top: int | None = None
    columns: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, sort: str | None, top: int | None, columns: str | None, known: Mapping[str, object]
    ) -> Choice:
        """Return the choice that was asked for, of columns that are *known*.

        Raises:
            UnknownNameError: there is no such column.
            RangeError: fewer than one row are asked for.

        >>> Choice.of("-edge", 3, "bet, edge", {"bet": 1, "edge": 2})
        Choice(sort='-edge', top=3, columns=('bet', 'edge'))
        """
        names = tuple(name.strip() for name in (columns or "").split(",") if name.strip())
        sort = (sort or "").strip()
        for name in (*names, *([sort.removeprefix("-")] if sort else [])):
            if name not in known:
                raise UnknownNameError.among("column", name, known)
        if top is not None and top < 1:
            raise RangeError(f"top is {top}; it must be 1 or more")
        return cls(sort, top, names)

    def rows(self, rows: Sequence[Row], known: Mapping[str, Column[Row]]) -> list[Row]:
        """Return the rows that are shown, in order; those without a value come last."""
        chosen = list(rows)
        if self.sort:
            by = known[self.sort.removeprefix("-")].value
            valued = [row for row in chosen if by(row) is not None]
            valued.sort(key=lambda row: _key(by(row)), reverse=self.sort.startswith("-"))
            chosen = valued + [row for row in chosen if by(row) is None]
        return chosen[: self.top]


WHOLE = Choice()
"""All rows as they come, with the usual columns."""


def _key(value: Fraction | str | None) -> tuple[Fraction, str]:
    return (value, "") if isinstance(value, Fraction) else (Fraction(0), str(value).casefold())


def table(rows: Sequence[Row], columns: Sequence[Column[Row]]) -> Table:
    """Return a table of the rows."""
    cells = [[column.shown(row) for column in columns] for row in rows]
    align = "".join("r" if column.numeric else "l" for column in columns)
    return Table([column.heading for column in columns], align, cells)


def records(rows: Sequence[Row], columns: Mapping[str, Column[Row]]) -> Records:
    """Return the rows for programs: exact numbers, under the names of the columns."""
    headers = [
        header
        for name, column in columns.items()
        for header in (number_headers([name]) if column.numeric and not column.root else [name])
    ]
    return Records(headers, [_cells(row, columns) for row in rows])


def _cells(row: Row, columns: Mapping[str, Column[Row]]) -> list[str]:
    cells: list[str] = []
    for column in columns.values():
        value = column.value(row)
        if column.root:
            cells.append("" if value is None else str(column.shown(row)))
        elif column.numeric:
            cells += number_cells([value if isinstance(value, Fraction) else None])
        else:
            cells.append(str(value or ""))
    return cells
