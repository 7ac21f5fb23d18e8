"""One writer for each format: a document in, a text out."""

from __future__ import annotations

from importlib import import_module

from oddscalc._show.document import Document

WRITERS = {
    "text": "terminal",
    "json": "json",
    "md": "markdown",
    "csv": "csv",
    "html": "html",
    "tex": "latex",
}
"""The formats, each with the module that writes it, which is loaded only then."""

DRAWN = {"svg": "svg"}
"""The formats of charts, of the commands that have them."""

BINARY = {"xlsx": "workbook"}
"""The formats that are no text, which are written to files only."""

SUFFIXES = {f".{'txt' if name == 'text' else name}": name for name in (*WRITERS, *BINARY)}
"""The formats by the suffixes of files."""


def write(document: Document, form: str) -> str:
    """Return *document* in a format of ``WRITERS`` or ``DRAWN``."""
    written: str = import_module(f"{__name__}.{ {**WRITERS, **DRAWN}[form] }").write(document)
    return written


def content(document: Document, form: str) -> str | bytes:
    """Return *document* in any of the formats.

    Raises:
        DataError: a library that the format needs is not installed.
    """
    if form not in BINARY:
        return write(document, form)
    written: bytes = import_module(f"{__name__}.{BINARY[form]}").write(document)
    return written
