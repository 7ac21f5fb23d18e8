"""Documents for a terminal of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

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
from oddscalc._show.grid import grid

_SHORT = 12  # characters of fractions in tables that would be too wide otherwise


def write(document: Document) -> str:
    """Return the document as text."""
    return "\n\n\n".join(_section(section) for section in document.sections())


def _section(section: Section) -> str:
    tables = [block for block in section.blocks if isinstance(block, Table)]
    wide = any(_is_wide(_table(table, LONGEST)) for table in tables if not table.terminal)
    longest = _SHORT if wide else LONGEST
    hang = "  " if section.title else ""
    head = [_wrap(section.title, hang)] * bool(section.title) + [
        _wrap(line, hang) for line in section.under
    ]
    blocks = ["\n".join(_block(block, longest)) for block in section.parts(longest)]
    return "\n\n".join(["\n".join(head), *blocks] if head else blocks)


def _block(block: Block, longest: int) -> Iterator[str]:
    match block:
        case Table():
            lines = _table(block, longest)
            yield from lines if block.terminal or not _is_wide(lines) else _rows(block, longest)
            if block.more:
                yield block.more
        case Text():
            yield _wrap(block.text)
        case Code():
            yield from (part for part in (_wrap(block.title, "  "), block.text) if part)
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


def _table(table: Table, longest: int) -> list[str]:
    if table.terminal:
        return table.terminal.splitlines()
    return grid(table.headers, table.texts(longest), table.align, "text").splitlines()


def _rows(table: Table, longest: int) -> Iterator[str]:
    """Yield a paragraph for each row of a table that has no room."""
    for row in table.texts(longest):
        named = (f"{name} {text}".strip() for name, text in zip(table.headers, row, strict=True))
        yield _wrap(", ".join(named), "  ")


def _is_wide(lines: list[str]) -> bool:
    return any(len(line) > WIDTH for line in lines)


def _wrap(text: str, hang: str = "") -> str:
    return textwrap.fill(text, WIDTH - 1, subsequent_indent=hang, break_on_hyphens=False)
