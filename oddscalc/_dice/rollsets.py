"""Sets of rolls as people write them: ``7``, ``2, 3, 12``, ``2..6``, ``hard 6``, ``1-3``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from oddscalc._dice.dice import FACES, ROLLS, Roll
from oddscalc.errors import NumberError, RangeError

Rolls = frozenset[Roll]

REST = "rest"
"""Every roll that no other set of the same bet names."""

_RANGE = re.compile(r"(\d{1,2})\s*\.\.\s*(\d{1,2})")
_PAIR = re.compile(r"([1-6])\s*(-|then)\s*([1-6])")
_WAY = re.compile(r"(hard|easy)\s+(\d{1,2})")


def total(number: int) -> Rolls:
    """Return the rolls with the sum *number*.

    >>> sorted(total(3))
    [(1, 2), (2, 1)]
    """
    return frozenset(roll for roll in ROLLS if sum(roll) == number)


def parse_rolls(text: str) -> Rolls:
    """Return the set of ordered rolls that *text* names.

    Items are separated by commas: a total ``7``; totals from to ``2..6``; ``hard 6``,
    ``easy 8``; a combination in either order ``1-3``; an ordered throw ``1 then 3``; ``any``.

    Raises:
        NumberError: an item that cannot be read or that no two dice can show, or no item.

    >>> sorted(parse_rolls("hard 6, 1-2"))
    [(1, 2), (2, 1), (3, 3)]
    """
    if not text.strip():
        raise NumberError("an empty set of rolls; write for example '7' or '2, 3, 12'")
    rolls: Rolls = frozenset()
    for item in text.split(","):
        rolls |= _item(item.strip().lower())
    return rolls


def _item(item: str) -> Rolls:
    rolls: Rolls = frozenset()
    if item == "any":
        return frozenset(ROLLS)
    if match := _RANGE.fullmatch(item):
        low, high = int(match[1]), int(match[2])
        if not 2 <= low <= high <= 12:
            raise RangeError(f"{item!r}: a range of totals goes upwards from 2 to 12")
        return frozenset(roll for roll in ROLLS if low <= sum(roll) <= high)
    if match := _PAIR.fullmatch(item):
        first, second = int(match[1]), int(match[3])
        throws = {(first, second)} if match[2] == "then" else {(first, second), (second, first)}
        return frozenset(throws)
    if match := _WAY.fullmatch(item):
        number, hard = int(match[2]), match[1] == "hard"
        rolls = frozenset(roll for roll in total(number) if (roll[0] == roll[1]) == hard)
    elif item.isascii() and item.isdigit() and len(item) <= 2:
        rolls = total(int(item))
    if not rolls:
        raise NumberError(
            f"{item!r} is no set of rolls; write 7, 2..6, hard 6, easy 8, 1-3, 1 then 3 or any"
        )
    return rolls


def parse_roll_sets(texts: Mapping[str, str]) -> dict[str, Rolls]:
    """Read several named sets of one bet, of which one may be ``rest``.

    Whether sets overlap is for the kind of bet to say.

    Raises:
        NumberError: a set that cannot be read, two ``rest``, or a ``rest`` of no rolls.

    >>> sets = parse_roll_sets({"win": "2..6, 8..12", "lose": "rest"})
    >>> sets["lose"] == total(7)
    True
    """
    sets = {name: parse_rolls(text) for name, text in texts.items() if not _is_rest(text)}
    rest = frozenset(ROLLS).difference(*sets.values())
    rests = [name for name in texts if name not in sets]
    if len(rests) > 1:
        raise NumberError(f"'rest' stands for both {rests[0]!r} and {rests[1]!r}; only one may")
    if rests and not rest:
        raise NumberError(f"'rest' for {rests[0]!r} is empty: every roll is named already")
    return {name: sets.get(name, rest) for name in texts}


def _is_rest(text: str) -> bool:
    return text.strip().lower() == REST


@lru_cache(maxsize=4096)
def describe(rolls: Rolls) -> str:
    """Return the shortest description of *rolls* that ``parse_rolls`` reads back.

    >>> describe(total(7) | {(1, 1), (2, 2)})
    '2, hard 4, 7'
    """
    if len(rolls) == len(ROLLS):
        return "any"
    parts = [text for number in range(2, 13) for text in _describe_total(rolls, number)]
    return ", ".join(_join_runs(parts))


def _describe_total(rolls: Rolls, number: int) -> list[str]:
    whole = total(number)
    here = rolls & whole
    hard = frozenset((face, face) for face in FACES if 2 * face == number)
    if not here:
        return []
    if here == whole:
        return [str(number)]
    if here == hard:
        return [f"hard {number}"]
    if hard and here == whole - hard:
        return [f"easy {number}"]
    texts = []
    for first, second in sorted(here):
        if (second, first) not in here:
            texts.append(f"{first} then {second}")
        elif first <= second:
            texts.append(f"{first}-{second}")
    return texts


def _join_runs(parts: list[str]) -> list[str]:
    """Write three or more successive whole totals as a range."""
    joined: list[str] = []
    run: list[str] = []
    for part in [*parts, ""]:
        if run and part.isdigit() and int(part) == int(run[-1]) + 1:
            run.append(part)
            continue
        joined.extend([f"{run[0]}..{run[-1]}"] if len(run) > 2 else run)
        run = [part] if part.isdigit() else []
        if part and not run:
            joined.append(part)
    return joined
