"""Sums of products of powers, as data: the coefficient of each product."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm

Powers = tuple[tuple[str, int], ...]
"""A product of powers of symbols and names, in the order of these, none to the power of 0."""

Terms = Mapping[Powers, Fraction]
"""A sum: the coefficient of each product. None is 0."""

Key = frozenset[tuple[Powers, Fraction]]
"""A sum as a key: equal for equal sums."""

NOTHING: Powers = ()
"""The product of nothing, which is 1."""


def key_of(terms: Terms) -> Key:
    """Return the key of a sum."""
    return frozenset(terms.items())


def added(sums: Iterable[Terms]) -> dict[Powers, Fraction]:
    """Return the sum of *sums*.

    >>> added([{(("p", 1),): Fraction(2)}, {(("p", 1),): Fraction(-2), (): Fraction(1)}])
    {(): Fraction(1, 1)}
    """
    total: dict[Powers, Fraction] = {}
    for terms in sums:
        for powers, number in terms.items():
            total[powers] = total.get(powers, Fraction(0)) + number
    return {powers: number for powers, number in total.items() if number}


def multiplied(terms: Terms, more: Terms) -> dict[Powers, Fraction]:
    """Return the product of two sums.

    >>> p = {(("p", 1),): Fraction(1), (): Fraction(1)}
    >>> multiplied(p, p)
    {(('p', 2),): Fraction(1, 1), (('p', 1),): Fraction(2, 1), (): Fraction(1, 1)}
    """
    product: dict[Powers, Fraction] = {}
    for powers, number in terms.items():
        for others, times in more.items():
            both = combined(powers, others)
            product[both] = product.get(both, Fraction(0)) + number * times
    return {powers: number for powers, number in product.items() if number}


def raised(terms: Terms, exponent: int) -> dict[Powers, Fraction]:
    """Return the power of a sum that is a single term."""
    ((powers, number),) = terms.items()
    return {tuple((name, power * exponent) for name, power in powers if exponent): number**exponent}


def combined(powers: Powers, more: Powers) -> Powers:
    """Return the product of two products."""
    if not powers or not more:
        return powers or more
    both = dict(powers)
    for name, power in more:
        both[name] = both.get(name, 0) + power
    return tuple(sorted((name, power) for name, power in both.items() if power))


def names_in(terms: Terms) -> set[str]:
    """Return the symbols and names that occur in a sum."""
    return {name for powers in terms for name, _ in powers}


def common_powers(terms: Iterable[Powers]) -> Powers:
    """Return the powers that all terms share: of names above in all, or below in all."""
    first, *others = [dict(powers) for powers in terms]
    for other in others:
        for name in list(first):
            here, there = first[name], other.get(name, 0)
            if here * there <= 0:
                del first[name]
            else:
                first[name] = min(here, there, key=abs)
    return tuple(sorted(first.items()))


def parted(terms: Terms) -> tuple[Terms, Terms]:
    """Return what the terms have in common, as a single term, and the rest.

    The rest has whole coefficients without a common factor, the constant or the first of the others
    above 0, so that sums that differ in a factor only have the same rest.
    """
    numbers = list(terms.values())
    content = Fraction(
        gcd(*(number.numerator for number in numbers)),
        lcm(*(number.denominator for number in numbers)),
    )
    if min(terms.items())[1] < 0:
        content = -content
    factor = {common_powers(terms): content}
    return factor, multiplied(terms, raised(factor, -1))


def value_at(terms: Terms, known: Mapping[str, Fraction]) -> Fraction:
    """Return the value of a sum, given those of its symbols and names.

    Raises:
        ZeroDivisionError: something is divided by 0.
    """
    total = Fraction(0)
    for powers, number in terms.items():
        for name, power in powers:
            number *= known[name] ** power
        total += number
    return total
