"""Chains that grow, up to a million states.

They are built by counting, without a table of what has been found, so that the memory measured
is that of the chain and of its solution.
"""

from __future__ import annotations

from benchmarks.chains import TOTALS, WAYS, bankroll_problem
from oddscalc._chain.rows import Rows

SIZES = {
    "repeats": (1, 2, 3, 4, 5, 6, 7, 8, 9),
    "throws": (6, 8, 10, 12, 14, 16, 18, 20),
    "bankroll": (50, 100, 200, 500, 1000, 2000, 5000),
}
"""The sizes of each family; the quick run takes the first half."""

TITLES = {
    "repeats": "each of six numbers up to n times before a 7",
    "throws": "each of n ordered throws before a 7",
    "bankroll": "bankroll 0..n on the pass line",
}


def grown(family: str, size: int) -> Rows:
    """Return the chain of one size."""
    if family == "bankroll":
        return bankroll_problem(size).rows()
    return repeats(size) if family == "repeats" else throws(size)


def repeats(most: int) -> Rows:
    """Return the count of six numbers, each up to *most*, until a 7.

    The counts are the digits of a state's number, the least first.
    """
    base = most + 1
    size = base ** len(WAYS) - 1  # the state in which all are complete is the first end
    targets, ways = [], list[tuple[int, ...]]()
    shared: dict[tuple[int, ...], tuple[int, ...]] = {}
    for state in range(size):
        counts = [state // base**index % base for index in range(len(WAYS))]
        open_ = [index for index, count in enumerate(counts) if count < most]
        fresh = [WAYS[index] for index in open_]
        end = size + 1 + len(counts) - len(open_)
        targets.append((*(state + base**index for index in open_), state, end))
        row = (*fresh, 36 - TOTALS[7] - sum(fresh), TOTALS[7])
        ways.append(shared.setdefault(row, row))
    return Rows(targets, ways, [(0, 1)], 1 + len(WAYS))


def throws(number: int) -> Rows:
    """Return the set of *number* ordered throws seen until a 7; a state's bits are the throws."""
    size = (1 << number) - 1
    targets, ways = [], list[tuple[int, ...]]()
    shared: dict[tuple[int, ...], tuple[int, ...]] = {}
    for state in range(size):
        fresh = [state | 1 << index for index in range(number) if not state >> index & 1]
        targets.append((*fresh, state, size + 1))
        row = (*[1] * len(fresh), 36 - TOTALS[7] - len(fresh), TOTALS[7])
        ways.append(shared.setdefault(row, row))
    return Rows(targets, ways, [(0, 1)], 2)
