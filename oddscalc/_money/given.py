"""Prices given in a query, in place of a paytable's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from oddscalc._bets.catalogue import Bet, Catalogue
from oddscalc._bets.compile import (
    COUNTED,
    Rule,
    accepted_keys,
    loss_keys,
    parts_of,
    price_keys,
)
from oddscalc._money.partwhole import marked, part_net, whole_net
from oddscalc._money.paytable import Paytable
from oddscalc._money.price import Price
from oddscalc.errors import BarePriceError, RuleError, UnknownNameError


@dataclass(frozen=True)
class GivenPrice:
    """A price given in the query: for one bet, or for every bet asked that has the outcome.

    The text of the price is read when it is known which bets it is for.
    """

    key: str
    price: str
    bet: str | None = None

    @classmethod
    def parse(cls, text: str) -> GivenPrice:
        """Read ``[BET:]OUTCOME=PRICE``.

        >>> GivenPrice.parse("horn:craps-12=30 for 1").bet
        'horn'
        """
        target, equals, price = text.partition("=")
        if not equals or not target.strip():
            raise UnknownNameError(
                f"{text!r}: write OUTCOME=PRICE or BET:OUTCOME=PRICE", code="malformed"
            )
        bet, colon, key = target.rpartition(":")
        return cls(key.strip(), price.strip(), bet.strip() if colon else None)


def with_given_prices(
    paytable: Paytable,
    prices: Sequence[GivenPrice],
    asked: Sequence[Bet],
    catalogue: Catalogue,
    overrides: Mapping[str, Sequence[Rule]],
) -> Paytable:
    """Return *paytable* with the *prices* given for the bets *asked*, or for parts of these.

    *overrides* are the parameters that the readings of each bet replace.

    Raises:
        UnknownNameError: a given price is for no bet that was asked, or for no outcome of it.
        NumberError: a given price cannot be read.
    """
    keys = {bet.id: accepted_keys(bet, catalogue, overrides[bet.id]) for bet in asked}
    parts = {
        part
        for bet in asked
        if bet.kind == "bundle"
        for rule in ({}, *overrides[bet.id])
        for part in parts_of({**bet.rule, **rule}, catalogue)
    }
    keys |= {part: price_keys(catalogue[part], catalogue) for part in parts if part not in keys}
    losses = {bet: loss_keys(catalogue[bet], catalogue) for bet in keys if prices}
    done: set[tuple[str, str]] = set()
    for given in prices:
        targets = [bet.id for bet in asked]
        if given.bet is not None:
            targets = [catalogue.find(given.bet).id]
            if targets[0] not in keys:
                raise UnknownNameError(
                    f"a price is given for {targets[0]}, which was not asked for"
                )
        lost: list[tuple[str, str | None]]
        lost = [(bet, given.key) for bet in targets if given.key in losses[bet]]
        meant = lost or [(bet, key_meant(given.key, keys[bet], catalogue)) for bet in targets]
        said, text = marked(given.price)
        price = _price(given.price, said, text)
        if lost and price.word != "back":
            raise UnknownNameError(
                f"no winning outcome {given.key!r} to be priced at {price}: a loss can only give"
                " back part of the stake, like 'half the stake back'"
            )
        for bet, key in (pair for pair in meant if pair[1]):
            assert key is not None
            whole = catalogue[bet].kind in COUNTED and key == "win"
            before = [
                outcome
                for outcome in done
                if outcome[0] == bet and (whole or outcome[1] in (key, _ALL))
            ]
            if before:
                raise RuleError(f"two prices are given for {bet}, {key}", code="conflict")
            done.add((bet, _ALL if whole else key))
            if whole:
                paytable = paytable.with_one_price(bet, price)
            else:
                of_part = _of_part(catalogue[bet], key, price, said, catalogue, paytable)
                paytable = paytable.with_given(bet, key, of_part)
        if not any(key for _, key in meant):
            bet, known = targets[0], keys[targets[0]]
            raise UnknownNameError(
                f"no winning outcome {given.key!r} to be priced; {bet} has {', '.join(known)}",
                known,
            )
    return paytable


def _price(whole: str, said: str, text: str) -> Price:
    """Return the price in *text*, which is *whole* without what it is said to be on."""
    try:
        return Price.parse(text)
    except BarePriceError as error:
        to, for_ = (f"{said} {reading}".strip() for reading in error.readings)
        raise BarePriceError(whole, (to, for_)) from None


def _of_part(
    bet: Bet, key: str, price: Price, said: str, catalogue: Catalogue, paytable: Paytable
) -> Price:
    """Return a price of a bundle's part that is said to be on the whole stake as the part's.

    Raises:
        RuleError: it is said of a bet that has no parts, or is not priced by them.
    """
    if not said:
        return price
    units = parts_of(bet.rule, catalogue) if bet.kind == "bundle" else {}
    if key not in units:
        if said == "whole":
            return price
        raise RuleError(f"{bet.id} has no part {key!r} that {price} is the price of")
    pricing = paytable.pricing.get(bet.id)
    if pricing is not None and pricing.whole:
        net = price.net() if said == "whole" else whole_net(price.net(), key, units)
        return Price.of_net(net)
    return price if said == "part" else Price.of_net(part_net(price.net(), key, units))


_ALL = "every win"
"""What a price for every win of a counted bet is noted as, beside its outcomes' own."""


def key_meant(given: str, known: Sequence[str], catalogue: Catalogue) -> str | None:
    """Return which of the *known* keys is meant: itself, ``win 12``, a part's name or number."""
    if given in known:
        return given
    if given.removeprefix("win ") in known:
        return given.removeprefix("win ")
    named = next((bet for bet in catalogue.named(given) if bet in known), None)
    if named is None and given.strip().isdecimal():
        of_number = [key for key in known if key.endswith(f"-{given.strip()}")]
        return of_number[0] if len(of_number) == 1 else None
    return named
