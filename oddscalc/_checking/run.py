"""Checking files: each read, its rulebook found, its findings collected; none stops the others."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from oddscalc._checking.checks import judged, lint
from oddscalc._checking.dialect import PLAIN, Dialect
from oddscalc._checking.findings import Finding, code_of
from oddscalc._checking.lines import Limits
from oddscalc._checking.reading import READERS, content_of, parse
from oddscalc._checking.submission import Submission
from oddscalc._checking.verdicts import Checked, Report
from oddscalc._exact.budget import anew
from oddscalc._exact.files import STDIN, WHOLE
from oddscalc._rules import userfiles
from oddscalc._rules.rulebook import Rulebook, shipped
from oddscalc._version import __version__
from oddscalc.errors import (
    DataError,
    LimitError,
    OddscalcError,
    Problem,
    RuleError,
    UnknownNameError,
)


def files_of(names: Sequence[str]) -> list[str]:
    """Return the files that *names* mean: themselves or, of a directory, its submissions.

    Raises:
        DataError: a directory holds none.
    """
    files: list[str] = []
    for name in names:
        path = Path(name)
        if name == STDIN or not path.is_dir():
            files.append(name)
            continue
        inside = sorted(str(inner) for inner in path.rglob("*") if inner.suffix.lower() in READERS)
        if not inside:
            raise DataError(name, [f"holds no {', '.join(READERS)} file"])
        files += inside
    return list(dict.fromkeys(files))


def check_files(
    names: Sequence[str],
    against: str | None,
    limits: Limits,
    *,
    paytable: str | None = None,
    ignored: Mapping[str, str],
    strict: bool = False,
    date: str | None = None,
    progress: Callable[[int], None] | None = None,
    dialect: Dialect = PLAIN,
    keep: bool = False,
) -> Report:
    """Return the report on all files.

    Args:
        names: the files.
        against: the rulebook, in place of the one that each names.
        limits: what the user sets.
        paytable: a list of which every price must be, by id or file.
        ignored: codes that do not count, each with its reason.
        strict: whether warnings count.
        date: the date to be printed on the report.
        progress: is told, now and then, how many more files are checked.
        dialect: what is said of tables.
        keep: whether the content of the files is kept, and what is offered in them.

    Raises:
        UnknownNameError, DataError: the rulebook or the paytable given is none.
        RuleError: a sheet is named, and no file is a workbook.
    """
    if dialect.sheet is not None and not any(_may_be_workbook(name) for name in names):
        raise RuleError("a sheet is named, and no file is a workbook", code="conflict")
    book = userfiles.rulebook(against) if against else None
    if paytable is not None:
        catalogue = (book or shipped("standard")).catalogue
        limits = replace(limits, prices=userfiles.paytable(paytable, catalogue))
    checked = []
    for name in names:
        try:
            with anew():  # each file has as much time as any other
                checked.append(check_file(name, book, limits, dialect, keep=keep, given=against))
        except LimitError as error:
            stopped = (Finding("unreadable", "file", f"not checked: {error}"),)
            checked.append(Checked(None, name, None, stopped, None, None, None, None, 0))
        if progress is not None:
            progress(1)
    return Report(tuple(checked), dict(ignored), strict, date, __version__)


def _may_be_workbook(name: str) -> bool:
    return name == STDIN or Path(name).suffix.lower() == ".xlsx"


def check_file(
    name: str,
    against: Rulebook | None,
    limits: Limits,
    dialect: Dialect = PLAIN,
    *,
    keep: bool = False,
    given: str | None = None,
) -> Checked:
    """Return what was found in one file."""
    digest = None
    try:
        content = content_of(name)
        digest = hashlib.sha256(content).hexdigest()
        submission = parse(name, content, dialect)
    except DataError as error:
        findings = tuple(Finding("unreadable", "file", str(problem)) for problem in error.problems)
        known = content if keep and digest is not None else None
        return Checked(None, name, digest, findings, None, None, None, None, 0, known)
    rules = against or rulebook_of(submission)
    if isinstance(rules, Finding):
        findings = (*submission.findings, rules)
        return Checked(submission, name, submission.sha256, findings, None, None, None, None,
                       len(submission.entries), content if keep else None)  # fmt: skip
    listed, offers = judged(submission, rules, rules.printed, limits)
    prices = limits.prices or rules.printed
    return Checked(
        submission,
        name,
        submission.sha256,
        tuple(listed),
        rules.id,
        rules.digest,
        prices.id if prices else None,
        prices.digest if prices else None,
        len(submission.entries) - sum(entry.code == "heading-assumed" for entry in listed),
        content if keep else None,
        rules if keep else None,
        tuple(offers) if keep else (),
        _law(submission, against, given) if keep else None,
    )


def _law(
    submission: Submission, against: Rulebook | None, given: str | None
) -> tuple[str, bytes] | None:
    """Return the file of a rulebook of one's own, its name and bytes; None of a shipped one."""
    name = given if against is not None else _named_by(submission)
    if name is None or not userfiles.is_path(name) or name == STDIN:
        return None
    return Path(name).name, content_of(name)


def _named_by(submission: Submission) -> str | None:
    """Return the rulebook that a submission names, a file as from here."""
    cell = submission.header.get("rulebook") or submission.header.get("jurisdiction")
    if cell is None or not userfiles.is_path(cell.text):
        return None
    return str(Path(submission.file).parent / cell.text)


def lint_file(name: str, limits: Limits) -> Checked:
    """Return what is wrong with a draft rulebook, as if it were a submission."""
    try:
        rules = userfiles.rulebook(name if userfiles.is_path(name) else f"./{name}")
        digest = hashlib.sha256(content_of(name)).hexdigest()
    except DataError as error:
        findings = tuple(map(_finding, error.problems))
        return Checked(None, name, None, findings, None, None, None, None, 0)
    found_here = tuple(lint(rules, limits))
    wagers = sum(len(wager.bets) for wager in rules.wagers)
    printed = rules.printed
    return Checked(
        None,
        name,
        digest,
        found_here,
        rules.id,
        rules.digest,
        printed.id if printed else None,
        printed.digest if printed else None,
        wagers,
    )


def _finding(problem: Problem) -> Finding:
    """Return the finding of a problem that kept a rulebook file from being read."""
    if problem.place in ("", WHOLE):
        return Finding("unreadable", "file", str(problem))
    return Finding(code_of(problem), problem.place, problem.message)


def rulebook_of(submission: Submission) -> Rulebook | Finding:
    """Return the rulebook that a submission names, or why there is none.

    A submission comes from outside: it may name a rulebook file in its own folder, no other.
    """
    cell = submission.header.get("rulebook") or submission.header.get("jurisdiction")
    if cell is None:
        return Finding("header-missing", "header", "no rulebook is named")
    name = cell.text
    if userfiles.is_path(name):
        if name == STDIN or Path(name).is_absolute() or ".." in Path(name).parts:
            message = "names a file outside of its own folder; give it with --against"
            return Finding("header-missing", cell.place, message, got=name)
        name = str(Path(submission.file).parent / name)
    try:
        return userfiles.rulebook(name)
    except UnknownNameError as error:
        return Finding("header-missing", cell.place, str(error), got=cell.text)
    except OddscalcError as error:
        return Finding("header-missing", cell.place, str(error)[:300], got=cell.text)
