"""Reports of checks: what was held against what, and what was found.

A report is the same for the same findings: no clock, no environment, no order of a set.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from oddscalc._checking.findings import Finding, codes
from oddscalc._checking.verdicts import (
    HEADERS,
    Checked,
    Report,
    by_code,
    columns_told,
    details,
    heading,
    identity,
    plural,
    shown,
    summary,
)
from oddscalc._show.document import WIDTH, Block, Document, Records, Section, Table, Text

_COLUMNS = (
    *("file", "sha256", "rulebook", "rulebook_digest", "paytable", "paytable_digest", "wagers"),
    *("severity", "code", "place", "wager", "message", "expected", "got", "clause", "remedy"),
    *("ignored", "oddscalc", "date", *(f"submission_{key}" for key in HEADERS)),
)
_HEADERS = ("Severity", "Code", "Place", "Wager", "Finding", "Remedy", "Expected", "Got", "Clause")


def document(report: Report) -> Document:
    """Return what was found in each file."""
    files = report.checked
    named = shown(files[0].file) if len(files) == 1 else plural(len(files), "file")
    return Document(
        f"Checks of {named}: {summary(report)}",
        schema="check",
        sections=lambda: [_section(report)],
        data=lambda: _object(report),
        records=lambda: Records(
            _COLUMNS, [row for checked in files for row in _rows(checked, report)]
        ),
    )


def _section(report: Report) -> Section:
    blocks = [block for checked in report.checked for block in _blocks(checked, report)]
    for code in report.idle:
        reason = report.ignored[code]
        blocks.append(Text(shown(f"Ignoring {code} had no effect; the reason given was: {reason}")))
    return Section(heading(report), [], [*blocks, Text(summary(report))])


def _blocks(checked: Checked, report: Report) -> Iterator[Block]:
    """Yield a file with what was found in it; a terminal has no room for such tables."""
    rows = [(label, shown(text), digest or "") for label, text, digest in identity(checked)]
    if counted := report.counting(checked):
        rows.append(("found", _by_code_text(counted), ""))
    lines = "\n".join(_file(checked, report))
    headers = ("checked", "what", "digest")
    yield Table(headers, "lll", rows, title=shown(checked.file) or "-", terminal=lines)
    counting, aside = report.counting(checked), report.aside(checked)
    none = "" if counting else "Nothing else was found." if aside else "Nothing was found."
    cells = [_cells(finding) for finding in counting]
    if counting:
        kinds = [
            (codes()[code].severity.capitalize(), code, codes()[code].title, f"{count:,}")
            for code, count in by_code(counting).items()
        ]
        heads = ("Severity", "Code", "What it is", "Count")
        yield Table(heads, "lllr", kinds, title="Findings by code", terminal="")
    yield Table(_HEADERS, "l" * len(_HEADERS), cells, none, "Findings", terminal="")
    if aside:
        ignored = [(*_cells(cell), shown(report.reason(cell) or "")) for cell in aside]
        title, more = "Ignored, with the reason given", (*_HEADERS, "Reason")
        yield Table(more, "l" * len(more), ignored, title=title, terminal="")


def _by_code_text(findings: Sequence[Finding]) -> str:
    """Return how many findings there are of each kind, as ``2 bare-number, 1 zero-edge``."""
    return ", ".join(f"{count:,} {code}" for code, count in by_code(findings).items())


def _cells(finding: Finding) -> tuple[str, ...]:
    severity = finding.severity[0].upper() + finding.severity[1:]
    texts = (finding.code, finding.place, finding.wager, finding.message, finding.remedy)
    more = (finding.expected, finding.got, finding.clause)
    return (severity, *(shown(text or "") for text in (*texts, *more)))


def _file(checked: Checked, report: Report) -> Iterator[str]:
    yield from _wrapped(checked.file, "", "  ")
    for label, text, digest in identity(checked):
        yield from _labelled("  ", label, text)
        if digest is not None:
            yield from _labelled("  ", "", digest)
    counting, aside = report.counting(checked), report.aside(checked)
    if counting:
        yield from _labelled("  ", "found", _by_code_text(counting))
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
    words = shown(text)
    if len(first) + len(words) <= WIDTH:
        return [(first + words).rstrip()]
    lines = textwrap.wrap(
        words, WIDTH, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
    )
    return lines or [first.rstrip()]


def _object(report: Report) -> dict[str, Any]:
    """Return the report as JSON; findings that are ignored stand among the others."""
    counts = report.counts
    return {
        "version": report.version,
        "date": report.date,
        "files": [_file_object(checked, report) for checked in report.checked],
        "summary": {
            "errors": counts.errors,
            "warnings": counts.warnings,
            "notes": counts.notes,
            "ignored": counts.ignored,
            "by_code": by_code(
                [finding for file in report.checked for finding in report.counting(file)]
            ),
            "verdict": report.verdict,
        },
    }


def _file_object(checked: Checked, report: Report) -> dict[str, Any]:
    return {
        "file": checked.file,
        "sha256": checked.sha256,
        "rulebook": checked.rules,
        "rulebook_digest": checked.rules_digest,
        "paytable": checked.paytable,
        "paytable_digest": checked.paytable_digest,
        "wagers": checked.wagers,
        **_header_object(checked),
        "by_code": by_code(report.counting(checked)),
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


def _header_object(checked: Checked) -> dict[str, Any]:
    """Return what a file says of itself, and what was read of it and what was not."""
    submission = checked.submission
    header = submission.header if submission else {}
    said = {key: header[key].text if key in header else None for key in HEADERS}
    columns = submission.columns if submission else ()
    listed = [
        {"column": column.letter or None, "title": column.title, "key": column.key}
        for column in columns
    ]
    return {
        "header": said,
        "sheet": submission.sheet if submission else None,
        "columns": listed,
        "not_read": columns_told(submission)[1] if submission else [],
    }


def _rows(checked: Checked, report: Report) -> Iterator[list[str]]:
    """Yield a row for each finding, or one that says ``none`` for the severity."""
    known = (
        *(checked.file, checked.sha256, checked.rules, checked.rules_digest),
        *(checked.paytable, checked.paytable_digest, str(checked.wagers)),
    )
    header = checked.submission.header if checked.submission else {}
    own = [header[key].text if key in header else None for key in HEADERS]
    for finding in checked.ordered:
        said = (
            *(finding.severity, finding.code, finding.place, finding.wager, finding.message),
            *(finding.expected, finding.got, finding.clause, finding.remedy),
            report.reason(finding),
        )
        yield [text or "" for text in (*known, *said, report.version, report.date, *own)]
    if not checked.findings:
        none = ("none", *[""] * 9)
        yield [text or "" for text in (*known, *none, report.version, report.date, *own)]
