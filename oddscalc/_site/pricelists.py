"""One solved bet under every price list that has a price for it."""

from __future__ import annotations

from collections.abc import Sequence

from oddscalc._ask.query import Valued
from oddscalc._bets.compile import parts_of
from oddscalc._chain.model import Model
from oddscalc._money import paytable as paytables
from oddscalc._money.paytable import Paytable


def at_each_price(answer: Valued, own: Sequence[Paytable] = ()) -> list[Valued]:
    """Return *answer*, if it has prices, and that at every other list that prices it.

    The lists are those that are shipped, and a user's *own*. One counts if it prices the bet
    itself, or a part of a bundle; then every outcome has a net win. The bet is not solved again.

    >>> from oddscalc import edge
    >>> [one.paytable.id for one in at_each_price(edge("any-7"))][:3]
    ['customary', 'massino', 'sg-mbs-v3']
    """
    solved, bets = answer.solved, priced_bets(answer.model)
    known = [*(paytables.shipped(name) for name in paytables.SHIPPED), *own]
    lists = [
        paytable
        for paytable in {column.id: column for column in known}.values()
        if paytable.id != answer.paytable.id
    ]
    others = [solved.answer(prices) for prices in lists if bets & set(prices.own)]
    return [reading for reading in (answer, *others) if reading.value.priced]


def priced_bets(model: Model) -> set[str]:
    """Return the bets whose prices count for *model*: the bet, and the parts of a bundle."""
    rule = {**model.bet.rule, **model.reading.rule}
    parts = parts_of(rule, model.rules.catalogue) if model.bet.kind == "bundle" else {}
    return {model.bet.id, *parts}
