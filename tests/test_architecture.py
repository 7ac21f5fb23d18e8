"""The one-way street: which room may import what."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import Ran

import oddscalc

ROOT = Path(oddscalc.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))

STREET = [
    ("errors", "_version"),
    ("numbers",),
    ("dice",),
    ("rollsets",),
    ("bets",),
    ("rulebooks",),
    ("model",),
    ("chain",),
    ("solve", "duration"),
    ("valuation",),
    ("paytables",),
    ("pricing",),
    ("query",),
    ("joint",),
    ("userfiles", "schema", "rulemodels"),
    ("prints",),
    ("comparing",),
    ("api",),
    ("claims",),
    ("publish",),
    ("checking",),
    ("cli",),
]
"""Rooms in order; a room may import those before it and itself."""

ONLY = {
    "sympy": {"solve.py"},
    "networkx": {"chain.py"},
    "tabulate": {"publish/grid.py"},
    "typer": {
        *(
            "cli/app.py",
            "cli/bets.py",
            "cli/check.py",
            "cli/claim.py",
            "cli/diff.py",
            "cli/edge.py",
        ),
        *("cli/explain.py", "cli/options.py", "cli/portfolio.py", "cli/schema.py", "cli/tables.py"),
    },
    "openpyxl": {"checking/sheets.py", "checking/templates.py"},
    "pydantic": {"checking/documents.py", "rulemodels.py", "schema.py", "userfiles.py"},
    "pydantic_core": {"userfiles.py"},
}
"""The only places of each library."""


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield each module imported, and whether only for type checking."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for inner in ast.walk(node):
                inner.typing_only = True  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        typing_only = hasattr(node, "typing_only")
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield node.module, typing_only
            for alias in node.names:
                yield f"{node.module}.{alias.name}", typing_only
        elif isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, typing_only


def room(module: str) -> int | None:
    parts = module.split(".")
    if parts[0] != "oddscalc" or len(parts) == 1:
        return None
    return next((n for n, names in enumerate(STREET) if parts[1] in names), None)


def name_of(path: Path) -> str:
    return "oddscalc." + ".".join(path.relative_to(ROOT).with_suffix("").parts)


@pytest.mark.parametrize("path", MODULES, ids=[str(p.relative_to(ROOT)) for p in MODULES])
def test_no_room_imports_one_below_it(path: Path) -> None:
    if path.parent == ROOT and path.name in ("__init__.py", "__main__.py"):
        return
    here = room(name_of(path))
    assert here is not None, f"{path} has no place in the street"
    for module, typing_only in imports(path):
        there = room(module)
        if there is not None and not typing_only:
            allowed = here >= there or (path.name, module) == ("model.py", "oddscalc.chain")
            assert allowed or module.startswith("oddscalc.chain."), f"{path.name} imports {module}"


@pytest.mark.parametrize("library", ONLY)
def test_each_library_has_its_room(library: str) -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if any(module.split(".")[0] == library for module, _ in imports(path))
    }
    assert users == ONLY[library]


def test_modules_are_short() -> None:
    assert {p.name: n for p in MODULES if (n := len(p.read_text().splitlines())) > 400} == {}


def loaded(process: Callable[..., Ran], *arguments: str) -> set[str]:
    code = (
        "import sys, oddscalc.cli\n"
        f"sys.argv = ['oddscalc', *{list(arguments)!r}]\n"
        "code = oddscalc.cli.run()\n"
        "print('LOADED', *{name.split('.')[0] for name in sys.modules})\n"
    )
    ran = process("-c", code)
    assert ran.err == ""
    return set(ran.out.rpartition("LOADED")[2].split())


HEAVY = {"sympy", "networkx", "tabulate", "pydantic", "openpyxl"}


@pytest.mark.parametrize("arguments", [["--help"], ["edge", "--help"], ["--version"]])
def test_help_loads_nothing_heavy(process: Callable[..., Ran], arguments: list[str]) -> None:
    assert not loaded(process, *arguments) & (HEAVY | {"tomllib", "rich"})


def test_listing_bets_needs_no_algebra(process: Callable[..., Ran]) -> None:
    assert not loaded(process, "bets") & HEAVY - {"tabulate"}


def test_pydantic_is_loaded_only_for_a_users_own_file(process: Callable[..., Ran]) -> None:
    assert loaded(process, "edge", "pass") & HEAVY == {"sympy", "networkx", "tabulate"}


def test_import_oddscalc_loads_nothing_heavy(process: Callable[..., Ran]) -> None:
    ran = process("-c", "import sys, oddscalc; print(*sys.modules)")
    assert not set(ran.out.split()) & (HEAVY | {"typer"})
    assert sys.version_info >= (3, 11)
