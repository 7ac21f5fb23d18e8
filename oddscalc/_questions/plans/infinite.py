"""Plans whose chain is infinite, since rules look at money: moments between proven bounds.

What is likely is played roll by roll, in whole numbers; what is cut away, each time a probability
is rounded down and each state that has become too unlikely, is counted. It can bring no more than
the greatest net win of a roll on each of the rolls that a hand has left, which is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from oddscalc._chain.duration import moments as roll_moments
from oddscalc._chain.duration.hand import hand
from oddscalc._dice.dice import Dice
from oddscalc._exact.bounds import Bounds
from oddscalc._exact.budget import at
from oddscalc._exact.numbers import square_root_decimal
from oddscalc._questions.plans.language import Action
from oddscalc._questions.plans.plan import Plan, PlannedBet
from oddscalc._questions.plans.play import Play, Standing
from oddscalc._questions.plans.rewards import END, kinds_of_roll
from oddscalc.errors import ChainError, RuleError

BITS = 110
"""Bits of a probability."""

UNLIKELY = 2 ** (BITS - 70)
"""A state less likely than 2^-70 is cut away."""

MOST_STATES = 300_000
"""States that are met before the bounds are given up."""

NOTHING = Fraction(0)


@dataclass(frozen=True)
class EnclosedMoments:
    """What an infinite plan brings over one hand, as ``Moments`` has it, between bounds."""

    mean: Bounds
    variance: Bounds
    expected_rolls: Fraction
    put_up: Bounds
    decided: Bounds
    pushed: Bounds
    states: int

    @property
    def sd(self) -> str:
        """The standard deviation to 10 significant digits; the bounds are nearer than that."""
        return square_root_decimal(self.variance.middle)


@dataclass(frozen=True)
class _Leaving:
    """What a state leads to, and what its next roll brings, times the ways of all rolls.

    The money is in units; *square* is of the net, *net_before* what the state has brought so far.
    """

    ways: tuple[tuple[int, int], ...]
    net: int
    decided: int
    pushed: int
    put_up: int
    square: int
    net_before: int


class _Steps:
    """The states that have been met, and what each leads to."""

    def __init__(self, play: Play, dice: Dice) -> None:
        self.play = play
        self.kinds, self.whole = kinds_of_roll(play, dice)
        first, self.put_up = play.begin()
        self.numbers: dict[Standing, int] = {first: 0}
        self.states = [first]
        self.unit = 1
        self._leaving: dict[int, _Leaving] = {}

    def of(self, number: int) -> _Leaving:
        """Return what leaves a state."""
        known = self._leaving.get(number)
        if known is None:
            known = self._leaving[number] = self._found(self.states[number])
        return known

    def _found(self, state: Standing) -> _Leaving:
        ways_to: dict[int, int] = {}
        sums = [NOTHING] * 5
        for roll, ways in self.kinds:
            before, money, events = self.play.roll(state, roll)
            number = END
            if "seven-out" not in events:
                after, put_up = self.play.decide(before, events)
                money = money._replace(put_up=put_up)
                number = self.numbers.setdefault(after, len(self.states))
                if number == len(self.states):
                    self.states.append(after)
            ways_to[number] = ways_to.get(number, 0) + ways
            for part, amount in enumerate((*money, money.net * money.net)):
                sums[part] += ways * amount
        if len(self.states) > MOST_STATES:
            raise ChainError(
                f"the plan has more than {MOST_STATES:,} likely states; even bounds are too long",
                code="too-many-states",
            )
        return self._in_units(tuple(ways_to.items()), sums, state.net)

    def _in_units(
        self, ways: tuple[tuple[int, int], ...], sums: list[Fraction], net: Fraction
    ) -> _Leaving:
        """Return it in whole units; all that is known so far is brought to a smaller unit."""
        finer = lcm(self.unit, net.denominator, *(total.denominator for total in sums))
        if finer != self.unit:
            self._leaving = {
                n: _finer(pair, finer // self.unit) for n, pair in self._leaving.items()
            }
            self.unit = finer
        won, decided, pushed, put_up = (int(total * finer) for total in sums[:4])
        square = int(sums[4] * finer * finer)
        return _Leaving(ways, won, decided, pushed, put_up, square, int(net * finer))


def _finer(leaving: _Leaving, times: int) -> _Leaving:
    return replace(
        leaving,
        net=leaving.net * times,
        decided=leaving.decided * times,
        pushed=leaving.pushed * times,
        put_up=leaving.put_up * times,
        square=leaving.square * times * times,
        net_before=leaving.net_before * times,
    )


def bounds(plan: Plan, dice: Dice) -> EnclosedMoments:
    """Return what an infinite *plan* brings over one hand, between proven bounds.

    Raises:
        ChainError: no bounds can be had: a stake may grow without limit, or too many states are
            likely.
    """
    most = greatest_win(plan)
    rolls = roll_moments(hand(Play(plan).table, dice))
    left = rolls.mean
    left_squared = rolls.variance + left * left
    steps = _Steps(Play(plan), dice)
    alive = {0: 1 << BITS}
    sums = [NOTHING] * 4
    square = lost_mean = lost_square = NOTHING
    number = 0
    while alive:
        at("following the plan, rolls", number)
        sums, square = _gathered(steps, alive, sums, square)
        alive, lost = _moved(steps, alive)
        number += 1
        if lost:
            gone = Fraction(lost, 1 << BITS)
            lost_mean += gone * left
            lost_square += gone * most * (most * left_squared + 2 * most * number * left)
    mean, decided, pushed, put_up = sums
    low, high = mean - most * lost_mean, mean + most * lost_mean
    squares = square - lost_square, square + lost_square
    largest = max(low * low, high * high)
    smallest = NOTHING if low <= 0 <= high else min(low * low, high * high)
    action = 2 * most * lost_mean
    return EnclosedMoments(
        mean=Bounds(low, high),
        variance=Bounds(squares[0] - largest, squares[1] - smallest),
        expected_rolls=rolls.mean,
        put_up=Bounds(put_up + steps.put_up, put_up + steps.put_up + action),
        decided=Bounds(decided, decided + action),
        pushed=Bounds(pushed, pushed + action),
        states=len(steps.states),
    )


def _gathered(
    steps: _Steps, alive: dict[int, int], sums: list[Fraction], square: Fraction
) -> tuple[list[Fraction], Fraction]:
    """Return the sums with what the next roll brings on average, and to the square of the net."""
    leaving = [(mass, steps.of(number)) for number, mass in alive.items()]
    leaving = [(mass, steps.of(number)) for number, mass in alive.items()]  # all in one unit
    scale = steps.whole << BITS
    totals = (
        sum(mass * flow.net for mass, flow in leaving),
        sum(mass * flow.decided for mass, flow in leaving),
        sum(mass * flow.pushed for mass, flow in leaving),
        sum(mass * flow.put_up for mass, flow in leaving),
    )
    second = sum(mass * (flow.square + 2 * flow.net_before * flow.net) for mass, flow in leaving)
    unit = steps.unit
    return (
        [
            expected + Fraction(more, scale * unit)
            for expected, more in zip(sums, totals, strict=True)
        ],
        square + Fraction(second, scale * unit * unit),
    )


def _moved(steps: _Steps, alive: dict[int, int]) -> tuple[dict[int, int], int]:
    """Return the states after a roll with their probabilities, and how much was cut away."""
    after: dict[int, int] = {}
    for number, mass in alive.items():
        for target, ways in steps.of(number).ways:
            after[target] = after.get(target, 0) + mass * ways
    ended = after.pop(END, 0) // steps.whole
    least = UNLIKELY * steps.whole
    kept = {number: mass // steps.whole for number, mass in after.items() if mass >= least}
    return kept, sum(alive.values()) - sum(kept.values()) - ended


def greatest_win(plan: Plan) -> Fraction:
    """Return the most that one roll can win or lose, or that can be put up at once.

    Raises:
        ChainError: a stake may grow without limit.
    """
    play = Play(plan)
    total = NOTHING
    for bet in plan.bets.values():
        actions = [
            action for rule in plan.rules for action in rule.actions if bet.bet.id in action.bets
        ]
        stakes: list[Fraction] = [*bet.stakes, *_stakes(bet, actions)]
        odds: list[Fraction] = [_most_odds(each) for each in actions if each.verb == "odds"]
        many = 1 + len(play.table.points) if bet.line and bet.when != "come-out" else 1
        largest = max(stakes)
        behind = largest * max(odds, default=NOTHING)
        total += many * (largest * max(Fraction(1), play.greatest_net(bet)) + 3 * behind)
    return total


def _stakes(bet: PlannedBet, actions: list[Action]) -> Iterator[Fraction]:
    """Yield the stakes that actions can give a bet."""
    for action in actions:
        if action.verb == "press" and action.most is None:
            raise ChainError(
                f"the chain is infinite and the stake of {bet.bet.id} has no limit, so that there"
                " are no bounds; write 'press BET by STAKE to STAKE'",
                code="too-many-states",
            )
        if action.verb in ("make", "set", "press"):
            yield (action.most if action.verb == "press" else action.amount) or NOTHING


def _most_odds(action: Action) -> Fraction:
    """Return the largest multiple of a schedule; laid against a win, it may be doubled."""
    if action.schedule is None:
        raise RuleError("odds without a schedule")
    multiples: list[Fraction] = [*action.schedule.multiples.values(), action.schedule.every]
    return 2 * max(multiples)
