"""What a worker does: a piece of a plan becomes lines of text."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

from oddscalc._sweeps.answering import rows_of
from oddscalc._sweeps.rendering import line
from oddscalc._sweeps.workload import Workload


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


Engine = Callable[[Workload, str, range], Generator[Batch, None, None]]
"""Computes the points of a plan in a format; yields all batches in the order of the points."""


def batch(plan: Workload, form: str, points: range) -> Batch:
    """Return the lines of *points* in a format of ``rendering.FORMATS``."""
    rows = [row for number in points for row in rows_of(plan, number)]
    errors = sum(row.answer is None for row in rows)
    return Batch(points, len(rows), errors, "".join(line(row, form) for row in rows))


def serial(plan: Workload, form: str, points: range) -> Generator[Batch, None, None]:
    """Compute in this process: an ``Engine``."""
    for chunk in plan.chunks(points.start, points.stop):
        yield batch(plan, form, chunk)
