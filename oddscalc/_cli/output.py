"""Where words go: results to stdout, everything else to stderr."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from oddscalc._show.document import Document


def emit(text: str) -> None:
    """Print a result, ending in one line end."""
    _bars.append("the result")  # from here on it is what is shown
    clear()
    sys.stdout.write(text.rstrip("\n") + "\n")


def print_document(document: Document, form: str, out: Path | None = None) -> str:
    """Print a result in a format of the writers, or write it to the file *out*; return it.

    Raises:
        DataError: the file cannot be written.
    """
    from oddscalc._show.writers import BINARY, content, write

    if form in BINARY and out is not None:
        save(content(document, form), out)
        return ""
    text = write(document, form)
    put(text, out)
    return text


def put(text: str, out: Path | None) -> None:
    """Print a text, or write it to the file *out*.

    Raises:
        DataError: the file cannot be written.
    """
    if out is None:
        emit(text)
    else:
        save(text, out)


def _written(path: Path, content: bytes) -> None:
    """Write a file; a pipe only if somebody reads it, for else there would be no end of waiting."""
    if path.is_fifo():
        os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
    path.write_bytes(content)


STDOUT = "-"
"""The name of standard output, wherever a file is written."""


def _to_stdout(content: str | bytes) -> None:
    if isinstance(content, str):
        emit(content)
    else:
        sys.stdout.buffer.write(content)


def save(content: str | bytes, path: Path) -> None:
    """Write a text, ending in one line end, or bytes to a file; ``-`` is standard output.

    Raises:
        DataError: the file cannot be written.
    """
    from oddscalc.errors import DataError

    if str(path) == STDOUT:
        _to_stdout(content)
        return
    if isinstance(content, str):
        content = (content.rstrip("\n") + "\n").encode("utf-8")
    try:
        _written(path, content)
    except OSError as error:
        raise DataError(
            str(path), [f"cannot be written: {error.strerror or error}"], code="unwritable"
        ) from None


def standing() -> Callable[[str], None] | None:
    """Return what shows where long work stands; None if nobody is at a terminal to see it."""
    if not sys.stderr.isatty():
        return None

    def show(text: str) -> None:
        if not _bars:
            _standing.append(text)
            sys.stderr.write(f"\r{text[:78]:78}\r")

    return show


def clear() -> None:
    """Wipe off where long work stood."""
    if _standing:
        _standing.clear()
        sys.stderr.write(f"\r{'':78}\r")
        sys.stderr.flush()


_bars: list[str] = []
"""What is being shown, beside which long work says nothing."""

_standing: list[str] = []
"""What is shown of long work."""


_LONGEST = 4_000  # characters of a message; input that is quoted in it may be very long
_CONTROL = r"[\x00-\x09\x0b-\x1f\x7f-\x9f]"  # not compiled until there is a message


_forms = ["text"]
"""How errors and notes are told on stderr: for people, or as JSON."""

UsageError: Any = typer.BadParameter.__mro__[1]
"""What typer raises for a command line that is not as it must be."""


def telling(form: str) -> None:
    """Tell errors and notes as ``text`` or ``json`` from now on."""
    _forms[:] = [form]


def without_errors(arguments: Sequence[str]) -> tuple[list[str], str]:
    """Return a command line without ``--errors``, wherever it stands, and what it says.

    >>> without_errors(["edge", "pass", "--errors=json"])
    (['edge', 'pass'], 'json')
    """
    rest, form, left = list[str](), "text", list(arguments)
    while left:
        argument = left.pop(0)
        if argument == "--":
            return [*rest, argument, *left], form
        if argument == "--errors" and left and left[0] in ERRORS:
            form = left.pop(0)
        elif argument in (f"--errors={known}" for known in ERRORS):
            form = argument.partition("=")[2]
        else:
            rest.append(argument)
    return rest, form


ERRORS = ("text", "json")


def complain(text: str, code: str = "") -> None:
    """Print a message for the person at the terminal, control characters made visible.

    Where programs are told, an error has a *code*, and what has none is a note.
    """
    clear()
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + " ..."
    if _forms == ["json"]:
        from json import dumps

        message = {"error": {"code": code, "message": text}} if code else {"note": text}
        sys.stderr.write(dumps(message).replace("\x7f", "\\u007f") + "\n")
        return
    visible = re.sub(_CONTROL, lambda match: f"\\x{ord(match[0]):02x}", text)
    sys.stderr.write(f"oddscalc: {visible}\n")


@contextmanager
def progress(
    label: str, length: int, beside: Callable[[], str] | None = None
) -> Iterator[Callable[[int], None]]:
    """Yield what is to be told of steps that are done: a bar on stderr, at a terminal only.

    Args:
        label: what the steps are.
        length: how many there are.
        beside: returns what stands beside the bar.
    """
    with typer.progressbar(
        range(length),
        label=label,
        show_pos=True,
        item_show_func=lambda _: beside() if beside else None,
        width=20,
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
    ) as bar:
        _bars.append(label)
        yield bar.update
        _bars.remove(label)
