"""Parts of a plan that never look at each other: their means add up, their variances by pairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from oddscalc._questions.plans.language import RESULTS, WHOLE
from oddscalc._questions.plans.plan import Plan, Rule


def groups(plan: Plan) -> list[frozenset[str]]:
    """Return the bets and counters of *plan* in groups between which no rule makes a link."""
    of = {name: {name} for name in (*plan.bets, *plan.counters)}
    for bet in plan.bets.values():
        if bet.level:
            _join(of, {bet.bet.id, bet.level})
    for rule in plan.rules:
        for names in _links(plan, rule):
            _join(of, names)
    distinct = {id(members): members for members in of.values()}
    return [frozenset(members) for members in distinct.values()]


def part(plan: Plan, names: Iterable[str]) -> Plan:
    """Return *plan* with some of its bets and counters only, and the rules for these."""
    kept = frozenset(names)
    rules = (_narrowed(rule, kept) for rule in plan.rules)
    return replace(
        plan,
        bets={name: bet for name, bet in plan.bets.items() if name in kept},
        counters={name: counter for name, counter in plan.counters.items() if name in kept},
        rules=tuple(rule for rule in rules if rule.actions),
    )


def _join(of: dict[str, set[str]], names: Iterable[str]) -> None:
    together = set[str]().union(*(of[name] for name in names))
    for name in together:
        of[name] = together


def _links(plan: Plan, rule: Rule) -> Iterator[set[str]]:
    """Yield the sets of names that *rule* makes depend on each other."""
    every = {*plan.bets, *plan.counters}
    asked = {event.partition(" ")[2] for event in rule.events if event.startswith(RESULTS)}
    asked |= rule.condition.names
    for action in rule.actions:
        looked = asked | action.condition.names
        if WHOLE in looked or action.verb == "stop":
            yield every
            continue
        looked &= every
        for target in (*action.bets, *([action.counter] if action.counter else [])):
            yield looked | {target}


def _narrowed(rule: Rule, kept: frozenset[str]) -> Rule:
    """Return *rule* with what it does to *kept* names only."""
    actions = (
        replace(action, bets=tuple(bet for bet in action.bets if bet in kept))
        for action in rule.actions
    )
    kept_actions = (each for each in actions if each.bets or each.counter in kept)
    return replace(rule, actions=tuple(kept_actions))
