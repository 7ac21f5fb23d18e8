"""``oddscalc tables``: the published odds tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from oddscalc.cli.app import app
from oddscalc.cli.output import complain, emit


@app.command(epilog="Example: oddscalc tables --check")
def tables(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the tables are.")] = Path(
        "tables"
    ),
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit 1 if the tables would change.")
    ] = False,
) -> None:
    """Write or check the published tables."""
    from oddscalc.publish import tables as published

    known: set[str] = set()
    differences: list[str] = []
    with typer.progressbar(
        published.files(),
        length=published.count(),
        label="tables",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as files:
        for name, text in files:
            known.add(name)
            if check:
                differences.append(published.difference(out, name, text))
            else:
                published.write(out, name, text)
    if not check:
        complain(f"{len(known)} files written to {out}")
        return
    differences += [
        f"{out / name}: is no table of ours\n" for name in published.strangers(out, known)
    ]
    found = [text for text in differences if text]
    if found:
        emit("".join(found))
        complain(f"{len(found)} files differ from what would be written")
        raise typer.Exit(1)
    complain(f"{len(known)} files are as they would be written")
