"""The exact numbers of two sides, paired."""

from __future__ import annotations

from fractions import Fraction

from oddscalc._ask.quantities import QUANTITIES, edges
from oddscalc._ask.query import Solved
from oddscalc._money.paytable import NO_PRICES, Paytable
from oddscalc._money.valuation import Value
from oddscalc._questions.compare.differences import SideBySide
from oddscalc.errors import RuleError


def valued(solved: Solved | None, paytable: Paytable | None) -> tuple[Value | None, list[str]]:
    """Return the value of what is solved, without prices where it has none; and why it has none."""
    if solved is None:
        return None, []
    paytable = paytable or NO_PRICES
    try:
        return solved.answer(paytable).value, []
    except RuleError as error:
        return solved.answer(NO_PRICES).value, [f"no edge at {paytable.id}: {error}"]


def figures(reading: str, before: Value | None, after: Value | None) -> list[SideBySide]:
    """Return every number of the two sides: edges, then probabilities and rolls."""
    old, new = _numbers(before), _numbers(after)
    names = [*old, *(name for name in new if name not in old)]
    return [SideBySide(reading, name, old.get(name), new.get(name)) for name in names]


def _numbers(side: Value | None) -> dict[str, Fraction | None]:
    if side is None:
        return {}
    numbers = {label.removeprefix("house "): edge.of(side) for label, edge in edges(side)}
    others = (QUANTITIES[key] for key in ("win", "lose", "push", "expected_rolls"))
    return numbers | {quantity.name: quantity.of(side) for quantity in others}
