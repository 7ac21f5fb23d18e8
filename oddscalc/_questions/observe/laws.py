"""How probable a count is: exact p-values, and proven bounds of them where counts are large.

A two-sided p-value is the doubled smaller tail, at most 1: twice the probability of the count or a
greater one, or of it or a smaller one, whichever is less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from oddscalc._exact.bounds import Bounds

EXACT, BOUNDED, CHI_SQUARE, NORMAL, AT_MOST = "exact", "bounded", "chi-square", "normal", "at most"
"""How a p-value is known; chi-square and normal are approximations."""

MOST_EXACT = 1_000
"""Values of a count up to which its tails are summed exactly; of more they are enclosed."""

_BITS = 256  # of the likeliest value's weight, when tails are enclosed


@dataclass(frozen=True)
class PValue:
    """How often chance alone brings what was observed, or something as extreme.

    Args:
        bounds: what it lies between; both are equal if it is known exactly, or if it comes from
            an approximation.
        method: how it is known.

    >>> PValue.exactly(Fraction(1, 3)).exact
    Fraction(1, 3)
    """

    bounds: Bounds
    method: str

    @classmethod
    def exactly(cls, value: Fraction) -> PValue:
        """Return an exact one."""
        return cls(Bounds(value, value), EXACT)

    @property
    def exact(self) -> Fraction | None:
        """The exact value, if it is known."""
        return self.bounds.upper if self.method == EXACT else None

    @property
    def upper(self) -> Fraction:
        """What it is at most."""
        return self.bounds.upper


@dataclass(frozen=True)
class Law:
    """The distribution of a count; its weights rise up to one value and fall from there.

    Args:
        low: the least value.
        high: the greatest value.
        near: a value near the likeliest.
        first: the integer weight of the least value; 0 if there are too many to be listed.
        step: the weight of the next value over that of a value, above and below the line.
    """

    low: int
    high: int
    near: int
    first: int
    step: Callable[[int], tuple[int, int]]

    @property
    def mode(self) -> int:
        """The likeliest value, or one of two."""
        at = min(max(self.near, self.low), self.high)
        while at < self.high and _rises(self.step(at)):
            at += 1
        while at > self.low and not _rises(self.step(at - 1)):
            at -= 1
        return at

    def _weights(self) -> Iterator[int]:
        """Yield every weight, each made of the one before."""
        weight = self.first
        yield weight
        for value in range(self.low, self.high):
            above, below = self.step(value)
            weight = weight * above // below
            yield weight

    def tails(self, from_: int, to: int) -> tuple[Bounds, Bounds]:
        """Return the probability of *from_* or more, and that of *to* or less."""
        if self.high - self.low <= MOST_EXACT:
            weights = list(self._weights())
            whole = sum(weights)
            above = Fraction(sum(weights[max(from_ - self.low, 0) :]), whole)
            below = Fraction(sum(weights[: max(to - self.low + 1, 0)]), whole)
            return Bounds(above, above), Bounds(below, below)
        mode, falls = self.mode, lambda at: self.step(at - 1)[::-1]
        up = list(_falling(mode, self.high, 1, self.step))
        down = list(_falling(mode, self.low, -1, falls))
        places = {mode - n: term for n, term in enumerate(down)}
        places |= {mode + n: term for n, term in enumerate(up)}
        # What lies beyond the last term on either side is in that term's upper bound.
        least, most = min(places), max(places)
        all_ = _sum(places.values())
        shares = [
            _share(_sum(places[n] for n in part), all_)
            for part in (
                range(max(min(from_, most), least), most + 1),
                range(least, min(max(to, least), most) + 1),
            )
        ]
        if from_ > self.high or to < self.low:
            zero = Bounds(Fraction(0), Fraction(0))
            return (zero, shares[1]) if from_ > self.high else (shares[0], zero)
        if from_ > most:
            shares[0] = Bounds(Fraction(0), shares[0].upper)
        if to < least:
            shares[1] = Bounds(Fraction(0), shares[1].upper)
        return shares[0], shares[1]

    def two_sided(self, from_: int, to: int | None = None) -> PValue:
        """Return the doubled smaller tail of a count; of one between two, from the upper on.

        >>> binomial(3, Fraction(1, 2)).two_sided(3).exact
        Fraction(1, 4)
        """
        above, below = self.tails(from_, from_ if to is None else to)
        ends = [
            min(Fraction(1), 2 * min(tails, other))
            for tails, other in ((above.lower, below.lower), (above.upper, below.upper))
        ]
        exact = self.high - self.low <= MOST_EXACT or not ends[1]
        return PValue(Bounds(*ends), EXACT if exact else BOUNDED)


def binomial(trials: int, chance: Fraction) -> Law:
    """Return the law of how many of independent *trials* succeed.

    >>> binomial(2, Fraction(1, 3)).two_sided(2).exact
    Fraction(2, 9)
    """
    yes, no = chance.numerator, chance.denominator - chance.numerator
    low, high = (0 if no else trials), (trials if yes else 0)
    return Law(
        low,
        high,
        trials * yes // (yes + no),
        (no if no else yes) ** trials if high - low <= MOST_EXACT else 0,
        lambda k: ((trials - k) * yes, (k + 1) * no),
    )


def hypergeometric(all_: int, marked: int, drawn: int) -> Law:
    """Return the law of how many of *drawn* are *marked*, without putting back.

    >>> hypergeometric(5, 3, 2).two_sided(0).exact
    Fraction(1, 5)
    """
    plain = all_ - marked
    low, high = max(0, drawn - plain), min(marked, drawn)
    return Law(
        low,
        high,
        drawn * marked // all_ if all_ else 0,
        comb(marked, low) * comb(plain, drawn - low) if high - low <= MOST_EXACT else 0,
        lambda k: ((marked - k) * (drawn - k), (k + 1) * (plain - drawn + k + 1)),
    )


def _rises(step: tuple[int, int]) -> bool:
    return step[0] > step[1]


def _falling(
    mode: int, end: int, way: int, step: Callable[[int], tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield bounds of the weights from the mode to an end, in units of 2**-256 of the mode's.

    Once the lower bound is 0, the upper one is that of all that follow: the ratio of one weight to
    the one before falls, so that they are less than a geometric series.
    """
    low = high = 1 << _BITS
    at = mode
    while at != end:
        above, below = step(at)
        after = low * above // below
        if not after and above < below:
            yield low, high - (-high * above // (below - above))
            return
        yield low, high
        low, high, at = after, -(-high * above // below), at + way
    yield low, high


def _sum(terms: Iterable[tuple[int, int]]) -> tuple[int, int]:
    lows = highs = 0
    for low, high in terms:
        lows, highs = lows + low, highs + high
    return lows, highs


def _share(part: tuple[int, int], whole: tuple[int, int]) -> Bounds:
    return Bounds(Fraction(part[0], whole[1]), min(Fraction(1), Fraction(part[1], whole[0])))
