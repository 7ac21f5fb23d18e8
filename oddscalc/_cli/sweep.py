"""``oddscalc sweep``: a grid of questions, a row for each answer."""

import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import command
from oddscalc._cli.output import STDOUT, complain, progress

if TYPE_CHECKING:
    from collections.abc import Generator

    from oddscalc._sweeps.results import Results
    from oddscalc._sweeps.work import Batch

app = command_app()


@command(
    app,
    "oddscalc sweep grid.toml --out edges.csv --workers 2",
    seconds=None,
)
def sweep(
    grid: Annotated[str, typer.Argument(metavar="GRID.toml", help="The grid file.")],
    out: Annotated[
        Path,
        typer.Option("--out", metavar="FILE", help="The results, .csv or .jsonl; - is stdout."),
    ],
    form: Annotated[
        Literal["csv", "jsonl"] | None,
        typer.Option("--format", help="Of the results; by the end of the name by default."),
    ] = None,
    workers: Annotated[  # Windows can wait for no more than 61
        int, typer.Option("--workers", min=1, max=61, metavar="N", help="Processes to work in.")
    ] = 1,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="tcp://HOST:PORT", help="A Dask cluster to work on."),
    ] = None,
    part: Annotated[
        str,
        typer.Option(
            "--part", metavar="K/N", help="Only the K-th of N parts; joined in order, they are all."
        ),
    ] = "1/1",
    restart: Annotated[
        bool, typer.Option("--restart", help="Begin anew, whatever the results hold.")
    ] = False,
) -> None:
    """Answer a grid of questions, row by row.

    The product of lists of bets, or of betting plans, of rulebooks, prices, stakes, dice and so
    on. The same command again goes on with a sweep that was interrupted.
    """
    from contextlib import closing

    from oddscalc._chain.store import key_of
    from oddscalc._face.sweep import engine_of, format_of
    from oddscalc._sweeps import grids
    from oddscalc._sweeps.results import Results, Task
    from oddscalc._sweeps.work import header
    from oddscalc._sweeps.workload import Slice

    engine = engine_of(workers, scheduler)
    to_stdout = str(out) == STDOUT
    chosen = form or "jsonl" if to_stdout else format_of(out, form)
    cut = Slice.parse(part)
    plan = grids.read(grid)
    points = cut.points(len(plan))
    if to_stdout:
        sys.stdout.write(header(plan, chosen) if cut.number == 1 else "")
        with closing(engine(plan, chosen, points)) as batches:
            for batch in batches:
                sys.stdout.write(batch.text)
        return
    task = Task(plan.digest, key_of("sweep"), chosen, str(cut))
    first = header(plan, chosen) if cut.number == 1 else ""
    with Results(out, task, first, restart=restart) as results:
        left = points[results.state.points :]
        if results.state.points:
            complain(f"{out}: going on after {results.state.points:,} of {len(points):,} points")
        try:
            _compute(results, engine(plan, chosen, left), len(left))
        except BaseException:
            done = f"{results.state.points:,} of {len(points):,} points are done"
            complain(f"{out}: {done}; the same command goes on from there")
            raise
    state = results.state
    complain(
        f"{out}: {state.points:,} points, {state.rows:,} rows, {state.errors:,} of them with an"
        " error instead of an answer"
    )


def _compute(results: "Results", batches: "Generator[Batch, None, None]", left: int) -> None:
    """Write all *batches*, and show how far they are on a terminal."""
    from contextlib import closing

    before, begun = results.state.points, monotonic()

    def rate() -> str:
        return f"{(results.state.points - before) / (monotonic() - begun):,.1f}/s"

    with closing(batches), progress("points", left, beside=rate) as done:
        for batch in batches:
            results.append(batch)
            done(len(batch.points))
