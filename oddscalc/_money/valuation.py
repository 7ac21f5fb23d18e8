"""The value of a solved bet: expectation, the three house edges, variance.

All per unit of flat stake and exact. Where a price is missing, what needs it is None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from oddscalc._bets.automaton import Outcome
from oddscalc._money.netwin import NetWin


@dataclass(frozen=True)
class Payoff:
    """One outcome with its probability and its net win per unit staked (None: no price)."""

    outcome: Outcome
    probability: Fraction
    net: Fraction | None

    @property
    def is_idle(self) -> bool:
        """Whether it is a combination of parts that never comes about together."""
        return not self.probability and bool(self.outcome.parts)


@dataclass(frozen=True)
class Basis:
    """What an edge is a share of, per unit of flat stake.

    Args:
        name: ``stake``, ``outlay`` (stake and commission paid on top) or ``action`` (the flat
            bet and the odds expected to be added to it).
        amount: how much of it is put up, expected.
        returned: how much of that comes back undecided, expected.
    """

    name: str
    amount: Fraction
    returned: Fraction


@dataclass(frozen=True)
class HouseEdge:
    """The expected loss, under its three definitions; all over one basis.

    Args:
        per_bet_made: of every unit put up; what is pushed counts.
        per_bet_resolved: of every unit not returned; None if all is.
        per_roll: of every unit put up, for each roll until the decision.
    """

    per_bet_made: Fraction
    per_bet_resolved: Fraction | None
    per_roll: Fraction


@dataclass(frozen=True)
class Value:
    """What a bet is worth.

    Args:
        payoffs: every outcome, in printing order.
        expected_rolls: rolls from placing to decision.
        bases: what the edges may be shares of, the usual one first.

    >>> win, lose = Outcome("win"), Outcome("lose")
    >>> five_elevenths = Fraction(5, 11)
    >>> place_6 = Value(
    ...     (
    ...         Payoff(win, five_elevenths, Fraction(7, 6)),
    ...         Payoff(lose, 1 - five_elevenths, Fraction(-1)),
    ...     ),
    ...     expected_rolls=Fraction(36, 11),
    ...     bases=(Basis("stake", Fraction(1), Fraction(0)),),
    ... )
    >>> place_6.house_edge.per_bet_made, place_6.house_edge.per_roll
    (Fraction(1, 66), Fraction(1, 216))
    """

    payoffs: tuple[Payoff, ...]
    expected_rolls: Fraction
    bases: tuple[Basis, ...]

    def _legal(self, result: str) -> Fraction:
        return sum(
            (payoff.probability for payoff in self.payoffs if payoff.outcome.result == result),
            Fraction(0),
        )

    @cached_property
    def win(self) -> Fraction:
        """The probability of winning in law, whatever that pays."""
        return self._legal("win")

    @cached_property
    def lose(self) -> Fraction:
        """The probability of losing in law."""
        return self._legal("lose")

    @cached_property
    def push(self) -> Fraction:
        """The probability that the bet is returned."""
        return self._legal("push")

    @cached_property
    def priced(self) -> bool:
        """Whether every outcome has a price; without one there is no net win."""
        return all(payoff.net is not None for payoff in self.payoffs)

    def _cases(self) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield probability and net of every outcome that has a price."""
        for payoff in self.payoffs:
            if payoff.net is not None:
                yield payoff.probability, payoff.net

    @cached_property
    def expected_value(self) -> Fraction | None:
        """The expected net win per unit of stake."""
        if not self.priced:
            return None
        return sum((probability * net for probability, net in self._cases()), Fraction(0))

    @cached_property
    def net_win(self) -> NetWin | None:
        """The distribution of the net win per unit of stake; None if some outcome has no price."""
        return NetWin.of(self._cases()) if self.priced else None

    @property
    def variance(self) -> Fraction | None:
        """The variance of the net win per unit of stake."""
        return None if self.net_win is None else self.net_win.variance

    @property
    def sd(self) -> str | None:
        """The standard deviation, a decimal text of 10 significant digits (it is irrational)."""
        return None if self.net_win is None else self.net_win.sd

    @property
    def hit_frequency(self) -> Fraction | None:
        """The probability of a net win above 0: a legal win that nets nothing is no hit."""
        return None if self.net_win is None else self.net_win.ahead

    @property
    def rtp(self) -> Fraction | None:
        """The return to the player: expected money back per unit of the first basis."""
        edge = self.house_edge
        return None if edge is None else 1 - edge.per_bet_made

    @property
    def house_edge(self) -> HouseEdge | None:
        """The edges over the first basis; None without prices."""
        return self.edge_over(self.bases[0])

    def edge_over(self, basis: Basis) -> HouseEdge | None:
        """Return the edges over *basis*; None without prices."""
        if self.expected_value is None:
            return None
        if basis not in self._edges:
            self._edges[basis] = self._edge_over(self.expected_value, basis)
        return self._edges[basis]

    @cached_property
    def _edges(self) -> dict[Basis, HouseEdge]:
        return {}

    def _edge_over(self, expected: Fraction, basis: Basis) -> HouseEdge:
        loss, resolved = -expected, basis.amount - basis.returned
        made = loss / basis.amount
        return HouseEdge(made, loss / resolved if resolved else None, made / self.expected_rolls)


def weigh(
    probabilities: Mapping[Outcome, Fraction],
    nets: Sequence[Fraction | None],
    expected_rolls: Fraction,
    bases: tuple[Basis, ...],
) -> Value:
    """Return the value of a solution, given the net of each outcome in the same order."""
    payoffs = tuple(
        Payoff(outcome, probability, net)
        for (outcome, probability), net in zip(probabilities.items(), nets, strict=True)
    )
    return Value(payoffs, expected_rolls, bases)
