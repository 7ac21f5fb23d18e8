"""One hand of a plan, roll by roll: what stood, what fell, what the rules then did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._dice.dice import ROLLS
from oddscalc._exact.numbers import exact
from oddscalc._questions.plans.language import ALWAYS
from oddscalc._questions.plans.plan import Plan
from oddscalc._questions.plans.play import Decision, Money, Play, Standing
from oddscalc.errors import RuleError

HAND = (5, 6, 8, 6, 11, 5, 4, 9, 6, 4, 3, 8, 6, 10, 7)
"""The totals of a hand on which every kind of event comes about."""


@dataclass(frozen=True)
class Rolled:
    """One roll of a hand.

    Args:
        before: where the plan stood.
        total: what was rolled.
        money: what that brought.
        events: what happened, the bets first.
        fired: the rules that were followed afterwards.
        net: the net win of the hand so far.
    """

    before: Standing
    total: int
    money: Money
    events: tuple[str, ...]
    fired: tuple[str, ...]
    net: Fraction


def walk(plan: Plan, totals: Sequence[int] = HAND) -> list[Rolled]:
    """Return what a plan does on a hand of *totals*, up to the seven-out.

    A total is rolled in its first way, as 1 and 3 for a 4.

    Raises:
        RuleError: a total is none of two dice, or a rule does what may not be done.
    """
    play = Play(plan)
    standing, _ = play.begin()
    rolled: list[Rolled] = []
    net = Fraction(0)
    for total in totals:
        roll = next((dice for dice in ROLLS if sum(dice) == total), None)
        if roll is None:
            raise RuleError(f"{total} is no total of two dice")
        before, money, events = play.roll(standing, roll)
        net += money.net
        over = "seven-out" in events
        decision = Decision(play, before, events)
        after, put_up = (before, Fraction(0)) if over else decision.result()
        fired = tuple(sorted(events - {ALWAYS}))
        money = money._replace(put_up=put_up)
        rolled.append(Rolled(standing, total, money, fired, tuple(decision.fired), net))
        standing = after
        if over:
            break
    return rolled


def describe(standing: Standing, plan: Plan) -> str:
    """Return where a plan stands, for people.

    >>> from oddscalc._questions.plans.load import load
    >>> plan = load("pass-flat", {})
    >>> describe(Play(plan).begin()[0], plan)
    'come-out; pass 10'
    """
    parts = ["come-out" if standing.point is None else f"point {standing.point}"]
    for up in standing.up:
        number = Play(plan).number_of(up) if plan.bets[up.bet].line else None
        where = f" on {number}" if number is not None else ""
        odds = f" with {exact(up.odds)} odds" if up.odds else ""
        switch = {True: ", on", False: ", off", None: ""}[up.switch]
        parts.append(f"{up.bet} {exact(up.stake)}{where}{odds}{switch}")
    counters = zip(plan.counters, standing.counters, strict=True)
    parts += [f"{name} = {value}" for name, value in counters]
    if plan.knows_net:
        parts.append(f"net {exact(standing.net)}")
    return "; ".join([*parts, "stopped"] if standing.stopped else parts)
