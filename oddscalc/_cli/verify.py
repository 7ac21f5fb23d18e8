"""``oddscalc verify``: checking certificates."""

from typing import TYPE_CHECKING, Annotated

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.output import complain, emit

if TYPE_CHECKING:
    from collections.abc import Sequence

app = command_app()

_SHOWN = 20  # problems of one file that are printed


@app.command(
    epilog="Example: oddscalc verify fire.json; with a rulebook of one's own: oddscalc verify"
    " mine.json --rules mine.toml"
)
def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Certificates.")],
    alone: Annotated[
        bool,
        typer.Option("--alone", help="Only what is in the file: do not derive it from its header."),
    ] = False,
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="FILE", help="The rulebook of one's own.")
    ] = None,
    bets: Annotated[
        str | None, typer.Option("--bets", metavar="FILE", help="The bets of one's own.")
    ] = None,
    paytable: Annotated[
        str | None, typer.Option("--paytable", metavar="FILE", help="The paytable of one's own.")
    ] = None,
) -> None:
    """Check certificates, and what they are about.

    Their chains and prices are derived once more from their headers; nothing is solved.

    Exit 1 if a certificate does not prove what it claims, or its chain or prices are not those of
    its header; 2 if it is none.
    """
    from oddscalc._face.verify import verify as answer
    from oddscalc.errors import DataError

    codes = {0}
    for path in files:
        try:
            verified = answer(path, alone=alone, rules=rules, bets=bets, paytable=paytable)
        except DataError as error:
            complain(str(error))
            codes.add(2)
            continue
        codes.add(0 if verified else 1)
        for proof in verified.proofs:
            if proof.problems:
                _print_problems(f"{path}: {proof.headline}", proof.lines)
            else:
                emit("\n  ".join([f"{path}: proven,", *proof.lines]))
    raise typer.Exit(max(codes))


def _print_problems(told: str, problems: "Sequence[str]") -> None:
    emit(told)
    for problem in problems[:_SHOWN]:
        emit(f"  {problem}")
    if len(problems) > _SHOWN:
        emit(f"  and {len(problems) - _SHOWN:,} more")
