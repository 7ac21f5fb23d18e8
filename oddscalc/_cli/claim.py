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
            help="As printed: 1.36%, 0.0136, 7/495, 251:244, '35 to 1 against', '1 in 36', '$0.20',"
            " 'about 14%', '21 to 25%'. A zero, a fraction and a bare whole number are exact.",
        ),
    ] = None,
    bets: Annotated[
        list[str] | None,
        typer.Option(
            "--bet",
            metavar="BET",
            help="The bet, or hand, the shooter's; of a portfolio each bet with its stake, like"
            " pass:5.",
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
            " push, hit, return, sd, rolls, against, natural, 'roll 3', loss ... Of several, all"
            " must fit. Without it a percentage is an edge, any other number whatever fits.",
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

    CONFIRMED (exit 0); or, with exit 1, REFUTED with what would give it, COINCIDENCE if it is
    true of something else than was claimed, UNKNOWN if no such kind of quantity is known.
    """
    if context.args and number is not None:
        number = _joined(context, number)
    given = {name: value for name, value in locals().items() if name != "context"}
    from oddscalc._chain.store import user_store
    from oddscalc._cli.kept import printed_by

    printed = printed_by("claim", given, user_store(), output.out)
    if (code := printed.again()) is not None:
        raise typer.Exit(code)
    from oddscalc._exact.numbers import parse_rational
    from oddscalc._questions import claims
    from oddscalc._show.words import claim as words

    text = option_number if number is None else number
    if text is None or (number is not None and option_number is not None):
        hint = "" if bets or number is None else f", and name the bet: --bet {number}"
        raise typer.BadParameter(f"give one number{hint}", param_hint="NUMBER")
    if not bets:
        raise typer.BadParameter("name a bet", param_hint="--bet")
    verdict = claims.claim(
        text,
        *bets,
        named=named or (),
        until=until,
        rolls_per_hour=parse_rational(rolls_per_hour) if rolls_per_hour else None,
        **options,
    )
    code = int(verdict.verdict != claims.CONFIRMED)
    printed.print(words.document(verdict), output.form, code=code)
    if code:
        raise typer.Exit(code)


def _joined(context: typer.Context, number: str) -> str:
    """Return a number of several words that were given without quotes, like 35 to 1."""
    words, extra = " ".join([number, *context.args]), " ".join(context.args)
    hint = "put a number of several words in quotes"
    if _reads(number):
        hint = f"write --bet {context.args[0]}"
    elif later := next(filter(_reads, context.args), None):
        hint = f"the number comes first: oddscalc claim {later} --bet {number}"
    if not _reads(words):
        context.fail(f"Got unexpected extra argument ({extra}); {hint}")
    return words


def _reads(text: str) -> bool:
    """Return whether *text* is a number."""
    from oddscalc._questions.claims.number import parse_claim
    from oddscalc.errors import NumberError

    try:
        parse_claim(text)
    except NumberError:
        return False
    return True
