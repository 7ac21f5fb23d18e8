"""Numbers in and out: strict on the way in, exact or named rounding on the way out."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from math import isqrt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from oddscalc._exact import numbers
from oddscalc.errors import NumberError

rationals = st.fractions(max_denominator=10**12)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7/495", Fraction(7, 495)),
        ("-1/66", Fraction(-1, 66)),
        ("+3", Fraction(3)),
        ("0.05", Fraction(1, 20)),
        (".5", Fraction(1, 2)),
        (" 12 ", Fraction(12)),
        ("1" * 1000, Fraction(int("1" * 1000))),
    ],
)
def test_a_number_is_digits_with_one_slash_or_one_point(text: str, value: Fraction) -> None:
    assert numbers.parse_rational(text) == value


@pytest.mark.parametrize(
    "text",
    ["", "-", ".", "5.", "1e3", "1E30000000", "1_000", "1/2/3", "1.5/2", "1 /2", "0x10", "nan",
     "inf", "1/0", "\u0661", "1,5", "--1", "1" * 1001, "1/" + "1" * 1000, "__import__('os')"],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(NumberError):
        numbers.parse_rational(text)


def test_a_float_is_refused_with_what_to_write_instead() -> None:
    with pytest.raises(NumberError, match=r"the float 0\.05; write it as text"):
        numbers.as_fraction(0.05, "the rate")


@pytest.mark.parametrize("value", [True, None, [1]])
def test_no_other_type_is_a_number(value: object) -> None:
    with pytest.raises(NumberError):
        numbers.as_fraction(value, "a weight")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("7/495", "0.01414141414"),
        ("36/11", "3.272727273"),
        ("1/6", "0.1666666667"),
        ("-1/3", "-0.3333333333"),
        ("1/4", "0.25"),
        ("0", "0"),
        ("5", "5"),
        ("10000000001/100000000000", "0.1000000000"),
        ("12345678905", "12345678910"),
        ("-12345678905", "-12345678910"),
        ("99999999999/100000000000", "1.000000000"),
        ("1/5590000000", "0.0000000001788908766"),
    ],
)
def test_a_decimal_has_ten_significant_digits_half_away_from_zero(value: str, text: str) -> None:
    assert numbers.decimal(Fraction(value)) == text


def _unit(text: str) -> Fraction:
    """The tenth significant digit of a printed decimal of ten digits or more."""
    whole, _, places = text.lstrip("-").partition(".")
    return Fraction(10 ** (len(whole) - 10)) if len(whole) > 10 else Fraction(1, 10 ** len(places))


@given(rationals)
def test_a_decimal_is_within_half_a_unit_of_its_last_place(value: Fraction) -> None:
    text = numbers.decimal(value)
    assert abs(Fraction(text) - value) <= _unit(text) / 2
    if Fraction(text) != value:
        assert len(text.lstrip("-").replace(".", "").lstrip("0")) >= 10


@pytest.mark.parametrize(
    ("value", "places", "text"),
    [("1/16", 3, "0.063"), ("-1/16", 3, "-0.063"), ("27/1925", 4, "0.0140"), ("5/2", 0, "3")],
)
def test_fixed_places_round_ties_away_from_zero(value: str, places: int, text: str) -> None:
    assert numbers.fixed(Fraction(value), places) == text


@given(st.fractions(min_value=0, max_denominator=10**9))
def test_a_square_root_is_rounded_correctly(value: Fraction) -> None:
    text = numbers.square_root_decimal(value)
    half = _unit(text) / 2
    root = Fraction(text)
    assert (root + half) ** 2 >= value
    assert root <= half or (root - half) ** 2 <= value


def test_the_square_root_of_a_huge_number_is_positional() -> None:
    assert numbers.square_root_decimal(Fraction(2 * 10**40)) == "141421356200000000000"
    assert isqrt(2 * 10**40) // 10**11 == 1414213562


@pytest.mark.parametrize("digits", [4_299, 4_301, 5_000, 9_000])
def test_integers_of_any_length_are_printed(digits: int) -> None:
    assert numbers.integer_text(10**digits) == "1" + "0" * digits
    assert numbers.exact(Fraction(-(10**digits), 3)) == "-1" + "0" * digits + "/3"


def test_a_rate_is_a_percentage_or_a_number() -> None:
    assert numbers.parse_rate("5%") == numbers.parse_rate("0.05") == Fraction(1, 20)


# --- Python's own decimal arithmetic is the second road to every printed digit


def by_decimal(value: Fraction, digits: int) -> str:
    """Return what ``decimal`` should, by division in the decimal module."""
    context = Context(prec=digits, rounding=ROUND_HALF_UP, Emax=MAX_EMAX, Emin=MIN_EMIN)
    quotient = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    text = format(quotient, "f")
    if Fraction(quotient) == value:
        return text.rstrip("0").rstrip(".") if "." in text else text
    significant = text.lstrip("-").replace(".", "").lstrip("0")
    if len(significant) < digits:  # division leaves zeros away, a rounded print keeps them
        text += ("" if "." in text else ".") + "0" * (digits - len(significant))
    return text


@given(rationals, st.integers(1, 16))
@example(Fraction(99_999, 100), 4)
@example(Fraction(-1, 10**12), 10)
@example(Fraction(10**12, 3), 3)
@example(Fraction(5, 10**5), 1)
@example(Fraction(10), 1)
@example(Fraction(1, 10), 2)
def test_every_digit_is_that_of_the_decimal_module(value: Fraction, digits: int) -> None:
    assert numbers.decimal(value, digits) == by_decimal(value, digits)
    assert numbers.percent(value, digits) == by_decimal(value * 100, digits) + "%"


@given(rationals, st.integers(0, 12))
@example(Fraction(0), 0)
@example(Fraction(0), 2)
@example(Fraction(-1, 1000), 2)
def test_every_fixed_digit_is_that_of_the_decimal_module(value: Fraction, places: int) -> None:
    context = Context(prec=400, rounding=ROUND_HALF_UP)
    scaled = round_by_hand(value * 10**places)
    expected = format(context.scaleb(Decimal(scaled), -places), "f")
    assert numbers.fixed(value, places) == expected.replace("-0", "0", scaled == 0)


def round_by_hand(value: Fraction) -> int:
    """Return the nearest integer, ties away from zero, by looking at the rest."""
    whole, rest = divmod(abs(value), 1)
    nearest = whole + (2 * rest >= 1)
    return -nearest if value < 0 else nearest


@given(st.fractions(min_value=-(10**9), max_value=10**9, max_denominator=1_000))
def test_rounding_looks_at_the_rest(value: Fraction) -> None:
    assert numbers.round_half_away(value) == round_by_hand(value)


@given(st.integers(2, 10**9), st.integers(1, 10**9), st.integers(2, 14))
def test_a_root_has_the_digits_of_the_decimal_module(above: int, below: int, digits: int) -> None:
    value = Fraction(above, below)
    exactly = Context(prec=60).sqrt(Context(prec=80).divide(Decimal(above), Decimal(below)))
    root = Fraction(isqrt(value.numerator), isqrt(value.denominator))
    printed = Fraction(exactly) if root * root != value else root
    assert numbers.square_root_decimal(value, digits) == by_decimal(printed, digits)


@pytest.mark.parametrize("number", [1, 9, 10, 12, 35, 10**40, -1, -7, 0])
def test_whole_numbers_have_no_denominator(number: int) -> None:
    assert numbers.exact(Fraction(number)) == numbers.integer_text(number) == str(number)


def test_a_long_whole_number_below_0() -> None:
    assert numbers.integer_text(-(10**4_400)) == "-1" + "0" * 4_400


def test_a_rate_has_its_percent_taken() -> None:
    assert numbers.parse_rate("12.5%") == Fraction(1, 8)
    assert numbers.parse_rate("-3%") == Fraction(-3, 100)
    assert numbers.parse_rate("7/495") == Fraction(7, 495)
