"""``oddscalc explain``: how a number comes about."""

from typing import Annotated, Literal

import typer

from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import DiceText, MaxStates, Reading, Rules, Where, Working, collect
from oddscalc._cli.output import emit

app = command_app()


@app.command(epilog="Example: oddscalc explain dont-pass --rules us-ma --reading stays")
def explain(
    bet: Annotated[
        str,
        typer.Argument(
            metavar="BET", help="The id or a name of the bet.", autocompletion=complete.bets
        ),
    ],
    rules: Rules = "standard",
    reading: Reading = None,
    working: Working = None,
    where: Where = None,
    dice: DiceText = "fair",
    max_states: MaxStates = 100_000,
    form: Annotated[
        Literal["text", "dot", "mermaid", "svg"],
        typer.Option("--format", help="Text, or the chain as a diagram; svg needs Graphviz."),
    ] = "text",
    states: Annotated[
        int, typer.Option("--states", min=1, metavar="N", help="How many states text writes out.")
    ] = 40,
) -> None:
    """Explain how a number comes about.

    Clause, states, transitions, equations and the exact answer.
    """
    from oddscalc._ask.asked import query
    from oddscalc._ask.query import models
    from oddscalc._chain.solve import solve
    from oddscalc._show import diagram
    from oddscalc._show.words import explain as texts

    options = collect(
        dice, rules=rules, reading=reading, working=working, from_=where, max_states=max_states
    )
    found = models(*query([bet], options))
    if form != "text":
        found = found[:1]  # a diagram is of one reading: the usual one, or the one asked for
    parts = []
    for model in found:
        chain = model.chain()
        explained = texts.Explained(model, chain, solve(chain))
        if form == "dot":
            parts.append(diagram.as_dot(explained))
        elif form == "mermaid":
            parts.append(diagram.as_mermaid(explained))
        elif form == "svg":
            parts.append(diagram.as_svg(explained))
        else:
            parts.append(texts.as_text(explained, states))
    emit("\n\n\n".join(parts))
