"""Exact formulas in symbols, as answers give them: sums of products of powers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from oddscalc._exact.numbers import as_fraction
from oddscalc._questions.symbols import wording
from oddscalc._questions.symbols.book import Book
from oddscalc._questions.symbols.terms import (
    Key,
    Terms,
    added,
    key_of,
    multiplied,
    names_in,
    raised,
    value_at,
)
from oddscalc.errors import LimitError, NumberError, RangeError

if TYPE_CHECKING:
    from oddscalc._questions.symbols.algebra import Polynomial
    from oddscalc._questions.symbols.roots import Quotient, Zero

MAX_PRODUCTS = 100_000
"""Products of two terms that one multiplication may take."""


@dataclass(frozen=True, eq=False)
class Formula:
    """An exact formula in symbols. Only formulas of one book can be added and multiplied.

    Args:
        book: what its symbols and names mean.
        terms: the sum that it is.

    >>> p7 = Formula.symbol(Book(["p7"]), "p7")
    >>> place_6 = (1 - p7) / (1 + 5 * p7)
    >>> place_6.at(p7=Fraction(1, 6)), str(place_6.expanded().derivative("p7"))
    (Fraction(5, 11), '-6/(5*p7 + 1)^2')
    """

    book: Book
    terms: Terms
    _derivatives: dict[str, Formula] = field(default_factory=dict, repr=False)

    @classmethod
    def number(cls, book: Book, value: Fraction | int) -> Formula:
        """Return *value* as a formula."""
        return cls(book, {(): Fraction(value)} if value else {})

    @classmethod
    def symbol(cls, book: Book, name: str) -> Formula:
        """Return the formula that is one symbol, or one named sum."""
        return cls(book, {((name, 1),): Fraction(1)})

    @classmethod
    def total(cls, book: Book, formulas: Iterable[Formula]) -> Formula:
        """Return the sum of *formulas*."""
        return cls(book, added(formula.terms for formula in formulas))

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols it may depend on, in the order of exponents."""
        return self.book.symbols

    @property
    def parts(self) -> dict[str, Terms]:
        """The named sums it is made of, each after those that it is made of itself."""
        return self.book.parts_of(self.terms)

    @property
    def key(self) -> Key:
        """What is equal for equal formulas of one book."""
        return key_of(self.terms)

    @property
    def depends_on(self) -> tuple[str, ...]:
        """The symbols that occur in it."""
        names = {name for terms in (self.terms, *self.parts.values()) for name in names_in(terms)}
        return tuple(symbol for symbol in self.symbols if symbol in names)

    def at(self, /, **values: Fraction | int | str) -> Fraction:
        """Return its exact value where the symbols have *values*.

        Raises:
            NumberError: a value is missing, a float or no number; or something is divided by 0.

        >>> Formula.symbol(Book(["x"]), "x").at(x="1/6")
        Fraction(1, 6)
        """
        known = {name: as_fraction(value, name) for name, value in values.items()}
        if missing := [symbol for symbol in self.depends_on if symbol not in known]:
            raise NumberError(f"a value is missing for {', '.join(missing)}", code="incomplete")
        if strangers := [name for name in known if name not in self.symbols]:
            raise NumberError(f"there is no symbol {', '.join(strangers)}", code="unknown-name")
        try:
            for name, terms in self.parts.items():
                known[name] = value_at(terms, known)
            return value_at(self.terms, known)
        except ZeroDivisionError:
            where = ", ".join(f"{name} = {value}" for name, value in values.items())
            raise RangeError(f"the formula has no value where {where}: it divides by 0") from None

    def given(self, /, **values: Fraction | int | str) -> Formula:
        """Return the formula in the remaining symbols, where some have *values*.

        Raises:
            NumberError: a value is a float or no number; or something is divided by 0.
        """
        fixed = {name: as_fraction(value, name) for name, value in values.items()}
        book = Book([name for name in self.symbols if name not in fixed], inline=self.book.inline)
        known = {name: Formula.symbol(book, name) for name in book.symbols}
        known |= {name: Formula.number(book, value) for name, value in fixed.items()}
        try:
            for name, terms in self.parts.items():
                whole = _substituted(terms, known, book)
                unnamed = name in self.book.unnamed
                known[name] = whole.single() if unnamed else whole.named(name)
            return _substituted(self.terms, known, book)
        except ZeroDivisionError:
            raise RangeError("the formula has no value there: it divides by 0") from None

    def derivative(self, symbol: str) -> Formula:
        """Return the derivative with respect to *symbol*, the other symbols held fixed.

        That of an expanded formula in one or two symbols is expanded.

        Raises:
            NumberError: there is no such symbol.
        """
        if symbol not in self.symbols:
            raise NumberError(
                f"there is no symbol {symbol!r}; there are {', '.join(self.symbols)}",
                code="unknown-name",
            )
        if symbol not in self._derivatives:
            slope = Formula(self.book, self.book.slope(self.terms, symbol))
            short = self.book.inline and len(self.symbols) <= 2
            self._derivatives[symbol] = slope.expanded() if short else slope
        return self._derivatives[symbol]

    def expanded(self) -> Formula:
        """Return the same as one fraction: numerator multiplied out, denominator in factors.

        In one symbol it is in lowest terms; in several it is, but for factors of a denominator of
        more than 40 terms.

        Raises:
            NumberError: the fraction is longer than can be worked out.
        """
        from oddscalc._questions.symbols import algebra

        return Formula(*algebra.Ratios(self.book).expanded(self.terms))

    def fraction(self) -> tuple[Polynomial, Polynomial]:
        """Return numerator and denominator of the one fraction, multiplied out.

        Both map tuples of exponents, in the order of ``symbols``, to Fractions; the denominator
        has whole coefficients.

        Raises:
            NumberError: the fraction is longer than can be worked out.

        >>> p = Formula.symbol(Book(["p"]), "p")
        >>> (p / 2 / (1 + p)).fraction()
        ({(1,): Fraction(1, 2)}, {(1,): Fraction(1, 1), (0,): Fraction(1, 1)})
        """
        from oddscalc._questions.symbols import algebra

        return algebra.Ratios(self.book).fraction(self.terms)

    def zeros(
        self,
        symbol: str,
        low: Fraction | int | str | None = None,
        high: Fraction | int | str | None = None,
    ) -> tuple[Zero, ...]:
        """Return where it is 0 strictly between *low* and *high*, in rising order.

        The formula may depend on *symbol* alone; see ``given``. A formula that is 0 everywhere
        has no zeros in this sense.

        Raises:
            NumberError: it depends on other symbols.

        >>> p = Formula.symbol(Book(["p7"]), "p7")
        >>> tuple(zero.exact for zero in (1 - 5 * p).zeros("p7", 0, 1))
        (Fraction(1, 5),)
        """
        from oddscalc._questions.symbols import roots

        if others := [name for name in self.depends_on if name != symbol]:
            raise NumberError(
                f"a zero by {symbol} alone does not exist: the formula depends on"
                f" {', '.join(others)} too; give them values first",
                code="incomplete",
            )
        here = Formula.symbol(self.book, symbol)
        above = [] if low is None else [here - as_fraction(low, "the lower bound")]
        below = [] if high is None else [as_fraction(high, "the upper bound") - here]
        positive = [bound.quotient(symbol) for bound in (*above, *below)]
        return roots.zeros(self.quotient(symbol), positive)

    def quotient(self, symbol: str) -> Quotient:
        """Return it as a quotient of polynomials in *symbol*, on which alone it depends."""
        from oddscalc._questions.symbols import roots

        return roots.Quotient.of(self.book, self.terms, symbol)

    def named(self, name: str) -> Formula:
        """Return the same as a single term, under *name* if it is a sum without a name yet."""
        return Formula(self.book, self.book.named(self.terms, name))

    def single(self) -> Formula:
        """Return the same as a single term."""
        return Formula(self.book, self.book.single(self.terms))

    def power(self, exponent: int) -> Formula:
        """Return the power of a single term."""
        return Formula(self.book, raised(self.terms, exponent))

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __str__(self) -> str:
        return wording.text(self.book, self.terms)

    def __neg__(self) -> Formula:
        return self * -1

    def __add__(self, other: Formula | Fraction | int) -> Formula:
        return Formula.total(self.book, [self, self._alike(other)])

    def __sub__(self, other: Formula | Fraction | int) -> Formula:
        return self + self._alike(other) * -1

    def __mul__(self, other: Formula | Fraction | int) -> Formula:
        factor = self._alike(other)
        if len(self.terms) * len(factor.terms) > MAX_PRODUCTS:
            raise LimitError(
                f"a formula in {', '.join(self.symbols)} grows too long; use fewer symbols",
                code="numbers-too-long",
            )
        return Formula(self.book, multiplied(self.terms, factor.terms))

    def __truediv__(self, other: Formula | Fraction | int) -> Formula:
        divisor = self._alike(other).single()
        if not divisor:
            raise ZeroDivisionError("a formula is divided by 0")
        return self * divisor.power(-1)

    def __radd__(self, other: Fraction | int) -> Formula:
        return self + other

    def __rsub__(self, other: Fraction | int) -> Formula:
        return self * -1 + other

    def __rmul__(self, other: Fraction | int) -> Formula:
        return self * other

    def __rtruediv__(self, other: Fraction | int) -> Formula:
        return self._alike(other) / self

    def _alike(self, other: Formula | Fraction | int) -> Formula:
        if not isinstance(other, Formula):
            return Formula.number(self.book, other)
        if other.book is not self.book:
            raise ValueError("formulas of different answers cannot be combined")
        return other


def where(formulas: Iterable[Formula]) -> dict[str, str]:
    """Return what the names in *formulas* stand for, each after those that it is made of.

    >>> book = Book(["a", "b", "c"])
    >>> a, b, c = (Formula.symbol(book, name) for name in book.symbols)
    >>> cosine = a * b / (a * a + b * b + c * c).named("S")
    >>> str(cosine), where([cosine])
    ('a*b/S', {'S': 'a^2 + b^2 + c^2'})
    """
    texts: dict[str, str] = {}
    for formula in formulas:
        for name in formula.parts:
            if name not in texts and (text := wording.explained(formula.book, name)):
                texts[name] = text
    return texts


def _substituted(terms: Terms, known: Mapping[str, Formula], book: Book) -> Formula:
    products = []
    for powers, coefficient in terms.items():
        product = Formula.number(book, coefficient)
        for name, power in powers:
            factor = known[name]
            for _ in range(abs(power)):
                product = product * factor if power > 0 else product / factor
        products.append(product)
    return Formula.total(book, products)
