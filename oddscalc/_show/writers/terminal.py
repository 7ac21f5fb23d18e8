"""Documents for a terminal of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from oddscalc._exact.visible import visible
from oddscalc._show.document import (
    LONGEST,
    WIDTH,
    Block,
    Bullets,
    Code,
    Document,
    Section,
    Table,
    Text,
)
from oddscalc._show.writers.grid import grid

_SHORT = 12  # characters of fractions in tables that would be too wide otherwise


def write(document: Document) -> str:
    """Return the document as text."""
    return "\n\n\n".join(_section(section) for section in document.sections())


def _section(section: Section) -> str:
    tables = [block for block in section.blocks if isinstance(block, Table)]
    wide = any(_is_wide(_table(table, LONGEST)) for table in tables if table.terminal is None)
    longest = _SHORT if wide else LONGEST
    hang = "  " if section.title else ""
    head = [_wrap(section.title, hang)] * bool(section.title) + [
        _wrap(line, hang) for line in section.under
    ]
    blocks = ["\n".join(_block(block, longest)) for block in section.parts(longest)]
    return "\n\n".join(part for part in ("\n".join(head), *blocks) if part)


def _block(block: Block, longest: int) -> Iterator[str]:
    match block:
        case Table():
            yield from _lines(block, longest)
        case Text():
            yield _wrap(block.text)
        case Code():
            text = "\n".join(map(visible, block.text.split("\n")))
            yield from (part for part in (_wrap(block.title, "  "), text) if part)
        case Bullets():
            if block.title:
                yield _wrap(block.title, "  ")
            hang = " " * (len(block.mark) if block.mark.strip() else 4)
            for item in block.items:
                first, *more = item.split("\n")
                yield _wrap(block.mark + first, hang)
                for line in more:
                    deeper = hang + "  " * line.startswith(("- ", "+ "))
                    yield _wrap(hang + line, deeper)


def _lines(table: Table, longest: int) -> Iterator[str]:
    if table.terminal is not None:
        yield table.terminal
        return
    if table.title:
        yield _wrap(table.title, "  ")
    lines = _table(table, longest)
    yield from _rows(table, longest) if _is_wide(lines) else lines
    if table.more:
        yield table.more


def _table(table: Table, longest: int) -> list[str]:
    rows = [[visible(text) for text in row] for row in table.texts(longest)]
    return grid(list(map(visible, table.headers)), rows, table.align).splitlines()


def _rows(table: Table, longest: int) -> Iterator[str]:
    """Yield a paragraph for each row of a table that has no room."""
    for row in table.texts(longest):
        named = (f"{name} {text}".strip() for name, text in zip(table.headers, row, strict=True))
        yield _wrap(", ".join(named), "  ")


def _is_wide(lines: list[str]) -> bool:
    return any(len(line) > WIDTH for line in lines)


def _wrap(text: str, hang: str = "") -> str:
    return textwrap.fill(visible(text), WIDTH - 1, subsequent_indent=hang, break_on_hyphens=False)
