"""Keeps the terminal and the CI machine out of what is printed."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Collection, Generator, Iterable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import settings

for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "GITHUB_ACTIONS", "TERM", "PYTHONIOENCODING"):
    os.environ.pop(name, None)


NUMBERS = count()

settings.register_profile("quick", max_examples=20, deadline=None)
settings.register_profile("thorough", max_examples=100, deadline=None)


def examples(most: int, **options: Any) -> settings:
    """Try *most* random examples where tests are thorough, a fifth of them where they are quick."""
    profile = settings()
    number = max(1, most * profile.max_examples // 100)
    return settings(profile, max_examples=number, **options)


def calls(run: Callable[[], object]) -> int:
    """Return how many calls *run* makes: its work, whatever the machine has to do beside it."""
    made = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal made
        made += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(before)
    return made


def slow_but(quick: Collection[Any], values: Iterable[Any]) -> list[Any]:
    """Return the *values* of a parameter, all slow but those that are *quick*."""
    return [one if one in quick else slow(one) for one in values]


def slow(*values: Any) -> Any:
    """Return the value, or the values, of one slow case of a parametrised test."""
    return pytest.param(*values, marks=pytest.mark.slow)


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many random examples are tried, before any test is imported."""
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("quick" if config.option.markexpr == "not slow" else "thorough")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let random tests be among the slow ones too, where they are thorough."""
    if config.option.markexpr == "slow":
        for item in items:
            if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
                item.add_marker(pytest.mark.slow)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Make a skipped test fail where all that tests need is said to be installed."""
    report = yield
    if report.skipped and os.environ.get("ODDSCALC_NO_SKIPS") == "1":
        report.outcome = "failed"
        report.longrepr = f"skipped although ODDSCALC_NO_SKIPS is set: {report.longrepr}"
    return report


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Start no workers for a few tests: each would import and collect everything once more."""
    if config.option.keyword or not any(Path(name).is_dir() for name in config.args):
        return 0
    return None  # one for each core


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among thousands of tests and modules, of which none is."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give each test a cache directory of its own, which is not there yet."""
    directory = tmp_path_factory.getbasetemp() / f"kept-{next(NUMBERS)}"
    monkeypatch.setenv("ODDSCALC_CACHE_DIR", str(directory))
    return directory


@pytest.fixture
def kept_by_all(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Share the solutions of large chains with all tests that say so."""
    monkeypatch.setenv("ODDSCALC_CACHE_DIR", str(tmp_path_factory.getbasetemp() / "kept-by-all"))


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def oddscalc(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    """Run the command line in this process."""
    from oddscalc._cli import run

    def call(*arguments: str) -> Ran:
        monkeypatch.setattr(sys, "argv", ["oddscalc", *arguments])
        code = run()
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return call


@pytest.fixture
def process() -> Callable[..., Ran]:
    """Run Python in a process of its own."""

    def call(*arguments: str, **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, *arguments],
            capture_output=True,
            text=True,
            env={**os.environ, **environment},
            timeout=120,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return call
