"""What stands above an answer: which bet, and what was asked of it."""

from __future__ import annotations

from collections.abc import Sequence

from oddscalc._ask.query import Valued
from oddscalc._chain.model import Model
from oddscalc._exact.numbers import exact
from oddscalc._money.ticket import Ticket


def heading(model: Model) -> str:
    """Return the name of the bet, with the reading if there are several."""
    reading = f", reading '{model.reading.name}'" if len(model.wager.readings) > 1 else ""
    return f"{model.bet.name} ({model.bet.id}){reading}"


def asked(answer: Valued) -> str:
    """Return what was asked: rules and paytable, and what was given beside them."""
    rests_on = f"rules {answer.model.rules.id}, paytable {answer.paytable.id}"
    return "; ".join([rests_on, *given(answer)])


def given(answer: Valued) -> list[str]:
    """Return what was given of money: odds, stake with rounding, commission, and the basis.

    The basis is said where it is another than the flat stake.

    >>> from oddscalc import edge
    >>> tuple(given(edge("pass", odds="345x", stake=5)))
    ('odds 345x', 'stake 5, paid exactly', 'edges over the action')
    """
    ticket, parts = answer.ticket, list[str]()
    if answer.schedule is not None:
        parts.append(f"odds {answer.schedule.text}")
    if ticket.given:
        parts.append(f"stake {exact(ticket.stake)}, {rounded(ticket)}")
    pricing = answer.paytable.pricing.get(answer.model.bet.id)
    if pricing and pricing.given_commission:
        parts.append(f"commission {answer.paid.commission or 'none'}")
    basis = answer.value.bases[0].name
    if answer.value.priced and basis != "stake":
        parts.append(f"{_OVER} {basis}")
    return parts


def rounded(ticket: Ticket) -> str:
    """Return how a win on a ticket is paid.

    >>> from fractions import Fraction
    >>> rounded(Ticket(Fraction(5), Fraction(1), "down"))
    'rounded down to 1'
    """
    return {
        "exact": "paid exactly",
        "nearest": "rounded to the nearest {}, half up",
        "half-even": "rounded to the nearest {}, half to even",
        "refuse": "refused unless paid in units of {}",
    }.get(ticket.rounding, f"rounded {ticket.rounding} to {{}}").format(exact(ticket.unit))


def given_all(answers: Sequence[Valued], *, edges: bool = True) -> list[str]:
    """Return what was given for all of *answers*, each thing once: a line, or none.

    With *edges* it says over which bases these are.
    """
    parts = {part for answer in answers for part in given(answer)}
    if any(valued.value.priced and valued.value.bases[0].name == "stake" for valued in answers):
        parts.add(f"{_OVER} stake")
    wanted = [part for part in parts if edges or not part.startswith(_OVER)]
    text = "; ".join(sorted(wanted, key=lambda part: (_ORDER.index(part.split()[0]), part)))
    return [text] if text else []


_OVER = "edges over the"
_ORDER = ("odds", "stake", "commission", "edges")


def title(model: Model) -> str:
    """Return the same in short."""
    return f"{model.bet.name} ({named(model)})"


def named(model: Model) -> str:
    """Return the id of the bet for a row, with the reading if there are several."""
    several = len(model.wager.readings) > 1
    return f"{model.bet.id} ({model.reading.name})" if several else model.bet.id
