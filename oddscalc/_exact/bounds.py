"""A number of which two bounds are known."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Bounds:
    """A number between two others, both possible.

    >>> third = Bounds(Fraction(3, 10), Fraction(4, 10))
    >>> third.times(Fraction(-10)), third.middle, third.width
    (Bounds(lower=Fraction(-4, 1), upper=Fraction(-3, 1)), Fraction(7, 20), Fraction(1, 10))
    """

    lower: Fraction
    upper: Fraction

    @property
    def width(self) -> Fraction:
        """How far the bounds are apart."""
        return self.upper - self.lower

    @property
    def middle(self) -> Fraction:
        """What is as far from both."""
        return (self.lower + self.upper) / 2

    def times(self, factor: Fraction) -> Bounds:
        """Return the bounds of the number times *factor*."""
        return Bounds(*sorted((self.lower * factor, self.upper * factor)))
