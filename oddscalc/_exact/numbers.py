"""Exact rationals: the one reader of numbers from outside, and how numbers are printed.

Nothing here rounds a value that is computed with; rounding happens only in text.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import isqrt

from oddscalc.errors import LimitError, NumberError, RangeError

MAX_DIGITS = 1_000
SIGNIFICANT_DIGITS = 10

_RATIONAL = re.compile(r"([+-]?)(?:([0-9]+)(?:/([0-9]+)|\.([0-9]+))?|\.([0-9]+))")
_CHUNK = 4_000  # digits; below Python's limit of 4,300 for one int <-> str conversion


def parse_rational(text: str) -> Fraction:
    """Return the exact value of *text*: a sign, digits, one ``/`` or one ``.``.

    Exponents, underscores, spaces inside and more than 1,000 digits are refused, so that no
    input can take long to read.

    Raises:
        NumberError: *text* is not such a number.

    >>> parse_rational("7/495"), parse_rational("-0.25")
    (Fraction(7, 495), Fraction(-1, 4))
    """
    text = text.strip()
    if len(text.strip("+-").replace("/", "").replace(".", "")) > MAX_DIGITS:
        raise LimitError(
            f"a number of {len(text):,} characters; the limit is {MAX_DIGITS:,}",
            code="numbers-too-long",
        )
    match = _RATIONAL.fullmatch(text)
    if match is None:
        raise NumberError(f"{text!r} is not a number; write 3, 7/495 or 0.25")
    sign, whole, denominator, decimals, bare_decimals = match.groups()
    if denominator is not None:
        if int(denominator) == 0:
            raise RangeError(f"{text!r} divides by zero")
        value = Fraction(int(whole), int(denominator))
    else:
        digits = decimals or bare_decimals or ""
        value = Fraction(int((whole or "") + digits), 10 ** len(digits))
    return -value if sign == "-" else value


def parse_rate(text: str) -> Fraction:
    """Return a rate written as a percentage or as a number.

    >>> parse_rate("5%"), parse_rate("1/20")
    (Fraction(1, 20), Fraction(1, 20))
    """
    text = text.strip()
    if text.endswith("%"):
        return parse_rational(text[:-1]) / 100
    return parse_rational(text)


def as_fraction(value: object, what: str) -> Fraction:
    """Return *value* as a Fraction; accepts int, Fraction and text, refuses floats.

    Args:
        value: the number.
        what: what it is, for the message.

    Raises:
        NumberError: a float (its digits are not the number that was meant), or no number.

    >>> as_fraction("1/36", "a weight")
    Fraction(1, 36)
    """
    if isinstance(value, Fraction):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    if isinstance(value, str):
        return parse_rational(value)
    if isinstance(value, float):
        raise NumberError(f"{what} is the float {value!r}; write it as text, like '1/20' or '0.05'")
    raise NumberError(f"{what} is {value!r}; a number is needed")


def integer_text(value: int) -> str:
    """Return the digits of *value*, however many, without touching Python's global limit.

    >>> integer_text(-12)
    '-12'
    """
    if value < 0:
        return "-" + integer_text(-value)
    if value.bit_length() < 3 * _CHUNK:
        return str(value)
    base = 10**_CHUNK
    chunks = []
    while value:
        value, chunk = divmod(value, base)
        chunks.append(str(chunk).zfill(_CHUNK))
    return "".join(reversed(chunks)).lstrip("0")


def exact(value: Fraction) -> str:
    """Return *value* as ``7/495``, integers without ``/1``.

    >>> exact(Fraction(7, 495)), exact(Fraction(3))
    ('7/495', '3')
    """
    if value.denominator == 1:
        return integer_text(value.numerator)
    return f"{integer_text(value.numerator)}/{integer_text(value.denominator)}"


def round_half_away(value: Fraction) -> int:
    """Return the nearest integer, ties away from zero.

    >>> round_half_away(Fraction(5, 2)), round_half_away(Fraction(-5, 2))
    (3, -3)
    """
    return _nearest(value.numerator, value.denominator)


def _nearest(numerator: int, denominator: int) -> int:
    magnitude = (2 * abs(numerator) + denominator) // (2 * denominator)
    return -magnitude if numerator < 0 else magnitude


def fixed(value: Fraction, places: int) -> str:
    """Return *value* with *places* decimals, ties away from zero.

    >>> fixed(Fraction(1, 16), 3), fixed(Fraction(-1, 3), 2)
    ('0.063', '-0.33')
    """
    return _place(_nearest(value.numerator * 10**places, value.denominator), places)


def decimal(value: Fraction, digits: int = SIGNIFICANT_DIGITS) -> str:
    """Return *value* to *digits* significant digits, positional, ties away from zero.

    A value that needs fewer digits is printed with those it needs; a rounded one keeps its
    trailing zeros.

    >>> decimal(Fraction(7, 495)), decimal(Fraction(1, 4)), decimal(Fraction(10**11 + 1))
    ('0.01414141414', '0.25', '100000000000')
    """
    return _decimal(value.numerator, value.denominator, digits)


def _decimal(numerator: int, denominator: int, digits: int) -> str:
    """Return a quotient as ``decimal`` does: in integers, which takes a fifth of the time."""
    if not numerator:
        return "0"
    places = digits - 1 - _exponent(numerator, denominator)
    above, below = _shifted(abs(numerator), denominator, places)
    whole, rest = divmod(above, below)
    if 2 * rest >= below:
        whole += 1
    if whole == 10**digits:  # 0.99999999999 rounds up to one more digit
        whole, places = whole // 10, places - 1
    text = _place(whole, places)
    if not rest and "." in text:
        text = text.rstrip("0").rstrip(".")
    return f"-{text}" if numerator < 0 else text


def _shifted(numerator: int, denominator: int, places: int) -> tuple[int, int]:
    """Return numerator and denominator of a quotient times 10**places."""
    if places < 0:
        return numerator, denominator * 10**-places
    return numerator * 10**places, denominator


def _exponent(numerator: int, denominator: int) -> int:
    """Return e with 10**e <= abs(numerator / denominator) < 10**(e + 1), of a quotient but 0."""
    size = abs(numerator)
    # log10(2) = 0.30103 to within one unit of the estimate, then corrected exactly.
    estimate = (size.bit_length() - denominator.bit_length()) * 30_103 // 100_000
    above, below = _shifted(size, denominator, -estimate)
    while above >= 10 * below:
        estimate, below = estimate + 1, 10 * below
    while above < below:
        estimate, above = estimate - 1, 10 * above
    return estimate


def _place(scaled: int, places: int) -> str:
    """Return the positional text of scaled / 10**places."""
    if places <= 0:
        return integer_text(scaled * 10**-places)
    digits = integer_text(abs(scaled)).zfill(places + 1)
    return f"{'-' if scaled < 0 else ''}{digits[:-places]}.{digits[-places:]}"


def square_root_decimal(value: Fraction, digits: int = SIGNIFICANT_DIGITS) -> str:
    """Return the square root of *value* >= 0 to *digits* significant digits, rounded correctly.

    Integer square roots only: no float is involved.

    >>> square_root_decimal(Fraction(2)), square_root_decimal(Fraction(9, 4))
    ('1.414213562', '1.5')
    """
    if value < 0:
        raise ValueError(f"square root of {value}")
    numerator, denominator = isqrt(value.numerator), isqrt(value.denominator)
    if numerator**2 == value.numerator and denominator**2 == value.denominator:
        return _decimal(numerator, denominator, digits)
    # An irrational root is never a tie, so two more digits and a sticky half decide it.
    shift = digits + 2 - _exponent(value.numerator, value.denominator) // 2
    above, below = _shifted(value.numerator, value.denominator, 2 * shift)
    return _decimal(*_shifted(2 * isqrt(above // below) + 1, 2, -shift), digits)


def percent(value: Fraction, digits: int = SIGNIFICANT_DIGITS) -> str:
    """Return *value* as a percentage to *digits* significant digits.

    >>> percent(Fraction(7, 495))
    '1.414141414%'
    """
    return _decimal(100 * value.numerator, value.denominator, digits) + "%"
