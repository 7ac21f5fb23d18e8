"""An exact distribution of money, in integers until a number is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Distribution:
    """The probability of each amount of money.

    The fractions of a long session have thousands of digits each, so that they are only made of
    what is asked for.

    Args:
        unit: what one unit of the amounts is worth.
        ways: the integer weight of each amount in units that can come about, the lowest first.
        whole: the sum of the weights.

    >>> two_coins = Distribution(Fraction(1), {-2: 1, 0: 2, 2: 1}, 4)
    >>> two_coins.ahead, two_coins.even, two_coins.mean, two_coins.variance
    (Fraction(1, 4), Fraction(1, 2), Fraction(0, 1), Fraction(2, 1))
    >>> two_coins.quantile(Fraction(1, 2))
    Fraction(0, 1)
    """

    unit: Fraction
    ways: Mapping[int, int]
    whole: int

    def __len__(self) -> int:
        """Return how many amounts can come about."""
        return len(self.ways)

    def __iter__(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield each amount with its probability, the lowest first."""
        for units, ways in self.ways.items():
            yield units * self.unit, Fraction(ways, self.whole)

    def probability(self, of: Callable[[int], bool]) -> Fraction:
        """Return the probability of the amounts, in units, that *of* holds for."""
        return Fraction(sum(ways for units, ways in self.ways.items() if of(units)), self.whole)

    @property
    def ahead(self) -> Fraction:
        """The probability of an amount above 0."""
        return self.probability(lambda units: units > 0)

    @property
    def even(self) -> Fraction:
        """The probability of exactly 0."""
        return self.probability(lambda units: units == 0)

    @property
    def behind(self) -> Fraction:
        """The probability of an amount below 0."""
        return self.probability(lambda units: units < 0)

    @property
    def mean(self) -> Fraction:
        """The expected amount."""
        return self.unit * Fraction(sum(n * ways for n, ways in self.ways.items()), self.whole)

    @property
    def variance(self) -> Fraction:
        """The variance of the amount."""
        square = Fraction(sum(n * n * ways for n, ways in self.ways.items()), self.whole)
        return self.unit**2 * square - self.mean**2

    def quantile(self, share: Fraction) -> Fraction:
        """Return the least amount that is not exceeded with probability *share* or more."""
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
