"""``oddscalc net``: the distribution of a net win."""

from typing import Annotated, Literal

import typer

from oddscalc._ask.options import Options
from oddscalc._cli.app import command_app
from oddscalc._cli.options import CHARTS, Output, command

app = command_app()


@command(
    app,
    "oddscalc net pass --odds 345x",
    "oddscalc net pass:5 any-craps:1",
    options=Options,
    formats=CHARTS,
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
    *,
    options: Options,
    output: Output,
) -> None:
    """Print the distribution of a net win.

    Every net win with its exact probability; mean, variance, skewness, kurtosis.
    """
    from oddscalc._ask.asked import joint_query, query
    from oddscalc._ask.items import alone, parse_item
    from oddscalc._ask.joint import portfolio
    from oddscalc._ask.query import ask
    from oddscalc._show.words import net as words

    items = [parse_item(text) for text in bets]
    if until is None and all(item.stake is None for item in items):
        asked = [query(bets, options)]
        if any(item.options for item in items):
            asked = [query([item.bet], alone(item, options)) for item in items]
        output.print(words.document([answer for question in asked for answer in ask(*question)]))
        return
    for name in ("odds", "stake", "key"):
        if name in options:
            raise typer.BadParameter("not for bets made together", param_hint=f"--{name}")
    together = portfolio(items, joint_query(options), until or "all-decided")
    output.print(words.portfolio_document(together))
