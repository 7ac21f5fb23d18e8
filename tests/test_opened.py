"""What is written opens in what it is made for: Chromium prints reports, LaTeX sets them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser.chromium import PROGRAM, Browser, chromium
from conftest import Ran
from test_writers import check_latex

Run = Callable[..., Ran]
TEX = shutil.which("pdflatex") or shutil.which("tectonic")

REPORTS = [
    "report place-6 --paytable customary --paytable massino --rules us-pa",
    "report place-68",
    "report pass:5 any-craps:1",
    "report dont-pass --rules us-ma",
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if PROGRAM is None:
        pytest.skip("there is no Chromium here")
    pytest.importorskip("websockets", reason="websockets is not installed")
    with chromium(tmp_path_factory.mktemp("chromium")) as started:
        yield started


@pytest.mark.slow
@pytest.mark.parametrize("command", REPORTS)
def test_a_browser_shows_a_report_and_prints_it(
    command: str, oddscalc: Run, tmp_path: Path, browser: Browser
) -> None:
    path = tmp_path / "report.html"
    assert oddscalc(*command.split(), "--out", str(path)).code == 0
    for width in (1280, 360):
        browser.resize(width)
        browser.open(path)
        assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    assert browser.run("document.querySelectorAll('svg.chart').length") >= 1
    assert browser.run("document.querySelector('svg.chart .series rect').getBBox().width") > 0
    browser.prefer("light", "print")
    assert browser.run("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert len(browser.call("Page.printToPDF")["data"]) > 10_000
    browser.prefer("light")
    assert browser.complaints == []
    assert {one.partition(":")[0] for one in browser.requests} == {"file"}


@pytest.mark.slow
@pytest.mark.parametrize("command", ["net field", "rolls fire", "session pass --decisions 60"])
def test_a_browser_shows_a_chart(
    command: str, oddscalc: Run, tmp_path: Path, browser: Browser
) -> None:
    path = tmp_path / "chart.svg"
    assert oddscalc(*command.split(), "--out", str(path)).code == 0
    browser.open(path)
    assert browser.run("document.documentElement.tagName") == "svg"
    bars = "[...document.querySelectorAll('.series rect')]"
    assert browser.run(f"Math.max(...{bars}.map(one => one.getBBox().height))") > 10
    assert browser.run(f"getComputedStyle({bars}[0]).fill") == "rgb(59, 110, 165)"
    assert browser.complaints == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", [*REPORTS, "explain dont-pass", "check examples/faulty/price-not-fixed.toml"]
)
def test_latex_sets_what_is_written(command: str, oddscalc: Run, tmp_path: Path) -> None:
    """Where there is no engine, whether all that is opened is closed and escaped."""
    path = tmp_path / "set.tex"
    assert oddscalc(*command.split(), "--out", str(path)).code in (0, 1)
    check_latex(path.read_text(encoding="utf-8"))
    if TEX is not None:
        quiet = ["-halt-on-error", "-interaction=nonstopmode"] if "pdflatex" in TEX else []
        ran = subprocess.run(
            [TEX, *quiet, path.name], cwd=tmp_path, capture_output=True, check=False
        )
        assert ran.returncode == 0, ran.stdout[-2_000:]
        assert (tmp_path / "set.pdf").read_bytes().startswith(b"%PDF")
