"""What a plan brings over one hand, exactly: mean, variance, action, rolls.

With the expected visits V of each state, a mean is the sum of V times the mean money of a step.
For the square, A is the expected money so far on each visit: A = AP + e, where e is what the steps
into a state bring there; then E[N^2] is the sum over steps of V r^2 + 2 A r. Three systems of one
matrix; the net itself is never unrolled.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from oddscalc._chain.rows import Rows
from oddscalc._chain.solve.forward import Flow
from oddscalc._exact.numbers import square_root_decimal
from oddscalc._questions.plans.rewards import END, Rewards

NOTHING = Fraction(0)


@dataclass(frozen=True)
class PlanMoments:
    """What a plan brings over one hand.

    Args:
        mean: the expected net win, in money.
        variance: of the net win.
        expected_rolls: rolls of a hand.
        put_up: what is put up, expected.
        decided: of that and of what stays up, what is won or lost, expected.
        pushed: what comes back undecided, expected.
        states: how many states the chain has.
    """

    mean: Fraction
    variance: Fraction
    expected_rolls: Fraction
    put_up: Fraction
    decided: Fraction
    pushed: Fraction
    states: int

    @property
    def sd(self) -> str:
        """The standard deviation, a decimal text of 10 significant digits."""
        return square_root_decimal(self.variance)


def moments(rewards: Rewards) -> PlanMoments:
    """Return what a plan brings, from its chain."""
    rows = rewards.chain().rows
    visits = Flow(rows, every=True).visits
    unit, amounts = _in_units(rewards)
    means, square, whole = [NOTHING] * 4, NOTHING, rewards.whole
    entering: dict[int, Fraction] = {}
    for number, steps in enumerate(rewards.steps):
        here, sums, second = visits[number] / whole, [0] * 4, 0
        for step in steps:
            money = amounts[id(step.money)]
            if money is None:
                continue
            for part, amount in enumerate(money):
                sums[part] += step.ways * amount
            if won := money[0]:
                second += step.ways * won * won
                if step.target != END:
                    entering[step.target] = entering.get(step.target, NOTHING) + here * (
                        step.ways * won
                    )
        for part, each in enumerate(sums):
            if each:
                means[part] += here * each
        square += here * second
    square += 2 * _products(rewards, rows, entering, amounts)
    net, decided, pushed, put_up = (unit * mean for mean in means)
    return PlanMoments(
        mean=net,
        variance=square * unit * unit - net * net,
        expected_rolls=sum(visits.values(), NOTHING),
        put_up=put_up + rewards.put_up,
        decided=decided,
        pushed=pushed,
        states=len(rewards.states),
    )


_Amounts = dict[int, tuple[int, ...] | None]
"""What a step brings, in units, by the id of its money; None for nothing."""


def _in_units(rewards: Rewards) -> tuple[Fraction, _Amounts]:
    """Return a unit of which all amounts are multiples, and all of them in it."""
    every = {id(step.money): step.money for steps in rewards.steps for step in steps}
    scale = lcm(*{amount.denominator for money in every.values() for amount in money})
    amounts: _Amounts = {
        key: tuple(amount.numerator * (scale // amount.denominator) for amount in money)
        if any(money)
        else None
        for key, money in every.items()
    }
    return Fraction(1, scale), amounts


def _products(
    rewards: Rewards, rows: Rows, entering: dict[int, Fraction], amounts: _Amounts
) -> Fraction:
    """Return the expected sum of the products of each step's money with all money before it."""
    total = NOTHING
    for sign in (1, -1):
        part = {state: sign * amount for state, amount in entering.items() if sign * amount > 0}
        if not part:
            continue
        scale = lcm(*(amount.denominator for amount in part.values()))
        start = [(state, int(amount * scale)) for state, amount in part.items()]
        arriving = Flow(replace(rows, start=start), every=True).visits
        flow = Fraction(sum(ways for _, ways in start), scale)
        here = NOTHING
        for number, visits in arriving.items():
            mean = 0
            for step in rewards.steps[number]:
                if money := amounts[id(step.money)]:
                    mean += step.ways * money[0]
            if mean:
                here += visits * mean
        total += sign * flow * here / rewards.whole
    return total
