"""``oddscalc explain``: how a number comes about."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import (
    DiceText,
    Json,
    MaxStates,
    Out,
    Reading,
    Rules,
    Where,
    Working,
    chosen,
    collect,
)
from oddscalc._cli.output import print_document, put

if TYPE_CHECKING:
    from oddscalc._show.document import Document

app = command_app()

_DIAGRAMS = {".dot": "dot", ".mmd": "mermaid", ".svg": "svg"}


@app.command(epilog="Example: oddscalc explain dont-pass --rules us-ma --reading stays")
def explain(
    bet: Annotated[
        str,
        typer.Argument(
            metavar="BET",
            help="The id or a name of the bet; or a betting plan, by id or file.",
            autocompletion=complete.bets,
        ),
    ],
    rules: Rules = "standard",
    reading: Reading = None,
    working: Working = None,
    where: Where = None,
    dice: DiceText = "fair",
    max_states: MaxStates = 100_000,
    form: Annotated[
        Literal["text", "json", "md", "csv", "html", "tex", "dot", "mermaid", "svg"],
        typer.Option("--format", help="How to print; dot, mermaid and svg are diagrams."),
    ] = "text",
    json: Json = False,
    out: Out = None,
    states: Annotated[
        int, typer.Option("--states", min=1, metavar="N", help="How many states text writes out.")
    ] = 40,
) -> None:
    """Explain how a number comes about.

    Clause, states, transitions, equations and the exact answer.
    """
    from oddscalc._ask.asked import query
    from oddscalc._ask.query import models
    from oddscalc._questions.explained import Explained
    from oddscalc._show import diagram
    from oddscalc._show.words import explain as words

    form = chosen(form, json, out, _DIAGRAMS)
    if _is_plan(bet):
        if form in _DIAGRAMS.values():
            raise typer.BadParameter(
                "a plan has no diagram; its states are text", param_hint="--format"
            )
        print_document(_plan_document(bet, dice, max_states, states), form, out)
        return
    options = collect(
        dice, rules=rules, reading=reading, working=working, from_=where, max_states=max_states
    )
    found = models(*query([bet], options))
    if form not in _DIAGRAMS.values():
        explained = [Explained.of(model) for model in found]
        print_document(words.document(explained, states), form, out)
        return
    usual = Explained.of(found[0])  # a diagram is of one reading, the only one asked for
    draw = {"dot": diagram.as_dot, "mermaid": diagram.as_mermaid, "svg": diagram.as_svg}[form]
    put(draw(usual), out)


def _is_plan(name: str) -> bool:
    """Return whether *name* is that of a betting plan, or of a file with one."""
    from oddscalc._questions.plans.plan import PLANS
    from oddscalc._rules.userfiles import is_path, read_toml

    if not is_path(name):
        return name in PLANS
    rules = read_toml(name).get("rules")
    return isinstance(rules, list) and any(isinstance(one, dict) and "do" in one for one in rules)


def _plan_document(name: str, dice: str, max_states: int, most: int) -> "Document":
    from oddscalc._dice.dice import parse_dice
    from oddscalc._questions.plans.load import load
    from oddscalc._questions.plans.play import Play
    from oddscalc._questions.plans.rewards import explore
    from oddscalc._questions.plans.walk import walk
    from oddscalc._show.words import planned

    plan = load(name, {})
    rewards = explore(Play(plan), parse_dice(dice), max_states)
    return planned.document(plan, rewards, walk(plan), most)
