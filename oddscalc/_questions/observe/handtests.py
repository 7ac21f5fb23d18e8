"""The course of the table in a roll log: come-outs, points, hands, against their exact laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

from oddscalc._bets.table import Table
from oddscalc._chain.chain import Chain
from oddscalc._chain.duration import longer_than, moments, pmf
from oddscalc._chain.duration.hand import hand
from oddscalc._chain.duration.stepping import scale_of
from oddscalc._dice.dice import Dice
from oddscalc._dice.rollsets import total
from oddscalc._exact.bounds import Bounds
from oddscalc._questions.observe.laws import BOUNDED, NORMAL, PValue
from oddscalc._questions.observe.pearson import chi_square_tail, goodness
from oddscalc._questions.observe.report import HypothesisTest, counted, of_many
from oddscalc._questions.sessions.sums import power
from oddscalc.errors import ChainError

COME_OUTS, POINTS_MADE, HANDS = "come-outs", "points", "hands"

MOST_EXACT_ROLLS = 300
"""Rolls of all hands together up to which the law of their sum is worked out."""

_LENGTHS = 60  # of hands that are told apart
_FOLLOWED = 1_000  # rolls up to which the longest hand is followed: no hand is as long
_BITS = 256


@dataclass
class Hands:
    """How the table went.

    Args:
        come_outs: how often each total came on a come-out roll.
        points: of each point, how often it was made and how often it was lost.
        lengths: the rolls of each hand that the log has from its come-out to its seven-out.
        cut: hands of which it has only a part.
    """

    come_outs: Counter[int] = field(default_factory=Counter)
    points: Counter[tuple[int, bool]] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    cut: int = 0


def hands(
    by_place: Mapping[tuple[str, str], bytes],
    changes: Mapping[tuple[str, str], Sequence[int]],
    table: Table,
) -> Hands:
    """Return the course of the table, which comes out where each table's day begins."""
    course = Hands()
    for place, totals in by_place.items():
        _follow(course, totals, set(changes[place]), table)
    return course


def _follow(course: Hands, totals: bytes, changes: set[int], table: Table) -> None:
    point, length, whole = 0, 0, True
    points = frozenset(table.points)
    come_outs, decided = course.come_outs, course.points
    for place, thrown in enumerate(totals):
        if place in changes and length:
            course.cut += whole
            length, whole = 0, not point
        length += 1
        if not point:
            come_outs[thrown] += 1
            if thrown in points:
                point = thrown
        elif thrown == point:
            decided[point, True] += 1
            point = 0
        elif thrown == 7:
            decided[point, False] += 1
            if whole:
                course.lengths.append(length)
            point, length, whole = 0, 0, True
    course.cut += bool(length and whole)


def hand_tests(
    course: Hands, dice: Dice, table: Table, left_out: list[str]
) -> Iterator[HypothesisTest]:
    """Yield the tests; the numbers of come-outs, points and hands are taken as given."""
    weights = {number: dice.probability(total(number)) for number in range(2, 13)}
    yield from _come_outs(course, weights, table)
    yield from _points(course, weights, table)
    if not course.lengths:
        left_out.append("rolls of a hand: no hand is complete")
        return
    try:
        chain = hand(table, dice)
    except ChainError:
        left_out.append("rolls of a hand: with these dice it never ends")
        return
    yield from _hands(course, chain)


def _come_outs(
    course: Hands, weights: Mapping[int, Fraction], table: Table
) -> Iterator[HypothesisTest]:
    trials = course.come_outs.total()
    kinds = {"naturals": (7, 11), "craps": (2, 3, 12), "points established": table.points}
    for what, totals in kinds.items():
        kept = [one for one in totals if what == "points established" or one not in table.points]
        count = sum(course.come_outs[one] for one in kept)
        chance = sum((weights[one] for one in kept), Fraction(0))
        yield counted(what.replace(" ", "-"), COME_OUTS, what, count, trials, chance)


def _points(
    course: Hands, weights: Mapping[int, Fraction], table: Table
) -> Iterator[HypothesisTest]:
    decided, by_chance = 0, Fraction(0)
    established = sum((weights[point] for point in table.points), Fraction(0))
    for point in table.points:
        made, lost = course.points[point, True], course.points[point, False]
        if not made + lost or not weights[point]:
            continue
        chance = weights[point] / (weights[point] + weights[7])
        by_chance += weights[point] / established * chance
        what = f"{point} made, of {made + lost:,}"
        yield counted(f"made-{point}", POINTS_MADE, what, made, made + lost, chance)
        decided += made + lost
    if decided and all(weights[point] for point in table.points) and by_chance:
        whole = sum(
            weights[p] / established * weights[p] / (weights[p] + weights[7]) for p in table.points
        )
        made = sum(count for (_, was_made), count in course.points.items() if was_made)
        what = f"all made, of {decided:,}"
        yield counted("made", POINTS_MADE, what, made, decided, Fraction(whole))


def _hands(course: Hands, chain: Chain) -> Iterator[HypothesisTest]:
    lengths, number = course.lengths, len(course.lengths)
    chances = pmf(chain, _LENGTHS)
    counts = Counter(lengths)
    cells = [counts[n] for n in range(1, _LENGTHS + 1)]
    tested = goodness([*cells, number - sum(cells)], [*chances, 1 - sum(chances, Fraction(0))])
    yield from of_many("hand-lengths", HANDS, "rolls of each hand", tested)
    law, rolls = moments(chain), sum(lengths)
    p = (
        _exact_sum(chain, number, rolls)
        if rolls <= MOST_EXACT_ROLLS
        else chi_square_tail((rolls - number * law.mean) ** 2 / (number * law.variance), 1, NORMAL)
    )
    what = "rolls of all hands"
    yield HypothesisTest("hand-rolls", HANDS, what, Fraction(rolls), number * law.mean, p, number)
    longest = max(lengths)
    p = _any_of(number, longer_than(chain, min(longest, _FOLLOWED) - 1))
    if longest > _FOLLOWED:
        p = PValue(Bounds(Fraction(0), p.upper), BOUNDED)
    what = "rolls of the longest hand"
    yield HypothesisTest("longest-hand", HANDS, what, Fraction(longest), None, p, number)


def _exact_sum(chain: Chain, hands: int, rolls: int) -> PValue:
    """Return the doubled smaller tail of the sum of the rolls of so many *hands*."""
    scale = scale_of(chain.rows)
    ways = [int(chance * scale**n) for n, chance in enumerate(pmf(chain, rolls), start=1)]
    first = next(n for n, way in enumerate(ways) if way)
    least = hands * (first + 1)
    sums = islice(power(dict(enumerate(ways[first:])), hands), rolls - least + 1)
    *before, last = (Fraction(way, scale**n) for n, way in enumerate(sums, start=least))
    shorter = sum(before, Fraction(0))
    return PValue.exactly(min(Fraction(1), 2 * min(shorter + last, 1 - shorter)))


def _any_of(hands: int, chance: Fraction) -> PValue:
    """Return the probability that one of *hands* or more does what each does with a *chance*."""
    unit = 1 << _BITS
    spared = (1 - chance) * unit
    low, high = int(spared), -int(-spared // 1)
    ends = []
    for end, up in ((low, False), (high, True)):
        power, base, left = unit, end, hands
        while left:
            if left & 1:
                power = -(-power * base // unit) if up else power * base // unit
            base = -(-base * base // unit) if up else base * base // unit
            left >>= 1
        ends.append(Fraction(power, unit))
    return PValue(Bounds(max(Fraction(0), 1 - ends[1]), 1 - ends[0]), BOUNDED)
