"""The next state for every state and roll that comes up, as a table that fills as it is used.

Nothing is explored beforehand: a state is found when a game first reaches it, and its step with a
roll is asked of the automaton when that roll first comes. So games of a bet of millions of states
can be played, of which only few are met.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from oddscalc._bets.automaton import Automaton, Outcome, State
from oddscalc._dice.dice import ROLLS
from oddscalc.errors import ChainError

DECIDED = 2**40
"""From here on a place is no state but an outcome; below, 36 times the number of a state."""

_UNKNOWN = -1


class Steps:
    """The steps of one automaton.

    Args:
        automaton: the bet.
        limit: how many states may be met.
    """

    def __init__(self, automaton: Automaton, limit: int) -> None:
        self.outcomes: list[Outcome] = []
        self._automaton = automaton
        self._limit = limit
        self._states: list[State] = []
        self._numbers: dict[State, int] = {}
        self._table = np.full(len(ROLLS), _UNKNOWN, dtype=np.int64)

    def place(self, after: State | Outcome) -> int:
        """Return where a state or an outcome stands in the table.

        Raises:
            ChainError: more states than the limit.
        """
        is_outcome = isinstance(after, Outcome)
        nodes = self.outcomes if is_outcome else self._states
        number = self._numbers.setdefault(after, len(nodes))
        if number == len(nodes):
            nodes.append(after)
            if len(self._states) > self._limit:
                raise ChainError(
                    f"more than {self._limit:,} different states came up in play; raise the limit"
                    " (--max-states), or play fewer games",
                    code="too-many-states",
                )
        return DECIDED + number if is_outcome else len(ROLLS) * number

    def after(self, places: NDArray[np.int64], rolls: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return where each of the *rolls*, numbers in ``ROLLS``, leads from each of the *places*.

        Raises:
            ChainError: more states than the limit.
        """
        self._make_room()
        entries = places + rolls
        after: NDArray[np.int64] = self._table[entries]
        if after.min() < 0:
            for entry in np.unique(entries[after < 0]).tolist():
                number, roll = divmod(entry, len(ROLLS))
                self._table[entry] = self.place(
                    self._automaton.step(self._states[number], ROLLS[roll])
                )
            after = self._table[entries]
        return after

    def _make_room(self) -> None:
        """Give every state met so far its 36 entries, doubling the table when it is full."""
        while len(self._table) < len(self._states) * len(ROLLS):
            self._table = np.concatenate([self._table, np.full_like(self._table, _UNKNOWN)])
