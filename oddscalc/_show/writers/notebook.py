"""Documents in a notebook, and at a terminal that has rich.

Rich is imported only when it asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddscalc._show.document import Block, Bullets, Code, Document, Drawing, Table
from oddscalc._show.writers.html import fragment

if TYPE_CHECKING:
    from rich.console import Group, RenderableType

__all__ = ["fragment", "renderable"]


def renderable(document: Document) -> Group:
    """Return the document for rich to print; words in brackets are no markup."""
    from rich.console import Group
    from rich.text import Text as Plain

    parts: list[RenderableType] = []
    for section in document.sections():
        if section.title:
            parts.append(Plain(section.title, style="bold"))
        parts += map(Plain, section.under)
        for block in section.parts():
            parts += _block(block)
    return Group(*parts)


def _block(block: Block) -> list[RenderableType]:
    from rich.box import SIMPLE
    from rich.table import Table as Drawn
    from rich.text import Text as Plain

    if isinstance(block, Table):
        drawn = Drawn(box=SIMPLE)
        for header, letter in zip(block.headers, block.align, strict=True):
            drawn.add_column(
                Plain(header), justify="right" if letter == "r" else "left", overflow="fold"
            )
        for row in block.texts():
            drawn.add_row(*map(Plain, row))
        return [drawn, *([Plain(block.more)] if block.more else [])]
    if isinstance(block, Drawing):
        return []
    if isinstance(block, Bullets):
        items = [Plain(block.mark + item) for item in block.items]
        return [*([Plain(block.title)] if block.title else []), *items]
    title = [Plain(block.title)] if isinstance(block, Code) and block.title else []
    return [*title, Plain(block.text)]
