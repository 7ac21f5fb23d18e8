"""Where the net stands after so many decisions that nothing stops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._money.netwin import NetWin
from oddscalc._questions.sessions.game import Game, Playable, game_of
from oddscalc.errors import LimitError, RangeError

MOST_BITS = 2**29
"""Bits that all weights of a distribution may take to find, one net after the other: 64 MB."""


@dataclass(frozen=True)
class After:
    """The net win after a number of decisions.

    Args:
        game: what was bet.
        decisions: how many decisions.
        ahead: the probability of a net above 0.
        even: the probability of a net of exactly 0.
        behind: the probability of a net below 0.
        final: the distribution of the net; None if it is too long to be kept.
    """

    game: Game
    decisions: int
    ahead: Fraction
    even: Fraction
    behind: Fraction
    final: NetWin | None

    @property
    def expected_net(self) -> Fraction:
        """The expected net win."""
        return self.decisions * self.game.net_win.mean

    @property
    def variance(self) -> Fraction:
        """The variance of the net win."""
        return self.decisions * self.game.net_win.variance

    @property
    def expected_rolls(self) -> Fraction | None:
        """The expected rolls; None if they are not known."""
        return self.game.rolls(Fraction(self.decisions))


def after(subject: Playable, decisions: int) -> After:
    """Return where the net stands after so many *decisions* at flat stakes.

    Nothing stops the session: it is as if the bankroll had no end.

    Args:
        subject: an answer, a portfolio, a game, or the probabilities of the nets.
        decisions: how many, at least 1. The limit depends on the bet: the weights may take 2**29
            bits, which those of the pass line do at about 7,700 decisions.

    Raises:
        NumberError: the number of decisions is below 1 or beyond the limit.
        RuleError: the bet has no price.

    >>> from oddscalc._ask.query import Query, ask
    >>> two = after(ask(["pass"], Query())[0], 2)
    >>> two.ahead, two.even
    (Fraction(59536, 245025), Fraction(122488, 245025))
    """
    game = game_of(subject)
    if decisions < 1:
        raise RangeError(f"{decisions} decisions; there must be at least 1")
    lowest, step = min(game.ways), game.step
    weights = {(net - lowest) // step: ways for net, ways in game.ways.items()}
    slots = decisions * max(weights) + 1
    to_even = max(0, -decisions * lowest // step + 1)
    bits = decisions * game.whole.bit_length() * max(1, len(game.ways) - 1)
    if min(slots, to_even) * bits > MOST_BITS:
        raise LimitError(
            f"{decisions:,} decisions are too many: {min(slots, to_even):,} weights, of which"
            f" each takes about {bits:,} bits to find, and the limit is {MOST_BITS:,} bits in all"
        )
    whole = game.whole**decisions
    coefficients = enumerate(power(weights, decisions))
    nets = ((decisions * lowest + number * step, ways) for number, ways in coefficients if ways)
    if slots * bits <= MOST_BITS:
        final = NetWin(game.unit, dict(nets), whole)
        return After(game, decisions, final.ahead, final.even, final.behind, final)
    behind = even = 0
    for net, ways in nets:
        if net > 0:
            break
        behind, even = (behind + ways, even) if net else (behind, ways)
    return After(
        game,
        decisions,
        Fraction(whole - behind - even, whole),
        Fraction(even, whole),
        Fraction(behind, whole),
        None,
    )


def power(weights: Mapping[int, int], exponent: int) -> Iterator[int]:
    """Yield the coefficients of a polynomial's power, the lowest first.

    Source: the recurrence that follows from p q' = n p' q for q = p**n, named after J. C. P.
    Miller; Knuth, The Art of Computer Programming, volume 2, section 4.7.

    Args:
        weights: the coefficients of the polynomial by degree, that of degree 0 among them.
        exponent: n.

    >>> list(power({0: 251, 1: 244}, 2))
    [63001, 122488, 59536]
    """
    first = weights[0]
    coefficients = [first**exponent]
    yield coefficients[0]
    for k in range(1, exponent * max(weights) + 1):
        total = sum(
            (degree * (exponent + 1) - k) * ways * coefficients[k - degree]
            for degree, ways in weights.items()
            if 0 < degree <= k
        )
        coefficients.append(total // (k * first))
        yield coefficients[k]
