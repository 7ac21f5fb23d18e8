"""``oddscalc report``: all that a laboratory files of a bet."""

from pathlib import Path
from typing import Annotated

import typer

from oddscalc._ask.options import MONEY, OUTPUT, Options
from oddscalc._cli import complete
from oddscalc._cli.app import command_app
from oddscalc._cli.options import CHARTS, Output, command, in_group
from oddscalc._cli.output import save

app = command_app()


@command(
    app,
    "oddscalc report pass --out pass.html",
    "oddscalc report field --paytable customary --paytable las-vegas-felt --maximum 5000",
    options=tuple(name for name in Options.__annotations__ if name != "paytable"),
    formats=CHARTS,
)
def report(
    bets: Annotated[
        list[str],
        typer.Argument(
            metavar="BET...",
            help="The id or a name of the bet, or a .toml file with one; several with stakes, like"
            " pass:5, made together; or a betting plan.",
            autocompletion=complete.bets,
        ),
    ],
    paytable: Annotated[
        list[str] | None,
        in_group(
            MONEY,
            "--paytable",
            metavar="P",
            help="Paytable: an id or a .toml file. May be repeated, for a report side by side.",
            autocompletion=complete.paytables,
        ),
    ] = None,
    minimum: Annotated[
        str | None, in_group(MONEY, "--minimum", metavar="N", help="The least stake.")
    ] = None,
    maximum: Annotated[
        str | None, in_group(MONEY, "--maximum", metavar="N", help="The most, for the exposure.")
    ] = None,
    certificate: Annotated[
        Path | None,
        in_group(
            OUTPUT,
            "--certificate",
            metavar="FILE",
            help="Write the certificates, which `oddscalc verify` checks.",
        ),
    ] = None,
    *,
    options: Options,
    output: Output,
) -> None:
    """Print all that a laboratory files of a bet.

    Rules with clause, outcomes, return, edges, volatility, distribution, long run, exposure,
    prices, breakage, proof; one document, by the suffix of --out.
    """
    from oddscalc._face.report import report as answer

    given = {**options, **({"paytable": paytable} if paytable else {})}
    bet = bets[0] if len(bets) == 1 else bets
    filed = answer(bet, minimum=minimum, maximum=maximum, **given)  # type: ignore[arg-type]
    if certificate is not None:
        texts = filed.certificates
        if not texts:
            raise typer.BadParameter("plans have none", param_hint="--certificate")
        save(texts[0] if len(texts) == 1 else "[\n" + ",\n".join(texts) + "]\n", certificate)
    output.print(filed.document())
