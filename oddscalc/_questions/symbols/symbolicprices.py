"""Prices that are symbols, and what they make of the net win of each outcome.

How prices, commissions, parts of bundles and odds come to a net win is known to ``paytables``
alone, in numbers. Without rounding a net win is linear in each price; so it is asked for a few
prices in numbers, which give the line, and for two more, far apart, which must lie on it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._exact.numbers import exact
from oddscalc._questions.symbols.book import Book
from oddscalc._questions.symbols.expressions import names, parse
from oddscalc._questions.symbols.formula import Formula
from oddscalc.errors import NumberError, RangeError, RuleError

_SYMBOLIC = re.compile(r"(?<![a-z0-9.])[a-z][0-9]*(?![a-z0-9.])")
_PRICE = re.compile(r"(.+?) (to|for) (.+)|(.+):(.+)")


@dataclass(frozen=True)
class SymbolicPrice:
    """A price given in symbols.

    Args:
        target: the outcome it is for, as ``[BET:]OUTCOME``.
        text: the price, as given.
        first: the first of its two expressions.
        second: the second.
        word: ``to`` or ``for``.
    """

    target: str
    text: str
    first: str
    second: str
    word: str

    def net(self, book: Book) -> Formula:
        """Return the net win per unit staked.

        Raises:
            NumberError: an expression cannot be read, or the second is 0.

        >>> (price,) = split(["win=x for 1"])[0]
        >>> str(price.net(Book(["x"])))
        'x - 1'
        """
        second = parse(self.second, book)
        if not second:
            raise RangeError(f"{self.text!r}: the second number of a price cannot be 0")
        net = parse(self.first, book) / second
        return net - 1 if self.word == "for" else net


def split(pays: Sequence[str]) -> tuple[list[SymbolicPrice], list[str]]:
    """Return the prices of *pays* that have symbols, and the texts of the others.

    Raises:
        NumberError: a price has symbols, but is none.

    >>> symbolic, others = split(["win=2*x to 1", "12=3 to 1"])
    >>> symbolic[0].text, others
    ('2*x to 1', ['12=3 to 1'])
    """
    symbolic, others = list[SymbolicPrice](), list[str]()
    for given in pays:
        target, _, price = given.partition("=")
        plain = " ".join(price.lower().split())
        if not _SYMBOLIC.search(plain):
            others.append(given)
            continue
        match = _PRICE.fullmatch(plain)
        if match is None:
            raise NumberError(f"{price!r} is no price; write '{plain} to 1' or '{plain} for 1'")
        first, word, second = match[1] or match[4], match[2] or "to", match[3] or match[5]
        if long := [name for name in names([first, second]) if not _SYMBOLIC.fullmatch(name)]:
            raise NumberError(
                f"{price!r}: a symbol in a price is one letter, digits may follow; {long[0]!r} is"
                " none"
            )
        symbolic.append(SymbolicPrice(target.strip(), plain, first, second, word))
    return symbolic, others


def probes(count: int) -> list[tuple[Fraction, ...]]:
    """Return the net wins to ask for: of each price 1, each in turn 2, then all small, all large.

    >>> [tuple(map(str, probe)) for probe in probes(1)]
    [('1',), ('2',), ('1/1000',), ('1000',)]
    """
    ones = (Fraction(1),) * count
    single = [(*ones[:place], Fraction(2), *ones[place + 1 :]) for place in range(count)]
    small = tuple(Fraction(1, 1000 + place) for place in range(count))
    return [ones, *single, small, tuple(1 / net for net in small)] if count else [ones]


def in_numbers(prices: Sequence[SymbolicPrice], probe: Sequence[Fraction]) -> list[str]:
    """Return the prices as texts that net *probe*."""
    return [f"{price.target}={exact(net)} to 1" for price, net in zip(prices, probe, strict=True)]


def line(
    numbers: Sequence[Fraction | Formula], nets: Sequence[Formula], book: Book, what: str
) -> Formula:
    """Return the linear function of the prices' *nets* that is *numbers* at the ``probes``.

    Raises:
        RuleError: there is none.
    """
    count = len(nets)
    base = Formula.number(book, 0) + numbers[0]
    slopes = [base * -1 + single for single in numbers[1 : count + 1]]

    def at(values: Iterable[Formula | Fraction]) -> Formula:
        return sum((slope * (net - 1) for slope, net in zip(slopes, values, strict=True)), base)

    for probe, value in zip(probes(count)[count + 1 :], numbers[count + 1 :], strict=True):
        if at(probe) - value:
            raise RuleError(
                f"{what} does not change in proportion with the price: with rounding, limits of a"
                " commission or several prices at once it is no one formula"
            )
    return at(nets)
