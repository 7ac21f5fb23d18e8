"""Charts as files: what is in them, and when there is none."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import Ran

from oddscalc._money.netwin import NetWin
from oddscalc._show.charts import MOST_COLUMNS, _ranges, spread_chart

Run = Callable[..., Ran]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize(
    ("command", "titles"),
    [
        ("net field", ["Field (field)", "Net win per unit staked"]),
        ("net pass:5 any-craps:1", ["Net win"]),
        ("rolls pass --pmf 25", ["Pass Line (pass)", "Rolls to the decision"]),
        ("rolls pass --given win", ["Pass Line (pass)", "Rolls, given win"]),
        ("session pass --decisions 5", ["A session of pass at 1", "Net win of the session"]),
        (
            "session field --bankroll 5 --target 8",
            ["A session of field at 1", "Net win of the session"],
        ),
        ("plan place-68", ["Place 6 and 8 (place-68)", "Net win"]),
        (
            "net any-7 eleven",
            [
                "Any Seven (any-7)",
                "Net win per unit staked",
                "Eleven (eleven)",
                "Net win per unit staked",
            ],
        ),
    ],
)
def test_charts_are_files_by_the_suffix_and_by_the_format(
    command: str, titles: list[str], oddscalc: Run, tmp_path: Path
) -> None:
    path = tmp_path / "chart.svg"
    ran = oddscalc(*command.split(), "--out", str(path))
    assert (ran.code, ran.out) == (0, "")
    text = path.read_text()
    assert text == oddscalc(*command.split(), "--format", "svg").out
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert [one.text for one in root.findall(f"{SVG}text")] == titles
    assert len(root.findall(f"{SVG}svg")) == len(
        [title for title in titles if title.startswith(("Net", "Rolls"))]
    )


@pytest.mark.parametrize("command", ["rolls any-7", "edge pass"])
def test_where_there_is_no_chart_that_is_said(command: str, oddscalc: Run) -> None:
    ran = oddscalc(*command.split(), "--format", "svg")
    assert (ran.code, ran.out) == (2, "")
    assert "svg" in ran.err


def test_ranges_have_all_of_the_probability() -> None:
    chances = [Fraction(2 * n + 1, 10_000) for n in range(100)]
    net_win = NetWin.of([(chance, Fraction(n * 3 - 50, 7)) for n, chance in enumerate(chances)])
    names, told = _ranges(net_win)
    assert len(names) == len(told) <= MOST_COLUMNS
    assert sum(told) == 1
    wide = Fraction(3, 7) * 3  # 100 nets in columns of three
    lowest = net_win.quantile(Fraction(1, 2_000))
    assert told[0] == sum(chance for net, chance in net_win if net < lowest + wide)
    drawn = spread_chart(net_win)
    bars = re.findall("<rect", drawn.svg)
    assert len(bars) > len(names)


@pytest.mark.parametrize("command", ["net field", "rolls pass", "session pass --decisions 3"])
def test_pages_have_the_chart(command: str, oddscalc: Run) -> None:
    assert oddscalc(*command.split(), "--format", "html").out.count("<svg") == 1
