"""``oddscalc plan``: what a betting plan brings."""

from typing import Annotated, Any

import typer

from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import CHARTS, Columns, Output, RollsPerHour, Sort, Top, command

app = command_app()


@command(
    app,
    "oddscalc plan three-point-molly",
    "oddscalc plan place-68 --bankroll 100 --target 50",
    options=("rules", "paytable", "pays", "vig", "round", "unit", "dice", "max_states"),
    said={
        "rules": {
            "help": "Rulebook: an id or a .toml file; the plan's own, or standard, by default.",
            "unset": None,
        },
        "paytable": {"help": "Paytable: an id or a .toml file; the plan's own by default."},
    },
    formats=CHARTS,
)
def plan(
    plans: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PLAN]...",
            help="Ids of plans, or .toml files.",
            autocompletion=complete.plans,
        ),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the plans there are.")] = False,
    every: Annotated[bool, typer.Option("--all", help="Every plan, as a table.")] = False,
    rolls: Annotated[
        int | None,
        typer.Option("--rolls", min=1, metavar="N", help="Over N rolls, not over one hand."),
    ] = None,
    bankroll: Annotated[
        str | None, typer.Option("--bankroll", metavar="N", help="What the player has.")
    ] = None,
    target: Annotated[
        str | None,
        typer.Option("--target", metavar="N", help="The net win at which the player stops."),
    ] = None,
    net: Annotated[
        bool, typer.Option("--net", help="With the distribution of the net win.")
    ] = False,
    rolls_per_hour: RollsPerHour = None,
    sort: Sort = None,
    top: Top = None,
    columns: Columns = None,
    *,
    options: dict[str, Any],
    output: Output,
) -> None:
    """Print what a betting plan brings.

    Bets with stakes, and rules that press them, take them down or stop; over a shooter's hand.
    """
    from oddscalc._dice.dice import parse_dice
    from oddscalc._exact.numbers import parse_rational
    from oddscalc._questions.plans.answer import Horizon, ask_plan
    from oddscalc._questions.plans.load import load
    from oddscalc._questions.plans.plan import PLANS, shipped
    from oddscalc._show.columns import Choice
    from oddscalc._show.words import plan as words

    if listed:
        rows = [(name, shipped(name)["title"], shipped(name)["source"]) for name in PLANS]
        output.print(words.list_document(rows))
        return
    if every == bool(plans):
        raise typer.BadParameter("name plans, or else give --all or --list", param_hint="PLAN")
    if net and len(plans or PLANS) > 1:
        raise typer.BadParameter("is of one plan; several are a table", param_hint="--net")
    choice = Choice.of(sort, top, columns, words.COLUMNS)
    horizon = Horizon(
        rolls,
        None if bankroll is None else parse_rational(bankroll),
        None if target is None else parse_rational(target),
        net or output.form == "svg",
    )
    most = options.pop("max_states")
    options["dice"] = weights = parse_dice(options["dice"])
    answers = [ask_plan(load(name, options), weights, horizon, most) for name in plans or PLANS]
    hourly = parse_rational(rolls_per_hour) if rolls_per_hour else None
    output.print(words.document(answers, hourly, choice))
