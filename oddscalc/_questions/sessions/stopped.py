"""A session at flat stakes with stops: how it ends, and after how long. All exact."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._exact.budget import at
from oddscalc._exact.numbers import as_fraction, exact
from oddscalc._money.netwin import NetWin
from oddscalc._questions.sessions.game import Game, Playable, game_of
from oddscalc._questions.sessions.stepper import Stepper, work
from oddscalc._questions.sessions.stops import Stops, Walk
from oddscalc._questions.sessions.visits import LevelSteps, Visits, power, start, visits
from oddscalc.errors import LimitError, RangeError, RuleError

MOST_UNITS = 5_000
"""Units between ruin and target up to which a session without an end is solved exactly."""

MOST_BITS = 100_000
"""Bits of the longest number in it: 30,000 digits."""

MOST_PRODUCTS = 30_000_000
"""Products of long numbers that it takes: some ten seconds."""

MOST_WORK = 50_000_000
"""Steps from one net to another, of a session that is stepped: some ten seconds."""

INSTEAD = "enclose the answer (--enclose BITS) to have proven bounds instead"


@dataclass(frozen=True)
class Session:
    """How a session ends.

    Args:
        game: what was bet.
        stops: what ended it.
        walk: where the net could stand.
        decisions: the most decisions there could be; None without such an end.
        final: the distribution of the net win at the end.
        expected_decisions: decisions until the end, expected.
        variance_decisions: their variance.
    """

    game: Game
    stops: Stops
    walk: Walk
    decisions: int | None
    final: NetWin
    expected_decisions: Fraction
    variance_decisions: Fraction

    @property
    def target_first(self) -> Fraction:
        """The probability that a win stopped it: the target or the stop-win was reached."""
        return self.final.probability(self.walk.won)

    @property
    def ruin_first(self) -> Fraction:
        """The probability that a loss stopped it: ruin, or the stop-loss was reached."""
        return self.final.probability(self.walk.lost)

    @property
    def unstopped(self) -> Fraction:
        """The probability that it ended with its last decision, without a stop."""
        return self.final.probability(self.walk.goes_on)

    @property
    def expected_rolls(self) -> Fraction | None:
        """The rolls until the end, expected; None if the rolls of a bet are not known."""
        return self.game.rolls(self.expected_decisions)


def play(subject: Playable, stops: Stops, decisions: int | None = None) -> Session:
    """Return how a session at flat stakes ends.

    Args:
        subject: an answer, a portfolio, a game, or the probabilities of the nets.
        stops: what ends it.
        decisions: the most decisions that are made; None for as many as it takes, which needs
            stops on both sides.

    Raises:
        RuleError: the session never ends, the bankroll does not cover the first bet, or the bet
            has no price.
        NumberError: it is too long for exact numbers: over 5,000 units between ruin and target,
            numbers of over 100,000 bits, bets too uneven, or too many steps.

    >>> from oddscalc._ask.query import Query, ask
    >>> pass_line = ask(["pass"], Query())[0]
    >>> play(pass_line, Stops(stop_win=Fraction(1), stop_loss=Fraction(2))).target_first
    Fraction(120780, 183781)
    >>> play(pass_line, Stops(bankroll=Fraction(1)), decisions=2).expected_decisions
    Fraction(739, 495)
    """
    game = game_of(subject)
    walk = stops.walk(game)
    if decisions is not None:
        return _stepped(game, stops, walk, decisions)
    refuse_endless(walk)
    return _solved(game, stops, walk)


def ruin(
    subject: Playable, bankroll: Fraction | int | str, target: Fraction | int | str
) -> Session:
    """Return how a session ends that goes on from *bankroll* until ruin or *target*.

    Raises:
        RuleError, NumberError: as ``play``.

    >>> even = {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}
    >>> fair = ruin(even, 3, 10)
    >>> fair.target_first, fair.expected_decisions
    (Fraction(3, 10), Fraction(21, 1))
    """
    return play(
        subject, Stops(as_fraction(bankroll, "the bankroll"), as_fraction(target, "the target"))
    )


def refuse_endless(walk: Walk) -> None:
    """Refuse a session that has neither stops on both sides nor a last decision.

    Raises:
        RuleError: it has not, or its net never changes.
    """
    if walk.low is None or walk.high is None:
        raise RuleError(
            "without a limit on both sides a session has no end: give a bankroll or a stop-loss,"
            " and a target, a stop-win or a number of decisions",
            code="incomplete",
        )
    if not walk.game.down and not walk.game.up:
        raise RuleError("the bet neither wins nor loses: the session never ends", code="never-ends")


def _solved(game: Game, stops: Stops, walk: Walk) -> Session:
    """Return how a session ends that only stops end."""
    assert walk.low is not None
    assert walk.high is not None
    size, first, ways = walk.high - walk.low + 1, -walk.low, game.ways
    _refuse_long(game, size)
    steps = _inside(ways, size)
    turned = {-step: weight for step, weight in ways.items()}
    mirrored = _inside(turned, size).down < steps.down  # fewer unknowns from the other side
    if mirrored:
        first, ways, steps = size - 1 - first, turned, _inside(turned, size)
    _refuse_uneven(game, size, steps)
    once = visits(steps, start(first, size, steps))
    twice = visits(steps, once)
    masses, whole = _arrived(ways, once)
    nets = sorted((first - end if mirrored else end - first, mass) for end, mass in masses)
    expected = once.fraction()
    square = 2 * twice.fraction() - expected
    final = NetWin(game.unit, dict(nets), whole)
    return Session(game, stops, walk, None, final, expected, square - expected**2)


def _inside(ways: Mapping[int, int], size: int) -> LevelSteps:
    """Return the steps that can lead from one of *size* levels to another."""
    inside = {step: weight for step, weight in ways.items() if abs(step) < size}
    return LevelSteps(inside, sum(ways.values()))


def _refuse_uneven(game: Game, size: int, steps: LevelSteps) -> None:
    """Refuse what takes too long, in products of numbers of about a thousand bits.

    Raises:
        NumberError: it does.
    """
    unknown, nets = steps.down, len(game.ways)
    products = size * nets * (3 * unknown + 2)  # of the recurrences
    if products <= MOST_PRODUCTS:
        bits = power(steps, size) * game.whole.bit_length()
        products += (game.down + game.up) * nets * (unknown + 1)  # of what arrives
        products *= 1 + bits // 2_000
        longest = min(unknown * bits, size * game.whole.bit_length())
        products += unknown**3 * (longest // 1_000) ** 2  # of the elimination of the unknowns
    if products > MOST_PRODUCTS:
        raise LimitError(
            f"bets with {nets:,} different nets, that lose up to {game.down:,} and win up to"
            f" {game.up:,} units of {exact(game.unit)}, are too uneven for an exact answer over"
            f" {size:,} levels; take rounder stakes, or {INSTEAD}"
        )


def _refuse_long(game: Game, size: int) -> None:
    if size > MOST_UNITS:
        raise LimitError(
            f"there are {size:,} levels of {exact(game.unit)} each between the stops, and the limit"
            f" of exact answers is {MOST_UNITS:,}; make the stakes larger or rounder, or {INSTEAD}"
        )
    bits = size * game.whole.bit_length()
    if bits > MOST_BITS:
        raise LimitError(
            f"{size:,} levels of {exact(game.unit)} between the stops take numbers of up to"
            f" {bits:,} bits, and the limit of exact answers is {MOST_BITS:,}; make the stake"
            f" larger, or {INSTEAD}",
            code="numbers-too-long",
        )


def _arrived(ways: Mapping[int, int], visits: Visits) -> tuple[list[tuple[int, int]], int]:
    """Return the mass that leaves to each level beyond the barriers, and what it is a share of."""
    size = len(visits.forms)
    ends = sorted({level + step for level in _edge(size, ways) for step in ways})
    sums = []
    for end in ends:
        before = {end - step: weight for step, weight in ways.items() if 0 <= end - step < size}
        if not 0 <= end < size:
            sums.append((end, *visits.total(dict(sorted(before.items())))))
    most = max(power for _, _, power in sums)
    masses = [(end, number * visits.base ** (most - power)) for end, number, power in sums]
    whole = sum(ways.values()) * visits.over * visits.base**most
    return [(end, mass) for end, mass in masses if mass], whole


def _edge(size: int, ways: Mapping[int, int]) -> set[int]:
    """Return the levels from which a step can leave."""
    down, up = max(0, -min(ways)), max(0, *ways)
    return {*range(min(down, size)), *range(max(0, size - up), size)}


def _stepped(game: Game, stops: Stops, walk: Walk, decisions: int) -> Session:
    """Return how a session ends that has a last decision."""
    refuse_work(walk, decisions)
    stepper = Stepper(walk)
    count = square = 0  # of the decisions made, over the whole
    for number in range(decisions):
        at("following the session, decisions", number, decisions)
        going = stepper.going
        stepper.step()
        count = (count + going) * game.whole
        square = (square + (2 * number + 1) * going) * game.whole
    expected = Fraction(count, stepper.whole)
    return Session(
        game,
        stops,
        walk,
        decisions,
        NetWin(game.unit, dict(stepper.masses()), stepper.whole),
        expected,
        Fraction(square, stepper.whole) - expected**2,
    )


def refuse_work(walk: Walk, decisions: int, bits: int | None = None) -> None:
    """Refuse a session that takes too long to step.

    Raises:
        NumberError: it does, or *decisions* is below 1.
    """
    if decisions < 1:
        raise RangeError(f"{decisions} decisions; there must be at least 1")
    steps = work(walk, decisions, bits)
    if steps > MOST_WORK:
        instead = f", or {INSTEAD}" if bits is None else " or fewer bits"
        raise LimitError(
            f"{decisions:,} decisions take about {steps:,} steps from one net to another, and the"
            f" limit is {MOST_WORK:,}; ask for fewer decisions{instead}"
        )
