"""What the four texts say of money and of authority, and no more than they say."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran

Run = Callable[..., Ran]


@pytest.fixture
def codes(oddscalc: Run, tmp_path: Path) -> Callable[..., set[tuple[str, str | None]]]:
    """Return what is found in a submission: codes, and the wagers that they are about."""

    def found(rules: str, *lines: str, **header: str) -> set[tuple[str, str | None]]:
        head = {"rulebook": rules, "licensee": "L", "game": "Craps", "version": "1"} | header
        text = "".join(f'{key} = "{value}"\n' for key, value in head.items())
        text += "effective = 2026-01-01\n"
        (tmp_path / "paper.toml").write_text(text + "".join(lines))
        ran = oddscalc("check", str(tmp_path / "paper.toml"), "--json")
        (file,) = json.loads(ran.out)["files"]
        return {(one["code"], one["wager"]) for one in file["findings"]}

    return found


def line(wager: str, pays: str, **more: str) -> str:
    cells = {"wager": wager, "pays": pays} | more
    return "[[wagers]]\n" + "".join(f'{key} = "{value}"\n' for key, value in cells.items())


@pytest.mark.parametrize(
    ("wager", "price"),
    [("Place 4", "2 to 1"), ("Place 5", "3 to 2"), ("Place 6", "6 to 5"), ("Place 10", "9 to 5")],
)
def test_prices_that_a_text_does_not_print_are_not_enforced(
    codes: Callable[..., Any], wager: str, price: str
) -> None:
    """The chart that clause 8 refers to is missing."""
    found = codes("massino", line(wager, price))
    assert {code for code, bet in found if bet} - {"zero-edge"} == {"price-unchecked"}


@pytest.mark.parametrize(
    ("wager", "price"),
    [("Buy Bet on 4", "9 to 5"), ("buy-6", "7 to 6"), ("buy 10", "19 to 10"),
     ("lay bet on 4", "5 to 11"), ("lay-6", "4 to 5"), ("Lay 9", "5 to 8")],
)  # fmt: skip
def test_true_odds_are_enforced_where_a_clause_sets_them(
    codes: Callable[..., Any], wager: str, price: str
) -> None:
    assert any(code == "price-not-fixed" for code, _ in codes("us-pa", line(wager, price)))


@pytest.mark.parametrize("rules", ["us-ma", "us-pa"])
@pytest.mark.parametrize(
    "bet",
    [
        'kind = "race"\nrule = { win = "6", lose = "7" }',
        'kind = "one-roll"\nrule = { win = "2, 12", lose = "rest" }',
        'kind = "line"\nrule = { side = "against", win_first = "3, 12", lose_first = "7, 11",'
        ' bar = "2", points = "4..6, 8..10" }',
    ],
)
def test_a_closed_list_admits_no_wager_of_ones_own(
    codes: Callable[..., Any], rules: str, bet: str
) -> None:
    own = f'[[bets]]\nid = "own"\nname = "Big Six Box"\nsource = "us"\n{bet}\n'
    found = codes(rules, line("Big Six Box", "1 to 1"), own)
    assert any(code == "not-authorised" for code, _ in found)


@pytest.mark.parametrize(
    ("rules", "name", "bets"),
    [
        ("us-pa", "Horn High Bet", {"horn-high-2", "horn-high-3", "horn-high-11", "horn-high-12"}),
        ("us-ma", "Place Bets to Lose", {f"place-lose-{n}" for n in (4, 5, 6, 8, 9, 10)}),
        ("us-pa", "Bonus Craps", {"all-small", "all-tall", "all-or-nothing"}),
        ("us-pa", "Hardway Bets", {"hard-4", "hard-6", "hard-8", "hard-10"}),
        ("us-pa", "Buy wagers", {f"buy-{n}" for n in (4, 5, 6, 8, 9, 10)}),
    ],
)
def test_the_name_of_a_family_prices_all_its_members(
    oddscalc: Run, tmp_path: Path, rules: str, name: str, bets: set[str]
) -> None:
    """What is not offered are all wagers of the text but these."""
    (tmp_path / "paper.toml").write_text(f'rulebook = "{rules}"\n' + line(name, "30 to 1"))
    ran = oddscalc("check", str(tmp_path / "paper.toml"), "--json")
    (file,) = json.loads(ran.out)["files"]
    (absent,) = [one["message"] for one in file["findings"] if one["code"] == "not-offered"]
    every = {one["bet"] for one in json.loads(oddscalc("bets", "--rules", rules, "--json").out)}
    assert int(absent.split()[0]) == len(every) - len(bets)
    assert bets <= every
    assert not bets & set(absent.replace(",", " ").split())


@pytest.mark.parametrize(
    ("rules", "bet", "stake", "words"),
    [
        ("us-pa", "horn", "7", "units of 4"),
        ("us-pa", "whirl", "6", "units of 5"),
        ("us-ma", "whirl", "7", "units of 5"),
        ("massino", "pass", "500", "1,000|1000"),
        ("massino", "pass", "60000", "50,000|50000"),
    ],
)
def test_a_stake_that_a_text_does_not_permit_is_told(
    oddscalc: Run, rules: str, bet: str, stake: str, words: str
) -> None:
    ran = oddscalc("edge", bet, "--rules", rules, "--stake", stake)
    text = " ".join((ran.out + ran.err).split())
    assert any(word in text for word in words.split("|"))
    assert "not permitted" in text or ran.code == 2


@pytest.mark.parametrize(
    ("rules", "wager", "right", "wrong"),
    [
        ("us-ma", "Fire bet", "Section 2(nn)", "Section 2(oo)"),
        ("us-ma", "Field Bet", "§2(k)", "§2(p)"),
        ("us-pa", "Any Craps", "58 Pa. Code § 623a.3(a)(13)", "58 Pa. Code § 623a.3(a)(14)"),
        ("us-pa", "Field Bet", "section 623a.3 (a) (11)", "section 623a.3 (a) (12)"),
    ],
)
def test_clauses_are_compared_whatever_their_spelling(
    oddscalc: Run, tmp_path: Path, rules: str, wager: str, right: str, wrong: str
) -> None:
    price = "1 to 1"
    found = {}
    for clause in (right, wrong):
        text = f'rulebook = "{rules}"\n' + line(wager, price, clause=clause)
        (tmp_path / "paper.toml").write_text(text, encoding="utf-8")
        ran = oddscalc("check", str(tmp_path / "paper.toml"), "--json")
        (file,) = json.loads(ran.out)["files"]
        found[clause] = {one["code"] for one in file["findings"]}
    wrongly = {"clause-unknown", "cross-reference"}
    assert not found[right] & wrongly
    assert found[wrong] & wrongly


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("portfolio horn:7 --rules us-pa", "a stake of 7 is not permitted: units of 4"),
        ("portfolio horn:7 pass:5 --rules us-pa", "horn: a stake of 7 is not permitted"),
        ("net horn:7 pass:5 --rules us-pa", "horn: a stake of 7 is not permitted"),
        ("session pass:500 --rules massino --decisions 2", "a stake of 500 is not permitted"),
        ("session whirl:6 --rules us-pa --rolls 2", "not permitted: units of 5"),
        ("claim 1/99 --bet horn --stake 7 --rules us-pa", "a stake of 7 is not permitted"),
        ("plan pass-flat --rules massino", "pass: a stake of 10 is not permitted"),
        ("portfolio place-6:5 pass:5", "place-6: a stake of 5 wins 35/6"),
        ("session place-6:5 --decisions 2", "a stake of 5 wins 35/6"),
    ],
)
def test_every_question_tells_of_such_a_stake(oddscalc: Run, line: str, words: str) -> None:
    ran = oddscalc(*line.split())
    assert words in " ".join(ran.out.split())
    if not line.startswith("claim"):
        told = json.loads(oddscalc(*line.split(), "--json").out)
        assert any(words in note for note in told["notes"])
