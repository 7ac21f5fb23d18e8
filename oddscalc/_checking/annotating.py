"""An annotated copy of a workbook: cells coloured, findings as comments, nothing else changed."""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from oddscalc._checking.archive import parsing
from oddscalc._checking.findings import SEVERITIES, Finding
from oddscalc._checking.submission import Submission, form_of
from oddscalc._checking.tablerows import letter
from oddscalc._checking.verdicts import Report
from oddscalc._exact.visible import visible
from oddscalc.errors import DataError

COLOURS = {"error": "FFC7CE", "warning": "FFEB9C", "note": "DDEBF7"}
"""The colour of a cell by its worst finding."""

_PLACE = re.compile(r"row (\d+)(?:, column ([A-Z]+))?")
_CELL = re.compile(r"cells ([A-Z]+\d+)")
_LONGEST = 4_000  # characters of a comment; a spreadsheet shows few more
_LOST = {
    "xl/drawings/drawing": "pictures or shapes",
    "xl/charts/": "charts",
    "xl/pivottables/": "pivot tables",
    "xl/vbaproject": "macros",
}


def annotate_file(report: Report, path: Path) -> None:
    """Write a copy of the only workbook of *report* with its findings to *path*.

    Raises:
        DataError: there is no workbook, or not just one; it would lose something; or the copy
            cannot be written.
    """
    if len(report.checked) != 1:
        raise DataError(str(path), ["--annotate goes with one workbook"], code="conflict")
    (checked,) = report.checked
    content, submission = checked.content, checked.submission
    if content is None or submission is None:
        message = f"{checked.file} could not be read; there is nothing to be annotated"
        raise DataError(str(path), [message], code="unreadable")
    if form_of(checked.file, content) != ".xlsx":
        message = f"{checked.file} is no workbook; --annotate goes with .xlsx"
        raise DataError(str(path), [message], code="conflict")
    if path.exists() and path.samefile(checked.file):
        raise DataError(str(path), ["is the workbook itself; name another file"], code="conflict")
    annotated = annotated_copy(checked.file, content, submission, report.counting(checked))
    try:
        path.write_bytes(annotated)
    except OSError as error:
        message = f"cannot be written: {error.strerror or error}"
        raise DataError(str(path), [message], code="unwritable") from None


def annotated_copy(
    name: str, content: bytes, submission: Submission, findings: Iterable[Finding]
) -> bytes:
    """Return a workbook with *findings* as comments on the cells that they are about.

    What is about no cell stands on the title of the wager column.

    Raises:
        DataError: openpyxl is not installed, the file is damaged, or the copy would lose what it
            cannot keep.
    """
    try:
        from openpyxl import load_workbook
        from openpyxl.comments import Comment
        from openpyxl.styles import PatternFill
    except ImportError:
        needs = 'annotating XLSX needs openpyxl: pip install "oddscalc[xlsx]"'
        raise DataError(name, [needs], code="not-installed") from None
    if lost := _lost(content):
        message = f"has {', '.join(lost)}, which a copy would lose; annotate one without"
        raise DataError(name, [message], code="conflict")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with parsing(name):
            book = load_workbook(io.BytesIO(content), rich_text=True)
    page: Any = book[submission.sheet or book.sheetnames[0]]
    for place, here in _by_cell(submission, findings).items():
        cell = _first_of_merged(page, place)
        worst = min((finding.severity for finding in here), key=SEVERITIES.index)
        cell.fill = PatternFill("solid", fgColor=COLOURS[worst])
        before = f"{cell.comment.text}\n\n" if cell.comment else ""
        text = before + "\n\n".join(map(_words, here))
        shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."
        comment = Comment(shown, "oddscalc")
        comment.width, comment.height = 360, min(60 + 18 * (len(shown) // 45 + 1), 600)
        cell.comment = comment
    out = io.BytesIO()
    with parsing(name):
        book.save(out)
    return out.getvalue()


def _lost(content: bytes) -> list[str]:
    """Return what a workbook has that a copy of it would not."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = [name.lower() for name in archive.namelist()]
    return [what for start, what in _LOST.items() if any(name.startswith(start) for name in names)]


def _by_cell(submission: Submission, findings: Iterable[Finding]) -> Mapping[str, list[Finding]]:
    letters = [column.letter for column in submission.columns if column.key == "wager"]
    wager = letters[0] if letters else letter(0)
    by_cell: dict[str, list[Finding]] = {}
    for finding in findings:
        place = f"{wager}{max(1, submission.titles_row)}"
        if match := _PLACE.match(finding.place):
            place = f"{match[2] or wager}{match[1]}"
        elif match := _CELL.match(finding.place):
            place = match[1]
        by_cell.setdefault(place, []).append(finding)
    return by_cell


def _first_of_merged(page: Any, place: str) -> Any:
    """Return the cell of *place*, or of the merged cells that it is one of the first."""
    cell = page[place]
    for merged in page.merged_cells.ranges:
        if place in merged:
            return page.cell(merged.min_row, merged.min_col)
    return cell


def _words(finding: Finding) -> str:
    parts = [f"{finding.severity.upper()} {finding.code}: {finding.message}."]
    if finding.expected is not None:
        parts.append(f"Expected: {finding.expected}.")
    if finding.clause is not None:
        parts.append(f"Clause: {finding.clause}.")
    parts.append(f"What to do: {finding.remedy}.")
    return visible(" ".join(parts))
