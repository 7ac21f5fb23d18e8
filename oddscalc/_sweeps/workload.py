"""What a sweep asks: its axes, and the points of their product, each known by its number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from math import prod

from oddscalc._dice.dice import Dice
from oddscalc._money.paytable import Paytable
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import NumberError

MAX_POINTS = 10_000_000
"""Points of one grid file; more are cut into several files."""

CHUNK_POINTS = 200
CHUNK_CHAINS = 16
"""What a worker is given at a time: so many points, on about so many different chains at most."""

_PART = re.compile(r"([0-9]{1,7})/([0-9]{1,7})")


@dataclass(frozen=True)
class Point:
    """One question; None for what is not given, as with ``oddscalc.edge``.

    The fields are the axes in the order of the product: the last varies fastest. Those that decide
    the chain come first, so that the points of one chain are neighbours.
    """

    rules: str
    bet: str
    reading: str | None = None
    dice: str = "fair"
    where: str | None = None
    working: str | None = None
    odds: str | None = None
    paytable: str | None = None
    pays: tuple[str, ...] | None = None
    vig: str | None = None
    key: str | None = None
    unit: str | None = None
    rounding: str | None = None
    stake: str | None = None

    def asked(self) -> dict[str, str | tuple[str, ...] | None]:
        """Return the inputs under the names that they have in a grid file.

        >>> list(Point("standard", "pass", stake="5").asked().items())[-1]
        ('stake', '5')
        """
        return dict(zip(AXES, (getattr(self, field.name) for field in fields(self)), strict=True))


AXES = tuple("from" if field.name == "where" else field.name for field in fields(Point))
"""The names of the axes, in the order of the product."""

_CHAIN_AXES = AXES.index("odds")


SECONDS = 60
"""Seconds of processor time that a chain may take by default."""


@dataclass(frozen=True, eq=False)
class Workload:
    """All that is asked, ready to be sent to a worker.

    Args:
        axes: the values of each axis, in the order of ``AXES``; empty if there is no product.
        points: the points that are listed one by one; they follow the product.
        dice: all dice, by the text they have in the points.
        rulebooks: every rulebook, by the name it has in the points.
        paytables: every paytable, by the name it has in the points.
        max_states: how many states a chain may have.
        digest: the SHA-256 of the grid file and of the files it names.
        seconds: how much processor time a chain may take; 0 for any.

    >>> axes = [("standard",), ("pass", "field"), *[(None,)] * 11, ("5", "10")]
    >>> axes[AXES.index("dice")] = ("fair",)
    >>> plan = Workload(tuple(axes), (), {}, {}, {}, 100_000, "")
    >>> [(point.bet, point.stake) for point in map(plan.point, range(len(plan)))]
    [('pass', '5'), ('pass', '10'), ('field', '5'), ('field', '10')]
    """

    axes: tuple[tuple[str | tuple[str, ...] | None, ...], ...]
    points: tuple[Point, ...]
    dice: Mapping[str, Dice]
    rulebooks: Mapping[str, Rulebook]
    paytables: Mapping[str, Paytable]
    max_states: int
    digest: str
    seconds: int = SECONDS

    def __len__(self) -> int:
        """Return the number of points."""
        return self._product + len(self.points)

    @cached_property
    def _product(self) -> int:
        return prod(map(len, self.axes)) if self.axes else 0

    @cached_property
    def _on_one_chain(self) -> int:
        """How many neighbours in the product differ in nothing that decides the chain."""
        return prod(map(len, self.axes[_CHAIN_AXES:]))

    def point(self, number: int) -> Point:
        """Return the point of that number; they are counted from 0 here, from 1 in results."""
        if number >= self._product:
            return self.points[number - self._product]
        values = []
        for axis in reversed(self.axes):
            number, place = divmod(number, len(axis))
            values.append(axis[place])
        return Point(*reversed(values))  # type: ignore[arg-type]  # each of its axis's type

    def chunks(self, start: int, stop: int) -> Iterator[range]:
        """Yield the points from *start* to *stop* in the pieces that a worker is given.

        Points of one chain are not parted, unless they are too many.
        """
        while start < stop:
            end = self._end_of_chunk(start)
            yield range(start, min(end, stop))
            start = end

    def _end_of_chunk(self, start: int) -> int:
        if start >= self._product:
            return start + CHUNK_CHAINS
        alike = self._on_one_chain
        if alike > CHUNK_POINTS:
            return min(start + CHUNK_POINTS, self._product)
        chains = start // alike + min(CHUNK_CHAINS, CHUNK_POINTS // alike)
        return min(chains * alike, self._product)


@dataclass(frozen=True)
class Slice:
    """A part of a sweep that is computed by itself, such as the 3rd of 10."""

    number: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Slice:
        """Read ``3/10``.

        Raises:
            NumberError: it is no such part.

        >>> Slice.parse("3/10").points(1_005)
        range(201, 301)
        """
        match = _PART.fullmatch(text)
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            raise NumberError(f"{text!r} is no part; write 1/10, 2/10, up to 10/10")
        return cls(int(match[1]), int(match[2]))

    def points(self, count: int) -> range:
        """Return the points of this part, of *count* in all; parts differ by one point at most."""
        return range(count * (self.number - 1) // self.of, count * self.number // self.of)

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"
