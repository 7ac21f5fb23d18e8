"""The shooter's hand: all rolls from a come-out to the seven-out, whatever bets are made."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from oddscalc._bets.automaton import Outcome, State
from oddscalc._bets.line import COME_OUT
from oddscalc._bets.table import COMING_OUT, CrapsTable
from oddscalc._chain.chain import Chain, explore
from oddscalc._dice.dice import Dice, Roll

SEVEN_OUT = Outcome("push", "seven-out")
"""How a hand ends. It is no bet, so nobody wins or loses it."""


@dataclass(frozen=True)
class Hand:
    """A shooter's hand, whose states are those of the table: coming out, or on a point."""

    table: CrapsTable = field(default_factory=CrapsTable)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The seven-out alone: points made, naturals and craps do not end a hand."""
        return (SEVEN_OUT,)

    def start(self, point: int | None) -> State:
        """Return the state with the table on *point*: a graph cannot have None as a node."""
        return COME_OUT if point is COMING_OUT else point

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return where *roll* leads the table, or the end."""
        point = COMING_OUT if state == COME_OUT else state
        if self.table.seven_out(point, roll):
            return SEVEN_OUT
        return self.start(self.table.after(point, roll))

    def effect(self, roll: Roll) -> Hashable:
        """Return what *roll* does to the table."""
        return self.table.effect(roll)

    def describe(self, state: State) -> str:
        """Return ``come-out`` or ``point 6``."""
        return COME_OUT if state == COME_OUT else f"point {state}"


def hand(
    table: CrapsTable | None = None,
    dice: Dice | None = None,
    start: Mapping[State, Fraction] | None = None,
) -> Chain:
    """Return the chain of a shooter's hand.

    Args:
        table: the points that can be established; by default 4, 5, 6, 8, 9 and 10.
        dice: fair by default.
        start: the states (``Hand.start``) it begins in, with probabilities; by default coming out.

    Raises:
        ChainError: with these dice the hand never ends.

    >>> from oddscalc._chain.duration import longer_than, moments, quantile
    >>> moments(hand()).mean, quantile(hand())
    (Fraction(1671, 196), 6)
    >>> round(1 / longer_than(hand(), 153))  # 154 rolls or more: once in so many hands
    5590264072
    """
    automaton = Hand(table or CrapsTable())
    begins = start or {automaton.start(COMING_OUT): Fraction(1)}
    return explore(automaton, begins, dice or Dice.fair())
