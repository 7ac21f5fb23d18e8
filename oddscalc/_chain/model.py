"""From a clause and its reading to the chain: which automaton, started where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from oddscalc._bets.automaton import Automaton, State
from oddscalc._bets.catalogue import Bet
from oddscalc._bets.compile import can_be_off, compile_bet, number_against_seven
from oddscalc._bets.hand import Collect
from oddscalc._bets.table import COMING_OUT, Table, points_of
from oddscalc._chain.chain import Chain, Solver, explore
from oddscalc._dice.dice import Dice
from oddscalc._rules.rulebook import Reading, Rulebook, Wager
from oddscalc.errors import ChainError, OddscalcError, RuleError

MAX_STATES = 100_000
"""Raw states that may be explored; the graph needs about 5 KB for each."""


@dataclass(frozen=True)
class Placing:
    """How a bet is placed, and how it is solved.

    Args:
        working: ``on`` or ``off`` on come-out rolls; None as the rulebook says.
        where: ``come-out``, a point, or ``on`` (a point just established); None for the earliest
            moment at which the bet may be made.
        dice: the dice.
        max_states: how many states may be explored.
        solver: ``sympy`` if nothing else is to solve it, whatever its size; or ``auto``.
    """

    working: str | None = None
    where: str | None = None
    dice: Dice = field(default_factory=Dice.fair)
    max_states: int = MAX_STATES
    solver: Solver = "auto"


@dataclass(frozen=True)
class Model:
    """One reading of one wager, ready to be explored."""

    rules: Rulebook
    bet: Bet
    wager: Wager
    reading: Reading
    automaton: Automaton
    where: str
    off: bool
    placing: Placing

    @property
    def dice(self) -> Dice:
        """The dice."""
        return self.placing.dice

    @property
    def cited(self) -> str:
        """The bet with its rulebook and clause, as messages name it."""
        return _cited(self.rules, self.bet, self.wager, self.reading)

    def start(self) -> dict[State, Fraction]:
        """Return the probability of each state in which the bet may be placed."""
        return start_of(self.automaton, self.where, self.dice, table_of(self.rules))

    def reduction(self) -> Callable[[State], State] | None:
        """Return the map onto representatives of equal states, where there is one."""
        return self.automaton.reduction(self.dice) if isinstance(self.automaton, Collect) else None

    def chain(self) -> Chain:
        """Return the exact absorbing chain.

        Raises:
            ChainError: the rules make none; the message names bet, clause and states.
        """
        try:
            return explore(
                self.automaton,
                self.start(),
                self.dice,
                reduction=self.reduction(),
                limit=self.placing.max_states,
                solver=self.placing.solver,
            )
        except ChainError as error:
            raise error.at(self.cited) from None


def table_of(rules: Rulebook) -> Table:
    """Return the table of *rules*, which has the points of their first line bet on the come-out.

    >>> from oddscalc._rules.rulebook import shipped
    >>> table_of(shipped("crapless")).points
    (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
    """
    for bet, wager in rules:
        if bet.kind == "line" and wager.when == "come-out":
            return Table(points_of(bet.rule["points"]))
    return Table()


def start_of(
    automaton: Automaton, where: str, dice: Dice, table: Table | None = None
) -> dict[State, Fraction]:
    """Return the probability of each state of *automaton* when it is placed at *where*."""
    if where == "on":
        points = (table or Table()).just_established(dice)
    else:
        points = {COMING_OUT if where == "come-out" else int(where): Fraction(1)}
    start: dict[State, Fraction] = {}
    for point, probability in points.items():
        state = automaton.start(point)
        start[state] = start.get(state, Fraction(0)) + probability
    return start


def model(
    rules: Rulebook,
    bet: Bet,
    wager: Wager,
    reading: Reading,
    placing: Placing,
    *,
    odds: bool = False,
) -> Model:
    """Return the model of one reading of one wager.

    With *odds*, whether the bet works speaks of the odds behind it.

    Raises:
        RuleError: the wager is impossible, or may not be placed like this.
    """
    cited = _cited(rules, bet, wager, reading)
    if wager.impossible:
        raise RuleError(f"{cited} is impossible: {wager.impossible}", code="impossible")
    working = placing.working or reading.working or wager.working
    off = working == "off" and not odds
    if placing.working == "off" and not can_be_off(bet) and not odds:
        raise RuleError(f"{cited} cannot be off: it is no bet on a number against 7")
    if placing.working is not None and not rules.come_out:
        raise RuleError(f"{rules.id} has no come-out roll; leave --working out")
    _refuse_where(rules, wager, placing.where, cited)
    where = placing.where or _earliest(bet, wager)
    try:
        automaton = compile_bet(
            bet, rules.catalogue, override=reading.rule, table=table_of(rules), off=off
        )
    except OddscalcError as error:
        raise error.at(cited) from None
    return Model(rules, bet, wager, reading, automaton, where, off, placing)


def _cited(rules: Rulebook, bet: Bet, wager: Wager, reading: Reading) -> str:
    several = f", reading {reading.name!r}" if len(wager.readings) > 1 else ""
    return f"{bet.id} ({rules.id}, {wager.clause}{several})"


def _earliest(bet: Bet, wager: Wager) -> str:
    """Return where the table stands when the bet can first be made.

    A bet in support of a flat bet (``point``) can be made once that bet's own point stands.
    """
    if wager.when == "point":
        return str(number_against_seven(bet))
    return "on" if wager.when == "after-come-out" else "come-out"


def _refuse_where(rules: Rulebook, wager: Wager, asked: str | None, cited: str) -> None:
    """Refuse a place where the table cannot stand, or where the wager may not be made."""
    if asked is None:
        return
    wheres = ("come-out", "on", *map(str, table_of(rules).points))
    if asked not in wheres:
        raise RuleError(
            f"the table cannot stand on {asked!r}; it can on {', '.join(wheres)}",
            code="unknown-name",
        )
    if not rules.come_out:
        raise RuleError(f"{rules.id} has no come-out and no point; leave --from out")
    if wager.when in ("come-out", "new-shooter") and asked != "come-out":
        raise RuleError(
            f"{cited} may only be made before the come-out roll, not from {asked!r}",
            code="wrong-time",
        )
    if wager.when == "after-come-out" and asked == "come-out":
        raise RuleError(
            f"{cited} may only be made after the come-out roll, not from 'come-out'",
            code="wrong-time",
        )
