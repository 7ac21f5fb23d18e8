"""From outcomes to money: the net win of each outcome under a paytable."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from oddscalc.bets.automaton import Outcome
from oddscalc.paytables.commission import Commission
from oddscalc.paytables.paytable import Paytable
from oddscalc.paytables.price import Price

TrueOdds = Callable[[str], Fraction]
"""Returns lose : win of a bet, given its id, with fair dice."""


@dataclass(frozen=True)
class Paid:
    """What each outcome pays, per unit of stake.

    Args:
        nets: the net win of each outcome; None where there is no price.
        prices: the price of each outcome, commission aside; None where there is none.
        outlay: stake and commission paid on top.
        commission: the commission of a single bet, if any.
    """

    nets: tuple[Fraction | None, ...]
    prices: tuple[Price | None, ...]
    outlay: Fraction = Fraction(1)
    commission: Commission | None = None


def pay(bet: str, outcomes: Sequence[Outcome], paytable: Paytable, true_odds: TrueOdds) -> Paid:
    """Return what *paytable* pays on each of *outcomes* of the single bet *bet*.

    A bet of which no outcome has a price has no net at all, not even on losing.
    """
    prices = tuple(
        paytable.price(bet, outcome) if outcome.result == "win" else None for outcome in outcomes
    )
    odds = true_odds(bet) if any(price and price.is_true_odds for price in prices) else None
    wins = [price.net(odds) for price in prices if price]
    if not wins and any(outcome.result == "win" for outcome in outcomes):
        return Paid((None,) * len(outcomes), prices)
    pricing = paytable.pricing.get(bet)
    commission = pricing.commission if pricing else None
    upfront = Fraction(0)
    if pricing and commission and commission.when == "placed":
        upfront = commission.charge(max(price.net(odds) for price in pricing.pays.values()))

    def net(outcome: Outcome, price: Price | None) -> Fraction | None:
        if outcome.result == "push":
            return Fraction(0)  # a commission paid when placed comes back with the stake
        if outcome.result == "lose":
            return -1 - upfront
        if price is None:
            return None
        won = price.net(odds)
        if commission and commission.when == "won":
            won -= commission.charge(won)
        return won - upfront

    nets = tuple(net(outcome, price) for outcome, price in zip(outcomes, prices, strict=True))
    return Paid(nets, prices, 1 + upfront, commission)


def pay_bundle(
    bundle: str,
    parts: Mapping[str, int],
    outcomes: Sequence[Outcome],
    paytable: Paytable,
    true_odds: TrueOdds,
) -> Paid:
    """Return what *paytable* pays on a bundle whose stake is divided over *parts* by units.

    Each part is paid as if bet alone, net of the parts that lose; unless the paytable prices
    the bundle on its whole stake.
    """
    pricing = paytable.pricing.get(bundle)
    if pricing and (pricing.whole or "win" in pricing.pays):
        return pay(bundle, outcomes, paytable, true_odds)
    if pricing:
        for part, price in pricing.pays.items():
            paytable = paytable.with_price(part, "win", price)
    units = sum(parts.values())
    rows = []
    for position, (part, weight) in enumerate(parts.items()):
        ended = [outcome.parts[position] for outcome in outcomes]
        paid = pay(part, ended, paytable, true_odds)
        share = Fraction(weight, units)
        rows.append((share, paid))
    nets = tuple(
        _sum([(share, paid.nets[index]) for share, paid in rows]) for index in range(len(outcomes))
    )
    prices = tuple(
        Price.of_net(net) if net is not None and outcome.result == "win" else None
        for net, outcome in zip(nets, outcomes, strict=True)
    )
    outlay = sum((share * paid.outlay for share, paid in rows), Fraction(0))
    return Paid(nets, prices, outlay)


def _sum(terms: Sequence[tuple[Fraction, Fraction | None]]) -> Fraction | None:
    total = Fraction(0)
    for share, net in terms:
        if net is None:
            return None
        total += share * net
    return total
