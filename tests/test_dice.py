"""Dice and sets of rolls."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddscalc.dice import ROLLS, Dice, parse_dice
from oddscalc.errors import NumberError
from oddscalc.rollsets import describe, parse_roll_sets, parse_rolls, total


def test_fair_dice_have_36_equal_rolls() -> None:
    assert set(Dice.fair().weights) == {Fraction(1, 36)}
    assert [Dice.fair().probability(total(n)) * 36 for n in range(2, 13)] == [
        *range(1, 7),
        *range(5, 0, -1),
    ]


def test_face_weights_multiply() -> None:
    faces = ["1/12", "1/6", "1/6", "1/6", "1/6", "1/4"]
    dice = Dice.from_faces(faces)
    assert dice.weight[(6, 1)] == Fraction(1, 48)
    assert parse_dice(",".join(faces)) == dice
    assert parse_dice(",".join(faces * 2)) == dice
    assert Dice.from_faces(faces, [Fraction(1, 6)] * 6).weight[(6, 1)] == Fraction(1, 24)


def test_36_weights_are_taken_in_the_order_of_the_rolls() -> None:
    weights = ["1"] + ["0"] * 35
    assert Dice.from_weights(weights).weight[(1, 1)] == 1
    assert parse_dice(", ".join(weights)) == Dice.from_weights(weights)


def test_the_sevens_ratio_scales_the_other_rolls_in_proportion() -> None:
    dice = parse_dice("SRR=7")
    assert dice.probability(total(7)) == Fraction(1, 7)
    assert dice.probability(total(2)) == Fraction(6, 7) / 30
    assert parse_dice("srr=6") == parse_dice("fair")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("1/6,1/6,1/6,1/6,1/6,1/7", "sum to 41/42; they must sum to exactly 1"),
        ("1,1,-1,0,0,0", "none may be negative"),
        ("1/2,1/2", "2 dice weights; give 6"),
        ("loaded", "is not a number"),
        ("srr=1/2", "it must be 1 or more"),
        ("srr=", "is not a number"),
        ("0.1666,0.1666,0.1666,0.1666,0.1666,0.1666", "sum to"),
    ],
)
def test_bad_dice_say_what_is_wrong(spec: str, message: str) -> None:
    with pytest.raises(NumberError, match=message):
        parse_dice(spec)


def test_float_weights_are_refused() -> None:
    with pytest.raises(NumberError, match="float"):
        Dice.from_faces([0.5, 0.5, 0, 0, 0, 0])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("text", "rolls"),
    [
        ("2", {(1, 1)}),
        ("2, 12", {(1, 1), (6, 6)}),
        ("2..3", {(1, 1), (1, 2), (2, 1)}),
        ("hard 6", {(3, 3)}),
        ("easy 4", {(1, 3), (3, 1)}),
        ("Easy  4", {(1, 3), (3, 1)}),
        ("2-1", {(1, 2), (2, 1)}),
        ("1 then 3", {(1, 3)}),
        ("any", set(ROLLS)),
    ],
)
def test_sets_of_rolls_as_people_write_them(text: str, rolls: set[tuple[int, int]]) -> None:
    assert parse_rolls(text) == rolls


@pytest.mark.parametrize(
    "text", ["", " ", "1", "13", "2,,3", "hard 7", "hard 5", "7-1", "0-1", "8..6", "1..6", "seven",
             "\u0667", "2; 3", "rest"],
)  # fmt: skip
def test_what_no_two_dice_can_show_is_refused(text: str) -> None:
    with pytest.raises(NumberError):
        parse_rolls(text)


def test_rest_is_every_roll_not_named() -> None:
    sets = parse_roll_sets({"win": "7", "lose": "rest", "push": "12"})
    assert sets["lose"] == set(ROLLS) - total(7) - total(12)


@pytest.mark.parametrize("sets", [{"win": "rest", "lose": "rest"}, {"win": "any", "lose": "rest"}])
def test_rest_must_be_one_set_and_not_empty(sets: dict[str, str]) -> None:
    with pytest.raises(NumberError, match="rest"):
        parse_roll_sets(sets)


@given(st.frozensets(st.sampled_from(ROLLS), min_size=1))
def test_a_description_reads_back_as_the_same_set(rolls: frozenset[tuple[int, int]]) -> None:
    assert parse_rolls(describe(rolls)) == rolls
