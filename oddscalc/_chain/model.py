"""From a clause and its reading to the chain: which automaton, started where."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from oddscalc._bets.automaton import Automaton, State
from oddscalc._bets.catalogue import Bet
from oddscalc._bets.compile import can_be_off, compile_bet, number_against_seven
from oddscalc._bets.hand import Collect
from oddscalc._bets.line import Line
from oddscalc._bets.table import COMING_OUT, CrapsTable, points_of
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
        at: the number on which a line bet stands already; ``new`` for a bet made now; None for
            a bet made now, or, where a line bet cannot be, one that stands on the table's point.
    """

    working: str | None = None
    where: str | None = None
    dice: Dice = field(default_factory=Dice.fair)
    max_states: int = MAX_STATES
    solver: Solver = "auto"
    at: str | None = None


@dataclass(frozen=True)
class Model:
    """One reading of one wager, ready to be explored.

    Args:
        where: where the table stands.
        off: whether the bet is off on come-out rolls.
        stands: the number on which a line bet stands already, ``on`` for the table's point,
            whatever it is; None for a bet that is made now.
    """

    rules: Rulebook
    bet: Bet
    wager: Wager
    reading: Reading
    automaton: Automaton
    where: str
    off: bool
    placing: Placing
    stands: str | None = None

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
        return start_of(self.automaton, self.where, self.dice, table_of(self.rules), self.never_on)

    @property
    def never_on(self) -> frozenset[int]:
        """The point on which the table cannot stand: a come bet on that number would be decided."""
        own = self.stands if self.wager.when != "come-out" else None
        return frozenset() if own in (None, "on") else frozenset({int(own)})

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


def table_of(rules: Rulebook) -> CrapsTable:
    """Return the table of *rules*, which has the points of their first line bet on the come-out.

    >>> from oddscalc._rules.rulebook import shipped
    >>> table_of(shipped("crapless")).points
    (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
    """
    for bet, wager in rules:
        if bet.kind == "line" and wager.when == "come-out" and "out" not in bet.rule:
            return CrapsTable(points_of(bet.rule["points"]))
    return CrapsTable()


def start_of(
    automaton: Automaton,
    where: str,
    dice: Dice,
    table: CrapsTable | None = None,
    never_on: Collection[int] = (),
) -> dict[State, Fraction]:
    """Return the probability of each state of *automaton* when it is placed at *where*.

    A point just established is none of those that it is *never_on*.
    """
    if where == "on":
        table = table or CrapsTable()
        points = replace(
            table, points=tuple(point for point in table.points if point not in never_on)
        ).just_established(dice)
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
    stands = _stands(bet, {**bet.rule, **reading.rule}, wager, placing, cited)
    _refuse_where(rules, wager, placing.where, cited, stands)
    where = placing.where or _earliest(bet, wager, stands)
    try:
        automaton = compile_bet(
            bet, rules.catalogue, override=reading.rule, table=table_of(rules), off=off
        )
    except OddscalcError as error:
        raise error.at(cited) from None
    if stands is not None and isinstance(automaton, Line):
        automaton = automaton.standing(None if stands == "on" else int(stands))
    return Model(rules, bet, wager, reading, automaton, where, off, placing, stands)


def _cited(rules: Rulebook, bet: Bet, wager: Wager, reading: Reading) -> str:
    several = f", reading {reading.name!r}" if len(wager.readings) > 1 else ""
    return f"{bet.id} ({rules.id}, {wager.clause}{several})"


def _stands(
    bet: Bet, rule: Mapping[str, Any], wager: Wager, placing: Placing, cited: str
) -> str | None:
    """Return the number on which a line bet stands already; None for a bet that is made now.

    A bet that is made on the come-out only has the table's point, and stands on it.

    Raises:
        RuleError: it can stand on no such number, or not while the table stands so.
    """
    at, where = placing.at, placing.where
    if at == "new":
        return None
    on_come_out = bet.kind == "line" and wager.when == "come-out"
    if at is None:
        return where if on_come_out and where != "come-out" else None
    if bet.kind != "line":
        raise RuleError(f"{cited} is no line bet, that could stand on {at!r}", code="wrong-time")
    points = [str(point) for point in points_of(rule["points"], rule.get("out", "7"))]
    if at not in points:
        raise RuleError(
            f"{cited} cannot stand on {at!r}; it can on {', '.join(points)}, or be 'new'",
            code="unknown-name",
        )
    if on_come_out and where not in (None, at):
        raise RuleError(
            f"{cited} is made on the come-out: it stands on the table's point, which is"
            f" {where!r} and not {at}",
            code="conflict",
        )
    if not on_come_out and where == at:
        raise RuleError(
            f"{cited} cannot stand on {at} while the table does: the roll that made {at} the point"
            " would have decided it",
            code="conflict",
        )
    return at


def _earliest(bet: Bet, wager: Wager, stands: str | None) -> str:
    """Return where the table stands when the bet can first be made.

    A bet in support of a flat bet (``point``) can be made once that bet's own point stands.
    """
    if stands is not None and wager.when == "come-out":
        return stands
    if wager.when == "point":
        return str(number_against_seven(bet))
    return "on" if wager.when == "after-come-out" else "come-out"


def _refuse_where(
    rules: Rulebook, wager: Wager, asked: str | None, cited: str, stands: str | None
) -> None:
    """Refuse a place where the table cannot stand, or where the wager may not be made."""
    if stands is not None and not rules.come_out:
        raise RuleError(f"{rules.id} has no come-out and no point that a bet could stand on")
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
    if stands is not None:
        return
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
