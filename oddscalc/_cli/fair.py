"""``oddscalc fair``: which prices, commissions and stakes are fair, or give an edge."""

from typing import Annotated, Literal, cast

import typer

from oddscalc._ask.options import DividedOptions
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, Sort, Top, command
from oddscalc._cli.output import complain

app = command_app()


@command(
    app,
    "oddscalc fair place-6 --target-edge 5%",
    "oddscalc fair buy-5 --stakes 20..100 --step 2 --against place-5 --basis outlay \
      --vig '5% of stake, when placed, rounded down to 1'",
    options=DividedOptions,
)
def fair(
    bets: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BET]...",
            help="Ids or names, or .toml files with bets.",
            autocompletion=complete.bets,
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every wager of the rulebook.")] = False,
    target_edge: Annotated[
        str | None,
        typer.Option(
            "--target-edge", metavar="EDGE", help="The house edge that is wanted; 0 by default."
        ),
    ] = None,
    basis: Annotated[
        Literal["made", "resolved", "roll", "outlay"],
        typer.Option(
            "--basis",
            help="The edge per bet made, per bet resolved, per roll, or over stake and commission.",
        ),
    ] = "made",
    stakes: Annotated[
        str | None,
        typer.Option("--stakes", metavar="A..B", help="Which of these stakes has the least edge."),
    ] = None,
    step: Annotated[
        str | None,
        typer.Option(
            "--step", metavar="N", help="How far apart the stakes are; the unit by default."
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="BET",
            help="At which of the stakes the edge is below that of this bet.",
            autocompletion=complete.bets,
        ),
    ] = None,
    sort: Sort = None,
    top: Top = None,
    *,
    options: DividedOptions,
    output: Output,
) -> None:
    """Print the prices, commissions or stakes that are fair.

    Or those that give the house an edge that is wanted. Prices are exact: the price of each
    outcome with the others as they are, and one factor on all. With --stakes, the stakes with the
    least edge.
    """
    from oddscalc._ask.asked import query
    from oddscalc._exact.numbers import parse_rational
    from oddscalc._money.ticket import parse_stakes
    from oddscalc._questions import design
    from oddscalc._show.columns import Choice
    from oddscalc._show.words import beststakes
    from oddscalc._show.words import fair as words

    if every == bool(bets):
        raise typer.BadParameter("name bets, or else give --all", param_hint="BET")
    tried = parse_stakes(stakes, parse_rational(step or str(options["unit"]))) if stakes else []
    _refuse_mixed(every, target_edge, stakes, step, against)
    if tried:
        options = cast("DividedOptions", {**options, "stake": tried[0]})
    names, asked = query(bets or [], options)
    if tried:
        stakes_found = design.best_stakes(names, asked, tried, basis, against)
        output.print(beststakes.document(stakes_found))
        return
    target = design.parse_edge(target_edge or "0")
    if every:
        designs, left_out = design.fair_all(asked, target, basis)
    else:
        designs, left_out = design.fair(names, asked, target, basis), []
    for reason in left_out:
        complain(f"left out: {reason}")
    choice = Choice.of(sort, top, None, words.COLUMNS)
    output.print(words.document(designs, cards=len(names) == 1, choice=choice))


def _refuse_mixed(
    every: bool,
    target_edge: str | None,
    stakes: str | None,
    step: str | None,
    against: str | None,
) -> None:
    """Refuse options that have no meaning together."""
    if stakes is None and (step or against):
        raise typer.BadParameter(
            "--step and --against are for a range of stakes", param_hint="--stakes"
        )
    if stakes is not None and every:
        raise typer.BadParameter("a range of stakes is for named bets", param_hint="--stakes")
    if stakes is not None and target_edge is not None:
        raise typer.BadParameter(
            "an edge is for prices, not for stakes", param_hint="--target-edge"
        )
