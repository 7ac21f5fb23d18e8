"""``oddscalc rolls``: how long a bet lasts."""

from typing import Annotated

import typer

from oddscalc._ask.options import PlacedOptions
from oddscalc._cli.app import command_app
from oddscalc._cli.options import CHARTS, Output, command

app = command_app()


@command(
    app,
    "oddscalc rolls hand --at-least 154",
    options=PlacedOptions,
    formats=CHARTS,
)
def rolls(
    bet: Annotated[
        str,
        typer.Argument(
            metavar="BET",
            help="The id or a name of the bet, or a .toml file with bets; hand: the shooter's"
            " hand, up to the seven-out.",
        ),
    ],
    pmf: Annotated[
        int,
        typer.Option(
            "--pmf", min=0, metavar="N", help="The probabilities of a decision on rolls 1 to N."
        ),
    ] = 10,
    cdf: Annotated[
        int,
        typer.Option(
            "--cdf", min=0, metavar="N", help="The probabilities of a decision by rolls 1 to N."
        ),
    ] = 0,
    quantile: Annotated[
        list[str] | None,
        typer.Option(
            "--quantile",
            metavar="SHARE",
            help="The rolls within which this share of bets is decided, like 0.9. May be repeated.",
        ),
    ] = None,
    at_least: Annotated[
        list[int] | None,
        typer.Option(
            "--at-least",
            min=1,
            metavar="N",
            help="The probability of N rolls or more. May be repeated.",
        ),
    ] = None,
    given: Annotated[
        str | None,
        typer.Option(
            "--given",
            metavar="OUTCOME",
            help="Only bets that end so: win, lose, push, a tier, or both, like 'win 12'.",
        ),
    ] = None,
    pgf: Annotated[
        bool, typer.Option("--pgf", help="The probability generating function.")
    ] = False,
    *,
    options: PlacedOptions,
    output: Output,
) -> None:
    """Print how many rolls a bet lasts, exactly.

    Mean, variance, quantiles, and the probability of each number of rolls.
    """
    asked = dict(locals())
    from oddscalc._chain.store import user_store
    from oddscalc._cli.kept import printed_by

    printed = printed_by("rolls", asked, user_store(), output.out)
    if printed.again() is not None:
        return
    from oddscalc._ask.asked import query
    from oddscalc._questions.rolls import Question, share_of
    from oddscalc._questions.rolls import rolls as lasting
    from oddscalc._show.words import rolls as words

    shares = None if quantile is None else tuple(map(share_of, quantile))
    question = Question(given, pmf, cdf, shares, tuple(at_least or ()), pgf)
    laws = lasting(*query([bet], options), question)
    notes = [
        f"{entry.subject.rules} can be read in several ways: this is '{entry.subject.reading}' of"
        f" {entry.subject.id}; --reading names another: {', '.join(entry.subject.other_readings)}"
        for entry in laws
        if "reading" not in options and entry.subject.other_readings
    ]
    printed.print(words.document(laws), output.form, *notes)
