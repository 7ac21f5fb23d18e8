"""Documents for a terminal of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from oddscalc._show.document import LONGEST, Block, Bullets, Code, Document, Section, Table, Text
from oddscalc._show.grid import WIDTH, grid

_SHORT = 12  # characters of fractions in tables that would be too wide otherwise


def write(document: Document) -> str:
    """Return the document as text."""
    return "\n\n\n".join(_section(section) for section in document.sections())


def _section(section: Section) -> str:
    tables = [block for block in section.blocks if isinstance(block, Table)]
    wide = any(len(line) > WIDTH for table in tables for line in _table(table, LONGEST))
    longest = _SHORT if wide else LONGEST
    head = [*([section.title] if section.title else []), *(_wrap(line) for line in section.under)]
    blocks = ["\n".join(_block(block, longest)) for block in section.parts(longest)]
    return "\n\n".join(["\n".join(head), *blocks] if head else blocks)


def _block(block: Block, longest: int) -> Iterator[str]:
    match block:
        case Table():
            yield from _table(block, longest)
        case Text():
            yield _wrap(block.text)
        case Code():
            yield block.text
        case Bullets():
            if block.title:
                yield block.title
            hang = " " * (len(block.mark) if block.mark.strip() else 4)
            yield from (_wrap(block.mark + item, hang) for item in block.items)


def _table(table: Table, longest: int) -> list[str]:
    drawn = grid(table.headers, table.texts(longest), table.align, "text").splitlines()
    return [*drawn, table.more] if table.more else drawn


def _wrap(text: str, hang: str = "") -> str:
    return textwrap.fill(text, WIDTH - 1, subsequent_indent=hang, break_on_hyphens=False)
