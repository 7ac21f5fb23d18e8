"""Rulebooks that contradict themselves or ask for more than anyone could mean: each is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

Run = Callable[..., Ran]

BOOK = (Path(__file__).parent / "cases" / "fuzz" / "rulebook.toml").read_text("utf-8")
LATER = '\n[[wagers]]\nbets = ["field"]\nclause = "9"\nnames = ["Field"]\nwhen = "any"\n'


def readings(*texts: str) -> str:
    return BOOK + LATER + "".join(f"[[wagers.readings]]\nsays = 'x'\n{text}\n" for text in texts)


@pytest.mark.parametrize(
    ("book", "told"),
    [
        (BOOK.replace("two-nines", "any-7"), "'any-7' is a bet of the catalogue already"),
        (BOOK.replace("two-nines", "fire"), "'fire' is a bet of the catalogue already"),
        (readings(*(f"name = 'r{n}'" for n in range(51))), "51 readings of one clause"),
        (readings("name = 'a'", "name = 'a'"), "'a' names more than one reading"),
        (readings("name = 'a'\ndefect = true", "name = 'b'\ndefect = true"), "every reading"),
        ('minimum = "100"\nmaximum = "5"\n' + BOOK, "100 is above the maximum, 5"),
        ('elsewhere = ["pass"]\n' + BOOK, "'pass' has a clause here"),
        ('elsewhere = ["nothing-like-it"]\n' + BOOK, "nothing-like-it"),
        ('games = ["Craps"]\n' + BOOK + LATER + 'games = ["Dice"]\n', "'Dice' is no game"),
    ],
)
def test_such_rulebooks_are_refused(oddscalc: Run, tmp_path: Path, book: str, told: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(book)
    ran = oddscalc("edge", "pass", "--rules", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert told in " ".join(ran.err.split())
    assert oddscalc("check", "--rules-file", str(path)).code in (1, 2)


COMMANDS = (
    *("edge --all --rules R", "fair --all --rules R", "bets --rules R", "diff R us-ma"),
    *("diff us-pa R", "explain pass --rules R", "claim 1% --bet pass --rules R", "check S"),
    *("check --rules-file R", "check --template toml --rules R", "portfolio pass:5 --rules R"),
)


@pytest.mark.slow
@pytest.mark.parametrize(
    "book",
    [
        BOOK.replace('price_mode = "minimum"', 'price_mode = "one-of"').split("[[prices]]")[0]
        + "[[bets]]"
        + BOOK.split("[[bets]]")[1],
        BOOK.replace('clause = "2"', 'clause = "2"\nimpossible = "no roll decides it"'),
        BOOK.replace('clause = "3"', 'clause = "3"\nimpossible = "no roll decides it"'),
        BOOK.replace('price_mode = "minimum"', 'price_mode = "minimum"\ncome_out = false'),
        BOOK + LATER + 'true_odds = true\nmost_odds = "3x"\nunit = 7\n',
    ],
    ids=["one-of", "impossible", "impossible-own", "no-come-out", "odds-on-field"],
)
def test_no_command_fails_on_a_rulebook_that_is_accepted(
    oddscalc: Run, tmp_path: Path, book: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(book)
    Path("s.toml").write_text(
        'rulebook = "mine.toml"\nlicensee = "L"\ngame = "G"\nversion = "1"\n'
        "effective = 2026-01-01\n"
        '[[wagers]]\nwager = "pass"\npays = "1 to 1"\nunit = 5\nhouse_advantage = "1.41%"\n'
    )
    names = {"R": "mine.toml", "S": "s.toml"}
    for command in COMMANDS:
        ran = oddscalc(*(names.get(word, word) for word in command.split()))
        assert ran.code in (0, 1, 2), command
