"""What a command printed, kept for when it is asked again word for word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from oddscalc._chain.store import Store, key_of
from oddscalc._cli.output import complain, emit, print_document

if TYPE_CHECKING:
    from oddscalc._show.document import Document

_BETWEEN = "\0"
_DECIMAL = re.compile(r"(?<![\w.])\d+\.\d+(?![\w.])")  # no name of a file


@dataclass(frozen=True)
class KeptOutput:
    """Where what one command prints is kept.

    Args:
        store: the store; None if it is not to be kept.
        key: the key of the command with all that it was given.
        out: the file that it is written to instead, which is never kept.
    """

    store: Store | None
    key: str = ""
    out: Path | None = None

    def again(self) -> int | None:
        """Print what it printed before, and return its exit code; None if that was not kept."""
        kept = self.store.get(self.key) if self.store else None
        if kept is None:
            return None
        text, code, *complaints = kept.split(_BETWEEN)
        for complaint in complaints:
            complain(complaint)
        emit(text)
        return int(code)

    def print(self, document: Document, form: str, *complaints: str, code: int = 0) -> None:
        """Print *document* in the format *form* and the *complaints*; keep them with the *code*."""
        for complaint in complaints:
            complain(complaint)
        text = print_document(document, form, self.out)
        if self.store and not any(_BETWEEN in part for part in (text, *complaints)):
            self.store.put(self.key, _BETWEEN.join((text, str(code), *complaints)))


def printed_by(
    command: str, given: Mapping[str, object], store: Store | None, out: Path | None = None
) -> KeptOutput:
    """Return where what *command* prints for the arguments *given* is kept.

    Nothing is if an argument may name a file, of which the content can change.
    """
    marks = (".", "/", "\\", "'-'")
    said = [_DECIMAL.sub("", repr(value)) for value in given.values()]
    files = any(mark in text for text in said for mark in marks)
    if store is None or out is not None or files:
        return KeptOutput(None, out=out)
    return KeptOutput(store, key_of(command, repr(sorted(given.items()))))
