"""``oddscalc schema``: the JSON Schema of a data file, for editors."""

from typing import Annotated, Literal

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import command
from oddscalc._cli.output import emit

app = command_app()


@command(
    app,
    "oddscalc schema paytable > paytable.schema.json",
    seconds=None,
)
def schema(
    kind: Annotated[
        Literal["bets", "rulebook", "paytable", "plan", "portfolio", "submission"],
        typer.Argument(
            metavar="KIND", help="bets, rulebook, paytable, plan, portfolio or submission."
        ),
    ],
) -> None:
    """Print the JSON Schema of a data file.

    Editors complete and check files by it.
    """
    from oddscalc._rules.schema import json_schema
    from oddscalc._show.writers.json import json_text

    emit(json_text(json_schema(kind)))
