"""The other exact solvers, each asked in its own words.

Every peer can be put to work in one or more ways; they are kept apart as "peer: way", and the
quickest way counts. A peer is given the chain (``load``), then timed while it answers (``solve``);
``fractions`` turns its answer into ours. What a peer is slow to load is told beside its time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from oddscalc._bets.automaton import Outcome
from oddscalc._chain.chain import Chain
from oddscalc._chain.rows import Rows

sys.set_int_max_str_digits(0)  # Storm hands its numbers over as text


@dataclass(frozen=True)
class Peer:
    """A chain, ready to be put to another solver.

    Args:
        load: reads the chain into what ``solve`` takes.
        solve: answers, in the solver's own numbers.
        fractions: the probability of each end, from the answer.
    """

    load: Callable[[], Any]
    solve: Callable[[Any], Any]
    fractions: Callable[[Any], list[Fraction]]


def drn(rows: Rows, *, rolls: bool = False) -> str:
    """Return the chain in Storm's format; with *rolls* each state has the reward 1."""
    size = len(rows) + rows.ends
    lines = ["@type: DTMC", "@parameters", "", "@reward_models", "rolls" if rolls else ""]
    lines += ["@nr_states", str(size), "@nr_choices", str(size), "@model"]
    starts, reward = {state for state, _ in rows.start}, " [1]" if rolls else ""
    for state, targets in enumerate(rows.targets):
        whole = rows.total(state)
        lines += [f"state {state}{reward}{' init' * (state in starts)}", "\taction 0"]
        steps = sorted(zip(targets, rows.ways[state], strict=True))
        lines += [f"\t\t{after} : {ways}/{whole}" for after, ways in steps]
    for end in range(rows.ends):
        number, reward = len(rows) + end, " [0]" if rolls else ""
        lines += [f"state {number}{reward} end end{end}", "\taction 0", f"\t\t{number} : 1"]
    return "\n".join(lines) + "\n"


def storm_environment(solver: str) -> Any:
    """Return Storm's exact environment with one of its solvers of linear equations."""
    from stormpy import environments

    environment = environments.exact()
    environment.solver().set_linear_equation_solver_type(
        getattr(environments.EquationSolverType, solver.upper())
    )
    return environment


def storm_model(text: str) -> Any:
    """Return Storm's model of a chain in its format."""
    import stormpy

    with TemporaryDirectory() as folder:
        path = Path(folder, "chain.drn")
        path.write_text(text)
        return stormpy.build_model_from_drn[stormpy.Rational](path)


def storm_value(model: Any, environment: Any, rows: Rows, query: str) -> list[Any]:
    """Return the answer to *query* from each start, in Storm's numbers."""
    import stormpy

    answer = stormpy.model_checking(model, stormpy.parse_property(query), environment=environment)
    return [answer.get_value(state) for state, _ in rows.start]


def averaged(rows: Rows, values: list[Any]) -> Fraction:
    """Return the mean of Storm's values of the starts."""
    whole = sum(ways for _, ways in rows.start)
    pairs = zip(rows.start, values, strict=True)
    return sum((Fraction(str(value)) * ways for (_, ways), value in pairs), Fraction(0)) / whole


def storm_per_end(rows: Rows, solver: str) -> Peer:
    """Ask Storm for the probability of reaching each end, one query for each."""
    text, environment = drn(rows), storm_environment(solver)
    return Peer(
        partial(storm_model, text),
        lambda model: [
            storm_value(model, environment, rows, f'P=? [F "end{end}"]') for end in range(rows.ends)
        ],
        lambda answers: [averaged(rows, values) for values in answers],
    )


def storm_at_once(rows: Rows, solver: str) -> Peer:
    """Ask Storm for the distribution in the long run, in which all that is left is in the ends."""
    from stormpy import analysis

    text, environment = drn(rows), storm_environment(solver)

    def solve(model: Any) -> list[Any]:
        answer = analysis.compute_steady_state_distribution(model, environment=environment)
        return [answer.get_value(len(rows) + end) for end in range(rows.ends)]

    return Peer(
        partial(storm_model, text), solve, lambda values: [Fraction(str(v)) for v in values]
    )


def icepool_dice(rows: Rows) -> tuple[Any, dict[int, Any]]:
    """Return the start and each row as a die."""
    import icepool

    dice = {
        state: icepool.Die(dict(zip(targets, rows.ways[state], strict=True)))
        for state, targets in enumerate(rows.targets)
    }
    return icepool.Die(dict(rows.start)), dice


def icepool(rows: Rows) -> Peer:
    """Ask icepool to map the start until nothing changes."""

    def fractions(absorbed: Any) -> list[Fraction]:
        whole, ends = absorbed.denominator(), range(len(rows), len(rows) + rows.ends)
        return [Fraction(absorbed.quantity(end), whole) for end in ends]

    return Peer(
        partial(icepool_dice, rows),
        lambda asked: asked[0].map(asked[1], repeat="inf"),
        fractions,
    )


def sympy(rows: Rows) -> Peer:
    """Ask sympy to solve the equations of the graph."""
    from oddscalc._chain.solve import solve

    def load() -> Chain:
        chain = as_chain(rows)
        assert chain.graph.number_of_nodes() >= len(rows)
        return chain

    return Peer(load, solve, lambda answer: list(answer.probabilities.values()))


def as_chain(rows: Rows) -> Chain:
    """Return the chain of *rows*, for sympy to solve."""
    outcomes = tuple(Outcome("win", str(end)) for end in range(rows.ends))
    return Chain(range(len(rows)), outcomes, rows, solver="sympy")


def flint_matrix(rows: Rows) -> tuple[Any, Any]:
    """Return the equations of the expected visits, in a dense matrix, for python-flint."""
    from flint import fmpq, fmpq_mat

    size = len(rows)
    matrix, given = fmpq_mat(size, size), fmpq_mat(size, 1)
    for state, targets in enumerate(rows.targets):
        matrix[state, state] += 1
        for after, ways in zip(targets, rows.ways[state], strict=True):
            if after < size:
                matrix[after, state] -= fmpq(ways, rows.total(state))
    whole = sum(ways for _, ways in rows.start)
    for state, ways in rows.start:
        given[state, 0] = fmpq(ways, whole)
    return matrix, given


def flint(rows: Rows) -> Peer:
    """Ask python-flint to solve the dense equations."""

    def fractions(visits: Any) -> list[Fraction]:
        arrived = [Fraction(0)] * rows.ends
        for state, targets in enumerate(rows.targets):
            visit = Fraction(int(visits[state, 0].p), int(visits[state, 0].q))
            for after, ways in zip(targets, rows.ways[state], strict=True):
                if after >= len(rows):
                    arrived[after - len(rows)] += visit * ways / rows.total(state)
        return arrived

    return Peer(partial(flint_matrix, rows), lambda asked: asked[0].solve(asked[1]), fractions)


STORM_SOLVERS = ("topological", "eigen", "elimination")
"""Storm's solvers of linear equations that are exact and not hopeless (``native`` is)."""

PEERS: dict[str, Callable[[Rows], Peer]] = {
    **{f"storm: {s}": partial(storm_per_end, solver=s) for s in STORM_SOLVERS},
    **{f"storm at once: {s}": partial(storm_at_once, solver=s) for s in STORM_SOLVERS},
    "icepool": icepool,
    "sympy": sympy,
    "flint": flint,
}
"""What each peer makes of a chain, by peer and way."""

MOST_STATES = {"flint": 2_000}
"""The largest chains that a peer is given, where larger ones would fill the memory."""
