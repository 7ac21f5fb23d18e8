"""Betting plans: exact against printed results, an enumeration of its own, and simulated hands."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran, slow

import oddscalc as package
from oddscalc._dice.dice import Dice
from oddscalc._questions.plans.groups import groups
from oddscalc._questions.plans.horizon import after_rolls, distribution, with_bankroll
from oddscalc._questions.plans.infinite import bounds
from oddscalc._questions.plans.load import is_plan, load
from oddscalc._questions.plans.moments import PlanMoments
from oddscalc._questions.plans.plan import PLANS, Plan, shipped
from oddscalc._questions.plans.play import Play
from oddscalc._questions.plans.rewards import Rewards, explore
from oddscalc._questions.plans.value import value
from oddscalc._questions.plans.walk import walk
from oddscalc._rules.schema import PlanFile
from oddscalc.errors import ChainError, DataError, RuleError

Run = Callable[..., Ran]

FAIR = Dice.fair()
HAND = Fraction(1671, 196)
CASES = Path(__file__).parent / "cases" / "plans.csv"
with CASES.open() as _file:
    PRINTED = list(csv.DictReader(_file))


def plan_of(text: str, tmp_path: Path) -> Plan:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return load(str(path), {})


def over_many_hands(plan: Plan) -> Rewards:
    return explore(Play(plan), FAIR, 100_000, one_hand=False)


@pytest.mark.parametrize("printed", PRINTED, ids=[one["plan"] for one in PRINTED])
def test_a_plan_brings_what_was_worked_out_elsewhere(printed: dict[str, str]) -> None:
    """Source: an exact linear solve and a propagation of state and net, by another hand."""
    worth = value(load(printed["plan"], {}), FAIR)
    assert worth.mean == Fraction(printed["mean"])
    assert worth.decided == Fraction(printed["decided"])
    assert worth.put_up == Fraction(printed["put_up"])
    assert worth.expected_rolls == HAND
    if printed["variance"]:
        assert worth.variance == Fraction(printed["variance"])


@pytest.mark.parametrize(
    ("plan", "variance"),
    [
        ("field-martingale", "1605.053962292"),
        ("field-martingale-12-triple", "1787.599295593"),
        ("dice-doctor", "2513.722038152"),
    ],
)
def test_long_variances_are_those_printed(plan: str, variance: str) -> None:
    half = Fraction(1, 2 * 10**9)
    assert abs(value(load(plan, {}), FAIR).variance - Fraction(variance)) <= half


@pytest.mark.slow
def test_independent_parts_are_valued_by_pairs() -> None:
    """Six numbers with seven steps each: the joint chain has 7^7 states, and is never made."""
    plan = load("double-tap", {})
    worth = value(plan, FAIR)
    assert len(groups(plan)) == 6
    assert worth.mean == Fraction(-41019183223892, 6726395671875)
    assert abs(worth.variance - Fraction("12531.073716")) <= Fraction(1, 2 * 10**6)


@pytest.mark.parametrize("name", ["place-68-press-once", "place-68-power-press"])
def test_pairs_and_one_chain_give_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = load(name, {})
    whole = value(plan, FAIR)
    monkeypatch.setattr("oddscalc._questions.plans.value.JOINT_STATES", 1)
    pairs = value(plan, FAIR)
    assert (pairs.mean, pairs.variance) == (whole.mean, whole.variance)
    assert (pairs.put_up, pairs.decided) == (whole.put_up, whole.decided)


@pytest.mark.slow
def test_an_infinite_plan_is_enclosed() -> None:
    plan = load("risk-12", {})
    found = bounds(plan, FAIR)
    assert found.mean.lower <= Fraction("-1.07009018939974") + Fraction(1, 10**14)
    assert found.mean.upper >= Fraction("-1.07009018939974") - Fraction(1, 10**14)
    assert abs(found.variance.lower - Fraction("251.79663681178")) < Fraction(1, 10**9)
    assert abs(found.decided.lower - Fraction("37.79431984732")) < Fraction(1, 10**9)
    for one in (found.mean, found.variance, found.decided, found.put_up, found.pushed):
        assert 0 <= one.width <= Fraction(1, 10**9)


# --- the second road: plans written out by hand, over every sequence of a few rolls

TOTALS = [(total, Fraction(6 - abs(7 - total), 36)) for total in range(2, 13)]


def sequences(rolls: int) -> Iterator[tuple[list[int], Fraction]]:
    for rolled in product(TOTALS, repeat=rolls):
        chance = Fraction(1)
        for _, one in rolled:
            chance *= one
        yield [total for total, _ in rolled], chance


def table(totals: list[int]) -> Iterator[tuple[int | None, int]]:
    """Yield the point before each roll, and the roll."""
    point = None
    for total in totals:
        yield point, total
        if point is None:
            point = total if total in (4, 5, 6, 8, 9, 10) else None
        elif total in (point, 7):
            point = None


def pass_345x(totals: list[int]) -> Fraction:
    won = Fraction(0)
    for point, total in table(totals):
        if point is None:
            won += 10 * ((total in (7, 11)) - (total in (2, 3, 12)))
            continue
        odds, price = {4: (30, 2), 5: (40, Fraction(3, 2)), 6: (50, Fraction(6, 5))}[
            min(point, 14 - point)
        ]
        won += (10 + odds * price) if total == point else -(10 + odds) if total == 7 else 0
    return won


def place_68_press_once(totals: list[int]) -> Fraction:
    won, up = Fraction(0), dict[int, int]()
    for point, total in table(totals):
        if point is not None:
            for number in (6, 8):
                up.setdefault(number, 6)
            if total in up:
                won += Fraction(7, 6) * up[total]
                up[total] = 12
            elif total == 7:
                won -= sum(up.values())
                up = {}
    return won


def field_martingale(totals: list[int]) -> Fraction:
    won, level = Fraction(0), 0
    for point, total in table(totals):
        stake, lost = (5, 10, 20, 40)[level], total in (5, 6, 7, 8)
        won += -stake if lost else 2 * stake if total in (2, 12) else stake
        is_over = point is not None and total == 7
        level = (level + 1) % 4 if lost and not is_over else 0
    return won


def molly_by_hand(totals: list[int]) -> Fraction:
    """Pass and at most two come bets for 10, with single odds; come odds off on come-outs."""
    true = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5)}
    true |= {10: true[4], 9: true[5], 8: true[6]}
    won, come, pending = Fraction(0), set[int](), False
    for point, total in table(totals):
        if point is not None and not pending and len(come) < 2:
            pending = True
        if total == 7:
            won -= sum(10 if point is None else 20 for _ in come)
            come = set()
        elif total in come:
            won += 10 + (0 if point is None else 10 * true[total])
            come.remove(total)
        if pending:
            won += 10 * ((total in (7, 11)) - (total in (2, 3, 12)))
            if total in true:
                come.add(total)
            pending = False
        if point is None:
            won += 10 * ((total in (7, 11)) - (total in (2, 3, 12)))
        elif total == point:
            won += 10 + 10 * true[point]
        elif total == 7:
            won -= 20
    return won


BY_HAND: dict[str, Callable[[list[int]], Fraction]] = {
    "pass-345x": pass_345x,
    "place-68-press-once": place_68_press_once,
    "field-martingale": field_martingale,
    "three-point-molly": molly_by_hand,
}


@pytest.mark.parametrize("name", BY_HAND)
@pytest.mark.parametrize("rolls", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_every_sequence_of_rolls_brings_what_it_brings_by_hand(name: str, rolls: int) -> None:
    nets: dict[Fraction, Fraction] = {}
    for totals, chance in sequences(rolls):
        net = BY_HAND[name](totals)
        nets[net] = nets.get(net, Fraction(0)) + chance
    rewards = over_many_hands(load(name, {}))
    found, covered = distribution(rewards, rolls)
    assert covered == 1
    assert found.probabilities == dict(sorted(nets.items(), reverse=True))
    moments = after_rolls(rewards, rolls)
    assert (moments.mean, moments.variance) == (found.mean, found.variance)


@pytest.mark.parametrize("name", ["pass-flat", "iron-cross", "field-martingale"])
def test_hands_that_have_ended_are_a_growing_part_of_all(name: str) -> None:
    rewards = explore(Play(load(name, {})), FAIR, 1_000)
    _, few = distribution(rewards, 10)
    _, more = distribution(rewards, 20)
    assert 0 < few < more < 1


def test_a_bankroll_ends_at_the_target_or_in_ruin() -> None:
    """A unit on the pass line with 2 units and a target of 2: the gambler's ruin of 244 : 251."""
    plan = load("pass-flat", {})
    purse = with_bankroll(over_many_hands(plan), Fraction(20), Fraction(20))
    win, lose = Fraction(244, 495), Fraction(251, 495)
    assert purse.target == win**2 / (win**2 + lose**2)
    assert purse.target + purse.ruin == 1
    assert set(purse.nets) == {Fraction(-20), Fraction(20)}
    assert purse.decided == purse.put_up


def test_the_expected_loss_is_the_edge_on_what_is_decided() -> None:
    """Every plan of place bets alone loses 1/66 of what is won or lost, however it presses."""
    for name in ("place-68", "place-68-press-once", "place-68-press-to-5", "place-68-regress",
                 "place-68-power-press", "place-68-down-after-2", "place-68-working"):  # fmt: skip
        worth = value(load(name, {}), FAIR)
        assert -worth.mean / worth.decided == Fraction(1, 66), name


@pytest.mark.parametrize("name", PLANS)
def test_a_shipped_plan_is_valid_and_has_a_source(name: str) -> None:
    data = shipped(name)
    PlanFile.model_validate(data)
    assert data["id"] == name
    assert data["source"]
    assert data["title"]


# --- what a plan can say, and what is refused

PASS = '[[bets]]\nid = "pass"\nstake = 10\n'


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ('do = "bet pass"', "'bet pass' is no action"),
        ('do = "make field"', "'field' is no bet of the plan"),
        ('do = "press pass"', "write 'press BET by STAKE'"),
        ('do = "make pass -5"', "a stake is not below 0"),
        ('do = "make pass 1e9"', "'1e9'"),
        ('do = "count hits"', "'hits' is no counter; the plan has none"),
        ('do = "odds pass"', "write 'odds BET SCHEDULE'"),
        ('do = "if puck on make pass"', "write 'if CONDITION: ACTION'"),
        ('on = "full moon"\ndo = "make pass"', "'full moon' is no event"),
        ('on = "won field"\ndo = "make pass"', "'field' is no bet of the plan"),
        ('if = "puck"\ndo = "make pass"', "'the end' is out of place"),
        ('if = "puck sideways"\ndo = "make pass"', "on or off is expected"),
        ('if = "pass < "\ndo = "make pass"', "'the end' is out of place"),
        ('if = "(pass < 2"\ndo = "make pass"', ") is expected"),
        ('if = "pass < 2 pass"\ndo = "make pass"', "'pass' is out of place"),
        ('if = "__import__"\ndo = "make pass"', "cannot be read"),
        ('if = "point is"\ndo = "make pass"', "out of place"),
        (
            'if = "point is 6.5"\ndo = "make pass"',
            "13/2 is never the point; points are 4, 5, 6, 8, 9, 10",
        ),
        ('if = "point is 6 or 99"\ndo = "make pass"', "99 is never the point"),
        ('if = "covered 1/2"\ndo = "make pass"', "1/2 is never the point"),
    ],
)
def test_a_rule_that_cannot_be_read_is_refused_with_what_can(
    rule: str, told: str, oddscalc: Run, tmp_path: Path
) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(f"{PASS}[[rules]]\n{rule}\n")
    ran = oddscalc("plan", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


def test_a_stake_without_limit_is_refused_with_the_reason(oddscalc: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[[bets]]\nid = "place-6"\nstake = 6\n'
        '[[rules]]\ndo = "make place-6"\n[[rules]]\non = "won place-6"\ndo = "press place-6 by 6"\n'
    )
    ran = oddscalc("plan", str(path), "--max-states", "500")
    assert (ran.code, ran.out) == (2, "")
    assert "more than 500 states" in ran.err
    assert "give a press a limit" in ran.err


def test_a_pass_bet_may_not_be_taken_down_once_its_point_stands(tmp_path: Path) -> None:
    text = f'{PASS}[[rules]]\ndo = ["make pass", "if puck on: take down pass"]\n'
    with pytest.raises(RuleError, match="may not be lowered or taken down"):
        value(plan_of(text, tmp_path), FAIR)


@pytest.mark.parametrize(
    "text",
    [
        "", "bets = 1", "[[bets]]\n", PASS, f"{PASS}[[rules]]\n", f"{PASS}[[rules]]\ndo = 1\n",
        f'{PASS}[[rules]]\ndo = "make pass"\nwhen = "now"\n',
        f'{PASS}[[rules]]\ndo = "make pass"\n[counters]\nhits = -1\n',
        f'{PASS}stays = "yes"\n[[rules]]\ndo = "make pass"\n',
        '[[bets]]\nid = "pass"\nstake = 1.5\n[[rules]]\ndo = "make pass"\n',
    ],
)  # fmt: skip
def test_what_is_no_plan_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(DataError):
        plan_of(text, tmp_path)


def test_a_plan_stops_when_it_says_so(tmp_path: Path) -> None:
    """One pass bet for each hand: what comes after its decision is not bet on."""
    text = f'{PASS}[[rules]]\ndo = "make pass"\n[[rules]]\non = "decided pass"\ndo = "stop"\n'
    rules = text.split("[[rules]]")
    text = "[[rules]]".join([rules[0], rules[2], rules[1]])
    worth = value(plan_of(text, tmp_path), FAIR)
    assert (worth.mean, worth.put_up, worth.decided) == (Fraction(-14, 99), 10, 10)


def test_counters_reach_what_they_count(tmp_path: Path) -> None:
    """A field bet on every second roll is half of a field bet on each, if it begins either way."""
    text = """
    [counters]
    turn = { most = 1, wraps = true }
    [[bets]]
    id = "field"
    stake = 10
    [[rules]]
    do = ["if turn = START: make field", "count turn"]
    """
    even, odd = (
        after_rolls(over_many_hands(plan_of(text.replace("START", start), tmp_path)), 8).mean
        for start in "01"
    )
    assert even + odd == 8 * Fraction(-10, 18)


def test_money_of_the_hand_can_be_asked(tmp_path: Path) -> None:
    """Quit the field once 10 ahead: over three rolls, by every sequence."""
    text = """
    [[bets]]
    id = "field"
    stake = 10
    [[rules]]
    if = "net < 10"
    do = "make field"
    """
    nets: dict[Fraction, Fraction] = {}
    for totals, chance in sequences(3):
        net = before = Fraction(0)
        for point, total in table(totals):
            if net - before < 10:
                net += {2: 20, 12: 20}.get(total, 10 if total in (3, 4, 9, 10, 11) else -10)
            if point is not None and total == 7:
                before = net  # of the next hand nothing is known yet
        nets[net] = nets.get(net, Fraction(0)) + chance
    play = Play(plan_of(text, tmp_path))
    found, covered = distribution(explore(play, FAIR, 1_000, rolls=3, one_hand=False), 3)
    assert covered == 1
    assert found.probabilities == dict(sorted(nets.items(), reverse=True))
    with pytest.raises(ChainError, match="more than 1,000 states"):
        explore(play, FAIR, 1_000)


def test_a_hand_is_walked_through_to_its_seven_out() -> None:
    plan = load("place-68", {})
    hand = walk(plan, [6, 8, 5, 7, 4])
    assert [one.total for one in hand] == [6, 8, 5, 7]
    assert [one.money.net for one in hand] == [0, 7, 0, -12]
    assert hand[0].events == ("point set",)
    assert hand[0].money.put_up == 12
    assert hand[1].events == ("won place-8",)
    assert hand[1].fired == ("on roll, if puck on: make place",)
    assert hand[-1].events == ("lost place-6", "lost place-8", "seven-out")
    assert hand[-1].net == -5


@pytest.mark.parametrize("name", PLANS)
def test_every_plan_can_be_walked_through(name: str) -> None:
    hand = walk(load(name, {}))
    assert "seven-out" in hand[-1].events
    assert hand[-1].net == sum((one.money.net for one in hand), Fraction(0))


class TestCommand:
    def test_explain_shows_states_rules_and_a_hand(self, oddscalc: Run) -> None:
        printed = oddscalc("explain", "three-point-molly", "--states", "3").out
        assert "make pass; if come < 2: make come" in printed
        assert "come-out; pass 10" in printed
        assert "one hand, roll by roll" in printed
        found = json.loads(oddscalc("explain", "place-68", "--json").out)
        assert len(found["states"]) == 8
        assert found["hand"][-1]["events"][-1] == "seven-out"

    def test_the_json_of_a_plan(self, oddscalc: Run) -> None:
        found: dict[str, Any] = json.loads(oddscalc("plan", "place-68", "--json").out)
        assert found["plan"] == "place-68"
        assert found["horizon"] == "one hand"
        assert found["mean"] == {"exact": "-1/3", "decimal": "-0.3333333333"}
        assert found["variance"]["exact"] == "1960/9"
        assert found["edge"]["per_put_up"]["exact"] == "1/36"
        assert found["edge"]["per_decided"]["exact"] == "1/66"
        assert found["states"] == 8
        assert found["put_up"]["exact"] == "12"
        assert found["decided"]["exact"] == "22"
        assert found["pushed"]["exact"] == "0"
        assert isinstance(found["notes"], list)

    def test_the_list_names_every_plan(self, oddscalc: Run) -> None:
        printed = oddscalc("plan", "--list").out
        assert all(name in printed for name in PLANS)

    def test_an_unknown_plan_is_told_what_it_may_be(self, oddscalc: Run) -> None:
        ran = oddscalc("plan", "three-point-moly")
        assert ran.code == 2
        assert "did you mean three-point-molly" in ran.err

    def test_a_file_with_other_stakes(self, oddscalc: Run, tmp_path: Path) -> None:
        path = tmp_path / "mine.toml"
        path.write_text(f'{PASS}[[rules]]\ndo = ["make pass", "odds pass 2x"]\n')
        found = json.loads(oddscalc("plan", str(path), "--json").out)
        assert found["plan"] == "mine"
        assert found["mean"]["exact"] == "-5/14"

    def test_several_plans_are_a_table(self, oddscalc: Run) -> None:
        printed = oddscalc("plan", "pass-flat", "place-68", "--format", "md").out
        assert printed.count("\n| ") == 3

    def test_a_bankroll_goes_with_a_target(self, oddscalc: Run) -> None:
        ran = oddscalc("plan", "pass-flat", "--bankroll", "100")
        assert ran.code == 2
        assert "give both" in ran.err


def test_a_file_is_a_plan_by_its_rules_and_a_bet_in_it_is_none(tmp_path: Path) -> None:
    plan, bets = tmp_path / "plan.toml", tmp_path / "bets.toml"
    plan.write_text('[[bets]]\nid = "pass"\nstake = 5\n[[rules]]\ndo = "make pass"\n')
    bets.write_text("[[bets]]\n")
    assert is_plan(str(plan))
    assert not is_plan(f"{plan}#pass")
    assert not is_plan(str(bets))
    assert is_plan("place-68")
    assert not is_plan("pass")


def test_plans_are_sorted_cut_and_shown_by_columns(oddscalc: Callable[..., Ran]) -> None:
    three = ("plan", "place-68", "pass-flat", "field-martingale")
    ran = oddscalc(*three, "--sort", "-edge", "--top", "2", "--columns", "plan,edge,sd", "--json")
    assert [one["plan"] for one in json.loads(ran.out)] == ["field-martingale", "place-68"]
    ran = oddscalc(*three, "--sort", "edge", "--columns", "plan,edge,sd", "--format", "csv")
    assert ran.out.splitlines()[:2] == [
        "plan,edge_num,edge_den,edge_decimal,sd",
        "pass-flat,7,495,0.01414141414,15.66958",
    ]
    ran = oddscalc("plan", "place-68", "--columns", "nonsense")
    assert (ran.code, ran.out) == (2, "")
    assert "there is no column 'nonsense'; there are plan, title" in ran.err


OVER_A_HAND = """
[[bets]]
id = "{}"
stake = 10

[[rules]]
on = "hand"
do = "make {}"
"""


@pytest.mark.parametrize(
    "bet", ["all-small", slow("all-tall"), slow("all-or-nothing"), slow("fire")]
)
def test_a_bet_over_the_shooters_hand_is_worth_what_it_is_alone(bet: str, tmp_path: Path) -> None:
    """It moves with every roll, and is decided by the last of the hand at the latest."""
    (tmp_path / "hand.toml").write_text(OVER_A_HAND.format(bet, bet))
    alone = package.edge(bet)
    worth = package.plan(str(tmp_path / "hand.toml")).worth
    assert isinstance(worth, PlanMoments)
    assert worth.mean == 10 * (alone.value.expected_value or 0)
    assert worth.variance == 100 * (alone.value.variance or 0)
    assert (worth.put_up, worth.decided) == (10, 10)


@pytest.mark.parametrize(
    "condition",
    ["point is 6 or 8", "point is 6 or point is 8", "(point is 6) or (point is 8)",
     "puck on and (point is 6 or point is 8)", "point is 8 or puck on and point is 6"],
)  # fmt: skip
def test_points_are_joined_by_or_in_every_way(condition: str, tmp_path: Path) -> None:
    """Six of 24 ways in which a point is set are each of 6 and 8's five: 10/24 of the hands."""
    path = tmp_path / "six-or-eight.toml"
    path.write_text(
        '[[bets]]\nid = "place-5"\nstake = 5\nworking = "off"\n'
        f'[[rules]]\nif = "{condition}"\ndo = "make place-5"\n'
        f'[[rules]]\nif = "not ({condition})"\ndo = "take down place-5"\n'
    )
    once = tmp_path / "listed.toml"
    once.write_text(path.read_text().replace(condition, "point is 6 or 8"))
    worth, listed = (package.plan(str(one)).worth for one in (path, once))
    assert isinstance(worth, PlanMoments)
    assert worth.decided > 0
    assert (worth.mean, worth.put_up, worth.decided) == (
        listed.mean, listed.put_up, listed.decided)  # fmt: skip


@pytest.mark.parametrize(
    ("bet", "rule", "message"),
    [
        ('id = "pass"\nstake = -5', 'do = "make pass"', "the stake of pass is -5"),
        ('id = "pass"\nstake = [10, -20]\nlevel = "n"', 'do = "make pass"', "the stake of pass"),
        ('id = "pass"\nstake = [1, 2]', 'do = "make pass"', "no level to pick one"),
        ('id = "pass"\nstake = 5\nlevel = "q"', 'do = "make pass"', "'q', is no counter"),
        ('id = "pass"\nstake = 5.5', 'do = "make pass"', "bets[0].stake[0]: is the float 5.5"),
        ('id = "pass"\nstake = 5\n[[bets]]\nid = "pass"\nstake = 6', 'do = "make pass"',
         "pass stands twice"),
        ('id = "pass"\nstake = 5', 'do = ["make pass", "turn off pass"]', "always works"),
        ('id = "pass"\nstake = 5', 'if = "point is 7"\ndo = "make pass"', "7 is never the point"),
        slow('id = "pass"\nstake = 5', 'do = ["make pass", "press pass by 5"]',
             "the stake of pass grows without end"),
        ('id = "come"\nstake = 5', 'do = ["take down come", "make come"]',
         "rule 'on roll: take down come; make come': come may not be"),
    ],
)  # fmt: skip
def test_plans_that_make_no_sense_are_refused(
    oddscalc: Run, tmp_path: Path, bet: str, rule: str, message: str
) -> None:
    path = tmp_path / "plan.toml"
    path.write_text(f"[counters]\nn = 0\n\n[[bets]]\n{bet}\n\n[[rules]]\n{rule}\n")
    ran = oddscalc("plan", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err


def test_a_plan_that_looks_at_money_is_exact_where_its_nets_are_few(tmp_path: Path) -> None:
    """Pass bets of 10 until 20 ahead or behind: at 7/495 of what is put up."""
    path = tmp_path / "stop.toml"
    path.write_text(
        '[[bets]]\nid = "pass"\nstake = 10\n\n'
        '[[rules]]\nif = "net >= 20 or net <= -20"\ndo = "stop"\n\n'
        '[[rules]]\ndo = "make pass"\n'
    )
    worth = package.plan(str(path)).worth
    assert isinstance(worth, PlanMoments)
    assert worth.mean == Fraction(-7, 495) * worth.put_up
    assert worth.pushed == 0


def test_what_goes_with_one_plan_only(oddscalc: Run) -> None:
    for options in ("pass-flat place-68 --net", "pass-flat --bankroll 20 --target 10 --rolls 5"):
        ran = oddscalc("plan", *options.split())
        assert (ran.code, ran.out) == (2, "")
