"""What each outcome of a bet nets, as an affine function of the prices that are to be found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from oddscalc._ask.query import Solved
from oddscalc._money.paytable import Paytable
from oddscalc._questions.design.ranking import Shape
from oddscalc._questions.design.slots import Slot, at, share_of
from oddscalc.errors import RuleError

MOST_ROWS = 64
"""Different nets of a bet up to which its paytables can be put in every order."""

SHAPES: dict[str, Shape] = {
    "edge": "strict",
    "variance": "convex",
    "hit": "weak",
    "top": "weak",
    "prices": "weak",
}
"""What paytables are put in order by (edge, variance, hit frequency, highest prize, the prices
themselves), and how that goes along a price."""


@dataclass(frozen=True)
class AffineNets:
    """The net win of each outcome: ``base`` and ``slopes`` times the prices.

    Outcomes with the same net are one row.

    Args:
        chances: the probability of each row.
        bases: its net win, per unit staked on the bet, with every price at 0 to 1.
        slopes: what one unit more of each price adds to it.
        share: what the edge is a share of.
    """

    chances: Sequence[Fraction]
    bases: Sequence[Fraction]
    slopes: Sequence[Sequence[Fraction]]
    share: Fraction

    @property
    def weights(self) -> list[Fraction]:
        """What one unit more of each price adds to the expected win."""
        columns = zip(*self.slopes, strict=True)
        return [
            sum((p * slope for p, slope in zip(self.chances, column, strict=True)), Fraction(0))
            for column in columns
        ]

    @property
    def base(self) -> Fraction:
        """The expected win with every price at 0 to 1."""
        pairs = zip(self.chances, self.bases, strict=True)
        return sum((chance * base for chance, base in pairs), Fraction(0))

    def edge(self, prices: Sequence[Fraction]) -> Fraction:
        """Return the edge at *prices*, which are net wins per unit."""
        pairs = zip(self.weights, prices, strict=True)
        return -sum((weight * price for weight, price in pairs), self.base) / self.share


def money(solved: Solved, paytable: Paytable, tiers: Sequence[Slot], basis: str) -> AffineNets:
    """Return the money of a bet by the prices of *tiers*, the others being those of *paytable*.

    Raises:
        RuleError: it is not affine in them, a price is missing, or all is always returned.

    >>> from oddscalc._questions.design.slots import slots
    >>> from oddscalc._ask.query import Query, prepare
    >>> (field,), customary = prepare(["field"], Query())
    >>> [str(weight) for weight in money(field, customary, slots(field, customary), "made").weights]
    ['1/36', '1/36', '7/18']
    """

    def nets(prices: Sequence[int]) -> list[Fraction]:
        given = {tier: Fraction(price) for tier, price in zip(tiers, prices, strict=True)}
        value = solved.answer(at(paytable, given)).value
        if not value.priced:
            raise RuleError(f"{solved.model.cited} has outcomes without a price", code="no-price")
        return [payoff.net for payoff in value.payoffs if payoff.net is not None]

    size = len(tiers)
    bases = nets([0] * size)
    raised = [nets([int(column == row) for row in range(size)]) for column in range(size)]
    slopes = [
        [net - base for net in column]
        for base, column in zip(bases, zip(*raised, strict=True), strict=True)
    ]
    tried = [3 * number + 2 for number in range(size)]
    for base, row, net in zip(bases, slopes, nets(tried), strict=True):
        if base + sum(slope * price for slope, price in zip(row, tried, strict=True)) != net:
            raise RuleError(
                f"{solved.model.cited} takes a commission on its highest win: no price of one tier"
                " can be found without those of the others"
            )
    value = solved.answer(at(paytable, dict.fromkeys(tiers, Fraction(0)))).value
    share = share_of(value, basis)
    if not share:
        raise RuleError(
            f"{solved.model.cited} is always returned: it has no edge", code="impossible"
        )
    rows: dict[tuple[Fraction, ...], Fraction] = {}
    for payoff, base, row in zip(value.payoffs, bases, slopes, strict=True):
        rows[base, *row] = rows.get((base, *row), Fraction(0)) + payoff.probability
    return AffineNets(
        list(rows.values()), [row[0] for row in rows], [row[1:] for row in rows], share
    )


def key_of(money: AffineNets, order: str, unit: int) -> Callable[[Sequence[int]], int]:
    """Return the integer by which prices, given in units of 1/*unit*, are put in *order*.

    Raises:
        RuleError: the bet has too many different nets for that.
    """
    if order == "prices":
        return lambda prices: 0
    if order == "edge":
        weights = whole(money.weights)
        return lambda prices: sum(w * price for w, price in zip(weights, prices, strict=True))
    if len(money.bases) > MOST_ROWS:
        raise RuleError(
            f"its {len(money.bases):,} different nets are too many to order paytables by {order};"
            " order by edge or prices",
            code="too-much",
        )
    rows = _sparse(money, unit)
    chances = whole(money.chances)
    everything = sum(chances)

    def nets(prices: Sequence[int]) -> list[int]:
        return [
            base + sum([slope * prices[axis] for axis, slope in slopes]) for base, slopes in rows
        ]

    def hit(prices: Sequence[int]) -> int:
        return sum(p for p, net in zip(chances, nets(prices), strict=True) if net > 0)

    def variance(prices: Sequence[int]) -> int:
        won = nets(prices)
        squares = sum(p * net * net for p, net in zip(chances, won, strict=True))
        return everything * squares - sum(p * net for p, net in zip(chances, won, strict=True)) ** 2

    def top(prices: Sequence[int]) -> int:
        return max(nets(prices))

    return {"hit": hit, "variance": variance, "top": top}[order]


def _sparse(money: AffineNets, unit: int) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return each row in integers: its base, and the slopes that are not 0 with their prices.

    They are over one common denominator, for prices in units of 1/*unit*.
    """
    scale = lcm(*(number.denominator for row in (money.bases, *money.slopes) for number in row))
    return [
        (
            int(base * scale * unit),
            [(axis, int(slope * scale)) for axis, slope in enumerate(row) if slope],
        )
        for base, row in zip(money.bases, money.slopes, strict=True)
    ]


def whole(numbers: Sequence[Fraction]) -> list[int]:
    """Return *numbers* times their least common denominator.

    >>> whole([Fraction(1, 2), Fraction(2, 3)])
    [3, 4]
    """
    scale = lcm(*(number.denominator for number in numbers))
    return [int(number * scale) for number in numbers]
