"""Reports of checks as SARIF 2.1.0, for continuous integration.

The paragraphs cited are those of the OASIS standard, Static Analysis Results Interchange Format
2.1.0.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from oddscalc._checking.findings import Finding, FindingCode, codes
from oddscalc._checking.places import line_of
from oddscalc._checking.verdicts import Checked, Report
from oddscalc._exact.visible import visible
from oddscalc._show.writers.json import json_text

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
FINGERPRINT = "oddscalcFinding/v1"
"""Names how a finding is recognised again in the next version of a submission."""


def as_sarif(report: Report) -> str:
    """Return the report as SARIF 2.1.0."""
    driver = {
        "name": "oddscalc",
        "version": report.version,
        "rules": [_rule(code) for code in codes().values()],
    }
    seen: Counter[tuple[int, str]] = Counter()
    every = [json.dumps(_artifact(checked)) for checked in report.checked]
    index = {artifact: n for n, artifact in enumerate(dict.fromkeys(every))}  # 3.14.15: unique
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "invocations": [
            {"executionSuccessful": not report.unreadable, "exitCode": report.exit_code}
        ],
        "artifacts": [json.loads(artifact) for artifact in index],
        "results": [
            _result(finding, checked, index[artifact], report, seen)
            for checked, artifact in zip(report.checked, every, strict=True)
            for finding in checked.ordered
        ],
    }
    run["properties"] = {"verdict": report.verdict, "strict": report.strict}
    if report.date is not None:
        run["properties"]["date"] = report.date
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json_text(log).replace("\x7f", "\\u007f") + "\n"


def _rule(code: FindingCode) -> dict[str, Any]:
    return {
        "id": code.code,
        "shortDescription": {"text": message(code.title)},
        "fullDescription": {"text": message(code.explain)},
        "help": {"text": message(f"For example: {code.example}. What to do: {code.remedy}.")},
        "defaultConfiguration": {"level": code.severity},
    }


def _artifact(checked: Checked) -> dict[str, Any]:
    artifact: dict[str, Any] = {"location": {"uri": uri(checked.file)}}
    if checked.sha256 is not None:
        artifact["hashes"] = {"sha-256": checked.sha256}
    artifact["properties"] = {
        "rulebook": checked.rules,
        "rulebookDigest": checked.rules_digest,
        "paytable": checked.paytable,
        "paytableDigest": checked.paytable_digest,
        "wagers": checked.wagers,
    }
    return artifact


def _result(
    finding: Finding, checked: Checked, index: int, report: Report, seen: Counter[tuple[int, str]]
) -> dict[str, Any]:
    mark = _mark(finding)
    seen[index, mark] += 1
    reason = report.reason(finding)
    accepted = {"kind": "external", "status": "accepted", "justification": reason}
    return {
        "ruleId": finding.code,
        "ruleIndex": list(codes()).index(finding.code),
        "level": finding.severity,
        "message": {"text": message(_told(finding))},
        "locations": [_location(finding, checked, index)],
        "partialFingerprints": {FINGERPRINT: f"{mark}:{seen[index, mark]}"},
        "suppressions": [] if reason is None else [accepted],  # 3.27.23: for all or for none
        "properties": {
            "wager": finding.wager,
            "expected": finding.expected,
            "got": finding.got,
            "clause": finding.clause,
            "remedy": finding.remedy,
        },
    }


def _told(finding: Finding) -> str:
    """Return all that is known: many viewers show nothing but the message."""
    about = f"{finding.wager}: " if finding.wager and finding.wager not in finding.message else ""
    parts = [about + finding.message]
    for label, text in (
        ("Expected", finding.expected),
        ("Got", finding.got),
        ("Clause", finding.clause),
        ("What to do", finding.remedy),
    ):
        if text is not None:
            parts.append(f"{label}: {text}")
    return ". ".join(part.removesuffix(".") for part in parts if part) + "."


def _location(finding: Finding, checked: Checked, index: int) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(checked.file), "index": index}}
    line = line_of(checked.file, checked.content, finding.place)
    if line is not None:
        physical["region"] = {"startLine": line}
    location: dict[str, Any] = {"physicalLocation": physical}
    if finding.place:
        location["logicalLocations"] = [{"fullyQualifiedName": visible(finding.place)}]
    return location


def _mark(finding: Finding) -> str:
    """Return a digest of what stays the same when lines above the finding come or go."""
    named = finding.wager or finding.place
    text = json.dumps([finding.code, named, finding.got])
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def message(text: str) -> str:
    r"""Return *text* as a plain text message without placeholders (3.11.5) and links (3.11.6).

    >>> print(message("{0} [here](https://example.com)"))
    {{0}} [here\](https://example.com)
    """
    return visible(text).replace("{", "{{").replace("}", "}}").replace("](", "\\](")


def uri(file: str) -> str:
    """Return the URI of a file: relative for a relative name, else with the scheme file.

    >>> uri("in box/a:b.toml"), uri("/x/y.csv")
    ('in%20box/a%3Ab.toml', 'file:///x/y.csv')
    """
    path = PurePath(file)
    if path.is_absolute():
        name = quote(path.as_posix(), safe="/:", errors="surrogatepass")
        return f"file://{'' if name.startswith('/') else '/'}{name}"
    return quote(path.as_posix(), errors="surrogatepass")
