"""The course of the table in a roll log: come-outs, points, hands, against their exact laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce

from oddscalc._bets.table import CrapsTable
from oddscalc._chain.chain import Chain
from oddscalc._chain.duration import longer_than, pmf
from oddscalc._chain.duration.hand import hand
from oddscalc._dice.dice import Dice
from oddscalc._dice.rollsets import total
from oddscalc._exact.bounds import Bounds
from oddscalc._exact.numbers import fixed
from oddscalc._money.netwin import NetWin
from oddscalc._questions.observe.laws import BOUNDED, NORMAL, PValue
from oddscalc._questions.observe.nets import Part, net_p
from oddscalc._questions.observe.pearson import ENOUGH, chi_square_tail
from oddscalc._questions.observe.report import HypothesisTest, counted
from oddscalc.errors import ChainError

COME_OUTS, POINTS_MADE, HANDS = "come-outs", "points", "hands"

_FOLLOWED = 500  # rolls of a hand; one in 10**31 is longer
_STEPS = 2**64  # in which the shares of hands that end are rounded: the tests are not exact
_BITS = 256


@dataclass
class Hands:
    """How the table went.

    Args:
        come_outs: how often each total came on a come-out roll.
        points: of each point, how often it was made and how often it was lost.
        lengths: the rolls of each hand from its come-out to its seven-out, whoever shot.
        open: the rolls of each hand with which the log of a table's day ends.
        passed: how often the shooter changed without a seven-out.
    """

    come_outs: Counter[int] = field(default_factory=Counter)
    points: Counter[tuple[int, bool]] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    passed: int = 0


def hands(
    by_place: Mapping[tuple[str, str], bytes],
    changes: Mapping[tuple[str, str], Sequence[int]],
    table: CrapsTable,
) -> Hands:
    """Return the course of the table, which comes out where each table's day begins."""
    course = Hands()
    for place, totals in by_place.items():
        ends = _follow(course, totals, table)
        course.passed += len(set(changes[place]) - ends)
    return course


def _follow(course: Hands, totals: bytes, table: CrapsTable) -> set[int]:
    """Add the course of one table's day; return the places right after its seven-outs."""
    point, begun = 0, 0
    points = frozenset(table.points)
    come_outs, decided, ends = course.come_outs, course.points, set[int]()
    for place, thrown in enumerate(totals, start=1):
        if not point:
            come_outs[thrown] += 1
            if thrown in points:
                point = thrown
        elif thrown == point:
            decided[point, True] += 1
            point = 0
        elif thrown == 7:
            decided[point, False] += 1
            course.lengths.append(place - begun)
            ends.add(place)
            point, begun = 0, place
    if begun < len(totals):
        course.open.append(len(totals) - begun)
    return ends


def hand_tests(
    course: Hands, dice: Dice, table: CrapsTable, left_out: list[str]
) -> Iterator[HypothesisTest]:
    """Yield the tests.

    The numbers of come-outs and points, and how many hands come to each roll, are taken as given.
    A log may stop where it likes: whether a hand goes on, a point is still open or a roll is a
    come-out is known before each roll, so that what it brings is as theory says on average.
    """
    weights = {number: dice.probability(total(number)) for number in range(2, 13)}
    yield from _come_outs(course, weights, table)
    yield from _points(course, weights, table)
    try:
        chain = hand(table, dice)
    except ChainError:
        left_out.append("rolls of a hand: with these dice it never ends")
        return
    yield from _hands(course, chain, left_out)


def _come_outs(
    course: Hands, weights: Mapping[int, Fraction], table: CrapsTable
) -> Iterator[HypothesisTest]:
    trials = course.come_outs.total()
    kinds = {"naturals": (7, 11), "craps": (2, 3, 12), "points established": table.points}
    for what, totals in kinds.items():
        kept = [roll for roll in totals if what == "points established" or roll not in table.points]
        count = sum(course.come_outs[roll] for roll in kept)
        chance = sum((weights[roll] for roll in kept), Fraction(0))
        yield counted(what.replace(" ", "-"), COME_OUTS, what, count, trials, chance)


def _points(
    course: Hands, weights: Mapping[int, Fraction], table: CrapsTable
) -> Iterator[HypothesisTest]:
    parts, all_made = list[Part](), 0
    for point in table.points:
        made, lost = course.points[point, True], course.points[point, False]
        if not made + lost:
            continue
        chance = weights[point] / (weights[point] + weights[7])
        what = f"{point} made, of {made + lost:,}"
        yield counted(f"made-{point}", POINTS_MADE, what, made, made + lost, chance)
        law = NetWin.of([(chance, Fraction(1)), (1 - chance, Fraction(0))])
        parts.append((law, made + lost))
        all_made += made
    if len(parts) > 1:
        expected = sum((number * law.mean for law, number in parts), Fraction(0))
        what = f"all made, of {sum(number for _, number in parts):,}"
        p = net_p(parts, Fraction(all_made))
        yield HypothesisTest("made", POINTS_MADE, what, Fraction(all_made), expected, p)


def _hands(course: Hands, chain: Chain, left_out: list[str]) -> Iterator[HypothesisTest]:
    """Yield how many hands end, in all and at which of their rolls, and the longest.

    Of the hands that come to a roll, the share that theory says end with it.

    Source: the one-sample log-rank test, N. E. Breslow, International Statistical Review 43 (1975)
    45-58.
    """
    ends, reached = Counter(course.lengths), Counter([*course.lengths, *course.open])
    alive, left, groups, group = reached.total(), Fraction(1), list[_Ends](), _NONE
    for roll, chance in enumerate(pmf(chain, min(max(reached), _FOLLOWED)), start=1):
        share = Fraction(round(chance / left * _STEPS), _STEPS)
        group = group.with_roll(ends[roll], alive, share)
        if group.expected >= ENOUGH:
            groups.append(group)
            group = _NONE
        alive, left = alive - reached[roll], left - chance
    if groups:
        groups[-1] = groups[-1].plus(group)
        whole = reduce(_Ends.plus, groups)
        p = chi_square_tail(whole.square, 1, NORMAL)
        seen, expected = Fraction(whole.count), round(whole.expected, 9)
        yield HypothesisTest("seven-outs", HANDS, "seven-outs", seen, expected, p, rounded=True)
    yield _longest(max(reached), reached.total(), chain)
    if groups:
        statistic = sum((ones.square for ones in groups), Fraction(0))
        p = chi_square_tail(statistic, len(groups))
        message = f"chi-square {fixed(statistic, 2)}, {len(groups)} groups"
        yield HypothesisTest("hand-lengths", HANDS, "rolls of a hand", None, None, p, 0, message)
    else:
        left_out.append(f"ends of hands: fewer than {ENOUGH} seven-outs are expected")


def _longest(longest: int, number: int, chain: Chain) -> HypothesisTest:
    p = _any_of(number, longer_than(chain, min(longest, _FOLLOWED) - 1))
    if longest > _FOLLOWED:
        p = PValue(Bounds(Fraction(0), p.upper), BOUNDED)
    what = f"longest of {number:,}"
    return HypothesisTest("longest-hand", HANDS, what, Fraction(longest), None, p)


@dataclass(frozen=True)
class _Ends:
    """How many hands ended with some rolls, with expectation and variance."""

    count: int
    expected: Fraction
    variance: Fraction

    @property
    def square(self) -> Fraction:
        """The square of the deviation in standard deviations."""
        return (self.count - self.expected) ** 2 / self.variance

    def with_roll(self, count: int, alive: int, share: Fraction) -> _Ends:
        return self.plus(_Ends(count, alive * share, alive * share * (1 - share)))

    def plus(self, other: _Ends) -> _Ends:
        return _Ends(
            self.count + other.count,
            self.expected + other.expected,
            self.variance + other.variance,
        )


_NONE = _Ends(0, Fraction(0), Fraction(0))


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
