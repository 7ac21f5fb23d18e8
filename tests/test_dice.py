"""Dice and sets of rolls."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oddscalc import edge
from oddscalc._dice.dice import AXES, PRESETS, ROLLS, Dice, has_symbols, parse_dice, weight_texts
from oddscalc._dice.rollsets import describe, parse_roll_sets, parse_rolls, total
from oddscalc.errors import DataError, NumberError


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
        ("p7=0", "it must be above 0"),
        ("p7=2", "it must be 1 or more"),
        ("on-axis-1-5", "no name of dice; there are fair, srr=7, p7=1/7, on-axis-1-6"),
        ("p1..p6", "have symbols; only edge answers in formulas"),
        ("srr=x", "have symbols"),
        ("p7", "have symbols"),
        ("0.1666,0.1666,0.1666,0.1666,0.1666,0.1666", "sum to"),
    ],
)
def test_bad_dice_say_what_is_wrong(spec: str, message: str) -> None:
    with pytest.raises(NumberError, match=message):
        parse_dice(spec)


def test_a_probability_of_7_is_one_over_the_ratio() -> None:
    assert parse_dice("p7=2/13") == parse_dice("srr=6.5")


@pytest.mark.parametrize(
    ("name", "first", "second"),
    [("on-axis-1-6", "2345", "2345"), ("on-axis-2-5", "1346", "1346"),
     ("On-Axis-3-4", "1256", "1256"), ("hardways-set", "2345", "2345"),
     ("on-axis-1-6/2-5", "2345", "1346"), ("on-axis-2-5/3-4", "1346", "1256")],
)  # fmt: skip
def test_on_an_axis_two_opposite_faces_never_come_up(name: str, first: str, second: str) -> None:
    dice = parse_dice(name)
    for (a, b), weight in dice.weight.items():
        assert weight == (Fraction(1, 16) if str(a) in first and str(b) in second else 0)
    assert "never come up" in dice.described


def test_every_set_of_axes_has_a_name() -> None:
    assert set(PRESETS.values()) == {(a, b) for a in AXES for b in AXES if a <= b}
    with pytest.raises(NumberError, match="no axis"):
        Dice.on_axis("1-2")


def test_on_axis_dice_change_the_pass_line() -> None:
    """Faces 2 to 5 on both dice: totals 4 to 10 in 1, 2, 3, 4, 3, 2, 1 of 16 ways; 7 wins first."""
    points = {4: 1, 5: 2, 6: 3, 8: 3, 9: 2, 10: 1}
    win = Fraction(4, 16) + sum(Fraction(n, 16) * Fraction(n, n + 4) for n in points.values())
    assert edge("pass", dice=parse_dice("hardways-set")).value.win == win


GRID = [[Fraction(6 * i + j + 1, 666) for j in range(6)] for i in range(6)]
TEXTS = [[f"{n.numerator}/{n.denominator}" for n in row] for row in GRID]
FILES = {
    "grid.csv": "\n".join(",".join(row) for row in TEXTS),
    "line.csv": ", ".join(text for row in TEXTS for text in row),
    "column.txt": "# first die 1 with second die 1 to 6, and so on\n\n"
    + "\n".join(text for row in TEXTS for text in row),
    "spaces.txt": "\ufeff" + "\r\n".join("   ".join(row) for row in TEXTS),
    "flat.toml": f"weights = {[text for row in TEXTS for text in row]!r}",
    "rows.TOML": f"weights = {TEXTS!r}",
}


@pytest.mark.parametrize("name", FILES)
def test_36_weights_from_a_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(FILES[name], encoding="utf-8")
    dice = parse_dice(str(path))
    assert dice.weights == tuple(weight for row in GRID for weight in row)
    assert name in dice.described


@pytest.mark.parametrize(
    ("name", "content", "problems"),
    [("a.csv", ",".join(["1/36"] * 35), ["35 weights; 36 are needed"]),
     ("a.csv", "\n".join([",".join(["1/36"] * 7)] * 6), ["42 weights; 36 are needed"]),
     ("a.csv", "", ["0 weights; 36 are needed"]),
     ("a.txt", " ".join(["1"] * 36), ["sum to 36; they must sum to exactly 1: divide each by 36"]),
     ("a.txt", " ".join(["0"] * 36), ["sum to 0; they must sum to exactly 1"]),
     ("a.csv", "1/36,-1/36,1//36,1/0," + ",".join(["1/36"] * 31) + ",",
      ["4 problems", "line 1, weight 2: -1/36 is negative", "line 1, weight 3: '1//36' is not a",
       "line 1, weight 4: '1/0' divides by zero", "line 1, weight 36: '' is not a number"]),
     ("a.csv", "1e-2," + ",".join(["1/36"] * 35), ["'1e-2' is not a number"]),
     ("a.toml", "weights = [" + "0.5, true, " + "'1/36', " * 34 + "]\nhouse = 1",
      ["house: there is no such key", "weights[0]: is the float 0.5; write it as text in quotes",
       "weights[1]: input should be a valid string"]),
     ("a.toml", "weights = '1/36'", ["weights: needed is a list of 36 texts, or of six"]),
     ("a.toml", "wheights = []", ["wheights: there is no such key", "weights: is missing"]),
     ("a.toml", "weights = [", ["not TOML"]),
     ("a.toml", "x = " + "[" * 2000, ["not usable: nested over 64 deep"]),
     ("a.txt", "1/36 " * 30_000, ["over 100,000 bytes"])],
)  # fmt: skip
def test_a_file_of_weights_tells_all_its_problems(
    tmp_path: Path, name: str, content: str, problems: list[str]
) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(DataError) as caught:
        parse_dice(str(path))
    for problem in problems:
        assert problem in str(caught.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    for name, message in {
        str(tmp_path / "none.csv"): "No such file",
        "a\0b.csv": "cannot be read",
    }.items():
        with pytest.raises((DataError, NumberError), match=message):
            parse_dice(name)
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(DataError, match="no regular file"):
        parse_dice(str(tmp_path / "folder.csv"))
    (tmp_path / "bytes.txt").write_bytes(b"1/36 \xff")
    with pytest.raises(DataError, match="not UTF-8 text: byte 5"):
        parse_dice(str(tmp_path / "bytes.txt"))


def test_a_file_of_weights_in_symbols_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "weights.txt"
    path.write_text("p " + "1/36 " * 35)
    assert has_symbols(str(path))
    with pytest.raises(NumberError, match="only edge answers in formulas"):
        parse_dice(str(path))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("fair", False), ("srr=7", False), ("p7=1/7", False), ("1/6,1/6", False), ("1e5,1", False),
     ("hardways-set", False), ("loaded", False), ("p7", True), ("SRR", True), ("srr=2*x", True),
     ("p1..p6", True), ("1/6+e,1", True), ("0x10,1", False)],
)  # fmt: skip
def test_symbols_are_told_from_numbers_and_names(text: str, expected: bool) -> None:
    assert has_symbols(text) is expected


def test_a_range_of_names_stands_for_all_of_them() -> None:
    assert weight_texts("w9..w11, 1/2") == ["w9", "w10", "w11", "1/2"]
    for text in ("p6..p1", "p1..p1", "p1..p99"):
        with pytest.raises(NumberError, match="no range of names"):
            weight_texts(text)


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
