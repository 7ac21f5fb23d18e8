"""Chains: built exactly, refused when they are none, solved as by an independent elimination."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

import networkx as nx
import pytest
from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

from oddscalc._bets.automaton import LOSE, WIN, Outcome, State
from oddscalc._bets.catalogue import Bet, shipped
from oddscalc._bets.compile import compile_bet
from oddscalc._bets.hand import Collect
from oddscalc._chain.chain import Chain, check, explore
from oddscalc._chain.solve import solve
from oddscalc._chain.solve.equations import solved_over
from oddscalc._dice.dice import ROLLS, Dice, Roll
from oddscalc.errors import ChainError

FAIR = Dice.fair()


def bet(kind: str, **rule: object) -> Bet:
    return Bet("mine", "Mine", (), kind, rule, "made up")


def chain_of(kind: str, **rule: object) -> Chain:
    automaton = compile_bet(bet(kind, **rule), shipped())
    return explore(automaton, {automaton.start(None): Fraction(1)}, FAIR)


def graph_of(rows: dict[State, dict[State, Fraction]]) -> nx.DiGraph[State]:
    graph: nx.DiGraph[State] = nx.DiGraph()
    graph.add_nodes_from(rows)
    for before, row in rows.items():
        for after, weight in row.items():
            graph.add_edge(before, after, weight=weight)
    return graph


def handmade(rows: dict[State, dict[State, Fraction]], start: State) -> Chain:
    graph = graph_of(rows)
    return Chain.of_graph(graph, {start: Fraction(1)}, (WIN, LOSE))


def test_rolls_to_the_same_state_are_added_up() -> None:
    chain = chain_of("race", win="6", lose="7")
    assert chain.row("undecided") == {
        "undecided": Fraction(25, 36),
        WIN: Fraction(5, 36),
        LOSE: Fraction(1, 6),
    }


def test_a_row_that_sums_to_three_quarters_is_refused() -> None:
    rows = {"a": {"b": Fraction(1, 2), "a": Fraction(1, 4)}, "b": {WIN: Fraction(1)}}
    with pytest.raises(ChainError, match=r"leaving 'a' sum to 3/4, not 1"):
        check(graph_of(rows), {"a": Fraction(1)})


def test_states_that_reach_no_outcome_are_named() -> None:
    half = Fraction(1, 2)
    rows = {"a": {"b": half, WIN: half}, "b": {"c": Fraction(1)}, "c": {"b": Fraction(1)}}
    with pytest.raises(ChainError, match=r"never ends: no outcome can be reached from 'b', 'c'"):
        check(graph_of(rows), {"a": Fraction(1)})


def test_the_starting_probabilities_must_sum_to_one() -> None:
    graph = graph_of({"a": {WIN: Fraction(1)}})
    with pytest.raises(ChainError, match="starting"):
        Chain.of_graph(graph, {"a": Fraction(1, 2)}, (WIN, LOSE))


@dataclass(frozen=True)
class Counter:
    """Counts every roll, without end."""

    outcomes: tuple[Outcome, ...] = (WIN,)

    def start(self, point: int | None) -> State:
        return 0

    def step(self, state: State, roll: Roll) -> State | Outcome:
        return state + 1

    def effect(self, roll: Roll) -> Hashable:
        return None

    def describe(self, state: State) -> str:
        return str(state)


def test_too_many_states_are_refused() -> None:
    with pytest.raises(ChainError, match="more than 50 states"):
        explore(Counter(), {0: Fraction(1)}, FAIR, limit=50)


def test_dice_that_cannot_end_the_bet_are_refused() -> None:
    automaton = compile_bet(shipped()["place-6"], shipped())
    only_aces = Dice.from_faces([1, 0, 0, 0, 0, 0])
    with pytest.raises(ChainError, match="never ends"):
        explore(automaton, {automaton.start(None): Fraction(1)}, only_aces)


@pytest.mark.parametrize(
    ("kind", "rule", "message"),
    [
        ("race", {"win": "6, 7", "lose": "7"}, "a roll of 7 is claimed by both 'win' and 'lose'"),
        ("one-roll", {"win": "6", "lose": "7"}, "must decide every roll"),
        (
            "line",
            {"side": "with", "win_first": "7", "lose_first": "2", "points": "4, 5"},
            "first roll 3 has no effect|first roll 1 then 2 has no effect",
        ),
        (
            "line",
            {"side": "with", "win_first": "7, 11", "lose_first": "11", "points": "4"},
            "claimed by both",
        ),
        ("collect", {"groups": {"a": ["6", "7"]}, "until": "7", "win_at": 1}, "both counts and"),
        ("repeat", {"count": "7", "times": 2, "until": "7"}, "both counts and"),
        ("sequence", {"win": ["7"], "lose": ["12", "7"]}, "at once"),
        ("race", {"win": "hard 4", "lose": "easy 4, 4", "lose_when": "all"}, "claimed by both"),
    ],
)
def test_rules_that_contradict_themselves_are_refused(
    kind: str, rule: dict[str, object], message: str
) -> None:
    with pytest.raises(ChainError, match=message):
        chain_of(kind, **rule)


def test_repeaters() -> None:
    """A number w ways n times before a 7: (w / (w + 6)) ** n."""
    for number, ways, times in ((2, 1, 2), (6, 5, 6), (12, 1, 2), (4, 3, 4)):
        chain = chain_of("repeat", count=str(number), times=times, until="7")
        won = solve(chain).probabilities[Outcome("win", str(times))]
        assert won == Fraction(ways, ways + 6) ** times


def test_a_12_before_two_sevens_in_a_row() -> None:
    """E.g. by hand: with a = P(win | last no 7), b = P(win | last 7).

    36 a = 1 + 29 a + 6 b and 36 b = 1 + 29 a, so a = 7/13.
    """
    solution = solve(chain_of("sequence", win=["12"], lose=["7", "7"]))
    assert solution.probabilities[WIN] == Fraction(7, 13)


def test_sequences_may_overlap_themselves() -> None:
    """Two sixes in a row against six then seven: decided by the roll after the first six."""
    solution = solve(chain_of("sequence", win=["6", "6"], lose=["6", "7"]))
    assert solution.probabilities[WIN] == Fraction(5, 11)


def test_a_bundle_of_bets_that_last_is_decided_when_all_parts_are() -> None:
    chain = chain_of("bundle", parts={"place-6": 1, "place-8": 1})
    solution = solve(chain)
    names = {str(outcome): p for outcome, p in solution.probabilities.items()}
    both = 2 * Fraction(5, 16) * Fraction(5, 11)
    assert names["win place-6+place-8"] == both
    assert names["lose"] == Fraction(6, 16)


@pytest.mark.slow
def test_the_reduced_hot_roller_equals_the_raw_one() -> None:
    automaton = compile_bet(shipped()["hot-roller"], shipped())
    assert isinstance(automaton, Collect)
    start = {0: Fraction(1)}
    raw = explore(automaton, start, FAIR)
    reduced = explore(automaton, start, FAIR, reduction=automaton.reduction(FAIR))
    assert (len(raw.states), len(reduced.states)) == (16_383, 1_259)
    assert solve(raw).probabilities == solve(reduced).probabilities
    assert solve(raw).expected_rolls == solve(reduced).expected_rolls


def test_dice_that_tell_rolls_apart_are_not_reduced() -> None:
    rule = {"groups": {"a": ["1-3", "1-2"], "b": ["5", "9"]}, "until": "7", "win_at": 1}
    automaton = compile_bet(bet("collect", **rule), shipped())
    assert isinstance(automaton, Collect)
    loaded = Dice.from_faces(["1/6", "1/12", "1/6", "1/6", "1/4", "1/6"])
    for dice in (FAIR, loaded):
        raw = explore(automaton, {0: Fraction(1)}, dice)
        reduction = automaton.reduction(dice)
        assert (reduction is None) == (dice == loaded)
        reduced = explore(automaton, {0: Fraction(1)}, dice, reduction=reduction)
        assert solve(raw).probabilities == solve(reduced).probabilities


def test_components_come_before_their_successors() -> None:
    automaton = compile_bet(shipped()["fire"], shipped())
    chain = explore(automaton, {automaton.start(None): Fraction(1)}, FAIR)
    components = chain.components()
    position = {
        chain.states[number]: n for n, numbers in enumerate(components) for number in numbers
    }
    assert len(position) == len(chain.states)
    assert max(map(len, components)) == 6
    for state in chain.states:
        for after in chain.row(state):
            assert isinstance(after, Outcome) or position[state] <= position[after]


weights = st.integers(1, 9)


@st.composite
def chains(draw: st.DrawFn) -> Chain:
    """A random absorbing chain of up to eight states."""
    size = draw(st.integers(1, 8))
    rows: dict[State, dict[State, Fraction]] = {}
    for state in range(size):
        targets = draw(st.sets(st.integers(0, size - 1), max_size=4))
        ends = draw(st.sets(st.sampled_from([WIN, LOSE]), min_size=1))
        given_weights = {target: draw(weights) for target in [*targets, *ends]}
        total = sum(given_weights.values())
        rows[state] = {target: Fraction(w, total) for target, w in given_weights.items()}
    return handmade(rows, 0)


def eliminate(chain: Chain) -> dict[State, list[Fraction]]:
    """Return P(win), P(lose), E[rolls] from every state, by dense Gauss-Jordan elimination."""
    states = chain.states
    size = len(states)
    rows = []
    for i, state in enumerate(states):
        row = chain.row(state)
        left = [Fraction(i == j) - row.get(other, Fraction(0)) for j, other in enumerate(states)]
        rows.append([*left, row.get(WIN, Fraction(0)), row.get(LOSE, Fraction(0)), Fraction(1)])
    for i in range(size):
        pivot = next(j for j in range(i, size) if rows[j][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i], strict=True)]
    return {state: rows[i][size:] for i, state in enumerate(states)}


@examples(60)
@given(chains())
def test_the_solution_is_that_of_a_dense_backward_elimination(chain: Chain) -> None:
    won, lost, rolls = eliminate(chain)[0]
    solution = solve(chain)
    assert solution.probabilities == {WIN: won, LOSE: lost}
    assert solution.expected_rolls == rolls


def test_the_same_code_solves_over_a_field_of_rational_functions() -> None:
    """A race at p against q with a detour, in the probabilities themselves.

    Put p = 5/36 and q = 1/6 into the answer and it is the place bet's.
    """
    from sympy import QQ, symbols

    p, q = symbols("p q")
    field = QQ.frac_field(p, q)
    win, lose = field.from_sympy(p), field.from_sympy(q)
    stay = field.one - win - lose
    half = field.from_sympy(p / p / 2)
    rows = {
        "a": {"b": stay, "win": win, "lose": lose},
        "b": {"a": half, "b": half},
    }
    visits, arrived = solved_over(field, rows, {"a": field.one}, ["a", "b"])
    assert arrived["win"] == win / (win + lose)
    assert arrived["win"] + arrived["lose"] == field.one
    assert visits["a"] == field.one / (win + lose)


def test_a_long_tail_is_exact() -> None:
    """A step that costs 36 rolls on average, five hundred digits deep."""
    tiny = Fraction(1, 10**500)
    solution = solve(handmade({"a": {"a": 1 - tiny, WIN: tiny}}, "a"))
    assert solution.probabilities[WIN] == 1
    assert solution.expected_rolls == 10**500


def test_every_roll_of_the_dice_has_a_place_in_every_bet() -> None:
    for one in shipped():
        if one.id == "place-7":
            continue
        automaton = compile_bet(one, shipped())
        for roll in ROLLS:
            after = automaton.step(automaton.start(None), roll)
            assert after in automaton.outcomes or automaton.describe(after)


def test_where_a_chain_starts_and_where_rolls_lead_is_as_likely_as_the_dice_say() -> None:
    """Of a place bet made on one of two points, and of a first roll of the pass line."""
    automaton = compile_bet(shipped()["pass"], shipped())
    first = automaton.start(None)
    start = {
        automaton.step(first, (2, 2)): Fraction(1, 3),
        automaton.step(first, (3, 3)): Fraction(2, 3),
    }
    chain = explore(automaton, start, Dice.fair())
    assert chain.start == start
    (four, six) = start
    assert chain.row(four) == {WIN: Fraction(1, 12), LOSE: Fraction(1, 6), four: Fraction(3, 4)}
    assert chain.row(six)[WIN] == Fraction(5, 36)
    row = explore(automaton, {first: Fraction(1)}, Dice.fair()).row(first)
    assert (row[WIN], row[LOSE]) == (Fraction(8, 36), Fraction(4, 36))
    assert sum(row.values()) == 1


def test_the_limit_on_states_is_the_most_there_may_be() -> None:
    automaton = compile_bet(shipped()["pass"], shipped())
    start = {automaton.start(None): Fraction(1)}
    assert len(explore(automaton, start, Dice.fair(), limit=7).states) == 7
    with pytest.raises(ChainError, match="more than 6 states"):
        explore(automaton, start, Dice.fair(), limit=6)


@pytest.mark.parametrize("start", [{}, {"a": Fraction(1, 2)}, {"a": Fraction(3, 2)}])
def test_a_start_that_is_none_is_refused(start: dict[State, Fraction]) -> None:
    graph = graph_of({"a": {WIN: Fraction(1)}})
    with pytest.raises(ChainError, match="do not sum to exactly 1"):
        check(graph, start)


def test_four_states_without_an_end_are_named_and_the_rest_counted() -> None:
    rows = {f"s{n}": {f"s{(n + 1) % 6}": Fraction(1)} for n in range(6)}
    graph = graph_of({"a": {WIN: Fraction(1, 2), "s0": Fraction(1, 2)}, **rows})
    with pytest.raises(ChainError) as raised:
        check(graph, {"a": Fraction(1)})
    assert "'s0', 's1', 's2', 's3' and 2 more" in str(raised.value)
