"""Reports of checks: text for people, JSON, CSV, HTML and SARIF.

Every one is the same for the same findings: no clock, no environment, no order of a set.
What is quoted from a submission is inert in each: it moves no cursor, runs no formula and is no
markup.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from oddscalc._checking.findings import Finding
from oddscalc._checking.verdicts import (
    Checked,
    Counts,
    Report,
    details,
    heading,
    identity,
    shown,
    summary,
    visible,
)
from oddscalc._show.grid import WIDTH, csv_text, inert
from oddscalc._show.words.contract import json_text
from oddscalc._show.words.reports_html import as_html
from oddscalc._show.words.reports_sarif import as_sarif

CSV_HEADERS = (
    *("file", "sha256", "rulebook", "rulebook_digest", "paytable", "paytable_digest", "wagers"),
    *("severity", "code", "place", "wager", "message", "expected", "got", "clause", "remedy"),
    *("ignored", "oddscalc", "date"),
)

_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?%?")
_WIDE_FORMULA_STARTS = ("\uff1d", "\uff0b", "\uff0d", "\uff20")  # = + - @ in East Asian width


# --- text


def as_text(report: Report) -> str:
    """Return the report for people, within 80 columns."""
    lines = [*_wrapped(heading(report), "", ""), ""]
    for checked in report.checked:
        lines += [*_file(checked, report), ""]
    for code in report.idle:
        told = f"Ignoring {code} had no effect; the reason given was: {report.ignored[code]}"
        lines += [*_wrapped(told, "", "  "), ""]
    lines += _wrapped(summary(report), "", "")
    return "\n".join(lines) + "\n"


def _file(checked: Checked, report: Report) -> Iterator[str]:
    yield from _wrapped(checked.file, "", "  ")
    for label, text, digest in identity(checked):
        yield from _labelled("  ", label, text)
        if digest is not None:
            yield from _labelled("  ", "", digest)
    counting, aside = report.counting(checked), report.aside(checked)
    if not counting:
        yield from ("", "  Nothing else was found." if aside else "  Nothing was found.")
    for finding in counting:
        yield ""
        yield from _finding(finding, None)
    if aside:
        yield from ("", "  Ignored:")
    for finding in aside:
        yield ""
        yield from _finding(finding, report.reason(finding))


def _finding(finding: Finding, reason: str | None) -> Iterator[str]:
    place = f" at {finding.place}" if finding.place else ""
    yield from _wrapped(f"{finding.severity.upper()} {finding.code}{place}", "  ")
    yield from _wrapped(finding.message, "    ", "    ")
    for label, text in details(finding, reason):
        yield from _labelled("    ", label, text)


def _labelled(indent: str, label: str, text: str) -> list[str]:
    start = f"{indent}{label:<10}"
    return _wrapped(text, start, " " * len(start))


def _wrapped(text: str, first: str, rest: str = "    ") -> list[str]:
    told = shown(text)
    if len(first) + len(told) <= WIDTH:
        return [(first + told).rstrip()]
    lines = textwrap.wrap(
        told, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )
    return lines or [first.rstrip()]


# --- JSON


def as_json(report: Report) -> str:
    """Return the report as JSON; findings that are ignored stand among the others."""
    counts = report.counts
    told = {
        "version": report.version,
        "date": report.date,
        "files": [_file_object(checked, report) for checked in report.checked],
        "summary": {
            "errors": counts.errors,
            "warnings": counts.warnings,
            "notes": counts.notes,
            "ignored": counts.ignored,
            "verdict": report.verdict,
        },
    }
    return json_text(told).replace("\x7f", "\\u007f") + "\n"


def _file_object(checked: Checked, report: Report) -> dict[str, Any]:
    return {
        "file": checked.file,
        "sha256": checked.sha256,
        "rulebook": checked.rules,
        "rulebook_digest": checked.rules_digest,
        "paytable": checked.paytable,
        "paytable_digest": checked.paytable_digest,
        "wagers": checked.wagers,
        "findings": [
            {
                "code": finding.code,
                "severity": finding.severity,
                "place": finding.place,
                "wager": finding.wager,
                "message": finding.message,
                "expected": finding.expected,
                "got": finding.got,
                "clause": finding.clause,
                "remedy": finding.remedy,
                "ignored": report.reason(finding),
            }
            for finding in checked.ordered
        ],
    }


# --- CSV


def as_csv(report: Report) -> str:
    """Return the report as CSV: a row for each finding.

    A file without findings has one row that names it and says ``none`` for the severity.
    """
    rows = [row for checked in report.checked for row in _rows(checked, report)]
    return csv_text(CSV_HEADERS, rows)


def _rows(checked: Checked, report: Report) -> Iterator[list[str]]:
    known = (
        *(checked.file, checked.sha256, checked.rules, checked.rules_digest),
        *(checked.paytable, checked.paytable_digest),
    )
    start = [*map(cell, known), str(checked.wagers)]
    end = [cell(report.version), cell(report.date)]
    for finding in checked.ordered:
        told = (
            *(finding.severity, finding.code, finding.place, finding.wager, finding.message),
            *(finding.expected, finding.got, finding.clause, finding.remedy),
            report.reason(finding),
        )
        yield [*start, *map(cell, told), *end]
    if not checked.findings:
        yield [*start, "none", *[""] * 9, *end]


def cell(text: str | None) -> str:
    r"""Return *text* as a cell that no spreadsheet runs as a formula; numbers stay as they are.

    >>> cell("-1.36%"), cell("-7/495"), cell("=1\n"), cell(None)
    ('-1.36%', "'-7/495", "'=1\\n", '')
    """
    if text is None or _NUMBER.fullmatch(text):
        return text or ""
    line = visible(text)
    return f"'{line}" if line.startswith(_WIDE_FORMULA_STARTS) else inert(line)


RENDERERS: Mapping[str, Callable[[Report], str]] = {
    "text": as_text,
    "json": as_json,
    "csv": as_csv,
    "html": as_html,
    "sarif": as_sarif,
}
"""The formats of a report."""

__all__ = [
    "RENDERERS",
    "Checked",
    "Counts",
    "Report",
    "as_csv",
    "as_html",
    "as_json",
    "as_sarif",
    "as_text",
]
