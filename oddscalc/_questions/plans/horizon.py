"""A plan over a number of rolls, and with a bankroll: hands follow each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from oddscalc._chain.rows import Rows
from oddscalc._chain.solve.forward import Flow
from oddscalc._exact.budget import at
from oddscalc._money.netwin import NetWin
from oddscalc._questions.plans.moments import PlanMoments
from oddscalc._questions.plans.rewards import END, Rewards
from oddscalc.errors import ChainError

NOTHING = Fraction(0)

MOST_ROLLS = 10_000
"""Rolls over which moments are reckoned."""

MOST_PAIRS = 400_000
"""Pairs of a state and a net win that a distribution may have."""


def after_rolls(rewards: Rewards, rolls: int) -> PlanMoments:
    """Return what a plan brings over *rolls* rolls; *rewards* must go on after a seven-out.

    Raises:
        ChainError: too many rolls.
    """
    if not 0 < rolls <= MOST_ROLLS:
        raise ChainError(
            f"{rolls:,} rolls; from 1 to {MOST_ROLLS:,} can be asked for", code="out-of-range"
        )
    unit = _unit(rewards)
    steps = [
        [(cell.target, cell.ways, [int(amount * unit) for amount in cell.money]) for cell in row]
        for row in rewards.steps
    ]
    here = {0: (1, 0)}  # by state: its weight, and the weight times the net so far, in units
    sums, square, scale = [NOTHING] * 4, NOTHING, 1
    for roll in range(rolls):
        at("following the plan, rolls", roll, rolls)
        after: dict[int, tuple[int, int]] = {}
        totals, second = [0] * 4, 0
        for state, (weight, net) in here.items():
            for target, ways, money in steps[state]:
                for part in range(4):
                    totals[part] += weight * ways * money[part]
                second += ways * money[0] * (weight * money[0] + 2 * net)
                old_weight, old_net = after.get(target, (0, 0))
                after[target] = (
                    old_weight + weight * ways,
                    old_net + ways * (net + weight * money[0]),
                )
        scale *= rewards.whole
        sums = [
            expected + Fraction(more, scale * unit)
            for expected, more in zip(sums, totals, strict=True)
        ]
        square += Fraction(second, scale * unit * unit)
        here = after
    net_win, decided, pushed, put_up = sums
    return PlanMoments(
        mean=net_win,
        variance=square - net_win * net_win,
        expected_rolls=Fraction(rolls),
        put_up=put_up + rewards.put_up,
        decided=decided,
        pushed=pushed,
        states=len(rewards.states),
    )


def distribution(rewards: Rewards, rolls: int) -> tuple[NetWin, Fraction]:
    """Return the distribution of the net win after *rolls* rolls, and how likely it is by then.

    Over one hand, what has not ended by then is left out of it; over many hands nothing is.

    Raises:
        ChainError: too many rolls, or too many different net wins.
    """
    if not 0 < rolls <= MOST_ROLLS:
        raise ChainError(
            f"{rolls:,} rolls; from 1 to {MOST_ROLLS:,} can be asked for", code="out-of-range"
        )
    unit = _unit(rewards)
    steps = [
        [(cell.target, cell.ways, int(cell.money.net * unit)) for cell in row]
        for row in rewards.steps
    ]
    here: dict[tuple[int, int], int] = {(0, 0): 1}
    ended: dict[int, Fraction] = {}
    scale = 1
    for roll in range(rolls):
        at("following the plan's net win, rolls", roll, rolls)
        after: dict[tuple[int, int], int] = {}
        for (state, net), weight in here.items():
            for target, ways, more in steps[state]:
                key = target, net + more
                after[key] = after.get(key, 0) + weight * ways
        scale *= rewards.whole
        for key in [key for key in after if key[0] == END]:
            ended[key[1]] = ended.get(key[1], NOTHING) + Fraction(after.pop(key), scale)
        if len(after) > MOST_PAIRS:
            raise ChainError(
                f"over {MOST_PAIRS:,} pairs of a state and a net win; fewer rolls have fewer",
                code="too-much",
            )
        here = after
        if not here:
            break
    if any(step.target == END for row in rewards.steps for step in row):
        nets = {Fraction(net, unit): chance for net, chance in ended.items()}
    else:
        totals: dict[int, int] = {}
        for (_, net), weight in here.items():
            totals[net] = totals.get(net, 0) + weight
        nets = {Fraction(net, unit): Fraction(weight, scale) for net, weight in totals.items()}
    covered = sum(nets.values(), NOTHING)
    return NetWin.of([(chance, net) for net, chance in nets.items()]), covered


@dataclass(frozen=True)
class Purse:
    """What a plan brings with a bankroll.

    It ends when the net win has reached the target, or when what the plan would have up next costs
    more than is left.

    Args:
        target: the probability of reaching the target.
        ruin: the probability that the plan cannot be followed any more.
        nets: the probability of each net win at the end.
        expected_rolls: rolls until then.
        put_up: what is put up until then, expected; likewise decided and pushed.
        states: how many pairs of a state and a net win there are.
    """

    target: Fraction
    ruin: Fraction
    nets: Mapping[Fraction, Fraction]
    expected_rolls: Fraction
    put_up: Fraction
    decided: Fraction
    pushed: Fraction
    states: int


def with_bankroll(
    rewards: Rewards, bankroll: Fraction, target: Fraction, limit: int = 100_000
) -> Purse:
    """Return what becomes of a *bankroll* until the net win is *target* or it does not suffice.

    Raises:
        ChainError: the bankroll does not suffice for the first roll, or more than *limit* states.
    """
    up = [sum((bet.stake + bet.odds for bet in state.up), NOTHING) for state in rewards.states]
    if up[0] > bankroll or target <= 0:
        raise ChainError(
            "the bankroll must suffice for the first roll, and the target be above 0",
            code="out-of-range",
        )
    numbers: dict[tuple[int, Fraction], int] = {(0, NOTHING): 0}
    pairs = [(0, NOTHING)]
    ends: dict[tuple[bool, Fraction], int] = {}
    rows: list[dict[int, int]] = []
    means: list[list[Fraction]] = []
    for state, net in pairs:  # grows while it is walked
        row: dict[int, int] = {}
        brought = [NOTHING] * 3
        for step in rewards.steps[state]:
            after = net + step.money.net
            if after >= target or up[step.target] > bankroll + after:
                number = -1 - ends.setdefault((after >= target, after), len(ends))
                money = step.money._replace(put_up=NOTHING)
            else:
                key = step.target, after
                number = numbers.setdefault(key, len(pairs))
                if number == len(pairs):
                    pairs.append(key)
                money = step.money
            row[number] = row.get(number, 0) + step.ways
            for part in range(3):
                brought[part] += step.ways * money[part + 1]
        if len(pairs) > limit:
            raise ChainError(
                f"more than {limit:,} pairs of a state and a net win; a smaller bankroll or target"
                " has fewer",
                code="too-much",
            )
        rows.append(row)
        means.append([amount / rewards.whole for amount in brought])
    size = len(pairs)
    targets = [tuple(n if n >= 0 else size - 1 - n for n in row) for row in rows]
    ways = [tuple(row.values()) for row in rows]
    flow = Flow(Rows(targets, ways, [(0, 1)], len(ends)), every=True)
    decided, pushed, put_up = (
        sum((flow.visits[number] * means[number][part] for number in range(size)), NOTHING)
        for part in range(3)
    )
    chances = dict(zip(ends, flow.arrived, strict=True))
    nets: dict[Fraction, Fraction] = {}
    for (_, net), chance in chances.items():
        nets[net] = nets.get(net, NOTHING) + chance
    reached = sum((chance for (good, _), chance in chances.items() if good), NOTHING)
    return Purse(
        target=reached,
        ruin=1 - reached,
        nets=dict(sorted(nets.items())),
        expected_rolls=flow.expected_rolls,
        put_up=put_up + rewards.put_up,
        decided=decided,
        pushed=pushed,
        states=size,
    )


def _unit(rewards: Rewards) -> int:
    """Return into how many parts money must be divided for all amounts to be whole."""
    return lcm(
        *(amount.denominator for row in rewards.steps for cell in row for amount in cell.money)
    )
