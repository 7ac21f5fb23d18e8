"""Exact zeros of formulas in one symbol: rational, or algebraic between two rational bounds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import ceil, floor, gcd, lcm
from typing import Any

from sympy import QQ, Poly, Symbol

from oddscalc._exact.numbers import decimal
from oddscalc._questions.symbols.algebra import Element, Ratios, as_python
from oddscalc._questions.symbols.book import Book
from oddscalc._questions.symbols.terms import Terms


@dataclass(frozen=True)
class Zero:
    """A real algebraic number at which a formula in one symbol is 0, or a range of it ends.

    Args:
        symbol: the symbol.
        polynomial: the whole coefficients of its minimal polynomial, the highest power first.
        low: a bound below; the number itself if it is rational.
        high: a bound above; no other zero of the polynomial lies between the two.
        decimal: it to 10 significant digits.
        before: the sign of the formula just below it: 1 or -1; 0 of an end of a range.
        after: the sign just above it.
    """

    symbol: str
    polynomial: tuple[int, ...]
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


def zeros(quotient: Quotient, positive: Sequence[Quotient] = ()) -> tuple[Zero, ...]:
    """Return where *quotient* is 0 while each of *positive* is above 0, in rising order.

    All are in one symbol. What is 0 everywhere has none.
    """
    if quotient.above.is_zero:
        return ()
    ends = _roots(poly for bound in positive for poly in bound.polys)
    barred = {root.coefficients for root in ends}
    roots = _roots([quotient.above])
    others = [*roots, *_roots(poly for poly, _ in quotient.below)]
    inside = []
    for root in roots:
        if root.coefficients not in barred:
            root.part_from(ends)
            if all(bound.sign(root.low) > 0 for bound in positive):
                root.narrow()
                root.part_from(one for one in others if one is not root)
                signs = quotient.sign(root.low), quotient.sign(root.high)
                inside.append(root.zero(quotient.symbol, *signs))
    return tuple(sorted(inside, key=lambda zero: zero.low))


def ranges(symbol: str, positive: Sequence[Quotient]) -> list[tuple[Limit, Limit]]:
    """Return the open intervals of *symbol* in which each of *positive* is above 0."""
    ends = _roots(poly for bound in positive for poly in bound.polys)
    for root in ends:
        root.narrow()
        root.part_from(one for one in ends if one is not root)
    ends.sort(key=lambda root: root.low)
    limits: list[Limit] = [None, *(root.zero(symbol, 0, 0) for root in ends), None]
    return [
        (limits[place], limits[place + 1])
        for place, sample in enumerate(_samples(ends))
        if all(bound.sign(sample) > 0 for bound in positive)
    ]


@dataclass(frozen=True)
class Quotient:
    """A fraction in one symbol.

    Args:
        symbol: the symbol.
        above: the numerator, a ``Poly``.
        below: the factors of the denominator with their powers.
    """

    symbol: str
    above: Any
    below: tuple[tuple[Any, int], ...]

    @classmethod
    def of(cls, book: Book, terms: Terms, symbol: str) -> Quotient:
        """Return the sum of *terms*, which depend on *symbol* alone."""
        ratios = Ratios(book)
        ratio = ratios.of(terms)
        place = book.symbols.index(symbol)
        below = (
            (_poly(ratios.factors[number], place, symbol), power)
            for number, power in ratio.below.items()
        )
        return cls(symbol, _poly(ratio.above, place, symbol), tuple(below))

    @property
    def polys(self) -> list[Any]:
        """The numerator and the factors of the denominator."""
        return [self.above, *(factor for factor, _ in self.below)]

    def sign(self, at: Fraction) -> int:
        """Return the sign of the value at a number that is no root of any factor."""
        sign = _sign(self._whole[0], at)
        for whole, (_, power) in zip(self._whole[1:], self.below, strict=True):
            sign *= _sign(whole, at) ** power
        return sign

    @cached_property
    def _whole(self) -> list[list[int]]:
        return [_in_integers(poly) for poly in self.polys]


class _Root:
    """A root of an irreducible polynomial, between bounds that are narrowed as is needed.

    Args:
        coefficients: the whole coefficients, the highest power first, that above 0.
        low: a bound below.
        high: a bound above; the polynomial has no other root between them, and none at them.
    """

    def __init__(self, coefficients: tuple[int, ...], low: Fraction, high: Fraction) -> None:
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

    def zero(self, symbol: str, before: int, after: int) -> Zero:
        """Return the root for the outside."""
        low, high = (self.low, self.high) if self.exact is None else (self.exact, self.exact)
        return Zero(symbol, self.coefficients, low, high, decimal(high), before, after)


def _roots(polys: Iterable[Any]) -> list[_Root]:
    """Return the different real roots of *polys*."""
    roots: dict[tuple[int, ...], list[_Root]] = {}
    for poly in polys:
        for factor, _ in poly.factor_list()[1]:
            whole = _whole(factor)
            if whole not in roots:
                # fast: or roots of very different sizes take minutes
                bounds = (pair for pair, _ in factor.intervals(fast=True))
                roots[whole] = [
                    _Root(whole, as_python(low), as_python(high)) for low, high in bounds
                ]
    return [root for conjugates in roots.values() for root in conjugates]


def _whole(factor: Any) -> tuple[int, ...]:
    """Return the coefficients without their common factor, the first above 0."""
    whole = _in_integers(factor)
    content = gcd(*whole) if whole[0] > 0 else -gcd(*whole)
    return tuple(number // content for number in whole)


def _in_integers(poly: Any) -> list[int]:
    """Return the coefficients times what makes them whole, the highest power first."""
    numbers = [as_python(number) for number in poly.all_coeffs()]
    scale = lcm(*(number.denominator for number in numbers))
    return [int(number * scale) for number in numbers]


def _poly(polynomial: Element, place: int, symbol: str) -> Any:
    """Return a polynomial of a ring, in which only the symbol at *place* occurs, as a ``Poly``."""
    terms = {(powers[place],): number for powers, number in polynomial.terms()}
    return Poly.from_dict(terms, Symbol(symbol), domain=QQ)


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
