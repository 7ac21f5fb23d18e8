"""``oddscalc portfolio``: several bets made together."""

from typing import Annotated, Literal

import typer

from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import (
    DiceText,
    Format,
    Json,
    MaxStates,
    Out,
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
from oddscalc._cli.output import print_document

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
    form: Format = "text",
    json: Json = False,
    out: Out = None,
) -> None:
    """Print the value of bets made together.

    Net win, edge on the stakes, variance; each bet is made once.
    """
    from oddscalc._ask.asked import bet_with_stake, joint_query
    from oddscalc._ask.joint import portfolio as value
    from oddscalc._exact.numbers import parse_rational
    from oddscalc._rules.userfiles import is_path
    from oddscalc._rules.userfiles import portfolio as read
    from oddscalc._show.words import portfolio as words
    from oddscalc._show.words.figures import Showing

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
        unit=unit,
        round=rounding,
        working=working,
        from_=where,
        max_states=max_states,
    )
    found = value(stakes, joint_query(options), until or "all-decided")
    per_hour = parse_rational(rolls_per_hour) if rolls_per_hour else None
    document = words.document(found, Showing(show, per_hour))
    print_document(document, chosen(form, json, out), out)
