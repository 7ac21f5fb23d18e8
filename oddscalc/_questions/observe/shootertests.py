"""Each shooter of a roll log against theory: how many points are made before the seven-outs.

A shooter goes on for as long as points are made, so that how many rolls or points there are is
itself by chance; the number of seven-outs is not. Before so many of these, the points made follow
an exact law, whatever the points were: each is made with one and the same probability.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from oddscalc._bets.table import CrapsTable
from oddscalc._dice.dice import Dice
from oddscalc._dice.rollsets import total
from oddscalc._exact.bounds import Bounds
from oddscalc._questions.observe.laws import BOUNDED, EXACT, PValue, binomial
from oddscalc._questions.observe.logfile import RollLog
from oddscalc._questions.observe.report import HypothesisTest

SHOOTERS = "points made before the seven-outs, by shooter"
MOST_SHOOTERS = 50
"""Shooters that are tested: those with the most seven-outs."""


def shooter_tests(
    log: RollLog, dice: Dice, table: CrapsTable, left_out: list[str]
) -> Iterator[HypothesisTest]:
    """Yield a test of each shooter; of none if the log does not tell several apart."""
    named = {name for names in log.shooters.values() for name in names if name}
    if len(named) < 2:
        return
    made, out = _courses(log, table)
    chance = _made(dice, table)
    if not 0 < chance < 1:
        left_out.append("points by shooter: with these dice all points end alike")
        return
    tested = [name for name, _ in out.most_common() if name][:MOST_SHOOTERS]
    if len(out) > len(tested):
        left_out.append(f"shooters beyond the {MOST_SHOOTERS} with the most seven-outs")
    if hidden := len(named - set(out)):
        left_out.append(f"{hidden:,} shooters without a seven-out")
    for name in sorted(tested):
        what = f"{name}, {out[name]:,} seven-outs" if out[name] > 1 else f"{name}, one seven-out"
        expected = out[name] * chance / (1 - chance)
        p = _p_value(made[name], out[name], chance)
        seen = Fraction(made[name])
        yield HypothesisTest(f"shooter:{name}", SHOOTERS, what, seen, expected, p)


def _courses(log: RollLog, table: CrapsTable) -> tuple[Counter[str], Counter[str]]:
    """Return how many points each shooter made up to the last seven-out, and how many of these."""
    made, out, pending = Counter[str](), Counter[str](), Counter[str]()
    points = frozenset(table.points)
    for key, totals in log.totals().items():
        names = iter(log.shooters[key])
        name, point, changes = next(names), 0, set(log.changes[key])
        for place, thrown in enumerate(totals):
            if place in changes:
                name = next(names)
            if not point:
                point = thrown if thrown in points else 0
            elif thrown == point:
                pending[name] += 1
                point = 0
            elif thrown == 7:
                made[name] += pending.pop(name, 0)
                out[name] += 1
                point = 0
    return made, out


def _made(dice: Dice, table: CrapsTable) -> Fraction:
    """Return the probability that a point is made, whichever it is."""
    weights = {number: dice.probability(total(number)) for number in (*table.points, 7)}
    established = sum((weights[point] for point in table.points), Fraction(0))
    if not established:
        return Fraction(0)
    parts = (weights[point] ** 2 / (weights[point] + weights[7]) for point in table.points
             if weights[point])  # fmt: skip
    return sum(parts, Fraction(0)) / established


def _p_value(made: int, out: int, chance: Fraction) -> PValue:
    """Return how probable so many points before *out* seven-outs are, or as extreme a number.

    There are *made* or more if as many of the first made + out - 1 decisions are points made; and
    no more than *made* if of the first made + out at least *out* are seven-outs.
    """
    more, _ = binomial(made + out - 1, chance).tails(made, made) if made else (_CERTAIN, None)
    _, less = binomial(made + out, chance).tails(made, made)
    low = min(Fraction(1), 2 * min(more.lower, less.lower))
    high = min(Fraction(1), 2 * min(more.upper, less.upper))
    return PValue(Bounds(low, high), EXACT if low == high else BOUNDED)


_CERTAIN = Bounds(Fraction(1), Fraction(1))
