"""Whether two automata decide every sequence of rolls alike, and if not, the shortest that tells.

Equal probabilities are not enough: a bet that wins on 2 and one that wins on 12 differ.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from oddscalc._bets.automaton import Automaton, Outcome, State
from oddscalc._bets.hand import Collect
from oddscalc._dice.dice import ROLLS, Roll
from oddscalc._questions.compare.differences import Fork, Parting
from oddscalc.errors import RuleError

MAX_PAIRS = 100_000
"""Pairs of states that may be explored."""

Placed = tuple[int | None, int | None]
"""Where the two tables stand when the bet is placed; None on a come-out."""

Pair = tuple[State, State]


def parting(
    first: Automaton, second: Automaton, places: Iterable[Placed], limit: int = MAX_PAIRS
) -> Parting | None:
    """Return a shortest sequence of rolls that *first* and *second* decide differently.

    Both are run side by side, breadth first, over every pair of states that some sequence of
    rolls leads to; None is returned only once there are no more, so that it is a proof.

    Args:
        first: an automaton.
        second: another.
        places: where the tables may stand when the bet is placed.
        limit: how many pairs may be explored.

    Raises:
        RuleError: there are more pairs than *limit*.

    >>> from oddscalc._bets.catalogue import shipped
    >>> from oddscalc._bets.compile import compile_bet
    >>> bar_12, bar_2 = shipped()["dont-pass"], shipped()["dont-pass-bar-2"]
    >>> found = parting(
    ...     compile_bet(bar_12, shipped()), compile_bet(bar_2, shipped()), [(None, None)]
    ... )
    >>> found.rolls, [(str(fork.before), str(fork.after)) for fork in found.forks]
    (((1, 1),), [('win', 'push'), ('push', 'win')])
    """
    came: dict[Pair, tuple[Pair | None, Roll | None, int | None]] = {}
    for place in places:
        came.setdefault((first.start(place[0]), second.start(place[1])), (None, None, place[0]))
    if canonical(first) == canonical(second) and all(a == b for a, b in came):
        return None
    queue = list(came)
    for pair in queue:
        forks: dict[tuple[Outcome | None, Outcome | None], list[Roll]] = {}
        for roll in ROLLS:
            after = first.step(pair[0], roll), second.step(pair[1], roll)
            before, then = (end if isinstance(end, Outcome) else None for end in after)
            if before != then:
                forks.setdefault((before, then), []).append(roll)
            elif before is None and after not in came:
                came[after] = pair, roll, None
                queue.append(after)
        if forks:
            forked = tuple(Fork(frozenset(rolls), *ends) for ends, rolls in forks.items())
            return _met(pair, came, forked)
        if len(came) > limit:
            raise RuleError(
                f"more than {limit:,} pairs of states: the two cannot be compared",
                code="too-many-states",
            )
    return None


def _met(
    pair: Pair,
    came: dict[Pair, tuple[Pair | None, Roll | None, int | None]],
    forks: tuple[Fork, ...],
) -> Parting:
    """Return the parting at *pair*, with the way that leads there."""
    way: list[Roll] = []
    back, roll, table = came[pair]
    while back is not None and roll is not None:
        way.append(roll)
        back, roll, table = came[back]
    return Parting("", table, tuple(reversed(way)), forks)


def canonical(automaton: Automaton) -> object:
    """Return what is equal for automata that differ only in the order of what they collect.

    Which groups are complete does not depend on their order, and their states can be too many
    to be explored one by one.
    """
    if not isinstance(automaton, Collect):
        return automaton
    groups = [
        sorted(
            sorted(member) for index, member in enumerate(automaton.members) if mask >> index & 1
        )
        for mask in automaton.groups
    ]
    return sorted(groups), automaton.until, automaton.win_at, automaton.at_once


def named(met: Parting | None, reading: str, *, at_table: bool = False) -> list[Parting]:
    """Return the parting with the readings it is about, in a list; an empty list for None."""
    return [] if met is None else [replace(met, reading=reading, at_table=at_table)]
