"""``oddscalc report``: all that a laboratory files of a bet."""

from typing import Annotated

import typer

from oddscalc._ask.options import MONEY, Options
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, command, in_group, option

app = command_app()

_SHARED = tuple(name for name in Options.__annotations__ if name != "paytable")


@command(
    app,
    "oddscalc report place-6 --rules us-nj-mini-dice --maximum 600 --out place-6.html",
    "oddscalc report fire --paytable customary --paytable side-bets",
    options=_SHARED,
)
def report(
    bet: Annotated[
        str,
        typer.Argument(
            metavar="BET",
            help="The id or a name of the bet, or a .toml file with one; or a betting plan.",
            autocompletion=complete.bets,
        ),
    ],
    paytable: Annotated[
        list[str] | None,
        option("paytable", help="Paytable: an id or a .toml file. May be repeated: side by side."),
    ] = None,
    minimum: Annotated[
        str | None, in_group(MONEY, "--minimum", metavar="N", help="The least stake.")
    ] = None,
    maximum: Annotated[
        str | None, in_group(MONEY, "--maximum", metavar="N", help="The most, for the exposure.")
    ] = None,
    *,
    options: Options,
    output: Output,
) -> None:
    """Print all that a laboratory files of a bet.

    Rules, return, risk, rolls, prices, exposure, breakage, digests. --out writes .html, .xlsx,
    .tex, .md or .json.
    """
    from oddscalc._face.report import report as answer

    found = answer(bet, paytables=paytable or (), minimum=minimum, maximum=maximum, **options)
    output.print(found.document())
