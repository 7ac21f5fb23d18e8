"""All integer points of a box whose weighted sum lies in a band, by branch and bound.

One coordinate is fixed after the other, those with the fewest values first. What the rest can add
at least and at most bounds the next coordinate to an interval; the last one, with the most values,
is such an interval altogether: it is never walked through.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Literal

MAX_NODES = 2_000_000
"""Coordinates that may be fixed, in all."""

Rising = Literal["strictly", "weakly"]


@dataclass(frozen=True)
class Leaf:
    """Points that differ in one coordinate only.

    Args:
        point: the coordinates; that of *axis* has no meaning.
        axis: the one in which they differ.
        values: its values, upwards.
    """

    point: tuple[int, ...]
    axis: int
    values: Sequence[int]

    def at(self, value: int) -> tuple[int, ...]:
        """Return the point with *value*."""
        return (*self.point[: self.axis], value, *self.point[self.axis + 1 :])

    def points(self) -> Iterator[tuple[int, ...]]:
        """Yield the points."""
        return map(self.at, self.values)


class Search:
    """A search for the points x with low <= sum of weights * x <= high.

    Args:
        weights: for each coordinate a positive integer.
        domains: for each coordinate its possible values, upwards.
        low: the least sum.
        high: the greatest sum.
        rising: whether each coordinate must be above (``strictly``), or not below (``weakly``),
            the one before.
        in_order: whether to fix the coordinates as they come, so that the points come in
            lexicographic order.
        max_nodes: after how many nodes to give up.

    After a walk through ``leaves``, ``nodes`` tells how many coordinates were fixed, the intervals
    of the last included, and ``complete`` whether all points were found.

    >>> search = Search([6, 2], [range(1, 9), range(1, 9)], 20, 22)
    >>> [point for leaf in search.leaves() for point in leaf.points()]
    [(1, 7), (1, 8), (2, 4), (2, 5), (3, 1), (3, 2)]
    >>> search.nodes, search.blind
    (6, 64)
    """

    def __init__(
        self,
        weights: Sequence[int],
        domains: Sequence[Sequence[int]],
        low: int,
        high: int,
        *,
        rising: Rising | None = None,
        in_order: bool = False,
        max_nodes: int = MAX_NODES,
    ) -> None:
        self.weights, self.domains, self.low, self.high = weights, domains, low, high
        self.gap = {None: None, "weakly": 0, "strictly": 1}[rising]
        self.max_nodes = max_nodes
        self.nodes, self.complete = 0, True
        axes = range(len(weights))
        self.order = list(axes) if in_order else sorted(axes, key=lambda axis: len(domains[axis]))
        self.rest = self._rests() if all(domains) else []

    @property
    def blind(self) -> int:
        """How many points a blind walk through all domains would try."""
        return prod(map(len, self.domains))

    @property
    def lowest(self) -> tuple[int, ...] | None:
        """The point of lowest coordinates, whatever its sum; None if there is no point at all."""
        point: list[int] = []
        for domain in self.domains:
            above = point[-1] + self.gap if point and self.gap is not None else 0
            index = bisect_left(domain, above)
            if index == len(domain):
                return None
            point.append(domain[index])
        return tuple(point)

    def leaves(self) -> Iterator[Leaf]:
        """Yield the points, in bundles, until there are no more or the nodes are used up."""
        if self.rest:
            yield from self._fix(0, [0] * len(self.weights), 0)

    def _rests(self) -> list[tuple[int, int]]:
        """Return what the coordinates after each, in order, add at least and at most."""
        rests = [(0, 0)]
        for axis in reversed(self.order[1:]):
            weight, domain = self.weights[axis], self.domains[axis]
            least, most = rests[-1]
            rests.append((least + weight * domain[0], most + weight * domain[-1]))
        return rests[::-1]

    def _fix(self, depth: int, point: list[int], total: int) -> Iterator[Leaf]:
        """Yield the leaves under the node at which the first *depth* coordinates are fixed."""
        axis = self.order[depth]
        values = self._values(depth, point, total)
        if depth == len(self.order) - 1:
            if values and self._count():
                yield Leaf(tuple(point), axis, values)
            return
        weight = self.weights[axis]
        for value in values:
            if total + weight * value + self._rest_above(depth, value) > self.high:
                return  # and so will every higher value
            if not self._count():
                return
            point[axis] = value
            yield from self._fix(depth + 1, point, total + weight * value)

    def _count(self) -> bool:
        """Count a node; return whether it may still be visited."""
        if self.nodes >= self.max_nodes:
            self.complete = False
        else:
            self.nodes += 1
        return self.complete

    def _rest_above(self, depth: int, value: int) -> int:
        """Return what the rest adds at least once the coordinate at *depth* has *value*."""
        least, _ = self.rest[depth]
        if self.gap is None:
            return least
        here = self.order[depth]
        for axis in self.order[depth + 1 :]:
            if axis > here:
                above = value + self.gap * (axis - here)
                least += self.weights[axis] * max(0, above - self.domains[axis][0])
        return least

    def _values(self, depth: int, point: list[int], total: int) -> Sequence[int]:
        """Return the values of the next coordinate that can still lead to a point."""
        axis = self.order[depth]
        weight, domain = self.weights[axis], self.domains[axis]
        least_rest, most_rest = self.rest[depth]
        least = -((total + most_rest - self.low) // weight)
        most = (self.high - total - least_rest) // weight
        if self.gap is not None:
            for fixed in self.order[:depth]:
                if fixed < axis:
                    least = max(least, point[fixed] + self.gap)
                else:
                    most = min(most, point[fixed] - self.gap)
        return domain[bisect_left(domain, least) : bisect_right(domain, most)]
