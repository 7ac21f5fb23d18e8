"""Documents as Markdown."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator

from oddscalc._exact.visible import visible
from oddscalc._show.document import Block, Bullets, Code, Document, Section, Table, Text
from oddscalc._show.writers.grid import markdown_grid

_SPECIAL = re.compile(r"[\\`*_<\[\]]")


def write(document: Document) -> str:
    """Return the document as GitHub's Markdown."""
    return "\n\n".join(part for section in document.sections() for part in _section(section))


def escaped(text: str) -> str:
    r"""Return *text* such that nothing in it is Markdown.

    >>> print(escaped("<b> *1* a_b"))
    \<b> \*1\* a\_b
    """
    plain = _SPECIAL.sub(r"\\\g<0>", visible(text))
    return f"\\{plain}" if plain.startswith(("- ", "+ ", "#")) else plain


def _section(section: Section) -> Iterator[str]:
    if section.title:
        yield f"# {escaped(section.title)}"
    yield from map(escaped, section.under)
    for block in section.parts():
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Table():
            if block.title:
                yield f"## {escaped(block.title)}"
            texts = (block.headers, *block.texts())
            headers, *rows = ([escaped(text) for text in row] for row in texts)
            yield markdown_grid(headers, rows, block.align)
            if block.more:
                yield escaped(block.more)
        case Text():
            yield escaped(block.text)
        case Code():
            if block.title:
                yield f"## {escaped(block.title)}"
            yield textwrap.indent(block.text, "    ")
        case Bullets():
            if block.title:
                yield f"## {escaped(block.title)}"
            yield "\n".join(f"- {_item(item)}" for item in block.items)


def _item(text: str) -> str:
    return "  \n  ".join(map(escaped, text.split("\n")))
