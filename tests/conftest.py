"""Keeps the terminal and the CI machine out of what is printed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import pytest

for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "GITHUB_ACTIONS", "TERM", "PYTHONIOENCODING"):
    os.environ.pop(name, None)


NUMBERS = count()


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


@pytest.fixture(autouse=True)
def nothing_kept(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give each test a cache directory of its own, which is not there yet."""
    directory = tmp_path_factory.getbasetemp() / f"kept-{next(NUMBERS)}"
    monkeypatch.setenv("ODDSCALC_CACHE_DIR", str(directory))
    return directory


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
