"""What two texts or price lists say differently."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
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
from oddscalc._show.columns import WHOLE, Choice, Column
from oddscalc._show.document import (
    LEGEND,
    WIDTH,
    Bullets,
    Document,
    Number,
    Records,
    Section,
    with_decimal,
)
from oddscalc._show.words.contract import rational

_NONE = "none"


def _edge_of(difference: Difference) -> Fraction | None:
    """Return the edge per bet made of the usual reading, that of the second side if it has one."""
    edges = [each for each in difference.figures if each.what == _EDGE]
    if not edges:
        return None
    return edges[0].before if edges[0].after is None else edges[0].after


def _change_of(difference: Difference) -> Fraction | None:
    """Return by how much the edge per bet made of the usual reading changes."""
    for each in difference.figures:
        if each.what == _EDGE and each.before is not None and each.after is not None:
            return each.after - each.before
    return None


_EDGE = "edge per bet made"

COLUMNS: Mapping[str, Column[Difference]] = {
    "bet": Column("bet", lambda difference: difference.bet, numeric=False),
    "name": Column("name", lambda difference: difference.name, numeric=False),
    "in": Column("in", lambda difference: difference.where, numeric=False),
    "edge": Column("edge", _edge_of),
    "change": Column("change", _change_of),
}
"""What wagers that differ can be sorted by."""


def document(comparison: Comparison, choice: Choice = WHOLE) -> Document:
    """Return the differences, wager by wager: all, or those that are chosen."""
    shown = choice.rows(comparison.wagers, COLUMNS)
    chosen = replace(comparison, wagers=tuple(shown))
    return Document(
        f"Comparison of {comparison.kind}s",
        schema="diff",
        sections=lambda: [_section(comparison, shown)],
        data=lambda: _object(chosen),
        records=lambda: Records(_COLUMNS, list(_rows(chosen))),
    )


def _object(comparison: Comparison) -> dict[str, Any]:
    """Return all differences as JSON."""
    return {
        "kind": comparison.kind,
        "a": comparison.a,
        "b": comparison.b,
        "basis": comparison.basis,
        "header": [_change_object(line) for line in comparison.header],
        "wagers": [
            {
                "bet": wager.bet,
                "name": wager.name,
                "in": wager.where,
                "changes": [_change_object(each) for each in wager.changes],
                "rolls": [_parting_object(each) for each in wager.partings],
                "figures": [
                    {
                        "reading": each.reading or None,
                        "what": each.what,
                        "before": rational(each.before),
                        "after": rational(each.after),
                    }
                    for each in wager.figures
                ],
                "notes": list(wager.notes),
            }
            for wager in comparison.wagers
        ],
        "unchanged": list(comparison.unchanged),
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


_COLUMNS = (
    *("bet", "in", "part", "reading", "what"),
    *("before", "before_decimal", "after", "after_decimal", "note"),
)


def _rows(comparison: Comparison) -> Iterator[list[str]]:
    """Yield a row for each change, each roll that decides otherwise, each number and each note."""
    for change in comparison.header:
        yield ["", "", "change", "", *_changed(change)]
    for difference in comparison.wagers:
        start = [difference.bet, difference.where]
        for change in difference.changes:
            yield [*start, "change", "", *_changed(change)]
        for parting in difference.partings:
            for fork in parting.forks:
                ends = [_ends(fork.before), "", _ends(fork.after), ""]
                what = fork_text(parting, fork).partition(": ")[0]
                yield [*start, "rolls", parting.reading, what, *ends, _how(parting)]
        for each in difference.figures:
            numbers = [*_in_full(each.before), *_in_full(each.after)]
            yield [*start, "number", each.reading, each.what, *numbers, ""]
        for note in difference.notes:
            yield [*start, "note", "", "", "", "", "", "", note]


def _changed(change: Change) -> list[str]:
    return [change.what, "; ".join(change.before), "", "; ".join(change.after), "", change.note]


def _in_full(number: Fraction | None) -> list[str]:
    return ["", ""] if number is None else [exact(number), decimal(number)]


def _section(comparison: Comparison, wagers: Sequence[Difference]) -> Section:
    """Return the *wagers* that are shown, below how many there are in all."""
    only_a, only_b, both = (
        sum(wager.where == where for wager in comparison.wagers) for where in (ONLY_A, ONLY_B, BOTH)
    )
    under = [
        f"wagers only in {comparison.a}: {only_a}; only in {comparison.b}: {only_b}",
        f"in both: {both} changed, {len(comparison.unchanged)} unchanged",
        comparison.basis,
    ]
    if len(wagers) < len(comparison.wagers):
        under.append(f"{len(wagers)} of {len(comparison.wagers)} wagers that differ are shown")
    if any(Number(number).is_long() for wager in wagers for number in _shown(wager)):
        under.append(LEGEND)
    blocks = [_wagers(list(group), comparison) for _, group in groupby(wagers, _said)]
    if comparison.header:
        items = [_change(change) for change in comparison.header]
        blocks.insert(0, Bullets(items, f"of the {comparison.kind} itself", mark="  "))
    title = f"{comparison.kind} {comparison.a} (-) against {comparison.b} (+)"
    return Section(title, under, blocks)


def _shown(difference: Difference) -> Iterator[Fraction]:
    """Yield the numbers that are printed of a wager."""
    every = all(each.same for each in difference.figures)
    for each in difference.figures:
        if each.what == _EDGE if every else not each.same:
            yield from (number for number in (each.before, each.after) if number is not None)


def _said(difference: Difference) -> object:
    """Return what is printed of a wager; neighbours of which the same is printed share it."""
    return (
        difference.where,
        difference.changes,
        difference.partings,
        _figures(difference),
        difference.notes,
    )


def _wagers(group: list[Difference], comparison: Comparison) -> Bullets:
    """Return neighbours that changed in the same way."""
    first = group[0]
    sides = {ONLY_A: f", only in {comparison.a}", ONLY_B: f", only in {comparison.b}"}
    name = f" ({first.name})" if len(group) == 1 else ""
    title = ", ".join(each.bet for each in group) + name + sides.get(first.where, "")
    items = [
        *map(_change, first.changes),
        *map(_parting, first.partings),
        *_figures(first),
        *first.notes,
    ]
    return Bullets(items, title, mark="  ")


def _change(change: Change) -> str:
    note = f" ({change.note})" if change.note else ""
    if len(change.before) <= 1 and len(change.after) <= 1:
        before, after = (side[0] if side else _NONE for side in (change.before, change.after))
        line = f"{change.what}: {before} -> {after}{note}"
        if len(line) < WIDTH - 4:
            return line
    lost, gained = ([f"- {text}" for text in change.before], [f"+ {text}" for text in change.after])
    return "\n".join([f"{change.what}{note}", *lost, *gained])


def _how(parting: Parting) -> str:
    how = "with come-out rolls off as stated" if parting.at_table else "who wins when"
    start = "" if parting.table is None else f", placed with the table on {parting.table}"
    return f"{how}{start}"


def _parting(parting: Parting) -> str:
    reading = f"reading {parting.reading}: " if parting.reading else ""
    forks = [fork_text(parting, fork) for fork in parting.forks]
    return "\n".join([f"{reading}{_how(parting)}", *forks])


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


def _figures(difference: Difference) -> tuple[str, ...]:
    """Return the numbers that changed; that they did not, if none did."""
    shown = [each for each in difference.figures if not each.same]
    if difference.figures and not shown:
        return tuple(_unchanged(difference.figures))
    return tuple(_figure(each, difference.where) for each in shown)


def _unchanged(figures: Iterable[SideBySide]) -> Iterator[str]:
    for each in figures:
        if each.what == _EDGE:
            reading = f"reading {each.reading}: " if each.reading else ""
            yield f"{reading}{each.what}: {_number(each.before)}, and all numbers, as before"


def _figure(each: SideBySide, where: str) -> str:
    label = f"reading {each.reading}: {each.what}" if each.reading else each.what
    if where != BOTH and None in (each.before, each.after):
        return f"{label}: {_number(each.before if each.after is None else each.after)}"
    return f"{label}: {_number(each.before)} -> {_number(each.after)}"


def _number(number: Fraction | None) -> str:
    return _NONE if number is None else with_decimal(number)
