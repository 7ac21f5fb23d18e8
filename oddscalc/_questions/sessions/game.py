"""What is bet again and again in a session: the exact net win of one decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Valued
from oddscalc._exact.numbers import exact
from oddscalc._money.netwin import NetWin
from oddscalc.errors import RangeError, RuleError


@dataclass(frozen=True)
class Game:
    """One decision at flat stakes: a bet, or bets made together, made again once decided.

    Args:
        net_win: the net win, in money.
        cost: what has to be on hand for the next bet: stake and commission paid on top, and no
            less than the most that can be lost, odds included.
        expected_rolls: rolls from placing to decision, expected; None if they are not known.

    Raises:
        NumberError: the probabilities are negative or do not sum to exactly 1.

    >>> half = Fraction(1, 2)
    >>> even = Game(NetWin.of([(half, Fraction(1)), (half, Fraction(-1))]), Fraction(1))
    >>> even.unit, even.ways, even.whole
    (Fraction(1, 1), {-1: 1, 1: 1}, 2)
    """

    net_win: NetWin
    cost: Fraction
    expected_rolls: Fraction | None = None

    def __post_init__(self) -> None:
        total = self.net_win.probability(lambda units: True)
        if total != 1 or min(self.ways.values()) < 0:
            raise RangeError(
                f"the probabilities of the nets sum to {exact(total)}; they must be at least 0 and"
                " sum to exactly 1"
            )

    @property
    def unit(self) -> Fraction:
        """The greatest amount of which every net is a multiple: the net moves in units of it."""
        return self.net_win.unit if any(self.ways) else self.cost or Fraction(1)

    @property
    def ways(self) -> Mapping[int, int]:
        """The integer weight of each net in units, the lowest net first."""
        return self.net_win.ways

    @property
    def whole(self) -> int:
        """The sum of the weights."""
        return self.net_win.whole

    @property
    def down(self) -> int:
        """The units that a decision can lose at most."""
        return max(0, -min(self.ways))

    @property
    def up(self) -> int:
        """The units that a decision can win at most."""
        return max(0, *self.ways)

    @cached_property
    def step(self) -> int:
        """The units that any two totals of equally many decisions differ by, or a multiple."""
        lowest = min(self.ways)
        return gcd(*(net - lowest for net in self.ways)) or 1

    def rolls(self, decisions: Fraction) -> Fraction | None:
        """Return the expected rolls of so many expected *decisions*; None if they are not known.

        Source: Wald's equation, since bets made one after the other do not depend on each other
        and a session is stopped by what has been decided.
        """
        return None if self.expected_rolls is None else decisions * self.expected_rolls


Playable = Game | Valued | Portfolio | Mapping[Fraction, Fraction]
"""What a session can be played with; a mapping holds the probability of each net."""


def game_of(subject: Playable) -> Game:
    """Return the game of an answer at its own stake, of a portfolio, or of nets.

    Raises:
        RuleError: the bet has no price.
        NumberError: the probabilities of the nets do not sum to exactly 1.

    >>> from oddscalc._ask.query import Query, ask
    >>> pass_line = game_of(ask(["pass"], Query())[0])
    >>> pass_line.ways, pass_line.cost, pass_line.expected_rolls
    ({-1: 251, 1: 244}, Fraction(1, 1), Fraction(557, 165))
    """
    if isinstance(subject, Game):
        return subject
    if isinstance(subject, Valued):
        return _of_answer(subject)
    if isinstance(subject, Portfolio):
        outlay = sum((_outlay(part.answer) for part in subject.parts), Fraction(0))
        return _game(subject.net_win, outlay, subject.expected_rolls)
    return _game(NetWin.of((chance, net) for net, chance in subject.items()))


def _of_answer(answer: Valued) -> Game:
    net_win = answer.value.net_win
    if net_win is None:
        raise RuleError(
            f"{answer.model.cited} has no price in {answer.paytable.id}; give one with --pays",
            code="no-price",
        )
    net_win = net_win.times(answer.ticket.stake)
    return _game(net_win, _outlay(answer), answer.value.expected_rolls)


def _outlay(answer: Valued) -> Fraction:
    return answer.ticket.stake * answer.paid.outlay


def _game(net_win: NetWin, outlay: Fraction = Fraction(0), rolls: Fraction | None = None) -> Game:
    return Game(net_win, max([outlay, *(-net for net, _ in net_win)]), rolls)
