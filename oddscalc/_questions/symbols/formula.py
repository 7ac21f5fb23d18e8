"""Exact formulas: sums of products of powers, in which longer sums have names of their own.

A formula in the weights of six faces has thousands of terms once it is one fraction, but only a
few as a sum over points. So nothing is multiplied out that need not be: a sum that is divided by,
or used more than once, gets a name, and the formula is written in symbols and names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING

from oddscalc._exact.numbers import as_fraction
from oddscalc._questions.symbols.terms import (
    Key,
    Terms,
    added,
    combined,
    key_of,
    multiplied,
    names_in,
    parted,
    raised,
    value_at,
)
from oddscalc.errors import LimitError, NumberError, RangeError

if TYPE_CHECKING:
    from oddscalc._questions.symbols.roots import Zero

Polynomial = Mapping[tuple[int, ...], Fraction]
"""A polynomial: the coefficient of each tuple of exponents, which are those of the symbols."""

MAX_PRODUCTS = 100_000
"""Products of two terms that one multiplication may take."""


class Book:
    """The symbols of one answer, and the sums that have names in its formulas.

    Only formulas of one book can be added and multiplied.

    Args:
        symbols: the symbols, in the order in which they are listed.
        inline: whether named sums are always written out where they stand.

    >>> book = Book(["p"])
    >>> p = book.symbol("p")
    >>> str((1 - p) / (1 + 5 * p))
    '(1 - p)/(5*p + 1)'
    """

    def __init__(self, symbols: Sequence[str], *, inline: bool = False) -> None:
        self.symbols = tuple(symbols)
        self.inline = inline
        self.parts: dict[str, Terms] = {}
        """The named sums; each is made of symbols and of names that come before it."""
        self.unnamed: set[str] = set()
        """Those whose names mean nothing by themselves: ``A1``, ``A2``, ..."""
        self.texts: dict[str, str] = {}
        """What has been written of them, once for all."""
        self.derivatives: dict[tuple[Key, str], Formula] = {}
        """Derivatives by formula and symbol, each worked out once."""
        self._known: dict[Key, Formula] = {}
        self._slopes: dict[tuple[str, str], Formula] = {}

    def number(self, value: Fraction | int) -> Formula:
        """Return *value* as a formula."""
        return Formula(self, {(): Fraction(value)} if value else {})

    def symbol(self, name: str) -> Formula:
        """Return the formula that is one symbol, or one named sum."""
        return Formula(self, {((name, 1),): Fraction(1)})

    def named(self, formula: Formula, name: str) -> Formula:
        """Return *formula* as a single term, under *name* if it is a sum that has no name yet.

        If another sum has that name, a number is added to it.
        """
        if len(formula.terms) <= 1:
            return formula
        factor, core = parted(formula.terms)
        known = self._known.get(key_of(core))
        if known is not None:
            return Formula(self, factor) * known
        name = next(free for free in _numbered(name) if free not in self.parts)
        self.parts[name] = formula.terms
        self._known[key_of(core)] = self.symbol(name) / Formula(self, factor)
        return self.symbol(name)

    def short(self, formula: Formula) -> Formula:
        """Return *formula* as a single term; a sum gets a name, its common factors aside."""
        if len(formula.terms) <= 1:
            return formula
        factor, core = parted(formula.terms)
        known = self._known.get(key_of(core))
        if known is None:
            name = f"A{len(self.unnamed) + 1}"
            self.unnamed.add(name)
            self.parts[name] = core
            known = self._known[key_of(core)] = self.symbol(name)
        return Formula(self, factor) * known

    def slope(self, name: str, symbol: str) -> Formula:
        """Return the derivative of a symbol or a named sum with respect to *symbol*."""
        if name not in self.parts:
            return self.number(int(name == symbol))
        found = self._slopes.get((name, symbol))
        if found is None:
            slope = Formula(self, self.parts[name])._slope(symbol)
            found = self._slopes[name, symbol] = self.short(slope)
        return found


@dataclass(frozen=True, eq=False)
class Formula:
    """An exact formula in symbols.

    Args:
        book: what its symbols and names mean.
        terms: the sum that it is.

    >>> book = Book(["p7"])
    >>> p7 = book.symbol("p7")
    >>> place_6 = (1 - p7) / (1 + 5 * p7)
    >>> place_6.at(p7=Fraction(1, 6)), str(place_6.expanded().derivative("p7"))
    (Fraction(5, 11), '-6/(5*p7 + 1)^2')
    """

    book: Book
    terms: Terms

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols it may depend on, in the order of exponents."""
        return self.book.symbols

    @property
    def parts(self) -> dict[str, Terms]:
        """The named sums it is made of, each after those that it is made of itself."""
        needed, book = set[str](), self.book.parts
        waiting = [self.terms]
        while waiting:
            for name in names_in(waiting.pop()):
                if name in book and name not in needed:
                    needed.add(name)
                    waiting.append(book[name])
        return {name: terms for name, terms in book.items() if name in needed}

    @property
    def depends_on(self) -> tuple[str, ...]:
        """The symbols that occur in it."""
        found = {name for terms in (self.terms, *self.parts.values()) for name in names_in(terms)}
        return tuple(symbol for symbol in self.symbols if symbol in found)

    def at(self, /, **values: Fraction | int | str) -> Fraction:
        """Return its exact value where the symbols have *values*.

        Raises:
            NumberError: a value is missing, a float or no number; or something is divided by 0.

        >>> Book(["x"]).symbol("x").at(x="1/6")
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
        book = Book([one for one in self.symbols if one not in fixed], inline=self.book.inline)
        known = {one: book.symbol(one) for one in book.symbols}
        known |= {name: book.number(value) for name, value in fixed.items()}
        try:
            for name, terms in self.parts.items():
                whole = _substituted(terms, known, book)
                unnamed = name in self.book.unnamed
                known[name] = book.short(whole) if unnamed else book.named(whole, name)
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
        key = key_of(self.terms), symbol
        found = self.book.derivatives.get(key)
        if found is None:
            found = self._slope(symbol)
            if self.book.inline and len(self.symbols) <= 2:
                found = found.expanded()
            self.book.derivatives[key] = found
        return found

    def _slope(self, symbol: str) -> Formula:
        slopes = []
        for powers, coefficient in self.terms.items():
            for name, power in powers:
                slope = self.book.slope(name, symbol)
                if slope.terms:
                    rest = combined(powers, ((name, -1),))
                    slopes.append(Formula(self.book, {rest: coefficient * power}) * slope)
        return _sum(slopes, self.book)

    def expanded(self) -> Formula:
        """Return the same as one fraction: numerator multiplied out, denominator in factors.

        In one symbol it is in lowest terms; in several it is, but for factors of a denominator of
        more than 40 terms.

        Raises:
            NumberError: the fraction is longer than can be worked out.
        """
        from oddscalc._questions.symbols import algebra

        return algebra.Expander(self.book).expanded(self)

    def fraction(self) -> tuple[Polynomial, Polynomial]:
        """Return numerator and denominator of the one fraction, multiplied out.

        Both map tuples of exponents, in the order of ``symbols``, to Fractions; the denominator
        has whole coefficients.

        Raises:
            NumberError: the fraction is longer than can be worked out.

        >>> p = Book(["p"]).symbol("p")
        >>> (p / 2 / (1 + p)).fraction()
        ({(1,): Fraction(1, 2)}, {(1,): Fraction(1, 1), (0,): Fraction(1, 1)})
        """
        from oddscalc._questions.symbols import algebra

        return algebra.fraction(self)

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

        >>> p = Book(["p7"]).symbol("p7")
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
        here = self.book.symbol(symbol)
        above = [] if low is None else [here - as_fraction(low, "the lower bound")]
        below = [] if high is None else [as_fraction(high, "the upper bound") - here]
        return roots.zeros(self, symbol, [*above, *below])

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __str__(self) -> str:
        from oddscalc._questions.symbols.wording import text

        return text(self)

    def __neg__(self) -> Formula:
        return self * -1

    def __add__(self, other: Formula | Fraction | int) -> Formula:
        return _sum([self, self._alike(other)], self.book)

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
        divisor = self.book.short(self._alike(other))
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

    def power(self, exponent: int) -> Formula:
        """Return the power of a single term."""
        return Formula(self.book, raised(self.terms, exponent))

    def _alike(self, other: Formula | Fraction | int) -> Formula:
        if not isinstance(other, Formula):
            return self.book.number(other)
        if other.book is not self.book:
            raise ValueError("formulas of different answers cannot be combined")
        return other


def _numbered(name: str) -> Iterator[str]:
    """Yield ``R``, ``R2``, ``R3``, ..."""
    yield name
    yield from (f"{name}{number}" for number in count(2))


def _sum(formulas: Iterable[Formula], book: Book) -> Formula:
    return Formula(book, added(formula.terms for formula in formulas))


def _substituted(terms: Terms, known: Mapping[str, Formula], book: Book) -> Formula:
    found = []
    for powers, coefficient in terms.items():
        product = book.number(coefficient)
        for name, power in powers:
            factor = known[name]
            for _ in range(abs(power)):
                product = product * factor if power > 0 else product / factor
        found.append(product)
    return _sum(found, book)
