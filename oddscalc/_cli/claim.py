"""``oddscalc claim``: whether a printed number is right, and what would give it."""

from typing import Annotated, Literal

import typer

from oddscalc._ask.options import Options
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, RollsPerHour, command

app = command_app()


@command(
    app,
    "oddscalc claim 1.36% --bet dont-pass",
    "oddscalc claim --number=-1/66 --bet place-6",
    options=Options,
    settings={"allow_extra_args": True},
)
def claim(
    context: typer.Context,
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
    rolls_per_hour: RollsPerHour = None,
    *,
    options: Options,
    output: Output,
) -> None:
    """Check a printed number.

    CONFIRMED (exit 0), or REFUTED with what would give it (exit 1).
    """
    if context.args:
        extra = " ".join(context.args)
        context.fail(f"Got unexpected extra argument ({extra}); write --bet {context.args[0]}")
    from oddscalc._exact.numbers import parse_rational
    from oddscalc._questions import claims
    from oddscalc._show.words import claim as words

    text = option_number if number is None else number
    if text is None or (number is not None and option_number is not None):
        raise typer.BadParameter("give one number", param_hint="NUMBER")
    if not bets:
        raise typer.BadParameter("name a bet", param_hint="--bet")
    found = claims.claim(
        text,
        *bets,
        named=named or (),
        until=until,
        rolls_per_hour=parse_rational(rolls_per_hour) if rolls_per_hour else None,
        **options,
    )
    output.print(words.document(found))
    if found.verdict != claims.CONFIRMED:
        raise typer.Exit(1)
