"""``oddscalc portfolio``: several bets made together."""

from typing import Annotated, Literal

import typer

from oddscalc._ask.options import PaidOptions
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, RollsPerHour, Show, command

app = command_app()


@command(
    app,
    "oddscalc portfolio pass:5 any-craps:1 --until all-decided",
    options=PaidOptions,
)
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
    rolls_per_hour: RollsPerHour = None,
    show: Show = "decimal",
    *,
    options: PaidOptions,
    output: Output,
) -> None:
    """Print the value of bets made together.

    Net win, edge on the stakes, variance; each bet is made once.
    """
    from oddscalc._face.portfolio import portfolio as answer
    from oddscalc._show.words.figures import Showing
    from oddscalc._show.words.portfolio import document

    together = answer(bets, until, rolls_per_hour=rolls_per_hour, **options)
    output.print(document(together, Showing(show, together.rolls_per_hour)))
