"""The README's blocks run, and its commands are those that CI runs."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pages
import pytest
from conftest import Ran

from oddscalc._cli.app import COMMANDS
from oddscalc._money.paytable import SHIPPED as PAYTABLES
from oddscalc._rules.rulebook import SHIPPED as RULEBOOKS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SHELL = [block.text for block in pages.blocks(README) if block.language == "sh"]


def into(oddscalc: Callable[..., Ran]) -> pages.Run:
    def run(arguments: list[str]) -> str:
        ran = oddscalc(*arguments)
        return ran.out + ran.err

    return run


@pytest.mark.parametrize("page", pages.PAGES, ids=lambda path: path.name)
def test_every_block_of_a_page_does_what_it_shows(
    oddscalc: Callable[..., Ran], page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages.set_up(tmp_path)
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    assert list(pages.problems(text, tmp_path, into(oddscalc))) == []


@pytest.mark.parametrize("page", pages.PAGES, ids=lambda path: path.name)
def test_a_page_asks_to_run_only_what_is_run_somewhere(page: Path) -> None:
    run = (ROOT / ".ci" / "run").read_text() + (ROOT / "CONTRIBUTING.md").read_text()
    for block in pages.blocks(page.read_text(encoding="utf-8")):
        assert block.language in (
            "console",
            "csv",
            "html",
            "json",
            "python",
            "sh",
            "text",
            "toml",
            "yaml",
        )
        if block.language == "sh":
            assert block.text.strip() in run


@pytest.mark.parametrize(
    "name", ["bets.md", "findings.md", "errors.md", "commands.md", "glossary.md"]
)
def test_a_generated_page_is_what_would_be_written(oddscalc: Callable[..., Ran], name: str) -> None:
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert text == pages.generated(into(oddscalc))[name], "python tests/pages.py writes it"


def test_ci_runs_the_readmes_two_commands_to_the_letter() -> None:
    ci = (ROOT / ".ci" / "run").read_text()
    run, test = (text.strip() for text in SHELL if text.startswith("python3 "))
    assert run in ci
    assert test in ci


@pytest.mark.parametrize("name", [*RULEBOOKS, *PAYTABLES])
def test_every_rulebook_and_paytable_is_in_the_manual(name: str) -> None:
    assert f"`{name}`" in (ROOT / "docs" / "rulebooks.md").read_text(encoding="utf-8")


def test_the_readme_is_of_one_screen_for_each_thought() -> None:
    assert len(README.encode()) <= 6_000


def test_the_example_certificate_is_what_is_written(
    oddscalc: Callable[..., Ran], tmp_path: Path
) -> None:
    path = tmp_path / "mine.json"
    assert oddscalc("edge", "place-6", "--rules", "us-pa", "--certificate", str(path)).code == 0
    example = ROOT / "examples" / "certificates" / "place-6-us-pa.json"
    assert path.read_bytes() == example.read_bytes()


def test_nox_runs_what_ci_runs() -> None:
    ci = (ROOT / ".ci" / "run").read_text()
    sessions = (ROOT / "noxfile.py").read_text()
    commands = re.findall(r"^\.venv/bin/(?!pip)(.+)$", ci, re.MULTILINE)
    assert len(commands) >= 5
    for command in commands:
        arguments = ", ".join(f'"{word}"' for word in command.split())
        assert f"session.run({arguments})" in sessions, command


def test_every_page_is_found_from_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text()
    for page in (ROOT / "docs").glob("*.md"):
        assert f"- {page.name}\n" in navigation


def test_every_command_shows_an_example(oddscalc: Callable[..., Ran]) -> None:
    for command in COMMANDS:
        assert re.search(r"Examples?:\s+oddscalc ", oddscalc(command, "--help").out), command
