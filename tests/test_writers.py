"""Documents and their writers: one result, every format."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran

from oddscalc._show.document import (
    LEGEND,
    LONGEST,
    MOST_ROWS,
    Bullets,
    Document,
    Figure,
    Number,
    Records,
    Section,
    Table,
    Text,
    figures,
    left_out,
    lone,
    number,
)
from oddscalc._show.writers import SUFFIXES, WRITERS, write
from oddscalc._show.writers.notebook import renderable

Run = Callable[..., Ran]

LONG = Fraction(10**15 + 1, 3 * 10**15 - 1)
HOSTILE = "<b>*x*</b> & [y](z) $1 100% a_b #1 {c} ~d ^e \\f | `g` -- \"h\" 'i'"
VOID = {"meta", "br"}
FAULTY = Path(__file__).parent.parent / "examples" / "faulty" / "price-below-minimum.toml"
PROOF = FAULTY.parent.parent / "certificates" / "place-6-us-pa.json"


def document(*blocks: Any, title: str = "", under: tuple[str, ...] = (), **more: Any) -> Document:
    return Document(
        "Title",
        sections=lambda: [Section(title, under, blocks, more.get("notes", ()))],
        data=lambda: more.get("data"),
        records=lambda: more.get("records", Records(["a"], [])),
    )


class Page(HTMLParser):
    """An HTML text: its words, and whether every element is closed where it should be."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.words: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def check_latex(text: str) -> None:
    """Check that environments and braces are balanced and that all special letters are escaped."""
    stack: list[str] = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if kind == "begin":
            stack.append(name)
        else:
            assert stack.pop() == name
    assert stack == []
    plain = re.sub(r"\\[\\{}$&#%_]", "", text)
    assert plain.count("{") == plain.count("}")
    assert not re.search(r"[$#%_^~]", plain.replace(r"\begin{longtable}", ""))


def check(form: str, text: str) -> None:
    """Check that *text* is what its format calls valid."""
    assert text.strip()
    if form == "json":
        json.loads(text)
    elif form == "csv":
        rows = list(csv.reader(io.StringIO(text)))
        assert {len(row) for row in rows} == {len(rows[0])}
    elif form == "html":
        assert Page(text).tags[0] == "html"
    elif form == "tex":
        assert text.startswith("\\documentclass")
        check_latex(text)
    elif form == "text":
        assert max(map(len, text.splitlines())) <= 80


PRINTED = (
    ("net", "dont-pass", "--rules", "us-ma"),
    ("net", "fire"),
    ("net", "pass:5", "any-craps:1"),
    ("portfolio", "pass:5", "any-craps:1", "--rolls-per-hour", "100"),
    ("portfolio", "pass:5", "fire:1", "--show", "against"),
    ("edge", "fire", "--show", "one-in", "--rolls-per-hour", "100"),
    ("edge", "dont-pass", "--rules", "us-ma"),
    ("edge", "pass", "hot-roller", "fire"),
    ("edge", "place-6", "--stake", "1..12", "--round", "refuse"),
    ("edge", "pass", "--dice", "p7"),
    ("rolls", "hard-8", "--pgf", "--cdf", "3", "--at-least", "20"),
    ("rolls", "pass", "--given", "win"),
    ("rolls", "hand"),
    ("verify", str(PROOF), str(PROOF)),
    ("check", str(FAULTY)),
    ("diff", "lc", "massino"),
    ("diff", "customary", "sg-mbs-v3"),
    ("simulate", "field", "-n", "1000", "--seed", "1"),
    ("simulate", "pass:5", "any-craps:1", "-n", "10", "--seed", "1"),
    ("explain", "pass"),
    ("explain", "fire", "--rules", "us-pa", "--states", "3"),
    ("fair", "fire"),
    ("fair", "--all", "--rules", "sg-mbs"),
    ("fair", "place-6", "--stakes", "1..30", "--round", "down", "--against", "place-8"),
    ("design", "field", "--target-edge", "2%..6%", "--tiers", "2,12", "--prices", "whole"),
    ("claim", "1.41%", "--bet", "pass"),
    ("bets", "--rules", "lc"),
    ("bets", "hardway"),
    ("session", "pass", "--decisions", "10"),
    ("session", "pass", "--rolls", "20"),
    ("session", "pass", "--bankroll", "10", "--target", "20", "--enclose", "64"),
)


@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize("arguments", PRINTED, ids=" ".join)
def test_every_command_prints_every_format(
    oddscalc: Run, arguments: tuple[str, ...], form: str
) -> None:
    ran = oddscalc(*arguments, "--format", form)
    assert ran.code == (arguments[0] in ("diff", "check"))
    check(form, ran.out)


@pytest.mark.parametrize("suffix", [one for one in SUFFIXES if one != ".xlsx"])
def test_a_file_has_the_format_of_its_suffix(oddscalc: Run, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"net{suffix}"
    ran = oddscalc("net", "pass", "--out", str(path))
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    printed = oddscalc("net", "pass", "--format", SUFFIXES[suffix]).out
    assert path.read_text(encoding="utf-8") == printed


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(("--out", "x.docx"), "no format has the suffix of 'x.docx'; there are .txt"),
     (("--out", "x.md", "--json"), "'x.md' is a file for md, and the format asked for is json"),
     (("--out", "nowhere/x.md"), "nowhere/x.md: cannot be written: No such file or directory")],
)  # fmt: skip
def test_a_file_that_cannot_be_written_is_refused(
    oddscalc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: Any, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = oddscalc("net", "pass", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert said in " ".join(ran.err.split())


@pytest.mark.parametrize("form", ["md", "html", "tex"])
def test_a_single_bet_has_its_outcomes_in_every_format(oddscalc: Run, form: str) -> None:
    out = oddscalc("edge", "place-6", "--format", form).out
    assert all(text in out for text in ("5/11", "7 to 6 = 13 for 6", "hit frequency", "1/66"))
    assert "5/11" not in oddscalc("edge", "place-6", "place-8", "--format", form).out


def test_a_long_fraction_is_a_mark_and_its_decimal_everywhere() -> None:
    short, long = Fraction(1, 3), number(LONG)
    assert len(str(LONG)) > LONGEST
    table = Table(("x", "", "y"), "rrr", [(long, "0.33", lone(LONG)), (number(short), "", "-")])
    for form in ("text", "md", "html", "tex"):
        text = write(document(table), form)
        text = text.replace(r"\textasciitilde{}", "~").replace("-{}-", "--")
        assert "~0.3333333333" in text
        assert "1/3" in text
        assert str(LONG) not in text
        assert text.count(LEGEND) == 1
    assert LEGEND not in write(document(Table(("x",), "r", [(number(short),)])), "text")


def test_a_named_long_fraction_is_listed_in_full_once() -> None:
    rows = [Figure("edge", LONG, "33%"), Figure("same", LONG, "33%"), Figure("sd", None, "1")]
    for form in ("text", "md", "html"):
        text = write(document(figures(rows, named=True)), form)
        assert text.count(str(LONG)) == 1
        assert f"edge = {LONG}" in text
        assert str(LONG) not in write(document(figures(rows)), form)


def test_a_table_that_would_be_too_wide_shortens_more_fractions() -> None:
    middle = Number(Fraction(10**8 + 1, 10**9), "0.1000000010")
    wide = Table(("a", "b"), "lr", [("x" * 60, middle)])
    assert "~0.1000000010" in write(document(wide), "text")
    assert "100000001/1000000000" in write(document(wide), "md")
    narrow = Table(("a", "b"), "lr", [("x" * 50, middle)])
    assert "100000001/1000000000" in write(document(narrow), "text")


@pytest.mark.parametrize("form", ["text", "md", "html", "tex"])
def test_whatever_a_text_holds_is_text(form: str) -> None:
    written = write(
        document(
            Table(("x", HOSTILE), "lr", [(HOSTILE, HOSTILE)], HOSTILE),
            Text(HOSTILE),
            Bullets([HOSTILE], HOSTILE),
            title=HOSTILE,
            under=(HOSTILE,),
            notes=[HOSTILE],
        ),
        form,
    )
    if form == "html":
        assert Page(written).words.count(HOSTILE) == 10
        assert "<b>" not in written
    elif form == "tex":
        check_latex(written)
        assert written.count(r"\textless{}b\textgreater{}*x*") == 10
    elif form == "md":
        assert "<b>" not in written.replace("\\<b>", "")
        assert all(line.count("|") == 3 for line in written.replace("\\|", "").splitlines()
                   if line.startswith("|"))  # fmt: skip


def test_terminals_of_80_columns_are_kept_to() -> None:
    words = "word " * 50
    shown = document(Text(words), Bullets([words], "list"), under=(words,), notes=[words])
    text = write(shown, "text")
    assert max(map(len, text.splitlines())) < 80
    assert text.count("word") == 200


@pytest.mark.parametrize("form", ["text", "md", "html", "tex"])
def test_an_empty_table_and_an_empty_section_are_written(form: str) -> None:
    check(form, write(document(Table(("a", "b"), "lr", []), title="t"), form) + "\n")


def test_rows_left_out_are_counted() -> None:
    assert left_out(range(MOST_ROWS), "rows") == ""
    table = Table(("a",), "l", [("x",)], left_out(range(MOST_ROWS + 3), "outcomes"))
    for form in ("text", "md", "html", "tex"):
        assert "... and 3 more outcomes (-" in write(document(table), form)


def test_spreadsheets_find_no_formula_and_keep_numbers() -> None:
    rows = [["=1+1", "-7/495", "-0.5", "+1%", "-1+1", "@x", "ok"]]
    written = write(document(records=Records(list("abcdefg"), rows)), "csv")
    assert list(csv.reader(io.StringIO(written)))[1] == [
        "'=1+1", "-7/495", "-0.5", "+1%", "'-1+1", "'@x", "ok"
    ]  # fmt: skip


def test_only_the_part_that_is_asked_for_is_made() -> None:
    def never() -> Any:
        raise AssertionError

    assert (
        write(Document("t", sections=never, data=lambda: [1], records=never), "json") == "[\n  1\n]"
    )


def test_rich_prints_a_document_whose_words_are_no_markup() -> None:
    from rich.console import Console

    out = io.StringIO()
    table = Table(("a", "b"), "lr", [("[red]x[/red]", number(LONG))], "more")
    bullets = Bullets(["item"], "list")
    shown = document(table, Text("text"), bullets, title="[b]t[/b]", under=("u",))
    Console(file=out, width=80).print(renderable(shown))
    text = out.getvalue()
    assert all(word in text for word in ("[red]x[/red]", "[b]t[/b]", LEGEND, "- item", "more"))
    assert max(map(len, text.splitlines())) <= 80


def test_jinja2_is_loaded_only_for_html(process: Run) -> None:
    code = "import sys; from oddscalc._cli import run\nfor form in ('text', 'md', 'csv', 'tex'):\n"
    code += "    sys.argv = ['oddscalc', 'net', 'field', '--format', form]; run()\n"
    code += "print('jinja2' in sys.modules, file=sys.stderr)"
    assert process("-c", code).err == "False\n"
