"""Papers as people write them: whatever its spelling, a right one has no error, a wrong one has."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from oddscalc._checking.checks import check
from oddscalc._checking.documents import document
from oddscalc._checking.findings import Finding
from oddscalc._checking.lines import Limits
from oddscalc._checking.outcomes import named, totals_of
from oddscalc._checking.prices import by_outcome
from oddscalc._money.commission import Commission
from oddscalc._money.terms import terms_of
from oddscalc._rules.rulebook import shipped
from oddscalc.errors import NumberError

HEADER = {"licensee": "L", "game": "craps", "version": "1", "effective": "2026-01-01"}


def found(*wagers: dict[str, Any], rules: str = "standard") -> list[Finding]:
    book = shipped(rules)
    data = {"rulebook": book.id, **HEADER, "wagers": list(wagers)}
    submission = document("s.json", json.dumps(data).encode())
    quiet = ("not-offered", "offered-if", "price-unchecked")
    findings = check(submission, book, book.printed, Limits())
    return [one for one in findings if one.code not in quiet]


def codes(*wagers: dict[str, Any], rules: str = "standard") -> list[str]:
    return [finding.code for finding in found(*wagers, rules=rules)]


def row(wager: str, pays: Any, edge: str = "", **cells: str) -> dict[str, Any]:
    claimed = {"house_advantage": edge} if edge else {}
    return {"wager": wager, "pays": pays, **claimed, **cells}


@pytest.mark.parametrize(
    "wager",
    [
        row("Place 4 and 10", "9 to 5", "6.67%"),
        row("Place 5/9", "7-to-5", "4.00%"),
        row("Place 6 & 8", "7:6", "1.52%"),
        row("Hard Six, Eight", "10 for 1", "9.09%"),
        row("Hard 4 or 10", "8-for-one", "11.11%"),
        row("Hop easy", "15 to 1", "11.11%"),
        row("Hops (hard way)", "31 for 1", "13.89%"),
        row("Hops", "15 to 1 easy, 30 to 1 hard"),
        row("Hop bets", {"easy way": "16 for 1", "hard way": "31 for 1"}),
        row("2/12", "15 to 1", "11.11%"),
        row("Hard 4's and 10's", "7 to 1", "11.11%"),
        row("Pass/Don't Pass", "even money", "1.41% / 1.36%"),
        row("Pass Line and Come", "even", "1.41%"),
        row("3 or 11", "16 for 1", "11.11%"),
        row("2 or 12", "30 to 1", "13.89%"),
        row("2 or 12", "15 to 1", "11.11%"),
        row("Small and Tall", "34 to 1", "7.76%"),
        row("Big 6/8", "evens", "9.09%"),
        row("Place to lose 4 & 10", "5 to 11", "3.03%"),
        row("Hardways", {"4 or 10": "7 to 1", "6, 8": "9 to 1"}),
        row("Any Craps", "7\u00bd to 1", "5.56%"),
        row("Any 7", "4 to 1 (5 for 1)", "16.67%"),
        row("Field", "1 to 1; 2 and 12 pay 2 to 1", "5.56%"),
        row("Field", "even money, double on 2, 3:1 on 12", "2.78%"),
        row("Field", {"2, 12": "double", "3, 4, 9, 10 or 11": "even"}, "5.56%"),
        row("Field", {"Two": "2:1", "boxcars": "2:1", "all others": "1:1", "5": "loses"}),
        row("Horn", {"2 or 12": "30 to 1", "3": "15 to 1", "yo": "15 to 1"}, "12.5%"),
        row("Horn", {"2/12": "whole 27 to 4", "3/11": "3 to 1 on the whole bet"}, "12.5%"),
        row("C&E", {"2, 3, 12": "7 to 1", "11": "15 to 1"}, "11.11%"),
        row("World", {"2, 12": "30 to 1", "3, 11": "15 to 1", "7": "push"}, "13.33%"),
        row("Don't Pass", {"win": "even", "12": "push"}, "1.36%"),
        row("Fire", {"4 points": "25 for 1", "five": "250 for 1", "6 made": "1,000 for 1"},
            "20.76%"),
        row("Buy 4", "2 to 1", "5%", commission="5% of the stake, up front"),
        row("Buy 4", "true odds (2 to 1)", "1.67%", commission="5% of the stake, on win only"),
        row("Lay 4", "1 to 2", commission="$1 flat, when won", unit="20"),
        row("Buy 4", "2 to 1", commission="no commission"),
        row("Don't Pass Bar 12", "even", "1.36%"),
        row("Don't Pass (12 is barred)", "1 zu 1", "1.36%"),
        row("Any Seven (one roll)", "4 to 1", "16.67%"),
        {"wager": "Field (1 to 1; 2 and 12 pay double)", "house_advantage": "5.56%"},
    ],
    ids=lambda wager: f"{wager['wager']}, {wager.get('pays')}",
)  # fmt: skip
def test_a_right_line_has_no_error_however_it_is_written(wager: dict[str, Any]) -> None:
    assert set(codes(wager)) <= {"zero-edge"}


@pytest.mark.parametrize(
    ("wager", "code"),
    [
        (row("Place 4 and 10", "9 to 5", "6.57%"), "advantage-wrong"),
        (row("Pass/Don't Pass", "even", "1.41% / 1.40%"), "basis-missing"),
        (row("Don't Pass/Come", "even"), "unknown-wager"),
        (row("Three", "15 to 1"), "unknown-wager"),
        (row("Hops", "15 to 1"), "one-price"),
        (row("Hardways", "7 to 1"), "one-price"),
        (row("Horn", "part 30 to 1"), "outcome-unknown"),
        (row("Place 4 and 11", "9 to 5"), "not-authorised"),
        (row("3 or 11", "7 to 1"), "unknown-wager"),
        (row("Hop easy", "16 to 1", "11.11%"), "to-for-slip"),
        (row("Any 7", "4 to 1 (4 for 1)"), "price-unreadable"),
        (row("Any 7", "4-1"), "bare-number"),
        (row("Place 4", "9-5"), "price-unreadable"),
        (row("Place 4", "true odds (9 to 5)"), "price-unreadable"),
        (row("Fire", {"4": "24 to 1", "5": "249 to 1", "6": "1.000 for 1"}), "price-unreadable"),
        (row("Field", {"2": "2 to 1", "12": "2 to 1", "5": "1 to 1", "3": "1 to 1"}),
         "result-wrong"),
        (row("Don't Pass", {"win": "even", "12": "even"}), "result-wrong"),
        (row("Field", {"2": "push", "12": "2 to 1", "other": "1 to 1"}), "result-wrong"),
        (row("Horn", {"2, 12": "27 to 4", "3, 11": "3 to 1"}), "part-or-whole"),
        (row("C&E", {"2, 3, 12": "3 to 1", "11": "7 to 1"}, "11.11%"), "part-or-whole"),
        (row("World", {"2, 12": "26 to 5", "3, 11": "11 to 5", "7": "0 to 1"}), "part-or-whole"),
        (row("Horn", {"2, 12": "29 to 1", "3, 11": "15 to 1"}), "part-assumed"),
        (row("Buy 4", "2 to 1", commission="whatever"), "commission-unreadable"),
        (row("Don't Pass (bar 2)", "even", "1.36%"), "not-authorised"),
        (row("Any Seven (red dice only)", "4 to 1"), "name-read-as"),
        (row("Field", "2,3,4,9,10,11,12 - 2 pays double, 12 pays triple"), "outcome-unknown"),
    ],
    ids=lambda one: f"{one['wager']}, {one['pays']}" if isinstance(one, dict) else one,
)  # fmt: skip
def test_a_wrong_line_is_told(wager: dict[str, Any], code: str) -> None:
    assert code in codes(wager)


@pytest.mark.parametrize(
    ("wager", "code"),
    [
        (row("Buy 4", "2 to 1", "4.76%", commission="5 pence", basis="outlay"),
         "commission-unreadable"),
        (row("Place 4", "9-5", "6.67%"), "price-unreadable"),
        (row("Any 7", "5", "16.67%"), "bare-number"),
        (row("Field", {"2": "2", "12": "2 to 1", "other": "1 to 1"}, "5.56%", maximum="100"),
         "bare-number"),
        (row("Field", {"2": "2 to 1", "12": "2 to 1", "the rest, roughly": "1 to 1"}, "5.56%"),
         "outcome-unknown"),
    ],
)  # fmt: skip
def test_nothing_follows_from_what_could_not_be_read(wager: dict[str, Any], code: str) -> None:
    assert codes(wager) == [code]


@pytest.mark.parametrize(
    ("edge", "basis", "taken"),
    [
        ("4.76%", "outlay", "5% of the stake, when placed"),
        ("1.67%", "made", "5% of the stake, when won"),
        ("3.33%", "made", "5% of the win, when won"),
        ("", "made", "5% of the stake, when placed"),
    ],
)
def test_a_commission_that_leaves_things_open_is_taken_so_that_the_claim_is_right(
    edge: str, basis: str, taken: str
) -> None:
    (finding,) = found(row("Buy 4", "2 to 1", edge, commission="5 %", basis=basis))
    assert (finding.code, finding.expected) == ("commission-assumed", taken)


def test_a_commission_that_fits_no_claim_is_not_made_to() -> None:
    wager = row("Buy 4", "2 to 1", "1.41%", commission="5 %")
    assert set(codes(wager)) == {"commission-assumed", "advantage-wrong"}


@pytest.mark.parametrize(
    ("text", "charged"),
    [
        ("5% of win, when placed, rounded down to 1",
         "5% of the win, when placed, rounded down to 1"),
        ("5 per cent vig on the win, up front", "5% of the win, when placed"),
        ("5% of the amount that could be won, at the time of the bet",
         "5% of the win, when placed"),
        ("5% commission on winnings only", "5% of the win, when won"),
        ("$1 per $20 bet, when placed", "5% of the stake, when placed"),
        ("$1 flat, when won", "1 flat, when won"),
        ("5% of stake, when placed, min $1, max $20",
         "5% of the stake, when placed, at least 1, at most 20"),
    ],
)  # fmt: skip
def test_commissions_as_people_write_them(text: str, charged: str) -> None:
    assert str(Commission.parse(text)) == charged


@pytest.mark.parametrize("text", ["none", "N/A", "-", "\u2014", "0%", "no commission", "nil", "$0"])
def test_no_commission_in_many_words(text: str) -> None:
    assert Commission.parse(text) is None


@pytest.mark.parametrize("text", ["5%", "on win", "5% on win", "5% of stake", "five", "5", "0.05"])
def test_a_commission_that_is_asked_must_say_all(text: str) -> None:
    with pytest.raises(NumberError):
        Commission.parse(text)


def test_flat_charges_cost_more_of_small_stakes() -> None:
    terms = terms_of("$1")
    assert terms is not None
    assert (terms.rate, terms.floor, terms.cap) == (Fraction(0), 1, 1)


SHOTS = {
    "16 to 23": "3 for 1", "24-31": "5 for 1", "32\u201339 rolls": "7 for 1", "40..44": "12 for 1",
    "45 through 50": "30 for 1", "51 or more": "100 for 1",
}  # fmt: skip


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({"8 to 15": "push"}, []),
        ({"8..15": "1 for 1", "2 to 7": "loses"}, []),
        ({"8..15": "stake back", "5": "lose"}, []),
        ({"8..15": "2 for 1"}, ["result-wrong"]),
        ({"2 to 7": "push"}, ["result-wrong"]),
        ({"7 to 15": "push"}, ["result-wrong"]),
        ({"8 to 16": "push"}, ["outcome-unknown"]),
    ],
)
def test_bands_that_are_returned_or_lost_have_rows(
    more: dict[str, str], expected: list[str]
) -> None:
    wager = row("Hot Shooter Jackpot", {**SHOTS, **more}, "9.90%")
    assert codes(wager, rules="side-bets") == expected


def test_totals_and_prices_by_outcome() -> None:
    assert totals_of("craps") == [2, 3, 12]
    assert totals_of("13") == []
    book = shipped("standard")
    assert named("push", ["win"], book.catalogue["pass"], book).results == frozenset()
    assert by_outcome("7:6") is None
    assert by_outcome("3 to 1 on craps, 7 to 1 on 11") == {"craps": "3 to 1", "11": "7 to 1"}
