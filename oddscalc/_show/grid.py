"""Drawing tables: plain text, Markdown and HTML through tabulate, CSV through csv.

This room alone imports tabulate. It gets finished text only, since tabulate rewrites numbers.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

from tabulate import tabulate

_FORMATS = {"text": "simple", "md": "github", "html": "html"}
WIDTH = 80
"""Columns of a terminal that text keeps to."""

_WIDEST_MD = 160  # wider Markdown tables are not padded: one long cell would blow up all rows
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def grid(headers: Sequence[str], rows: Sequence[Sequence[str]], align: str, form: str) -> str:
    """Return a table as text, ``md`` or ``html``.

    Args:
        headers: the column headings.
        rows: the cells, all text.
        align: one letter a column, ``l`` or ``r``.
        form: ``text``, ``md`` or ``html``.

    >>> print(grid(["bet", "edge"], [["pass", "7/495"]], "lr", "text"))
    bet      edge
    -----  ------
    pass    7/495
    """
    if form == "md":
        headers, rows = [_md(cell) for cell in headers], [[_md(c) for c in row] for row in rows]
    drawn = tabulate(
        rows,
        headers=headers,
        tablefmt=_FORMATS[form],
        disable_numparse=True,
        colalign=["right" if letter == "r" else "left" for letter in align],
    )
    lines = [line.rstrip() for line in drawn.splitlines()]
    if form == "md" and max(map(len, lines)) > _WIDEST_MD:
        lines = [
            re.sub(r"(-)-{3,}|( ) +(?=\|)|(?<=\|)( ) +", r"\1\1\1\2\3", line) for line in lines
        ]
    return "\n".join(lines)


def _md(cell: str) -> str:
    return cell.replace("|", "\\|")


def inert(text: str) -> str:
    """Return free *text* such that a spreadsheet does not run it as a formula.

    >>> inert("=1+1"), inert("pass")
    ("'=1+1", 'pass')
    """
    return "'" + text if text.startswith(_FORMULA_STARTS) else text


def csv_text(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return the table as CSV with LF line ends.

    >>> print(csv_text(["bet", "note"], [["pass", "a, b"]]).rstrip())
    bet,note
    pass,"a, b"
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(headers)
    writer.writerows(rows)
    return out.getvalue()
