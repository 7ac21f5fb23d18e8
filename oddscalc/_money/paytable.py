"""Paytables: for each bet, what each winning outcome pays, with the source of every price."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from oddscalc._bets.automaton import Outcome
from oddscalc._money.commission import Commission
from oddscalc._money.price import Price
from oddscalc.errors import UnknownNameError

SHIPPED = (
    *("customary", "massino", "sg-mbs-v3", "us-nj-mini-dice", "las-vegas-felt"),
    *("side-bets", "variants", "crapless"),
    *("fire-10-200-2000-for-1", "fire-10-200-2000-to-1", "fire-40-200-500-for-1"),
    *("bonus-30-150-to-1", "bonus-30-155-to-1", "bonus-30-150-for-1", "bonus-34-174-to-1"),
    *(f"ride-the-line-{number}" for number in range(1, 8)),
    *("simplified-craps-12-at-3", "simplified-craps-new-york"),
)


NOT_READ = ("assumed", "second hand", "custom")
"""How the status of a price begins that nobody has read in a text, so that it is not enforced."""


@dataclass(frozen=True)
class Pricing:
    """What one bet pays.

    Args:
        pays: the price of each outcome by its key. Of a bundle, by part, the price on the part's
            share of the stake; or ``win``, one price of every win on the whole stake. Of a bet
            won with so many of a number of things or more, by that number; or ``win``.
        source: where the prices were read.
        status: how sure that is (``custom``, ``read in full``, ...).
        whole: of a bundle, whether prices are on the whole stake instead of on the part's.
        commission: what is charged on top, if anything.
        given: the keys whose prices were given in a query, with the prices they replace.
        given_commission: whether the commission was given in a query.
    """

    pays: Mapping[str, Price]
    source: str
    status: str
    whole: bool = False
    commission: Commission | None = None
    given: Mapping[str, Price | None] = field(default_factory=dict)
    given_commission: bool = False

    @property
    def is_read(self) -> bool:
        """Whether somebody has read the prices in the text that they are said to be of."""
        return not self.status.startswith(NOT_READ)


@dataclass(frozen=True)
class Paytable:
    """Prices by bet id.

    Args:
        id: the id.
        title: what it is called.
        source: where it was read.
        status: how sure that is.
        pricing: what each bet pays.
        own: the bets priced here and not taken over from a base.
        digest: the SHA-256 of the file it was read from.

    >>> paytable = shipped("customary")
    >>> str(paytable.pricing["place-6"].pays["win"])
    '7 to 6'
    """

    id: str
    title: str
    source: str
    status: str
    pricing: Mapping[str, Pricing]
    own: tuple[str, ...] = ()
    digest: str = field(default="", compare=False)

    def price(self, bet: str, outcome: Outcome) -> Price | None:
        """Return the price of a winning *outcome* on the whole stake, None if there is none."""
        pricing = self.pricing.get(bet)
        if pricing is None:
            return None
        whole = pricing.pays.get("win")
        return whole if whole and outcome.parts else pricing.pays.get(outcome.key, whole)

    def with_price(self, bet: str, key: str, price: Price) -> Paytable:
        """Return this paytable with one price replaced, the commission kept."""
        old = self.pricing.get(bet) or Pricing({}, "given in the query", "as given")
        new = replace(old, pays={**old.pays, key: price})
        return replace(self, pricing={**self.pricing, bet: new})

    def with_given(self, bet: str, key: str, price: Price) -> Paytable:
        """Return this paytable with one price replaced by one that was given in a query."""
        changed = self.with_price(bet, key, price)
        old = self.pricing.get(bet)
        replaced = old.pays.get(key) if old else None
        pricing = changed.pricing[bet]
        new = replace(pricing, given={**pricing.given, key: replaced})
        return replace(changed, pricing={**changed.pricing, bet: new})

    def with_one_price(self, bet: str, price: Price) -> Paytable:
        """Return this paytable with one given price for every win of *bet*, however won."""
        changed = self.with_given(bet, "win", price)
        new = replace(changed.pricing[bet], pays={"win": price})
        return replace(changed, pricing={**changed.pricing, bet: new})

    def with_commission(self, bet: str, commission: Commission | None) -> Paytable:
        """Return this paytable with the commission of *bet* replaced by one given in a query."""
        old = self.pricing.get(bet) or Pricing({}, "given in the query", "as given")
        new = replace(old, commission=commission, given_commission=True)
        return replace(self, pricing={**self.pricing, bet: new})


NO_PRICES = Paytable("none", "No prices", "", "", {})
"""What leaves of an answer its probabilities and rolls."""


def from_toml(data: Mapping[str, Any], digest: str = "") -> Paytable:
    """Return the paytable of a validated TOML document, whose file has that digest."""
    pricing = dict(shipped(data["base"]).pricing) if "base" in data else {}
    for entry in data["prices"]:
        pays = entry["pays"]
        vig = entry.get("commission")
        priced = Pricing(
            pays={
                str(key): Price.parse(text)
                for key, text in ({"win": pays} if isinstance(pays, str) else pays).items()
            },
            source=entry["source"],
            status=entry["status"],
            whole=entry.get("whole", False),
            commission=Commission.parse(vig) if vig else None,
        )
        pricing |= dict.fromkeys(entry["bets"], priced)
    own = tuple(bet for entry in data["prices"] for bet in entry["bets"])
    head = (data["id"], data["title"], data["source"], data["status"])
    return Paytable(*head, pricing, own, digest)


@cache
def shipped(paytable_id: str) -> Paytable:
    """Return a paytable that comes with oddscalc.

    Raises:
        UnknownNameError: there is none of that id.
    """
    if paytable_id not in SHIPPED:
        more = ", or give the path of a .toml file"
        raise UnknownNameError.among("paytable", paytable_id, SHIPPED, more)
    content = files("oddscalc._money").joinpath(f"data/{paytable_id}.toml").read_bytes()
    return from_toml(tomllib.loads(content.decode("utf-8")), sha256(content).hexdigest())
