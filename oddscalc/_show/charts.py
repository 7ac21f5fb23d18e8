"""Charts as SVG. This room alone imports leather, which draws in decimals and not in floats.

A chart is rounded to what an eye can tell apart; the exact numbers stand beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from oddscalc._exact.numbers import decimal, exact, percent
from oddscalc._money.netwin import NetWin
from oddscalc.errors import DataError

if TYPE_CHECKING:
    from leather import Chart

MOST_BARS = 30
"""Bars of the largest chart; an own bet may have more nets."""

MOST_COLUMNS = 40
"""Columns of a chart of ranges."""

_RARE = Fraction(1, 2_000)
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


NETS = "Net win per unit staked"
ROLLS = "Rolls to the decision"
"""What the charts of one bet show."""


def nets_chart(net_win: NetWin, title: str = NETS) -> Drawn:
    """Return a bar for each net win, as long as its probability, the greatest first."""
    chart = _chart()
    bars = net_win.probabilities
    with localcontext(prec=_DIGITS):
        chart.add_bars([(_decimal(chance), _beside(net, chance)) for net, chance in bars.items()])
        chart.add_x_scale(0, max(map(_decimal, bars.values())))
        chart.add_x_axis(tick_formatter=_as_percent)
        return _svg(chart, len(bars) * _BAR + _AROUND, title)


def spread_chart(net_win: NetWin, title: str = NETS) -> Drawn:
    """Return a column for each range of net wins, as high as their probability, the lowest first.

    The rarest at both ends, one in a thousand together, stand in the outermost ranges.
    """
    chart = _chart()
    names, chances = _ranges(net_win)

    def name(text: str, index: int, count: int) -> str:
        return text if index % _EVERY == 0 else ""

    with localcontext(prec=_DIGITS):
        chart.add_columns(list(zip(names, map(_decimal, chances), strict=True)))
        chart.add_y_scale(0, max(map(_decimal, chances)))
        chart.add_y_axis(tick_formatter=_as_percent)
        chart.add_x_axis(tick_formatter=name)
        return _svg(chart, _TALL, title)


def _ranges(net_win: NetWin) -> tuple[list[str], list[Fraction]]:
    """Return the lower end of each range of net wins, and its probability.

    >>> half = Fraction(1, 2)
    >>> _ranges(NetWin.of([(half, Fraction(1)), (half, Fraction(-1))]))
    (['-1', '1'], [Fraction(1, 2), Fraction(1, 2)])
    """
    nets = list(net_win.ways)
    step = gcd(*(net - nets[0] for net in nets)) or 1
    low, high = (int(net_win.quantile(share) / net_win.unit) for share in (_RARE, 1 - _RARE))
    wide = max(1, -(-(high - low) // (step * (MOST_COLUMNS - 1)))) * step
    count = (high - low) // wide + 1
    weights = [0] * count
    for net, ways in net_win.ways.items():
        weights[min(max((net - low) // wide, 0), count - 1)] += ways
    names = [decimal((low + number * wide) * net_win.unit, _SHOWN) for number in range(count)]
    return names, [Fraction(weight, net_win.whole) for weight in weights]


def rolls_chart(chances: Sequence[Fraction], title: str = ROLLS) -> Drawn:
    """Return a column for each number of rolls, as high as a decision then is likely.

    Args:
        chances: the probabilities of a decision on roll 1, 2, ...; the last one is of any later.
        title: what it shows.
    """
    chart = _chart()
    last = len(chances) - 1
    names = [*map(str, range(1, last + 1)), f">{last}"]
    if chances[-1] == 0:
        names, chances, last = names[:-1], chances[:-1], last - 1
    step = 1 if last < 2 * _EVERY else _EVERY

    def name(text: str, index: int, count: int) -> str:
        below = (index + 1) % step == 0 and last - index > step // 2
        return text if below or index == last else ""

    with localcontext(prec=_DIGITS):
        chart.add_columns(list(zip(names, map(_decimal, chances), strict=True)))
        chart.add_y_scale(0, max(map(_decimal, chances)))
        chart.add_y_axis(tick_formatter=_as_percent)
        chart.add_x_axis(tick_formatter=name)
        return _svg(chart, _TALL, title)


def _chart() -> Chart:
    """Return a new chart.

    Raises:
        DataError: leather is not installed.
    """
    try:
        from leather import Chart
    except ImportError:
        needs = 'drawing charts needs leather: pip install "oddscalc[svg]"'
        raise DataError("--format svg", [needs], code="not-installed") from None
    return Chart()


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
