"""The charts of a document as one SVG file, one below the other."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from oddscalc._exact.visible import visible
from oddscalc._show.document import Document, Drawing
from oddscalc.errors import DataError

_SPACE = "http://www.w3.org/2000/svg"
_STYLE = (
    "text { fill: #1b1b1b; font: 11px system-ui, sans-serif } .chart rect { fill: none }"
    " .chart .series rect { fill: #3b6ea5 } line { stroke: #8a8a8a } .title { font-weight: bold }"
)
_LINE, _BELOW = 16, 8  # pixels of a line above a chart, and of the space below
_NAME = re.compile(r"<(/?)(?=[a-z])")


def write(document: Document) -> str:
    """Return the charts of the document.

    Raises:
        DataError: it has none, or the library that draws them is not installed.
    """
    drawings = [
        (section.title, block)
        for section in document.sections()
        for block in section.blocks
        if isinstance(block, Drawing)
    ]
    if not drawings:
        reason = "there is no chart of this: nothing varies, or its distribution is not known"
        raise DataError("--format svg", [reason], code="no-chart")
    parts, top, width = list[str](), 0, 0
    for about, drawing in drawings:
        text = drawing.draw()
        _, _, wide, tall = map(int, ElementTree.fromstring(text).attrib["viewBox"].split())
        for line in filter(None, (about, drawing.title)):
            top += _LINE
            parts.append(f'<text class="title" x="8" y="{top}">{escape(visible(line))}</text>')
        top += _BELOW
        placed = f'<svg x="0" y="{top}" width="{wide}" height="{tall}" '
        parts.append(text.replace("<svg ", placed, 1))
        top, width = top + tall, max(width, wide)
    size = f'viewBox="0 0 {width} {top}" width="{width}" height="{top}"'
    head = f'<svg xmlns="{_SPACE}" {size}><style>{_STYLE}</style>'
    paper = f'<rect width="{width}" height="{top}" fill="#ffffff"/>'
    return "\n".join([head, paper, *parts, "</svg>"])
