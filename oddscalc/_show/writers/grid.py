"""Drawing tables as plain text and as Markdown, through tabulate.

It gets finished text only, since tabulate rewrites numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tabulate import tabulate

_WIDEST_MD = 160  # wider Markdown tables are not padded: one long cell would blow up all rows


def grid(headers: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> str:
    """Return a table as text.

    Args:
        headers: the column headings.
        rows: the cells.
        align: one letter a column, ``l`` or ``r``.

    >>> print(grid(["bet", "edge"], [["pass", "7/495"]], "lr"))
    bet      edge
    -----  ------
    pass    7/495
    """
    return "\n".join(_drawn(headers, rows, align, "simple"))


def markdown_grid(headers: Sequence[str], rows: Sequence[Sequence[str]], align: str) -> str:
    """Return a table as Markdown; the cells are Markdown, but for ``|``."""
    headers, *rows = ([cell.replace("|", "\\|") for cell in row] for row in (headers, *rows))
    lines = _drawn(headers, rows, align, "github")
    if max(map(len, lines)) > _WIDEST_MD:
        lines = [
            re.sub(r"(-)-{3,}|( ) +(?=\|)|(?<=\|)( ) +", r"\1\1\1\2\3", line) for line in lines
        ]
    return "\n".join(lines)


def _drawn(
    headers: Sequence[str], rows: Sequence[Sequence[str]], align: str, style: str
) -> list[str]:
    drawn = tabulate(
        rows,
        headers=headers,
        tablefmt=style,
        disable_numparse=True,
        colalign=["right" if letter == "r" else "left" for letter in align],
    )
    return [line.rstrip() for line in drawn.splitlines()]
