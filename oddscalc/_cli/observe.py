"""``oddscalc observe``: what was observed against theory."""

from typing import Annotated

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, command

app = command_app()


@command(app, "oddscalc observe rolls.csv", options=("rules", "dice"))
def observe(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="CSV: a roll log, or results; - reads standard input."),
    ],
    level: Annotated[
        str,
        typer.Option(
            "--level", metavar="P", help="What is unlikely, over all tests of the report together."
        ),
    ] = "1%",
    *,
    options: dict[str, str],
    output: Output,
) -> None:
    """Test observed rolls or results against theory.

    Exit 1 if something is less likely than the level, corrected for all that is tested.
    """
    from oddscalc._chain.model import table_of
    from oddscalc._dice.dice import parse_dice
    from oddscalc._questions.observe.logfile import RollLog, read
    from oddscalc._questions.observe.report import level_of
    from oddscalc._questions.observe.rolltests import roll_report
    from oddscalc._rules.userfiles import rulebook
    from oddscalc._show.words import observe as words
    from oddscalc.errors import DataError

    below = level_of(level)
    found = read(file)
    if not isinstance(found, RollLog):
        raise DataError(file, ["holds results; only roll logs are tested so far"])
    dice, table = parse_dice(options["dice"]), table_of(rulebook(options["rules"]))
    report = roll_report(file, found, dice, table, below)
    output.print(words.roll_document(report))
    raise typer.Exit(0 if report.agrees else 1)
