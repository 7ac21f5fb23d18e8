"""What a comparison finds, as frozen values; nothing here knows rules or prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import Any

from oddscalc._bets.automaton import Outcome
from oddscalc._dice.dice import Roll
from oddscalc._dice.rollsets import Rolls

BOTH, ONLY_A, ONLY_B = "both", "a", "b"
"""Where a wager stands."""


@dataclass(frozen=True)
class Change:
    """Something said differently.

    Args:
        what: of what.
        before: what A says; of a list, the items that B does not have. Empty if it says nothing.
        after: what B says, likewise.
        note: what that means, if it is not plain.
    """

    what: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True)
class Fork:
    """Rolls that decide a bet differently; None stands for a bet that stays open."""

    rolls: Rolls
    before: Outcome | None
    after: Outcome | None


@dataclass(frozen=True)
class Parting:
    """The shortest way to a roll on which the two sides differ.

    Args:
        reading: the readings compared; empty where there is one only.
        table: where both tables stand when the bet is placed; None on a come-out.
        way: the rolls thrown before; the first by the two dice in order.
        forks: every roll on which they then differ.
        at_table: whether rolls on which the bet is off count; else it works at all times.
    """

    reading: str
    table: int | None
    way: tuple[Roll, ...]
    forks: tuple[Fork, ...]
    at_table: bool = False

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """A shortest sequence of rolls, the last of which the two sides decide differently."""
        return (*self.way, min(self.forks[0].rolls))


@dataclass(frozen=True)
class SideBySide:
    """An exact number on both sides; None where it does not exist."""

    reading: str
    what: str
    before: Fraction | None
    after: Fraction | None

    @property
    def same(self) -> bool:
        """Whether it is unchanged."""
        return self.before == self.after


@dataclass(frozen=True)
class Difference:
    """What is different about one wager.

    Args:
        bet: its id.
        name: of the bet.
        where: ``both``, or ``a`` or ``b`` if only that side has it.
        changes: what is said differently; of a wager on one side only, what that side says.
        partings: rolls that are decided differently.
        figures: the numbers of both sides, where they can have changed.
        notes: why a number is missing.
    """

    bet: str
    name: str
    where: str = BOTH
    changes: tuple[Change, ...] = ()
    partings: tuple[Parting, ...] = ()
    figures: tuple[SideBySide, ...] = ()
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        changed = self.changes or self.partings or any(not figure.same for figure in self.figures)
        return self.where != BOTH or bool(changed)


@dataclass(frozen=True)
class Comparison:
    """All differences of two sides.

    Args:
        kind: ``rulebook``, ``paytable`` or ``submission``.
        a: the name of the first side.
        b: the name of the second.
        basis: what the numbers rest on, in words.
        header: what the two say differently of themselves.
        wagers: every wager that differs, in the order of A, then B's own.
        unchanged: the ids of the wagers that do not.
    """

    kind: str
    a: str
    b: str
    basis: str
    header: tuple[Change, ...]
    wagers: tuple[Difference, ...]
    unchanged: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.header or self.wagers)


_OF_PRICES = ("price", "pays", "net ", "commission", "whole")


def prices_only(comparison: Comparison) -> Comparison:
    """Return the comparison of the prices alone: neither sources nor other texts are a change.

    >>> from oddscalc._questions.compare.sides import diff
    >>> everything = diff("bonus-30-150-to-1", "bonus-30-150-for-1", kind="paytable")
    >>> {one.what for wager in prices_only(everything).wagers for one in wager.changes}
    {'price of win'}
    """
    wagers: list[Difference] = []
    unchanged: list[str] = []
    for difference in comparison.wagers:
        changes = tuple(each for each in difference.changes if each.what.startswith(_OF_PRICES))
        if changes or difference.where != BOTH:
            wagers.append(replace(difference, changes=changes, partings=()))
        else:
            unchanged.append(difference.bet)
    left = (*comparison.unchanged, *unchanged)
    return replace(comparison, header=(), wagers=tuple(wagers), unchanged=left)


def texts_of(value: object) -> tuple[str, ...]:
    """Return *value* as one or several texts, none for nothing.

    >>> texts_of(None), texts_of(5), texts_of(("a", "b")), texts_of({"win": "7"})
    ((), ('5',), ('a', 'b'), ('win: 7',))
    """
    if value is None or value == "":
        return ()
    if isinstance(value, Mapping):
        return tuple(f"{key}: {_flat(item)}" for key, item in value.items())
    if isinstance(value, tuple | list):
        return tuple(map(_flat, value))
    return (_flat(value),)


def _flat(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flat(item)}" for key, item in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_flat, value)) + "]"
    return str(value)


def change(what: str, before: object, after: object, note: str = "") -> list[Change]:
    """Return the change from *before* to *after*: one, or none if they are equal.

    >>> change("unit", None, 5)
    [Change(what='unit', before=(), after=('5',), note='')]
    >>> change("notes", ("a", "b"), ("b", "c"))
    [Change(what='notes', before=('a',), after=('c',), note='')]
    """
    if before == after:
        return []
    old, new = texts_of(before), texts_of(after)
    gone = tuple(text for text in old if text not in new)
    come = tuple(text for text in new if text not in old)
    if gone or come:
        return [Change(what, gone, come, note)]
    return [Change(what, old, new, note or "the same items, in another order or number")]


def field_changes(before: Any, after: Any, leave_out: Sequence[str]) -> list[Change]:
    """Return the changes of every field of two dataclasses of one type but those *leave_out*.

    A field that is added to the dataclass later is compared without more ado; one that does not
    count when two are compared, like the digest of a file, is none of its changes.
    """
    return [
        difference
        for field in fields(before)
        if field.compare and field.name not in leave_out
        for difference in change(
            field.name.replace("_", " "), getattr(before, field.name), getattr(after, field.name)
        )
    ]
