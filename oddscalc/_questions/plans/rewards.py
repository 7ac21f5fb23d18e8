"""The chain of a plan over one hand or many, whose steps carry money."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from oddscalc._chain.chain import Chain
from oddscalc._chain.duration.hand import SEVEN_OUT
from oddscalc._chain.rows import Rows
from oddscalc._dice.dice import ROLLS, Dice, Roll
from oddscalc._exact.budget import at
from oddscalc._questions.plans.play import Money, Play, Standing
from oddscalc.errors import ChainError

END = -1
"""The target of a step that ends the hand."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step from a state: where it leads, its ways, and the money that it moves."""

    target: int
    ways: int
    money: Money


@dataclass(frozen=True)
class Rewards:
    """A plan's chain.

    Args:
        states: where the plan can stand before a roll; the first is that of the first roll.
        steps: the steps from each state.
        whole: the ways of all the steps of a state together.
        put_up: what is put up for the first roll.
    """

    states: Sequence[Standing]
    steps: Sequence[Sequence[Step]]
    whole: int
    put_up: Fraction

    def chain(self) -> Chain:
        """Return the absorbing chain without its money."""
        size = len(self.states)
        rows = []
        for steps in self.steps:
            row: dict[int, int] = {}
            for step in steps:
                target = size if step.target == END else step.target
                row[target] = row.get(target, 0) + step.ways
            rows.append(row)
        compact = Rows([tuple(row) for row in rows], [tuple(row.values()) for row in rows],
                       [(0, 1)], 1)  # fmt: skip
        return Chain(self.states, (SEVEN_OUT,), compact)


def explore(
    play: Play, dice: Dice, limit: int, *, one_hand: bool = True, rolls: int | None = None
) -> Rewards:
    """Return the chain of a plan, found breadth first.

    Args:
        play: the plan at the table.
        dice: the weights of the rolls.
        limit: how many states may be found.
        one_hand: whether all ends with the seven-out; otherwise the next hand begins.
        rolls: how many rolls are looked at; states met only later have no steps.

    Raises:
        ChainError: it has more than *limit* states.
        RuleError: a rule does what may not be done.
    """
    kinds, whole = kinds_of_roll(play, dice)
    first, put_up = play.begin()
    numbers = {first: 0}
    states, steps, depths = [first], list[list[Step]](), [0]
    for state, depth in zip(states, depths, strict=False):  # both grow while they are walked
        at("exploring what the plan can lead to", len(steps))
        if depth == rolls:
            steps.append([])
            continue
        merged: dict[tuple[int, Money], int] = {}
        idle: tuple[int, Money] | None = None
        for roll, ways in kinds:
            before, money, events = play.roll(state, roll)
            if before is state and idle is not None:
                merged[idle] += ways
                continue
            number = END
            if not one_hand or "seven-out" not in events:
                after, put = play.next_decision(before, events)
                if put:
                    money = Money(money.net, money.decided, money.pushed, put)
                number = numbers.setdefault(after, len(states))
                if number == len(states):
                    play.refuse_endless(after)
                    states.append(after)
                    depths.append(depth + 1)
            key = number, money
            merged[key] = merged.get(key, 0) + ways
            if before is state:
                idle = key
        if len(states) > limit:
            raise ChainError(
                f"the plan has more than {limit:,} states: its stakes or counters may grow without"
                " bound; give a press a limit and a counter a `most`, or raise --max-states",
                code="too-many-states",
            )
        steps.append([Step(target, ways, money) for (target, money), ways in merged.items()])
    return Rewards(states, steps, whole, put_up)


def kinds_of_roll(play: Play, dice: Dice) -> tuple[list[tuple[Roll, int]], int]:
    """Return one roll of each effect with the ways of all that have it, and all ways."""
    whole = lcm(*(weight.denominator for weight in dice.weights))
    kinds: dict[object, tuple[Roll, int]] = {}
    for roll in ROLLS:
        if ways := int(dice.weight[roll] * whole):
            effect = play.effect(roll)
            first, sofar = kinds.get(effect, (roll, 0))
            kinds[effect] = first, sofar + ways
    return list(kinds.values()), whole
