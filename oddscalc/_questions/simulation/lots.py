"""Drawing lots: numbers with exact rational probabilities, from uniform integers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from oddscalc.errors import LimitError

MOST_LOTS = 2**63 - 1
"""The largest common denominator from which integers are drawn."""

_TABLE_LOTS = 2**16  # lots that are listed one by one; of more, only the bounds are


class Lots:
    """As many lots as the common denominator of the probabilities, each equally likely.

    Args:
        probabilities: of the numbers 0, 1, ...; they sum to 1.
        what: what is drawn, for the message.

    Raises:
        NumberError: more than 2**63 - 1 lots would be needed.

    >>> lots = Lots([Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], "faces")
    >>> lots.of(np.arange(6)).tolist()
    [0, 0, 0, 1, 1, 2]
    """

    def __init__(self, probabilities: Sequence[Fraction], what: str) -> None:
        self.whole = lcm(*(probability.denominator for probability in probabilities))
        if self.whole > MOST_LOTS:
            raise LimitError(
                f"the common denominator of the weights of the {what} is above 2**63, from which"
                " nothing is drawn; give weights with smaller denominators",
                code="numbers-too-long",
            )
        ways = [int(probability * self.whole) for probability in probabilities]
        self._kind = np.min_scalar_type(self.whole - 1)
        self._listed = self.whole <= _TABLE_LOTS
        if self._listed:
            self._table = np.repeat(np.arange(len(ways), dtype=np.int64), ways)
        else:
            self._table = np.cumsum(np.array(ways[:-1], dtype=np.uint64)).astype(self._kind)

    def draw(self, generator: np.random.Generator, size: int) -> NDArray[np.int64]:
        """Return *size* numbers, drawn independently."""
        return self.of(generator.integers(0, self.whole, size=size, dtype=self._kind))

    def of(self, lots: NDArray[np.unsignedinteger]) -> NDArray[np.int64]:
        """Return the number that each of the lots 0, 1, ... stands for."""
        numbers: NDArray[np.int64]
        if self._listed:
            numbers = self._table[lots]
        else:
            numbers = np.searchsorted(self._table, lots, side="right").astype(np.int64)
        return numbers
