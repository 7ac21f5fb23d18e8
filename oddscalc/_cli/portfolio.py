"""``oddscalc portfolio``: several bets made together."""

from typing import Annotated, Literal

import typer

from oddscalc._ask.options import Paid
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, RollsPerHour, Show, command

app = command_app()


@command(
    app,
    "oddscalc portfolio pass:5 any-craps:1 --until all-decided",
    options=Paid,
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
    options: Paid,
    output: Output,
) -> None:
    """Print the value of bets made together.

    Net win, edge on the stakes, variance; each bet is made once.
    """
    from oddscalc._ask.asked import joint_query
    from oddscalc._ask.items import in_portfolios, parse_item
    from oddscalc._ask.joint import portfolio as value
    from oddscalc._exact.numbers import parse_rational
    from oddscalc._show.words import portfolio as words
    from oddscalc._show.words.figures import Showing

    items, from_file = in_portfolios(parse_item(text) for text in bets)
    found = value(items, joint_query(options), until or from_file or "all-decided")
    per_hour = parse_rational(rolls_per_hour) if rolls_per_hour else None
    document = words.document(found, Showing(show, per_hour))
    output.print(document)
