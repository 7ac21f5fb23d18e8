"""Printed numbers: confirmed, or refuted with what would give them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from conftest import Ran, slow_but

from oddscalc._ask.asked import query
from oddscalc._ask.query import prepare
from oddscalc._exact.printed import CLAIMED, PrintedNumber, parse_print, spelled
from oddscalc._exact.values import Exact
from oddscalc._questions.claims.judgement import CONFIRMED, REFUTED, claim
from oddscalc._questions.claims.otherprices import prices_of
from oddscalc._show.words.claim import document
from oddscalc._show.writers import write
from oddscalc.errors import NumberError, OddscalcError

IRON_CROSS = "field:5 place-5:5 place-6:6 place-8:6"
HEDGER = "field:10 place-5:10 place-6:12 place-8:12"
HUNDRED_TEN = "field:25 place-5:25 place-6:30 place-8:30"
TRIPLE_12 = {"pays": ["field:12=3 to 1"]}
WON_DOWN = {"vig": "5% of stake, when won, rounded down to 1"}

CONFIRM = [
    # number, bet, options, quantity, exact value
    ("11.1%", "eleven", {}, "made", "1/9"),  # A02
    ("16.7%", "eleven", {"pays": ["win=15 for 1"]}, "made", "1/6"),
    ("11.111%", "craps-3", {}, "made", "1/9"),  # A03
    ("11.111%", "hi-lo", {}, "made", "1/9"),
    ("14%", "craps-2", {}, "made", "5/36"),
    (
        "24.8562%",  # A06
        "fire",
        {"paytable": "fire-10-200-2000-to-1"},
        "made",
        "51905761004071461327852138469105380739713571"
        "/208824584812056757538831689766774721436028310",
    ),
    (
        "25.9162%",
        "fire",
        {"paytable": "fire-10-200-2000-for-1"},
        "made",
        "10823883137985560009326983818157485989285889/41764916962411351507766337953354944287205662",
    ),
    ("5.56%", "field", {}, "made", "1/18"),  # A12
    ("2.78%", "field", TRIPLE_12, "made", "1/36"),
    ("0%", "field", {"pays": ["2=3 to 1", "12=3 to 1"]}, "made", "0"),
    ("1.3%", "buy-4", WON_DOWN | {"stake": "25"}, "made", "1/75"),  # B05
    ("0.952%", "buy-4", WON_DOWN | {"stake": "35"}, "made", "1/105"),  # B06
    ("0.95238%", "buy-10", WON_DOWN | {"stake": "35"}, "made", "1/105"),
    ("4%", "odds-5", {"stake": "5", "round": "down"}, "made", "1/25"),  # B13
    ("0%", "odds-5", {"stake": "10", "round": "down"}, "made", "0"),
    ("1/11", "odds-6", {"stake": "3", "round": "down"}, "made", "1/11"),
    ("2/77", "odds-6", {"stake": "7", "round": "down"}, "made", "2/77"),
    (".848%", "pass", {"odds": "1x"}, "made", "7/825"),  # C06
    (".606%", "pass", {"odds": "2x"}, "made", "1/165"),
    ("28/4895", "pass", {"odds": "full-double"}, "made", "28/4895"),
    (".471%", "pass", {"odds": "3x"}, "made", "7/1485"),
    (".374%", "pass", {"odds": "345x"}, "made", "7/1870"),
    ("7/2145", "pass", {"odds": "5x"}, "made", "7/2145"),
    (".18%", "pass", {"odds": "10x"}, "made", "7/3795"),
    (".10%", "pass", {"odds": "20x"}, "made", "7/7095"),
    (".02%", "pass", {"odds": "100x"}, "made", "1/4785"),
    ("3/1100", "dont-pass", {"odds": "6x"}, "made", "3/1100"),
    ("18.30%", "all-small", {"paytable": "bonus-30-150-to-1"}, "made", "139241/760760"),  # G08
    ("7.76%", "all-small", {}, "made", "1687/21736"),
    ("17.98%", "all-or-nothing", {"pays": ["win=155 to 1"]}, "made", "27738774841/154277300100"),
    ("7.46%", "all-or-nothing", {}, "made", "10207263466/136745788725"),
    (
        "20.61%",
        "all-or-nothing",
        {"pays": ["win=150 to 1"]},
        "made",
        "4959941501491/24067258815600",
    ),
    ("1.14%", IRON_CROSS, TRIPLE_12 | {"until": "roll"}, "made", "1/88"),  # H02
    ("1.77%", IRON_CROSS, {"until": "roll"}, "made", "7/396"),
    ("2.37%", IRON_CROSS, TRIPLE_12, "made", "1031/43560"),
    ("3.00%", IRON_CROSS, {}, "made", "653/21780"),
    ("$3.30", HUNDRED_TEN, {}, "loss", "653/198"),
    ("1.52%", "place-6:6", {"until": "roll", "named": ["decision"]}, "decision", "1/66"),
    ("0.46%", "place-6:6", {"until": "roll", "named": ["made"]}, "made", "1/216"),
    ("$236", HEDGER, {"until": "roll"}, "won-36", "236"),  # H03
    ("$28", HEDGER, {"until": "roll"}, "loss-36", "28"),
    ("1.36%", "dont-pass", {}, "made", "3/220"),  # C01
    ("1.40%", "dont-pass", {}, "resolved", "27/1925"),
    ("1.41%", "pass", {}, "made", "7/495"),
    ("0.0136", "dont-pass", {}, "made", "3/220"),
    ("0.42%", "pass", {}, "roll", "7/1671"),
    ("251:244", "pass", {}, "against", "251/244"),
    ("251 to 244 against", "pass", {}, "against", "251/244"),
    ("244 to 251 on", "pass", {}, "in favour", "244/251"),
    ("35 to 1 against", "craps-12", {}, "against", "35"),
    ("1 in 36", "craps-12", {}, "win", "1/36"),
    ("1 in 6,156", "fire", {}, "win 6", None),
    ("$0.14", "pass", {"stake": "10"}, "loss", "14/99"),
    ("14 cents", "pass", {"stake": "10"}, "loss", "14/99"),
    ("-1/66", "place-6", {}, "player made", "-1/66"),
    ("1.746%", "pass", {"dice": "srr=7"}, "player made", "11/630"),
    ("98.59%", "pass", {}, "return", "488/495"),
    ("3.38", "pass", {}, "rolls", "557/165"),
    ("0.9999", "pass", {}, "sd", None),
    ("4.76%", "buy-4", {}, "made", "1/21"),
    ("5%", "buy-4", {}, "made", "1/20"),
    ("$2.513", "pass", {"stake": "10", "rolls_per_hour": "60"}, "hour", "1400/557"),
]


def parse_claim(text: str) -> PrintedNumber:
    return parse_print(text, CLAIMED)


REFUTE = [
    # number, bet, options, kind of explanation, what it says, exact value
    ("11.9%", "eleven", {}, None, "", None),  # A02: neither notation
    ("11.9%", "eleven", {"pays": ["win=15 for 1"]}, None, "", None),
    ("14%", "eleven", {}, "bet", "that is another bet, craps-2", "5/36"),  # A03
    ("16.7%", "eleven", {}, "notation", "that is 15 for 1", "1/6"),
    ("24.86%", "fire", {"paytable": "fire-10-200-2000-for-1"}, "notation", "2000 to 1", None),
    (
        "25.92%",  # A06
        "fire",
        {"paytable": "fire-10-200-2000-to-1"},
        "paytable",
        "that is paytable fire-10-200-2000-for-1",
        "10823883137985560009326983818157485989285889"
        "/41764916962411351507766337953354944287205662",
    ),
    ("5.56%", "field", TRIPLE_12, "paytable", "customary", "1/18"),  # A12
    ("2.78%", "field", {"named": ["edge"]}, "price", "that is 3 to 1 on 12", "1/36"),
    ("0%", "odds-5", {"stake": "5", "round": "down"}, "rounding", "paid exactly", "0"),  # B13
    ("20.9%", "all-small", {"paytable": "bonus-30-150-to-1"}, "notation", "30 for 1", None),  # G08
    ("1.14%", IRON_CROSS, TRIPLE_12, "until", "--until roll", "1/88"),  # H02
    ("1.14%", IRON_CROSS, {"until": "roll"}, "price", "3 to 1 on field 12", "1/88"),
    ("3.87%", IRON_CROSS, TRIPLE_12, None, "", None),
    ("3.87%", IRON_CROSS, {}, "until", "--until roll: house edge per bet resolved", "7/181"),
    ("3.87%", IRON_CROSS, {"until": "roll", "named": ["made"]}, "quantity", "resolved", "7/181"),
    ("2.49%", IRON_CROSS, TRIPLE_12, "until", "--until roll: house edge per bet resolved", "9/362"),
    ("$4.25", HUNDRED_TEN, {}, None, "", None),
    ("$212", HEDGER, {"until": "roll"}, None, "", None),  # H03
    ("$52", HEDGER, {"until": "roll"}, None, "", None),
    ("1.41%", "dont-pass", {}, "bar", "that is dont-pass-no-bar: player's edge", "7/495"),  # C01
    ("4.14%", "dont-pass", {}, "bar", "dont-pass-bar-3", "41/990"),  # C05
    ("1.40%", "dont-pass", {"named": ["made"]}, "quantity", "per bet resolved", "27/1925"),
    ("1.36%", "dont-pass", {"named": ["resolved"]}, "quantity", "per bet made", "3/220"),
    ("5.00%", "buy-4", {"named": ["outlay"]}, "quantity", "over the stake", "1/20"),
    ("1.51%", "place-6", {}, "truncated", "truncated, not rounded", "1/66"),
    ("18.3%", "all-small", {}, "paytable", "bonus-30-150-to-1", "139241/760760"),
    ("16.67%", "craps-2", {}, "notation", "30 for 1", "1/6"),
    ("11.11%", "craps-2", {}, "price", "that is 31 to 1", "1/9"),
    ("16.67%", "eleven", {}, "notation", "that is 15 for 1", "1/6"),
    ("1.52%", "big-6", {}, "price", "that is 7 to 6", "1/66"),  # D02
    ("1.67%", "buy-4", {}, "commission", "5% of the stake, when won", "1/60"),  # B04
    ("2.44%", "lay-4", {"vig": "5% of win, when won"}, "commission", "when placed", "1/41"),  # B02
    ("1.67%", "lay-4", {}, "commission", "5% of the win, when won", "1/60"),
    ("5%", "lay-4", {}, "commission", "5% of the stake, when placed", "1/20"),  # B01
    ("0.47%", "pass", {"odds": "2x"}, "dilution", "as if odds were behind every bet", "7/1485"),
    ("0.61%", "pass", {}, "odds-behind", "that is with 2x odds", "1/165"),
    ("1.41", "pass", {}, "percent", "that is 1.41%, written 1.41", "7/495"),
    ("0.0141%", "pass", {}, "percent", "that is 0.0141, written 0.0141%", "7/495"),
    ("1 in 35", "craps-12", {}, "odds", "that is 35 to 1", "35"),
    ("36 to 1", "craps-12", {}, "odds", "that is 1 in 36", "1/36"),
    ("1:35", "craps-12", {}, "side", "odds in favour", "1/35"),
    ("$0.28", "pass", {"stake": "10"}, "times", "that is 2 times the expected loss", "14/99"),
    ("$0.14", "pass", {}, "times", "that is 10 times the expected loss", "7/495"),
    ("27/1925", "dont-pass", {"rules": "us-ma", "reading": "returned", "named": ["made"]},
     "reading", "reading 'stays'", "27/1925"),
    ("3.47", "dont-pass", {"named": ["rolls"]}, "rules", "us-ma, reading 'stays'", "6684/1925"),
    ("12.5%", "horn", {"pays": ["horn:craps-12=30 for 1"]}, "notation", "30 to 1 on craps", "1/8"),
    ("-16.67%", "eleven", {"named": ["player"]}, "notation", "that is 15 for 1", "-1/6"),
    ("0.29%", "place-6", {}, "working", "off on come-out rolls", "31951/10893096"),  # D06
]  # fmt: skip


def judged(number: str, bets: str, options: dict[str, object]):  # type: ignore[no-untyped-def]
    from oddscalc._dice.dice import parse_dice

    options = dict(options)
    if "dice" in options:
        options["dice"] = parse_dice(str(options["dice"]))
    if "rolls_per_hour" in options:
        options["rolls_per_hour"] = Fraction(str(options["rolls_per_hour"]))
    return claim(number, *bets.split(), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("number", "bets", "options", "quantity", "exact"), CONFIRM)
def test_confirmed(
    number: str, bets: str, options: dict[str, object], quantity: str, exact: str | None
) -> None:
    found = judged(number, bets, options)
    assert found.verdict == CONFIRMED
    matches = [one for one in found.matches if one.quantity.name == quantity]
    assert matches
    if exact is not None:
        assert Exact(Fraction(exact)) in [one.quantity.value for one in matches]
    assert not found.explanations


@pytest.mark.parametrize(("number", "bets", "options", "kind", "says", "exact"), REFUTE)
def test_refuted(
    number: str,
    bets: str,
    options: dict[str, object],
    kind: str | None,
    says: str,
    exact: str | None,
) -> None:
    found = judged(number, bets, options)
    assert found.verdict == REFUTED
    told = [one for one in found.explanations if one.kind == kind and says in one.says]
    if kind is None:
        assert not found.explanations
        return
    assert told, [one.says for one in found.explanations]
    if exact is not None:
        assert Exact(Fraction(exact)) in [one.quantity.value for one in told]
    for one in found.explanations:
        assert one.kind in ("percent", "odds", "side", "times") or found.claimed.agrees(
            one.quantity.value
        ) or found.claimed.truncates(one.quantity.value)  # fmt: skip
    assert all(len(line) <= 80 for line in write(document(found), "text").splitlines())


@pytest.mark.parametrize(("number", "bets", "options", "quantity", "_"), CONFIRM)
def test_one_unit_more_in_the_last_digit_is_no_longer_that_quantity(
    number: str, bets: str, options: dict[str, object], quantity: str, _: object
) -> None:
    found = judged(number, bets, options)
    printed = found.claimed
    unit = Fraction(1, 10**60 if printed.is_exact else 10**printed.places)
    more = replace(printed, number=printed.number + unit)
    for match in found.matches:
        assert not more.agrees(match.quantity.value)


@pytest.mark.parametrize(
    "number",
    [
        *("", "about 1.4%", "nearly 14%", "~1.4%", "under 3", "1e5", "1_000", "1.4.1", "7/0"),
        *("0 in 5", "1 in 0", "3 to 0", "$5%", "pass", "1" * 5000, "1/" + "9" * 5000, "--1"),
        *("1.4 %%", "one", "\u0661%", "nan", "inf", "1,00", "-1 in 36", "7/1.5", "1.5/"),
    ],
)
def test_what_is_no_number_is_refused(number: str, oddscalc: Callable[..., Ran]) -> None:
    with pytest.raises(NumberError):
        parse_claim(number)
    ran = oddscalc("claim", "--bet", "pass", f"--number={number}")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err


def test_a_vague_number_is_refused_with_the_word() -> None:
    with pytest.raises(NumberError, match="says 'nearly'"):
        parse_claim("nearly 14%")


def test_exit_codes(oddscalc: Callable[..., Ran]) -> None:
    assert oddscalc("claim", "1.36%", "--bet", "dont-pass").code == 0
    assert oddscalc("claim", "1.36%", "--bet", "dont-pass", "--as", "resolved").code == 1
    assert oddscalc("claim", "1.50%", "--bet", "dont-pass").code == 1
    for bad in (
        ["1.36%"],
        ["--bet", "pass"],
        ["1.36%", "--number", "1%", "--bet", "pass"],
        ["1.36%", "--bet", "no-such"],
        ["1.36%", "--bet", "pass", "--as", "no-such"],
        ["1.36%", "--bet", "pass", "--bet", "come"],
        ["1.36%", "--bet", "pass:5", "--bet", "any-craps"],
        ["1.36%", "--bet", "pass:5", "--odds", "2x"],
        ["1.36%", "--bet", "pass", "--stake", "x"],
    ):
        ran = oddscalc("claim", *bad)
        assert (ran.code, ran.out) == (2, ""), bad


@pytest.mark.parametrize("arguments", [["--number=-1/66"], ["--", "-1/66"]])
def test_a_negative_number(oddscalc: Callable[..., Ran], arguments: list[str]) -> None:
    ran = oddscalc("claim", "--bet", "place-6", *arguments)
    assert ran.code == 0
    assert "player's edge per bet made" in ran.out
    assert oddscalc("claim", "--help").out.count("--number=-1/66") == 1


def test_the_first_line_says_the_verdict(oddscalc: Callable[..., Ran]) -> None:
    ran = oddscalc("claim", "1.36%", "--bet", "dont-pass")
    assert ran.out.splitlines()[0] == "CONFIRMED: 1.36% on dont-pass"
    assert "- it is the house edge per bet made, over the stake\n  3/220 = " in ran.out
    ran = oddscalc("claim", "1.36%", "--bet", "dont-pass", "--as", "resolved")
    assert ran.out.startswith("REFUTED: 1.36% on dont-pass, as resolved\n")
    assert "that is the house edge per bet made, over the stake" in ran.out


def test_json(oddscalc: Callable[..., Ran]) -> None:
    ran = oddscalc("claim", "1.36%", "--bet", "dont-pass", "--json")
    data = json.loads(ran.out)
    value = {"exact": "3/220", "decimal": "0.01363636364"}
    assert (data["number"], data["verdict"]) == ("1.36%", "confirmed")
    assert data["matches"] == [
        {
            "quantity": "made",
            "basis": "stake",
            "bet": "dont-pass",
            "reading": "usual",
            "paytable": "customary",
            "value": value,
        }
    ]
    assert data["explanations"] == []
    assert data["values"]["usual"]["made over stake"] == value
    ran = oddscalc("claim", "1.40%", "--bet", "dont-pass", "--as", "made", "--json")
    data = json.loads(ran.out)
    assert (data["verdict"], data["matches"]) == ("refuted", [])
    assert data["explanations"][0]["kind"] == "quantity"
    assert data["explanations"][0]["value"]["exact"] == "27/1925"


def test_every_reading_is_held_against_the_claim() -> None:
    found = claim("1.40%", "dont-pass", rules="us-ma")
    assert [one.reading for one in found.matches if one.quantity.name == "made"] == ["stays"]
    assert "reading 'stays'" in write(document(found), "text")


@pytest.mark.parametrize("number", slow_but(("2%", "17%"), ("2%", "5%", "10%", "11%", "17%")))
def test_explanations_are_few(number: str) -> None:
    for bet in ("field", "horn", "place-6", "buy-4", "hard-8"):
        assert len(claim(number, bet).explanations) <= 8


def test_portfolio_takes_no_odds() -> None:
    with pytest.raises(OddscalcError, match="takes no odds"):
        claim("1%", "pass:5", odds="2x")


def test_zero_is_only_confirmed_by_zero() -> None:
    assert not parse_claim("0%").agrees(Exact(Fraction(1, 1000)))
    assert not parse_claim("0.0%").agrees(Exact(Fraction(1, 10**6)))
    assert parse_claim("0.0%").agrees(Exact(Fraction(0)))


def test_a_bare_whole_number_is_exact() -> None:
    assert not parse_claim("1").agrees(Exact(Fraction(9, 10)))
    assert parse_claim("1.0").agrees(Exact(Fraction(99, 100)))
    assert parse_claim("1%").agrees(Exact(Fraction(99, 10_000)))


def test_no_price_is_tried_for_a_return_that_none_has() -> None:
    found = claim("16.67%", "eleven")
    assert "return" not in [one.quantity.name for one in found.explanations]
    told = claim("83.33%", "craps-12").explanations[0]
    assert (told.kind, told.quantity.name) == ("notation", "return")


def test_the_prices_of_a_bundle_are_those_of_its_parts_as_given() -> None:
    _, asked = query(["horn"], {"pays": ["horn:craps-12=30 for 1"]})
    (solved,), paytable = prepare(["horn"], asked)
    prices = {bet: str(price) for (bet, _), price in prices_of(solved, paytable).items()}
    assert prices == {
        "craps-2": "30 to 1",
        "craps-3": "15 to 1",
        "eleven": "15 to 1",
        "craps-12": "30 for 1",
    }


def test_half_away_from_zero() -> None:
    assert parse_claim("6.3%").agrees(Exact(Fraction(1, 16)))
    assert parse_claim("6.2%").truncates(Exact(Fraction(1, 16)))
    assert parse_claim("-6.3%").agrees(Exact(Fraction(-1, 16)))


def test_spelled() -> None:
    assert spelled("money", Exact(Fraction(-7, 9))) == "-7/9 = -$0.7777777778"
    assert spelled("money", Exact(Fraction(28))) == "$28"
    assert spelled("odds", Exact(Fraction(251, 244))) == "251/244 = 251 to 244"
