"""Sessions at flat stakes: against closed forms, brute force, and chains stepped roll by roll."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from conftest import Ran, examples, slow
from hypothesis import assume, given
from hypothesis import strategies as st

from oddscalc import edge, portfolio
from oddscalc._ask.query import Query, Valued, ask_all
from oddscalc._bets.automaton import Automaton, Outcome, State
from oddscalc._chain.rows import Rows
from oddscalc._chain.solve.forward import Flow
from oddscalc._dice.dice import ROLLS
from oddscalc._exact.bounds import Bounds
from oddscalc._money.netwin import NetWin
from oddscalc._questions.sessions import (
    Game,
    Session,
    Stops,
    after,
    after_rolls,
    afterrolls,
    bankroll_for,
    enclose,
    game_of,
    play,
    quantiles,
    risk,
    ruin,
    survival,
    times,
)
from oddscalc._questions.sessions.enclosed import chain
from oddscalc._questions.sessions.question import SessionQuestion, answered
from oddscalc.errors import NumberError, RuleError

Run = Callable[..., Ran]
Nets = Mapping[Fraction, Fraction]

P, Q = Fraction(244, 495), Fraction(251, 495)
PASS = edge("pass")
COIN = {Fraction(1): Fraction(1, 2), Fraction(-1): Fraction(1, 2)}


def integer_game(ways: Mapping[int, int]) -> Game:
    """Return the game with these weights of its nets."""
    whole = sum(ways.values())
    net_win = NetWin.of((Fraction(weight, whole), Fraction(net)) for net, weight in ways.items())
    return Game(net_win, Fraction(max(0, -min(ways))))


@st.composite
def games(draw: st.DrawFn) -> Game:
    """A random game of up to four nets from -5 to 6."""
    nets = draw(st.lists(st.integers(-5, 6), min_size=1, max_size=4, unique=True))
    return integer_game({net: draw(st.integers(1, 9)) for net in nets})


@st.composite
def games_that_win_more(draw: st.DrawFn) -> Game:
    """A random game whose greatest win is more than its greatest loss."""
    loss = draw(st.integers(1, 4))
    win = draw(st.integers(loss + 1, 6))
    between = draw(st.lists(st.integers(1 - loss, win - 1), max_size=2, unique=True))
    return integer_game({net: draw(st.integers(1, 9)) for net in (-loss, win, *between)})


def dense(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Solve a system of linear equations by plain elimination of fractions."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(len(rows)):
        pivot = next(n for n in range(column, len(rows)) if rows[n][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [x / rows[column][column] for x in rows[column]]
        for n, row in enumerate(rows):
            if n != column and row[column]:
                rows[n] = [x - row[column] * y for x, y in zip(row, rows[column], strict=True)]
    return [row[-1] for row in rows]


def eliminated(game: Game, low: int, high: int) -> tuple[dict[int, Fraction], Fraction, Fraction]:
    """Return P of each end, E[N] and E[N**2] of a walk from 0, by backward equations."""
    levels = range(low, high + 1)
    chances = {net: Fraction(ways, game.whole) for net, ways in game.ways.items()}
    matrix = [
        [(row == column) - chances.get(column - row, Fraction(0)) for column in levels]
        for row in levels
    ]
    here = -low
    ends = {level + net for level in levels for net in chances} - set(levels)
    arrived = {
        end: dense(matrix, [chances.get(end - level, Fraction(0)) for level in levels])[here]
        for end in sorted(ends)
    }
    first = dense(matrix, [Fraction(1)] * len(levels))
    second = dense(matrix, [2 * mean - 1 for mean in first])
    return {end: p for end, p in arrived.items() if p}, first[here], second[here]


def in_units(session: Session) -> dict[int, Fraction]:
    """Return the distribution of the net at the end."""
    return {int(net / session.game.unit): chance for net, chance in session.final}


def convolved(nets: Nets, count: int) -> dict[Fraction, Fraction]:
    """Return the distribution of a sum, term by term."""
    total = {Fraction(0): Fraction(1)}
    for _ in range(count):
        after: dict[Fraction, Fraction] = {}
        for sofar, chance in total.items():
            for net, p in nets.items():
                after[sofar + net] = after.get(sofar + net, Fraction(0)) + chance * p
        total = after
    return total


class TestAfter:
    @pytest.mark.parametrize("decisions", [1, 2, 3, 10, 101, 1000])
    def test_the_pass_line_is_the_binomial_sum(self, decisions: int) -> None:
        found = after(PASS, decisions)
        n, won = decisions, {}
        for wins in range(n + 1):
            won[2 * wins - n] = comb(n, wins) * Fraction(244**wins * 251 ** (n - wins), 495**n)
        assert found.ahead == sum(p for net, p in won.items() if net > 0)
        assert found.even == won.get(0, 0)
        assert found.behind == 1 - found.ahead - found.even
        assert found.final is not None
        if n <= 101:
            assert dict(found.final) == won
        assert found.expected_rolls == n * Fraction(557, 165)

    @examples(100)
    @given(games(), st.integers(1, 8))
    def test_is_the_sum_term_by_term(self, game: Game, decisions: int) -> None:
        expected = convolved(game.net_win.probabilities, decisions)
        found = after(game, decisions)
        assert found.final is not None
        assert dict(found.final) == dict(sorted(expected.items()))
        assert found.final.mean == found.expected_net
        assert found.final.variance == found.variance

    @examples(100)
    @given(games_that_win_more(), st.integers(2, 9))
    def test_without_the_whole_distribution_is_the_same(self, game: Game, decisions: int) -> None:
        """A bet that loses little and wins much: who is ahead is known from its lowest nets."""
        expected = after(game, decisions)
        slots = decisions * game.down // game.step + 1
        with pytest.MonkeyPatch.context() as patch:
            limit = slots * decisions * game.whole.bit_length() * (len(game.ways) - 1)
            patch.setattr("oddscalc._questions.sessions.sums.MOST_BITS", limit)
            found = after(game, decisions)
            assert found.final is None
            assert (found.ahead, found.even) == (expected.ahead, expected.even)
            assert found.behind == expected.behind
            patch.setattr("oddscalc._questions.sessions.sums.MOST_BITS", limit - 1)
            with pytest.raises(NumberError, match="are too many: "):
                after(game, decisions)

    def test_of_the_field_is_what_all_sequences_give(self) -> None:
        nets = game_of(edge("field")).net_win.probabilities
        for count in (1, 3, 5):
            ahead = Fraction(0)
            for sequence in product(nets.items(), repeat=count):
                chance = Fraction(1)
                for _, p in sequence:
                    chance *= p
                ahead += chance * (sum(net for net, _ in sequence) > 0)
            assert after(edge("field"), count).ahead == ahead

    def test_of_a_very_uneven_bet_knows_who_is_ahead_and_no_more(self) -> None:
        found = after(edge("fire"), 300)
        assert found.final is None
        lost = game_of(edge("fire")).net_win.probabilities[Fraction(-1)]
        assert found.behind > lost**300
        assert found.ahead + found.even + found.behind == 1

    def test_is_limited(self) -> None:
        for decisions in (0, -1, 10**6, 10**30):
            with pytest.raises(NumberError, match=r"must be at least 1|are too many"):
                after(PASS, decisions)

    def test_quantiles_of_the_net(self) -> None:
        final = after(COIN, 2).final
        assert final is not None
        quarter = Fraction(1, 4)
        shares = [Fraction(1, 100), quarter, quarter + Fraction(1, 10**9), 3 * quarter, Fraction(1)]
        assert [final.quantile(share) for share in shares] == [-2, -2, 0, 0, 2]
        with pytest.raises(ValueError, match="at most 1"):
            final.quantile(Fraction(11, 10))


class TestRuin:
    @pytest.mark.parametrize(
        ("bankroll", "target"), [(1, 2), (1, 3), (20, 40), (7, 100), (93, 100), slow(2_500, 5_000)]
    )
    def test_of_the_pass_line_is_the_closed_form(self, bankroll: int, target: int) -> None:
        found = ruin(PASS, bankroll, target)
        r = Q / P
        won = (1 - r**bankroll) / (1 - r**target)
        assert found.target_first == won
        assert found.ruin_first == 1 - won
        assert found.unstopped == 0
        assert found.expected_decisions == (bankroll - target * won) / (Q - P)
        assert found.expected_rolls == found.expected_decisions * Fraction(557, 165)

    def test_to_double_twenty_is_a_ratio_of_powers(self) -> None:
        found = ruin(PASS, 20, 40)
        assert found.target_first == Fraction(244**20, 244**20 + 251**20)
        assert list(found.final.ways) == [-20, 20]

    @pytest.mark.parametrize(("bankroll", "target"), [(1, 2), (3, 10), (50, 100)])
    def test_of_a_coin_is_the_closed_form(self, bankroll: int, target: int) -> None:
        found = ruin(COIN, bankroll, target)
        k, rest = bankroll, target - bankroll
        assert found.target_first == Fraction(bankroll, target)
        assert found.expected_decisions == k * rest
        assert found.variance_decisions == Fraction(k * rest * (k**2 + rest**2 - 2), 3)

    @examples(200)
    @given(games(), st.integers(0, 9), st.integers(0, 9))
    def test_is_what_elimination_finds(self, game: Game, below: int, above: int) -> None:
        assume(any(game.ways) and (game.down or game.up))
        low, high = -below, above
        stops = Stops(
            stop_loss=(below + 1) * game.unit,
            stop_win=(above + 1) * game.unit,
        )
        found = play(game, stops)
        assert (found.walk.low, found.walk.high) == (low, high)
        arrived, mean, square = eliminated(game, low, high)
        assert in_units(found) == arrived
        assert found.expected_decisions == mean
        assert found.variance_decisions == square - mean**2
        assert found.target_first + found.ruin_first == 1
        assert found.final.mean == game.net_win.mean * mean  # Wald

    @pytest.mark.parametrize(
        "ways", [{-41: 2, 19: 5}, {-19: 5, 3: 1, 41: 2}, {-60: 1, 60: 1, 7: 3}]
    )
    @pytest.mark.parametrize("size", [(5, 9), (100, 150)])
    def test_of_uneven_bets_is_what_the_solver_finds(
        self, ways: Mapping[int, int], size: tuple[int, int]
    ) -> None:
        game = integer_game(ways)
        found = play(game, Stops(stop_loss=Fraction(size[0]), stop_win=Fraction(size[1])))
        rows, ends = chain(found.walk)
        flow = Flow(rows)
        arrived = {end: p for end, p in zip(ends, flow.arrived, strict=True) if p}
        assert in_units(found) == arrived
        assert found.expected_decisions == flow.expected_rolls

    def test_of_every_priced_bet_is_what_the_solver_finds(self) -> None:
        tried = 0
        for answer in ask_all(Query())[0]:
            if answer.value.net_win is None:
                continue
            game = game_of(answer)
            stops = Stops(bankroll=game.cost * 3, target=game.cost * 3 + game.unit * 20)
            found = play(answer, stops)
            rows, ends = chain(found.walk)
            flow = Flow(rows)
            arrived = {end: p for end, p in zip(ends, flow.arrived, strict=True) if p}
            assert in_units(found) == arrived
            assert found.expected_decisions == flow.expected_rolls
            assert sum(found.final.ways.values()) == found.final.whole
            tried += 1
        assert tried > 80

    def test_a_bet_that_never_wins_ends_in_ruin_and_one_that_never_loses_at_the_target(
        self,
    ) -> None:
        lost = ruin(integer_game({-1: 1, 0: 3}), 3, 5)
        assert (lost.ruin_first, lost.expected_decisions) == (1, 12)
        won = play(integer_game({2: 1, 0: 1}), Stops(stop_win=Fraction(5), stop_loss=Fraction(1)))
        assert (won.target_first, won.expected_decisions) == (1, 6)
        assert dict(won.final) == {6: 1}

    def test_beyond_its_limits_names_them(self) -> None:
        with pytest.raises(NumberError, match=r"exact answers is 5,000.*--enclose BITS"):
            ruin(PASS, 5_000, 10_000)
        with pytest.raises(NumberError, match=r"bits, and the limit of exact answers is 100,000"):
            ruin(edge("fire"), 500, 2_000)
        for ways in ({-1_000: 1, 999: 1}, {-60: 7, -13: 1, 5: 3, 59: 5}):
            with pytest.raises(NumberError, match="too uneven for an exact answer over"):
                ruin(integer_game(ways), 2_000, 5_001)
        many = integer_game({net: 1 for net in range(-1, 3_000) if net % 2})
        with pytest.raises(NumberError, match="bets with 1,501 different nets"):
            ruin(many, 2_000, 5_001)


def roll_by_roll(
    answer: Valued, bankroll: Fraction, target: Fraction
) -> tuple[Rows, list[Fraction]]:
    """Return the chain of bet and bankroll, a roll a step, and the bankroll at each end."""
    bet, cost = answer.model.chain(), game_of(answer).cost
    nets = {one.outcome: (one.net or 0) * answer.ticket.stake for one in answer.value.payoffs}
    begin = bet.rows.start
    states: dict[tuple[Fraction, int], int] = {(bankroll, s): n for n, (s, _) in enumerate(begin)}
    todo, found, ends = list(states), [], dict[Fraction, int]()
    whole = sum(ways for _, ways in begin)
    for money, state in todo:
        row: dict[tuple[Fraction, int], int] = {}
        for to, ways in zip(bet.rows.targets[state], bet.rows.ways[state], strict=True):
            if to < len(bet.rows):
                row[money, to] = row.get((money, to), 0) + ways * whole
                continue
            now = money + nets[bet.outcomes[to - len(bet.rows)]]
            over = now < cost or now >= target
            for fresh, weight in [(-1, whole)] if over else begin:
                row[now, fresh] = row.get((now, fresh), 0) + ways * weight
        for money_after, after_state in row:
            if after_state < 0:
                ends.setdefault(money_after, len(ends))
            elif (money_after, after_state) not in states:
                states[money_after, after_state] = len(states)
                todo.append((money_after, after_state))
        found.append(row)
    size = len(states)
    targets = [[size + ends[key[0]] if key[1] < 0 else states[key] for key in row] for row in found]
    start = [(states[bankroll, state], ways) for state, ways in begin]
    return Rows(targets, [list(row.values()) for row in found], start, len(ends)), list(ends)


@pytest.mark.parametrize(
    ("bet", "options", "bankroll", "target"),
    [
        ("pass", {}, 4, 9),
        ("dont-pass", {"stake": 5}, 23, 41),
        ("dont-pass", {"rules": "us-ma", "reading": "stays"}, 3, 6),
        ("field", {}, 3, 8),
        ("place-6", {"stake": 6}, 20, 31),
        ("place-6", {"rules": "us-pa", "working": "off", "stake": 6, "from_": "on"}, 13, 20),
        ("pass", {"odds": "345x"}, 9, 15),
        ("come", {"odds": "2x"}, 5, 7),
        ("buy-4", {"stake": 20}, 50, 80),
        ("horn", {"stake": 4}, 10, 40),
        ("whirl", {"stake": 5}, 12, 25),
        ("fire", {}, 2, 4),
    ],
)
def test_decision_by_decision_is_roll_by_roll(
    bet: str, options: dict[str, object], bankroll: int, target: int
) -> None:
    """The rolls of a decision collapse into its net: the same ends, and the same rolls (Wald)."""
    answer = edge(bet, **options)  # type: ignore[arg-type]
    found = ruin(answer, bankroll, target)
    rows, ends = roll_by_roll(answer, Fraction(bankroll), Fraction(target))
    flow = Flow(rows)
    by_roll = {end - bankroll: p for end, p in zip(ends, flow.arrived, strict=True) if p}
    assert dict(found.final) == dict(sorted(by_roll.items()))
    assert found.expected_rolls == flow.expected_rolls


class TestLastDecision:
    @examples(150)
    @given(
        games(),
        st.integers(1, 5),
        st.one_of(st.none(), st.integers(1, 8)),
        st.one_of(st.none(), st.integers(1, 8)),
    )
    def test_is_what_all_sequences_give(
        self, game: Game, most: int, loss: int | None, win: int | None
    ) -> None:
        stops = Stops(
            stop_loss=None if loss is None else Fraction(loss),
            stop_win=None if win is None else Fraction(win),
        )
        found = play(game, stops, most)
        ends: dict[Fraction, Fraction] = {}
        moments = [Fraction(0), Fraction(0)]
        for sequence in product(game.net_win.probabilities.items(), repeat=most):
            net, chance, made = Fraction(0), Fraction(1), 0
            for step, p in sequence:
                chance *= p
                if (loss is None or net > -loss) and (win is None or net < win):
                    net, made = net + step, made + 1
            ends[net] = ends.get(net, Fraction(0)) + chance
            moments = [moments[0] + made * chance, moments[1] + made**2 * chance]
        assert dict(found.final) == dict(sorted(ends.items()))
        assert found.expected_decisions == moments[0]
        assert found.variance_decisions == moments[1] - moments[0] ** 2
        won = sum(p for net, p in ends.items() if win is not None and net >= win)
        lost = sum(p for net, p in ends.items() if loss is not None and net <= -loss)
        assert (found.target_first, found.ruin_first) == (won, lost)
        assert found.unstopped == 1 - won - lost

    def test_comes_close_to_a_session_without_one(self) -> None:
        long, endless = play(PASS, Stops(Fraction(3), Fraction(6)), 400), ruin(PASS, 3, 6)
        assert 0 < endless.target_first - long.target_first < Fraction(1, 10**20)

    def test_is_limited(self) -> None:
        stops = Stops(Fraction(1_000), Fraction(3_000))
        with pytest.raises(NumberError, match=r"50,000,000.*fewer decisions, or enclose"):
            play(PASS, stops, 20_000)
        with pytest.raises(NumberError, match="at least 1"):
            play(PASS, stops, 0)


class TestStops:
    def test_ruin_is_a_bankroll_that_does_not_cover_the_next_bet(self) -> None:
        found = ruin(edge("pass", stake=5), 12, 20)
        assert dict(found.final).keys() == {Fraction(-10), Fraction(10)}  # 2 are left, or 22
        game = game_of(edge("buy-4", stake=20))
        assert (game.cost, game.unit) == (21, 3)  # the commission too has to be on hand
        assert Stops(Fraction(41)).walk(game).low == -6  # 23 are left; with 7 lost only 20

    def test_the_levels_are_those_at_which_another_bet_is_made(self) -> None:
        game = game_of({Fraction(7): Fraction(5, 11), Fraction(-6): Fraction(6, 11)})
        walk = Stops(bankroll=Fraction(20), target=Fraction(31)).walk(game)
        assert (walk.low, walk.high) == (-14, 10)  # 6 left, 30 held
        loss = Stops(stop_loss=Fraction(20), stop_win=Fraction(11)).walk(game)
        assert (loss.low, loss.high) == (-19, 10)  # a stop-loss may be passed
        both = Stops(bankroll=Fraction(20), stop_loss=Fraction(5))
        assert both.walk(game).low == -4
        assert both.by_stop_loss(game)
        assert not Stops(bankroll=Fraction(20), stop_loss=Fraction(50)).by_stop_loss(game)
        assert not Stops(bankroll=Fraction(20)).by_stop_loss(game)
        assert Stops(stop_loss=Fraction(20)).by_stop_loss(game)

    def test_amounts_need_not_be_multiples_of_the_unit(self) -> None:
        exactly = ruin(PASS, 20, 40)
        again = ruin(PASS, Fraction(83, 4), Fraction(161, 4))  # 20.75 to 40.25
        assert again.walk == exactly.walk

    def test_a_win_may_pass_the_target(self) -> None:
        found = play(edge("field"), Stops(Fraction(1), Fraction(2)))
        assert dict(found.final) == {-1: Fraction(5, 9), 1: Fraction(7, 18), 2: Fraction(1, 18)}

    @pytest.mark.parametrize(
        ("stops", "message"),
        [
            ({"bankroll": 0}, "bankroll is 0"),
            ({"stop_loss": -1}, "stop-loss is -1"),
            ({"target": 5}, "give a bankroll"),
            ({"bankroll": 5, "target": 5}, "no more than the bankroll"),
            ({"bankroll": 5, "target": 6, "stop_win": 1}, "the same stop"),
        ],
    )
    def test_that_contradict_each_other(self, stops: dict[str, int], message: str) -> None:
        with pytest.raises(NumberError, match=message):
            Stops(**{name: Fraction(amount) for name, amount in stops.items()})

    def test_a_session_has_to_end(self) -> None:
        with pytest.raises(RuleError, match="without a limit on both sides"):
            play(PASS, Stops(bankroll=Fraction(5)))
        with pytest.raises(RuleError, match="neither wins nor loses"):
            ruin({Fraction(0): Fraction(1)}, 5, 6)
        with pytest.raises(RuleError, match="does not cover the first bet, which takes 6"):
            ruin(edge("pass", odds="345x"), 5, 10)


class TestGame:
    def test_of_a_hedge_costs_all_its_stakes(self) -> None:
        hedge = game_of(portfolio({"pass": 10, "dont-pass": 10}))
        assert hedge.net_win.probabilities == {0: Fraction(35, 36), -10: Fraction(1, 36)}
        assert (hedge.cost, hedge.unit) == (20, 10)

    def test_of_a_hedge_costs_the_commissions_too(self) -> None:
        """20 and 40 are staked, 1 and 1 paid on top; all that can be lost is 2."""
        hedge = game_of(portfolio({"buy-4": 20, "lay-4": 40}))
        assert hedge.net_win.probabilities == {-2: 1}
        assert hedge.cost == 62

    def test_the_unit_is_what_all_nets_are_multiples_of(self) -> None:
        assert game_of(edge("place-6")).unit == Fraction(1, 6)
        assert game_of(edge("place-6", stake=6)).ways == {-6: 6, 7: 5}
        assert game_of({Fraction(0): Fraction(1)}).unit == 1
        never = {Fraction(1): Fraction(1), Fraction(1, 7): Fraction(0)}
        assert game_of(never).ways == {1: 1}

    def test_with_odds_costs_the_most_that_can_be_lost(self) -> None:
        assert game_of(edge("pass", odds="345x", stake=5)).cost == 30

    def test_of_nets_that_are_no_distribution_is_refused(self) -> None:
        for nets in ({}, {Fraction(1): Fraction(1, 2)}, {Fraction(1): 2, Fraction(2): -1}):
            with pytest.raises(NumberError, match="sum to"):
                game_of(nets)  # type: ignore[arg-type]

    def test_without_a_price_is_refused(self) -> None:
        with pytest.raises(RuleError, match="no price in customary; give one with --pays"):
            game_of(edge("hot-roller"))

    def test_rolls_are_unknown_of_plain_nets(self) -> None:
        assert ruin(COIN, 1, 2).expected_rolls is None
        assert after(COIN, 3).expected_rolls is None


def dwell(game: Game, low: int, high: int) -> Iterator[Fraction]:
    """Yield P(ended within n) for n = 1, 2, ..., in fractions."""
    mass, done = {0: Fraction(1)}, Fraction(0)
    while True:
        after: dict[int, Fraction] = {}
        for net, chance in mass.items():
            for step, ways in game.ways.items():
                p = chance * Fraction(ways, game.whole)
                if low <= net + step <= high:
                    after[net + step] = after.get(net + step, Fraction(0)) + p
                else:
                    done += p
        mass = after
        yield done


class TestQuantiles:
    SHARES = (Fraction(1, 20), Fraction(1, 2), Fraction(3, 4), Fraction(15, 16), Fraction(99, 100))

    @examples(60)
    @given(games(), st.integers(0, 4), st.integers(0, 4), st.sampled_from([2, 8, 128]))
    def test_are_the_first_decisions_that_are_enough(
        self, game: Game, below: int, above: int, bits: int
    ) -> None:
        assume(game.down or game.up)
        found = play(
            game, Stops(stop_loss=(below + 1) * game.unit, stop_win=(above + 1) * game.unit)
        )
        assume(found.expected_decisions < 60)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(times, "_BITS", bits)
            given_ = quantiles(found, self.SHARES)
        needed = {}
        for number, ended in enumerate(dwell(game, -below, above), start=1):
            needed |= {p: number for p in self.SHARES if p not in needed and ended >= p}
            if len(needed) == len(self.SHARES):
                break
        assert dict(given_) == needed

    def test_on_the_edge_are_exact(self) -> None:
        """P(N <= 2 n) is 1 - 2**-n exactly: the bounds have to meet before they decide."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(times, "_BITS", 4)
            found = quantiles(ruin(COIN, 2, 4), [1 - Fraction(1, 2**n) for n in range(1, 30)])
        assert [number for _, number in found] == [2 * n for n in range(1, 30)]

    def test_do_not_go_beyond_the_last_decision(self) -> None:
        found = play(PASS, Stops(Fraction(2), Fraction(4)), 5)
        assert quantiles(found) == [
            (share, 2 if share <= Fraction(1, 2) else 4 if share <= Fraction(3, 4) else 5)
            for share in times.SHARES
        ]

    def test_that_take_too_long_are_left_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = ruin(COIN, 10, 20)
        first = quantiles(found)
        monkeypatch.setattr(times, "MOST_STEPS", 2_500)
        some = quantiles(found)
        assert some != first
        assert all(number in (None, dict(first)[share]) for share, number in some)
        assert some[0] == first[0]
        monkeypatch.setattr(times, "MOST_STEPS", 10)
        assert {number for _, number in quantiles(found)} == {None}

    def test_lie_between_0_and_1(self) -> None:
        for share in (Fraction(0), Fraction(1), Fraction(-1)):
            with pytest.raises(NumberError, match="between 0 and 1"):
                quantiles(ruin(COIN, 1, 2), [share])


class TestRisk:
    @pytest.mark.parametrize(("bankroll", "decisions"), [(1, 1), (5, 5), (5, 40), (20, 200)])
    def test_survival_is_the_hitting_time_theorem(self, bankroll: int, decisions: int) -> None:
        """P(ruin at n) = k/n P(S(n) = -k) of a walk that goes down one by one."""
        ruined = Fraction(0)
        for n in range(bankroll, decisions + 1, 2):
            wins = (n - bankroll) // 2
            ruined += Fraction(bankroll, n) * comb(n, wins) * P**wins * Q ** (n - wins)
        assert survival(PASS, Stops(Fraction(bankroll)), decisions) == 1 - ruined

    def test_who_has_reached_the_target_survives(self) -> None:
        assert survival(COIN, Stops(Fraction(1), Fraction(2)), 50) == Fraction(1, 2)

    def test_survival_needs_something_to_run_out_of(self) -> None:
        with pytest.raises(NumberError, match="give one of them"):
            survival(COIN, Stops(stop_win=Fraction(1)), 5)

    @examples(60)
    @given(games(), st.integers(1, 6), st.fractions(0, Fraction(49, 50), max_denominator=50))
    def test_the_smallest_bankroll_is_the_first_that_is_enough(
        self, game: Game, decisions: int, allowed: Fraction
    ) -> None:
        game = Game(game.net_win, max(game.cost, Fraction(1)))
        found, ruined = bankroll_for(game, decisions, allowed)
        assert ruined == 1 - survival(game, Stops(found), decisions) <= allowed
        if found > game.cost:
            assert survival(game, Stops(found - game.unit), decisions) < 1 - allowed

    def test_a_bankroll_for_a_hundred_pass_line_bets(self) -> None:
        found, ruined = bankroll_for(PASS, 100, Fraction(1, 20))
        assert found == 21
        assert bankroll_for(PASS, 100, ruined) == (21, ruined)  # no more risk than allowed
        assert ruined == 1 - survival(PASS, Stops(Fraction(21)), 100)
        fives, same = bankroll_for(edge("pass", stake=5), 100, Fraction(1, 20))
        assert (fives, same) == (105, ruined)

    def test_no_risk_at_all_takes_every_stake_and_one_more(self) -> None:
        """With nothing left after the last bet one is ruined."""
        assert bankroll_for(PASS, 7, Fraction(0)) == (8, 0)
        assert bankroll_for(integer_game({0: 1, 1: 1}), 7, Fraction(0)) == (0, 0)

    def test_is_limited(self) -> None:
        with pytest.raises(NumberError, match="limit is 20,000,000"):
            bankroll_for(PASS, 100_000, Fraction(1, 20))
        with pytest.raises(NumberError, match="at least 1"):
            bankroll_for(PASS, 0, Fraction(1, 20))
        for allowed in (Fraction(1), Fraction(-1, 2)):
            with pytest.raises(NumberError, match="at least 0 and below 1"):
                bankroll_for(PASS, 5, allowed)
        assert risk.MOST_STEPS == 20_000_000


def within(bounds: Bounds | None, number: Fraction | None) -> bool:
    assert bounds is not None
    assert number is not None
    return bounds.lower <= number <= bounds.upper


class TestBounds:
    @examples(100)
    @given(
        games(),
        st.integers(1, 9),
        st.integers(1, 9),
        st.sampled_from([16, 40, 128]),
        st.one_of(st.none(), st.integers(1, 40)),
    )
    def test_hold_the_exact_numbers(
        self, game: Game, loss: int, win: int, bits: int, decisions: int | None
    ) -> None:
        assume(game.down or game.up)
        game = Game(game.net_win, game.cost, Fraction(7, 2))
        stops = Stops(stop_loss=Fraction(loss), stop_win=Fraction(win))
        exact, bounds = play(game, stops, decisions), enclose(game, stops, bits, decisions)
        assert within(bounds.target_first, exact.target_first)
        assert within(bounds.ruin_first, exact.ruin_first)
        assert within(bounds.unstopped, exact.unstopped)
        assert within(bounds.expected_decisions, exact.expected_decisions)
        assert within(bounds.expected_rolls, exact.expected_rolls)
        low = dict(bounds.final)
        assert all(low.get(net, 0) <= p <= low.get(net, 0) + bounds.missing
                   for net, p in exact.final)  # fmt: skip

    def test_are_close(self) -> None:
        found = enclose(PASS, Stops(Fraction(10_000), Fraction(10_100)), 200)
        won = (1 - (Q / P) ** 10_000) / (1 - (Q / P) ** 10_100)
        assert within(found.target_first, won)
        assert found.target_first.upper - found.target_first.lower < Fraction(1, 10**40)
        assert within(found.expected_decisions, (10_000 - 10_100 * won) / (Q - P))

    @pytest.mark.parametrize("bits", [16, 24, 128])
    def test_of_a_fair_bet_come_from_its_variance(self, bits: int) -> None:
        fair, stops = integer_game({2: 1, -1: 2}), Stops(Fraction(60), Fraction(121))
        found, exact = enclose(fair, stops, bits), play(fair, stops)
        assert fair.net_win.mean == 0
        assert found.missing > 0
        assert within(found.target_first, exact.target_first)
        assert within(found.expected_decisions, exact.expected_decisions)
        coin = enclose(COIN, Stops(Fraction(6_000), Fraction(12_000)))
        assert within(coin.expected_decisions, Fraction(6_000**2))
        assert coin.expected_decisions.upper - coin.expected_decisions.lower < Fraction(1, 10**9)

    def test_are_limited(self) -> None:
        with pytest.raises(NumberError, match="bounds are for up to 100,000 levels"):
            enclose(PASS, Stops(Fraction(10**6), Fraction(2 * 10**6)))
        with pytest.raises(NumberError, match="16 to 100,000"):
            enclose(PASS, Stops(Fraction(1), Fraction(2)), 8)
        with pytest.raises(NumberError, match="or fewer bits"):
            enclose(PASS, Stops(Fraction(1)), 128, 10**6)
        with pytest.raises(RuleError, match="without a limit on both sides"):
            enclose(PASS, Stops(Fraction(1)))


def played(
    automaton: Automaton,
    begin: Mapping[State, Fraction],
    nets: Callable[[Outcome], Fraction],
    count: int,
) -> tuple[dict[Fraction, Fraction], Fraction]:
    """Return the net after *count* rolls, and P(undecided), stepping the bet itself."""
    mass = {(state, Fraction(0)): p for state, p in begin.items()}
    decided: dict[Fraction, Fraction] = {}
    for _ in range(count):
        for net, chance in decided.items():
            for state, p in begin.items():
                mass[state, net] = mass.get((state, net), Fraction(0)) + chance * p
        after: dict[tuple[State, Fraction], Fraction] = {}
        decided = {}
        for (state, net), chance in mass.items():
            for roll in ROLLS:
                to = automaton.step(state, roll)
                if isinstance(to, Outcome):
                    total = net + nets(to)
                    decided[total] = decided.get(total, Fraction(0)) + chance / 36
                else:
                    after[to, net] = after.get((to, net), Fraction(0)) + chance / 36
        mass = after
    undecided = sum(mass.values(), Fraction(0))
    for (_, net), chance in mass.items():
        decided[net] = decided.get(net, Fraction(0)) + chance
    return dict(sorted(decided.items())), undecided


class TestRolls:
    @pytest.mark.parametrize("count", [1, 2, 6])
    @pytest.mark.parametrize(
        ("bet", "options"),
        [
            ("pass", {}),
            ("dont-pass", {"stake": 5}),
            ("place-6", {"stake": 6}),
        ],
    )
    def test_are_those_of_the_bet_stepped_roll_by_roll(
        self, bet: str, options: dict[str, object], count: int
    ) -> None:
        answer = edge(bet, **options)  # type: ignore[arg-type]
        stake = answer.ticket.stake
        money = {one.outcome: (one.net or 0) * stake for one in answer.value.payoffs}
        found = after_rolls(answer, count)
        model = answer.model
        expected = played(model.automaton, model.start(), money.__getitem__, count)
        assert (dict(found.final), found.undecided) == expected

    def test_of_a_portfolio(self) -> None:
        both = portfolio({"pass": 5, "any-craps": 1})
        assert dict(after_rolls(both, 1).final) == {
            Fraction(2): Fraction(1, 9),  # 2, 3 and 12: 7 less 5
            Fraction(4): Fraction(2, 9),  # 7 and 11
            Fraction(-1): Fraction(2, 3),  # a point: any craps is lost, the pass line undecided
        }
        every = portfolio({"field": 1, "any-7": 2}, until="roll")
        assert dict(after_rolls(every, 4).final) == dict(after(every, 4).final or ())

    def test_of_a_one_roll_bet_are_its_decisions(self) -> None:
        field = edge("field")
        found, same = after_rolls(field, 9), after(field, 9)
        assert same.final is not None
        assert dict(found.final) == dict(same.final)
        assert found.undecided == 0

    def test_are_limited(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with pytest.raises(NumberError, match="at least 1"):
            after_rolls(PASS, 0)
        monkeypatch.setattr(afterrolls, "MOST_WORK", 1_000)
        with pytest.raises(NumberError, match="30 rolls are too many: after"):
            after_rolls(PASS, 30)


class TestQuestion:
    def test_of_one_bet_and_of_a_portfolio_of_it_is_the_same(self) -> None:
        question = SessionQuestion(Stops(Fraction(20), Fraction(35)))
        alone, together = answered(edge("pass", stake=5), question), portfolio({"pass": 5})
        joined = answered(together, question)
        assert isinstance(alone.result, Session)
        assert isinstance(joined.result, Session)
        assert dict(alone.result.final) == dict(joined.result.final)
        assert alone.quantiles == joined.quantiles
        assert alone.result.expected_rolls == joined.result.expected_rolls

    @pytest.mark.parametrize(
        ("asked", "message"),
        [
            ({}, "nothing is asked"),
            ({"rolls": 5, "decisions": 5}, "--rolls is for a session that nothing stops"),
            ({"bankroll_for": 5}, "give both"),
            ({"risk": Fraction(1, 20)}, "give both"),
            ({"bankroll_for": 5, "risk": Fraction(1, 20), "rolls": 5}, "apart"),
            ({"decisions": 5, "bits": 64}, "--enclose is for sessions with"),
            ({"survive": 5}, "--survive needs"),
        ],
    )
    def test_that_makes_no_sense(self, asked: dict[str, int], message: str) -> None:
        with pytest.raises(NumberError, match=message):
            SessionQuestion(**asked)  # type: ignore[arg-type]

    def test_a_stake_above_the_tables_maximum_is_refused(self) -> None:
        question = SessionQuestion(decisions=3, table_max=Fraction(25))
        assert answered(edge("pass", stake=25), question).result is not None
        with pytest.raises(RuleError, match="a stake of 26 on pass is above the table's maximum"):
            answered(edge("pass", stake=26), question)
        with pytest.raises(RuleError, match="a stake of 30 on field"):
            answered(portfolio({"pass": 5, "field": 30}), question)


FIELD = """\
A session of field at 1
rules standard, paytable customary; bankroll 2, target 5

                                          exact        decimal
-----------------------------------  ----------  -------------
target first                          3209/9559   0.3357045716
ruin first                            6350/9559   0.6642954284
expected decisions                   49572/9559    5.185898106
expected rolls                       49572/9559    5.185898106
expected net win                     -2754/9559  -0.2881054504
standard deviation of the decisions           -    4.061474655

  with probability    ended within decisions
------------------  ------------------------
                5%                         2
               25%                         2
               50%                         4
               75%                         7
               95%                        13

  final bankroll    probability
----------------  -------------  -------------
               0      6350/9559   0.6642954284
               5      2890/9559   0.3023328800
               6         29/869  0.03337169160

notes
- flat stakes: each bet is made again, at the same stake, when it is decided
- ruin: less is left than a bet takes, 1; after the last bet too
- expected rolls of a decision: 1
- standard prints no prices: valued at customary ones, not law
"""


def json_of(oddscalc: Run, *arguments: str) -> Any:
    ran = oddscalc("session", *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    return json.loads(ran.out)


class TestCommand:
    def test_json_of_ruin(self, oddscalc: Run) -> None:
        found = json_of(oddscalc, "pass", "--bankroll", "20", "--target", "40")
        won = Fraction(244**20, 244**20 + 251**20)
        assert found["target_first"]["exact"] == f"{won.numerator}/{won.denominator}"
        assert found["bankroll"] == {"exact": "20", "decimal": "20"}
        assert found["bets"] == [
            {"bet": "pass", "reading": "usual", "stake": {"exact": "1", "decimal": "1"}}
        ]
        assert [number for _, number in found["quantiles"]] == [80, 168, 296, 514, 1018]
        assert found["distribution_of"] == "bankroll"
        assert [amount["exact"] for amount, _ in found["distribution"]] == ["0", "40"]
        assert found["ahead"] == found["target_first"]

    def test_json_of_decisions(self, oddscalc: Run) -> None:
        found = json_of(oddscalc, "pass:5", "any-craps:1", "--decisions", "1")
        assert found["ahead"]["exact"] == "299/495"
        assert found["distribution_of"] == "net"
        assert [[a["exact"], p["exact"]] for a, p in found["distribution"]] == [
            ["-6", "196/495"], ["2", "1/9"], ["4", "244/495"]
        ]  # fmt: skip
        assert "bankroll" not in found
        assert "quantiles" not in found

    def test_json_of_bounds(self, oddscalc: Run) -> None:
        ends = ("--bankroll", "20", "--target", "40", "--enclose", "64")
        found = json_of(oddscalc, "pass", *ends)
        lower, upper = found["target_first"]["lower"], found["target_first"]["upper"]
        won = Fraction(244**20, 244**20 + 251**20)
        assert Fraction(lower["exact"]) <= won <= Fraction(upper["exact"])
        assert Fraction(lower["decimal"]) <= won <= Fraction(upper["decimal"])
        assert lower["decimal"].startswith("0.36223094")
        assert found["enclose"] == 64

    def test_json_of_survival_and_of_the_smallest_bankroll(self, oddscalc: Run) -> None:
        found = json_of(oddscalc, "pass", "--bankroll", "1", "--survive", "1")
        assert found["survived"]["exact"] == "244/495"
        assert "distribution" not in found
        found = json_of(oddscalc, "pass", "--bankroll-for", "100", "--risk", "5%")
        assert found["needed_bankroll"]["exact"] == "21"
        bounds = json_of(oddscalc, "pass", "--bankroll", "1", "--survive", "9", "--enclose", "128")
        exact = survival(PASS, Stops(Fraction(1)), 9)
        assert Fraction(bounds["survived"]["lower"]["exact"]) <= exact
        assert exact <= Fraction(bounds["survived"]["upper"]["exact"])

    def test_json_leaves_out_what_would_be_millions_of_digits(self, oddscalc: Run) -> None:
        assert json_of(oddscalc, "pass", "--decisions", "3000")["distribution"] is None
        assert json_of(oddscalc, "fire", "--decisions", "300")["distribution"] is None

    def test_text_of_ruin(self, oddscalc: Run) -> None:
        ran = oddscalc("session", "field", "--bankroll", "2", "--target", "5")
        assert (ran.code, ran.err) == (0, "")
        assert ran.out == FIELD

    @pytest.mark.parametrize(
        "arguments",
        [
            ["pass", "--decisions", "40"],
            ["pass", "--odds", "345x", "--stake", "5", "--bankroll", "100", "--target", "200"],
            ["fire", "--bankroll", "10", "--target", "100"],
            ["pass:5", "any-craps:1", "--rolls", "20"],
            ["pass", "--bankroll", "900", "--target", "1800"],
            ["pass", "--bankroll", "9000", "--target", "18000", "--enclose", "64"],
            ["pass", "--bankroll", "900", "--target", "1800", "--enclose", "2000"],
            [
                "field",
                "--bankroll",
                "20",
                "--stop-loss",
                "5",
                "--stop-win",
                "9",
                "--decisions",
                "9",
            ],
            ["dont-pass", "--rules", "us-ma", "--bankroll", "9", "--survive", "20"],
        ],
    )
    def test_text_fits_80_columns_and_is_ascii(self, oddscalc: Run, arguments: list[str]) -> None:
        ran = oddscalc("session", *arguments)
        assert (ran.code, ran.err) == (0, "")
        assert max(map(len, ran.out.splitlines())) <= 80
        assert ran.out.isascii()

    def test_what_is_given_can_be_asked_in_several_ways(self, oddscalc: Run) -> None:
        def won(*arguments: str) -> object:
            return json_of(oddscalc, *arguments)["target_first"]

        twenty = won("pass", "--bankroll", "20", "--target", "40")
        assert won("pass:5", "--bankroll", "100", "--target", "200") == twenty
        assert won("Pass Line", "--stake", "5", "--stop-loss", "100", "--stop-win", "100") == twenty
        assert (
            won("pass:2", "--until", "all-decided", "--bankroll", "40", "--target", "80") == twenty
        )
        same = json_of(oddscalc, "pass", "--bankroll", "5", "--decisions", "9")
        assert json_of(oddscalc, "pass", "--bankroll", "5", "--max-decisions", "9") == same

    def test_a_stake_that_no_bet_takes_is_refused(self, oddscalc: Run) -> None:
        ran = oddscalc("session", "pass:5", "--stake", "3", "--decisions", "1")
        assert (ran.code, ran.out) == (2, "")
        assert "each bet has a stake of its own" in ran.err
        mixed = json_of(oddscalc, "pass", "field:2", "--stake", "3", "--decisions", "1")
        assert [bet["stake"]["exact"] for bet in mixed["bets"]] == ["3", "2"]

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ([], "nothing is asked: give --decisions or --rolls"),
            (["--bankroll", "20"], "without a limit on both sides"),
            (["--bankroll", "20", "--target", "x"], "'x' is not a number"),
            (["--bankroll", "", "--target", "9"], "'' is not a number"),
            (["--bankroll", "100000", "--target", "200000"], "exact answers is 5,000"),
            (["--decisions", "1000000"], "1,000,000 decisions are too many"),
            (["--decisions", "0"], "not in the range"),
            (["--stake", "50", "--table-max", "25", "--decisions", "9"], "maximum of 25"),
            (["--bankroll", "9", "--target", "20", "--quantile", "100%"], "between 0 and 1"),
            (["field", "--odds", "2x", "--decisions", "9"], "it is for one bet alone"),
        ],
    )
    def test_bad_input(self, oddscalc: Run, arguments: list[str], message: str) -> None:
        ran = oddscalc("session", "pass", *arguments)
        assert (ran.code, ran.out) == (2, "")
        assert message in ran.err
        assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("bets", "rolls", "mean", "ahead"),
    [
        # A 6 or an 8 has 10 of 36 ways and brings 7; a 7 has 6, and costs both.
        ("place-6:6 place-8:6", 1, Fraction(10 * 7 - 6 * 12, 36), Fraction(10, 36)),
        ("pass:5 field:5", 1, Fraction(5, 18), Fraction(7, 18)),
        # Played roll by roll by a program of its own, the odds at 2x, the place bet working.
        ("pass:10,odds=2x place-6:6", 4, Fraction(97703, 139968), Fraction(45749, 93312)),
    ],
)
def test_what_is_won_counts_while_another_bet_is_undecided(
    oddscalc: Callable[..., Any], bets: str, rolls: int, mean: Fraction, ahead: Fraction
) -> None:
    ran = oddscalc("session", *bets.split(), "--rolls", str(rolls), "--json")
    told = json.loads(ran.out)
    assert Fraction(told["expected_net"]["exact"]) == mean
    assert Fraction(told["ahead"]["exact"]) == ahead


@pytest.mark.parametrize(
    "line",
    [
        "pass --from 6 --decisions 2",
        "pass:10,at=6 --decisions 2",
        "dont-pass:20,at=6 place-6:18 --bankroll 100 --target 110",
    ],
)
def test_a_bet_that_stands_on_a_number_is_not_made_again_there(
    oddscalc: Callable[..., Any], line: str
) -> None:
    ran = oddscalc("session", *line.split())
    assert (ran.code, ran.out) == (2, "")
    assert "stands on 6, and is not made again there: --rolls N carries the table on" in ran.err
