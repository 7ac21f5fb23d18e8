"""Observed rolls and results against theory."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod
from pathlib import Path

import pytest
from conftest import Ran

from oddscalc._questions.observe.laws import BOUNDED, binomial, hypergeometric
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
        assert float(ours) == pytest.approx(special.chdtrc(degrees, float(statistic)), rel=1e-9)


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


def observed(oddscalc: Run, text: str, path: Path, *options: str) -> tuple[int, dict[str, object]]:
    path.write_text(text)
    ran = oddscalc("observe", str(path), "--json", *options)
    assert ran.err == ""
    found: dict[str, object] = json.loads(ran.out)
    assert found["schema"] == "observe/1"
    return ran.code, found


def test_fair_dice_agree_and_loaded_ones_do_not(oddscalc: Run, tmp_path: Path) -> None:
    code, found = observed(oddscalc, rolled(1, 5000), tmp_path / "fair.csv")
    assert (code, found["agrees"], found["rolls"]) == (0, True, 5000)
    loaded = rolled(1, 5000, [1, 1, 1, 1, 1, 1.25])
    code, found = observed(oddscalc, loaded, tmp_path / "loaded.csv")
    assert (code, found["agrees"]) == (1, False)
    assert {"die1-6", "die2-6", "totals", "cells"} <= set(found["below_level"])  # type: ignore[call-overload]
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
