"""``oddscalc ask``: questions as JSON Lines, answers as JSON Lines."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from oddscalc._ask.options import OUTPUT
from oddscalc._cli.app import command_app
from oddscalc._cli.options import command, in_group

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from typing import BinaryIO, TextIO

app = command_app()


@command(
    app,
    "oddscalc ask questions.jsonl --out answers.jsonl",
    seconds=None,
)
def ask(
    file: Annotated[
        str,
        typer.Argument(metavar="[FILE]", help="Questions, a line each; - is standard input."),
    ] = "-",
    files: Annotated[
        bool, typer.Option("--files", help="Questions may name files, which are read.")
    ] = False,
    seconds: Annotated[
        float,
        typer.Option(
            "--seconds", min=0.01, metavar="N", help="The most processor time for one question."
        ),
    ] = 20,
    out: Annotated[
        Path | None,
        in_group(OUTPUT, "--out", metavar="FILE", help="Where the answers go; - is stdout."),
    ] = None,
    no_cache: Annotated[
        bool, in_group(OUTPUT, "--no-cache", help="Neither read nor keep answers on disk.")
    ] = False,
) -> None:
    """Answer questions in JSON, line by line.

    A question is an object: a command with what it is about, and options as keys. The answer is
    that command's JSON, or an error, and begins with the id of the question. Blank lines are
    skipped. Exit 0 once all are answered.
    """
    from oddscalc._chain.store import user_store
    from oddscalc._face.ask import answers, lines_of

    store = None if no_cache else user_store()
    with _questions(file) as questions, _written(out) as stream:
        lines = lines_of(questions)
        for answer in answers(lines, files=files, store=store, seconds=seconds):
            stream.write(answer + "\n")
            stream.flush()


def _questions(name: str) -> "AbstractContextManager[BinaryIO]":
    """Return the questions, which are read as they come.

    Raises:
        DataError: the file cannot be read.
    """
    from contextlib import nullcontext

    from oddscalc._exact.files import refuse_unusual
    from oddscalc.errors import DataError

    if name == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        refuse_unusual(name)
        return Path(name).open("rb")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise DataError(name, [f"cannot be read: {reason}"]) from None


def _written(out: Path | None) -> "AbstractContextManager[TextIO]":
    """Return where the answers go.

    Raises:
        DataError: the file cannot be written.
    """
    from contextlib import nullcontext

    from oddscalc.errors import DataError

    if out is None or str(out) == "-":
        return nullcontext(sys.stdout)
    try:
        return out.open("w", encoding="ascii", newline="\n")
    except OSError as error:
        reason = f"cannot be written: {error.strerror or error}"
        raise DataError(str(out), [reason], code="unwritable") from None
