"""Prices that give back part of the stake."""

import json
from fractions import Fraction

import pytest

from oddscalc import edge, portfolio
from oddscalc._money.price import Price
from oddscalc._proof.derivation import derive
from oddscalc._proof.verify import verify
from oddscalc.errors import NumberError, OddscalcError, RangeError, UnknownNameError


@pytest.mark.parametrize("text", ["half the stake back", "1/2 of the stake back", "50% stake back"])
def test_part_of_the_stake_comes_back(text):
    assert Price.parse(text).net() == -Fraction(1, 2)
    assert str(Price.parse(text)) == "1/2 of the stake back"
    assert Price.parse(str(Price.parse(text))) == Price.parse(text)


@pytest.mark.parametrize("text", ["0% of the stake back", "3/2 of the stake back"])
def test_a_part_is_a_part(text):
    with pytest.raises(RangeError):
        Price.parse(text)


def test_a_loss_that_gives_back_half():
    answer = edge("field", pays=["lose=half the stake back"])
    assert answer.expected_value == Fraction(14, 36) + 2 * Fraction(2, 36) - Fraction(20, 72)
    assert answer.lose == Fraction(20, 36)
    assert edge("pass", pays="lose=25% of the stake back").expected_value == (
        Fraction(244, 495) - Fraction(3, 4) * Fraction(251, 495)
    )


def test_a_whole_loss_is_never_rounded():
    assert edge("pass", stake="5.50", round="down").outcomes[1].net == -1


def test_a_win_that_gives_back_half_is_a_loss_in_money():
    answer = edge("field", pays=["12=half the stake back"])
    assert answer.expected_value == -Fraction(1, 18) - Fraction(5, 2) * Fraction(1, 36)
    assert answer.hit_frequency == Fraction(15, 36)


def test_it_is_refused_where_it_means_nothing():
    with pytest.raises(UnknownNameError, match="a loss can only give back part"):
        edge("field", pays="lose=3 to 1")
    with pytest.raises(OddscalcError):
        edge("field", pays="lose 4=half the stake back")


@pytest.mark.parametrize("price", ["lose=half the stake back", "12=half the stake back"])
def test_certificates_are_derived_again(price):
    for answer in (edge("field", pays=price), portfolio([f"field:5,pays={price}", "pass:10"])):
        text = answer.certificate()
        assert verify(text) == []
        assert derive(json.loads(text)).problems == ()


PAYTABLE = """
id = "house"
title = "House"
source = "an example"
status = "made up"

[[prices]]
bets = ["field"]
pays = { 2 = "2 to 1", 12 = "2 to 1", other = "even", lose = "PRICE" }
source = "an example"
status = "made up"
"""


def test_a_paytable_can_give_part_of_a_lost_stake_back(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(PAYTABLE.replace("PRICE", "1/4 of the stake back"), encoding="utf-8")
    answer = edge("field", paytable=str(file))
    assert answer.expected_value == edge("field").expected_value + Fraction(20, 36) / 4


def test_a_paytable_cannot_pay_a_loss(tmp_path):
    file = tmp_path / "house.toml"
    file.write_text(PAYTABLE.replace("PRICE", "1 to 1"), encoding="utf-8")
    with pytest.raises(OddscalcError, match=r"prices\[0\].pays: lose is priced at 1 to 1: a loss"):
        edge("field", paytable=str(file))


@pytest.mark.parametrize(
    ("text", "net"),
    [
        ("half the stake back", "-1/2"), ("half back", "-1/2"), ("1/2 back", "-1/2"),
        ("half the stake", "-1/2"), ("lose half", "-1/2"), ("half your bet returned", "-1/2"),
        ("a quarter of the stake back", "-3/4"), ("lose a quarter of the stake", "-1/4"),
        ("25% back", "-3/4"), ("lose 25%", "-1/4"), ("one third of the wager back", "-2/3"),
        ("loses 1/3", "-1/3"), ("0.4 of the stake comes back", "-3/5"),
    ],
)  # fmt: skip
def test_parts_of_the_stake_as_people_say_them(text: str, net: str) -> None:
    assert Price.parse(text).net() == Fraction(net)


@pytest.mark.parametrize("text", ["0 back", "lose 1", "all back", "150% back", "quarter the stake"])
def test_what_is_no_part_of_the_stake(text: str) -> None:
    with pytest.raises(NumberError):
        Price.parse(text)
