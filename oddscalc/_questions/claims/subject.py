"""What a claim is about, and what can be said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from oddscalc._ask.items import Item
from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Query, Solved, Valued
from oddscalc._chain.chain import Chain
from oddscalc._exact.printed import MONEY, PERCENT
from oddscalc._money.paytable import Paytable
from oddscalc._questions.claims.candidates import EDGE, Candidate, quantities
from oddscalc._questions.claims.number import Claimed
from oddscalc.errors import OddscalcError

Found = TypeVar("Found")


@dataclass(frozen=True)
class Match:
    """A quantity that a claimed number is."""

    quantity: Candidate
    bet: str
    reading: str
    paytable: str


@dataclass(frozen=True)
class Explanation:
    """What would give a claimed number.

    Args:
        kind: what sort of slip it is: ``quantity``, ``truncated``, ``notation``, ``price`` ...
        says: in words.
        quantity: the exact quantity that is then printed like this.
    """

    kind: str
    says: str
    quantity: Candidate


@dataclass(frozen=True)
class Single:
    """A claim about one bet: what was asked, and each reading solved and valued."""

    name: str
    query: Query
    solved: Sequence[Solved]
    paytable: Paytable
    answers: Sequence[Valued]
    rolls_per_hour: Fraction | None = None


@dataclass(frozen=True)
class JointSubject:
    """A claim about a portfolio: its bets with their stakes, and its value."""

    items: Sequence[Item]
    query: Query
    until: str
    value: Portfolio
    rolls_per_hour: Fraction | None = None

    @property
    def described(self) -> str:
        """The bets with their stakes."""
        return " ".join(part.written for part in self.value.parts)


@dataclass(frozen=True)
class HandSubject:
    """A claim about the shooter's hand, which is no bet."""

    rules: str
    chain: Chain


LIKELY = (
    *("made", "resolved", "roll", "return", "loss", "loss-36", "hour"),
    *("win", "against", "hit", "player made", "player resolved"),
)
"""The quantities that another price, reading or rule is tried for, unless one is asked for."""

PRICED = ("made", "resolved", "return", "loss", "loss-36")
"""The same for a single other price: of so many prices, one may give any number by accident."""

PLAYERS = ("player made", "player resolved", "player roll", "mean")
"""The same of a number below 0, which is what the player has left."""


def that_is(kind: str, how: str, quantity: Candidate | None) -> Iterator[Explanation]:
    """Yield how the claimed number comes about, if a quantity has been hit in that way."""
    if quantity is not None:
        yield Explanation(kind, f"that is {how}: {quantity.says}", quantity)


@dataclass(frozen=True)
class Target:
    """What is looked for among quantities.

    Args:
        claimed: the number.
        wanted: the names that a quantity must have; none if any will do.
    """

    claimed: Claimed
    wanted: Sequence[str]

    @property
    def priced(self) -> Sequence[str]:
        """The quantities for which another price is tried: money only if money is claimed."""
        return PRICED if self.claimed.kind == MONEY else PRICED[:3]

    def times(self, factor: Fraction) -> Target:
        """Return the target of a number *factor* times as large."""
        return Target(self.claimed.times(factor), self.wanted)

    def is_wanted(self, quantity: Candidate) -> bool:
        """Return whether a quantity is of the sort that is claimed: the one asked for, or an edge.

        A number that claims no sort may be any of the main ones.
        """
        if self.wanted:
            asked = quantity.asked_as(self.wanted, negative=self.claimed.negative)
            return asked and quantity.may_be(self.claimed, asked=True)
        players = self.claimed.negative and quantity.name in PLAYERS
        of_sort = (
            quantity.sort == EDGE if self.claimed.kind == PERCENT else quantity.main or players
        )
        return of_sort and quantity.may_be(self.claimed)

    def is_hit_by(self, quantity: Candidate) -> bool:
        """Return whether a quantity has the names wanted and is printed like the claim."""
        asked = quantity.asked_as(self.wanted, negative=self.claimed.negative)
        return asked and quantity.meets(self.claimed, asked=bool(self.wanted))

    def hit(self, listed: Sequence[Candidate], names: Sequence[str] = LIKELY) -> Candidate | None:
        """Return the likeliest of the quantities *listed* that is printed like the claim."""
        for name in PLAYERS if self.claimed.negative else names:
            if name == "return" and self.claimed.value < Fraction(1, 2) and not self.wanted:
                continue  # no price returns so little: it is an edge that is claimed
            for quantity in listed:
                if quantity.name == name and self.is_hit_by(quantity):
                    return quantity
        return next(filter(self.is_hit_by, listed), None) if self.wanted else None

    def hit_of(self, make: Callable[[], Valued], names: Sequence[str] = LIKELY) -> Candidate | None:
        """Return the same of the answer that *make* makes, None also if there is no such answer."""
        answer = attempt(make)
        return None if answer is None else self.hit(quantities(answer), names)


def attempt(make: Callable[[], Found]) -> Found | None:
    """Return what *make* makes, None where the rules or the prices do not allow it."""
    try:
        return make()
    except OddscalcError:
        return None
