"""Reading what was observed from CSV: a log of rolls, or the results of tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddscalc._dice.dice import ROLLS
from oddscalc._exact.files import read_bytes, text_of
from oddscalc._exact.numbers import parse_rational
from oddscalc.errors import DataError, NumberError, Problem

MOST_BYTES = 200_000_000
MOST_PROBLEMS = 50
"""Problems of one file that are listed."""

MOST_BETS = 10**9

PLACE = ("table", "day")
ROLL_COLUMNS = ("die1", "die2", "total", "shooter", *PLACE)
RESULT_COLUMNS = ("bet", "bets_made", "won", "pushed", "net", "drop", *PLACE)
TOTALS = range(2, 13)

_HEADERS = (
    "the header of a roll log is die1,die2 or total, with shooter, table, day as wanted; that of"
    f" results is {','.join(RESULT_COLUMNS)}"
)


@dataclass(frozen=True)
class RollLog:
    """Rolls in their order, of each table on each day.

    Args:
        faces: whether the faces are known; a roll is then its place in ``ROLLS``, else its total.
        sequences: the rolls by table and day.
        changes: by table and day, the places of the rolls with which another shooter begins.
        shooters: likewise, who begins with the first roll and with each of these; empty names if
            they are not given.
    """

    faces: bool
    sequences: Mapping[tuple[str, str], bytes | bytearray]
    changes: Mapping[tuple[str, str], Sequence[int]]
    shooters: Mapping[tuple[str, str], Sequence[str]]

    def totals(self) -> dict[tuple[str, str], bytes]:
        """Return the totals of the rolls by table and day."""
        if not self.faces:
            return {key: bytes(rolls) for key, rolls in self.sequences.items()}
        sums = bytes(sum(roll) for roll in ROLLS) + bytes(220)
        return {key: bytes(rolls).translate(sums) for key, rolls in self.sequences.items()}


@dataclass(frozen=True)
class ResultRow:
    """A bet's results: at one table, on one day, or of whatever the row stands for.

    Args:
        line: where it stands in the file.
        bet: as written.
        table: the table; empty if not given.
        day: likewise.
        made: bets made, each of them decided.
        won: bets won in law.
        pushed: bets returned; None if not given.
        net: what the players won, negative if they lost; None if not given.
        drop: the money changed into chips; None if not given.
    """

    line: int
    bet: str
    table: str
    day: str
    made: int
    won: int
    pushed: int | None
    net: Fraction | None
    drop: Fraction | None = None


def read(name: str, bet: str | None = None) -> RollLog | Sequence[ResultRow]:
    """Return what was observed.

    Args:
        name: a CSV file; ``-`` for standard input.
        bet: the bet of results that do not name one.

    Raises:
        DataError: it is unusable; all problems are listed, each with its line.
    """
    text = text_of(name, read_bytes(name, MOST_BYTES, "split it by day"))
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    problems = list[Problem]()
    try:
        header = [cell.strip().lower() for cell in next(lines, [])]
        reader = _reader(name, header, bet)
        rows = reader(header, lines, problems, bet)
    except csv.Error as error:
        raise DataError(name, [Problem(f"line {lines.line_num}", str(error))]) from None
    if problems:
        raise DataError(name, problems)
    return rows


Reader = Callable[[Sequence[str], Any, list[Problem], str | None], RollLog | Sequence[ResultRow]]


def _reader(name: str, header: Sequence[str], bet: str | None) -> Reader:
    """Return what reads the rows under a *header*.

    Raises:
        DataError: it is that of no observation.
    """
    rolls = "total" in header or "die1" in header or "die2" in header
    results = "bets_made" in header or "won" in header
    if rolls == results:
        hint = "; separate the columns by commas" if len(header) == 1 and ";" in header[0] else ""
        raise DataError(name, [Problem("line 1", f"no header of an observation{hint}: {_HEADERS}")])
    known = ROLL_COLUMNS if rolls else RESULT_COLUMNS
    problems = [f"no column is called {column!r}" for column in header if column not in known]
    problems += [
        f"the column {paytable} stands twice" for paytable in known if header.count(paytable) > 1
    ]
    needed = ("die1", "die2") if rolls and "total" not in header else ()
    if rolls and ("die1" in header) != ("die2" in header):
        needed = ("die1", "die2")
    if results:
        needed = ("bets_made", "won", *(() if bet else ("bet",)))
    problems += [f"the column {column} is missing" for column in needed if column not in header]
    if problems:
        listed = ", ".join(known)
        last = [Problem("line 1", f"the columns can be {listed}")]
        raise DataError(name, [*(Problem("line 1", text) for text in problems), *last])
    return _rolls if rolls else _results


def _rolls(header: Sequence[str], lines: Any, problems: list[Problem], bet: str | None) -> RollLog:
    """Return the log; what is wrong is added to *problems*."""
    sequences: dict[tuple[str, str], bytearray] = {}
    changes: dict[tuple[str, str], list[int]] = {}
    shooters: dict[tuple[str, str], list[str]] = {}
    for key, shooter, roll in _roll_rows(header, lines, problems):
        rolls = sequences.get(key)
        if rolls is None:
            rolls = sequences[key] = bytearray()
            changes[key] = []
            shooters[key] = [shooter]
        if shooter != shooters[key][-1]:
            shooters[key].append(shooter)
            changes[key].append(len(rolls))
        rolls.append(roll)
    if not sequences and not problems:
        problems.append(Problem("", "no rolls under the header", "incomplete"))
    return RollLog("die1" in header, sequences, changes, shooters)


def _roll_rows(
    header: Sequence[str], lines: Any, problems: list[Problem]
) -> Iterator[tuple[tuple[str, str], str, int]]:
    """Yield table and day, the shooter, and the roll of each row that can be read."""
    known = _rolls_as_written(header)
    columns = [header.index(name) for name in ("die1", "die2", "total") if name in header]
    table, day, shooter = (
        header.index(name) if name in header else None for name in (*PLACE, "shooter")
    )
    alone, width, key = table is None and day is None, len(header), ("", "")
    for row in lines:
        roll = known.get(tuple([row[column] for column in columns])) if len(row) == width else None
        if roll is None:
            roll = _odd_roll(header, row, columns, known, lines.line_num, problems)
        if len(problems) >= MOST_PROBLEMS:
            return
        if roll is None:
            continue
        if not alone:
            key = ("" if table is None else row[table].strip(),
                   "" if day is None else row[day].strip())  # fmt: skip
        yield key, "" if shooter is None else row[shooter].strip(), roll


def _rolls_as_written(header: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Return how each roll is written under a *header*."""
    if "die1" not in header:
        return {(str(total),): total for total in TOTALS}
    summed = "total" in header
    return {
        (str(a), str(b), str(a + b)) if summed else (str(a), str(b)): place
        for place, (a, b) in enumerate(ROLLS)
    }


def _odd_roll(
    header: Sequence[str],
    row: Sequence[str],
    columns: Sequence[int],
    known: Mapping[tuple[str, ...], int],
    line: int,
    problems: list[Problem],
) -> int | None:
    """Return a roll written with blanks; None, with its problem told, if it is none."""
    if not any(cell.strip() for cell in row):
        return None
    if len(row) != len(header):
        problems.append(_wrong_width(line, row, len(header)))
        return None
    cells = tuple(row[column].strip() for column in columns)
    if cells in known:
        return known[cells]
    wrong = [
        Problem(f"line {line}, {header[column]}", f"{cell!r} is none; write {allowed}")
        for column, cell in zip(columns, cells, strict=True)
        for allowed, of in [("1 to 6", range(1, 7)) if header[column] != "total"
                            else ("2 to 12", TOTALS)]
        if cell not in map(str, of)
    ]  # fmt: skip
    text = f"{cells[0]} and {cells[1]} do not sum to {cells[-1]}" if len(cells) == 3 else ""
    problems += wrong or [Problem(f"line {line}, total", text)]
    return None


def _wrong_width(line: int, row: Sequence[str], width: int) -> Problem:
    return Problem(f"line {line}", f"{len(row)} cells under a header of {width}")


def _results(
    header: Sequence[str], lines: Any, problems: list[Problem], bet: str | None
) -> Sequence[ResultRow]:
    """Return the rows of results; what is wrong is added to *problems*."""
    rows = list[ResultRow]()
    for row in lines:
        if not any(cell.strip() for cell in row):
            continue
        if len(problems) >= MOST_PROBLEMS:
            break
        line = lines.line_num
        if len(row) != len(header):
            problems.append(_wrong_width(line, row, len(header)))
            continue
        cells = {name: cell.strip() for name, cell in zip(header, row, strict=True)}
        wrong = list(_wrong_cells(cells, line, bet))
        if wrong:
            problems += wrong
            continue
        pushed, net, drop = (cells.get(column) for column in ("pushed", "net", "drop"))
        rows.append(
            ResultRow(
                line,
                cells.get("bet") or bet or "",
                cells.get("table", ""),
                cells.get("day", ""),
                int(cells["bets_made"]),
                int(cells["won"]),
                int(pushed) if pushed else None,
                parse_rational(net) if net else None,
                parse_rational(drop) if drop else None,
            )
        )
    if not rows and not problems:
        problems.append(Problem("", "no results under the header", "incomplete"))
    return rows


def _wrong_cells(cells: Mapping[str, str], line: int, bet: str | None) -> Iterator[Problem]:
    if not cells.get("bet") and not bet:
        yield Problem(f"line {line}, bet", "no bet is named; write its id, like pass", "incomplete")
    counts = dict[str, int]()
    for name in ("bets_made", "won", "pushed"):
        text = cells.get(name, "")
        if name == "pushed" and not text:
            continue
        if not (text.isascii() and text.isdigit() and len(text) <= 12):
            yield Problem(f"line {line}, {name}", f"{text!r} is no count; write a whole number")
        else:
            counts[name] = int(text)
    made = counts.get("bets_made", MOST_BETS)
    if made > MOST_BETS or not made:
        text = f"{made:,} bets; there must be from 1 to {MOST_BETS:,}"
        yield Problem(f"line {line}, bets_made", text, "out-of-range")
    decided = counts.get("won", 0) + counts.get("pushed", 0)
    if decided > made:
        text = f"{decided:,} bets are won or pushed, of {made:,} that were made"
        yield Problem(f"line {line}", text, "out-of-range")
    yield from _wrong_amounts(cells, line)


def _wrong_amounts(cells: Mapping[str, str], line: int) -> Iterator[Problem]:
    for name in ("net", "drop"):
        try:
            amount = parse_rational(cells[name]) if cells.get(name) else None
        except NumberError as error:
            yield Problem.of(f"line {line}, {name}", error)
        else:
            if name == "drop" and amount is not None and amount <= 0:
                text = f"{cells[name]} is no drop: it is above 0"
                yield Problem(f"line {line}, drop", text, "out-of-range")
