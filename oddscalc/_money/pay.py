"""From outcomes to money: the net win of each outcome of a ticket under a paytable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from oddscalc._bets.automaton import Outcome
from oddscalc._bets.odds import odds_returned, point_of
from oddscalc._money.commission import Commission
from oddscalc._money.paytable import Paytable, Pricing
from oddscalc._money.price import Price
from oddscalc._money.ticket import ANY, Ticket
from oddscalc.errors import RuleError

TrueOdds = Callable[[str], Fraction]
"""Returns lose : win of a bet, given its id, with fair dice."""


@dataclass(frozen=True)
class Paid:
    """What each outcome pays, per unit of stake.

    Args:
        nets: the net win of each outcome; None where there is no price.
        prices: the price of each outcome, commission aside; None where there is none.
        returned: how much of the stake each outcome gives back undecided.
        outlay: stake and commission paid on top.
        commission: the commission of a single bet, if any.
    """

    nets: tuple[Fraction | None, ...]
    prices: tuple[Price | None, ...]
    returned: tuple[Fraction, ...]
    outlay: Fraction = Fraction(1)
    commission: Commission | None = None


def pay(
    bet: str,
    outcomes: Sequence[Outcome],
    paytable: Paytable,
    true_odds: TrueOdds,
    ticket: Ticket = ANY,
) -> Paid:
    """Return what *paytable* pays on each of *outcomes* of a *ticket* on the single bet *bet*.

    A bet of which no outcome has a price has no net at all, not even on losing.

    Raises:
        RuleError: the ticket cannot be paid, or the commission depends on a stake not given.
    """
    prices = tuple(
        paytable.price(bet, outcome) if outcome.result == "win" else None for outcome in outcomes
    )
    returned = tuple(Fraction(outcome.result == "push") for outcome in outcomes)
    pricing = paytable.pricing.get(bet)
    if not any(prices) and any(outcome.result == "win" for outcome in outcomes):
        return Paid((None,) * len(outcomes), prices, returned)
    losses = pricing.pays if pricing else {}
    prices = tuple(
        losses.get(loss_key(outcome)) if outcome.result == "lose" else price
        for outcome, price in zip(outcomes, prices, strict=True)
    )
    commission = pricing.commission if pricing else None
    all_prices = list(pricing.pays.values()) if pricing else []
    odds = true_odds(bet) if any(price.is_true_odds for price in all_prices) else None
    upfront = Fraction(0)
    if commission and commission.when == "placed":
        most = max((ticket.stake * price.net(odds) for price in all_prices), default=Fraction(0))
        upfront = commission.charge(ticket, most)

    def net(outcome: Outcome, price: Price | None) -> Fraction | None:
        if outcome.result == "push":
            return Fraction(0)  # a commission paid when placed comes back with the stake
        if outcome.result == "lose":
            if price is None:
                return -ticket.stake - upfront
            return ticket.settle(ticket.stake * price.net(odds), f"{bet} ({outcome})") - upfront
        if price is None:
            return None
        won = ticket.stake * price.net(odds)
        if commission and commission.when == "won":
            won -= commission.charge(ticket, won)
        return ticket.settle(won, f"{bet} ({outcome})") - upfront

    nets = (net(outcome, price) for outcome, price in zip(outcomes, prices, strict=True))
    return Paid(
        tuple(None if amount is None else amount / ticket.stake for amount in nets),
        prices,
        returned,
        1 + upfront / ticket.stake,
        commission,
    )


def loss_key(outcome: Outcome) -> str:
    """Return the key under which a paytable prices a loss that gives back part of the stake."""
    return "lose" if outcome.tier is None else f"lose {outcome.tier}"


def pay_bundle(
    bundle: str,
    units: Mapping[str, int],
    outcomes: Sequence[Outcome],
    paytable: Paytable,
    true_odds: TrueOdds,
    ticket: Ticket = ANY,
) -> Paid:
    """Return what *paytable* pays on a bundle whose stake is divided over its parts by *units*.

    Each part is paid as if bet alone, net of the parts that lose, and the total is rounded once;
    unless the paytable prices the bundle on its whole stake.

    Raises:
        RuleError: as ``pay``, or the key is no part.
    """
    pricing = paytable.pricing.get(bundle)
    if pricing and (pricing.whole or "win" in pricing.pays):
        if not pricing.whole and len(pricing.pays) > 1:
            raise RuleError(
                f"{bundle} has a price for its whole stake and prices for its parts",
                code="conflict",
            )
        return pay(bundle, outcomes, paytable, true_odds, ticket)
    rows = _parts(pricing, units, outcomes, paytable, true_odds, ticket)
    amounts = [
        _total([(share, paid.nets[index]) for share, paid in rows])
        for index in range(len(outcomes))
    ]
    commission = pricing.commission if pricing else None
    best = max((amount for amount in amounts if amount is not None), default=Fraction(0))
    upfront = Fraction(0)
    if commission and commission.when == "placed":
        upfront = commission.charge(ticket, best)

    def net(outcome: Outcome, amount: Fraction | None) -> Fraction | None:
        if amount is None or outcome.result == "push":
            return amount
        if outcome.result == "win":
            if commission and commission.when == "won" and amount > 0:
                amount -= commission.charge(ticket, amount)
            amount = ticket.settle(amount, f"{bundle} ({outcome})")
        return amount - upfront

    nets = [net(outcome, amount) for outcome, amount in zip(outcomes, amounts, strict=True)]
    prices = tuple(
        Price.of_net(amount / ticket.stake)
        if amount is not None and amount > 0 and outcome.result == "win"
        else None
        for amount, outcome in zip(amounts, outcomes, strict=True)
    )
    outlay = sum((share * paid.outlay for share, paid in rows), upfront) / ticket.stake
    returned = (
        sum((share * paid.returned[index] for share, paid in rows), Fraction(0)) / ticket.stake
        for index in range(len(outcomes))
    )
    return Paid(
        tuple(None if amount is None else amount / ticket.stake for amount in nets),
        prices,
        tuple(returned),
        outlay,
        commission,
    )


def _parts(
    pricing: Pricing | None,
    units: Mapping[str, int],
    outcomes: Sequence[Outcome],
    paytable: Paytable,
    true_odds: TrueOdds,
    ticket: Ticket,
) -> list[tuple[Fraction, Paid]]:
    """Return for each part of a bundle its share of the stake and what it pays, not rounded."""
    rows: list[tuple[Fraction, Paid]] = []
    for position, (part, share) in enumerate(divided(ticket, units).items()):
        ended = [outcome.parts[position] for outcome in outcomes]
        at = paytable
        if pricing and part in pricing.pays:
            for key in {result.key for result in ended if result.result == "win"}:
                at = at.with_price(part, key, pricing.pays[part])
        if share:
            alone = replace(ticket, stake=share, rounding="exact")
            rows.append((share, pay(part, ended, at, true_odds, alone)))
    return rows


def divided(ticket: Ticket, units: Mapping[str, int]) -> dict[str, Fraction]:
    """Return the stake on each part of a bundle.

    Exactly in proportion to *units*; or, with a key, in whole units of money, what is left on
    the key.

    Raises:
        RuleError: the key is no part.

    >>> divided(Ticket(Fraction(5), key="eleven"), {"craps-2": 1, "eleven": 1})
    {'craps-2': Fraction(2, 1), 'eleven': Fraction(3, 1)}
    """
    total = sum(units.values())
    if ticket.key is None:
        return {part: ticket.stake * weight / total for part, weight in units.items()}
    if ticket.key not in units:
        raise RuleError(
            f"the key {ticket.key!r} is no part; the parts are {', '.join(units)}",
            code="unknown-name",
        )
    rounds = floor(ticket.stake / (ticket.unit * total))
    shares = {part: rounds * weight * ticket.unit for part, weight in units.items()}
    shares[ticket.key] += ticket.stake - sum(shares.values())
    return shares


@dataclass(frozen=True)
class OddsBet:
    """The odds behind a line bet on one point.

    Args:
        bet: the id of the odds bet, which has the price.
        multiple: its size in flat bets.
    """

    bet: str
    multiple: Fraction


def pay_with_odds(
    bet: str,
    odds: Mapping[int, OddsBet],
    outcomes: Sequence[Outcome],
    paytable: Paytable,
    true_odds: TrueOdds,
    ticket: Ticket = ANY,
) -> Paid:
    """Return what *paytable* pays on a line bet with *odds* on its points.

    The total of flat bet and odds is rounded once.

    Raises:
        RuleError: as ``pay``.
    """
    exactly = replace(ticket, rounding="exact")
    flat = pay(bet, [replace(outcome, tier=None) for outcome in outcomes], paytable, true_odds)
    nets: list[Fraction | None] = []
    for outcome, flat_net in zip(outcomes, flat.nets, strict=True):
        point = point_of(outcome)
        added = odds.get(point) if point is not None and not odds_returned(outcome) else None
        terms = [(ticket.stake, flat_net)]
        if added and added.multiple:
            stake = ticket.stake * added.multiple
            alone = replace(outcome, tier=None)
            paid = pay(added.bet, [alone], paytable, true_odds, replace(exactly, stake=stake))
            terms.append((stake, paid.nets[0]))
        amount = _total(terms)
        if amount is not None and outcome.result == "win":
            amount = ticket.settle(amount, f"{bet} with odds ({outcome})")
        nets.append(None if amount is None else amount / ticket.stake)
    prices = tuple(
        Price.of_net(net) if net is not None and outcome.result == "win" else None
        for net, outcome in zip(nets, outcomes, strict=True)
    )
    return Paid(tuple(nets), prices, flat.returned)


def _total(terms: Sequence[tuple[Fraction, Fraction | None]]) -> Fraction | None:
    """Return the sum of stakes times nets; None if a net is missing."""
    total = Fraction(0)
    for stake, net in terms:
        if net is None:
            return None
        total += stake * net
    return total
