"""How results show themselves: tables in notebooks and terminals, chains drawn by Graphviz."""

from __future__ import annotations

import io
import re
import shutil
import sys
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import oracles
import pytest
from conftest import Ran

import oddscalc as package
from oddscalc._exact.numbers import exact
from oddscalc._show.diagram import MOST_DRAWN
from oddscalc._show.document import LONG
from oddscalc._show.words.figures import all_figures

Run = Callable[..., Ran]


class Table(HTMLParser):
    """The rows of an HTML table, as text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.caption, self.within = "", ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.within = tag
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        if self.within == "h2":
            self.caption += data
        elif self.within in ("td", "th"):
            self.rows[-1][-1] += data

    def handle_endtag(self, tag: str) -> None:
        self.within = ""


def table(shown: Any) -> Table:
    return Table(shown._repr_html_())


def printed(shown: Any, **options: Any) -> str:
    """Return what rich prints at 80 columns."""
    from rich.console import Console

    out = io.StringIO()
    Console(file=out, width=80, **options).print(shown)
    return out.getvalue()


@pytest.mark.parametrize("bet", ["pass", "dont-pass", "fire", "whirl"])
def test_a_notebook_shows_an_answer_with_the_numbers_of_the_closed_forms(bet: str) -> None:
    answer = package.edge(bet)
    html, found = answer._repr_html_(), table(answer)
    by_name = {row[0]: row[1:] for row in found.rows}

    def shows(name: str, cell: str, value: Fraction) -> bool:
        return f"{name} = {exact(value)}" in html if cell == LONG else cell == exact(value)

    for outcome, probability in oracles.law(bet).items():
        name = outcome.replace(":", " ")
        cells = by_name[name]
        assert shows(f"P({name})", cells[0], probability)
        assert Fraction(cells[3]) == (oracles.nets(bet) or {})[outcome]
    for name, value in (
        ("house edge per bet made", oracles.edge(bet)),
        ("expected rolls", oracles.rolls(bet)),
    ):
        assert value is not None
        assert shows(name, by_name[name][0], value)
    assert f"({bet})" in found.caption


def test_a_notebook_shows_a_list_of_answers_as_one_table() -> None:
    answers = package.edges("pass", "dont-pass", "hot-roller", rules="us-ma")
    found = table(answers)
    assert found.rows[1:4] == [
        ["pass", "7/495", "1.4141", "1.4141", "0.4189", "3.3758"],
        ["dont-pass (returned)", "3/220", "1.3636", "1.4026", "0.4039", "3.3758"],
        ["dont-pass (stays)", "27/1925", "1.4026", "1.4026", "0.4039", "3.4722"],
    ]
    assert found.rows[4] == ["hot-roller (unordered)", "no price", "-", "-", "-", "5.9975"]
    assert table(package.edges("pass")).rows == table(package.edge("pass")).rows


def test_a_slice_of_answers_shows_itself() -> None:
    answers = package.edges("pass", "field", "any-7")
    assert [row[0] for row in table(answers[1:]).rows[1:]] == ["field", "any-7"]


def test_a_notebook_shows_a_portfolio() -> None:
    found = table(package.portfolio({"pass": 5, "any-craps": 1}))
    by_name = {row[0]: row[1] for row in found.rows}
    assert by_name["4"] == "244/495"
    assert by_name["-6"] == "196/495"
    assert by_name["edge over stakes per bet made"] == "1/33"
    assert by_name["expected rolls"] == "557/165"


def test_the_edges_over_every_basis_are_among_the_figures() -> None:
    buy = package.edge("buy-4")
    found = {figure.label: figure.exact for figure in all_figures(buy.value)}
    assert found["house edge per bet made"] == Fraction(1, 20)
    assert found["edge over outlay per bet made"] == Fraction(1, 21)
    line = package.edge("pass", odds="345x")
    found = {figure.label: figure.exact for figure in all_figures(line.value)}
    assert found["edge over action per bet made"] == Fraction(7, 1870)
    assert found["edge over stake per bet made"] == Fraction(7, 495)


def own(tmp_path: Path, name: str, wins: str = '"6"') -> str:
    path = tmp_path / "own.toml"
    path.write_text(
        f'[[bets]]\nid = "own"\nname = "{name}"\nkind = "race"\nsource = "me"\n'
        f'rule = {{ win = {wins}, lose = "7" }}\n'
    )
    return str(path)


def test_names_are_text_and_no_markup(tmp_path: Path) -> None:
    answer = package.edge(own(tmp_path, "<b>[red]x[/red]</b> &"))
    assert "<b>" not in answer._repr_html_()
    assert table(answer).caption.startswith("<b>[red]x[/red]</b> & (own)")
    assert "<b>[red]x[/red]</b> & (own)" in printed(answer)


def test_rich_prints_tables_of_80_columns_without_colours() -> None:
    portfolio = package.portfolio({"pass": 5, "any-craps": 1})
    everything = package.edges(*oracles.BETS)
    for shown in (package.edge("fire"), package.edge("pass"), portfolio, everything):
        for options in ({}, {"force_terminal": True, "no_color": True}):
            text = printed(shown, **options)
            codes = set(re.findall(r"\x1b\[([\d;]*)m", text))
            assert codes <= ({"0", "1", "2;3", "3"} if options else set())  # bold, faint, italic
            plain = re.sub(r"\x1b\[[\d;]*m", "", text)
            assert max(map(len, plain.splitlines())) <= 80
    text = printed(package.edge("pass"))
    assert "7/495" in text
    assert "98/165" in printed(package.edge("fire"))


def test_rich_is_loaded_only_by_rich(process: Run) -> None:
    code = "import sys, oddscalc; oddscalc.edge('pass')._repr_html_(); print('rich' in sys.modules)"
    assert process("-c", code).out == "False\n"


# --- chains drawn by Graphviz

needs_dot = pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")


@needs_dot
def test_explain_draws_the_chain(oddscalc: Run) -> None:
    ran = oddscalc("explain", "field", "--format", "svg")
    assert (ran.code, ran.err) == (0, "")
    root = ElementTree.fromstring(ran.out[ran.out.index("<svg") :])
    kinds = [group.get("class") for group in root.iter() if group.get("class")]
    assert kinds.count("node") == 5
    assert kinds.count("edge") == 4
    assert "5/9: 5..8" in ran.out
    assert oddscalc("explain", "field", "--format", "svg").out == ran.out


@needs_dot
def test_a_drawn_name_is_escaped(oddscalc: Run, tmp_path: Path) -> None:
    path = own(tmp_path, "mine", "{ '<script>' = '6' }")
    out = oddscalc("explain", path, "--format", "svg").out
    assert "win &lt;script&gt;" in out
    assert "<script>" not in out


def test_without_graphviz_it_says_so(
    oddscalc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = oddscalc("explain", "field", "--format", "svg")
    assert (ran.code, ran.out) == (2, "")
    assert "needs the program dot of Graphviz, which is not on the path" in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setitem(sys.modules, "graphviz", None)
    ran = oddscalc("explain", "field", "--format", "svg")
    assert (ran.code, ran.out) == (2, "")
    assert 'pip install "oddscalc[svg]"' in ran.err


def test_a_chain_too_large_to_draw_is_refused(oddscalc: Run) -> None:
    ran = oddscalc("explain", "hot-roller", "--format", "svg")
    assert (ran.code, ran.out) == (2, "")
    assert f"has 1,259 states; up to {MOST_DRAWN} are drawn" in ran.err
