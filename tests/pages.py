"""Runs every block of the documentation; ``python tests/pages.py`` writes what it must show.

In a page a block ```console holds commands and what they print, where a line ``...`` stands for
any lines. Blocks with a title are files that later commands find. ```python is a doctest, ```sh
may hold only the commands that CI and the tests of the packages run.
"""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from oddscalc._ask.quantities import BASES, EDGES, QUANTITIES
from oddscalc._bets.catalogue import shipped
from oddscalc._checking.findings import codes, explain
from oddscalc._cli.app import COMMANDS
from oddscalc.errors import CODES

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

BLOCK = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)

Run = Callable[[list[str]], str]
"""Runs oddscalc with some arguments; returns what it prints, stdout before stderr."""


@dataclass(frozen=True)
class Block:
    """A block of code of a page."""

    language: str
    title: str | None
    text: str


def blocks(page: str) -> list[Block]:
    """Return the blocks of a page, in order."""
    return [Block(one[1], one[2], one[3]) for one in BLOCK.finditer(page)]


def set_up(directory: Path) -> None:
    """Put what commands of the documentation find into *directory*."""
    for name in ("examples", "tables", "oddscalc"):
        (directory / name).symlink_to(ROOT / name)


def sessions(text: str) -> Iterator[tuple[str, list[str], str]]:
    """Yield each command of a console block, its arguments, and what it is shown to print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        name, *arguments = shlex.split(command)
        assert name == "oddscalc", f"{command}: only oddscalc can be run"
        yield command, arguments, shown


def matches(shown: str, printed: str) -> bool:
    """Return whether *printed* is what is *shown*, where ``...`` stands for any lines."""
    pattern = "".join(
        "(?:.*\n)*?" if line == "...\n" else re.escape(line) for line in shown.splitlines(True)
    )
    return re.fullmatch(pattern, printed) is not None


def problems(page: str, directory: Path, run: Run) -> Iterator[str]:
    """Run the blocks of *page* in *directory*; yield where they do not do what they show."""
    names: dict[str, object] = {}
    for block in blocks(page):
        if block.title:
            (directory / block.title).write_text(block.text)
        if block.language == "toml":
            tomllib.loads(block.text)
        if block.language == "console":
            for command, arguments, shown in sessions(block.text):
                printed = run(arguments)
                if not matches(shown, printed):
                    yield f"$ {command}\n{printed}"
        if block.language == "python":
            test = doctest.DocTestParser().get_doctest(block.text, names, "page", None, 0)
            failed: list[str] = []
            doctest.DocTestRunner().run(test, out=failed.append, clear_globs=False)
            names = test.globs
            yield from failed


def written(page: str, run: Run) -> str:
    """Return *page* with what its commands print put in, but where they are cut by ``...``."""

    def renewed(match: re.Match[str]) -> str:
        if match[1] != "console":
            return match[0]
        parts = []
        for command, arguments, shown in sessions(match[3]):
            printed = run(arguments)
            parts.append(f"$ {command}\n" + (shown if "...\n" in shown else printed))
        return f"```console\n{''.join(parts)}```"

    return BLOCK.sub(renewed, page)


def findings_page() -> str:
    """Return the page of every kind of finding."""
    parts = [
        "# Findings",
        "Every kind of finding of `oddscalc check`, by its code; `oddscalc check --explain CODE`"
        " prints the same. `examples/faulty` has a submission that sets off each.",
    ]
    for code in codes():
        head, _, text = explain(code).partition("\n")
        _, _, title = head.partition("): ")
        severity = head.partition("(")[2].partition(")")[0]
        parts += [f"## {code}", f"*{severity}*: {title}.", text.strip()]
    return "\n\n".join(parts) + "\n"


def errors_page() -> str:
    """Return the page of every code of an error."""
    parts = [
        "# Errors",
        "What cannot be answered is an `oddscalc.OddscalcError`, which ends the command line with"
        " exit code 2. Its `code` says which kind of cause it has, one of the following; its"
        " message says what was wrong, where, and what would be right. `to_dict()` has both as JSON"
        " states them. The `candidates` of an `UnknownNameError` are the names that may have been"
        " meant, and the `problems` of a `DataError` each have a place, a message and a code.",
        "\n".join(["| code | cause |", "|---|---|",
                   *(f"| `{code}` | {cause} |" for code, cause in CODES.items())]),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def bets_page() -> str:
    """Return the page of every bet of the catalogue."""
    parts = [
        "# Bets",
        "Every bet that oddscalc knows, by its id, with its names, its definition and where that is"
        " from. Who may make it, and when, is said by the rulebooks: `oddscalc bets --rules R`.",
    ]
    for bet in shipped():
        also = [f"Also: {', '.join(bet.aliases)}."] if bet.aliases else []
        rule = "; ".join(f"{key}: {_told(value)}" for key, value in bet.rule.items())
        definition = f"{bet.kind}; {rule}".replace("|", "\\|")
        parts += [f"## {bet.id}", f"**{bet.name}**. {' '.join(also)}".strip()]
        parts += [f"`{definition}`", f"Source: {bet.source}."]
    return "\n\n".join(parts) + "\n"


def _told(value: object) -> str:
    """Return a parameter of a rule in words."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {_told(inner)}" for key, inner in value.items())
    return " / ".join(map(str, value)) if isinstance(value, list) else str(value)


def commands_page(run: Run) -> str:
    """Return the page of every command, from its help."""
    parts = [
        "# Commands",
        "What `oddscalc COMMAND --help` prints. Results go to stdout, all else to stderr; exit"
        " codes are 0 fine, 1 a check found something, 2 the input or the command line is unusable,"
        " 3 a defect of oddscalc, 130 interrupted.",
    ]
    for name in COMMANDS:
        parts += [f"## {name}", f"```text\n{run([name, '--help']).strip()}\n```"]
    return "\n\n".join(parts) + "\n"


def glossary_page() -> str:
    """Return the glossary, with the definition of every number of an answer from its registry."""
    written, title, _ = (ROOT / "docs" / "glossary.md").read_text().partition("## Numbers")
    listed = {quantity.key: quantity for quantity in QUANTITIES.values()}
    listed |= {f"house_edge.{edge.key}": edge for edge in EDGES["stake"]}
    parts = [
        f"{written}{title}",
        "Every number that is printed of a bet, by its key in JSON. Of a portfolio the same numbers"
        " are of all its bets together, in the money of the stakes.",
        *(
            f"**{'house edge ' * bool(one.basis)}{one.name}** (`{key}`, {one.unit})\n"
            f":   {one.definition}{' Irrational as a rule.' * one.root}"
            for key, one in sorted(listed.items())
        ),
        "An edge may be over another basis than the stake, which is then named with it:",
        *(f"**{basis}**\n:   {what[0].upper()}{what[1:]}." for basis, what in BASES.items()),
    ]
    return "\n\n".join(parts) + "\n"


def design_page() -> str:
    """Return the design notes, with the rooms in their order."""
    before, start, rest = (ROOT / "docs" / "design.md").read_text().partition("| room | ")
    _, _, after = rest.partition("\n\n")
    rooms = tomllib.loads((ROOT / "tests" / "rooms.toml").read_text())["rooms"]
    rows = [f"| {', '.join(f'`{name}`' for name in room['names'])} | {room['what']} |"
            for room in rooms]  # fmt: skip
    table = "\n".join([f"{start}what it does |", "|---|---|", *rows])
    return f"{before}{table}\n\n{after}"


def generated(run: Run) -> Mapping[str, str]:
    """Return the pages that are written by the program itself, by name."""
    return {
        "bets.md": bets_page(),
        "findings.md": findings_page(),
        "errors.md": errors_page(),
        "commands.md": commands_page(run),
        "glossary.md": glossary_page(),
        "design.md": design_page(),
    }


def main() -> None:
    """Write the generated pages, and what the commands of all others print."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        set_up(directory)

        def run(arguments: list[str]) -> str:
            ran = subprocess.run(
                [sys.executable, "-m", "oddscalc", *arguments],
                cwd=directory, capture_output=True, text=True, check=False,
            )  # fmt: skip
            return ran.stdout + ran.stderr

        own = generated(run)
        for file, text in own.items():
            (ROOT / "docs" / file).write_text(text)
        for page in PAGES:
            if page.name not in own:
                text = page.read_text()
                for block in blocks(text):
                    if block.title:
                        (directory / block.title).write_text(block.text)
                page.write_text(written(text, run))


if __name__ == "__main__":
    main()
