"""Printed numbers: confirmed, or refuted with what would give them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import isqrt

import pytest
from conftest import Ran, slow_but

from oddscalc._ask.asked import query
from oddscalc._ask.query import prepare
from oddscalc._exact.numbers import fixed
from oddscalc._exact.printed import spelled
from oddscalc._exact.values import Exact
from oddscalc._questions.claims.judgement import COINCIDENCE, CONFIRMED, REFUTED, claim
from oddscalc._questions.claims.number import parse_claim
from oddscalc._questions.claims.otherprices import customary_nets, prices_of
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
    ("98.59%", "pass", {"named": ["return"]}, "return", "488/495"),
    ("3.38", "pass", {}, "rolls", "557/165"),
    ("0.9999", "pass", {}, "sd", None),
    ("4.76%", "buy-4", {}, "made", "1/21"),
    ("5%", "buy-4", {}, "made", "1/20"),
    ("$2.513", "pass", {"stake": "10", "rolls_per_hour": "60"}, "hour", "1400/557"),
]


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
    ("1:35", "craps-12", {"named": ["against"]}, "side", "odds in favour", "1/35"),
    ("1 to 35 against", "craps-12", {}, "side", "odds in favour", "1/35"),
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
    assert found.verdict in (REFUTED, COINCIDENCE)
    told = [one for one in found.explanations if one.kind == kind and says in one.says]
    if kind is None:
        assert not found.explanations
        return
    assert told, [one.says for one in found.explanations]
    if exact is not None:
        assert Exact(Fraction(exact)) in [one.quantity.value for one in told]
    for one in found.explanations:
        slips = ("percent", "odds", "side", "times", "last-digit")
        assert one.kind in slips or found.claimed.agrees(
            one.quantity.value
        ) or found.claimed.truncates(one.quantity.value)  # fmt: skip
    assert all(len(line) <= 80 for line in write(document(found), "text").splitlines())


@pytest.mark.parametrize(("number", "bets", "options", "quantity", "_"), CONFIRM)
def test_one_unit_more_in_the_last_digit_is_no_longer_that_quantity(
    number: str, bets: str, options: dict[str, object], quantity: str, _: object
) -> None:
    found = judged(number, bets, options)
    printed = found.claimed.print
    unit = Fraction(1, 10**60 if printed.is_exact else 10**printed.places)
    more = replace(found.claimed, print=replace(printed, number=printed.number + unit))
    for match in found.matches:
        assert not more.agrees(match.quantity.value)


@pytest.mark.parametrize(
    "number",
    [
        *("", "about", "nearly", "~", "about about 3", "1e5", "1_000", "1.4.1", "7/0"),
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


def test_a_bound_needs_a_quantity(oddscalc: Callable[..., Ran]) -> None:
    with pytest.raises(NumberError, match="say of what, with --as"):
        claim("under 4", "pass")
    assert claim("under 4", "pass", named=["rolls"]).verdict == CONFIRMED
    assert claim("under 3", "pass", named=["rolls"]).verdict == REFUTED
    assert oddscalc("claim", "under 4", "--bet", "pass").code == 2


def test_exit_codes(oddscalc: Callable[..., Ran]) -> None:
    assert oddscalc("claim", "1.36%", "--bet", "dont-pass").code == 0
    assert oddscalc("claim", "1.36%", "--bet", "dont-pass", "--as", "resolved").code == 1
    assert oddscalc("claim", "1.50%", "--bet", "dont-pass").code == 1
    for bad in (
        ["1.36%"],
        ["--bet", "pass"],
        ["1.36%", "--number", "1%", "--bet", "pass"],
        ["1.36%", "--bet", "no-such"],
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
    assert ran.out.startswith("COINCIDENCE: 1.36% on dont-pass, as resolved\n")
    assert "true of the house edge per bet made, over the stake, not of that" in ran.out


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
    assert (data["verdict"], data["matches"]) == ("coincidence", [])
    assert data["explanations"][0]["kind"] == "quantity"
    assert data["explanations"][0]["value"]["exact"] == "27/1925"


def test_every_reading_is_held_against_the_claim() -> None:
    found = claim("1.40%", "dont-pass", rules="us-ma")
    assert [one.reading for one in found.matches if one.quantity.name == "made"] == ["stays"]
    assert "reading 'stays'" in write(document(found), "text")


@pytest.mark.parametrize("number", slow_but(("2%",), ("2%", "5%", "10%", "11%", "17%")))
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


@pytest.mark.parametrize(
    ("number", "bet", "options", "says"),
    [
        ("16.67%", "any-7", {"pays": "win=5 to 1"}, "probability of a win"),
        ("2.78%", "field", {}, "probability of win 2"),
        ("98.59%", "pass", {}, "return to the player"),
        ("22.22%", "pass", {}, "probability of a natural on the come-out roll"),
        ("1.40%", "dont-pass", {"named": ["made"]}, "house edge per bet resolved, over the stake"),
    ],
)
def test_a_coincidence_confirms_nothing(
    number: str, bet: str, options: dict[str, object], says: str, oddscalc: Callable[..., Ran]
) -> None:
    found = judged(number, bet, options)
    assert (found.verdict, found.matches) == (COINCIDENCE, ())
    assert says in [one.quantity.says for one in found.coincidences]
    assert f"true of the {says}, not of" in " ".join(write(document(found), "text").split())
    if not options:
        assert oddscalc("claim", number, "--bet", bet).code == 1


PASS_WON_ON = {4: "1/36", 5: "2/45", 6: "25/396", 8: "25/396", 9: "2/45", 10: "1/36"}
"""Three ways of 36 to the point 4, then 3 against the 6 of 7; and so on."""


@pytest.mark.parametrize(
    ("number", "bet", "named", "exact"),
    [
        ("2/9", "pass", "natural", "8/36"),
        ("2/9", "dont-pass", "natural", "8/36"),
        ("1/9", "pass", "craps", "4/36"),
        ("134/495", "pass", "point and win", None),
        ("67/165", "pass", "win given point", None),
        ("61/324", "pass", "P(decided on roll 2)", None),
        ("1/3", "pass", "roll 1", "12/36"),
        ("169/324", "pass", "by 2", None),
        ("2/3", "pass", "at least 2", None),
        ("0.9859", "dont-pass", "standard deviation", None),
        ("0.9720", "dont-pass", "variance", None),
        ("17/9", "pass", "action", None),
        ("0.0283", "pass", "skewness", None),
        ("251:244", "pass", "odds against", "251/244"),
        ("5 to 4", "field", "against", "5/4"),
        ("11 to 1", "hi-lo", "against", None),
        ("210", "place-6", "won-36", None),
        ("35/6", "place-6", "won-36:rolls", None),
        ("3.004", "pass", "sd of rolls", None),
        ("2", "pass", "median rolls", None),
    ],
)
def test_more_kinds(number: str, bet: str, named: str, exact: str | None) -> None:
    options = {"odds": "2x"} if named == "action" else {}
    if named == "action":
        number = str(1 + 2 * Fraction(24, 36))  # odds of twice the bet whenever there is a point
    if named == "won-36":
        number = str(36 * Fraction(5, 11) * Fraction(7, 6))
    if named == "won-36:rolls":
        number = str(36 * Fraction(5, 36) * Fraction(7, 6))
    if named == "skewness":
        p = Fraction(244, 495)  # of a net win of 1 or -1
        square = (1 - 2 * p) ** 2 / (p * (1 - p))
        number = f"0.{(isqrt(int(square * 4 * 10**8)) + 1) // 2:04}"
    if bet == "hi-lo":
        number = "17 to 1"
    found = claim(number, bet, named=[named], **options)  # type: ignore[arg-type]
    assert found.verdict == CONFIRMED, found.why
    if exact is not None:
        assert Exact(Fraction(exact)) in [one.quantity.value for one in found.matches]


def test_points_by_the_chain_with_odds_and_by_their_ways() -> None:
    found = claim("134/495", "pass", named=["point and win"]).subjects[0]
    on_points = {one.name: one.value.number for one in found.first}
    with_odds = claim("1%", "pass", odds="1x").subjects[0].quantities
    for point, chance in PASS_WON_ON.items():
        assert on_points[f"point {point} and win"] == Fraction(chance)
        tier = next(one for one in with_odds if one.name == f"win {point}")
        assert tier.value.number == Fraction(chance)
    assert sum(map(Fraction, PASS_WON_ON.values())) == on_points["point and win"]
    assert on_points["point and win"] + on_points["first win"] == Fraction(244, 495)


def test_sd_over_every_basis_and_in_money() -> None:
    # odds on 5 win 3/2 with 2/5 and lose 1 with 3/5: the variance is 3/2
    for number, says in (
        ("$61.24", "standard deviation, in money"),  # 50 * sqrt(3/2)
        ("61.24", "standard deviation, in money"),
        ("\u20ac61.24", "standard deviation, in money"),
        ("1.2247", "standard deviation, over the stake"),
        ("$1.2247", "standard deviation, over the stake"),
    ):
        found = claim(number, "odds-5", stake=50, named=["sd"])
        assert [one.quantity.says for one in found.matches] == [says]
    # buy-4 at 5 % on top: 39/20 or -21/20, a third of the time the first; outlay 21/20
    variance = Fraction(2, 9) * 9
    over = Exact.root_of(variance / Fraction(21, 20) ** 2)
    found = claim(fixed(Fraction(over.rounded(4), 10**4), 4), "buy-4", named=["sd"])
    assert [one.quantity.key for one in found.matches] == ["sd over outlay"]
    assert found.matches[0].quantity.value == over


def test_a_hand(oddscalc: Callable[..., Ran]) -> None:
    for number in ("1671/196", "8.53", "8.525510", "6", "1 in 5.59 billion", "1/9"):
        assert claim(number, "hand").verdict == CONFIRMED, number
    assert claim("8.52", "hand").explanations[0].kind == "truncated"
    assert claim("1 in 3.5 billion", "hand").verdict == REFUTED
    assert oddscalc("claim", "0.5761", "--bet", "hand", "--as", "6 or more").code == 0


@pytest.mark.parametrize("named", ["no-such", "outlay", "hour", "luck"])
def test_an_unknown_kind_is_never_refuted(named: str, oddscalc: Callable[..., Ran]) -> None:
    ran = oddscalc("claim", "1.41%", "--bet", "pass", "--as", named)
    assert (ran.code, ran.out.split(":")[0]) == (1, "UNKNOWN")
    assert f"pass has no quantity '{named}'; it has made" in ran.out
    data = json.loads(oddscalc("claim", "1.41%", "--bet", "pass", "--as", named, "--json").out)
    assert (data["verdict"], data["explanations"]) == ("unknown", [])


def test_a_bet_without_a_price_has_no_edge_to_refute() -> None:
    found = claim("12.34%", "fire", paytable="massino")
    assert (found.verdict, found.why) == ("unknown", "fire has no price, and so no edge")


@pytest.mark.parametrize(
    ("number", "bet", "right"),
    [
        ("\u22121.52%", "place-6", "-1/66"),
        ("-1.52 %", "place-6", "-1/66"),
        ("(1.52%)", "place-6", "-1/66"),
        ("(1.52)%", "place-6", "-1/66"),
        ("1.52 per cent", "place-6", "1/66"),
        ("\uff11.\uff15\uff12\uff05", "place-6", "1/66"),
        ("about 1.5%", "place-6", "1/66"),
        ("~1.5%", "place-6", "1/66"),
        ("just over 1.5%", "place-6", "1/66"),
        ("under 2%", "place-6", "1/66"),
        ("1 to 2%", "place-6", "1/66"),
        ("1.5%\u20131.6%", "place-6", "1/66"),
        ("between 1.5 and 1.6 percent", "place-6", "1/66"),
        ("1.52 cents per dollar", "place-6", "1/66"),
        ("$1.52 per $100", "place-6", "1/66"),
        ("6 out of 36", "any-7", "1/6"),
        ("1 in 6", "any-7", "1/6"),
        ("5-to-1 against", "any-7", "5"),
        ("5/1 against", "any-7", "5"),
        ("1 to 5", "any-7", "1/5"),
        ("4 to 1", "any-7", "4"),
        ("5 for 1", "any-7", "4"),
        ("about 1/6", "any-7", "1/6"),
        ("\u00bd", "lay-4", None),
    ],
)
def test_as_people_write(number: str, bet: str, right: str | None) -> None:
    found = claim(number, bet)
    assert found.verdict == CONFIRMED
    if right:
        assert Exact(Fraction(right)) in [one.quantity.value for one in found.matches]


@pytest.mark.parametrize(
    "number",
    ["over 1.6%", "1.6 to 2%", "nearly 1.5%", "just over 1.6%", "2.52 cents per dollar", "--1",
     "2 to 1 to 3", "9-5"],
)  # fmt: skip
def test_as_nobody_may_write(number: str) -> None:
    try:
        assert claim(number, "place-6").verdict == REFUTED
    except NumberError:
        assert number in ("--1", "2 to 1 to 3", "9-5")


def test_the_side_of_odds() -> None:
    assert claim("2:3", "odds-5", named=["in favour"]).verdict == CONFIRMED
    assert claim("2:3", "odds-5").verdict == CONFIRMED
    assert claim("2:3 on", "odds-5").verdict == CONFIRMED
    found = claim("2:3", "odds-5", named=["against"])
    assert found.verdict == COINCIDENCE
    assert {one.kind for one in found.explanations} >= {"side"}


def test_a_minus_sign_is_the_players_edge() -> None:
    found = claim("-16.67%", "craps-12")
    assert [one.says for one in found.explanations][:1] == [
        "that is 30 for 1: player's edge per bet made, over the stake"
    ]
    assert not [one for one in found.explanations if "41 to 1" in one.says]
    assert claim("-1.41%", "pass", named=["made"]).verdict == CONFIRMED
    assert claim("-1.41%", "pass", named=["edge"]).verdict == CONFIRMED


@pytest.mark.parametrize(
    ("number", "bet", "kind", "says"),
    [
        ("1.4142%", "pass", "last-digit", "the last digit is 1 too high, rounded the wrong way"),
        ("1.4140%", "pass", "last-digit", "the last digit is 1 too low"),
        ("1.51%", "place-6", "truncated", "truncated, not rounded"),
        ("30 for 1", "craps-12", "notation", "that is 30 to 1"),
        ("31 to 1", "craps-12", "notation", "that is 31 for 1"),
    ],
)
def test_near_misses(number: str, bet: str, kind: str, says: str) -> None:
    told = claim(number, bet).explanations
    assert [one for one in told if one.kind == kind and says in one.says], told


@pytest.mark.parametrize("bet", slow_but(("field",), ("fire", "field", "craps-2", "horn")))
def test_only_prices_that_someone_prints(bet: str) -> None:
    for percents in range(1, 60, 7):
        told = claim(f"{percents}.3%", bet).explanations
        assert len(told) <= 5
        assert len({one.says for one in told}) == len(told)
        for one in told:
            if one.kind == "price":
                first = one.says.removeprefix("that is ").split()[0]
                assert Fraction(first) in customary_nets() or not first.isdecimal()


@pytest.mark.parametrize("bet", ["field", "fire", "horn", "buy-4", "pass", "dont-pass"])
def test_values_do_not_overwrite_each_other(bet: str) -> None:
    subject = claim("1%", bet, odds="2x" if bet == "pass" else None).subjects[0]
    keys = [one.key for one in (*subject.quantities, *subject.first, *subject.rolls())]
    several = {key for key in keys if keys.count(key) > 1}
    assert several <= {"rolls"}  # the expected ones, from the solution and from the chain
    assert subject.every["against"].value.number == subject.answer.value.lose / (
        subject.answer.value.win
    )


def test_a_bet_without_its_option(oddscalc: Callable[..., Ran]) -> None:
    for line in (["1.41%", "pass"], ["--number=1.41%", "pass"]):
        ran = oddscalc("claim", *line)
        assert (ran.code, ran.out) == (2, "")
        assert "--bet pass" in ran.err


@pytest.mark.parametrize(
    ("number", "bet", "verdict"),
    [
        ("1.41% house edge", "pass", CONFIRMED),
        ("a house edge of 1.41%", "pass", CONFIRMED),
        ("0.42% house edge per roll", "pass", CONFIRMED),
        ("1.41% per roll", "pass", COINCIDENCE),
        ("98.59% RTP", "pass", CONFIRMED),
        ("3.38 rolls on average", "pass", CONFIRMED),
        ("3.39 rolls", "pass", REFUTED),
        ("1.36% per decision", "dont-pass", COINCIDENCE),
    ],
)
def test_words_beside_the_number_name_the_quantity(number: str, bet: str, verdict: str) -> None:
    assert claim(number, bet).verdict == verdict


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("35 to 1 --bet craps-2", 0, "CONFIRMED: 35 to 1 on craps-2"),
        ("about 14% --bet craps-2", 0, "CONFIRMED: about 14% on craps-2"),
        ("1 in 36 --bet craps-2", 0, "CONFIRMED: 1 in 36 on craps-2"),
        ("pass 1.41%", 2, "the number comes first: oddscalc claim 1.41% --bet pass"),
        ("1.41% pass", 2, "write --bet pass"),
        ("a b c", 2, "put a number of several words in quotes"),
    ],
)
def test_a_number_of_several_words_needs_no_quotes(
    oddscalc: Callable[..., Ran], line: str, code: int, said: str
) -> None:
    ran = oddscalc("claim", *line.split())
    assert ran.code == code
    assert said in ran.out + ran.err


@pytest.mark.parametrize(
    ("number", "bet", "said"),
    [
        ("-0.0142", "pass", "the last digit is 1 too low"),
        ("0.0142", "pass", "the last digit is 1 too high"),
        ("-0.0151", "place-6", "truncated, not rounded"),
        ("-1.4142%", "pass", "the last digit is 1 too low"),
    ],
)
def test_a_near_miss_is_named_whatever_the_sign(
    oddscalc: Callable[..., Ran], number: str, bet: str, said: str
) -> None:
    ran = oddscalc("claim", f"--number={number}", "--bet", bet)
    assert ran.code == 1
    assert said in " ".join(ran.out.split())
