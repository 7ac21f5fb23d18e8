"""Break-even prices and commissions: what gives an edge of 0, or another that is wanted."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from oddscalc._ask.query import Query, Valued, ask, ask_all
from oddscalc._exact.numbers import percent
from oddscalc._money.commission import Commission
from oddscalc._money.price import Price
from oddscalc._money.valuation import Value
from oddscalc._questions.design.slots import (
    Slot,
    at,
    edge_of,
    root,
    share_of,
    slots,
    solved_of,
    surplus,
)
from oddscalc.errors import RuleError

EXACTLY = "the commission is taken exactly here: not rounded, no least or most"


MOST_SLOTS = 200
"""Prices that a bet may have to be asked what each must be."""


@dataclass(frozen=True)
class Near:
    """A price near the one that is wanted, with the edge it gives."""

    price: Price
    edge: Fraction


@dataclass(frozen=True)
class FairPrice:
    """What one price must be, the others left as they are.

    Args:
        slot: the price as it is.
        net: the net win per unit staked ("to 1") that gives the edge; None if no price does.
        why: why none does.
        whole: the nearest whole price that gives the house no less; None below 1 to 1.
        half: the same in halves.
        scaled: the present net times the factor that gives the edge.
        alike: of a bundle's part, the net at which this part has the same edge as all others, and
            with them the bundle has the one that is wanted.
    """

    slot: Slot
    net: Fraction | None
    why: str | None
    whole: Near | None
    half: Near | None
    scaled: Fraction | None
    alike: Fraction | None

    @property
    def price(self) -> Price | None:
        """The price in whole numbers, ``251 to 244``."""
        return None if self.net is None else Price.of_net(self.net)


@dataclass(frozen=True)
class FairRate:
    """The rate of a commission that gives the edge, or why none does."""

    commission: Commission
    rate: Fraction | None
    why: str | None


@dataclass(frozen=True)
class Fair:
    """What would give one reading of a bet the edge that is wanted.

    Args:
        answer: the bet as it is.
        target: the edge that is wanted.
        basis: what it is a share of, one of ``prices.BASES``.
        edge: the edge as it is; None without prices.
        prices: each price of the bet.
        factor: what all its prices must be multiplied by; None for a single price, or if no
            factor gives the edge.
        commission: the same for the commission, if it has one.
        notes: what else must be said.
    """

    answer: Valued
    target: Fraction
    basis: str
    edge: Fraction | None
    prices: tuple[FairPrice, ...]
    factor: Fraction | None
    commission: FairRate | None
    notes: tuple[str, ...]


def fair(
    names: Sequence[str], query: Query, target: Fraction = Fraction(0), basis: str = "made"
) -> list[Fair]:
    """Return for each reading of each bet what would give it an edge of *target*.

    Args:
        names: ids or names of bets.
        query: rules, prices and placing; without a stake, since all is paid exactly.
        target: the edge; 0 breaks even.
        basis: ``made``, ``resolved``, ``roll`` or ``outlay``.

    Raises:
        UnknownNameError, RuleError, NumberError: as ``query.ask``.

    >>> (line,) = fair(["pass"], Query())
    >>> str(line.prices[0].price)
    '251 to 244'
    """
    exact, changed = _exactly(query)
    return [fair_of(answer, target, basis, changed) for answer in ask(names, exact)]


def fair_all(
    query: Query, target: Fraction = Fraction(0), basis: str = "made"
) -> tuple[list[Fair], list[str]]:
    """Return the same for every wager of the rulebook, and why some are left out."""
    exact, changed = _exactly(query)
    answers, left_out = ask_all(exact)
    fairs = []
    for answer in answers:
        try:
            fairs.append(fair_of(answer, target, basis, changed))
        except RuleError as error:
            left_out.append(str(error))
    return fairs, left_out


def _exactly(query: Query) -> tuple[Query, set[str]]:
    """Return *query* with commissions that need no stake, and the bets whose are changed."""
    paytable = query.paytable or query.rules.valued_at
    changed: set[str] = set()
    for bet, pricing in paytable.pricing.items():
        if pricing.commission and pricing.commission.depends_on_stake:
            new = replace(pricing, commission=_unrounded(pricing.commission))
            paytable = replace(paytable, pricing={**paytable.pricing, bet: new})
            changed.add(bet)
    vig = tuple(given and _unrounded(given) for given in query.vig)
    if vig != query.vig:
        changed |= {bet.id for bet in query.rules.catalogue}
    return replace(query, paytable=paytable, vig=vig), changed


def _unrounded(commission: Commission) -> Commission:
    return replace(commission, rounding="none", floor=None, cap=None)


def fair_of(answer: Valued, target: Fraction, basis: str, changed: Container[str] = ()) -> Fair:
    """Return what would give the bet of *answer* an edge of *target* over *basis*.

    Args:
        answer: the bet at its present prices, without a stake.
        target: the edge that is wanted.
        basis: ``made``, ``resolved``, ``roll`` or ``outlay``.
        changed: the bets whose commission was made to need no stake.

    Raises:
        RuleError: the bet has more prices than ``MOST_SLOTS``, or its numbers are too long.
    """
    asked = _Asked(answer, target, basis)
    if len(asked.slots) > MOST_SLOTS:
        raise RuleError(
            f"{answer.model.cited} has {len(asked.slots):,} prices; of at most {MOST_SLOTS} each"
            " is found",
            code="too-much",
        )
    factor, why = asked.factor()
    notes = [f"no factor on all its prices gives the edge: {why}"] if why else []
    if answer.paid.commission and answer.model.bet.id in changed:
        notes.append(EXACTLY)
    return Fair(
        answer,
        target,
        basis,
        edge_of(answer.value, basis),
        tuple(asked.price(slot, factor) for slot in asked.slots),
        factor,
        asked.commission(),
        tuple(notes),
    )


class _Asked:
    """One reading of a bet, and the edge that is wanted."""

    def __init__(self, answer: Valued, target: Fraction, basis: str) -> None:
        self.answer, self.target, self.basis = answer, target, basis
        self.solved = solved_of(answer)
        self.paytable = answer.paytable
        self.slots = slots(self.solved, self.paytable)

    def value(self, nets: Mapping[Slot, Fraction]) -> Value:
        """Return what the bet is worth with other prices."""
        return self.solved.answer(at(self.paytable, nets)).value

    def edge(self, nets: Mapping[Slot, Fraction]) -> Fraction:
        edge = edge_of(self.value(nets), self.basis)
        if edge is None:
            raise RuleError("every bet is returned", code="impossible")
        return edge

    def price(self, slot: Slot, factor: Fraction | None) -> FairPrice:
        """Return what the price of *slot* must be."""
        net, why = self._net(slot)
        scaled = slot.net * factor if factor is not None and slot.net is not None else None
        whole, half = (None, None) if net is None else (
            self._near(slot, net, 1), self._near(slot, net, 2)
        )  # fmt: skip
        return FairPrice(slot, net, why, whole, half, scaled, self._alike(slot))

    def _net(self, slot: Slot) -> tuple[Fraction | None, str | None]:
        if not slot.win:
            return None, "it cannot win: no price is ever paid"
        missing = [other.key for other in self.slots if other != slot and other.net is None]
        if missing:
            return (
                None,
                f"{self.paytable.id} has no price for {', '.join(missing)}; --pays can give one",
            )
        return self._solved(lambda nets: {slot: nets})

    def factor(self) -> tuple[Fraction | None, str | None]:
        """Return what all prices must be multiplied by, or why nothing does."""
        nets = {slot: slot.net for slot in self.slots if slot.net is not None}
        if len(self.slots) < 2 or len(nets) < len(self.slots):
            return None, None
        return self._solved(lambda x: {slot: net * x for slot, net in nets.items()})

    def _solved(
        self, nets: Callable[[Fraction], Mapping[Slot, Fraction]]
    ) -> tuple[Fraction | None, str | None]:
        """Return the number that makes *nets* give the edge, or why none does."""
        try:
            number = root(lambda x: surplus(self.value(nets(x)), self.basis, self.target))
        except RuleError as error:
            return None, str(error)
        if number is not None and number >= 0:
            return number, None
        least = self.edge(nets(Fraction(0)))
        if least < self.target:
            return None, f"even at 0 to 1 the edge is only {percent(least)}"
        return None, f"the edge stays at {percent(least)} or more: a commission takes what it adds"

    def _near(self, slot: Slot, net: Fraction, parts: int) -> Near | None:
        """Return the price in *parts* of a unit that is next below *net*."""
        below = Fraction(floor(net * parts), parts)
        return Near(Price.of_net(below), self.edge({slot: below})) if below > 0 else None

    def _alike(self, slot: Slot) -> Fraction | None:
        """Return the net at which a bundle's part loses as much as the bundle is to."""
        if not slot.part or not slot.win:
            return None
        parts = [self.answer.model.bet.id, *(slot.key for slot in self.slots)]
        if any(self._charged(bet) for bet in parts):
            return None
        loss = self.target * share_of(self.answer.value, self.basis)
        net = (slot.lose - loss) / slot.win
        return net if net >= 0 else None

    def _charged(self, bet: str) -> bool:
        pricing = self.paytable.pricing.get(bet)
        return pricing is not None and pricing.commission is not None

    def commission(self) -> FairRate | None:
        """Return the rate that the commission must have."""
        charged, bet = self.answer.paid.commission, self.answer.model.bet.id
        if charged is None:
            return None

        def value(rate: Fraction) -> Value:
            paytable = self.paytable.with_commission(bet, replace(charged, rate=rate))
            return self.solved.answer(paytable).value

        rate = root(lambda x: surplus(value(x), self.basis, self.target))
        if rate is not None and 0 <= rate < 1:
            return FairRate(charged, rate, None)
        without = edge_of(value(Fraction(0)), self.basis)
        says = "" if without is None else f": without commission the edge is {percent(without)}"
        return FairRate(charged, None, f"no rate from 0% to below 100% gives it{says}")
