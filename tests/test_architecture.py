"""The one-way street: which room may import what."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from conftest import Ran

import oddscalc
from oddscalc.cli.app import COMMANDS, load

ROOT = Path(oddscalc.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))

STREET = [
    ("errors", "_version", "verify", "cache"),
    ("numbers",),
    ("dice", "weightfile"),
    ("rollsets",),
    ("bets",),
    ("rows",),
    ("chain",),
    ("solve", "duration"),
    ("rulebooks",),
    ("model",),
    ("solutions",),
    ("netwin",),
    ("valuation",),
    ("paytables",),
    ("pricing",),
    ("shown",),
    ("query",),
    ("joint",),
    ("sessions",),
    ("simulation",),
    ("certificate",),
    ("userfiles", "schema", "rulemodels"),
    ("prints",),
    ("comparing",),
    ("api",),
    ("symbols",),
    ("rolls",),
    ("claims",),
    ("design",),
    ("publish",),
    ("checking",),
    ("sweeps",),
    ("site",),
    ("cli",),
]
"""Rooms in order; a room may import those before it and itself."""

ONLY = {
    "sympy": {
        *("solve/reference.py", "symbols/algebra.py", "symbols/roots.py"),
        *("symbols/polynomials.py", "symbols/recurrence.py"),
    },
    "gmpy2": {"solve/integers.py"},
    "networkx": {"chain.py"},
    "numpy": {"simulation/lots.py", "simulation/playing.py", "simulation/steps.py"},
    "scipy": {"simulation/statistics.py"},
    "platformdirs": {"cache.py"},
    "tabulate": {"publish/grid.py"},
    "graphviz": {"publish/diagram.py"},
    "jinja2": {"site/render.py"},
    "markupsafe": {"site/render.py"},
    "leather": {"site/charts.py"},
    "rich": {"shown.py"},
    "typer": {
        *(
            "cli/app.py",
            "cli/bets.py",
            "cli/check.py",
            "cli/claim.py",
            "cli/design.py",
            "cli/diff.py",
            "cli/edge.py",
            "cli/fair.py",
            "cli/site.py",
        ),
        *("cli/explain.py", "cli/options.py", "cli/portfolio.py", "cli/schema.py", "cli/tables.py"),
        *("cli/net.py", "cli/rolls.py"),
        *("cli/cache.py", "cli/complete.py", "cli/simulate.py", "cli/sweep.py", "cli/verify.py"),
        *("cli/session.py",),
    },
    "openpyxl": {"checking/sheets.py", "checking/templates.py"},
    "pydantic": {
        *("checking/documents.py", "rulemodels.py", "schema.py", "userfiles.py"),
        *("sweeps/gridfile.py", "sweeps/gridmodel.py"),
    },
    "distributed": {"sweeps/cluster.py"},
    "pydantic_core": {"userfiles.py"},
}
"""The only places of each library."""


@cache
def imports(path: Path) -> tuple[tuple[str, bool], ...]:
    """Return each module imported, and whether only for type checking."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[tuple[str, bool]]:
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
            assert here >= there, f"{path.name} imports {module}"


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


def modules(process: Callable[..., Ran], code: str) -> set[str]:
    """Return the modules that are loaded after some code."""
    ran = process("-c", f"import sys\n{code}\nprint('LOADED', *sys.modules)")
    assert ran.err == ""
    return set(ran.out.rpartition("LOADED")[2].split())


def modules_of(process: Callable[..., Ran], *arguments: str) -> set[str]:
    """Return the modules that a command loads."""
    call = f"import oddscalc.cli\nsys.argv = {['oddscalc', *arguments]!r}\noddscalc.cli.run()"
    return modules(process, call)


def loaded(process: Callable[..., Ran], *arguments: str) -> set[str]:
    return {name.split(".")[0] for name in modules_of(process, *arguments)}


HEAVY = {"sympy", "networkx", "tabulate", "pydantic", "openpyxl"}


@pytest.mark.parametrize("arguments", [["--help"], ["edge", "--help"], ["--version"]])
def test_help_loads_nothing_heavy(process: Callable[..., Ran], arguments: list[str]) -> None:
    assert not loaded(process, *arguments) & (HEAVY | {"tomllib", "rich"})


@pytest.mark.parametrize(
    ("arguments", "command"),
    [(["--help"], set()),
     (["--version"], set()),
     (["edge", "--help"], {f"oddscalc.cli.{one}" for one in ("edge", "options", "complete")}),
     (["schema", "--help"], {"oddscalc.cli.schema"})],
)  # fmt: skip
def test_help_loads_no_more_than_typer_and_the_command_it_is_about(
    process: Callable[..., Ran], arguments: list[str], command: set[str]
) -> None:
    more = modules_of(process, *arguments) - modules(process, "import typer, __future__")
    always = {"oddscalc", "oddscalc._version", "oddscalc.errors"}
    always |= {"oddscalc.cli", "oddscalc.cli.app", "oddscalc.cli.output"}
    assert {name for name in more if not name.startswith("typer.")} == always | command


@pytest.mark.parametrize("name", COMMANDS)
def test_typer_need_not_evaluate_annotations(name: str) -> None:
    annotations = load(name).callback.__wrapped__.__annotations__
    assert not any(isinstance(annotation, str) for annotation in annotations.values())


def test_listing_bets_needs_no_algebra(process: Callable[..., Ran]) -> None:
    assert not loaded(process, "bets") & HEAVY - {"tabulate"}


def test_pydantic_is_loaded_only_for_a_users_own_file(process: Callable[..., Ran]) -> None:
    assert loaded(process, "edge", "pass") & HEAVY == {"networkx", "tabulate"}


def test_sympy_is_loaded_only_for_states_that_lead_to_each_other(
    process: Callable[..., Ran],
) -> None:
    off = ("edge", "place-6", "--working", "off")
    assert loaded(process, *off) & HEAVY == {"sympy", "networkx", "tabulate"}


def test_the_checker_of_certificates_stands_alone() -> None:
    checker = ROOT / "verify.py"
    assert {module.split(".")[0] for module, _ in imports(checker)} <= sys.stdlib_module_names
    assert len(checker.read_text(encoding="utf-8").splitlines()) < 150


def test_import_oddscalc_loads_nothing_heavy(process: Callable[..., Ran]) -> None:
    ran = process("-c", "import sys, oddscalc; print(*sys.modules)")
    assert not set(ran.out.split()) & (HEAVY | {"typer"})
    assert sys.version_info >= (3, 11)
