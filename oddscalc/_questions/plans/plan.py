"""A betting plan as data: which bets, at which stakes, and what is done with them when."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from importlib.resources import files
from typing import Any

from oddscalc._ask.query import Query, priced_models
from oddscalc._bets.automaton import Automaton
from oddscalc._bets.catalogue import Bet
from oddscalc._bets.line import Line
from oddscalc._chain.model import table_of
from oddscalc._exact.numbers import as_fraction, exact
from oddscalc._money.paytable import Paytable
from oddscalc._questions.plans.language import (
    ALWAYS,
    YES,
    Action,
    Condition,
    Names,
    parse_action,
    parse_condition,
    parse_event,
)
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import RangeError, RuleError, UnknownNameError

EVERY = "bets"
"""The kind that every bet of a plan is of."""


@dataclass(frozen=True)
class PlannedBet:
    """A bet that a plan makes.

    Args:
        bet: the bet.
        automaton: how it is decided, working at all times.
        when: when it may be made, as the rulebook has it.
        stakes: its stake; or, by the value of the counter *level*, its stakes.
        level: the counter that picks the stake; empty where there is one stake.
        working: whether it works on come-out rolls.
        odds_working: whether the odds behind it do.
        stays: whether it stays up when it has won.
    """

    bet: Bet
    automaton: Automaton
    when: str
    stakes: tuple[Fraction, ...]
    level: str = ""
    working: bool = True
    odds_working: bool = True
    stays: bool = False

    @property
    def kind(self) -> str:
        """The id without its number: what rules call a whole kind of bets."""
        head, _, number = self.bet.id.rpartition("-")
        return head if head and number.isdigit() else self.bet.id

    @property
    def line(self) -> Line | None:
        """The automaton of a line bet; None of another."""
        return self.automaton if isinstance(self.automaton, Line) else None


@dataclass(frozen=True)
class Counter:
    """A number that rules count in.

    Args:
        start: its first value, and that after a reset.
        most: the greatest value; None for no bound.
        wraps: whether counting beyond *most* begins again at *start*; otherwise it stays there.
        resets: the events that reset it.
    """

    start: int = 0
    most: int | None = None
    wraps: bool = False
    resets: frozenset[str] = frozenset()

    def counted(self, value: int, by: int) -> int:
        """Return the value after counting *by*."""
        value += by
        if self.most is not None and value > self.most:
            return self.start if self.wraps else self.most
        return value


@dataclass(frozen=True)
class Rule:
    """On an event, if a condition holds, actions in their order.

    Args:
        events: any of which must have happened since the last decision.
        condition: what must hold.
        actions: what is done.
        text: the rule as written.
    """

    events: frozenset[str]
    condition: Condition
    actions: tuple[Action, ...]
    text: str


@dataclass(frozen=True)
class Plan:
    """A betting plan.

    Args:
        id: its name.
        title: what it is called.
        source: where its rules come from.
        rules: its rules, in the order in which they are gone through before each roll.
        bets: its bets by id.
        counters: its counters by name.
        book: the rulebook.
        paytable: the prices.
        knows_net: whether rules look at the net win of the hand.
        digest: the SHA-256 of what its file says, of all that bears on its numbers.
    """

    id: str
    title: str
    source: str
    rules: tuple[Rule, ...]
    bets: Mapping[str, PlannedBet]
    counters: Mapping[str, Counter]
    book: Rulebook
    paytable: Paytable
    query: Query = field(repr=False)
    knows_net: bool = False
    digest: str = field(default="", compare=False)


PLANS = tuple(
    sorted(
        file.name.removesuffix(".toml")
        for file in files("oddscalc._questions.plans").joinpath("data").iterdir()
    )
)
"""The ids of the plans that come with oddscalc."""


def shipped(plan_id: str) -> dict[str, Any]:
    """Return the document of a plan that comes with oddscalc.

    Raises:
        UnknownNameError: there is none of that id.
    """
    if plan_id not in PLANS:
        near = get_close_matches(plan_id, PLANS, n=3)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise UnknownNameError(
            f"there is no plan {plan_id!r}{hint} (oddscalc plan --list lists them; or give the path"
            " of a .toml file)",
            near,
        )
    text = files("oddscalc._questions.plans").joinpath(f"data/{plan_id}.toml").read_text("utf-8")
    return tomllib.loads(text)


def plan_of(name: str, data: Mapping[str, Any], query: Query) -> Plan:
    """Return the plan of a TOML document that has been validated.

    Args:
        name: the name of the plan where its file gives none.
        data: the document.
        query: rulebook, paytable, prices, dice and how wins are rounded.

    Raises:
        UnknownNameError: a bet has no such name.
        RuleError: a rule cannot be read, or a bet is not authorised or has no price.
    """
    entries = list(_entries(data["bets"]))
    models, paytable = priced_models([entry["id"] for entry in entries], query)
    by_id = {model.bet.id: model for model in models}
    bets: dict[str, PlannedBet] = {}
    for entry in entries:
        bet, wager = query.rules.find(entry["id"])
        if bet.id in bets:
            raise RuleError(f"{bet.id} stands twice among the bets", code="conflict")
        stakes = _stakes(bet.id, entry, data.get("counters", {}))
        working = entry.get("working") or wager.working or "on"
        bets[bet.id] = PlannedBet(
            bet=bet,
            automaton=by_id[bet.id].automaton,
            when=wager.when,
            stakes=stakes,
            level=entry.get("level", ""),
            working=working != "off",
            odds_working=entry.get("odds_working", "on") != "off",
            stays=entry.get("stays", bet.id.startswith(("place", "hard", "big"))),
        )
    kinds: dict[str, tuple[str, ...]] = {EVERY: tuple(bets)}
    for placed in bets.values():
        kinds[placed.kind] = (*kinds.get(placed.kind, ()), placed.bet.id)
    names = Names(tuple(bets), kinds, tuple(data.get("counters", ())),
                  tuple(table_of(query.rules).points))  # fmt: skip
    counters = {name: _counter(value, names) for name, value in data.get("counters", {}).items()}
    texts = list(_entries(data.get("rules", ())))
    rules = tuple(_rule(entry, names) for entry in texts)
    _refuse_idle(rules, bets)
    return Plan(
        id=data.get("id", name),
        title=data.get("title", data.get("id", name)),
        source=data.get("source", ""),
        rules=rules,
        bets=bets,
        counters=counters,
        book=query.rules,
        paytable=paytable,
        query=query,
        knows_net=any(
            condition.money
            for rule in rules
            for condition in (rule.condition, *(action.condition for action in rule.actions))
        ),
    )


def _stakes(
    bet: str, entry: Mapping[str, Any], counters: Mapping[str, object]
) -> tuple[Fraction, ...]:
    """Return the stakes of a bet.

    Raises:
        NumberError: one is no amount.
        RuleError: there are several, and no counter of the plan picks one.
    """
    several, level = isinstance(entry["stake"], list), entry.get("level")
    texts = entry["stake"] if several else [entry["stake"]]
    stakes = tuple(as_fraction(text, f"the stake of {bet}") for text in texts)
    if min(stakes) < 0 or not max(stakes):
        shown = exact(min(stakes))
        raise RangeError(f"the stake of {bet} is {shown}; a stake is above 0 (0 in a list: no bet)")
    if level is not None and level not in counters:
        known = ", ".join(counters) or "none"
        text = f"the level of {bet}, {level!r}, is no counter of the plan, which has {known}"
        raise UnknownNameError(text, list(counters))
    if len(stakes) > 1 and level is None:
        raise RuleError(f"{bet} has several stakes, and no level to pick one", code="incomplete")
    return stakes


def _refuse_idle(rules: Sequence[Rule], bets: Mapping[str, PlannedBet]) -> None:
    """Refuse turning bets on or off that always work.

    Raises:
        RuleError: a line bet without odds is turned.
    """
    actions = [action for rule in rules for action in rule.actions]
    with_odds = {bet for action in actions if action.verb == "odds" for bet in action.bets}
    for action in actions:
        if action.verb not in ("on", "off"):
            continue
        if all(bets[bet].line is not None and bet not in with_odds for bet in action.bets):
            raise RuleError(
                f"turn {action.verb} {', '.join(action.bets)}: a line bet always works, and no rule"
                " puts odds behind it",
            )


def _entries(entries: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield each bet; one with ``each`` for every number in it, in place of ``{n}``."""
    for entry in entries:
        for number in entry.get("each", [None]):
            yield _filled({key: value for key, value in entry.items() if key != "each"}, number)


def _filled(entry: dict[str, Any], number: object) -> dict[str, Any]:
    """Return *entry* with *number* in place of ``{n}`` in all its texts."""

    def fill(value: Any) -> Any:
        if isinstance(value, list):
            return [fill(item) for item in value]
        return value.replace("{n}", str(number)) if isinstance(value, str) else value

    return entry if number is None else {key: fill(value) for key, value in entry.items()}


def _rule(entry: Mapping[str, Any], names: Names) -> Rule:
    events, condition = entry.get("on", ALWAYS), entry.get("if")
    actions = [entry["do"]] if isinstance(entry["do"], str) else entry["do"]
    named = [events] if isinstance(events, str) else events
    return Rule(
        frozenset(event for text in named for event in parse_event(text, names)),
        YES if condition is None else parse_condition(condition, names),
        tuple(parse_action(text, names) for text in actions),
        f"on {', '.join(named)}{f', if {condition}' if condition else ''}: {'; '.join(actions)}",
    )


def _counter(value: Any, names: Names) -> Counter:
    if isinstance(value, int):
        return Counter(value)
    resets = value.get("resets", ["hand"])
    events = (event for text in resets for event in parse_event(text, names))
    return Counter(
        value.get("start", 0), value.get("most"), value.get("wraps", False), frozenset(events)
    )
