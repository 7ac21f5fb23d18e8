"""``oddscalc check`` on the examples, on directories, on broken and hostile files."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Ran, slow

from oddscalc._checking.findings import codes
from oddscalc._rules.rulebook import SHIPPED

Run = Callable[..., Ran]
EXAMPLES = Path(__file__).parent.parent / "examples"
MORE = {
    "edge-over-limit": ["--max-edge", "15%"],
    "mixed-columns": ["--against", str(EXAMPLES / "two-columns.toml")],
}
"""What some faulty examples must be checked with."""


def codes_in(ran: Ran) -> set[str]:
    return {one["code"] for file in json.loads(ran.out)["files"] for one in file["findings"]}


@pytest.mark.parametrize("code", codes())
def test_a_faulty_example_for_every_code(oddscalc: Run, code: str) -> None:
    (path,) = (EXAMPLES / "faulty").glob(f"{code}.*")
    file = ["--rules-file", str(path)] if code == "hole" else [str(path)]  # a draft, no submission
    ran = oddscalc("check", *file, *MORE.get(code, []), "--json")
    assert code in codes_in(ran)
    if path.suffix == ".toml":
        assert path.read_text().startswith(f"# Sets off {code}: ")
    severity = codes()[code].severity
    assert ran.code == (2 if code == "unreadable" else 1 if severity == "error" else ran.code)


def test_every_faulty_example_is_for_a_code() -> None:
    assert {path.stem for path in (EXAMPLES / "faulty").iterdir()} == set(codes())


@pytest.mark.parametrize("rules", [slow(one) if one == "side-bets" else one for one in SHIPPED])
def test_a_clean_example_for_every_rulebook(oddscalc: Run, rules: str) -> None:
    ran = oddscalc("check", str(EXAMPLES / "clean" / f"{rules}.toml"), "--strict", "--json")
    assert ran.code == 0
    assert codes_in(ran) <= {"price-unchecked", "not-offered", "offered-if"}


def test_warnings_count_only_when_strict_and_ignored_findings_never(oddscalc: Run) -> None:
    path = str(EXAMPLES / "faulty" / "zero-edge.toml")
    assert oddscalc("check", path).code == 0
    assert oddscalc("check", path, "--strict").code == 1
    ran = oddscalc("check", path, "--strict", "--ignore", "zero-edge=meant so", "--json")
    assert ran.code == 0
    assert "meant so" in ran.out
    path = str(EXAMPLES / "faulty" / "non-uniform.toml")
    assert oddscalc("check", path, "--ignore", "non-uniform").code == 0
    ran = oddscalc("check", path, "--ignore", "nonsense")
    assert (ran.code, ran.out) == (2, "")


def test_a_directory_is_all_its_submissions_and_one_bad_file_stops_none(oddscalc: Run) -> None:
    ran = oddscalc("check", str(EXAMPLES / "faulty"), "--json")
    assert ran.code == 2
    report = json.loads(ran.out)
    assert len(report["files"]) == len(codes())
    assert set(codes()) - codes_in(ran) == {"edge-over-limit", "mixed-columns", "hole"}


def test_every_format_and_the_date_only_when_given(oddscalc: Run) -> None:
    path = str(EXAMPLES / "faulty" / "to-for-slip.toml")
    for form in ("text", "json", "csv", "html", "sarif"):
        ran = oddscalc("check", path, "--format", form)
        assert ran.code == 1
        assert "to-for-slip" in ran.out
        assert "1999-12-31" not in ran.out
        dated = oddscalc("check", path, "--format", form, "--date", "1999-12-31")
        assert "1999-12-31" in dated.out


@pytest.mark.parametrize("form", ["toml", "csv"])
@pytest.mark.parametrize("rules", ["us-nj-mini-dice", slow("us-pa"), "sg-mbs"])
def test_a_template_to_start_from(oddscalc: Run, tmp_path: Path, rules: str, form: str) -> None:
    ran = oddscalc("check", "--template", form, "--rules", rules)
    assert ran.code == 0
    path = tmp_path / f"mine.{form}"
    path.write_text(ran.out)
    checked = oddscalc("check", str(path), "--json")
    assert "malformed" not in codes_in(checked)
    assert "advantage-wrong" not in codes_in(checked)


def test_an_xlsx_template_goes_to_a_file(oddscalc: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "mine.xlsx")
    assert oddscalc("check", "--template", "xlsx", "--rules", "us-nj-mini-dice").code == 2
    ran = oddscalc("check", "--template", "xlsx", "--rules", "us-nj-mini-dice", "--out", path)
    assert (ran.code, ran.out) == (0, "")
    assert oddscalc("check", path).code == 0


def test_a_page_for_every_code(oddscalc: Run) -> None:
    for code in codes():
        assert oddscalc("check", "--explain", code).out.startswith(code)
    assert oddscalc("check", "--explain", "nonsense").code == 2


def test_the_definitions_of_a_draft_rulebook(oddscalc: Run, tmp_path: Path) -> None:
    ran = oddscalc("check", "--rules-file", str(EXAMPLES / "two-columns.toml"))
    assert ran.code == 0
    draft = (EXAMPLES / "two-columns.toml").read_text()
    bet = '\n[[bets]]\nid = "mine"\nname = "m"\nkind = "race"\nsource = "me"\n'
    path = tmp_path / "draft.toml"
    path.write_text(draft + bet + 'rule = { win = "6, 7", lose = "7" }\n')
    ran = oddscalc("check", "--rules-file", str(path), "--json")
    assert (ran.code, codes_in(ran)) == (1, {"overlap"})
    states = (
        '{ start = "a", states = { a = { win = "2", b = "3" }, b = { c = "4" }, c = { b = "5" } } }'
    )
    wager = '\n[[wagers]]\nbets = ["loop"]\nclause = "2"\nnames = ["Loop"]\nwhen = "any"\n'
    loop = f'\n[[bets]]\nid = "loop"\nname = "l"\nkind = "states"\nsource = "me"\nrule = {states}\n'
    path.write_text(draft + wager + loop)
    ran = oddscalc("check", "--rules-file", str(path), "--json")
    assert (ran.code, codes_in(ran)) == (1, {"never-ends", "hole"})


@pytest.mark.parametrize(
    "arguments",
    [["check"], ["check", "x.toml", "--rules-file", "y.toml"],
     ["check", "x.toml", "--against", "z"], ["check", "x.toml", "--rules", "z"],
     ["check", "x.toml", "--max-edge", "high"], ["check", "--template", "pdf"]],
)  # fmt: skip
def test_unusable_command_lines(oddscalc: Run, arguments: list[str]) -> None:
    ran = oddscalc(*arguments)
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("gone.toml", None),
        ("odd.pdf", b"%PDF"),
        ("half.toml", b'rulebook = "standard'),
        ("bytes.json", b"\xff\xfe\x00"),
        ("twice.json", b'{"rulebook": "standard", "rulebook": "lc"}'),
        ("deep.json", b"[" * 100_000),
        ("long.toml", b"x = " + b"9" * 10_000),
        ("list.json", b"[1, 2]"),
    ],
)
def test_broken_files_are_unreadable_and_exit_2(
    oddscalc: Run, tmp_path: Path, name: str, content: bytes | None
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    ran = oddscalc("check", str(path), "--json")
    assert ran.code == 2
    assert codes_in(ran) == {"unreadable"}
    digest = None if content is None else hashlib.sha256(content).hexdigest()
    assert json.loads(ran.out)["files"][0]["sha256"] == digest
    assert "Traceback" not in ran.err


def test_names_cannot_steer_terminal_or_page(oddscalc: Run, tmp_path: Path) -> None:
    path = tmp_path / "evil.json"
    name = "\x1b[31m<script>alert(1)</script>=1+1"
    wagers = [{"wager": name, "pays": "1 to 1"}]
    path.write_text(json.dumps({"rulebook": "standard", "wagers": wagers}))
    for form in ("text", "json", "csv", "html", "sarif"):
        out = oddscalc("check", str(path), "--format", form).out
        assert "\x1b" not in out
        if form == "html":
            assert "<script>" not in out


@pytest.mark.parametrize("name", ["../../etc/passwd.toml", "/etc/passwd", "./gone.toml"])
def test_a_submission_names_no_file_outside_its_folder(
    oddscalc: Run, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "s.json"
    path.write_text(json.dumps({"rulebook": name, "wagers": [{"wager": "any 7"}]}))
    ran = oddscalc("check", str(path), "--json")
    assert ran.code == 1
    assert codes_in(ran) == {"header-missing"}
    path.write_text(json.dumps({"rulebook": "mine.toml", "wagers": [{"wager": "fire"}]}))
    (tmp_path / "mine.toml").write_text((EXAMPLES / "two-columns.toml").read_text())
    assert codes_in(oddscalc("check", str(path), "--json")) >= {"missing-price"}


def test_prices_on_the_whole_stake_of_a_bundle_are_recognised(
    oddscalc: Run, tmp_path: Path
) -> None:
    path = tmp_path / "s.json"
    horn = {"craps-2": "27 to 4", "craps-12": "27 to 4", "craps-3": "3 to 1", "eleven": "3 to 1"}
    wager = {"wager": "horn", "pays": horn, "house_advantage": "12.5%"}
    path.write_text(json.dumps({"rulebook": "standard", "wagers": [wager]}))
    said = " ".join(oddscalc("check", str(path)).out.split())
    assert "the edge is 78.1250% if on the part's stake, 12.5000% if on the whole stake" in said


def test_prices_are_held_against_a_list_that_is_given(oddscalc: Run, tmp_path: Path) -> None:
    paper, listed = tmp_path / "paper.toml", tmp_path / "list.toml"
    paper.write_text(
        'rulebook = "us-pa"\nlicensee = "L"\ngame = "Craps"\nversion = "1"\n'
        "effective = 2026-01-01\n"
        '[[wagers]]\nwager = "any-7"\npays = "4 to 1"\n'
        '[[wagers]]\nwager = "Horn"\npays = { craps-2 = "30 to 1", craps-3 = "15 to 1",'
        ' eleven = "16 for 1", craps-12 = "29 to 1" }\n'
        '[[wagers]]\nwager = "Field Bet"\npays = { 2 = "2 to 1", 12 = "3 to 1", other = "even" }\n'
    )
    head = 'id = "house"\ntitle = "House"\nsource = "the house"\nstatus = "second hand"\n'
    price = '[[prices]]\nbets = ["{}"]\npays = "{}"\nsource = "s"\nstatus = "second hand"\n'
    pairs = (("any-7", "5 for 1"), ("craps-2", "30 to 1"), ("craps-3", "15 to 1"),
             ("eleven", "15 to 1"), ("craps-12", "30 to 1"))  # fmt: skip
    listed.write_text(head + "".join(price.format(*pair) for pair in pairs))
    ran = oddscalc("check", str(paper), "--rules", "us-pa", "--paytable", str(listed), "--json")
    (file,) = json.loads(ran.out)["files"]
    assert ran.code == 1
    assert file["paytable"] == "house"
    assert [(one["code"], one["place"], one["expected"]) for one in file["findings"]
            if one["code"].startswith("price-")] == [
        ("price-not-fixed", "wagers[1].pays.craps-12", "30 to 1"),
        ("price-unchecked", "paytable", None),
    ]  # fmt: skip
    assert "not compared, for house does not price them: field" in ran.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--paytable", "nonsense"), "there is no paytable 'nonsense'"),
        (("--rules", "us-pa", "--against", "us-ma"), "rules and against are the same; give one"),
    ],
)
def test_options_that_cannot_be_met(oddscalc: Run, options: tuple[str, ...], message: str) -> None:
    ran = oddscalc("check", str(EXAMPLES / "clean" / "us-pa.toml"), *options)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
