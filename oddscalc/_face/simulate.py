"""``simulate``: a bet played many times against its exact odds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Unpack

from oddscalc._ask.asked import refuse_unknown, whole_of
from oddscalc._ask.items import paid, parse_item
from oddscalc._ask.joint import Portfolio, portfolio
from oddscalc._ask.options import PlacedOptions
from oddscalc._ask.query import models
from oddscalc._chain.model import Model
from oddscalc._dice.dice import Dice, parse_dice
from oddscalc._face.shown import Shown, parts_of
from oddscalc._face.subjects import Bet, one_bet, together
from oddscalc._questions.plans.load import is_plan, load
from oddscalc._questions.simulation import require
from oddscalc._show.document import Document

require()

from oddscalc._questions.simulation.plans import (  # noqa: E402 - only with NumPy
    PlanEvidence,
    witness_plan,
)
from oddscalc._questions.simulation.trial import subject  # noqa: E402
from oddscalc._questions.simulation.witness import Evidence, witness  # noqa: E402
from oddscalc._show.words import simulatedplan  # noqa: E402
from oddscalc._show.words import simulation as words  # noqa: E402


@dataclass(frozen=True, repr=False)
class SimulateAnswer(Shown, Evidence):
    """What was counted; true if it agrees with the exact odds. Statistics are floats.

    Args:
        played: what was played.

    >>> answer = simulate("field", n=10_000)
    >>> answer
    <SimulateAnswer: field, 10,000 games, agree>
    """

    played: Model | Portfolio

    def __bool__(self) -> bool:
        return self.agrees

    def document(self) -> Document:
        """Return it in words."""
        return words.document(self.played, self)

    def line(self) -> str:
        """Return what was played, how often, and whether the counts agree."""
        if isinstance(self.played, Model):
            name = self.played.bet.id
        else:
            name = " + ".join(part.name for part in self.played.parts)
        return f"{name}, {self.games:,} games, {'agree' if self.agrees else 'do not agree'}"


@dataclass(frozen=True, repr=False)
class SimulatePlanAnswer(Shown, PlanEvidence):
    """What was counted of a plan; true if it agrees with the exact moments.

    >>> simulate("place-68", n=2_000)
    <SimulatePlanAnswer: place-68, 2,000 hands, agree>
    """

    def __bool__(self) -> bool:
        return self.agrees

    def document(self) -> Document:
        """Return it in words."""
        return simulatedplan.document(self)

    def line(self) -> str:
        """Return what was played, how often, and whether the means agree."""
        verdict = "agree" if self.agrees else "do not agree"
        return f"{self.plan.id}, {self.hands:,} hands, {verdict}"


def simulate(
    bet: Bet,
    *,
    n: int = 10_000_000,
    seed: int = 1,
    progress: Callable[[int], None] | None = None,
    **options: Unpack[PlacedOptions],
) -> SimulateAnswer | SimulatePlanAnswer:
    """Play a bet roll by roll, and test the counts against the exact distribution.

    Needs the extra ``simulate``. Of a betting plan whole hands are played, and means are tested.

    Args:
        bet: an id or a name, or the path of a TOML file with a bet, in its usual reading unless
            another is named; or bets made together, as ``portfolio`` takes them; or a plan.
        n: how many games, up to 10_000_000_000; of a plan, hands.
        seed: another seed gives other games.
        progress: is told, now and then, how many more games are over.
        options: see ``PlacedOptions``.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: as ``edge``; or NumPy is not installed, or the game never ends.
    """
    refuse_unknown("simulate", options, PlacedOptions)
    most = options.get("max_states", 100_000)
    games, seed = whole_of("n", n, least=1), whole_of("seed", seed)
    if isinstance(bet, str) and is_plan(bet):
        given = {name: value for name, value in options.items() if value is not None}
        given.pop("max_states", None)
        dice = options.get("dice", "fair")
        weights = dice if isinstance(dice, Dice) else parse_dice(str(dice))
        simulated = witness_plan(load(bet, given), weights, games, seed, most, progress)
        return SimulatePlanAnswer(**parts_of(simulated))
    played: Model | Portfolio
    if isinstance(bet, str) and not paid(parse_item(bet)):
        played = models(*one_bet(bet, options))[0]
    else:
        played = portfolio(*together(bet, options))
    evidence = witness(subject(played), games, seed, max_states=most, progress=progress)
    return SimulateAnswer(**parts_of(evidence), played=played)
