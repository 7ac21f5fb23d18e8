"""The numbers of a bet, or of bets made together, as figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from oddscalc._ask.quantities import QUANTITIES, Quantity, edges
from oddscalc._money.valuation import Value
from oddscalc._show.document import Figure


def quantities(value: Value, *keys: str) -> Iterator[Figure]:
    """Yield the quantities of *keys*; those that do not exist are left out."""
    return _figures(value, ((QUANTITIES[key].name, QUANTITIES[key]) for key in keys))


def house_edges(value: Value) -> Iterator[Figure]:
    """Yield the edges over each basis, in percent; those that do not exist are left out."""
    return _figures(value, edges(value))


def _figures(value: Value, labelled: Iterable[tuple[str, Quantity]]) -> Iterator[Figure]:
    for label, quantity in labelled:
        text = quantity.text(value)
        if text is not None:
            yield Figure(label, None if quantity.root else quantity.of(value), text)
