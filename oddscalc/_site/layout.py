"""Placing the nodes of a chain on a plane, as layered drawings of graphs do.

A column holds the states that as many rolls reach at the earliest; the last one holds the
outcomes. A step over several columns runs through a lane in each column between, which it shares
with all other steps to the same node, so that no line crosses a box. The order within a column
follows the mean place of the neighbours (Sugiyama, Tagawa and Toda, 1981).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

Item = tuple[int, int]
"""What stands in a column: ``(node, column)``; a lane to *node* where that is in another one."""

_SWEEPS = 8
NODE, LANE = 6, 2
"""How much of a column's height a node and a lane take; even, so that their middles are whole."""


@dataclass(frozen=True)
class Layout:
    """Where everything is.

    Args:
        column: the column of each node.
        height: how high each item's middle is, in units of which a node takes ``NODE``.
        columns: how many columns there are.
        tall: how high the tallest column is.
    """

    column: Mapping[int, int]
    height: Mapping[Item, int]
    columns: int
    tall: int

    def route(self, before: int, after: int) -> list[Item]:
        """Return the items that a step goes through, both ends included.

        A step to an earlier column, or within one, goes straight.
        """
        here, there = self.column[before], self.column[after]
        between = range(here + 1, there)
        return [(before, here), *((after, column) for column in between), (after, there)]


def layout(targets: Sequence[Sequence[int]], starts: Sequence[int]) -> Layout:
    """Return the layout of a chain.

    Args:
        targets: where one roll leads from each state, by number; larger numbers are outcomes.
        starts: the states in which the bet may be placed.

    >>> found = layout([[0, 1, 2], [2, 3]], [0])
    >>> found.columns, dict(found.column)
    (3, {0: 0, 1: 1, 2: 2, 3: 2})
    >>> found.route(0, 2)
    [(0, 0), (2, 1), (2, 2)]
    """
    column = _columns(targets, starts)
    links = _links(targets, column)
    columns = max(column.values()) + 1
    order: list[list[Item]] = [[] for _ in range(columns)]
    for item in dict.fromkeys(item for link in links for item in link):
        order[item[1]].append(item)
    for sweep in range(_SWEEPS):
        _sweep(order, links, forward=sweep % 2 == 0)
    height, tall = _heights(order, column)
    return Layout(column, height, columns, tall)


def _columns(targets: Sequence[Sequence[int]], starts: Sequence[int]) -> dict[int, int]:
    """Return the fewest rolls to each state, and one more than all for each outcome reached."""
    column = dict.fromkeys(starts, 0)
    frontier = list(starts)
    for state in frontier:  # grows while it is walked
        for after in targets[state]:
            if after < len(targets) and after not in column:
                column[after] = column[state] + 1
                frontier.append(after)
    last = max(column.values()) + 1
    return column | dict.fromkeys(
        sorted({after for row in targets for after in row if after >= len(targets)}), last
    )


def _links(targets: Sequence[Sequence[int]], column: Mapping[int, int]) -> list[tuple[Item, Item]]:
    """Return the pieces of all steps to a later column, each between neighbouring columns."""
    links: dict[tuple[Item, Item], None] = {}
    for state, row in enumerate(targets):
        for after in row:
            here: Item = (state, column[state])
            for between in range(column[state] + 1, column[after] + 1):
                links[here, (after, between)] = None
                here = (after, between)
    return list(links)


def _sweep(order: list[list[Item]], links: Sequence[tuple[Item, Item]], *, forward: bool) -> None:
    """Sort each column by the mean place of the neighbours in the column before, or after."""
    near: dict[Item, list[Item]] = {}
    for before, after in links:
        item, neighbour = (after, before) if forward else (before, after)
        near.setdefault(item, []).append(neighbour)
    columns = range(1, len(order)) if forward else range(len(order) - 2, -1, -1)
    for number in columns:
        beside = order[number - 1 if forward else number + 1]
        place, own = _places(beside), _places(order[number])
        means = {
            item: sum((place[neighbour] for neighbour in near[item]), Fraction(0)) / len(near[item])
            for item in order[number]
            if item in near
        }
        order[number].sort(key=(own | means).__getitem__)


def _places(items: Sequence[Item]) -> dict[Item, Fraction]:
    """Return where each item stands between the top, 0, and the bottom, 1."""
    return {item: Fraction(2 * index + 1, 2 * len(items)) for index, item in enumerate(items)}


def _heights(
    order: Sequence[Sequence[Item]], column: Mapping[int, int]
) -> tuple[dict[Item, int], int]:
    """Return the middle of each item, and how high the tallest column is.

    In the others the space that is left is spread evenly.
    """
    sizes = [
        [NODE if column[node] == number else LANE for node, _ in items]
        for number, items in enumerate(order)
    ]
    tall = max(map(sum, sizes))
    height: dict[Item, int] = {}
    for items, own in zip(order, sizes, strict=True):
        space = tall - sum(own)
        for index, (item, size) in enumerate(zip(items, own, strict=True)):
            above = sum(own[:index]) + space * (index + 1) // (len(items) + 1)
            height[item] = above + size // 2
    return height, tall
