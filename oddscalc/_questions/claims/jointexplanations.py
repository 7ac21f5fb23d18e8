"""What would give a claimed number about a portfolio, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from oddscalc._ask.joint import UNTIL, portfolio
from oddscalc._ask.query import Query, Solved, models, solve_model
from oddscalc._money import paytable as paytables
from oddscalc._money.paytable import SHIPPED, Paytable
from oddscalc._money.price import Price
from oddscalc._questions.claims.candidates import joint_quantities
from oddscalc._questions.claims.explanations import same_bet, slips
from oddscalc._questions.claims.otherprices import prices_of, printed_nets, with_prices
from oddscalc._questions.claims.subject import (
    LIKELY,
    Explanation,
    JointSubject,
    Target,
    attempt,
    that_is,
)

MOST_PRICES = 40
"""Other prices that are tried: each solves the portfolio anew."""


def joint_explanations(target: Target, subject: JointSubject) -> Iterator[Explanation]:
    """Yield what would give the claimed number, the likeliest first."""
    listed = joint_quantities(subject.value, subject.rolls_per_hour)
    yield from slips(target, listed)
    yield from same_bet(target, listed)
    for until in UNTIL:
        if until != subject.until:
            yield from _tried(target, subject, subject.query, until, "until", f"--until {until}")
    yield from _other_prices(target, subject)
    for name in SHIPPED:
        asked = replace(subject.query, paytable=paytables.shipped(name), prices=())
        yield from _tried(target, subject, asked, subject.until, "paytable", f"paytable {name}")


def _tried(
    target: Target,
    subject: JointSubject,
    asked: Query,
    until: str,
    kind: str,
    how: str,
    names: Sequence[str] = LIKELY,
) -> Iterator[Explanation]:
    value = attempt(partial(portfolio, subject.items, asked, until))
    if value is None:
        return
    listed = joint_quantities(value, subject.rolls_per_hour)
    yield from that_is(kind, how, target.hit(listed, names))


def _other_prices(target: Target, subject: JointSubject) -> Iterator[Explanation]:
    """Yield hits of one price replaced by the same bet's in a paytable, or one unit beside it."""
    tried = 0
    for part in subject.value.parts:
        paytable, model = part.answer.paytable, part.answer.model
        asked = replace(subject.query, reading=model.reading.name)
        solved = solve_model(models([model.bet.id], asked)[0])
        for key, old in prices_of(solved, paytable).items():
            for price in _around(solved, key, old):
                tried += 1
                if tried > MOST_PRICES:
                    return
                changed = replace(
                    subject.query,
                    paytable=with_prices(solved, paytable, {key: price}),
                    prices=(),
                    vig=(),
                )
                outcome = f" {key[1]}" if key[1] != "win" else ""
                how = f"{price} on {key[0]}{outcome}"
                yield from _tried(
                    target, subject, changed, subject.until, "price", how, target.priced
                )


def _around(solved: Solved, key: tuple[str, str], old: Price) -> list[Price]:
    """Return other prices: one unit more or less, and those of the paytables."""
    net = old.net()
    nets = [net + 1, net - 1]
    for name in SHIPPED:
        listed: Paytable = paytables.shipped(name)
        price = prices_of(solved, listed).get(key)
        if price is not None:
            nets.append(price.net())
    printed = printed_nets(solved, key)
    return [Price.of_net(other) for other in dict.fromkeys(nets) if other in printed - {net}]
