"""The shipped data obeys the strict form; a user's file is refused with all problems at once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import oracles
import pytest
from conftest import slow

import oddscalc
from oddscalc._ask.query import Query, ask_all
from oddscalc._bets.catalogue import shipped as catalogue
from oddscalc._bets.compile import BUILDERS, can_be_off, compile_bet
from oddscalc._money import paytable as paytables
from oddscalc._rules import betmodels as rulemodels
from oddscalc._rules import rulebook as rulebooks
from oddscalc._rules import schema, userfiles
from oddscalc.errors import DataError, OddscalcError

DATA = [
    ("oddscalc._bets", "catalogue.toml", schema.BetsFile),
    *(("oddscalc._rules", f"data/{n}.toml", schema.RulebookFile) for n in rulebooks.SHIPPED),
    *(("oddscalc._money", f"data/{n}.toml", schema.PaytableFile) for n in paytables.SHIPPED),
]


@pytest.mark.parametrize(("package", "name", "model"), DATA, ids=[name for _, name, _ in DATA])
def test_shipped_data_obeys_the_strict_form(
    package: str, name: str, model: type[schema.Strict]
) -> None:
    text = files(package).joinpath(name).read_text(encoding="ascii")
    model.model_validate(tomllib.loads(text))


@pytest.mark.parametrize("name", [*rulebooks.SHIPPED, *paytables.SHIPPED])
def test_shipped_files_pass_as_users_files_too(name: str) -> None:
    if name in rulebooks.SHIPPED:
        path = str(files("oddscalc._rules").joinpath(f"data/{name}.toml"))
        assert userfiles.rulebook(path) == rulebooks.shipped(name)
    if name in paytables.SHIPPED:
        path = str(files("oddscalc._money").joinpath(f"data/{name}.toml"))
        assert userfiles.paytable(path, catalogue()) == paytables.shipped(name)


def test_every_data_file_is_listed() -> None:
    for package, ids in (("_rules", rulebooks.SHIPPED), ("_money", paytables.SHIPPED)):
        found = {
            Path(str(file)).stem for file in files(f"oddscalc.{package}").joinpath("data").iterdir()
        }
        assert found == set(ids)


def test_every_kind_has_a_form() -> None:
    assert set(rulemodels.RULE_MODELS) == set(BUILDERS)


@pytest.mark.parametrize("name", rulebooks.SHIPPED)
def test_a_working_rule_stands_exactly_where_a_bet_can_be_off(name: str) -> None:
    rulebook = rulebooks.shipped(name)
    for bet, wager in rulebook:
        expected = can_be_off(bet) and rulebook.come_out
        assert (wager.working is not None) == expected, bet.id


@pytest.mark.parametrize(
    "name", [slow(one) if one in ("side-bets", "us-ma") else one for one in rulebooks.SHIPPED]
)
def test_every_wager_of_every_rulebook_is_answered_or_known_to_be_impossible(name: str) -> None:
    answers, left_out = ask_all(Query(rules=rulebooks.shipped(name)))
    assert len(answers) == sum(
        len(wager.sound_readings) for _, wager in rulebooks.shipped(name) if not wager.impossible
    )
    assert [reason.split()[0] for reason in left_out] == (["place-7"] if name == "lc" else [])
    for answer in answers:
        value = answer.value
        assert value.win + value.lose + value.push == 1
        at_once = answer.model.reading.rule.get("at_once", False)  # customary prices are graded
        assert (value.house_edge is None) == (answer.model.bet.id in UNPRICED or at_once)


UNPRICED = {"hot-roller", "7-point", "7-point-7", "muggsys-corner", "throws-before-7"}
"""Bets of which no price was read."""


def test_standard_authorises_the_customary_bets_working() -> None:
    standard = rulebooks.shipped("standard")
    assert {bet.id for bet, _ in standard} == set(oracles.BETS)
    assert all(wager.working in (None, "on") for _, wager in standard)


def test_place_7_is_impossible_by_its_rules_and_not_only_by_the_rulebooks_word() -> None:
    with pytest.raises(OddscalcError, match="a roll of 7 is claimed by both 'win' and 'lose'"):
        compile_bet(catalogue()["place-7"], catalogue())


BETS = """
[[bets]]
id = "sixes"
name = "Double Sixes"
kind = "repeat"
source = "mine"
rule = { count = "6", times = 2, until = "7" }
"""

RULEBOOK = """
id = "mine"
title = "My game"
jurisdiction = "none"
authority = "me"
edition = "1"
as_of = "2026"
source = "made up"
status = "draft"

[[wagers]]
bets = ["pass", "low"]
clause = "1"
names = ["Pass or low"]
when = "any"

[[bets]]
id = "low"
name = "Low"
kind = "one-roll"
source = "made up"
rule = { win = "2..6", lose = "rest" }
"""

PAYTABLE = """
id = "mine"
title = "My prices"
source = "made up"
status = "draft"
base = "customary"

[[prices]]
bets = ["field"]
pays = { 2 = "2 to 1", 12 = "3 to 1", other = "1 to 1" }
source = "the felt"
status = "draft"
"""

Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def to_file(text: str) -> str:
        path = tmp_path / "mine.toml"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return to_file


def test_a_bet_of_ones_own(write: Write) -> None:
    answer = oddscalc.edge(write(BETS), pays=["2=3 to 1"])
    assert answer.value.win == Fraction(5, 11) ** 2
    assert answer.model.bet.id == "sixes"


def test_a_rulebook_of_ones_own_with_a_bet_of_its_own(write: Write) -> None:
    path = write(RULEBOOK)
    assert oddscalc.edge("low", rules=path).value.win == Fraction(15, 36)
    answer = oddscalc.edge("pass", rules=path)
    assert answer.model.rules.id == "mine"
    with pytest.raises(OddscalcError, match="mine does not authorise field; it is authorised by"):
        oddscalc.edge("field", rules=path)


def test_a_paytable_of_ones_own_on_the_base_of_another(write: Write) -> None:
    path = write(PAYTABLE)
    edge = oddscalc.edge("field", paytable=path).value.house_edge
    assert edge is not None
    assert edge.per_bet_made * 36 == 1
    assert oddscalc.edge("any-7", paytable=path).value.payoffs[0].net == 4


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (BETS.replace('kind = "repeat"', 'kind = "repeats"'), ["bets[0]: input tag 'repeats'"]),
        (BETS.replace("times = 2", "times = 2.5"), ["bets[0].rule.times: is the float 2.5"]),
        (BETS.replace('count = "6"', 'count = "13"'), ["bets[0].rule.count: '13' is no set"]),
        (BETS.replace('count = "6"', 'count = ""'), ["bets[0].rule.count: an empty set of rolls"]),
        (BETS.replace('until = "7"', 'until = "6, 7"'), ["a roll of 6 both counts and ends"]),
        (BETS.replace('source = "mine"\n', ""), ["bets[0].source: is missing"]),
        (BETS.replace("times = 2", 'times = 2, pays = "9"'), ["rule.pays: there is no such key"]),
        (BETS.replace("sixes", "field"), ["bets[0].id: 'field' is a bet of standard already"]),
        (BETS + BETS, ["bets[1].id: 'sixes' is defined twice"]),
        (BETS.replace("= 2", "="), ["not TOML: ", "line 7"]),
        ("", ["bets: is missing"]),
        ("bets = []", ["bets: "]),
        (
            BETS.replace("times = 2", "times = 0").replace('"6"', '"x"'),
            ["2 problems", "x", "times"],
        ),
    ],
)
def test_a_bad_bet_file_names_key_and_remedy(write: Write, text: str, problems: list[str]) -> None:
    with pytest.raises(DataError) as error:
        oddscalc.edge(write(text))
    for problem in problems:
        assert problem in str(error.value)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (RULEBOOK.replace('"pass", ', '"pas", '), ["wagers[0].bets: there is no bet called 'pas'"]),
        (RULEBOOK.replace('"pass", ', '"yo", '), ["'yo' is a name of 'eleven'; give the id"]),
        (RULEBOOK.replace('"pass", ', '"low", '), ["'low' stands in clause 1 already"]),
        (RULEBOOK.replace('when = "any"', 'when = "now"'), ["wagers[0].when: "]),
        (RULEBOOK.replace('id = "mine"', 'id = "My Rules"'), ["id: "]),
        (
            RULEBOOK.replace(
                'when = "any"', 'when = "any"\nreadings = [{ name = "a", says = "a"}]'
            ),
            ["wagers[0].readings: "],
        ),
        (
            RULEBOOK.replace(
                'when = "any"',
                'when = "any"\nreadings = [{ name = "a", says = "a" }, '
                '{ name = "b", says = "b", rule = { lose_first = "2, 3, 7" } }]',
            ),
            ["wagers[0].readings[1].rule: pass: a roll of 7 is claimed by both"],
        ),
        (
            RULEBOOK.replace(
                'when = "any"',
                'when = "any"\nreadings = [{ name = "a", says = "a" }, '
                '{ name = "b", says = "b", rule = { ends_on = "any-7" } }]',
            ),
            ["wagers[0].readings[1].rule.ends_on: there is no such key"],
        ),
        (
            RULEBOOK.replace('lose = "rest"', 'lose = "6..12"'),
            ["bets[0].rule: low: a roll of 6 is"],
        ),
    ],
)
def test_a_bad_rulebook_names_key_and_remedy(write: Write, text: str, problems: list[str]) -> None:
    with pytest.raises(DataError) as error:
        oddscalc.edge("pass", rules=write(text))
    for problem in problems:
        assert problem in str(error.value)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (
            PAYTABLE.replace('"3 to 1"', '"3"'),
            ["prices[0].pays.12: the price '3' can be read in two"],
        ),
        (PAYTABLE.replace('"3 to 1"', "3.5"), ["prices[0].pays.12: is the float 3.5"]),
        (
            PAYTABLE.replace("other", "others"),
            ["field has no outcome 'others'; it has 2, 12, other"],
        ),
        (PAYTABLE.replace('"field"', '"feild"'), ["did you mean field?"]),
        (PAYTABLE.replace('"customary"', '"customs"'), ["base: there is no paytable 'customs'"]),
        (
            PAYTABLE.replace('["field"]', '["field", "field"]'),
            ["'field' is priced in prices[0] already"],
        ),
        (PAYTABLE.replace("base", "bases"), ["bases: there is no such key"]),
        (PAYTABLE.replace('12 = "3 to 1"', '2 = "3 to 1"'), ["not TOML", "line 10"]),
    ],
)
def test_a_bad_paytable_names_key_and_remedy(write: Write, text: str, problems: list[str]) -> None:
    with pytest.raises(DataError) as error:
        oddscalc.edge("field", paytable=write(text))
    for problem in problems:
        assert problem in str(error.value)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\xff\xfe\x00", "UTF-16 text; save it as UTF-8"),
        (b"a = 1\nb = '\xfc'", "line 2: not UTF-8 text: byte 11 .*in Windows-1252 it is 'ü'"),
        (b"x = " + b"[" * 100_000, "nested over 64 deep"),
        (b"x = " + b"9" * 10_000, "a number or a key of over 1,000 characters"),
        (b"#" * 1_000_001, "over 1,000,000 bytes"),
        (b"\xef\xbb\xbfx = 1", "id: is missing"),
    ],
)
def test_hostile_files_are_refused_quickly(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_bytes(content)
    with pytest.raises(DataError, match=problem):
        userfiles.rulebook(str(path))


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(DataError, match="cannot be read: No such file"):
        userfiles.rulebook("nowhere.toml")
