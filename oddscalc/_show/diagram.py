"""The chain as a diagram: in the languages of Graphviz and Mermaid, and as Graphviz draws it.

This room alone imports graphviz.
"""

from __future__ import annotations

from collections.abc import Iterator

from oddscalc._bets.automaton import Outcome, State
from oddscalc._dice.rollsets import describe
from oddscalc._exact.numbers import exact
from oddscalc._questions.explained import Explained
from oddscalc.errors import OddscalcError

MOST_DRAWN = 500
"""States of the largest chain that is drawn: from there on it takes minutes and shows little."""


def as_svg(explained: Explained) -> str:
    """Return the chain as SVG, laid out by Graphviz's program dot.

    Raises:
        OddscalcError: Graphviz is not installed, or the chain is too large to draw.
    """
    states = len(explained.chain.states)
    if states > MOST_DRAWN:
        raise OddscalcError(
            f"{explained.model.cited} has {states:,} states; up to {MOST_DRAWN} are drawn, all are"
            " written by --format dot and --format mermaid",
            code="too-many-states",
        )
    try:
        from graphviz import ExecutableNotFound, Source
    except ImportError:
        needs = 'drawing SVG needs the package graphviz: pip install "oddscalc[svg]"'
        raise OddscalcError(needs, code="not-installed") from None
    try:
        drawn: str = Source(as_dot(explained)).pipe(format="svg", encoding="utf-8")
    except ExecutableNotFound:
        raise OddscalcError(
            "drawing SVG needs the program dot of Graphviz, which is not on the path: install"
            " Graphviz, or take --format dot or mermaid",
            code="not-installed",
        ) from None
    return drawn


def as_dot(explained: Explained) -> str:
    """Return the chain in Graphviz's language; doubled circles are outcomes."""
    ids = _ids(explained)
    lines = [f"digraph {_quoted(explained.model.cited)} {{", "  rankdir=LR;"]
    for node, name in ids.items():
        shape = "doublecircle" if isinstance(node, Outcome) else "ellipse"
        lines.append(f"  {name} [label={_quoted(explained.label(node))}, shape={shape}];")
    lines += [
        f"  {ids[before]} -> {ids[after]} [label={_quoted(text)}];"
        for before, after, text in _arrows(explained)
    ]
    return "\n".join([*lines, "}"])


def as_mermaid(explained: Explained) -> str:
    """Return the chain as a Mermaid flow chart; rounded boxes are outcomes."""
    ids = _ids(explained)
    lines = ["flowchart LR"]
    for node, name in ids.items():
        opened, closed = ("([", "])") if isinstance(node, Outcome) else ("[", "]")
        lines.append(f"  {name}{opened}{_quoted(explained.label(node))}{closed}")
    lines += [
        f"  {ids[before]} -->|{_quoted(text)}| {ids[after]}"
        for before, after, text in _arrows(explained)
    ]
    return "\n".join(lines)


def _ids(explained: Explained) -> dict[State, str]:
    reached = [outcome for outcome in explained.chain.outcomes if outcome in explained.chain.graph]
    return explained.names | {outcome: f"end{number}" for number, outcome in enumerate(reached)}


def _arrows(explained: Explained) -> Iterator[tuple[State, State, str]]:
    for state in explained.chain.states:
        row = explained.chain.row(state)
        for after, rolls in explained.rolls(state).items():
            yield state, after, f"{exact(row[after])}: {describe(rolls)}"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", " ").replace('"', "'") + '"'
