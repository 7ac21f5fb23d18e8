"""What a bet is worth, in formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from oddscalc._ask.query import Valued
from oddscalc._bets.automaton import Outcome
from oddscalc._questions.symbols.formula import Formula
from oddscalc._questions.symbols.symbolicprices import SymbolicPrice
from oddscalc._questions.symbols.weights import SymbolicDice

if TYPE_CHECKING:
    from oddscalc._questions.symbols.roots import Limit, Zero


@dataclass(frozen=True)
class Edges:
    """The expected loss over one basis, under its three definitions; see ``HouseEdge``."""

    per_bet_made: Formula
    per_bet_resolved: Formula | None
    per_roll: Formula


@dataclass(frozen=True)
class SymbolicPayoff:
    """One outcome with its probability and its net win per unit staked (None: no price)."""

    outcome: Outcome
    probability: Formula
    net: Formula | None


@dataclass(frozen=True)
class SymbolicValue:
    """What a bet is worth, in formulas; see ``valuation.Value``.

    Args:
        payoffs: every outcome, in printing order.
        win: the probability of winning in law.
        lose: that of losing.
        push: that of a return.
        expected_value: the expected net win per unit staked; None without prices.
        edges: the edges over each basis by its name, the usual one first; none without prices.
        expected_rolls: rolls from placing to decision.
    """

    payoffs: tuple[SymbolicPayoff, ...]
    win: Formula
    lose: Formula
    push: Formula
    expected_value: Formula | None
    edges: Mapping[str, Edges]
    expected_rolls: Formula

    @property
    def house_edge(self) -> Edges | None:
        """The edges over the usual basis; None without prices."""
        return next(iter(self.edges.values()), None)


@dataclass(frozen=True)
class SymbolicAnswer:
    """The value of one reading of one wager, in formulas.

    Args:
        answer: the model and the prices; its own value is not worked out.
        value: what the bet is worth.
        symbols: the symbols, those of the dice first.
        dice: the dice, if they have symbols.
        prices: the prices that have symbols, by bet and outcome.
        positive: what must be above 0 for the symbols to make sense.
    """

    answer: Valued
    value: SymbolicValue
    symbols: tuple[str, ...]
    dice: SymbolicDice | None
    prices: Mapping[tuple[str, str], SymbolicPrice]
    positive: tuple[Formula, ...]

    @property
    def fair_at(self) -> Mapping[str, Fraction] | None:
        """The values of the symbols at which the dice are fair, if all are known."""
        fair = self.dice.fair_at if self.dice else None
        return fair if fair is not None and set(fair) == set(self.symbols) else None

    @cached_property
    def ranges(self) -> list[tuple[Limit, Limit]] | None:
        """The open intervals in which the one symbol makes sense; None if there are several."""
        if len(self.symbols) != 1:
            return None
        from oddscalc._questions.symbols import roots

        (symbol,) = self.symbols
        return roots.ranges(symbol, [formula.quotient(symbol) for formula in self.positive])

    def zeros(self, formula: Formula) -> tuple[Zero, ...] | None:
        """Return where *formula*, one fraction, is 0 in the ``ranges``, in rising order.

        None if there are several symbols, or *formula* is too long to be one fraction.
        """
        if len(self.symbols) != 1 or not formula.book.inline:
            return None
        from oddscalc._questions.symbols import roots

        (symbol,) = self.symbols
        positive = [bound.quotient(symbol) for bound in self.positive]
        return roots.zeros(formula.quotient(symbol), positive)
