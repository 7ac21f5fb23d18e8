"""What sympy does for formulas: one fraction in lowest terms, and its factors.

This module and ``roots`` alone of the room import sympy for formulas; its numbers do not leave
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import prod
from typing import Any

from sympy import QQ, ring

from oddscalc._questions.symbols.book import Book
from oddscalc._questions.symbols.terms import Powers, Terms, multiplied, raised
from oddscalc.errors import LimitError

Element = Any
"""A polynomial of sympy's, whose rings are untyped."""

Polynomial = Mapping[tuple[int, ...], Fraction]
"""A polynomial: the coefficient of each tuple of exponents, which are those of the symbols."""

MAX_TERMS = 20_000
"""Terms that a numerator may have; that of the pass line in six weights has 8,180."""

MAX_PRODUCTS = 3_000_000
"""Products of two terms that one multiplication may take."""

FACTORED_TERMS = 40
"""Terms up to which a divisor in several symbols is factored; a longer one is left as it is."""

_POINT = 1_000_003
"""Where the first symbol is put to see that a factor does not divide; the others follow it."""


@dataclass(frozen=True)
class Ratio:
    """A fraction whose denominator is kept in factors.

    Args:
        above: the numerator.
        below: the powers of the factors of the denominator, by their numbers; below 0 on the way,
            of factors that the numerator has besides.
    """

    above: Element
    below: Mapping[int, int]


class Ratios:
    """The fractions that the formulas of one book are.

    Args:
        book: the book.
        terms: how many terms a polynomial may have.

    Attributes:
        factors: the factors of denominators: polynomials with whole coefficients that have no
            common factor.
    """

    def __init__(self, book: Book, terms: int = MAX_TERMS) -> None:
        self.book = book
        self.terms = terms
        self.factors: list[Element] = []
        self._numbers: dict[Element, int] = {}
        self._at_point: list[int] = []
        self._ring, *generators = ring(list(book.symbols) or ["unused"], QQ)
        self._point = [_POINT + 30 * place * place for place in range(len(generators))]
        self._known = {
            name: Ratio(pair, {}) for name, pair in zip(book.symbols, generators, strict=False)
        }

    def of(self, terms: Terms) -> Ratio:
        """Return the sum of *terms* as a fraction.

        In one symbol it is in lowest terms; in several it is, but for factors of a denominator of
        more than 40 terms.

        Raises:
            NumberError: it is too long to be worked out.
        """
        for name, part in self.book.parts_of(terms).items():
            if name not in self._known:
                self._known[name] = self._sum(part)
        return self._sum(terms)

    def expanded(self, terms: Terms) -> tuple[Book, Terms]:
        """Return the same as one fraction, its denominator in factors, and the book of these.

        Raises:
            NumberError: it is too long to be worked out.
        """
        ratio, book = self.of(terms), Book(self.book.symbols, inline=True)
        quotient = book.single(_terms(ratio.above, book))
        powers = {self.factors[number]: power for number, power in ratio.below.items()}
        for factor in sorted(powers, key=_rank):
            divisor = raised(book.single(_terms(factor, book)), -powers[factor])
            quotient = multiplied(quotient, divisor)
        return book, quotient

    def fraction(self, terms: Terms) -> tuple[Polynomial, Polynomial]:
        """Return numerator and denominator of the sum of *terms*, multiplied out.

        Raises:
            NumberError: it is too long to be worked out.
        """
        ratio = self.of(terms)
        factors = (self.factors[number] ** power for number, power in ratio.below.items())
        return coefficients(ratio.above), coefficients(prod(factors, start=self._ring.one))

    def _sum(self, terms: Terms) -> Ratio:
        pieces = [self._term(powers, number) for powers, number in terms.items()]
        below: dict[int, int] = {}
        for piece in pieces:
            for number, power in piece.below.items():
                below[number] = max(power, below.get(number, 0))  # never below 0
        above = self._ring.zero
        for piece in pieces:
            missing = {
                factor: power - piece.below.get(factor, 0) for factor, power in below.items()
            }
            above += self._product(piece.above, missing)
        return self._lowest(above, below)

    def _term(self, powers: Powers, number: Fraction) -> Ratio:
        above = self._ring(QQ(number.numerator, number.denominator))
        below: dict[int, int] = {}
        for name, power in powers:
            ratio = self._known[name] if power > 0 else self._inverse(name)
            for _ in range(abs(power)):
                above = self._times(above, ratio.above)
            for factor, times in ratio.below.items():
                below[factor] = below.get(factor, 0) + times * abs(power)
        return Ratio(above, below)

    def _inverse(self, name: str) -> Ratio:
        """Return one over what *name* stands for."""
        key = f"1/{name}"
        if key not in self._known:
            ratio = self._known[name]
            content, factors = _factors(ratio.above)
            below = {number: -power for number, power in ratio.below.items()}
            for factor, power in factors:
                number = self._number(factor)
                below[number] = below.get(number, 0) + power
            self._known[key] = Ratio(self._ring(1 / content), below)
        return self._known[key]

    def _number(self, factor: Element) -> int:
        if factor not in self._numbers:
            self._numbers[factor] = len(self.factors)
            self.factors.append(factor)
            self._at_point.append(int(self._value(factor)))
        return self._numbers[factor]

    def _product(self, above: Element, powers: Mapping[int, int]) -> Element:
        """Return *above* times *powers* of factors."""
        missing = [self.factors[number] for number, power in powers.items() for _ in range(power)]
        return reduce(self._times, missing, above)

    def _times(self, polynomial: Element, other: Element) -> Element:
        product = polynomial * other if len(polynomial) * len(other) <= MAX_PRODUCTS else None
        if product is None or len(product) > self.terms:
            raise LimitError(
                f"one fraction in {', '.join(self.book.symbols)} is too long to be worked out;"
                " use fewer symbols, or leave it as the sum that it is",
                code="numbers-too-long",
            )
        return product

    def _lowest(self, above: Element, below: Mapping[int, int]) -> Ratio:
        """Return the fraction without the factors that divide its numerator."""
        left: dict[int, int] = {}
        if not above:
            return Ratio(above, left)
        _, whole = above.clear_denoms()
        value = int(self._value(whole))
        for number, power in below.items():
            while power and value % self._at_point[number] == 0:
                quotient, rest = above.div(self.factors[number])
                if rest:
                    break
                above, power = quotient, power - 1
                value //= self._at_point[number]
            if power:
                left[number] = power
        return Ratio(above, left)

    def _value(self, polynomial: Element) -> Any:
        """Return the value at the point; of a multiple with whole coefficients it is whole.

        What divides such a polynomial there divides its value, by the lemma of Gauss.
        """
        return sum(
            number * prod(x**power for x, power in zip(self._point, powers, strict=True) if power)
            for powers, number in polynomial.terms()
        )


def _factors(polynomial: Element) -> tuple[Element, list[tuple[Element, int]]]:
    """Return the content and the factors of *polynomial*; a long one in symbols is left whole."""
    if len(polynomial) <= FACTORED_TERMS or polynomial.ring.ngens == 1:
        content, factors = polynomial.factor_list()
        return content, list(factors)
    content, primitive = polynomial.primitive()
    return content, [(primitive, 1)]


def coefficients(polynomial: Element) -> dict[tuple[int, ...], Fraction]:
    """Return the coefficients of a polynomial by exponents, the highest first."""
    return {tuple(map(int, powers)): as_python(number) for powers, number in polynomial.terms()}


def as_python(number: Any) -> Fraction:
    """Return one of sympy's numbers."""
    return Fraction(int(number.numerator), int(number.denominator))


def _rank(polynomial: Element) -> tuple[int, list[Fraction]]:
    """Return what to sort factors by, so that equal fractions are written alike."""
    numbers = [abs(number) for number in coefficients(polynomial).values()]
    return len(numbers), numbers


def _terms(polynomial: Element, book: Book) -> Terms:
    terms: dict[Powers, Fraction] = {}
    for exponents, number in coefficients(polynomial).items():
        pairs: Iterable[tuple[str, int]] = zip(book.symbols, exponents, strict=False)
        terms[tuple(sorted((name, power) for name, power in pairs if power))] = number
    return terms
