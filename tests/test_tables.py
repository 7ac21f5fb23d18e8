"""The published tables: what is committed is what would be written, and says what is true."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path

import oracles
import pytest
from conftest import Ran

from oddscalc._tables import tables
from oddscalc._tables.pages import makers

Run = Callable[..., Ran]
COMMITTED = Path(__file__).parent.parent / "tables"


@cache
def committed() -> dict[str, str]:
    """Return every file; what they say is tested on those that are there."""
    return {path.name: path.read_bytes().decode("ascii") for path in COMMITTED.iterdir()}


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(committed()[f"{name}.csv"])))


def q(row: dict[str, str], name: str) -> Fraction:
    return Fraction(int(row[f"{name}_num"]), int(row[f"{name}_den"]))


COSTLY = {"us-ma-at-customary", "side-bets-at-side-bets", "published"}
"""Three pages take longer to write than all others; CI's ``tables --check`` writes them too."""


@pytest.mark.slow
def test_the_committed_tables_are_what_would_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = {name: make for name, make in makers().items() if name not in COSTLY}
    assert len(chosen) == len(makers()) - len(COSTLY)
    monkeypatch.setattr(tables, "makers", lambda: chosen)
    *pages, _ = tables.files()
    for name, text in pages:
        assert committed()[name] == text, f"{name}: oddscalc tables"


def test_pages_come_as_md_csv_and_json_and_stand_in_the_index() -> None:
    for page in makers():
        for ending in tables.ENDINGS[:-1] if page == "plans" else tables.ENDINGS:
            assert f"{page}.{ending}" in committed()
            assert f"({page}.{ending})" in committed()["index.md"]
    assert len(committed()) == tables.count() - 1, "plans have no certificates"


def test_links_between_pages_resolve() -> None:
    import re

    for text in (text for name, text in committed().items() if name.endswith(".md")):
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert target in committed()


def test_the_standard_page_agrees_with_the_closed_forms() -> None:
    found = {row["bet"]: row for row in rows("standard-at-customary")}
    assert set(found) == set(oracles.BETS)
    for bet, row in found.items():
        won = sum(p for label, p in oracles.law(bet).items() if label.startswith("win"))
        assert q(row, "win") == won
        assert q(row, "expected_rolls") == oracles.rolls(bet)
        edge = oracles.edge(bet)
        if edge is not None:
            assert q(row, "edge_per_bet_made") == edge
        assert row["clause"] == "custom"


def test_json_and_csv_of_a_page_say_the_same() -> None:
    page = "us-pa-at-customary"
    objects = json.loads(committed()[f"{page}.json"])
    assert len(objects) == len(rows(page))
    for row, entry in zip(rows(page), objects, strict=True):
        assert (row["bet"], row["reading"]) == (entry["bet"], entry["reading"])
        assert q(row, "win") == Fraction(entry["win"]["exact"])
        assert row["clause"] == entry["clause"]


def test_the_odds_page_has_the_known_edges() -> None:
    known = {"0x": "7/495", "2x": "1/165", "full-double": "28/4895", "345x": "7/1870",
             "100x": "1/4785"}  # fmt: skip
    for row in rows("odds-schedules"):
        if row["bet"] == "pass" and row["odds"] in known:
            assert q(row, "edge_action_made") == Fraction(known[row["odds"]])
        if row["bet"] == "dont-pass" and row["odds"] in ("6x", "345x"):
            assert q(row, "edge_action_made") == Fraction(3, 1100)
            assert q(row, "edge_action_resolved") == Fraction(27, 9845)


def test_the_commission_page_has_the_known_edges() -> None:
    found = {(r["bet"], r["rate"], r["base"], r["when"]): r for r in rows("commissions")}
    assert q(found["buy-4", "5%", "stake", "placed"], "edge_outlay_made") == Fraction(1, 21)
    assert q(found["buy-4", "5%", "stake", "won"], "edge_stake_made") == Fraction(1, 60)
    assert q(found["lay-6", "5%", "win", "placed"], "edge_outlay_made") == Fraction(1, 25)
    assert q(found["lay-6", "5%", "win", "won"], "edge_stake_made") == Fraction(1, 44)


def test_the_breakage_page_has_the_known_edges() -> None:
    found = {(r["bet"], r["commission"], r["stake"]): r for r in rows("breakage")}
    assert q(found["place-6", "", "5"], "edge_made") == Fraction(1, 11)
    assert q(found["horn", "", "5"], "edge_made") == Fraction(2, 15)
    vig = "5% of stake, when won, rounded down to 1"
    assert q(found["buy-4", vig, "25"], "edge_made") == Fraction(1, 75)


def test_pages_are_plain_and_safe() -> None:
    for name, text in committed().items():
        assert text.isascii(), name
        assert "\r" not in text
        assert text.endswith("\n")
        if name.endswith(".csv"):
            for row in csv.reader(io.StringIO(text)):
                for cell in row:
                    unsafe = cell.startswith(("=", "+", "@")) or (
                        cell.startswith("-") and not cell[1:].replace(".", "").isdigit()
                    )
                    assert not unsafe, (name, cell)


def test_writing_then_checking_then_changing_a_digit(
    oddscalc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "files", lambda receive: iter(committed().items()))
    out = str(tmp_path / "tables")
    ran = oddscalc("tables", "--out", out)
    assert (ran.code, ran.out) == (0, "")
    assert oddscalc("tables", "--out", out, "--check").code == 0
    page = tmp_path / "tables" / "odds-schedules.md"
    page.write_text(page.read_text().replace("7/1870", "7/1871"), newline="\n")
    (tmp_path / "tables" / "index.md").unlink()
    (tmp_path / "tables" / "stray.csv").write_text("x\n")
    ran = oddscalc("tables", "--out", out, "--check")
    assert ran.code == 1
    assert "-| pass      | 345x" in ran.out
    assert "index.md: is missing" in ran.out
    assert "stray.csv: is no table of ours" in ran.out
    assert "3 differences" in ran.err


def test_a_directory_that_cannot_be_written(
    oddscalc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "files", lambda receive: iter(committed().items()))
    (tmp_path / "file").write_text("")
    ran = oddscalc("tables", "--out", str(tmp_path / "file"))
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be written" in ran.err


@pytest.mark.parametrize("kind", ["bets", "rulebook", "paytable", "portfolio", "submission"])
def test_a_json_schema_for_editors(oddscalc: Run, kind: str) -> None:
    found = json.loads(oddscalc("schema", kind).out)
    assert found["$schema"].startswith("https://json-schema.org/")
    assert found["additionalProperties"] is False
