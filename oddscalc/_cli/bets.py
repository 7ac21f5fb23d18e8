"""``oddscalc bets``: what a rulebook authorises."""

from typing import Annotated

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import Format, Json, Out, Rules, chosen
from oddscalc._cli.output import print_document

app = command_app()


@app.command(epilog="Example: oddscalc bets hardway --rules us-pa")
def bets(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Only bets of these names.")
    ] = None,
    rules: Rules = "standard",
    form: Format = "text",
    json: Json = False,
    out: Out = None,
) -> None:
    """List the bets of a rulebook.

    Ids, names, aliases, clauses, outcomes and readings.

    Rulebooks: standard, us-ma, lc, us-pa, massino, sg-mbs, us-nj-mini-dice.
    """
    from oddscalc._rules import userfiles
    from oddscalc._show.words import bets as words

    rulebook = userfiles.rulebook(rules)
    listed = list(rulebook) if not names else rulebook.matching(names)
    print_document(words.document(rulebook, listed), chosen(form, json, out), out)
