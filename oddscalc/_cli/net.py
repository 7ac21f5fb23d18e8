"""``oddscalc net``: the distribution of a net win."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.options import (
    DiceText,
    Json,
    MaxStates,
    Odds,
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
from oddscalc._cli.output import emit

if TYPE_CHECKING:
    from oddscalc._ask.joint import Portfolio
    from oddscalc._ask.query import Answer

Format = Literal["text", "json", "csv"]

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
    form: Annotated[Format, typer.Option("--format", help="How to print.")] = "text",
    json: Json = False,
) -> None:
    """Print the distribution of a net win.

    Every net win with its exact probability; mean, variance, skewness, kurtosis.
    """
    from oddscalc._ask.api import bet_with_stake, query
    from oddscalc._ask.joint import portfolio
    from oddscalc._ask.query import ask
    from oddscalc._rules.userfiles import is_path

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
        rounding=rounding,
        key=key,
        working=working,
        where=where,
        max_states=max_states,
    )
    form = chosen(form, json)
    if until is None and not any(":" in bet and not is_path(bet) for bet in bets):
        emit(_bets(ask(*query(bets, options)), form))
        return
    for name, given in (("--odds", odds), ("--stake", stake), ("--key", key)):
        if given is not None:
            raise typer.BadParameter("not for bets made together", param_hint=name)
    options["stake"] = 1
    _, asked = query([], options)
    stakes = [bet_with_stake(bet) for bet in bets]
    emit(_together(portfolio(stakes, asked, until or "all-decided"), form))


def _bets(answers: "list[Answer]", form: Format) -> str:
    from oddscalc._show.words import nets
    from oddscalc._show.words.contract import json_text

    found = [(answer, nets.net_win_of(answer)) for answer in answers]
    if form == "json":
        return json_text([nets.net_object(*one) for one in found])
    if form == "csv":
        named = [(one.model.bet.id, one.model.reading.name, net_win) for one, net_win in found]
        return nets.as_csv(named)
    return "\n\n\n".join(nets.as_text(*one) for one in found)


def _together(found: "Portfolio", form: Format) -> str:
    from oddscalc._show.words import nets
    from oddscalc._show.words.contract import json_text

    if form == "json":
        return json_text(nets.portfolio_net_object(found))
    if form == "csv":
        bets = " + ".join(part.answer.model.bet.id for part in found.parts)
        return nets.as_csv([(bets, "", found.net_win)])
    return nets.portfolio_text(found)
