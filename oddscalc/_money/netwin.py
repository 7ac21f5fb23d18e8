"""The distribution of a net win, and what its exact moments say of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from oddscalc._exact.numbers import square_root_decimal

NORMAL_KURTOSIS = 3
"""The kurtosis of a normal distribution, over which the excess is counted."""


@dataclass(frozen=True)
class NetWin:
    """How probable each net win is.

    Args:
        probabilities: the probability of each net win that can come about, the greatest first.

    >>> even = NetWin.of([(Fraction(1, 4), Fraction(3)), (Fraction(3, 4), Fraction(-1))])
    >>> even.mean, even.variance, even.kurtosis
    (Fraction(0, 1), Fraction(3, 1), Fraction(7, 3))
    >>> even.sd, even.skewness
    ('1.732050808', '1.154700538')
    """

    probabilities: Mapping[Fraction, Fraction]

    @classmethod
    def of(cls, cases: Iterable[tuple[Fraction, Fraction]]) -> NetWin:
        """Return the distribution of *cases*, each a probability and a net win; equal nets add."""
        sums: dict[Fraction, Fraction] = {}
        for probability, net in cases:
            if probability:
                sums[net] = sums.get(net, Fraction(0)) + probability
        return cls(dict(sorted(sums.items(), reverse=True)))

    @property
    def at_least(self) -> dict[Fraction, Fraction]:
        """The probability of each net win or a greater one."""
        return dict(zip(self.probabilities, accumulate(self.probabilities.values()), strict=True))

    @property
    def at_most(self) -> dict[Fraction, Fraction]:
        """The probability of each net win or a smaller one."""
        upwards = list(self.probabilities.items())[::-1]
        sums = accumulate(probability for _, probability in upwards)
        return dict(zip((net for net, _ in upwards), sums, strict=True))

    @property
    def mean(self) -> Fraction:
        """The expected net win."""
        return sum((net * chance for net, chance in self.probabilities.items()), Fraction(0))

    def central_moment(self, order: int) -> Fraction:
        """Return the expected power of the deviation from the mean."""
        mean = self.mean
        return sum(
            (chance * (net - mean) ** order for net, chance in self.probabilities.items()),
            Fraction(0),
        )

    @property
    def variance(self) -> Fraction:
        """The variance."""
        return self.central_moment(2)

    @property
    def sd(self) -> str:
        """The standard deviation, a decimal text of 10 significant digits (it is irrational)."""
        return square_root_decimal(self.variance)

    @property
    def skewness(self) -> str | None:
        """The third central moment over the cube of sd, a decimal text; None if nothing varies."""
        second, third = self.central_moment(2), self.central_moment(3)
        if not second:
            return None
        return ("-" if third < 0 else "") + square_root_decimal(third**2 / second**3)

    @property
    def kurtosis(self) -> Fraction | None:
        """The fourth central moment over the square of the variance; None if nothing varies.

        This is the plain kurtosis: a normal distribution has 3.
        """
        second = self.central_moment(2)
        return self.central_moment(4) / second**2 if second else None

    @property
    def excess_kurtosis(self) -> Fraction | None:
        """The kurtosis above that of a normal distribution; None if nothing varies."""
        return None if self.kurtosis is None else self.kurtosis - NORMAL_KURTOSIS
