"""Proven bounds of how a session ends, where the exact fractions would be too long."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddscalc._chain.rows import Rows
from oddscalc._chain.solve.enclosure import enclosed
from oddscalc._exact.bounds import Bounds
from oddscalc._exact.numbers import exact
from oddscalc._money.netwin import NetWin
from oddscalc._questions.sessions.game import Game, Playable, game_of
from oddscalc._questions.sessions.stepper import Stepper
from oddscalc._questions.sessions.stopped import refuse_endless, refuse_work
from oddscalc._questions.sessions.stops import Stops, Walk
from oddscalc.errors import LimitError, RangeError

MOST_UNITS = 100_000
"""Units between ruin and target up to which a session without an end is enclosed."""

MOST_FILL = 4_000_000
"""Entries of the rows that are eliminated for it, in numbers of 500 bits: some ten seconds."""

LEAST_BITS, MOST_BITS = 16, 100_000


@dataclass(frozen=True)
class Enclosed:
    """How a session ends, within proven bounds.

    Args:
        game: what was bet.
        stops: what ended it.
        walk: where the net could stand.
        decisions: the most decisions there could be; None without such an end.
        final: the net win at the end, of which each probability falls short of the true one, all
            together by ``missing``.
        ends: the lowest and the highest net in units that can come about at the end.
    """

    game: Game
    stops: Stops
    walk: Walk
    decisions: int | None
    final: NetWin
    ends: tuple[int, int]

    @property
    def missing(self) -> Fraction:
        """What the probabilities fall short of 1 together."""
        return 1 - Fraction(sum(self.final.ways.values()), self.final.whole)

    def around(self, lower: Fraction) -> Bounds:
        """Return the bounds of a probability of which *lower* is known."""
        return Bounds(lower, lower + self.missing)

    @property
    def target_first(self) -> Bounds:
        """The probability that a win stopped it."""
        return self.around(self.final.probability(self.walk.won))

    @property
    def ruin_first(self) -> Bounds:
        """The probability that a loss stopped it."""
        return self.around(self.final.probability(self.walk.lost))

    @property
    def unstopped(self) -> Bounds:
        """The probability that it ended with its last decision, without a stop."""
        return self.around(self.final.probability(self.walk.goes_on))

    @property
    def expected_decisions(self) -> Bounds:
        """Decisions until the end, expected.

        Source: Wald's equations. E[net] is E[decisions] times the expected net of one; if that
        is 0, E[net**2] is E[decisions] times the variance of one.
        """
        low, high = (net * self.game.unit for net in self.ends)
        if mean := self.game.net_win.mean:
            least, greatest = self.missing * low, self.missing * high
            bounds = Bounds(self.final.mean + least, self.final.mean + greatest).times(1 / mean)
            return Bounds(max(bounds.lower, Fraction(0)), bounds.upper)
        square = self.final.moment(2)
        more = self.missing * max(low**2, high**2)
        return Bounds(square, square + more).times(1 / self.game.net_win.variance)

    @property
    def expected_rolls(self) -> Bounds | None:
        """The rolls until the end, expected; None if the rolls of a bet are not known."""
        rolls = self.game.expected_rolls
        return None if rolls is None else self.expected_decisions.times(rolls)


def enclose(
    subject: Playable, stops: Stops, bits: int = 128, decisions: int | None = None
) -> Enclosed:
    """Return proven bounds of how a session at flat stakes ends.

    Args:
        subject: an answer, a portfolio, a game, or the probabilities of the nets.
        stops: what ends it.
        bits: how long the numbers may grow, 16 to 100,000; the bounds are apart by about 2**-bits
            for each decision.
        decisions: the most decisions that are made; None for as many as it takes.

    Raises:
        RuleError: the session never ends, or as ``play``.
        NumberError: it is too long for this too.

    >>> from oddscalc._ask.query import Query, ask
    >>> pass_line = ask(["pass"], Query())[0]
    >>> bounds = enclose(pass_line, Stops(Fraction(20), Fraction(40))).target_first
    >>> bounds.lower <= Fraction(244**20, 244**20 + 251**20) <= bounds.upper
    True
    >>> bounds.upper - bounds.lower < Fraction(1, 2**100)
    True
    """
    if not LEAST_BITS <= bits <= MOST_BITS:
        raise RangeError(f"{bits:,} bits; there can be {LEAST_BITS} to {MOST_BITS:,}")
    game = game_of(subject)
    walk = stops.walk(game)
    if decisions is not None:
        return _stepped(game, stops, walk, bits, decisions)
    refuse_endless(walk)
    return _solved(game, stops, walk, bits)


def _stepped(game: Game, stops: Stops, walk: Walk, bits: int, decisions: int) -> Enclosed:
    refuse_work(walk, decisions, bits)
    stepper = Stepper(walk, bits)
    for _ in range(decisions):
        stepper.step()
    lowest, highest = -decisions * game.down, decisions * game.up
    ends = (
        lowest if walk.low is None else max(lowest, walk.low - game.down),
        highest if walk.high is None else min(highest, walk.high + game.up),
    )
    final = NetWin(game.unit, dict(stepper.masses()), stepper.whole)
    return Enclosed(game, stops, walk, decisions, final, ends)


def _solved(game: Game, stops: Stops, walk: Walk, bits: int) -> Enclosed:
    """Return the bounds of a session that only stops end, from the chain of its decisions."""
    assert walk.low is not None
    assert walk.high is not None
    size = walk.high - walk.low + 1
    band = min(game.down, game.up, size) * min(game.down + game.up, size)
    fill = size * max(band, len(game.ways)) * (1 + bits // 500)
    if size > MOST_UNITS or fill > MOST_FILL:
        raise LimitError(
            f"there are {size:,} levels of {exact(game.unit)} each between the stops, and bets"
            f" lose up to {game.down:,} and win up to {game.up:,} of them: bounds are for up to"
            f" {MOST_UNITS:,} levels, less if bets are uneven or bits many; make the stake larger"
        )
    rows, ends = chain(walk)
    lower = [low for low, _ in enclosed(rows, bits)]
    scale = (sum(ways for _, ways in rows.start)) << bits
    masses = {net: int(low * scale) for net, low in zip(ends, lower, strict=True) if low}
    final = NetWin(game.unit, masses, scale)
    return Enclosed(game, stops, walk, None, final, (ends[0], ends[-1]))


def chain(walk: Walk) -> tuple[Rows, list[int]]:
    """Return the chain whose steps are decisions, and the net in units of each of its ends.

    >>> even = game_of({Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)})
    >>> rows, ends = chain(Walk(even, -1, 1))
    >>> rows.targets, ends
    ([(3, 1), (0, 2), (1, 4)], [-2, 2])
    """
    assert walk.low is not None
    assert walk.high is not None
    levels = range(walk.low, walk.high + 1)
    steps, ways = tuple(walk.game.ways), tuple(walk.game.ways.values())
    ends = sorted({net + step for net in levels for step in steps} - set(levels))
    numbers = {net: number for number, net in enumerate((*levels, *ends))}
    targets = [tuple(numbers[net + step] for step in steps) for net in levels]
    return Rows(targets, [ways] * len(levels), [(numbers[0], 1)], len(ends)), ends
