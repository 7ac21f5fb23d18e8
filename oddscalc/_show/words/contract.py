"""The JSON contract of answers: keys and shapes that others' programs rely on."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from oddscalc._ask.query import Answer
from oddscalc._exact.numbers import decimal, exact
from oddscalc._money.valuation import HouseEdge
from oddscalc._show.words.notes import notes


def rational(value: Fraction | None) -> dict[str, str] | None:
    """Return ``{"exact", "decimal"}`` of *value*, None where it does not exist.

    >>> rational(Fraction(7, 495))
    {'exact': '7/495', 'decimal': '0.01414141414'}
    """
    return None if value is None else {"exact": exact(value), "decimal": decimal(value)}


def edges(edge: HouseEdge | None) -> dict[str, Any]:
    """Return the three edges; all null without prices."""
    return {
        "per_bet_made": rational(edge.per_bet_made if edge else None),
        "per_bet_resolved": rational(edge.per_bet_resolved if edge else None),
        "per_roll": rational(edge.per_roll if edge else None),
    }


def cost_per_hour(answer: Answer, rolls_per_hour: Fraction) -> Fraction | None:
    """Return the expected loss of a bet that is made again whenever it is decided.

    Its unit is that of the stake; of one unit if no stake was given. Source: the expected loss
    of one bet over its expected rolls is the loss per roll (renewal theorem).
    """
    lost = answer.value.expected_value
    if lost is None:
        return None
    return -lost * answer.ticket.stake * rolls_per_hour / answer.value.expected_rolls


def answer_object(answer: Answer, rolls_per_hour: Fraction | None = None) -> dict[str, Any]:
    """Return the JSON object of one answer.

    A stake and a cost per hour are in it only if they were asked for.
    """
    asked: dict[str, Any] = {}
    if answer.ticket.given:
        asked["stake"] = rational(answer.ticket.stake)
    if rolls_per_hour is not None:
        asked["cost_per_hour"] = rational(cost_per_hour(answer, rolls_per_hour))
    value, model = answer.value, answer.model
    basis, *others = value.bases
    return {
        "bet": model.bet.id,
        "name": model.bet.name,
        "rules": model.rules.id,
        "reading": model.reading.name,
        "paytable": answer.paytable.id,
        "basis": basis.name,
        "outcomes": [
            {
                "result": payoff.outcome.result,
                "tier": payoff.outcome.tier,
                "probability": rational(payoff.probability),
                "net": rational(payoff.net),
            }
            for payoff in value.payoffs
        ],
        "win": rational(value.win),
        "lose": rational(value.lose),
        "push": rational(value.push),
        "expected_value": rational(value.expected_value),
        "variance": rational(value.variance),
        "sd": value.sd,
        "hit_frequency": rational(value.hit_frequency),
        "rtp": rational(value.rtp),
        "house_edge": edges(value.house_edge),
        "also": [
            {"basis": other.name, "house_edge": edges(value.edge_over(other))} for other in others
        ],
        "expected_rolls": rational(value.expected_rolls),
        "notes": notes(answer),
        **asked,
    }


def json_text(value: Any) -> str:
    """Return *value* as JSON, ASCII, keys in the order given."""
    return json.dumps(value, indent=2)
