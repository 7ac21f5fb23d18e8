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
    means = [NOTHING] * 4
    square, whole = NOTHING, rewards.whole
    entering: dict[int, Fraction] = {}
    for number, steps in enumerate(rewards.steps):
        here = visits[number] / whole
        sums = [NOTHING] * 4
        second = NOTHING
        for step in steps:
            for part, amount in enumerate(step.money):
                if amount:
                    sums[part] += step.ways * amount
            net = step.money.net
            if net:
                second += step.ways * net * net
                if step.target != END:
                    entering[step.target] = (
                        entering.get(step.target, NOTHING) + here * step.ways * net
                    )
        means = [mean + here * pair for mean, pair in zip(means, sums, strict=True)]
        square += here * second
    square += 2 * _products(rewards, rows, entering)
    net, decided, pushed, put_up = means
    return PlanMoments(
        mean=net,
        variance=square - net * net,
        expected_rolls=sum(visits.values(), NOTHING),
        put_up=put_up + rewards.put_up,
        decided=decided,
        pushed=pushed,
        states=len(rewards.states),
    )


def _products(rewards: Rewards, rows: Rows, entering: dict[int, Fraction]) -> Fraction:
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
        for number, visits in arriving.items():
            mean = sum((step.ways * step.money.net for step in rewards.steps[number]), NOTHING)
            total += sign * flow * visits * mean / rewards.whole
    return total
