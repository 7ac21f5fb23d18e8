"""The picture of a chain: boxes for states and outcomes, curves for rolls, as numbers to draw."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from oddscalc._bets.automaton import Outcome
from oddscalc._dice.rollsets import describe
from oddscalc._exact.numbers import exact
from oddscalc._questions.explained import Explained
from oddscalc._site.layout import Item, Layout, layout

MOST_STATES = 40
"""States of the largest chain that is drawn."""

_MOST_LABELS = 45  # steps of a chain that has its probabilities written on the lines
_UNIT = 9  # pixels of a unit of height
_BOX, _TALL, _GAP = 128, 34, 112  # width and height of a box, and the space between two columns
_MARGIN = 6  # pixels around it all
_LINE = 20  # characters of a line in a box
_SWAY = 6  # pixels by which a line back keeps off the line forth


@dataclass(frozen=True)
class Box:
    """A state or an outcome: its middle, the lines of its name, the whole name, and its kind."""

    x: int
    y: int
    lines: Sequence[str]
    name: str
    kind: str


@dataclass(frozen=True)
class Curve:
    """A line: its path, that of its arrow head if it has one, and whether it leads back."""

    path: str
    head: str = ""
    back: bool = False


@dataclass(frozen=True)
class Label:
    """The probability of a step, and where it stands."""

    x: int
    y: int
    text: str


@dataclass(frozen=True)
class Picture:
    """A chain, ready to draw in *width* times *height* pixels."""

    width: int
    height: int
    boxes: Sequence[Box]
    curves: Sequence[Curve]
    labels: Sequence[Label]

    @property
    def leads_back(self) -> bool:
        """Whether some line is dashed."""
        return any(curve.back for curve in self.curves)


@dataclass(frozen=True)
class PictureStep:
    """One way on from a state, in words."""

    state: str
    rolls: str
    probability: Fraction
    after: str


def steps(explained: Explained) -> list[PictureStep]:
    """Return every step of the chain, state by state."""
    arrows = []
    for state in explained.chain.states:
        row, name = explained.chain.row(state), explained.label(state)
        for after, rolls in explained.rolls(state).items():
            arrows.append(PictureStep(name, describe(rolls), row[after], explained.label(after)))
    return arrows


def picture(explained: Explained) -> Picture:
    """Return the picture of a chain; it gets unreadable beyond ``MOST_STATES`` states."""
    rows = explained.chain.rows
    places = layout(rows.targets, [state for state, _ in rows.start])
    pen = _Pen(places)
    pairs = [(state, after) for state, row in enumerate(rows.targets) for after in row]
    curves = dict.fromkeys(curve for pair in pairs for curve in _curves(pen, *pair))
    few = len(pairs) <= _MOST_LABELS
    return Picture(
        width=2 * _MARGIN + places.columns * _BOX + (places.columns - 1) * _GAP,
        height=2 * _MARGIN + (places.tall + 1) * _UNIT,
        boxes=[_box(pen, explained, number) for number in sorted(places.column)],
        curves=list(curves),
        labels=[_label(pen, explained, *pair) for pair in pairs] if few else [],
    )


@dataclass(frozen=True)
class _Pen:
    """Turns places of the layout into pixels."""

    layout: Layout

    def at(self, item: Item) -> tuple[int, int]:
        """Return the left end of the middle line of a node or lane."""
        x = _MARGIN + item[1] * (_BOX + _GAP)
        return x, _MARGIN + (self.layout.height[item] + 1) * _UNIT

    def node(self, number: int) -> tuple[int, int]:
        """Return the left end of the middle line of a node."""
        return self.at((number, self.layout.column[number]))

    def leads(self, state: int, after: int) -> int:
        """Return how many columns a step leads on: below 0 back, 0 within the column."""
        return self.layout.column[after] - self.layout.column[state]


def _box(pen: _Pen, explained: Explained, number: int) -> Box:
    node, start = explained.chain.nodes[number], explained.chain.start
    name, (x, y) = explained.label(node), pen.node(number)
    lines = textwrap.wrap(name, _LINE, max_lines=1 if node in start else 2, placeholder=" ...")
    if node in start:
        lines.append("start" if len(start) == 1 else f"start, {exact(start[node])}")
    kind = node.result if isinstance(node, Outcome) else "start" if node in start else "state"
    return Box(x + _BOX // 2, y, lines, name, kind)


def _curves(pen: _Pen, state: int, after: int) -> Iterator[Curve]:
    """Yield the lines of one step."""
    x, y = pen.node(state)
    if state == after:
        middle, top = x + _BOX // 2, y - _TALL // 2
        path = f"M{middle - 14} {top}c-8 -21 36 -21 28 0"
        yield Curve(path, f"m{middle + 11} {top - 9}l3 9l6 -7z")
    elif pen.leads(state, after) > 0:
        route = pen.layout.route(state, after)
        for here, there in pairwise(route):
            yield _piece(pen.at(here), pen.at(there), last=there == route[-1])
    else:
        end, level = pen.node(after)
        end, level, y = end + _BOX, level + _SWAY, y + _SWAY
        x, bow = (x, x - _GAP // 2) if pen.leads(state, after) else (x + _BOX, end + _GAP // 2)
        path = f"M{x} {y}C{bow} {y} {end + _GAP // 2} {level} {end} {level}"
        yield Curve(path, f"m{end + 8} {level - 4}l-8 4l8 4z", back=True)


def _piece(here: tuple[int, int], there: tuple[int, int], *, last: bool) -> Curve:
    """Return a line to the next column, and on through a lane there if it is not the last."""
    (x, y), (end, level) = here, there
    x, middle = x + _BOX, x + _BOX + _GAP // 2
    path = f"M{x} {y}C{middle} {y} {middle} {level} {end} {level}"
    if last:
        return Curve(path, f"m{end - 8} {level - 4}l8 4l-8 4z")
    return Curve(f"{path}h{_BOX}")


def _label(pen: _Pen, explained: Explained, state: int, after: int) -> Label:
    """Return the probability of a step, at a place where lines are apart."""
    chain = explained.chain
    text = exact(chain.row(chain.states[state])[chain.nodes[after]])
    x, y = pen.node(state)
    if state == after:
        return Label(x + _BOX // 2 + 34, y - _TALL // 2 - 5, text)
    leads = pen.leads(state, after)
    if leads == 0:
        level = pen.node(after)[1]
        return Label(x + _BOX + _GAP * 3 // 8, (y + level) // 2 + _SWAY, text)
    if leads < 0:
        end, level = pen.node(after)
        x, y = _along((x, y + _SWAY), (end + _BOX, level + _SWAY), Fraction(1, 4))
        return Label(x, y + 12, text)
    end, level = pen.at(pen.layout.route(state, after)[1])
    fans = sum(pen.leads(state, other) > 0 for other in chain.rows.targets[state]) > 2
    share = Fraction(3, 4) if fans else Fraction(1, 4)
    x, y = _along((x + _BOX, y), (end, level), share)
    return Label(x, y - 3, text)


def _along(here: tuple[int, int], there: tuple[int, int], t: Fraction) -> tuple[int, int]:
    """Return a point of the curve that leaves and arrives level, by the cubic of Bezier."""
    across = t * (3 - 3 * t + 2 * t**2) / 2
    up = t**2 * (3 - 2 * t)
    (x, y), (end, level) = here, there
    return x + int((end - x) * across), y + int((level - y) * up)
