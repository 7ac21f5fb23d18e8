"""Part or whole: whether the price of a bundle's part is on the part's stake or on the whole one.

A horn at 27 to 4 pays as much as one whose part pays 30 to 1. Whichever is meant must be plain: a
price that custom or the rulebook prints for the part is the part's, ``part 30 to 1`` and ``whole
27 to 4`` say which; any other is told.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddscalc._bets.catalogue import Bet, Catalogue
from oddscalc._bets.compile import parts_of
from oddscalc._money import paytable as paytables
from oddscalc._money.partwhole import part_net, whole_net
from oddscalc._money.paytable import Paytable
from oddscalc._money.price import Price


@dataclass(frozen=True)
class Wholes:
    """What prices of parts are compared with.

    Args:
        catalogue: of the bets.
        printed: the rulebook's prices; None if it prints none.
    """

    catalogue: Catalogue
    printed: Paytable | None

    def of_part(self, bet: Bet, key: str, price: Price, said: str) -> tuple[Price, bool | None]:
        """Return a price of *key* as one on the part's stake, and whether it may be on the whole.

        Args:
            bet: the bet; of one that is no bundle the price is returned as it is.
            key: the outcome.
            price: as it is written.
            said: ``part`` or ``whole`` if it says which.

        Returns:
            The price, and None if it is plain; else whether it is what custom has on the whole.
        """
        if bet.kind != "bundle" or key == "win" or price.is_true_odds or price.word == "back":
            return price, None
        units = parts_of(bet.rule, self.catalogue)
        if key not in units or self._is_whole(bet.id):
            return price, None
        if said == "whole":
            return Price.of_net(part_net(price.net(), key, units)), None
        usual = self.usual(key)
        if said == "part" or price.net() in usual | self._own(bet.id, key):
            return price, None
        return price, price.net() in {whole_net(net, key, units) for net in usual}

    def as_whole(self, bet: Bet, key: str, price: Price) -> Price:
        """Return what the part would pay if *price* is on the whole stake."""
        return Price.of_net(part_net(price.net(), key, parts_of(bet.rule, self.catalogue)))

    def _is_whole(self, bet: str) -> bool:
        pricing = self.printed.pricing.get(bet) if self.printed else None
        return pricing is not None and pricing.whole

    def usual(self, part: str) -> set[Fraction]:
        """Return the net wins that custom and the rulebook have for *part* as a bet of its own."""
        lists = [paytables.shipped("customary"), *([self.printed] if self.printed else [])]
        prices = [
            price
            for table in lists
            if (pricing := table.pricing.get(part))
            for price in pricing.pays.values()
        ]
        return {price.net() for price in prices if not price.is_true_odds}

    def _own(self, bet: str, key: str) -> set[Fraction]:
        pricing = self.printed.pricing.get(bet) if self.printed else None
        price = pricing.pays.get(key) if pricing else None
        return set() if price is None or price.is_true_odds else {price.net()}

    def settle(self, bet: str, prices: dict[str, Price]) -> None:
        """Make prices of parts those of the whole, where the rulebook prints these for *bet*.

        So they are if each is what custom has for the part, and not all are as printed.
        """
        if not prices or not self._is_whole(bet) or self.printed is None:
            return
        printed = self.printed.pricing[bet].pays
        units = parts_of(self.catalogue[bet].rule, self.catalogue)
        of_parts = all(
            key in units and not price.is_true_odds and price.net() in self.usual(key)
            for key, price in prices.items()
        )
        as_printed = all(
            key in printed and not price.is_true_odds and price.net() == printed[key].net()
            for key, price in prices.items()
        )
        if of_parts and not as_printed:
            for key, price in list(prices.items()):
                prices[key] = Price.of_net(whole_net(price.net(), key, units))
