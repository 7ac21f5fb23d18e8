"""Which stake is best where rounding matters, and for which stakes one bet beats another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from oddscalc._ask.query import Query, Refused, Valued, over_stakes, prepare
from oddscalc._chain.model import Model
from oddscalc._money.paytable import Paytable
from oddscalc._questions.design.slots import edge_of
from oddscalc.errors import RuleError


@dataclass(frozen=True)
class AtStake:
    """The edge at one stake, and that of the other bet; None where it cannot be paid."""

    stake: Fraction
    edge: Fraction | None
    other: Fraction | None


@dataclass(frozen=True)
class Stakes:
    """The edges of one reading of a bet over a range of stakes.

    Args:
        answer: the bet at the first stake that can be paid.
        against: the bet it is compared with; None if with none.
        basis: what the edges are shares of.
        points: one for each stake, upwards.
    """

    answer: Valued
    against: Model | None
    basis: str
    points: tuple[AtStake, ...]

    @property
    def least(self) -> Fraction:
        """The least edge."""
        return min(point.edge for point in self.points if point.edge is not None)

    @property
    def most(self) -> Fraction:
        """The greatest edge."""
        return max(point.edge for point in self.points if point.edge is not None)

    def at(self, edge: Fraction | None) -> list[tuple[Fraction, Fraction]]:
        """Return the stakes with that edge, as ranges; with None those that cannot be paid."""
        return self._ranges([point.edge == edge for point in self.points])

    def where(self, sign: int) -> list[tuple[Fraction, Fraction]]:
        """Return the stakes at which the edge is below (-1), equal to (0) or above (1) the other.

        As ranges of the stakes tried, in which both are paid.
        """
        return self._ranges(
            [
                point.edge is not None
                and point.other is not None
                and (point.edge > point.other) - (point.edge < point.other) == sign
                for point in self.points
            ]
        )

    def _ranges(self, chosen: Sequence[bool]) -> list[tuple[Fraction, Fraction]]:
        ranges: list[tuple[Fraction, Fraction]] = []
        before = False
        for point, is_chosen in zip(self.points, chosen, strict=True):
            if is_chosen:
                first = ranges.pop()[0] if before else point.stake
                ranges.append((first, point.stake))
            before = is_chosen
        return ranges


def best_stakes(
    names: Sequence[str],
    query: Query,
    stakes: Sequence[Fraction],
    basis: str = "made",
    against: str | None = None,
) -> list[Stakes]:
    """Return the edges of each reading of each bet over *stakes*, beside those of another bet.

    Args:
        names: ids or names of the bets.
        query: rules, prices, unit and rounding. A commission in it is of the bets named; of the
            bet they are compared with only if that has one.
        stakes: the stakes to try, upwards.
        basis: ``made``, ``resolved``, ``roll`` or ``outlay`` (stake and commission).
        against: the id or name of a bet to compare with, in its usual reading.

    Raises:
        UnknownNameError, RuleError, BarePriceError: as ``query.ask``; or no stake can be paid.

    >>> from oddscalc._money.ticket import Ticket
    >>> floored = Query(ticket=Ticket(rounding="down"))
    >>> (place,) = best_stakes(["place-6"], floored, [Fraction(n) for n in range(1, 13)])
    >>> place.least, [(int(first), int(last)) for first, last in place.at(place.least)]
    (Fraction(1, 66), [(6, 6), (12, 12)])
    """
    priced = _priced(names, query, against)
    other: Model | None = None
    others: list[Fraction | None] = [None] * len(stakes)
    if against is not None:
        beside, others = _edges([against], priced, stakes, basis)[0]
        other = beside.model
    return [
        Stakes(answer, other, basis, tuple(map(AtStake, stakes, edges, others)))
        for answer, edges in _edges(names, priced, stakes, basis)
    ]


def _priced(names: Sequence[str], query: Query, against: str | None) -> Query:
    """Return *query* with its prices and commissions in its paytable."""
    asked = [*names, *([] if against is None else [against])]
    _, paytable = prepare(asked, replace(query, vig=()))
    named = {query.rules.find(name)[0].id for name in names}
    for vig in query.vig:
        for bet in {query.rules.find(name)[0].id for name in asked}:
            if bet in named or _has_commission(paytable, bet):
                paytable = paytable.with_commission(bet, vig)
    return replace(query, paytable=paytable, prices=(), vig=())


def _has_commission(paytable: Paytable, bet: str) -> bool:
    pricing = paytable.pricing.get(bet)
    return pricing is not None and pricing.commission is not None


def _edges(
    names: Sequence[str], query: Query, stakes: Sequence[Fraction], basis: str
) -> list[tuple[Valued, list[Fraction | None]]]:
    """Return for each reading of each bet an answer, and the edge at each stake.

    Raises:
        RuleError: a bet has no price, or no stake can be paid.
    """
    valued = over_stakes(names, query, stakes)
    edges_of = []
    for start in range(0, len(valued), len(stakes)):
        over = valued[start : start + len(stakes)]
        answers = [answer for answer in over if not isinstance(answer, Refused)]
        if not answers:
            refused = next(answer for answer in over if isinstance(answer, Refused))
            raise RuleError(
                f"{refused.solved.model.cited}: none of the stakes; {refused.reason}",
                code="unpayable",
            )
        if not answers[0].value.priced:
            answer = answers[0]
            raise RuleError(
                f"{answer.model.bet.id} has no price in {answer.paytable.id}", code="no-price"
            )
        edges = [
            None if isinstance(answer, Refused) else edge_of(answer.value, basis) for answer in over
        ]
        edges_of.append((answers[0], edges))
    return edges_of
