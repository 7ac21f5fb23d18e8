"""Every kind of finding, by the smallest submission that sets it off."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from oddscalc._checking.checks import check
from oddscalc._checking.documents import document
from oddscalc._checking.findings import Finding, codes, explain
from oddscalc._checking.lines import Limits
from oddscalc._checking.reading import parse as collected
from oddscalc._exact.numbers import parse_rate
from oddscalc._exact.printed import SUBMITTED, parse_print
from oddscalc._money import paytable as paytables
from oddscalc._rules import userfiles
from oddscalc._rules.rulebook import Rulebook, shipped
from oddscalc.errors import DataError, NumberError, UnknownNameError

HEADER = {"licensee": "L", "game": "craps", "version": "1", "effective": "2026-01-01"}


def found(
    *wagers: dict[str, Any],
    rules: str | Rulebook = "standard",
    limits: Limits | None = None,
    **others: Any,
) -> list[Finding]:
    """Return the findings on *wagers*, those aside that only list what is absent."""
    book = shipped(rules) if isinstance(rules, str) else rules
    data = {"rulebook": book.id, **HEADER, "wagers": list(wagers), **others}
    submission = document("s.json", json.dumps(data).encode())
    prices = paytables.shipped(book.prices) if book.prices else None
    findings = check(submission, book, prices, limits or Limits())
    notes = ("not-offered", "offered-if", "price-unchecked")
    return [one for one in findings if one.code not in notes]


def only(*wagers: dict[str, Any], **options: Any) -> Finding:
    (finding,) = found(*wagers, **options)
    return finding


NJ = "us-nj-mini-dice"


@pytest.mark.parametrize(
    ("rules", "wager", "code", "expected"),
    [
        ("standard", {"wager": "plase 4", "pays": "9 to 5"}, "unknown-wager", None),
        ("standard", {"wager": "12", "pays": "30 to 1"}, "unknown-wager", None),
        ("us-ma", {"wager": "big 6", "pays": "1 to 1"}, "not-authorised", None),
        ("lc", {"wager": "place-7", "pays": "1 to 1"}, "never-ends", None),
        ("standard", {"wager": "any 7"}, "missing-price", None),
        (
            "standard",
            {"wager": "field", "pays": {"2": "2 to 1", "other": "1 to 1"}},
            "missing-price",
            None,
        ),
        ("standard", {"wager": "any 7", "pays": "30"}, "bare-number", "30 to 1 or 30 for 1"),
        ("standard", {"wager": "any 7", "pays": 4}, "bare-number", "4 to 1 or 4 for 1"),
        ("standard", {"wager": "any 7", "pays": 4.5}, "bare-number", "4.5 to 1 or 4.5 for 1"),
        ("standard", {"wager": "any 7", "pays": "plenty"}, "price-unreadable", None),
        ("standard", {"wager": "place 6", "pays": "07:06:00"}, "price-became-time", "7 to 6"),
        ("standard", {"wager": "place 6", "pays": "2026-06-07"}, "price-became-time", None),
        ("standard", {"wager": "place 4", "pays": "9-May"}, "price-became-time", None),
        (NJ, {"wager": "any 7", "pays": "5 for 1"}, "notation-forbidden", "4 to 1"),
        (NJ, {"wager": "any 7", "pays": "3 to 1"}, "price-below-minimum", "at least 4 to 1"),
        ("massino", {"wager": "any craps", "pays": "15 to 2"}, "price-not-fixed", "7 to 1"),
        (
            NJ,
            {"wager": "any 7", "pays": "4 to 1", "commission": "5% of win, when won"},
            "commission-not-permitted",
            "none",
        ),
        (
            "lc",
            {"wager": "lay-4", "pays": "true odds", "commission": "6% of win, when placed"},
            "commission-over-cap",
            None,
        ),
        (
            "lc",
            {"wager": "lay-4", "pays": "true odds", "commission": "5% of stake, when placed"},
            "commission-base",
            None,
        ),
        (
            "standard",
            {"wager": "place-4", "pays": "9 to 5", "commission": "five"},
            "commission-unreadable",
            None,
        ),
        ("us-pa", {"wager": "whirl", "pays": {"win": "1 to 1"}, "unit": 4, "area": "yes"},
         "unit-rule", "5"),
        (NJ, {"wager": "place 4", "pays": "9 to 5", "unit": 1}, "unpayable-stake", None),
        ("standard", {"wager": "place 6", "pays": "7 to 6", "unit": 5}, "breakage", None),
        (
            "us-pa",
            {"wager": "place 6", "pays": "7 to 6", "working": "always"},
            "working-rule",
            "off",
        ),
        (
            "us-pa",
            {"wager": "any 7", "pays": "4 to 1", "clause": "623a.3(a)(20)"},
            "cross-reference",
            "623a.3(a)(12)",
        ),
        (
            "standard",
            {"wager": "place 4", "pays": "9 to 5", "true_odds": "9 to 5"},
            "true-odds-wrong",
            "2 to 1",
        ),
        (
            "standard",
            {"wager": "place 4", "pays": "9 to 5", "house_advantage": "6.25%"},
            "advantage-wrong",
            "6.67% (1/15)",
        ),
        (
            "standard",
            {"wager": "dont-pass", "pays": "even", "house_advantage": "1.40%"},
            "basis-missing",
            "1.36% (3/220)",
        ),
        (
            "standard",
            {"wager": "field", "pays": {"2": "3 to 1", "12": "2 to 1", "other": "1 to 1"},
             "house_advantage": "2.7%"},
            "advantage-truncated",
            "2.8% (1/36)",
        ),
        (
            "standard",
            {"wager": "craps-12", "pays": "30 to 1", "house_advantage": "16.67%"},
            "to-for-slip",
            "13.89% (5/36)",
        ),
        ("standard", {"wager": "lay-10", "pays": "19 to 31"}, "player-advantage", "above 0"),
        ("standard", {"wager": "hard-6", "pays": "10 to 1"}, "zero-edge", None),
        (
            "standard",
            {"wager": "any 7", "pays": "4 to 1", "minimum": "10", "maximum": "5"},
            "limits-contradict",
            None,
        ),
        (
            "standard",
            {"wager": "any 7", "pays": "4 to 1", "maximum": "100"},
            "maximum-exposure",
            None,
        ),
        (
            "standard",
            {"wager": "craps-2", "pays": "30 to 1", "maximum": "1000", "cap": "25000"},
            "cap-changes-edge",
            None,
        ),
        ("standard", {"wager": "any 7", "pays": "4 to 1", "colour": "red"}, "malformed", None),
        (
            "standard",
            {"wager": "any 7", "pays": "4 to 1", "house_advantage": 0.1667},
            "malformed",
            None,
        ),
    ],
)  # fmt: skip
def test_a_line_sets_off_just_this_finding(
    rules: str, wager: dict[str, Any], code: str, expected: str | None
) -> None:
    findings = [
        one for one in found(wager, rules=rules)
        if not (one.code in ("limits-contradict", "maximum-exposure") and one.code != code)
    ]  # fmt: skip
    assert [one.code for one in findings] == [code]
    if expected is not None:
        assert findings[0].expected == expected


def test_a_clean_line_sets_off_nothing() -> None:
    clean = {
        "wager": "Place 4 to win",
        "pays": "9 to 5",
        "unit": 5,
        "true_odds": "2 to 1",
        "house_advantage": "6.67%",
        "basis": "per bet resolved",
    }
    assert found(clean, rules=NJ) == []


def test_several_findings_on_one_line_are_all_told() -> None:
    line = {"wager": "place 5", "pays": "7:6", "true_odds": "7 to 5", "house_advantage": "4.00%"}
    codes_ = [one.code for one in found(line, rules=NJ)]
    assert codes_ == ["price-below-minimum", "true-odds-wrong", "advantage-wrong"]


def test_repeated_lines() -> None:
    any_7 = {"wager": "any 7", "pays": "4 to 1"}
    assert only(any_7, any_7).code == "duplicate-row"
    other = only(any_7, {"wager": "Any Seven", "pays": "3 to 1"})
    assert (other.code, other.place) == ("non-uniform", "wagers[1].pays")


def test_columns_may_not_be_mixed() -> None:
    from dataclasses import replace

    lists = ("fire-10-200-2000-to-1", "fire-40-200-500-for-1")
    rules = replace(shipped("standard"), price_mode="one-of", columns=lists)
    whole = {"4": "10 to 1", "5": "200 to 1", "6": "2000 to 1"}
    assert found({"wager": "fire", "pays": whole}, rules=rules) == []
    mixed = only({"wager": "fire", "pays": {**whole, "6": "500 for 1"}}, rules=rules)
    assert (mixed.code, mixed.place) == ("mixed-columns", "wagers[0].pays.6")
    alien = only({"wager": "fire", "pays": {**whole, "6": "1000 to 1"}}, rules=rules)
    assert alien.code == "price-not-fixed"


def test_the_header() -> None:
    submission = document("s.json", b'{"rulebook": "standard", "wagers": []}')
    codes_ = [one.code for one in check(submission, shipped("standard"), None, Limits())]
    assert codes_ == ["header-incomplete", "malformed", "price-unchecked"]


def test_limits_set_by_the_user() -> None:
    fire = {"wager": "any 7", "pays": "4 to 1", "house_advantage": "16.6%"}
    limits = Limits(max_edge=parse_rate("15%"), tolerance=parse_rate("0.1%"))
    assert only(fire, limits=limits).code == "edge-over-limit"
    assert only(fire).code == "advantage-truncated"


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        ({"win": "6, 7", "lose": "7"}, "overlap"),
        ({"win": "6", "lose": "x"}, "malformed"),
    ],
)
def test_wagers_that_a_submission_defines(rule: dict[str, str], code: str) -> None:
    bet = {"id": "mine", "name": "Mine", "kind": "race", "source": "me", "rule": rule}
    findings = found(bets=[bet])
    assert findings[0].code == code
    sound = {**bet, "rule": {"win": "6", "lose": "7"}}
    assert (
        found({"wager": "mine", "pays": "1 to 1", "house_advantage": "9.09%"}, bets=[sound]) == []
    )


def test_a_wager_that_never_ends_and_one_too_large() -> None:
    states = {
        "id": "loop", "name": "Loop", "kind": "states", "source": "me",
        "rule": {"start": "a", "states": {"a": {"win": "2", "b": "3"}, "b": {"c": "4"},
                                          "c": {"b": "5"}}},
    }  # fmt: skip
    assert found(bets=[states])[0].code == "never-ends"
    large = {
        "id": "large", "name": "Large", "kind": "collect", "source": "me",
        "rule": {"groups": {str(n): [str(n)] for n in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)},
                 "until": "7", "win_at": 10},
    }  # fmt: skip
    assert found(bets=[large], limits=Limits(max_states=100))[0].code == "too-many-states"
    assert found(bets=[large]) == []


@pytest.mark.parametrize(
    ("text", "value", "agrees"),
    [
        ("1.41%", "7/495", True),
        ("1.4%", "7/495", True),
        ("1.42%", "7/495", False),
        ("0.0141", "7/495", True),
        ("7/495", "7/495", True),
        ("6.3%", "1/16", True),
        ("6.2%", "1/16", False),
        ("-1.4%", "-7/495", True),
    ],
)
def test_printed_numbers_agree_half_away_from_zero(text: str, value: str, agrees: bool) -> None:
    from fractions import Fraction

    assert parse_print(text, SUBMITTED).agrees(Fraction(value)) == agrees


@pytest.mark.parametrize("text", ["", "about 5%", "5 %%", "1e5", "nan", "5,5%", "9" * 1_001])
def test_what_is_no_printed_number(text: str) -> None:
    with pytest.raises(NumberError):
        parse_print(text, SUBMITTED)


def test_every_code_has_its_page() -> None:
    for code in codes():
        page = explain(code)
        assert page.startswith(f"{code} (")
        assert "What to do:" in page
    with pytest.raises(UnknownNameError, match="there is no finding 'nonsense'"):
        explain("nonsense")


def test_rulebook_files_say_how_prices_must_agree(tmp_path: Path) -> None:
    from importlib.resources import files

    text = files("oddscalc._rules").joinpath("data/massino.toml").read_text("utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('price_mode = "fixed"', 'price_mode = "minimum"'))
    assert userfiles.rulebook(str(path)).price_mode == "minimum"


Found = Callable[..., list[Finding]]


def test_a_spoiled_price_is_not_missed_as_well(tmp_path: Path) -> None:
    from oddscalc._checking.run import check_file

    path = tmp_path / "sheet.csv"
    path.write_text("rulebook,wager,payout\nus-nj-mini-dice,Place 6 to win,07:06:00\n")
    codes_ = {one.code for one in check_file(str(path), None, Limits()).findings}
    assert "price-became-time" in codes_
    assert "missing-price" not in codes_


def test_hostile_numbers_and_keys_take_no_time() -> None:
    many = json.dumps({"rulebook": "standard", **{f"k{n}": n for n in range(9_000)}})
    submission = document("s.json", many.encode())
    assert len(submission.findings) == 9_000
    with pytest.raises(DataError, match="over 10,000 keys and values that cannot be there"):
        document("s.json", json.dumps({f"k{n}": n for n in range(10_001)}).encode())
    huge = document(
        "s.toml", b'rulebook = "standard"\n[[wagers]]\nwager = "any 7"\nunit = 0x' + b"f" * 990
    )
    assert huge.entries[0].cells["unit"].text == str(16**990 - 1)


@pytest.mark.parametrize(
    ("rules", "wager", "code"),
    [
        ("sg-mbs", {"wager": "Horn", "pays": {"craps-2": "20 to 1"}}, "price-not-fixed"),
        ("sg-mbs", {"wager": "pass", "pays": "even", "commission": "5% of win, when won"},
         "commission-not-permitted"),
        ("us-pa", {"wager": "pass", "pays": "even", "commission": "50% of stake, when placed"},
         "commission-unmentioned"),
        ("sg-mbs", {"wager": "buy-4", "pays": "2 to 1"}, "commission-not-fixed"),
        ("lc", {"wager": "lay-4", "pays": "true odds",
                "commission": "5% of win, when placed, at least 5"}, "commission-over-cap"),
        ("standard", {"wager": "any 7", "pays": "4 to 1", "house_advantage": "0"},
         "advantage-wrong"),
        ("standard", {"wager": "pass", "pays": "even", "house_advantage": "0.0"},
         "advantage-wrong"),
        ("standard", {"wager": "dont-pass", "pays": "even", "win_probability": "0",
                      "lose_probability": "0", "push_probability": "0"},
         "probabilities-do-not-sum"),
        ("standard", {"wager": "field", "pays": {"2": "2 to 1", "12": "2 to 1", "other": "even"},
                      "true_odds": "1 to 1"}, "true-odds-wrong"),
        ("standard", {"wager": "place 4", "pays": "9 to 5", "true_odds": "true odds"},
         "true-odds-wrong"),
        ("us-pa", {"wager": "pass bet", "pays": "even", "working": "off"}, "working-rule"),
        ("us-pa", {"wager": "any 7", "pays": "4 to 1", "working": "banana"}, "malformed"),
        (NJ, {"wager": "Place 6 to win", "pays": "7 to 6", "minimum": 5}, "unpayable-stake"),
        ("us-ma", {"wager": "dont-pass", "pays": "even", "house_advantage": "1.4026%",
                   "basis": "made"}, "another-reading"),
    ],
)  # fmt: skip
def test_slips_that_are_easily_missed(rules: str, wager: dict[str, Any], code: str) -> None:
    assert code in [one.code for one in found(wager, rules=rules)]


@pytest.mark.parametrize(
    ("rules", "wager"),
    [
        ("standard", {"wager": "buy-4", "pays": "true odds", "house_advantage": "4.76%",
                      "commission": "5% of stake, when placed",
                      "basis": "per bet made, over the outlay"}),
        ("standard", {"wager": "buy-4", "pays": "true odds", "house_advantage": "1.33%",
                      "commission": "5% of stake, when won, rounded down to 1", "unit": 25}),
        ("standard", {"wager": "place 6", "pays": "7 to 6", "house_advantage": "1.52%",
                      "basis": "per decision"}),
        ("standard", {"wager": "odds-6", "pays": "6 to 5", "house_advantage": "0%"}),
        ("us-ma", {"wager": "dont-pass", "pays": "even", "win_probability": "949/1925",
                   "lose_probability": "976/1925", "push_probability": "0"}),
    ],
)  # fmt: skip
def test_right_lines_that_are_easily_refused(rules: str, wager: dict[str, Any]) -> None:
    assert found(wager, rules=rules) == []


@pytest.mark.parametrize(
    ("wager", "right", "wrong"),
    [("buy-4", "2 to 1", "9 to 5"), ("buy-6", "6 to 5", "7 to 6"), ("lay-4", "1 to 2", "5 to 11"),
     ("lay-6", "5 to 6", "4 to 5")],
)  # fmt: skip
def test_true_odds_that_a_clause_sets_are_asked_for(wager: str, right: str, wrong: str) -> None:
    codes_of = {
        pays: [
            (one.code, one.expected) for one in found({"wager": wager, "pays": pays}, rules="us-pa")
        ]
        for pays in (right, wrong)
    }
    assert codes_of == {right: [("zero-edge", None)], wrong: [("price-not-fixed", right)]}


def test_a_claim_is_read_by_its_basis_and_else_per_bet_made() -> None:
    """A don't pass has 3/220 per bet made and 27/1925 per bet resolved."""
    line = {"wager": "dont-pass", "pays": "even"}
    for said, basis, right in (
        ("3/220", "per bet made", True), ("27/1925", "per bet resolved", True),
        ("27/1925", "per bet made", False), ("3/220", "per bet resolved", False),
    ):  # fmt: skip
        told = found({**line, "house_advantage": said, "basis": basis})
        assert ("advantage-wrong" in [one.code for one in told]) is not right
        assert right or {"3/220", "27/1925"} - {said} & set(
            str(told[0].expected).replace("(", " ").replace(")", " ").split()
        )


def test_contradictory_lines_are_each_valued_at_their_own_price() -> None:
    lines = [{"wager": "eleven", "pays": "15 to 1", "house_advantage": "11.11%"},
             {"wager": "eleven", "pays": "14 to 1", "house_advantage": "16.67%"}]  # fmt: skip
    assert [one.code for one in found(*lines)] == ["non-uniform"]


@pytest.mark.parametrize(
    "header", [{"licensee": "NAME OF THE LICENSEE"}, {"game": ""}, {"effective": "2026-02-31"}]
)
def test_headers_that_say_nothing(header: dict[str, str]) -> None:
    any_7 = {"wager": "any 7", "pays": "4 to 1"}
    assert only(any_7, **{**HEADER, **header}).code == "header-incomplete"


def test_a_time_in_toml_is_a_spoiled_price() -> None:
    text = b'rulebook = "standard"\n[[wagers]]\nwager = "place 6"\npays = 07:06:00\n'
    submission = document("s.toml", text)
    findings = check(submission, shipped("standard"), None, Limits())
    assert "price-became-time" in [one.code for one in findings]
    assert "malformed" not in [one.code for one in findings]


def test_the_limit_on_states_is_for_wagers_that_a_submission_defines() -> None:
    fire = {"wager": "fire", "pays": {"4": "24 to 1", "5": "249 to 1", "6": "999 to 1"}}
    assert found(fire, limits=Limits(max_states=10)) == []


def test_a_bundle_priced_whole_and_by_a_part_is_a_finding() -> None:
    wager = {"wager": "horn", "pays": {"win": "3 to 1", "eleven": "15 to 1"}}
    assert [one.code for one in found(wager) if one.severity == "error"] == ["non-uniform"]


def test_a_commission_that_depends_on_a_stake_of_another_line() -> None:
    commission = "5% of win, when placed, rounded down to 1"
    charged = {"wager": "buy 4", "pays": "2 to 1", "commission": commission}
    findings = found(charged, {"wager": "buy 4", "pays": "2 to 1"})
    places = [one.place for one in findings if one.code == "advantage-unchecked"]
    assert places == ["wagers[0].commission", "wagers[1]"]


def test_an_unknown_key_that_begins_like_bets_leaves_the_bets_alone() -> None:
    bet = {"id": "mine", "name": "Mine", "kind": "race", "source": "me",
           "rule": {"win": "6", "lose": "7"}}  # fmt: skip
    findings = found({"wager": "mine", "pays": "1 to 1"}, bets=[bet], betslip="3")
    assert "unknown-wager" not in {one.code for one in findings}


def test_a_time_in_another_row_does_not_hide_that_a_price_is_missing() -> None:
    hops = [f"hop {a}-{b}" for a in range(1, 7) for b in range(a, 7)]
    rows = ["wager,outcome,pays", "field,2,2 to 1", *(f"{hop},,15 to 1" for hop in hops)]
    rows[20] = rows[20].replace("15 to 1", "15:01:00")
    submission = collected("a.csv", "\n".join(rows).encode())
    findings = check(submission, shipped("standard"), None, Limits())
    places = {one.code: one.place for one in findings}
    assert places["price-became-time"] == "row 21, column C (pays)"
    assert places["missing-price"] == "row 2"


def test_a_wrong_advantage_where_the_commission_depends_on_the_stake() -> None:
    wager = {"wager": "buy 4", "pays": "2 to 1", "unit": 20, "house_advantage": "7.77%",
             "commission": "5% of stake, when placed, rounded down to 1"}  # fmt: skip
    finding = only(wager)
    assert (finding.code, finding.expected) == ("advantage-wrong", "5.00% (1/20)")


def test_true_odds_of_a_wager_that_cannot_win() -> None:
    bet = {"id": "mine", "name": "Mine", "kind": "states", "source": "me",
           "rule": {"start": "a", "states": {"a": {"lose": "any"}}}}  # fmt: skip
    assert only({"wager": "mine", "true_odds": "1 to 1"}, bets=[bet]).code == "true-odds-wrong"
