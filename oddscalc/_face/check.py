"""``check``: submissions against a rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from oddscalc._ask.asked import rate_of, several, whole_of
from oddscalc._ask.options import Number
from oddscalc._checking.dialect import Dialect
from oddscalc._checking.findings import Finding
from oddscalc._checking.findings import explain as page_of
from oddscalc._checking.lines import Limits
from oddscalc._checking.run import check_files, files_of, lint_file
from oddscalc._checking.verdicts import Report
from oddscalc._face.shown import Shown, parts_of
from oddscalc._show.document import Document
from oddscalc._show.words.report import document
from oddscalc._version import __version__
from oddscalc.errors import RangeError, RuleError


@dataclass(frozen=True, repr=False)
class CheckAnswer(Shown, Report):
    """What was found in submissions; true if nothing counts against them.

    >>> answer = check("examples/clean/us-nj-mini-dice.toml")
    >>> answer
    <CheckAnswer: 1 file, 0 errors, 0 warnings, 0 notes>
    """

    def __bool__(self) -> bool:
        return self.exit_code == 0

    @property
    def findings(self) -> tuple[Finding, ...]:
        """All findings that count, file by file."""
        return tuple(finding for checked in self.checked for finding in self.counting(checked))

    def document(self) -> Document:
        """Return it in words."""
        return document(self)

    def line(self) -> str:
        """Return how many files there are, and how many findings."""
        files, counts = len(self.checked), self.counts
        return (
            f"{files} file{'s' * (files != 1)}, {counts.errors} errors, {counts.warnings} warnings,"
            f" {counts.notes} notes"
        )


def check(
    files: str | Path | Sequence[str | Path] = (),
    *,
    rules_file: str | None = None,
    against: str | None = None,
    rules: str | None = None,
    paytable: str | None = None,
    strict: bool = False,
    ignore: Mapping[str, str] | Sequence[str] | str = (),
    max_edge: Number | None = None,
    tolerance: Number | None = None,
    max_states: int = 20_000,
    date: str | None = None,
    sheet: str | None = None,
    map: Mapping[str, str] | Sequence[str] | str = (),  # noqa: A002 - the word of the option
    evidence: str | Path | None = None,
    annotate: str | Path | None = None,
    keep: bool = False,
    progress: Callable[[int], None] | None = None,
) -> CheckAnswer:
    """Return what is wrong with submissions: names, authority, prices, notation, the mathematics.

    Args:
        files: the path of a submission or of a directory of them; one or several.
        rules_file: instead of submissions the file of a rulebook, of which the definitions are
            checked.
        against: the rulebook, whatever the files name.
        rules: the same, by the word of the other questions.
        paytable: a list of which every price must be, whatever the text prints.
        strict: whether warnings count too.
        ignore: kinds of finding not to count, each as ``CODE`` or ``CODE=REASON``, or a mapping.
        max_edge: the highest edge accepted, like ``20%``.
        tolerance: how far a claimed edge may be off.
        max_states: of a wager that is defined in a submission.
        date: a date to print on the report.
        sheet: of workbooks, the sheet that is read; else the one with a wager column.
        map: what columns are for, each as ``TITLE=KEY``, or a mapping; the key none for columns
            that are not to be read.
        evidence: a new folder for input, report, certificates and digests.
        annotate: a file for a copy of the one workbook, with the findings as comments.
        keep: whether the answer keeps the files' bytes, which the lines of SARIF are told by.
        progress: is told, now and then, how many more files are checked.

    Raises:
        OddscalcError: the rulebook is none, or an option cannot be read; a file that cannot be
            read is a finding.
    """
    limits = Limits(
        max_edge=None if max_edge is None else rate_below_1("max_edge", max_edge),
        tolerance=None if tolerance is None else rate_below_1("tolerance", tolerance),
        max_states=whole_of("max_states", max_states, least=1),
    )
    if rules is not None and against is not None:
        raise RuleError("rules and against are the same; give one", code="conflict")
    names, ignored = files_of([str(file) for file in several(files)]), reasons(ignore)
    if bool(names) == (rules_file is not None):
        raise TypeError("check() takes files, or else rules_file")
    if rules_file is not None:
        if evidence is not None or annotate is not None:
            raise RuleError("evidence and annotated copies are of submissions", code="conflict")
        if paytable is not None or rules is not None or against is not None:
            raise RuleError("a rulebook is checked alone, with its own prices", code="conflict")
        lint = lint_file(rules_file, limits)
        return CheckAnswer((lint,), ignored, strict, date, __version__)
    report = check_files(
        names,
        against or rules,
        limits,
        paytable=paytable,
        ignored=ignored,
        strict=strict,
        date=date,
        progress=progress,
        dialect=Dialect.of(sheet, pairs_of(map)),
        keep=keep or evidence is not None or annotate is not None,
    )
    if annotate is not None:
        from oddscalc._checking.annotating import annotate_file

        annotate_file(report, Path(annotate))
    if evidence is not None:
        from oddscalc._face.evidence import write_evidence

        write_evidence(report, Path(evidence))
    return CheckAnswer(**parts_of(report))


def pairs_of(mapped: Mapping[str, str] | Sequence[str] | str) -> list[str]:
    """Return what columns are for as ``TITLE=KEY``."""
    if isinstance(mapped, Mapping):
        return [f"{title}={key}" for title, key in mapped.items()]
    return [str(text) for text in several(mapped)]


def rate_below_1(name: str, value: Number) -> Fraction:
    """Return a rate from 0 to below 1; 5 without a percent sign is a slip.

    Raises:
        NumberError: it is none.
    """
    rate = rate_of(name, value)
    if not 0 <= rate < 1:
        slip = rate > 0 and "%" not in str(value)
        hint = f"; did you mean {str(value).strip()}%?" if slip else ""
        raise RangeError(f"{name}: {value!r} is no rate from 0% to 100%{hint}")
    return rate


def reasons(ignore: Mapping[str, str] | Sequence[str] | str) -> dict[str, str]:
    """Return the codes that are not to count, each with its reason.

    Raises:
        UnknownNameError: there is no such code.
    """
    if isinstance(ignore, Mapping):
        ignore = [f"{code}={reason}" for code, reason in ignore.items()]
    texts = {}
    for text in several(ignore):
        code, _, reason = text.partition("=")
        page_of(code.strip())  # refuses what is no code
        texts[code.strip()] = reason.strip() or "no reason given"
    return texts
