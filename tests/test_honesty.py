"""What is said beside a number is true; what is asked is done or refused, never ignored."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran

import oddscalc as package
from oddscalc._ask.query import Valued
from oddscalc._rules import rulebook as rulebooks
from oddscalc._show.words.notes import notes
from oddscalc.errors import DataError, OddscalcError, RuleError

Run = Callable[..., Ran]


def the(bet: str, **options: Any) -> Valued:
    return package.edge(bet, **options)


def made(answer: Valued) -> Fraction:
    edge = answer.value.house_edge
    assert edge is not None
    return edge.per_bet_made


def bet_file(tmp_path: Path, text: str) -> str:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def own(kind: str, rule: str, name: str = "Mine") -> str:
    return (
        f'[[bets]]\nid = "mine"\nname = "{name}"\nkind = "{kind}"\nsource = "me"\nrule = {rule}\n'
    )


# --- prices and commissions given in the query


def test_a_given_price_is_told_and_not_credited_to_the_paytable() -> None:
    told = notes(the("field", rules="massino", pays=["12=3 to 1"]))
    assert "price given in the query: field 12 = 3 to 1, instead of 2 to 1" in told
    assert any(note.startswith("price read in full: Massino's") for note in told)  # 2 and other
    told = notes(the("place-6", rules="us-nj-mini-dice", pays=["win=1 to 1"]))
    assert "price given in the query: place-6 win = 1 to 1, instead of 7 to 6" in told
    assert not any("13.6(a)" in note and note.startswith("price read") for note in told)
    told = notes(the("any-7", pays=["win=5 to 1"]))
    assert "price given in the query: any-7 win = 5 to 1, instead of 4 to 1" in told


def test_a_given_commission_is_told() -> None:
    told = notes(the("buy-4", vig="4% of stake, when won"))
    assert "commission: 4% of the stake, when won (given in the query)" in told
    assert "no commission (given in the query)" in notes(the("buy-4", vig="none"))
    assert "commission: 5% of the stake, when placed" in notes(the("buy-4"))


def test_a_price_for_a_part_with_tiers_holds_for_all_of_them(tmp_path: Path) -> None:
    path = bet_file(tmp_path, own("bundle", "{ parts = { field = 1, any-7 = 1 } }"))
    plain, raised = the(path), the(path, pays=["mine:field=3 to 1"])
    more = Fraction(1, 2) * (Fraction(14, 36) * 2 + Fraction(2, 36) * 1)
    assert made(plain) - made(raised) == more


def test_a_commission_on_a_bundle_is_charged() -> None:
    whirl = the("whirl", vig="5% of stake, when placed")
    assert made(whirl) == Fraction(2, 15) + Fraction(1, 20)
    assert [basis.name for basis in whirl.value.bases] == ["stake", "outlay"]


def test_a_bundle_is_priced_whole_or_by_its_parts() -> None:
    with pytest.raises(RuleError, match="a price for its whole stake and prices for its parts"):
        the("horn", pays=["horn:win=5 to 1", "horn:craps-12=100 to 1"])


def test_prices_on_the_whole_stake_are_told() -> None:
    told = notes(the("c-and-e", rules="sg-mbs"))
    assert "the prices of c-and-e are on its whole stake, not on its parts" in told


@pytest.mark.parametrize(
    ("bet", "pays", "same"),
    [
        ("field", "win 12=3 to 1", "12=3 to 1"),
        ("horn", "horn:yo=30 to 1", "horn:eleven=30 to 1"),
        ("horn", "Yo=30 to 1", "eleven=30 to 1"),
    ],
)
def test_outcomes_are_priced_by_any_of_their_names(bet: str, pays: str, same: str) -> None:
    assert made(the(bet, pays=[pays])) == made(the(bet, pays=[same]))


def test_two_prices_for_one_outcome_are_refused() -> None:
    with pytest.raises(RuleError, match="two prices are given for any-7, win"):
        the("any-7", pays=["win=4 to 1", "any-7:win=5 to 1"])


# --- placing and dice


def test_the_dice_and_their_model_are_told() -> None:
    from oddscalc._dice.dice import parse_dice

    (told,) = [n for n in notes(the("pass", dice=parse_dice("srr=7"))) if n.startswith("dice")]
    assert told == (
        "dice given in the query: one 7 in 7 rolls, all other rolls scaled in proportion"
    )
    assert not [note for note in notes(the("pass")) if note.startswith("dice")]
    loaded = parse_dice("1/4,1/6,1/6,1/6,1/6,1/12,1/6,1/6,1/6,1/6,1/6,1/6")
    assert loaded.weight[(1, 2)] == Fraction(1, 24)
    assert loaded.weight[(2, 1)] == Fraction(1, 36)


def test_readings_that_contradict_the_query_drop_out() -> None:
    for working, reading in (("on", "working"), ("off", "off")):
        (answer,) = package.edges("place-lose-6", rules="us-ma", working=working)
        assert answer.model.reading.name == reading
        assert f"called {working} on come-out rolls in the query" in notes(answer)
    assert len(package.edges("place-lose-6", rules="us-ma")) == 2


def test_an_unstated_working_rule_is_told() -> None:
    told = "the text does not say whether it works on the come-out: taken as working"
    assert told in notes(the("hard-4", rules="us-ma"))
    assert told not in notes(the("hard-4"))


def test_no_working_rule_where_there_is_no_come_out() -> None:
    for working in ("on", "off"):
        with pytest.raises(RuleError, match="us-nj-mini-dice has no come-out roll"):
            the("place-6", rules="us-nj-mini-dice", working=working)


def test_no_point_can_be_established_with_such_dice() -> None:
    dice = package.Dice.from_faces([1, 0, 0, 0, 0, 0])
    with pytest.raises(RuleError, match="no point can be established"):
        the("come", from_="on", dice=dice)


def test_tables_say_what_they_rest_on(oddscalc: Run) -> None:
    for form in ("text", "md", "html"):
        out = oddscalc(
            *("edge", "pass", "field", "--rules", "us-ma", "--dice", "srr=7"),
            *("--pays", "12=3 to 1", "--format", form),
        ).out
        for told in ("rules us-ma", "paytable customary (custom, not law)", "one 7 in 7 rolls"):
            assert told in out, form
        assert "price given in the query: field 12 = 3 to 1" in out
    out = oddscalc("edge", "--all", "--rules", "us-ma", "--working", "off", "--from", "on").out
    assert "the table stands on: on" in out
    assert "called off on come-out rolls, where that is possible" in out


@pytest.mark.usefixtures("kept_by_all")
def test_all_tells_what_it_leaves_out(oddscalc: Run) -> None:
    ran = oddscalc("edge", "--all", "--rules", "us-ma", "--reading", "stays")
    assert "left out: 52 bets that have no reading 'stays'" in ran.err
    ran = oddscalc("edge", "--all", "--rules", "us-ma", "--working", "off", "--json")
    assert ran.code == 0
    assert {"field", "place-6"} <= {answer["bet"] for answer in json.loads(ran.out)}


def test_a_push_takes_no_commission(tmp_path: Path) -> None:
    rule = '{ win = "6", lose = "7", push = "2" }'
    path = bet_file(tmp_path, own("race", rule))
    answer = the(path, pays=["win=1 to 1"], vig="5% of stake, when placed")
    nets = {str(payoff.outcome): payoff.net for payoff in answer.value.payoffs}
    assert nets == {"win": Fraction(19, 20), "lose": Fraction(-21, 20), "push": 0}
    outlay = answer.value.bases[1]
    assert (outlay.amount, outlay.returned) == (Fraction(21, 20), Fraction(21, 20) / 12)


def test_csv_tells_push_from_lose(oddscalc: Run) -> None:
    import csv
    import io

    out = oddscalc("edge", "dont-pass", "--format", "csv").out
    (row,) = csv.DictReader(io.StringIO(out))
    assert (row["push_num"], row["push_den"]) == ("1", "36")
    assert (row["lose_num"], row["lose_den"]) == ("244", "495")


# --- names


@pytest.mark.parametrize("book", rulebooks.SHIPPED)
def test_every_name_of_a_text_is_understood_under_its_rulebook(book: str) -> None:
    rulebook = rulebooks.shipped(book)
    for wager in rulebook.wagers:
        for name in wager.names:
            if name.lower() not in rulebook.catalogue:
                assert set(wager.bets) <= set(rulebook.named(name)), name


def test_names_with_a_slash_are_names(oddscalc: Run) -> None:
    ran = oddscalc("edge", "big 6/8")
    assert ran.code == 2
    assert "there is no bet called 'big 6/8'" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [["edge", "pass", "--paytable", ""], ["edge", "pass", "--json", "--format", "csv"],
     ["edge", "pass", "--vig", ""], ["edge", "pass", "--odds", ""], ["bets", "--rules", ""]],
)  # fmt: skip
def test_empty_and_contradictory_options_are_refused(oddscalc: Run, arguments: list[str]) -> None:
    ran = oddscalc(*arguments)
    assert (ran.code, ran.out) == (2, "")


# --- users' files that obey the form and still make no sense


@pytest.mark.parametrize(
    ("kind", "rule", "message"),
    [
        ("race", '{ win = "2", lose = "3, 7", push = "12", lose_when = "all" }', "and no push"),
        ("race", '{ win = { a = "2" }, lose = "3, 7", lose_when = "all" }', "one set that wins"),
        ("points-made", '{ points = "hard 4", win_at = 1, ends_on = "any-7" }', "whole totals"),
        ("points-made", '{ points = "7", win_at = 1, ends_on = "any-7" }', "other than 7"),
        ("points-made", '{ points = "4", win_at = 2, ends_on = "any-7" }', "never win: it needs 2"),
        (
            "line",
            '{ side = "with", win_first = "7", lose_first = "2, 3, 11, 12", points = "hard 4, 5" }',
            "whole totals",
        ),
        ("collect", '{ groups = { a = ["2"] }, until = "7", win_at = 2 }', "never win: it needs 2"),
        ("bundle", '{ parts = { pass = 1, "pass line" = 1 } }', "named twice"),
        ("bundle", "{ parts = { horn = 1, field = 1 } }", "is a bundle itself"),
        ("bundle", "{ parts = { nobet = 1 } }", "there is no bet called 'nobet'"),
        (
            "bundle",
            "{ parts = { " + ", ".join(f"hop-{a}-{b} = 1" for a in range(1, 7)
                                       for b in range(a, 7)) + " } }",
            "2,097,152 combinations",
        ),
    ],
)  # fmt: skip
def test_such_bets_are_refused(tmp_path: Path, kind: str, rule: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        package.edge(bet_file(tmp_path, own(kind, rule)))


def test_parts_may_go_by_other_names(tmp_path: Path) -> None:
    path = bet_file(tmp_path, own("bundle", "{ parts = { Yo = 1, aces = 1 } }"))
    assert made(the(path)) == Fraction(1, 2) * (Fraction(1, 9) + Fraction(5, 36))


HEADER = """
id = "mine"
title = "t"
jurisdiction = "j"
authority = "a"
edition = "e"
as_of = "d"
source = "s"
status = "draft"
"""


@pytest.mark.parametrize(
    ("wager", "message"),
    [
        ('bets = ["fire"]\nwhen = "point"', "'point' is for odds bets"),
        ('bets = ["field"]\nwhen = "any"\nworking = "off"', "field cannot be off"),
    ],
)
def test_such_wagers_are_refused(tmp_path: Path, wager: str, message: str) -> None:
    text = f'{HEADER}\n[[wagers]]\nclause = "1"\nnames = ["n"]\n{wager}\n'
    with pytest.raises(DataError, match=message):
        package.edge("pass", rules=bet_file(tmp_path, text))


def test_such_prices_are_refused(tmp_path: Path) -> None:
    text = (
        'id = "mine"\ntitle = "t"\nsource = "s"\nstatus = "draft"\n[[prices]]\nbets = ["horn"]\n'
        'pays = { win = "5 to 1", eleven = "15 to 1" }\nsource = "s"\nstatus = "draft"\n'
    )
    with pytest.raises(DataError, match="prices its whole stake"):
        package.edge("pass", paytable=bet_file(tmp_path, text))


def test_control_characters_never_reach_the_terminal(oddscalc: Run, tmp_path: Path) -> None:
    path = bet_file(tmp_path, own("race", '{ win = "6", lose = "7" }', name="\\u001b[31mred"))
    ran = oddscalc("edge", path)
    assert (ran.code, ran.out) == (2, "")
    assert "bets[0].name" in ran.err
    ran = oddscalc("edge", "\x1b[31m.toml")
    assert ran.code == 2
    assert "\x1b" not in ran.err
    assert "\\x1b" in ran.err


def test_a_message_never_echoes_endless_input(oddscalc: Run) -> None:
    ran = oddscalc("edge", "x" * 50_000)
    assert ran.code == 2
    assert len(ran.err) < 5_000


# --- the streams


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_output_that_cannot_be_written_is_no_defect_of_ours(process: Callable[..., Ran]) -> None:
    code = (
        "import subprocess, sys\n"
        "p = subprocess.run([sys.executable, '-m', 'oddscalc', 'bets'],"
        " stdout=open('/dev/full', 'w'), stderr=subprocess.PIPE, text=True)\n"
        "print(p.returncode, p.stderr)"
    )
    ran = process("-W", "ignore", "-c", code)
    assert ran.out.startswith("2 oddscalc: the output cannot be written: No space left")
    assert "Traceback" not in ran.out


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that closes streams")
@pytest.mark.parametrize(("redirect", "bet", "code"), [("1>&-", "pass", 0), ("2>&-", "bogus", 2)])
def test_closed_streams(process: Callable[..., Ran], redirect: str, bet: str, code: int) -> None:
    command = f'"$0" -m oddscalc edge {bet} {redirect}'
    source = (
        f"import subprocess, sys; print(subprocess.call(['sh', '-c', {command!r}, sys.executable]))"
    )
    assert process("-c", source).out.splitlines()[-1] == str(code)


def test_errors_have_one_root() -> None:
    assert issubclass(DataError, OddscalcError)
