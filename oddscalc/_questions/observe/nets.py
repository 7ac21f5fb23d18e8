"""How probable the net of many bets is: exact where it can be, else bounded or about normal."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor, gcd, lcm

from oddscalc._exact.bounds import Bounds
from oddscalc._money.netwin import NetWin
from oddscalc._questions.observe.laws import AT_MOST, NORMAL, PValue, binomial
from oddscalc._questions.observe.pearson import chi_square_tail
from oddscalc._questions.sessions.sums import power

MOST_BITS = 2**25
"""Bits of all weights up to which the law of a sum is worked out."""

MOST_SKEW = Fraction(1, 100)
"""The square of the skewness of a sum up to which it is taken as normal."""

Part = tuple[NetWin, int]
"""The net win of one bet, and how many bets there were."""


def net_p(parts: Sequence[Part], net: Fraction) -> PValue:
    """Return the two-sided p-value of the *net* of all bets of *parts*, which are independent.

    >>> even = NetWin.of([(Fraction(1, 2), Fraction(1)), (Fraction(1, 2), Fraction(-1))])
    >>> net_p([(even, 3)], Fraction(3)).exact
    Fraction(1, 4)
    """
    random = list[Part]()
    for law, number in parts:
        if len(law) == 1:
            net -= law.mean * number
        elif number:
            random.append((law, number))
    if not random:
        return PValue.exactly(Fraction(not net))
    if len(random) == 1 and len(random[0][0]) == 2:
        return _two_nets(*random[0], net)
    if sum(_bits(law, number) for law, number in random) * len(random) <= MOST_BITS:
        return _worked_out(random, net)
    return _by_moments(random, net)


def _two_nets(law: NetWin, number: int, net: Fraction) -> PValue:
    low, high = law.ways
    wins = (net / law.unit - number * low) / (high - low)
    return binomial(number, Fraction(law.ways[high], law.whole)).two_sided(ceil(wins), floor(wins))


def _bits(law: NetWin, number: int) -> int:
    span = max(law.ways) - min(law.ways)
    return span * number * number * law.whole.bit_length() * (len(law) - 1)


def _worked_out(parts: Sequence[Part], net: Fraction) -> PValue:
    below = lcm(*(law.unit.denominator for law, _ in parts))
    unit = Fraction(gcd(*(int(law.unit * below) for law, _ in parts)), below)
    sums, lowest, whole = [1], 0, 1
    for law, number in parts:
        step, least = int(law.unit / unit), min(law.ways)
        weights = {(units - least) * step: ways for units, ways in law.ways.items()}
        sums = _product(sums, list(power(weights, number)))
        lowest += number * least * step
        whole *= law.whole**number
    place = net / unit - lowest
    above = sum(sums[max(ceil(place), 0) :])
    below_it = sum(sums[: max(floor(place) + 1, 0)])
    return PValue.exactly(min(Fraction(1), Fraction(2 * min(above, below_it), whole)))


def _product(left: Sequence[int], other: Sequence[int]) -> list[int]:
    """Return the coefficients of the product of two polynomials.

    Both are written into one long number each, so that one multiplication does it all.

    >>> _product([1, 2], [3, 4, 5])
    [3, 10, 13, 10]
    """
    size = (sum(left) * sum(other)).bit_length() // 8 + 1
    first, second = (
        int.from_bytes(b"".join(ways.to_bytes(size, "little") for ways in factor), "little")
        for factor in (left, other)
    )
    count = len(left) + len(other) - 1
    digits = (first * second).to_bytes(count * size, "little")
    return [int.from_bytes(digits[n * size : (n + 1) * size], "little") for n in range(count)]


def _by_moments(parts: Sequence[Part], net: Fraction) -> PValue:
    """Return the p-value of a normal sum; if it is too skewed for that, a bound.

    Source of the bound: the one-sided inequality of Cantelli.
    """
    off = net - sum(number * law.mean for law, number in parts)
    variance = sum((number * law.variance for law, number in parts), Fraction(0))
    third = sum((number * law.central_moment(3) for law, number in parts), Fraction(0))
    if third**2 <= MOST_SKEW * variance**3:
        return chi_square_tail(off**2 / variance, 1, NORMAL)
    most = min(Fraction(1), 2 * variance / (variance + off**2))
    return PValue(Bounds(Fraction(0), most), AT_MOST)
