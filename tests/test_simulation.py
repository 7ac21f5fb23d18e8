"""Simulation as a witness: what it rests on, that it agrees, and that it catches what is wrong."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from math import comb, erfc, exp, inf, sqrt
from pathlib import Path
from statistics import NormalDist, variance
from typing import Any

import numpy as np
import pytest
from conftest import Ran, examples
from hypothesis import given
from hypothesis import strategies as st
from wagers import CASES, MODELS

from oddscalc import portfolio, simulate
from oddscalc._ask.query import Query, models
from oddscalc._bets.automaton import LOSE, WIN, Automaton, Outcome, State
from oddscalc._bets.catalogue import shipped
from oddscalc._bets.compile import compile_bet
from oddscalc._chain.chain import Chain, explore
from oddscalc._chain.model import Model, Placing
from oddscalc._chain.solve import Solution, solve
from oddscalc._dice.dice import ROLLS, Dice, Roll, parse_dice
from oddscalc._questions.simulation import playing
from oddscalc._questions.simulation.lots import Lots
from oddscalc._questions.simulation.playing import Played, Setup, play
from oddscalc._questions.simulation.statistics import ChiSquare, chi_square, interval, normal
from oddscalc._questions.simulation.trial import subject
from oddscalc._questions.simulation.witness import ALPHA, Evidence, RollsTest, Tally, witness
from oddscalc._show.document import MOST_ROWS
from oddscalc._show.words.simulation import document
from oddscalc._show.writers import write
from oddscalc.errors import ChainError, NumberError, RuleError

Run = Callable[..., Ran]

FAIR = Dice.fair()
LOADED = Dice.from_faces(["1/4", "1/6", "1/6", "1/6", "1/6", "1/12"])


def usual(bet: str, **placing: Any) -> Model:
    return models([bet], Query(placing=Placing(**placing)))[0]


def game(bet: str, dice: Dice = FAIR) -> Setup:
    automaton = compile_bet(shipped()[bet], shipped())
    return Setup(automaton, {automaton.start(None): Fraction(1)}, dice)


def played(some: Setup, games: int, seed: int = 1, most_rolls: int = 10**9) -> Played:
    return play(some, games, seed, most_rolls, max_states=100_000)


class TestLots:
    """Rolls have exactly their probabilities: of the lots that can be drawn, each has its share."""

    @pytest.mark.parametrize("text", ["fair", "srr=7", "1/4,1/6,1/6,1/6,1/6,1/12", "1,0,0,0,0,0"])
    def test_each_roll_has_as_many_lots_as_its_weight_says(self, text: str) -> None:
        dice = parse_dice(text)
        lots = Lots(dice.weights, "rolls")
        counts = Counter(lots.of(np.arange(lots.whole)).tolist())
        shares = [Fraction(counts[roll], lots.whole) for roll in range(36)]
        assert shares == list(dice.weights)

    @given(st.lists(st.integers(0, 10**5), min_size=1, max_size=9).filter(any))
    def test_a_number_has_its_share_however_many_lots_there_are(self, ways: list[int]) -> None:
        lots = Lots([Fraction(way, sum(ways)) for way in ways], "things")
        bounds = np.cumsum([way * lots.whole // sum(ways) for way in ways]).tolist()
        for number, (low, high) in enumerate(zip([0, *bounds], bounds, strict=False)):
            if low < high:
                assert lots.of(np.array([low, high - 1], dtype=np.uint64)).tolist() == [number] * 2

    @pytest.mark.parametrize("whole", [1, 2, 255, 256, 257, 65_536, 65_537, 2**32, 2**63 - 1])
    def test_all_lots_are_drawn_from_and_no_others(self, whole: int) -> None:
        lots = Lots([Fraction(1, whole), Fraction(whole - 1, whole)], "things")
        asked = []

        class Generator:
            def integers(self, low: int, high: int, size: int, dtype: object) -> object:
                asked.append((low, high))
                return np.array([low, high - 1], dtype=dtype)  # type: ignore[call-overload]

        found = lots.draw(Generator(), 2)  # type: ignore[arg-type]
        assert asked == [(0, whole)]
        assert found.tolist() == [0, 1 if whole > 1 else 0]

    def test_a_denominator_beyond_63_bits_is_refused(self) -> None:
        tiny = Fraction(1, 2**63)
        with pytest.raises(NumberError, match=r"weights of the rolls is above 2\*\*63"):
            Lots([tiny, 1 - tiny], "rolls")


def in_plain_python(some: Setup, games: int, seed: int) -> tuple[Counter[Outcome], int, int]:
    """Play one game after the other; for one sure start, from the same rolls as ``play``."""
    generator = np.random.default_rng(seed)
    (start,) = some.start
    first, dice = Lots([Fraction(1)], "start"), Lots(some.dice.weights, "rolls")
    counts, rolls, squares = Counter[Outcome](), 0, 0
    for begun in range(0, games, playing.BATCH):
        size = min(playing.BATCH, games - begun)
        first.draw(generator, size)
        standing: list[State] = [start] * size
        thrown = 0
        while standing:
            thrown += 1
            after = []
            for state, roll in zip(standing, dice.draw(generator, len(standing)), strict=True):
                ended = some.automaton.step(state, ROLLS[roll])
                rolls += 1
                if isinstance(ended, Outcome):
                    counts[ended] += 1
                    squares += thrown * thrown
                else:
                    after.append(ended)
            standing = after
    return counts, rolls, squares


class TestPlaying:
    @pytest.mark.parametrize("bet", ["pass", "field", "hard-8", "fire", "hot-roller", "whirl"])
    @pytest.mark.parametrize("dice", [FAIR, LOADED], ids=["fair", "loaded"])
    def test_is_what_plain_python_does_with_the_same_rolls(
        self, bet: str, dice: Dice, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(playing, "BATCH", 700)
        some = game(bet, dice)
        found = played(some, 2_000)
        assert (found.counts, found.rolls, found.squares) == in_plain_python(some, 2_000, 1)
        assert found.undecided == 0

    def test_is_repeatable_by_its_seed(self) -> None:
        one, again, other = (played(game("pass"), 5_000, seed) for seed in (7, 7, 8))
        assert one == again != other

    def test_begins_at_each_start_as_often_as_that_is_likely(self) -> None:
        """A bet that ends with the first roll and tells where it began: 3:4:5:5:4:3 from ``on``."""
        start = usual("place-6", where="on").start()
        assert len(start) == 1  # working at all times, place bets do not tell points apart
        points = usual("odds-6", where="on", working="off").start()
        assert sorted(points.values()) == [Fraction(n, 24) for n in (3, 3, 4, 4, 5, 5)]

        @dataclass(frozen=True)
        class Tell:
            outcomes: tuple[Outcome, ...] = ()

            def start(self, point: int | None) -> State:
                return point

            def step(self, state: State, roll: Roll) -> State | Outcome:
                return Outcome("win", str(state))

            def effect(self, roll: Roll) -> Hashable:
                return None

            def describe(self, state: State) -> str:
                return str(state)

        found = played(Setup(Tell(), points, FAIR), 50_000).counts
        cells = [(50_000 * p, found[Outcome("win", str(state))]) for state, p in points.items()]
        tested = chi_square(cells)
        assert tested is not None
        assert tested.p_value > ALPHA

    def test_gives_up_what_does_not_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(playing, "BATCH", 100)
        some = game("place-6", parse_dice("1,0,0,0,0,0"))  # nothing but 1-1
        found = played(some, 250, most_rolls=10_000)
        assert (found.counts, found.undecided, found.rolls) == ({}, 250, 10_000)

    def test_says_how_far_it_is(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(playing, "BATCH", 100)
        told: list[int] = []
        play(game("field"), 250, 1, 10_000, max_states=5, progress=told.append)
        assert told == [100, 100, 50]

    def test_meets_as_many_states_as_allowed_and_no_more(self) -> None:
        """The pass line has seven: the come-out, and six points."""
        assert play(game("pass"), 1_000, 1, 10**6, max_states=7).undecided == 0
        with pytest.raises(ChainError, match="more than 6 different states"):
            play(game("pass"), 1_000, 1, 10**6, max_states=6)

    def test_meets_only_the_states_that_come_up(self) -> None:
        """Of the 2 ** 24 states of the hot roller by ordered throws, few are met in few games."""
        ordered = MODELS["us-ma-hot-roller-ordered"]
        some = Setup(ordered.automaton, ordered.start(), FAIR)
        assert play(some, 1_000, 1, 10**6, max_states=10_000).undecided == 0
        with pytest.raises(
            ChainError, match=r"more than 1,000 .* raise the limit \(--max-states\)"
        ):
            play(some, 1_000, 1, 10**6, max_states=1_000)


class TestStatistics:
    """Floats: what a library returns against closed forms, and against exact sums of integers."""

    @pytest.mark.parametrize("away", [0, 10, 30, 100, 300])
    def test_chi_squares_p_value_is_its_closed_form(self, away: int) -> None:
        """Of 1, 2 and 4 degrees of freedom: erfc(sqrt(x/2)), e**(-x/2), e**(-x/2) (1 + x/2)."""
        half = away**2 / 1_000
        closed = {1: erfc(sqrt(half)), 2: exp(-half), 4: exp(-half) * (1 + half)}
        for degrees, expected in closed.items():
            counts = [1_000 + away, 1_000 - away, *[1_000] * (degrees - 1)]
            tested = chi_square([(Fraction(1_000), count) for count in counts])
            assert tested is not None
            assert (tested.degrees, tested.pooled) == (degrees, 0)
            assert tested.statistic == 2 * half
            assert tested.p_value == pytest.approx(expected, rel=1e-9)

    @pytest.mark.parametrize(
        ("expected", "degrees", "pooled"),
        [([100, 100], 1, 0),
         ([100, 25, 25], 2, 0),  # 25 is enough
         ([100, 100, 24], 1, 2),  # 24 is not: the next joins it
         ([100, 100, 13, 12], 2, 2),  # together they are enough
         ([100, 20, 3, 1, 1], 1, 4),
         ([100, 24], None, None),  # one cell is left
         ([100], None, None),
         ([3, 2], None, None),
         ([], None, None)],
    )  # fmt: skip
    def test_chi_square_pools_what_is_rare(
        self, expected: list[int], degrees: int | None, pooled: int | None
    ) -> None:
        """With every count 1 too high, the statistic is that of the cells pooled by hand."""
        tested = chi_square([(Fraction(one), one + 1) for one in reversed(expected)])
        if degrees is None or pooled is None:
            assert tested is None
            return
        kept, rare = expected[: len(expected) - pooled], expected[len(expected) - pooled :]
        statistic = sum(Fraction(1, one) for one in kept)
        if pooled:
            statistic += Fraction(pooled**2, sum(rare))
        assert tested is not None
        assert (tested.degrees, tested.pooled) == (degrees, pooled)
        assert tested.statistic == pytest.approx(float(statistic), rel=1e-12)

    def test_chi_square_has_no_chance_for_what_cannot_be(self) -> None:
        never, half = (Fraction(0), 0), (Fraction(50), 50)
        assert chi_square([half, half, never]) == chi_square([half, half])
        assert chi_square([half, half, (Fraction(0), 1), never]) == ChiSquare(inf, 2, 0.0, 0)
        assert chi_square([half, (Fraction(0), 1)]) == ChiSquare(inf, 1, 0.0, 0)

    @given(st.integers(1, 60), st.sampled_from([0.5, 0.05, 1e-4, 1e-7]), st.data())
    @examples(60)
    def test_the_ends_of_an_interval_leave_half_of_alpha_beyond(
        self, games: int, alpha: float, data: st.DataObject
    ) -> None:
        """The tails are summed exactly, of binomial coefficients and Fractions."""
        count = data.draw(st.integers(0, games))
        low, high = (Fraction(end) for end in interval(count, games, alpha))
        assert 0 <= low <= Fraction(count, games) <= high <= 1
        if count:
            assert float(tail(games, low, range(count, games + 1))) == pytest.approx(alpha / 2)
        else:
            assert low == 0
        if count < games:
            assert float(tail(games, high, range(count + 1))) == pytest.approx(alpha / 2)
        else:
            assert high == 1

    @pytest.mark.parametrize("p", [Fraction(1, 36), Fraction(244, 495), Fraction(99, 100)])
    def test_intervals_miss_the_probability_no_more_often_than_they_say(self, p: Fraction) -> None:
        games, alpha = 60, Fraction(1, 10)
        ends = [interval(count, games, float(alpha)) for count in range(games + 1)]
        missing = [count for count, (low, high) in enumerate(ends) if not low <= p <= high]
        assert 0 < tail(games, p, missing) <= alpha

    @pytest.mark.parametrize("games", [10**7, 10**10])
    def test_intervals_of_many_games_are_those_of_the_normal_distribution(self, games: int) -> None:
        low, high = interval(games // 3, games, 1e-4)
        error = sqrt(2 / 9 / games) * NormalDist().inv_cdf(1 - 0.5e-4)
        assert (low, high) == pytest.approx((1 / 3 - error, 1 / 3 + error), abs=30 / games)

    @pytest.mark.parametrize("total", [60, 95, 100, 101, 130])
    def test_the_p_value_of_a_sum_is_two_tails(self, total: int) -> None:
        z, p_value = normal(total, Fraction(100), Fraction(81))
        assert z == pytest.approx((total - 100) / 9)
        assert p_value == pytest.approx(2 * NormalDist().cdf(-abs(total - 100) / 9))

    def test_a_sum_that_cannot_vary_is_right_or_wrong(self) -> None:
        assert normal(100, Fraction(100), Fraction(0)) == (0.0, 1.0)
        assert normal(101, Fraction(100), Fraction(0))[1] == 0.0

    def test_p_values_of_what_is_right_are_spread_evenly(self) -> None:
        """Over 400 seeds, each tenth holds about as many as any other, of both tests."""
        some = subject(usual("pass"))
        found = [witness(some, 5_000, seed) for seed in range(400)]
        of_counts = [one.chi_square.p_value for one in found if one.chi_square]
        of_rolls = [one.rolls.p_value for one in found if one.rolls.p_value is not None]
        for p_values in (of_counts, of_rolls):
            assert len(p_values) == 400
            tenths = Counter(min(int(10 * p), 9) for p in p_values)
            tested = chi_square([(Fraction(40), tenths[tenth]) for tenth in range(10)])
            assert tested is not None
            assert tested.p_value > ALPHA


def tail(games: int, p: Fraction, counts: Iterable[int]) -> Fraction:
    """Return the probability that a binomial count is among *counts*."""
    ways = (comb(games, count) * p**count * (1 - p) ** (games - count) for count in counts)
    return sum(ways, Fraction(0))


class TestVarianceOfRolls:
    @pytest.mark.parametrize("bet", ["pass", "place-6", "fire", "hot-roller"])
    def test_is_about_that_of_the_sample(self, bet: str) -> None:
        some = subject(usual(bet))
        of_sample = witness(replace(some, variance=None), 50_000).rolls
        assert (of_sample.is_exact, witness(some, 50_000).rolls.is_exact) == (False, True)
        assert some.variance is not None
        assert of_sample.variance is not None
        assert abs(of_sample.variance / some.variance - 1) < Fraction(1, 20)

    def test_of_the_sample_is_that_of_the_statistics_module(self) -> None:
        """Games that are played one by one tell the rolls of each."""
        some = replace(subject(usual("place-6")), variance=None)
        rolls = [played(some.game, 1, seed).rolls for seed in range(30)]
        together = Played(30, {WIN: 30}, sum(rolls), sum(n * n for n in rolls))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("oddscalc._questions.simulation.witness.play", lambda *_: together)
            assert witness(some, 30).rolls.variance == variance([Fraction(n) for n in rolls])

    def test_is_exact_unless_the_chain_is_large(self, monkeypatch: pytest.MonkeyPatch) -> None:
        p = Fraction(11, 36)
        assert subject(usual("place-6")).variance == (1 - p) / p**2
        monkeypatch.setattr("oddscalc._questions.simulation.trial.GRAPH_STATES", 100)
        assert subject(usual("fire")).variance is None

    def test_of_one_game_there_is_none(self) -> None:
        assert witness(replace(subject(usual("pass")), variance=None), 1).rolls.variance is None


class TestWitness:
    @pytest.mark.parametrize("name", CASES)
    def test_every_wager_agrees_with_its_exact_distribution(self, name: str) -> None:
        found = witness(subject(MODELS[name]), games=20_000)
        assert found.agrees
        assert sum(tally.count for tally in found.tallies) == 20_000
        assert sum(tally.probability for tally in found.tallies) == 1
        assert sum(tally.expected for tally in found.tallies) == 20_000
        assert found.rolls.p_value is not None

    @pytest.mark.parametrize(
        "placing",
        [{"where": "on"}, {"where": "4"}, {"working": "off"}, {"working": "off", "where": "on"},
         {"dice": LOADED}, {"dice": Dice.from_seven_ratio(7)},
         {"dice": parse_dice("1/2,1/10,1/10,1/10,1/10,1/10,0,1/5,1/5,1/5,1/5,1/5")},
         {"dice": parse_dice("0.123457,0.2,0.2,0.2,0.2,0.076543")}],
    )  # fmt: skip
    def test_bets_agree_however_they_are_placed(self, placing: dict[str, Any]) -> None:
        assert witness(subject(usual("place-6", **placing)), games=50_000).agrees

    @pytest.mark.parametrize("until", ["roll", "all-decided"])
    def test_bets_made_together_agree_in_their_net_wins(self, until: str) -> None:
        made = portfolio({"pass": 5, "field": 2, "hard-8": 1}, until=until)
        found = witness(subject(made), games=50_000)
        assert found.agrees
        assert {one.outcome: one.probability for one in found.tallies} == made.net_win.probabilities

    def test_bets_made_together_are_no_bets_on_rolls_of_their_own(self) -> None:
        """With independent rolls the net wins have other probabilities: that is found out."""
        made = portfolio({"pass": 5, "field": 2})
        apart: dict[Fraction, Fraction] = {}
        one, other = (part.answer.value.net_win or () for part in made.parts)
        for (net, p), (with_, q) in product(one, other):
            total = 5 * net + 2 * with_
            apart[total] = apart.get(total, Fraction(0)) + p * q
        assert sum(apart.values()) == 1
        found = witness(replace(subject(made), probabilities=apart), games=50_000)
        assert found.chi_square is not None
        assert found.chi_square.p_value < 1e-6

    def test_an_outcome_that_cannot_be_is_no_cell(self) -> None:
        dice = parse_dice("0,1/5,1/5,1/5,1/5,1/5")
        found = witness(subject(usual("field", dice=dice)), games=10_000)
        by_name = {str(one.outcome): one for one in found.tallies}
        assert (by_name["win 2"].probability, by_name["win 2"].count) == (0, 0)
        assert found.agrees
        assert found.chi_square is not None
        assert (found.chi_square.degrees, found.chi_square.pooled) == (2, 0)

    def test_all_intervals_together_have_the_level_of_one_test(self) -> None:
        found = witness(subject(usual("field")), games=10_000)
        assert len(found.tallies) == 4
        for one in found.tallies:
            assert (one.low, one.high) == interval(one.count, 10_000, float(ALPHA / 4))

    @pytest.mark.parametrize("games", [1, 10, 40])
    def test_few_games_prove_nothing(self, games: int) -> None:
        found = witness(subject(usual("pass")), games)
        assert (found.chi_square, found.rolls.p_value, found.agrees) == (None, None, True)

    def test_each_of_the_three_tests_can_find_fault(self) -> None:
        fine = Tally(WIN, Fraction(1, 2), Fraction(50), 50, 0.4, 0.6)
        rolls = RollsTest(100, 100, Fraction(1), Fraction(0), True, 0.0, 1.0)
        right = Evidence(100, 1, (fine,), ChiSquare(0.0, 1, 1.0, 0), rolls)
        assert right.agrees
        assert not replace(right, tallies=(replace(fine, low=0.51),)).agrees
        assert not replace(right, chi_square=ChiSquare(20.0, 1, 1e-5, 0)).agrees
        assert not replace(right, rolls=replace(rolls, p_value=1e-5)).agrees
        assert replace(right, chi_square=None, rolls=replace(rolls, p_value=None)).agrees

    def test_what_takes_too_long_is_refused(self) -> None:
        some = subject(usual("pass"))
        with pytest.raises(
            NumberError, match="more than 1,000,000 rolls: practically it never ends"
        ):
            witness(replace(some, expected_rolls=Fraction(10**6 + 1)), 1)
        long = replace(some, expected_rolls=Fraction(10**4))
        with pytest.raises(NumberError, match="100,000,000,000: play up to 10,000,000 games"):
            witness(long, 10_000_001)


@dataclass(frozen=True)
class Misled:
    """An automaton in which a total leads elsewhere from a state, or rolls have other effects."""

    inner: Automaton
    instead: Mapping[tuple[State, int], State | Outcome] = field(default_factory=dict)
    name_of: Callable[[Roll], Hashable] | None = None

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return self.inner.outcomes

    def start(self, point: int | None) -> State:
        return self.inner.start(point)

    def step(self, state: State, roll: Roll) -> State | Outcome:
        found = self.instead.get((state, sum(roll)))
        return self.inner.step(state, roll) if found is None else found

    def effect(self, roll: Roll) -> Hashable:
        return self.name_of(roll) if self.name_of else roll

    def describe(self, state: State) -> str:
        return self.inner.describe(state)


def explored(one: Model, **other: Any) -> Chain:
    """Return the chain of a model, with some of what it is explored from replaced."""
    usually = {"automaton": one.automaton, "start": one.start(), "dice": one.dice}
    return explore(**{**usually, "reduction": one.reduction(), **other})


def with_ways(chain: Chain, ways: dict[int, int]) -> Chain:
    """Return *chain* with other numbers of ways in the row of its first state."""
    first = tuple(ways.get(way, way) for way in chain.rows.ways[0])
    return replace(chain, rows=replace(chain.rows, ways=[first, *chain.rows.ways[1:]]))


def points_counted(state: State) -> State:
    """Merge states of as many points made, whichever they are."""
    made, point = state
    return frozenset((4, 5, 6, 8, 9, 10)[: len(made)]), point


def one_way_moved() -> Dice:
    """Return dice that throw 3-4 in the one way in 36 of 1-1."""
    return Dice.from_weights([{(1, 1): 0, (3, 4): "1/18"}.get(roll, "1/36") for roll in ROLLS])


WRONG_CHAINS: dict[str, tuple[list[str], Callable[[Model], Chain]]] = {
    "weights swapped": (["place-6"], lambda one: with_ways(one.chain(), {5: 6, 6: 5})),
    "39 ways in 36": (["place-6"], lambda one: with_ways(one.chain(), {6: 9})),
    "points that are not alike merged": (
        ["fire"],
        lambda one: explored(one, reduction=points_counted),
    ),
    "numbers that are not alike merged": (
        ["all-small"],
        lambda one: explored(one, reduction=lambda thrown: (1 << thrown.bit_count()) - 1),
    ),
    "rolls that are not alike merged": (
        ["hard-8"],
        lambda one: explored(one, automaton=Misled(one.automaton, name_of=sum)),
    ),
    "1/36 of the dice moved": (["pass"], lambda one: explored(one, dice=one_way_moved())),
    "begun on one point only": (
        ["odds-6", "--from", "on", "--working", "off"],
        lambda one: explored(one, start={one.automaton.start(6): Fraction(1)}),
    ),
    "one roll elsewhere": (
        ["pass"],
        lambda one: explored(one, automaton=Misled(one.automaton, {(6, 11): LOSE})),
    ),
    "a roll for nothing": (
        ["hard-8"],
        lambda one: explored(one, automaton=Misled(one.automaton, {("undecided", 12): LOSE})),
    ),
}
"""Wrong chains of bets, which are played right."""


class TestDetection:
    """What is wrong is found out: a p-value below one in a million, and exit code 1."""

    @staticmethod
    def caught(ran: Ran) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(ran.out)
        assert (ran.code, ran.err, found["agrees"]) == (1, "", False)
        p_values = (found["p_value"], found["rolls"]["p_value"])
        assert min(float(p) for p in p_values if p is not None) < 1e-6
        return found

    @pytest.mark.parametrize("what", WRONG_CHAINS)
    def test_of_a_wrong_chain(
        self, oddscalc: Run, monkeypatch: pytest.MonkeyPatch, what: str
    ) -> None:
        arguments, wrong = WRONG_CHAINS[what]
        command = ("simulate", *arguments, "-n", "50_000", "--json")
        assert oddscalc(*command).code == 0
        right = Model.chain

        def chain(one: Model) -> Chain:
            with monkeypatch.context() as patch:
                patch.setattr(Model, "chain", right)
                return wrong(one)

        monkeypatch.setattr(Model, "chain", chain)
        self.caught(oddscalc(*command))

    @pytest.mark.parametrize(
        ("bet", "instead"),
        [("pass", {(6, 11): LOSE}),
         ("pass", {(8, 9): WIN}),
         ("place-6", {("undecided", 12): WIN}),
         ("dont-pass", {("come-out", 12): LOSE})],
    )  # fmt: skip
    def test_of_an_automaton_in_which_one_roll_leads_elsewhere(
        self,
        oddscalc: Run,
        monkeypatch: pytest.MonkeyPatch,
        bet: str,
        instead: dict[tuple[State, int], State | Outcome],
    ) -> None:
        def misled(automaton: Automaton, start: dict[State, Fraction], dice: Dice) -> Setup:
            return Setup(Misled(automaton, instead), start, dice)

        monkeypatch.setattr("oddscalc._questions.simulation.trial.Setup", misled)
        self.caught(oddscalc("simulate", bet, "-n", "500_000", "--json"))

    def test_of_a_solver_that_swaps_or_loses_rolls(
        self, oddscalc: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def swapped(chain: Chain) -> Solution:
            right = solve(chain)
            shares = list(right.probabilities.values())
            return replace(
                right, probabilities=dict(zip(right.probabilities, shares[::-1], strict=True))
            )

        def short(chain: Chain) -> Solution:
            right = solve(chain)
            return replace(right, expected_rolls=right.expected_rolls * Fraction(35, 36))

        for wrong in (swapped, short):
            monkeypatch.setattr("oddscalc._questions.simulation.trial.solve", wrong)
            self.caught(oddscalc("simulate", "pass", "-n", "200_000", "--json"))

    def test_of_outcomes_that_the_exact_distribution_does_not_know(self) -> None:
        """However seldom: here once in thousands of games."""
        some = subject(usual("pass"))
        strange = Misled(some.game.automaton, {(4, 2): Outcome("push", "strange")})
        found = witness(replace(some, game=replace(some.game, automaton=strange)), 3_000)
        assert not found.agrees
        (tally,) = [one for one in found.outside if one.probability == 0]
        assert (str(tally.outcome), tally.expected) == ("push strange", 0)
        assert found.chi_square == ChiSquare(inf, 2, 0.0, 0)
        assert found.tallies[-1] == tally

    def test_of_games_that_do_not_end(self, oddscalc: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def stuck(automaton: Automaton, start: dict[State, Fraction], dice: Dice) -> Setup:
            return Setup(Misled(automaton, {(4, 7): 4, (4, 4): 4}), start, dice)

        monkeypatch.setattr("oddscalc._questions.simulation.trial.Setup", stuck)
        ran = oddscalc("simulate", "pass", "-n", "20_000")
        assert ran.code == 1
        row = next(line.split() for line in ran.out.splitlines() if line.startswith("undecided"))
        assert row[1:3] == ["0", "0.0"]
        assert int(row[3].replace(",", "")) > 1_000
        assert "No test of the rolls: it needs 1,000 games, all decided." in ran.out
        found = json.loads(oddscalc("simulate", "pass", "-n", "20_000", "--json").out)
        assert found["outcomes"][-1]["result"] == "undecided"
        assert found["rolls"]["p_value"] is None


class TestCommand:
    def test_text_is_a_table_the_tests_and_what_they_mean(self, oddscalc: Run) -> None:
        ran = oddscalc("simulate", "pass", "-n", "100_000")
        assert (ran.code, ran.err) == (0, "")
        lines = ran.out.splitlines()
        assert lines[:2] == [
            "Pass Line (pass): 100,000 games simulated",
            "seed 1; standard, custom",
        ]
        assert lines[3].split("  ")[0] == "outcome"
        win, lose = lines[5].split(), lines[6].split()
        assert win[:3] == ["win", "244/495", "49,292.9"]
        assert lose[:3] == ["lose", "251/495", "50,707.1"]
        assert sum(int(row[3].replace(",", "")) for row in (win, lose)) == 100_000
        assert "with 1 degree of freedom" in ran.out
        assert "expected 557/165 = 3.375757576" in ran.out
        words = " ".join(lines)
        assert re.search(
            r"AGREES with the exact distribution: by chance alone, a difference as large or larger"
            r" arises in [0-9.]+% of runs\.",
            words,
        )
        assert "Clopper-Pearson, 99.995% each, 99.99% all together (Bonferroni)." in words

    def test_text_says_what_does_not_agree(
        self, oddscalc: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        right = Model.chain
        monkeypatch.setattr(Model, "chain", lambda one: with_ways(right(one), {5: 6, 6: 5}))
        ran = oddscalc("simulate", "place-6", "-n", "100_000")
        assert ran.code == 1
        words = " ".join(ran.out.split())
        for told in (
            "DISAGREES with the exact distribution.",
            "- chi-square: by chance alone, a difference as large or larger arises in fewer than"
            " 1 run in 1,000,000,000",
            "- win: the exact probability, 6/11, is not in the interval",
            "- lose: the exact probability, 5/11, is not in the interval",
        ):
            assert told in words
        assert "AGREES with the exact distribution:" not in words
        assert "- rolls" not in words  # these are right

    @pytest.mark.parametrize(
        "arguments",
        [["fire"], ["hot-roller"], ["whirl"], ["field", "-n", "1"], ["pass:5", "any-craps:1"],
         ["place-6", "--rules", "us-pa", "--from", "on"], ["pass", "--dice", "srr=7"],
         ["horn-high-12"], ["dont-pass", "--rules", "us-ma", "--reading", "stays"],
         ["pass:1", "field:1/7", "hard-8:3", "place-9:5", "buy-4:20"]],
    )  # fmt: skip
    def test_text_fits_80_columns_of_ascii(self, oddscalc: Run, arguments: list[str]) -> None:
        ran = oddscalc("simulate", "-n", "20000", *arguments)
        assert ran.code == 0
        assert max(map(len, ran.out.splitlines())) <= 80
        assert ran.out.isascii()

    def test_text_leaves_out_outcomes_after_the_first_hundred(self) -> None:
        rolls = RollsTest(100, 100, Fraction(1), Fraction(0), True, 0.0, 1.0)
        wrong = [
            Tally(Outcome("win", str(n)), Fraction(1, 110), Fraction(10, 11), 0, 0.5, 1.0)
            for n in range(MOST_ROWS + 10)
        ]
        text = write(document(usual("pass"), Evidence(100, 1, tuple(wrong), None, rolls)), "text")
        assert "win 99 " in text
        assert "win 100 " not in text
        assert "... and 10 more outcomes (--json)" in text
        assert "- and 105 more outcomes are not in theirs" in text

    def test_json_has_counts_and_exact_numbers_and_statistics_as_text(self, oddscalc: Run) -> None:
        ran = oddscalc("simulate", "dont-pass", "-n", "20000", "--seed", "3", "--json")
        found = json.loads(ran.out)
        assert list(found) == [
            "schema", "bet", "rules", "reading", "n", "seed", "generator", "outcomes",
            "interval_level",
            "chi_square", "degrees_of_freedom", "pooled", "p_value", "rolls", "level", "agrees",
        ]  # fmt: skip
        assert (found["bet"], found["n"], found["seed"]) == ("dont-pass", 20_000, 3)
        assert found["generator"] == f"PCG64 of NumPy {np.__version__}"
        assert type(np.random.default_rng(1).bit_generator).__name__ == "PCG64"
        win = found["outcomes"][0]
        assert (win["result"], win["tier"]) == ("win", None)
        assert win["probability"] == {"exact": "949/1980", "decimal": "0.4792929293"}
        assert sum(one["count"] for one in found["outcomes"]) == 20_000
        for one in found["outcomes"]:
            assert float(one["low"]) < one["count"] / 20_000 < float(one["high"])
        assert (found["degrees_of_freedom"], found["pooled"]) == (2, 0)
        assert (found["interval_level"], found["level"]) == ("29999/30000", "9999/10000")
        assert found["rolls"]["expected"]["exact"] == "557/165"
        assert found["rolls"]["mean"]["exact"] == str(Fraction(found["rolls"]["total"], 20_000))
        assert 0 <= float(found["p_value"]) <= 1
        assert found["agrees"] is True

        def no_floats(text: str) -> None:
            raise AssertionError(text)

        json.loads(ran.out, parse_float=no_floats)
        assert oddscalc("simulate", "dont-pass", "-n", "20000", "--seed", "3", "--json") == ran
        assert oddscalc("simulate", "dont-pass", "-n", "20000", "--json").out != ran.out

    def test_json_of_bets_made_together_is_by_net_win(self, oddscalc: Run) -> None:
        ran = oddscalc("simulate", "pass:5", "any-craps:1", "-n", "20000", "--json")
        found = json.loads(ran.out)
        assert [one["bet"] for one in found["bets"]] == ["pass", "any-craps"]
        assert found["bets"][0]["stake"]["exact"] == "5"
        assert found["until"] == "all-decided"
        assert [(one["net"]["exact"], one["probability"]["exact"]) for one in found["outcomes"]] \
            == [("4", "244/495"), ("2", "1/9"), ("-6", "196/495")]  # fmt: skip

    def test_of_several_readings_the_usual_or_the_one_named_is_played(self, oddscalc: Run) -> None:
        command = ("simulate", "dont-pass", "--rules", "us-ma", "-n", "1000", "--json")
        assert json.loads(oddscalc(*command).out)["reading"] == "returned"
        stays = json.loads(oddscalc(*command, "--reading", "stays").out)
        assert (stays["reading"], stays["rolls"]["expected"]["exact"]) == ("stays", "6684/1925")

    def test_a_bet_of_ones_own(self, oddscalc: Run, tmp_path: Path) -> None:
        path = tmp_path / "own.toml"
        path.write_text(OWN)
        ran = oddscalc("simulate", str(path), "-n", "20000")
        assert (ran.code, "7/13" in ran.out) == (0, True)
        path.write_text(OWN + OWN.replace("twelve-first", "again"))
        assert "has 2 bets" in " ".join(oddscalc("simulate", str(path)).err.split())

    def test_a_bet_that_practically_never_ends_is_refused(
        self, oddscalc: Run, tmp_path: Path
    ) -> None:
        path = tmp_path / "own.toml"
        path.write_text(OWN.replace('["12"]', NINE).replace('["7", "7"]', NINE.replace("12", "2")))
        ran = oddscalc("simulate", str(path), "-n", "1")
        assert (ran.code, ran.out) == (2, "")
        assert (
            "more than 1,000,000 rolls: practically it never ends, and is not simulated" in ran.err
        )

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [(["pass", "-n", "0"], "n is 0; it must be 1 or more"),
         (["pass", "-n", "-5"], "n is -5; it must be 1 or more"),
         (["pass", "-n", "10_000_000_001"], "10,000,000,001 games; play 1 to 10,000,000,000"),
         (["pass", "-n", "1e6"], "'1e6' is not a valid int"),
         (["pass", "-n", "ten"], "'ten' is not a valid int"),
         (["pass", "-n", "9" * 5_000], "is not a valid int"),
         (["pass", "--seed", "-1"], "seed is -1; it must be 0 or more"),
         (["fire", "-n", "10_000_000_000", "--dice", "srr=100"], "play up to "),
         (["pass", "field"], "'pass': write BET:STAKE, like pass:5"),
         (["pass:0"], "the stake on pass is 0; it must be above 0"),
         (["nope"], "there is no bet called 'nope'"),
         (["pass", "--reading", "x"], "'x'"),
         (["pass", "--dice", f"{2**64 - 5}/{2**64},1/{2**64},1/{2**64},1/{2**64},1/{2**64},"
                             f"1/{2**64}"], "common denominator of the weights of the rolls"),
         (["hot-roller", "--max-states", "100"], "more than 100 states"),
         (["hot-roller", "--max-states", "1300", "-n", "1000"], "hot-roller: more than 1,300"),
         ([], "Missing argument")],
    )  # fmt: skip
    def test_unusable_input_exits_2_with_a_message(
        self, oddscalc: Run, arguments: list[str], message: str
    ) -> None:
        ran = oddscalc("simulate", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert message in " ".join(ran.err.split())
        assert "Traceback" not in ran.err

    def test_underscores_are_read(self, oddscalc: Run) -> None:
        one = oddscalc("simulate", "field", "-n", "10_000", "--json")
        assert one == oddscalc("simulate", "field", "-n", "10000", "--json")

    def test_progress_is_shown_at_a_terminal_only(
        self, oddscalc: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(playing, "BATCH", 4_000)
        assert oddscalc("simulate", "field", "-n", "10000").err == ""
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        shown = oddscalc("simulate", "field", "-n", "10000").err
        assert re.findall(r"games  \[#*-*\]  (\d+)/10000", shown)[-2:] == ["8000", "10000"]

    @pytest.mark.parametrize("library", ["numpy", "scipy"])
    def test_without_its_libraries_it_says_what_to_install(
        self, process: Run, library: str
    ) -> None:
        code = (
            f"import sys; sys.modules[{library!r}] = None; import oddscalc._cli;"
            " sys.argv = ['oddscalc', 'simulate', 'pass']; sys.exit(oddscalc._cli.run())"
        )
        ran = process("-c", code)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == (
            f'oddscalc: simulating needs {library}: pip install "oddscalc[simulate]"\n'
        )

    def test_help_and_other_commands_load_neither(self, process: Run) -> None:
        for arguments in (["simulate", "--help"], ["edge", "place-6", "--working", "off"]):
            code = (
                f"import sys, oddscalc._cli; sys.argv = {['oddscalc', *arguments]!r};"
                " oddscalc._cli.run(); print('LOADED', *sys.modules)"
            )
            loaded = process("-c", code).out.partition("LOADED")[2].split()
            assert "oddscalc._cli" in loaded
            assert not {"numpy", "scipy"} & set(loaded)


NINE = json.dumps(["12"] * 9)
OWN = """\
[[bets]]
id = "twelve-first"
name = "Twelve first"
kind = "sequence"
source = "a puzzle"
rule = { win = ["12"], lose = ["7", "7"] }
"""


@pytest.mark.parametrize("plan", ["place-68", "pass-345x", "iron-cross", "buy-sampler"])
def test_a_plan_is_played_as_its_moments_say(plan: str) -> None:
    found = simulate(plan, n=5_000)
    assert found.agrees
    assert [test.name for test in found.tests][:3] == ["net win", "variance of net win", "rolls"]


def test_a_plan_with_a_wrong_mean_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from oddscalc._questions.simulation import plans

    right = plans.value

    def wrong(*args: Any) -> Any:
        worth = right(*args)
        return replace(worth, mean=worth.mean + 1)

    monkeypatch.setattr(plans, "value", wrong)
    assert not simulate("place-68", n=20_000)


def test_a_plan_of_which_only_bounds_are_known_is_not_played() -> None:
    with pytest.raises(RuleError, match="bounds only"):
        simulate("risk-12", n=1_000)
