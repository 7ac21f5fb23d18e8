"""From a bet's kind and parameters to its automaton."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import prod
from typing import Any

from oddscalc._bets.automaton import LOSE, PUSH, WIN, Automaton, Outcome
from oddscalc._bets.bundle import Bundle
from oddscalc._bets.catalogue import Bet, Catalogue
from oddscalc._bets.count import (
    EVERY_ROLL,
    PASS_WINS,
    POINTS_MADE,
    SEVEN_OUT,
    Band,
    Repeat,
    bands_of,
    bands_up_to,
)
from oddscalc._bets.hand import Collect, InARow, PointsMade
from oddscalc._bets.line import FIRST_ROLL, Line
from oddscalc._bets.milestones import Milestones
from oddscalc._bets.race import LastOfAll, Race, claimed
from oddscalc._bets.states import States
from oddscalc._bets.table import CrapsTable, OffOnComeOut, points_of
from oddscalc._dice.dice import ROLLS
from oddscalc._dice.rollsets import Rolls, describe, parse_roll_sets, parse_rolls
from oddscalc.errors import ChainError, RuleError

Rule = Mapping[str, Any]

COUNTED = ("points-made", "collect")
"""The kinds of bets that are won with so many of a number of things, or more."""

MAX_JOINT_OUTCOMES = 4_096
"""Combinations of its parts' outcomes that a bundle may have."""


def compile_bet(
    bet: Bet,
    catalogue: Catalogue,
    *,
    override: Rule | None = None,
    table: CrapsTable | None = None,
    off: bool = False,
) -> Automaton:
    """Return the automaton of *bet*.

    Args:
        bet: the bet.
        catalogue: where the parts of a bundle are found.
        override: parameters that replace the bet's own (a rulebook's reading).
        table: the table's points; the customary ones by default.
        off: whether the bet is off on come-out rolls.

    Raises:
        ChainError: the parameters contradict each other.
        NumberError: a set of rolls cannot be read.

    >>> from oddscalc._bets.catalogue import shipped
    >>> automaton = compile_bet(shipped()["place-6"], shipped())
    >>> str(automaton.step(automaton.start(None), (3, 3)))
    'win'
    """
    rule = {**bet.rule, **(override or {})}
    automaton = BUILDERS[bet.kind](rule, catalogue)
    if not off:
        return automaton
    return OffOnComeOut(automaton, table or CrapsTable(), rule.get("when_off") == "returned")


def can_be_off(bet: Bet) -> bool:
    """Return whether a player or a rulebook can call *bet* off on come-out rolls."""
    return bet.kind == "race" and not is_put(bet)


def is_put(bet: Bet) -> bool:
    """Return whether *bet* is a line bet made straight on a number, without its first roll."""
    return bet.kind == "race" and bet.id.startswith("put-")


def line_of(bet: Bet, automaton: Automaton) -> Line | None:
    """Return *bet* as the line bet that odds can be added to; None if it is none."""
    if is_put(bet):
        return Line({}, (number_against_seven(bet),), stands=True)
    return automaton if isinstance(automaton, Line) and automaton.takes_odds else None


def number_against_seven(bet: Bet) -> int:
    """Return the number of a race of one number against 7.

    Raises:
        RuleError: *bet* is no such race.
    """
    claims = _claims(bet.rule).values() if bet.kind == "race" else ()
    totals = {sum(roll) for rolls in claims for roll in rolls} - {7}
    if len(totals) != 1:
        raise RuleError(f"{bet.id} is no race of one number against 7")
    return totals.pop()


def parts_of(rule: Rule, catalogue: Catalogue) -> dict[str, int]:
    """Return the units on each part of a bundle, by the part's id.

    Raises:
        UnknownNameError: a part has no such name.
        RuleError: a part is a bundle itself, or is named twice.
    """
    parts: dict[str, int] = {}
    for name, units in rule["parts"].items():
        part = catalogue.find(name)
        if part.kind == "bundle":
            raise RuleError(f"its part {part.id} is a bundle itself; name the single bets")
        if part.id in parts:
            raise RuleError(f"its part {part.id} is named twice", code="conflict")
        parts[part.id] = units
    return parts


def price_keys(bet: Bet, catalogue: Catalogue, override: Rule | None = None) -> list[str]:
    """Return the keys under which a paytable can price *bet*, one for each winning outcome.

    Those of a bundle are its parts, and ``win`` for one price on the whole stake.
    """
    if bet.kind == "bundle":
        return [*parts_of({**bet.rule, **(override or {})}, catalogue), "win"]
    outcomes = compile_bet(bet, catalogue, override=override).outcomes
    return [outcome.key for outcome in outcomes if outcome.result == "win"]


def loss_keys(bet: Bet, catalogue: Catalogue) -> list[str]:
    """Return the keys of losses that can give back part of the stake; a bundle's parts have them.

    A paytable need not price them: the whole stake is lost then.
    """
    if bet.kind == "bundle":
        return []
    lost = [outcome for outcome in compile_bet(bet, catalogue).outcomes if outcome.result == "lose"]
    return ["lose" if key.tier is None else f"lose {key.tier}" for key in lost]


def accepted_keys(bet: Bet, catalogue: Catalogue, overrides: Iterable[Rule] = ()) -> list[str]:
    """Return every key under which some reading of *bet* can be priced.

    A bet that is won with so many of a number of things, or more, can have one price: ``win``.
    """
    keys = [key for rule in ({}, *overrides) for key in price_keys(bet, catalogue, rule)]
    return list(dict.fromkeys([*keys, "win"] if bet.kind in COUNTED else keys))


def _claims(rule: Rule) -> dict[Outcome, Rolls]:
    """Return the rolls of each outcome of a one-roll bet or a race."""
    win = rule["win"]
    if rule.get("ordered"):
        win = win.replace("-", " then ")
    texts = {"win": win} if isinstance(win, str) else {f"win {k}": v for k, v in win.items()}
    texts |= {name: rule[name] for name in ("lose", "push") if name in rule}
    outcomes = {"win": WIN, "lose": LOSE, "push": PUSH}
    return {
        outcomes.get(name) or Outcome("win", name.removeprefix("win ")): rolls
        for name, rolls in parse_roll_sets(texts).items()
    }


def _one_roll(rule: Rule, catalogue: Catalogue) -> Automaton:
    race = Race.of(_claims(rule))
    if missing := frozenset(ROLLS) - frozenset(race.outcome_of):
        raise ChainError(f"a one-roll bet must decide every roll; {describe(missing)} does not")
    return race


def _race(rule: Rule, catalogue: Catalogue) -> Automaton:
    if rule.get("lose_when", "any") == "all":
        if "push" in rule or not isinstance(rule["win"], str):
            raise ChainError("with lose_when 'all' there is one set that wins, and no push")
        losing = tuple(parse_rolls(item) for item in rule["lose"].split(","))
        return LastOfAll(parse_rolls(rule["win"]), losing)
    return Race.of(_claims(rule))


def _line(rule: Rule, catalogue: Catalogue) -> Automaton:
    by_point, stays = rule.get("by_point", False), rule.get("barred") == "stays"
    totals = points_of(rule["points"], rule.get("out", "7"))
    deciding = _first_rolls(rule, by_point)
    bar, points = _rolls(rule, "bar"), parse_rolls(rule["points"])
    claimed({**deciding, PUSH: bar, Outcome("win", "point"): points})
    first = claimed(deciding if stays else {**deciding, PUSH: bar})
    for roll in ROLLS:
        if roll not in first and roll not in bar and roll not in points:
            raise ChainError(f"the first roll {describe(frozenset([roll]))} has no effect stated")
    out, returns = parse_rolls(rule.get("out", "7")), _rolls(rule, "push_later")
    claimed({"points": points, "out": out, "push_later": returns})
    return Line(
        first,
        totals,
        rule["side"] == "against",
        bar if stays else frozenset(),
        out=out,
        returns=returns,
        by_point=by_point,
    )


def _rolls(rule: Rule, key: str) -> Rolls:
    return parse_rolls(rule[key]) if key in rule else frozenset()


def _first_rolls(rule: Rule, by_point: bool) -> dict[Outcome, Rolls]:
    """Return the outcomes that a line bet's first roll can have, but for the push."""
    win, lose = rule.get("win_first"), _rolls(rule, "lose_first")
    if isinstance(win, str):
        win = {FIRST_ROLL: win} if by_point else {None: win}
    wins = {Outcome("win", tier): parse_rolls(rolls) for tier, rolls in (win or {}).items()}
    return {**wins, Outcome("lose", FIRST_ROLL) if by_point else LOSE: lose}


def _points_made(rule: Rule, catalogue: Catalogue) -> Automaton:
    table = CrapsTable(points_of(rule["points"]))
    _refuse_never("points", rule["win_at"], len(table.points))
    any_seven, at_once = rule["ends_on"] == "any-7", rule.get("at_once", False)
    return PointsMade(table, rule["win_at"], any_seven, at_once)


def _collect(rule: Rule, catalogue: Catalogue) -> Automaton:
    groups = [[parse_rolls(text) for text in group] for group in rule["groups"].values()]
    _refuse_never("groups", rule["win_at"], len(groups))
    at_once = rule.get("at_once", False) or "until" not in rule
    return Collect.of(groups, _rolls(rule, "until"), rule["win_at"], at_once)


def _refuse_never(what: str, win_at: int, most: int) -> None:
    if win_at > most:
        raise ChainError(
            f"the bet can never win: it needs {win_at} of only {most} {what}", code="impossible"
        )


def _repeat(rule: Rule, catalogue: Catalogue) -> Automaton:
    count = rule["count"]
    if "until" not in rule:
        bands: tuple[Band, ...] = (Band(0, rule["times"] - 1, LOSE), Band(rule["times"], None, WIN))
    elif "bands" in rule:
        bands = bands_of(rule["bands"])
    else:
        bands = bands_up_to(rule["times"], rule.get("win_at", rule["times"]))
    named = (EVERY_ROLL, PASS_WINS, POINTS_MADE)
    return Repeat(count if count in named else parse_rolls(count), _ending(rule), bands)


def _milestones(rule: Rule, catalogue: Catalogue) -> Automaton:
    until, points = _ending(rule), rule["count"] == "points-made"
    if "best_first" in rule:
        return Milestones.best_of(rule["best_first"], until, points)
    return Milestones.first_of(rule["any_of"], until, points)


def _ending(rule: Rule) -> Rolls | str:
    """Return what ends a bet; no roll if it goes on until it is won."""
    return SEVEN_OUT if rule.get("until") == SEVEN_OUT else _rolls(rule, "until")


def _states(rule: Rule, catalogue: Catalogue) -> Automaton:
    return States.of(rule["start"], rule["states"])


def _sequence(rule: Rule, catalogue: Catalogue) -> Automaton:
    win, lose = (tuple(map(parse_rolls, rule[key])) for key in ("win", "lose"))
    return InARow(win, lose)


def _bundle(rule: Rule, catalogue: Catalogue) -> Automaton:
    parts = {part: compile_bet(catalogue[part], catalogue) for part in parts_of(rule, catalogue)}
    joint = prod(len(part.outcomes) for part in parts.values())
    if joint > MAX_JOINT_OUTCOMES:
        raise ChainError(
            f"the parts have {joint:,} combinations of outcomes; at most {MAX_JOINT_OUTCOMES:,} are"
            " told apart (a portfolio has no such limit)",
            code="too-much",
        )
    return Bundle(parts)


BUILDERS: dict[str, Callable[[Rule, Catalogue], Automaton]] = {
    "one-roll": _one_roll,
    "race": _race,
    "line": _line,
    "points-made": _points_made,
    "collect": _collect,
    "repeat": _repeat,
    "milestones": _milestones,
    "sequence": _sequence,
    "states": _states,
    "bundle": _bundle,
}
"""The closed set of kinds."""
