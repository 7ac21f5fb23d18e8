"""The README's blocks run, and its commands are those that CI runs."""

from __future__ import annotations

import doctest
import re
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran

from oddscalc.paytables.paytable import SHIPPED as PAYTABLES
from oddscalc.rulebooks.rulebook import SHIPPED as RULEBOOKS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
SESSIONS = [text for language, text in BLOCKS if language == "console"]
SHELL = [text for language, text in BLOCKS if language == "sh"]


@pytest.mark.parametrize("session", SESSIONS, ids=[text.splitlines()[0] for text in SESSIONS])
def test_a_session_prints_what_the_readme_shows(
    oddscalc: Callable[..., Ran], session: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    command, _, shown = session.partition("\n")
    assert command.startswith("$ oddscalc ")
    ran = oddscalc(*shlex.split(command)[2:])
    assert ran.out + ran.err == shown


def test_the_readmes_bet_file_and_command_work(
    oddscalc: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (text,) = [text for language, text in BLOCKS if language == "toml"]
    assert tomllib.loads(text)["bets"]
    (tmp_path / "twelve.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    (command,) = [text for text in SHELL if text.startswith("oddscalc ")]
    ran = oddscalc(*shlex.split(command)[1:])
    assert (ran.code, ran.err) == (0, "")
    assert "7/13" in ran.out


def test_the_readmes_python_works() -> None:
    failures, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert tried > 0
    assert failures == 0


def test_ci_runs_the_readmes_two_commands_to_the_letter() -> None:
    ci = (ROOT / ".ci" / "run").read_text()
    run, test = (text.strip() for text in SHELL if text.startswith("python3 "))
    assert run in ci
    assert test in ci


@pytest.mark.parametrize("name", [*RULEBOOKS, *PAYTABLES])
def test_every_rulebook_and_paytable_is_in_the_readme(name: str) -> None:
    assert f"`{name}`" in README


def test_the_example_certificate_is_what_is_written(
    oddscalc: Callable[..., Ran], tmp_path: Path
) -> None:
    path = tmp_path / "mine.json"
    assert oddscalc("edge", "place-6", "--rules", "us-pa", "--certificate", str(path)).code == 0
    example = ROOT / "examples" / "certificates" / "place-6-us-pa.json"
    assert path.read_bytes() == example.read_bytes()
