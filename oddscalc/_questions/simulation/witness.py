"""Holding what was played against the exact distribution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._questions.simulation.playing import Played, play
from oddscalc._questions.simulation.statistics import ChiSquare, chi_square, interval, normal
from oddscalc._questions.simulation.trial import End, Trial
from oddscalc.errors import ChainError, LimitError, RangeError

MOST_GAMES = 10**10

MOST_ROLLS = 10**11
"""Rolls that all games together may be expected to take; about 3 * 10**7 are thrown in a second."""

LONGEST_GAME = 10**6
"""Rolls that one game may be expected to take."""

ALPHA = Fraction(1, 10_000)
"""The share of runs in which each of the three tests finds fault with what is right."""

ENOUGH_FOR_ROLLS = 1_000
"""Games from which on the mean of their rolls is taken as normal."""

UNDECIDED = "undecided"
"""What games that were given up come to; of no exact distribution."""


@dataclass(frozen=True)
class Tally:
    """One outcome, counted.

    Args:
        outcome: an outcome; a net win for a portfolio; or ``UNDECIDED``.
        probability: the exact one.
        expected: the games expected to come to it, exactly.
        count: the games that did.
        low: the lower end of the interval for its probability, a statistic.
        high: the upper end.
    """

    outcome: End
    probability: Fraction
    expected: Fraction
    count: int
    low: float
    high: float

    @property
    def inside(self) -> bool:
        """Whether the exact probability is in the interval."""
        return self.low <= self.probability <= self.high


@dataclass(frozen=True)
class RollsTest:
    """The rolls of all games together, against the exact expectation.

    Args:
        total: the rolls.
        games: the games that took them.
        expected: the rolls of one game, expected.
        variance: the exact variance of the rolls of one game, or else that of the sample.
        is_exact: which of the two it is.
        z: the difference in standard deviations, a statistic; None if there were too few games.
        p_value: how often chance alone makes it as large or larger, a statistic.
    """

    total: int
    games: int
    expected: Fraction
    variance: Fraction | None
    is_exact: bool
    z: float | None = None
    p_value: float | None = None

    @property
    def mean(self) -> Fraction:
        """The rolls of a game in the mean."""
        return Fraction(self.total, self.games)


@dataclass(frozen=True)
class Evidence:
    """What a simulation says of an exact distribution.

    Args:
        games: how many were played.
        seed: the seed.
        tallies: the outcomes, in the order of the exact distribution.
        chi_square: the test of all of them at once; None if too few are expected often enough.
        rolls: the test of the rolls.
    """

    games: int
    seed: int
    tallies: tuple[Tally, ...]
    chi_square: ChiSquare | None
    rolls: RollsTest

    @property
    def outside(self) -> tuple[Tally, ...]:
        """The outcomes of which the exact probability is not in the interval."""
        return tuple(tally for tally in self.tallies if not tally.inside)

    @property
    def agrees(self) -> bool:
        """Whether none of the three tests finds fault, each at the level ``ALPHA``."""
        p_values = (self.chi_square.p_value if self.chi_square else None, self.rolls.p_value)
        return not self.outside and all(p is None or p >= ALPHA for p in p_values)


def witness(
    trial: Trial,
    games: int = 10_000_000,
    seed: int = 1,
    *,
    max_states: int = 100_000,
    progress: Callable[[int], None] | None = None,
) -> Evidence:
    """Play *trial* and hold the counts against its exact distribution.

    Args:
        trial: the game and its distribution.
        games: how many are played, up to 10**10.
        seed: 0 or more; the counts depend on it and on the version of NumPy only.
        max_states: how many different states may come up.
        progress: is told, now and then, how many more games are over.

    Returns:
        Counts, which are exact, and statistics, which are floats. Games of which the rolls come
        to ten times what is expected are given up as ``UNDECIDED``, which agrees with nothing.

    Raises:
        NumberError: too many games, or a game that practically never ends.
        ChainError: more states than *max_states* came up.

    >>> from oddscalc._ask.query import Query, models
    >>> from oddscalc._questions.simulation.trial import subject
    >>> found = witness(subject(models(["field"], Query())[0]), games=10_000)
    >>> found.agrees, sum(tally.count for tally in found.tallies), found.rolls.mean
    (True, 10000, Fraction(1, 1))
    """
    _refuse(trial, games, seed)
    most_rolls = 10 * int(games * trial.expected_rolls) + 10**7
    try:
        played = play(trial.game, games, seed, most_rolls, max_states, progress)
    except ChainError as error:
        raise error.at(trial.name) from None
    tallies = _tallies(trial, played)
    cells = [(tally.expected, tally.count) for tally in tallies]
    return Evidence(games, seed, tallies, chi_square(cells), _rolls(trial, played))


def _refuse(trial: Trial, games: int, seed: int) -> None:
    """Refuse what is nonsense or would take too long."""
    if not 1 <= games <= MOST_GAMES:
        raise RangeError(f"{games:,} games; play 1 to {MOST_GAMES:,}")
    if seed < 0:
        raise RangeError(f"the seed is {seed}; it must be 0 or more")
    rolls = trial.expected_rolls
    if rolls > LONGEST_GAME:
        raise LimitError(
            f"{trial.name} is expected to take more than {LONGEST_GAME:,} rolls: practically it"
            " never ends, and is not simulated"
        )
    if games * rolls > MOST_ROLLS:
        raise LimitError(
            f"{games:,} games of {trial.name} are expected to take {int(games * rolls):,} rolls;"
            f" the limit is {MOST_ROLLS:,}: play up to {int(MOST_ROLLS / rolls):,} games"
        )


def _tallies(trial: Trial, played: Played) -> tuple[Tally, ...]:
    """Return the outcomes counted, those that the exact distribution does not know last.

    The error of their intervals is shared out evenly (Bonferroni).
    """
    counts = Counter[End]()
    for ended, games in played.counts.items():
        counts[trial.comes_to(ended)] += games
    if played.undecided:
        counts[UNDECIDED] = played.undecided
    outcomes = list(dict.fromkeys([*trial.probabilities, *counts]))
    alpha = float(ALPHA / len(outcomes))
    tallies = []
    for outcome in outcomes:
        probability = trial.probabilities.get(outcome, Fraction(0))
        count = counts[outcome]
        ends = interval(count, played.games, alpha)
        tallies.append(Tally(outcome, probability, played.games * probability, count, *ends))
    return tuple(tallies)


def _rolls(trial: Trial, played: Played) -> RollsTest:
    games, mean, variance = played.games, trial.expected_rolls, trial.variance
    is_exact = variance is not None
    if variance is None and games > 1:
        variance = Fraction(games * played.squares - played.rolls**2, games * (games - 1))
    if games < ENOUGH_FOR_ROLLS or played.undecided or variance is None:
        return RollsTest(played.rolls, games, mean, variance, is_exact)
    z, p_value = normal(played.rolls, games * mean, games * variance)
    return RollsTest(played.rolls, games, mean, variance, is_exact, z, p_value)
