"""How long bets last and what they win: exact distributions, each by a second road."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import accumulate, islice, pairwise, product
from pathlib import Path

import pytest
from conftest import Ran, examples, slow
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import QQ, Symbol
from wagers import CASES, MODELS, chain_of

import oddscalc
from oddscalc._ask.asked import query
from oddscalc._ask.query import Query, ask
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.table import CrapsTable
from oddscalc._chain.chain import Chain
from oddscalc._chain.duration import (
    MOST_LISTED,
    at_least,
    cdf,
    law,
    longer_than,
    moments,
    moments_by_outcome,
    most_rolls,
    pmf,
    quantile,
    quantiles,
    stepping,
)
from oddscalc._chain.duration.hand import Hand, hand
from oddscalc._chain.rows import Rows
from oddscalc._chain.solve import equations, solve
from oddscalc._dice.dice import Dice
from oddscalc._exact.numbers import decimal
from oddscalc._money.netwin import NetWin
from oddscalc._questions.rolls import Question, rolls, share_of
from oddscalc._questions.symbols import generating, recurrence
from oddscalc._questions.symbols.generating import (
    GeneratingFunction,
    generating_function,
    generating_functions,
)
from oddscalc._questions.symbols.polynomials import factored_text, polynomial_text
from oddscalc._questions.symbols.recurrence import shortest_recurrence
from oddscalc._rules import rulebook as rulebooks
from oddscalc._show.words import net as nets
from oddscalc._show.words import rolls as texts
from oddscalc._show.writers import write
from oddscalc.errors import NumberError, RuleError, UnknownNameError

WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}
POINTS = (4, 5, 6, 8, 9, 10)
ONE = Fraction(1)


PASS, DONT = "standard-pass-usual", "standard-dont-pass-usual"
FIRE, HOT = "standard-fire-usual", "standard-hot-roller-usual"


def outcome(result: str, tier: str | None = None) -> tuple[Outcome]:
    return (Outcome(result, tier),)  # type: ignore[arg-type]


# --- second roads -------------------------------------------------------------------------------

Raw = tuple[Fraction, Fraction, Fraction]
"""P, E[N; ...] and E[N**2; ...] of some way to be decided."""


def geometric(p: Fraction, wait: int = 0) -> Raw:
    """A decision with chance *p* on each roll, after *wait* rolls: moments by their formulas."""
    mean, variance = 1 / p + wait, (1 - p) / p**2
    return ONE, mean, variance + mean**2


def mixed(parts: Sequence[tuple[Fraction, Raw]]) -> Raw:
    sums = [sum((weight * raw[k] for weight, raw in parts), Fraction(0)) for k in range(3)]
    return sums[0], sums[1], sums[2]


def line(points: Sequence[int], result: str) -> Raw:
    """The line decisions that are *made* on the point, *out* on a 7, or *first* of all.

    Given a point, the roll that decides does not depend on how: it is geometric after the first.
    """
    parts = []
    for point in points if result != "first" else ():
        both = WAYS[point] + WAYS[7]
        share = Fraction(WAYS[point] if result == "made" else WAYS[7], both)
        parts.append((Fraction(WAYS[point], 36) * share, geometric(Fraction(both, 36), wait=1)))
    if result == "first":
        parts.append((1 - Fraction(sum(WAYS[n] for n in points), 36), (ONE, ONE, ONE)))
    return mixed(parts)


def added(*raws: Raw) -> Raw:
    return mixed([(ONE, raw) for raw in raws])


def mean_and_variance(raw: Raw) -> tuple[Fraction, Fraction]:
    chance, first, second = raw
    mean = first / chance
    return mean, second / chance - mean**2


def found(chain: Chain, given: Sequence[Outcome] | None = None) -> tuple[Fraction, Fraction]:
    one = moments(chain, given)
    return one.mean, one.variance


def naive_pmf(rows: Rows, rolls: int) -> list[dict[int, Fraction]]:
    """The chance of each end on each roll, state by state in Fractions."""
    whole = sum(ways for _, ways in rows.start)
    mass = {state: Fraction(ways, whole) for state, ways in rows.start}
    steps = []
    for _ in range(rolls):
        after: dict[int, Fraction] = {}
        for state, here in mass.items():
            total = sum(rows.ways[state])
            for target, ways in zip(rows.targets[state], rows.ways[state], strict=True):
                after[target] = after.get(target, Fraction(0)) + here * Fraction(ways, total)
        steps.append({node: p for node, p in after.items() if node >= len(rows)})
        mass = {node: p for node, p in after.items() if node < len(rows)}
    return steps


@st.composite
def chains(draw: st.DrawFn) -> Chain:
    """A random absorbing chain of up to six states and three ends."""
    size, ends = draw(st.integers(1, 6)), draw(st.integers(1, 3))
    targets, weights = [], []
    for _ in range(size):
        after = draw(st.sets(st.integers(0, size - 1), max_size=3))
        out = draw(st.sets(st.integers(size, size + ends - 1), max_size=1))
        row = [*after, *out] or [size]
        targets.append(tuple(row))
        weights.append(tuple(draw(st.integers(1, 12)) for _ in row))
    begin = draw(st.sets(st.integers(0, size - 1), min_size=1, max_size=2))
    some = Rows(targets, weights, [(state, draw(st.integers(1, 5))) for state in begin], ends)
    assume(not some.stuck())
    return Chain(range(size), tuple(Outcome("win", str(end)) for end in range(ends)), some)


# --- mean and variance --------------------------------------------------------------------------


class TestMoments:
    def test_of_the_pass_line(self) -> None:
        assert found(chain_of(PASS)) == (Fraction(557, 165), Fraction(245672, 27225))
        assert moments(chain_of(PASS)).sd == "3.003958209"

    def test_of_the_pass_line_by_outcome(self) -> None:
        """Naturals and craps on the first roll; each point a geometric race after it."""
        natural, craps = Fraction(8, 36), Fraction(4, 36)
        won = added(mixed([(natural, (ONE, ONE, ONE))]), line(POINTS, "made"))
        lost = added(mixed([(craps, (ONE, ONE, ONE))]), line(POINTS, "out"))
        chain = chain_of(PASS)
        assert found(chain, outcome("win")) == mean_and_variance(won)
        assert found(chain, outcome("lose")) == mean_and_variance(lost)
        assert found(chain) == mean_and_variance(added(won, lost))
        assert moments(chain, outcome("win")).probability == won[0] == Fraction(244, 495)

    def test_of_a_barred_roll(self) -> None:
        one = moments(chain_of(DONT), outcome("push"))
        assert (one.probability, one.mean, one.variance) == (Fraction(1, 36), 1, 0)

    @pytest.mark.parametrize(
        ("bet", "ways"), [("place-6", 11), ("place-4", 9), ("hard-8", 11), ("hard-4", 9),
                          ("big-6", 11), ("odds-9", 10), ("place-lose-10", 9)]
    )  # fmt: skip
    def test_of_a_race_are_geometric_whoever_wins(self, bet: str, ways: int) -> None:
        chain = chain_of(f"standard-{bet}-usual")
        expected = mean_and_variance(geometric(Fraction(ways, 36)))
        assert found(chain) == expected
        assert found(chain, outcome("win")) == found(chain, outcome("lose")) == expected

    @pytest.mark.parametrize("name", CASES)
    def test_of_every_wager_agree_with_its_solution(self, name: str) -> None:
        chain = chain_of(name)
        solution, by_outcome = solve(chain), moments_by_outcome(chain)
        assert {one: part.probability for one, part in by_outcome.items()} == {
            one: p for one, p in solution.probabilities.items() if p
        }
        whole = moments(chain)
        assert whole.mean == solution.expected_rolls
        parts = by_outcome.values()  # the laws of total expectation and of total variance
        assert whole.mean == sum(part.probability * part.mean for part in parts)
        assert whole.variance == sum(
            part.probability * (part.variance + (part.mean - whole.mean) ** 2) for part in parts
        )
        assert whole.variance >= 0

    @examples(150)
    @given(chains())
    def test_are_those_of_the_generating_function(self, chain: Chain) -> None:
        for one, g in generating_functions(chain).items():
            chance, first, second = derivatives_at_1(g)
            if chance:
                part = moments(chain, [one])
                assert part.probability == chance
                assert part.mean == first / chance
                assert part.variance == (second + first) / chance - part.mean**2

    def test_are_of_something_that_can_come_about(self) -> None:
        (never,) = ask(["pass"], query([], {"dice": Dice.from_faces([0, 0, 0, 0, 0, 1])})[1])
        chain = never.model.chain()
        with pytest.raises(RuleError, match="win cannot come about"):
            moments(chain, outcome("win"))
        with pytest.raises(RuleError, match="win cannot come about"):
            pmf(chain, 1, outcome("win"))
        assert list(moments_by_outcome(chain)) == list(outcome("lose"))


# --- the distribution ---------------------------------------------------------------------------


def decided_on(rolls: Sequence[int], ends: Callable[[Sequence[int]], str | None]) -> str | None:
    """How a bet ends on the last of *rolls*, totals, and not before."""
    if any(ends(rolls[:n]) for n in range(1, len(rolls))):
        return None
    return ends(rolls)


def pass_ends(rolls: Sequence[int]) -> str | None:
    first, *later = rolls
    if not later:
        return "win" if first in (7, 11) else "lose" if first in (2, 3, 12) else None
    return {first: "win", 7: "lose"}.get(later[-1])


def hand_ends(rolls: Sequence[int]) -> str | None:
    point = None
    for total in rolls:
        if point is None:
            point = total if total in POINTS else None
        elif total == 7:
            return "push"
        elif total == point:
            point = None
    return None


@pytest.mark.parametrize(
    ("chain", "ends"), [(chain_of(PASS), pass_ends), (hand(), hand_ends)], ids=["pass", "hand"]
)
def test_first_rolls_are_counted_one_by_one(
    chain: Chain, ends: Callable[[Sequence[int]], str | None]
) -> None:
    """All sequences of up to four totals, weighed by their ways."""
    for count in range(1, 5):
        counted: dict[str, int] = {}
        for totals in product(WAYS, repeat=count):
            if end := decided_on(totals, ends):
                ways = 1
                for total in totals:
                    ways *= WAYS[total]
                counted[end] = counted.get(end, 0) + ways
        assert pmf(chain, count)[-1] == Fraction(sum(counted.values()), 36**count)
        for one in chain.outcomes:
            chance = solve(chain).probabilities[one]
            expected = Fraction(counted.get(one.result, 0), 36**count) / chance
            assert pmf(chain, count, [one])[-1] == expected


@examples(150)
@given(chains(), st.integers(1, 12))
def test_masses_are_those_of_stepping_in_fractions(chain: Chain, count: int) -> None:
    steps = naive_pmf(chain.rows, count)
    total = [sum(step.values(), Fraction(0)) for step in steps]
    assert pmf(chain, count) == total
    assert cdf(chain, count) == list(accumulate(total))
    assert longer_than(chain, count) == 1 - sum(total)
    assert at_least(chain, count) == 1 - sum(total[:-1])
    for number, one in enumerate(chain.outcomes):
        chance = solve(chain).probabilities[one]
        if chance:
            own = [step.get(len(chain.rows) + number, Fraction(0)) / chance for step in steps]
            assert pmf(chain, count, [one]) == own
            assert cdf(chain, count, [one]) == list(accumulate(own))
            assert longer_than(chain, count, [one]) == 1 - sum(own)


class TestQuantile:
    @pytest.mark.parametrize("name", [PASS, FIRE, "standard-all-small-usual"])
    def test_is_the_first_roll_that_decides_enough(self, name: str) -> None:
        chain = chain_of(name)
        win = [one for one in chain.outcomes if one.result == "win"]
        shares = [Fraction(n, 16) for n in (15, 1, 8, 0, 8)]
        for some in (None, win):
            by = cdf(chain, 120, some)
            expected = [next(n for n, p in enumerate(by, 1) if p >= share) for share in shares]
            assert quantiles(chain, shares, some) == expected
            assert quantile(chain, given=some) == expected[2]

    def test_is_the_roll_where_the_share_is_met_exactly(self) -> None:
        met = cdf(chain_of(PASS), 9)[-1]
        assert quantile(chain_of(PASS), met) == 9
        assert quantile(chain_of(PASS), met + Fraction(1, 10**30)) == 10

    @given(st.integers(0, 10**9), st.integers(1, 99), st.integers(1, 10**9), st.integers(1, 99))
    def test_compares_products_by_their_lengths(self, a: int, b: int, c: int, d: int) -> None:
        assert law._exceeds(a, b, c, d) == (a * b > c * d)

    def test_of_a_bet_that_is_decided_for_certain_is_found_at_any_share(self) -> None:
        chain = chain_of("standard-any-7-usual")
        assert quantiles(chain, [1 - Fraction(1, 10**900), Fraction(0)]) == [1, 1]

    def test_of_everything_is_refused(self) -> None:
        with pytest.raises(ValueError, match="below 1"):
            quantiles(chain_of(PASS), [ONE])

    def test_that_is_too_far_out_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(stepping, "_WORK", 10**9)
        chain = chain_of(HOT)
        assert most_rolls(chain.rows) == 141
        share = 1 - Fraction(1, 10**900)
        with pytest.raises(
            NumberError, match="beyond roll 141, the last to which a chain of 8,314"
        ):
            quantile(chain, share)
        assert quantiles(chain, [share, Fraction(1, 2)]) == [None, quantile(chain)]


def test_too_many_rolls_are_refused() -> None:
    chain = chain_of(PASS)
    with pytest.raises(NumberError, match="5,001 rolls are too many to list: the limit is 5,000"):
        pmf(chain, MOST_LISTED + 1)
    with pytest.raises(NumberError, match="too many"):
        cdf(chain, MOST_LISTED + 1)
    most = most_rolls(chain.rows)
    with pytest.raises(NumberError, match=f"a chain of 26 steps is followed for at most {most:,}"):
        at_least(chain, most + 1)


def test_longer_numbers_allow_fewer_rolls() -> None:
    weights = [Fraction(n, 10**9 + 7) for n in (1, 2, 3, 4, 5, 10**9 - 8)]
    loaded = query([], {"dice": Dice.from_faces(weights)})[1]
    chain = ask(["pass"], loaded)[0].model.chain()
    assert most_rolls(chain.rows) < most_rolls(chain_of(PASS).rows)
    assert sum(pmf(chain, 3)) + longer_than(chain, 3) == 1


# --- generating functions -----------------------------------------------------------------------


def derivative(coefficients: Sequence[int]) -> list[int]:
    return [n * c for n, c in enumerate(coefficients)][1:]


def derivatives_at_1(g: GeneratingFunction) -> Raw:
    """G(1), G'(1), G''(1) by the product rule on N = G D."""
    n, d = g.numerator, g.denominator
    n0, n1, n2 = sum(n), sum(derivative(n)), sum(derivative(derivative(n)))
    d0, d1, d2 = sum(d), sum(derivative(d)), sum(derivative(derivative(d)))
    value = Fraction(n0, d0)
    slope = (n1 - value * d1) / d0
    return value, slope, (n2 - 2 * slope * d1 - value * d2) / d0


def by_sympy(rows: Rows) -> list[tuple[list[Fraction], list[Fraction]]]:
    """Numerator and denominator of each end's function: the equations over QQ(z).

    The visits are sums of z**n over the rolls n after which a state is visited, so each step
    weighs its probability times z.
    """
    field = QQ.frac_field(Symbol("z"))
    z = field.gens[0]
    steps = {
        state: {
            after: field.from_QQ(QQ(ways, rows.total(state)), QQ) * z
            for after, ways in zip(rows.targets[state], rows.ways[state], strict=True)
        }
        for state in range(len(rows))
    }
    whole = sum(ways for _, ways in rows.start)
    start = {state: field.from_QQ(QQ(ways, whole), QQ) for state, ways in rows.start}
    order = [state for states in rows.components() for state in states]
    _, arrived = equations.solved_over(field, steps, start, order)
    ends = range(len(rows), len(rows) + rows.ends)
    return [
        (ascending(value.numer), ascending(value.denom))
        for value in (arrived.get(end, field.zero) for end in ends)
    ]


def ascending(polynomial: Mapping[tuple[int], object]) -> list[Fraction]:
    terms = {power: value for (power,), value in polynomial.items()}
    found = [Fraction(0)] * (max(terms, default=0) + 1)
    for power, value in terms.items():
        found[power] = Fraction(int(value.numerator), int(value.denominator))  # type: ignore[attr-defined]
    return found


def assert_same(g: GeneratingFunction, other: tuple[list[Fraction], list[Fraction]]) -> None:
    """Equal as functions, and both in lowest terms: then numerator and denominator are equal."""
    above, below = other
    scale = g.denominator[0] / below[0]
    assert list(g.denominator) == [c * scale for c in below]
    assert list(g.numerator) == [c * scale for c in above]


ALIKE = (
    *("us-pa-fire-any-7", "side-bets-fire-3-usual", "side-bets-hot-shooter-usual"),
    *("side-bets-ride-the-line-push-2-usual", "side-bets-ride-the-line-push-3-usual"),
)
"""Wagers whose function is as long as that of another of their kind."""


class TestGeneratingFunction:
    def test_of_the_pass_line(self) -> None:
        """z/3, and for each point w/36 z times (w + 6)/36 z / (1 - (30 - w)/36 z), a geometric."""
        g = generating_function(chain_of(PASS))
        for z in (Fraction(1), Fraction(1, 2), Fraction(-3, 7), Fraction(10, 9)):
            expected = z / 3 + sum(
                Fraction(WAYS[n], 36) * z * Fraction(WAYS[n] + 6, 36) * z
                / (1 - Fraction(30 - WAYS[n], 36) * z)
                for n in POINTS
            )  # fmt: skip
            assert g.at(z) == expected
        assert g.numerator == (0, 2592, -4152, 1930, -205)
        assert factored_text(g.denominator) == "3 (4 - 3 z) (18 - 13 z) (36 - 25 z)"

    @pytest.mark.parametrize(
        "name", [PASS, "us-pa-hard-4-usual", "standard-all-small-usual", "us-ma-dont-pass-stays",
                 "standard-field-usual", "side-bets-repeater-horn-usual",
                 "crapless-crapless-pass-usual", slow("side-bets-ride-the-line-usual")],
    )  # fmt: skip
    def test_is_what_sympy_finds_over_rational_functions(self, name: str) -> None:
        chain = chain_of(name)
        own = generating_functions(chain).values()
        for g, other in zip(own, by_sympy(chain.rows), strict=True):
            assert_same(g, other)

    @examples(60)
    @given(chains())
    def test_of_a_random_chain_is_what_sympy_finds(self, chain: Chain) -> None:
        own = generating_functions(chain).values()
        for g, other in zip(own, by_sympy(chain.rows), strict=True):
            assert_same(g, other)

    @pytest.mark.parametrize("name", [slow(one) if one in ALIKE else one for one in CASES])
    def test_of_a_wager_has_its_probabilities_mean_and_variance(self, name: str) -> None:
        chain = chain_of(name)
        if len(chain.states) <= 80:
            self.check(chain)
        elif len(chain.states) <= generating.MAX_STATES:
            self.check_whole(chain)
        else:
            with pytest.raises(RuleError, match=r"states; the generating function"):
                generating_function(chain)

    def check_whole(self, chain: Chain) -> None:
        g, whole = generating_function(chain), moments(chain)
        assert derivatives_at_1(g) == (1, whole.mean, whole.variance + whole.mean**2 - whole.mean)
        assert g.probabilities(20) == pmf(chain, 20)

    def check(self, chain: Chain) -> None:
        g, whole = generating_function(chain), moments(chain)
        rolls = len(g.denominator) + 3
        assert g.probabilities(rolls) == pmf(chain, rolls)
        assert derivatives_at_1(g) == (1, whole.mean, whole.variance + whole.mean**2 - whole.mean)
        assert (g.at(ONE), g.slope(ONE)) == (1, whole.mean)
        for one, own in generating_functions(chain).items():
            chance = solve(chain).probabilities[one]
            assert own == generating_function(chain, [one])
            assert own.at(ONE) == chance
            if chance:
                assert own.slope(ONE) == chance * moments(chain, [one]).mean
                assert own.probabilities(rolls) == [chance * p for p in pmf(chain, rolls, [one])]

    def test_of_what_cannot_come_about_is_0(self) -> None:
        chain = Chain([0], outcome("win") + outcome("lose"), Rows([(1,)], [(1,)], [(0, 1)], 2))
        assert generating_function(chain, outcome("lose")) == GeneratingFunction((0,), (1,))
        assert generating_function(chain) == GeneratingFunction((0, 1), (1,))

    def test_of_a_large_chain_is_refused(self) -> None:
        with pytest.raises(RuleError, match="1,259 states; the generating function"):
            generating_function(chain_of(HOT))

    def test_of_endless_weights_is_refused(self) -> None:
        rare = 10**400
        size = 100
        path = Rows([(n, n + 1) for n in range(size)], [(rare - 1, 1)] * size, [(0, 1)], 1)
        with pytest.raises(RuleError, match="common denominator of 1,329 bits"):
            generating_function(Chain(range(size), outcome("win"), path))

    def test_of_the_largest_chain_allowed_is_found(self) -> None:
        """A path of 500 states, each left with chance 1/2: negative binomial, (z/(2 - z))^500."""
        size = generating.MAX_STATES
        path = Rows([(n, n + 1) for n in range(size)], [(1, 1)] * size, [(0, 1)], 1)
        g = generating_function(Chain(range(size), outcome("win"), path))
        assert g.numerator == (0,) * size + (1,)
        assert g.at(Fraction(1, 3)) == Fraction(1, 5) ** size
        assert len(g.denominator) == size + 1
        assert factored_text(g.denominator) == polynomial_text(g.denominator)


class TestRecurrence:
    @examples(200)
    @given(st.lists(st.integers(-50, 50), max_size=5), st.lists(st.integers(-50, 50), min_size=5))
    def test_of_a_made_up_sequence_is_found(self, rule: list[int], begin: list[int]) -> None:
        terms = begin[: len(rule)]
        for _ in range(len(rule) + 4):
            terms.append(-sum(c * t for c, t in zip(rule, reversed(terms), strict=False)))
        shortest = shortest_recurrence(terms)
        length = len(shortest) - 1
        assert shortest[0] == 1
        assert length <= len(rule)
        for n in range(length, len(terms)):
            assert sum(c * terms[n - i] for i, c in enumerate(shortest)) == 0

    def test_does_not_mind_unlucky_primes(self) -> None:
        """Modulo one of these primes the sequence is 0 from the start."""
        primes = list(islice(recurrence._primes(), 4))
        for prime in primes:
            fibonacci = [prime * n for n in (1, 1, 2, 3, 5, 8, 13, 21)]
            assert shortest_recurrence(fibonacci) == [1, -1, -1]

    def test_may_have_coefficients_longer_than_any_prime(self) -> None:
        long = 10**60 + 7
        powers = [long**n for n in range(6)]
        assert shortest_recurrence(powers) == [1, -long]


@pytest.mark.parametrize(
    ("coefficients", "plain", "factors"),
    [((0,), "0", "0"), ((-7,), "-7", "-7"), ((0, 1), "z", "z"), ((0, -1), "-z", "-z"),
     ((0, 0, 5), "5 z^2", "5 z^2"), ((1, -2, 1), "1 - 2 z + z^2", "(1 - z)^2"),
     ((-1, 1), "-1 + z", "-1 + z"), ((0, 6, -12), "6 z (1 - 2 z)", "6 z (1 - 2 z)"),
     ((-36, 47, -15), "-36 + 47 z - 15 z^2", "- (4 - 3 z) (9 - 5 z)"),
     ((2, 0, -2), "2 (1 - z^2)", "2 (1 - z) (1 + z)"),
     ((0, 0, 1, 1), "z^2 (1 + z)", "z^2 (1 + z)")],
)  # fmt: skip
def test_polynomials_are_written(coefficients: tuple[int, ...], plain: str, factors: str) -> None:
    assert polynomial_text(coefficients) == plain
    assert factored_text(coefficients) == factors


# --- the shooter's hand -------------------------------------------------------------------------


def hand_moments(points: Sequence[int]) -> tuple[Fraction, Fraction]:
    """A hand is line decisions in a row, up to the first that is a seven-out.

    With T the rolls of one decision, q the chance that it is a seven-out and H those of the hand:
    E[H] = E[T] + (1 - q) E[H] and E[H**2] = E[T**2] + 2 E[T; no seven-out] E[H] + (1 - q) E[H**2].
    """
    goes_on = added(line(points, "first"), line(points, "made"))
    chance, first, second = added(goes_on, line(points, "out"))
    assert chance == 1
    q = 1 - goes_on[0]
    mean = first / q
    return mean, (second + 2 * goes_on[1] * mean) / q - mean**2


def hand_tail_of_four_geometrics(rolls: int) -> Decimal:
    """P(a hand of *rolls* rolls or more), by the eigenvalues of four lumped states.

    Source: Ethier and Hoppe, A world record in Atlantic City and the length of the shooter's hand
    at craps, The Mathematical Intelligencer 32 (2010): come-out, and a point of 4 or 10, 5 or 9,
    6 or 8. In units of 1/36 the come-out leads to these by b, they lead back by c, and stay by d;
    so the eigenvalues x solve x - 12 = sum of b c / (x - d), and lie between the d and beyond.
    """
    b, c, d = (6, 8, 10), (3, 4, 5), (27, 26, 25)

    def quartic(x: Decimal) -> Decimal:
        p, q, r = (x - own for own in d)
        return (x - 12) * p * q * r - 18 * q * r - 32 * p * r - 50 * p * q

    tail = Decimal(0)
    for low, high in pairwise((0, 25, 26, 27, 36)):
        a, z = Decimal(low), Decimal(high)
        assert quartic(a) * quartic(z) < 0
        for _ in range(220):  # halves an interval to 1e-65
            middle = (a + z) / 2
            a, z = (middle, z) if quartic(a) * quartic(middle) > 0 else (a, middle)
        into = sum(ways / (a - own) for ways, own in zip(b, d, strict=True))
        norm = sum(x * y / (a - own) ** 2 for x, y, own in zip(b, c, d, strict=True))
        tail += (1 + into) / (1 + norm) * (a / 36) ** (rolls - 1)
    return tail


class TestHand:
    def test_lasts_as_its_line_decisions(self) -> None:
        assert found(hand()) == hand_moments(POINTS)
        assert moments(hand()).mean == Fraction(1671, 196)
        assert quantile(hand()) == 6
        assert longer_than(hand(), 5) > Fraction(1, 2) >= longer_than(hand(), 6)

    def test_of_crapless_craps(self) -> None:
        points = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
        assert found(hand(CrapsTable(points))) == hand_moments(points)

    def test_of_154_rolls_is_the_record_of_atlantic_city(self) -> None:
        tail = at_least(hand(), 154)
        assert decimal(tail, 7) == "0.0000000001788824"
        assert decimal(1 / tail, 3) == "5590000000"

    @pytest.mark.parametrize("rolls", [1, 2, 3, 10, 154, 400])
    def test_is_a_combination_of_four_geometric_distributions(self, rolls: int) -> None:
        with localcontext() as context:
            context.prec = 70
            closed = hand_tail_of_four_geometrics(rolls)
        assert abs(Fraction(closed) / at_least(hand(), rolls) - 1) < Fraction(1, 10**40)

    def test_dies_out_by_the_same_four_eigenvalues(self) -> None:
        """The quartic of the closed form, with x = 36/z, is the denominator of the function."""
        b_c, d = (18, 32, 50), (27, 26, 25)
        quartic = polynomial_product([(-12, 1), *((-own, 1) for own in d)])
        for n, weight in enumerate(b_c):
            others = [(-own, 1) for place, own in enumerate(d) if place != n]
            for power, value in enumerate(polynomial_product(others)):
                quartic[power] -= weight * value
        in_z = [c * 36**power for power, c in enumerate(quartic)][::-1]
        below = generating_function(hand()).denominator
        assert [Fraction(c, below[0]) for c in below] == [Fraction(c, in_z[0]) for c in in_z]

    def test_that_stands_on_a_point(self) -> None:
        """From a point, H = T' + (1 - seven-out) H: T' geometric, and made by w : 6."""
        whole = hand_moments(POINTS)[0]
        for point in POINTS:
            both = WAYS[point] + WAYS[7]
            expected = Fraction(36, both) + Fraction(WAYS[point], both) * whole
            assert moments(hand(start={point: ONE})).mean == expected

    def test_has_no_outcome_but_the_seven_out(self) -> None:
        assert [one.tier for one in Hand().outcomes] == ["seven-out"]
        assert [Hand().describe(state) for state in hand().states[:2]] == ["come-out", "point 4"]


def polynomial_product(factors: Sequence[tuple[int, int]]) -> list[int]:
    product_of = [1]
    for low, high in factors:
        product_of = [
            low * a + high * b for a, b in zip([*product_of, 0], [0, *product_of], strict=True)
        ]
    return product_of


# --- net wins -----------------------------------------------------------------------------------


@st.composite
def net_wins(draw: st.DrawFn) -> list[tuple[Fraction, Fraction]]:
    """Cases of a net win: probabilities that sum to 1, nets of which some may be equal."""
    weights = draw(st.lists(st.integers(0, 20), min_size=1, max_size=6).filter(any))
    nets = [Fraction(draw(st.integers(-6, 6)), draw(st.integers(1, 3))) for _ in weights]
    return [(Fraction(w, sum(weights)), net) for w, net in zip(weights, nets, strict=True)]


class TestNetWin:
    @examples(200)
    @given(net_wins())
    def test_has_the_moments_of_its_cases(self, cases: list[tuple[Fraction, Fraction]]) -> None:
        """The second road: raw moments of the unmerged cases, by the binomial formulas."""
        found = NetWin.of(cases)
        m1, m2, m3, m4 = (sum(p * net**k for p, net in cases) for k in (1, 2, 3, 4))
        second = m2 - m1**2
        assert found.mean == m1
        assert found.variance == second
        assert found.central_moment(3) == m3 - 3 * m1 * m2 + 2 * m1**3
        fourth = m4 - 4 * m1 * m3 + 6 * m1**2 * m2 - 3 * m1**4
        assert found.central_moment(4) == fourth
        if not second:
            assert (found.squared_skewness, found.kurtosis) == (None, None)
        else:
            assert found.kurtosis == fourth / second**2
            third = found.central_moment(3)
            assert found.squared_skewness == third * abs(third) / second**3

    @examples(100)
    @given(net_wins())
    def test_adds_up_from_both_ends(self, cases: list[tuple[Fraction, Fraction]]) -> None:
        found = NetWin.of(cases)
        assert list(found.probabilities) == sorted({net for p, net in cases if p}, reverse=True)
        for net in found.probabilities:
            assert found.at_least[net] == sum(p for p, other in cases if other >= net)
            assert found.at_most[net] == sum(p for p, other in cases if other <= net)

    @pytest.mark.parametrize("bet", ["pass", "place-6", "place-4", "any-7", "hard-8", "buy-4"])
    def test_of_two_ways_has_a_kurtosis_of_their_chances_alone(self, bet: str) -> None:
        """Kurtosis (1 - 3 p q) / (p q), whatever it pays; skewness (q - p) / sqrt(p q)."""
        value = ask([bet], Query())[0].value
        p, q = value.win, value.lose
        net_win = value.net_win
        assert net_win is not None
        assert net_win.kurtosis == (1 - 3 * p * q) / (p * q)
        assert net_win.squared_skewness == (q - p) * abs(q - p) / (p * q)

    def test_of_a_bet_with_odds_is_that_of_its_points(self) -> None:
        """3x on 4 and 10, 4x on 5 and 9, 5x on 6 and 8: a win of 7 in all, losses of 4, 5, 6."""
        answer = oddscalc.edge("pass", odds="345x")
        net_win = answer.value.net_win
        assert net_win is not None
        expected: dict[int, Fraction] = {1: Fraction(8, 36), -1: Fraction(4, 36)}
        for point, multiple in zip(POINTS, (3, 4, 5, 5, 4, 3), strict=True):
            come, made = Fraction(WAYS[point], 36), Fraction(WAYS[point], WAYS[point] + 6)
            expected[7] = expected.get(7, Fraction(0)) + come * made
            lost = -1 - multiple
            expected[lost] = expected.get(lost, Fraction(0)) + come * (1 - made)
        assert net_win.probabilities == expected
        assert list(net_win.probabilities) == [7, 1, -1, -4, -5, -6]
        assert net_win.variance == answer.value.variance
        assert net_win.sd == "4.915631840"

    def test_of_equal_nets_is_merged(self) -> None:
        prices = [f"{tier}=1 to 1" for tier in (4, 5, 6)]
        fire = oddscalc.edge("fire", pays=prices).value
        assert len(fire.payoffs) == 7
        assert fire.net_win is not None
        assert fire.net_win.probabilities == {1: fire.win, -1: fire.lose}

    def test_of_every_wager_agrees_with_its_edge(self) -> None:
        for answer in oddscalc.edges(*(bet.id for bet, _ in rulebooks.shipped("standard"))):
            value, net_win = answer.value, answer.value.net_win
            if net_win is None:
                assert value.variance is None
                continue
            assert net_win.mean == value.expected_value
            assert sum(net_win.probabilities.values()) == 1
            assert value.hit_frequency == sum(
                p for net, p in net_win.probabilities.items() if net > 0
            )

    def test_of_a_portfolio_is_that_of_its_rolls(self) -> None:
        """A unit on any craps loses with the first roll, unless that loses the pass line bet."""
        found = oddscalc.portfolio({"pass": 5, "any-craps": 1})
        craps = Fraction(4, 36)
        expected = {4: Fraction(244, 495), 2: craps, -6: Fraction(251, 495) - craps}
        assert found.net_win.probabilities == expected
        assert (found.net_win.mean, found.net_win.variance) == (
            found.expected_value,
            found.variance,
        )
        assert found.net_win.kurtosis == Fraction(11247651, 9424900)


# --- asking -------------------------------------------------------------------------------------


class TestAsking:
    def test_a_text_of_two_readings_is_answered_by_the_usual_one(self) -> None:
        names, asked = query(["dont-pass"], {"rules": "us-ma"})
        (one,) = rolls(names, asked)
        assert (one.subject.reading, one.subject.other_readings) == ("returned", ["stays"])
        names, asked = query(["dont-pass"], {"rules": "us-ma", "reading": "stays"})
        assert rolls(names, asked)[0].moments.mean == Fraction(6684, 1925)

    def test_everything_is_conditional_on_what_is_given_but_for_the_function(self) -> None:
        question = Question("win", pmf=3, cdf=2, shares=(Fraction(2, 5),), at_least=(2,), pgf=True)
        (one,) = rolls(["pass"], Query(), question)
        chain, win = chain_of(PASS), outcome("win")
        assert one.moments == moments(chain, win)
        assert one.pmf == pmf(chain, 3, win)
        assert one.tails == {2: at_least(chain, 2, win)}
        assert (one.median, one.quantiles) == (2, {Fraction(2, 5): 1})
        assert one.pgf is not None
        assert one.pgf.at(ONE) == Fraction(244, 495)

    @pytest.mark.parametrize(
        ("bet", "name", "expected"),
        [("fire", "win", ["win 4", "win 5", "win 6"]), ("fire", "6", ["win 6"]),
         ("fire", "lose  3", ["lose 3"]), ("field", "Other", ["win other"]),
         ("pass", "LOSE", ["lose"])],
    )  # fmt: skip
    def test_outcomes_are_given_by_result_tier_or_both(
        self, bet: str, name: str, expected: list[str]
    ) -> None:
        (answer,) = rolls([bet], Query(), Question(name, pmf=0))
        wanted = [one for one in answer.subject.chain.outcomes if str(one) in expected]
        assert answer.moments == moments(answer.subject.chain, wanted)

    @pytest.mark.parametrize("name", ["", "7", "won", "win lose"])
    def test_an_outcome_that_is_not_there_is_refused_with_those_that_are(self, name: str) -> None:
        with pytest.raises(UnknownNameError, match="it has win, lose"):
            rolls(["pass"], Query(), Question(name))

    def test_a_tier_of_two_results_is_refused(self, tmp_path: Path) -> None:
        """Bets written out state by state may win and lose under one name, even a result's."""
        path = tmp_path / "mine.toml"
        path.write_text(
            '[[bets]]\nid = "mine"\nname = "Mine"\nkind = "states"\nsource = "made up"\n'
            '[bets.rule]\nstart = "first"\n[bets.rule.states]\n'
            'first = { "win 2" = "2", "lose 2" = "12", "win lose" = "3", lose = "rest" }\n'
        )
        names, asked = query([str(path)], {})
        with pytest.raises(UnknownNameError, match="can mean 'win 2' and 'lose 2' of mine"):
            rolls(names, asked, Question("2"))
        chances = {
            name: rolls(names, asked, Question(name))[0].moments.probability * 36
            for name in ("win", "lose", "win 2", "lose 2", "win lose")
        }
        assert chances == {"win": 3, "lose": 33, "win 2": 1, "lose 2": 1, "win lose": 2}

    @pytest.mark.parametrize(
        ("options", "message"),
        [({"rules": "us-nj-mini-dice"}, "no come-out roll, and so no shooter's hand"),
         ({"working": "off"}, "leave --working out"), ({"reading": "stays"}, "--reading out"),
         ({"from_": "7"}, "cannot stand on '7'; it can on come-out, on, 4, 5, 6, 8, 9, 10")],
    )  # fmt: skip
    def test_a_hand_is_no_bet(self, options: dict[str, str], message: str) -> None:
        with pytest.raises(RuleError, match=message):
            rolls(["hand"], query([], options)[1])  # type: ignore[arg-type]
        with pytest.raises(RuleError, match="leave --given out"):
            rolls(["hand"], Query(), Question("win"))

    def test_a_hand_can_begin_on_a_point_just_established(self) -> None:
        (one,) = rolls(["Hand"], query([], {"from_": "on"})[1])
        whole = hand_moments(POINTS)[0]
        assert whole == 36 / Fraction(24) + one.moments.mean  # the come-out rolls before it

    @pytest.mark.parametrize("text", ["1", "1.01", "-0.1", "7/6"])
    def test_shares_are_below_1(self, text: str) -> None:
        with pytest.raises(NumberError, match="must be from 0 up to below 1"):
            share_of(text)


# --- printing -----------------------------------------------------------------------------------


def printed(name: str, **asked: object) -> str:
    rules, _, rest = name.partition(":")
    (one,) = rolls(*query([rest], {"rules": rules}), Question(**asked))  # type: ignore[arg-type]
    return write(texts.document([one]), "text")


@pytest.mark.parametrize("rules", [slow("standard"), "us-ma", slow("side-bets")])
def test_text_keeps_to_a_terminal(rules: str) -> None:
    names = dict.fromkeys(
        one.bet.id
        for name, one in MODELS.items()
        if one.rules.id == rules and len(chain_of(name).states) < 300
    )
    asked = query([], {"rules": rules})[1]
    question = Question(pmf=40, cdf=40, at_least=(2, 400))
    pages = [
        write(texts.document([one]), "text") for one in rolls([*names, "hand"], asked, question)
    ]
    pages += [
        write(nets.document([answer]), "text")
        for answer in oddscalc.edges(*names, rules=rules)
        if answer.value.net_win is not None
    ]
    assert len(pages) > len(names) + 1
    assert {line for page in pages for line in page.splitlines() if len(line) > 80} == set()
    assert all(page.isascii() for page in pages)


def test_tables_end_with_the_roll_that_decides_for_certain() -> None:
    text = printed("standard:any-7", pmf=10, cdf=10)
    assert text.count("\n      1 ") == 2
    assert "\n      2 " not in text


def test_a_generating_function_that_fills_pages_is_left_to_json() -> None:
    text = printed("side-bets:ride-the-line", pgf=True, pmf=0)
    assert "N(z) = a polynomial of degree 44; --json has its coefficients" in text
    assert "D(z) = (4 - 3 z)^11 (9 - z)^11 (18 - 13 z)^11 (36 - 25 z)^11" in text


def q(value: Fraction) -> dict[str, str]:
    return {"exact": str(value), "decimal": decimal(value)}


class TestCommand:
    def test_rolls_prints_the_json_of_its_contract(self, oddscalc: Callable[..., Ran]) -> None:
        ran = oddscalc("rolls", "pass", "--pmf", "20", "--json")
        assert (ran.code, ran.err) == (0, "")
        found = json.loads(ran.out)
        assert found["bet"] == "pass"
        assert found["mean"] == q(Fraction(557, 165))
        assert found["variance"] == q(Fraction(245672, 27225))
        assert found["median"] == 2
        chances = pmf(chain_of(PASS), 20)
        assert found["pmf"] == [[n, q(p)] for n, p in enumerate(chances, start=1)]
        assert list(found) == [
            *("schema", "bet", "name", "rules", "reading", "from", "given", "probability", "mean"),
            *("variance", "sd", "median", "quantiles", "pmf", "outcomes", "notes"),
        ]

    def test_rolls_prints_all_that_is_asked(self, oddscalc: Callable[..., Ran]) -> None:
        asked = ("--cdf", "2", "--quantile", "0.9", "--at-least", "3", "--pgf", "--given", "win")
        found = json.loads(oddscalc("rolls", "pass", *asked, "--json").out)
        chain, win = chain_of(PASS), outcome("win")
        tail = at_least(chain, 3, win)
        assert found["cdf"] == [[n, q(p)] for n, p in enumerate(cdf(chain, 2, win), start=1)]
        assert found["quantiles"] == [{"share": q(Fraction(9, 10)), "rolls": 7}]
        assert found["at_least"] == [{"rolls": 3, "probability": q(tail), "one_in": q(1 / tail)}]
        assert found["given"] == "win"
        g = generating_function(chain, win)
        assert found["pgf"] == {
            "numerator": [str(c) for c in g.numerator],
            "denominator": [str(c) for c in g.denominator],
            "at_1": q(Fraction(244, 495)),
        }

    def test_the_record_hand(self, oddscalc: Callable[..., Ran]) -> None:
        ran = oddscalc("rolls", "hand", "--at-least", "154")
        assert (ran.code, ran.err) == (0, "")
        assert "1671/196" in ran.out
        assert "0.0000000001788824262" in ran.out
        assert "5590264072" in ran.out
        found = json.loads(oddscalc("rolls", "hand", "--at-least", "154", "--json").out)
        assert (found["bet"], found["median"], found["outcomes"]) == ("hand", 6, [])

    def test_rolls_as_csv_have_a_line_for_each_roll(self, oddscalc: Callable[..., Ran]) -> None:
        ran = oddscalc("rolls", "pass", "--pmf", "2", "--cdf", "4", "--format", "csv")
        rows = list(csv.DictReader(io.StringIO(ran.out)))
        chain = chain_of(PASS)
        exacts = [str(p) for p in pmf(chain, 2)]
        assert [row["probability"] for row in rows] == [*exacts, "", ""]
        assert [row["cumulative"] for row in rows] == [str(p) for p in cdf(chain, 4)]

    def test_several_readings_are_told_on_stderr(self, oddscalc: Callable[..., Ran]) -> None:
        ran = oddscalc("rolls", "dont-pass", "--rules", "us-ma", "--json")
        assert json.loads(ran.out)["reading"] == "returned"
        assert "this is 'returned' of dont-pass; --reading names another: stays" in ran.err
        named = oddscalc("rolls", "dont-pass", "--rules", "us-ma", "--reading", "stays")
        assert (named.code, named.err) == (0, "")
        assert "6684/1925" in named.out

    def test_a_file_of_several_bets_makes_a_list(
        self, oddscalc: Callable[..., Ran], tmp_path: Path
    ) -> None:
        entry = (
            '[[bets]]\nid = "{0}"\nname = "{0}"\nkind = "race"\nsource = "made up"\n'
            'rule = {{ win = "{1}", lose = "7" }}\n'
        )
        path = tmp_path / "mine.toml"
        path.write_text(entry.format("mine-2", 2) + entry.format("mine-12", "2, 12"))
        found = json.loads(oddscalc("rolls", str(path), "--json").out)
        assert [one["bet"] for one in found] == ["mine-2", "mine-12"]
        assert [one["mean"]["exact"] for one in found] == ["36/7", "9/2"]
        assert oddscalc("rolls", str(path)).out.count("rolls to the decision") == 2

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [(["nosuch"], "no bet called 'nosuch'"), (["pass", "--quantile", "1"], "below 1"),
         (["pass", "--quantile", "x"], "'x' is not a number"),
         (["pass", "--pmf", "100001"], "too many"), (["pass", "--cdf", "100001"], "too many"),
         (["hand", "--at-least", "100001"], "100,001 rolls are too many"),
         (["pass", "--given", "9"], "no outcome '9'"), (["pass", "--pmf", "-1"], "x>=0"),
         (["hot-roller", "--pgf"], "1,259 states"), (["fire", "--from", "6"], "come-out"),
         (["pass", "--format", "csv", "--json"], "contradict")],
    )  # fmt: skip
    def test_what_cannot_be_answered_is_refused(
        self, oddscalc: Callable[..., Ran], arguments: list[str], message: str
    ) -> None:
        ran = oddscalc("rolls", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert message in ran.err

    def test_net_prints_the_numbers_of_edge(self, oddscalc: Callable[..., Ran]) -> None:
        options = ("pass", "dont-pass", "--odds", "345x", "--json")
        found, edges = (json.loads(oddscalc(name, *options).out) for name in ("net", "edge"))
        assert [one["odds"] for one in found] == ["345x", "345x"]
        for one, edge in zip(found, edges, strict=True):
            for key in ("bet", "reading", "paytable", "expected_value", "variance", "sd", "notes"):
                assert one[key] == edge[key]
            assert one["distribution"][-1]["at_least"] == q(ONE)
            assert one["distribution"][0]["at_most"] == q(ONE)

    def test_net_of_bets_together_prints_the_numbers_of_portfolio(
        self, oddscalc: Callable[..., Ran]
    ) -> None:
        for until in ((), ("--until", "roll")):
            options = ("pass:5", "any-craps:1", *until, "--json")
            one, whole = (json.loads(oddscalc(name, *options).out) for name in ("net", "portfolio"))
            for key in ("rules", "paytable", "until", "staked", "expected_value", "variance", "sd"):
                assert one[key] == whole[key]
            assert [
                {"net": row["net"], "probability": row["probability"]}
                for row in one["distribution"]
            ] == whole["outcomes"]
            kurtosis = Fraction(one["kurtosis"]["exact"])
            assert Fraction(one["excess_kurtosis"]["exact"]) == kurtosis - 3

    def test_net_as_text_and_csv(self, oddscalc: Callable[..., Ran]) -> None:
        text = oddscalc("net", "field").out
        assert "kurtosis (normal: 3)" in text
        assert "excess kurtosis (normal: 0)" in text
        rows = list(csv.DictReader(io.StringIO(oddscalc("net", "field", "--format", "csv").out)))
        assert [(row["net"], row["at_least"]) for row in rows] == [
            ("2", "1/18"),
            ("1", "4/9"),
            ("-1", "1"),
        ]
        together = oddscalc("net", "field:2", "pass:1", "--format", "csv").out
        assert together.splitlines()[1].startswith("field + pass,")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [(["hot-roller"], "no price"), (["pass:5", "any-craps"], "BET:STAKE"),
         (["pass:0"], "must be above 0"),
         (["pass:5", "--odds", "2x"], "not for bets made together"),
         (["pass", "--until", "roll"], "BET:STAKE"), (["nosuch"], "no bet called")],
    )  # fmt: skip
    def test_a_net_that_is_none_is_refused(
        self, oddscalc: Callable[..., Ran], arguments: list[str], message: str
    ) -> None:
        ran = oddscalc("net", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert message in ran.err

    @pytest.mark.slow
    def test_only_a_generating_function_needs_symbols(self, process: Callable[..., Ran]) -> None:
        call = (
            "import sys, oddscalc._cli\nsys.argv = ['oddscalc', *{!r}]\noddscalc._cli.run()\n"
            "print('oddscalc._questions.symbols.generating' in sys.modules)"
        )
        plain = process("-c", call.format(["rolls", "pass"]))
        asked = process("-c", call.format(["rolls", "pass", "--pgf"]))
        assert [ran.out.splitlines()[-1] for ran in (plain, asked)] == ["False", "True"]
