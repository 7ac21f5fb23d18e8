"""Bets over a shooter's hand: points made, rolls collected, sequences."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._bets.automaton import LOSE, WIN, Outcome, State
from oddscalc._bets.table import COMING_OUT, CrapsTable
from oddscalc._dice.dice import Dice, Roll
from oddscalc._dice.rollsets import Rolls, describe
from oddscalc.errors import ChainError


def counted(count: int, win_at: int, most: int) -> Outcome:
    """Return the outcome of a bet that wins with *win_at* or more of *most*.

    The count is the tier, unless there is only one thing to count.
    """
    outcome = WIN if count >= win_at else LOSE
    return outcome if most == 1 else Outcome(outcome.result, str(count))


def counted_outcomes(win_at: int, most: int, at_once: bool = False) -> tuple[Outcome, ...]:
    """Return all outcomes of ``counted``, wins first; there is one win if the first decides."""
    wins = [WIN] if at_once else [counted(count, win_at, most) for count in range(win_at, most + 1)]
    return (*wins, *(counted(count, win_at, most) for count in range(win_at)))


def refuse_overlap(counting: Rolls, until: Rolls) -> None:
    """Refuse a roll that both counts and ends the bet.

    Raises:
        ChainError: there is one.
    """
    if both := counting & until:
        raise ChainError(f"a roll of {describe(both)} both counts and ends the bet", code="overlap")


@dataclass(frozen=True)
class PointsMade:
    """Counts the different points that the shooter makes.

    Ends when all are made, or as soon as the bet has won (*at_once*); else at the seven-out, or
    at any 7 (*any_seven*).
    """

    table: CrapsTable
    win_at: int
    any_seven: bool = False
    at_once: bool = False

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """One outcome for each number of different points made."""
        return counted_outcomes(self.win_at, len(self.table.points), self.at_once)

    def start(self, point: int | None) -> State:
        """Return the state in which no point has been made."""
        return frozenset(), point

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return where *roll* leads the shooter."""
        made, point = state
        thrown, most = sum(roll), len(self.table.points)
        if thrown == 7 and (self.any_seven or point is not COMING_OUT):
            return counted(len(made), self.win_at, most)
        if thrown == point:
            made |= {point}
            if self.at_once and len(made) == self.win_at:
                return WIN
            if len(made) == most:
                return counted(most, self.win_at, most)
        return made, self.table.after(point, roll)

    def effect(self, roll: Roll) -> Hashable:
        """Return what *roll* does to the table."""
        return self.table.effect(roll)

    def describe(self, state: State) -> str:
        """Return where the shooter stands and the points made."""
        made, point = state
        stands = "come-out" if point is COMING_OUT else f"point {point}"
        return f"{stands}, made {' '.join(map(str, sorted(made))) or 'none'}"


_Alike = tuple[tuple[Fraction, int], int, list[int]]
"""Interchangeable members: how likely each is, all their bits, the bits that stand for 0, 1, ..."""


def _gathered(bits: int, family: Sequence[Sequence[_Alike]]) -> int:
    """Return the bits that stand for a family of groups that match, in one order for all."""
    counts = sorted([(bits & mask).bit_count() for _, mask, _ in group] for group in family)
    return sum(
        fills[count]
        for group, thrown in zip(family, counts, strict=True)
        for (_, _, fills), count in zip(group, thrown, strict=True)
    )


@dataclass(frozen=True)
class Collect:
    """Counts the groups whose every member has been thrown before a roll of *until*.

    Args:
        members: the sets of rolls to be thrown; the state holds one bit for each.
        groups: the bits of each group.
        hits: the bits that each roll sets.
        until: the rolls that end the bet; none if it goes on until it is won.
        win_at: how many complete groups win.
        at_once: whether the bet is decided as soon as it has won.
    """

    members: tuple[Rolls, ...]
    groups: tuple[int, ...]
    hits: Mapping[Roll, int]
    until: Rolls
    win_at: int
    at_once: bool = False

    @classmethod
    def of(
        cls, groups: Sequence[Sequence[Rolls]], until: Rolls, win_at: int, at_once: bool = False
    ) -> Collect:
        """Return the bet on *groups* of sets of rolls.

        Raises:
            ChainError: a roll both counts and ends the bet.
        """
        members = tuple(member for group in groups for member in group)
        masks, hits, bit = [], dict[Roll, int](), 0
        for group in groups:
            masks.append(((1 << len(group)) - 1) << bit)
            bit += len(group)
        for index, member in enumerate(members):
            refuse_overlap(member, until)
            for roll in member:
                hits[roll] = hits.get(roll, 0) | 1 << index
        return cls(members, tuple(masks), hits, until, win_at, at_once)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """One outcome for each number of complete groups; the win alone if nothing else ends it."""
        if not self.until:
            return (WIN,)
        return counted_outcomes(self.win_at, len(self.groups), self.at_once)

    def start(self, point: int | None) -> State:
        """Return the state in which nothing has been thrown."""
        return 0

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return the members thrown so far, or the outcome."""
        if roll in self.until:
            return counted(self._complete(state), self.win_at, len(self.groups))
        thrown = state | self.hits.get(roll, 0)
        if self.at_once and self._complete(thrown) >= self.win_at:
            return WIN
        if thrown == (1 << len(self.members)) - 1:
            return counted(len(self.groups), self.win_at, len(self.groups))
        return thrown

    def _complete(self, thrown: int) -> int:
        return sum(thrown & group == group for group in self.groups)

    def effect(self, roll: Roll) -> Hashable:
        """Return the members that *roll* is in, and whether it ends the bet."""
        return self.hits.get(roll), roll in self.until

    def describe(self, state: State) -> str:
        """Return the members thrown so far."""
        thrown = [
            describe(member) for index, member in enumerate(self.members) if state >> index & 1
        ]
        return f"thrown {', '.join(thrown) or 'none'}"

    def reduction(self, dice: Dice) -> Callable[[State], State] | None:
        """Return a map onto one representative of the states that *dice* make equal.

        Members of one group that are equally likely and share no roll with any other are
        interchangeable: only how many of them have been thrown matters. Groups of which the
        members match are interchangeable as wholes. None if nothing is.
        """
        families: dict[object, list[list[_Alike]]] = {}
        for group in self.groups:
            alike = self._alike(group, dice)
            kind = tuple(sorted((likely, len(fills)) for likely, _, fills in alike))
            families.setdefault(kind, []).append(sorted(alike))
        merged = [
            family
            for family in families.values()
            if len(family) > 1 or any(len(fills) > 2 for _, _, fills in family[0])
        ]

        # what a family of groups becomes depends on its own bits only, of which there are few
        known = [(sum(mask for group in family for _, mask, _ in group), family, dict[int, int]())
                 for family in merged]  # fmt: skip

        def representative(state: int) -> int:
            for whole, family, becomes in known:
                bits = state & whole
                if bits not in becomes:
                    becomes[bits] = _gathered(bits, family)
                state = state & ~whole | becomes[bits]
            return state

        return representative if merged else None

    def _alike(self, group: int, dice: Dice) -> list[_Alike]:
        """Return the classes of interchangeable members of *group*."""
        classes: dict[tuple[Fraction, int], list[int]] = {}
        for index, member in enumerate(self.members):
            if group >> index & 1:
                alone = all(self.hits[roll] == 1 << index for roll in member)
                likely = dice.probability(member)
                classes.setdefault((likely, -1 if alone else index), []).append(1 << index)
        return [
            (likely, sum(bits), [sum(bits[:count]) for count in range(len(bits) + 1)])
            for likely, bits in classes.items()
        ]


@dataclass(frozen=True)
class InARow:
    """Wins or loses on the first of two sequences thrown on successive rolls.

    The state holds, for each sequence, the lengths of its beginnings that the last rolls show.
    """

    win: tuple[Rolls, ...]
    lose: tuple[Rolls, ...]
    outcomes: tuple[Outcome, ...] = (WIN, LOSE)

    def start(self, point: int | None) -> State:
        """Return the state in which no sequence has begun."""
        return frozenset(), frozenset()

    def step(self, state: State, roll: Roll) -> State | Outcome:
        """Return the sequences under way, or the outcome.

        Raises:
            ChainError: one roll completes both sequences.
        """
        after = tuple(
            frozenset(length + 1 for length in (0, *lengths) if roll in sequence[length])
            for sequence, lengths in zip((self.win, self.lose), state, strict=True)
        )
        wins, loses = len(self.win) in after[0], len(self.lose) in after[1]
        if wins and loses:
            raise ChainError(
                f"a roll of {describe(frozenset([roll]))} completes the winning and the losing"
                " sequence at once",
                code="overlap",
            )
        return WIN if wins else LOSE if loses else after

    def effect(self, roll: Roll) -> Hashable:
        """Return the places in the sequences that *roll* can take."""
        return tuple(roll in rolls for rolls in (*self.win, *self.lose))

    def describe(self, state: State) -> str:
        """Return how far each sequence has come."""
        won, lost = (max(lengths, default=0) for lengths in state)
        return f"win {won} of {len(self.win)}, lose {lost} of {len(self.lose)}"
