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

SUFFIXES = {f".{'txt' if name == 'text' else name}": name for name in WRITERS}
"""The formats by the suffixes of files."""


def write(document: Document, form: str) -> str:
    """Return *document* in a format of ``WRITERS``."""
    written: str = import_module(f"{__name__}.{WRITERS[form]}").write(document)
    return written
