"""Bets with options of their own: sums over the rolls written out here, against the chain."""

import json
from fractions import Fraction

import pytest

from oddscalc import edge, net, portfolio, session
from oddscalc._ask.items import Item, items_of, parse_item
from oddscalc._proof.derivation import derive
from oddscalc._proof.verify import verify
from oddscalc.errors import NumberError, RuleError, UnknownNameError

WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
POINTS = (4, 5, 6, 8, 9, 10)
TRUE = {4: 2, 5: Fraction(3, 2), 6: Fraction(6, 5), 8: Fraction(6, 5), 9: Fraction(3, 2), 10: 2}
TIMES = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}

Law = dict[Fraction, Fraction]


def play(place_works_on_come_out: bool, rolls: int = 400) -> Law:
    """Return the net of pass 10 with 345x odds and place 6 for 12, by stepping masses.

    The state is the pass bet's point and the place bet, or None once decided; the table is where
    the pass bet is while that is up, and coming out after it.
    """
    masses = {("come-out", "come-out", True, Fraction(0)): Fraction(1)}
    ended: Law = {}
    for _ in range(rolls):
        after: dict[tuple[object, object, bool, Fraction], Fraction] = {}
        for (line, table, placed, money), mass in masses.items():
            for total, ways in WAYS.items():
                step = _step(line, table, placed, total, place_works_on_come_out)
                state = (*step[:3], money + step[3])
                into = ended if state[0] is None and not state[2] else after
                key = state[3] if into is ended else state
                into[key] = into.get(key, Fraction(0)) + mass * Fraction(ways, 36)
        masses = after
        if not masses or max(masses.values()) < Fraction(1, 10**12):
            break
    return ended


def _step(line, table, placed, total, on):
    money = Fraction(0)
    if placed and (table != "come-out" or on) and total in (6, 7):
        placed, money = False, Fraction(14 if total == 6 else -12)
    if line == "come-out":
        if total in (7, 11, 2, 3, 12):
            money += 10 if total in (7, 11) else -10
            line = None
        elif total in POINTS:
            line = total
    elif line is not None and total in (line, 7):
        times = TIMES[line]
        money += 10 + 10 * times * TRUE[line] if total == line else -10 * (1 + times)
        line = None
    if table == "come-out":
        table = total if total in POINTS else table
    elif total in (table, 7):
        table = "come-out"
    return line, table, placed, money


@pytest.mark.parametrize(("working", "on"), [("", False), (",working=on", True)])
def test_odds_and_a_place_bet_that_is_off_are_decided_by_the_same_rolls(working, on):
    answer = portfolio(["pass:10,odds=345x", f"place-6:12{working}"], rules="us-pa")
    assert answer.expected_value == -10 * Fraction(7, 495) - 12 * Fraction(1, 66)
    action = 22 + 10 * sum(Fraction(WAYS[p], 36) * TIMES[p] for p in POINTS)
    assert answer.value.bases[0].amount == action
    assert answer.house_edge.per_bet_made == -answer.expected_value / action
    stepped = play(on)
    exact = answer.net_win.probabilities
    assert stepped.keys() == exact.keys()
    assert all(0 <= exact[n] - stepped[n] < Fraction(1, 10**8) for n in exact)


def test_the_variance_is_joint():
    # On one roll with the point 6 both are decided alike: the net is a multiple of one variable.
    answer = portfolio({"pass": {"stake": 10, "at": 6, "odds": "5x"}, "place-6": 12})
    won, six = 10 + 60 + 14, Fraction(5, 11)
    assert answer.variance == six * (1 - six) * (won + 72) ** 2
    assert answer.house_edge.per_bet_made == Fraction(10, 11 * 72) + Fraction(12, 66 * 72)


def test_odds_that_are_up_when_all_comes_down_come_back():
    answer = portfolio(["pass:10,odds=2x,at=6", "place-8:6"], until="roll")
    action, stakes = answer.value.bases
    assert (action.amount, stakes.amount) == (36, 16)
    assert action.returned == 30 * Fraction(25, 36) + 6 * Fraction(25, 36)
    new = portfolio(["pass:10,odds=2x"], until="roll")
    assert new.value.bases[0].amount == 10


def test_one_bet_with_options_is_the_bet_itself():
    for option, value in {"odds": "345x", "reading": "usual", "pays": "win=11 to 10"}.items():
        alone = edge("pass", **{option: value})
        answer = portfolio([f"pass:1,{option}={value}"])
        assert answer.value.house_edge == alone.house_edge
        assert answer.variance == alone.variance


def test_the_same_bet_stands_on_several_numbers_and_equal_items_add_up():
    answer = portfolio(["come:10,at=5", "come:10,at=6", "come:5,at=6"])
    assert [part.written for part in answer.parts] == ["come:10,at=5", "come:15,at=6"]
    assert answer.expected_value == -10 * Fraction(1, 5) - 15 * Fraction(1, 11)


def test_a_portion_of_a_bundle_comes_back_part_by_part(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(
        '[[bets]]\nid = "craps-and-dont"\nname = "x"\nkind = "bundle"\nsource = "test"\n'
        'rule = {parts = {"dont-pass" = 1, "any-craps" = 1}}\n'
    )
    answer = portfolio([f"{own}:2"])
    assert answer.house_edge.per_bet_resolved == Fraction(247, 3905)
    assert edge(str(own)).house_edge.per_bet_resolved == Fraction(247, 3905)


TWO = """
[[bets]]
id = "two-beside"
name = "Two"
kind = "race"
source = "test"
rule = {win = "2", lose = "7"}

[[bets]]
id = "three-beside"
name = "Three"
kind = "race"
source = "test"
rule = {win = "3", lose = "7"}
"""


def test_own_bets_stand_among_others_and_are_chosen_by_id(tmp_path):
    own = tmp_path / "mine.toml"
    own.write_text(TWO)
    two = f"{own}#two-beside"
    answer = portfolio([f"{two}:5,pays=win=6 to 1", "pass:10"])
    assert answer.expected_value == 0 * 5 + 5 * (Fraction(6, 7) - Fraction(6, 7)) - Fraction(14, 99)
    assert edge(two, pays="win=6 to 1").expected_value == 0
    both = portfolio([f"{two}:5,pays=win=6 to 1", f"{own}#three-beside:1,pays=win=3 to 1"])
    assert both.expected_value == 0
    with pytest.raises(RuleError, match="has 2 bets: two-beside, three-beside; write"):
        portfolio([f"{own}:5", "pass:10"])
    with pytest.raises(UnknownNameError, match="four-beside"):
        edge(f"{own}#four-beside")
    text = answer.certificate()
    assert verify(text) == []
    assert derive(json.loads(text), {"bets": str(own)}).problems == ()


@pytest.mark.parametrize(
    "bets",
    [
        ["pass:10,odds=345x", "place-6:12,working=on"],
        ["dont-pass:20,odds=win 2x,at=6", "come:10,at=5,odds=4/10=3x,5/9=2x,working=off"],
        ["buy-4:20", "pass:1/2,odds=2x"],
        ["buy-4:20"],
        ["dont-pass:10,reading=stays", "field:5,pays=2=3 to 1,pays=12=3 to 1"],
        ["buy-4:20,vig=none", "place-6:12,working=off", "horn:5,key=eleven"],
    ],
)
@pytest.mark.parametrize("until", ["roll", "all-decided"])
def test_certificates_of_items_are_derived_again(bets, until):
    rules = "us-ma" if "reading" in bets[0] else "standard"
    text = portfolio(bets, until, rules=rules).certificate()
    assert verify(text) == []
    assert derive(json.loads(text)).problems == ()


def test_forged_action_is_found():
    raw = json.loads(portfolio(["pass:10,odds=2x", "place-6:12"]).certificate())
    raw["bases"] = [one for one in raw["bases"] if one["basis"] == "action"]
    assert any("bases" in problem for problem in verify(json.dumps(raw)))


def test_the_other_questions_take_items_too():
    items = ["pass:10,odds=345x", "place-6:12"]
    together = portfolio(items)
    assert net(items).probabilities == together.net_win.probabilities
    assert session(items, decisions=1).result.ahead == together.net_win.ahead
    alone = session(["pass:10,odds=2x"], decisions=1)
    assert alone.game.net_win.mean == -Fraction(14, 99)


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("pass:10", Item("pass", "10", {})),
        ("pass : 10 , odds=2x", None),
        ("a.toml#b:1/2,at=6,working=on", Item("a.toml#b", "1/2", {"at": "6", "working": "on"})),
        ("./x:y/a.toml", Item("./x:y/a.toml", None, {})),
        ("./a.toml:5", Item("./a.toml", "5", {})),
        ("field:5,pays=2=3 to 1,pays=12=3 to 1",
         Item("field", "5", {"pays": ["2=3 to 1", "12=3 to 1"]})),
        ("buy-4:20,vig=5% of win, when placed, rounded down to 1",
         Item("buy-4", "20", {"vig": "5% of win, when placed, rounded down to 1"})),
    ],
)  # fmt: skip
def test_an_item_is_read(text, item):
    assert parse_item(text) == (item or Item("pass", "10", {"odds": "2x"}))
    (again,) = items_of(
        [parse_item(text).named(parse_item(text).bet, parse_item(text).stake or "")]
    )
    assert again == parse_item(text)


@pytest.mark.parametrize(
    ("text", "error", "says"),
    [
        ("pass:10,odd=2x", UnknownNameError, "'odd'; there are odds, working"),
        ("pass:10,rules=us-pa", UnknownNameError, "'rules'"),
        ("pass:10,odds=2x,odds=3x", NumberError, "says odds twice"),
        ("pass:", NumberError, "write BET:STAKE"),
        (":5", NumberError, "write BET:STAKE"),
        ("pass", NumberError, "write BET:STAKE"),
        ("pass:x", NumberError, "'x' is not a number"),
        ("any-7:5,odds=2x", RuleError, "takes no odds"),
        ("pass:5,working=maybe", UnknownNameError, "maybe"),
        ("pass:10,at=6 pass:5", RuleError, "cannot be made at the same time"),
        ("pass:10,at=6 dont-pass:5,at=8", RuleError, "one point"),
    ],
)
def test_an_item_that_is_none_is_refused(text, error, says):
    with pytest.raises(error, match=says):
        portfolio(text.split(" "))


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["portfolio", "dont-pass:20", "place-6:18", "--from", "6"], "17/11"),
        (["portfolio", "pass:10,odds=345x", "place-6:12,working=on"], "1/154"),
        (["net", "pass:10,odds=345x", "place-6:12"], "10 on pass,odds=345x"),
        (["net", "come,at=5"], "the bet stands on 5 already"),
        (["net", "pass,odds=345x"], "odds 345x"),
        (["session", "pass:10,odds=2x", "--decisions", "1"], "pass at 10 with odds 2x"),
        (["session", "pass:10,odds=2x", "place-6:12", "--decisions", "1"], "pass,odds=2x at 10"),
        (["simulate", "pass:10,odds=2x", "place-6:12,working=on", "-n", "1000"], "pass,odds=2x"),
        (["claim", "1/154", "--bet", "pass:10,odds=345x", "--bet", "place-6:12"], "CONFIRMED"),
        (["claim", "7/1870", "--bet", "pass,odds=345x"], "CONFIRMED"),
        (["claim", "1/11", "--bet", "pass", "--from", "6"], "CONFIRMED"),
        (["edge", "come", "--at", "5", "--odds", "2x"], "1/15"),
    ],
)
def test_the_command_line_takes_items(oddscalc, command, says):
    assert says.lower() in oddscalc(*command).out.lower()
