"""Break-even prices: as JSON, as text and as tables."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from oddscalc._chain.model import Model
from oddscalc._exact.numbers import decimal, exact, fixed, integer_text, percent
from oddscalc._money.price import Price
from oddscalc._questions.design.fair import Fair, FairPrice, Near
from oddscalc._questions.design.slots import Slot
from oddscalc._show.grid import WIDTH, csv_text, grid
from oddscalc._show.words.contract import rational
from oddscalc._show.words.notes import assumptions, notes

EDGES = {
    "made": "edge per bet made",
    "resolved": "edge per bet resolved",
    "roll": "edge per roll",
    "outlay": "edge over stake and commission",
}
"""What the bases are called."""

_LONGEST = 16  # characters of a price or fraction in a table


def wrapped(*texts: str) -> str:
    """Return each of *texts* wrapped, one below the other."""
    return "\n".join(
        textwrap.fill(text, WIDTH - 1, subsequent_indent="  ", break_on_hyphens=False)
        for text in texts
    )


def bullets(texts: Iterable[str]) -> list[str]:
    """Return each of *texts* as an item of a list."""
    return [wrapped(f"- {text}") for text in texts]


def label(slot: Slot, model: Model) -> str:
    """Return how ``--pays`` names a price of the bet."""
    return slot.key if slot.bet == model.bet.id else f"{slot.bet}:{slot.key}"


def named(model: Model) -> str:
    """Return the bet's id, with the reading if there are several."""
    several = len(model.wager.readings) > 1
    return f"{model.bet.id} ({model.reading.name})" if several else model.bet.id


def _price(net: Fraction | None, digits: int = 8) -> str:
    """Return a net as a price, ``251 to 244``; as a decimal if that is longer."""
    if net is None:
        return "-"
    text, rounded = str(Price.of_net(net)), f"~{decimal(net, digits)} to 1"
    return text if len(text) <= max(len(rounded), digits + 7) else rounded


def short(number: Fraction) -> str:
    """Return *number* exactly, or as a decimal if that is too long for a table."""
    text = exact(number)
    return text if len(text) <= _LONGEST else f"~{decimal(number)}"


def fair_object(found: Fair) -> dict[str, Any]:
    """Return the JSON object of what would be fair."""
    model, rate = found.answer.model, found.commission
    return {
        "bet": model.bet.id,
        "name": model.bet.name,
        "rules": model.rules.id,
        "reading": model.reading.name,
        "paytable": found.answer.paytable.id,
        "basis": found.basis,
        "target": rational(found.target),
        "edge": rational(found.edge),
        "outcomes": [_outcome_object(price, model) for price in found.prices],
        "factor": rational(found.factor),
        "commission": None
        if rate is None
        else {"present": str(rate.commission), "rate": rational(rate.rate), "why": rate.why},
        "notes": [*notes(found.answer), *found.notes],
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


def fair_cards(found: Sequence[Fair]) -> str:
    """Return each with all it has, one below the other."""
    return "\n\n".join(map(_fair_card, found))


def _fair_card(found: Fair) -> str:
    answer, model = found.answer, found.answer.model
    aim = percent(found.target) if found.target else "0"
    now = "unknown without a price" if found.edge is None else (
        f"{short(found.edge)} = {percent(found.edge)}"
    )  # fmt: skip
    head = [
        f"{model.bet.name} ({named(model)})",
        f"rules {model.rules.id}, paytable {answer.paytable.id}; {EDGES[found.basis]}: now {now},"
        f" wanted {aim}",
    ]
    prices = [
        [
            label(one.slot, model),
            decimal(one.slot.win),
            "-" if one.slot.price is None else str(one.slot.price),
            _price(one.net),
            "-" if one.net is None else decimal(one.net),
            "-" if one.net is None else decimal(one.net + 1),
        ]
        for one in found.prices
    ]
    columns = ["outcome", "probability", "now", f"edge {aim} at", "to 1", "for 1"]
    parts = [wrapped(*head), "", grid(columns, prices, "lrllrr", "text")]
    if len(prices) > 1:
        parts[-1] += "\n(each price with the others as they are now)"
    parts += _near_table(found)
    parts += _together_table(found)
    parts += _none(found)
    if found.commission is not None:
        rate = found.commission
        at = rate.why if rate.rate is None else f"edge {aim} at {percent(rate.rate)}"
        parts += ["", wrapped(f"commission: {rate.commission}; {at}")]
    return "\n".join([*parts, "", "notes", *bullets([*notes(answer), *found.notes])])


def _none(found: Fair) -> list[str]:
    """Return why prices have no answer."""
    missing = [label(one.slot, found.answer.model) for one in found.prices if not one.slot.price]
    if len(found.prices) > 1 and missing:
        return [wrapped(
            f"none: {found.answer.paytable.id} has no price for {', '.join(missing)}; give prices"
            " with --pays, or let oddscalc design look for all of them"
        )]  # fmt: skip
    return [
        wrapped(f"{label(one.slot, found.answer.model)}: none; {one.why}")
        for one in found.prices
        if one.why
    ]


def _near_table(found: Fair) -> list[str]:
    """Return the whole and half prices that give the house no less than is wanted."""
    rows = []
    for one in found.prices:
        cells = [
            cell
            for near in (one.whole, one.half)
            for cell in (("-", "-") if near is None else (str(near.price), percent(near.edge)))
        ]
        if one.half is not None:
            rows.append([label(one.slot, found.answer.model), *cells])
    columns = ["rounded down", "whole price", "edge", "half price", "edge"]
    return ["", grid(columns, rows, "llrlr", "text")] if rows else []


def _together_table(found: Fair) -> list[str]:
    """Return all prices times one factor, and those that make the parts of a bundle alike."""
    if found.factor is None:
        return []
    size = 2 if all(one.alike is None for one in found.prices) else 3
    columns = ["together", f"all times {short(found.factor)}", "each part alike"]
    rows = [
        [label(one.slot, found.answer.model), _price(one.scaled), _price(one.alike)][:size]
        for one in found.prices
    ]
    return ["", grid(columns[:size], rows, "lll"[:size], "text")]


def fair_table(found: Sequence[Fair], form: str) -> str:
    """Return a row for each price of each bet as ``text``, ``md`` or ``html``."""
    rows = [
        [
            named(one.answer.model),
            label(price.slot, one.answer.model),
            "-" if price.slot.price is None else str(price.slot.price),
            _price(price.net, 4),
            "-" if price.whole is None else str(price.whole.price),
            "-" if price.whole is None else fixed(price.whole.edge * 100, 4),
        ]
        for one in found
        for price in one.prices
    ]
    first = found[0]
    aim = percent(first.target) if first.target else "0"
    columns = ["bet", "outcome", "now", f"edge {aim} at", "whole", "%"]
    drawn = grid(columns, rows, "lllllr", form)
    if form == "html":
        return drawn
    lines = [
        *assumptions([one.answer for one in found]),
        f"prices that give an {EDGES[first.basis]} of {aim}, each with the others as they are;"
        " the next whole price below and its edge. All exact values: --json, or name one bet.",
    ]
    return "\n\n".join([*lines, drawn]) if form == "md" else f"{wrapped(*lines)}\n\n{drawn}"


def fair_csv(found: Sequence[Fair]) -> str:
    """Return a row for each price, exact numbers as numerator and denominator."""
    numbers = ("probability", "to_1", "target", "edge")
    columns = ["bet", "reading", "rules", "paytable", "basis", "outcome", "now", "fair"]
    columns += [f"{name}_{part}" for name in numbers for part in ("num", "den", "decimal")]
    rows = []
    for one in found:
        model = one.answer.model
        for price in one.prices:
            cells = [model.bet.id, model.reading.name, model.rules.id, one.answer.paytable.id]
            cells += [one.basis, label(price.slot, model), str(price.slot.price or "")]
            cells.append(str(price.price or ""))
            for number in (price.slot.win, price.net, one.target, one.edge):
                cells += in_parts(number)
            rows.append([*cells, price.why or ""])
    return csv_text([*columns, "why"], rows)


def in_parts(number: Fraction | None) -> list[str]:
    """Return numerator, denominator and decimal, as csv has them."""
    if number is None:
        return ["", "", ""]
    return [integer_text(number.numerator), integer_text(number.denominator), decimal(number)]
