"""Bets that stand on a number already: closed forms, against the chain."""

import json
from fractions import Fraction

import pytest

from oddscalc import edge, edges, portfolio
from oddscalc._proof.derivation import derive
from oddscalc._proof.verify import verify
from oddscalc.errors import RuleError

WAYS = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}


def made(number: int) -> Fraction:
    """Return the probability of *number* before a 7."""
    return Fraction(WAYS[number], WAYS[number] + 6)


@pytest.mark.parametrize("number", WAYS)
def test_a_line_bet_stands_on_the_point_and_then_only_the_point_counts(number):
    gain = 2 * made(number) - 1
    assert edge("pass", from_=number).expected_value == gain
    assert edge("dont-pass", from_=number).expected_value == -gain
    assert edge("pass", at=number).expected_rolls == Fraction(36, WAYS[number] + 6)
    assert edge("come", at=number).expected_value == gain
    assert edge("dont-come", at=number, from_="come-out").expected_value == -gain


def test_on_a_point_just_established_the_numbers_are_weighted():
    mean = sum(n * (2 * made(point) - 1) for point, n in WAYS.items()) / Fraction(24)
    assert edge("pass", from_="on").expected_value == mean


def test_a_come_bet_is_made_now_unless_it_is_said_to_stand():
    assert edge("come", from_=6).house_edge.per_bet_made == Fraction(7, 495)
    assert edge("come", from_=6, at="new").house_edge.per_bet_made == Fraction(7, 495)
    assert edge("come", from_=6, at=5).house_edge.per_bet_made == Fraction(1, 5)


@pytest.mark.parametrize("number", WAYS)
@pytest.mark.parametrize("times", [1, 5])
def test_odds_behind_a_bet_that_stands_are_paid_at_true_odds(number, times):
    loss, action = 1 - 2 * made(number), 1 + times
    for answer in (
        edge(f"put-{number}", odds=f"{times}x"),
        edge("pass", at=number, odds=f"{times}x"),
        edge("come", at=number, odds=f"{times}x"),
    ):
        assert answer.house_edge.per_bet_made == loss / action
        assert answer.value.bases[0].amount == action


def test_odds_that_are_off_come_back_when_a_come_out_roll_decides():
    # Coming out with a come bet on 5: the first roll decides it with the odds off, sets another
    # point, or neither; from a point, 7 and 5 decide with the odds on, the point leads back.
    answer = edge("come", at=5, odds="2x", from_="come-out", working="off")
    others = {point: n for point, n in WAYS.items() if point != 5}
    back = sum(Fraction(n, 36) * Fraction(n, n + 10) for n in others.values())
    stay = Fraction(36 - 10 - sum(others.values()), 36)
    decided_off = Fraction(10, 36) / (1 - stay - back)
    assert answer.value.bases[0].returned == 2 * decided_off
    assert answer.expected_value == -Fraction(1, 5)


def test_a_point_just_established_is_not_the_number_of_a_come_bet():
    assert edge("come", at=5, odds="2x", working="off").model.start().keys().isdisjoint({(5, 5)})


@pytest.mark.parametrize(
    ("bet", "options", "says"),
    [
        ("pass", {"from_": 6, "at": 5}, "it stands on the table's point"),
        ("pass", {"from_": 6, "at": "new"}, "only be made before the come-out roll"),
        ("place-6", {"at": 6}, "is no line bet"),
        ("come", {"at": 5, "from_": 5}, "would have decided it"),
        ("pass", {"at": 7}, "cannot stand on '7'; it can on 4, 5, 6, 8, 9, 10"),
        ("come", {"from_": "come-out"}, "only be made after the come-out roll"),
        ("fire", {"from_": 6}, "only be made before the come-out roll"),
    ],
)
def test_a_bet_that_cannot_stand_so_is_refused(bet, options, says):
    with pytest.raises(RuleError, match=says):
        edge(bet, **options)


def test_what_stands_already_is_said():
    assert "the bet stands on 6 already; it was made before" in edge("pass", from_=6).notes
    assert "pass: the bet stands on 6 already" in str(edges("pass", "place-6", from_=6))
    together = portfolio({"dont-pass": 20, "place-6": 18}, from_=6)
    assert "dont-pass: the bet stands on 6 already" in str(together)


def test_bets_together_stand_on_the_point():
    answer = portfolio({"dont-pass": 20, "place-6": 18}, from_=6)
    six = made(6)
    assert answer.expected_value == six * (-20 + 21) + (1 - six) * (20 - 18)
    assert answer.expected_value == Fraction(17, 11)


@pytest.mark.parametrize(
    ("bet", "options"),
    [
        ("pass", {"from_": 6}),
        ("come", {"at": 5, "odds": "2x", "from_": "come-out", "rules": "us-pa"}),
        ("put-6", {"odds": "5x"}),
    ],
)
def test_a_certificate_of_a_bet_that_stands_is_derived_again(bet, options):
    text = edge(bet, **options).certificate()
    assert verify(text) == []
    assert derive(json.loads(text)).problems == ()
