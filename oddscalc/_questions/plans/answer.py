"""Asking what a plan brings: over one hand, over a number of rolls, or with a bankroll."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddscalc._dice.dice import Dice
from oddscalc._money.netwin import NetWin
from oddscalc._questions.plans.horizon import Purse, after_rolls, distribution, with_bankroll
from oddscalc._questions.plans.infinite import EnclosedMoments, bounds
from oddscalc._questions.plans.moments import PlanMoments
from oddscalc._questions.plans.plan import Plan
from oddscalc._questions.plans.play import Play
from oddscalc._questions.plans.rewards import explore
from oddscalc._questions.plans.value import MAX_STATES, value
from oddscalc.errors import ChainError, NumberError


@dataclass(frozen=True)
class Planned:
    """What a plan brings.

    Args:
        plan: the plan.
        horizon: over what, in words.
        worth: its moments; of an infinite chain the bounds of them.
        net_win: the distribution of the net win, if it was asked for.
        covered: how likely it is that all has ended by then; 1 if it has for certain.
        purse: what becomes of a bankroll, if one was given.
    """

    plan: Plan
    horizon: str
    worth: PlanMoments | EnclosedMoments
    net_win: NetWin | None = None
    covered: Fraction = Fraction(1)
    purse: Purse | None = None


@dataclass(frozen=True)
class Horizon:
    """How long a plan is followed; by default one hand, to the seven-out.

    Args:
        rolls: a number of rolls, over as many hands as they take.
        bankroll: what the player has; with *target* the plan is followed until one of both ends it.
        target: the net win at which the player stops.
        net: whether the distribution of the net win is wanted; of one hand, up to *rolls* rolls.
    """

    rolls: int | None = None
    bankroll: Fraction | None = None
    target: Fraction | None = None
    net: bool = False


def ask_plan(
    plan: Plan, dice: Dice, horizon: Horizon | None = None, limit: int = MAX_STATES
) -> Planned:
    """Return what *plan* brings.

    Raises:
        ChainError: the plan has too many states, and no bounds can be had.
        RuleError: a rule does what may not be done.
        NumberError: a bankroll without a target, or the other way round.
    """
    asked = horizon or Horizon()
    if (asked.bankroll is None) != (asked.target is None):
        raise NumberError("a bankroll and a target go together; give both", code="incomplete")
    if asked.bankroll is not None and asked.rolls is not None:
        raise NumberError(
            "a bankroll is played until it ends, whatever the rolls: give either", code="conflict"
        )
    if asked.bankroll is not None and asked.target is not None:
        return _with_bankroll(plan, dice, asked.bankroll, asked.target, limit)
    if asked.rolls is not None:
        rewards = explore(Play(plan), dice, limit, one_hand=False, rolls=asked.rolls)
        net_win = distribution(rewards, asked.rolls)[0] if asked.net else None
        return Planned(plan, f"{asked.rolls} rolls", after_rolls(rewards, asked.rolls), net_win)
    worth = _by_money(plan, dice, limit) if plan.knows_net else value(plan, dice, limit)
    if not asked.net:
        return Planned(plan, "one hand", worth)
    net_win, covered = distribution(explore(Play(plan), dice, limit, rolls=HAND_ROLLS), HAND_ROLLS)
    return Planned(plan, "one hand", worth, net_win, covered)


def _by_money(plan: Plan, dice: Dice, limit: int) -> PlanMoments | EnclosedMoments:
    """Return what a plan brings of which rules look at money: exactly, if its nets are few."""
    try:
        return value(plan, dice, min(limit, MONEY_STATES))
    except ChainError as error:
        if error.code != "too-many-states":
            raise
        return bounds(plan, dice)


MONEY_STATES = 2_000
"""States up to which a plan of which rules look at money is followed net by net."""

HAND_ROLLS = 60
"""Rolls up to which the distribution of one hand is followed; 99.8 % of hands have no more."""


def _with_bankroll(
    plan: Plan, dice: Dice, bankroll: Fraction, target: Fraction, limit: int
) -> Planned:
    rewards = explore(Play(plan), dice, limit, one_hand=False)
    purse = with_bankroll(rewards, bankroll, target, limit)
    net_win = NetWin.of([(chance, net) for net, chance in purse.nets.items()])
    worth = PlanMoments(
        mean=net_win.mean,
        variance=net_win.variance,
        expected_rolls=purse.expected_rolls,
        put_up=purse.put_up,
        decided=purse.decided,
        pushed=purse.pushed,
        states=purse.states,
    )
    return Planned(plan, "until target or ruin", worth, net_win, purse=purse)
