"""The JSON contract: keys, shapes, order, and the exact values of known answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from conftest import Ran

Run = Callable[..., Ran]

KEYS = [
    "schema",
    "bet", "name", "rules", "reading", "paytable", "basis", "outcomes", "win", "lose", "push",
    "expected_value", "variance", "sd", "hit_frequency", "rtp", "house_edge", "also",
    "expected_rolls", "notes",
]  # fmt: skip


def asked(oddscalc: Run, *arguments: str) -> list[dict[str, Any]]:
    ran = oddscalc("edge", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    found: list[dict[str, Any]] = json.loads(ran.out)
    return found


def one(oddscalc: Run, *arguments: str) -> dict[str, Any]:
    (answer,) = asked(oddscalc, *arguments)
    return answer


def q(exact: str, decimal: str) -> dict[str, str]:
    return {"exact": exact, "decimal": decimal}


def test_pass_to_the_letter(oddscalc: Run) -> None:
    answer = one(oddscalc, "pass")
    assert list(answer) == KEYS
    edge = q("7/495", "0.01414141414")
    assert answer | {"notes": []} == {
        "schema": "edge/1",
        "bet": "pass",
        "name": "Pass Line",
        "rules": "standard",
        "reading": "usual",
        "paytable": "customary",
        "basis": "stake",
        "outcomes": [
            {
                "result": "win",
                "tier": None,
                "probability": q("244/495", "0.4929292929"),
                "net": q("1", "1"),
            },
            {
                "result": "lose",
                "tier": None,
                "probability": q("251/495", "0.5070707071"),
                "net": q("-1", "-1"),
            },
        ],
        "win": q("244/495", "0.4929292929"),
        "lose": q("251/495", "0.5070707071"),
        "push": q("0", "0"),
        "expected_value": q("-7/495", "-0.01414141414"),
        "variance": q("244976/245025", "0.9998000204"),
        "sd": "0.9999000052",
        "hit_frequency": q("244/495", "0.4929292929"),
        "rtp": q("488/495", "0.9858585859"),
        "house_edge": {
            "per_bet_made": edge,
            "per_bet_resolved": edge,
            "per_roll": q("7/1671", "0.004189108318"),
        },
        "also": [],
        "expected_rolls": q("557/165", "3.375757576"),
        "notes": [],
    }
    assert all(isinstance(note, str) for note in answer["notes"])


@pytest.mark.parametrize(
    ("arguments", "win", "made", "rolls"),
    [
        (["pass"], "244/495", "7/495", "557/165"),
        (["dont-pass"], "949/1980", "3/220", "557/165"),
        (["place-6"], "5/11", "1/66", "36/11"),
        (["place-6", "--rules", "us-pa"], "5/11", "1/66", "1815516/351461"),
        (["place-6", "--rules", "us-pa", "--from", "4"], "5/11", "1/66", "1292796/351461"),
        (["place-6", "--rules", "us-pa", "--from", "6"], "5/11", "1/66", "36/11"),
        (["place-6", "--rules", "us-pa", "--from", "on"], "5/11", "1/66", "2576649/702922"),
        (["place-6", "--rules", "us-pa", "--working", "on"], "5/11", "1/66", "36/11"),
        (["place-6", "--working", "off"], "5/11", "1/66", "1815516/351461"),
        (["hard-4"], "1/9", "1/9", "4"),
        (["hard-6"], "1/11", "1/11", "36/11"),
        (["hard-4", "--rules", "us-pa", "--reading", "usual"], "1/9", "1/9", "12724/2089"),
        (["all-small"], "20049/760760", "1687/21736", "2222133/380380"),
        (
            ["all-or-nothing"],
            "126538525259/24067258815600",
            "10207263466/136745788725",
            "23940720290341/4011209802600",
        ),
        (["whirl"], "1/3", "2/15", "1"),
        (
            ["dont-pass", "--rules", "us-ma", "--reading", "stays"],
            "949/1925",
            "27/1925",
            "6684/1925",
        ),
        (["dont-come", "--rules", "lc", "--reading", "stays"], "949/1925", "27/1925", "6684/1925"),
    ],
)
def test_right_answers(
    oddscalc: Run, arguments: list[str], win: str, made: str, rolls: str
) -> None:
    answer = one(oddscalc, *arguments)
    assert answer["win"]["exact"] == win
    assert answer["house_edge"]["per_bet_made"]["exact"] == made
    assert answer["expected_rolls"]["exact"] == rolls


def test_the_fire_bet(oddscalc: Run) -> None:
    answer = one(oddscalc, "fire")
    tiers = {(o["result"], o["tier"]): o for o in answer["outcomes"]}
    assert tiers["win", "6"]["probability"]["exact"] == (
        "3700403899126040038831518494284887738125/22780863797678919004236184338193605974839452"
    )
    assert tiers["win", "6"]["net"]["exact"] == "999"
    assert tiers["lose", "0"]["probability"]["exact"] == "98/165"
    assert answer["house_edge"]["per_bet_made"]["decimal"] == "0.2076275050"
    assert answer["expected_rolls"]["exact"] == (
        "1812411430047906383008275074367503120787919877"
        "/212621395445003244039537720489806989098501552"
    )


@pytest.mark.usefixtures("kept_by_all")
def test_readings_come_one_object_each_the_usual_first(oddscalc: Run) -> None:
    seven_out, at_once, any_seven, _ = asked(oddscalc, "fire", "--rules", "us-pa")
    assert at_once["win"] == seven_out["win"]
    assert (seven_out["reading"], any_seven["reading"]) == ("seven-out", "any-7")
    assert seven_out["win"]["exact"] == "230470444882074000130253/21741374240278642986445695"
    assert any_seven["win"]["exact"] == (
        "13579701933166939137384375509/3461564607334789312904627711400"
    )
    usual, literal = asked(oddscalc, "hard-4", "--rules", "us-pa")
    assert (usual["reading"], literal["reading"]) == ("usual", "literal-or")
    assert literal["win"]["exact"] == "23/63"
    assert literal["defect"] is True
    assert "defect" not in usual
    unordered, _, ordered, _ = asked(oddscalc, "hot-roller", "--rules", "us-ma")
    assert unordered["win"]["exact"] == "4252512452/48522699225"
    assert ordered["win"]["exact"] == "200820722/48522699225"
    working, off = asked(oddscalc, "place-lose-4", "--rules", "us-ma")
    assert (working["expected_rolls"]["exact"], off["reading"]) == ("4", "off")
    assert asked(oddscalc, "fire", "--rules", "us-pa", "--reading", "any-7") == [any_seven]
    assert asked(oddscalc, "fire", "--rules", "us-pa", "--reading", "usual") == [seven_out]


def test_a_legal_win_that_nets_nothing_is_resolved_and_is_no_hit(oddscalc: Run) -> None:
    answer = one(oddscalc, "whirl")
    seven = next(o for o in answer["outcomes"] if o["tier"] == "any-7")
    assert (seven["result"], seven["net"]["exact"]) == ("win", "0")
    two = next(o for o in answer["outcomes"] if o["tier"] == "craps-2")
    assert two["net"]["exact"] == "26/5"
    assert answer["hit_frequency"]["exact"] == "1/6"
    assert answer["house_edge"]["per_bet_resolved"] == answer["house_edge"]["per_bet_made"]


def test_a_bet_without_a_price_has_null_money_and_says_so(oddscalc: Run) -> None:
    answer = one(oddscalc, "hot-roller")
    for key in ("expected_value", "variance", "sd", "hit_frequency", "rtp"):
        assert answer[key] is None
    assert set(answer["house_edge"].values()) == {None}
    assert {outcome["net"] for outcome in answer["outcomes"]} == {None}
    assert answer["notes"][-1] == (
        "customary has no price for 2, 3, 4, 5, 6: no net and no edge without it"
    )


def test_a_commission_paid_on_top_adds_the_edge_over_the_outlay(oddscalc: Run) -> None:
    answer = one(oddscalc, "buy-4")
    assert answer["basis"] == "stake"
    assert answer["house_edge"]["per_bet_made"]["exact"] == "1/20"
    (also,) = answer["also"]
    assert also["basis"] == "outlay"
    assert also["house_edge"]["per_bet_made"]["exact"] == "1/21"
    assert also["house_edge"]["per_roll"]["exact"] == "1/84"


def test_a_bet_that_is_only_pushed_has_no_edge_per_bet_resolved(oddscalc: Run) -> None:
    """Come odds off, with dice that only throw sevens: always returned."""
    dice = ",".join("1" if a + b == 7 and a == 1 else "0" for a in range(1, 7) for b in range(1, 7))
    answer = one(oddscalc, "odds-4", "--working", "off", "--from", "come-out", "--dice", dice)
    assert answer["push"]["exact"] == "1"
    assert answer["house_edge"]["per_bet_made"]["exact"] == "0"
    assert answer["house_edge"]["per_bet_resolved"] is None


@pytest.mark.usefixtures("kept_by_all")
def test_all_lists_every_wager_of_the_massachusetts_text(oddscalc: Run) -> None:
    answers = asked(oddscalc, "--all", "--rules", "us-ma")
    assert len({answer["bet"] for answer in answers}) == 54
    assert all(answer["rules"] == "us-ma" for answer in answers)
    assert all(
        Fraction(answer["win"]["exact"])
        + Fraction(answer["lose"]["exact"])
        + Fraction(answer["push"]["exact"])
        == 1
        for answer in answers
    )


def test_all_leaves_out_what_is_impossible_and_says_so_on_stderr(oddscalc: Run) -> None:
    ran = oddscalc("edge", "--all", "--rules", "lc", "--json")
    assert ran.code == 0
    assert '"bet": "place-7"' not in ran.out
    assert ran.err == (
        "oddscalc: left out: place-7 (lc, 2(3) place bet to win) is impossible: a 7 is never"
        " thrown before a 7: the bet on 7 can neither win nor lose and is never decided\n"
    )


def test_bets_lists_ids_names_aliases_clauses_outcomes_and_readings(oddscalc: Run) -> None:
    ran = oddscalc("bets", "--rules", "us-pa", "--json")
    listed = {entry["bet"]: entry for entry in json.loads(ran.out)}
    assert listed["fire"]["readings"] == [
        "seven-out", "seven-out-at-once", "any-7", "any-7-at-once",
    ]  # fmt: skip

    assert listed["fire"]["clause"] == "623a.3(a)(40)"
    assert listed["field"]["outcomes"] == ["win 2", "win 12", "win other", "lose"]
    assert "Ace-Trey on the Hop" in listed["hop-1-3"]["aliases"]
    assert listed["whirl"]["unit"] == 5
    assert any("Horn High" in note for note in listed["whirl"]["notes"])
