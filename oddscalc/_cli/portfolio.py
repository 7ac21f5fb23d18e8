"""``oddscalc portfolio``: several bets made together."""

from typing import Annotated, Literal

import typer

from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import (
    DiceText,
    Json,
    MaxStates,
    Pays,
    Paytable,
    Reading,
    RollsPerHour,
    Rounding,
    Rules,
    Show,
    Unit,
    Vig,
    Where,
    Working,
    chosen,
    collect,
)
from oddscalc._cli.output import emit

app = command_app()


@app.command(epilog="Example: oddscalc portfolio pass:5 any-craps:1 --until all-decided")
def portfolio(
    bets: Annotated[
        list[str],
        typer.Argument(
            metavar="BET:STAKE...",
            help="Bets with stakes, or a .toml file.",
            autocompletion=complete.bets,
        ),
    ],
    until: Annotated[
        Literal["roll", "all-decided"] | None,
        typer.Option("--until", help="One roll, then undecided bets come down; or all-decided."),
    ] = None,
    rules: Rules = "standard",
    reading: Reading = None,
    paytable: Paytable = None,
    pays: Pays = None,
    vig: Vig = None,
    unit: Unit = "1",
    rounding: Rounding = None,
    working: Working = None,
    where: Where = None,
    dice: DiceText = "fair",
    max_states: MaxStates = 100_000,
    rolls_per_hour: RollsPerHour = None,
    show: Show = "decimal",
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", help="How to print.")
    ] = "text",
    json: Json = False,
) -> None:
    """Print the value of bets made together.

    Net win, edge on the stakes, variance; each bet is made once.
    """
    from oddscalc._ask.api import bet_with_stake, query
    from oddscalc._ask.joint import portfolio as value
    from oddscalc._exact.numbers import parse_rational
    from oddscalc._rules.userfiles import is_path
    from oddscalc._rules.userfiles import portfolio as read
    from oddscalc._show.words import portfolios
    from oddscalc._show.words.cards import Showing
    from oddscalc._show.words.contract import json_text

    stakes: list[tuple[str, str]] = []
    for text in bets:
        if is_path(text):
            listed, from_file = read(text)
            stakes += listed
            until = until or ("roll" if from_file == "roll" else "all-decided")
        else:
            stakes.append(bet_with_stake(text))
    options = collect(
        dice,
        rules=rules,
        reading=reading,
        paytable=paytable,
        pays=pays,
        vig=vig,
        stake="1",
        unit=unit,
        rounding=rounding,
        working=working,
        where=where,
        max_states=max_states,
    )
    _, asked = query([], options)
    found = value(stakes, asked, until or "all-decided")
    per_hour = parse_rational(rolls_per_hour) if rolls_per_hour else None
    if chosen(form, json) == "json":
        emit(json_text(portfolios.portfolio_object(found, per_hour)))
    else:
        emit(portfolios.as_text(found, Showing(show, per_hour)))
