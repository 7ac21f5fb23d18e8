"""The JSON contract of answers: keys and shapes that others' programs rely on."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from oddscalc._ask.quantities import EDGES, QUANTITIES
from oddscalc._ask.query import Answer
from oddscalc._exact.numbers import decimal, exact
from oddscalc._money.valuation import Value
from oddscalc._show.words.notes import notes


def rational(value: Fraction | None) -> dict[str, str] | None:
    """Return ``{"exact", "decimal"}`` of *value*, None where it does not exist.

    >>> rational(Fraction(7, 495))
    {'exact': '7/495', 'decimal': '0.01414141414'}
    """
    return None if value is None else {"exact": exact(value), "decimal": decimal(value)}


def numbers(value: Value, *keys: str) -> dict[str, Any]:
    """Return the quantities of *value* by their *keys*: a root as a decimal, others as rationals.

    >>> from oddscalc import edge
    >>> numbers(edge("any-7").value, "variance", "sd")
    {'variance': {'exact': '125/36', 'decimal': '3.472222222'}, 'sd': '1.863389981'}
    """
    named = [QUANTITIES[key] for key in keys]
    return {one.key: one.text(value) if one.root else rational(one.of(value)) for one in named}


def edges(value: Value, basis: str) -> dict[str, Any]:
    """Return the three edges over *basis*; all null without prices."""
    return {edge.key: rational(edge.of(value)) for edge in EDGES[basis]}


def cost_per_roll(answer: Answer) -> Fraction | None:
    """Return the expected loss of a bet that is made again whenever it is decided.

    Its unit is that of the stake; of one unit if no stake was given. Source: the expected loss
    of one bet over its expected rolls is the loss per roll (renewal theorem).
    """
    gain = answer.value.expected_value
    return None if gain is None else -gain * answer.ticket.stake / answer.value.expected_rolls


def answer_object(answer: Answer, rolls_per_hour: Fraction | None = None) -> dict[str, Any]:
    """Return the JSON object of one answer.

    A stake and a cost per hour are in it only if they were asked for.
    """
    asked: dict[str, Any] = {}
    if answer.ticket.given:
        asked["stake"] = rational(answer.ticket.stake)
    if rolls_per_hour is not None:
        cost = cost_per_roll(answer)
        asked["cost_per_hour"] = rational(None if cost is None else cost * rolls_per_hour)
    value, model = answer.value, answer.model
    basis, *others = [one.name for one in value.bases]
    return {
        "bet": model.bet.id,
        "name": model.bet.name,
        "rules": model.rules.id,
        "reading": model.reading.name,
        "paytable": answer.paytable.id,
        "basis": basis,
        "outcomes": [
            {
                "result": payoff.outcome.result,
                "tier": payoff.outcome.tier,
                "probability": rational(payoff.probability),
                "net": rational(payoff.net),
            }
            for payoff in value.payoffs
        ],
        **numbers(value, "win", "lose", "push", "expected_value", "variance", "sd"),
        **numbers(value, "hit_frequency", "rtp"),
        "house_edge": edges(value, basis),
        "also": [{"basis": other, "house_edge": edges(value, other)} for other in others],
        **numbers(value, "expected_rolls"),
        "notes": notes(answer),
        **asked,
    }


def json_text(value: Any) -> str:
    """Return *value* as JSON, ASCII, keys in the order given."""
    return json.dumps(value, indent=2)
