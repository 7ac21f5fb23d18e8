"""The page of betting plans: what each brings over a hand, a roll and an hour."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from oddscalc._dice.dice import Dice
from oddscalc._exact.numbers import fixed
from oddscalc._questions.plans.answer import Planned
from oddscalc._questions.plans.load import load
from oddscalc._questions.plans.moments import PlanMoments
from oddscalc._questions.plans.plan import PLANS
from oddscalc._questions.plans.value import value
from oddscalc._show.document import Records, Table, number_cells, number_headers
from oddscalc._show.words.plan import plan_object
from oddscalc._tables.page import Page, percentage, short

ROLLS_PER_HOUR = 100

LEFT_OUT = ("double-tap", "risk-12")
"""Plans that take seconds; ``oddscalc plan`` has them."""


def plans_page() -> Page:
    """Return the page of every plan that is quick to value."""
    answers = [plan_answer(name) for name in plans_shown()]
    plans = [valued.plan for valued in answers]
    worths = [valued.worth for valued in answers if isinstance(valued.worth, PlanMoments)]
    names = ("mean", "variance", "expected_rolls", "put_up", "decided", "pushed")
    return Page(
        name="plans",
        title="Betting plans",
        text=(
            "What each plan brings over a shooter's hand, in the money of its stakes: the expected"
            " net win, its standard deviation, what is put up, the loss over that and over what is"
            f" won or lost in percent, and the expected loss over {ROLLS_PER_HOUR} rolls, about an"
            " hour. A hand has 1671/196 rolls. Plans differ in their stakes: compare percentages.",
            "A decimal marked ~ stands for a fraction too long to print; the csv and json files"
            " have all fractions whole.",
        ),
        tables=(_table(answers, worths),),
        after=(
            *(f"**{plan.id}**: {plan.title}; source: {plan.source}." for plan in plans),
            f"Left out, since they take long: {', '.join(LEFT_OUT)}; `oddscalc plan` has them.",
        ),
        records=Records(
            ["plan", *number_headers(names), "sd", "states"],
            [
                [pair.plan.id, *number_cells([getattr(worth, name) for name in names]), worth.sd,
                 str(worth.states)]
                for pair, worth in zip(answers, worths, strict=True)
            ],
        ),
        objects=[plan_object(valued, Fraction(ROLLS_PER_HOUR)) for valued in answers],
    )  # fmt: skip


def plans_shown() -> list[str]:
    """Return the plans that are quick to value."""
    return [name for name in PLANS if name not in LEFT_OUT]


def plan_answer(name: str) -> Planned:
    """Return what the shipped plan *name* brings over one hand."""
    plan = load(name, {})
    return Planned(plan, "one hand", value(plan, Dice.fair()))


def _table(answers: Sequence[Planned], worths: Sequence[PlanMoments]) -> Table:
    rows = [
        [
            pair.plan.id,
            short(worth.mean),
            worth.sd,
            short(worth.put_up),
            percentage(-worth.mean / worth.put_up),
            percentage(-worth.mean / worth.decided),
            fixed(-worth.mean / worth.expected_rolls * ROLLS_PER_HOUR, 4),
        ]
        for pair, worth in zip(answers, worths, strict=True)
    ]
    headers = ["plan", "net win", "sd", "put up", "of it %", "of decided %", "an hour"]
    return Table(headers, "lrrrrrr", rows)
