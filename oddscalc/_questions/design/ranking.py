"""The first of very many points in an order, without walking through all of them.

Along a leaf a key rises, or falls and then rises: the best points are at the ends of such runs,
and a run is left as soon as it has nothing better than what is kept.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from oddscalc._questions.design.search import Leaf

Point = tuple[int, ...]
Key = Callable[[Point], int]
Shape = Literal["strict", "weak", "convex"]


class Best:
    """The first *count* points by a key, the lowest first, or with *falling* the highest.

    Points of equal key come in lexicographic order; but if the key is ``weak``, *falling* turns
    that too, so that a run has its best points first.

    Args:
        key: a number for each point.
        count: how many points to keep.
        falling: whether the highest key comes first.
        shape: how the key goes along an axis: it rises strictly (``strict``), it never falls
            (``weak``), or it is strictly ``convex``.

    >>> best = Best(sum, 2, falling=True)
    >>> best.add(Leaf((0, 3), 0, range(5, 9)))
    >>> best.points()
    [(8, 3), (7, 3)]
    """

    def __init__(
        self, key: Key, count: int, *, falling: bool = False, shape: Shape = "strict"
    ) -> None:
        self.key, self.count, self.convex = key, count, shape == "convex"
        self.sign = -1 if falling else 1
        self.tie = self.sign if shape == "weak" else 1
        self.found = 0
        self._kept: list[tuple[int, Point, Point]] = []
        self._worst: tuple[int, Point, Point] | None = None

    def add(self, leaf: Leaf) -> None:
        """Keep what is best of the points of *leaf*; all of them are counted in ``found``."""
        self.found += len(leaf.values)
        for run in self._runs(leaf) if self.count else ():
            for value in run:
                ranked = self._ranked(leaf.at(value))
                if self._worst is not None and ranked > self._worst:
                    break
                self._kept.append(ranked)
                if len(self._kept) == 2 * self.count:
                    self._cut()

    def points(self) -> list[Point]:
        """Return the points, the first of the order first."""
        self._cut()
        return [point for _, _, point in self._kept]

    def _cut(self) -> None:
        self._kept = sorted(self._kept)[: self.count]
        if len(self._kept) == self.count:
            self._worst = self._kept[-1] if self._kept else None

    def _ranked(self, point: Point) -> tuple[int, Point, Point]:
        return self.sign * self.key(point), tuple([self.tie * n for n in point]), point

    def _runs(self, leaf: Leaf) -> Iterator[Sequence[int]]:
        """Yield runs of values along which the points become no better."""
        values = leaf.values
        turn = self._turn(leaf) if self.convex else 0
        falling, rising = values[:turn], values[turn:]
        if self.sign > 0:
            yield rising
            yield falling[::-1]
        else:
            yield rising[::-1]
            yield falling

    def _turn(self, leaf: Leaf) -> int:
        """Return the index of the value with the lowest key."""

        def rises(index: int) -> bool:
            here, after = leaf.values[index], leaf.values[index + 1]
            return self.key(leaf.at(after)) >= self.key(leaf.at(here))

        steps = range(len(leaf.values) - 1)
        if not steps or rises(0):
            return 0
        return bisect_left(steps, True, key=rises)
