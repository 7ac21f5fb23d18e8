"""Stepping a chain forward, roll by roll, in exact integers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import isqrt, lcm

from oddscalc._chain.rows import Rows
from oddscalc._exact.budget import at

MOST_ROLLS = 100_000
"""Rolls that any chain is followed at most."""

MOST_LISTED = 5_000
"""Rolls whose probabilities are listed at most: the fraction of roll n has about 3 n digits."""

_WORK = 240_000_000_000
# Steps of a chain, times the bits by which a roll makes the numbers longer, times the square of
# the rolls: seconds, whether the chain is large or the rolls are many.


def scale_of(rows: Rows) -> int:
    """Return the whole that the steps of every state are brought to: 36 with fair dice."""
    return lcm(*map(rows.total, range(len(rows))))


def whole_steps(rows: Rows) -> list[list[tuple[int, int]]]:
    """Return where each state leads to, with the ways over the one ``scale_of(rows)`` for all.

    >>> whole_steps(Rows(targets=[(1, 2), (2,)], ways=[(1, 2), (1,)], start=[(0, 1)], ends=1))
    [[(1, 1), (2, 2)], [(2, 3)]]
    """
    scale = scale_of(rows)
    return [
        [(after, n * (scale // rows.total(state))) for after, n in zip(targets, ways, strict=True)]
        for state, (targets, ways) in enumerate(zip(rows.targets, rows.ways, strict=True))
    ]


def arrivals(rows: Rows) -> Iterator[list[int]]:
    """Yield, for roll 1, 2, ... without end, the mass that arrives at each end with it.

    The masses of roll n are in units of 1 / (w s**n), where w is the sum of the start's ways and
    s is ``scale_of(rows)``.

    >>> from itertools import islice
    >>> place_6 = Rows(targets=[(0, 1, 2)], ways=[(25, 5, 6)], start=[(0, 1)], ends=2)
    >>> list(islice(arrivals(place_6), 2))
    [[5, 6], [125, 150]]
    """
    size, steps = len(rows), whole_steps(rows)
    mass = [0] * size
    for state, ways in rows.start:
        mass[state] += ways
    for roll in count(1):
        at("following the bet, rolls", roll)
        flow = [0] * (size + rows.ends)
        for here, row in zip(mass, steps, strict=True):
            if here:
                for after, ways in row:
                    flow[after] += here * ways
        yield flow[size:]
        mass = flow[:size]


def most_rolls(rows: Rows) -> int:
    """Return how many rolls a chain of this size is followed at most.

    >>> most_rolls(Rows(targets=[(0, 1, 2)], ways=[(25, 5, 6)], start=[(0, 1)], ends=2))
    100000
    """
    return min(MOST_ROLLS, isqrt(_WORK // (rows.edges * scale_of(rows).bit_length())))
