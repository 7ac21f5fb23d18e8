"""Every reading of every wager of every rulebook, compiled at once and explored when asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from conftest import slow

from oddscalc._chain.chain import Chain
from oddscalc._chain.model import Model, Placing, model
from oddscalc._chain.solutions import canonical
from oddscalc._rules import rulebook as rulebooks


def models() -> Iterator[Model]:
    """Yield every reading, working as it is by default."""
    for name in rulebooks.SHIPPED:
        rules = rulebooks.shipped(name)
        for bet, wager in rules:
            for reading in [] if wager.impossible else wager.readings:
                yield model(rules, bet, wager, reading, Placing())


MODELS = {f"{one.rules.id}-{one.bet.id}-{one.reading.name}": one for one in models()}

_SAME: dict[str, str] = {}
_FIRST = {
    name: _SAME.setdefault(canonical((one.automaton, one.start())), name)
    for name, one in MODELS.items()
}
DISTINCT = list(_SAME.values())
"""The first wager of each automaton and start: with fair dice, all that a chain is made of."""


LARGE = ("side-bets-replay-usual", "side-bets-repeater-even-usual", "us-ma-hot-roller-ordered")
"""Those of thousands of states that are no other kind of bet than smaller ones."""

CASES = [slow(name) if name in LARGE else name for name in DISTINCT]
"""``DISTINCT`` as a parameter."""


def chain_of(name: str) -> Chain:
    """Return the chain of a wager, explored once for all that are the same."""
    return _explored(_FIRST[name])


@cache
def _explored(name: str) -> Chain:
    return MODELS[name].chain()
