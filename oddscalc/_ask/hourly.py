"""What a bet costs by the roll when it is made again and again, while the table goes on.

A bet can be kept up all the time: made again with the roll that decides it, wherever the table
then stands, if it can be made there. Or it is made only where the table stood for the first, and
the rolls until it stands so again count as well. Source: the renewal reward theorem.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Valued
from oddscalc._bets.automaton import Automaton, Outcome, State
from oddscalc._bets.beside import Beside, Waiting, table_after
from oddscalc._bets.compile import number_against_seven
from oddscalc._bets.table import COMING_OUT, CrapsTable
from oddscalc._bets.together import Together
from oddscalc._chain.chain import explore
from oddscalc._chain.model import Model, start_of, table_of
from oddscalc._chain.solve import solve
from oddscalc._dice.dice import Dice
from oddscalc.errors import ChainError

MOST_STATES = 2_000
"""States of a bet beside the table, up to which it is followed."""

Place = int | None
"""Where the table stands: on a point, or coming out."""


@dataclass(frozen=True)
class LossPerRoll:
    """The expected loss per roll, in money, of a bet that is made again and again.

    Args:
        kept_up: made again at once, wherever it can be made.
        waiting: made only where the table stood for the first, waiting counted.
    """

    kept_up: Fraction
    waiting: Fraction


@dataclass(frozen=True)
class Made:
    """A bet made with the table in one place: its loss, its rolls, where it leaves the table."""

    loss: Fraction
    rolls: Fraction
    after: Mapping[Place, Fraction]


@dataclass(frozen=True)
class MadeAgain:
    """What is bet again and again: the automaton, what outcomes net, where it can be made."""

    automaton: Automaton
    nets: Mapping[Outcome, Fraction]
    places: tuple[Place, ...]
    first: tuple[Place, ...]
    table: CrapsTable
    dice: Dice

    @classmethod
    def of(cls, subject: Valued | Portfolio) -> MadeAgain | None:
        """Return the game of *subject*; None where no table goes on, or it cannot be made again."""
        if isinstance(subject, Valued):
            models, stake = [subject.model], subject.ticket.stake
            automaton: Automaton = subject.model.automaton
        else:
            models, stake = [part.answer.model for part in subject.parts], Fraction(1)
            automaton = Together(
                tuple(candidate.automaton for candidate in models), subject.until == "roll"
            )
        model = models[0]
        table = table_of(model.rules)
        places = tuple(
            place for place in (COMING_OUT, *table.points) if all(_can_be(m, place) for m in models)
        )
        known = subject.value.priced and model.rules.come_out
        if not known or not places or any(_shooters(candidate) for candidate in models):
            return None
        where = model.where if isinstance(subject, Valued) else subject.query.placing.where
        first = places
        if where != "on":
            first = (COMING_OUT if where in (None, "come-out") else int(where),)
        nets = {payoff.outcome: payoff.net * stake for payoff in subject.value.payoffs
                if payoff.net is not None}  # fmt: skip
        return cls(automaton, nets, places, first, table, model.dice)

    def start(self, subject: Valued | Portfolio) -> dict[State, Fraction]:
        """Return the probability of each state of table and bet with the first bet up."""
        models = (
            [subject.model]
            if isinstance(subject, Valued)
            else [part.answer.model for part in subject.parts]
        )
        where = subject.model.where if isinstance(subject, Valued) else None
        if isinstance(subject, Portfolio):
            where = subject.query.placing.where
        never_on = frozenset[int]().union(*(candidate.never_on for candidate in models))
        beside = Beside(self.automaton, self.table)
        return start_of(beside, where or "come-out", self.dice, self.table, never_on)

    @property
    def minds_table(self) -> bool:
        """Whether it matters to the bet where the table stands."""
        everywhere = (COMING_OUT, *self.table.points)
        starts = {self.automaton.start(place) for place in everywhere}
        return self.places != everywhere or len(starts) > 1

    def made(self, place: Place) -> Made:
        """Return what comes of the bet made at *place*."""
        beside = Beside(self.automaton, self.table)
        start = {beside.start(place): Fraction(1)}
        solution = solve(explore(beside, start, self.dice, limit=MOST_STATES))
        after: dict[Place, Fraction] = {}
        loss = Fraction(0)
        for outcome, chance in solution.probabilities.items():
            loss -= chance * self.nets[outcome.parts[0]]
            to = table_after(outcome)
            after[to] = after.get(to, Fraction(0)) + chance
        return Made(loss, solution.expected_rolls, after)

    def waited(self, made: Made, places: Collection[Place]) -> Made:
        """Return *made* with the rolls until the table stands on one of *places* again."""
        rolls, after = made.rolls, dict[Place, Fraction]()
        waiting = Waiting(self.table, frozenset(places))
        for place, chance in made.after.items():
            if place in places:
                after[place] = after.get(place, Fraction(0)) + chance
                continue
            start = {waiting.start(place): Fraction(1)}
            solution = solve(explore(waiting, start, self.dice))
            rolls += chance * solution.expected_rolls
            for outcome, then in solution.probabilities.items():
                to = table_after(outcome)
                after[to] = after.get(to, Fraction(0)) + chance * then
        return Made(made.loss, rolls, after)

    def per_roll(self, places: Sequence[Place]) -> Fraction:
        """Return the loss per roll of the bet made whenever the table stands on one of *places*."""
        cycles = {place: self.waited(self.made(place), places) for place in places}
        share = stationary({place: cycle.after for place, cycle in cycles.items()})
        loss = sum((share[place] * cycle.loss for place, cycle in cycles.items()), Fraction(0))
        return loss / sum(
            (share[place] * cycle.rolls for place, cycle in cycles.items()), Fraction(0)
        )


def loss_per_roll(subject: Valued | Portfolio) -> LossPerRoll | None:
    """Return what *subject* costs by the roll; None where no table goes on beside it.

    None too for a bet of more states than can be followed beside the table.

    >>> from oddscalc._ask.query import Query, ask
    >>> loss_per_roll(ask(["pass"], Query())[0])
    LossPerRoll(kept_up=Fraction(7, 1671), waiting=Fraction(7, 1671))
    """
    game = MadeAgain.of(subject)
    if game is None:
        return None
    try:
        return LossPerRoll(game.per_roll(game.places), game.per_roll(game.first))
    except ChainError as error:
        if error.code != "too-many-states":
            raise
        return None


def stationary(rows: Mapping[Place, Mapping[Place, Fraction]]) -> dict[Place, Fraction]:
    """Return how often each place comes up in the long run, up to a common factor.

    By elimination of one place after the other, without subtraction.

    >>> half = Fraction(1, 2)
    >>> stationary({4: {4: half, 5: half}, 5: {4: Fraction(1)}})
    {4: Fraction(1, 1), 5: Fraction(1, 2)}
    """
    places = list(rows)
    step = [[rows[here].get(to, Fraction(0)) for to in places] for here in places]
    for last in range(len(places) - 1, 0, -1):
        leaving = sum(step[last][:last], Fraction(0))
        for here in range(last):
            step[here][last] /= leaving
            for to in range(last):
                step[here][to] += step[here][last] * step[last][to]
    share = [Fraction(1)]
    for place in range(1, len(places)):
        share.append(sum((share[here] * step[here][place] for here in range(place)), Fraction(0)))
    return dict(zip(places, share, strict=True))


def _can_be(model: Model, place: Place) -> bool:
    """Return whether the bet can be made with the table so."""
    when = model.wager.when
    if when == "point":
        return place == number_against_seven(model.bet)
    return when in ("any", "unstated") or (when == "come-out") == (place is COMING_OUT)


def _shooters(model: Model) -> bool:
    """Return whether the bet waits for a new shooter, or stands already and is not made again."""
    return model.wager.when == "new-shooter" or model.stands is not None
