"""When a session ends: quantiles of the number of decisions, exact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from oddscalc._exact.numbers import exact
from oddscalc._questions.sessions.stepper import Stepper
from oddscalc._questions.sessions.stopped import Session
from oddscalc.errors import RangeError

SHARES = (Fraction(1, 20), Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(19, 20))
"""The quantiles that are usually given."""

MOST_STEPS = 40_000_000
"""Steps from one net to another that are made for quantiles: some ten seconds."""

_BITS = 128


def quantiles(
    session: Session, shares: Sequence[Fraction] = SHARES
) -> list[tuple[Fraction, int | None]]:
    """Return the least numbers of decisions by which the session has ended with given probability.

    The session is stepped in integers of bounded length that only ever fall short, and what is
    missing is known: a quantile is given when the bounds leave no other. Where they do, it is
    stepped again in integers of twice the length, which in the end are exact.

    Args:
        session: the session.
        shares: probabilities above 0 and below 1.

    Returns:
        Each share with its number of decisions; None where it takes too many steps to find.

    Raises:
        NumberError: a share is not between 0 and 1.

    >>> from oddscalc._questions.sessions.stopped import ruin
    >>> even = {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}
    >>> quantiles(ruin(even, 2, 4), [Fraction(1, 2), Fraction(3, 4), Fraction(9, 10)])
    [(Fraction(1, 2), 2), (Fraction(3, 4), 4), (Fraction(9, 10), 8)]
    """
    for share in shares:
        if not 0 < share < 1:
            raise RangeError(f"a quantile at {exact(share)}; it must be between 0 and 1")
    if _expected_steps(session) > MOST_STEPS:
        return [(share, None) for share in shares]
    decisions: dict[Fraction, int] = {}
    bits: int = _BITS
    while not _find(session, sorted(set(shares) - set(decisions)), bits, decisions):
        bits *= 2
    return [(share, decisions.get(share)) for share in shares]


def _expected_steps(session: Session) -> Fraction:
    """Return about how many steps it takes to follow a session for its expected decisions."""
    game, walk = session.game, session.walk
    if walk.low is None or walk.high is None:
        return Fraction(0)
    nets = (walk.high - walk.low) // game.step + 1
    return session.expected_decisions * nets * len(game.ways)


def _find(
    session: Session, shares: list[Fraction], bits: int, decisions: dict[Fraction, int]
) -> bool:
    """Add the quantiles to *decisions*; return whether *bits* were enough to decide each."""
    stepper = Stepper(session.walk, bits)
    steps = number = 0
    while shares:
        if number == session.decisions:
            decisions |= dict.fromkeys(shares, number)
            return True
        steps += len(stepper.playing) * len(session.game.ways)
        if steps > MOST_STEPS:
            return True
        stepper.step()
        number += 1
        least, most = stepper.ended()
        while shares and least >= shares[0] * stepper.whole:
            decisions[shares.pop(0)] = number
        if shares and most >= shares[0] * stepper.whole:
            return False
    return True
