"""The JSON Schema of each output, against what the commands print."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from conftest import Ran, slow
from jsonschema import Draft202012Validator

import oddscalc as package
from oddscalc._cli.app import COMMANDS as TYPED
from oddscalc._face import commands
from oddscalc._face.schema import NAMES, question_schema, schema
from oddscalc._show.forms import OUTPUTS

Run = Callable[..., Ran]

LINES = [
    "edge pass",
    "edge pass --odds 345x --stake 5 --rolls-per-hour 60",
    "edge buy-4 --rules us-pa",
    "edge dont-pass --rules us-ma",
    "edge hard-4 --rules us-pa",
    "edge hot-roller",
    "edge place-6 --working off --rolls-per-hour 60",
    "edge place-6 --stake 1..7 --round refuse",
    "edge place-6 --dice p7",
    "edge pass --dice srr --odds 2x",
    "edge place-6 --pays 'win=x to 1'",
    slow("edge --all"),
    "bets",
    "bets --rules massino",
    "portfolio pass:5 any-craps:1",
    "portfolio pass:10,odds=345x place-6:12,working=on --from 6 --rolls-per-hour 60",
    "portfolio buy-4:20 field:5,pays='12=3 to 1' --until roll",
    "net field",
    "net pass --odds 345x --stake 5",
    "net pass:5 any-craps:1",
    "rolls hand --at-least 154",
    "rolls pass --cdf 3 --pgf --given win --quantile 0.5",
    "session pass --bankroll 20 --target 40",
    "session pass --rolls 3",
    "session field --bankroll-for 20 --risk 5%",
    "session pass --survive 10 --bankroll 5",
    "session pass --bankroll 20 --target 40 --enclose 64",
    "fair place-6",
    slow("fair horn buy-4 hot-roller"),
    "fair place-6 --stakes 1..12 --round down",
    "fair buy-4 --stakes 20..22 --against place-4",
    "design field --target-edge 1/36..1/20 --tiers 2,12",
    "claim 1.36% --bet dont-pass",
    "claim 1.41% --bet dont-pass",
    "claim 16.67% --bet any-7 --pays 'win=5 to 1'",
    "claim 5 --bet pass --as gizmo",
    slow("diff customary massino --kind paytable"),
    slow("diff us-ma us-pa"),
    "explain pass",
    "explain place-68",
    "plan place-68 --rolls-per-hour 60 --net --rolls 3",
    slow("plan place-68 --bankroll 60 --target 40"),
    "plan --list",
    "plan place-68 pass-flat",
    "cache info",
    "cache clear",
    slow("report field"),
    slow("report fire --paytable customary"),
    slow("report place-68"),
    slow("simulate pass -n 1000"),
    "simulate pass:5 any-craps:1 -n 1000",
    "observe examples/observed/rolls.csv",
    "check examples/clean/us-nj-mini-dice.toml",
    slow("check examples/faulty"),
]


def strict(part: Any) -> Any:
    """Return a schema that refuses keys it does not know."""
    if isinstance(part, list):
        return [strict(one) for one in part]
    if not isinstance(part, dict):
        return part
    found = {key: strict(value) for key, value in part.items()}
    if "properties" in found:
        found.setdefault("additionalProperties", False)
    return found


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(strict(schema(name, "output")))


@pytest.mark.parametrize("line", LINES)
def test_what_is_printed_has_its_form_and_no_other_key(oddscalc: Run, line: str) -> None:
    arguments = shlex.split(line)
    ran = oddscalc(*arguments, "--json")
    assert ran.code in (0, 1, 2 if "faulty" in line else 0)  # one of those is unreadable
    printed = json.loads(ran.out)
    name = arguments[0]
    assert {one["schema"] for one in (printed if isinstance(printed, list) else [printed])} == {
        f"{name}/1"
    }
    Draft202012Validator(schema(name)).validate(printed)
    if name != "report":  # of which the main keys have a form
        validator(name).validate(printed)


def test_certificates(oddscalc: Run, tmp_path: Any) -> None:
    (tmp_path / "proof.json").write_text(package.edge("field").certificate())
    ran = oddscalc("verify", str(tmp_path / "proof.json"), "--json")
    validator("verify").validate(json.loads(ran.out))


def test_results_of_tables(oddscalc: Run, tmp_path: Any) -> None:
    (tmp_path / "results.csv").write_text("bet,bets_made,won,pushed,net\npass,1000,490,0,-20\n")
    ran = oddscalc("observe", str(tmp_path / "results.csv"), "--json")
    validator("observe").validate(json.loads(ran.out))


def test_a_row_of_a_sweep() -> None:
    answer = package.edge("any-7").to_dict()
    asked = {"bet": "any-7", "rules": "standard", "odds": None}
    row = {**answer, "schema": "sweep/1", "point": 1, "asked": asked, "error": None}
    Draft202012Validator(schema("sweep")).validate(row)


@pytest.mark.parametrize("name", NAMES)
def test_each_is_a_schema_and_refuses_what_has_not_its_form(name: str) -> None:
    found = schema(name)
    Draft202012Validator.check_schema(found)
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for wrong in ([{}], "x", [{"schema": "other/1"}], {"schema": "other/1"}):
        assert not Draft202012Validator(found).is_valid(wrong)


def test_every_command_with_json_has_a_schema() -> None:
    silent = {"ask", "new", "schema", "serve", "site", "tables"}
    assert set(TYPED) - silent == set(OUTPUTS) - {"error"}


def test_numbers_must_be_fractions(oddscalc: Run) -> None:
    (answer,) = json.loads(oddscalc("edge", "any-7", "--json").out)
    for wrong in ("1/6 ", "0.5", "", 1, None):
        answer["win"]["exact"] = wrong
        assert not validator("edge").is_valid([answer])


@pytest.mark.parametrize("name", ["bets", "plan", "portfolio"])
def test_a_name_of_a_file_and_of_a_command_has_both(oddscalc: Run, name: str) -> None:
    file = json.loads(oddscalc("schema", name, "--of", "file").out)
    assert file == schema(name, "file")
    assert file["additionalProperties"] is False
    assert schema(name, "output") != file
    document = {"portfolio": {"bets": [{"bet": "pass", "stake": "5"}]}}.get(name)
    if document:
        Draft202012Validator(schema(name)).validate(document)
        assert not Draft202012Validator(schema(name)).is_valid(document | {"x": 1})


def test_the_names_are_listed_and_a_side_that_is_not_there_refused(oddscalc: Run) -> None:
    assert tuple(oddscalc("schema", "--list").out.split()) == NAMES
    assert "has no file" in oddscalc("schema", "edge", "--of", "file").err
    assert oddscalc("schema").code == oddscalc("schema", "nothing").code == 2


@pytest.mark.parametrize(
    "question",
    [
        {"edge": "pass", "odds": "345x", "from": 6, "id": 1, "vig": None},
        {"edge": ["pass", "field"], "pays": {"12": "3 to 1"}, "round": "down", "stake": 5},
        {"portfolio": {"pass": 5, "place-6": {"stake": "6", "working": "on"}}},
        {"claim": "1.41%", "bet": "pass", "as": ["made"]},
        {"rolls": "hand", "at_least": [10, 20]},
        {"bets": None},
    ],
)
def test_the_schema_of_questions(question: dict[str, Any]) -> None:
    Draft202012Validator(schema("ask")).validate(question)
    assert "error" not in package.ask(question)
    for wrong in ({"x": 1}, {"id": [1]}):
        assert not Draft202012Validator(schema("ask")).is_valid(question | wrong)


@pytest.mark.parametrize("name", commands.COMMANDS)
def test_the_schema_of_each_question(name: str) -> None:
    Draft202012Validator.check_schema(question_schema(name))


def test_answers_and_errors() -> None:
    answers = Draft202012Validator(schema("ask", "output"))
    for question in ({"id": 1, "edge": "any-7"}, {"rolls": "field"}, {"id": "a", "edge": "?"}, {}):
        answers.validate(package.ask(question))
    Draft202012Validator(schema("error")).validate(package.ask({}))
