"""The numbers of a bet, or of bets made together, as figures, and how people want them shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._ask.quantities import QUANTITIES, Quantity, edges
from oddscalc._exact.numbers import decimal, exact, percent
from oddscalc._money.valuation import Value
from oddscalc._show.document import Figure

_MADE_AGAIN = {
    "cost_per_hour": "kept up",
    "cost_per_hour_waiting": "waited for",
}
"""How a bet is made again, by the key of what it costs then."""


@dataclass(frozen=True)
class Showing:
    """What is shown beside the exact numbers.

    Args:
        probability: ``decimal``, ``percent``, ``against``, ``one-in``, or ``fraction`` for nothing.
        rolls_per_hour: for the expected cost per hour; None leaves it out.
    """

    probability: str = "decimal"
    rolls_per_hour: Fraction | None = None

    @property
    def heading(self) -> str:
        """What stands above probabilities that are shown so."""
        return "against" if self.probability == "against" else ""

    def text(self, probability: Fraction) -> str:
        """Return *probability* as it is to be shown.

        >>> Showing("against").text(Fraction(1, 9)), Showing("one-in").text(Fraction(1, 9))
        ('8 to 1', '1 in 9')
        """
        match self.probability:
            case "fraction":
                return ""
            case "percent":
                return percent(probability)
            case "decimal":
                return decimal(probability)
        if probability == 0:
            return "never"
        if self.probability == "against":
            return f"{decimal((1 - probability) / probability)} to 1"
        return f"1 in {decimal(1 / probability)}"

    def cost(self, per_roll: Callable[[], Mapping[str, Fraction]]) -> Iterator[Figure]:
        """Yield the costs per hour, of what *per_roll* returns, if they are asked for.

        Where it is all the same how the bet is made again, there is one.
        """
        if self.rolls_per_hour is None:
            return
        losses, hour = per_roll(), f"cost per hour of {exact(self.rolls_per_hour)} rolls"
        alike = len(set(losses.values())) == 1
        for key, loss in losses.items():
            if not alike or key == "cost_per_hour":
                label = hour if alike else f"{hour}, {_MADE_AGAIN[key]}"
                yield Figure.of(label, loss * self.rolls_per_hour)


def quantities(value: Value, *keys: str) -> Iterator[Figure]:
    """Yield the quantities of *keys*; those that do not exist are left out."""
    return _figures(value, ((QUANTITIES[key].name, QUANTITIES[key]) for key in keys))


def house_edges(value: Value) -> Iterator[Figure]:
    """Yield the edges over each basis, in percent; those that do not exist are left out."""
    return _figures(value, edges(value))


def all_figures(value: Value) -> list[Figure]:
    """Return every figure of a bet's value that exists, per unit staked.

    >>> from oddscalc import edge
    >>> all_figures(edge("pass").value)[0]
    Figure(label='house edge per bet made', exact=Fraction(7, 495), decimal='1.414141414%')
    """
    money = ("expected_value", "rtp", "hit_frequency", "variance", "sd")
    return [*house_edges(value), *quantities(value, *money, "expected_rolls")]


def _figures(value: Value, labelled: Iterable[tuple[str, Quantity]]) -> Iterator[Figure]:
    for label, quantity in labelled:
        text = quantity.text(value)
        if text is not None:
            yield Figure(label, None if quantity.root else quantity.of(value), text)
