"""The absorbing Markov chain of a bet: a networkx graph with exact weights.

Nodes are the bet's states and outcomes, an edge's ``weight`` is the exact probability of going
along it with one roll. This is the only room that imports networkx.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import networkx as nx

from oddscalc.bets.automaton import Automaton, Outcome, State
from oddscalc.dice import ROLLS, Dice
from oddscalc.errors import ChainError
from oddscalc.numbers import exact

_SHOWN = 4  # states named in a message


@dataclass(frozen=True)
class Chain:
    """An absorbing chain, checked.

    Args:
        graph: nodes are states and outcomes; edges carry ``weight``, a Fraction.
        start: the probability of each state in which the bet may be placed.
        outcomes: every outcome the bet can have, in printing order; if the automaton lists none,
            those that were found.
    """

    graph: nx.DiGraph[State]
    start: Mapping[State, Fraction]
    outcomes: tuple[Outcome, ...]

    @property
    def states(self) -> list[State]:
        """The transient states, in the order in which they were found."""
        return [node for node in self.graph if not isinstance(node, Outcome)]

    def row(self, state: State) -> Mapping[State, Fraction]:
        """Return where one roll leads from *state*, with the exact probabilities."""
        return {after: edge["weight"] for after, edge in self.graph.adj[state].items()}

    def components(self) -> Iterator[list[State]]:
        """Yield the strongly connected components of the states, each before its successors."""
        condensed = nx.condensation(self.graph)
        for node in nx.topological_sort(condensed):
            members = condensed.nodes[node]["members"]
            states = [state for state in members if not isinstance(state, Outcome)]
            if states:
                yield states


def explore(
    automaton: Automaton,
    start: Mapping[State, Fraction],
    dice: Dice,
    *,
    reduction: Callable[[State], State] | None = None,
    limit: int = 100_000,
) -> Chain:
    """Return the chain of *automaton*, found breadth first from *start*.

    Args:
        automaton: the bet.
        start: the probability of each state in which it may be placed.
        dice: the weights of the rolls.
        reduction: a map onto one representative of states that the dice make equal.
        limit: how many states may be found; networkx needs about 5 KB for each.

    Raises:
        ChainError: more states than *limit*, or what ``check`` refuses.
    """
    scale = lcm(*(weight.denominator for weight in dice.weights))
    ways = [(roll, int(dice.weight[roll] * scale)) for roll in ROLLS if dice.weight[roll]]
    fractions: dict[int, Fraction] = {}
    graph: nx.DiGraph[State] = nx.DiGraph()
    frontier = list(start)
    graph.add_nodes_from(frontier)
    states = len(frontier)
    while frontier:
        found: dict[State, None] = {}
        for state in frontier:
            row: dict[State, int] = {}
            for roll, weight in ways:
                after = automaton.step(state, roll)
                if reduction is not None and not isinstance(after, Outcome):
                    after = reduction(after)
                row[after] = row.get(after, 0) + weight
            for after, weight in row.items():
                if after not in graph and not isinstance(after, Outcome):
                    found[after] = None
                if weight not in fractions:
                    fractions[weight] = Fraction(weight, scale)
                graph.add_edge(state, after, weight=fractions[weight])
        states += len(found)
        if states > limit:
            raise ChainError(f"more than {limit:,} states; raise the limit to explore them")
        frontier = list(found)
    found_outcomes = tuple(node for node in graph if isinstance(node, Outcome))
    chain = Chain(graph, start, automaton.outcomes or found_outcomes)
    check(chain, automaton.describe)
    return chain


def check(chain: Chain, describe: Callable[[State], str] = str) -> None:
    """Refuse a chain that is not absorbing or whose rows do not sum to exactly 1.

    Raises:
        ChainError: a row with another sum, or states from which no outcome can be reached;
            the states are named by *describe*.
    """
    if not chain.start or sum(chain.start.values()) != 1:
        raise ChainError("the starting probabilities do not sum to exactly 1")
    for state in chain.states:
        total = sum(chain.row(state).values(), Fraction(0))
        if total != 1:
            raise ChainError(
                f"the probabilities of leaving {describe(state)!r} sum to {exact(total)}, not 1"
            )
    decided = {node for node in chain.graph if isinstance(node, Outcome)}
    frontier = list(decided)
    while frontier:
        before = {state for node in frontier for state in chain.graph.pred[node]} - decided
        decided |= before
        frontier = list(before)
    stuck = [state for state in chain.states if state not in decided]
    if stuck:
        names = ", ".join(repr(describe(state)) for state in stuck[:_SHOWN])
        more = f" and {len(stuck) - _SHOWN:,} more" if len(stuck) > _SHOWN else ""
        raise ChainError(f"the bet never ends: no outcome can be reached from {names}{more}")
