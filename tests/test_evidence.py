"""Folders of evidence, annotated workbooks, and the lines of a report in SARIF."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran
from openpyxl import Workbook, load_workbook
from openpyxl.comments import Comment

import oddscalc as package
from oddscalc._checking.places import line_of
from oddscalc._proof.verify import seal_of, verify

Run = Callable[..., Ran]

PAPER = """\
rulebook,licensee,game,version,effective,wager,outcome,pays,house advantage,remarks
standard,A Casino,craps,1,2026-01-01,Place 4 and 10,,9 to 5,6.67%,
standard,A Casino,craps,1,2026-01-01,Any 7,,4 to 1,16.57%,"two
lines"
standard,A Casino,craps,1,2026-01-01,Buy 4,,2 to 1,4.76%,
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("evidence")
    (base / "paper.csv").write_text(PAPER)
    answer = package.check(base / "paper.csv", evidence=base / "found")
    assert not answer
    return base / "found"


def test_evidence_is_complete_and_readable_without_the_program(folder: Path) -> None:
    assert (folder / "input" / "paper.csv").read_text() == PAPER
    report = json.loads((folder / "report.json").read_text())
    assert report["summary"]["verdict"] == "errors"
    assert {path.stem for path in (folder / "certificates").iterdir()} == {
        *("place-4", "place-10", "any-7", "buy-4"),
    }
    for path in (folder / "certificates").iterdir():
        assert verify(path.read_text()) == []
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["seal"] == seal_of(manifest)
    assert {"schema", "oddscalc", "python", "libraries", "checked", "files"} <= set(manifest)
    assert manifest["checked"][0]["sha256"] == report["files"][0]["sha256"]


def test_evidence_is_verified(oddscalc: Run, folder: Path) -> None:
    ran = oddscalc("verify", str(folder))
    assert (ran.code, ran.err) == (0, "")
    assert "8 files have the digests of the manifest, and 4 certificates hold" in ran.out
    assert json.loads(oddscalc("verify", str(folder), "--json").out)["evidence"]["problems"] == []


def change(path: Path) -> None:
    """Change one figure of a file."""
    path.write_bytes(path.read_bytes().replace(b"1", b"2", 1))


def rename(path: Path) -> None:
    """Change a word of a file."""
    path.write_text(path.read_text().replace("paper.csv", "other.csv", 1))


@pytest.mark.parametrize(
    ("name", "tamper"),
    [
        ("input/paper.csv", change),
        ("report.json", change),
        ("report.html", change),
        ("certificates/any-7.json", change),
        ("README.txt", Path.unlink),
        ("certificates/more.json", lambda path: path.write_text("{}")),
        ("manifest.json", rename),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_what_is_tampered_with_is_refused_by_name(
    oddscalc: Run, folder: Path, tmp_path: Path, name: str, tamper: Callable[[Path], Any]
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    tamper(copy / name)
    ran = oddscalc("verify", str(copy))
    assert ran.code == 1
    assert f"{name}: " in ran.out


def test_a_forged_certificate_is_refused_though_the_manifest_is_forged_too(
    oddscalc: Run, folder: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    shutil.copy(copy / "certificates" / "place-4.json", copy / "certificates" / "any-7.json")
    path = copy / "certificates" / "any-7.json"
    path.write_text(path.read_text().replace('"win"', '"lose"', 1))
    manifest = json.loads((copy / "manifest.json").read_text())
    from hashlib import sha256

    for one in manifest["files"]:
        one["sha256"] = sha256((copy / one["path"]).read_bytes()).hexdigest()
    manifest["seal"] = seal_of(manifest)
    (copy / "manifest.json").write_text(json.dumps(manifest))
    ran = oddscalc("verify", str(copy))
    assert ran.code == 1
    assert "certificates/any-7.json: " in ran.out


def test_what_is_no_evidence_is_unusable(oddscalc: Run, tmp_path: Path) -> None:
    assert oddscalc("verify", str(tmp_path)).code == 2
    outside = {"schema": "evidence/1", "files": [{"path": "../x"}], "checked": [], "seal": ""}
    no_lists = {"schema": "evidence/1", "files": 1, "checked": 1, "seal": 1}
    for text in ("{}", "[", json.dumps(outside), json.dumps(no_lists)):
        (tmp_path / "manifest.json").write_text(text)
        ran = oddscalc("verify", str(tmp_path))
        assert (ran.code, ran.out) == (2, "")


RULES = """\
id = "own-book"
title = "Own"
jurisdiction = "Nowhere"
authority = "Nobody"
edition = "1"
as_of = "2026"
source = "ours"
status = "draft"
price_mode = "minimum"

[[wagers]]
bets = ["any-7"]
clause = "1"
names = ["Seven Bet"]
when = "any"

[[prices]]
bet = "any-7"
pays = "4 to 1"
status = "read"
clause = "1"
"""


def test_the_rulebook_of_ones_own_is_kept_and_followed(oddscalc: Run, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(RULES)
    (tmp_path / "paper.toml").write_text(
        'rulebook = "own.toml"\n[[wagers]]\nwager = "Seven Bet"\npays = "4 to 1"\n'
    )
    folder = tmp_path / "found"
    assert package.check(tmp_path / "paper.toml", evidence=folder)
    (law,) = (folder / "rulebooks").iterdir()
    assert law.read_text() == RULES
    assert oddscalc("verify", str(folder)).code == 0
    law.write_text(RULES.replace('"any-7"', '"any-craps"'))
    ran = oddscalc("verify", str(folder))
    assert ran.code == 1
    assert f"rulebooks/{law.name}: " in ran.out


def test_evidence_never_overwrites(oddscalc: Run, folder: Path) -> None:
    paper = str(folder / "input" / "paper.csv")
    ran = oddscalc("check", paper, "--evidence", str(folder))
    assert ran.code == 2
    assert "not empty" in ran.err


def workbook() -> bytes:
    book = Workbook()
    page = book.worksheets[0]
    page.title = "prices"
    page.append(["CRAPS"])
    page.append(["rulebook", "licensee", "game", "version", "effective", "wager", "pays", "edge"])
    head = ["standard", "A Casino", "craps", "1", "2026-01-01"]
    page.append([*head, "Any 7", "4 to 1", 0.1657])
    page.append([*head, "Any Craps", "7 to 1", "=1/9"])
    page.merge_cells("A1:H1")
    page["H3"].number_format = "0.00%"
    page["G3"].comment = Comment("as agreed", "us")
    page.conditional_formatting.add(
        "H3:H9", __import__("openpyxl").formatting.rule.CellIsRule("lessThan", ["0"])
    )
    book.create_sheet("other")["A1"] = "=SUM(1,2)"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_an_annotated_copy_changes_nothing_else(oddscalc: Run, tmp_path: Path) -> None:
    paper, copy = tmp_path / "paper.xlsx", tmp_path / "copy.xlsx"
    paper.write_bytes(workbook())
    ran = oddscalc("check", str(paper), "--annotate", str(copy))
    assert ran.code == 1
    before, after = load_workbook(paper), load_workbook(copy)
    assert before.sheetnames == after.sheetnames
    for old, new in zip(before, after, strict=True):
        assert [[cell.value for cell in row] for row in old] == [
            [cell.value for cell in row] for row in new
        ]
        assert old.merged_cells.ranges == new.merged_cells.ranges
    page: Any = after["prices"]
    assert page["H3"].number_format == "0.00%"
    assert page["H3"].fill.fgColor.rgb == "00FFC7CE"
    assert page["H3"].comment.text.startswith("ERROR advantage-wrong: any-7: not the exact")
    assert "Expected: 16.67% (1/6)" in page["H3"].comment.text
    assert page["H4"].comment.text.startswith("ERROR malformed: a formula without a saved value")
    assert page["G3"].comment.text == "as agreed"
    assert page["G3"].fill.fill_type is None
    assert page["F2"].comment.text.startswith("NOTE ")


def test_standard_input_is_kept_as_what_it_is(
    oddscalc: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(PAPER.encode())))
    folder = tmp_path / "found"
    assert oddscalc("check", "-", "--evidence", str(folder)).code == 1
    assert (folder / "input" / "standard-input.csv").read_text() == PAPER


def test_options_that_mean_nothing_are_refused(oddscalc: Run, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(RULES)
    (tmp_path / "paper.csv").write_text(PAPER)
    ran = oddscalc("check", "--rules-file", str(tmp_path / "own.toml"), "--evidence", "x")
    assert (ran.code, ran.out) == (2, "")
    ran = oddscalc("check", str(tmp_path / "paper.csv"), "--sheet", "x")
    assert (ran.code, ran.out) == (2, "")
    assert "no file is a workbook" in ran.err


def test_only_one_workbook_is_annotated(oddscalc: Run, tmp_path: Path) -> None:
    paper = tmp_path / "paper.csv"
    paper.write_text(PAPER)
    assert "is no workbook" in oddscalc("check", str(paper), "--annotate", "x.xlsx").err
    assert "one workbook" in oddscalc("check", str(paper), str(tmp_path / "b.csv"),
                                      "--annotate", "x.xlsx").err  # fmt: skip


TOML = b"""\
rulebook = "x"
text = '''
[[wagers]]
'''

[[wagers]]
wager = "a"
pays = {
  2 = "1 to 1" }

[[wagers]]
wager = "b"
[wagers.pays]
12 = "2 to 1"
"""
JSON = b"""{"rulebook": "x", "game": "a: {b}",
"wagers": [
  {"wager": "a", "pays": {"2": "1 to 1",
   "12": "2 to 1"}},
  {"wager": "b",
   "unit": 5}]}
"""


@pytest.mark.parametrize(
    ("file", "content", "place", "line"),
    [
        ("a.toml", TOML, "wagers[0]", 6),
        ("a.toml", TOML, "wagers[0].pays.2", 8),
        ("a.toml", TOML, "wagers[1].pays.12", 14),
        ("a.toml", TOML, "wagers[1].unit", 11),
        ("a.toml", TOML, "rulebook", 1),
        ("a.toml", TOML, "header", None),
        ("a.json", JSON, "wagers[0].pays.12", 4),
        ("a.json", JSON, "wagers[1]", 5),
        ("a.json", JSON, "wagers[1].unit", 6),
        ("a.json", JSON, "wagers", 2),
        ("a.csv", PAPER.encode(), "row 3, column I", 3),
        ("a.csv", PAPER.encode(), "row 4", 5),
        ("a.xlsx", b"PK", "row 4", None),
    ],
)
def test_the_line_of_a_place(file: str, content: bytes, place: str, line: int | None) -> None:
    assert line_of(file, content, place) == line


def test_sarif_has_the_lines_of_every_form(oddscalc: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text('rulebook = "standard"\n\n[[wagers]]\nwager = "any 7"\npays = "4"\n')
    log = json.loads(oddscalc("check", str(path), "--format", "sarif").out)
    lines = {
        one["ruleId"]: one["locations"][0]["physicalLocation"].get("region")
        for one in log["runs"][0]["results"]
    }
    assert lines["bare-number"] == {"startLine": 5}
    assert lines["header-incomplete"] is None


def test_reports_say_whose_they_are_and_count_by_code(oddscalc: Run, tmp_path: Path) -> None:
    path = tmp_path / "paper.csv"
    path.write_text(PAPER)
    (file,) = json.loads(oddscalc("check", str(path), "--json").out)["files"]
    assert file["header"] == {
        "licensee": "A Casino", "game": "craps", "version": "1", "effective": "2026-01-01",
    }  # fmt: skip
    assert file["by_code"]["advantage-wrong"] == 2
    assert file["not_read"] == ["column J remarks"]
    assert file["columns"][5] == {"column": "F", "title": "wager", "key": "wager"}
    ran = oddscalc("check", str(path))
    assert "licensee  A Casino" in ran.out
    assert "found     2 advantage-wrong, 1 zero-edge, 1 " in ran.out
    for suffix in ("html", "json", "csv", "xlsx", "sarif", "md"):
        out = tmp_path / f"report.{suffix}"
        assert oddscalc("check", str(path), "--out", str(out)).code == 1
        assert out.stat().st_size
