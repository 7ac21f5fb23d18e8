"""A designed paytable as a paytable file."""

from __future__ import annotations

import json
from collections.abc import Iterator

from oddscalc._exact.numbers import exact
from oddscalc._money.paytable import SHIPPED
from oddscalc._money.price import Price
from oddscalc._questions.design.designs import Design
from oddscalc._questions.design.slots import Slot
from oddscalc.errors import RuleError


def paytable_toml(design: Design, number: int) -> str:
    """Return one of the paytables found as a file that ``edge --paytable`` reads.

    Its prices of other bets are those of the paytable that the design began with, if that comes
    with oddscalc.

    Args:
        design: the paytables found.
        number: which of those listed, from 1.

    Raises:
        RuleError: there is no such paytable, or a tier loses, which no paytable can say.

    >>> from fractions import Fraction
    >>> from oddscalc._questions.design.designs import Wish, design
    >>> from oddscalc._ask.query import Query
    >>> eighteenth = Wish(Fraction(1, 18), Fraction(1, 18), ("2",))
    >>> print(paytable_toml(design("field", Query(), eighteenth), 1).splitlines()[8])
    pays = { "12" = "2 to 1", "other" = "1 to 1", "2" = "2 to 1" }
    """
    if not 1 <= number <= len(design.found):
        raise RuleError(
            f"there is no paytable {number}: {len(design.found):,} are listed; --limit lists more",
            code="out-of-range",
        )
    if design.lost:
        keys = ", ".join(slot.key for slot in design.lost)
        raise RuleError(f"a paytable cannot say that {keys} loses: a bet's rules must")
    row, model, paytable = design.found[number - 1], design.answer.model, design.answer.paytable
    edge = f"edge per {'roll' if design.wish.basis == 'roll' else 'bet ' + design.wish.basis}"
    source = f"designed for an {edge} of {exact(row.edge)}, beside prices of {paytable.id}"
    lines = [
        f"id = {_quoted(f'{model.bet.id[:70]}-design'.replace('--', '-'))}",
        f"title = {_quoted(f'A design of {model.bet.id} under {model.rules.id}')}",
        'source = "oddscalc design"',
        'status = "a design, not in use"',
    ]
    if paytable.id in SHIPPED:
        lines.append(f"base = {_quoted(paytable.id)}")
    prices = {slot: slot.price for slot in design.held if slot.price is not None}
    prices |= dict(zip(design.tiers, row.prices, strict=True))
    for bet in dict.fromkeys(slot.bet for slot in prices):
        own = {slot: price for slot, price in prices.items() if slot.bet == bet}
        lines += ["", "[[prices]]", f"bets = [{_quoted(bet)}]", *_priced(design, bet, own)]
        text = source if len(source) <= 2_000 else "designed"
        lines += [f"source = {_quoted(text)}", 'status = "designed"']
    return "\n".join([*lines, ""])


def _priced(design: Design, bet: str, prices: dict[Slot, Price]) -> Iterator[str]:
    """Yield what a paytable says of one bet but for its source."""
    pays = (f"{_quoted(slot.key)} = {_quoted(str(price))}" for slot, price in prices.items())
    yield f"pays = {{ {', '.join(pays)} }}"
    pricing = design.answer.paytable.pricing.get(bet)
    if pricing is not None and pricing.whole:
        yield "whole = true"
    if pricing is not None and pricing.commission is not None:
        yield f"commission = {_quoted(str(pricing.commission))}"


def _quoted(text: str) -> str:
    """Return *text* as a TOML string."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
