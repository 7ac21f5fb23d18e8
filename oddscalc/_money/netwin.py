"""The distribution of a net win, in integers until a number is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import gcd, lcm

from oddscalc._exact.numbers import square_root_decimal


@dataclass(frozen=True)
class NetWin:
    """How probable each net win is.

    The fractions of a long session have thousands of digits each, so that they are only made of
    what is asked for.

    Args:
        unit: an amount of which every net win is a multiple.
        ways: the integer weight of each net win that can come about, in units, the lowest first.
        whole: what the weights are shares of: their sum; of lower bounds, more than that.

    >>> skewed = NetWin.of([(Fraction(1, 4), Fraction(3)), (Fraction(3, 4), Fraction(-1))])
    >>> skewed.ways, skewed.whole, skewed.ahead
    ({-1: 3, 3: 1}, 4, Fraction(1, 4))
    >>> skewed.mean, skewed.variance, skewed.kurtosis, skewed.quantile(Fraction(3, 4))
    (Fraction(0, 1), Fraction(3, 1), Fraction(7, 3), Fraction(-1, 1))
    >>> skewed.sd, skewed.squared_skewness
    ('1.732050808', Fraction(4, 3))
    """

    unit: Fraction
    ways: Mapping[int, int]
    whole: int

    @classmethod
    def of(cls, cases: Iterable[tuple[Fraction, Fraction]]) -> NetWin:
        """Return the distribution of *cases*, each a probability and a net win; equal nets add."""
        sums: dict[Fraction, Fraction] = {}
        for probability, net in sorted(cases, key=lambda case: case[1]):
            if probability:
                sums[net] = sums.get(net, Fraction(0)) + probability
        below = lcm(*(net.denominator for net in sums))
        unit = Fraction(gcd(*(int(net * below) for net in sums)) or below, below)
        whole = lcm(*(probability.denominator for probability in sums.values()))
        ways = {int(net / unit): int(chance * whole) for net, chance in sums.items()}
        return cls(unit, ways, whole)

    def times(self, stake: Fraction) -> NetWin:
        """Return the distribution at a *stake* above 0, of which this is per unit."""
        return NetWin(self.unit * stake, self.ways, self.whole)

    def __len__(self) -> int:
        """Return how many net wins can come about."""
        return len(self.ways)

    def __iter__(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield each net win with its probability, the lowest first."""
        for units, ways in self.ways.items():
            yield units * self.unit, Fraction(ways, self.whole)

    @cached_property
    def probabilities(self) -> Mapping[Fraction, Fraction]:
        """The probability of each net win that can come about, the greatest first."""
        return dict(reversed(list(self)))

    @property
    def at_least(self) -> dict[Fraction, Fraction]:
        """The probability of each net win or a greater one."""
        return dict(zip(self.probabilities, accumulate(self.probabilities.values()), strict=True))

    @property
    def at_most(self) -> dict[Fraction, Fraction]:
        """The probability of each net win or a smaller one."""
        sums = accumulate(chance for _, chance in self)
        return {net: total for (net, _), total in zip(self, sums, strict=True)}

    def probability(self, of: Callable[[int], bool]) -> Fraction:
        """Return the probability of the net wins, in units, that *of* holds for."""
        return Fraction(sum(ways for units, ways in self.ways.items() if of(units)), self.whole)

    @property
    def ahead(self) -> Fraction:
        """The probability of a net win above 0."""
        return self.probability(lambda units: units > 0)

    @property
    def even(self) -> Fraction:
        """The probability of a net win of exactly 0."""
        return self.probability(lambda units: units == 0)

    @property
    def behind(self) -> Fraction:
        """The probability of a net loss."""
        return self.probability(lambda units: units < 0)

    def moment(self, order: int) -> Fraction:
        """Return the expected power of the net win."""
        powers = sum(units**order * ways for units, ways in self.ways.items())
        return self.unit**order * Fraction(powers, self.whole)

    @property
    def mean(self) -> Fraction:
        """The expected net win."""
        return self.moment(1)

    def central_moment(self, order: int) -> Fraction:
        """Return the expected power of the deviation from the mean."""
        mean = sum(units * ways for units, ways in self.ways.items())
        powers = sum((units * self.whole - mean) ** order * n for units, n in self.ways.items())
        return self.unit**order * Fraction(powers, self.whole ** (order + 1))

    @property
    def variance(self) -> Fraction:
        """The variance."""
        return self.moment(2) - self.mean**2

    @property
    def sd(self) -> str:
        """The standard deviation, a decimal text of 10 significant digits (it is irrational)."""
        return square_root_decimal(self.variance)

    @property
    def squared_skewness(self) -> Fraction | None:
        """The square of the skewness with its sign; None if nothing varies.

        The skewness is the third central moment over the cube of the standard deviation.
        """
        second, third = self.variance, self.central_moment(3)
        return third * abs(third) / second**3 if second else None

    @property
    def kurtosis(self) -> Fraction | None:
        """The fourth central moment over the square of the variance; None if nothing varies.

        This is the plain kurtosis: a normal distribution has 3.
        """
        second = self.variance
        return self.central_moment(4) / second**2 if second else None

    def quantile(self, share: Fraction) -> Fraction:
        """Return the least net win that is not exceeded with probability *share* or more."""
        needed, sofar = share.numerator * self.whole, 0
        for units, ways in self.ways.items():
            sofar += ways
            if sofar * share.denominator >= needed:
                return units * self.unit
        raise ValueError(f"a quantile at {share}; it must be at most 1")

    @property
    def digits(self) -> int:
        """About how many digits it takes to write down every probability."""
        return 2 * len(self) * self.whole.bit_length() * 30_103 // 100_000
