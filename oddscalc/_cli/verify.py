"""``oddscalc verify``: checking certificates."""

from pathlib import Path
from typing import Annotated

import typer

from oddscalc._cli.app import command_app
from oddscalc._cli.output import complain, emit

app = command_app()

MAX_BYTES = 100_000_000
"""The longest certificate that is read."""

_SHOWN = 20  # problems of one file that are printed


@app.command(epilog="Example: oddscalc verify fire.json")
def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Certificates.")],
) -> None:
    """Check certificates, without solving anything.

    Exit 1 if a certificate does not prove what it claims, 2 if it is none.
    """
    from oddscalc._proof.verify import CertificateError
    from oddscalc._proof.verify import verify as problems_of
    from oddscalc._show.words.proofs import proven
    from oddscalc.errors import DataError

    codes = {0}
    for path in files:
        try:
            text = _read(path)
            problems = problems_of(text)
        except CertificateError as error:
            complain(f"{path}: {error}")
            codes.add(2)
        except DataError as error:
            complain(str(error))
            codes.add(2)
        else:
            if problems:
                codes.add(1)
                _print_problems(path, problems)
            for proof in [] if problems else proven(text):
                emit(f"{path}: proven\n{proof}")
    raise typer.Exit(max(codes))


def _read(path: Path) -> str:
    """Return the text of a certificate.

    Raises:
        DataError: it cannot be read, is too long, or is no text.
    """
    from oddscalc.errors import DataError

    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise DataError(str(path), [f"over {MAX_BYTES:,} bytes; no certificate is that long"])
        return content.decode("utf-8")
    except OSError as error:
        raise DataError(str(path), [f"cannot be read: {error.strerror or error}"]) from None
    except UnicodeDecodeError as error:
        raise DataError(str(path), [f"is no UTF-8 text: {error.reason}"]) from None


def _print_problems(path: Path, problems: list[str]) -> None:
    emit(f"{path}: NOT PROVEN")
    for problem in problems[:_SHOWN]:
        emit(f"  {problem}")
    if len(problems) > _SHOWN:
        emit(f"  and {len(problems) - _SHOWN:,} more")
