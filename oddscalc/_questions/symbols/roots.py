"""Exact zeros of formulas in one symbol: rational, or algebraic between two rational bounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, prod

from sympy import QQ, Poly, Symbol

from oddscalc._exact.numbers import decimal
from oddscalc._questions.symbols.algebra import Ratios, as_python
from oddscalc._questions.symbols.book import Book
from oddscalc._questions.symbols.terms import Terms

Coefficients = tuple[int, ...]
"""Those of a polynomial, the highest power first: whole, without a common factor, that above 0."""


@dataclass(frozen=True)
class Zero:
    """A real algebraic number at which a formula in one symbol is 0, or a range of it ends.

    Args:
        symbol: the symbol.
        polynomial: its minimal polynomial.
        low: a bound below; the number itself if it is rational.
        high: a bound above; no other zero of the polynomial lies between the two.
        decimal: it to 10 significant digits.
        before: the sign of the formula just below it: 1 or -1; 0 of an end of a range.
        after: the sign just above it.
    """

    symbol: str
    polynomial: Coefficients
    low: Fraction
    high: Fraction
    decimal: str
    before: int = 0
    after: int = 0

    @property
    def exact(self) -> Fraction | None:
        """The number itself, if it is rational."""
        return self.low if self.low == self.high else None


Limit = Zero | None
"""An end of a range; None where there is none."""


@dataclass(frozen=True)
class Quotient:
    """A fraction in one symbol, in factors.

    Args:
        symbol: the symbol.
        content: the sign of the number before the factors; 0 of what is 0 everywhere.
        factors: irreducible polynomials with their powers, those of the denominator below 0.
    """

    symbol: str
    content: int
    factors: Mapping[Coefficients, int]

    @classmethod
    def of(cls, book: Book, terms: Terms, symbol: str) -> Quotient:
        """Return the sum of *terms*, which depend on *symbol* alone."""
        ratios, place = Ratios(book), book.symbols.index(symbol)
        ratio = ratios.of(terms)
        divisors = ((ratios.factors[number], -power) for number, power in ratio.below.items())
        content, factors = 1, Counter[Coefficients]()
        for element, power in ((ratio.above, 1), *divisors):
            coefficients = {(powers[place],): number for powers, number in element.terms()}
            constant, parts = Poly.from_dict(coefficients, Symbol(symbol), domain=QQ).factor_list()
            content *= _sign([as_python(constant).numerator], Fraction(1))
            for part, times in parts:  # each with whole coefficients, as sympy has them
                factors[tuple(map(int, part.all_coeffs()))] += times * power
        return cls(symbol, content, factors)

    def sign(self, at: Fraction) -> int:
        """Return the sign of the value at a number that is no root of any factor."""
        return self.content * prod(
            _sign(factor, at) for factor, power in self.factors.items() if power % 2
        )


def zeros(quotient: Quotient, positive: Sequence[Quotient] = ()) -> tuple[Zero, ...]:
    """Return where *quotient* is 0 while each of *positive* is above 0, in rising order.

    All are in one symbol. What is 0 everywhere has none.
    """
    if not quotient.content:
        return ()
    ends = _roots(factor for bound in positive for factor in bound.factors)
    roots = _roots(factor for factor, power in quotient.factors.items() if power > 0)
    poles = _roots(factor for factor, power in quotient.factors.items() if power < 0)
    inside = []
    for root in roots:
        if any(root.coefficients in bound.factors for bound in positive):
            continue
        root.part_from(ends)
        if all(bound.sign(root.low) > 0 for bound in positive):
            root.narrow()
            root.part_from(other for other in (*roots, *poles) if other is not root)
            signs = quotient.sign(root.low), quotient.sign(root.high)
            inside.append(root.zero(quotient.symbol, *signs))
    return tuple(sorted(inside, key=lambda zero: zero.low))


def ranges(symbol: str, positive: Sequence[Quotient]) -> list[tuple[Limit, Limit]]:
    """Return the open intervals of *symbol* in which each of *positive* is above 0."""
    ends = _roots(factor for bound in positive for factor in bound.factors)
    for root in ends:
        root.narrow()
        root.part_from(other for other in ends if other is not root)
    ends.sort(key=lambda root: root.low)
    limits: list[Limit] = [None, *(root.zero(symbol) for root in ends), None]
    return [
        limit
        for limit, sample in zip(pairwise(limits), _samples(ends), strict=True)
        if all(bound.sign(sample) > 0 for bound in positive)
    ]


class _Root:
    """A root of an irreducible polynomial, between bounds that are narrowed as is needed.

    Args:
        coefficients: those of the polynomial.
        low: a bound below.
        high: a bound above; the polynomial has no other root between them, and none at them.
    """

    def __init__(self, coefficients: Coefficients, low: Fraction, high: Fraction) -> None:
        self.coefficients = coefficients
        self.low = low
        self.high = high
        self.exact: Fraction | None = None
        if len(coefficients) == 2:
            self.exact = Fraction(-coefficients[1], coefficients[0])
            self.low, self.high = self.exact - 1, self.exact + 1

    def part_from(self, others: Iterable[_Root]) -> None:
        """Narrow the bounds until none of *others*, which are other numbers, lies within them."""
        for other in others:
            while self.low <= other.high and other.low <= self.high:
                self._halve()
                other._halve()

    def _halve(self) -> None:
        if self.exact is not None:
            self.low, self.high = (self.low + self.exact) / 2, (self.high + self.exact) / 2
            return
        middle = (self.low + self.high) / 2
        if _sign(self.coefficients, middle) == _sign(self.coefficients, self.high):
            self.high = middle
        else:
            self.low = middle

    def narrow(self) -> None:
        """Make the bounds of an irrational root neighbouring decimals.

        They are so close that both are the same to 10 significant digits.
        """
        places = 2
        while self.exact is None:
            below, above = self._decimals(10**places)
            if self.low <= below and above <= self.high and decimal(below) == decimal(above):
                self.low, self.high = below, above
                return
            places += 5

    def zero(self, symbol: str, before: int = 0, after: int = 0) -> Zero:
        """Return the root for the outside."""
        low, high = (self.low, self.high) if self.exact is None else (self.exact, self.exact)
        return Zero(symbol, self.coefficients, low, high, decimal(high), before, after)

    def _decimals(self, unit: int) -> tuple[Fraction, Fraction]:
        """Return the neighbouring multiples of 1/unit between which the root lies."""
        rising = _sign(self.coefficients, self.high)
        first, last = floor(self.low * unit), ceil(self.high * unit)
        while last - first > 1:
            middle = (first + last) // 2
            here = Fraction(middle, unit)
            if here >= self.high or (here > self.low and _sign(self.coefficients, here) == rising):
                last = middle
            else:
                first = middle
        return Fraction(first, unit), Fraction(last, unit)


def _roots(factors: Iterable[Coefficients]) -> list[_Root]:
    """Return the different real roots of irreducible *factors*."""
    return [
        _Root(factor, as_python(low), as_python(high))
        for factor in dict.fromkeys(factors)
        # fast: or roots of very different sizes take minutes
        for (low, high), _ in Poly(list(factor), Symbol("x"), domain=QQ).intervals(fast=True)
    ]


def _samples(ends: Sequence[_Root]) -> list[Fraction]:
    """Return a rational number between any two neighbours of *ends*, before and after them."""
    if not ends:
        return [Fraction(0)]
    between = [(left.high + right.low) / 2 for left, right in pairwise(ends)]
    return [ends[0].low - 1, *between, ends[-1].high + 1]


def _sign(coefficients: Iterable[int], at: Fraction) -> int:
    """Return the sign of a polynomial, the highest power first, by Horner's rule in integers."""
    value, scale = 0, 1
    for coefficient in coefficients:
        value = value * at.numerator + coefficient * scale
        scale *= at.denominator
    return (value > 0) - (value < 0)
