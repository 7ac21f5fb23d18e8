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
from oddscalc._questions.claims.number import Claimed
from oddscalc._questions.claims.otherprices import prices_of, with_prices
from oddscalc._questions.claims.subject import PRICED, Explanation, JointSubject, attempt, hit

MOST_PRICES = 40
"""Other prices that are tried: each solves the portfolio anew."""


def joint_explanations(
    claimed: Claimed, found: JointSubject, wanted: Sequence[str]
) -> Iterator[Explanation]:
    """Yield what would give the claimed number, the likeliest first."""
    listed = joint_quantities(found.value, found.rolls_per_hour)
    yield from same_bet(claimed, listed, wanted)
    for until in UNTIL:
        if until != found.until:
            yield from _tried(
                claimed, found, found.query, wanted, until, "until", f"--until {until}"
            )
    yield from _other_prices(claimed, found, wanted)
    for name in SHIPPED:
        asked = replace(found.query, paytable=paytables.shipped(name), prices=())
        yield from _tried(
            claimed, found, asked, wanted, found.until, "paytable", f"paytable {name}"
        )
    yield from slips(claimed, listed, wanted)


def _tried(
    claimed: Claimed,
    found: JointSubject,
    asked: Query,
    wanted: Sequence[str],
    until: str,
    kind: str,
    told: str,
    names: Sequence[str] = (),
) -> Iterator[Explanation]:
    value = attempt(partial(portfolio, found.stakes, asked, until))
    if value is None:
        return
    listed = joint_quantities(value, found.rolls_per_hour)
    one = hit(claimed, listed, wanted, names) if names else hit(claimed, listed, wanted)
    if one is not None:
        yield Explanation(kind, f"that is {told}: {one.says}", one)


def _other_prices(
    claimed: Claimed, found: JointSubject, wanted: Sequence[str]
) -> Iterator[Explanation]:
    """Yield hits of one price replaced by the same bet's in a paytable, or one unit beside it."""
    tried = 0
    for part in found.value.parts:
        paytable, model = part.answer.paytable, part.answer.model
        asked = replace(found.query, reading=model.reading.name)
        solved = solve_model(models([model.bet.id], asked)[0])
        for key, old in prices_of(solved, paytable).items():
            for price in _around(solved, key, old):
                tried += 1
                if tried > MOST_PRICES:
                    return
                changed = replace(
                    found.query,
                    paytable=with_prices(solved, paytable, {key: price}),
                    prices=(),
                    vig=(),
                )
                outcome = f" {key[1]}" if key[1] != "win" else ""
                told = f"{price} on {key[0]}{outcome}"
                yield from _tried(
                    claimed, found, changed, wanted, found.until, "price", told, PRICED
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
    return [Price.of_net(other) for other in dict.fromkeys(nets) if other > 0 and other != net]
