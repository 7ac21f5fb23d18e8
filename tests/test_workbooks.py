"""Results as workbooks: read back by the library that people read them with."""

from __future__ import annotations

import io
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from conftest import Ran

from oddscalc._exact.numbers import decimal
from oddscalc._show.document import Bullets, Code, Document, Number, Records, Section, Table, Text
from oddscalc._show.writers.workbook import write

Run = Callable[..., Ran]


def read(content: bytes) -> dict[str, list[tuple[Any, ...]]]:
    book = openpyxl.load_workbook(io.BytesIO(content))
    return {page.title: list(page.iter_rows(values_only=True)) for page in book}


def of(*blocks: Any, title: str = "Title") -> dict[str, list[tuple[Any, ...]]]:
    records = Records(["a", "b"], [["=1+1", "2/3"], ["1.50", "123456789012345678"]])
    section = Section(title, ["under"], blocks)
    return read(write(Document("Doc", lambda: [section], lambda: None, lambda: records)))


@pytest.mark.parametrize(
    ("command", "sheet"),
    [
        ("edge pass place-6", "Odds and house edges"),
        ("edge field --stake 1..3 --round down", "House edge by stake"),
        ("net field", "Field (field)"),
        ("rolls pass", "Pass Line (pass)"),
        ("portfolio pass:5 field:1", "data"),
        ("plan place-68", "Place 6 and 8 (place-68)"),
        ("diff lc massino", "data"),
        ("bets --rules us-nj-mini-dice", "data"),
        ("session pass --decisions 5", "data"),
    ],
)
def test_every_command_writes_one_by_the_suffix(
    command: str, sheet: str, oddscalc: Run, tmp_path: Path
) -> None:
    path = tmp_path / "out.xlsx"
    ran = oddscalc(*command.split(), "--out", str(path))
    assert (ran.code in (0, 1), ran.out) == (True, "")
    pages = read(path.read_bytes())
    assert sheet in pages
    assert len(pages["data"]) > 1


def test_fractions_are_texts_and_short_decimals_numbers() -> None:
    pages = of(Table(("x", "y"), "lr", [("7/6", "1.5"), ("07:06", "12345678901234567890")]))
    assert ("7/6", 1.5) in pages["Title"]
    assert ("07:06", "12345678901234567890") in pages["Title"]


def test_no_text_is_a_formula_or_a_date() -> None:
    assert of()["data"] == [("a", "b"), ("=1+1", "2/3"), (1.5, "123456789012345678")]


def test_every_block_and_the_names_of_sheets() -> None:
    pages = of(
        Text("a text"), Bullets(["one", "two"], "items"), Code("f(x)\ng(x)", "code"),
        title="A/B: 'x' [y]? " + "long" * 20,
    )  # fmt: skip
    name = next(iter(pages))
    assert len(name) <= 31
    texts = [row[0] for row in pages[name]]
    for text in ("under", "a text", "items", "one", "two", "code", "f(x)", "g(x)"):
        assert text in texts


def test_a_long_fraction_stands_in_full_beside_its_decimal() -> None:
    value = Fraction(1, 3**60)
    cells = (Number(value, "0.1"), decimal(value))
    pages = of(Table(("x", "y"), "rr", [cells]))
    assert (str(value), "0.00000000000000000000000000002358982488") in pages["Title"]
