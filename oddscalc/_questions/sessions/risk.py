"""How large a bankroll has to be: the risk of ruin within so many decisions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from oddscalc._exact.numbers import exact
from oddscalc._questions.sessions.game import Game, Playable, game_of
from oddscalc._questions.sessions.stopped import play
from oddscalc._questions.sessions.stops import Stops
from oddscalc.errors import LimitError, NumberError, RangeError

MOST_STEPS = 20_000_000
"""Steps from one bankroll to another that are made to find the smallest: some ten seconds."""


def survival(subject: Playable, stops: Stops, decisions: int) -> Fraction:
    """Return the probability not to be ruined within so many *decisions*.

    A session that has reached its target has stopped and is ruined no more.

    Raises:
        NumberError: nothing in *stops* can be run out of, or it takes too many steps.
        RuleError: as ``play``.

    >>> even = {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}
    >>> survival(even, Stops(bankroll=Fraction(2)), 3)
    Fraction(3, 4)
    """
    if not stops.down:
        raise NumberError(
            "to survive is not to lose a bankroll or a stop-loss: give one of them",
            code="incomplete",
        )
    return 1 - play(subject, stops, decisions).ruin_first


def bankroll_for(subject: Playable, decisions: int, risk: Fraction) -> tuple[Fraction, Fraction]:
    """Return the smallest bankroll that is ruined within so many *decisions* with *risk* at most.

    Ruin is a bankroll that does not cover the next bet. More bankroll never has more risk, so
    that the smallest one is well defined.

    Args:
        subject: an answer, a portfolio, a game, or the probabilities of the nets.
        decisions: how many bets are to be made.
        risk: the greatest probability of ruin that is allowed, at least 0 and below 1.

    Returns:
        The bankroll and its exact risk.

    Raises:
        NumberError: *risk* is no such number, or it takes too many steps.
        RuleError: the bet has no price.

    >>> even = {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}
    >>> bankroll_for(even, 3, Fraction(1, 4))
    (Fraction(2, 1), Fraction(1, 4))
    """
    game = game_of(subject)
    if not 0 <= risk < 1:
        raise RangeError(f"a risk of {exact(risk)}; it must be at least 0 and below 1")
    _refuse_work(game, decisions)
    survived = _survived(game, decisions)
    whole = game.whole**decisions
    needed = (1 - risk) * whole
    for units, ways in enumerate(survived):
        if ways >= needed:
            return game.cost + units * game.unit, Fraction(whole - ways, whole)
    return game.cost + len(survived) * game.unit, Fraction(0)


def _refuse_work(game: Game, decisions: int) -> None:
    if decisions < 1:
        raise RangeError(f"{decisions} decisions; there must be at least 1")
    length = 1 + decisions * game.whole.bit_length() // 2_000
    steps = decisions**2 // 2 * game.down * len(game.ways) * length
    if steps > MOST_STEPS:
        raise LimitError(
            f"a bankroll for {decisions:,} decisions takes about {steps:,} steps to find, and the"
            f" limit is {MOST_STEPS:,}; ask for fewer decisions"
        )


def _survived(game: Game, decisions: int) -> Sequence[int]:
    """Return the ways to survive so many *decisions* with 0, 1, ... units beyond the cost.

    From more units than are listed every way survives. Found backwards: with t decisions left,
    the ways are the sum over the next net of those with one decision less.
    """
    ways: list[int] = []
    everything = 1
    for left in range(1, decisions + 1):
        before, all_before = ways, everything
        everything *= game.whole
        ways = [
            sum(
                weight * (before[units + net] if units + net < len(before) else all_before)
                for net, weight in game.ways.items()
                if units + net >= 0
            )
            for units in range(left * game.down)
        ]
    return ways
