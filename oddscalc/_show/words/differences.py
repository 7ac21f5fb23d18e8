"""What two texts or price lists say differently: for people, as Markdown, and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any

from oddscalc._bets.automaton import Outcome
from oddscalc._dice.rollsets import describe
from oddscalc._exact.numbers import decimal, exact
from oddscalc._questions.compare.differences import (
    BOTH,
    ONLY_A,
    ONLY_B,
    Change,
    Comparison,
    Difference,
    Fork,
    Parting,
    SideBySide,
)
from oddscalc._show.grid import WIDTH
from oddscalc._show.words.contract import rational

_LONGEST_EXACT = 24  # characters of a fraction beside its decimal
_NONE = "none"

Lines = list[tuple[int, str]]
"""Lines of text with their depth."""


def as_text(found: Comparison) -> str:
    """Return all differences, within 80 columns."""
    lines: list[str] = []
    for depth, text in _lines(found):
        if depth == 0 and lines:
            lines.append("")
        pad = "  " * depth
        lines += textwrap.wrap(
            text,
            WIDTH - 1,
            initial_indent=pad,
            subsequent_indent=pad + "  ",
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def as_markdown(found: Comparison) -> str:
    """Return all differences as headings and nested lists."""
    title, *rest = _lines(found)
    lines = [f"# {_plain(title[1])}", ""]
    for depth, text in rest:
        if depth == 0:
            lines += ["", f"## {_plain(text)}", ""]
        else:
            lines.append(f"{'  ' * (depth - 1)}- {_plain(text)}")
    return "\n".join(lines)


def _plain(text: str) -> str:
    r"""Return *text* such that Markdown shows it as it is.

    >>> print(_plain("[a] <b>"))
    \[a\] &lt;b>
    """
    for char in "\\`*_[]|#":
        text = text.replace(char, "\\" + char)
    text = text.replace("<", "&lt;")
    return "\\" + text if text.startswith(("+ ", "- ")) else text


def as_object(found: Comparison) -> dict[str, Any]:
    """Return all differences as JSON."""
    return {
        "kind": found.kind,
        "a": found.a,
        "b": found.b,
        "basis": found.basis,
        "header": [_change_object(one) for one in found.header],
        "wagers": [
            {
                "bet": one.bet,
                "name": one.name,
                "in": one.where,
                "changes": [_change_object(each) for each in one.changes],
                "rolls": [_parting_object(each) for each in one.partings],
                "figures": [
                    {
                        "reading": each.reading or None,
                        "what": each.what,
                        "before": rational(each.before),
                        "after": rational(each.after),
                    }
                    for each in one.figures
                ],
                "notes": list(one.notes),
            }
            for one in found.wagers
        ],
        "unchanged": list(found.unchanged),
    }


def _change_object(change: Change) -> dict[str, Any]:
    return {
        "what": change.what,
        "before": list(change.before),
        "after": list(change.after),
        "note": change.note or None,
    }


def _parting_object(parting: Parting) -> dict[str, Any]:
    return {
        "reading": parting.reading or None,
        "table": "come-out" if parting.table is None else str(parting.table),
        "at_table": parting.at_table,
        "sequence": [list(roll) for roll in parting.rolls],
        "then": [
            {
                "rolls": describe(fork.rolls),
                "before": _ends(fork.before),
                "after": _ends(fork.after),
            }
            for fork in parting.forks
        ],
    }


def _lines(found: Comparison) -> Lines:
    counts = [sum(one.where == where for one in found.wagers) for where in (ONLY_A, ONLY_B, BOTH)]
    lines: Lines = [
        (0, f"{found.kind} {found.a} (-) against {found.b} (+)"),
        (1, f"wagers only in {found.a}: {counts[0]}; only in {found.b}: {counts[1]}"),
        (1, f"in both: {counts[2]} changed, {len(found.unchanged)} unchanged"),
        (1, found.basis),
    ]
    if any(_long(number) for one in found.wagers for number in _shown(one)):
        lines.append((1, "'about': a fraction too long for a line; --format json has it exactly"))
    if found.header:
        lines.append((0, f"of the {found.kind} itself"))
        for change in found.header:
            lines += _change(change)
    for _, group in groupby(found.wagers, _said):
        lines += _wagers(list(group), found)
    return lines


def _shown(one: Difference) -> Iterator[Fraction | None]:
    """Yield the numbers that are printed of a wager."""
    every = all(each.same for each in one.figures)
    for each in one.figures:
        if each.what == "edge per bet made" if every else not each.same:
            yield from (each.before, each.after)


def _long(number: Fraction | None) -> bool:
    return number is not None and len(exact(number)) > _LONGEST_EXACT


def _said(one: Difference) -> object:
    """Return what is printed of a wager; neighbours of which the same is printed share it."""
    return one.where, one.changes, one.partings, _figures(one), one.notes


def _wagers(group: list[Difference], found: Comparison) -> Lines:
    """Return the lines of neighbours that changed in the same way."""
    one = group[0]
    where = {ONLY_A: f", only in {found.a}", ONLY_B: f", only in {found.b}"}.get(one.where, "")
    name = f" ({one.name})" if len(group) == 1 else ""
    lines: Lines = [(0, ", ".join(each.bet for each in group) + name + where)]
    for change in one.changes:
        lines += _change(change)
    for parting in one.partings:
        lines += _parting(parting)
    lines += [(1, text) for text in _figures(one)]
    return lines + [(1, text) for text in one.notes]


def _change(change: Change) -> Lines:
    note = f" ({change.note})" if change.note else ""
    if len(change.before) <= 1 and len(change.after) <= 1:
        before, after = (side[0] if side else _NONE for side in (change.before, change.after))
        line = f"{change.what}: {before} -> {after}{note}"
        if len(line) < WIDTH - 4:
            return [(1, line)]
    lines: Lines = [(1, f"{change.what}{note}")]
    lines += [(2, f"- {text}") for text in change.before]
    return lines + [(2, f"+ {text}") for text in change.after]


def _parting(parting: Parting) -> Lines:
    how = "with come-out rolls off as stated" if parting.at_table else "who wins when"
    reading = f"reading {parting.reading}: " if parting.reading else ""
    start = "" if parting.table is None else f", placed with the table on {parting.table}"
    lines: Lines = [(1, f"{reading}{how}{start}")]
    return lines + [(2, fork_text(parting, fork)) for fork in parting.forks]


def fork_text(parting: Parting, fork: Fork) -> str:
    """Return the rolls that lead to one difference, and both outcomes.

    >>> from oddscalc._bets.automaton import PUSH
    >>> from oddscalc._dice.rollsets import total
    >>> fork = Fork(total(12), PUSH, None)
    >>> fork_text(Parting("", None, ((4, 4),), (fork,)), fork)
    'after 4-4, then 12: push against open'
    """
    way = "".join(f"{first}-{second}, " for first, second in parting.way)
    then = f"{way}then " if way else ""
    return f"after {then}{describe(fork.rolls)}: {_ends(fork.before)} against {_ends(fork.after)}"


def _ends(outcome: Outcome | None) -> str:
    return "open" if outcome is None else str(outcome)


def _figures(one: Difference) -> tuple[str, ...]:
    """Return the numbers that changed; that they did not, if none did."""
    shown = [each for each in one.figures if not each.same]
    if one.figures and not shown:
        return tuple(_unchanged(one.figures))
    return tuple(_figure(each, one.where) for each in shown)


def _unchanged(figures: Iterable[SideBySide]) -> Iterator[str]:
    for each in figures:
        if each.what == "edge per bet made":
            reading = f"reading {each.reading}: " if each.reading else ""
            yield f"{reading}{each.what}: {_number(each.before)}, and all numbers, as before"


def _figure(each: SideBySide, where: str) -> str:
    label = f"reading {each.reading}: {each.what}" if each.reading else each.what
    if where != BOTH and None in (each.before, each.after):
        return f"{label}: {_number(each.before if each.after is None else each.after)}"
    return f"{label}: {_number(each.before)} -> {_number(each.after)}"


def _number(number: Fraction | None) -> str:
    """Return the exact value with its decimal; only that where the exact one is too long.

    >>> _number(Fraction(7, 495)), _number(Fraction(0))
    ('7/495 (0.01414141414)', '0')
    """
    if number is None:
        return _NONE
    text, rounded = exact(number), decimal(number)
    if _long(number):
        return f"about {rounded}"
    return text if text == rounded else f"{text} ({rounded})"
