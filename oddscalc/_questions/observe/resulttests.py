"""The tests of the results of tables: wins, pushes and nets of bets against their exact laws.

Bets on the same rolls share their fate. So the nets of several bets at one table on one day are
added as if they did so wholly, which bounds the variance of the sum; those of different tables and
days are independent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import isqrt

from oddscalc._ask.query import Query, Valued, ask
from oddscalc._exact.bounds import Bounds
from oddscalc._money.netwin import NetWin
from oddscalc._questions.observe.laws import AT_MOST, PValue
from oddscalc._questions.observe.logfile import ResultRow
from oddscalc._questions.observe.nets import Part, net_p
from oddscalc._questions.observe.pearson import chi_square_tail
from oddscalc._questions.observe.report import (
    LEVEL,
    Corrected,
    HypothesisTest,
    corrected,
    counted,
)
from oddscalc.errors import DataError, OddscalcError, Problem

WON, PUSHED, NET, NET_GIVEN = "won", "pushed", "net", "net, given won and pushed"

NINETY_FIVE = Fraction(1_959_963_985, 10**9)
"""Standard deviations within which 95 % of a normal law lie, to ten digits."""

POINTS = Fraction(4, 100)

_ROOT = 10**12  # the steps in which a standard deviation is rounded up


@dataclass(frozen=True)
class BetResults:
    """What came of a bet: at one table on one day, or in all.

    Args:
        answer: the bet, and what theory says.
        table: the table; empty if not given, or of all.
        day: likewise.
        made: bets made.
        won: bets won.
        pushed: bets returned; None if not known.
        net: what the players won; None if not known.
        drop: the money changed into chips; None if not known.
    """

    answer: Valued
    table: str
    day: str
    made: int
    won: int
    pushed: int | None
    net: Fraction | None
    drop: Fraction | None = None

    @property
    def bet(self) -> str:
        """The id of the bet."""
        return self.answer.model.bet.id

    @property
    def law(self) -> NetWin:
        """The net win of one bet, in money."""
        law = self.answer.value.net_win
        assert law is not None
        return law.times(self.answer.ticket.stake)

    @property
    def handle(self) -> Fraction:
        """All flat stakes together."""
        return self.made * self.answer.ticket.stake

    @property
    def variance(self) -> Fraction:
        """The variance of the net."""
        return self.made * self.law.variance


@dataclass(frozen=True)
class Hold:
    """What the house kept of the handle, and the limits that regulators print.

    Args:
        what: of what.
        made: bets made.
        handle: all flat stakes together.
        hold: the share of it that the house won.
        theory: what theory expects.
        variance: the variance of that share.
        at_most: whether the variance is a bound.
        drop: the money changed into chips; None if not known.
    """

    what: str
    made: int
    handle: Fraction
    hold: Fraction
    theory: Fraction
    variance: Fraction
    at_most: bool
    drop: Fraction | None = None

    @property
    def over_drop(self) -> Fraction | None:
        """What the house won over the drop, of which theory says nothing."""
        return self.hold * self.handle / self.drop if self.drop else None

    def within(self, deviations: Fraction) -> bool:
        """Return whether the hold is within so many standard deviations of theory."""
        return (self.hold - self.theory) ** 2 <= deviations**2 * self.variance

    @property
    def within_points(self) -> bool:
        """Whether it is within four percentage points of theory."""
        return abs(self.hold - self.theory) <= POINTS


@dataclass(frozen=True)
class ResultReport:
    """What results say against theory.

    Args:
        file: the file's name.
        answers: the bets.
        holds: hold over handle.
        level: what corrected p-values are held against.
        tests: every test.
    """

    file: str
    answers: Sequence[Valued]
    holds: Sequence[Hold]
    level: Fraction
    tests: Sequence[Corrected]

    @property
    def agrees(self) -> bool:
        """Whether no corrected p-value is below the level."""
        return not any(test.below for test in self.tests)


def result_report(
    file: str, rows: Sequence[ResultRow], query: Query, level: Fraction = LEVEL
) -> ResultReport:
    """Return the tests of the results in *rows*.

    Args:
        file: where they were read from, for messages.
        rows: the results.
        query: rules, prices and placing; of several readings the usual one is taken.
        level: what corrected p-values are held against.

    Raises:
        DataError: a bet has no such name, no price, or is not authorised; all are listed.
    """
    answers = _answers(file, rows, query)
    results = _merged(
        BetResults(answers[row.bet], row.table, row.day, row.made, row.won, _pushed(row, answers),
                   row.net, row.drop)
        for row in rows
    )  # fmt: skip
    lines = [*results, *_totals(results)]
    tests = [test for line in lines for test in _tests(line)]
    holds = [_hold(line) for line in lines if line.net is not None]
    for what, id_, part in _together(results):
        hold = _together_hold(what, part)
        holds.append(hold)
        tests.append(_together_test(what, id_, hold))
    tests.sort(key=lambda test: (WON, PUSHED, NET, NET_GIVEN).index(test.group))
    by_bet = {answer.model.bet.id: answer for answer in answers.values()}
    return ResultReport(file, list(by_bet.values()), holds, level, corrected(tests, level))


def _answers(file: str, rows: Sequence[ResultRow], query: Query) -> dict[str, Valued]:
    """Return the answer for each name of a bet."""
    answers, problems = dict[str, Valued](), list[Problem]()
    tried = set[str]()
    for row in rows:
        if row.bet in tried:
            continue
        tried.add(row.bet)
        try:
            answer = ask([row.bet], query)[0]
        except OddscalcError as error:
            problems.append(Problem.of(f"line {row.line}, bet", error))
            continue
        if answer.value.net_win is None:
            text = f"{answer.model.bet.id} has no price in {answer.paytable.id}; give --pays"
            problems.append(Problem(f"line {row.line}, bet", text, "no-price"))
        answers[row.bet] = answer
    if problems:
        raise DataError(file, problems)
    return answers


def _pushed(row: ResultRow, answers: Mapping[str, Valued]) -> int | None:
    """Return the pushes, which are none where none can be."""
    return row.pushed if row.pushed is not None or answers[row.bet].value.push else 0


def _merged(lines: Iterator[BetResults]) -> list[BetResults]:
    """Return *lines* with those of the same bet, table and day added up."""
    merged: dict[tuple[str, str, str], BetResults] = {}
    for line in lines:
        key = line.bet, line.table, line.day
        merged[key] = _sum([merged[key], line]) if key in merged else line
    return list(merged.values())


def _sum(lines: Sequence[BetResults], table: str = "", day: str = "") -> BetResults:
    pushed, nets = [line.pushed for line in lines], [line.net for line in lines]
    first = lines[0]
    return BetResults(
        first.answer,
        table or first.table,
        day or first.day,
        sum(line.made for line in lines),
        sum(line.won for line in lines),
        None if None in pushed else sum(n for n in pushed if n is not None),
        None if None in nets else sum((n for n in nets if n is not None), Fraction(0)),
        _drops(lines),
    )


def _drops(lines: Sequence[BetResults]) -> Fraction | None:
    """Return the drop of *lines* together: of a table it stands on one line, or in parts on all."""
    known = [line.drop for line in lines if line.drop is not None]
    return sum(known, Fraction(0)) if known else None


def _totals(lines: Sequence[BetResults]) -> Iterator[BetResults]:
    """Yield all results of each bet that has several lines."""
    for _, group in groupby(sorted(lines, key=lambda line: line.bet), key=lambda line: line.bet):
        ones = list(group)
        if len(ones) > 1:
            yield _sum(ones, ALL, ALL)


ALL = "all"


def name_of(line: BetResults) -> str:
    """Return how a line is called."""
    place = [line.table, line.day] if line.table != ALL else [ALL]
    return " ".join(part for part in (line.bet, *place) if part)


def _tests(line: BetResults) -> Iterator[HypothesisTest]:
    value, what = line.answer.value, name_of(line)
    id_ = f"{line.bet}:{line.table}:{line.day}"
    yield counted(f"{id_}:won", WON, what, line.won, line.made, value.win)
    if line.pushed or (value.push and line.pushed is not None):
        yield counted(f"{id_}:pushed", PUSHED, what, line.pushed or 0, line.made, value.push)
    if line.net is None:
        return
    expected = line.made * line.law.mean
    p = net_p([(line.law, line.made)], line.net)
    yield HypothesisTest(f"{id_}:net", NET, what, line.net, expected, p, line.made)
    if line.pushed is not None:
        given = _given(line, line.pushed)
        if given is None:
            p, expected = PValue.exactly(Fraction(0)), Fraction(0)
        else:
            p = net_p(given, line.net)
            expected = sum((number * law.mean for law, number in given), Fraction(0))
        yield HypothesisTest(f"{id_}:net-given", NET_GIVEN, what, line.net, expected, p, line.made)


def _given(line: BetResults, pushed: int) -> list[Part] | None:
    """Return the net win of a bet that is won, lost or returned, and how many were.

    None if there are some of what cannot come about.
    """
    counts = {"win": line.won, "push": pushed, "lose": line.made - line.won - pushed}
    parts = list[Part]()
    for result, number in counts.items():
        cases = [
            (payoff.probability, payoff.net)
            for payoff in line.answer.value.payoffs
            if payoff.outcome.result == result and payoff.probability and payoff.net is not None
        ]
        whole = sum((chance for chance, _ in cases), Fraction(0))
        if number and not whole:
            return None
        if number:
            law = NetWin.of((chance / whole, net) for chance, net in cases)
            parts.append((law.times(line.answer.ticket.stake), number))
    return parts


def _hold(line: BetResults) -> Hold:
    assert line.net is not None
    return Hold(
        name_of(line),
        line.made,
        line.handle,
        -line.net / line.handle,
        -line.made * line.law.mean / line.handle,
        line.variance / line.handle**2,
        at_most=False,
        drop=line.drop,
    )


def _together(lines: Sequence[BetResults]) -> Iterator[tuple[str, str, list[BetResults]]]:
    """Yield the lines of each table that has several bets, and all of several bets."""
    known = [line for line in lines if line.net is not None]
    if len({line.bet for line in known}) < 2:
        return
    tables = dict.fromkeys(line.table for line in known)
    for table in tables:
        ones = [line for line in known if line.table == table]
        if len(tables) > 1 and len({line.bet for line in ones}) > 1:
            yield f"table {table}" if table else "no table", f"table:{table}", ones
    yield "all bets", "all", known


def _together_hold(what: str, lines: Sequence[BetResults]) -> Hold:
    sums: dict[tuple[str, str], Fraction] = {}
    for line in lines:
        place = line.table, line.day
        sums[place] = sums.get(place, Fraction(0)) + _root_up(line.variance)
    handle = sum((line.handle for line in lines), Fraction(0))
    net = sum((line.net for line in lines if line.net is not None), Fraction(0))
    mean = sum((line.made * line.law.mean for line in lines), Fraction(0))
    variance = sum((deviation**2 for deviation in sums.values()), Fraction(0))
    made = sum(line.made for line in lines)
    return Hold(
        what, made, handle, -net / handle, -mean / handle, variance / handle**2, True, _drops(lines)
    )


def _root_up(square: Fraction) -> Fraction:
    """Return the root of *square*, rounded up."""
    return Fraction(isqrt(int(square * _ROOT**2)) + 1, _ROOT)


def _together_test(what: str, id_: str, hold: Hold) -> HypothesisTest:
    """Return the test of a sum, as normal, whose variance is at most that of the *hold*."""
    tail = chi_square_tail((hold.hold - hold.theory) ** 2 / hold.variance, 1)
    p = PValue(Bounds(Fraction(0), tail.upper), AT_MOST)
    net, expected = -hold.hold * hold.handle, -hold.theory * hold.handle
    return HypothesisTest(f"{id_}:net", NET, what, net, expected, p, hold.made)
