"""A jurisdiction in one file: its prices with it, wagers of others, what nobody has read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran

import oddscalc
from oddscalc._face.edge import Answer
from oddscalc._money.ticket import round_to
from oddscalc._rules import userfiles
from oddscalc._rules.rulebook import SHIPPED, Rulebook, shipped
from oddscalc._rules.scaffold import scaffold
from oddscalc.errors import DataError

Run = Callable[..., Ran]

HEAD = {
    "id": "utopia",
    "title": "Craps",
    "jurisdiction": "Utopia",
    "authority": "nobody",
    "edition": "1",
    "as_of": "2026",
    "source": "an example",
    "status": "read in full",
    "price_mode": "minimum",
}
WAGERS = """
[[wagers]]
bets = ["place-6", "place-8"]
clause = "4(a)"
names = ["Box bet"]
when = "any"

[[wagers]]
bets = ["field"]
clause = "4(b)"
names = ["Field"]
when = "any"
"""
PRICES = """
[[prices]]
bets = ["place-6", "place-8"]
pays = "7 to 6"
clause = "9"

[[prices]]
bet = "field"
outcome = "2"
pays = "2 to 1"

[[prices]]
bet = "field"
outcome = "12"
pays = "3 to 1"
status = "second hand"

[[prices]]
bet = "field"
outcome = "other"
pays = "1 to 1"
"""


def made(answer: Answer) -> Fraction:
    assert answer.house_edge is not None
    return answer.house_edge.per_bet_made


def book(folder: Path, text: str = WAGERS + PRICES, **head: Any) -> Path:
    path = folder / "utopia.toml"
    lines = "".join(f"{key} = {json.dumps(value)}\n" for key, value in (HEAD | head).items())
    path.write_text(lines + text, encoding="utf-8")
    return path


def submission(folder: Path, *wagers: str, **head: str) -> Path:
    path = folder / "paper.toml"
    said = {"rulebook": "utopia.toml", "licensee": "L", "game": "Craps", "version": "1"}
    said |= {"effective": "2026-01-31"} | head
    lines = "".join(f'{key} = "{value}"\n' for key, value in said.items())
    path.write_text(lines + "".join(f"[[wagers]]\n{one}\n" for one in wagers), encoding="utf-8")
    return path


def findings(oddscalc: Run, *arguments: object) -> tuple[int, dict[str, list[Any]]]:
    ran = oddscalc("check", *map(str, arguments), "--json")
    told: dict[str, list[Any]] = {}
    for file in json.loads(ran.out)["files"]:
        for one in file["findings"]:
            told.setdefault(one["code"], []).append(one)
    return ran.code, told


def edge(bet: str, rules: str) -> Fraction:
    found = oddscalc.edge(bet, rules=rules).house_edge
    assert found is not None
    return found.per_bet_made


def problems(path: Path) -> list[str]:
    with pytest.raises(DataError) as caught:
        userfiles.rulebook(str(path))
    return [str(problem) for problem in caught.value.problems]


# --- prices in the file


def test_a_rulebook_is_valued_at_the_prices_in_its_file(tmp_path: Path) -> None:
    path = str(book(tmp_path))
    assert edge("place-6", path) == Fraction(1, 66)
    assert edge("Field", path) == Fraction(1, 36)


def test_outcomes_of_one_bet_are_put_together_and_are_as_sure_as_the_least_sure(
    tmp_path: Path,
) -> None:
    printed = userfiles.rulebook(str(book(tmp_path))).printed
    assert printed is not None
    assert set(printed.pricing["field"].pays) == {"2", "12", "other"}
    assert printed.pricing["field"].status == "second hand"
    assert printed.pricing["place-6"].status == "read"


def test_a_price_has_the_commission_of_its_wager(tmp_path: Path) -> None:
    """2 to 1 on 3 ways against 6, and 5% of the stake of each bet that wins."""
    wager = """
[[wagers]]
bets = ["buy-4", "buy-10"]
clause = "1"
names = ["Buy"]
when = "any"
commission = "5% of stake, when won"

[[prices]]
bets = ["buy-4", "buy-10"]
pays = "2 to 1"
"""
    path = book(tmp_path, wager)
    assert made(oddscalc.edge("buy-4", rules=str(path))) == Fraction(1, 3) * Fraction(1, 20)
    path = book(tmp_path, wager + 'commission = "1% of stake, when won"\n')
    assert made(oddscalc.edge("buy-10", rules=str(path))) == Fraction(1, 3) * Fraction(1, 100)


def test_a_price_below_the_minimum_in_the_file_is_found(tmp_path: Path, oddscalc: Run) -> None:
    book(tmp_path)
    code, told = findings(oddscalc, submission(tmp_path, 'wager = "Place 6"\npays = "1 to 1"'))
    assert code == 1
    assert told["price-below-minimum"][0]["expected"] == "at least 7 to 6"


def test_what_was_not_read_is_not_enforced_and_says_so(tmp_path: Path, oddscalc: Run) -> None:
    book(tmp_path)
    paper = submission(
        tmp_path,
        'wager = "Field"\npays = { 2 = "2 to 1", 12 = "2 to 1", other = "1 to 1" }',
    )
    code, told = findings(oddscalc, paper)
    assert code == 0
    assert "second hand" in told["price-unchecked"][0]["message"]


def test_nothing_of_a_second_hand_rulebook_is_enforced(tmp_path: Path, oddscalc: Run) -> None:
    book(tmp_path, status="second hand: a table by others")
    code, told = findings(oddscalc, submission(tmp_path, 'wager = "Place 6"\npays = "1 to 1"'))
    assert code == 0
    assert "second hand" in told["price-unchecked"][0]["message"]


def test_prices_may_stand_in_a_file_beside(tmp_path: Path) -> None:
    head = 'id = "p"\ntitle = "P"\nsource = "an example"\nstatus = "read"\n'
    price = 'source = "an example"\nstatus = "read"\npays = "1 to 1"\nbets = ["place-6"]\n'
    (tmp_path / "prices.toml").write_text(f"{head}[[prices]]\n{price}")
    path = str(book(tmp_path, WAGERS, prices="prices.toml"))
    assert edge("place-6", path) == Fraction(1, 11)


def test_prices_that_are_wrong_are_refused_with_their_place(tmp_path: Path) -> None:
    path = book(tmp_path, WAGERS, prices="nowhere")
    assert problems(path)[0].startswith("prices: there is no paytable 'nowhere'")
    twice = PRICES + '[[prices]]\nbet = "place-6"\npays = "2 to 1"\n'
    assert problems(book(tmp_path, WAGERS + twice)) == [
        "prices[4]: place-6 (win) is priced in prices[0] already"
    ]
    strange = '[[prices]]\nbet = "place-6"\noutcome = "7"\npays = "2 to 1"\n'
    assert problems(book(tmp_path, WAGERS + strange)) == [
        "prices[0].pays: place-6 has no outcome '7'; it has win"
    ]
    both = '[[prices]]\nbet = "place-6"\nbets = ["place-8"]\npays = "2 to 1"\n'
    assert "either bet or bets" in problems(book(tmp_path, WAGERS + both))[0]


def test_a_file_may_name_no_file_outside_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in ("../prices.toml", "/etc/prices.toml"):
        path = book(tmp_path / "in", WAGERS, prices=name)
        assert "own folder" in problems(path)[0]
        assert "own folder" in problems(book(tmp_path / "in", WAGERS, extends=[name]))[0]


# --- holes


def test_what_a_draft_leaves_open_is_told(tmp_path: Path, oddscalc: Run) -> None:
    path = book(tmp_path, WAGERS)
    assert oddscalc("check", "--rules-file", str(path)).code == 0
    assert oddscalc("check", "--rules-file", str(path), "--strict").code == 1
    _, told = findings(oddscalc, "--rules-file", path)
    assert [one["place"] for one in told["hole"]] == ["prices"]
    path = book(tmp_path, WAGERS, price_mode="one-of")
    assert findings(oddscalc, "--rules-file", path)[1]["hole"][0]["place"] == "columns"
    path = book(tmp_path, WAGERS + PRICES.partition("[[prices]]\nbet =")[0])
    assert [one["wager"] for one in findings(oddscalc, "--rules-file", path)[1]["hole"]] == [
        "field"
    ]


# --- wagers of other rulebooks


def test_main_and_side_bets_stand_in_one_rulebook(tmp_path: Path) -> None:
    path = str(book(tmp_path, extends=["us-pa", "side-bets"]))
    rules = userfiles.rulebook(path)
    assert rules.wager("place-6").clause == "4(a)"
    assert rules.wager("dont-pass").clause == shipped("us-pa").wager("dont-pass").clause
    assert rules.authorises("all-small")
    assert edge("all-small", path) == (edge("all-small", "side-bets"))
    assert edge("place-6", path) == Fraction(1, 66)


def test_prices_that_a_text_does_not_print_are_not_enforced_by_taking_it_over(
    tmp_path: Path, oddscalc: Run
) -> None:
    book(tmp_path, extends=["us-pa"])
    _, told = findings(oddscalc, submission(tmp_path, 'wager = "Place 5"\npays = "1 to 1"'))
    assert "price-below-minimum" not in told
    assert "custom" in told["price-unchecked"][0]["message"]


def test_what_is_taken_over_takes_nothing_over(tmp_path: Path) -> None:
    middle = book(tmp_path, extends=["us-pa"])
    middle.rename(tmp_path / "middle.toml")
    path = book(tmp_path, extends=["middle.toml"])
    assert problems(path) == ["extends: middle.toml extends other rulebooks itself"]


# --- a new one


@pytest.mark.parametrize("name", SHIPPED)
def test_a_scaffold_says_what_the_rulebook_says(name: str, tmp_path: Path) -> None:
    rules, path = shipped(name), tmp_path / "mine.toml"
    path.write_text(scaffold(rules), encoding="utf-8")
    mine = userfiles.rulebook(str(path))
    assert mine.wagers == rules.wagers
    assert bare(mine) == bare(rules)
    if rules.printed and not rules.columns:
        assert mine.printed is not None
        for bet, pricing in rules.printed.pricing.items():
            there = mine.printed.pricing[bet]
            assert (there.pays, there.whole) == (pricing.pays, pricing.whole)
            assert there.commission == pricing.commission


def bare(rules: Rulebook) -> Rulebook:
    return replace(rules, id="", prices=None, carried={})


def test_a_new_rulebook_is_printed_or_written(tmp_path: Path, oddscalc: Run) -> None:
    ran = oddscalc("new", "rulebook", "--like", "us-nj-mini-dice")
    assert ran.code == 0
    assert all(f"\n# {key} = " in ran.out or f"\n{key} = " in ran.out for key in HEAD)
    out = tmp_path / "mine.toml"
    assert oddscalc("new", "rulebook", "--like", "us-nj-mini-dice", "--out", str(out)).code == 0
    assert out.read_text(encoding="utf-8") == ran.out
    assert oddscalc("new", "rulebook", "--like", "nowhere").code == 2


# --- rounding


def test_half_even() -> None:
    halves = [Fraction(1, 2), Fraction(3, 2), Fraction(5, 2), Fraction(8, 3)]
    assert [round_to(one, Fraction(1), "half-even") for one in halves] == [0, 2, 2, 3]


def test_the_rounding_of_the_text_is_in_every_advantage(tmp_path: Path, oddscalc: Run) -> None:
    book(tmp_path, rounding="down")
    paper = submission(
        tmp_path, 'wager = "Place 6"\npays = "7 to 6"\nunit = 5\nhouse_advantage = "1.52%"'
    )
    code, told = findings(oddscalc, paper)
    assert code == 1
    assert told["advantage-wrong"][0]["expected"] == "9.09% (1/11)"
    assert "rounded down" in told["advantage-wrong"][0]["message"]
    paper.write_text(paper.read_text().replace("1.52%", "9.09%"))
    assert findings(oddscalc, paper)[0] == 0


def test_rounding_up_may_be_the_players_advantage(tmp_path: Path, oddscalc: Run) -> None:
    book(tmp_path, rounding="up")
    code, told = findings(
        oddscalc, submission(tmp_path, 'wager = "Place 6"\npays = "7 to 6"\nunit = 1')
    )
    assert code == 1
    assert "36.3636%" in told["player-advantage"][0]["message"]
    paper = 'wager = "Place 6"\npays = "7 to 6"\nunit = 6\nminimum = 6'
    assert "player-advantage" not in findings(oddscalc, submission(tmp_path, paper))[1]
    paper = 'wager = "Place 6"\npays = "7 to 6"\nunit = 1\nminimum = 6'
    told = findings(oddscalc, submission(tmp_path, paper))[1]
    assert "at a stake of 7, rounded up" in told["player-advantage"][0]["message"]


@pytest.mark.parametrize(
    ("wager", "pays", "unit", "expected"),
    [
        ("Place 6", '"7 to 6"', 5, "a multiple of 6"),
        ("Horn", '{ 2 = "30 to 1", 3 = "15 to 1", 11 = "15 to 1", 12 = "30 to 1" }', 5,
         "a multiple of 4"),
    ],
)  # fmt: skip
def test_the_least_unit_that_breaks_nothing_is_named(
    wager: str, pays: str, unit: int, expected: str, tmp_path: Path, oddscalc: Run
) -> None:
    paper = submission(
        tmp_path, f'wager = "{wager}"\npays = {pays}\nunit = {unit}', rulebook="standard"
    )
    _, told = findings(oddscalc, paper)
    assert [one["expected"] for one in told["breakage"]] == [expected]


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ('rtp = "98.59%"', False),
        ('rtp = "0.9859"', False),
        ('rtp = "98.60%"', True),
        ('sd = "0.9999"', False),
        ('sd = "1.01"', True),
        ('variance = "0.9998"', False),
        ('hit_frequency = "49.29%"', False),
        ('hit_frequency = "50%"', True),
    ],
)
def test_figures_beside_the_advantage_are_checked_like_it(
    said: str, wrong: bool, tmp_path: Path, oddscalc: Run
) -> None:
    wager = f'wager = "Pass"\npays = "1 to 1"\n{said}'
    code, told = findings(oddscalc, submission(tmp_path, wager, rulebook="standard"))
    assert (code, "figure-wrong" in told) == (int(wrong), wrong)
