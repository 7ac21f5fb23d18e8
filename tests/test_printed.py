"""Printed numbers: one grammar, its decisions one by one, and three kinds of strictness."""

from __future__ import annotations

import os
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from oddscalc._exact.printed import (
    CLAIMED,
    MONEY,
    ODDS,
    ONE_IN,
    PERCENT,
    PLAIN,
    PUBLISHED,
    REFUTED,
    REPRODUCED,
    SUBMITTED,
    TRUNCATED,
    Strictness,
    keyed,
    parse_print,
)
from oddscalc._exact.values import Exact
from oddscalc.errors import NumberError

ALL = (SUBMITTED, CLAIMED, PUBLISHED)
bounded = settings(max_examples=int(os.environ.get("ODDSCALC_FUZZ", "200")), deadline=None)
everywhere = pytest.mark.parametrize("strictness", ALL)


@everywhere
@pytest.mark.parametrize("text", ["0", "0%", "0.0%", "0.000", ".0", "-0", "0/7"])
def test_zero_is_exact(strictness: Strictness, text: str) -> None:
    number = parse_print(text, strictness)
    assert number.agrees(Fraction(0))
    assert number.verdict(Fraction(1, 10**9)) == REFUTED
    assert number.slack == 0


@everywhere
def test_a_whole_number_without_a_unit_is_exact(strictness: Strictness) -> None:
    assert parse_print("3", strictness).verdict(Fraction(301, 100)) == REFUTED
    assert parse_print("3", strictness).agrees(Fraction(3))
    assert parse_print("3.0", strictness).agrees(Fraction(301, 100))
    assert parse_print("3%", strictness).agrees(Fraction(301, 10_000))


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [("$3", "3.01", REPRODUCED), ("$3", "3.9", TRUNCATED), ("3 cents", "0.034", REPRODUCED),
     ("$0", "0.001", REFUTED), ("1 in 3", "3/10", REPRODUCED), ("35 to 1", "35.4", REPRODUCED),
     ("35 to 1", "35.6", TRUNCATED), ("70 to 2", "35.1", REFUTED), ("0 to 1", "0.1", REFUTED)],
)  # fmt: skip
def test_a_whole_number_with_a_unit_has_its_digits(text: str, value: str, verdict: str) -> None:
    assert parse_print(text, CLAIMED).verdict(Fraction(value)) == verdict


@everywhere
@pytest.mark.parametrize(
    ("text", "value"),
    [("1,234", "1234"), ("12,345,678.5", "12345678.5"), ("1,234.5%", "12.345"), ("-1,234", "-1234"),
     ("1,000/3", "1000/3"), ("1234567", "1234567")],
)  # fmt: skip
def test_a_comma_separates_thousands(strictness: Strictness, text: str, value: str) -> None:
    assert parse_print(text, strictness).value == Fraction(value)


@everywhere
@pytest.mark.parametrize(
    ("text", "told"),
    [("5,5%", "comma"), ("0,0556", "comma"), ("1,00", "comma"), ("1234,567", "comma"),
     ("1,2345", "comma"), (",5", "comma"), ("1.5,000", "comma"),
     ("1,234%", "may be 1.234% or 1234%"), ("-5,556 %", "may be 5.556% or 5556%")],
)  # fmt: skip
def test_and_nothing_else(strictness: Strictness, text: str, told: str) -> None:
    with pytest.raises(NumberError, match=told):
        parse_print(text, strictness)


def test_0_056_with_a_comma_is_no_number_of_thousands() -> None:
    for text in ("0,056", "00,056", "0,000"):
        with pytest.raises(NumberError, match="comma"):
            parse_print(text, SUBMITTED)


@everywhere
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("+1.4%", "7/500"),
        ("- 1.4 %", "-7/500"),
        ("-1/66", "-1/66"),
        ("+ 3", "3"),
        ("  .5  ", "1/2"),
    ],
)
def test_a_sign_stands_first(strictness: Strictness, text: str, value: str) -> None:
    assert parse_print(text, strictness).value == Fraction(value)


@everywhere
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("\u22121.4%", "-7/500"),
        ("\u2212\u00a01.4\u202f%", "-7/500"),
        ("\uff0b\uff11\uff0e\uff14\uff05", "7/500"),
        ("1\u2009.\u20094".replace("\u2009", ""), "7/5"),
        ("\u00bd", "1/2"),
        ("-\u2153", "-1/3"),
        ("7\u2044495", "7/495"),
        ("1.4\u2007%", "7/500"),
    ],
)
def test_characters_of_type_are_those_of_a_keyboard(
    strictness: Strictness, text: str, value: str
) -> None:
    assert parse_print(text, strictness).value == Fraction(value)


@everywhere
@pytest.mark.parametrize(
    "text",
    ["10\u00b2", "5\u00b2%", "1\u2082", "1\u00bd", "1 \u00bd", "\u0661%", "\u2460\u2460\u00b9",
     "1\u20441\u20442", "1\u200b.4%", "\u2212\u22121", "1.4\u066a", "\u221e"],
)  # fmt: skip
def test_characters_that_say_something_else_are_refused(strictness: Strictness, text: str) -> None:
    with pytest.raises(NumberError):
        parse_print(text, strictness)


@everywhere
@pytest.mark.parametrize(
    "text",
    ["", " ", "-", ".", "%", "5.", "1e3", "1_000", "1.2.3", "1/2/3", "1/0", "1/2.5", "--1", "+-1",
     "1 2", "1 %%", "%5", "0x10", "nan", "inf", "one", "5 % %", "$", "1 in", "to 1", "-$", "$-5",
     "1" * 1_001, "1/" + "9" * 1_001, "9" * 100_000, "\ud800", "\0", "1\n2", "$5%", "1 in 5%",
     "1 in -5", "1 in $5", "1 in 0", "1 in 0.0", "5 percent cents"],
)  # fmt: skip
def test_what_is_no_number(strictness: Strictness, text: str) -> None:
    with pytest.raises(NumberError) as caught:
        parse_print(text, strictness)
    assert len(str(caught.value)) < 3_000


@everywhere
@pytest.mark.parametrize("text", ["about 5%", "~5%", "nearly 3", "\u2264 5%", "5% or less"])
def test_vague_words_are_told(strictness: Strictness, text: str) -> None:
    with pytest.raises(NumberError, match=r"says .* a number is compared at its printed digits"):
        parse_print(text, strictness)


@pytest.mark.parametrize(
    ("text", "kind", "who"),
    [("1.4%", PERCENT, "SCP"), ("7/495", PLAIN, "SCP"), ("0.014", PLAIN, "SCP"),
     ("1.4 percent", PERCENT, "SCP"), ("$0.20", MONEY, "CP"), ("-$0.20", MONEY, "CP"),
     ("20 cents", MONEY, "CP"), ("2 dollars", MONEY, "CP"), ("1 in 36", ONE_IN, "CP"),
     ("One in 36", ONE_IN, "CP"), ("251:244", ODDS, "C"), ("35 to 1 against", ODDS, "C"),
     ("112.7 TO 1", ODDS, "C"), ("6 to 5 on", ODDS, "C"), ("6.15 thousand", PLAIN, "CP"),
     ("1 in 5.6 billion", ONE_IN, "CP"), ("$1 million", MONEY, "CP"), ("under 3", PLAIN, "P"),
     ("under 5%", PERCENT, "P")],
)  # fmt: skip
def test_what_can_stand_where(text: str, kind: str, who: str) -> None:
    for letter, strictness in zip("SCP", ALL, strict=True):
        if letter in who:
            assert parse_print(text, strictness).kind == kind
        else:
            with pytest.raises(NumberError):
                parse_print(text, strictness)


def test_a_root_is_below_or_not() -> None:
    root = Exact.root_of(Fraction(2))
    assert parse_print("under 1.5", PUBLISHED).agrees(root)
    assert not parse_print("under 1.4", PUBLISHED).agrees(root)
    assert not parse_print("under 1.4", PUBLISHED).agrees(Exact.root_of(Fraction(2), 1))
    assert parse_print("under -1.4", PUBLISHED).agrees(Exact.root_of(Fraction(2), -1))
    assert not parse_print("under -1.5", PUBLISHED).agrees(Exact.root_of(Fraction(2), -1))


def test_one_in_of_what_never_comes() -> None:
    assert parse_print("1 in 36", CLAIMED).verdict(Fraction(0)) == REFUTED
    assert parse_print("1 in 36", CLAIMED).value == Fraction(1, 36)


def test_a_tolerance() -> None:
    number = parse_print("1.40%", SUBMITTED)
    assert not number.agrees(Fraction(7, 495))
    assert number.agrees(Fraction(7, 495), Fraction(1, 5_000))
    assert not number.agrees(Fraction(7, 495), Fraction(1, 10_000))


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [("2.02%", "0.0088", "0.88%"), ("0.0%", "1/3", "33.3%"), ("7/495", "1/3", "1/3"),
     ("1/2 percent", "1/3", "100/3 percent"), ("$0.20", "1/3", "$0.33"),
     ("20 cents", "1/3", "33 cents"), ("1 in 36", "1/7", "1 in 7"), ("-1.4%", "-1/8", "-12.5%"),
     ("6.15 thousand", "12345", "12.35 thousand"), ("under 3", "22/7", "3.14")],
)  # fmt: skip
def test_another_value_in_the_same_form(text: str, value: str, shown: str) -> None:
    assert parse_print(text, PUBLISHED).likewise(Fraction(value)) == shown


@bounded
@given(
    value=st.fractions(max_denominator=10**6),
    form=st.sampled_from(["{}", "{}%", "{} percent", "${}", "{} cents", "{} thousand", "{} to 1"]),
    places=st.integers(0, 6),
)
@example(Fraction(1, 2), "{}%", 0)
@example(Fraction(-1, 200), "{}%", 0)
def test_a_value_agrees_with_its_own_print(value: Fraction, form: str, places: int) -> None:
    strictness = Strictness("", odds=True, one_in=True, money=True, many=True, under=True)
    one = parse_print(form.format("1." + "1" * places if places else "1"), strictness)
    if "$" in form or "to" in form:
        value = abs(value)
    printed = one.likewise(value) if one.kind != ODDS else form.format(one.likewise(value))
    again = parse_print(printed, strictness)
    if again.is_exact:
        assert again.agrees(value) == (again.value == value)
    else:
        assert again.agrees(value)
        assert abs(again.value - value) <= again.slack


@bounded
@given(text=st.text(max_size=30) | st.text("0123456789.,/%$+- \u2212\u00bdinto", max_size=12))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    for strictness in ALL:
        try:
            number = parse_print(text, strictness)
        except NumberError:
            continue
        assert number.text == text
        assert number.verdict(Fraction(1, 3)) in (REPRODUCED, TRUNCATED, REFUTED)
        assert number.likewise(Fraction(1, 3))
        assert parse_print(keyed(text), strictness).value == number.value


@pytest.mark.parametrize(
    ("word", "times"),
    [("", 1), (" thousand", 10**3), (" million", 10**6), (" billion", 10**9),
     (" trillion", 10**12)],
)  # fmt: skip
def test_words_for_many_say_how_many(word: str, times: int) -> None:
    claimed = parse_print(f"1.5{word}", PUBLISHED)
    assert claimed.number / claimed.scale == Fraction(3, 2) * times
    assert claimed.agrees(Fraction(3, 2) * times)
    assert not claimed.agrees(Fraction(17, 10) * times)
