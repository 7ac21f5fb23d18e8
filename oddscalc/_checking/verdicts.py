"""What was found in which file, in what order it is told, and what follows from it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from oddscalc._checking.findings import SEVERITIES, Finding, codes
from oddscalc._checking.lines import Offer
from oddscalc._checking.submission import Submission
from oddscalc._exact.visible import visible
from oddscalc._rules.rulebook import Rulebook

EXIT_CODES = {"clean": 0, "errors": 1, "unreadable": 2}
"""The exit code of each verdict."""

HEADERS = ("licensee", "game", "version", "effective")
"""What a submission says of itself that every report repeats."""

LONGEST = 2_000
"""Characters of one text in the reports for people; json, csv and sarif give it whole."""

_DIGITS = re.compile(r"([0-9]+)")


@dataclass(frozen=True)
class Checked:
    """One file after its checks.

    Args:
        submission: what was read; None if nothing could be.
        file: its name, as the user gave it.
        sha256: the digest of its bytes; None if they could not be read.
        findings: what was found, in any order.
        rules: the rulebook's id; None if none is known.
        rules_digest: the digest of the rulebook.
        paytable: the paytable's id; None if there is none.
        paytable_digest: the digest of the paytable.
        wagers: how many wagers were read.
        content: its bytes, if they are kept.
        book: the rulebook, if it is kept.
        offers: what is offered in it, if that is kept.
        law: the file of a rulebook of one's own, if it is kept: its name and bytes.
    """

    submission: Submission | None
    file: str
    sha256: str | None
    findings: tuple[Finding, ...]
    rules: str | None
    rules_digest: str | None
    paytable: str | None
    paytable_digest: str | None
    wagers: int
    content: bytes | None = field(default=None, repr=False, compare=False)
    book: Rulebook | None = field(default=None, repr=False, compare=False)
    offers: tuple[Offer, ...] = field(default=(), repr=False, compare=False)
    law: tuple[str, bytes] | None = field(default=None, repr=False, compare=False)

    @property
    def ordered(self) -> list[Finding]:
        """The findings, worst first, then by place in natural order."""
        return sorted(self.findings, key=_rank)


@dataclass(frozen=True)
class Counts:
    """How many findings count, by severity, and how many were ignored."""

    errors: int
    warnings: int
    notes: int
    ignored: int


@dataclass(frozen=True)
class Report:
    """Everything that a report says.

    Args:
        checked: the files, in the order in which they are told.
        ignored: the codes to set aside, each with its reason.
        strict: whether warnings count as errors.
        date: the date to print; None for none.
        version: the version of oddscalc.
    """

    checked: tuple[Checked, ...]
    ignored: Mapping[str, str]
    strict: bool
    date: str | None
    version: str

    def reason(self, finding: Finding) -> str | None:
        """Return why *finding* is ignored; None if it counts.

        A file that could not be read counts in any case: nothing is known of it.
        """
        if finding.code == "unreadable" or finding.code not in self.ignored:
            return None
        return self.ignored[finding.code] or "no reason given"

    def counting(self, checked: Checked) -> list[Finding]:
        """Return the findings in one file that count, in order."""
        return [finding for finding in checked.ordered if self.reason(finding) is None]

    def aside(self, checked: Checked) -> list[Finding]:
        """Return the findings in one file that are ignored, in order."""
        return [finding for finding in checked.ordered if self.reason(finding) is not None]

    @property
    def idle(self) -> list[str]:
        """The codes that were to be ignored but set nothing aside."""
        used = {finding.code for file in self.checked for finding in self.aside(file)}
        return sorted(set(self.ignored) - used)

    @property
    def counts(self) -> Counts:
        """How many findings there are in all files."""
        every = [finding for file in self.checked for finding in file.findings]
        counting = [finding.severity for finding in every if self.reason(finding) is None]
        errors, warnings, notes = (counting.count(severity) for severity in SEVERITIES)
        return Counts(errors, warnings, notes, len(every) - len(counting))

    @property
    def unreadable(self) -> int:
        """How many files could not be read."""
        return sum(any(f.code == "unreadable" for f in file.findings) for file in self.checked)

    @property
    def verdict(self) -> str:
        """One of ``unreadable``, ``errors`` and ``clean``; strict counts warnings as errors."""
        if self.unreadable:
            return "unreadable"
        counts = self.counts
        return "errors" if counts.errors or (self.strict and counts.warnings) else "clean"

    @property
    def exit_code(self) -> int:
        """2 if a file could not be read, 1 for errors, else 0."""
        return EXIT_CODES[self.verdict]

    @property
    def wagers(self) -> int:
        """How many wagers were read in all files."""
        return sum(file.wagers for file in self.checked)


def natural(place: str) -> tuple[tuple[bool, int, str], ...]:
    """Return a key that sorts places as people count.

    >>> sorted(["wagers[10].pays", "wagers[9].pays", "wagers"], key=natural)
    ['wagers', 'wagers[9].pays', 'wagers[10].pays']
    """
    key = []
    for part in filter(None, _DIGITS.split(place)):
        number = part[0] in "0123456789"
        plain = part.lstrip("0") if number else part
        key.append((not number, len(plain) if number else 0, plain))
    return tuple(key)


def _rank(finding: Finding) -> tuple[object, ...]:
    words = (finding.wager, finding.message, finding.expected, finding.got, finding.clause)
    rest = tuple(part or "" for part in words)
    place = (natural(finding.place), finding.place)
    return SEVERITIES.index(finding.severity), *place, finding.code, *rest


def shown(text: str) -> str:
    """Return *text* for people: visible, and cut where nobody would read on."""
    if len(text) <= LONGEST:
        return visible(text)
    return f"{visible(text[:LONGEST])} ... ({len(text):,} characters)"


def heading(report: Report) -> str:
    """Return the line that names what made the report, the date if given, and strictness."""
    dated = f", {report.date}" if report.date is not None else ""
    strict = "; warnings count as errors" if report.strict else ""
    return f"Report of oddscalc {report.version}{dated}{strict}"


def summary(report: Report) -> str:
    """Return the line that says what all of it comes to."""
    counts = report.counts
    parts = [
        plural(number, noun)
        for number, noun in (
            (counts.errors, "error"),
            (counts.warnings, "warning"),
            (counts.notes, "note"),
        )
        if number
    ]
    findings = ", ".join(parts) or "no findings"
    if counts.ignored:
        findings += f" ({counts.ignored:,} more ignored)"
    files, wagers = plural(len(report.checked), "file"), plural(report.wagers, "wager")
    return f"{findings} in {files} of {wagers}: {_conclusion(report)}"


def _conclusion(report: Report) -> str:
    counts = report.counts
    if report.unreadable:
        return f"not approvable as it stands; {plural(report.unreadable, 'file')} could not be read"
    if counts.errors:
        return "not approvable as it stands"
    if report.verdict == "errors":
        return "not approvable as it stands, since warnings count as errors"
    if not report.wagers:
        return "no wager was checked"
    conclusion = "no errors, but warnings to be resolved" if counts.warnings else "no errors"
    return f"{conclusion}; some findings were ignored" if counts.ignored else conclusion


def plural(number: int, noun: str) -> str:
    """Return *number* with its noun.

    >>> plural(1, "file"), plural(1200, "wager")
    ('1 file', '1,200 wagers')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def details(finding: Finding, reason: str | None = None) -> Iterable[tuple[str, str]]:
    """Yield what is known of *finding* besides code, place and message: its label and text."""
    for label, text in (
        ("wager", finding.wager),
        ("expected", finding.expected),
        ("got", finding.got),
        ("clause", finding.clause),
        ("remedy", finding.remedy),
        ("ignored", reason),
    ):
        if text is not None:
            yield label, text


def identity(checked: Checked) -> Iterable[tuple[str, str, str | None]]:
    """Yield what names a file and what it was held against: label, text and digest."""
    submission = checked.submission
    header = submission.header if submission else {}
    for key in HEADERS:
        if key in header:
            yield key, header[key].text, None
    yield "SHA-256", checked.sha256 or "none: its bytes could not be read", None
    yield "rulebook", checked.rules or "none", checked.rules_digest
    yield "paytable", checked.paytable or "none", checked.paytable_digest
    yield "wagers", f"{checked.wagers:,}", None
    if submission is not None:
        if submission.sheet is not None:
            yield "sheet", submission.sheet, None
        read, unread = columns_told(submission)
        if read:
            yield "read", ", ".join(read), None
        if unread:
            yield "not read", ", ".join(unread), None


def by_code(findings: Iterable[Finding]) -> dict[str, int]:
    """Return how many findings there are of each kind, the worst kinds first, then the most."""
    counts = Counter(finding.code for finding in findings)
    severity = {code: SEVERITIES.index(codes()[code].severity) for code in counts}
    return dict(sorted(counts.items(), key=lambda pair: (severity[pair[0]], -pair[1], pair[0])))


def columns_told(submission: Submission) -> tuple[list[str], list[str]]:
    """Return the columns or keys that were read, and whatever was not."""
    read, unread = [], list[str]()
    for column in submission.columns:
        title = " ".join(filter(None, (column.letter, column.title)))
        if column.key is None:
            unread.append(f"column {title}" if column.letter else title)
        elif column.title.lower().replace(" ", "_") == column.key:
            read.append(title)
        else:
            read.append(f"{title} ({column.key})")
    return read, [*unread, *submission.unread]
