"""Exact values that may be irrational: rational numbers, and square roots of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from oddscalc._exact.numbers import decimal, exact, round_half_away, square_root_decimal


@dataclass(frozen=True)
class Exact:
    """An exact value: a rational number, or the square root of one.

    Args:
        number: the value; of a root its square, with the sign of the root.
        root: whether it is an irrational root.

    >>> Exact.root_of(Fraction(2)).rounded(3), Exact.root_of(Fraction(9, 4)).number
    (1414, Fraction(3, 2))
    """

    number: Fraction
    root: bool = False

    @classmethod
    def root_of(cls, square: Fraction, sign: int = 1) -> Exact:
        """Return the root of *square* >= 0, or what it is the negative of."""
        top, bottom = isqrt(square.numerator), isqrt(square.denominator)
        if Fraction(top, bottom) ** 2 == square:
            return cls(sign * Fraction(top, bottom))
        return cls(sign * square, True)

    def times(self, factor: Fraction) -> Exact:
        """Return the product."""
        return Exact(self.number * (factor * abs(factor) if self.root else factor), self.root)

    def rounded(self, places: int) -> int:
        """Return the value in units of the last of *places* decimals, half away from zero."""
        if not self.root:
            return round_half_away(self.number * 10**places)
        doubled = isqrt(int(4 * abs(self.number) * 100**places))
        return (doubled + 1) // 2 * (-1 if self.number < 0 else 1)

    def cut(self, places: int) -> int:
        """Return the same with the further digits dropped instead of rounded."""
        scaled = abs(self.number) * (100 if self.root else 10) ** places
        whole = isqrt(int(scaled)) if self.root else int(scaled)
        return -whole if self.number < 0 else whole

    def below(self, number: Fraction) -> bool:
        """Return whether the value is below *number*."""
        return self.number < (number * abs(number) if self.root else number)

    @property
    def decimal(self) -> str:
        """The value to 10 significant digits."""
        if not self.root:
            return decimal(self.number)
        return ("-" if self.number < 0 else "") + square_root_decimal(abs(self.number))

    def __str__(self) -> str:
        if not self.root:
            return exact(self.number)
        return f"{'-' if self.number < 0 else ''}sqrt({exact(abs(self.number))})"
