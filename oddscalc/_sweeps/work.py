"""What a worker does: a piece of a plan becomes lines of text."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

from oddscalc._sweeps import plangrid
from oddscalc._sweeps.answering import rows_of
from oddscalc._sweeps.plangrid import PlanGrid
from oddscalc._sweeps.rendering import bets_header, line
from oddscalc._sweeps.workload import Workload

Grid = Workload | PlanGrid
"""What a sweep asks: of bets, or of betting plans."""


@dataclass(frozen=True)
class Batch:
    """The lines of consecutive points.

    Args:
        points: the numbers of the points, from 0.
        rows: how many lines there are.
        errors: how many of them have no answer.
        text: the lines.
    """

    points: range
    rows: int
    errors: int
    text: str


Engine = Callable[[Grid, str, range], Generator[Batch, None, None]]
"""Computes the points of a plan in a format; yields all batches in the order of the points."""


def header(plan: Grid, form: str) -> str:
    """Return the first line of the results."""
    return plangrid.header(plan, form) if isinstance(plan, PlanGrid) else bets_header(form)


def batch(plan: Grid, form: str, points: range) -> Batch:
    """Return the lines of *points* in a format of ``rendering.FORMATS``."""
    if isinstance(plan, PlanGrid):
        lines = [plangrid.row(plan, number, form) for number in points]
        unanswered = sum(not answered for _, answered in lines)
        return Batch(points, len(lines), unanswered, "".join(text for text, _ in lines))
    rows = [row for number in points for row in rows_of(plan, number)]
    errors = sum(row.answer is None for row in rows)
    return Batch(points, len(rows), errors, "".join(line(row, form) for row in rows))


def serial(plan: Grid, form: str, points: range) -> Generator[Batch, None, None]:
    """Compute in this process: an ``Engine``."""
    for chunk in plan.chunks(points.start, points.stop):
        yield batch(plan, form, chunk)
