"""``oddscalc schema``: the JSON Schema of a data file, for editors."""

from typing import Annotated, Literal

import typer

from oddscalc.cli.app import command_app
from oddscalc.cli.output import emit

app = command_app()


@app.command(epilog="Example: oddscalc schema paytable > paytable.schema.json")
def schema(
    kind: Annotated[
        Literal["bets", "rulebook", "paytable", "portfolio", "submission"],
        typer.Argument(metavar="KIND", help="bets, rulebook, paytable, portfolio or submission."),
    ],
) -> None:
    """Print the JSON Schema of a data file.

    Editors complete and check files by it.
    """
    from oddscalc.publish.contract import json_text
    from oddscalc.schema import json_schema

    emit(json_text(json_schema(kind)))
