"""Bets played on a roll log: made whenever they can be, one after the other, and tested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from oddscalc._ask.query import Valued
from oddscalc._bets.automaton import Outcome, State
from oddscalc._bets.table import CrapsTable
from oddscalc._chain.model import Model, table_of
from oddscalc._dice.dice import ROLLS, Roll
from oddscalc._dice.rollsets import total
from oddscalc._questions.observe.logfile import TOTALS, RollLog
from oddscalc._questions.observe.pearson import goodness
from oddscalc._questions.observe.report import HypothesisTest, counted, of_many
from oddscalc.errors import RuleError


def bet_tests(log: RollLog, answers: Sequence[Valued]) -> Iterator[HypothesisTest]:
    """Yield the tests of the outcomes of each bet, made on the rolls of a *log*.

    Raises:
        RuleError: the log has no faces, and the bet needs them.
    """
    for answer in answers:
        counts = played(log, answer.model)
        bet, trials = answer.model.bet.id, counts.total()
        if not trials:
            continue
        chances = {payoff.outcome: payoff.probability for payoff in answer.value.payoffs}
        group = f"{bet} made here"
        for outcome, chance in list(chances.items())[: len(chances) if len(chances) > 2 else 1]:
            what = str(outcome)
            yield counted(f"{bet}:{what}", group, what, counts[outcome], trials, chance)
        if len(chances) > 2:
            ordered = list(chances)
            tested = goodness(
                [counts[test] for test in ordered], [chances[test] for test in ordered]
            )
            yield from of_many(f"{bet}:outcomes", group, f"{len(ordered)} outcomes", tested)


def played(log: RollLog, model: Model) -> Counter[Outcome]:
    """Return how often a bet ended how, made again as soon as it can be once it is decided."""
    rolls, counts = _rolls(log, model), Counter[Outcome]()
    table = table_of(model.rules)
    for codes in log.sequences.values():
        _play(codes, rolls, model, table, counts)
    return counts


def _play(
    codes: Sequence[int],
    rolls: Mapping[int, Roll],
    model: Model,
    table: CrapsTable,
    counts: Counter[Outcome],
) -> None:
    automaton, where = model.automaton, _where(model, table)
    begins = next(iter(model.start()))
    course: dict[tuple[int | None, int], int | None] = {}
    after: dict[tuple[State, int], State | Outcome] = {}
    waiting = object()
    point: int | None = None
    fresh, state = False, waiting
    for code in codes:
        if state is waiting and _can_be_made(where, point, fresh=fresh):
            state = automaton.start(point) if where == "on" else begins
        if state is not waiting:
            step = state, code
            if step not in after:
                after[step] = automaton.step(state, rolls[code])
            state = after[step]
            if isinstance(state, Outcome):
                counts[state] += 1
                state = waiting
        move = point, code
        if move not in course:
            course[move] = table.after(point, rolls[code])
        fresh = point is None
        point = course[move]


def _where(model: Model, table: CrapsTable) -> str:
    """Return where the bet is made: ``any``, if it may be and is the same wherever it is."""
    starts = {model.automaton.start(point) for point in (None, *table.points)}
    free = model.placing.where is None and model.wager.when == "any" and len(starts) == 1
    return "any" if free else model.where


def _can_be_made(where: str, point: int | None, *, fresh: bool) -> bool:
    """Return whether the table stands where the bet is made: ``on`` is a point just established."""
    if where in ("any", "come-out"):
        return where == "any" or point is None
    return point is not None and (fresh if where == "on" else point == int(where))


def _rolls(log: RollLog, model: Model) -> dict[int, Roll]:
    """Return the roll that each code of the *log* stands for; of a total any, if all do the same.

    Raises:
        RuleError: they do not.
    """
    if log.faces:
        return dict(enumerate(ROLLS))
    rolls = {}
    for number in TOTALS:
        first, *others = sorted(total(number))
        effect = model.automaton.effect
        if any(effect(roll) != effect(first) for roll in others):
            raise RuleError(
                f"{model.cited} depends on the faces of the dice, and the log has only totals"
            )
        rolls[number] = first
    return rolls
