"""Other prices that would give a claimed number: notation, one price, paytable, commission."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

from oddscalc._ask.query import Solved, Valued
from oddscalc._bets.compile import parts_of, price_keys
from oddscalc._exact.numbers import exact
from oddscalc._money import paytable as paytables
from oddscalc._money.commission import Commission
from oddscalc._money.paytable import SHIPPED, Paytable
from oddscalc._money.price import Price
from oddscalc._money.ticket import ROUNDINGS
from oddscalc._questions.claims.candidates import Candidate, quantities
from oddscalc._questions.claims.subject import (
    PLAYERS,
    Explanation,
    Single,
    Target,
    attempt,
    that_is,
)

Prices = dict[tuple[str, str], Price]
"""Prices by bet (itself, or a part of a bundle) and outcome."""

WHOLE = 35
"""Up to this, any whole number to 1 is a price that some casino prints."""

STEPS = (
    *(40, 45, 50, 60, 65, 70, 75, 80, 90, 100, 120, 125, 150, 155, 160, 175, 180, 200, 225, 250),
    *(300, 350, 400, 450, 500, 600, 700, 750, 800, 900, 1000, 1200, 1250, 1500, 2000, 2500, 3000),
    *(4000, 5000, 7500, 10_000),
)
"""Beyond, the steps in which prices are printed, to 1 or for 1."""

SMALL = (
    "1/2",
    "2/3",
    "5/6",
    "3/2",
    "4/5",
    "5/4",
    "6/5",
    "7/5",
    "8/5",
    "9/5",
    "7/6",
    "11/5",
    "13/5",
)
"""Prices below 3 that are printed and are not whole."""


SAME_SIZE = 3
"""How many times as high or low as the present one another price may be."""


@cache
def customary_nets() -> frozenset[Fraction]:
    """Return the net wins of the prices that are customary for one bet or another."""
    steps = {Fraction(step - less) for step in STEPS for less in (0, 1)}
    return frozenset(steps | {*map(Fraction, SMALL), *map(Fraction, range(1, WHOLE + 1))})


def printed_nets(solved: Solved, key: tuple[str, str]) -> frozenset[Fraction]:
    """Return the net wins that someone prints: customary ones, and for this bet in a paytable."""
    listed = (prices_of(solved, paytables.shipped(name)).get(key) for name in SHIPPED)
    return customary_nets() | {price.net() for price in listed if price is not None}


def prices_of(solved: Solved, paytable: Paytable) -> Prices:
    """Return the prices of a bet that are stated as numbers; of a bundle those of its parts."""
    bet, catalogue = solved.model.bet, solved.model.rules.catalogue
    pricing = paytable.pricing.get(bet.id)
    if bet.kind == "bundle" and not (pricing and (pricing.whole or "win" in pricing.pays)):
        parts = parts_of({**bet.rule, **solved.model.reading.rule}, catalogue)
        prices = {
            (part, key): price
            for part in parts
            if part in paytable.pricing
            for key, price in paytable.pricing[part].pays.items()
            if key in price_keys(catalogue[part], catalogue)
        }
        for part, price in pricing.pays.items() if pricing else ():
            prices |= {key: price for key in prices if key[0] == part}
    else:
        prices = {(bet.id, key): price for key, price in pricing.pays.items()} if pricing else {}
    return {key: price for key, price in prices.items() if not price.is_true_odds}


def with_prices(solved: Solved, paytable: Paytable, prices: Prices) -> Paytable:
    """Return *paytable* with *prices*, which for a bundle go before what it says of its parts."""
    for (bet, key), price in prices.items():
        paytable = paytable.with_price(bet, key, price)
    own = paytable.pricing.get(solved.model.bet.id)
    if own is not None and solved.model.bet.kind == "bundle":
        left = {key: p for key, p in own.pays.items() if key not in {bet for bet, _ in prices}}
        pricing = {**paytable.pricing, solved.model.bet.id: replace(own, pays=left)}
        return replace(paytable, pricing=pricing)
    return paytable


def other_notation(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield the hit of prices that are re-read: 30 to 1 as 30 for 1, or the reverse."""
    for solved in subject.solved:
        prices = prices_of(solved, subject.paytable)
        turned = {key: new for key, old in prices.items() if (new := _turned(old)) is not None}
        uneven = {key: new for key, new in turned.items() if new.first != new.second}
        singles = [{key: new} for key, new in turned.items()]
        for tried in (turned, uneven, *singles):
            quantity = _with(target, subject, solved, tried)
            if quantity is not None:
                how = ", ".join(dict.fromkeys(_written(key, tried, prices) for key in tried))
                yield from that_is("notation", how, quantity)
                break


def _turned(price: Price) -> Price | None:
    if price.word == "to" and price.first is not None and price.first < price.second:
        return None
    return replace(price, word="for" if price.word == "to" else "to")


def _written(key: tuple[str, str], tried: Prices, old: Prices) -> str:
    """Return ``30 for 1``, with the outcome if the bet has several prices."""
    bet, outcome = key
    name = "" if len(old) == 1 else f" on {outcome if outcome != 'win' else bet}"
    return f"{tried[key]}{name}"


def single_price(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield for each price the nearest usual one that gives the claimed number."""
    for solved in subject.solved:
        prices = prices_of(solved, subject.paytable)
        if not prices:
            prices = _missing(solved)
        for key, old in prices.items():
            turned = _turned(old)
            for price in _near(subject, solved, {key: old}, target):
                if turned is not None and price.net() == turned.net():
                    continue  # said already as the other notation
                quantity = _with(target, subject, solved, {key: price})
                if quantity is not None:
                    how = _written(key, {key: price}, prices)
                    yield from that_is("price", how, quantity)
                    break


def _missing(solved: Solved) -> Prices:
    """Return a price of even money for a bet that has one winning outcome and no price."""
    bet = solved.model.bet
    keys = price_keys(bet, solved.model.rules.catalogue)
    return {(bet.id, keys[0]): Price(Fraction(1))} if len(keys) == 1 else {}


def _near(subject: Single, solved: Solved, price: Prices, target: Target) -> list[Price]:
    """Return prices that someone prints around the one that would give the claimed number.

    An edge is linear in a price, as long as nothing is rounded: two values give the target. Only
    prices of the same size are tried, and those nearest to the present one come first.
    """
    ((key, old),) = price.items()
    net, claimed = old.net(), target.claimed
    answers = [
        attempt(partial(_answer, subject, solved, {key: Price.of_net(at)})) for at in (net, net + 1)
    ]
    if None in answers:
        return []
    low, high = (
        {
            quantity.name: quantity.value.number
            for quantity in reversed(quantities(each))
            if not quantity.value.root
        }
        for each in answers
        if each is not None
    )
    near: dict[Fraction, None] = {}
    printed = sorted(printed_nets(solved, key), key=lambda at: abs(at - net))
    for name in PLAYERS if claimed.negative else target.priced:
        slope = high.get(name, Fraction(0)) - low.get(name, Fraction(0))
        if not slope:
            continue
        ends = [net + (end - low[name]) / slope for end in claimed.span]
        for at in printed:
            if min(ends) <= at <= max(ends) and net / SAME_SIZE <= at <= net * SAME_SIZE:
                near[at] = None
    return [Price.of_net(at) for at in near if at != net]


def _answer(subject: Single, solved: Solved, prices: Prices) -> Valued:
    paytable = with_prices(solved, subject.paytable, prices)
    return solved.answer(paytable, subject.query.ticket)


def _with(target: Target, subject: Single, solved: Solved, prices: Prices) -> Candidate | None:
    if not prices:
        return None
    return target.hit_of(partial(_answer, subject, solved, prices), target.priced)


def other_paytables(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield the hit of other paytables that price the bet, those alike in one line."""
    for solved in subject.solved:
        hits: dict[str, tuple[list[str], Candidate]] = {}
        for name in SHIPPED:
            paytable = paytables.shipped(name)
            if name == subject.paytable.id and not subject.query.prices:
                continue
            make = partial(solved.answer, paytable, subject.query.ticket)
            quantity = target.hit_of(make)
            if quantity is not None and _own(solved, paytable):
                hits.setdefault(quantity.key, ([], quantity))[0].append(name)
        for names, quantity in hits.values():
            yield from that_is("paytable", f"paytable {', '.join(names)}", quantity)


def _own(solved: Solved, paytable: Paytable) -> bool:
    """Return whether *paytable* prices the bet itself, and does not take it over from another."""
    priced = {bet for bet, _ in prices_of(solved, paytable)} | {solved.model.bet.id}
    return not priced.isdisjoint(paytable.own)


def other_commissions(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield the hits of the commission on another base, at another time, rounded, or none."""
    for solved in subject.solved:
        pricing = subject.paytable.pricing.get(solved.model.bet.id)
        if pricing is None or pricing.commission is None:
            continue
        seen: set[Fraction] = set()
        for vig in _commissions(pricing.commission, rounded=subject.query.ticket.given):
            paytable = subject.paytable.with_commission(solved.model.bet.id, vig)
            quantity = target.hit_of(partial(solved.answer, paytable, subject.query.ticket))
            if quantity is not None and quantity.value.number not in seen:
                seen.add(quantity.value.number)  # rounded or not may be the same on this stake
                how = "no commission" if vig is None else f"a commission of {vig}"
                yield from that_is("commission", f"with {how}", quantity)


def _commissions(vig: Commission, *, rounded: bool) -> Iterator[Commission | None]:
    roundings = (vig.rounding, *(("none", "down", "nearest", "up") if rounded else ()))
    for rounding in dict.fromkeys(roundings):
        for when in (vig.when, "won" if vig.when == "placed" else "placed"):
            for base in (vig.base, "win" if vig.base == "stake" else "stake"):
                new = replace(vig, rounding=rounding, when=when, base=base)
                if new != vig:
                    yield new
    yield None


def other_roundings(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield the hits of other roundings of what is paid, if a stake is given."""
    ticket = subject.query.ticket
    if not ticket.given:
        return
    for solved in subject.solved:
        for rounding in ROUNDINGS:
            changed = replace(ticket, rounding=rounding)
            quantity = target.hit_of(partial(solved.answer, subject.paytable, changed))
            if quantity is not None and rounding not in (ticket.rounding, "refuse"):
                how = "paid exactly" if rounding == "exact" else f"rounded {rounding}"
                how = f"{how} on a stake of {exact(ticket.stake)}"
                yield from that_is("rounding", how, quantity)
