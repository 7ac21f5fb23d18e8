"""The clauses of the four source texts, played roll by roll.

``cases/clauses-*.toml`` is written from the texts, not from the catalogue: for every bet that a
clause defines, rolls and how the text says the bet then stands. The same rolls are played here
through the automaton of the bet; and every wager of the four rulebooks must have its entry there.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from oddscalc._ask.query import Query, models
from oddscalc._bets.automaton import Outcome
from oddscalc._chain.model import Model, Placing
from oddscalc._dice.dice import Roll
from oddscalc._rules.rulebook import USUAL, Wager, shipped
from oddscalc.errors import RuleError

TEXTS = ("us-ma", "lc", "us-pa", "massino")
CASES = Path(__file__).parent / "cases"

POINTS = ("4", "5", "6", "8", "9", "10")
PLACED = {
    "any": {"come-out", "on", *POINTS},
    "unstated": {"come-out", "on", *POINTS},
    "come-out": {"come-out"},
    "new-shooter": {"come-out"},
    "after-come-out": {"on", *POINTS},
    "point": {"come-out", "on", *POINTS},
}
"""Where the table may stand when a bet is placed, by the clause's rule on when it is made.

``point``: odds need a point of their flat bet; of a come bet, the table may be coming out.
"""


@dataclass(frozen=True)
class Play:
    """Rolls, and how the text says the bet stands after the last of them."""

    where: str
    called: str | None
    rolls: tuple[Roll, ...]
    ends: str

    def __str__(self) -> str:
        rolls = ", ".join(f"{first}+{second}" for first, second in self.rolls)
        return f"from {self.where}{f', called {self.called}' if self.called else ''}: {rolls}"


@dataclass(frozen=True)
class Clause:
    """One bet of one clause, in one reading."""

    text: str
    clause: str
    bet: str
    says: str
    plays: tuple[Play, ...] = ()
    reading: str = USUAL
    when: str = "any"
    unit: int | None = None
    stake: Mapping[str, int] | None = None
    impossible: bool = False

    def __str__(self) -> str:
        reading = "" if self.reading == USUAL else f" {self.reading}"
        return f"{self.text} {self.clause} {self.bet}{reading}"

    @property
    def cited(self) -> str:
        return f"{self.bet} ({self.text}, {self.clause})"

    @property
    def wager(self) -> Wager:
        return shipped(self.text).wager(self.bet)

    def model(self, where: str | None = None, called: str | None = None) -> Model:
        """Return the bet in this reading, made now with the table on *where*."""
        placing = Placing(where=where, working=called, at="new")
        query = Query(shipped(self.text), reading=self.reading, placing=placing)
        (one,) = models([self.bet], query)
        return one


def _rolls(text: str) -> tuple[Roll, ...]:
    """Read ``1+3, 5+6``: the faces of the first and of the second die."""
    rolls = text.strip().split(", ")
    assert all(re.fullmatch(r"[1-6]\+[1-6]", roll) for roll in rolls), text
    return tuple((int(roll[0]), int(roll[2])) for roll in rolls)


def _plays(entry: Mapping[str, str], where: str) -> Iterator[Play]:
    assert entry.keys() <= {"by", "from", "called", "rolls", "ends"}, entry
    for rolls in entry["rolls"].split("|"):
        yield Play(entry.get("from", where), entry.get("called"), _rolls(rolls), entry["ends"])


def _clauses(text: str) -> Iterator[Clause]:
    document = tomllib.loads((CASES / f"clauses-{text}.toml").read_text(encoding="utf-8"))
    for entry in document["clauses"]:
        where = entry.pop("from", "come-out")
        plays = [play for line in entry.pop("plays", ()) for play in _plays(line, where)]
        yield Clause(text, plays=tuple(plays), **entry)


def _stands(clause: Clause, play: Play) -> str:
    """Return how the bet stands after the rolls, or after which of them it was over too soon."""
    model = clause.model(play.where, play.called)
    state = model.automaton.start(None if model.where == "come-out" else int(model.where))
    for count, roll in enumerate(play.rolls, 1):
        state = model.automaton.step(state, roll)
        if isinstance(state, Outcome):
            return str(state) if count == len(play.rolls) else f"{state} on roll {count}"
    return "open"


CLAUSES = [clause for text in TEXTS for clause in _clauses(text)]
POSSIBLE = [clause for clause in CLAUSES if not clause.impossible]
ONE_ROLL = [
    clause
    for clause in POSSIBLE
    if shipped(clause.text).catalogue[clause.bet].kind in ("one-roll", "bundle")
]
NAMES = [
    (text, wager, name) for text in TEXTS for wager in shipped(text).wagers for name in wager.names
]


def _each(clauses: list[Clause]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("clause", clauses, ids=str)


@_each(POSSIBLE)
def test_bet_stands_after_every_roll_as_its_clause_says(clause: Clause) -> None:
    """After the rolls of each play the bet has the outcome the text gives, and not before."""
    stands = {f"{play} -> {_stands(clause, play)}" for play in clause.plays}
    assert stands == {f"{play} -> {play.ends}" for play in clause.plays}


@_each([clause for clause in CLAUSES if clause.impossible])
def test_bet_that_its_clause_makes_impossible_is_refused(clause: Clause) -> None:
    """No model is made, and the message names the bet, the rulebook and the clause."""
    for where in (None, "come-out", "6"):
        with pytest.raises(RuleError, match=re.escape(f"{clause.cited} is impossible")):
            clause.model(where)


@pytest.mark.parametrize("text", TEXTS)
def test_every_wager_has_its_clause_here_and_every_clause_its_wager(text: str) -> None:
    """For each clause, bet and reading of the rulebook there is one entry, and for no other."""
    entries = [
        (clause.clause, clause.bet, clause.reading) for clause in CLAUSES if clause.text == text
    ]
    usual_and_others = {
        (wager.clause, bet, reading.name if other else USUAL)
        for wager in shipped(text).wagers
        for bet in wager.bets
        for other, reading in enumerate(wager.readings)
    }
    assert [entry for entry, count in Counter(entries).items() if count > 1] == []
    assert set(entries) == usual_and_others


@_each(POSSIBLE)
def test_plays_reach_every_outcome_of_the_bet(clause: Clause) -> None:
    """No outcome that `oddscalc bets` lists is left without a play that ends in it."""
    outcomes = {str(outcome) for outcome in clause.model().automaton.outcomes}
    assert outcomes <= {play.ends for play in clause.plays}


@_each(ONE_ROLL)
def test_one_roll_clause_decides_every_total(clause: Clause) -> None:
    """There is a play of one roll for each of the eleven totals, and none leaves the bet open."""
    assert {sum(roll) for play in clause.plays for roll in play.rolls} == {*range(2, 13)}
    assert {len(play.rolls) for play in clause.plays} == {1}
    assert "open" not in {play.ends for play in clause.plays}


def _refused(clause: Clause) -> str:
    """The beginning of a refusal: the bet with its clause and, of several, the reading."""
    return (
        re.escape(clause.cited.removesuffix(")")) + r"(, reading '[a-z0-9-]+')?\) may only be made"
    )


@_each(POSSIBLE)
def test_bet_may_be_placed_only_when_its_clause_says(clause: Clause) -> None:
    """E.g. a pass bet is refused on a point, a come bet on a come-out roll."""
    assert clause.wager.when == clause.when
    for where in ("come-out", "on", *POINTS):
        if where in PLACED[clause.when]:
            assert clause.model(where).where == where
        else:
            with pytest.raises(RuleError, match=_refused(clause)):
                clause.model(where)


@_each(CLAUSES)
def test_stake_comes_in_the_units_of_the_clause(clause: Clause) -> None:
    """A multiple of four or five units where the text says so, divided as the text says."""
    assert clause.wager.unit == clause.unit
    if clause.stake is not None:
        assert shipped(clause.text).catalogue[clause.bet].rule["parts"] == clause.stake


@pytest.mark.parametrize(
    ("text", "wager", "name"),
    NAMES,
    ids=[f"{text} {wager.clause} {name}" for text, wager, name in NAMES],
)
def test_bet_is_found_by_the_name_its_text_gives_it(text: str, wager: Wager, name: str) -> None:
    """A name of a clause on several bets finds all of them."""
    assert set(wager.bets) <= set(shipped(text).catalogue.named(name))
