"""The lines of a submission: what each is, and what its prices were read as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from oddscalc._bets.catalogue import Bet
from oddscalc._checking.submission import Cell, Entry
from oddscalc._money.price import Price
from oddscalc._rules.rulebook import Wager

MAX_STATES = 20_000
"""States that a wager defined in a submission may have."""


@dataclass(frozen=True)
class Priced:
    """The prices of a line that could be read, with the cells they stand in."""

    prices: Mapping[str, Price] = field(default_factory=dict)
    cells: Mapping[str, Cell] = field(default_factory=dict)


@dataclass(frozen=True)
class Limits:
    """What the user of the check sets.

    Args:
        max_edge: the highest advantage that is accepted; None for any.
        tolerance: how far a claimed advantage may be off; None for half its last digit.
        max_states: states that a wager defined in the submission may have.
    """

    max_edge: Fraction | None = None
    tolerance: Fraction | None = None
    max_states: int = MAX_STATES


@dataclass(frozen=True)
class Offer:
    """What a licensee offers: an entry whose wager is known.

    Args:
        entry: as submitted.
        bet: what it is.
        wager: the clause that authorises it.
        priced: its prices as read.
    """

    entry: Entry
    bet: Bet
    wager: Wager
    priced: Priced = field(default_factory=Priced)
