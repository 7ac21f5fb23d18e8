"""Charts as SVG. This room alone imports leather, which draws in decimals and not in floats.

A chart is rounded to what an eye can tell apart; the exact numbers stand beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from oddscalc._exact.numbers import decimal, exact, percent
from oddscalc._money.netwin import NetWin

if TYPE_CHECKING:
    from leather import Chart

MOST_BARS = 30
"""Bars of the largest chart; an own bet may have more nets."""

_WIDTH, _TALL = 440, 250  # pixels of a chart, and of one with columns
_BAR, _AROUND = 26, 78  # pixels of a bar, and above and below all bars
_DIGITS = 6  # significant digits of a place in the picture
_SHOWN = 4  # digits of a probability beside a bar
_LONGEST = 7  # characters of a fraction beside a bar
_STYLE = ("fill", "stroke", "stroke-width", "font-family", "font-size")
_EVERY = 5  # columns for each number below them, if there are many


@dataclass(frozen=True)
class Drawn:
    """A chart: what it shows, and an SVG element, which has its colours from the page."""

    title: str
    svg: str


def nets_chart(net_win: NetWin) -> Drawn:
    """Return a bar for each net win, as long as its probability, the greatest first."""
    from leather import Chart

    bars = net_win.probabilities
    with localcontext(prec=_DIGITS):
        chart = Chart()
        chart.add_bars([(_decimal(chance), _beside(net, chance)) for net, chance in bars.items()])
        chart.add_x_scale(0, max(map(_decimal, bars.values())))
        chart.add_x_axis(tick_formatter=_as_percent)
        return _svg(chart, len(bars) * _BAR + _AROUND, "Net win per unit staked")


def rolls_chart(chances: Sequence[Fraction]) -> Drawn:
    """Return a column for each number of rolls, as high as a decision then is likely.

    Args:
        chances: the probabilities of a decision on roll 1, 2, ...; the last one is of any later.
    """
    from leather import Chart

    last = len(chances) - 1
    names = [*map(str, range(1, last + 1)), f">{last}"]
    if chances[-1] == 0:
        names, chances, last = names[:-1], chances[:-1], last - 1
    step = 1 if last < 2 * _EVERY else _EVERY

    def name(text: str, index: int, count: int) -> str:
        below = (index + 1) % step == 0 and last - index > step // 2
        return text if below or index == last else ""

    with localcontext(prec=_DIGITS):
        chart = Chart()
        chart.add_columns(list(zip(names, map(_decimal, chances), strict=True)))
        chart.add_y_scale(0, max(map(_decimal, chances)))
        chart.add_y_axis(tick_formatter=_as_percent)
        chart.add_x_axis(tick_formatter=name)
        return _svg(chart, _TALL, "Rolls to the decision")


def _svg(chart: Chart, height: int, title: str) -> Drawn:
    attributes = {"viewBox": f"0 0 {_WIDTH} {height}", "class": "chart", "role": "img"}
    root = ElementTree.Element("svg", attributes | {"aria-label": title})
    root.append(chart.to_svg_group(_WIDTH, height))
    for element in root.iter():
        for name in _STYLE:
            element.attrib.pop(name, None)
    return Drawn(title, ElementTree.tostring(root, encoding="unicode"))


def _decimal(value: Fraction) -> Decimal:
    return Decimal(decimal(value))


def _beside(net: Fraction, chance: Fraction) -> str:
    """Return the name of a bar: the net win with its sign, and its probability."""
    text = exact(net) if len(exact(net)) <= _LONGEST else decimal(net, _SHOWN)
    return f"{'+' if net > 0 else ''}{text}: {percent(chance, _SHOWN)}"


def _as_percent(value: Decimal, index: int, count: int) -> str:
    return f"{(value * 100).normalize():f}%"
