"""Stakes, rounding, commissions, odds schedules and portfolios, by cases with known answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import oracles
import pytest
from conftest import Ran

import oddscalc
from oddscalc._ask.query import Valued
from oddscalc._money.commission import Commission
from oddscalc._money.schedule import OddsSchedule
from oddscalc._money.ticket import Ticket, parse_stakes, round_to
from oddscalc.errors import NumberError, OddscalcError, RuleError

Run = Callable[..., Ran]


def the(bet: str, **options: Any) -> Valued:
    return oddscalc.edge(bet, **options)


def made(bet: str, basis: str = "stake", **options: Any) -> Fraction:
    value = the(bet, **options).value
    (found,) = [one for one in value.bases if one.name == basis]
    edge = value.edge_over(found)
    assert edge is not None
    return edge.per_bet_made


# --- rounding and stakes


@pytest.mark.parametrize(
    ("amount", "how", "rounded"),
    [
        ("35/6", "exact", "35/6"),
        ("35/6", "down", "5"),
        ("35/6", "up", "6"),
        ("5/2", "nearest", "3"),
        ("7/3", "nearest", "2"),
        ("-1/2", "down", "-1"),
        ("6", "up", "6"),
    ],
)
def test_rounding_to_a_unit(amount: str, how: str, rounded: str) -> None:
    assert round_to(Fraction(amount), Fraction(1), how) == Fraction(rounded)


def test_rounding_to_a_chip_of_five() -> None:
    assert round_to(Fraction(13), Fraction(5), "nearest") == 15


@pytest.mark.parametrize(
    ("stake", "expected"),
    [
        (5, "1/11"),
        (6, "1/66"),
        (7, "2/77"),
        (10, "1/22"),
        (11, "6/121"),
        (12, "1/66"),
        (25, "1/55"),
    ],
)
def test_place_6_floored_to_a_dollar(stake: int, expected: str) -> None:
    """Case B12."""
    assert made("place-6", stake=stake, round="down") == Fraction(expected)


@pytest.mark.parametrize(
    ("bet", "stake", "expected"),
    [("odds-5", 5, "1/25"), ("odds-5", 10, "0"), ("odds-6", 3, "1/11"), ("odds-6", 7, "2/77")],
)
def test_odd_odds_are_not_free(bet: str, stake: int, expected: str) -> None:
    """Case B13."""
    assert made(bet, stake=stake, round="down") == Fraction(expected)


def test_a_five_dollar_horn_exactly_floored_and_with_a_key() -> None:
    """Case B15."""
    assert made("horn", stake=5) == Fraction(1, 8)
    assert made("horn", stake=5, round="down") == Fraction(2, 15)
    assert made("horn", stake=5, key="yo") == made("horn-high-11")
    assert made("horn", stake=5, key="craps-12") == made("horn-high-12")


def test_a_stake_below_one_unit_a_part_goes_to_the_key_alone() -> None:
    assert made("horn", stake=3, key="craps-2") == made("craps-2")


def test_a_price_of_194_for_100_in_whole_units() -> None:
    """Case B16: a coin flip; here the pass line stands in, at 47/50 to 1."""
    price = ["win=47 to 50"]
    for stake, paid in ((5, 4), (1, 0), (50, 47)):
        nets = [p.net for p in the("pass", pays=price, stake=stake, round="down").value.payoffs]
        assert nets == [Fraction(paid, stake), -1]


def test_a_stake_that_cannot_be_paid_is_refused_where_the_text_forbids_it() -> None:
    with pytest.raises(RuleError, match=r"a stake of 5 cannot be paid: place-6 \(win\) wins 35/6"):
        made("place-6", stake=5, round="refuse")
    assert made("place-6", stake=6, round="refuse") == Fraction(1, 66)
    assert made("place-6", stake=3, unit="1/2", round="refuse") == Fraction(1, 66)


def test_a_text_that_forbids_such_stakes_refuses_them_by_itself() -> None:
    with pytest.raises(RuleError, match="a stake of 4 cannot be paid"):
        made("place-6", rules="us-nj-mini-dice", stake=4)
    assert made("place-6", rules="us-nj-mini-dice", stake=6) == Fraction(1, 66)
    assert made("place-6", rules="us-nj-mini-dice", stake=4, round="down") == Fraction(1, 11)
    assert made("place-6", rules="us-nj-mini-dice") == Fraction(1, 66)


def test_a_stake_changes_nothing_where_all_is_paid_exactly() -> None:
    for bet in ("pass", "fire", "whirl", "buy-4"):
        assert the(bet, stake="7/3").value == the(bet).value


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stake": 0}, "the stake is 0; it must be above 0"),
        ({"stake": "x"}, "'x' is not a number"),
        ({"stake": 1.5}, "stake is the float 1.5"),
        ({"stake": 5, "unit": 0}, "the unit is 0"),
        ({"round": "down"}, "give a stake"),
        ({"key": "eleven"}, "give a stake"),
        ({"stake": 5, "round": "sideways"}, "'sideways'"),
    ],
)
def test_bad_stakes(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OddscalcError, match=message):
        made("horn", **options)


def test_a_key_that_is_no_part() -> None:
    with pytest.raises(RuleError, match="the key 'any-7' is no part; the parts are craps-2"):
        made("horn", stake=5, key="any-7")


def test_ranges_of_stakes() -> None:
    assert parse_stakes("25", Fraction(1)) == [25]
    assert parse_stakes("1..3", Fraction(1, 2)) == [1, Fraction(3, 2), 2, Fraction(5, 2), 3]
    for bad in ("0..5", "5..1", "..5", "5..", "-1", "1..20000"):
        with pytest.raises(NumberError):
            parse_stakes(bad, Fraction(1))


# --- commission


@pytest.mark.parametrize(
    ("bet", "stake", "vig", "basis", "expected"),
    [
        ("lay-4", 40, "5% of win, when placed", "outlay", "1/41"),  # B01
        ("lay-4", 40, "5% of win, when won", "stake", "1/60"),
        ("lay-4", 40, "5% of stake, when placed", "outlay", "1/21"),
        ("lay-4", 40, "5% of stake, when won", "stake", "1/30"),
        ("lay-5", 30, "5% of win, when placed", "outlay", "1/31"),  # B03
        ("lay-6", 24, "5% of win, when placed", "outlay", "1/25"),
        ("lay-5", 30, "5% of win, when won", "stake", "1/50"),
        ("lay-6", 24, "5% of win, when won", "stake", "1/44"),
        ("buy-4", 20, "5% of stake, when placed", "outlay", "1/21"),  # B04
        ("buy-4", 20, "5% of stake, when placed", "stake", "1/20"),
        ("buy-4", 20, "5% of stake, when won", "stake", "1/60"),
        ("buy-5", 20, "5% of stake, when won", "stake", "1/50"),
        ("buy-6", 20, "5% of stake, when won", "stake", "1/44"),
        ("buy-4", 25, "5% of stake, when won, rounded down to 1", "stake", "1/75"),  # B05
        ("buy-4", 35, "5% of stake, when won, rounded down to 1", "stake", "1/105"),  # B06
        ("buy-4", 20, "none", "stake", "0"),
        ("buy-4", 10, "5% of bet, when won, at least 1", "stake", "1/30"),
        ("buy-4", 100, "5% of stake, when won, at most 2", "stake", "1/150"),
        ("buy-4", 100, "5% of stake, when won, rounded up to 5", "stake", "1/60"),
    ],
)
def test_commissions(bet: str, stake: int, vig: str, basis: str, expected: str) -> None:
    assert made(bet, basis, stake=stake, vig=vig) == Fraction(expected)


ROUNDED = {
    "down": ("1/75", "1/90", "1/105", "1/117", "1/60", "1/75", "2/177"),
    "nearest": ("1/75", "1/45", "2/105", "2/117", "1/60", "1/50", "1/59"),
    "up": ("2/75", "1/45", "2/105", "2/117", "1/60", "1/50", "1/59"),
}


@pytest.mark.parametrize("how", ROUNDED)
def test_the_rounding_of_the_commission_decides_the_answer(how: str) -> None:
    """Case B07."""
    for stake, expected in zip((25, 30, 35, 39, 40, 50, 59), ROUNDED[how], strict=True):
        vig = f"5% of stake, when won, rounded {how} to 1"
        assert made("buy-4", stake=stake, vig=vig) == Fraction(expected)
        assert made("buy-4", stake=stake, vig="5% of stake, when won") == Fraction(1, 60)


def test_for_which_even_stakes_buying_the_5_beats_placing_it() -> None:
    """Case B08."""
    vig = "5% of stake, when placed, rounded down to 1"
    better = [
        stake
        for stake in range(20, 101, 2)
        if made("buy-5", "outlay", stake=stake, vig=vig) < Fraction(1, 25)
    ]
    assert better == [*range(26, 39, 2), *range(50, 59, 2), 74, 76, 78, 98]
    on_a_win = "5% of stake, when won, rounded down to 1"
    assert all(made("buy-5", stake=n, vig=on_a_win) < Fraction(1, 25) for n in range(20, 101, 2))


def test_a_rounded_commission_without_a_stake_is_no_number() -> None:
    with pytest.raises(RuleError, match="depends on the stake; give one"):
        made("buy-4", vig="5% of stake, when won, rounded down to 1")


@pytest.mark.parametrize(
    "text",
    ["5%", "5% of win", "of win, when won", "5% of money, when won", "5% of win, when lost",
     "5% of win, when won, rounded sideways", "5% of win, when won, rounded down to 0",
     "100% of win, when won", "x% of win, when won", "none, when won"],
)  # fmt: skip
def test_what_is_no_commission_is_refused(text: str) -> None:
    with pytest.raises(NumberError):
        Commission.parse(text)


def test_a_commission_prints_as_it_reads() -> None:
    for text in (
        "5% of the win, when placed",
        "5% of the stake, when won, rounded down to 1",
        "4% of the stake, when placed, rounded nearest to 1/2, at least 1, at most 20",
    ):
        assert str(Commission.parse(text)) == text


# --- odds


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [
        ("1x", "7/825"),
        ("2x", "1/165"),
        ("full-double", "28/4895"),
        ("3x", "7/1485"),
        ("345x", "7/1870"),
        ("3-4-5x", "7/1870"),
        ("5x", "7/2145"),
        ("10x", "7/3795"),
        ("20x", "7/7095"),
        ("100x", "1/4785"),
        ("4/10=3x, 5/9=4x, 6/8=5x", "7/1870"),
        ("0x", "7/495"),
    ],
)
def test_pass_with_odds_over_the_action(schedule: str, expected: str) -> None:
    """Case C06."""
    assert made("pass", "action", odds=schedule) == Fraction(expected)
    assert made("pass", "stake", odds=schedule) == Fraction(7, 495)
    assert made("come", "action", odds=schedule) == Fraction(expected)


@pytest.mark.parametrize("schedule", ["6x", "lay 6x", "345x", "win 4/10=3x,5/9=4x,6/8=5x"])
def test_laying_six_times_is_winning_three_four_five_times(schedule: str) -> None:
    """Case C08."""
    answer = the("dont-pass", odds=schedule)
    edge = answer.value.house_edge
    assert edge is not None
    assert edge.per_bet_made == Fraction(3, 1100)
    assert edge.per_bet_resolved == Fraction(27, 9845)
    assert answer.value.bases[0].amount == 5


def test_the_variance_with_345_times_odds() -> None:
    value = the("pass", odds="345x").value
    assert value.variance == Fraction(5920646, 245025)
    assert value.sd == "4.915631840"
    assert (the("dont-pass", odds="6x").value.sd or "").startswith("4.912807")


def test_a_pass_with_odds_pays_and_loses_by_point() -> None:
    nets = {str(p.outcome): (p.probability, p.net) for p in the("pass", odds="345x").value.payoffs}
    assert nets["win 4"] == (Fraction(1, 36), 7)
    assert nets["win 5"] == (Fraction(2, 45), 7)
    assert nets["win 6"] == (Fraction(25, 396), 7)
    assert nets["lose 6"] == (Fraction(5, 66), -6)
    assert nets["win first roll"] == (Fraction(2, 9), 1)


@pytest.mark.parametrize("where", [4, 5, 6, 8, 9, 10])
@pytest.mark.parametrize("bet", ["come", "dont-come"])
def test_come_odds_off_on_the_come_out_come_back_there(bet: str, where: int) -> None:
    """The point is set on the first roll; if it is the table's, the table then comes out."""
    found = the(bet, odds="2x", working="off", from_=str(where)).value
    law = {str(payoff.outcome): payoff.probability for payoff in found.payoffs}
    dark = bet == "dont-come"
    for point in oracles.POINTS:
        start = "come-out" if point == where else where
        set_ = oracles.p(point)
        off = set_ * oracles.come_odds_off_push(point, start)
        assert law[f"win {point} off"] + law[f"lose {point} off"] == off
        wins = oracles.p(7 if dark else point) / oracles.p(point, 7)
        assert law[f"win {point}"] == (set_ - off) * wins
        assert law[f"win {point} off"] == off * wins
    flat = the(bet).value
    assert found.expected_value == flat.expected_value
    assert found.win == flat.win


def test_come_odds_work_where_the_rulebook_says_so() -> None:
    assert len(the("come", odds="2x").value.payoffs) == 14
    assert len(the("come", odds="2x", rules="massino").value.payoffs) == 26
    assert len(the("dont-come", odds="2x", rules="massino").value.payoffs) == 15


@pytest.mark.parametrize(
    ("bet", "options", "message"),
    [
        ("field", {"odds": "2x"}, "takes no odds"),
        ("pass", {"odds": "2x", "rules": "us-ma"}, "odds-4 is not in the extract of us-ma"),
    ],
)
def test_odds_where_there_are_none(bet: str, options: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError, match=message):
        the(bet, **options)


@pytest.mark.parametrize("text", ["", "2", "x", "4=3x,4=2x", "7=3x", "4=3x;5=4x", "-1x", "1e9x"])
def test_what_is_no_schedule_is_refused(text: str) -> None:
    with pytest.raises(NumberError):
        OddsSchedule.parse(text)


# --- portfolios


def brute(bets: dict[str, tuple[Fraction, Callable[[int], Fraction]]]) -> tuple[Fraction, Fraction]:
    """Return mean and variance of one-roll bets by listing the 36 rolls."""
    nets = [
        sum(stake * pays(a + b) for stake, pays in bets.values())
        for a, b in product(range(1, 7), repeat=2)
    ]
    mean = sum(nets, Fraction(0)) / 36
    return mean, sum(((net - mean) ** 2 for net in nets), Fraction(0)) / 36


def test_one_roll_bets_together_against_the_36_rolls() -> None:
    found = oddscalc.portfolio({"field": 5, "any-7": 2, "yo": 1})
    mean, variance = brute(
        {
            "field": (Fraction(5), lambda t: Fraction(2 if t in (2, 12) else 1)
                      if t in (2, 3, 4, 9, 10, 11, 12) else Fraction(-1)),
            "any-7": (Fraction(2), lambda t: Fraction(4 if t == 7 else -1)),
            "yo": (Fraction(1), lambda t: Fraction(15 if t == 11 else -1)),
        }
    )  # fmt: skip
    assert (found.expected_value, found.variance) == (mean, variance)
    assert found.expected_rolls == 1


def test_the_iron_cross_under_its_definitions() -> None:
    """Case H02."""
    bets = {"field": 5, "place-5": 5, "place-6": 6, "place-8": 6}
    triple = ["field:12=3 to 1"]
    one_roll = oddscalc.portfolio(bets, "roll", pays=triple)
    assert one_roll.house_edge.per_bet_made == Fraction(1, 88)
    assert oddscalc.portfolio(bets, "roll").house_edge.per_bet_made == Fraction(7, 396)
    decided = oddscalc.portfolio(bets, pays=triple)
    assert decided.house_edge.per_bet_made == Fraction(1031, 43560)
    assert oddscalc.portfolio(bets).house_edge.per_bet_made == Fraction(653, 21780)


def test_the_doey_dont_under_both_denominators() -> None:
    """Case C09."""
    found = oddscalc.portfolio({"pass": 10, "dont-pass": 10})
    assert -found.expected_value / 10 == Fraction(1, 36)
    assert found.house_edge.per_bet_made == Fraction(1, 72)
    assert found.net_win.probabilities == {0: Fraction(35, 36), -10: Fraction(1, 36)}
    assert found.value.bases[0].returned == Fraction(10, 36)


def test_the_field_hedger() -> None:
    """Case H03: $22 on the field and $22 on the place 5, 6, 6, 5 of the iron cross."""
    bets = {"field": 10, "place-5": 10, "place-6": 12, "place-8": 12}
    assert oddscalc.portfolio(bets, "roll").expected_value * 36 == -28
    assert oddscalc.portfolio(bets, "roll").house_edge.per_bet_made == Fraction(7, 396)


@pytest.mark.parametrize("until", ["roll", "all-decided"])
def test_expected_values_add_up_and_shares_are_told(until: str) -> None:
    """Case H05."""
    found = oddscalc.portfolio({"pass": 5, "hard-8": 2, "buy-4": 20, "horn": 4}, until)
    assert sum(part.expected_value for part in found.parts) == found.expected_value
    if until == "all-decided":
        alone = [-edge.per_bet_made * part.answer.ticket.stake for part in found.parts
                 if (edge := part.answer.value.house_edge)]  # fmt: skip
        assert [part.expected_value for part in found.parts] == alone


def test_the_variance_holds_the_covariance() -> None:
    """Pass and any craps are decided by the same 2, 3 and 12: -5 and +7 together."""
    found = oddscalc.portfolio({"pass": 5, "any-craps": 1})
    apart = 25 * Fraction(244976, 245025) + Fraction(512, 81)
    together = 2 * (Fraction(1, 9) * -5 * 7 - Fraction(8, 9) * 0)
    covariance = (
        Fraction(1, 9) * (-5) * 7
        + (Fraction(244, 495)) * 5 * (-1)
        + (Fraction(251, 495) - Fraction(1, 9)) * (-5) * (-1)
        - Fraction(-7, 99) * Fraction(-1, 9)
    )
    assert together < 0
    assert found.variance == apart + 2 * covariance


def test_stakes_on_one_bet_are_added() -> None:
    from oddscalc._ask.joint import portfolio
    from oddscalc._ask.query import Query

    found = portfolio([("pass", 2), ("Pass Line", 3)], Query())
    assert found.staked == 5


def test_bets_that_cannot_be_made_together() -> None:
    with pytest.raises(RuleError, match="pass is made before the come-out roll and come after it"):
        oddscalc.portfolio({"pass": 5, "come": 5})
    with pytest.raises(RuleError, match="hot-roller has no price in customary"):
        oddscalc.portfolio({"hot-roller": 5})
    for stake in (0, "-1", "five"):
        with pytest.raises(NumberError):
            oddscalc.portfolio({"pass": stake})


def test_a_put_bet_with_odds_is_a_portfolio() -> None:
    """F0415 and F0423 of the published figures."""
    found = oddscalc.portfolio({"put-6": 1, "odds-6": 10})
    assert found.house_edge.per_bet_made == Fraction(1, 121)
    assert oddscalc.portfolio({"put-4": 1, "odds-4": 4}).house_edge.per_bet_made == Fraction(1, 15)


# --- the command line


def test_the_cost_per_hour(oddscalc: Run) -> None:
    """Case C15."""
    ran = oddscalc("edge", "pass", "--stake", "10", "--rolls-per-hour", "60", "--json")
    (answer,) = json.loads(ran.out)
    assert answer["cost_per_hour"]["exact"] == "1400/557"
    assert answer["stake"]["exact"] == "10"
    assert "cost per hour of 60 rolls" in oddscalc("edge", "pass", "--rolls-per-hour", "60").out
    ran = oddscalc("portfolio", "pass:10", "--rolls-per-hour", "60", "--json")
    assert json.loads(ran.out)["cost_per_hour"]["exact"] == "1400/557"


def test_odds_on_the_command_line(oddscalc: Run) -> None:
    (answer,) = json.loads(oddscalc("edge", "pass", "--odds", "345x", "--json").out)
    assert answer["basis"] == "action"
    assert answer["house_edge"]["per_bet_made"]["exact"] == "7/1870"
    assert answer["also"][0]["basis"] == "stake"
    assert answer["also"][0]["house_edge"]["per_bet_made"]["exact"] == "7/495"
    text = oddscalc("edge", "come", "--odds", "2x", "--rules", "massino").out
    assert max(map(len, text.splitlines())) <= 80


def test_a_sweep_over_stakes(oddscalc: Run) -> None:
    ran = oddscalc("edge", "place-6", "--stake", "5..7", "--round", "down")
    assert ran.out.splitlines()[5:] == [
        "place-6        5         1/11     9.0909",
        "place-6        6         1/66     1.5152",
        "place-6        7         2/77     2.5974",
        "",
        "place-6: best 1/66 at 6",
        "place-6: worst 1/11 at 5",
    ]
    swept = oddscalc("edge", "place-6", "--stake", "5..7", "--round", "refuse", "--json")
    five, six, _ = json.loads(swept.out)
    assert "35/6" in five["refused"]
    assert six["house_edge"]["per_bet_made"]["exact"] == "1/66"
    table = oddscalc("edge", "place-6", "--stake", "5..7", "--round", "refuse", "--format", "csv")
    assert table.out.splitlines()[1:3] == ["place-6,5,1,,,", "place-6,6,1,1,66,0.01515151515"]


@pytest.mark.parametrize(
    ("how", "shown"),
    [("percent", "11.11111111%"), ("against", "8 to 1"), ("one-in", "1 in 9"), ("fraction", "1/9")],
)
def test_probabilities_as_people_say_them(oddscalc: Run, how: str, shown: str) -> None:
    assert shown in oddscalc("edge", "any-craps", "--show", how).out


def test_a_bare_price_is_refused_with_the_edge_of_each_reading(oddscalc: Run) -> None:
    ran = oddscalc("edge", "craps-2", "--pays", "win=30")
    assert (ran.code, ran.out) == (2, "")
    assert "'30 to 1' has an edge of 5/36 and '30 for 1' has an edge of 1/6" in ran.err


def test_a_portfolio_file(oddscalc: Run, tmp_path: Any) -> None:
    path = tmp_path / "hedge.toml"
    path.write_text('until = "roll"\nbets = [{ bet = "pass", stake = "5" }]\n')
    found = json.loads(oddscalc("portfolio", str(path), "any-craps:1", "--json").out)
    assert [one["bet"] for one in found["bets"]] == ["pass", "any-craps"]
    assert found["until"] == "roll"
    path.write_text('bets = [{ bet = "pass", stake = 5.5 }]\n')
    ran = oddscalc("portfolio", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert "bets[0].stake: is the float 5.5" in ran.err


@pytest.mark.parametrize("bad", ["pass", ":5", "pass:", "pass:x", "pass:0", "nobet:5"])
def test_bad_portfolios_exit_2(oddscalc: Run, bad: str) -> None:
    ran = oddscalc("portfolio", bad)
    assert (ran.code, ran.out) == (2, "")


def test_a_ticket_settles_once() -> None:
    assert Ticket(Fraction(5), rounding="down").settle(Fraction(135, 4), "horn") == 33


@pytest.mark.parametrize(
    ("arguments", "bet", "edges"),
    [
        (("pass", "field", "--pays", "field:2=3"), "field", ("1/36", "1/18")),
        (("horn", "any-7", "--pays", "any-7:win=4"), "any-7", ("1/6", "1/3")),
    ],
)
def test_a_bare_price_is_shown_on_the_bet_that_it_is_for(
    oddscalc: Run, arguments: tuple[str, ...], bet: str, edges: tuple[str, str]
) -> None:
    said = oddscalc("edge", *arguments).err
    assert f"on {bet} '" in said
    assert all(f"has an edge of {edge}" in said for edge in edges)


def test_a_stake_that_is_paid_in_fractions_is_noted() -> None:
    paid = oddscalc.edge("place-6", stake=5)
    assert any("wins 35/6 (win), which is no multiple of 1" in note for note in paid.notes)
    for options in ({"stake": 6}, {"stake": 5, "round": "down"}, {}):
        whole = oddscalc.edge("place-6", **options)  # type: ignore[arg-type]
        assert not any("no multiple" in note for note in whole.notes)


def test_it_is_said_what_odds_that_are_laid_are_multiples_of() -> None:
    by_win = oddscalc.edge("dont-pass", odds="345x").notes
    assert any("345x means multiples of what can be won" in note for note in by_win)
    flat = oddscalc.edge("dont-pass", odds="4/10=3x,5/9=4x,6/8=5x").notes
    assert any("means multiples of the flat bet" in note for note in flat)
    assert not any("multiples of" in note for note in oddscalc.edge("pass", odds="345x").notes)


@pytest.mark.parametrize("text", ["5", "5/9=30", "4/10=3,5/9=4x"])
def test_a_multiple_needs_its_x(text: str) -> None:
    with pytest.raises(NumberError, match="no odds schedule"):
        oddscalc.edge("pass", odds=text)
