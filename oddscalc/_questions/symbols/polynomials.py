"""Polynomials in one symbol as text, for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd

from oddscalc._exact.numbers import integer_text

FACTORED_DEGREE = 100
"""Degree up to which a polynomial is taken apart into factors, which takes seconds there."""


def polynomial_text(coefficients: Sequence[int]) -> str:
    """Return a polynomial, given by its coefficients of z**0, z**1, ..., in ascending powers.

    Common factors of the coefficients, and the power of z in all terms, come first.

    >>> polynomial_text((0, 0, 36, -24)), polynomial_text((7,)), polynomial_text((9, -1, 0, -4))
    ('12 z^2 (3 - 2 z)', '7', '9 - z - 4 z^3')
    """
    common = gcd(*coefficients)
    if not common:
        return "0"
    low = next(power for power, coefficient in enumerate(coefficients) if coefficient)
    rest = [coefficient // common for coefficient in coefficients[low:]]
    if len(rest) == 1:
        return sum_text([(low, rest[0] * common)])
    if common == 1 and not low:
        return sum_text(enumerate(rest))
    return f"{sum_text([(low, common)])} ({sum_text(enumerate(rest))})"


def factored_text(coefficients: Sequence[int]) -> str:
    """Return a polynomial as the product of its irreducible factors, simple ones first.

    Each root of the denominator of a generating function is a rate at which the bet dies out:
    with 4 - 3 z, a part of it goes on with probability 3/4 from each roll.

    >>> factored_text((72, -42, 6)), factored_text((0, 0, 2, 2)), factored_text((5, 0, 1))
    ('6 (3 - z) (4 - z)', '2 z^2 (1 + z)', '5 + z^2')
    """
    if len(coefficients) - 1 > FACTORED_DEGREE or not any(coefficients):
        return polynomial_text(coefficients)
    from sympy import Poly, Symbol

    content, factors = Poly(list(coefficients[::-1]), Symbol("z")).factor_list()
    constant, parts = int(content), list[tuple[int, list[int], int]]()
    for factor, times in factors:
        ascending = [int(c) for c in factor.all_coeffs()[::-1]]
        if next(c for c in ascending if c) < 0:  # the first that is printed
            ascending = [-c for c in ascending]
            constant *= (-1) ** times
        parts.append((len(ascending), ascending, times))
    if not parts:
        return integer_text(constant)
    if len(parts) == 1 and parts[0][2] == 1:
        return polynomial_text(coefficients)
    texts = [
        _power_text(sum_text(enumerate(ascending)), times) for _, ascending, times in sorted(parts)
    ]
    if constant != 1:
        texts.insert(0, "-" if constant == -1 else integer_text(constant))
    return " ".join(texts)


def _power_text(text: str, times: int) -> str:
    return (text if text == "z" else f"({text})") + (f"^{times}" if times > 1 else "")


def sum_text(terms: Iterable[tuple[int, int]], name: str = "z", times: str = " ") -> str:
    """Return a sum of terms, each a power and its coefficient; at least one is not 0.

    >>> sum_text([(2, 3), (1, -1), (0, 0)], "x", "*")
    '3*x^2 - x'
    """
    text = ""
    for power, coefficient in terms:
        if coefficient:
            sign = "-" if coefficient < 0 else "+" if text else ""
            symbol = "" if not power else name if power == 1 else f"{name}^{power}"
            number = abs(coefficient)
            digits = integer_text(number) if number != 1 or not symbol else ""
            text += f" {sign} " if text else sign
            text += digits + (times if digits and symbol else "") + symbol
    return text
