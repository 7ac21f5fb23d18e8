"""Reports of checks: what each format says, and that nothing quoted in it is ever active."""

from __future__ import annotations

import csv
import io
import itertools
import json
import random
import re
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from typing import Any

import pytest

from oddscalc._checking.findings import Finding, codes
from oddscalc._checking.submission import Cell, Entry, Submission
from oddscalc._checking.verdicts import LONGEST, Checked, Report
from oddscalc._exact.visible import visible
from oddscalc._show.words.report import document
from oddscalc._show.words.sarif import as_sarif
from oddscalc._show.writers import WRITERS, write

DIGEST, RULES, PRICES = "0123456789abcdef" * 4, "ab" * 32, "cd" * 32

LOW = Finding(
    "price-below-minimum",
    "wagers[10].pays",
    "any-7 (win) pays less than the text allows",
    expected="at least 4 to 1",
    got="3 to 1",
    clause="13.6(a)",
    wager="any-7",
)
LOW_EARLIER = Finding("price-below-minimum", "wagers[9].pays", "field (12) pays less", "2 to 1")
WARNING = Finding("zero-edge", "wagers[3]", "hard-6 is fair at these prices", wager="hard-6")
NOTE = Finding("not-offered", "wagers", "2 authorised wagers: horn, world")
UNREADABLE = Finding("unreadable", "", "ends in the middle of a string")


def checked(*findings: Finding, file: str = "box/prices.toml", **changes: Any) -> Checked:
    entry = Entry("wagers[0]", Cell("any-7", "wagers[0].wager"))
    submission = Submission(file, DIGEST, {}, (entry,))
    known: dict[str, Any] = {
        "submission": submission,
        "file": file,
        "sha256": DIGEST,
        "findings": findings,
        "rules": "us-nj-mini-dice",
        "rules_digest": RULES,
        "paytable": "us-nj-mini-dice",
        "paytable_digest": PRICES,
        "wagers": 48,
    }
    return Checked(**known | changes)


def report(
    *files: Checked,
    ignored: Mapping[str, str] | None = None,
    strict: bool = False,
    date: str | None = None,
) -> Report:
    return Report(files, ignored or {}, strict, date, "1.2.3")


FULL = report(
    checked(NOTE, WARNING, LOW, LOW_EARLIER),
    ignored={"zero-edge": "agreed in the letter of 3 May", "breakage": "paid in full"},
    date="2026-01-02",
)

Render = Callable[[Report], str]


def writer(form: str) -> Render:
    return lambda report: write(document(report), form).rstrip("\n") + "\n"


RENDERERS: dict[str, Render] = {form: writer(form) for form in WRITERS}
RENDERERS["sarif"] = as_sarif
as_text, as_json, as_csv, as_html = (RENDERERS[form] for form in ("text", "json", "csv", "html"))

each_format = pytest.mark.parametrize("render", RENDERERS.values(), ids=RENDERERS)


# --- what follows from the findings


@pytest.mark.parametrize(
    ("error", "warning", "note", "strict", "ignoring"),
    list(itertools.product(*[[False, True]] * 4, ["", "e", "w"])),
)
def test_errors_decide_and_warnings_only_when_strict(
    error: bool, warning: bool, note: bool, strict: bool, ignoring: str
) -> None:
    findings = [f for f, there in ((LOW, error), (WARNING, warning), (NOTE, note)) if there]
    ignored = {"": {}, "e": {LOW.code: "so agreed"}, "w": {WARNING.code: "so agreed"}}[ignoring]
    told = report(checked(*findings), ignored=ignored, strict=strict)
    counting_error, counting_warning = error and ignoring != "e", warning and ignoring != "w"
    assert told.exit_code == int(counting_error or (strict and counting_warning))
    assert told.verdict == ("errors" if told.exit_code else "clean")
    counts = told.counts
    assert (counts.errors, counts.warnings, counts.notes) == (
        int(counting_error),
        int(counting_warning),
        int(note),
    )
    assert counts.ignored == len(findings) - counts.errors - counts.warnings - counts.notes


@pytest.mark.parametrize("others", [(), (checked(LOW),), (checked(),)])
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("ignored", [{}, {"unreadable": "never mind"}])
def test_a_file_that_cannot_be_read_decides_and_cannot_be_ignored(
    others: tuple[Checked, ...], strict: bool, ignored: dict[str, str]
) -> None:
    broken = checked(UNREADABLE, submission=None, sha256=None, rules=None, wagers=0)
    told = report(*others, broken, ignored=ignored, strict=strict)
    assert (told.verdict, told.exit_code) == ("unreadable", 2)
    assert told.counts.ignored == 0
    assert "1 file could not be read" in " ".join(as_text(told).split())


def test_findings_stand_worst_first_and_then_by_place_in_natural_order() -> None:
    expected = [LOW_EARLIER, LOW, WARNING, NOTE]
    for shuffled in itertools.permutations(expected):
        assert checked(*shuffled).ordered == expected


def test_a_place_with_a_number_of_many_digits_is_sorted_all_the_same() -> None:
    places = ["wagers[0].pays.7", f"wagers[0].pays.{'9' * 9000}"]
    found = [Finding("outcome-unknown", place, "there is none") for place in reversed(places)]
    assert [finding.place for finding in checked(*found).ordered] == places


SUMMARIES = [
    (report(checked()), "no findings in 1 file of 48 wagers: no errors"),
    (report(checked(wagers=1)), "no findings in 1 file of 1 wager: no errors"),
    (report(checked(wagers=0)), "no findings in 1 file of 0 wagers: no wager was checked"),
    (
        report(checked(LOW, LOW_EARLIER, WARNING), checked(NOTE)),
        "2 errors, 1 warning, 1 note in 2 files of 96 wagers: not approvable as it stands",
    ),
    (
        report(checked(WARNING)),
        "1 warning in 1 file of 48 wagers: no errors, but warnings to be resolved",
    ),
    (
        report(checked(WARNING), strict=True),
        "1 warning in 1 file of 48 wagers: not approvable as it stands, since warnings count as"
        " errors",
    ),
    (
        report(checked(WARNING), ignored={"zero-edge": "meant"}),
        "no findings (1 more ignored) in 1 file of 48 wagers: no errors; some findings were"
        " ignored",
    ),
    (
        report(checked(UNREADABLE, wagers=0)),
        "1 error in 1 file of 0 wagers: not approvable as it stands; 1 file could not be read",
    ),
]


@pytest.mark.parametrize(("told", "line"), SUMMARIES)
def test_the_text_ends_in_what_it_comes_to(told: Report, line: str) -> None:
    assert " ".join(as_text(told).split()).endswith(line)
    assert line in as_html(told)


# --- text


def test_the_text_to_the_letter() -> None:
    assert (
        as_text(FULL)
        == f"""\
Report of oddscalc 1.2.3, 2026-01-02

box/prices.toml
  SHA-256   {DIGEST}
  rulebook  us-nj-mini-dice
            {RULES}
  paytable  us-nj-mini-dice
            {PRICES}
  wagers    48
  found     2 price-below-minimum, 1 not-offered

  ERROR price-below-minimum at wagers[9].pays
    field (12) pays less
    expected  2 to 1
    remedy    raise the price to the minimum at least

  ERROR price-below-minimum at wagers[10].pays
    any-7 (win) pays less than the text allows
    wager     any-7
    expected  at least 4 to 1
    got       3 to 1
    clause    13.6(a)
    remedy    raise the price to the minimum at least

  NOTE not-offered at wagers
    2 authorised wagers: horn, world
    remedy    add the wagers if they are to be offered

  Ignored:

  WARNING zero-edge at wagers[3]
    hard-6 is fair at these prices
    wager     hard-6
    remedy    make sure that it is meant
    ignored   agreed in the letter of 3 May

Ignoring breakage had no effect; the reason given was: paid in full

2 errors, 1 note (1 more ignored) in 1 file of 48 wagers: not approvable as it
stands
"""
    )


def test_a_clean_file_and_one_that_could_not_be_opened_are_named_too() -> None:
    closed = checked(
        UNREADABLE,
        submission=None,
        sha256=None,
        rules=None,
        rules_digest=None,
        paytable=None,
        paytable_digest=None,
        wagers=0,
        file="gone.toml",
    )
    text = as_text(report(checked(), closed, strict=True))
    assert text.startswith("Report of oddscalc 1.2.3; warnings count as errors\n\nbox/prices.toml")
    assert "  wagers    48\n\n  Nothing was found.\n" in text
    assert "gone.toml\n  SHA-256   none: its bytes could not be read\n  rulebook  none\n" in text
    assert "  ERROR unreadable\n    ends in the middle of a string\n" in text


def test_the_text_keeps_to_80_columns_whatever_it_quotes() -> None:
    long = Finding("unknown-wager", "x" * 300, "word " * 99, got="y" * 300, wager=" " * 300)
    text = as_text(report(checked(long, file="z" * 200), ignored={"breakage": "w" * 200}))
    assert max(map(len, text.splitlines())) <= 80
    assert text.replace("\n", "").replace(" ", "").count("y") > 300


def test_people_are_spared_endless_texts_and_machines_get_them_whole() -> None:
    told = report(checked(Finding("unknown-wager", "wagers[0]", "no such wager", got="q" * 9_999)))
    for render in (as_text, as_html):
        assert "(9,999 characters)" in " ".join(render(told).split())
        assert LONGEST <= render(told).count("q") < LONGEST + 100
    for render in (as_json, as_csv, as_sarif):
        assert "q" * 9_999 in render(told)


# --- every format


@each_format
def test_every_report_names_what_was_checked_against_what_by_which_version(render: Render) -> None:
    text = render(report(checked(LOW))).replace(r"\allowbreak{}", "")  # TeX may break a line there
    for named in ("box/prices.toml", DIGEST, "us-nj-mini-dice", RULES, PRICES, "1.2.3", "48"):
        assert named in text
    assert "box/prices.toml" in render(report(checked()))


@each_format
def test_every_report_says_all_of_a_finding(render: Render) -> None:
    text = render(report(checked(LOW)))
    text = text.replace("{[}", "[").replace("{]}", "]").replace("\\", "")  # of LaTeX, Markdown
    for told in (LOW.code, LOW.place, LOW.message, "at least 4 to 1", "3 to 1", "13.6(a)"):
        assert told in text
    assert LOW.remedy in text
    assert "agreed in the letter of 3 May" in render(FULL)


@each_format
def test_a_date_stands_in_it_only_if_given(render: Render) -> None:
    undated = report(checked(LOW))
    assert not re.search(r"\b20[0-9]{2}-[0-9]{2}-[0-9]{2}\b", render(undated))
    assert "2026-01-02" in render(FULL)


@each_format
def test_the_order_in_which_things_were_found_changes_nothing(render: Render) -> None:
    findings = [
        NOTE,
        WARNING,
        LOW,
        LOW_EARLIER,
        *[Finding("overlap", "", str(n)) for n in range(9)],
    ]
    ignored = {"zero-edge": "a", "breakage": "b", "overlap": "c"}
    expected = render(report(checked(*findings), ignored=ignored))
    for attempt in range(5):
        random.Random(attempt).shuffle(findings)
        backwards = dict(reversed(ignored.items()))
        assert render(report(checked(*findings), ignored=backwards)) == expected


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "&lt;b&gt;",
    "</style></title>",
    "\x1b[2J\x1b]0;owned\x07",
    "\x9b31m\x7f\x00",
    "a\rb\nc\x0bd\x85e\u2028f",
    "\u202egnp.exe \u200b\ufeff\u2066",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-2+3",
    "@SUM(1)",
    "\t=1",
    "\r=1",
    "\uff1d1+1",
    "a | b || c",
    "{0} [here](https://example.com/x) {",
    "half \udc80 \ud800",
    "caf\u00e9 \u8cd6",
    "",
]
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\uff1d", "\uff0b", "\uff0d", "\uff20")
ACTIVE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u200b\u202a-\u202e\u2066-\u2069\ufeff]"
)


def hostile(name: str) -> Report:
    finding = Finding("unknown-wager", name, name, name, name, name, name)
    aside = Finding("zero-edge", name, name, name, name, name, name)
    known = dict.fromkeys(("file", "rules", "rules_digest", "paytable", "paytable_digest"), name)
    file = checked(finding, aside, **known)
    return Report((file, file), {"zero-edge": name, name: name}, False, name, "1.2.3")


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
@each_format
def test_nothing_that_is_quoted_reaches_a_terminal_alive(render: Render, name: str) -> None:
    text = render(hostile(name))
    assert not ACTIVE.search(text)
    assert not any("\ud800" <= character <= "\udfff" for character in text)
    assert len(text.splitlines()) == text.count("\n")
    if render in (as_json, as_html, as_sarif):
        assert text.isascii()


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_json_gives_every_text_back_as_it_was(name: str) -> None:
    told = json.loads(as_json(hostile(name)))
    found = told["files"][0]["findings"][0]
    assert {found[key] for key in ("place", "wager", "message", "expected", "got", "clause")} == {
        name
    }
    assert told["files"][0]["file"] == name


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_cell_of_the_csv_is_a_formula(name: str) -> None:
    rows = list(csv.reader(io.StringIO(as_csv(hostile(name)))))
    assert len(rows) == 5
    assert {len(row) for row in rows} == {23}
    assert not any(cell.startswith(FORMULA) for row in rows for cell in row)
    assert rows[1][0] in (visible(name), f"'{visible(name)}")


class Parsed(HTMLParser):
    """Takes a page apart: its elements, and its text by element."""

    VOID = frozenset({"meta", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_text_becomes_an_element_of_the_page(name: str) -> None:
    harmless = Parsed(as_html(hostile("plain")))
    page = Parsed(as_html(hostile(name)))
    assert page.elements == harmless.elements
    assert page.open == []
    if name:
        assert page.texts.count(visible(name)) == harmless.texts.count("plain")


# --- JSON


def test_the_json_to_the_key() -> None:
    told = json.loads(as_json(FULL))
    assert list(told) == ["schema", "version", "date", "files", "summary"]
    assert (told["version"], told["date"]) == ("1.2.3", "2026-01-02")
    assert told["summary"] == {
        "errors": 2,
        "warnings": 0,
        "notes": 1,
        "ignored": 1,
        "verdict": "errors",
        "by_code": {"price-below-minimum": 2, "not-offered": 1},
    }
    (file,) = told["files"]
    findings = file.pop("findings")
    assert file == {
        "file": "box/prices.toml",
        "sha256": DIGEST,
        "rulebook": "us-nj-mini-dice",
        "rulebook_digest": RULES,
        "paytable": "us-nj-mini-dice",
        "paytable_digest": PRICES,
        "wagers": 48,
        "header": dict.fromkeys(("licensee", "game", "version", "effective")),
        "sheet": None,
        "columns": [],
        "not_read": [],
        "by_code": {"price-below-minimum": 2, "not-offered": 1},
    }
    assert [found["ignored"] for found in findings] == [
        None,
        None,
        "agreed in the letter of 3 May",
        None,
    ]
    assert findings[1] == {
        "code": "price-below-minimum",
        "severity": "error",
        "place": "wagers[10].pays",
        "wager": "any-7",
        "message": "any-7 (win) pays less than the text allows",
        "expected": "at least 4 to 1",
        "got": "3 to 1",
        "clause": "13.6(a)",
        "remedy": "raise the price to the minimum at least",
        "ignored": None,
    }
    assert json.loads(as_json(report(checked())))["date"] is None


def test_an_empty_reason_is_told_as_such() -> None:
    told = report(checked(WARNING), ignored={"zero-edge": ""})
    assert json.loads(as_json(told))["files"][0]["findings"][0]["ignored"] == "no reason given"


# --- CSV


def test_the_csv_has_a_row_for_each_finding_and_names_clean_files() -> None:
    told = report(checked(LOW, WARNING), checked(file="clean.csv"), ignored={"zero-edge": "meant"})
    low, warning, clean = csv.DictReader(io.StringIO(as_csv(told)))
    assert low["wagers"] == "48"
    assert (low["severity"], low["code"], low["got"]) == ("error", LOW.code, "3 to 1")
    assert (low["ignored"], low["date"], low["oddscalc"]) == ("", "", "1.2.3")
    assert (warning["code"], warning["ignored"]) == ("zero-edge", "meant")
    assert (clean["file"], clean["severity"], clean["code"]) == ("clean.csv", "none", "")


def test_numbers_stay_numbers_in_the_csv() -> None:
    found = Finding("advantage-wrong", "row 2", "wrong", expected="-1.36%", got="-7/495")
    (row,) = csv.DictReader(io.StringIO(as_csv(report(checked(found)))))
    assert (row["expected"], row["got"]) == ("-1.36%", "-7/495")


# --- HTML


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = as_html(FULL).lower()
    for forbidden in ("http", "//", "<script", "<link", "<img", "src=", "href", "url(", "@import"):
        assert forbidden not in page


def test_the_page_can_be_read_by_everyone() -> None:
    page = Parsed(as_html(FULL))
    tags = [tag for tag, _ in page.elements]
    assert ("html", {"lang": "en"}) in page.elements
    assert {"title", "main", "h1", "caption", "thead"} <= set(tags)
    assert any(attributes.get("name") == "viewport" for _, attributes in page.elements)
    scopes = [attributes.get("scope") for tag, attributes in page.elements if tag == "th"]
    assert set(scopes) == {"row", "col"}
    assert "Error" in page.texts  # in words, not in colour alone
    assert "Ignored, with the reason given" in page.texts
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    referred = {a["aria-labelledby"] for _, a in page.elements if "aria-labelledby" in a}
    assert referred <= set(ids)


def luminance(colour: str) -> float:
    """Return the relative luminance (WCAG 2.2)."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * p for weight, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_colours_have_enough_contrast_in_light_and_dark() -> None:
    """WCAG 2.2 AA: 4.5 to 1 for text (1.4.3), 3 to 1 for lines that carry meaning (1.4.11)."""
    found = re.findall(r"--([a-z]+): (#[0-9a-f]{6})", as_html(FULL))
    assert len(found) == 8
    for scheme in (dict(found[:4]), dict(found[4:])):
        assert contrast(scheme["ink"], scheme["paper"]) >= 4.5
        assert contrast(scheme["ink"], scheme["head"]) >= 4.5
        assert contrast(scheme["line"], scheme["paper"]) >= 3


# --- SARIF 2.1.0


def sarif(told: Report) -> dict[str, Any]:
    """Return the one run of a log, having held it against the standard's requirements."""
    log = json.loads(as_sarif(told))
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "oddscalc"
    assert driver["version"] == "1.2.3"
    assert "informationUri" not in driver
    rules(driver["rules"])
    assert all(type(one["executionSuccessful"]) is bool for one in run["invocations"])
    artifacts = [json.dumps(one) for one in run["artifacts"]]
    assert len(artifacts) == len(set(artifacts))
    for one in run["artifacts"]:
        assert re.fullmatch(URI, one["location"]["uri"])
        assert all(isinstance(value, str) for value in one.get("hashes", {}).values())
    for result in run["results"]:
        check_result(result, driver["rules"], run["artifacts"])
    return dict(run)


URI = r"(file:///)?([A-Za-z0-9._~/-]|%[0-9A-F]{2})*"
"""What a URI reference of a file is made of: no scheme but file, nothing to be escaped."""


def rules(listed: list[dict[str, Any]]) -> None:
    assert [rule["id"] for rule in listed] == list(codes())
    for rule in listed:
        for key in ("shortDescription", "fullDescription", "help"):
            plain(rule[key]["text"])
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")


def plain(text: str) -> None:
    """Hold a message against 3.11: not empty, no placeholder, no link."""
    assert isinstance(text, str)
    assert text
    assert not re.search(r"[{}]", text.replace("{{", "").replace("}}", ""))
    assert not re.search(r"(?<!\\)\]\(", text)


def check_result(result: dict[str, Any], listed: list[Any], artifacts: list[Any]) -> None:
    rule = listed[result["ruleIndex"]]
    assert rule["id"] == result["ruleId"]
    assert result["level"] == rule["defaultConfiguration"]["level"]
    plain(result["message"]["text"])
    (location,) = result["locations"]
    physical = location["physicalLocation"]
    named = physical["artifactLocation"]
    assert artifacts[named["index"]]["location"]["uri"] == named["uri"]
    if "region" in physical:
        assert physical["region"]["startLine"] >= 1
    assert all(one["fullyQualifiedName"] for one in location.get("logicalLocations", []))
    for one in result["suppressions"]:  # 3.27.23: present on every result or on none
        assert one["kind"] in ("inSource", "external")
        assert one["status"] in ("accepted", "underReview", "rejected")
    assert all(isinstance(value, str) for value in result["partialFingerprints"].values())


def test_sarif_says_it_all() -> None:
    run = sarif(FULL)
    assert run["properties"] == {"verdict": "errors", "strict": False, "date": "2026-01-02"}
    assert run["invocations"] == [{"executionSuccessful": True, "exitCode": 1}]
    assert run["artifacts"][0]["hashes"] == {"sha-256": DIGEST}
    assert run["artifacts"][0]["properties"]["rulebookDigest"] == RULES
    _, low, aside, _ = run["results"]
    assert low["message"]["text"] == (
        "any-7 (win) pays less than the text allows. Expected: at least 4 to 1. Got: 3 to 1."
        " Clause: 13.6(a). What to do: raise the price to the minimum at least."
    )
    assert low["suppressions"] == []
    assert low["locations"][0]["logicalLocations"] == [{"fullyQualifiedName": "wagers[10].pays"}]
    assert "region" not in low["locations"][0]["physicalLocation"]
    assert aside["suppressions"][0]["justification"] == "agreed in the letter of 3 May"
    assert aside["suppressions"][0]["status"] == "accepted"


@pytest.mark.parametrize(
    ("file", "place", "line"),
    [
        ("a.csv", "row 14", 14),
        ("A.CSV", "row 14, column pays", 14),
        ("a.xlsx", "row 14", None),
        ("a.csv", "header", None),
        ("a.csv", "row 0", None),
        ("a.csv", "row 99999999999999999999", None),
    ],
)
def test_a_line_is_named_only_where_rows_are_lines(file: str, place: str, line: int | None) -> None:
    run = sarif(report(checked(Finding("bare-number", place, "a bare number"), file=file)))
    physical = run["results"][0]["locations"][0]["physicalLocation"]
    assert physical.get("region") == (None if line is None else {"startLine": line})


def test_a_broken_file_is_told_as_a_failed_run() -> None:
    run = sarif(report(checked(UNREADABLE, sha256=None), checked()))
    assert run["invocations"] == [{"executionSuccessful": False, "exitCode": 2}]
    assert "hashes" not in run["artifacts"][0]
    assert "logicalLocations" not in run["results"][0]["locations"][0]


def marks(*findings: Finding) -> list[str]:
    results = sarif(report(checked(*findings)))["results"]
    return [mark for one in results for mark in one["partialFingerprints"].values()]


def test_a_finding_is_recognised_when_lines_above_it_come_or_go() -> None:
    moved = Finding(LOW.code, "wagers[11].pays", LOW.message, got=LOW.got, wager=LOW.wager)
    other = Finding(LOW.code, LOW.place, LOW.message, got="2 to 1", wager=LOW.wager)
    assert marks(LOW) == marks(moved) != marks(other)
    assert len(set(marks(LOW, moved, other, NOTE))) == 4


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_leave_sarif_valid(name: str) -> None:
    run = sarif(hostile(name))
    assert len(run["results"]) == 4
    assert len(run["artifacts"]) == 1
    assert run["results"][0]["properties"]["got"] == name
