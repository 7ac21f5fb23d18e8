"""A portfolio as JSON and as text."""

from __future__ import annotations

import textwrap
from fractions import Fraction
from typing import Any

from oddscalc._ask.joint import Portfolio
from oddscalc._exact.numbers import decimal, exact, percent
from oddscalc._show.grid import WIDTH, grid
from oddscalc._show.words.cards import Showing, shown_probability
from oddscalc._show.words.contract import edges, numbers, rational

_MOST_ROWS = 60


def cost_per_hour(found: Portfolio, rolls_per_hour: Fraction) -> Fraction:
    """Return the expected loss per hour if the bets are made again whenever all are decided."""
    return -found.expected_value * rolls_per_hour / found.expected_rolls


def portfolio_object(found: Portfolio, rolls_per_hour: Fraction | None = None) -> dict[str, Any]:
    """Return the JSON object of a portfolio; all amounts in the money of the stakes."""
    first = found.parts[0].answer
    cost = None if rolls_per_hour is None else cost_per_hour(found, rolls_per_hour)
    return {
        "bets": [
            {
                "bet": part.answer.model.bet.id,
                "reading": part.answer.model.reading.name,
                "stake": rational(part.answer.ticket.stake),
                "expected_value": rational(part.expected_value),
            }
            for part in found.parts
        ],
        "rules": first.model.rules.id,
        "paytable": first.paytable.id,
        "until": found.until,
        "staked": rational(found.staked),
        "outcomes": [
            {"net": rational(net), "probability": rational(probability)}
            for net, probability in found.net_win.probabilities.items()
        ],
        **numbers(found.value, "expected_value", "variance", "sd"),
        "house_edge": edges(found.value, "stakes"),
        **numbers(found.value, "expected_rolls"),
        **({} if cost is None else {"cost_per_hour": rational(cost)}),
    }


def as_text(found: Portfolio, showing: Showing) -> str:
    """Return the bets, the distribution of the net win, and what it comes to."""
    first = found.parts[0].answer
    bets = [
        [part.answer.model.bet.id, exact(part.answer.ticket.stake), _short(part.expected_value),
         decimal(part.expected_value)]
        for part in found.parts
    ]  # fmt: skip
    rows = [
        [exact(net), _short(probability), shown_probability(probability, showing.probability)]
        for net, probability in found.net_win.probabilities.items()
    ]
    hidden = len(rows) - _MOST_ROWS
    more = [f"... and {hidden:,} more outcomes (--json)"] if hidden > 0 else []
    until = "until all are decided" if found.until == "all-decided" else "for one roll"
    head = (
        f"{exact(found.staked)} staked on {len(found.parts)} bets, each made once, {until};"
        f" rules {first.model.rules.id}, paytable {first.paytable.id}"
    )
    against = "against" if showing.probability == "against" else ""
    parts = [
        *textwrap.wrap(head, WIDTH - 1),
        "",
        grid(["bet", "stake", "expected value", ""], bets, "lrrr", "text"),
        "",
        grid(["net win", "probability", against], rows[:_MOST_ROWS], "rrr", "text"),
        *more,
        "",
        grid(["", "exact", "decimal"], _figures(found, showing), "lrr", "text"),
    ]
    return "\n".join(parts)


def _short(value: Fraction) -> str:
    text = exact(value)
    return text if len(text) <= 24 else "see --json"


def _figures(found: Portfolio, showing: Showing) -> list[list[str]]:
    edge = found.house_edge
    lines = [
        ["edge over stakes per bet made", _short(edge.per_bet_made), percent(edge.per_bet_made)]
    ]
    if edge.per_bet_resolved is not None:
        resolved = edge.per_bet_resolved
        lines.append(["edge over stakes per bet resolved", _short(resolved), percent(resolved)])
    lines += [
        ["edge over stakes per roll", _short(edge.per_roll), percent(edge.per_roll)],
        ["expected net win", _short(found.expected_value), decimal(found.expected_value)],
        ["variance", _short(found.variance), decimal(found.variance)],
        ["standard deviation", "-", found.sd],
        ["expected rolls", _short(found.expected_rolls), decimal(found.expected_rolls)],
    ]
    if showing.rolls_per_hour is not None:
        cost = cost_per_hour(found, showing.rolls_per_hour)
        label = f"cost per hour of {exact(showing.rolls_per_hour)} rolls"
        lines.append([label, _short(cost), decimal(cost)])
    return lines
