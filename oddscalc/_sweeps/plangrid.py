"""Sweeps of betting plans: their axes, the numbers in them that vary, and each point's answer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from math import prod
from typing import Any

from oddscalc._ask.query import Query
from oddscalc._dice.dice import Dice
from oddscalc._exact.budget import limited
from oddscalc._exact.numbers import parse_rational
from oddscalc._questions.plans.answer import Horizon, Planned, ask_plan
from oddscalc._questions.plans.load import plan_at
from oddscalc._show.words.plan import plan_object, plan_records
from oddscalc._show.writers.csv import csv_line
from oddscalc._sweeps.answering import one_line
from oddscalc._sweeps.rendering import asked_cells, asked_columns
from oddscalc.errors import LimitError, OddscalcError, RuleError

AXES = ("plan", "rules", "dice", "paytable", "pays", "vig", "rounding", "rolls", "bankroll",
        "target")  # fmt: skip
"""The names of the axes, in the order of the product; the numbers of a plan follow them."""

PRICED = ("plan", "rules", "paytable", "pays", "vig", "rounding")
"""The axes that decide which rulebook and prices a plan has."""

AMOUNTS = ("bankroll", "target")

CHUNK = 4
"""Points that a worker is given at a time; each has a chain of its own."""

Value = str | tuple[str, ...] | None


@dataclass(frozen=True, eq=False)
class PlanGrid:
    """All that is asked of betting plans, ready to be sent to a worker.

    Args:
        axes: the values of each axis, in the order of ``AXES``, then of each of *numbers*.
        numbers: what varies in the plans: ``BET.stake``, ``COUNTER.start`` or ``COUNTER.most``.
        documents: every plan, by the name it has in the points.
        queries: rulebook and prices, by the values of the axes of ``PRICED``.
        dice: all dice, by the text they have in the points.
        max_states: how many states a chain may have.
        digest: the SHA-256 of the grid file and of the files it names.
        seconds: how much processor time a point may take; 0 for any.
    """

    axes: tuple[tuple[Value, ...], ...]
    numbers: tuple[str, ...]
    documents: Mapping[str, Mapping[str, Any]]
    queries: Mapping[tuple[Value, ...], Query]
    dice: Mapping[str, Dice]
    max_states: int
    digest: str
    seconds: int

    def __len__(self) -> int:
        """Return the number of points."""
        return prod(map(len, self.axes))

    def point(self, number: int) -> dict[str, Value]:
        """Return the inputs of the point of that number, counted from 0."""
        values = []
        for axis in reversed(self.axes):
            number, place = divmod(number, len(axis))
            values.append(axis[place])
        return dict(zip((*AXES, *self.numbers), reversed(values), strict=True))

    def chunks(self, start: int, stop: int) -> Iterator[range]:
        """Yield the points from *start* to *stop* in the pieces that a worker is given."""
        for first in range(start, stop, CHUNK):
            yield range(first, min(first + CHUNK, stop))


def answer(grid: PlanGrid, point: Mapping[str, Value]) -> Planned:
    """Return what the plan of a point brings: what ``oddscalc plan`` answers to the same.

    Raises:
        OddscalcError: there is no answer.
    """
    name = str(point["plan"])
    data = with_numbers(grid.documents[name], {key: point[key] for key in grid.numbers})
    rolls, bankroll, target = (point[key] for key in ("rolls", "bankroll", "target"))
    horizon = Horizon(
        None if rolls is None else int(str(rolls)),
        None if bankroll is None else parse_rational(str(bankroll)),
        None if target is None else parse_rational(str(target)),
    )
    plan = plan_at(name, data, grid.queries[tuple(point[axis] for axis in PRICED)])
    return ask_plan(plan, grid.dice[str(point["dice"])], horizon, grid.max_states)


def with_numbers(data: Mapping[str, Any], numbers: Mapping[str, Value]) -> dict[str, Any]:
    """Return the document of a plan with other numbers.

    Raises:
        RuleError: it has no bet or counter of a name.

    >>> data = {"bets": [{"id": "pass", "stake": 5}], "rules": []}
    >>> with_numbers(data, {"pass.stake": "10"})["bets"]
    [{'id': 'pass', 'stake': '10'}]
    """
    changed: dict[str, Any] = deepcopy(dict(data))
    for key, value in numbers.items():
        if value is None:
            continue
        name, _, what = key.rpartition(".")
        if what == "stake":
            places = [bet for bet in changed["bets"] if bet["id"] == name]
            number: str | int = str(value)
        else:
            counters = changed.get("counters", {})
            if name in counters and isinstance(counters[name], int):
                counters[name] = {"start": counters[name]}
            places, number = [counters[name]] if name in counters else [], int(str(value))
        if not places:
            kind = "bet" if what == "stake" else "counter"
            raise RuleError(f"{key}: the plan has no {kind} {name!r}", code="unknown-name")
        for place in places:
            place[what] = number
    return changed


def header(grid: PlanGrid, form: str) -> str:
    """Return the first line of a file; JSON Lines have none."""
    if form == "jsonl":
        return ""
    names = (*AXES, *grid.numbers)
    asked = [column for name in names for column in asked_columns(name, _amounts(grid))]
    return csv_line(["point", *asked, *plan_records([]).headers, "error"])


def row(grid: PlanGrid, number: int, form: str) -> tuple[str, bool]:
    """Return the line of a point, counted from 1 there, and whether it has an answer."""
    point = grid.point(number)
    planned, error = _answered(grid, point)
    if form == "jsonl":
        said = {"schema": "sweep/1", "point": number + 1, "asked": point, "error": error or None}
        answered = {} if planned is None else plan_object(planned)
        return json.dumps({**said, **answered, "schema": "sweep/1"}) + "\n", planned is not None
    records = plan_records([] if planned is None else [planned])
    cells = records.rows[0] if planned is not None else [""] * len(records.headers)
    asked = [
        cell for name, value in point.items() for cell in asked_cells(name, value, _amounts(grid))
    ]
    return csv_line([str(number + 1), *asked, *cells, error]), planned is not None


def _answered(grid: PlanGrid, point: Mapping[str, Value]) -> tuple[Planned | None, str]:
    """Return the answer of a point, or why there is none, in one line."""
    try:
        with limited(grid.seconds):
            return answer(grid, point), ""
    except LimitError as stopped:
        more = f"stopped after {grid.seconds} seconds; 'seconds' in the grid file gives more"
        return None, more if stopped.code == "too-long" else one_line(stopped)
    except OddscalcError as refused:
        return None, one_line(refused)


def _amounts(grid: PlanGrid) -> tuple[str, ...]:
    return (*AMOUNTS, *(name for name in grid.numbers if name.endswith(".stake")))
