"""Bets written out state by state, for rules that are of no other kind."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from oddscalc._bets.automaton import PUSH, Outcome, State, in_order
from oddscalc._bets.race import claimed
from oddscalc._dice.dice import Roll
from oddscalc._dice.rollsets import parse_roll_sets
from oddscalc.errors import ChainError

_OUTCOME = re.compile(r"(win|lose)(?: (.+))?")


@dataclass(frozen=True)
class States:
    """Named states, and where each roll leads from each; other rolls change nothing.

    Args:
        first: the state in which the bet is placed.
        after: for each state the rolls that matter, with the name of a state or the outcome.
        outcomes: every outcome, wins first.
    """

    first: str
    after: Mapping[str, Mapping[Roll, str | Outcome]]
    outcomes: tuple[Outcome, ...]

    @classmethod
    def of(cls, first: str, states: Mapping[str, Mapping[str, str]]) -> States:
        """Return the bet that starts in *first*, each state mapping targets to sets of rolls.

        A target is ``win``, ``lose``, ``push``, ``win TIER``, ``lose TIER`` or a state.

        Raises:
            NumberError: a set of rolls cannot be read.
            ChainError: an unknown or unreachable state, a state named like an outcome, or a roll
                that leads to two targets.

        >>> point_7 = States.of(
        ...     "come-out",
        ...     {
        ...         "come-out": {"point": "4..6, 8..10", "lose": "rest"},
        ...         "point": {"win": "7", "lose": "rest"},
        ...     },
        ... )
        >>> str(point_7.step(point_7.step("come-out", (3, 3)), (1, 6)))
        'win'
        """
        after = {name: _state(name, targets, states) for name, targets in states.items()}
        _refuse_unreachable(first, after)
        targets = [target for rolls in after.values() for target in rolls.values()]
        return cls(first, after, in_order(way for way in targets if isinstance(way, Outcome)))

    def start(self, point: int | None) -> State:
        """Return the first state."""
        return self.first

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return where *roll* leads."""
        return self.after[state].get(roll, state)

    def effect(self, roll: Roll) -> Hashable:
        """Return where *roll* leads from each state."""
        return tuple(rolls.get(roll) for rolls in self.after.values())

    def describe(self, state: State) -> str:
        """Return the state's name."""
        return str(state)


def _state(
    name: str, targets: Mapping[str, str], states: Mapping[str, object]
) -> dict[Roll, str | Outcome]:
    """Return where the rolls lead from the state *name*."""
    if _outcome(name) is not None:
        raise ChainError(f"a state cannot be called {name!r}, which is an outcome")
    if unknown := [text for text in targets if _outcome(text) is None and text not in states]:
        raise ChainError(
            f"state {name!r} leads to {unknown[0]!r}, which is neither a state nor win, lose,"
            " push, 'win TIER' or 'lose TIER'"
        )
    sets = {_outcome(text) or text: rolls for text, rolls in parse_roll_sets(targets).items()}
    try:
        return claimed(sets)
    except ChainError as error:
        raise error.at(f"state {name!r}") from None


def _outcome(text: str) -> Outcome | None:
    """Return the outcome that *text* names, None if it names none."""
    if text == "push":
        return PUSH
    match = _OUTCOME.fullmatch(text)
    return Outcome("win" if match[1] == "win" else "lose", match[2]) if match else None


def _refuse_unreachable(first: str, after: Mapping[str, Mapping[Roll, str | Outcome]]) -> None:
    if first not in after:
        raise ChainError(f"the bet starts in {first!r}, which is no state of it")
    reached, frontier = {first}, [first]
    while frontier:
        targets = set(after[frontier.pop()].values())
        unreached = {target for target in targets if isinstance(target, str)} - reached
        reached |= unreached
        frontier += unreached
    if lost := [name for name in after if name not in reached]:
        raise ChainError(f"state {lost[0]!r} cannot be reached from {first!r}")
