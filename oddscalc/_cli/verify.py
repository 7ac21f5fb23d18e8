"""``oddscalc verify``: checking certificates."""

from typing import Annotated

import typer

from oddscalc._ask.options import RULES
from oddscalc._cli.app import command_app
from oddscalc._cli.options import Output, command, in_group
from oddscalc._cli.output import complain

app = command_app()


@command(
    app,
    "oddscalc verify fire.json",
    "oddscalc verify mine.json --rules mine.toml",
    "oddscalc verify evidence",
)
def verify(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Certificates, or folders of --evidence.")
    ],
    alone: Annotated[
        bool,
        typer.Option("--alone", help="Only what is in the file: do not derive it from its header."),
    ] = False,
    rules: Annotated[
        str | None, in_group(RULES, "--rules", metavar="FILE", help="The rulebook of one's own.")
    ] = None,
    bets: Annotated[
        str | None, in_group(RULES, "--bets", metavar="FILE", help="The bets of one's own.")
    ] = None,
    paytable: Annotated[
        str | None, in_group(RULES, "--paytable", metavar="FILE", help="The paytable of one's own.")
    ] = None,
    *,
    output: Output,
) -> None:
    """Check certificates, and what they are about.

    Their chains and prices are derived once more from their headers; nothing is solved. Of a folder
    of evidence every digest is checked, and every certificate.

    Exit 1 if a certificate does not prove what it claims, or its chain or prices are not those of
    its header; 2 if it is none.
    """
    from oddscalc._exact.budget import anew
    from oddscalc._face.verify import document
    from oddscalc._face.verify import verify as answer
    from oddscalc.errors import DataError, LimitError

    codes, verified = {0}, []
    for path in files:
        try:
            with anew():
                verified.append(
                    answer(path, alone=alone, rules=rules, bets=bets, paytable=paytable)
                )
            codes.add(0 if verified[-1] else 1)
        except (DataError, LimitError) as error:
            complain(str(error), error.code)
            codes.add(2)
    if verified:
        output.print(document(verified))
    raise typer.Exit(max(codes))
