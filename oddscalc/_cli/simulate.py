"""``oddscalc simulate``: the exact distribution against games that are played."""

from typing import TYPE_CHECKING, Annotated

import typer

from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import (
    DiceText,
    Format,
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
from oddscalc._cli.output import print_document, progress

if TYPE_CHECKING:
    from oddscalc._ask.joint import Portfolio
    from oddscalc._ask.options import Options
    from oddscalc._chain.model import Model

app = command_app()


@app.command(epilog="Example: oddscalc simulate pass -n 1_000_000")
def simulate(
    bets: Annotated[
        list[str],
        typer.Argument(
            metavar="BET...",
            help="One bet; or several with stakes, like pass:5.",
            autocompletion=complete.bets,
        ),
    ],
    games: Annotated[
        int, typer.Option("-n", metavar="N", help="How many games, up to 10_000_000_000.")
    ] = 10_000_000,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Another seed gives other games.")
    ] = 1,
    rules: Rules = "standard",
    reading: Reading = None,
    working: Working = None,
    where: Where = None,
    dice: DiceText = "fair",
    max_states: MaxStates = 100_000,
    form: Format = "text",
    json: Json = False,
    out: Out = None,
) -> None:
    """Play a bet many times against its exact odds.

    The games are stepped roll by roll, without the chain, and their counts are tested against the
    exact distribution. Of a text with several readings the usual one is played unless another is
    named. Exit 1 if the counts do not agree.
    """
    from oddscalc._questions.simulation import require

    require()
    from oddscalc._questions.simulation.trial import subject
    from oddscalc._questions.simulation.witness import witness
    from oddscalc._show.words import simulation as words

    options = collect(
        dice, rules=rules, reading=reading, working=working, from_=where, max_states=max_states
    )
    form = chosen(form, json, out)
    played = _played(bets, options)
    with progress("games", games) as done:
        found = witness(subject(played), games, seed, max_states=max_states, progress=done)
    print_document(words.document(played, found), form, out)
    raise typer.Exit(0 if found.agrees else 1)


def _played(bets: list[str], options: "Options") -> "Model | Portfolio":
    """Return the bets with stakes, or else the usual reading of the one bet."""
    from oddscalc._ask.asked import bet_with_stake, joint_query, query
    from oddscalc._ask.joint import portfolio
    from oddscalc._ask.query import models
    from oddscalc._rules.userfiles import is_path

    if len(bets) > 1 or (":" in bets[0] and not is_path(bets[0])):
        return portfolio([bet_with_stake(text) for text in bets], joint_query(options))
    names, asked = query(bets, options)
    if len(names) > 1:
        several = f"{bets[0]} has several bets; play one that is alone in its file"
        raise typer.BadParameter(several, param_hint="BET")
    return models(names, asked)[0]
