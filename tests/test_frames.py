"""Results as tables of pandas, polars and Arrow: the rows that CSV has, all of them text."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable
from typing import Any

import pytest

import oddscalc
from oddscalc._show.writers import write
from oddscalc.errors import DataError

ANSWERS: dict[str, Callable[[], Any]] = {
    "net": lambda: oddscalc.net("field"),
    "net together": lambda: oddscalc.net({"field": 5, "any-7": 1}),
    "rolls": lambda: oddscalc.rolls("pass", pmf=3),
    "session": lambda: oddscalc.session("pass", decisions=3),
    "session to a target": lambda: oddscalc.session("pass", bankroll=3, target=5),
    "fair": lambda: oddscalc.fair("field"),
    "design": lambda: oddscalc.design("any-7", "0..20%"),
    "plan": lambda: oddscalc.plan("place-68"),
    "portfolio": lambda: oddscalc.portfolio({"field": 5, "any-7": 1}),
    "bets": lambda: oddscalc.bets("horn"),
    "explain": lambda: oddscalc.explain("pass"),
    "diff": lambda: oddscalc.diff("las-vegas-felt", "customary"),
    "claim": lambda: oddscalc.claim("1.41%", "pass"),
    "check": lambda: oddscalc.check("examples/clean/us-nj-mini-dice.toml"),
    "observe": lambda: oddscalc.observe("examples/observed/rolls.csv"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_is_a_table_with_the_rows_of_csv(name: str) -> None:
    answer = ANSWERS[name]()
    headers, *rows = csv.reader(io.StringIO(write(answer.document(), "csv")))
    expected = [[text.removeprefix("'") or None for text in row] for row in rows]
    table = answer.to_arrow()
    assert table.column_names == headers == list(dict.fromkeys(headers))
    plain = [
        [text and text.removeprefix("'") for text in row.values()] for row in table.to_pylist()
    ]
    assert plain == expected
    assert {str(kind) for kind in table.schema.types} == {"string"}
    assert answer.to_polars().rows() == [tuple(row.values()) for row in table.to_pylist()]
    frame = answer.to_pandas()
    assert list(frame.columns) == headers
    assert frame.to_dict("records") == table.to_pylist()


def test_no_row_is_a_table_too() -> None:
    none = oddscalc.edges("pass")[:0]
    assert none.to_polars().height == none.to_arrow().num_rows == len(none.to_pandas()) == 0


def test_one_answer_has_the_columns_of_several() -> None:
    assert oddscalc.edge("pass").to_polars().equals(oddscalc.edges("pass").to_polars())


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_what_is_not_installed_is_told(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    how = {"pandas": "to_pandas", "polars": "to_polars", "pyarrow": "to_arrow"}[library]
    with pytest.raises(DataError, match=f"oddscalc\\[{library}\\]"):
        getattr(oddscalc.edge("pass"), how)()
