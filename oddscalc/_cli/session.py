"""``oddscalc session``: what a session at flat stakes may bring."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from oddscalc._ask.options import Options
from oddscalc._cli.app import command_app
from oddscalc._cli.options import CHARTS, Output, command

if TYPE_CHECKING:
    from oddscalc._face.subjects import Bet

app = command_app()


def _amount(name: str, said: str) -> object:
    return typer.Option(name, metavar="N", help=said)


def _count(*names: str, said: str) -> object:
    return typer.Option(*names, metavar="N", min=1, help=said)


@command(
    app,
    "oddscalc session pass --bankroll 20 --target 40",
    "oddscalc session field --bankroll-for 100 --risk 5%",
    options=Options,
    said={"stake": {"help": "The flat stake of a bet that has none; 1 by default."}},
    formats=CHARTS,
)
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
    *,
    options: Options,
    output: Output,
) -> None:
    """Print what a session at flat stakes may bring.

    Who is ahead after so many decisions or rolls; whether a target is reached before ruin, and
    when; how large a bankroll has to be. What it costs by the hour, `oddscalc edge` says with
    --rolls-per-hour.
    """
    from oddscalc._face.session import session as answer

    answered = answer(
        _subject(bets, options, until),
        decisions=decisions,
        rolls=rolls,
        bankroll=bankroll,
        target=target,
        stop_win=stop_win,
        stop_loss=stop_loss,
        survive=survive,
        bankroll_for=bankroll_for,
        risk=risk,
        quantile=quantile or (),
        table_max=table_max,
        enclose=enclose,
        until=until,
        **options,
    )
    output.print(answered.document())


def _subject(bets: list[str], options: Options, until: str | None) -> "Bet":
    """Return the bet, or the bets made together, that is made again and again.

    The stake of those that have none is taken out of the options.
    """
    from oddscalc._ask.items import parse_item

    items, given = [parse_item(text) for text in bets], options.get("stake")
    if given is not None and all(item.stake is not None for item in items):
        raise typer.BadParameter("each bet has a stake of its own", param_hint="--stake")
    if len(bets) == 1 and until is None:
        return bets[0]
    for option in ("odds", "key"):
        if option in options:
            raise typer.BadParameter("it is for one bet alone", param_hint=f"--{option}")
    options.pop("stake", None)
    return [item.named(item.bet, str(item.stake or given or 1)) for item in items]
