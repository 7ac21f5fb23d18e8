"""The sums that have names in the formulas of one answer.

A formula in the weights of six faces has thousands of terms once it is one fraction, but only a
few as a sum over points. So nothing is multiplied out that need not be: a sum that is divided by,
or used more than once, gets a name, and formulas are written in symbols and names.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count

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
)


class Book:
    """The symbols of one answer, and the sums that have names in its formulas.

    Args:
        symbols: the symbols, in the order in which they are listed.
        inline: whether named sums are always written out where they stand.

    >>> book = Book(["p"])
    >>> book.single({(): Fraction(2), (("p", 1),): Fraction(4)}), book.parts
    ({(('A1', 1),): Fraction(2, 1)}, {'A1': {(): Fraction(1, 1), (('p', 1),): Fraction(2, 1)}})
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
        self._known: dict[Key, Terms] = {}
        self._slopes: dict[tuple[str, str], Terms] = {}

    def named(self, terms: Terms, name: str) -> Terms:
        """Return a sum as a single term, under *name* if it is one that has no name yet.

        If another sum has that name, a number is added to it.
        """
        if len(terms) <= 1:
            return terms
        factor, core = parted(terms)
        known = self._known.get(key_of(core))
        if known is not None:
            return multiplied(factor, known)
        numbered = (f"{name}{number}" for number in count(2))
        while name in self.parts:
            name = next(numbered)
        self.parts[name] = terms
        self._known[key_of(core)] = multiplied(_symbol(name), raised(factor, -1))
        return _symbol(name)

    def single(self, terms: Terms) -> Terms:
        """Return a sum as a single term: under a name, its common factors aside."""
        if len(terms) <= 1:
            return terms
        factor, core = parted(terms)
        known = self._known.get(key_of(core))
        if known is None:
            name = f"A{len(self.unnamed) + 1}"
            self.unnamed.add(name)
            self.parts[name] = core
            known = self._known[key_of(core)] = _symbol(name)
        return multiplied(factor, known)

    def parts_of(self, terms: Terms) -> dict[str, Terms]:
        """Return the named sums in a sum, each after those that it is made of itself."""
        needed, waiting = set[str](), [terms]
        while waiting:
            for name in names_in(waiting.pop()):
                if name in self.parts and name not in needed:
                    needed.add(name)
                    waiting.append(self.parts[name])
        return {name: part for name, part in self.parts.items() if name in needed}

    def slope(self, terms: Terms, symbol: str) -> dict[tuple[tuple[str, int], ...], Fraction]:
        """Return the derivative of a sum with respect to *symbol*."""
        return added(
            multiplied({combined(powers, ((name, -1),)): number * power}, slope)
            for powers, number in terms.items()
            for name, power in powers
            if (slope := self._slope_of(name, symbol))
        )

    def _slope_of(self, name: str, symbol: str) -> Terms:
        """Return the derivative of a symbol or a named sum, as a single term."""
        if name not in self.parts:
            return {(): Fraction(1)} if name == symbol else {}
        slope = self._slopes.get((name, symbol))
        if slope is None:
            slope = self.single(self.slope(self.parts[name], symbol))
            self._slopes[name, symbol] = slope
        return slope


def _symbol(name: str) -> Terms:
    return {((name, 1),): Fraction(1)}
