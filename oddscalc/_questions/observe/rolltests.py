"""The tests of a roll log: faces, totals, all at once, and whether rolls depend on each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

from oddscalc._ask.query import Valued
from oddscalc._bets.table import CrapsTable
from oddscalc._dice.dice import FACES, ROLLS, Dice
from oddscalc._dice.rollsets import total
from oddscalc._questions.observe.handtests import Hands, hand_tests, hands
from oddscalc._questions.observe.laws import hypergeometric
from oddscalc._questions.observe.logfile import TOTALS, RollLog
from oddscalc._questions.observe.pearson import ENOUGH, Pearson, goodness, independence
from oddscalc._questions.observe.played import bet_tests
from oddscalc._questions.observe.report import (
    LEVEL,
    Corrected,
    HypothesisTest,
    corrected,
    counted,
    of_many,
)
from oddscalc._questions.observe.shootertests import shooter_tests

FACES_OF, TOTALS_OF, TOGETHER, ORDER = "faces", "totals", "all at once", "order of the rolls"
PLACES = "11 totals of each"

_GROUPINGS = (
    tuple((total,) for total in TOTALS),
    ((2, 3), (4,), (5,), (6,), (7,), (8,), (9,), (10,), (11, 12)),
    ((2, 3, 4), (5, 6), (7,), (8, 9), (10, 11, 12)),
    ((7,), (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)),
)
"""How totals are grouped to look at pairs of rolls, from fine to coarse."""


@dataclass(frozen=True)
class RollReport:
    """What a roll log says against theory.

    Args:
        file: its name.
        dice: the dice of the theory.
        rolls: how many rolls there are.
        tables: how many tables and days they are of.
        hands: the table's course.
        bets: the bets that were made on the rolls.
        level: what corrected p-values are held against.
        tests: every test.
        left_out: what was not tested, and why.
    """

    file: str
    dice: Dice
    rolls: int
    tables: int
    hands: Hands
    bets: Sequence[str]
    level: Fraction
    tests: Sequence[Corrected]
    left_out: Sequence[str]

    @property
    def agrees(self) -> bool:
        """Whether no corrected p-value is below the level."""
        return not any(test.below for test in self.tests)


def roll_report(
    file: str,
    log: RollLog,
    dice: Dice,
    table: CrapsTable,
    bets: Sequence[Valued] = (),
    level: Fraction = LEVEL,
) -> RollReport:
    """Return the tests of a *log* against *dice*, and of *bets* made on its rolls."""
    by_place = log.totals()
    totals = b"".join(by_place.values())
    left_out = list[str]()
    tests = [*_faces(log, dice), *_totals(totals, dice), *_together(log, totals, dice)]
    tests += _order(totals)
    if log.faces:
        tests += _two_dice(log, dice, left_out)
    course = hands(by_place, log.changes, table)
    tests += hand_tests(course, dice, table, left_out)
    tests += shooter_tests(log, dice, table, left_out)
    tests += bet_tests(log, bets)
    if len(by_place) > 1:
        tests += _places(by_place, dice)
    return RollReport(
        file,
        dice,
        len(totals),
        len(by_place),
        course,
        [answer.model.bet.id for answer in bets],
        level,
        corrected(tests, level),
        left_out,
    )


def _faces(log: RollLog, dice: Dice) -> Iterator[HypothesisTest]:
    if not log.faces:
        return
    counts = Counter(b"".join(map(bytes, log.sequences.values())))
    trials = counts.total()
    for die, face in product((0, 1), FACES):
        count = sum(n for place, n in counts.items() if ROLLS[place][die] == face)
        chance = dice.probability(roll for roll in ROLLS if roll[die] == face)
        what = f"{face} on die {die + 1}"
        yield counted(f"die{die + 1}-{face}", FACES_OF, what, count, trials, chance)


def _totals(totals: bytes, dice: Dice) -> Iterator[HypothesisTest]:
    counts = Counter(totals)
    for number in TOTALS:
        chance = dice.probability(total(number))
        what = f"total {number}"
        yield counted(f"total-{number}", TOTALS_OF, what, counts[number], len(totals), chance)


def _together(log: RollLog, totals: bytes, dice: Dice) -> Iterator[HypothesisTest]:
    yield from of_many("totals", TOGETHER, "11 totals", _goodness(totals, dice))
    if log.faces:
        counts = Counter(b"".join(map(bytes, log.sequences.values())))
        cells = [counts[place] for place in range(len(ROLLS))]
        yield from of_many("cells", TOGETHER, "36 rolls", goodness(cells, dice.weights))


def _goodness(totals: bytes, dice: Dice) -> Pearson | None:
    counts = Counter(totals)
    chances = [dice.probability(total(number)) for number in TOTALS]
    return goodness([counts[number] for number in TOTALS], chances)


def _places(by_place: Mapping[tuple[str, str], bytes], dice: Dice) -> Iterator[HypothesisTest]:
    """Yield a test of the totals of each table on each day."""
    for (table, day), totals in by_place.items():
        what = " ".join(part for part in (table and f"table {table}", day) if part) or "no table"
        yield from of_many(f"totals:{table}:{day}", PLACES, what, _goodness(totals, dice))


def _order(totals: bytes) -> Iterator[HypothesisTest]:
    """Yield the runs of sevens and the pairs of rolls, all tables one after the other.

    Given how many sevens there are, every order is as likely; so of r runs there are as many as
    ways to cut the sevens into r, times ways to choose r of the gaps between the others.

    Source: A. Wald and J. Wolfowitz, Annals of Mathematical Statistics 11 (1940) 147-162.
    """
    sevens = totals.count(7)
    others = len(totals) - sevens
    if sevens and others:
        runs = sum(here == 7 != before for before, here in pairwise(b"\0" + totals))
        law = hypergeometric(len(totals), others + 1, sevens)
        expected = Fraction(sevens * (others + 1), len(totals))
        p = law.two_sided(runs)
        yield HypothesisTest("runs", ORDER, "runs of sevens", Fraction(runs), expected, p, sevens)
    pairs = Counter(pairwise(totals))
    for groups in _GROUPINGS:
        number_of = {test: place for place, group in enumerate(groups) for test in group}
        table = [[0] * len(groups) for _ in groups]
        for (before, here), count in pairs.items():
            table[number_of[before]][number_of[here]] += count
        tested = independence(table)
        if tested is not None:
            what = f"a roll and the next, {len(groups)} groups"
            yield from of_many("lag-1", ORDER, what, tested)
            return


def _two_dice(log: RollLog, dice: Dice, left_out: list[str]) -> Iterator[HypothesisTest]:
    """Yield the test whether one die depends on the other, unless theory says that it does."""
    faces = [
        [dice.probability(roll for roll in ROLLS if roll[die] == face) for face in FACES]
        for die in (0, 1)
    ]
    if any(dice.weight[a, b] != faces[0][a - 1] * faces[1][b - 1] for a, b in ROLLS):
        left_out.append("whether the dice depend on each other: with these dice they do")
        return
    counts = Counter(b"".join(map(bytes, log.sequences.values())))
    table = [[counts[6 * i + j] for j in range(6)] for i in range(6)]
    tested = independence(table)
    if tested is None:
        left_out.append(
            f"whether the dice depend on each other: a pair of faces is expected less than {ENOUGH}"
            " times"
        )
    yield from of_many("two-dice", ORDER, "die 1 and die 2", tested)
