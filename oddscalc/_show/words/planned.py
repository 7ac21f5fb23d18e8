"""How the numbers of a plan come about: its states, its rules, one hand roll by roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from oddscalc._exact.numbers import exact
from oddscalc._questions.plans.plan import Plan
from oddscalc._questions.plans.rewards import END, Rewards
from oddscalc._questions.plans.walk import Rolled, describe
from oddscalc._show.document import (
    Bullets,
    Document,
    Records,
    Section,
    Table,
    number_cells,
    number_headers,
)
from oddscalc._show.words.contract import rational


def document(plan: Plan, rewards: Rewards, hand: Sequence[Rolled], most: int) -> Document:
    """Return a plan explained; at most *most* of its states are written out for people."""
    return Document(
        f"How {plan.title} is played",
        schema="explain",
        sections=lambda: [_section(plan, rewards, hand, most)],
        data=lambda: _object(plan, rewards, hand),
        records=lambda: _records(plan, rewards),
    )


def _section(plan: Plan, rewards: Rewards, hand: Sequence[Rolled], most: int) -> Section:
    states = [
        (f"s{number}", describe(state, plan)) for number, state in enumerate(rewards.states[:most])
    ]
    hidden = len(rewards.states) - len(states)
    more = f"... and {hidden:,} more states (--json)" if hidden else ""
    return Section(
        f"{plan.title} ({plan.id})",
        [
            f"rules {plan.book.id}, paytable {plan.paytable.id}; before each roll the rules are"
            " gone through in their order"
        ],
        [
            Bullets([rule.text for rule in plan.rules], "rules"),
            Table(("state", "before a roll"), "ll", states, more),
            Bullets(list(_walked(plan, hand)), "one hand, roll by roll"),
        ],
    )


def _object(plan: Plan, rewards: Rewards, hand: Sequence[Rolled]) -> dict[str, Any]:
    return {
        "plan": plan.id,
        "title": plan.title,
        "source": plan.source,
        "rules": [rule.text for rule in plan.rules],
        "states": [
            {"state": f"s{number}", "says": describe(state, plan)}
            for number, state in enumerate(rewards.states)
        ],
        "steps": [
            {
                "from": f"s{number}",
                "to": "seven-out" if step.target == END else f"s{step.target}",
                "ways": step.ways,
                "net": rational(step.money.net),
                "decided": rational(step.money.decided),
                "pushed": rational(step.money.pushed),
                "put_up": rational(step.money.put_up),
            }
            for number, steps in enumerate(rewards.steps)
            for step in steps
        ],
        "hand": [
            {
                "before": describe(roll.before, plan),
                "roll": roll.total,
                "events": list(roll.events),
                "net": rational(roll.money.net),
                "put_up": rational(roll.money.put_up),
                "net_so_far": rational(roll.net),
                "rules": list(roll.fired),
            }
            for roll in hand
        ],
    }


def _records(plan: Plan, rewards: Rewards) -> Records:
    """Return a row for each step of the chain."""
    names = ["net", "decided", "pushed", "put_up"]
    headers = ["plan", "state", "before", "to", "ways", *number_headers(names)]
    rows = [
        [
            plan.id,
            f"s{number}",
            describe(state, plan),
            "seven-out" if step.target == END else f"s{step.target}",
            str(step.ways),
            *number_cells(step.money),
        ]
        for number, state in enumerate(rewards.states)
        for step in rewards.steps[number]
    ]
    return Records(headers, rows)


def _walked(plan: Plan, hand: Sequence[Rolled]) -> Iterator[str]:
    """Yield each roll of a hand in words."""
    for rolled in hand:
        happened = ", ".join(rolled.events) or "nothing"
        money = rolled.money
        won = (
            f", {'wins' if money.net > 0 else 'loses'} {exact(abs(money.net))}" if money.net else ""
        )
        put_up = f", puts up {exact(money.put_up)}" if money.put_up else ""
        before = describe(rolled.before, plan)
        yield f"{before}: {rolled.total}: {happened}{won}{put_up}; {exact(rolled.net)} so far"
