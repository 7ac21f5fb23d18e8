"""``oddscalc bets``: what a rulebook authorises."""

from typing import Annotated, Literal

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import Json, Rules, chosen
from oddscalc._cli.output import emit

app = command_app()


@app.command(epilog="Example: oddscalc bets hardway --rules us-pa")
def bets(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Only bets of these names.")
    ] = None,
    rules: Rules = "standard",
    form: Annotated[
        Literal["text", "json", "md", "csv", "html"],
        typer.Option("--format", help="How to print."),
    ] = "text",
    json: Json = False,
) -> None:
    """List the bets of a rulebook.

    Ids, names, aliases, clauses, outcomes and readings.

    Rulebooks: standard, us-ma, lc, us-pa, massino, sg-mbs, us-nj-mini-dice.
    """
    from oddscalc._rules import userfiles
    from oddscalc._show.words import listing
    from oddscalc._show.words.contract import json_text

    rulebook = userfiles.rulebook(rules)
    listed = list(rulebook) if not names else rulebook.matching(names)
    form = chosen(form, json)
    if form == "json":
        emit(json_text([listing.bet_object(rulebook, bet, wager) for bet, wager in listed]))
    elif form == "text":
        emit(listing.as_text(rulebook, listed))
    else:
        emit(listing.as_table(rulebook, listed, form))
