"""Explaining a number: clause, definition, states, transitions, equations, answer."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from oddscalc._bets.automaton import State
from oddscalc._chain.model import Model
from oddscalc._dice.rollsets import describe
from oddscalc._exact.numbers import decimal, exact
from oddscalc._questions.explained import Explained
from oddscalc._show.document import (
    WIDTH,
    Block,
    Bullets,
    Code,
    Document,
    Records,
    Section,
    Text,
    number_cells,
    number_headers,
)
from oddscalc._show.words.contract import rational
from oddscalc._show.words.notes import rule_notes

MOST_STATES = 40
"""States that are written out; a hot roller has thousands."""


def document(explained: Sequence[Explained], most: int = MOST_STATES) -> Document:
    """Return the explanations, so that a mathematician can follow them by hand."""
    return Document(
        "How a number comes about",
        schema="explain",
        sections=lambda: [_section(explanation, most) for explanation in explained],
        data=lambda: [_object(explanation) for explanation in explained],
        records=lambda: _records(explained),
    )


def _object(explained: Explained) -> dict[str, Any]:
    """Return the chain and its solution, all states."""
    model, chain, names = explained.model, explained.chain, explained.names
    return {
        "bet": model.bet.id,
        "name": model.bet.name,
        "rules": model.rules.id,
        "reading": model.reading.name,
        "definition": list(_definition(model)),
        "states": [
            {
                "state": names[state],
                "says": explained.label(state),
                "start": rational(chain.start.get(state, Fraction(0))),
                "visits": rational(explained.visits[state]),
            }
            for state in chain.states
        ],
        "transitions": [
            {"from": names[state], "to": to, "probability": rational(chance), "rolls": rolls}
            for state in chain.states
            for to, chance, rolls in _steps(explained, state)
        ],
        "outcomes": [
            {"outcome": str(outcome), "probability": rational(probability)}
            for outcome, probability in explained.solution.probabilities.items()
        ],
        "expected_rolls": rational(explained.solution.expected_rolls),
        "notes": rule_notes(model),
    }


def _records(explained: Sequence[Explained]) -> Records:
    """Return a row for each transition."""
    headers = ["bet", "reading", "state", "says", "to", *number_headers(["probability"]), "rolls"]
    rows = [
        [explanation.model.bet.id, explanation.model.reading.name, explanation.names[state],
         explanation.label(state), to, *number_cells([chance]), rolls]
        for explanation in explained
        for state in explanation.chain.states
        for to, chance, rolls in _steps(explanation, state)
    ]  # fmt: skip
    return Records(headers, rows)


def _steps(explained: Explained, state: State) -> Iterator[tuple[str, Fraction, str]]:
    """Yield where a roll leads from *state*, how likely, and which rolls do."""
    row = explained.chain.row(state)
    for after, rolls in explained.rolls(state).items():
        yield explained.names.get(after, str(after)), row[after], describe(rolls)


def _section(explained: Explained, most: int) -> Section:
    model, chain = explained.model, explained.chain
    shown = chain.states[:most]
    hidden = len(chain.states) - len(shown)
    more = [f"  ... and {hidden:,} more states"] if hidden else []
    states = list(_states(explained, shown))
    if model.reduction() is not None:
        states.insert(0, _wrap(f"  {_MERGED}", "  "))
    steps = [line for state in shown for line in _transitions(explained, state)]
    visits = [_visits(explained, state) for state in shown]
    blocks: list[Block] = [
        Bullets(rule_notes(model)),
        Bullets(
            list(_definition(model)), f"Definition in the catalogue ({model.bet.source})", mark="  "
        ),
        Code("\n".join([*states, *more]), f"States ({len(chain.states):,})"),
        Code("\n".join([*steps, *more]), "Transitions, one roll each"),
        Text(_METHOD),
        Code("\n".join([*visits, *more])),
        Code("\n".join(_answer(explained, hidden > 0)), "Answer"),
    ]
    return Section(f"{model.bet.name} ({model.bet.id})", [], blocks)


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
    yield f"  from {explained.names[state]} ({explained.label(state)})"
    for to, chance, rolls in _steps(explained, state):
        yield _wrap(f"    {exact(chance):>7}  to {to:<12} on {rolls}", " " * 14)


def _visits(explained: Explained, state: State) -> str:
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
        yield _wrap(f"  P({outcome}){flow} = {_number(probability)}", "    ")
    yield _wrap(f"  E[rolls] = {_number(explained.solution.expected_rolls)}", "    ")


def _number(value: Fraction) -> str:
    return exact(value) if value.denominator == 1 else f"{exact(value)} ({decimal(value)})"


def _wrap(text: str, indent: str) -> str:
    return textwrap.fill(
        text,
        WIDTH - 1,
        subsequent_indent=indent,
        break_on_hyphens=False,
        replace_whitespace=False,
        drop_whitespace=True,
    )
