"""The lines of a submission: what each is, and what its prices were read as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from oddscalc._bets.catalogue import Bet
from oddscalc._checking.submission import Cell, Entry
from oddscalc._money.commission import Commission
from oddscalc._money.paytable import Paytable
from oddscalc._money.price import Price
from oddscalc._rules.rulebook import Wager

MAX_STATES = 20_000
"""States that a wager defined in a submission may have."""


@dataclass(frozen=True)
class Priced:
    """The prices of a line that could be read.

    Args:
        prices: the price of each outcome; of a bundle's part, on the part's stake.
        cells: where each price stands.
        attempted: the outcomes for which something is written, read or not.
        doubtful: the prices of parts that may be on the whole stake, and whether they equal those
            that custom has there.
        complete: whether all that is written of the line's prices could be read.
    """

    prices: Mapping[str, Price] = field(default_factory=dict)
    cells: Mapping[str, Cell] = field(default_factory=dict)
    attempted: frozenset[str] = frozenset()
    doubtful: Mapping[str, bool] = field(default_factory=dict)
    complete: bool = True


@dataclass(frozen=True)
class Charge:
    """The commission of a line as read.

    Args:
        commission: what is charged; None for nothing.
        options: what else may be meant, where the text leaves open of what or when.
        text: as written.
        complete: whether it could be read.
    """

    commission: Commission | None = None
    options: tuple[Commission, ...] = ()
    text: str = ""
    complete: bool = True


@dataclass(frozen=True)
class Limits:
    """What the user of the check sets.

    Args:
        max_edge: the highest advantage that is accepted; None for any.
        tolerance: how far a claimed advantage may be off; None for half its last digit.
        max_states: states that a wager defined in the submission may have.
        prices: a list of which every price must be, whatever the text prints.
    """

    max_edge: Fraction | None = None
    tolerance: Fraction | None = None
    max_states: int = MAX_STATES
    prices: Paytable | None = None


@dataclass(frozen=True)
class Offer:
    """What a licensee offers: an entry whose wager is known.

    Args:
        entry: as submitted.
        bet: what it is.
        wager: the clause that authorises it.
        priced: its prices as read.
        charge: its commission as read.
    """

    entry: Entry
    bet: Bet
    wager: Wager
    priced: Priced = field(default_factory=Priced)
    charge: Charge = field(default_factory=Charge)

    @property
    def complete(self) -> bool:
        """Whether what the line pays could be read; if not, nothing follows from the rest."""
        return self.priced.complete and self.charge.complete and not self.entry.unread
