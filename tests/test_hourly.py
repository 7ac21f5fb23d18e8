"""Bets made again and again while the table goes on: against masses stepped here."""

from fractions import Fraction

import pytest

from oddscalc import edge, portfolio, session
from oddscalc._ask.hourly import loss_per_roll

WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
POINTS = (4, 5, 6, 8, 9, 10)


def moved(table, total):
    """Return the table after a roll; None is a come-out."""
    if table is None:
        return total if total in POINTS else None
    return None if total in (table, 7) else table


def test_place_6_that_is_off_costs_while_the_point_is_on():
    # The line is decided every 557/165 rolls, one of which is a come-out.
    on = 1 - Fraction(165, 557)
    assert on == Fraction(392, 557)
    costs = loss_per_roll(edge("place-6", rules="us-ma", stake=6))
    assert costs.kept_up == on * Fraction(1, 36)
    assert 60 * costs.kept_up == Fraction(1960, 1671)


def test_place_6_that_is_made_at_come_outs_waits_for_them():
    # Rolls until the point is decided, and until the bet is and the table comes out again.
    decided = {point: Fraction(36, WAYS[point] + 6) for point in POINTS}
    # From a point with the bet up, h(p) rolls to the end of the cycle; from a come-out, c.
    # 7 ends both; 6 decides the bet, on another point the rest of that point is waited for;
    # the point itself brings a come-out, with the bet still up.
    up = Fraction(1)
    weights, constants = Fraction(0), Fraction(0)
    for point, ways in ((point, WAYS[point]) for point in POINTS):
        if point == 6:
            weight, constant = Fraction(0), decided[6]
        else:
            leaving = ways + 6 + 5
            constant = (36 + 5 * decided[point]) / Fraction(leaving)
            weight = Fraction(ways, leaving)
        constants += Fraction(ways, 36) * constant
        weights += Fraction(ways, 36) * weight
    stay = Fraction(36 - sum(WAYS[point] for point in POINTS), 36)
    cycle = (up + constants) / (1 - stay - weights)
    costs = loss_per_roll(edge("place-6", working="off", stake=6))
    assert costs.waiting == Fraction(1, 11) / cycle


@pytest.mark.parametrize("bet", ["pass", "dont-pass"])
def test_a_bet_that_ends_with_the_point_costs_the_same_in_both_ways(bet):
    answer = edge(bet)
    costs = loss_per_roll(answer)
    assert costs.kept_up == costs.waiting == answer.house_edge.per_roll


def test_one_roll_bets_are_made_with_every_roll_or_at_come_outs():
    costs = loss_per_roll(edge("field"))
    assert costs.kept_up == Fraction(1, 18)
    assert costs.waiting == Fraction(1, 18) * Fraction(165, 557)


def test_bets_together_cost_by_the_roll():
    both = portfolio(["place-6:6", "place-8:6"], until="roll")
    assert loss_per_roll(both).kept_up == 2 * Fraction(1, 36)


def test_what_cannot_be_made_again_has_one_cost():
    assert loss_per_roll(edge("fire")) is None
    assert loss_per_roll(edge("pass", from_=6)) is None
    assert edge("pass", from_=6, rolls_per_hour=36).to_dict()["cost_per_hour"]["exact"] == "1"


def test_both_costs_are_said():
    answer = edge("place-6", rules="us-ma", stake=6, rolls_per_hour=60)
    data = answer.to_dict()
    assert data["cost_per_hour"]["exact"] == "1960/1671"
    assert data["cost_per_hour_waiting"]["exact"] == "159755/187152"
    assert "cost per hour of 60 rolls, kept up" in str(answer)
    assert "cost per hour of 60 rolls, waited for" in str(answer)


def test_a_session_of_rolls_carries_the_table_on():
    masses = {(None, 0): Fraction(1)}
    for _ in range(20):
        after: dict[tuple[int | None, int], Fraction] = {}
        for (table, net), mass in masses.items():
            for total, ways in WAYS.items():
                won = {6: 7, 7: -6}.get(total, 0) if table is not None else 0
                state = moved(table, total), net + won
                after[state] = after.get(state, Fraction(0)) + mass * Fraction(ways, 36)
        masses = after
    result = session("place-6", working="off", stake=6, rolls=20).result
    assert result.final.mean == sum(net * mass for (_, net), mass in masses.items())
    assert result.final.ahead == sum(mass for (_, net), mass in masses.items() if net > 0)


def test_a_session_of_come_bets_waits_for_points():
    result = session("come", rolls=2, from_=6).result
    # First roll: 7, 11 win, 2, 3, 12 lose; after a 7 the table comes out and no bet is up.
    first = Fraction(8 - 4, 36)
    # Second roll: after 11, 2, 3, 12 a new bet; after a number, that number or a 7.
    again = Fraction(2 + 4, 36) * first
    numbers = sum(Fraction(WAYS[p], 36) * Fraction(WAYS[p] - 6, 36) for p in POINTS)
    assert result.final.mean == first + again + numbers
