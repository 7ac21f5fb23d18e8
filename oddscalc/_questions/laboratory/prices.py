"""How the edge follows each price, and what rounding to whole units costs at each stake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import lcm

from oddscalc._ask.query import Valued
from oddscalc._questions.design.slots import Slot, at, root, slots, solved_of
from oddscalc.errors import RuleError, UnpayableError

STAKES = (*range(1, 13), 15, 18, 20, 24, 25, 30, 50, 100)
"""The stakes, in units that can be paid, at which breakage is told."""

MOST_PRICES = 200
"""Prices of a bet up to which each is told."""


@dataclass(frozen=True)
class Sensitivity:
    """How the edge per bet made follows one price, the others as they are.

    Args:
        slot: the price.
        slope: what is added to the edge by one unit more in the price: ``8 to 1`` for ``7 to 1``.
        even: the net win per unit at which the edge is 0; None if there is none.
    """

    slot: Slot
    slope: Fraction
    even: Fraction | None


def sensitivities(answer: Valued) -> list[Sensitivity]:
    """Return how the edge follows each price; nothing where there is no price, or far too many.

    >>> from oddscalc._ask.query import Query, ask
    >>> [(one.slot.key, str(one.slope)) for one in sensitivities(ask(["field"], Query())[0])]
    [('2', '-1/36'), ('12', '-1/36'), ('other', '-7/18')]
    """
    if not answer.value.priced:
        return []
    try:
        solved = solved_of(answer)
    except RuleError:
        return []  # its numbers are too long
    priced = [slot for slot in _slots(answer) if slot.net is not None]
    if len(priced) > MOST_PRICES:
        return []

    def edge(slot: Slot, net: Fraction) -> Fraction:
        value = solved.answer(at(answer.paytable, {slot: net}), answer.ticket).value
        assert value.house_edge is not None
        return value.house_edge.per_bet_made

    rows = []
    for slot in priced:
        now = slot.net or Fraction(0)
        slope = edge(slot, now + 1) - edge(slot, now)
        try:
            even = root(partial(edge, slot))
        except RuleError:
            even = None  # a commission on the highest win, or a rounded one: no line
        rows.append(Sensitivity(slot, slope, even))
    return rows


def _slots(answer: Valued) -> Sequence[Slot]:
    """Return the prices; of a line bet with odds that of the flat bet, since odds are paid true."""
    every = slots(answer.solved, answer.paytable)
    if answer.schedule is None:
        return every
    pricing = answer.paytable.pricing.get(answer.model.bet.id)
    price = pricing and pricing.pays.get("win")
    if not price:
        return []
    value = answer.value
    return [Slot(answer.model.bet.id, "win", value.win, value.lose, price, price.net(Fraction(1)))]


@dataclass(frozen=True)
class Breakage:
    """What rounding costs.

    Args:
        whole: the least stake of which all multiples win whole units everywhere.
        rounding: how wins that are no whole units are paid.
        unit: the smallest amount that can be paid.
        exact: the edge per bet made if all is paid exactly; None if nothing can be paid so.
        edges: the edge at each stake, None where it cannot be paid.
    """

    whole: Fraction
    rounding: str
    unit: Fraction
    exact: Fraction
    edges: dict[Fraction, Fraction | None]


def breakage(answer: Valued) -> Breakage | None:
    """Return what rounding costs at each stake; None without prices.

    Wins are rounded as asked, or down.

    >>> from oddscalc._ask.query import Query, ask
    >>> place = breakage(ask(["place-6"], Query())[0])
    >>> place.whole, place.edges[Fraction(5)], place.edges[Fraction(6)]
    (Fraction(6, 1), Fraction(1, 11), Fraction(1, 66))
    """
    if not answer.value.priced or answer.value.house_edge is None:
        return None
    ticket = answer.ticket
    rounding = "down" if ticket.rounding == "exact" else ticket.rounding
    exactly = answer.solved.answer(answer.paytable, replace(ticket, rounding="exact"))
    edge = exactly.value.house_edge
    assert edge is not None
    nets = [payoff.net for payoff in exactly.value.payoffs if payoff.net is not None]
    whole = lcm(*((net / ticket.unit).denominator for net in nets))
    edges: dict[Fraction, Fraction | None] = {}
    stakes = {number * ticket.unit for number in STAKES} | {ticket.stake}
    for stake in sorted(stakes if ticket.given else stakes - {ticket.stake} | {ticket.unit}):
        rounded = replace(ticket, stake=stake, rounding=rounding, given=True)
        try:
            value = answer.solved.answer(answer.paytable, rounded).value
        except UnpayableError:
            edges[stake] = None
            continue
        edges[stake] = None if value.house_edge is None else value.house_edge.per_bet_made
    return Breakage(Fraction(whole), rounding, ticket.unit, edge.per_bet_made, edges)
