"""The one-way street: which room may import what."""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import networkx
import pytest
from conftest import Ran

import oddscalc
from oddscalc._cli.app import COMMANDS, load

ROOT = Path(oddscalc.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
STREET = tomllib.loads(Path(__file__).with_name("rooms.toml").read_text(encoding="utf-8"))
ROOMS = {name: place for place, room in enumerate(STREET["rooms"]) for name in room["names"]}
LIBRARIES = STREET["libraries"]
FRONT = ("__init__.py", "__main__.py", "verify.py")
"""What stands before all rooms: it may import any."""


def name_of(path: Path) -> str:
    parts = ("oddscalc", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {name_of(path): path for path in MODULES}


@cache
def imports(path: Path) -> frozenset[str]:
    """Return each module imported: anywhere in the file, for type checking only or not."""
    found = set[str]()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= inner & NAMES.keys() or {node.module}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return frozenset(found)


@pytest.mark.parametrize("path", MODULES, ids=[str(p.relative_to(ROOT)) for p in MODULES])
def test_no_room_imports_one_above_it(path: Path) -> None:
    if path.parent == ROOT and path.name in FRONT:
        return
    here = name_of(path).split(".")[1]
    assert here in ROOMS, f"{path} has no place in the street"
    for module in imports(path):
        if module.startswith("oddscalc."):
            there = module.split(".")[1]
            assert ROOMS[there] <= ROOMS[here], f"{path.name} imports {module}"


def test_no_file_imports_itself_by_way_of_others() -> None:
    arrows = networkx.DiGraph()
    for name, path in NAMES.items():
        arrows.add_edges_from((name, other) for other in imports(path) if other in NAMES)
    circles = [part for part in networkx.strongly_connected_components(arrows) if len(part) > 1]
    assert circles == []


def users(library: str) -> set[str]:
    """Return the files that import *library*, as paths below the package."""
    return {
        path.relative_to(ROOT).as_posix()
        for path in MODULES
        if any(module.split(".")[0] == library for module in imports(path))
    }


def within(file: str, place: str) -> bool:
    return file == place or file.startswith(f"{place}/")


@pytest.mark.parametrize("library", LIBRARIES)
def test_each_library_has_its_places(library: str) -> None:
    files, places = users(library), LIBRARIES[library]
    assert {file for file in files if not any(within(file, place) for place in places)} == set()
    assert {place for place in places if not any(within(file, place) for file in files)} == set()


def test_no_other_library_is_imported() -> None:
    known = {"oddscalc", *LIBRARIES, *sys.stdlib_module_names}
    assert {m.split(".")[0] for path in MODULES for m in imports(path)} <= known


def modules(process: Callable[..., Ran], code: str) -> set[str]:
    """Return the modules that are loaded after some code."""
    ran = process("-c", f"import sys\n{code}\nprint('LOADED', *sys.modules)")
    assert ran.err == ""
    return set(ran.out.rpartition("LOADED")[2].split())


def modules_of(process: Callable[..., Ran], *arguments: str) -> set[str]:
    """Return the modules that a command loads."""
    call = f"import oddscalc._cli\nsys.argv = {['oddscalc', *arguments]!r}\noddscalc._cli.run()"
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
     (["edge", "--help"], {f"oddscalc._cli.{one}" for one in ("edge", "options", "complete")}),
     (["schema", "--help"], {f"oddscalc._cli.{one}" for one in ("schema", "options", "complete")})],
)  # fmt: skip
def test_help_loads_no_more_than_typer_and_the_command_it_is_about(
    process: Callable[..., Ran], arguments: list[str], command: set[str]
) -> None:
    more = modules_of(process, *arguments) - modules(process, "import typer, __future__, gc")
    always = {"oddscalc", "oddscalc._version", "oddscalc.errors"}
    always |= {"oddscalc._cli", "oddscalc._cli.app", "oddscalc._cli.output"}
    always |= {"oddscalc._ask", "oddscalc._ask.options"}
    assert {name for name in more if not name.startswith("typer.")} == always | command


@pytest.mark.parametrize("name", COMMANDS)
def test_typer_need_not_evaluate_annotations(name: str) -> None:
    annotations = load(name).callback.__wrapped__.__annotations__
    assert not any(isinstance(annotation, str) for annotation in annotations.values())


def test_listing_bets_needs_no_algebra(process: Callable[..., Ran]) -> None:
    assert not loaded(process, "bets") & HEAVY - {"tabulate"}


def test_a_first_answer_loads_graphs_and_algebra_and_the_same_again_neither(
    process: Callable[..., Ran],
) -> None:
    """Nor does either load pydantic, which only reads files of a user's own."""
    for asked in (["pass"], ["place-6", "--working", "off"]):
        assert loaded(process, "edge", *asked) & HEAVY == {"sympy", "networkx", "tabulate"}
        assert loaded(process, "edge", *asked) & HEAVY == set()
        priced = loaded(process, "edge", *asked, "--pays", "win=2 to 1")
        assert priced & HEAVY == {"tabulate"}


def test_the_checker_of_certificates_stands_alone() -> None:
    checker = ROOT / "_proof" / "verify.py"
    assert {module.split(".")[0] for module in imports(checker)} <= sys.stdlib_module_names
    assert len(checker.read_text(encoding="utf-8").splitlines()) < 300


def test_import_oddscalc_loads_nothing_heavy(process: Callable[..., Ran]) -> None:
    ran = process("-c", "import sys, oddscalc; print(*sys.modules)")
    assert not set(ran.out.split()) & (HEAVY | {"typer"})
    assert sys.version_info >= (3, 11)


def test_no_two_classes_have_one_name() -> None:
    names: dict[str, list[str]] = {}
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                names.setdefault(node.name, []).append(name_of(path))
    assert {name: places for name, places in names.items() if len(places) > 1} == {}
