"""The absorbing Markov chain of a bet.

A chain is a networkx graph: nodes are the bet's states and outcomes, an edge's ``weight`` is the
exact probability of going along it with one roll. It is checked, taken apart, solved and drawn as
that graph. It is also held in the integers of ``Rows``, in which it is explored, and solved where
it is large. This is the only room that imports networkx.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import lcm
from typing import TYPE_CHECKING, Literal

from oddscalc._bets.automaton import Automaton, Outcome, State
from oddscalc._chain.rows import Rows
from oddscalc._dice.dice import ROLLS, Dice, Roll
from oddscalc._exact.budget import at
from oddscalc._exact.numbers import exact
from oddscalc.errors import ChainError

if TYPE_CHECKING:
    import networkx as nx

GRAPH_STATES = 20_000
"""States up to which a chain is checked and taken apart as a graph, which takes about 5 KB each."""

Solver = Literal["auto", "sympy"]
"""What solves a chain: sympy or the elimination in integers, as suits its size; or sympy."""

_SHOWN = 4  # states named in a message
_TOLD = 256  # states from one report of where the work stands to the next


@dataclass(frozen=True)
class Chain:
    """An absorbing chain.

    Args:
        states: the transient states, in the order in which they were found.
        outcomes: every outcome the bet can have, in printing order; if the automaton lists none,
            those that were found.
        rows: the steps between them; the ends are the outcomes.
        solver: what is to solve it.
    """

    states: Sequence[State]
    outcomes: tuple[Outcome, ...]
    rows: Rows
    solver: Solver = "auto"

    @classmethod
    def of_graph(
        cls,
        graph: nx.DiGraph[State],
        start: Mapping[State, Fraction],
        outcomes: tuple[Outcome, ...],
    ) -> Chain:
        """Return the chain that *graph* shows, after ``check``.

        Args:
            graph: nodes are states and outcomes; edges carry ``weight``, a Fraction.
            start: the probability of each state in which the bet may be placed.
            outcomes: every outcome, in printing order.

        Raises:
            ChainError: it is no absorbing chain.
        """
        check(graph, start)
        states = [node for node in graph if not isinstance(node, Outcome)]
        numbers = {node: number for number, node in enumerate([*states, *outcomes])}
        targets, ways = [], []
        for state in states:
            row = {numbers[after]: edge["weight"] for after, edge in graph.adj[state].items()}
            scale = lcm(*(weight.denominator for weight in row.values()))
            targets.append(tuple(row))
            ways.append(tuple(int(weight * scale) for weight in row.values()))
        return cls(
            states, outcomes, Rows(targets, ways, _in_integers(start, numbers), len(outcomes))
        )

    @cached_property
    def nodes(self) -> tuple[State, ...]:
        """States, then outcomes, by their numbers in the rows."""
        return (*self.states, *self.outcomes)

    @cached_property
    def numbers(self) -> dict[State, int]:
        """The number of each state and outcome in the rows."""
        return {node: number for number, node in enumerate(self.nodes)}

    @property
    def start(self) -> dict[State, Fraction]:
        """The probability of each state in which the bet may be placed."""
        whole = sum(ways for _, ways in self.rows.start)
        return {self.states[number]: Fraction(ways, whole) for number, ways in self.rows.start}

    @cached_property
    def graph(self) -> nx.DiGraph[State]:
        """The chain as a networkx graph, made on first use."""
        import networkx as nx

        graph: nx.DiGraph[State] = nx.DiGraph()
        graph.add_nodes_from(self.states)
        graph.add_edges_from(self._edges())
        return graph

    def _edges(self) -> Iterator[tuple[State, State, dict[str, Fraction]]]:
        """Yield each step with its probability; equal ones are one object."""
        nodes, fraction = self.nodes, cache(Fraction)
        for number, state in enumerate(self.states):
            whole = self.rows.total(number)
            for after, ways in zip(self.rows.targets[number], self.rows.ways[number], strict=True):
                yield state, nodes[after], {"weight": fraction(ways, whole)}

    def row(self, state: State) -> dict[State, Fraction]:
        """Return where one roll leads from *state*, with the exact probabilities."""
        number = self.numbers[state]
        whole = self.rows.total(number)
        steps = zip(self.rows.targets[number], self.rows.ways[number], strict=True)
        return {self.nodes[after]: Fraction(ways, whole) for after, ways in steps}

    def components(self) -> list[list[int]]:
        """Return the states in strongly connected components, each before its successors.

        They are given by their numbers, those of a component in order.
        """
        if len(self.states) > GRAPH_STATES:
            return self.rows.components()
        import networkx as nx

        # Tarjan's algorithm, which networkx uses, ends with what leads to all that it found before
        parts = reversed(list(nx.strongly_connected_components(self.graph)))
        numbered = (sorted(map(self.numbers.__getitem__, part)) for part in parts)
        return [part for part in numbered if part[0] < len(self.states)]


def explore(
    automaton: Automaton,
    start: Mapping[State, Fraction],
    dice: Dice,
    *,
    reduction: Callable[[State], State] | None = None,
    limit: int = 100_000,
    solver: Solver = "auto",
) -> Chain:
    """Return the chain of *automaton*, found breadth first from *start*.

    Args:
        automaton: the bet.
        start: the probability of each state in which it may be placed.
        dice: the weights of the rolls.
        reduction: a map onto one representative of states that the dice make equal.
        limit: how many states may be found.
        solver: what is to solve it.

    Raises:
        ChainError: more states than *limit*, or what is no absorbing chain.
    """
    kinds = _kinds_of_roll(automaton, dice)
    numbers: dict[State, int] = {state: number for number, state in enumerate(start)}
    states = list(start)
    number_of: dict[Outcome, int] = {
        outcome: -1 - n for n, outcome in enumerate(automaton.outcomes)
    }
    targets: list[tuple[int, ...]] = []
    ways_of: list[tuple[int, ...]] = []
    shared: dict[tuple[int, ...], tuple[int, ...]] = {}
    for state in states:  # grows while it is walked
        if not len(targets) % _TOLD:
            at("exploring states", len(targets), 0)
        row: dict[int, int] = {}
        for roll, ways in kinds:
            after = automaton.step(state, roll)
            if isinstance(after, Outcome):
                number = number_of.setdefault(after, -1 - len(number_of))
            else:
                if reduction is not None:
                    after = reduction(after)
                number = numbers.setdefault(after, len(states))
                if number == len(states):
                    states.append(after)
            row[number] = row.get(number, 0) + ways
        if len(states) > limit:
            raise ChainError(
                f"more than {limit:,} states; raise the limit (--max-states) to explore them",
                code="too-many-states",
            )
        targets.append(tuple(row))
        weights = tuple(row.values())
        ways_of.append(shared.setdefault(weights, weights))
    for number, row_targets in enumerate(targets):
        targets[number] = tuple(n if n >= 0 else len(states) - 1 - n for n in row_targets)
    at("looking whether all states lead to an outcome", len(states))
    rows = Rows(targets, ways_of, _in_integers(start, numbers), len(number_of))
    chain = Chain(states, tuple(number_of), rows, solver)
    _check_explored(chain, automaton.describe)
    return chain


def _kinds_of_roll(automaton: Automaton, dice: Dice) -> list[tuple[Roll, int]]:
    """Return one roll of each effect, with the ways of all that have it.

    Rolls that the dice never show are left out.
    """
    scale = lcm(*(weight.denominator for weight in dice.weights))
    kinds: dict[object, tuple[Roll, int]] = {}
    for roll in ROLLS:
        if ways := int(dice.weight[roll] * scale):
            effect = automaton.effect(roll)
            first, sofar = kinds.get(effect, (roll, 0))
            kinds[effect] = first, sofar + ways
    return list(kinds.values())


def _in_integers(
    start: Mapping[State, Fraction], numbers: Mapping[State, int]
) -> list[tuple[int, int]]:
    if sum(start.values()) != 1:
        raise ChainError("the starting probabilities do not sum to exactly 1")
    scale = lcm(*(weight.denominator for weight in start.values()))
    return [(numbers[state], int(weight * scale)) for state, weight in start.items()]


def _check_explored(chain: Chain, describe: Callable[[State], str]) -> None:
    """Refuse a chain that never ends: as a graph, or in its rows if it is too large for that."""
    if len(chain.states) <= GRAPH_STATES:
        check(chain.graph, chain.start, describe)
    elif stuck := chain.rows.stuck():
        raise _never_ends([chain.states[number] for number in stuck], describe)


def check(
    graph: nx.DiGraph[State],
    start: Mapping[State, Fraction],
    describe: Callable[[State], str] = str,
) -> None:
    """Refuse a graph that is not absorbing or whose rows do not sum to exactly 1.

    Raises:
        ChainError: a row with another sum, or states from which no outcome can be reached;
            the states are named by *describe*.
    """
    if not start or sum(start.values()) != 1:
        raise ChainError("the starting probabilities do not sum to exactly 1")
    outcomes = [node for node in graph if isinstance(node, Outcome)]
    for state, steps in graph.adjacency():
        if isinstance(state, Outcome):
            continue
        weights = [edge["weight"] for edge in steps.values()]
        scale = lcm(*(weight.denominator for weight in weights))  # sums integers, which is faster
        total = sum(weight.numerator * (scale // weight.denominator) for weight in weights)
        if total != scale:
            raise ChainError(
                f"the probabilities of leaving {describe(state)!r} sum to"
                f" {exact(Fraction(total, scale))}, not 1"
            )
    import networkx as nx

    decided = set().union(*nx.bfs_layers(graph.reverse(copy=False), outcomes))
    if stuck := [state for state in graph if state not in decided]:
        raise _never_ends(stuck, describe)


def _never_ends(stuck: Sequence[State], describe: Callable[[State], str]) -> ChainError:
    names = ", ".join(repr(describe(state)) for state in stuck[:_SHOWN])
    more = f" and {len(stuck) - _SHOWN:,} more" if len(stuck) > _SHOWN else ""
    return ChainError(
        f"the bet never ends: no outcome can be reached from {names}{more}", code="never-ends"
    )
