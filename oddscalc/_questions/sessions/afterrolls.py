"""Where the net stands after so many rolls of a bet that is made again whenever it is decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from oddscalc._ask.hourly import MadeAgain
from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Valued
from oddscalc._bets.automaton import Outcome, State
from oddscalc._chain.duration.stepping import scale_of, whole_steps
from oddscalc._dice.dice import ROLLS, Roll
from oddscalc._exact.budget import at
from oddscalc._money.netwin import NetWin
from oddscalc._questions.sessions.game import Game, game_of
from oddscalc.errors import LimitError, RangeError

MOST_WORK = 20_000_000
"""Steps from one state and net to another: some ten seconds."""


@dataclass(frozen=True)
class AfterRolls:
    """The net win after a number of rolls.

    Args:
        game: what was bet.
        rolls: how many rolls.
        final: the distribution of the net; a bet that is undecided counts as its stake.
        undecided: the probability that a bet is undecided after the last roll.
    """

    game: Game
    rolls: int
    final: NetWin
    undecided: Fraction


def after_rolls(subject: Valued | Portfolio, rolls: int) -> AfterRolls:
    """Return where the net stands after so many *rolls* at flat stakes.

    The table goes on from decision to decision: the bet is made again as soon as it is decided
    and can be made; bets of a portfolio are made again together. A bet that is undecided after
    the last roll is neither won nor lost; what others beside it have won or lost counts.

    Raises:
        NumberError: the number of rolls is below 1, or they take too long.
        RuleError: the bet has no price.

    >>> from oddscalc._ask.query import Query, ask
    >>> one = after_rolls(ask(["pass"], Query())[0], 1)
    >>> one.final.ahead, one.final.behind, one.undecided
    (Fraction(2, 9), Fraction(1, 9), Fraction(2, 3))
    """
    game = game_of(subject)
    going_on = MadeAgain.of(subject)
    if going_on is not None and going_on.minds_table and rolls >= 1:
        return _with_table(subject, game, going_on, rolls)
    chain = subject.chain if isinstance(subject, Portfolio) else subject.model.chain()
    if rolls < 1:
        raise RangeError(f"{rolls} rolls; there must be at least 1")
    money, unit = _money(subject), _unit(subject, game)
    nets = [int(money[outcome] / unit) for outcome in chain.outcomes]
    steps, scale = whole_steps(chain.rows), scale_of(chain.rows)
    again, fresh = dict(chain.rows.start), sum(ways for _, ways in chain.rows.start)
    playing = {state: {0: ways} for state, ways in again.items()}
    whole, decided, work = fresh, dict[int, int](), 0
    for roll in range(rolls):
        at("following the session, rolls", roll, rolls)
        work += _work(playing, steps, whole)
        if work > MOST_WORK:
            raise LimitError(
                f"{rolls:,} rolls are too many: after {roll:,} of them, {MOST_WORK:,} steps from"
                " one state and net to another have been made, which is the limit"
            )
        if roll:  # what was decided is bet again
            playing = _multiplied(playing, fresh)
            for state, ways in again.items():
                _add(playing.setdefault(state, {}), decided, ways)
            whole *= fresh
        whole *= scale
        playing, decided = _rolled(playing, steps, len(chain.rows), nets)
    total = dict(decided)
    for state, masses in playing.items():
        _add(total, masses, 1, int(_so_far(subject, chain.states[state]) / unit))
    final = NetWin(unit, dict(sorted(total.items())), whole)
    return AfterRolls(game, rolls, final, 1 - Fraction(sum(decided.values()), whole))


def _with_table(
    subject: Valued | Portfolio, game: Game, going_on: MadeAgain, rolls: int
) -> AfterRolls:
    """Return the same of a bet to which it matters where the table stands."""
    unit = _unit(subject, game)
    scale = lcm(*(weight.denominator for weight in going_on.dice.weights))
    kinds = [(roll, int(going_on.dice.weight[roll] * scale)) for roll in ROLLS]
    start = going_on.start(subject)
    whole = lcm(*(chance.denominator for chance in start.values()))
    masses = {state: {0: int(chance * whole)} for state, chance in start.items()}
    known: dict[State, list[tuple[State, int, int]]] = {}
    work = 0
    for roll in range(rolls):
        at("following the session, rolls", roll, rolls)
        for state in masses:
            if state not in known:
                known[state] = _moves(going_on, state, kinds, unit)
        made = sum(len(nets) * len(known[state]) for state, nets in masses.items())
        work += made * (1 + whole.bit_length() // 2_000)
        if work > MOST_WORK:
            raise LimitError(
                f"{rolls:,} rolls are too many: after {roll:,} of them, {MOST_WORK:,} steps from"
                " one state and net to another have been made, which is the limit"
            )
        after: dict[State, dict[int, int]] = {}
        for state, nets in masses.items():
            for to, ways, net in known[state]:
                _add(after.setdefault(to, {}), nets, ways, net)
        masses, whole = after, whole * scale
    total: dict[int, int] = {}
    for (_, inner), nets in masses.items():
        _add(total, nets, 1, int(_so_far(subject, inner) / unit))
    up = sum(sum(nets.values()) for (_, inner), nets in masses.items() if inner is not None)
    final = NetWin(unit, dict(sorted(total.items())), whole)
    return AfterRolls(game, rolls, final, Fraction(up, whole))


def _moves(
    going_on: MadeAgain, state: State, kinds: Sequence[tuple[Roll, int]], unit: Fraction
) -> list[tuple[State, int, int]]:
    """Return where a roll leads, with its ways and the units won.

    A state is the table's point, and the bet's state or None while no bet is up; one is made
    before the roll if it can be.
    """
    point, inner = state
    if inner is None and point in going_on.places:
        inner = going_on.automaton.start(point)
    moves: dict[tuple[State, int], int] = {}
    for roll, ways in kinds:
        if not ways:
            continue
        after = None if inner is None else going_on.automaton.step(inner, roll)
        net = 0
        if isinstance(after, Outcome):
            net, after = int(going_on.nets[after] / unit), None
        to = (going_on.table.after(point, roll), after), net
        moves[to] = moves.get(to, 0) + ways
    return [(to, ways, net) for (to, net), ways in moves.items()]


def _so_far(subject: Valued | Portfolio, state: State | None) -> Fraction:
    """Return what bets made together have won or lost of which others are undecided."""
    if isinstance(subject, Valued) or state is None:
        return Fraction(0)
    return sum(
        (
            part.net(inner)
            for part, inner in zip(subject.parts, state, strict=True)
            if isinstance(inner, Outcome)
        ),
        Fraction(0),
    )


def _unit(subject: Valued | Portfolio, game: Game) -> Fraction:
    """Return the greatest amount of which all nets are multiples, each bet's alone too."""
    if isinstance(subject, Valued):
        return game.unit
    nets = [
        payoff.net * part.answer.ticket.stake
        for part in subject.parts
        for payoff in part.answer.value.payoffs
        if payoff.net is not None
    ]
    scale = lcm(game.unit.denominator, *(net.denominator for net in nets))
    return Fraction(gcd(int(game.unit * scale), *(int(net * scale) for net in nets)), scale)


def _money(subject: Valued | Portfolio) -> dict[Outcome, Fraction]:
    """Return what each outcome nets."""
    stake = subject.ticket.stake if isinstance(subject, Valued) else 1
    return {
        payoff.outcome: payoff.net * stake
        for payoff in subject.value.payoffs
        if payoff.net is not None
    }


WholeSteps = Sequence[Sequence[tuple[int, int]]]
"""For each state where a roll leads to, with the ways of it over one scale for all states."""


def _work(playing: Mapping[int, Mapping[int, int]], steps: WholeSteps, whole: int) -> int:
    """Return the steps of one roll, those in long numbers counted as several."""
    made = sum(len(masses) * len(steps[state]) for state, masses in playing.items())
    return made * (1 + whole.bit_length() // 2_000)


def _rolled(
    playing: Mapping[int, Mapping[int, int]], steps: WholeSteps, size: int, nets: list[int]
) -> tuple[dict[int, dict[int, int]], dict[int, int]]:
    """Return the masses after a roll: by state and net, and by net of what is decided now."""
    after: dict[int, dict[int, int]] = {}
    decided: dict[int, int] = {}
    for state, masses in playing.items():
        for to, ways in steps[state]:
            if to < size:
                _add(after.setdefault(to, {}), masses, ways)
            else:
                _add(decided, masses, ways, nets[to - size])
    return after, decided


def _add(to: dict[int, int], masses: Mapping[int, int], ways: int, net: int = 0) -> None:
    for before, mass in masses.items():
        to[before + net] = to.get(before + net, 0) + mass * ways


def _multiplied(playing: Mapping[int, dict[int, int]], factor: int) -> dict[int, dict[int, int]]:
    if factor == 1:
        return dict(playing)
    return {
        state: {net: mass * factor for net, mass in masses.items()}
        for state, masses in playing.items()
    }
