"""Documents as LaTeX, with the rules of booktabs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from oddscalc._exact.visible import visible
from oddscalc._show.document import Block, Bullets, Code, Document, Section, Table, Text

_HEAD = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[margin=2cm]{geometry}
\usepackage{array,booktabs,longtable}
\setlength{\parindent}{0pt}
\raggedright
\begin{document}"""

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    **{letter: f"\\{letter}" for letter in "{}$&#%_"},
    **{letter: f"{{{letter}}}" for letter in "[]`"},  # no optional argument, no ligature
}
_BETWEEN = 26  # thousandths of a line between two columns
_WIDEST = 95  # characters of a row that has room on a page
_DIGITS = re.compile(r"[0-9a-f]{12}(?=[0-9a-f])")  # of numbers and digests


def write(document: Document) -> str:
    """Return the document as a file for LaTeX."""
    sections = [line for section in document.sections() for line in _section(section)]
    title = f"\\section*{{{escaped(document.title)}}}"
    return "\n".join([_HEAD, title, *sections, r"\end{document}"])


def escaped(text: str) -> str:
    r"""Return *text* such that nothing in it is LaTeX; long numbers may be broken.

    >>> print(escaped("5% of a_b"))
    5\% of a\_b
    """
    plain = "".join(_SPECIAL.get(letter, letter) for letter in visible(text))
    return _DIGITS.sub(r"\g<0>\\allowbreak{}", plain.replace("--", "-{}-"))


def _section(section: Section) -> Iterator[str]:
    if section.title:
        yield f"\\subsection*{{{escaped(section.title)}}}"
    for line in section.under:
        yield escaped(line) + "\n"
    for block in section.parts():
        yield from _block(block)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Table():
            if block.title:
                yield f"\\subsubsection*{{{escaped(block.title)}}}"
            rows = block.texts()
            yield f"\\begin{{longtable}}{{{_columns(block, rows)}}}\n\\toprule"
            yield f"{_row(block.headers)}\n\\midrule\n\\endhead"
            yield from map(_row, rows)
            yield "\\bottomrule\n\\end{longtable}"
            if block.more:
                yield escaped(block.more) + "\n"
        case Text():
            yield escaped(block.text) + "\n"
        case Code():
            if block.title:
                yield f"\\subsubsection*{{{escaped(block.title)}}}"
            lines = (_code(line) for line in block.text.splitlines())
            yield "\\begin{flushleft}\\ttfamily\\small\n" + "\n".join(lines) + "\n\\end{flushleft}"
        case Bullets():
            if block.title:
                yield f"\\subsubsection*{{{escaped(block.title)}}}"
            items = (f"\\item {_item(item)}" for item in block.items)
            yield "\n".join([r"\begin{itemize}", *items, r"\end{itemize}"])


def _columns(table: Table, rows: list[list[str]]) -> str:
    """Return the columns: as wide as their texts, or with line breaks if that is too wide."""
    widths = [max(map(len, column)) for column in zip(table.headers, *rows, strict=True)]
    if sum(widths) <= _WIDEST:
        return table.align
    wanted = [min(width, 40) + 2 for width in widths]
    share = 1_000 - _BETWEEN * len(wanted)
    parts = (f"0.{width * share // sum(wanted):03}" for width in wanted)
    return "".join(f">{{\\raggedright\\arraybackslash}}p{{{part}\\linewidth}}" for part in parts)


def _item(text: str) -> str:
    return " \\newline\n".join(map(escaped, text.split("\n")))


def _code(line: str) -> str:
    text = line.lstrip(" ")
    return r"\ " * (len(line) - len(text)) + escaped(text).replace("  ", r"\ \ ") + r"\\"


def _row(row: Sequence[str]) -> str:
    return " & ".join(map(escaped, row)) + r" \\"
