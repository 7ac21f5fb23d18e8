"""``oddscalc claim``: whether a printed number is right, and what would give it."""

from typing import Annotated, Literal

import typer

from oddscalc._cli import complete
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
    RollsPerHour,
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
    epilog="Example: oddscalc claim 1.36% --bet dont-pass. A negative number reads as an option:"
    " write --number=-1/66, or put it last after --."
)
def claim(
    number: Annotated[
        str | None,
        typer.Argument(
            metavar="[NUMBER]",
            help="As printed: 1.36%, 0.0136, 7/495, 251:244, '35 to 1 against', '1 in 36', '$0.20'."
            " A zero, a fraction and a bare whole number are exact.",
        ),
    ] = None,
    bets: Annotated[
        list[str] | None,
        typer.Option(
            "--bet",
            metavar="BET",
            help="The bet; of a portfolio each bet with its stake, like pass:5.",
            autocompletion=complete.bets,
        ),
    ] = None,
    option_number: Annotated[
        str | None,
        typer.Option("--number", metavar="NUMBER", help="The number, also a negative one."),
    ] = None,
    named: Annotated[
        list[str] | None,
        typer.Option(
            "--as",
            metavar="NAME",
            help="Only this quantity confirms: made, resolved, roll, outlay, action, win, lose,"
            " push, hit, return, rolls, against, loss ... Of several, all must fit.",
        ),
    ] = None,
    until: Annotated[
        Literal["roll", "all-decided"] | None,
        typer.Option("--until", help="Of a portfolio: one roll, or until all are decided."),
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
    rolls_per_hour: RollsPerHour = None,
    form: Format = "text",
    json: Json = False,
    out: Out = None,
) -> None:
    """Check a printed number.

    CONFIRMED (exit 0), or REFUTED with what would give it (exit 1).
    """
    from oddscalc._exact.numbers import parse_rational
    from oddscalc._questions import claims
    from oddscalc._show.words import claim as words

    text = option_number if number is None else number
    if text is None or (number is not None and option_number is not None):
        raise typer.BadParameter("give one number", param_hint="NUMBER")
    if not bets:
        raise typer.BadParameter("name a bet", param_hint="--bet")
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
    found = claims.claim(
        text,
        *bets,
        named=named or (),
        until=until,
        rolls_per_hour=parse_rational(rolls_per_hour) if rolls_per_hour else None,
        **options,
    )
    print_document(words.document(found), chosen(form, json, out), out)
    if found.verdict != claims.CONFIRMED:
        raise typer.Exit(1)
