"""``rolls``: how long a bet lasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Unpack

from oddscalc._ask.asked import rate_of, refuse_unknown, several, whole_of
from oddscalc._ask.options import Number, PlacedOptions
from oddscalc._exact.numbers import decimal
from oddscalc._face.shown import Shown, parts_of
from oddscalc._face.subjects import one_bet
from oddscalc._questions import rolls as lasting
from oddscalc._show.document import Document
from oddscalc._show.words import rolls as words


@dataclass(frozen=True, repr=False)
class RollsAnswer(Shown, lasting.Rolls):
    """How long a bet, or the shooter's hand, lasts.

    >>> answer = rolls("hand", at_least=154)
    >>> answer
    <RollsAnswer: hand, mean 8.525510204 rolls, median 6>
    >>> answer.mean, answer.quantiles[Fraction(9, 10)]
    (Fraction(1671, 196), 17)
    """

    @property
    def mean(self) -> Fraction:
        """The expected rolls."""
        return self.moments.mean

    @property
    def variance(self) -> Fraction:
        """The variance of the rolls."""
        return self.moments.variance

    def document(self) -> Document:
        """Return it in words."""
        return words.document([self])

    def line(self) -> str:
        """Return what it is about, with mean and median."""
        return f"{self.subject.id}, mean {decimal(self.mean)} rolls, median {self.median}"


def rolls(
    bet: str,
    *,
    pmf: int = 10,
    cdf: int = 0,
    quantile: Number | Sequence[Number] | None = None,
    at_least: int | Sequence[int] = (),
    given: str | None = None,
    pgf: bool = False,
    **options: Unpack[PlacedOptions],
) -> RollsAnswer:
    """Return how many rolls a bet lasts: mean, variance, quantiles, probabilities.

    Args:
        bet: an id or a name, or the path of a TOML file with a bet; ``hand`` for the shooter's
            hand, up to the seven-out.
        pmf: the probabilities of a decision on rolls 1 to so many.
        cdf: the probabilities of a decision by rolls 1 to so many.
        quantile: shares of all bets, like ``0.9`` as text: the rolls within which they are decided.
        at_least: numbers of rolls: the probabilities of so many or more.
        given: only bets that end so: ``win``, ``lose``, ``push``, a tier, or both: ``win 12``.
        pgf: whether the probability generating function is wanted.
        options: see ``PlacedOptions``.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: as ``edge``; or the outcome given cannot come about.

    >>> rolls("pass", pmf=2).pmf
    [Fraction(1, 3), Fraction(61, 324)]
    """
    refuse_unknown("rolls", options, PlacedOptions)
    shares = (
        None if quantile is None else [rate_of("quantile", share) for share in several(quantile)]
    )
    question = lasting.Question(
        given,
        whole_of("pmf", pmf),
        whole_of("cdf", cdf),
        None if shares is None else tuple(shares),
        tuple(whole_of("at_least", bound, least=1) for bound in several(at_least)),
        pgf,
    )
    (laws,) = lasting.rolls(*one_bet(bet, options), question)
    return RollsAnswer(**parts_of(laws))
