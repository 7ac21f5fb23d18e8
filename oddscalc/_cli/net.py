"""``oddscalc net``: the distribution of a net win."""

from typing import Annotated, Literal

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import (
    DiceText,
    Format,
    Json,
    MaxStates,
    Odds,
    Out,
    Pays,
    Paytable,
    Reading,
    Rounding,
    Rules,
    Unit,
    Vig,
    Where,
    Working,
    chosen,
    collect,
)
from oddscalc._cli.output import print_document

app = command_app()


@app.command(
    epilog="Example: oddscalc net pass --odds 345x; of bets made together: oddscalc net pass:5"
    " any-craps:1"
)
def net(
    bets: Annotated[
        list[str],
        typer.Argument(
            metavar="BET...",
            help="Ids or names, or .toml files with bets; or, of bets made together, each with its"
            " stake, like pass:5.",
        ),
    ],
    until: Annotated[
        Literal["roll", "all-decided"] | None,
        typer.Option(
            "--until", help="Of bets made together: one roll, or until all are decided (default)."
        ),
    ] = None,
    rules: Rules = "standard",
    reading: Reading = None,
    paytable: Paytable = None,
    pays: Pays = None,
    vig: Vig = None,
    odds: Odds = None,
    stake: Annotated[
        str | None, typer.Option("--stake", metavar="N", help="The amount staked.")
    ] = None,
    unit: Unit = "1",
    rounding: Rounding = None,
    key: Annotated[
        str | None,
        typer.Option(
            "--key", metavar="PART", help="Of a bundle, the part that gets the indivisible rest."
        ),
    ] = None,
    working: Working = None,
    where: Where = None,
    dice: DiceText = "fair",
    max_states: MaxStates = 100_000,
    form: Format = "text",
    json: Json = False,
    out: Out = None,
) -> None:
    """Print the distribution of a net win.

    Every net win with its exact probability; mean, variance, skewness, kurtosis.
    """
    from oddscalc._ask.asked import bet_with_stake, joint_query, query
    from oddscalc._ask.joint import portfolio
    from oddscalc._ask.query import ask
    from oddscalc._rules.userfiles import is_path
    from oddscalc._show.words import net as words

    options = collect(
        dice,
        rules=rules,
        reading=reading,
        paytable=paytable,
        pays=pays,
        vig=vig,
        odds=odds,
        stake=stake,
        unit=unit,
        round=rounding,
        key=key,
        working=working,
        from_=where,
        max_states=max_states,
    )
    form = chosen(form, json, out)
    if until is None and not any(":" in bet and not is_path(bet) for bet in bets):
        print_document(words.document(ask(*query(bets, options))), form, out)
        return
    for name, given in (("--odds", odds), ("--stake", stake), ("--key", key)):
        if given is not None:
            raise typer.BadParameter("not for bets made together", param_hint=name)
    asked = joint_query(options)
    stakes = [bet_with_stake(bet) for bet in bets]
    together = portfolio(stakes, asked, until or "all-decided")
    print_document(words.portfolio_document(together), form, out)
