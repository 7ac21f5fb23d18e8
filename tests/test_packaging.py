"""The wheel, not the checkout: built, installed and used, on every Python that is at hand."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import oddscalc

ROOT = Path(__file__).parent.parent
CLEAN = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command that must succeed, away from the checkout."""
    ran = subprocess.run(
        [str(part) for part in command],
        cwd=cwd, env=CLEAN, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return ran


def pythons() -> list[str]:
    """Return the interpreters at hand that oddscalc supports, each minor version once.

    Those on the path, and those that pyenv keeps; its shims may lead nowhere.
    """
    found = {sys.version_info.minor: sys.executable}
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    path = os.pathsep.join(
        part for part in os.get_exec_path() if Path(part).resolve() != (root / "shims").resolve()
    )
    for minor in range(11, 20):
        named = shutil.which(f"python3.{minor}", path=path)
        kept = map(str, (root / "versions").glob(f"3.{minor}.*/bin/python"))
        for one in filter(None, [named, *kept]):
            found.setdefault(minor, one)
    return [found[minor] for minor in sorted(found)]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build sdist and wheel from a clean export of the tree."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    ignored = shutil.ignore_patterns(".*", "__pycache__", "dist", "build")
    shutil.copytree(ROOT, source, ignore=ignored, dirs_exist_ok=True)
    run(sys.executable, "-m", "build", "--outdir", out, source, cwd=out)
    return out


@pytest.mark.slow
def test_the_sdist_holds_what_is_needed_to_test_it(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for needed in (
        *("pyproject.toml", "README.md", "CHANGELOG.md", "LICENSE", "CONTRIBUTING.md"),
        *("oddscalc/_bets/catalogue.toml", "tests/conftest.py", "tables/index.md"),
        *("examples/certificates/place-6-us-pa.json", "docs/design.md", "benchmarks/chains.py"),
    ):
        assert needed in names


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_package_and_nothing_else(built: Path) -> None:
    (path,) = built.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    package = Path(oddscalc.__file__).parent
    expected = {
        f"oddscalc/{file.relative_to(package).as_posix()}"
        for file in package.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert {name for name in names if ".dist-info/" not in name} == expected
    assert "oddscalc/py.typed" in expected


@pytest.mark.parametrize("python", pythons())
@pytest.mark.slow
def test_the_installed_wheel_answers(built: Path, tmp_path: Path, python: str) -> None:
    (wheel,) = built.glob("*.whl")
    run(python, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    programs = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(programs / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    command = programs / "oddscalc"
    assert run(command, "--version", cwd=tmp_path).stdout == f"oddscalc {oddscalc.__version__}\n"
    assert "Usage: oddscalc" in run(command, "--help", cwd=tmp_path).stdout
    proof = tmp_path / "fire.json"
    asked = run(
        command, "edge", "fire", "--rules", "us-pa", "--json", "--no-cache",
        "--certificate", proof, cwd=tmp_path,
    )  # fmt: skip
    outcomes = {one["tier"]: one["probability"] for one in json.loads(asked.stdout)[0]["outcomes"]}
    assert outcomes["0"]["exact"] == "98/165"
    assert "proven" in run(command, "verify", proof, cwd=tmp_path).stdout
    off = run(command, "edge", "place-6", "--working", "off", "--no-cache", cwd=tmp_path)
    assert "1/66" in off.stdout
    assert "pass" in run(command, "bets", cwd=tmp_path).stdout
