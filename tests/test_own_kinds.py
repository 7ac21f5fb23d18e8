"""Own bets beyond the customary: lines against any number, tiers, pushes, counts without an end."""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from conftest import Ran

from oddscalc._bets.catalogue import Bet, shipped
from oddscalc._bets.compile import compile_bet, line_of
from oddscalc._chain.chain import explore
from oddscalc._chain.solve import solve
from oddscalc._dice.dice import Dice
from oddscalc._dice.rollsets import total
from oddscalc.errors import ChainError, NumberError

FAIR = Dice.fair()
WAYS = {n: FAIR.probability(total(n)) for n in range(2, 13)}
ALL = {str(n): [str(n)] for n in range(2, 13)}


def bet_of(kind, **rule):
    return Bet("mine", "Mine", (), kind, rule, "a test")


def solved(kind, **rule):
    automaton = compile_bet(bet_of(kind, **rule), shipped())
    return solve(explore(automaton, {automaton.start(None): Fraction(1)}, FAIR))


def chances(kind, **rule):
    return {str(end): chance for end, chance in solved(kind, **rule).probabilities.items()}


def hazard(main, nicks, outs):
    points = [n for n in range(4, 11) if n != main]
    won = sum(WAYS[n] for n in nicks)
    return won + sum(WAYS[n] * WAYS[n] / (WAYS[n] + WAYS[main]) for n in points), points


@pytest.mark.parametrize(
    ("main", "nicks", "outs"),
    [
        (5, (5,), (2, 3, 11, 12)),
        (6, (6, 12), (2, 3, 11)),
        (7, (7, 11), (2, 3, 12)),
        (8, (8, 12), (2, 3, 11)),
        (9, (9,), (2, 3, 11, 12)),
    ],
)
def test_a_line_runs_against_the_main_of_hazard(main, nicks, outs):
    won, points = hazard(main, nicks, outs)
    given = chances(
        "line",
        side="with",
        win_first=", ".join(map(str, nicks)),
        lose_first=", ".join(map(str, outs)),
        points=", ".join(map(str, points)),
        out=str(main),
    )
    assert given == {"win": won, "lose": 1 - won}


def test_the_tiers_of_a_line_are_its_first_rolls_and_its_points():
    given = chances(
        "line",
        side="with",
        win_first={"seven": "7", "yo": "11"},
        lose_first="2, 3",
        bar="12",
        points="4..6, 8..10",
        push_later="12",
        by_point=True,
    )
    assert given["win seven"] == WAYS[7]
    assert given["win yo"] == WAYS[11]
    assert given["lose first roll"] == WAYS[2] + WAYS[3]
    for point in (4, 5, 6, 8, 9, 10):
        ends = WAYS[point] + WAYS[7] + WAYS[12]
        assert given[f"win {point}"] == WAYS[point] * WAYS[point] / ends
        assert given[f"lose {point}"] == WAYS[point] * WAYS[7] / ends
    assert sum(given.values()) == 1


def test_a_line_without_tiers_is_the_pass_line():
    rule = shipped()["pass"].rule
    assert chances("line", **rule, out="7", by_point=False) == chances("line", **rule)


def test_a_line_against_another_number_or_with_tiers_takes_no_odds():
    rule = {
        "side": "with",
        "win_first": "6, 12",
        "lose_first": "2, 3, 11",
        "points": "4, 5, 7..10",
        "out": "6",
    }
    for bet in (bet_of("line", **rule), bet_of("line", **shipped()["pass"].rule, by_point=True)):
        assert line_of(bet, compile_bet(bet, shipped())) is None


@pytest.mark.parametrize(
    ("changed", "error", "says"),
    [
        ({"out": "6"}, NumberError, "points are whole totals other than 6, like '4, 5, 7, 8"),
        ({"push_later": "8"}, ChainError, "a roll of 8 is claimed by both 'points' and"),
        ({"push_later": "7"}, ChainError, "a roll of 7 is claimed by both 'out' and"),
        ({"win_first": {"a": "7, 11", "b": "11"}}, ChainError, "claimed by both 'win a' and"),
    ],
)
def test_a_line_that_contradicts_itself_is_refused(changed, error, says):
    with pytest.raises(error, match=says):
        chances("line", **{**shipped()["pass"].rule, **changed})


def test_seeing_every_total_takes_as_long_as_inclusion_and_exclusion_says():
    expected = Fraction(0)
    for size in range(1, 12):
        for some in combinations(WAYS, size):
            expected += (-1) ** (size + 1) / sum(WAYS[n] for n in some)
    given = solved("collect", groups=ALL, win_at=11)
    assert {str(end): chance for end, chance in given.probabilities.items()} == {"win": 1}
    assert given.expected_rolls == expected == Fraction(769767316159, 12574325400)


@pytest.mark.parametrize(("rolls", "times"), [("7", 1), ("7", 4), ("hard 6, 2", 3)])
def test_a_count_without_an_end_takes_times_over_chance(rolls, times):
    chance = {"7": WAYS[7], "hard 6, 2": Fraction(2, 36)}[rolls]
    assert solved("repeat", count=rolls, times=times).expected_rolls == times / chance


def test_milestones_without_an_end_are_won_by_whichever_comes_first():
    two, twelve = WAYS[2], WAYS[12]
    either = two + twelve
    # the second of one kind: after two of them half the time, else after three
    assert solved("milestones", count="throws", any_of=["2 or 12 x2"]).expected_rolls == (
        Fraction(5, 2) / either
    )


@pytest.mark.parametrize("times", [1, 2, 5])
def test_points_made_are_counted_up_to_the_seven_out(times):
    points = (4, 5, 6, 8, 9, 10)
    made = sum(WAYS[n] * WAYS[n] / (WAYS[n] + WAYS[7]) for n in points) / sum(
        WAYS[n] for n in points
    )
    given = chances("repeat", count="points-made", until="seven-out", times=times)
    won = "win" if times == 1 else f"win {times}"
    assert given[won] == made**times


def test_combinations_that_never_come_about_are_not_shown(
    oddscalc: Callable[..., Ran], tmp_path: Path
) -> None:
    """Any craps wins while don't pass is pushed on a 12; it never does while that is lost."""
    path = tmp_path / "mix.toml"
    path.write_text(
        '[[bets]]\nid = "mix"\nname = "Mix"\nkind = "bundle"\nsource = "me"\n'
        "rule = { parts = { dont-pass = 3, any-craps = 1 } }\n"
    )
    (answer,) = json.loads(oddscalc("edge", str(path), "--json").out)
    names = [(one["result"], one["tier"]) for one in answer["outcomes"]]
    assert len(names) == len(set(names)) == 4
    assert sum(Fraction(one["probability"]["exact"]) for one in answer["outcomes"]) == 1
    told = json.loads(oddscalc("claim", "1/36", "--bet", str(path), "--json").out)
    assert told["verdict"] == "confirmed"
