"""Observed rolls and results against theory."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran

from oddscalc._bets.table import POINTS, CrapsTable
from oddscalc._dice.dice import Dice
from oddscalc._money.netwin import NetWin
from oddscalc._questions.observe import shootertests
from oddscalc._questions.observe.laws import AT_MOST, BOUNDED, binomial, hypergeometric
from oddscalc._questions.observe.nets import net_p
from oddscalc._questions.observe.pearson import chi_square_tail, goodness, independence
from oddscalc._questions.observe.report import holm

Run = Callable[..., Ran]
F = Fraction


def doubled(chances: dict[int, Fraction], seen: int) -> Fraction:
    above = sum((p for k, p in chances.items() if k >= seen), F(0))
    below = sum((p for k, p in chances.items() if k <= seen), F(0))
    return min(F(1), 2 * above, 2 * below)


@pytest.mark.parametrize("chance", [F(1, 6), F(244, 495), F(35, 36), F(0), F(1)])
def test_binomial_tails_against_every_sequence(chance: Fraction) -> None:
    chances = dict.fromkeys(range(6), F(0))
    for tries in product((0, 1), repeat=5):
        chances[sum(tries)] += prod((chance if one else 1 - chance for one in tries), start=F(1))
    for seen in range(6):
        assert binomial(5, chance).two_sided(seen).exact == doubled(chances, seen)


def test_what_cannot_be_otherwise_has_no_spread() -> None:
    for chance, seen in ((F(0), 0), (F(1), 5000)):
        assert binomial(5000, chance).two_sided(seen).exact == 1
        assert binomial(5000, chance).two_sided(2500).exact == 0


def test_runs_of_sevens_against_every_order() -> None:
    counts = dict.fromkeys(range(9), 0)
    for tries in product((0, 1), repeat=8):
        if sum(tries) == 3:
            counts[sum(b > a for a, b in zip((0, *tries), tries, strict=False))] += 1
    chances = {runs: F(n, comb(8, 3)) for runs, n in counts.items()}
    for runs in (1, 2, 3):
        assert hypergeometric(8, 6, 3).two_sided(runs).exact == doubled(chances, runs)


@pytest.mark.parametrize("seen", [0, 130, 200, 233, 234, 300, 320, 1400])
def test_bounds_of_tails_hold_the_exact_ones(seen: int) -> None:
    chances = {k: F(comb(1400, k) * 5 ** (1400 - k), 6**1400) for k in range(1401)}
    found = binomial(1400, F(1, 6)).two_sided(seen)
    assert found.method == BOUNDED
    assert found.bounds.lower <= doubled(chances, seen) <= found.bounds.upper
    assert found.bounds.width < F(1, 10**70)


def test_pearsons_law_against_every_way_to_fall() -> None:
    chances, seen = (F(1, 6), F(1, 3), F(1, 2)), (3, 1, 1)

    def statistic(counts: Sequence[int]) -> Fraction:
        return sum((n * n / p for n, p in zip(counts, chances, strict=True)), F(0))

    as_great = F(0)
    for counts in product(range(6), repeat=3):
        if sum(counts) == 5 and statistic(counts) >= statistic(seen):
            ways = factorial(5) // prod(map(factorial, counts))
            as_great += ways * prod(p**n for n, p in zip(counts, chances, strict=True))
    tested = goodness(seen, chances)
    assert tested is not None
    assert tested.p.exact == as_great


def test_chi_square_tails_against_scipy() -> None:
    special = pytest.importorskip("scipy.special")
    for statistic, degrees in ((F(7, 2), 1), (F(31), 10), (F(40), 35), (F(200), 3)):
        ours = chi_square_tail(statistic, degrees).upper
        theirs = F(special.chdtrc(degrees, float(statistic)).item())  # SciPy's is a double
        assert abs(ours - theirs) < theirs / 10**9


def test_a_table_of_two_by_two() -> None:
    tested = independence([[10, 20], [30, 40]])
    assert tested is not None
    assert (tested.statistic, tested.degrees) == (F(100 * (400 - 600) ** 2, 40 * 60 * 30 * 70), 1)
    assert independence([[1, 1], [1, 1]]) is None


def test_holm_by_hand() -> None:
    raw = [F(4, 100), F(1, 100), F(1, 2), F(2, 100)]
    assert holm(raw) == [F(8, 100), F(4, 100), F(1, 2), F(6, 100)]
    assert holm([F(3, 5), F(1, 2)]) == [F(1), F(1)]


def rolled(seed: int, rolls: int, weights: Iterable[float] = (1,) * 6) -> str:
    generator, weights = random.Random(seed), list(weights)
    pairs = (generator.choices(range(1, 7), weights, k=2) for _ in range(rolls))
    return "die1,die2\n" + "".join(f"{a},{b}\n" for a, b in pairs)


def observed(oddscalc: Run, text: str, path: Path, *options: str) -> tuple[int, dict[str, Any]]:
    path.write_text(text)
    ran = oddscalc("observe", str(path), "--json", *options)
    assert ran.err == ""
    found: dict[str, Any] = json.loads(ran.out)
    assert found["schema"] == "observe/1"
    return ran.code, found


def test_fair_dice_agree_and_loaded_ones_do_not(oddscalc: Run, tmp_path: Path) -> None:
    code, found = observed(oddscalc, rolled(1, 5000), tmp_path / "fair.csv")
    assert (code, found["agrees"], found["rolls"]) == (0, True, 5000)
    loaded = rolled(1, 5000, [1, 1, 1, 1, 1, 1.25])
    code, found = observed(oddscalc, loaded, tmp_path / "loaded.csv")
    assert (code, found["agrees"]) == (1, False)
    assert {"die1-6", "die2-6", "totals", "cells"} <= set(found["below_level"])
    dice = "4/25,4/25,4/25,4/25,4/25,1/5"
    code, found = observed(oddscalc, loaded, tmp_path / "loaded.csv", "--dice", dice)
    assert (code, found["agrees"]) == (0, True)


def test_every_problem_of_a_log_is_told_at_once(oddscalc: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("die1,die2,total\n1,2,3\n7,2,9\n\n1,2\n 3 , 4,8\n")
    ran = oddscalc("observe", str(path))
    assert (ran.code, ran.out) == (2, "")
    for told in ("3 problems", "line 3, die1: '7'", "line 5: 2 cells", "line 6, total: 3 and 4"):
        assert told in ran.err


def test_a_log_of_few_rolls_to_the_letter(oddscalc: Run, tmp_path: Path) -> None:
    """4-7, then 6-8-6: a seven-out, and a point that is made."""
    code, found = observed(oddscalc, "total\n4\n7\n6\n8\n6\n", tmp_path / "five.csv")
    assert code == 0
    tests = {one["id"]: one for one in found["tests"]}
    assert tests["total-6"]["p"] == {
        "exact": str(2 * sum(F(comb(5, k) * 5**k * 31 ** (5 - k), 36**5) for k in range(2, 6))),
        "decimal": tests["total-6"]["p"]["decimal"],
    }
    assert tests["made-4"]["p"]["exact"] == "1"  # lost: 2/3 of all
    assert tests["made-6"]["p"]["exact"] == "10/11"  # made: 5/11 of all
    # One of the two: neither with 12/33, both with 5/33.
    assert tests["made"]["expected"]["exact"] == "26/33"
    assert tests["made"]["p"]["exact"] == "1"
    # Of two hands the longer has 3 rolls or more unless both have 2: 1/9 each.
    assert tests["longest-hand"]["p"]["decimal"] == "0.9876543210"
    assert found["hands"] == {
        "complete": 1, "rolls": 2, "open": 1, "longest": 3, "shooter_changes_without_seven_out": 0,
    }  # fmt: skip


def test_logs_that_stop_by_the_clock_are_no_worse(oddscalc: Run, tmp_path: Path) -> None:
    """Long hands are cut off in each of many short logs: nothing may look unlikely for that."""
    generator = random.Random(4)
    rows = [
        f"{generator.randint(1, 6)},{generator.randint(1, 6)},{day}"
        for day in range(300)
        for _ in range(20)
    ]
    text = "\n".join(["die1,die2,day", *rows])
    code, found = observed(oddscalc, text, tmp_path / "short.csv")
    assert code == 0
    raw = {one["id"]: float(one["p"]["decimal"]) for one in found["tests"]}
    assert min(raw[one] for one in ("naturals", "made", "seven-outs", "hand-lengths")) > 0.01


def test_rolls_that_follow_each_other_are_seen(oddscalc: Run, tmp_path: Path) -> None:
    generator = random.Random(5)
    rolls = [(generator.randint(1, 6), generator.randint(1, 6)) for _ in range(1000)]
    twice = "die1,die2\n" + "".join(f"{a},{b}\n{a},{b}\n" for a, b in rolls)
    code, found = observed(oddscalc, twice, tmp_path / "twice.csv")
    assert code == 1
    assert {"runs", "lag-1"} <= set(found["below_level"])


def test_bets_are_made_on_a_log(oddscalc: Run, tmp_path: Path) -> None:
    rolls = "die1,die2\n1,3\n6,6\n2,2\n5,6\n3,3\n3,4\n1,1\n"  # hard-4 loses, wins, loses
    _, found = observed(
        oddscalc, rolls, tmp_path / "few.csv", "--bet", "pass", "--bet", "hard-4", "--bet", "field"
    )
    told = {
        one["id"]: (one["observed"]["exact"], one["of"])
        for one in found["tests"]
        if ":" in one["id"] and one["observed"]
    }
    assert told == {
        "pass:win": ("2", 4), "hard-4:win": ("1", 3),
        "field:win 2": ("1", 7), "field:win 12": ("1", 7), "field:win other": ("3", 7),
        "field:lose": ("2", 7),
    }  # fmt: skip
    path = tmp_path / "totals.csv"
    path.write_text("total\n4\n7\n")
    ran = oddscalc("observe", str(path), "--bet", "hard-4")
    assert ran.code == 2
    assert "the log has only totals" in ran.err


def results(seed: int, bets: int, won: Fraction, pays: Fraction) -> str:
    """Return the results of a bet that wins with a chance and is paid *pays*."""
    generator = random.Random(seed)
    rows = ["bet,bets_made,won,pushed,net,table,day"]
    for table in "AB":
        wins = sum(generator.random() < won for _ in range(bets))
        rows.append(f"place-6,{bets},{wins},0,{wins * pays - (bets - wins)},{table},2026-01-01")
    return "\n".join(rows)


def test_a_mispaid_table_is_seen_at_once(oddscalc: Run, tmp_path: Path) -> None:
    right = results(1, 1000, F(5, 11), F(7, 6))
    code, found = observed(oddscalc, right, tmp_path / "right.csv")
    assert (code, found["agrees"]) == (0, True)
    wrong = results(1, 1000, F(5, 11), F(6, 5))
    code, found = observed(oddscalc, wrong, tmp_path / "wrong.csv")
    assert code == 1
    assert found["below_level"] == [
        "place-6:A:2026-01-01:net-given", "place-6:B:2026-01-01:net-given",
        "place-6:all:all:net-given",
    ]  # fmt: skip
    given = ("--pays", "place-6:win=6 to 5")
    assert observed(oddscalc, wrong, tmp_path / "wrong.csv", *given)[0] == 0


def test_too_many_wins_are_seen(oddscalc: Run, tmp_path: Path) -> None:
    code, found = observed(oddscalc, results(1, 2000, F(6, 11), F(7, 6)), tmp_path / "more.csv")
    assert code == 1
    assert "place-6:all:all:won" in found["below_level"]


def test_results_to_the_letter(oddscalc: Run, tmp_path: Path) -> None:
    text = "bets_made,won,pushed,net\n3,2,0,1/2\n"
    path = tmp_path / "three.csv"
    _, found = observed(oddscalc, text, path, "--bet", "place-6", "--stake", "6")
    (hold,) = found["holds"]
    assert found["hold_over"] == "handle"
    assert hold["handle"]["exact"] == "18"
    assert hold["hold"]["exact"] == "-1/36"
    assert hold["theory"]["exact"] == "1/66"
    tests = {one["id"].rpartition(":")[2]: one for one in found["tests"]}
    two_or_more = 3 * F(5, 11) ** 2 * F(6, 11) + F(5, 11) ** 3
    assert tests["won"]["p"]["exact"] == str(2 * two_or_more)
    # 1/2 lies between the nets of one win, -5, and of two, 8.
    assert tests["net"]["p"]["exact"] == str(2 * two_or_more)
    assert tests["net-given"]["expected"]["exact"] == "8"
    assert tests["net-given"]["p"]["exact"] == "0"


def test_nets_of_several_prices_against_every_sequence() -> None:
    law = NetWin.of([(F(20, 36), F(-1)), (F(14, 36), F(1)), (F(1, 36), F(2)), (F(1, 36), F(3))])
    even = NetWin.of([(F(1, 3), F(-1, 2)), (F(2, 3), F(1))])
    sums: dict[Fraction, Fraction] = {F(0): F(1)}
    for one in (law, law, even, even):
        after: dict[Fraction, Fraction] = {}
        for (net, p), (more, q) in product(sums.items(), one):
            after[net + more] = after.get(net + more, F(0)) + p * q
        sums = after
    for net in (F(-3), F(0), F(1, 2), F(7), F(9)):
        above = sum((p for n, p in sums.items() if n >= net), F(0))
        below = sum((p for n, p in sums.items() if n <= net), F(0))
        assert net_p([(law, 2), (even, 2)], net).exact == min(F(1), 2 * above, 2 * below)


def test_rare_wins_are_bounded_and_not_taken_as_normal() -> None:
    rare = NetWin.of([(F(1, 10_000), F(1000)), (F(1, 5000), F(100)), (F(9997, 10_000), F(-1))])
    found = net_p([(rare, 5000)], F(8000))
    assert found.method == AT_MOST
    off = F(8000) - 5000 * rare.mean
    assert found.upper == min(F(1), 2 * 5000 * rare.variance / (5000 * rare.variance + off**2))


def test_unusable_results_are_told_at_once(oddscalc: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(
        "bet,bets_made,won,pushed,net\nany-7,5,7,0,x\npass,0,0,,\n,4,4,,\npass,1e3,4,,\n"
    )
    ran = oddscalc("observe", str(path))
    assert (ran.code, ran.out) == (2, "")
    for told in ("5 problems", "line 2: 7 bets", "line 2, net: 'x'", "line 3, bets_made: 0 bets",
                 "line 4, bet: no bet", "line 5, bets_made: '1e3'"):  # fmt: skip
        assert told in ran.err
    path.write_text("bet,bets_made,won\npas,10,4\nfoo,5,1\n")
    ran = oddscalc("observe", str(path))
    assert ran.code == 2
    assert "line 2, bet: there is no bet called 'pas'; did you mean pass?" in ran.err
    assert "line 3, bet: there is no bet called 'foo'" in ran.err


@pytest.mark.parametrize("form", ["text", "md", "csv", "html", "tex"])
def test_every_format_has_every_test(oddscalc: Run, tmp_path: Path, form: str) -> None:
    path = tmp_path / "results.csv"
    path.write_text(results(1, 1000, F(5, 11), F(7, 6)))
    ran = oddscalc("observe", str(path), "--format", form)
    assert ran.code == 0
    assert ran.out.count("place-6") >= 9


class TestShooters:
    """Points made before so many seven-outs, a shooter at a time."""

    def test_the_law_against_sums_of_its_terms(self) -> None:
        chance = Fraction(67, 165)
        assert shootertests._made(Dice.fair(), CrapsTable(POINTS)) == chance
        for made, out in ((0, 1), (3, 1), (2, 4), (9, 5)):
            terms = [
                comb(k + out - 1, k) * chance**k * (1 - chance) ** out for k in range(made + 1)
            ]
            less, more = sum(terms), 1 - sum(terms[:-1])
            expected = min(Fraction(1), 2 * min(less, more))
            assert shootertests._p_value(made, out, chance).exact == expected

    def test_points_are_those_of_who_makes_them(self, tmp_path: Path, oddscalc: Run) -> None:
        rolls = [("ann", 6), ("ann", 6), ("ann", 8), ("ann", 7), ("bob", 11), ("bob", 4),
                 ("bob", 7), ("ann", 5), ("ann", 5), ("bob", 9)]  # fmt: skip
        log = tmp_path / "rolls.csv"
        rows = "".join(f"{name},{total}\n" for name, total in rolls)
        log.write_text(f"shooter,total\n{rows}", encoding="utf-8")
        found = json.loads(oddscalc("observe", str(log), "--json").out)
        tests = [one for one in found["tests"] if one["id"].startswith("shooter:")]
        assert [(one["id"], one["observed"]["exact"]) for one in tests] == [
            ("shooter:ann", "1"), ("shooter:bob", "0"),
        ]  # fmt: skip
        assert tests[0]["expected"]["exact"] == "67/98"

    def test_one_shooter_alone_is_the_table(self, tmp_path: Path, oddscalc: Run) -> None:
        log = tmp_path / "rolls.csv"
        log.write_text("total,shooter\n6,ann\n7,ann\n", encoding="utf-8")
        assert "by shooter" not in oddscalc("observe", str(log)).out

    def test_who_makes_all_points_is_told(self, tmp_path: Path, oddscalc: Run) -> None:
        log = tmp_path / "rolls.csv"
        rows = "total,shooter\n" + "6,ann\n" * 60 + "6,ann\n7,ann\n" + "6,bob\n7,bob\n" * 5
        log.write_text(rows, encoding="utf-8")
        found = json.loads(oddscalc("observe", str(log), "--json").out)
        assert "shooter:ann" in found["below_level"]
        assert "shooter:bob" not in found["below_level"]


class TestDrop:
    """Hold over drop stands beside hold over handle, and is not tested."""

    TEXT = (
        "bet,bets_made,won,pushed,net,drop,table\npass,1000,490,0,-20,400,A\npass,1000,500,0,0,,B\n"
    )

    def test_it_is_what_was_won_over_the_drop(self, tmp_path: Path, oddscalc: Run) -> None:
        file = tmp_path / "results.csv"
        file.write_text(self.TEXT, encoding="utf-8")
        first, second, _ = json.loads(oddscalc("observe", str(file), "--json").out)["holds"]
        assert first["hold"]["exact"] == "1/50"
        assert (first["drop"]["exact"], first["hold_over_drop"]["exact"]) == ("400", "1/20")
        assert second["drop"] is second["hold_over_drop"] is None
        ran = oddscalc("observe", str(file))
        assert "over drop" in ran.out
        assert "5%" in ran.out

    @pytest.mark.parametrize("drop", ["0", "-5", "x", "1e3"])
    def test_a_drop_that_is_none_is_refused(self, tmp_path: Path, oddscalc: Run, drop: str) -> None:
        file = tmp_path / "results.csv"
        file.write_text(self.TEXT.replace("400", drop), encoding="utf-8")
        ran = oddscalc("observe", str(file))
        assert (ran.code, ran.out) == (2, "")
        assert "line 2, drop" in ran.err
