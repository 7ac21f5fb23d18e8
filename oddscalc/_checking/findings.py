"""Findings: what is wrong, where, by which clause, and what to do; each with a stable code."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from oddscalc.errors import OddscalcError, Problem, UnknownNameError

SEVERITIES = ("error", "warning", "note")
"""The worst first. Errors decide the exit code; warnings do with --strict; notes never."""


@dataclass(frozen=True)
class FindingCode:
    """A kind of finding.

    Args:
        code: the stable slug.
        severity: one of ``SEVERITIES``.
        title: a few words.
        explain: what it means and why it matters.
        example: what sets it off.
        remedy: what to do.
        write: the same with what is ``{expected}``, where that was computed.
    """

    code: str
    severity: str
    title: str
    explain: str
    example: str
    remedy: str
    write: str | None = None


@cache
def codes() -> Mapping[str, FindingCode]:
    """Return every code, in the order of the documentation."""
    text = files("oddscalc._checking").joinpath("codes.toml").read_text(encoding="ascii")
    return {entry["code"]: FindingCode(**entry) for entry in tomllib.loads(text)["codes"]}


def explain(code: str) -> str:
    """Return the page of documentation of *code*.

    Raises:
        UnknownNameError: there is no such code.

    >>> print(explain("bare-number").splitlines()[0])
    bare-number (error): a price without 'to' or 'for'
    """
    if code not in codes():
        raise UnknownNameError.among("finding", code, codes())
    kind = codes()[code]
    return (
        f"{kind.code} ({kind.severity}): {kind.title}\n\n{kind.explain}\n\n"
        f"For example: {kind.example}\n\nWhat to do: {kind.remedy}"
    )


def within(place: str, whole: str) -> bool:
    """Return whether *place* is *whole* or a part of it.

    >>> within("row 12, column C", "row 12"), within("row 12, column C", "row 1")
    (True, False)
    """
    return place == whole or place.startswith((f"{whole}.", f"{whole},", f"{whole}["))


_OF_ERRORS = {
    "overlap": "overlap",
    "never-ends": "never-ends",
    "impossible": "never-ends",
    "too-many-states": "too-many-states",
    "numbers-too-long": "too-many-states",
    "too-much": "too-many-states",
}


def code_of(cause: OddscalcError | Problem) -> str:
    """Return the code of the finding that a wager's definition is wrong because of *cause*."""
    return _OF_ERRORS.get(cause.code, "malformed")


@dataclass(frozen=True)
class Finding:
    """One thing found in a submission.

    Args:
        code: which kind.
        place: where: a key path ``wagers[12].pays``, or row and column of a table.
        message: what is wrong, in one sentence.
        expected: what would be right, if that can be said.
        got: what was found.
        clause: the rulebook's clause.
        wager: the bet's id, if one is concerned.
    """

    code: str
    place: str
    message: str
    expected: str | None = None
    got: str | None = None
    clause: str | None = None
    wager: str | None = None

    @property
    def severity(self) -> str:
        """How bad it is."""
        return codes()[self.code].severity

    @property
    def remedy(self) -> str:
        """What to do about it, with what was computed of it."""
        kind = codes()[self.code]
        if kind.write is None or self.expected is None:
            return kind.remedy
        return kind.write.format(expected=self.expected)
