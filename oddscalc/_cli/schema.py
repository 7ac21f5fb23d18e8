"""``oddscalc schema``: the JSON Schemas of files and of outputs, for editors and programs."""

from typing import Annotated, Literal

import typer

from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import command
from oddscalc._cli.output import emit

app = command_app()


@command(
    app,
    "oddscalc schema edge",
    "oddscalc schema paytable > paytable.schema.json",
    "oddscalc schema plan --of file",
    seconds=None,
)
def schema(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="[NAME]",
            help="A command, for what it prints as JSON; or a kind of file.",
            autocompletion=complete.schemas,
        ),
    ] = None,
    side: Annotated[
        Literal["file", "output"] | None,
        typer.Option(
            "--of", help="Only what is read, or only what is printed, where a name has both."
        ),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the names.")] = False,
) -> None:
    """Print the JSON Schema of a data file or an output.

    Editors complete and check files by it, programs what they read. ask has the schema of
    questions and, with --of output, of answers; error that of errors.
    """
    from oddscalc._face import schema as schemas
    from oddscalc._show.writers.json import json_text

    if listed == (name is not None):
        raise typer.BadParameter("give a name, or else --list", param_hint="NAME")
    if name is None:
        emit("\n".join(schemas.NAMES))
    else:
        emit(json_text(schemas.schema(name, side)))
