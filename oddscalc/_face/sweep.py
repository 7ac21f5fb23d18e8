"""``sweep``: a grid of questions, a row for each answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from oddscalc._ask.asked import whole_of
from oddscalc._chain.store import key_of
from oddscalc._face.shown import Shown
from oddscalc._show.document import Document, Records, Section, Table
from oddscalc._sweeps import grids
from oddscalc._sweeps.rendering import FORMATS
from oddscalc._sweeps.results import Results, Task
from oddscalc._sweeps.work import Engine, header, serial
from oddscalc._sweeps.workload import Slice
from oddscalc.errors import RuleError, UnknownNameError


@dataclass(frozen=True, repr=False)
class SweepAnswer(Shown):
    """What a sweep came to.

    Args:
        points: how many questions were asked.
        rows: how many rows there are, one for each reading.
        errors: how many of them have an error instead of an answer.
        out: the file of the results; None if they are here.
        answers: the rows as JSON objects, where there is no file.
    """

    points: int
    rows: int
    errors: int
    out: Path | None = None
    answers: tuple[dict[str, Any], ...] = ()

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as JSON objects, none if they are in a file."""
        return list(self.answers)

    def document(self) -> Document:
        """Return it in words."""
        cells = [_cells(row) for row in self.answers]
        plans = any("plan" in row["asked"] for row in self.answers)
        headers = _PLANS if plans else _BETS
        table = Table(headers, "rlllrrl", cells)
        return Document(
            "Answers to a grid of questions",
            sections=lambda: [Section("", [self.line()], [table] if cells else [])],
            data=self.to_dicts,
            records=lambda: Records(headers, cells),
        )

    def line(self) -> str:
        """Return how many points, rows and errors there are."""
        where = f", in {self.out}" if self.out else ""
        return f"{self.points:,} points, {self.rows:,} rows, {self.errors:,} errors{where}"


_BETS = ("point", "bet", "rules", "reading", "edge made", "rolls", "error")
_PLANS = ("point", "plan", "rules", "horizon", "net win", "rolls", "error")


def _cells(row: dict[str, Any]) -> list[str]:
    rolls = row.get("expected_rolls") or {}
    if "plan" in row["asked"]:
        names = [str(row.get(name) or "") for name in ("point", "plan", "rules", "horizon")]
        numbers = [(row.get(name) or {}).get("exact") or "" for name in ("mean", "expected_rolls")]
        return [*names, *numbers, row["error"] or ""]
    edge = (row.get("house_edge") or {}).get("per_bet_made") or {}
    names = [str(row.get(name) or "") for name in ("point", "bet", "rules", "reading")]
    return [*names, edge.get("exact", ""), rolls.get("exact", ""), row["error"] or ""]


def sweep(
    grid: str | Path,
    out: str | Path | None = None,
    *,
    format: str | None = None,  # noqa: A002 - as on the command line
    workers: int = 1,
    scheduler: str | None = None,
    part: str = "1/1",
    restart: bool = False,
    progress: Callable[[int], None] | None = None,
) -> SweepAnswer:
    """Answer a grid of questions, row by row.

    Args:
        grid: the grid file.
        out: the results, ``.csv`` or ``.jsonl``; the same call again goes on with a sweep that was
            interrupted. Without it the rows are in the answer.
        format: ``csv`` or ``jsonl``; by the end of the name by default.
        workers: processes to work in.
        scheduler: the address of a Dask cluster to work on.
        part: ``K/N``: only the K-th of N parts; joined in order, they are all.
        restart: whether to begin anew, whatever the results hold.
        progress: is told, now and then, how many more points are answered.

    Raises:
        OddscalcError: a file is unusable, or the options contradict each other.
    """
    engine = engine_of(workers, scheduler)
    cut, plan = Slice.parse(part), grids.read(str(grid))
    points = cut.points(len(plan))
    tell = progress or (lambda more: None)
    if out is None:
        lines: list[str] = []
        errors = 0
        with closing(engine(plan, "jsonl", points)) as batches:
            for batch in batches:
                lines += batch.text.splitlines()
                errors += batch.errors
                tell(len(batch.points))
        return SweepAnswer(len(points), len(lines), errors, None, tuple(map(json.loads, lines)))
    form = format_of(Path(out), format)
    task = Task(plan.digest, key_of("sweep"), form, str(cut))
    first = header(plan, form) if cut.number == 1 else ""
    with Results(Path(out), task, first, restart=restart) as results:
        left = points[results.state.points :]
        with closing(engine(plan, form, left)) as batches:
            for batch in batches:
                results.append(batch)
                tell(len(batch.points))
    state = results.state
    return SweepAnswer(state.points, state.rows, state.errors, Path(out))


def engine_of(workers: int, scheduler: str | None) -> Engine:
    """Return what computes the points: this process, others, or a cluster.

    Raises:
        RuleError: a scheduler has its own workers.
    """
    if scheduler is not None:
        if workers != 1:
            raise RuleError("workers: a scheduler has its own workers", code="conflict")
        from oddscalc._sweeps.cluster import on_cluster

        return partial(on_cluster, scheduler=scheduler)
    if whole_of("workers", workers, least=1) == 1:
        return serial
    from oddscalc._sweeps.processes import processes

    return partial(processes, workers=workers)


def format_of(out: Path, form: str | None) -> str:
    """Return the format of the results: the one given, or that of the end of the name.

    Raises:
        UnknownNameError: it is none.
    """
    ending = out.suffix.lower().removeprefix(".")
    if ending == "toml":
        raise UnknownNameError(f"out: {str(out)!r}: results are no .toml file")
    form = form or ending
    if form not in FORMATS:
        raise UnknownNameError(
            f"out: {str(out)!r}: end it with .csv or .jsonl, or give a format", FORMATS
        )
    return form
