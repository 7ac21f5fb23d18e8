"""Order and choice in tables of bets, and what is said above them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from conftest import Ran

import oddscalc as package
from oddscalc.errors import RangeError, UnknownNameError

Run = Callable[..., Ran]

SOME = ("field", "pass", "dont-pass", "any-7", "hot-roller", "place-6")


def rows(out: str) -> list[str]:
    """Return the first cells of a table, below its rule."""
    lines = out.splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith("---"))
    return [line.split()[0] for line in lines[start + 1 :] if line.strip()]


def test_the_lowest_edge_comes_first_and_what_has_none_last(oddscalc: Run) -> None:
    ran = oddscalc("edge", *SOME, "--sort", "edge")
    assert rows(ran.out)[:5] == ["dont-pass", "pass", "place-6", "field", "any-7"]
    assert set(rows(ran.out)[5:]) == {"hot-roller"}
    ran = oddscalc("edge", *SOME, "--sort=-edge", "--json")
    bets = [one["bet"] for one in json.loads(ran.out)]
    assert bets[:5] == ["any-7", "field", "place-6", "pass", "dont-pass"]
    assert set(bets[5:]) == {"hot-roller"}


@pytest.mark.parametrize("form", ["text", "md", "html", "tex"])
def test_what_was_asked_stands_above_every_table_for_people(oddscalc: Run, form: str) -> None:
    above = oddscalc("edge", "pass", "come", "--odds", "345x", "--stake", "5", "--format", form)
    assert "odds 345x; stake 5, paid exactly; edges over the action" in above.out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("edge place-6 field --stake 7 --round down", "stake 7, rounded down to 1"),
        ("edge place-6 field --stake 7 --round half-even --unit 5", "nearest 5, half to even"),
        ("edge place-6 field", "edges over the stake"),
        ("edge buy-4 lay-4 --vig none", "commission none; edges over the stake"),
        ("edge place-6 --stake 1..3 --round up", "stakes rounded up to 1; edges over the stake"),
        ("session pass --rolls 2 --odds 2x --stake 5", "odds 2x; stake 5, paid exactly"),
        ("portfolio pass:5 place-6:6 --round down", "wins rounded down to 1"),
        ("claim 1.41% --bet pass --odds 345x", "odds 345x; edges over the action"),
        ("fair buy-4 lay-4 --vig none", "commission none"),
    ],
)
def test_what_was_asked_is_said(oddscalc: Run, line: str, says: str) -> None:
    assert says in " ".join(oddscalc(*line.split()).out.split())


def test_only_the_first_rows_with_their_notes(oddscalc: Run) -> None:
    pays = ("--pays", "field:12=3 to 1", "--pays", "any-7:win=5 to 1")
    ran = oddscalc("edge", "field", "any-7", *pays, "--sort", "edge", "--top", "1")
    assert rows(ran.out) == ["any-7"]
    assert "any-7 win = 5 to 1" in ran.out
    assert "field 12" not in ran.out


def test_columns_are_chosen_in_every_table(oddscalc: Run) -> None:
    ran = oddscalc("edge", "field", "pass", "--columns", "name, edge,sd", "--format", "csv")
    assert next(csv.reader(io.StringIO(ran.out))) == [
        "name", "edge_num", "edge_den", "edge_decimal", "sd",
    ]  # fmt: skip
    ran = oddscalc("edge", "pass", "--columns", "win,bet")
    assert "244/495" in ran.out
    assert "Pass Line" not in ran.out
    ran = oddscalc("bets", "--columns", "bet,clause", "--sort", "name", "--top", "2")
    assert rows(ran.out) == ["hop-1-1", "hop-1-2"]


def test_a_column_that_is_none_is_refused(oddscalc: Run) -> None:
    for arguments in (["--sort", "size"], ["--columns", "bet,size"]):
        ran = oddscalc("edge", "pass", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert "there is no column 'size'; there are bet," in ran.err


def test_python_sorts_too() -> None:
    answers = package.edges(*SOME, sort="edge", top=2)
    assert [answer.model.bet.id for answer in answers] == ["dont-pass", "pass"]
    assert answers[0].house_edge is not None
    assert answers[0].house_edge.per_bet_made == Fraction(3, 220)
    with pytest.raises(UnknownNameError):
        package.edges("pass", sort="size")
    with pytest.raises(RangeError):
        package.edges("pass", top=0)


def test_differences_are_sorted_by_how_much_the_edge_changes(oddscalc: Run) -> None:
    sides = ("customary", "massino", "--kind", "paytable")
    whole = json.loads(oddscalc("diff", *sides, "--json").out)["wagers"]
    ran = oddscalc("diff", *sides, "--sort=-change", "--top", "2", "--json")
    shown = json.loads(ran.out)["wagers"]

    def change(one: Any) -> Fraction:
        (edge, *_) = [each for each in one["figures"] if each["what"] == "edge per bet made"]
        if edge["before"] is None or edge["after"] is None:
            return Fraction(-100)
        return Fraction(edge["after"]["exact"]) - Fraction(edge["before"]["exact"])

    priced = [one for one in whole if one["figures"]]
    assert [change(one) for one in shown] == sorted(map(change, priced), reverse=True)[:2]
    text = oddscalc("diff", *sides, "--top", "2").out
    assert f"2 of {len(whole)} wagers that differ are shown" in text


def test_fair_prices_of_the_best_bets_first(oddscalc: Run) -> None:
    ran = oddscalc("fair", "any-7", "pass", "field", "--sort", "edge", "--top", "2")
    assert rows(ran.out)[:2] == ["pass", "field"]
    assert "any-7" not in ran.out
