"""``oddscalc session``: what a session at flat stakes may bring."""

from typing import TYPE_CHECKING, Annotated, Literal

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

if TYPE_CHECKING:
    from oddscalc._ask.joint import Portfolio
    from oddscalc._ask.options import Options
    from oddscalc._ask.query import Answer

app = command_app()


def _amount(name: str, said: str) -> object:
    return typer.Option(name, metavar="N", help=said)


def _count(*names: str, said: str) -> object:
    return typer.Option(*names, metavar="N", min=1, help=said)


@app.command(epilog="Example: oddscalc session pass --bankroll 20 --target 40")
def session(
    bets: Annotated[
        list[str],
        typer.Argument(
            metavar="BET|BET:STAKE...", help="A bet; or several, made together, with stakes."
        ),
    ],
    decisions: Annotated[
        int | None,
        _count("--decisions", "--max-decisions", said="Play so many decisions, if nothing stops."),
    ] = None,
    rolls: Annotated[
        int | None, _count("--rolls", said="Play so many rolls, with nothing that stops.")
    ] = None,
    bankroll: Annotated[
        str | None, _amount("--bankroll", "Stop in ruin: less is left than the next bet takes.")
    ] = None,
    target: Annotated[
        str | None, _amount("--target", "Stop when the bankroll is this or more.")
    ] = None,
    stop_win: Annotated[
        str | None, _amount("--stop-win", "Stop when the net win is this or more.")
    ] = None,
    stop_loss: Annotated[
        str | None, _amount("--stop-loss", "Stop when the net loss is this or more.")
    ] = None,
    survive: Annotated[
        int | None,
        _count("--survive", said="The probability not to be ruined within so many decisions."),
    ] = None,
    bankroll_for: Annotated[
        int | None,
        _count("--bankroll-for", said="The smallest bankroll for so many decisions."),
    ] = None,
    risk: Annotated[
        str | None,
        typer.Option("--risk", metavar="P", help="The risk of ruin it may have, like 5%."),
    ] = None,
    quantile: Annotated[
        list[str] | None,
        typer.Option(
            "--quantile", metavar="P", help="Quantiles to give, like 90%. May be repeated."
        ),
    ] = None,
    table_max: Annotated[
        str | None, _amount("--table-max", "Refuse a stake above the table's maximum.")
    ] = None,
    enclose: Annotated[
        int | None,
        typer.Option(
            "--enclose",
            metavar="BITS",
            min=16,
            help="Proven bounds in place of fractions that are too long.",
        ),
    ] = None,
    until: Annotated[
        Literal["roll", "all-decided"] | None,
        typer.Option("--until", help="Bets are made again after every roll, or when all-decided."),
    ] = None,
    rules: Rules = "standard",
    reading: Reading = None,
    paytable: Paytable = None,
    pays: Pays = None,
    vig: Vig = None,
    odds: Odds = None,
    stake: Annotated[
        str | None, _amount("--stake", "The flat stake of a bet that has none; 1 by default.")
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
    """Print what a session at flat stakes may bring.

    Who is ahead after so many decisions or rolls; whether a target is reached before ruin, and
    when; how large a bankroll has to be. What it costs by the hour, `oddscalc edge` says with
    --rolls-per-hour.
    """
    from oddscalc._exact.numbers import as_fraction, parse_rate
    from oddscalc._questions.sessions import SHARES, SessionQuestion, Stops, answered
    from oddscalc._show.words import session as words

    amounts = {
        "bankroll": bankroll,
        "target": target,
        "stop_win": stop_win,
        "stop_loss": stop_loss,
    }
    asked = SessionQuestion(
        Stops(
            **{name: as_fraction(text, name) for name, text in amounts.items() if text is not None}
        ),
        decisions,
        rolls,
        survive,
        bankroll_for,
        parse_rate(risk) if risk is not None else None,
        None if table_max is None else as_fraction(table_max, "the table's maximum"),
        enclose,
        tuple(map(parse_rate, quantile)) if quantile else SHARES,
    )
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
    report = answered(_subject(bets, options, until), asked)
    print_document(words.document(report), chosen(form, json, out), out)


def _subject(bets: list[str], options: "Options", until: str | None) -> "Answer | Portfolio":
    """Return the bet, or the bets made together, that is made again and again."""
    from oddscalc._ask.asked import bet_with_stake, joint_query, query
    from oddscalc._ask.joint import portfolio
    from oddscalc._ask.query import ask
    from oddscalc._rules.userfiles import is_path

    given = options.get("stake")
    staked = [
        bet_with_stake(text) if ":" in text and not is_path(text) else (text, given)
        for text in bets
    ]
    if given is not None and given not in [stake for _, stake in staked]:
        raise typer.BadParameter("each bet has a stake of its own", param_hint="--stake")
    if len(bets) == 1 and until is None:
        ((name, stake),) = staked
        if stake is not None:
            options["stake"] = stake
        names, asked = query([name], options)
        if len(names) != 1:
            raise typer.BadParameter(f"{name} has {len(names)} bets; name one", param_hint="BET")
        return ask(names, asked)[0]
    for option in ("odds", "key"):
        if options.get(option) is not None:
            raise typer.BadParameter("it is for one bet alone", param_hint=f"--{option}")
    asked = joint_query(options)
    return portfolio([(name, stake or 1) for name, stake in staked], asked, until or "all-decided")
