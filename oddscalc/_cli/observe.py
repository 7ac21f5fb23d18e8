"""``oddscalc observe``: what was observed against theory."""

from typing import Annotated

import typer

from oddscalc._ask.options import Options
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, command

app = command_app()


@command(app, "oddscalc observe rolls.csv", options=Options)
def observe(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="CSV: a roll log, or results; - reads standard input."),
    ],
    bets: Annotated[
        list[str] | None,
        typer.Option(
            "--bet",
            metavar="BET",
            help="Of a roll log: a bet to make on it. Of results: only this bet, or the one they"
            " are of if they do not say. May be repeated.",
            autocompletion=complete.bets,
        ),
    ] = None,
    level: Annotated[
        str,
        typer.Option(
            "--level", metavar="P", help="What is unlikely, over all tests of the report together."
        ),
    ] = "1%",
    *,
    options: Options,
    output: Output,
) -> None:
    """Test observed rolls or results against theory.

    Exit 1 if something is less likely than the level, corrected for all that is tested.
    """
    from oddscalc._questions.observe.observed import observed
    from oddscalc._questions.observe.report import level_of
    from oddscalc._show.words import observe as words

    report = observed(file, bets or (), level_of(level), options)
    output.print(words.document(report))
    raise typer.Exit(0 if report.agrees else 1)
