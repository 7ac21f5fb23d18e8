"""``oddscalc design``: every paytable whose exact edge lies in a band."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from oddscalc._ask.options import PricedOptions
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, command
from oddscalc._cli.output import complain, save

Order = Literal[
    "edge", "-edge", "variance", "-variance", "hit", "-hit", "top", "-top", "prices", "-prices"
]

app = command_app()


@command(
    app,
    "oddscalc design fire --target-edge 20%..25% --multiples 5 --ascending",
    options=PricedOptions,
)
def design(
    bet: Annotated[
        str,
        typer.Argument(
            metavar="BET",
            help="The id or a name of the bet, or a .toml file with one.",
            autocompletion=complete.bets,
        ),
    ],
    target_edge: Annotated[
        str,
        typer.Option(
            "--target-edge", metavar="A..B", help="The least and the greatest edge, both included."
        ),
    ],
    basis: Annotated[
        Literal["made", "resolved", "roll"],
        typer.Option("--basis", help="The edge per bet made, per bet resolved or per roll."),
    ] = "made",
    tiers: Annotated[
        str | None,
        typer.Option(
            "--tiers",
            metavar="A,B,...",
            help="Outcomes, or parts of a bundle, to be priced; all by default. Others keep the"
            " paytable's price, or lose if it has none.",
        ),
    ] = None,
    lose: Annotated[
        str | None,
        typer.Option("--lose", metavar="A,B,...", help="Outcomes that are to lose."),
    ] = None,
    prices: Annotated[
        str,
        typer.Option(
            "--prices",
            metavar="PRICES",
            help="Prices to try: whole, half, 'multiples of 5' or 5,10,25; to 1, or for 1 if that"
            " is added; for-1 means whole for 1.",
        ),
    ] = "whole",
    grid: Annotated[
        list[str] | None,
        typer.Option(
            "--grid", metavar="TIER=PRICES", help="The same for one outcome. May be repeated."
        ),
    ] = None,
    multiples: Annotated[
        str | None, typer.Option("--multiples", metavar="N", help="Only multiples of N.")
    ] = None,
    least: Annotated[
        list[str] | None,
        typer.Option(
            "--min",
            metavar="[TIER=]PRICE",
            help="The lowest price; by default the first above 0 to 1. May be repeated.",
        ),
    ] = None,
    most: Annotated[
        list[str] | None,
        typer.Option("--max", metavar="[TIER=]PRICE", help="The highest price. May be repeated."),
    ] = None,
    top_cap: Annotated[
        str | None,
        typer.Option("--top-cap", metavar="PRICE", help="The highest price of all outcomes."),
    ] = None,
    ascending: Annotated[
        bool,
        typer.Option(
            "--ascending", help="Prices must rise strictly, in the order in which tiers are named."
        ),
    ] = False,
    non_decreasing: Annotated[
        bool, typer.Option("--non-decreasing", help="The same, but they may be equal.")
    ] = False,
    order: Annotated[
        Order,
        typer.Option(
            "--order", help="What the list begins with: the lowest, or with - the highest."
        ),
    ] = "edge",
    limit: Annotated[
        int,
        typer.Option(
            "--limit", min=0, max=10_000, metavar="N", help="Paytables to list; all are counted."
        ),
    ] = 20,
    max_nodes: Annotated[
        int,
        typer.Option(
            "--max-nodes",
            min=1,
            max=100_000_000,
            metavar="N",
            help="Steps of search after which to give up.",
        ),
    ] = 2_000_000,
    write: Annotated[
        tuple[int, Path] | None,
        typer.Option(
            "--write", metavar="N FILE", help="Write the Nth of the list as a paytable file."
        ),
    ] = None,
    *,
    options: PricedOptions,
    output: Output,
) -> None:
    """List the paytables whose exact edge lies in a band.

    With edge, hit frequency, variance, standard deviation, and the part of all that is paid back
    that the highest prize pays. A price is to 1 unless you say for 1.
    """
    from oddscalc._face.design import design as answer
    from oddscalc._show.words.design import count_text

    if ascending and non_decreasing:
        raise typer.BadParameter("give --ascending or --non-decreasing", param_hint="--ascending")
    designed = answer(
        bet,
        target_edge,
        basis=basis,
        tiers=tiers or (),
        lose=lose or (),
        prices=prices,
        grid=grid or (),
        multiples=multiples,
        min=least or (),
        max=most or (),
        top_cap=top_cap,
        ascending=ascending,
        non_decreasing=non_decreasing,
        order=order,
        limit=limit,
        max_nodes=max_nodes,
        **options,
    )
    if write is not None:
        number, path = write
        save(designed.paytable_file(number), path)
    if output.form == "csv":
        complain(count_text(designed))
    output.print(designed.document())
