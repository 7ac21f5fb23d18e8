"""``oddscalc simulate``: the exact distribution against games that are played."""

from typing import Annotated

import typer

from oddscalc._ask.options import PlacedOptions
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, command
from oddscalc._cli.output import progress

app = command_app()


@command(
    app,
    "oddscalc simulate pass -n 1_000_000",
    seconds=None,
    options=PlacedOptions,
)
def simulate(
    bets: Annotated[
        list[str],
        typer.Argument(
            metavar="BET...",
            help="One bet; several with stakes, like pass:5; or a betting plan.",
            autocompletion=complete.bets,
        ),
    ],
    games: Annotated[
        int, typer.Option("-n", metavar="N", help="How many games, up to 10_000_000_000.")
    ] = 10_000_000,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="Another seed gives other games.")
    ] = 1,
    *,
    options: PlacedOptions,
    output: Output,
) -> None:
    """Play a bet many times against its exact odds.

    The games are stepped roll by roll, without the chain, and their counts are tested against the
    exact distribution; of a plan the means of whole hands. Of a text with several readings the
    usual one is played unless another is named. Exit 1 if the counts do not agree.
    """
    from oddscalc._face.simulate import simulate as answer

    bet = bets[0] if len(bets) == 1 else bets
    with progress("games", games) as done:
        simulated = answer(bet, n=games, seed=seed, progress=done, **options)
    output.print(simulated.document())
    raise typer.Exit(0 if simulated else 1)
