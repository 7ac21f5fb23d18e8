"""What stands above an answer: which bet, and what was asked of it."""

from __future__ import annotations

from oddscalc._ask.query import Valued
from oddscalc._chain.model import Model
from oddscalc._exact.numbers import exact


def heading(model: Model) -> str:
    """Return the name of the bet, with the reading if there are several."""
    reading = f", reading '{model.reading.name}'" if len(model.wager.readings) > 1 else ""
    return f"{model.bet.name} ({model.bet.id}){reading}"


def asked(answer: Valued) -> str:
    """Return what was asked: rules and paytable, odds and stake if they were given."""
    ticket = answer.ticket
    parts = [f"rules {answer.model.rules.id}, paytable {answer.paytable.id}"]
    if answer.schedule is not None:
        parts.append(f"odds {answer.schedule.text}")
    if ticket.given:
        how = "" if ticket.rounding == "exact" else f", {ticket.rounding} to {exact(ticket.unit)}"
        parts.append(f"stake {exact(ticket.stake)}{how}")
    return "; ".join(parts)


def title(model: Model) -> str:
    """Return the same in short."""
    return f"{model.bet.name} ({named(model)})"


def named(model: Model) -> str:
    """Return the id of the bet for a row, with the reading if there are several."""
    several = len(model.wager.readings) > 1
    return f"{model.bet.id} ({model.reading.name})" if several else model.bet.id
