"""The clause that a submission cites, however it is spelled, beside that of the wager."""

from __future__ import annotations

import re
from collections.abc import Iterator

from oddscalc._checking.findings import Finding
from oddscalc._checking.lines import Offer
from oddscalc._rules.rulebook import Rulebook

Steps = tuple[str, ...]
"""A clause as the numbers, letters and words that lead to it."""

_IDLE = re.compile(
    r"\b\d+ pa\.? ?code\b|\b(?:sub)?sections?\b|\bsec\b|\bclauses?\b|\bcl\b|\bregulations?\b"
    r"|\breg\b|\brules?\b|\bpara(?:graph)?s?\b|\barticles?\b|\bart\b|\bnos?\b|\bs(?=\.? ?\d)"
)


def steps(text: str) -> Steps:
    """Return the steps of a citation; signs and words like *section* say nothing.

    >>> steps("58 Pa. Code § 623a.3(a)(13)(i)"), steps("Section 2(nn)")
    (('623a', '3', 'a', '13', 'i'), ('2', 'nn'))
    """
    return tuple(re.findall(r"[^\W_]+", _IDLE.sub(" ", text.lower().replace("'", ""))))


def check_clause(line: Offer, rules: Rulebook) -> Iterator[Finding]:
    """Yield what is wrong with the clause that is cited on the line."""
    cell = line.entry.cells.get("clause")
    if cell is None:
        return
    cited, own = steps(cell.text), line.wager.clause
    meant = _meant(cited, rules)
    if not cited or own in meant or _begins(cited, own) or line.wager.clause == "own bet":
        return
    if meant:
        bets = next(wager.bets for wager in rules.wagers if wager.clause == meant[0])
        message = f"clause {meant[0]} is of {', '.join(bets[:3])}"
        code = "cross-reference"
    elif cited[: len(_section(rules))] == _section(rules):
        message, code = f"{rules.id} has no clause {cell.text.strip()[:60]}", "clause-unknown"
    else:
        return  # of a part of the law that is not this rulebook's
    yield Finding(code, cell.place, message, own, cell.text, own, line.bet.id)


def _meant(cited: Steps, rules: Rulebook) -> list[str]:
    """Return the clauses that are cited, with their parts: those that name the most steps."""
    matches: dict[str, int] = {}
    for wager in rules.wagers:
        for path in _paths(wager.clause):
            starts = range(len(cited) - len(path) + 1)
            if any(cited[start : start + len(path)] == path for start in starts):
                matches[wager.clause] = max(matches.get(wager.clause, 0), len(path))
    most = max(matches.values(), default=0)
    return [clause for clause, length in matches.items() if length == most]


def _begins(cited: Steps, clause: str) -> bool:
    """Return whether the citation is of a whole of which *clause* is a part."""
    return any(path[: len(cited)] == cited for path in _paths(clause))


def _paths(clause: str) -> list[Steps]:
    """Return the ways of citing *clause*: whole; without its title; one number of ``6&7``."""
    numbers, _, title = clause.partition(" ")
    path = steps(title)
    if "&" in numbers:
        return [steps(clause), *((number, *path) for number in numbers.split("&")),
                *((number,) for number in numbers.split("&")), path]  # fmt: skip
    shorter = [path] if path else []
    return [steps(clause), *shorter, *([steps(numbers)] if path and numbers.isdigit() else [])]


def _section(rules: Rulebook) -> Steps:
    """Return the steps that all clauses of the rulebook begin with."""
    first, *others = [steps(wager.clause) for wager in rules.wagers if wager.clause != "own bet"]
    common = 0
    while common < len(first) and all(path[: common + 1] == first[: common + 1] for path in others):
        common += 1
    return first[:common]
