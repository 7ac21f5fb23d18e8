"""Playing many games at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from oddscalc._bets.automaton import Automaton, Outcome, State
from oddscalc._dice.dice import Dice
from oddscalc._questions.simulation.lots import Lots
from oddscalc._questions.simulation.steps import DECIDED, Steps

GENERATOR = f"PCG64 of NumPy {np.__version__}"
"""What the rolls come from; with the seed it says what they are."""

BATCH = 2**18
"""Games that are played side by side; the memory needed does not grow with those that follow."""


@dataclass(frozen=True)
class Setup:
    """What is played.

    Args:
        automaton: the bet.
        start: the probability of each state in which it may be placed.
        dice: the weights of the rolls.
    """

    automaton: Automaton
    start: Mapping[State, Fraction]
    dice: Dice


@dataclass(frozen=True)
class Played:
    """What came of it.

    Args:
        games: how many were played.
        counts: how many ended in each outcome; those that came about at all.
        rolls: all rolls that were thrown.
        squares: the sum over the games decided of the square of their rolls.
    """

    games: int
    counts: Mapping[Outcome, int]
    rolls: int
    squares: int

    @property
    def undecided(self) -> int:
        """Games that were given up before they were decided."""
        return self.games - sum(self.counts.values())


def play(
    game: Setup,
    games: int,
    seed: int,
    most_rolls: int,
    max_states: int,
    progress: Callable[[int], None] | None = None,
) -> Played:
    """Return the counts of *games*, the same for the same seed and version of NumPy.

    Args:
        game: what is played.
        games: how many, 1 or more.
        seed: of PCG64, 0 or more.
        most_rolls: after so many rolls, all games together, what is undecided is given up.
        max_states: how many states may come up.
        progress: is told, now and then, how many more games are over.

    Raises:
        ChainError: more states than *max_states* came up.
        NumberError: the common denominator of the dice is too large to draw from.

    >>> from oddscalc._bets.catalogue import shipped
    >>> from oddscalc._bets.compile import compile_bet
    >>> field = compile_bet(shipped()["field"], shipped())
    >>> game = Setup(field, {field.start(None): Fraction(1)}, Dice.fair())
    >>> played = play(game, 1_000, seed=1, most_rolls=10_000, max_states=10)
    >>> played.rolls, played.squares, played.undecided, sum(played.counts.values())
    (1000, 1000, 0, 1000)
    """
    generator = np.random.default_rng(seed)
    steps = Steps(game.automaton, max_states)
    starts = np.array([steps.place(state) for state in game.start], dtype=np.int64)
    first, dice = Lots(list(game.start.values()), "start"), Lots(game.dice.weights, "rolls")
    counts, rolls, squares = Counter[int](), 0, 0
    for begun in range(0, games, BATCH):
        batch = min(BATCH, games - begun)
        if rolls >= most_rolls:
            break
        standing = starts[first.draw(generator, batch)]
        ended, thrown = [np.empty(0, dtype=np.int64)], 0
        while standing.size and rolls < most_rolls:
            thrown += 1
            rolls += standing.size
            after = steps.after(standing, dice.draw(generator, standing.size))
            decided = after >= DECIDED
            if decided.any():
                ended.append(after[decided] - DECIDED)
                squares += thrown**2 * ended[-1].size
            standing = after[~decided]
        counts.update(dict(enumerate(np.bincount(np.concatenate(ended)).tolist())))
        if progress is not None:
            progress(batch)
    by_outcome = {steps.outcomes[number]: count for number, count in counts.items() if count}
    return Played(games, by_outcome, rolls, squares)
