"""The solver: its parts against sympy, networkx and each other, on the catalogue and at random."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import comb
from pathlib import Path

import networkx as nx
import pytest
from conftest import Ran, examples
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import Matrix, Rational, eye
from wagers import CASES, DISTINCT, MODELS, chain_of

from oddscalc._bets.automaton import LOSE, WIN, Automaton, Outcome, State
from oddscalc._bets.catalogue import Bet, shipped
from oddscalc._bets.compile import compile_bet
from oddscalc._bets.hand import Collect
from oddscalc._bets.line import Line
from oddscalc._bets.odds import WithOdds
from oddscalc._bets.table import CrapsTable
from oddscalc._bets.together import Together
from oddscalc._chain import solve as solving
from oddscalc._chain.chain import GRAPH_STATES, Chain, check, explore
from oddscalc._chain.rows import Rows
from oddscalc._chain.solve import elimination, enclose, expected_visits, integers, solve
from oddscalc._chain.solve.enclosure import enclosed
from oddscalc._chain.solve.forward import Flow
from oddscalc._chain.solve.integers import PYTHON, Integers
from oddscalc._dice.dice import ROLLS, Dice, Roll
from oddscalc.errors import ChainError

FAIR = Dice.fair()
LOADED = Dice.from_faces(["1/4", "1/6", "1/6", "1/6", "1/6", "1/12"])


def by_sympy(chain: Chain) -> Chain:
    """Return the chain for sympy to solve, whatever its size."""
    return replace(chain, solver="sympy")


def chain_in(some: Rows) -> Chain:
    outcomes = tuple(Outcome("win", str(end)) for end in range(some.ends))
    return Chain(range(len(some)), outcomes, some)


@pytest.mark.parametrize("name", CASES)
def test_every_wager_is_solved_by_sympy_as_by_elimination(name: str) -> None:
    chain = chain_of(name)
    solution = solve(by_sympy(chain))
    for flow in (Flow(chain.rows), Flow(chain.rows, chain.components(), every=True)):
        assert list(solution.probabilities.values()) == flow.arrived
        assert solution.expected_rolls == flow.expected_rolls
    assert list(expected_visits(by_sympy(chain)).values()) == [
        flow.visits[number] for number in range(len(chain.states))
    ]
    assert solve(chain) == solution
    assert expected_visits(chain) == expected_visits(by_sympy(chain))


class TestGraph:
    """What sympy solves is the networkx graph, and nothing beside it."""

    @pytest.mark.parametrize("name", [name for name in CASES if isinstance(name, str)])
    def test_has_the_matrix_whose_solution_is_the_answer(self, name: str) -> None:
        """(I - Q)^-1 R and (I - Q)^-1 1, written down from the graph alone."""
        chain = chain_of(name)
        if len(chain.states) > 100:
            return
        graph = nx.freeze(chain.graph.copy())
        states = [node for node in graph if graph.out_degree(node)]
        ends = [node for node in graph if not graph.out_degree(node)]

        def step(before: State, after: State) -> Rational:
            edge = graph.get_edge_data(before, after, {"weight": Fraction(0)})
            return Rational(*edge["weight"].as_integer_ratio())

        away = eye(len(states)) - Matrix([[step(a, b) for b in states] for a in states])
        ended = Matrix([[*(step(state, end) for end in ends), 1] for state in states])
        masses = [chain.start.get(state, Fraction(0)).as_integer_ratio() for state in states]
        every = away.to_DM(field=True).lu_solve(ended.to_DM(field=True)).to_Matrix()
        *reached, rolls = Matrix([[Rational(*mass) for mass in masses]]) * every
        solution = solve(chain)
        assert solution.expected_rolls == Fraction(int(rolls.p), int(rolls.q))
        reaching = {end: Fraction(int(p.p), int(p.q)) for end, p in zip(ends, reached, strict=True)}
        assert solution.probabilities == dict.fromkeys(chain.outcomes, 0) | reaching

    def test_is_what_is_solved(self) -> None:
        """With other weights in the graph alone the answer is another."""
        automaton = compile_bet(shipped()["place-6"], shipped())
        chain = explore(automaton, {"undecided": Fraction(1)}, FAIR)
        assert solve(chain).probabilities == {WIN: Fraction(5, 11), LOSE: Fraction(6, 11)}
        for end, weight in ((WIN, Fraction(1, 6)), (LOSE, Fraction(5, 36))):
            chain.graph.edges["undecided", end]["weight"] = weight
        assert solve(chain).probabilities == {WIN: Fraction(6, 11), LOSE: Fraction(5, 11)}

    @pytest.mark.parametrize("name", ["standard-pass-usual", "standard-fire-usual"])
    def test_is_solved_without_the_elimination(
        self, name: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        chain = by_sympy(chain_of(name))
        expected = solve(chain_of(name))
        monkeypatch.delattr("oddscalc._chain.solve.Flow")
        assert solve(chain) == expected
        assert sum(expected_visits(chain).values()) == expected.expected_rolls

    @pytest.mark.parametrize(
        ("name", "states"),
        [("standard-pass-usual", 7), ("side-bets-ride-the-line-usual", 77)],
    )
    def test_is_solved_by_sympy_unasked_up_to_a_hundred_states(
        self, name: str, states: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        chain = chain_of(name)
        assert len(chain.states) == states <= solving.SYMPY_STATES
        monkeypatch.delattr("oddscalc._chain.solve.equations.DomainMatrix")
        with pytest.raises(NameError, match="DomainMatrix"):
            solve(chain)
        with pytest.raises(NameError, match="DomainMatrix"):
            expected_visits(chain)


DIGEST = """
from hashlib import sha256
from sympy.external.gmpy import GROUND_TYPES
from test_solve import DISTINCT, by_sympy, chain_of, expected_visits, solve
assert GROUND_TYPES == {kind!r}
found = sha256()
for name in DISTINCT:
    chain = by_sympy(chain_of(name))
    found.update(repr((name, solve(chain), expected_visits(chain))).encode())
print(found.hexdigest())
"""


@pytest.mark.slow
def test_sympy_gives_the_same_with_each_kind_of_numbers(process: Callable[..., Ran]) -> None:
    pytest.importorskip("gmpy2")
    pytest.importorskip("flint")
    found = set()
    for kind in ("python", "gmpy", "flint"):
        code = DIGEST.format(kind=kind)
        ran = process("-c", code, SYMPY_GROUND_TYPES=kind, PYTHONPATH=str(Path(__file__).parent))
        assert ran.err == ""
        found.add(ran.out)
    assert len(found) == 1


class TestRollsOfOneEffect:
    """Rolls of one effect lead every state to the same place: checked roll by roll."""

    @pytest.mark.parametrize("name", CASES)
    def test_lead_every_state_of_a_wager_to_the_same_place(self, name: str) -> None:
        one = MODELS[name]
        chain = one.chain()
        self.check(one.automaton, chain.states[:500])

    def test_lead_bets_together_and_bets_with_odds_to_the_same_place(self) -> None:
        catalogue = shipped()
        names = ("pass", "dont-pass", "hard-8", "field", "fire")
        parts = tuple(compile_bet(catalogue[name], catalogue) for name in names)
        flat = compile_bet(catalogue["come"], catalogue)
        assert isinstance(flat, Line)
        for automaton in (Together(parts), Together(parts, True), WithOdds(flat, CrapsTable())):
            chain = explore(automaton, {automaton.start(None): Fraction(1)}, FAIR)
            self.check(automaton, chain.states[:500])

    def check(self, automaton: Automaton, states: Sequence[State]) -> None:
        kinds: dict[object, list[Roll]] = {}
        for roll in ROLLS:
            kinds.setdefault(automaton.effect(roll), []).append(roll)
        for state in states:
            for rolls in kinds.values():
                assert len({automaton.step(state, roll) for roll in rolls}) == 1

    def test_are_thrown_once(self) -> None:
        """One step for each effect: three for a place bet, not thirty-six."""
        automaton = compile_bet(shipped()["place-6"], shipped())
        assert len({automaton.effect(roll) for roll in ROLLS}) == 3


def collect(win_at: int, groups: dict[str, list[str]]) -> Collect:
    rule = {"groups": groups, "until": "7", "win_at": win_at}
    automaton = compile_bet(Bet("mine", "Mine", (), "collect", rule, "made up"), shipped())
    assert isinstance(automaton, Collect)
    return automaton


SMALL_TALL = {"small": ["2", "3", "4", "5", "6"], "tall": ["8", "9", "10", "11", "12"]}
PAIRS = {"4": ["1 then 3", "3 then 1", "2-2"], "10": ["4 then 6", "6 then 4", "5-5"]}
SHARED = {"a": ["1-3", "4"], "b": ["4-6", "10"], "c": ["5", "9"]}
LOPSIDED = {"a": ["1-1", "6-6", "1-2"], "b": ["2", "12", "3"]}


class TestReduction:
    @pytest.mark.parametrize("dice", [FAIR, LOADED, Dice.from_seven_ratio(7)])
    @pytest.mark.parametrize("groups", [SMALL_TALL, PAIRS, SHARED, LOPSIDED])
    def test_gives_what_the_raw_chain_gives(self, groups: dict[str, list[str]], dice: Dice) -> None:
        automaton = collect(1, groups)
        raw = explore(automaton, {0: Fraction(1)}, dice)
        reduced = explore(automaton, {0: Fraction(1)}, dice, reduction=automaton.reduction(dice))
        assert solve(raw) == solve(reduced)

    @pytest.mark.parametrize(
        ("groups", "dice", "states"),
        [
            (SMALL_TALL, FAIR, (1_023, 527)),  # small and tall may change places
            (SMALL_TALL, LOADED, (1_023, 1_023)),
            (PAIRS, FAIR, (63, 9)),  # three throws of a group, and the groups
            (SHARED, FAIR, (35, 26)),  # 5 and 9 only: the others share rolls
        ],
    )
    def test_merges_what_is_alike_and_no_more(
        self, groups: dict[str, list[str]], dice: Dice, states: tuple[int, int]
    ) -> None:
        automaton = collect(1, groups)
        reduction = automaton.reduction(dice)
        raw = explore(automaton, {0: Fraction(1)}, dice)
        reduced = explore(automaton, {0: Fraction(1)}, dice, reduction=reduction)
        assert (len(raw.states), len(reduced.states)) == states

    def test_reaches_the_hot_roller_by_ordered_throws(self) -> None:
        """2 ** 24 raw states. All thirty ways of six numbers before a 7: 1 in C(30, 6)."""
        numbers = (4, 5, 6, 8, 9, 10)
        groups = {
            str(n): [f"{a} then {n - a}" for a in range(1, 7) if 1 <= n - a <= 6] for n in numbers
        }
        automaton = collect(1, groups)
        chain = explore(automaton, {0: Fraction(1)}, FAIR, reduction=automaton.reduction(FAIR))
        assert len(automaton.members) == 24
        assert len(chain.states) == 3_149
        won = solve(chain).probabilities
        assert won[Outcome("win", "6")] == Fraction(1, comb(30, 6))
        assert won[Outcome("lose", "0")] == Fraction(2980142791, 3080806300)


@st.composite
def rows(draw: st.DrawFn) -> Rows:
    """A random absorbing chain of up to twelve states and three ends."""
    size, ends = draw(st.integers(1, 12)), draw(st.integers(1, 3))
    ways = st.integers(1, 40)
    targets, weights = [], []
    for _ in range(size):
        after = draw(st.sets(st.integers(0, size - 1), max_size=4))
        out = draw(st.sets(st.integers(size, size + ends - 1), max_size=1))
        row = [*after, *out] or [size]
        targets.append(tuple(row))
        weights.append(tuple(draw(ways) for _ in row))
    begin = draw(st.sets(st.integers(0, size - 1), min_size=1, max_size=3))
    return Rows(targets, weights, [(state, draw(ways)) for state in begin], ends)


def reached(some: Rows) -> set[int]:
    return {state for members in some.components() for state in members}


class TestFlow:
    @examples(300)
    @given(rows())
    def test_is_what_sympy_finds(self, some: Rows) -> None:
        assume(not some.stuck())
        chain = chain_in(some)
        solution, visits = solve(chain), expected_visits(chain)
        for flow in (Flow(some), Flow(some, chain.components(), every=True)):
            assert flow.arrived == list(solution.probabilities.values())
            assert flow.expected_rolls == solution.expected_rolls
        assert {state: visits[state] for state in reached(some)} == flow.visits
        assert sum(visits.values()) == solution.expected_rolls
        assert Flow(some).visits == {}

    @examples(100)
    @given(rows())
    def test_knows_when_it_never_ends(self, some: Rows) -> None:
        if reached(some) & set(some.stuck()):
            with pytest.raises(ChainError, match="never left"):
                Flow(some)
            with pytest.raises(ChainError, match="never left"):
                solve(chain_in(some))
        else:
            assert sum(Flow(some).arrived) == 1

    def test_of_a_walk_is_the_gamblers_ruin(self) -> None:
        """Eliminated states and numbers that grow: P(up 40 before down 60) at p : q = 244 : 251."""
        size, start = 99, 59
        targets = [(n - 1 if n else size, n + 1 if n < size - 1 else size + 1) for n in range(size)]
        walk = Rows(targets, [(251, 244)] * size, [(start, 1)], 2)
        r = Fraction(251, 244)
        won = (1 - r**60) / (1 - r**100)
        flow, by_sympy = Flow(walk), solve(chain_in(walk))
        assert flow.arrived == list(by_sympy.probabilities.values()) == [1 - won, won]
        rolls = (60 - 100 * won) / (Fraction(251 - 244) / 495)
        assert flow.expected_rolls == by_sympy.expected_rolls == rolls

    @pytest.mark.parametrize("every", [True, False])
    def test_is_the_same_with_gmpy2(self, every: bool, monkeypatch: pytest.MonkeyPatch) -> None:
        gmpy2 = pytest.importorskip("gmpy2")
        size = 300
        targets = [
            tuple({max(n - 2, 0), (n * n + 1) % size, n + 1 if n < size - 1 else size})
            for n in range(size)
        ]
        some = Rows(targets, [(3, 5, 7)[: len(row)] for row in targets], [(0, 1)], 1)
        found = []
        for kind in (PYTHON, Integers(gmpy2.mpz, gmpy2.gcd)):
            monkeypatch.setattr(integers, "_fastest", lambda kind=kind: kind)
            flow = Flow(some, every=every)
            assert {type(x.numerator) for x in flow.visits.values()} <= {int}
            found.append((flow.arrived, flow.expected_rolls, flow.visits))
        assert found[0] == found[1]
        assert type(found[1][1].numerator) is int

    def test_uses_gmpy2_only_where_it_is_worth_it(self) -> None:
        assert integers.integers_for(integers.WORTHWHILE - 1) is PYTHON


class TestEnclosure:
    @examples(200)
    @given(rows(), st.integers(8, 80))
    def test_holds_the_exact_probabilities(self, some: Rows, bits: int) -> None:
        assume(not reached(some) & set(some.stuck()))
        exact = Flow(some)
        bounds = enclosed(some, bits)
        for (low, high), probability in zip(bounds, exact.arrived, strict=True):
            assert 0 <= low <= probability <= high <= 1

    @pytest.mark.parametrize("name", ["standard-fire-usual", "us-pa-place-6-usual"])
    def test_of_a_wager_is_narrow(self, name: str) -> None:
        chain = chain_of(name)
        exact = solve(chain).probabilities
        for bits in (64, 256):
            for outcome, (low, high) in enclose(chain, bits).items():
                assert low <= exact[outcome] <= high
                assert high - low < Fraction(1, 2 ** (bits - 16))

    def test_of_a_long_walk_needs_no_long_numbers(self) -> None:
        """The chance to win it all from the middle, whose exact fraction has 80,000 digits."""
        size, start = 19_999, 9_999
        targets = [(n - 1 if n else size, n + 1 if n < size - 1 else size + 1) for n in range(size)]
        walk = Rows(targets, [(251, 244)] * size, [(start, 1)], 2)
        (lost, most), (least, won) = enclosed(walk, 600)
        assert lost < most <= 1
        assert 0 <= least < won < Fraction(1, 10**100)
        ratio = Fraction(244, 251) ** 10_000  # 244**n / (244**n + 251**n)
        assert least <= ratio / (1 + ratio) <= won

    def test_of_what_never_ends_is_refused(self) -> None:
        for targets in ([(0,)], [(1,), (0,)]):
            forever = Rows(targets, [(1,)] * len(targets), [(0, 1)], 1)
            with pytest.raises(ChainError, match="never left"):
                enclosed(forever, 64)


class TestComponents:
    @examples(200)
    @given(rows())
    def test_are_those_of_networkx_each_before_its_successors(self, some: Rows) -> None:
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(range(len(some) + some.ends))
        graph.add_edges_from(
            (state, after) for state, row in enumerate(some.targets) for after in row
        )
        roots = [state for state, _ in some.start]
        seen = set(roots).union(*(nx.descendants(graph, root) for root in roots))
        expected = {
            frozenset(members)
            for members in nx.strongly_connected_components(graph)
            if members <= seen and min(members) < len(some)
        }
        found = some.components()
        assert {frozenset(members) for members in found} == expected
        self.check_order(some, found)
        every = chain_in(some).components()
        assert {frozenset(members) for members in every} >= expected
        assert sorted(state for members in every for state in members) == [*range(len(some))]
        self.check_order(some, every)

    def check_order(self, some: Rows, components: list[list[int]]) -> None:
        place = {state: n for n, members in enumerate(components) for state in members}
        for state, n in place.items():
            assert all(place[after] >= n for after in some.targets[state] if after < len(some))

    @pytest.mark.slow
    def test_of_a_path_of_a_hundred_thousand_states_need_no_recursion(self) -> None:
        size = 100_000
        path = Rows([(n, n + 1) for n in range(size)], [(1, 1)] * size, [(0, 1)], 1)
        assert sum(1 for _ in path.components()) == size
        assert Flow(path).expected_rolls == 2 * size


class TestChain:
    @pytest.mark.slow
    def test_its_graph_and_its_rows_are_the_same(self) -> None:
        for name in DISTINCT:
            chain = chain_of(name)
            if len(chain.states) > 500:
                continue
            again = Chain.of_graph(chain.graph, chain.start, chain.outcomes)
            assert again.states == chain.states
            assert all(again.row(state) == chain.row(state) for state in chain.states)
            assert solve(again) == solve(chain)

    @examples(100)
    @given(rows())
    def test_as_a_graph_and_in_its_rows_it_is_stuck_in_the_same_states(self, some: Rows) -> None:
        chain, stuck = chain_in(some), some.stuck()
        if not stuck:
            check(chain.graph, chain.start)
            return
        with pytest.raises(ChainError, match="never ends") as caught:
            check(chain.graph, chain.start)
        for state in stuck[:4]:
            assert repr(str(state)) in str(caught.value)

    def test_that_is_too_large_for_a_graph_is_refused_when_it_never_ends(self) -> None:
        automaton = compile_bet(shipped()["place-6"], shipped())
        many = GRAPH_STATES + 10

        @dataclass(frozen=True)
        class Forever:
            outcomes: tuple[Outcome, ...] = (WIN,)

            def start(self, point: int | None) -> State:
                return 0

            def step(self, state: State, roll: Roll) -> State | Outcome:
                return WIN if state == 5 else min(state + 1, many)

            def effect(self, roll: Roll) -> Hashable:
                return None

            def describe(self, state: State) -> str:
                return f"number {state}"

        with pytest.raises(ChainError, match="never ends: no outcome can be reached from 'number"):
            explore(Forever(), {6: Fraction(1)}, FAIR)
        assert automaton.describe("undecided") == "undecided"

    def test_an_outcome_the_automaton_does_not_list_is_not_lost(self) -> None:
        @dataclass(frozen=True)
        class Forgetful:
            outcomes: tuple[Outcome, ...] = (WIN,)

            def start(self, point: int | None) -> State:
                return 0

            def step(self, state: State, roll: Roll) -> State | Outcome:
                return LOSE if sum(roll) == 7 else WIN

            def effect(self, roll: Roll) -> Hashable:
                return roll

            def describe(self, state: State) -> str:
                return str(state)

        chain = explore(Forgetful(), {0: Fraction(1)}, FAIR)
        assert solve(chain).probabilities == {WIN: Fraction(5, 6), LOSE: Fraction(1, 6)}


@pytest.mark.parametrize("back", [0, 1])
def test_numbers_that_grow_out_of_all_use_are_refused(
    back: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A path on which every step has a large prime of its own, with and without steps back."""
    monkeypatch.setattr(elimination, "MOST_BITS", 2_000)
    monkeypatch.setattr(solving, "MOST_BITS", 2_000)
    size = 60
    targets = [(n + 1, size + 1, *([n - 1] if n and back else [])) for n in range(size)]
    ways = [(10**20 + n * n, 10**19 + 7 * n, 5**29)[: len(row)] for n, row in enumerate(targets)]
    path = Rows(targets, ways, [(0, 1)], 2)
    with pytest.raises(ChainError, match=r"more than 2,000 bits; weights with smaller"):
        Flow(path)
    with pytest.raises(ChainError, match=r"more than 2,000 bits; weights with smaller"):
        solve(chain_in(path))
    (low, high), _ = enclosed(path, 128)
    assert 0 <= low < high < 1


def test_elimination_is_exact_where_probabilities_are_tiny() -> None:
    """Two states that lead to each other all but once in ten to the five hundredth."""
    rare = 10**500
    two = Rows([(1, 2), (0, 3)], [(rare - 1, 1), (rare - 3, 3)], [(0, 1)], 2)
    leaving, rolls = elimination.pass_through(two, [0, 1], {0: 1})
    a, b = Fraction(1, rare), Fraction(3, rare)
    won = a / (1 - (1 - a) * (1 - b))
    assert Fraction(leaving[2], sum(leaving.values())) == won
    assert Fraction(rolls, sum(leaving.values())) == (1 + 1 - a) / (1 - (1 - a) * (1 - b))


@pytest.mark.slow
def test_where_exact_numbers_are_too_long_bounds_are_proven() -> None:
    """Sevens are certain but for one in a 900-digit number: the fire bet all but surely loses."""
    rare = Fraction(1, 10**900 + 7)
    weights = {roll: (1 - rare) / 6 if sum(roll) == 7 else rare / 30 for roll in ROLLS}
    dice = Dice(tuple(weights[roll] for roll in ROLLS))
    automaton = compile_bet(shipped()["fire"], shipped())
    chain = explore(automaton, {automaton.start(None): Fraction(1)}, dice)
    with pytest.raises(ChainError) as caught:
        solve(chain)
    assert caught.value.code == "numbers-too-long"
    lose = next(n for n, outcome in enumerate(chain.outcomes) if str(outcome) == "lose 0")
    low, high = list(enclose(chain, 4_000).values())[lose]
    assert low <= 1 - rare
    assert high - low < Fraction(1, 10**30)
    assert "proven, rounded, are win 4 0" in str(caught.value)
    assert "lose 0 1.000000000" in str(caught.value)
