"""``oddscalc new``: the file of a rulebook of one's own, to be filled in."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import command
from oddscalc._cli.output import put

app = command_app()


@command(
    app,
    "oddscalc new rulebook --like us-pa > mine.toml",
)
def new(
    kind: Annotated[Literal["rulebook"], typer.Argument(metavar="rulebook", help="What is begun.")],
    like: Annotated[
        str,
        typer.Option(
            "--like",
            metavar="R",
            help="The rulebook it is made like: an id or a .toml file.",
            autocompletion=complete.rulebooks,
        ),
    ] = "standard",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to FILE.")
    ] = None,
) -> None:
    """Print the file of a new rulebook, with a comment on every key.

    It says what another rulebook says, its prices with it; change what your text has otherwise.
    """
    from oddscalc._rules import userfiles
    from oddscalc._rules.scaffold import scaffold

    assert kind
    put(scaffold(userfiles.rulebook(like)), out)
