"""The JSON contract of answers: keys and shapes that others' programs rely on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from oddscalc._ask.hourly import loss_per_roll
from oddscalc._ask.joint import Portfolio
from oddscalc._ask.quantities import EDGES, QUANTITIES
from oddscalc._ask.query import Valued
from oddscalc._exact.numbers import decimal, exact
from oddscalc._money.valuation import Value
from oddscalc._show.words.notes import notes


def rational(value: Fraction | None) -> dict[str, str] | None:
    """Return ``{"exact", "decimal"}`` of *value*, None where it does not exist.

    >>> rational(Fraction(7, 495))
    {'exact': '7/495', 'decimal': '0.01414141414'}
    """
    return None if value is None else {"exact": exact(value), "decimal": decimal(value)}


def about(answer: Valued) -> dict[str, Any]:
    """Return what *answer* is about: the bet, its rules, its reading and its prices."""
    model = answer.model
    return {
        "bet": model.bet.id,
        "name": model.bet.name,
        "rules": model.rules.id,
        "reading": model.reading.name,
        **({"defect": True} if model.reading.defect else {}),
        "paytable": answer.paytable.id,
    }


def numbers(value: Value, *keys: str) -> dict[str, Any]:
    """Return the quantities of *value* by their *keys*: a root as a decimal, others as rationals.

    >>> from oddscalc import edge
    >>> numbers(edge("any-7").value, "variance", "sd")
    {'variance': {'exact': '125/36', 'decimal': '3.472222222'}, 'sd': '1.863389981'}
    """
    named = [QUANTITIES[key] for key in keys]
    return {name.key: name.text(value) if name.root else rational(name.of(value)) for name in named}


def edges(value: Value, basis: str) -> dict[str, Any]:
    """Return the three edges over *basis*; all null without prices."""
    return {edge.key: rational(edge.of(value)) for edge in EDGES[basis]}


def costs_per_roll(subject: Valued | Portfolio) -> dict[str, Fraction]:
    """Return the expected loss per roll by how the bet is made again; nothing without prices.

    The keys are those of the costs per hour. A bet that no table goes on beside is made again
    whenever it is decided: there is one cost only.

    >>> from oddscalc import edge
    >>> [str(cost) for cost in costs_per_roll(edge("place-6", working="off", stake=6)).values()]
    ['98/5013', '31951/2245824']
    """
    ways = loss_per_roll(subject)
    if ways is not None:
        return {"cost_per_hour": ways.kept_up, "cost_per_hour_waiting": ways.waiting}
    loss = QUANTITIES["loss_per_roll"].of(subject.value)
    stake = subject.ticket.stake if isinstance(subject, Valued) else 1
    return {} if loss is None else {"cost_per_hour": loss * stake}


def cost_per_hour(subject: Valued | Portfolio, rolls: Fraction | None) -> dict[str, Any]:
    """Return the expected loss in an hour of so many *rolls*; nothing if that is not asked."""
    if rolls is None:
        return {}
    costs = {key: rational(loss * rolls) for key, loss in costs_per_roll(subject).items()}
    return costs or {"cost_per_hour": None}


def answer_object(answer: Valued, rolls_per_hour: Fraction | None = None) -> dict[str, Any]:
    """Return the JSON object of one answer.

    A stake and a cost per hour are in it only if they were asked for.
    """
    asked: dict[str, Any] = {}
    if answer.ticket.given:
        asked["stake"] = rational(answer.ticket.stake)
    value = answer.value
    asked |= cost_per_hour(answer, rolls_per_hour)
    basis, *others = [base.name for base in value.bases]
    return {
        **about(answer),
        "basis": basis,
        "outcomes": [
            {
                "result": payoff.outcome.result,
                "tier": payoff.outcome.tier,
                "probability": rational(payoff.probability),
                "net": rational(payoff.net),
            }
            for payoff in value.payoffs
            if not payoff.is_idle
        ],
        **numbers(value, "win", "lose", "push", "expected_value", "variance", "sd"),
        **numbers(value, "hit_frequency", "rtp"),
        "house_edge": edges(value, basis),
        "also": [{"basis": other, "house_edge": edges(value, other)} for other in others],
        **numbers(value, "expected_rolls"),
        "notes": notes(answer),
        **asked,
    }
