"""Polynomials in z as text, for people."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from sympy import Poly, Symbol

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
        return _term_text(rest[0] * common, low)
    if common == 1 and not low:
        return _sum_text(rest)
    return f"{_term_text(common, low)} ({_sum_text(rest)})"


def factored_text(coefficients: Sequence[int]) -> str:
    """Return a polynomial as the product of its irreducible factors, simple ones first.

    Each root of the denominator of a generating function is a rate at which the bet dies out:
    with 4 - 3 z, a part of it goes on with probability 3/4 from each roll.

    >>> factored_text((72, -42, 6)), factored_text((0, 0, 2, 2)), factored_text((5, 0, 1))
    ('6 (3 - z) (4 - z)', '2 z^2 (1 + z)', '5 + z^2')
    """
    if len(coefficients) - 1 > FACTORED_DEGREE or not any(coefficients):
        return polynomial_text(coefficients)
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
    texts = [_power_text(_sum_text(ascending), times) for _, ascending, times in sorted(parts)]
    if constant != 1:
        texts.insert(0, "-" if constant == -1 else integer_text(constant))
    return " ".join(texts)


def _power_text(text: str, times: int) -> str:
    return (text if text == "z" else f"({text})") + (f"^{times}" if times > 1 else "")


def _sum_text(coefficients: Sequence[int]) -> str:
    """Return the sum of the terms that are not 0, of which there is one."""
    text = ""
    for power, coefficient in enumerate(coefficients):
        if coefficient and not text:
            text = _term_text(coefficient, power)
        elif coefficient:
            text += f" {'-' if coefficient < 0 else '+'} {_term_text(abs(coefficient), power)}"
    return text


def _term_text(coefficient: int, power: int) -> str:
    name = "" if power == 0 else "z" if power == 1 else f"z^{power}"
    if not name:
        return integer_text(coefficient)
    if coefficient in (1, -1):
        return name if coefficient == 1 else f"-{name}"
    return f"{integer_text(coefficient)} {name}"
