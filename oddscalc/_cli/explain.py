"""``oddscalc explain``: how a number comes about."""

from typing import TYPE_CHECKING, Annotated

import typer

from oddscalc._ask.options import PlacedOptions
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, command
from oddscalc._cli.output import put

if TYPE_CHECKING:
    from oddscalc._show.document import Document

app = command_app()

_DIAGRAMS = {".dot": "dot", ".mmd": "mermaid", ".svg": "svg"}


@command(
    app,
    "oddscalc explain dont-pass --rules us-ma --reading stays",
    options=PlacedOptions,
    formats=_DIAGRAMS,
)
def explain(
    bet: Annotated[
        str,
        typer.Argument(
            metavar="BET",
            help="The id or a name of the bet; or a betting plan, by id or file.",
            autocompletion=complete.bets,
        ),
    ],
    states: Annotated[
        int, typer.Option("--states", min=1, metavar="N", help="How many states text writes out.")
    ] = 40,
    *,
    options: PlacedOptions,
    output: Output,
) -> None:
    """Explain how a number comes about.

    Clause, states, transitions, equations and the exact answer.
    """
    from oddscalc._ask.asked import query
    from oddscalc._ask.query import models
    from oddscalc._questions.explained import Explained
    from oddscalc._questions.plans.load import is_plan
    from oddscalc._show import diagram
    from oddscalc._show.words import explain as words

    if is_plan(bet):
        if output.form in _DIAGRAMS.values():
            raise typer.BadParameter(
                "a plan has no diagram; its states are text", param_hint="--format"
            )
        output.print(_plan_document(bet, options, states))
        return
    explained = [Explained.of(model) for model in models(*query([bet], options))]
    if output.form not in _DIAGRAMS.values():
        output.print(words.document(explained, states))
        return
    draw = {"dot": diagram.as_dot, "mermaid": diagram.as_mermaid, "svg": diagram.as_svg}
    usual = explained[0]  # a diagram is of one reading, the only one asked for
    put(draw[output.form](usual), output.out)


def _plan_document(name: str, options: PlacedOptions, most: int) -> "Document":
    from oddscalc._dice.dice import parse_dice
    from oddscalc._questions.plans.load import load
    from oddscalc._questions.plans.play import Play
    from oddscalc._questions.plans.rewards import explore
    from oddscalc._questions.plans.walk import walk
    from oddscalc._show.words import planned

    plan = load(name, {})
    rewards = explore(Play(plan), parse_dice(str(options["dice"])), options["max_states"])
    return planned.document(plan, rewards, walk(plan), most)
