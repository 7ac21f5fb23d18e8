"""Questions as JSON Lines, answers as JSON Lines."""

from __future__ import annotations

import inspect
import io
import json
import os
import shlex
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran, slow

import oddscalc
from oddscalc._chain.store import Store
from oddscalc._cli.app import COMMANDS as TYPED
from oddscalc._exact.budget import limited
from oddscalc._face import ask as asking
from oddscalc._face.commands import COMMANDS
from oddscalc.errors import LimitError

Run = Callable[..., Ran]


def answered(*questions: Any, **settings: Any) -> list[Any]:
    lines = [one if isinstance(one, str) else json.dumps(one) for one in questions]
    return [json.loads(answer) for answer in asking.answers(lines, **settings)]


def error_of(question: Any, **settings: Any) -> str:
    (answer,) = answered(question, **settings)
    assert set(answer) - {"id"} == {"error"}
    assert set(answer["error"]) == {"code", "message"}
    code: str = answer["error"]["code"]
    return code


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ({"edge": "pass", "odds": "345x"}, "edge pass --odds 345x"),
        ({"edge": ["dont-pass", "field"], "rules": "us-ma"}, "edge dont-pass field --rules us-ma"),
        ({"edge": "place-6", "from": "on", "working": "off"}, "edge place-6 --from on"
                                                              " --working off"),
        ({"edge": "place-6", "stake": "1..4", "round": "refuse"}, "edge place-6 --stake 1..4"
                                                                  " --round refuse"),
        ({"edge": "place-6", "dice": "p7"}, "edge place-6 --dice p7"),
        ({"edge": "field", "pays": {"12": "3 to 1"}}, "edge field --pays '12=3 to 1'"),
        ({"edge": "pass", "rolls-per-hour": 100}, "edge pass --rolls-per-hour 100"),
        ({"edges": ["any-7"]}, "edge any-7"),
        ({"bets": "hardway", "rules": "us-pa"}, "bets hardway --rules us-pa"),
        ({"portfolio": ["pass:5", "any-craps:1"]}, "portfolio pass:5 any-craps:1"),
        ({"portfolio": {"pass": 5, "any-craps": 1}}, "portfolio pass:5 any-craps:1"),
        ({"net": "any-7"}, "net any-7"),
        ({"net": "dont-pass", "rules": "us-ma"}, "net dont-pass --rules us-ma"),
        ({"net": ["pass:5", "any-craps:1"], "until": "roll"}, "net pass:5 any-craps:1"
                                                              " --until roll"),
        ({"rolls": "hand", "at_least": [10, 20]}, "rolls hand --at-least 10 --at-least 20"),
        ({"session": "pass", "rolls": 5}, "session pass --rolls 5"),
        ({"session": "pass:2", "bankroll": 10, "target": 20}, "session pass:2 --bankroll 10"
                                                              " --target 20"),
        ({"fair": "place-6", "target-edge": "5%"}, "fair place-6 --target-edge 5%"),
        ({"fair": "place-6", "stakes": "1..12", "round": "down"}, "fair place-6 --stakes 1..12"
                                                                  " --round down"),
        ({"design": "field", "target_edge": "1/36..1/20", "tiers": ["2", "12"]},
         "design field --target-edge 1/36..1/20 --tiers 2,12"),
        ({"claim": "1.36%", "bet": "dont-pass", "as": "made"}, "claim 1.36% --bet dont-pass"
                                                               " --as made"),
        slow({"diff": ["standard", "crapless"]}, "diff standard crapless"),
        ({"explain": "field"}, "explain field"),
        ({"plan": "place-68", "net": True, "rolls": 3}, "plan place-68 --net --rolls 3"),
    ],
)  # fmt: skip
def test_an_answer_is_the_json_of_the_command(
    oddscalc: Run, question: dict[str, Any], line: str
) -> None:
    ran = oddscalc(*shlex.split(line), "--json")
    assert answered(question) == [json.loads(ran.out)]


def test_questions_are_answered_in_order_and_ids_echoed() -> None:
    lines = ['{"edge": ["any-7", "field"], "id": "a"}', " \t\r\n", '{"id": 2, "rolls": "field"}',
             "", "nonsense", '{"id": null, "bets": "pass"}']  # fmt: skip
    first, second, third, fourth = answered(*lines)
    assert [one["id"] for one in first] == ["a", "a"]
    assert [one["bet"] for one in first] == ["any-7", "field"]
    assert next(iter(second.items())) == ("id", 2)
    assert set(third) == {"error"}
    assert fourth[0]["id"] is None


def test_an_error_has_the_id_too() -> None:
    (answer,) = answered({"id": 9, "edge": "no such bet"})
    assert (answer["id"], answer["error"]["code"]) == (9, "unknown-name")


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("pass", "malformed"),
        ("[]", "malformed"),
        ('"edge"', "malformed"),
        ('{"edge": "pass", "edge": "field"}', "malformed"),
        ('{"edge": "pass", "stake": NaN}', "malformed"),
        ('{"edge": "pass", "stake": Infinity}', "malformed"),
        ('{"edge": "pass"} {"edge": "pass"}', "malformed"),
        ("[" * 100_000, "malformed"),
        ('{"edge": "\\ud800"}', "malformed"),
        ('{"edge": "\udc80"}', "malformed"),
        (f'{{"edge": {"9" * 5_000}}}', "malformed"),
        (f'{{"edge": "{"9" * 1_000_001}"}}', "too-much"),
        ({"id": 1}, "usage"),
        ({"edge": "pass", "net": "pass"}, "usage"),
        ({"edge": "pass", "id": [1]}, "malformed"),
        ({"edge": "pass", "id": 1.5}, "malformed"),
        ({"edge": "pass", "rounding": "down"}, "unknown-name"),
        ({"edge": "pass", "stake": 2.5}, "malformed"),
        ({"edge": "pass", "stake": True}, "malformed"),
        ({"edge": "pass", "stake": [5]}, "malformed"),
        ({"edge": "pass", "stake": -1}, "out-of-range"),
        ({"edge": "pass", "max_states": 0}, "out-of-range"),
        ({"edge": "pass", "rolls-per-hour": 1, "rolls_per_hour": 1}, "conflict"),
        ({"edge": None}, "incomplete"),
        ({"edge": []}, "malformed"),
        ({"edge": 5}, "malformed"),
        ({"edge": ["pass", ["field"]]}, "malformed"),
        ({"edge": "pass", "all": True}, "incomplete"),
        ({"portfolio": {"pass": [5]}}, "malformed"),
        ({"portfolio": {"pass": {"stake": None}}}, "malformed"),
        ({"rolls": ["pass"]}, "malformed"),
        ({"rolls": "pass", "pmf": "9"}, "malformed"),
        ({"diff": "us-ma"}, "malformed"),
        ({"claim": "1.4%"}, "incomplete"),
        ({"design": "field"}, "incomplete"),
    ],
)  # fmt: skip
def test_what_is_no_question_is_answered_by_an_error(question: Any, code: str) -> None:
    assert error_of(question) == code


@pytest.mark.parametrize(
    "question",
    [
        {"edge": "mine.toml"},
        {"edge": "/etc/passwd"},
        {"edge": "-"},
        {"edge": "pass", "rules": "-"},
        {"edge": "pass", "rules": "../rules.toml"},
        {"edge": "pass", "paytable": "./prices.toml"},
        {"portfolio": ["mine.toml#bet:5"]},
        {"portfolio": "mine.toml"},
        {"diff": ["a.toml", "b.toml"]},
        {"plan": "plan.toml"},
        {"check": "submission.csv"},
        {"observe": "rolls.csv"},
        {"verify": "proof.json"},
    ],
)
def test_no_file_is_read_unless_files_may_be(question: dict[str, Any]) -> None:
    assert error_of(question) == "no-files"


def test_files_are_read_where_they_may_be_but_never_standard_input() -> None:
    question = {"check": "examples/clean/us-nj-mini-dice.toml"}
    (answer,) = answered(question, files=True)
    assert answer["summary"]["errors"] == 0
    assert error_of({"edge": "-"}, files=True) == "no-files"


def test_the_command_answers_line_by_line_and_exits_0(oddscalc: Run, tmp_path: Path) -> None:
    asked, out = tmp_path / "asked.jsonl", tmp_path / "answers.jsonl"
    asked.write_text('{"edge": "any-7", "id": 1}\n\nno\n{"rolls": "field"}', encoding="utf-8")
    ran = oddscalc("ask", str(asked))
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert [json.loads(line)["id"] if "id" in line else None for line in lines[1:]] == [None, None]
    assert json.loads(lines[0])[0]["house_edge"]["per_bet_made"]["exact"] == "1/6"
    assert oddscalc("ask", str(asked), "--out", str(out)).out == ""
    assert out.read_text(encoding="ascii") == ran.out
    assert oddscalc("ask", str(tmp_path / "none")).code == 2


def test_each_answer_is_out_before_the_next_question_comes() -> None:
    asked: list[str] = []

    def questions() -> Any:
        for bet in ("field", "any-7"):
            asked.append(bet)
            yield json.dumps({"rolls": bet})

    stream = asking.answers(questions())
    assert json.loads(next(stream))["bet"] == "field"
    assert asked == ["field"]


def test_a_line_that_is_too_long_takes_no_memory() -> None:
    content = b"x" * 3_000_000 + b'\n{"rolls": "field"}'
    first, second = asking.lines_of(io.BytesIO(content))
    assert asking.MAX_BYTES < len(first) < asking.MAX_BYTES + 10
    assert second == '{"rolls": "field"}'


def test_a_question_has_so_much_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(*_: object) -> None:
        while True:
            pass

    with pytest.raises(LimitError), limited(0.01):
        forever()
    monkeypatch.setitem(asking.COMMANDS, "rolls", replace(COMMANDS["rolls"], answer=forever))
    assert error_of({"rolls": "field", "id": 1}, seconds=0.001) == "too-long"


def test_a_defect_of_ours_ends_no_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setitem(asking.COMMANDS, "rolls", replace(COMMANDS["rolls"], answer=broken))
    stream = asking.answers(['{"rolls": "field", "id": 1}', '{"edge": "any-7"}'])
    assert json.loads(next(stream))["error"]["code"] == "defect"
    assert json.loads(next(stream))[0]["bet"] == "any-7"
    with pytest.raises(KeyError):
        next(stream)


def test_answers_are_kept_and_the_same_again(tmp_path: Path) -> None:
    store, question = Store(tmp_path), {"edge": "field", "id": 5}
    before = answered(question, store=store)
    kept = len(store.entries())
    assert answered(question, {**question, "id": 6}, store=store)[0] == before[0]
    assert len(store.entries()) == kept > 0
    assert error_of({"edge": "x"}, store=store) == "unknown-name"


def test_python_has_the_same_answers() -> None:
    assert oddscalc.ask({"edge": "any-7"}) == [oddscalc.edge("any-7").to_dict()]
    assert oddscalc.ask('{"edge": "any-7"}') == oddscalc.ask({"edge": "any-7"})
    assert oddscalc.ask({"edge": "x"})["error"]["code"] == "unknown-name"
    assert oddscalc.ask({"edge": "any-7", "stake": Fraction(3)}) == oddscalc.ask(
        {"edge": "any-7", "stake": 3}
    )


SHARED = {"options", "progress", "files", "bet", "bets", "names", "path", "plan", "a", "b", "file"}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_question_has_the_options_of_the_function(name: str) -> None:
    functions: Sequence[str] = ("edges", "formula") if name == "edge" else (name,)
    parameters = set[str]()
    for function in functions:
        parameters |= set(inspect.signature(getattr(oddscalc, function)).parameters)
    own = set(COMMANDS[name].own) - set(
        COMMANDS[name].shared.__annotations__ if COMMANDS[name].shared else ()
    )
    writing = {"evidence", "annotate", "keep"}
    choosing = {"sort", "top"}
    assert own - choosing - {"all", "bet", "bets"} == parameters - writing - choosing - SHARED - {
        "number",
        "all",
    } - ({"bets"} if name == "verify" else set())


def test_every_command_that_answers_can_be_asked() -> None:
    silent = {"ask", "cache", "new", "schema", "serve", "site", "sweep", "tables"}
    assert set(TYPED) - silent == set(COMMANDS)


def test_questions_are_read_from_no_pipe_and_no_device(oddscalc: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, told in ((str(tmp_path / "pipe"), "a pipe"), ("/dev/zero", "a device"), (".", "dir")):
        ran = oddscalc("ask", name)
        assert (ran.code, ran.out) == (2, "")
        assert told in ran.err
