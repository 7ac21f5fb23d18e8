"""Explaining a number: clause, definition, states, transitions, equations, answer."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from oddscalc._bets.automaton import Outcome, State
from oddscalc._chain.chain import Chain
from oddscalc._chain.model import Model
from oddscalc._chain.solve import Solution, expected_visits
from oddscalc._dice.dice import ROLLS, Roll
from oddscalc._dice.rollsets import describe
from oddscalc._exact.numbers import decimal, exact
from oddscalc._show.grid import WIDTH
from oddscalc._show.words.notes import rule_notes

MOST_STATES = 40
"""States that are written out in text; a hot roller has thousands."""


@dataclass(frozen=True)
class Explained:
    """A model with its chain and solution."""

    model: Model
    chain: Chain
    solution: Solution

    @cached_property
    def visits(self) -> dict[State, Fraction]:
        """How often each state is left by a roll, expected."""
        return expected_visits(self.chain)

    @cached_property
    def names(self) -> dict[State, str]:
        """A short symbol for each state: s0, s1, ..."""
        return {state: f"s{number}" for number, state in enumerate(self.chain.states)}

    def label(self, node: State) -> str:
        """Return what a person calls *node*."""
        return str(node) if isinstance(node, Outcome) else self.model.automaton.describe(node)

    def rolls(self, state: State) -> dict[State, frozenset[Roll]]:
        """Return the rolls that lead from *state* to each of its successors."""
        reduce = self.model.reduction()
        found: dict[State, set[Roll]] = {}
        for roll in ROLLS:
            after = self.model.automaton.step(state, roll)
            if reduce is not None and not isinstance(after, Outcome):
                after = reduce(after)
            if after in self.chain.graph.adj[state]:
                found.setdefault(after, set()).add(roll)
        return {after: frozenset(rolls) for after, rolls in found.items()}


def as_text(explained: Explained, most: int = MOST_STATES) -> str:
    """Return the explanation, so that a mathematician can follow it by hand."""
    model, chain = explained.model, explained.chain
    shown = chain.states[:most]
    hidden = len(chain.states) - len(shown)
    more = [f"  ... and {hidden:,} more states"] if hidden else []
    lines = [f"{model.bet.name} ({model.bet.id})", ""]
    lines += [line for note in rule_notes(model) for line in _wrap(f"- {note}", "  ")]
    lines += ["", *_wrap(f"Definition in the catalogue ({model.bet.source})", "  ")]
    lines += [line for text in _definition(model) for line in _wrap(f"  {text}", "    ")]
    lines += ["", f"States ({len(chain.states):,})"]
    if model.reduction() is not None:
        lines += _wrap(f"  {_MERGED}", "  ")
    lines += [*_states(explained, shown), *more]
    lines += ["", "Transitions, one roll each"]
    lines += [line for state in shown for line in _transitions(explained, state)] + more
    lines += ["", *_wrap(_METHOD), ""]
    lines += [line for state in shown for line in _visits(explained, state)] + more
    lines += ["", "Answer"]
    lines += [line for text in _answer(explained, hidden > 0) for line in _wrap(text, "    ")]
    return "\n".join(lines)


_METHOD = (
    "Equations. v(s) is the expected number of rolls thrown in state s before the bet is decided:"
    " the probability of starting there, plus what flows in with one roll. An outcome has the"
    " probability that flows into it; the expected rolls are the sum of all v."
)

_MERGED = (
    "States that the dice make equal, because the rolls they lack are as many and as likely, are"
    " merged; one stands for all of them."
)


def _definition(model: Model) -> Iterator[str]:
    yield f"kind: {model.bet.kind}"
    for key, value in {**model.bet.rule, **model.reading.rule}.items():
        yield from _flat(key, value)


def _flat(key: str, value: object) -> Iterator[str]:
    """Yield a parameter as lines of ``key inner-key: value``."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _flat(f"{key} {name}", inner)
    else:
        yield f"{key}: {', '.join(map(str, value)) if isinstance(value, list) else value}"


def _states(explained: Explained, shown: Sequence[State]) -> Iterator[str]:
    names, start = explained.names, explained.chain.start
    for state in shown:
        begins = f"  (start, {exact(start[state])})" if state in start else ""
        yield f"  {names[state]:<5} {explained.label(state)}{begins}"


def _transitions(explained: Explained, state: State) -> Iterator[str]:
    names = explained.names
    yield f"  from {names[state]} ({explained.label(state)})"
    row = explained.chain.row(state)
    for after, rolls in explained.rolls(state).items():
        target = names.get(after, str(after))
        yield from _wrap(
            f"    {exact(row[after]):>7}  to {target:<12} on {describe(rolls)}", " " * 14
        )


def _visits(explained: Explained, state: State) -> list[str]:
    chain, names = explained.chain, explained.names
    terms = [exact(chain.start[state])] if state in chain.start else []
    terms += [
        f"{exact(chain.graph.edges[before, state]['weight'])} v({names[before]})"
        for before in chain.graph.predecessors(state)
    ]
    value = explained.visits[state]
    flow = "" if terms == [exact(value)] else f"{' + '.join(terms)} = "
    return _wrap(f"  v({names[state]}) = {flow}{_number(value)}", "    ")


def _answer(explained: Explained, hidden: bool) -> Iterator[str]:
    chain, names = explained.chain, explained.names
    for outcome, probability in explained.solution.probabilities.items():
        terms = [
            f"{exact(chain.graph.edges[before, outcome]['weight'])} v({names[before]})"
            for before in (chain.graph.predecessors(outcome) if outcome in chain.graph else ())
        ]
        flow = "" if hidden or not terms else f" = {' + '.join(terms)}"
        yield f"  P({outcome}){flow} = {_number(probability)}"
    yield f"  E[rolls] = {_number(explained.solution.expected_rolls)}"


def _number(value: Fraction) -> str:
    return exact(value) if value.denominator == 1 else f"{exact(value)} ({decimal(value)})"


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH - 1,
        subsequent_indent=indent,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )
