"""``fair``: which prices, commissions and stakes are fair, or give an edge."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Unpack, cast, overload

from oddscalc._ask.asked import amount_of, refuse_unknown, text_of
from oddscalc._ask.options import DividedOptions, Number, Options
from oddscalc._exact.numbers import exact, percent
from oddscalc._face.shown import Shown, brief, parts_of
from oddscalc._face.subjects import one_bet
from oddscalc._money.ticket import parse_stakes
from oddscalc._questions.design import Fair, Stakes, best_stakes, parse_edge
from oddscalc._questions.design import fair as fair_prices
from oddscalc._show.document import Document
from oddscalc._show.words import beststakes
from oddscalc._show.words import fair as words
from oddscalc.errors import RuleError


@dataclass(frozen=True, repr=False)
class FairAnswer(Shown, Fair):
    """What would give one reading of a bet the edge that is wanted.

    >>> answer = fair("pass")
    >>> answer
    <FairAnswer: pass at an edge of 0%: win 251 to 244>
    >>> answer.prices[0].net
    Fraction(251, 244)
    """

    siblings: tuple[Fair, ...] = field(default=(), compare=False)

    @property
    def readings(self) -> tuple[FairAnswer, ...]:
        """The answer for each reading of the text, the usual one first."""
        return tuple(
            FairAnswer(**parts_of(sibling), siblings=self.siblings) for sibling in self.siblings
        )

    def document(self) -> Document:
        """Return it in words."""
        return words.document([self], cards=True)

    def line(self) -> str:
        """Return the bet with the prices it must have."""
        prices = [f"{price.slot.key} {price.price or 'none'}" for price in self.prices]
        return (
            f"{self.answer.model.bet.id} at an edge of {percent(self.target)}: {', '.join(prices)}"
        )


@dataclass(frozen=True, repr=False)
class StakesAnswer(Shown, Stakes):
    """The edges of one reading of a bet over a range of stakes.

    >>> answer = fair("place-6", stakes="1..12", round="down")
    >>> answer
    <StakesAnswer: place-6, least edge 1/66 at 6, 12>
    """

    siblings: tuple[Stakes, ...] = field(default=(), compare=False)

    @property
    def readings(self) -> tuple[StakesAnswer, ...]:
        """The answer for each reading of the text, the usual one first."""
        return tuple(
            StakesAnswer(**parts_of(sibling), siblings=self.siblings) for sibling in self.siblings
        )

    def document(self) -> Document:
        """Return it in words."""
        return beststakes.document([self])

    def line(self) -> str:
        """Return the bet with its least edge, and where it is."""
        ranges = [
            exact(first) if first == last else f"{exact(first)} to {exact(last)}"
            for first, last in self.at(self.least)
        ]
        return f"{self.answer.model.bet.id}, least edge {brief(self.least)} at {', '.join(ranges)}"


@overload
def fair(
    bet: str,
    *,
    target_edge: Number = 0,
    basis: str = "made",
    stakes: None = None,
    **options: Unpack[DividedOptions],
) -> FairAnswer: ...
@overload
def fair(
    bet: str,
    *,
    basis: str = "made",
    stakes: str,
    step: Number | None = None,
    against: str | None = None,
    **options: Unpack[DividedOptions],
) -> StakesAnswer: ...
def fair(
    bet: str,
    *,
    target_edge: Number | None = None,
    basis: str = "made",
    stakes: str | None = None,
    step: Number | None = None,
    against: str | None = None,
    **options: Unpack[DividedOptions],
) -> FairAnswer | StakesAnswer:
    """Return the prices and commissions that give a bet an edge; or its best stakes.

    Args:
        bet: an id or a name, or the path of a TOML file with a bet; of several readings of the
            text this is the usual one, and ``readings`` has them all.
        target_edge: the house edge that is wanted, like ``5%``; 0 by default.
        basis: ``made``, ``resolved``, ``roll`` or ``outlay`` (stake and commission).
        stakes: a range like ``20..100``: which of these stakes have the least edge.
        step: how far apart the stakes are; the unit by default.
        against: a bet: at which of the stakes the edge is below that of it.
        options: see ``DividedOptions``.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: as ``edge``; or options contradict each other.

    >>> str(fair("place-6", target_edge="5%").prices[0].price)
    '109 to 100'
    """
    refuse_unknown("fair", options, DividedOptions)
    if stakes is None:
        if step is not None or against is not None:
            raise RuleError("step and against are for a range of stakes", code="conflict")
        target = parse_edge(text_of("target_edge", target_edge or 0))
        fairs = fair_prices(*one_bet(bet, options), target, basis)
        return FairAnswer(**parts_of(fairs[0]), siblings=tuple(fairs))
    if target_edge is not None:
        raise RuleError("target_edge: an edge is for prices, not for stakes", code="conflict")
    tried = parse_stakes(stakes, amount_of("step", step or options.get("unit", 1)))
    names, asked = one_bet(bet, cast("Options", {**options, "stake": tried[0]}))
    best = best_stakes(names, asked, tried, basis, against)
    return StakesAnswer(**parts_of(best[0]), siblings=tuple(best))
