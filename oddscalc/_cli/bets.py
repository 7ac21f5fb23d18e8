"""``oddscalc bets``: what a rulebook authorises."""

from typing import Annotated

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import Columns, Output, Rules, Sort, Top, command

app = command_app()


@command(
    app,
    "oddscalc bets hardway --rules us-pa",
)
def bets(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="Only bets of these names.")
    ] = None,
    rules: Rules = "standard",
    sort: Sort = None,
    top: Top = None,
    columns: Columns = None,
    *,
    output: Output,
) -> None:
    """List the bets of a rulebook.

    Ids, names, aliases, clauses, outcomes and readings.

    Rulebooks: standard, us-ma, lc, us-pa, massino, sg-mbs, us-nj-mini-dice, side-bets, variants,
    crapless.
    """
    from oddscalc._face.bets import bets as answer
    from oddscalc._show.columns import Choice
    from oddscalc._show.words.bets import COLUMNS, document

    choice = Choice.of(sort, top, columns, COLUMNS)
    listing = answer(*(names or ()), rules=rules)
    output.print(document(listing.rules, listing.listed, choice))
