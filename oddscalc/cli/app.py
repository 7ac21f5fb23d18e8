"""The typer application, to which the commands are added."""

from __future__ import annotations

from typing import Annotated

import typer

from oddscalc._version import __version__

app = typer.Typer(
    rich_markup_mode=None,  # or words in brackets vanish from the help
    pretty_exceptions_enable=False,
    no_args_is_help=True,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"oddscalc {__version__}")
        raise typer.Exit


@app.callback(epilog="Example: oddscalc edge pass")
def oddscalc(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Exact odds and house edges for every craps wager, with the clause they follow from."""
