"""Questions and answers over HTTP."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

import oddscalc
from oddscalc._serve.app import line_of, openapi
from oddscalc.errors import OddscalcError


def test_a_question_is_passed_on_with_a_limit_of_states() -> None:
    assert json.loads(line_of('{"rolls": "pass", "id": 1}', 50))["max_states"] == 50
    assert json.loads(line_of('{"rolls": "pass", "max_states": 9}', 50))["max_states"] == 9
    assert "max_states" not in json.loads(line_of('{"bets": null}', 50))
    for wrong in ('{"edge": "pass", "max-states": 51}', "nonsense", "[]"):
        with pytest.raises(OddscalcError):
            line_of(wrong, 50)


@pytest.mark.slow
def test_the_description_is_whole() -> None:
    told = openapi()
    assert set(told["paths"]) == {"/ask", "/health", "/openapi.json", "/schema/{name}"}
    assert told["openapi"].startswith("3.1")
    names = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(told)))
    assert names <= set(told["components"]["schemas"])
    assert "$defs" not in json.dumps(told)
    for part in told["components"]["schemas"].values():
        Draft202012Validator.check_schema(part)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    command = [sys.executable, "-m", "oddscalc", "serve", "--port", "0", "--seconds", "2"]
    with subprocess.Popen(
        [*command, "--max-bytes", "50000"], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        address = next(
            match[0]
            for line in process.stderr
            if (match := re.search(r"http://[0-9.]+:[1-9][0-9]*", line))
        )
        yield address
        process.terminate()


def sent(server: str, question: Any) -> httpx.Response:
    content = question if isinstance(question, str) else json.dumps(question)
    return httpx.post(f"{server}/ask", content=content, timeout=60)


@pytest.mark.slow
def test_the_answers_are_those_of_ask(server: str) -> None:
    for question in (
        {"edge": "pass", "odds": "345x", "id": 1},
        {"rolls": "hand", "at_least": 10},
        {"portfolio": {"pass": 5, "any-craps": 1}},
    ):
        response = sent(server, question)
        assert response.status_code == 200
        assert response.json() == oddscalc.ask(question)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("question", "status", "code"),
    [
        ({"edge": "no such"}, 400, "unknown-name"),
        ({"edge": "/etc/passwd"}, 400, "no-files"),
        ({"edge": "pass", "rules": "-"}, 400, "no-files"),
        ({"check": "a.csv"}, 400, "no-files"),
        ({"edge": "pass", "max_states": 10**9, "id": 7}, 400, "out-of-range"),
        ("[" * 40_000, 400, "malformed"),
        ("\x00", 400, "malformed"),
        ("", 400, "malformed"),
        ("x" * 60_000, 413, "too-much"),
        ({"simulate": "pass", "n": 9_000_000_000}, 413, "too-long"),
    ],
)
def test_limits(server: str, question: Any, status: int, code: str) -> None:
    response = sent(server, question)
    assert (response.status_code, response.json()["error"]["code"]) == (status, code)
    if isinstance(question, dict) and "id" in question:
        assert response.json()["id"] == question["id"]


@pytest.mark.slow
def test_lines_are_answered_in_order(server: str) -> None:
    lines = '{"edge": "any-7", "id": 1}\n\nno\n{"rolls": "field", "id": 3}\n'
    headers = {"content-type": "application/x-ndjson"}
    response = httpx.post(f"{server}/ask", content=lines, headers=headers, timeout=60)
    first, second, third = map(json.loads, response.text.splitlines())
    assert (first[0]["id"], second["error"]["code"], third["id"]) == (1, "malformed", 3)


@pytest.mark.slow
def test_many_ask_at_once_and_each_gets_its_own_answer(server: str) -> None:
    bets = [bet for bet, _ in oddscalc.bets()][:60]
    asked = [{"edge": bet.id, "id": number} for number, bet in enumerate(bets)]
    asked += [{"simulate": "pass", "n": 9_000_000_000, "id": 1_000}, {"edge": "?", "id": 1_001}]
    with httpx.Client(timeout=120) as client, ThreadPoolExecutor(16) as threads:

        def ask(question: dict[str, Any]) -> Any:
            return client.post(f"{server}/ask", json=question).json()

        answers = list(threads.map(ask, asked))
    for question, answer in zip(asked, answers, strict=True):
        one = answer[0] if isinstance(answer, list) else answer
        assert one["id"] == question["id"]
        assert one.get("bet") == question.get("edge", one.get("bet")) or "error" in one
    assert [one["error"]["code"] for one in answers[-2:]] == ["too-long", "unknown-name"]


@pytest.mark.slow
def test_what_describes_it(server: str) -> None:
    assert httpx.get(f"{server}/openapi.json").json() == openapi()
    assert httpx.get(f"{server}/health").json() == {"oddscalc": oddscalc.__version__}
    assert httpx.get(f"{server}/schema/edge").json()["type"] == "array"
    assert httpx.get(f"{server}/schema/nothing").status_code == 404
    assert httpx.get(f"{server}/ask").status_code == 405
