"""Formulas: against numbers, closed forms, sympy's own fields and difference quotients."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran, examples, slow, slow_but
from hypothesis import assume, given
from hypothesis import strategies as st
from sympy import QQ, Rational, Symbol, sympify
from wagers import DISTINCT, MODELS

from oddscalc import edges as numeric_edges
from oddscalc._ask.query import Valued
from oddscalc._chain.model import Placing, model
from oddscalc._chain.solve.equations import solved_over
from oddscalc._dice.dice import Dice
from oddscalc._dice.rollsets import total
from oddscalc._exact.numbers import decimal
from oddscalc._questions.symbols.answers import edge
from oddscalc._questions.symbols.book import Book
from oddscalc._questions.symbols.expressions import MAX_DEPTH, parse
from oddscalc._questions.symbols.formula import Formula, where
from oddscalc._questions.symbols.roots import Zero
from oddscalc._questions.symbols.values import SymbolicAnswer
from oddscalc._questions.symbols.weights import SymbolicDice, symbolic_dice
from oddscalc._rules import rulebook as rulebooks
from oddscalc.errors import ChainError, NumberError, OddscalcError, RuleError

Run = Callable[..., Ran]

SIXTH = Fraction(1, 6)
FACES = "p1..p6"
OPPOSITE = "p," + "(1-2*p)/4," * 4 + "p"
PIPS = ("p1", "p2", "p3", "p4", "p5", "p6")


def one(bet: str, **options: Any) -> SymbolicAnswer:
    (answer,) = edge(bet, **options)
    return answer


def made(answer: SymbolicAnswer) -> Formula:
    assert answer.value.house_edge is not None
    return answer.value.house_edge.per_bet_made


def same_value(symbolic: SymbolicAnswer, numeric: Valued, at: Mapping[str, Any]) -> None:
    """Every formula has the value that the numeric chain gives."""
    value, found = numeric.value, symbolic.value
    assert symbolic.answer.model.reading == numeric.model.reading
    for payoff, other in zip(found.payoffs, value.payoffs, strict=True):
        assert payoff.outcome == other.outcome
        assert payoff.probability.at(**at) == other.probability
        assert value_of(payoff.net, at) == other.net
    assert found.win.at(**at) == value.win
    assert found.lose.at(**at) == value.lose
    assert found.push.at(**at) == value.push
    assert found.expected_rolls.at(**at) == value.expected_rolls
    assert (found.expected_value is None) == (value.expected_value is None)
    if found.expected_value is None:
        assert found.edges == {}
        return
    assert found.expected_value.at(**at) == value.expected_value
    assert list(found.edges) == [basis.name for basis in value.bases]
    for basis in value.bases:
        edges, numbers = found.edges[basis.name], value.edge_over(basis)
        assert numbers is not None
        assert edges.per_bet_made.at(**at) == numbers.per_bet_made
        assert edges.per_roll.at(**at) == numbers.per_roll
        assert value_of(edges.per_bet_resolved, at) == numbers.per_bet_resolved


def value_of(formula: Formula | None, at: Mapping[str, Any]) -> Fraction | None:
    return None if formula is None else formula.at(**at)


class TestKnownFormulas:
    def test_the_pass_line_by_the_probability_of_a_7(self) -> None:
        win = one("pass", dice="p7").value.win
        assert str(win) == (
            "(9330*p7^4 + 2449*p7^3 + 1338*p7^2 + 357*p7 + 26)"
            "/(15*(5*p7 + 1)*(9*p7 + 1)*(13*p7 + 2))"
        )
        assert win.at(p7=SIXTH) == Fraction(244, 495)

    def test_the_pass_line_with_two_opposite_faces_at_p(self) -> None:
        assert str(one("pass", dice=OPPOSITE).value.win) == (
            "(173952*p^8 - 236736*p^7 + 196128*p^6 - 109168*p^5 + 48088*p^4 - 16420*p^3"
            " + 4566*p^2 - 861*p + 109)"
            "/(2*(20*p^2 - 8*p + 3)*(36*p^2 - 12*p + 5)*(44*p^2 - 20*p + 7))"
        )

    def test_the_pass_line_with_six_faces_stays_a_sum_over_points(self) -> None:
        win = one("pass", dice=FACES).value.win
        assert str(win) == (
            "(2*p5*p6 + W7 + W4^2/(W4 + W7) + W5^2/(W5 + W7) + W6^2/(W6 + W7) + W8^2/(W7 + W8)"
            " + W9^2/(W7 + W9) + W10^2/(W7 + W10))/S^2"
        )
        assert where([win])["W6"] == "2*p1*p5 + 2*p2*p4 + p3^2"
        assert where([win])["S"] == "p1 + p2 + p3 + p4 + p5 + p6"

    @pytest.mark.parametrize(
        ("bet", "ratio", "expected"),
        [("pass", "7", "-11/630"), ("pass", "6.5", "-2399/1807455"), ("place-6", "7", "-1/12"),
         ("place-6", "6.5", "-5/138"), ("pass", "6", "7/495")],
    )  # fmt: skip
    def test_the_edge_by_the_sevens_to_rolls_ratio(
        self, bet: str, ratio: str, expected: str
    ) -> None:
        assert made(one(bet, dice="srr=x")).at(x=ratio) == Fraction(expected)
        assert made(one(bet, dice="srr")).at(srr=ratio) == Fraction(expected)

    def test_of_a_one_roll_bet(self) -> None:
        assert str(made(one("any-7", dice="p7"))) == "1 - 5*p7"
        assert str(made(one("any-7", dice=FACES, pays=["win=x to 1"]))) == "1 - x*W7/S^2 - W7/S^2"


def by_points(faces: Sequence[Fraction]) -> Fraction:
    """P(pass wins) with proportional weights, in closed form."""
    w = {t: Fraction(0) for t in range(2, 13)}
    for (i, a), (j, b) in product(enumerate(faces, 1), repeat=2):
        w[i + j] += a * b
    points = sum((w[t] ** 2 / (w[t] + w[7]) for t in (4, 5, 6, 8, 9, 10) if w[t]), Fraction(0))
    return (w[7] + w[11] + points) / sum(faces, Fraction(0)) ** 2


WEIGHTS = st.lists(st.fractions("1/50", 3, max_denominator=50), min_size=6, max_size=6)


@given(WEIGHTS)
@examples(50)
def test_six_faces_agree_with_the_closed_form_for_any_weights(faces: list[Fraction]) -> None:
    win = one("pass", dice=FACES).value.win
    assert win.at(**dict(zip(PIPS, faces, strict=True))) == by_points(faces)


TOO_LARGE = {
    *("hot-roller", "all-or-nothing", "hot-hand", "replay"),
    *("repeater-downtown", "repeater-even", "repeater-updown"),
}

WAGERS = sorted(
    f"{name}:{bet.id}"
    for name in rulebooks.SHIPPED
    for bet, wager in rulebooks.shipped(name)
    if not wager.impossible
)


LONG = {"fire", "fire-3", "hot-shooter"} | TOO_LARGE - {"all-or-nothing"}
FIRST = {f"{MODELS[name].rules.id}:{MODELS[name].bet.id}" for name in DISTINCT}
QUICK = {name for name in FIRST if name.partition(":")[2] not in LONG}
"""Wagers with an automaton that none before them has, and not of the largest."""


@pytest.mark.parametrize("name", slow_but(QUICK, WAGERS))
def test_with_fair_dice_every_wager_has_its_known_value(name: str) -> None:
    """All bets of all rulebooks whose chain with six symbols is small enough."""
    rules, bet = name.split(":")
    if bet in TOO_LARGE:
        with pytest.raises(ChainError, match="formulas are worked out for up to 500"):
            edge(bet, rules=rules, dice=FACES)
        return
    found = edge(bet, rules=rules, dice=FACES)
    for symbolic, number in zip(found, numeric_edges(bet, rules=rules), strict=True):
        same_value(symbolic, number, dict.fromkeys(PIPS, SIXTH))
        assert symbolic.fair_at == dict.fromkeys(PIPS, SIXTH)


ASKED: list[tuple[str, dict[str, Any]]] = [
    ("pass", {}),
    ("dont-pass", {"rules": "us-ma"}),
    ("come", {"odds": "345x", "rules": "us-pa"}),
    ("dont-pass", {"odds": "win 2x"}),
    ("place-6", {"working": "off", "from_": "on"}),
    ("place-6", {"working": "off", "from_": "come-out"}),
    ("hard-8", {"working": "off", "rules": "us-pa", "from_": "on"}),
    ("lay-4", {}),
    ("buy-10", {"stake": 25, "round": "down"}),
    ("horn", {"stake": 5, "round": "down", "key": "eleven"}),
    ("whirl", {}),
    ("field", {}),
    ("all-small", {}),
    slow("ride-the-line", {"rules": "side-bets"}),
]


@pytest.mark.parametrize(("bet", "options"), ASKED)
@given(WEIGHTS)
@examples(20)
def test_with_any_weights_it_is_what_the_numeric_chain_gives(
    bet: str, options: dict[str, Any], faces: list[Fraction]
) -> None:
    whole = sum(faces, Fraction(0))
    dice = Dice.from_faces([face / whole for face in faces])
    found = edge(bet, dice=FACES, **options)
    for symbolic, numeric in zip(found, numeric_edges(bet, dice=dice, **options), strict=True):
        same_value(symbolic, numeric, dict(zip(PIPS, faces, strict=True)))


@pytest.mark.parametrize(("bet", "options"), ASKED)
@given(st.fractions("1/100", "9/10", max_denominator=100))
@examples(20)
def test_with_any_share_of_sevens_it_is_what_the_numeric_chain_gives(
    bet: str, options: dict[str, Any], seven: Fraction
) -> None:
    dice = Dice.from_seven_ratio(1 / seven)
    found = edge(bet, dice="p7", **options)
    for symbolic, numeric in zip(found, numeric_edges(bet, dice=dice, **options), strict=True):
        same_value(symbolic, numeric, {"p7": seven})


@given(st.lists(st.integers(0, 9), min_size=36, max_size=36), st.data())
@examples(25)
def test_36_symbols_agree_with_36_numbers(weights: list[int], data: st.DataObject) -> None:
    weights = [weight + 1 for weight in weights]
    bet = data.draw(st.sampled_from(["pass", "dont-come", "hard-6", "horn", "hop-1-2", "buy-5"]))
    whole = sum(weights)
    dice = Dice.from_weights([Fraction(weight, whole) for weight in weights])
    values = {f"w{number}": weight for number, weight in enumerate(weights, start=1)}
    same_value(one(bet, dice="w1..w36"), numeric_edges(bet, dice=dice)[0], values)


def test_two_different_dice() -> None:
    answer = one("pass", dice="p1..p6,q1..q6")
    first, second = [1, 2, 3, 4, 5, 6], [3, 1, 4, 1, 5, 9]
    dice = Dice.from_faces([Fraction(n, 21) for n in first], [Fraction(n, 23) for n in second])
    values = {f"p{n}": first[n - 1] for n in range(1, 7)}
    values |= {f"q{n}": second[n - 1] for n in range(1, 7)}
    same_value(answer, numeric_edges("pass", dice=dice)[0], values)
    assert "S*T" in str(answer.value.win)


def test_weights_that_are_fractions_of_expressions() -> None:
    """1 : 1/(1+x) : ... with x = 2 are 1 : 1/3 : ..."""
    answer = one("pass", dice="1,1/(1+x),1/(1+x),1/(1+x),1/(1+x),(1/x)/(1+1/x)")
    faces = [Fraction(1), *[Fraction(1, 3)] * 5]
    assert answer.value.win.at(x=2) == by_points(faces)


@pytest.mark.slow
def test_fire_in_one_symbol_is_one_fraction_of_degree_50() -> None:
    answer = one("fire", dice="p7")
    numerator, denominator = made(answer).fraction()
    assert max(numerator) == (50,)
    assert sum(numerator.values()) != 0
    assert max(denominator) >= (50,)
    same_value(answer, numeric_edges("fire", dice=Dice.from_seven_ratio(9))[0], {"p7": "1/9"})


class TestAgainstSympysField:
    """The elimination of states that lead to each other, against sympy over rational functions."""

    @pytest.mark.parametrize(
        ("rules", "bet", "where_", "off"),
        [("standard", "place-6", "on", "off"), ("us-pa", "hard-4", None, "off"),
         slow("us-pa", "fire", None, None),
         slow("side-bets", "ride-the-line", None, None)],
    )  # fmt: skip
    def test_it_is_the_same(
        self, rules: str, bet: str, where_: str | None, off: str | None
    ) -> None:
        book = rulebooks.shipped(rules)
        found, wager = book.find(bet)
        dice = symbolic_dice("p7", Book(["p7"]))
        placing = Placing(off, where_, dice.stand_in)
        chain = model(book, found, wager, wager.readings[0], placing).chain()
        field = QQ.frac_field(Symbol("p7"))
        p7 = field.from_sympy(Symbol("p7"))
        kinds = [self.in_field(kind, p7, field) / field(30) for kind in dice.kinds]
        rows = {}
        for state in range(len(chain.states)):
            steps = zip(chain.rows.targets[state], chain.rows.ways[state], strict=True)
            rows[state] = {after: self.weight(ways, kinds, field) for after, ways in steps}
        start = {chain.rows.start[0][0]: field.one}
        if where_ == "on":  # whatever p7 is, points come up as 3:4:5:5:4:3
            ways = dict(zip((4, 5, 6, 8, 9, 10), (3, 4, 5, 5, 4, 3), strict=True))
            start = {chain.numbers[n, "undecided"]: field(QQ(w, 24)) for n, w in ways.items()}
        order = [state for states in chain.rows.components() for state in states]
        visits, arrived = solved_over(field, rows, start, order)
        (answer, *_) = edge(bet, rules=rules, dice="p7", working=off, from_=where_)
        for number, payoff in enumerate(answer.value.payoffs):
            mass = arrived.get(len(chain.states) + number, field.zero)
            self.same(payoff.probability, mass)
        self.same(answer.value.expected_rolls, sum(visits.values(), field.zero))

    @staticmethod
    def in_field(formula: Formula, p7: Any, field: Any) -> Any:
        total = field.zero
        for powers, number in formula.terms.items():
            total += field(QQ(number.numerator, number.denominator)) * p7 ** dict(powers).get(
                "p7", 0
            )
        return total

    @staticmethod
    def weight(ways: int, kinds: Sequence[Any], field: Any) -> Any:
        total = field.zero
        for kind in kinds:
            ways, count = divmod(ways, 37)
            total += kind * count
        assert ways == 0
        return total

    @staticmethod
    def same(formula: Formula, element: Any) -> None:
        numerator, denominator = formula.fraction()
        left = sum(c * Symbol("p7") ** e for (e,), c in rational(numerator).items())
        right = sum(c * Symbol("p7") ** e for (e,), c in rational(denominator).items())
        assert (left * element.denom.as_expr() - right * element.numer.as_expr()).expand() == 0


def rational(polynomial: Mapping[tuple[int, ...], Fraction]) -> dict[tuple[int, ...], Any]:
    return {powers: Rational(c.numerator, c.denominator) for powers, c in polynomial.items()}


class TestDerivatives:
    H = Fraction(1, 10**30)
    NEAR = Fraction(1, 10**20)

    @pytest.mark.parametrize(
        "bet", ["pass", "dont-pass", "place-8", "field", "all-small", slow("fire")]
    )
    @pytest.mark.parametrize("seven", ["1/7", "1/5"])
    def test_by_the_share_of_sevens_are_difference_quotients_of_the_numeric_chain(
        self, bet: str, seven: str
    ) -> None:
        answer, here = one(bet, dice="p7"), Fraction(seven)

        def numeric(at: Fraction) -> tuple[Fraction, ...]:
            value = numeric_edges(bet, dice=Dice.from_seven_ratio(1 / at))[0].value
            assert value.house_edge is not None
            return value.win, value.house_edge.per_bet_made, value.house_edge.per_roll

        edges = answer.value.house_edge
        assert edges is not None
        low, high = numeric(here - self.H), numeric(here + self.H)
        for formula, below, above in zip(
            (answer.value.win, edges.per_bet_made, edges.per_roll), low, high, strict=True
        ):
            slope = formula.derivative("p7").at(p7=here)
            assert abs((above - below) / (2 * self.H) - slope) < self.NEAR

    @pytest.mark.parametrize("symbol", PIPS)
    @pytest.mark.parametrize("bet", ["pass", "hard-6", "place-4", "all-small"])
    def test_by_one_face_are_difference_quotients_of_the_numeric_chain(
        self, bet: str, symbol: str
    ) -> None:
        faces = dict(zip(PIPS, map(Fraction, (3, 1, 4, 1, 5, 2)), strict=True))

        def numeric(by: Fraction) -> tuple[Fraction, Fraction]:
            moved = {**faces, symbol: faces[symbol] + by}
            whole = sum(moved.values())
            dice = Dice.from_faces([face / whole for face in moved.values()])
            value = numeric_edges(bet, dice=dice)[0].value
            assert value.house_edge is not None
            return value.house_edge.per_bet_made, value.house_edge.per_roll

        edges = one(bet, dice=FACES).value.house_edge
        assert edges is not None
        low, high = numeric(-self.H), numeric(self.H)
        for formula, below, above in zip(
            (edges.per_bet_made, edges.per_roll), low, high, strict=True
        ):
            slope = formula.derivative(symbol).at(**faces)
            assert abs((above - below) / (2 * self.H) - slope) < self.NEAR

    def test_follow_the_quotient_rule(self) -> None:
        formula = made(one("pass", dice="srr=x"))
        (n, d), x = formula.fraction(), Fraction(13, 2)

        def value(polynomial: Mapping[tuple[int, ...], Fraction]) -> Fraction:
            return sum((c * x**e for (e,), c in polynomial.items()), Fraction(0))

        def slope(polynomial: Mapping[tuple[int, ...], Fraction]) -> Fraction:
            return sum((c * e * x ** (e - 1) for (e,), c in polynomial.items() if e), Fraction(0))

        by_rule = (slope(n) * value(d) - value(n) * slope(d)) / value(d) ** 2
        assert formula.derivative("x").at(x=x) == by_rule

    def test_of_proportional_weights_say_that_only_proportions_count(self) -> None:
        """Euler: a function of degree 0 has sum of x df/dx = 0."""
        formula = made(one("dont-pass", dice=FACES))
        values = dict(zip(PIPS, map(Fraction, range(1, 7)), strict=True))
        assert sum(values[s] * formula.derivative(s).at(**values) for s in PIPS) == 0


class TestZeros:
    @pytest.mark.parametrize(
        "bet", ["pass", "dont-pass", "place-6", "field", "hard-4", slow("fire")]
    )
    def test_the_numeric_edge_changes_sign_across_them(self, bet: str) -> None:
        answer = one(bet, dice="p7")
        zeros = answer.zeros(made(answer))
        assert zeros

        def numeric(seven: Fraction) -> Fraction:
            value = numeric_edges(bet, dice=Dice.from_seven_ratio(1 / seven))[0].value
            assert value.house_edge is not None
            return value.house_edge.per_bet_made

        for zero in zeros:
            assert 0 < zero.low <= zero.high < 1
            if zero.exact is not None:
                assert numeric(zero.exact) == 0
                continue
            low, high = numeric(zero.low), numeric(zero.high)
            assert (low > 0, high > 0) == (zero.before > 0, zero.after > 0)
            assert low * high < 0
            self.isolates(zero)

    @staticmethod
    def isolates(zero: Zero) -> None:
        """The polynomial changes sign between the bounds, which agree to 10 digits."""
        low, high = (
            sum(c * at**e for e, c in enumerate(reversed(zero.polynomial)))
            for at in (zero.low, zero.high)
        )
        assert low * high < 0
        assert decimal(zero.low) == decimal(zero.high) == zero.decimal
        assert zero.high - zero.low < Fraction(1, 10**10)

    def test_of_place_6_is_rational(self) -> None:
        answer = one("place-6", dice="srr")
        (zero,) = answer.zeros(made(answer)) or ()
        assert zero.exact == Fraction(43, 7)
        assert (zero.before, zero.after) == (1, -1)
        assert zero.polynomial == (7, -43)

    def test_of_a_price_are_the_true_odds(self) -> None:
        answer = one("pass", pays=["win=x to 1"])
        assert [zero.exact for zero in answer.zeros(made(answer)) or ()] == [Fraction(251, 244)]
        answer = one("pass", pays=["win=x for 1"])
        assert [zero.exact for zero in answer.zeros(made(answer)) or ()] == [Fraction(495, 244)]

    def test_only_in_the_sensible_range(self) -> None:
        answer = one("pass", dice="1/6+e,1/6,1/6,1/6,1/6,1/6-e")
        ((low, high),) = answer.ranges or ()
        assert low is not None
        assert high is not None
        assert (low.exact, high.exact) == (-SIXTH, SIXTH)
        everywhere = made(answer).zeros("e")
        inside = answer.zeros(made(answer))
        assert inside is not None
        assert [zero.decimal for zero in inside] == [
            zero.decimal for zero in everywhere if zero.low > -SIXTH and zero.high < SIXTH
        ]
        assert len(everywhere) > len(inside) == 1

    def test_a_range_may_end_at_an_irrational_number(self) -> None:
        answer = one("pass", dice="2-x*x,1,1,1,1,1")
        ((low, high),) = answer.ranges or ()
        assert low is not None
        assert high is not None
        assert (low.decimal, high.decimal) == ("-1.414213562", "1.414213562")
        assert high.polynomial == (1, 0, -2)

    def test_a_range_may_be_two_or_none(self) -> None:
        assert len(one("pass", dice="x*x-1,1,1,1,1,1").ranges or ()) == 2
        assert one("pass", dice="0-x*x,1,1,1,1,1").ranges == []

    @given(
        st.sets(st.fractions(-3, 3, max_denominator=9), max_size=3),
        st.sets(st.sampled_from([2, 3, 5, 6, 7]), max_size=3),
        st.fractions(-3, 3, max_denominator=4),
        st.integers(1, 5),
    )
    @examples(60)
    def test_of_products_with_known_roots(
        self, roots: set[Fraction], squares: set[int], low: Fraction, width: int
    ) -> None:
        book = Book(["x"])
        x = Formula.symbol(book, "x")
        formula = Formula.number(book, 1)
        for root in roots:
            formula = formula * (x - root)
        for square in squares:
            formula = formula * (x * x - square)
        found = (formula / (x * x * x - 11)).expanded().zeros("x", low, low + width)
        known = sorted(
            [(Rational(r.numerator, r.denominator), 1) for r in roots]
            + [(sign * Rational(s) ** Rational(1, 2), s) for s in squares for sign in (1, -1)],
            key=lambda pair: pair[0],
        )
        high = low + width
        inside = [(r, s) for r, s in known if Rational(str(low)) < r < Rational(str(high))]
        assert [zero.exact is None for zero in found] == [s > 1 for _, s in inside]
        for zero, (root, _) in zip(found, inside, strict=True):
            assert Rational(str(zero.low)) <= root <= Rational(str(zero.high))
            if zero.exact is None:
                assert str(root.n(12)).startswith(zero.decimal[:9])
            assert zero.before * zero.after == -1

    def test_a_double_zero_is_touched(self) -> None:
        x = Formula.symbol(Book(["x"]), "x")
        (zero,) = ((x - 2) * (x - 2) / (x + 1)).zeros("x", 0)
        assert (zero.exact, zero.before, zero.after) == (2, 1, 1)

    def test_roots_of_very_different_sizes(self) -> None:
        x = Formula.symbol(Book(["x"]), "x")
        tiny, huge = Fraction(1, 10**40), Fraction(10**40)
        formula = (x * x - 2 * tiny) * (x * x - 3) * (x * x - 2 * huge)
        assert [zero.decimal for zero in formula.zeros("x", 0)] == [
            "0.00000000000000000001414213562",
            "1.732050808",
            "141421356200000000000",
        ]

    def test_of_several_symbols_are_refused(self) -> None:
        answer = one("pass", dice=FACES)
        assert answer.zeros(made(answer)) is None
        with pytest.raises(NumberError, match="depends on p2, p3, p4, p5, p6 too"):
            made(answer).zeros("p1")
        rest = made(answer).given(**dict.fromkeys(PIPS[1:], 1))
        (zero,) = rest.zeros("p1", 0, 1)
        assert (zero.before, zero.after) == (-1, 1)

    def test_what_is_0_everywhere_has_none(self) -> None:
        x = Formula.symbol(Book(["x"]), "x")
        assert (x - x).zeros("x") == ()


POINTS = st.fixed_dictionaries(
    {name: st.fractions("1/9", 4, max_denominator=9) for name in ("a", "b", "c")}
)


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> str:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        return draw(st.sampled_from(["a", "b", "c", "2", "0.5", "3"]))
    left, right = draw(expressions(depth - 1)), draw(expressions(depth - 1))
    return f"({left}){draw(st.sampled_from('+-*/'))}({right})"


def by_sympy(text: str, values: Mapping[str, Fraction]) -> Any:
    point = {Symbol(k): Rational(v.numerator, v.denominator) for k, v in values.items()}
    names = {name: Symbol(name) for name in re.findall(r"[A-Za-z]\w*", text)}
    return sympify(text.replace("^", "**"), names, rational=True).subs(point)


class TestFormulas:
    @given(expressions(), POINTS)
    @examples(150)
    def test_are_read_computed_expanded_and_written_exactly(
        self, text: str, values: dict[str, Fraction]
    ) -> None:
        try:
            formula = parse(text, Book(["a", "b", "c"]))
            expected = formula.at(**values)
        except NumberError:
            assume(False)
            return
        assert by_sympy(text, values) == Rational(str(expected))
        assert formula.expanded().at(**values) == expected
        assert by_sympy(str(formula.expanded()), values) == Rational(str(expected))
        assert by_sympy(written_out(formula), values) == Rational(str(expected))
        numerator, denominator = formula.fraction()
        assert at_point(numerator, values) / at_point(denominator, values) == expected

    @given(expressions(), POINTS, st.sampled_from(["a", "b", "c"]))
    @examples(100)
    def test_have_the_derivatives_that_sympy_finds(
        self, text: str, values: dict[str, Fraction], name: str
    ) -> None:
        try:
            formula = parse(text, Book(["a", "b", "c"]))
            found = formula.derivative(name).at(**values)
        except NumberError:
            assume(False)
            return
        slope = sympify(text, rational=True).diff(Symbol(name))
        point = {Symbol(k): Rational(v.numerator, v.denominator) for k, v in values.items()}
        assert slope.subs(point) == Rational(str(found))
        assert formula.expanded().derivative(name).at(**values) == found

    @given(expressions(), POINTS)
    @examples(100)
    def test_can_be_given_values_one_by_one(self, text: str, values: dict[str, Fraction]) -> None:
        try:
            formula = parse(text, Book(["a", "b", "c"]))
            expected = formula.at(**values)
            rest = formula.given(b=values["b"])
        except NumberError:
            assume(False)
            return
        assert "b" not in rest.symbols
        assert rest.at(a=values["a"], c=values["c"]) == expected

    def test_in_lowest_terms_have_no_common_factor(self) -> None:
        book = Book(["a", "b"])
        a, b = Formula.symbol(book, "a"), Formula.symbol(book, "b")
        same = (a * a - b * b) / (a - b) / (a * a + a * b)
        assert str(same.expanded()) == "1/a"

    def test_of_different_answers_do_not_mix(self) -> None:
        with pytest.raises(ValueError, match="different answers"):
            Formula.symbol(Book(["a"]), "a") + Formula.symbol(Book(["a"]), "a")

    def test_say_what_value_is_missing_wrong_or_impossible(self) -> None:
        a = Formula.symbol(Book(["a", "b"]), "a")
        with pytest.raises(NumberError, match="a value is missing for a"):
            a.at()
        with pytest.raises(NumberError, match="float"):
            a.at(a=0.5)  # type: ignore[arg-type]
        with pytest.raises(NumberError, match="no symbol c"):
            a.at(a=1, c=2)
        with pytest.raises(NumberError, match="no value where a = 1"):
            (a / (a - 1)).at(a=1)
        with pytest.raises(NumberError, match="divides by 0"):
            (a / (a - 1)).given(a=1)
        with pytest.raises(NumberError, match="no symbol 'c'; there are a, b"):
            a.derivative("c")
        with pytest.raises(ZeroDivisionError):
            a / (a - a)

    def test_that_grow_too_long_are_refused(self) -> None:
        book = Book([f"x{n}" for n in range(400)])
        whole = Formula.total(book, (Formula.symbol(book, name) for name in book.symbols))
        with pytest.raises(NumberError, match="grows too long"):
            _ = whole * whole
        many = Book([f"x{n}" for n in range(12)])
        found = Formula.number(many, 1)
        for name in many.symbols:
            found = found / (Formula.symbol(many, name) + 1) / (Formula.symbol(many, name) + 2) + 1
        with pytest.raises(NumberError, match="too long to be worked out"):
            found.expanded()


def at_point(
    polynomial: Mapping[tuple[int, ...], Fraction], values: Mapping[str, Fraction]
) -> Fraction:
    total = Fraction(0)
    for powers, number in polynomial.items():
        for name, power in zip("abc", powers, strict=True):
            number *= values[name] ** power
        total += number
    return total


def written_out(formula: Formula) -> str:
    """The text with the named sums put in place of their names, the last first."""
    text = str(formula)
    for name, meant in reversed(where([formula]).items()):
        text = re.sub(rf"\b{name}\b", f"({meant})", text)
    return text


class TestReading:
    @pytest.mark.parametrize(
        ("text", "message"),
        [("", "a number, a name or '(', there is nothing more"),
         ("1+", "at character 3 there should be a number, a name or '('"),
         ("2a", "an operator or the end, there is 'a'; write 2*p, not 2p"),
         ("a b", "there is 'b'"),
         ("(a", "an operator or ')', there is nothing more"),
         ("a)", "an operator or the end, there is ')'"),
         ("a**2", "there is '*'"),
         ("a^2", "there is '^'"),
         ("1/0", "divides by zero at character 3"),
         ("a/(a-a)", "divides by zero"),
         ("1e5", "there is 'e5'"),
         ("0x10", "there is 'x10'"),
         ("1_000", "there is '_'"),
         ("__import__('os')", "there is '_'"),
         ("a.b", "there is '.'"),
         ("a;b", "there is ';'"),
         ("\u0661", "there is '\u0661'"),
         ("1.2.3", "there is '.3'"),
         ("1234567890123456", "over 15 digits"),
         ("abcdefghijklm", "longer than 12 characters"),
         ("(" * 11 + "a" + ")" * 11, "over 10 brackets"),
         ("a" + "+a" * 300, "the limit is 500")],
    )  # fmt: skip
    def test_says_what_is_wrong_and_where(self, text: str, message: str) -> None:
        with pytest.raises(NumberError) as caught:
            parse(text, Book(["a", "b"]))
        assert message in str(caught.value)

    @given(st.text("ab019.+-*/() \u00e9^_,\x00", max_size=40))
    @examples(300)
    def test_never_fails_in_another_way(self, text: str) -> None:
        book = Book(["a", "b", "ab", "ba", "a0", "a1", "b0", "b1"])
        try:
            formula = parse(text, book)
        except NumberError:
            return
        assert set(formula.depends_on) <= set(book.symbols)

    def test_multiplying_out_is_bounded(self) -> None:
        book = Book(["a", "b", "c", "d", "e", "f"])
        with pytest.raises(NumberError, match="over 30 terms"):
            parse("(a+b+c+d+e+f)*(a+b+c+d+e+f)*(a+b+c+d+e+f)", book)

    def test_depth_is_bounded_but_enough(self) -> None:
        text = "(" * MAX_DEPTH + "a" + ")" * MAX_DEPTH
        assert str(parse(text, Book(["a"]))) == "a"


class TestDiceInSymbols:
    def test_the_stand_in_tells_what_any_rolls_weigh(self) -> None:
        dice = symbolic_dice(FACES, Book(PIPS))
        values = dict(zip(PIPS, (2, 3, 5, 7, 11, 13), strict=True))
        whole = sum(values.values()) ** 2
        for rolls in (total(7), total(4) | total(7), {(1, 2)}, {(6, 6), (1, 2), (2, 1)}):
            stand_in = dice.stand_in.probability(rolls)
            scale = dice.stand_in.weights[0].denominator
            formula = dice.of_ways(int(stand_in * scale), scale) / dice.whole
            meant = sum(values[f"p{a}"] * values[f"p{b}"] for a, b in rolls)
            assert formula.at(**values) == Fraction(meant, whole)

    def test_the_probability_of_a_total(self) -> None:
        dice = symbolic_dice("p7", Book(["p7"]))
        for number in range(2, 13):
            found = dice.probability_of_total(number).at(p7="1/5")
            assert found == Dice.from_seven_ratio(5).probability(total(number))

    @pytest.mark.parametrize(
        ("text", "fair"),
        [("p7", {"p7": SIXTH}), ("srr", {"srr": 6}), ("srr=2*x", None), (FACES, None),
         ("1/6+e,1/6,1/6,1/6,1/6,1/6-e", {"e": 0}), ("p,q,q,q,q,p", {"p": SIXTH, "q": SIXTH}),
         ("1,1,1,1,1,x", {"x": 1}), ("1,1,1,1,2,x", None)],
    )  # fmt: skip
    def test_where_they_are_fair(self, text: str, fair: dict[str, Fraction] | None) -> None:
        found = self.dice(text).fair_at
        if text == FACES:
            fair = dict.fromkeys(PIPS, SIXTH)
        assert found == fair

    @staticmethod
    def dice(text: str) -> SymbolicDice:
        from oddscalc._questions.symbols.weights import symbols_of

        return symbolic_dice(text, Book(symbols_of(text)))

    @pytest.mark.parametrize(
        ("text", "words"),
        [("p7", "a 7 has probability p7"), ("srr=x", "one 7 in x rolls"),
         (FACES, "in proportion p1, p2, p3, p4, p5, p6, which need not sum to 1"),
         ("1/6+e,1/6,1/6,1/6,1/6,1/6-e", "which sum to 1 whatever the symbols are"),
         ("1/6+e,1/6,1/6,1/6,1/6,1/6", "in proportion"),
         ("p1..p6,q1..q6", "of the first, then of the second"),
         ("w1..w36", "the 36 rolls, 1-1 1-2 ... 6-6, in proportion w1, w2, w3, w4")],
    )  # fmt: skip
    def test_say_in_words_what_they_are(self, text: str, words: str) -> None:
        assert words in self.dice(text).described

    @pytest.mark.parametrize(
        ("text", "message"),
        [("p,q", "2 dice weights; give 6"),
         ("p1..p7", "7 dice weights"),
         ("p6..p1", "no range of names"),
         ("a,a,a,a,a,a", "equally likely whatever the symbols are; that is --dice fair"),
         ("e-1,1-e,0,0,0,0", "sum to 0 whatever"),
         ("0-1,p,p,p,p,p", "a weight is -1; none may be negative"),
         ("x*x*x*x*x*x*x,1,1,1,1,1", "over 6 symbols with each other"),
         ("srr=x-x", "is 0 whatever"),
         ("srr=2x", "write 2*p, not 2p"),
         ("p,q,r,s,t,", "there is nothing more")],
    )  # fmt: skip
    def test_that_are_none_are_refused(self, text: str, message: str) -> None:
        with pytest.raises(NumberError) as caught:
            self.dice(text)
        assert message in str(caught.value)

    def test_without_symbols_there_is_no_formula(self) -> None:
        with pytest.raises(NumberError, match="neither the dice nor a price have symbols"):
            edge("pass", dice="fair")
        with pytest.raises(TypeError, match="no option 'dices'"):
            edge("pass", dices="p7")


class TestPricesInSymbols:
    @pytest.mark.parametrize(
        ("bet", "price", "options"),
        [("pass", "win=x to 1", {}), ("pass", "win=x for 1", {}), ("field", "12=x to 1", {}),
         ("horn", "horn:craps-12=x for 1", {}), ("buy-4", "win=x to 1", {}),
         ("buy-4", "win=x to 1", {"vig": "5% of win, when won"}),
         ("lay-4", "win=x:3", {"vig": "4% of win, when placed"}),
         ("pass", "win=x to 1", {"odds": "345x"}), ("pass", "odds-4:win=x to 1", {"odds": "2x"}),
         ("fire", "6=(2*x+1) to 1", {}), ("dont-pass", "win=x to 2", {"rules": "us-ma"}),
         ("place-6", "win=x to 5", {"stake": 7})],
    )  # fmt: skip
    @pytest.mark.parametrize("value", ["5/2", "37"])
    def test_have_the_values_that_numbers_give(
        self, bet: str, price: str, options: dict[str, Any], value: str
    ) -> None:
        if price.startswith("odds-4"):
            with pytest.raises(OddscalcError):
                edge(bet, pays=[price], **options)
            return
        found = edge(bet, pays=[price], **options)
        number = Fraction(value)
        target, _, text = price.partition("=")
        first = 2 * number + 1 if "2*x" in text else number
        words = text.replace("(2*x+1)", str(first)).replace("x", str(first))
        numeric = numeric_edges(bet, pays=[f"{target}={words}"], **options)
        for symbolic, other in zip(found, numeric, strict=True):
            same_value(symbolic, other, {"x": number})

    def test_of_several_symbols_and_of_dice_too(self) -> None:
        answer = one("field", dice="p7", pays=["2=x to 1", "12=y to 1", "other=z for 1"])
        numeric = numeric_edges(
            "field",
            dice=Dice.from_seven_ratio(5),
            pays=["2=3 to 1", "12=7 to 2", "other=5 for 2"],
        )[0]
        values = {"p7": Fraction(1, 5), "x": 3, "y": Fraction(7, 2), "z": Fraction(5, 2)}
        same_value(answer, numeric, values)
        assert answer.symbols == ("p7", "x", "y", "z")
        assert {key for _, key in answer.prices} == {"2", "12", "other"}

    @pytest.mark.parametrize(
        ("options", "message"),
        [({"stake": 5, "round": "down"}, "does not change in proportion with the price"),
         ({"vig": "5% of win, when won, at least 1", "stake": 5}, "is no one formula")],
    )  # fmt: skip
    def test_that_make_no_one_formula_are_refused(
        self, options: dict[str, Any], message: str
    ) -> None:
        with pytest.raises(RuleError, match=message):
            edge("place-6", pays=["win=x to 1"], **options)

    @pytest.mark.parametrize(
        ("price", "message"),
        [("win=x", "'x' is no price; write 'x to 1' or 'x for 1'"),
         ("win=x to 0", "the second number of a price cannot be 0"),
         ("win=x to ten", "a symbol in a price is one letter"),
         ("win=x y to 1", "there is 'y'"),
         ("lose=x to 1", "no winning outcome 'lose'")],
    )  # fmt: skip
    def test_that_are_none_are_refused(self, price: str, message: str) -> None:
        with pytest.raises(OddscalcError) as caught:
            edge("pass", pays=[price])
        assert message in str(caught.value)


class TestCommand:
    @pytest.mark.parametrize(
        "arguments",
        [["pass", "--dice", "p7"], ["pass", "--dice", FACES], slow(["fire", "--dice", "p7"]),
         ["fire", "--dice", FACES], ["dont-pass", "--rules", "us-ma", "--dice", "w1..w36"],
         ["horn", "--dice", FACES, "--pays", "horn:craps-12=x for 1"],
         ["pass", "--dice", "srr", "--odds", "345x"], ["hot-roller", "--dice", FACES, "--rules",
         "us-ma", "--reading", "ordered", "--max-states", "100"],
         ["pass", "--dice", OPPOSITE, "--expand"]],
        ids=" ".join,
    )  # fmt: skip
    def test_text_is_ascii_and_fits_80_columns(self, oddscalc: Run, arguments: list[str]) -> None:
        ran = oddscalc("edge", *arguments)
        assert ran.code == (2 if "hot-roller" in arguments else 0)
        assert (ran.out + ran.err).isascii()
        assert ran.out == "" or max(map(len, ran.out.splitlines())) <= 80
        assert "Traceback" not in ran.err

    def test_a_card(self, oddscalc: Run) -> None:
        assert oddscalc("edge", "place-6", "--dice", "p7").out == PLACE_6

    def test_one_symbol_in_json(self, oddscalc: Run) -> None:
        (found,) = json.loads(oddscalc("edge", "pass", "--dice", "p7", "--json").out)
        assert list(found) == [
            *("schema", "bet", "name", "rules", "reading", "paytable", "basis", "dice"),
            *("symbols", "ranges"),
            *("where", "outcomes", "win", "lose", "push", "expected_value", "house_edge", "also"),
            *("expected_rolls", "fair_at", "notes"),
        ]
        assert found["symbols"] == ["p7"]
        assert found["where"] == {}
        assert found["fair_at"] == {"p7": "1/6"}
        assert found["win"]["fair"] == {"exact": "244/495", "decimal": "0.4929292929"}
        made = found["house_edge"]["per_bet_made"]
        assert made["fair"]["exact"] == "7/495"
        assert by_sympy(made["formula"], {"p7": SIXTH}) == Rational(7, 495)
        assert by_sympy(made["derivative"]["p7"], {"p7": SIXTH}) == Rational(16276, 15125)
        assert [zero["decimal"] for zero in made["zeros"]] == ["0.1548430305", "0.3517110001"]
        assert [(zero["before"], zero["after"]) for zero in made["zeros"]] == [
            ("-", "+"),
            ("+", "-"),
        ]
        for zero in made["zeros"]:
            assert zero["exact"] is None
            low, high = (
                by_sympy(zero["polynomial"], {"p7": Fraction(end)}) for end in zero["between"]
            )
            assert low * high < 0
        ((low, high),) = found["ranges"]
        assert (low["exact"], high["exact"]) == ("0", "1")

    @pytest.mark.slow
    def test_six_symbols_in_json(self, oddscalc: Run) -> None:
        (found,) = json.loads(oddscalc("edge", "dont-pass", "--dice", FACES, "--json").out)
        values = dict(zip(PIPS, map(Fraction, (1, 2, 3, 4, 5, 6)), strict=True))
        dice = Dice.from_faces([Fraction(n, 21) for n in range(1, 7)])
        value = numeric_edges("dont-pass", dice=dice)[0].value
        known = dict(values)
        for name, text in found["where"].items():
            known[name] = Fraction(str(by_sympy(text, known)))

        def of(formula: str) -> Fraction:
            return Fraction(str(by_sympy(formula, known)))

        assert of(found["win"]["formula"]) == value.win
        assert of(found["push"]["formula"]) == value.push
        edges = found["house_edge"]
        assert of(edges["per_bet_resolved"]["formula"]) == value.house_edge.per_bet_resolved
        assert of(edges["per_roll"]["formula"]) == value.house_edge.per_roll
        assert edges["per_bet_made"]["zeros"] is None
        slopes = edges["per_bet_made"]["derivative"]
        assert sum(values[name] * of(slopes[name]) for name in PIPS) == 0
        assert found["ranges"] is None

    def test_a_bet_without_a_price(self, oddscalc: Run) -> None:
        arguments = ("edge", "all-small", "--paytable", "sg-mbs-v3", "--dice", "p7")
        (found,) = json.loads(oddscalc(*arguments, "--json").out)
        assert found["expected_value"] is None
        assert found["house_edge"] == dict.fromkeys(
            ["per_bet_made", "per_bet_resolved", "per_roll"]
        )
        assert found["win"]["fair"]["exact"] == "20049/760760"
        assert "no net and no edge without it" in " ".join(oddscalc(*arguments).out.split())

    def test_the_weights_may_be_in_a_file(self, oddscalc: Run, tmp_path: Path) -> None:
        path = tmp_path / "weights.csv"
        path.write_text("\n".join(",".join(f"a{i}*b{j}" for j in range(6)) for i in range(6)))
        out = oddscalc("edge", "any-7", "--dice", str(path)).out
        assert "P(win), net 4" in out
        assert "a0*b5" in out

    def test_a_file_of_weights_tells_all_its_problems(self, oddscalc: Run, tmp_path: Path) -> None:
        path = tmp_path / "weights.txt"
        path.write_text("p 2p -1 p^2 " + "1 " * 32)
        ran = oddscalc("edge", "pass", "--dice", str(path))
        assert (ran.code, ran.out) == (2, "")
        for problem in ("3 problems", "weight 2: '2p'", "weight 3: '-1': a weight is -1",
                        "weight 4: 'p^2'"):  # fmt: skip
            assert problem in ran.err

    @pytest.mark.parametrize("name", ["self", "lambda", "symbol", "e", "i", "pi", "s", "w4", "a1"])
    def test_any_name_will_do(self, oddscalc: Run, name: str) -> None:
        (found,) = json.loads(oddscalc("edge", "pass", "--dice", f"{name},1,1,1,1,1", "--json").out)
        assert found["symbols"] == [name]
        assert found["win"]["fair"]["exact"] == "244/495"
        assert found["house_edge"]["per_bet_made"]["zeros"]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [(["--all", "--dice", "p7"], "not for formulas"),
         (["pass", "--dice", "p7", "--stake", "1..9"], "not for formulas"),
         (["pass", "--dice", "p7", "--show", "percent"], "not for formulas"),
         (["pass", "--dice", "p7", "--rolls-per-hour", "60"], "not for formulas"),
         (["pass", "--dice", "p7", "--certificate", "x.json"], "not for formulas"),
         (["pass", "--expand"], "neither dice nor prices have symbols"),
         (["pas", "--dice", "p7"], "did you mean pass"),
         (["hot-roller", "--dice", "p7"], "formulas are worked out for up to 500"),
         (["place-6", "--dice", "x,0,0,0,0,0"], "the bet never ends"),
         (["pass", "--dice", "p7", "--pays", "win=x"], "is no price"),
         (["pass", "--dice", "p7/0"], "no name of dice"),
         (["pass", "--dice", "srr=x/0"], "divides by zero"),
         (["pass", "--dice", "loaded"], "no name of dice"),
         (["pass", "--dice", "q..p,1,1,1,1,1"], "there is '.'")],
    )  # fmt: skip
    def test_what_cannot_be_answered_exits_2(
        self, oddscalc: Run, arguments: list[str], message: str
    ) -> None:
        ran = oddscalc("edge", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert message in " ".join(ran.err.split())
        assert "Traceback" not in ran.err

    @pytest.mark.parametrize("command", ["explain", "claim"])
    def test_other_commands_say_that_only_edge_has_formulas(
        self, oddscalc: Run, command: str
    ) -> None:
        number = ["1%", "--bet"] if command == "claim" else []
        ran = oddscalc(command, *number, "pass", "--dice", "p7")
        assert (ran.code, ran.out) == (2, "")
        assert "only edge answers in formulas" in ran.err

    def test_is_kept_like_any_answer(self, oddscalc: Run) -> None:
        first = oddscalc("edge", "pass", "--dice", "p7")
        assert oddscalc("edge", "pass", "--dice", "p7") == first
        assert oddscalc("edge", "pass", "--dice", "p7", "--no-cache") == first

    @pytest.mark.slow
    def test_numbers_need_no_symbols_and_sums_no_algebra(self, process: Run) -> None:
        def loaded(*arguments: str) -> set[str]:
            code = (
                "import sys, oddscalc._cli\n"
                f"sys.argv = {['oddscalc', 'edge', *arguments, '--no-cache']!r}\n"
                "oddscalc._cli.run()\nprint('LOADED', *sys.modules)"
            )
            return set(process("-c", code).out.rpartition("LOADED")[2].split())

        numeric = loaded("pass", "--pays", "win=7 to 6", "--dice", "srr=7")
        assert not any(name.startswith("oddscalc._questions.symbols") for name in numeric)
        sums = loaded("dont-pass", "--dice", FACES)
        assert "oddscalc._questions.symbols.flow" in sums
        assert "oddscalc._questions.symbols.algebra" not in sums


PLACE_6 = """\
Place 6 (place-6)
rules standard, paytable customary; money per unit staked
dice: a 7 has probability p7; all other rolls keep the odds that they have with
  fair dice among themselves
holds for 0 < p7 < 1

P(win), net 7/6
  (1 - p7)/(5*p7 + 1)

P(lose), net -1
  6*p7/(5*p7 + 1)

house edge per bet made, and per bet resolved
  (43*p7 - 7)/(6*(5*p7 + 1))
  derivative by p7
    13/(5*p7 + 1)^2
  0 at p7 = 7/43 (0.1627906977): below that the edge is the player's, above it
    the house's

house edge per roll
  (43*p7 - 7)/36

expected rolls
  6/(5*p7 + 1)

the dice are fair at p7 = 1/6; there

                                exact        decimal
----------------------------  -------  -------------
P(win)                           5/11   0.4545454545
P(lose)                          6/11   0.5454545455
house edge per bet made          1/66   1.515151515%
house edge per roll             1/216  0.4629629630%
expected rolls                  36/11    3.272727273
derivative of the edge by p7  468/121    3.867768595

notes
- a formula says what such dice or prices would be worth, not that there are
  any, nor that a throw can be steered
- standard, custom: Place bet; Place bet to win; Place to win
- standard prints no prices: valued at customary ones, not law
"""
