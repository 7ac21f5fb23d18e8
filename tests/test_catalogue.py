"""Every bet of the catalogue: the solved chain against the closed forms, and the names."""

from __future__ import annotations

from fractions import Fraction

import oracles
import oracles_side
import pytest

import oddscalc
from oddscalc import edges
from oddscalc._ask.query import Valued
from oddscalc._bets.catalogue import shipped
from oddscalc._bets.table import POINTS
from oddscalc._exact.numbers import fixed
from oddscalc.errors import UnknownNameError

STARTS = ("come-out", "on", *map(str, POINTS))


def the(bet: str, **asked: object) -> Valued:
    (answer,) = oddscalc.edges(bet, **asked)  # type: ignore[arg-type]
    return answer


def law(answer: Valued) -> dict[str, Fraction]:
    return {
        outcome.result if outcome.tier is None else f"{outcome.result}:{outcome.tier}": probability
        for outcome, probability in (
            (payoff.outcome, payoff.probability) for payoff in answer.value.payoffs
        )
    }


def test_the_catalogue_is_what_the_oracles_know_and_place_7() -> None:
    assert {bet.id for bet in shipped()} == {*oracles.BETS, *oracles_side.BETS, "place-7"}


@pytest.mark.parametrize("bet", oracles.BETS)
def test_outcomes_rolls_and_money_agree_with_the_closed_forms(bet: str) -> None:
    answer = the(bet)
    assert law(answer) == oracles.law(bet)
    assert answer.value.expected_rolls == oracles.rolls(bet)
    nets = oracles.nets(bet)
    outcomes = [payoff.net for payoff in answer.value.payoffs]
    if nets is None:
        assert outcomes == [None] * len(outcomes)
        assert answer.value.house_edge is None
        return
    assert dict(zip(law(answer), outcomes, strict=True)) == nets
    edge = oracles.edge(bet)
    assert edge is not None
    assert answer.value.house_edge is not None
    assert answer.value.house_edge.per_bet_made == edge
    push = oracles.law(bet).get("push", Fraction(0))
    assert answer.value.house_edge.per_bet_resolved == edge / (1 - push)
    assert answer.value.house_edge.per_roll == edge / oracles.rolls(bet)
    mean = sum(oracles.law(bet)[label] * net for label, net in nets.items())
    spread = sum(oracles.law(bet)[label] * (net - mean) ** 2 for label, net in nets.items())
    assert answer.value.variance == spread


@pytest.mark.parametrize("where", STARTS)
@pytest.mark.parametrize(
    "bet", [bet for bet in oracles.RACES if not bet.startswith(("put", "od", "lay-o"))]
)
def test_a_bet_off_on_come_outs_waits_and_wins_as_often(bet: str, where: str) -> None:
    answer = the(bet, working="off", from_=where)
    assert law(answer) == oracles.law(bet)
    assert answer.value.expected_rolls == oracles.off_rolls(*oracles.RACES[bet], where)


@pytest.mark.parametrize("where", [start for start in STARTS if start != "on"])
@pytest.mark.parametrize("point", POINTS)
def test_come_odds_off_on_the_come_out_are_pushed_there(point: int, where: str) -> None:
    start = where if where == "come-out" else int(where)
    answer = the(f"odds-{point}", working="off", from_=where)
    assert law(answer) == oracles.come_odds_off_law(point, start)


@pytest.mark.parametrize(
    ("bet", "rules", "reading", "expected", "rolls"),
    [
        ("dont-pass", "us-ma", "stays", oracles.dont_stays(), oracles.dont_stays_rolls()),
        ("dont-come", "lc", "stays", oracles.dont_stays(), oracles.dont_stays_rolls()),
        ("fire", "us-pa", "any-7", oracles.fire_any_7(), oracles.fire_any_7_rolls()),
        (
            "hot-roller",
            "us-ma",
            "ordered",
            oracles.hot_roller_ordered(),
            oracles.hot_roller_ordered_rolls(),
        ),
    ],
)
def test_other_readings_agree_with_the_closed_forms(
    bet: str, rules: str, reading: str, expected: oracles.Law, rolls: Fraction
) -> None:
    answer = the(bet, rules=rules, reading=reading)
    assert {k: v for k, v in law(answer).items() if v} == {k: v for k, v in expected.items() if v}
    assert answer.value.expected_rolls == rolls


FIRE = {"seven-out": oracles.law("fire"), "any-7": oracles.fire_any_7()}
HOT = {"unordered": oracles.law("hot-roller"), "ordered": oracles.hot_roller_ordered()}


@pytest.mark.parametrize(
    ("rules", "reading", "rolls"),
    [
        ("us-ma", "seven-out", "8.4351"),
        ("us-pa", "seven-out", "8.4351"),
        ("us-pa", "any-7", "5.9765"),
    ],
)
def test_a_fire_bet_decided_at_once_is_won_as_often_and_sooner(
    rules: str, reading: str, rolls: str
) -> None:
    answer = the("fire", rules=rules, reading=f"{reading}-at-once")
    assert law(answer) == oracles.one_win(FIRE[reading])
    assert answer.value.expected_rolls == oracles.fire_at_once_rolls(reading == "any-7")
    assert fixed(answer.value.expected_rolls, 4) == rolls
    assert answer.value.win == the("fire", rules=rules, reading=reading).value.win


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reading", "rolls"),
    [
        ("unordered", Fraction(88540373546, 16174233075)),
        ("ordered", Fraction(96643757006, 16174233075)),
    ],
)
def test_a_hot_roller_decided_at_once_is_won_as_often_and_sooner(
    reading: str, rolls: Fraction
) -> None:
    answer = the("hot-roller", rules="us-ma", reading=f"{reading}-at-once", pays=["win=5 to 1"])
    assert law(answer) == oracles.one_win(HOT[reading])
    expected = oracles.hot_roller_at_once_rolls(reading == "ordered")
    assert answer.value.expected_rolls == expected == rolls
    slow_one = the("hot-roller", rules="us-ma", reading=reading, pays=["win=5 to 1"])
    assert answer.value.win == slow_one.value.win
    assert answer.value.expected_value == slow_one.value.expected_value


@pytest.mark.parametrize("bet", ["hop-1-3", "hop-5-6"])
def test_an_ordered_hop_is_one_roll_of_36(bet: str) -> None:
    usual, ordered = edges(bet, rules="lc")
    assert (usual.win, ordered.win) == (Fraction(1, 18), Fraction(1, 36))


def test_craps_eleven_by_one_unit_on_each_number_is_a_horn_bet() -> None:
    usual, four = edges("c-and-e", rules="massino")
    assert [one.house_edge and one.house_edge.per_bet_made for one in (usual, four)] == [
        Fraction(1, 9),
        Fraction(1, 8),
    ]
    (horn,) = edges("horn", rules="massino")
    assert {one.net for one in four.outcomes} == {one.net for one in horn.outcomes}


@pytest.mark.parametrize("number", [4, 6, 8, 10])
def test_the_literal_or_of_hardways(number: int) -> None:
    answer = the(f"hard-{number}", rules="us-pa", reading="literal-or", working="on")
    assert law(answer) == oracles.hardway_literal_or(number)
    assert answer.value.expected_rolls == oracles.hardway_literal_or_rolls(number)


def test_pass_and_dont_pass_share_the_36th_of_the_12() -> None:
    with_, against = the("pass").value.house_edge, the("dont-pass").value.house_edge
    assert with_ is not None
    assert against is not None
    assert with_.per_bet_made + against.per_bet_made == Fraction(1, 36)


@pytest.mark.parametrize("bet", [bet.id for bet in shipped() if bet.kind == "bundle"])
def test_a_bundle_is_worth_the_stake_weighted_sum_of_its_parts(bet: str) -> None:
    parts = shipped()[bet].rule["parts"]
    values = {part: the(part).value.expected_value for part in parts}
    total = sum(units * (values[part] or 0) for part, units in parts.items())
    assert the(bet).value.expected_value == Fraction(total) / sum(parts.values())


@pytest.mark.parametrize("bet", ["pass", "hard-8", "hop-1-3", "fire", "horn"])
def test_swapping_the_two_dice_changes_nothing(bet: str) -> None:
    first = ["1/4", "1/4", "1/8", "1/8", "1/8", "1/8"]
    second = ["1/6", "1/6", "1/6", "1/6", "1/12", "1/4"]
    one = the(bet, dice=oddscalc.Dice.from_faces(first, second))
    other = the(bet, dice=oddscalc.Dice.from_faces(second, first))
    assert law(one) == law(other)
    assert one.value.expected_rolls == other.value.expected_rolls


@pytest.mark.parametrize(
    ("name", "bet"),
    [
        ("PASS", "pass"),
        ("don't pass", "dont-pass"),
        ("place 6", "place-6"),
        ("11 in One Roll", "eleven"),
        ("World", "whirl"),
        ("Yo", "eleven"),
        ("c&e", "c-and-e"),
        ("Ace-Trey on the Hop", "hop-1-3"),
        ("hop-6-5", "hop-5-6"),
        ("6-7-8", "six-seven-eight"),
        ("midnight", "craps-12"),
    ],
)
def test_a_bet_is_found_by_any_of_its_names(name: str, bet: str) -> None:
    assert shipped().find(name).id == bet


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("pas", "did you mean pass?"),
        ("12", "'12' may mean craps-12 or hop-6-6; give the id"),
        ("hard way 12", "may mean craps-12 or hop-6-6"),
        ("place bet", "may mean place-4, place-5"),
        ("zzz", "there is no bet called 'zzz' (oddscalc bets lists them)"),
        ("", "there is no bet called ''"),
    ],
)
def test_an_unknown_or_ambiguous_name_is_an_error_that_helps(name: str, message: str) -> None:
    with pytest.raises(UnknownNameError) as error:
        shipped().find(name)
    assert message in str(error.value)
