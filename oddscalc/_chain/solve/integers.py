"""The integers that elimination reckons with: Python's own, or gmpy2's where they are faster.

Installing ``oddscalc[fast]`` brings gmpy2; the answers are the same with and without.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import gcd

WORTHWHILE = 200
"""States of a component from which gmpy2 gains more than its import and conversions cost."""


@dataclass(frozen=True)
class Integers:
    """A kind of integers.

    Args:
        whole: makes one of a Python int.
        gcd: the greatest common divisor of any number of them.
    """

    whole: Callable[[int], int]
    gcd: Callable[..., int]


PYTHON = Integers(int, gcd)


def integers_for(states: int) -> Integers:
    """Return the integers with which to eliminate a component of *states*."""
    return PYTHON if states < WORTHWHILE else _fastest()


@cache
def _fastest() -> Integers:
    try:
        import gmpy2
    except ImportError:
        return PYTHON
    return Integers(gmpy2.mpz, gmpy2.gcd)
