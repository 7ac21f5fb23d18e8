"""What a plan is worth: from one chain where that is small enough, else from its parts by pairs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from oddscalc._dice.dice import Dice
from oddscalc._questions.plans.groups import groups, part
from oddscalc._questions.plans.moments import PlanMoments, moments
from oddscalc._questions.plans.plan import Plan
from oddscalc._questions.plans.play import Play
from oddscalc._questions.plans.rewards import explore
from oddscalc.errors import ChainError

MAX_STATES = 100_000
JOINT_STATES = 5_000
"""States up to which independent parts of a plan are still played as one."""

NOTHING = Fraction(0)


def value(plan: Plan, dice: Dice, limit: int = MAX_STATES) -> PlanMoments:
    """Return what *plan* brings over one hand, exactly.

    Raises:
        ChainError: it has more than *limit* states.
        RuleError: a rule does what may not be done.
    """
    parts = groups(plan)
    if len(parts) > 1:
        try:
            return _whole(plan, dice, min(limit, JOINT_STATES))
        except ChainError as error:
            if error.code != "too-many-states":
                raise
            return _by_pairs([part(plan, names) for names in parts], plan, dice, limit)
    return _whole(plan, dice, limit)


def _whole(plan: Plan, dice: Dice, limit: int) -> PlanMoments:
    return moments(explore(Play(plan), dice, limit))


def _by_pairs(parts: list[Plan], plan: Plan, dice: Dice, limit: int) -> PlanMoments:
    """Return the moments of independent parts: variance of a sum by those of its pairs."""
    alone = [_whole(each, dice, limit) for each in parts]
    pairs = [
        _whole(
            part(plan, {*first.bets, *first.counters, *second.bets, *second.counters}), dice, limit
        )
        for first, second in combinations(parts, 2)
    ]
    shared = sum((single.variance for single in alone), NOTHING)
    variance = sum((pair.variance for pair in pairs), NOTHING) - (len(parts) - 2) * shared

    def total(name: str) -> Fraction:
        return sum((getattr(single, name) for single in alone), NOTHING)

    return PlanMoments(
        mean=total("mean"),
        variance=variance,
        expected_rolls=alone[0].expected_rolls,
        put_up=total("put_up"),
        decided=total("decided"),
        pushed=total("pushed"),
        states=sum(pair.states for pair in pairs),
    )
