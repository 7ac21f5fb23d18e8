"""Prices, commissions and factors that are fair, or give an edge that is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from oddscalc._chain.model import Model
from oddscalc._exact.numbers import decimal, fixed, percent
from oddscalc._money.price import Price
from oddscalc._questions.design.breakeven import Fair, FairPrice, Near
from oddscalc._questions.design.slots import Slot
from oddscalc._show.columns import WHOLE, Choice, Column
from oddscalc._show.document import (
    Block,
    Cell,
    Document,
    Number,
    Records,
    Section,
    Table,
    Text,
    inline,
    number_cells,
    number_headers,
)
from oddscalc._show.words.contract import about, rational
from oddscalc._show.words.headings import asked, given_all, named, title
from oddscalc._show.words.notes import assumptions, notes

EDGES = {
    "made": "edge per bet made",
    "resolved": "edge per bet resolved",
    "roll": "edge per roll",
    "outlay": "edge over stake and commission",
}
"""What the bases are called."""


COLUMNS: Mapping[str, Column[Fair]] = {
    "bet": Column("bet", lambda factor: named(factor.answer.model), numeric=False),
    "name": Column("name", lambda factor: factor.answer.model.bet.name, numeric=False),
    "edge": Column("edge", lambda factor: factor.edge),
    "factor": Column("factor", lambda factor: factor.factor),
}
"""What bets can be sorted by."""


def document(all_: Sequence[Fair], *, cards: bool, choice: Choice = WHOLE) -> Document:
    """Return a card for each of the bets that are chosen, or else one table of them all."""
    fairs = choice.rows(all_, COLUMNS)
    return Document(
        "Fair prices",
        schema="fair",
        sections=lambda: [_card(fair) for fair in fairs] if cards else [_table(fairs)],
        data=lambda: [_object(fair) for fair in fairs],
        records=lambda: _records(fairs),
    )


def label(slot: Slot, model: Model) -> str:
    """Return how ``--pays`` names a price of the bet."""
    return slot.key if slot.bet == model.bet.id else f"{slot.bet}:{slot.key}"


def _price(net: Fraction | None, *, alone: bool = True) -> Cell:
    """Return a net as a price, ``251 to 244``; its decimal is in the next cell unless *alone*."""
    if net is None:
        return "-"
    return Number(net, f"{decimal(net)} to 1" * alone, written=str(Price.of_net(net)))


def _present(slot: Slot) -> str:
    return "-" if slot.price is None else str(slot.price)


def _object(fair: Fair) -> dict[str, Any]:
    """Return the JSON object of what would be fair."""
    model, rate = fair.answer.model, fair.commission
    return {
        **about(fair.answer),
        "basis": fair.basis,
        "target": rational(fair.target),
        "edge": rational(fair.edge),
        "outcomes": [_outcome_object(price, model) for price in fair.prices],
        "factor": rational(fair.factor),
        "commission": None
        if rate is None
        else {"present": str(rate.commission), "rate": rational(rate.rate), "why": rate.why},
        "notes": [*notes(fair.answer), *fair.notes],
    }


def _outcome_object(price: FairPrice, model: Model) -> dict[str, Any]:
    slot = price.slot
    return {
        "outcome": label(slot, model),
        "tier": None if slot.key == "win" else slot.key,
        "probability": rational(slot.win),
        "present": None if slot.price is None else str(slot.price),
        "fair": None if price.price is None else str(price.price),
        "to_1": rational(price.net),
        "for_1": rational(None if price.net is None else price.net + 1),
        "why": price.why,
        "whole": _near_object(price.whole),
        "half": _near_object(price.half),
        "scaled": rational(price.scaled),
        "alike": rational(price.alike),
    }


def _near_object(near: Near | None) -> dict[str, Any] | None:
    return None if near is None else {"price": str(near.price), "edge": rational(near.edge)}


def _aim(fair: Fair) -> str:
    return percent(fair.target) if fair.target else "0"


def _card(fair: Fair) -> Section:
    answer, model, edge = fair.answer, fair.answer.model, fair.edge
    now = "unknown without a price"
    if edge is not None:
        now = f"{inline(edge)} = {percent(edge)}"
    under = f"{asked(answer)}; {EDGES[fair.basis]}: now {now}, wanted {_aim(fair)}"
    return Section(title(model), [under], list(_blocks(fair)), [*notes(answer), *fair.notes])


def _blocks(fair: Fair) -> Iterator[Block]:
    model, aim = fair.answer.model, _aim(fair)
    prices = [
        (
            label(price.slot, model),
            decimal(price.slot.win),
            _present(price.slot),
            _price(price.net, alone=False),
            "-" if price.net is None else decimal(price.net),
            "-" if price.net is None else decimal(price.net + 1),
        )
        for price in fair.prices
    ]
    headers = ("outcome", "probability", "now", f"edge {aim} at", "to 1", "for 1")
    others = "(each price with the others as they are now)" if len(prices) > 1 else ""
    yield Table(headers, "lrllrr", prices, others)
    yield from _near_table(fair)
    yield from _together_table(fair)
    yield from map(Text, _none(fair))
    if (rate := fair.commission) is not None:
        at = rate.why if rate.rate is None else f"edge {aim} at {percent(rate.rate)}"
        yield Text(f"commission: {rate.commission}; {at}")


def _none(fair: Fair) -> Iterator[str]:
    """Yield why prices have no answer."""
    model = fair.answer.model
    missing = [label(price.slot, model) for price in fair.prices if not price.slot.price]
    if len(fair.prices) > 1 and missing:
        yield (
            f"none: {fair.answer.paytable.id} has no price for {', '.join(missing)}; give prices"
            " with --pays, or let oddscalc design look for all of them"
        )
        return
    yield from (
        f"{label(price.slot, model)}: none; {price.why}" for price in fair.prices if price.why
    )


def _near_table(fair: Fair) -> Iterator[Table]:
    """Yield the whole and half prices that give the house no less than is wanted."""
    rows = [
        (label(price.slot, fair.answer.model), *_near(price.whole), *_near(price.half))
        for price in fair.prices
        if price.half is not None
    ]
    if rows:
        headers = ("rounded down", "whole price", "edge", "half price", "edge")
        yield Table(headers, "llrlr", rows)


def _near(near: Near | None) -> tuple[str, str]:
    return ("-", "-") if near is None else (str(near.price), percent(near.edge))


def _together_table(fair: Fair) -> Iterator[Table]:
    """Yield all prices times one factor, and those that make the parts of a bundle alike."""
    if fair.factor is None:
        return
    size = 2 if all(price.alike is None for price in fair.prices) else 3
    factor = inline(fair.factor)
    headers = ("together", f"all times {factor}", "each part alike")
    rows = [
        (label(price.slot, fair.answer.model), _price(price.scaled), _price(price.alike))[:size]
        for price in fair.prices
    ]
    yield Table(headers[:size], "l" * size, rows)


def _table(fairs: Sequence[Fair]) -> Section:
    """Return a row for each price of each bet."""
    if not fairs:
        return Section("", (), [Text("No bet is left to be priced.")])
    rows = [
        (
            named(fair.answer.model),
            label(price.slot, fair.answer.model),
            _present(price.slot),
            _price(price.net),
            "-" if price.whole is None else str(price.whole.price),
            "-" if price.whole is None else fixed(price.whole.edge * 100, 4),
        )
        for fair in fairs
        for price in fair.prices
    ]
    aim = _aim(fairs[0])
    under = [
        *assumptions([fair.answer for fair in fairs]),
        *given_all([fair.answer for fair in fairs]),
        f"prices that give an {EDGES[fairs[0].basis]} of {aim}, each with the others as they are;"
        " the next whole price below and its edge. All exact values: --json, or name one bet.",
    ]
    headers = ("bet", "outcome", "now", f"edge {aim} at", "whole", "%")
    return Section("", under, [Table(headers, "lllllr", rows)])


def _records(fairs: Sequence[Fair]) -> Records:
    """Return a row for each price, exact numbers as numerator and denominator."""
    headers = ["bet", "reading", "rules", "paytable", "basis", "outcome", "now", "fair"]
    headers += [*number_headers(["probability", "to_1", "target", "edge"]), "why"]
    rows = []
    for fair in fairs:
        model = fair.answer.model
        known = [model.bet.id, model.reading.name, model.rules.id, fair.answer.paytable.id]
        for price in fair.prices:
            prices = [str(price.slot.price or ""), str(price.price or "")]
            numbers = number_cells([price.slot.win, price.net, fair.target, fair.edge])
            asked = [fair.basis, label(price.slot, model), *prices]
            rows.append([*known, *asked, *numbers, price.why or ""])
    return Records(headers, rows)
