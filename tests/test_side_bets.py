"""Side bets, variants and crapless craps: closed forms, prices as printed, figures as printed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path

import oracles
import oracles_side
import pytest
from conftest import slow
from hypothesis import given
from hypothesis import strategies as st

import oddscalc
from oddscalc._ask.query import Valued
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.catalogue import Bet, shipped
from oddscalc._bets.compile import compile_bet
from oddscalc._bets.count import bands_of, parse_band
from oddscalc._bets.milestones import parse_milestone
from oddscalc._chain.chain import explore
from oddscalc._chain.model import table_of
from oddscalc._chain.solve import solve
from oddscalc._dice.dice import Dice
from oddscalc._dice.rollsets import parse_rolls
from oddscalc._money import paytable as paytables
from oddscalc._rules import rulebook as rulebooks
from oddscalc.errors import ChainError, DataError, NumberError, RuleError

BOOKS = ("side-bets", "variants", "crapless")
BOOK_OF = {bet.id: book for book in BOOKS for bet, _ in rulebooks.shipped(book)}


def the(bet: str, **asked: object) -> Valued:
    """Return the usual answer for *bet* under the rulebook that has it."""
    return oddscalc.edge(bet, **{"rules": BOOK_OF.get(bet, "standard")} | asked)  # type: ignore[arg-type]


@cache
def kept(bet: str) -> Valued:
    """Return the answer at the usual prices, solved once for all that ask."""
    return the(bet)


def law(answer: Valued) -> oracles.Law:
    return {str(p.outcome).replace(" ", ":", 1): p.probability for p in answer.value.payoffs}


def made(bet: str, **asked: object) -> Fraction:
    edge = (the(bet, **asked) if asked else kept(bet)).value.house_edge
    assert edge is not None
    return edge.per_bet_made


def solved(kind: str, **rule: object) -> dict[str, Fraction]:
    automaton = compile_bet(Bet("mine", "Mine", (), kind, rule, "made up"), shipped())
    chain = explore(automaton, {automaton.start(None): Fraction(1)}, Dice.fair())
    return {str(outcome): p for outcome, p in solve(chain).probabilities.items()}


# --- two roads to every number --------------------------------------------------------------------


@pytest.mark.parametrize("bet", [bet for bet in oracles_side.BETS if bet != "fire-3"])
def test_outcomes_and_rolls_agree_with_the_closed_forms(bet: str) -> None:
    expected, rolls = oracles_side.answer(bet)
    answer = kept(bet)
    assert law(answer) == expected
    assert answer.value.expected_rolls == rolls


def test_fire_3_is_fire_told_apart_otherwise() -> None:
    expected = {label.replace("lose:3", "win:3"): q for label, q in oracles.law("fire").items()}
    answer = the("fire-3")
    assert law(answer) == expected
    assert answer.value.expected_rolls == oracles.rolls("fire")


def test_the_second_reading_of_high_point() -> None:
    expected, rolls = oracles_side.high_point(next_roll=False)
    answer = the("high-point", reading="before-repeating")
    assert law(answer) == expected
    assert answer.value.expected_rolls == rolls


def test_different_doubles_by_counting_orders() -> None:
    for label, q in law(the("different-doubles")).items():
        assert q == oracles_side.different_doubles(int(label.rpartition(":")[2]))


def test_every_bet_of_these_rulebooks_has_a_closed_form() -> None:
    assert set(BOOK_OF) <= {*oracles_side.BETS, *oracles.BETS}
    assert set(oracles_side.BETS) <= set(BOOK_OF)


# --- prices, as the pages print them --------------------------------------------------------------

Prices = dict[str, str]


def ride(*prices: int, start: int = 3) -> Prices:
    return {
        f"win:{'11+' if n == 11 else n}": f"{price} to 1"
        for n, price in enumerate(prices, start=start)
    }


def fire(four: int, five: int, six: int, word: str) -> Prices:
    return {f"win:{n}": f"{price} {word} 1" for n, price in ((4, four), (5, five), (6, six))}


def bonus(paytable: str, small: str, whole: str) -> list[tuple[str, str, Prices | str]]:
    return [
        (paytable, "all-small", small),
        (paytable, "all-tall", small),
        (paytable, "all-or-nothing", whole),
    ]


FIELD = {"win:2": "2 to 1", "win:12": "2 to 1", "win:other": "1 to 1"}
SIMPLE = {
    "win:2": "3 to 1", "win:3": "1 to 1", "win:4": "1 to 1",
    "win:10": "2 to 1", "win:11": "2 to 1", "win:12": "5 to 1",
}  # fmt: skip

PRINTED: list[tuple[str, str, Prices | str]] = [
    ("side-bets", "low-dice", {"win:2": "5 to 1", "win:other": "1 to 1"}),
    ("side-bets", "high-dice", {"win:12": "5 to 1", "win:other": "1 to 1"}),
    ("side-bets", "point-7", "7 to 1"),
    ("side-bets", "fire", fire(25, 250, 1000, "for")),
    (
        "side-bets",
        "fire-3",
        {"win:3": "6 to 1", "win:4": "29 to 1", "win:5": "149 to 1", "win:6": "299 to 1"},
    ),
    *bonus("side-bets", "34 to 1", "175 to 1"),
    ("side-bets", "ride-the-line-push-2", ride(1, 2, 4, 6, 8, 15, 20, 25, 50)),
    ("side-bets", "ride-the-line", ride(1, 2, 4, 6, 12, 20, 30, 40, 75)),
    ("side-bets", "ride-the-line-push-3", ride(3, 5, 7, 12, 20, 25, 30, 100, start=4)),
    ("ride-the-line-1", "ride-the-line-push-2", ride(1, 2, 4, 6, 8, 15, 20, 25, 50)),
    ("ride-the-line-2", "ride-the-line", ride(1, 2, 4, 6, 12, 20, 30, 40, 75)),
    ("ride-the-line-3", "ride-the-line", ride(1, 2, 3, 6, 10, 20, 30, 40, 100)),
    ("ride-the-line-4", "ride-the-line", ride(1, 2, 3, 4, 10, 15, 20, 30, 150)),
    ("ride-the-line-5", "ride-the-line", ride(1, 2, 5, 8, 10, 20, 30, 40, 50)),
    ("ride-the-line-6", "ride-the-line-push-3", ride(3, 5, 7, 12, 20, 25, 30, 100, start=4)),
    ("ride-the-line-7", "ride-the-line-push-3", ride(2, 4, 7, 10, 15, 25, 40, 150, start=4)),
    (
        "side-bets",
        "replay",
        {
            "win:4 or 10 x4": "1000 to 1", "win:5 or 9 x4": "500 to 1",
            "win:4 or 10 x3": "120 to 1", "win:6 or 8 x4": "100 to 1",
            "win:5 or 9 x3": "95 to 1", "win:6 or 8 x3": "70 to 1",
        },
    ),
    (
        "side-bets",
        "hot-shooter",
        {
            "win:16..23": "3 for 1", "win:24..31": "5 for 1", "win:32..39": "7 for 1",
            "win:40..44": "12 for 1", "win:45..50": "30 for 1", "win:51+": "100 for 1",
        },
    ),
    (
        "side-bets",
        "different-doubles",
        {"win:3": "4 to 1", "win:4": "8 to 1", "win:5": "15 to 1", "win:6": "100 to 1"},
    ),
    ("side-bets", "flaming-four", "70 to 1"),
    ("side-bets", "sizzling-six", "12 to 1"),
    ("side-bets", "hot-hand", {"win:9": "20 to 1", "win:10": "80 to 1"}),
    *(
        ("side-bets", f"repeater-{number}", f"{price} for 1")
        for low, price in ((2, 40), (3, 50), (4, 65), (5, 80), (6, 90))
        for number in (low, 14 - low)
    ),
    ("side-bets", "repeater-2-or-12", "3 for 1"),
    ("side-bets", "repeater-3-or-11", "2 for 1"),
    ("side-bets", "repeater-2-3-11-12", "100 for 1"),
    ("side-bets", "repeater-updown", "15 for 1"),
    ("side-bets", "repeater-downtown", "15 for 1"),
    ("side-bets", "repeater-even", "12 for 1"),
    ("side-bets", "repeater-odd", "18 for 1"),
    ("side-bets", "repeater-horn", "12 for 1"),
    *(("variants", bet, "1 to 1") for bet in oracles_side.LINES),
    ("variants", "field-with-5", FIELD),
    ("variants", "six-seven-eight-hard", {"win:hard": "2 to 1", "win:other": "1 to 1"}),
    ("variants", "simplified-craps", SIMPLE),
    ("variants", "high-point", "1 to 1"),
    ("simplified-craps-12-at-3", "simplified-craps", SIMPLE | {"win:12": "3 to 1"}),
    (
        "simplified-craps-new-york",
        "simplified-craps",
        SIMPLE | {"win:10": "1 to 1", "win:12": "4 to 1"},
    ),
    ("crapless", "crapless-pass", "1 to 1"),
    ("crapless", "crapless-come", "1 to 1"),
    *(
        ("crapless", f"{kind}-{number}", price)
        for low, odds, place in (
            (2, "6 to 1", "11 to 2"),
            (3, "3 to 1", "11 to 4"),
            (4, "2 to 1", "9 to 5"),
            (5, "3 to 2", "7 to 5"),
            (6, "6 to 5", "7 to 6"),
        )
        for number in (low, 14 - low)
        for kind, price in (("odds", odds), ("place", place), ("buy", odds))
    ),
    ("fire-10-200-2000-for-1", "fire", fire(10, 200, 2000, "for")),
    ("fire-10-200-2000-to-1", "fire", fire(10, 200, 2000, "to")),
    ("fire-40-200-500-for-1", "fire", fire(40, 200, 500, "for")),
    *bonus("bonus-30-150-to-1", "30 to 1", "150 to 1"),
    *bonus("bonus-30-155-to-1", "30 to 1", "155 to 1"),
    *bonus("bonus-30-150-for-1", "30 for 1", "150 for 1"),
    *bonus("bonus-34-174-to-1", "34 to 1", "174 to 1"),
    *(("las-vegas-felt", f"craps-{number}", "31 for 1") for number in (2, 12)),
    *(("las-vegas-felt", bet, "16 for 1") for bet in ("craps-3", "eleven")),
    ("las-vegas-felt", "any-craps", "8 for 1"),
    ("las-vegas-felt", "any-7", "5 for 1"),
    *(("las-vegas-felt", bet, "8 for 1") for bet in ("hard-4", "hard-10")),
    *(("las-vegas-felt", bet, "10 for 1") for bet in ("hard-6", "hard-8")),
    ("las-vegas-felt", "field", FIELD),
    *(("las-vegas-felt", f"place-{n}", "9 to 5") for n in (4, 10)),
    *(("las-vegas-felt", f"place-{n}", "7 to 5") for n in (5, 9)),
    *(("las-vegas-felt", f"place-{n}", "7 to 6") for n in (6, 8)),
]  # fmt: skip


def net(price: str) -> Fraction:
    """``30 to 1`` nets 30, ``30 for 1`` nets 29."""
    first, word, second = price.split()
    return Fraction(int(first), int(second)) - (word == "for")


def closed(bet: str) -> oracles.Law:
    if bet == "fire-3":
        return {label.replace("lose:3", "win:3"): q for label, q in oracles.law("fire").items()}
    return oracles_side.answer(bet)[0] if bet in oracles_side.BETS else oracles.law(bet)


@pytest.mark.parametrize(
    ("paytable", "bet", "prices"),
    [slow(*one) if one[1] == "replay" else one for one in PRINTED],  # as large as all others
    ids=[f"{table}-{bet}" for table, bet, _ in PRINTED],
)
def test_the_edge_at_every_printed_price(paytable: str, bet: str, prices: Prices | str) -> None:
    priced = {"win": prices} if isinstance(prices, str) else prices
    answer = the(bet, paytable=paytable)
    shown = {
        str(payoff.outcome).replace(" ", ":", 1): str(price)
        for payoff, price in zip(answer.value.payoffs, answer.paid.prices, strict=True)
        if price
    }
    assert shown == priced
    expected = closed(bet)
    fee = Fraction(1, 20) if bet.startswith("buy-") else Fraction(0)
    value = -fee - sum(q for label, q in expected.items() if label.startswith("lose"))
    value += sum(expected[label] * net(price) for label, price in priced.items())
    edge = answer.value.house_edge
    assert edge is not None
    assert edge.per_bet_made == -value
    pushed = sum(q for label, q in expected.items() if label.startswith("push"))
    assert edge.per_bet_resolved == -value / (1 - pushed)


def test_every_price_of_these_paytables_was_compared_with_its_print() -> None:
    customary = paytables.shipped("customary").pricing
    older = ("customary", "massino", "sg-mbs-v3", "us-nj-mini-dice")
    own = {
        (name, bet)
        for name in paytables.SHIPPED
        if name not in older
        for bet, pricing in paytables.shipped(name).pricing.items()
        if customary.get(bet) is not pricing
    }
    assert own == {(table, bet) for table, bet, _ in PRINTED}


@pytest.mark.parametrize("bet", ["7-point", "7-point-7", "muggsys-corner", "throws-before-7"])
def test_a_price_that_was_not_read_is_not_there(bet: str) -> None:
    answer = kept(bet)
    assert answer.value.house_edge is None
    assert set(answer.paid.prices) == {None}


# --- figures known from elsewhere -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("bet", "asked", "edge"),
    [
        ("repeater-2", {}, "9/49"),
        ("repeater-3", {}, "7/32"),
        ("repeater-4", {}, "16/81"),
        ("repeater-5", {}, "113/625"),
        ("repeater-6", {}, "365311/1771561"),
        ("repeater-2", {"pays": ["win=40 to 1"]}, "8/49"),
        ("repeater-3", {"pays": ["win=50 to 1"]}, "13/64"),
        ("repeater-4", {"pays": ["win=65 to 1"]}, "5/27"),
        ("repeater-5", {"pays": ["win=80 to 1"]}, "533/3125"),
        ("repeater-6", {"pays": ["win=90 to 1"]}, "349686/1771561"),
        ("dont-pass-no-bar", {}, "-7/495"),
        ("dont-pass-bar-2", {}, "3/220"),
        ("dont-pass-bar-3", {}, "41/990"),
        ("crapless-pass", {}, "373/6930"),
        ("place-2", {}, "1/14"),
        ("place-11", {}, "1/16"),
        ("high-point", {}, "7/297"),
        ("high-point", {"reading": "before-repeating"}, "-82597/165165"),
        ("different-doubles", {}, "43/154"),
        ("flaming-four", {}, "857/4620"),
        ("simplified-craps", {}, "1/36"),
        ("six-seven-eight-hard", {}, "1/18"),
        ("field-with-5", {}, "1/18"),
        ("field-with-5", {"pays": ["12=3 to 1"]}, "1/36"),
        ("low-dice", {}, "1/18"),
        ("point-7", {}, "1/9"),
        ("7-point", {"pays": ["win=7 to 1"]}, "1/9"),
        ("7-point-7", {"pays": ["win=50 to 1"]}, "1/18"),
        ("all-small", {"paytable": "bonus-30-150-to-1"}, "139241/760760"),
        ("all-tall", {"paytable": "bonus-30-150-for-1"}, "15929/76076"),
        ("all-or-nothing", {"paytable": "bonus-30-150-to-1"}, "4959941501491/24067258815600"),
        ("all-or-nothing", {"paytable": "bonus-30-150-for-1"}, "33909866845/160448392104"),
        ("all-or-nothing", {"paytable": "bonus-30-155-to-1"}, "27738774841/154277300100"),
        ("all-or-nothing", {"paytable": "bonus-34-174-to-1"}, "10988667973/137527193232"),
        (
            "fire",
            {"paytable": "fire-10-200-2000-to-1"},
            "51905761004071461327852138469105380739713571/"
            "208824584812056757538831689766774721436028310",
        ),
        (
            "fire",
            {"paytable": "fire-10-200-2000-for-1"},
            "10823883137985560009326983818157485989285889/"
            "41764916962411351507766337953354944287205662",
        ),
        ("craps-2", {"paytable": "las-vegas-felt", "rules": "standard"}, "5/36"),
        ("any-craps", {"paytable": "las-vegas-felt", "rules": "standard"}, "1/9"),
        ("any-7", {"paytable": "las-vegas-felt", "rules": "standard"}, "1/6"),
        ("hard-6", {"paytable": "las-vegas-felt", "rules": "standard"}, "1/11"),
    ],
)
def test_edges_known_exactly(bet: str, asked: dict[str, object], edge: str) -> None:
    assert made(bet, **asked) == Fraction(edge)


@pytest.mark.parametrize(
    ("bet", "asked", "percent"),
    [
        ("fire", {}, "20.7628"),
        ("fire", {"paytable": "fire-40-200-500-for-1"}, "23.8869"),
        ("fire-3", {}, "20.7295"),
        (
            "fire-3",
            {"pays": ["3=7 for 1", "4=30 for 1", "5=150 for 1", "6=300 for 1"]},
            "20.7295",
        ),
        (
            "fire-3",
            {"pays": ["3=7 for 1", "4=25 for 1", "5=100 for 1", "6=300 for 1"]},
            "33.3282",
        ),
    ],
)
def test_fire_edges_to_four_places(bet: str, asked: dict[str, object], percent: str) -> None:
    assert abs(made(bet, **asked) * 100 - Fraction(percent)) <= Fraction(1, 20_000)


def test_resolved_edges_and_rolls_known_exactly() -> None:
    bar_3 = the("dont-pass-bar-3").value.house_edge
    assert bar_3 is not None
    assert bar_3.per_bet_resolved == Fraction(41, 935)
    assert the("crapless-pass").value.expected_rolls == Fraction(9613, 2310)
    assert the("high-point", reading="before-repeating").value.win == Fraction(123881, 165165)


def test_bar_2_and_bar_12_are_worth_the_same() -> None:
    for bet in ("dont-pass", "dont-come"):
        assert made(f"{bet}-bar-2") == made(bet)


FIGURES = [
    # (figure, bet, what, as printed); the edge is per bet made
    ("F0034", "different-doubles", "win:5", "0.006494"),
    ("F0036", "different-doubles", "win:3", "0.060606"),
    ("F0037", "different-doubles", "lose:2", "0.136364"),
    ("F0040", "low-dice", "edge", "0.055556"),
    ("F0042", "low-dice", "lose", "0.583333"),
    ("F0043", "high-dice", "edge", "0.0556"),
    ("F0045", "flaming-four", "edge", "0.185498"),
    ("F0046", "sizzling-six", "win", "0.062168"),
    ("F0048", "hot-hand", "win:10", "0.005258"),
    ("F0049", "hot-hand", "edge", "0.1802"),
    ("F0051", "ride-the-line", "lose:1", "0.247024793"),
    ("F0052", "ride-the-line", "lose:2", "0.136986476"),
    ("F0054", "ride-the-line", "win:4", "0.042126172"),
    ("F0055", "ride-the-line", "win:5", "0.023360877"),
    ("F0057", "ride-the-line", "win:7", "0.007183952"),
    ("F0058", "ride-the-line", "win:8", "0.003983828"),
    ("F0060", "ride-the-line", "win:10", "0.001225109"),
    ("F0061", "ride-the-line", "win:11+", "0.001525136"),
    ("F0063", "hot-shooter", "edge", "0.0990"),
    ("F0064", "hot-shooter", "win:51+", "0.000743"),
    ("F0066", "hot-shooter", "win:40..44", "0.001976"),
    ("F0067", "hot-shooter", "win:32..39", "0.008566"),
    ("F0069", "hot-shooter", "win:16..23", "0.091300"),
    ("F0070", "hot-shooter", "push:8..15", "0.297425"),
    ("F0075", "crapless-pass", "edge", "0.0538"),
    ("F0088", "replay", "win:4 or 10 x4", "0.00003691863657"),
    ("the page", "replay", "win:5 or 9 x4", "0.00020671490002"),
    ("F0090", "replay", "win:4 or 10 x3", "0.00052298052124"),
    ("F0091", "replay", "win:6 or 8 x4", "0.00069820960363"),
    ("the page", "replay", "win:5 or 9 x3", "0.00179993294223"),
    ("F0093", "replay", "win:6 or 8 x3", "0.00429327448455"),
    ("F0094", "replay", "lose", "0.99244196891176"),
    ("the page", "replay", "edge", "0.24806441599095"),
    ("F0108", "point-7", "edge", "0.111"),
    ("F0156", "dont-pass-no-bar", "edge", "-0.01414"),
    ("F0157", "simplified-craps", "edge", "0.028"),
    ("F0471", "throws-before-7", "win:1", "0.1389"),
    ("F0472", "throws-before-7", "win:2", "0.1157"),
    ("F0474", "throws-before-7", "win:4", "0.0804"),
    ("F0475", "throws-before-7", "win:5", "0.0670"),
    ("F0477", "throws-before-7", "win:7", "0.0465"),
    ("F0478", "throws-before-7", "win:8", "0.0388"),
    ("F0480", "throws-before-7", "win:10", "0.0269"),
    ("F0481", "throws-before-7", "win:11", "0.0224"),
    ("F0483", "throws-before-7", "win:13", "0.0156"),
    ("F0484", "throws-before-7", "win:14", "0.0130"),
    ("F0486", "throws-before-7", "win:16", "0.0090"),
    ("F0487", "throws-before-7", "win:17", "0.0075"),
    ("F0489", "throws-before-7", "win:19", "0.0052"),
    ("F0490", "throws-before-7", "win:20", "0.0043"),
]


@pytest.mark.parametrize(("figure", "bet", "what", "printed"), FIGURES)
def test_printed_figures(figure: str, bet: str, what: str, printed: str) -> None:
    value = made(bet) if what == "edge" else law(kept(bet))[what]
    unit = Fraction(1, 10 ** len(printed.partition(".")[2]))
    assert abs(value - Fraction(printed)) <= unit / 2


def test_high_point_is_printed_cut_off() -> None:
    """F0451 prints 2.35%; 7/297 is 2.3569%, which rounds to 2.36%."""
    assert int(made("high-point") * 10_000) == 235


# --- a table with other points --------------------------------------------------------------------


def test_crapless_tables_have_ten_points() -> None:
    assert table_of(rulebooks.shipped("crapless")).points == oracles_side.TEN
    for name in rulebooks.SHIPPED:
        if name != "crapless":
            assert table_of(rulebooks.shipped(name)).points == oracles.POINTS
    with pytest.raises(RuleError, match="the table cannot stand on '7'; it can on come-out, on, 2"):
        the("place-4", rules="crapless", from_="7")


@pytest.mark.parametrize("number", oracles_side.TEN)
def test_a_crapless_place_bet_that_is_off_on_come_outs(number: int) -> None:
    """By hand: a come-out takes 36/30 rolls and sets a point n.

    On it 36/(w + 6 + w_n) rolls follow, w_n of these lead back to a come-out; or 36/(w + 6) rolls
    on the bet's own number.
    """
    ways = oracles.WAYS
    rest, back = Fraction(36, 30), Fraction(0)
    for n in oracles_side.TEN:
        others = ways[number] + 6 + (ways[n] if n != number else 0)
        rest += Fraction(ways[n], 30) * Fraction(36, others)
        back += Fraction(ways[n], 30) * Fraction(ways[n] if n != number else 0, others)
    off = the(f"place-{number}", rules="crapless", working="off", from_="come-out")
    assert off.value.expected_rolls == rest / (1 - back)
    assert off.value.win == Fraction(ways[number], ways[number] + 6)


# --- kinds ----------------------------------------------------------------------------------------


def test_a_state_by_state_bet_may_push_and_lose_by_tiers() -> None:
    states = {
        "first": {"second": "7", "lose early": "2, 3", "push": "12"},
        "second": {"win big": "hard 4", "lose late": "rest"},
    }
    found = solved("states", start="first", states=states)
    assert list(found) == ["win big", "lose early", "lose late", "push"]
    assert found["push"] == Fraction(1, 10)
    assert found["win big"] == Fraction(6, 10) / 36


def test_states_stay_where_a_roll_is_not_named() -> None:
    assert solved("states", start="on", states={"on": {"win": "6", "lose": "7"}}) == {
        "win": Fraction(5, 11),
        "lose": Fraction(6, 11),
    }


def test_states_may_lead_back() -> None:
    """Sevens take turns with sixes: 6 then 7 in either order, and the 7 wins when it is second."""
    states = {
        "none": {"six": "6", "seven": "7"},
        "six": {"win": "7", "none": "8"},
        "seven": {"lose": "6", "none": "8"},
    }
    found = solved("states", start="none", states=states)
    six, seven = Fraction(5, 11), Fraction(6, 11)
    back = (six * Fraction(5, 11)) + (seven * Fraction(5, 10))
    assert found["win"] == six * Fraction(6, 11) / (1 - back)


@pytest.mark.parametrize(
    ("start", "states", "message"),
    [
        (
            "a",
            {"a": {"b": "7", "lose": "rest"}},
            "state 'a' leads to 'b', which is neither a state",
        ),
        ("a", {"a": {"won": "7", "lose": "rest"}}, "'win TIER' or 'lose TIER'"),
        ("b", {"a": {"win": "7", "lose": "rest"}}, "starts in 'b', which is no state of it"),
        (
            "a",
            {"a": {"win": "7", "lose": "rest"}, "b": {"win": "rest"}},
            "state 'b' cannot be reached from 'a'",
        ),
        (
            "a",
            {"a": {"win": "6, 7", "lose": "7"}},
            "state 'a': a roll of 7 is claimed by both 'win'",
        ),
        ("a", {"a": {"a": "6..8", "lose": "7"}}, "a roll of 7 is claimed by both 'a' and 'lose'"),
        ("win", {"win": {"lose": "any"}}, "a state cannot be called 'win', which is an outcome"),
        (
            "a",
            {"a": {"win x": "7", "b": "6"}, "b": {"b": "7"}},
            "never ends: no outcome can be reached from 'b'",
        ),
    ],
)
def test_states_that_cannot_be_are_refused(
    start: str, states: dict[str, dict[str, str]], message: str
) -> None:
    with pytest.raises(ChainError, match=message):
        solved("states", start=start, states=states)


@pytest.mark.slow
def test_a_count_of_points_from_the_middle_of_a_hand() -> None:
    """P(154 rolls or more): one in 5.59 thousand millions (Ethier and Hoppe)."""
    bands = {"2..153": "lose", "154+": "win"}
    found = solved("repeat", count="rolls", until="seven-out", bands=bands)
    assert found["win 154+"] == oracles_side.hand_at_least(154)
    assert round(1 / found["win 154+"] / 10**7) == 559


def test_rolls_until_a_roll_count_that_roll_too() -> None:
    found = solved("repeat", count="rolls", until="7", bands={"1": "lose", "2+": "win"})
    assert found == {"win 2+": Fraction(5, 6), "lose 1": Fraction(1, 6)}


def test_a_repeat_may_end_at_the_seven_out() -> None:
    """A 6 before the seven-out, by hand.

    Of 24 come-out rolls that matter 5 are the 6. On another point n of 11 + w_n rolls 6 lose and
    w_n lead back to a come-out.
    """
    others = [oracles.WAYS[n] for n in oracles.POINTS if n != 6]
    lose = sum(Fraction(w, 24) * Fraction(6, 11 + w) for w in others)
    back = sum(Fraction(w, 24) * Fraction(w, 11 + w) for w in others)
    found = solved("repeat", count="6", until="seven-out", times=1)
    assert found["lose"] == lose / (1 - back)


def test_the_last_band_decides_as_soon_as_it_is_reached() -> None:
    rule = {"count": "pass-wins", "until": "seven-out", "bands": {"0": "lose", "1+": "win"}}
    automaton = compile_bet(Bet("mine", "Mine", (), "repeat", rule, "made up"), shipped())
    assert automaton.step(automaton.start(None), (3, 4)) == Outcome("win", "1+")
    assert automaton.step(automaton.start(6), (3, 3)) == Outcome("win", "1+")
    assert automaton.step(automaton.start(6), (3, 4)) == Outcome("lose", "0")


@pytest.mark.parametrize(
    ("bands", "message"),
    [
        ({"0..2": "lose", "4+": "win"}, r"'0..2' is followed by '4\+'"),
        ({"0..3": "lose", "3+": "win"}, r"a count of 3 is in both bands '0..3' and '3\+'"),
        ({"0+": "lose", "3+": "win"}, r"a count of 3 is in both bands '0\+' and '3\+'"),
        ({"0": "lose", "1..5": "win"}, "the last band '1..5' must be open, like '1\\+'"),
        ({"1+": "win"}, "a count of 0 is in no band"),
    ],
)
def test_bands_with_gaps_and_overlaps_are_refused(bands: dict[str, str], message: str) -> None:
    with pytest.raises(ChainError, match=message):
        solved("repeat", count="6", until="7", bands=bands)


@pytest.mark.parametrize("text", ["", "x", "3..", "..3", "+3", "3..2", "-1", "3.5", "1 2", "²"])
def test_a_band_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(NumberError, match="band of counts"):
        parse_band(text)


@given(st.lists(st.integers(1, 300), min_size=1, max_size=8, unique=True))
def test_bands_put_every_count_in_one_place(starts: list[int]) -> None:
    edges = [0, *sorted(starts)]
    texts = [f"{low}..{high - 1}" for low, high in pairwise(edges)] + [f"{edges[-1]}+"]
    bands = bands_of(dict.fromkeys(reversed(texts), "win"))
    for count in range(310):
        inside = [b for b in bands if b.low <= count and (b.high is None or count <= b.high)]
        assert len(inside) == 1


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ({"count": "pass-wins", "until": "7", "times": 2}, "until the 'seven-out' only"),
        ({"count": "6, 7", "until": "seven-out", "times": 2}, "a roll of 7 both counts and ends"),
        ({"count": "rolls", "until": "7", "bands": {"2+": "win"}}, "a count of 1 is in no band"),
        (
            {"count": "rolls", "until": "seven-out", "bands": {"3+": "win"}},
            "a count of 2 is in no band",
        ),
    ],
)
def test_counts_that_contradict_themselves_are_refused(
    rule: dict[str, object], message: str
) -> None:
    with pytest.raises(ChainError, match=message):
        solved("repeat", **rule)


def test_a_hand_taken_over_on_a_point_may_be_shorter_than_any_band() -> None:
    rule = {"count": "rolls", "until": "seven-out", "bands": {"2..7": "lose", "8+": "win"}}
    automaton = compile_bet(Bet("mine", "Mine", (), "repeat", rule, "made up"), shipped())
    with pytest.raises(ChainError, match="a count of 1 is in no band"):
        explore(automaton, {automaton.start(6): Fraction(1)}, Dice.fair())


def test_only_the_best_milestone_counts() -> None:
    rule = {"count": "throws", "until": "7", "best_first": ["6 or 8 x2", "6 x1", "4 x1"]}
    automaton = compile_bet(Bet("mine", "Mine", (), "milestones", rule, "made up"), shipped())

    def play(*rolls: tuple[int, int]) -> str:
        state = automaton.start(None)
        for roll in rolls:
            state = automaton.step(state, roll)
        return str(state) if isinstance(state, Outcome) else "on"

    assert play((1, 6)) == "lose"
    assert play((2, 2), (1, 6)) == "win 4 x1"
    assert play((2, 2), (3, 3), (1, 6)) == "win 6 x1"
    assert play((3, 3), (4, 4), (1, 6)) == "win 6 x1"
    assert play((4, 4), (4, 4)) == "win 6 or 8 x2"
    assert play((2, 2), (4, 4)) == "on"


def test_any_milestone_wins_at_once() -> None:
    found = solved("milestones", count="throws", until="7", any_of=["6 x1", "8 x2"])
    lose = oracles_side.none_reached(
        {6: 1, 8: 2}, {n: Fraction(w) for n, w in oracles.WAYS.items()}, Fraction(6)
    )
    assert found == {"win": 1 - lose, "lose": lose}


def test_points_made_can_be_ended_by_any_7() -> None:
    """A point of 4 twice before a 7: set and made against a come-out 7 or a point lost."""
    found = solved("milestones", count="points-made", until="7", any_of=["4 x2"])
    made_4, lost = oracles_side.MADE[4], oracles_side.SEVEN_OUT + 6
    assert found["win"] == (made_4 / (made_4 + lost)) ** 2


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ({"until": "7", "any_of": ["7 x1"]}, "a roll of 7 both counts and ends the bet"),
        ({"until": "seven-out", "any_of": ["6..8 x2"]}, "a roll of 7 both counts and ends the bet"),
        ({"until": "7", "any_of": ["6 x1", "6 or 8 x2"]}, "6 is named twice"),
        (
            {"until": "7", "best_first": ["6 x2", "6 or 8 x1", "8 x3"]},
            "'8 x3' can never be the best milestone reached",
        ),
    ],
)
def test_milestones_that_cannot_be_are_refused(rule: dict[str, object], message: str) -> None:
    with pytest.raises(ChainError, match=message):
        solved("milestones", count="throws", **rule)
    with pytest.raises(ChainError, match="7 is no point that can be made"):
        solved("milestones", count="points-made", until="seven-out", any_of=["4 or 7 x2"])


@pytest.mark.parametrize("text", ["", "4", "4 x0", "x3", "4 times 3", "4 or x3", "4 x", "13 x2"])
def test_a_milestone_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(NumberError):
        parse_milestone(text)


def test_replay_is_the_same_whichever_milestone_is_named_first_where_they_exclude_none() -> None:
    """Not reaching any does not depend on the order."""
    texts = ["6 or 8 x2", "5 or 9 x2", "4 or 10 x2"]
    for order in (texts, texts[::-1]):
        found = solved("milestones", count="points-made", until="seven-out", best_first=order)
        limits = dict.fromkeys(oracles.POINTS, 2)
        assert found["lose"] == oracles_side.none_reached(
            limits, oracles_side.MADE, oracles_side.SEVEN_OUT
        )


def test_loaded_dice_are_valued_too() -> None:
    """Dice that throw a 7 once in seven rolls: six other rolls for each 7."""
    seven = Dice.from_seven_ratio(7)
    other = seven.probability(parse_rolls("2..6, 8..12"))
    found = law(the("throws-before-7", dice=seven))
    assert found["win:3"] == other**3 * (1 - other)


# --- the strict form ------------------------------------------------------------------------------

STATES = """
[[bets]]
id = "mine"
name = "Mine"
kind = "states"
source = "mine"
[bets.rule]
start = "first"
[bets.rule.states]
first = { second = "4..6, 8..10", lose = "rest" }
second = { win = "7", lose = "rest" }
"""

HAND = """
[[bets]]
id = "mine"
name = "Mine"
kind = "repeat"
source = "mine"
[bets.rule]
count = "rolls"
until = "seven-out"
[bets.rule.bands]
"2..7" = "lose"
"8..15" = "push"
"16+" = "win"
"""

AIMS = """
[[bets]]
id = "mine"
name = "Mine"
kind = "milestones"
source = "mine"
[bets.rule]
count = "points-made"
until = "seven-out"
best_first = ["4 or 10 x3", "4 or 10 x2"]
"""

Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def to_file(text: str) -> str:
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return to_file


def test_bets_of_ones_own_in_the_new_forms(write: Write) -> None:
    assert oddscalc.edge(write(STATES), pays=["win=7 to 1"]).value.win == Fraction(1, 9)
    hand = oddscalc.edge(write(HAND), pays=["16+=3 to 1"]).value
    assert hand.push == oracles_side.hand_at_least(8) - oracles_side.hand_at_least(16)
    aims = oddscalc.edge(write(AIMS), pays=["4 or 10 x3=50 to 1", "4 or 10 x2=9 to 1"]).value
    limits = {4: 2, 10: 2}
    assert aims.lose == oracles_side.none_reached(limits, oracles_side.MADE, oracles_side.SEVEN_OUT)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (STATES.replace('start = "first"\n', ""), "bets[0].rule.start: is missing"),
        (STATES.replace('"4..6, 8..10"', '"13"'), "bets[0].rule.states.first.second: '13' is no"),
        (STATES.replace('second = { win = "7", lose = "rest" }', "second = {}"), "states.second: "),
        (STATES.replace("start =", "begin ="), "bets[0].rule.begin: there is no such key"),
        (STATES.replace('win = "7"', "win = 7"), "bets[0].rule.states.second.win: "),
        (STATES.replace('second = "4', 'third = "4'), "leads to 'third', which is neither"),
        (STATES.replace('start = "first"', 'start = "second"'), "'first' cannot be reached"),
        (STATES.replace('win = "7"', 'win = "7, 7..8"').replace("rest", "7"), "claimed by both"),
        (HAND.replace('"lose"', '"lost"'), "bets[0].rule.bands.2..7: "),
        (HAND.replace('"8..15"', '"8 to 15"'), "'8 to 15' is no band of counts"),
        (HAND.replace('"8..15"', '"9..15"'), "a count of 8 is in no band"),
        (HAND.replace('"rolls"', '"roll"'), "bets[0].rule.count: 'roll' is no set of rolls"),
        (HAND.replace('"seven-out"', '"sevens"'), "bets[0].rule.until: 'sevens' is no set"),
        (HAND.replace('until = "seven-out"', 'until = "7"\ntimes = 3'), "give either times or"),
        (HAND.replace('until = "seven-out"', 'until = "7"\nwin_at = 3'), "win_at is a number up"),
        (
            AIMS.replace("4 or 10 x2", "4 or 10 twice"),
            "bets[0].rule.best_first[1]: '4 or 10 twice'",
        ),
        (AIMS.replace("best_first", "any_of") + 'best_first = ["4 x3"]', "give either best_first"),
        (AIMS.replace('best_first = ["4 or 10 x3", "4 or 10 x2"]', ""), "give either best_first"),
        (AIMS.replace("points-made", "points"), "bets[0].rule.count: "),
        (AIMS.replace("4 or 10 x3", "4 or 10 x1"), "'4 or 10 x2' can never be the best"),
        (AIMS.replace("4 or 10 x2", "7 x2"), "7 is no point that can be made"),
    ],
)
def test_a_bad_bet_in_the_new_forms_names_key_and_remedy(
    write: Write, text: str, problem: str
) -> None:
    with pytest.raises(DataError) as error:
        oddscalc.edge(write(text))
    assert problem in str(error.value)


def test_too_many_sets_to_count_are_refused() -> None:
    aims = [f"{a} then {b} x2" for a in range(1, 7) for b in range(1, 7) if a + b != 7]
    aims += [f"{n}, {n + 1} x2" for n in (2, 3, 4, 5, 8, 9, 10, 11)] + [
        "2, 4 x2",
        "2, 5 x2",
        "2, 6 x2",
    ]
    with pytest.raises(ChainError, match="41 sets of rolls to count; 40 at most"):
        solved("milestones", count="throws", until="7", any_of=aims)
