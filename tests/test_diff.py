"""Comparing rulebooks and paytables: every difference found, and none where there is none."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from conftest import Ran

import oddscalc as package
from oddscalc._bets.automaton import Automaton, Outcome
from oddscalc._bets.catalogue import Bet
from oddscalc._bets.catalogue import shipped as catalogue
from oddscalc._bets.compile import compile_bet
from oddscalc._dice.dice import ROLLS, Roll
from oddscalc._money.paytable import SHIPPED as PAYTABLES
from oddscalc._questions.compare.differences import Comparison, Difference
from oddscalc._questions.compare.partings import parting
from oddscalc._questions.compare.rulebooks import compare_rulebooks
from oddscalc._questions.compare.sides import diff
from oddscalc._rules.rulebook import SHIPPED as RULEBOOKS
from oddscalc._rules.rulebook import Rulebook, shipped
from oddscalc._show.words.difference import document
from oddscalc._show.writers import write
from oddscalc.errors import RuleError

ROOT = Path(package.__file__).parent
DATA = {"rulebooks": ROOT / "_rules" / "data", "paytables": ROOT / "_money" / "data"}
Q = Fraction


def wager(found: Comparison, bet: str) -> Difference:
    return next(one for one in found.wagers if one.bet == bet)


def changed(one: Difference) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    return {each.what: (each.before, each.after) for each in one.changes}


def numbers(one: Difference, what: str) -> dict[str, tuple[Q | None, Q | None]]:
    return {each.reading: (each.before, each.after) for each in one.figures if each.what == what}


def forks(one: Difference) -> list[tuple[tuple[Roll, ...], str, str]]:
    return [
        (each.rolls, str(each.forks[0].before or "open"), str(each.forks[0].after or "open"))
        for each in one.partings
    ]


def run(automaton: Automaton, rolls: tuple[Roll, ...], point: int | None = None) -> Outcome | None:
    state = automaton.start(point)
    for roll in rolls:
        state = automaton.step(state, roll)
        if isinstance(state, Outcome):
            return state
    return None


@pytest.fixture(scope="module")
def two_states() -> Comparison:
    return diff("us-ma", "us-pa")


# Two real texts.


def test_a_reading_that_only_one_text_has_is_told(two_states: Comparison) -> None:
    dont = wager(two_states, "dont-pass")
    assert changed(dont)["clause"] == (("2(b)",), ("623a.3(a)(2)",))
    assert changed(dont)["reading name"] == (("returned",), ("usual",))
    assert changed(dont)["reading only in A"][0][0].startswith("stays: ")
    assert numbers(dont, "edge per bet made") == {"stays": (Q(27, 1925), None)}
    assert dont.partings == ()  # returned and usual decide every roll alike
    fire = wager(two_states, "fire")
    only_b = [one.after[0] for one in fire.changes if one.what == "reading only in B"]
    assert [text.partition(":")[0] for text in only_b] == ["any-7", "any-7-at-once"]
    hard = wager(two_states, "hard-4")
    assert changed(hard)["reading only in B"][1][0].startswith("literal-or: ")


@pytest.mark.parametrize("bet", ["hard-4", "place-lose-4"])
def test_a_working_rule_changes_rolls_and_not_chances(two_states: Comparison, bet: str) -> None:
    found = wager(two_states, bet)
    assert changed(found)["working"] == (("unstated",), ("off",))
    (met,) = found.partings
    assert met.at_table
    assert {str(fork.after) for fork in met.forks} == {"None"}
    reading = next(iter(numbers(found, "win")))
    (win, win_off) = numbers(found, "win")[reading]
    assert win == win_off
    assert numbers(found, "expected rolls")[reading] == (4, Q(12724, 2089))


def test_wagers_of_one_text_only_are_told_apart(two_states: Comparison) -> None:
    ma, pa = ({bet.id for bet, _ in shipped(name)} for name in ("us-ma", "us-pa"))
    only = {where: [one.bet for one in two_states.wagers if one.where == where] for where in "ab"}
    assert (set(only["a"]), set(only["b"])) == (ma - pa, pa - ma)
    assert only["a"] == ["hot-roller"]
    buy = wager(two_states, "buy-4")
    assert changed(buy)["clause"][0] == ()
    assert numbers(buy, "edge per bet made") == {"": (None, Q(1, 20))}


def test_the_order_is_that_of_a_and_then_bs_own(two_states: Comparison) -> None:
    in_a = [bet.id for bet, _ in shipped("us-ma")]
    in_b = [bet.id for bet, _ in shipped("us-pa") if bet.id not in in_a]
    bets = [one.bet for one in two_states.wagers]
    assert bets == [bet for bet in in_a + in_b if bet in bets]


def test_every_wager_is_accounted_for(two_states: Comparison) -> None:
    everything = {bet.id for name in ("us-ma", "us-pa") for bet, _ in shipped(name)}
    told = [one.bet for one in two_states.wagers] + list(two_states.unchanged)
    assert sorted(told) == sorted(everything)


def test_crapless_odds_differ_from_the_customary_ones_in_what_is_said_only() -> None:
    found = diff("standard", "crapless")
    points = next(one for one in found.header if one.what == "points")
    assert points.after == ("2", "3", "11", "12")
    assert wager(found, "crapless-pass").where == "b"
    assert wager(found, "pass").where == "a"
    assert wager(found, "odds-4").partings == ()
    off = wager(found, "place-4")
    assert numbers(off, "win") == {"": (Q(1, 3), Q(1, 3))}


# One thing changed.


def rewritten(
    tmp_path: Path, old: str, new: str, *, of: str = "us-pa", kind: str = "rulebooks"
) -> str:
    text = (DATA[kind] / f"{of}.toml").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "changed.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(path)


PASS_PA = 'bets = ["pass"]\nclause = "623a.3(a)(1)"\nnames = ["Pass Bet"]\nwhen = "come-out"\n'


@pytest.mark.parametrize(
    ("old", "new", "what", "before", "after"),
    [
        ("623a.3(a)(1)", "623a.3(a)(1a)", "clause", "623a.3(a)(1)", "623a.3(a)(1a)"),
        ('["Pass Bet"]', '["Pass Line"]', "names", "Pass Bet", "Pass Line"),
        ('when = "come-out"\n', 'when = "come-out"\nunit = 5\n', "unit", None, "5"),
        ('when = "come-out"', 'when = "any"', "when", "come-out", "any"),
        (
            'when = "come-out"\n',
            'when = "come-out"\nimpossible = "never"\n',
            "impossible",
            None,
            "never",
        ),
    ],
)
def test_one_changed_line_is_found_and_nothing_else(
    tmp_path: Path, old: str, new: str, what: str, before: str | None, after: str
) -> None:
    assert old in PASS_PA
    found = diff("us-pa", rewritten(tmp_path, PASS_PA, PASS_PA.replace(old, new)))
    assert found.header == ()
    (one,) = found.wagers
    assert one.bet == "pass"
    assert changed(one) == {what: ((before,) if before else (), (after,))}
    assert one.partings == ()
    if what == "impossible":
        assert numbers(one, "win") == {"": (Q(244, 495), None)}
    else:
        assert all(each.same for each in one.figures)


def test_a_changed_working_rule_is_found(tmp_path: Path) -> None:
    place = 'names = ["Place Bet to Win"]\nwhen = "any"\nworking = '
    found = diff("us-pa", rewritten(tmp_path, f'{place}"off"', f'{place}"on"'))
    assert [one.bet for one in found.wagers] == [f"place-{n}" for n in (4, 5, 6, 8, 9, 10)]
    for one in found.wagers:
        assert changed(one) == {"working": (("off",), ("on",))}
        (met,) = forks(one)
        assert (len(met[0]), met[1]) == (1, "open")
    six = wager(found, "place-6")
    assert numbers(six, "expected rolls") == {"": (Q(1815516, 351461), Q(36, 11))}
    assert numbers(six, "edge per bet made") == {"": (Q(1, 66), Q(1, 66))}


OWN = """
[[bets]]
id = "dont-pass-own"
name = "Don't Pass"
kind = "line"
source = "{source}"
rule = {{ side = "against", win_first = "{win}", lose_first = "7, 11", bar = "{bar}", \
points = "4..6, 8..10"{more} }}
"""


def own(tmp_path: Path, name: str, **how: str) -> str:
    text = (DATA["rulebooks"] / "us-pa.toml").read_text(encoding="utf-8")
    path = tmp_path / f"{name}.toml"
    text = text.replace('bets = ["dont-pass"]', 'bets = ["dont-pass-own"]')
    how = {"win": "2, 3", "bar": "12", "more": "", "source": "a test", **how}
    path.write_text(text + OWN.format(**how), encoding="utf-8")
    return str(path)


def test_one_changed_roll_is_found_though_the_law_is_the_same(tmp_path: Path) -> None:
    """The bar of 2 for 12 leaves every probability as it was."""
    found = diff(own(tmp_path, "a"), own(tmp_path, "b", win="3, 12", bar="2"))
    (one,) = found.wagers
    assert set(changed(one)) == {"definition"}
    assert all(each.same for each in one.figures)
    assert one.figures
    (met,) = one.partings
    told = {(tuple(fork.rolls), str(fork.before), str(fork.after)) for fork in met.forks}
    assert told == {(((1, 1),), "win", "push"), (((6, 6),), "push", "win")}


def test_a_barred_roll_that_stays_is_told_as_push_against_open(tmp_path: Path) -> None:
    found = diff(own(tmp_path, "a"), own(tmp_path, "b", more=', barred = "stays"'))
    (one,) = found.wagers
    assert forks(one) == [(((6, 6),), "push", "open")]
    assert "after 12: push against open" in write(document(found), "text")
    assert numbers(one, "expected rolls") == {"": (Q(557, 165), Q(1671, 495) * Q(36, 35))}


def test_a_definition_that_is_only_written_differently_is_told_as_that(tmp_path: Path) -> None:
    found = diff(own(tmp_path, "a"), own(tmp_path, "b", win="3, 2"))
    (one,) = found.wagers
    assert one.partings == ()
    assert [(each.what, each.note) for each in one.changes] == [
        ("definition", "every sequence of rolls is decided as before")
    ]
    found = diff(own(tmp_path, "a"), own(tmp_path, "b", source="another test"))
    assert set(changed(found.wagers[0])) == {"bet source"}


def test_a_field_added_to_rulebooks_later_would_be_compared() -> None:
    book = shipped("us-pa")
    for field in ("title", "status", "rounding", "notes"):
        value = ("x",) if field == "notes" else "x"
        found = compare_rulebooks(("a", book), ("b", replace(book, **{field: value})))
        assert [one.what for one in found.header] == [field]
        assert found.wagers == ()


def test_the_prices_a_rulebook_names_change_its_edges(tmp_path: Path) -> None:
    path = rewritten(tmp_path, "\n[[wagers]]", 'prices = "massino"\n\n[[wagers]]')
    found = diff("us-pa", path)
    assert [one.what for one in found.header] == ["prices"]
    fire = wager(found, "fire")  # massino has no price for it
    assert fire.changes == ()
    assert numbers(fire, "edge per bet made")["seven-out"][1] is None
    assert "place-4" in found.unchanged
    assert diff("us-pa", path, paytable="customary").wagers == ()


# No difference.


@pytest.mark.parametrize(
    ("kind", "name"),
    [*product(["rulebooks"], RULEBOOKS), *product(["paytables"], PAYTABLES)],
    ids=str,
)
def test_the_same_content_under_another_name_and_id_is_no_difference(
    tmp_path: Path, oddscalc: Callable[..., Ran], kind: str, name: str
) -> None:
    path = rewritten(tmp_path, f'id = "{name}"', 'id = "another"', of=name, kind=kind)
    for one, other in ((name, path), (path, name)):
        ran = oddscalc("diff", one, other, "--kind", kind.removesuffix("s"))
        assert (ran.code, ran.out, ran.err) == (0, "", "oddscalc: no difference\n")


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("lc", "us-pa", "rulebook"),
        ("massino", "sg-mbs", "rulebook"),
        ("variants", "crapless", "rulebook"),
        ("crapless", "massino", "rulebook"),
        ("customary", "massino", "paytable"),
        ("sg-mbs-v3", "las-vegas-felt", "paytable"),
        ("crapless", "us-nj-mini-dice", "paytable"),
    ],
)
def test_both_directions_name_the_same_and_swap_before_and_after(a: str, b: str, kind: str) -> None:
    one, other = diff(a, b, kind=kind), diff(b, a, kind=kind)
    swapped = {"a": "b", "b": "a", "both": "both"}
    mine = {each.bet: each for each in one.wagers}
    theirs = {each.bet: each for each in other.wagers}
    assert set(mine) == set(theirs)
    assert set(one.unchanged) == set(other.unchanged)
    for bet, left in mine.items():
        right = theirs[bet]
        assert right.where == swapped[left.where]
        assert {(each.before, each.after) for each in left.figures if not each.reading} == {
            (each.after, each.before) for each in right.figures if not each.reading
        }
        assert len(left.changes) == len(right.changes)
        assert {(f.rolls, f.before, f.after) for p in left.partings for f in p.forks} == {
            (f.rolls, f.after, f.before) for p in right.partings for f in p.forks
        }


# The product of two automata.


def law(bet: str, **rule: object) -> Automaton:
    known = catalogue()[bet]
    return compile_bet(Bet(bet, bet, (), known.kind, {**known.rule, **rule}, ""), catalogue())


TOTALS = [((n - 1) // 2 + (n - 1) % 2, n - ((n - 1) // 2 + (n - 1) % 2)) for n in range(2, 13)]
"""One roll of each total, enough to tell bets on totals apart."""


@pytest.mark.parametrize(
    ("bet", "new"),
    [
        ("pass", {"win_first": "7", "lose_first": "2, 3, 11, 12"}),
        ("pass", {"points": "8..10, 4..6"}),
        ("pass", {"points": "4..6, 8..9", "lose_first": "2, 3, 10, 12"}),
        ("dont-pass", {"barred": "stays"}),
        ("place-6", {"win": "8"}),
        ("hard-4", {"lose_when": "all"}),
    ],
)
def test_the_sequence_is_a_shortest_one_and_none_means_none(
    bet: str, new: dict[str, object]
) -> None:
    """Every sequence of up to three rolls, one by one."""
    one, other = law(bet), law(bet, **new)
    lengths = [
        length
        for length in (1, 2, 3)
        if any(run(one, rolls) != run(other, rolls) for rolls in product(TOTALS, repeat=length))
    ]
    found = parting(one, other, [(None, None)])
    assert (found is None) == (not lengths)
    if found is not None:
        assert len(found.rolls) == lengths[0]
        assert run(one, found.rolls) == found.forks[0].before
        assert run(other, found.rolls) == found.forks[0].after


def test_a_difference_deep_in_the_hand_is_found() -> None:
    found = parting(sequence(2), sequence(3), [(None, None)])
    assert found is not None
    assert found.rolls == ((6, 6), (6, 6))
    assert [(str(fork.before), fork.after) for fork in found.forks] == [("win", None)]


def sequence(length: int) -> Automaton:
    rule = {"win": ["12"] * length, "lose": ["7", "7"]}
    return compile_bet(Bet("s", "s", (), "sequence", rule, ""), catalogue())


def test_every_roll_that_differs_is_told() -> None:
    other = law("field", win={"2": "2", "12": "12", "other": "3, 4, 5, 9, 10, 11"}, lose="rest")
    found = parting(law("field"), other, [(None, None)])
    by_hand = {r for r in ROLLS if run(law("field"), (r,)) != run(other, (r,))}
    assert (found is None) == (not by_hand)
    narrower = law("field", win={"2": "2", "12": "12", "other": "3, 4, 9, 10"}, lose="rest")
    found = parting(law("field"), narrower, [(None, None)])
    assert found is not None
    by_hand = {r for r in ROLLS if run(law("field"), (r,)) != run(narrower, (r,))}
    assert {roll for fork in found.forks for roll in fork.rolls} == by_hand


def test_groups_in_another_order_are_the_same_bet_however_many_states_it_has() -> None:
    hot = catalogue()["hot-roller"]
    groups = dict(reversed(hot.rule["groups"].items()))
    assert parting(law("hot-roller"), law("hot-roller", groups=groups), [(None, None)]) is None


def test_too_many_pairs_are_an_error_and_never_equality() -> None:
    with pytest.raises(RuleError, match="cannot be compared"):
        parting(law("fire"), law("fire", points="4, 5, 6, 8, 9, 10, 12"), [(6, 6)], limit=5)


# Paytables.


def test_another_notation_of_the_same_price_is_told_as_such() -> None:
    found = diff("customary", "las-vegas-felt")
    seven = wager(found, "any-7")
    (price,) = [each for each in seven.changes if each.what == "price of win"]
    assert (price.before, price.after) == (("4 to 1 = 5 for 1",), ("5 for 1 = 4 to 1",))
    assert price.note == "pays the same, written differently"
    assert all(each.same for each in seven.figures)
    assert wager(found, "fire").where == "a"


def test_massino_against_the_marina() -> None:
    found = diff("sg-mbs-v3", "massino", kind="paytable")
    assert wager(found, "c-and-e").where == "a"
    odds = changed(wager(found, "odds-4"))["price of win"]
    assert odds == (("2 to 1 = 3 for 1",), ("true odds = 2 to 1 = 3 for 1",))
    assert not any(each.what.startswith("price") for each in wager(found, "place-4").changes)


def changed_price(tmp_path: Path, old: str, new: str) -> Comparison:
    path = rewritten(tmp_path, old, new, of="massino", kind="paytables")
    return diff("massino", path, kind="paytable")


def test_a_changed_price_moves_the_bundles_that_are_paid_by_it(tmp_path: Path) -> None:
    twelve = 'bets = ["craps-2", "craps-12"]\npays = '
    found = changed_price(tmp_path, f'{twelve}"30 to 1"', f'{twelve}"30 for 1"')
    two = wager(found, "craps-2")
    assert changed(two) == {"price of win": (("30 to 1 = 31 for 1",), ("30 for 1 = 29 to 1",))}
    assert numbers(two, "edge per bet made") == {"": (Q(5, 36), Q(1, 6))}
    horn = wager(found, "horn")
    assert set(numbers(horn, "edge per bet made")[""]) == {Q(1, 8), Q(5, 36)}
    assert changed(horn)["net of 'win craps-2' per unit staked"] == (("27/4",), ("13/2",))
    touched = {one.bet for one in found.wagers}
    assert {"craps-2", "craps-12", "horn", "horn-high-2", "horn-high-12"} <= touched
    assert "any-7" in found.unchanged
    assert found.header == ()


def test_a_changed_commission_is_found(tmp_path: Path) -> None:
    found = changed_price(tmp_path, '"5% of stake, when placed"', '"5% of stake, when won"')
    assert [one.bet for one in found.wagers] == [f"buy-{n}" for n in (4, 5, 6, 8, 9, 10)]
    four = wager(found, "buy-4")
    assert set(changed(four)) == {"commission"}
    assert numbers(four, "edge per bet made") == {"": (Q(1, 20), Q(1, 60))}


def test_a_commission_that_needs_a_stake_leaves_the_edge_open(tmp_path: Path) -> None:
    rounded = '"5% of stake, when placed, rounded down to 1"'
    found = changed_price(tmp_path, '"5% of stake, when placed"', rounded)
    four = wager(found, "buy-4")
    assert numbers(four, "edge per bet made") == {"": (Q(1, 20), None)}
    assert numbers(four, "win") == {"": (Q(1, 3), Q(1, 3))}
    assert "depends on the stake" in four.notes[0]


def test_the_rulebook_for_the_edges_can_be_given() -> None:
    found = diff("customary", "massino", kind="paytable", rules="us-pa")
    assert found.basis == "edges under us-pa"
    put = wager(found, "put-4")
    assert put.notes == ("no edge: us-pa does not authorise it",)
    assert put.figures == ()


# The command.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("us-ma", "customary"), "only two of a kind are compared"),
        (("massino", "sg-mbs-v3"), "--kind paytable"),
        (("us-ma", "nowhere"), "there is no rulebook and no paytable 'nowhere'"),
        (("us-ma", "gone.toml"), "cannot be read"),
        (("us-ma", "us-pa", "--rules", "lc"), "--rules is for paytables"),
        (("customary", "las-vegas-felt", "--paytable", "massino"), "--paytable is for rulebooks"),
        (("us-ma", "us-pa", "--paytable", "nowhere"), "there is no paytable"),
        (("customary", "us-ma", "--kind", "paytable"), "there is no paytable 'us-ma'"),
        (("us-ma",), "Missing argument"),
        (("us-ma", "us-pa", "--json", "--format", "md"), "contradict"),
    ],
)
def test_unusable_input_is_2_with_a_message(
    oddscalc: Callable[..., Ran], arguments: tuple[str, ...], message: str
) -> None:
    ran = oddscalc("diff", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err.replace("\n", " ")


@pytest.mark.parametrize("text", ["x = 1", "prices = 'massino'", "[[wagers]]\nbets = 3", "= ="])
def test_an_unusable_file_is_2(oddscalc: Callable[..., Ran], tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(text)
    ran = oddscalc("diff", "us-ma", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert "bad.toml" in ran.err


def test_an_id_of_both_means_the_rulebook_unless_told(oddscalc: Callable[..., Ran]) -> None:
    one = json.loads(oddscalc("diff", "massino", "us-nj-mini-dice", "--json").out)
    other = json.loads(
        oddscalc("diff", "massino", "us-nj-mini-dice", "--json", "--kind", "paytable").out
    )
    assert (one["kind"], other["kind"]) == ("rulebook", "paytable")


@pytest.mark.parametrize("form", ["text", "md", "json"])
def test_a_difference_is_1_and_the_same_words_each_time(
    oddscalc: Callable[..., Ran], form: str
) -> None:
    ran = [oddscalc("diff", "lc", "us-pa", "--format", form) for _ in range(2)]
    assert (ran[0].code, ran[0].err) == (1, "")
    assert ran[0] == ran[1]
    assert "623a.3(a)(42)" in ran[0].out


def test_text_keeps_to_80_columns_and_leaves_no_wager_out(two_states: Comparison) -> None:
    text = write(document(two_states), "text")
    assert max(map(len, text.splitlines())) < 80
    words = set(text.replace(",", " ").split())
    assert {one.bet for one in two_states.wagers} <= words
    marked = write(document(two_states), "md")
    assert all(one.bet in marked for one in two_states.wagers)


def test_json_has_the_exact_numbers_and_the_rolls(two_states: Comparison) -> None:
    told = json.loads(write(document(two_states), "json"))
    hard = next(one for one in told["wagers"] if one["bet"] == "hard-4")
    assert hard["in"] == "both"
    (rolls,) = hard["rolls"]
    assert rolls["at_table"]
    assert rolls["then"][0]["after"] == "open"
    made = next(one for one in hard["figures"] if one["what"] == "expected rolls")
    assert made["before"]["exact"] == "4"
    assert made["after"]["exact"] == "12724/2089"


def test_markdown_shows_what_a_file_says_as_it_is(tmp_path: Path) -> None:
    old = 'title = "Craps and Mini-Craps: Wagers"'
    found = diff("us-pa", rewritten(tmp_path, old, 'title = "<b>a|b</b> *c*"'))
    assert "\\<b>a|b\\</b> \\*c\\*" in write(document(found), "md")


def test_rulebooks_in_memory_can_be_compared() -> None:
    book: Rulebook = shipped("us-pa")
    assert not compare_rulebooks(("x", book), ("y", replace(book, id="z")))


OWN_BET = """
[[bets]]
id = "mine"
name = "Mine"
kind = "race"
source = "an example"
rule = { win = "6", lose = "LOSE" }
"""


def test_files_of_bets_are_compared(oddscalc: Callable[..., Ran], tmp_path: Path) -> None:
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    old.write_text(OWN_BET.replace("LOSE", "7"))
    new.write_text(OWN_BET.replace("LOSE", "7, 11"))
    ran = oddscalc("diff", str(old), str(new))
    assert ran.code == 1
    assert "win: 5/11 (0.4545454545) -> 5/13 (0.3846153846)" in ran.out
    assert "after 11: -1" not in ran.out
    assert oddscalc("diff", str(old), str(old)).code == 0


def test_dont_bets_with_another_bar_are_put_side_by_side(oddscalc: Callable[..., Ran]) -> None:
    ran = oddscalc("diff", "standard", "variants", "--json")
    wagers = {one["bet"]: one for one in json.loads(ran.out)["wagers"]}
    both = wagers["dont-pass / dont-pass-bar-3"]
    assert both["in"] == "both"
    assert {"dont-pass", "dont-pass-bar-3"}.isdisjoint(wagers)
    assert both["rolls"]
