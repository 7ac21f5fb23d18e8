"""The table between come-out and point, and bets that are off on come-out rolls."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._bets.automaton import PUSH, Automaton, Outcome, State
from oddscalc._dice.dice import Dice, Roll
from oddscalc._dice.rollsets import parse_rolls, total
from oddscalc.errors import NumberError, RuleError

POINTS = (4, 5, 6, 8, 9, 10)
COMING_OUT = None
"""The table's state before a come-out roll; otherwise its state is the point, an int."""


@dataclass(frozen=True)
class CrapsTable:
    """Where the table stands: coming out, or on a point until it is made or a 7 is thrown."""

    points: tuple[int, ...] = POINTS

    def after(self, point: int | None, roll: Roll) -> int | None:
        """Return the table's point (None: coming out) after *roll*."""
        thrown = sum(roll)
        if point is COMING_OUT:
            return thrown if thrown in self.points else COMING_OUT
        return COMING_OUT if thrown in (point, 7) else point

    def effect(self, roll: Roll) -> Hashable:
        """Return the total of a point or 7; other rolls never move the table."""
        thrown = sum(roll)
        return thrown if thrown == 7 or thrown in self.points else None

    def seven_out(self, point: int | None, roll: Roll) -> bool:
        """Return whether *roll* is a 7 against a point, which ends the shooter's hand."""
        return point is not COMING_OUT and sum(roll) == 7

    def just_established(self, dice: Dice) -> dict[int | None, Fraction]:
        """Return the distribution of a point just established (3:4:5:5:4:3 with fair dice)."""
        weights = {point: dice.probability(total(point)) for point in self.points}
        whole = sum(weights.values(), Fraction(0))
        if not whole:
            raise RuleError("with these dice no point can be established")
        return {point: weight / whole for point, weight in weights.items() if weight}


@dataclass(frozen=True)
class OffOnComeOut:
    """A bet in product with the table: come-out rolls do not decide it.

    Args:
        bet: the bet itself.
        table: the table it stands on.
        returned: a come-out roll that would decide the bet returns it (odds on a come bet,
            whose flat bet is decided then); otherwise the bet just waits.
    """

    bet: Automaton
    table: CrapsTable
    returned: bool = False

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """The bet's own outcomes, and the push where it may be returned."""
        return (*self.bet.outcomes, PUSH) if self.returned else self.bet.outcomes

    def start(self, point: int | None) -> State:
        """Return the bet's start with the table on *point*."""
        return point, self.bet.start(point)

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return where *roll* leads bet and table."""
        point, inner = state
        if point is COMING_OUT:
            if self.returned and isinstance(self.bet.step(inner, roll), Outcome):
                return PUSH
        else:
            inner = self.bet.step(inner, roll)
            if isinstance(inner, Outcome):
                return inner
        return self.table.after(point, roll), inner

    def effect(self, roll: Roll) -> Hashable:
        """Return what *roll* does to bet and table."""
        return self.bet.effect(roll), self.table.effect(roll)

    def describe(self, state: State) -> str:
        """Return the table's state, and the bet's where it has several."""
        point, inner = state
        table = "come-out (off)" if point is COMING_OUT else f"point {point}"
        bet = self.bet.describe(inner)
        return table if bet == "undecided" else f"{table}, {bet}"


def points_of(text: str, out: str = "7") -> tuple[int, ...]:
    """Return the totals that a roll set names; *out* are the rolls that they run against.

    Raises:
        NumberError: it holds only part of a total, or one of *out*, which can be no point.

    >>> points_of("4..6, 8..10")
    (4, 5, 6, 8, 9, 10)
    """
    rolls = parse_rolls(text)
    points = tuple(sorted({sum(roll) for roll in rolls}))
    if rolls & parse_rolls(out) or rolls != frozenset().union(*map(total, points)):
        example = ", ".join(str(n) for n in range(4, 11) if not total(n) & parse_rolls(out))
        raise NumberError(f"{text!r}: points are whole totals other than {out}, like '{example}'")
    return points
