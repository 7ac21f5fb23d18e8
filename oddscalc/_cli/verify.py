"""``oddscalc verify``: checking certificates."""

from typing import TYPE_CHECKING, Annotated

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.output import complain, emit

if TYPE_CHECKING:
    from oddscalc._proof.derivation import Derivation

app = command_app()

MAX_BYTES = 100_000_000
"""The longest certificate that is read."""

MAX_VALUES = 5_000_000
"""The most values in one: over 100,000 states with 12 ways out of each."""

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
    from oddscalc._proof.verify import CertificateError
    from oddscalc.errors import DataError

    given = {"rules": rules, "bets": bets, "paytable": paytable}
    own = {name: path if path.startswith("/") or path == "-" else f"./{path}"
           for name, path in given.items() if path is not None}  # fmt: skip
    codes = {0}
    for path in files:
        try:
            codes.add(_verify(path, None if alone else own))
        except CertificateError as error:
            complain(f"{path}: {error}")
            codes.add(2)
        except DataError as error:
            complain(str(error))
            codes.add(2)
    raise typer.Exit(max(codes))


def _verify(path: str, own: dict[str, str] | None) -> int:
    """Print what a file proves; return the exit code."""
    from oddscalc._proof.derivation import derive
    from oddscalc._proof.verify import OLDER, certificates, problems
    from oddscalc._show.words.proofs import proven

    code = 0
    for certificate in certificates(_read(path)):
        wrong = list(problems(certificate))
        if wrong:
            code = 1
            _print_problems(f"{path}: NOT PROVEN", wrong)
            continue
        older = certificate["format"] == OLDER
        derived = None if own is None or older else derive(certificate, own)
        if derived and derived.problems:
            code = 1
            told = [*derived.problems, *derived.notes, "of the chain and prices in it, it holds"]
            _print_problems(f"{path}: NOT PROVEN of its header", told)
            continue
        scope = _scope(derived, older=older)
        emit(f"{path}: proven,\n  {scope}\n{proven(certificate, derived)}")
    return code


def _scope(derived: "Derivation | None", *, older: bool) -> str:
    """Return of what a certificate is proven."""
    if derived:
        return f"and the chain is that of {derived.clause}"
    why = " (its format is an older one)" if older else ""
    return f"of the chain and prices in this file; whose they are is not checked{why}"


def _read(name: str) -> str:
    """Return the text of a certificate.

    Raises:
        DataError: it cannot be read, is too long, or is no text.
    """
    from oddscalc._exact.files import read_bytes, refuse_vast_json, text_of

    text = text_of(name, read_bytes(name, MAX_BYTES, "no certificate is that long"))
    refuse_vast_json(name, text, MAX_VALUES)
    return text


def _print_problems(told: str, problems: list[str]) -> None:
    emit(told)
    for problem in problems[:_SHOWN]:
        emit(f"  {problem}")
    if len(problems) > _SHOWN:
        emit(f"  and {len(problems) - _SHOWN:,} more")
