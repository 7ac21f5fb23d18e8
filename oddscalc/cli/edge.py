"""``oddscalc edge``: the exact value of bets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from oddscalc.cli.app import app
from oddscalc.cli.options import (
    Asked,
    DiceText,
    Json,
    MaxStates,
    Pays,
    Paytable,
    Reading,
    Rules,
    Where,
    Working,
)
from oddscalc.cli.output import complain, emit

if TYPE_CHECKING:
    from oddscalc.query import Answer

Format = Literal["text", "json", "md", "csv", "html"]


@app.command(epilog="Example: oddscalc edge fire --rules us-pa --pays 4='24 to 1'")
def edge(
    bets: Annotated[
        list[str] | None,
        typer.Argument(metavar="[BET]...", help="Ids or names, or .toml files with bets."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every wager of the rulebook.")] = False,
    rules: Rules = "standard",
    reading: Reading = None,
    paytable: Paytable = None,
    pays: Pays = None,
    working: Working = None,
    where: Where = None,
    dice: DiceText = "fair",
    max_states: MaxStates = 100_000,
    form: Annotated[Format, typer.Option("--format", help="How to print.")] = "text",
    json: Json = False,
) -> None:
    """Print the exact odds, edges and variance of bets, one row for each reading of the text."""
    from oddscalc.query import ask, ask_all

    if every == bool(bets):
        raise typer.BadParameter("name bets, or else give --all", param_hint="BET")
    asked = Asked(rules, reading, paytable, pays, working, where, dice, max_states)
    names, query = asked.query(bets or [])
    if every:
        answers, left_out = ask_all(query)
        for reason in left_out:
            complain(f"left out: {reason}")
    else:
        answers = ask(names, query)
    emit(_printed(answers, "json" if json else form, card=len(names) == 1))


def _printed(answers: list[Answer], form: Format, *, card: bool) -> str:
    from oddscalc.publish import answers as texts
    from oddscalc.publish.contract import answer_object, json_text

    if form == "json":
        return json_text([answer_object(answer) for answer in answers])
    if form == "csv":
        return texts.table_csv(answers)
    if form == "text" and card:
        return texts.cards(answers)
    return texts.table(answers, form)
