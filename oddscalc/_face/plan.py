"""``plan``: what a betting plan brings."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Unpack

from oddscalc._ask.asked import number_of, refuse_unknown, whole_of
from oddscalc._ask.options import Number, PaidOptions
from oddscalc._dice.dice import Dice, parse_dice
from oddscalc._face.shown import Shown, brief, parts_of
from oddscalc._questions.plans.answer import Horizon, Planned, ask_plan
from oddscalc._questions.plans.load import load
from oddscalc._questions.plans.value import MAX_STATES
from oddscalc._show.document import Document
from oddscalc._show.words.plan import document


@dataclass(frozen=True, repr=False)
class PlanAnswer(Shown, Planned):
    """What a betting plan brings; ``worth`` has its moments, exact and in money.

    Args:
        rolls_per_hour: for the expected cost per hour.

    >>> answer = plan("place-68")
    >>> answer
    <PlanAnswer: place-68, one hand: expected net win -1/3>
    >>> answer.worth.variance, answer.worth.decided
    (Fraction(1960, 9), Fraction(22, 1))
    """

    rolls_per_hour: Fraction | None = None

    def line(self) -> str:
        """Return which plan, over what, and its expected net win."""
        mean = self.worth.mean
        message = brief(mean) if isinstance(mean, Fraction) else "between proven bounds"
        return f"{self.plan.id}, {self.horizon}: expected net win {message}"

    def document(self) -> Document:
        """Return it in words."""
        return document([self], self.rolls_per_hour)


def plan(
    plan: str | Path,
    *,
    rolls: int | None = None,
    bankroll: Number | None = None,
    target: Number | None = None,
    net: bool = False,
    rolls_per_hour: Number | None = None,
    **options: Unpack[PaidOptions],
) -> PlanAnswer:
    """Return what a betting plan brings over one hand, over rolls, or with a bankroll.

    Args:
        plan: the id of a plan, or the path of a TOML file.
        rolls: a number of rolls, in place of one hand.
        bankroll: what the player has; it goes with *target*.
        target: the net win at which the player stops.
        net: whether the distribution of the net win is wanted.
        rolls_per_hour: makes the expected cost per hour part of ``to_dict``.
        options: see ``PaidOptions``; a plan may have a rulebook, a paytable and prices of its own.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: there is no such plan, its rules cannot be followed, or its chain is too
            large.

    >>> plan("pass-flat", rolls=100).worth.expected_rolls
    Fraction(100, 1)
    """
    refuse_unknown("plan", options, PaidOptions)
    if not isinstance(plan, str | Path):
        raise TypeError(f"plan: {plan!r} is neither the id of a plan nor the path of its file")
    given = {name: value for name, value in options.items() if value is not None}
    limit = given.pop("max_states", MAX_STATES)
    dice = given.get("dice", "fair")
    weights = dice if isinstance(dice, Dice) else parse_dice(str(dice))
    turns = None if rolls is None else whole_of("rolls", rolls, least=1)
    horizon = Horizon(turns, number_of("bankroll", bankroll), number_of("target", target), net)
    planned = ask_plan(load(str(plan), given), weights, horizon, int(str(limit)))
    per_hour = number_of("rolls_per_hour", rolls_per_hour)
    return PlanAnswer(**parts_of(planned), rolls_per_hour=per_hour)
