"""What was observed against theory: counts and p-values. It says what is unlikely, never why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from oddscalc._exact.numbers import decimal, exact, fixed, percent, square_root_decimal
from oddscalc._questions.observe.laws import AT_MOST, PValue
from oddscalc._questions.observe.report import Corrected
from oddscalc._questions.observe.resulttests import NET, NET_GIVEN, NINETY_FIVE, Hold, ResultReport
from oddscalc._questions.observe.rolltests import RollReport
from oddscalc._show.document import Block, Bullets, Document, Records, Section, Table, Text
from oddscalc._show.words.contract import rational
from oddscalc._show.words.notes import assumptions

_DIGITS = 4  # of a p-value in text
_SMALL = Fraction(1, 10**5)
_TWO_SIDED = (
    "two-sided: the doubled smaller tail, at most 1; exact: summed exactly; bounded: between proven"
    " bounds that agree in every digit shown; chi-square, normal: approximations"
)
_CORRECTED = (
    "corrected: after Holm, for all tests of this report, whatever they have to do with each other;"
    " *: below the level"
)
_SAYS = "a small p-value says that a count is unlikely, not what it comes from"


def document(report: RollReport | ResultReport) -> Document:
    """Return the tests of a roll log, or of results."""
    if isinstance(report, RollReport):
        return Document(
            "Rolls observed",
            schema="observe",
            sections=lambda: [_roll_section(report)],
            data=lambda: _roll_object(report),
            records=lambda: _records(report.tests),
        )
    return Document(
        "Results observed",
        schema="observe",
        sections=lambda: [_result_section(report)],
        data=lambda: _result_object(report),
        records=lambda: _records(report.tests),
    )


def _roll_object(report: RollReport) -> dict[str, Any]:
    return {
        "schema": "observe/1",
        "observed": "rolls",
        "file": report.file,
        "dice": report.dice.spec,
        "rolls": report.rolls,
        "sequences": report.tables,
        "hands": {
            "complete": len(report.hands.lengths),
            "rolls": sum(report.hands.lengths),
            "open": len(report.hands.open),
            "longest": max([*report.hands.lengths, *report.hands.open]),
            "shooter_changes_without_seven_out": report.hands.passed,
        },
        **_tests_object(report.tests, report.level),
        "not_tested": list(report.left_out),
        "notes": _roll_notes(report),
    }


def _result_object(report: ResultReport) -> dict[str, Any]:
    return {
        "schema": "observe/1",
        "observed": "results",
        "file": report.file,
        "rules": report.answers[0].model.rules.id,
        "paytable": report.answers[0].paytable.id,
        "stake": rational(report.answers[0].ticket.stake),
        "hold_over": "handle",
        "holds": [_hold_object(hold) for hold in report.holds],
        **_tests_object(report.tests, report.level),
        "notes": _result_notes(report),
    }


def _hold_object(hold: Hold) -> dict[str, Any]:
    return {
        "what": hold.what,
        "bets_made": hold.made,
        "handle": rational(hold.handle),
        "hold": rational(hold.hold),
        "theory": rational(hold.theory),
        "drop": rational(hold.drop),
        "hold_over_drop": rational(hold.over_drop),
        "sd": square_root_decimal(hold.variance),
        "sd_at_most": hold.at_most,
        "within_one_sd": hold.within(Fraction(1)),
        "within_95_percent": hold.within(NINETY_FIVE),
        "within_4_points": hold.within_points,
    }


def _tests_object(tests: Sequence[Corrected], level: Fraction) -> dict[str, Any]:
    return {
        "level": rational(level),
        "correction": "holm",
        "agrees": not any(test.below for test in tests),
        "below_level": [test.test.id for test in tests if test.below],
        "tests": [_test_object(test) for test in tests],
    }


def _test_object(corrected: Corrected) -> dict[str, Any]:
    test = corrected.test
    known = test.p.exact is not None
    return {
        "id": test.id,
        "group": test.group,
        "what": test.what,
        "observed": rational(test.observed),
        "of": test.of or None,
        "expected": (rational(test.expected) or {}) | {"exact": None}
        if test.rounded
        else rational(test.expected),
        "p": _p_object(test.p.upper, known=known),
        "corrected_p": _p_object(corrected.p, known=known),
        "at_most": test.p.bounds.lower == 0 < test.p.upper,
        "method": test.p.method,
        "detail": test.detail,
        "below_level": corrected.below,
    }


def _p_object(value: Fraction, *, known: bool) -> dict[str, str | None]:
    return {"exact": exact(value) if known else None, "decimal": decimal(value)}


def _records(tests: Sequence[Corrected]) -> Records:
    headers = ["id", "group", "what", "observed", "of", "expected", "p", "corrected_p", "method",
               "below_level", "detail"]  # fmt: skip
    return Records(
        headers,
        [
            [test.test.id, test.test.group, test.test.what, _plain(test.test.observed),
             str(test.test.of or ""), _plain(test.test.expected), decimal(test.test.p.upper),
             decimal(test.p), test.test.p.method, "yes" if test.below else "no", test.test.detail]
            for test in tests
        ],
    )  # fmt: skip


def _plain(value: Fraction | None) -> str:
    return "" if value is None else decimal(value)


def _roll_section(report: RollReport) -> Section:
    lengths = report.hands.lengths
    of = f" of {report.tables} tables and days" if report.tables > 1 else ""
    under = [
        f"{report.rolls:,} rolls{of}, {len(lengths):,} complete hands; theory:"
        f" {report.dice.described} dice"
        if report.dice.spec == "fair"
        else f"{report.rolls:,} rolls{of}, {len(lengths):,} complete hands; theory: dice,"
        f" {report.dice.described}",
    ]
    blocks: list[Block] = [Text(verdict(report.tests, report.level)), *_tables(report.tests)]
    if report.left_out:
        blocks.append(Bullets(report.left_out, "not tested"))
    return Section(f"Rolls observed: {report.file}", under, blocks, _roll_notes(report))


def _result_section(report: ResultReport) -> Section:
    blocks: list[Block] = [Text(verdict(report.tests, report.level))]
    if report.holds:
        blocks.append(_hold_table(report.holds))
    blocks += _tables(report.tests)
    under = [*assumptions(report.answers), f"stake {exact(report.answers[0].ticket.stake)}"]
    title = f"Results observed: {report.file}"
    return Section(title, ["; ".join(under)], blocks, _result_notes(report))


def _hold_table(holds: Sequence[Hold]) -> Table:
    dropped = any(hold.drop is not None for hold in holds)
    rows = [
        (
            hold.what,
            f"{hold.made:,}",
            percent(hold.hold, _DIGITS),
            percent(hold.theory, _DIGITS),
            ("<= " if hold.at_most else "") + _root_percent(hold.variance),
            ", ".join(_left(hold)) or "-",
            *([_over_drop(hold)] if dropped else []),
        )
        for hold in holds
    ]
    headers = ("hold over handle", "bets", "hold", "theory", "sd", "outside of")
    if dropped:
        return Table((*headers, "over drop"), "lrrrrlr", rows)
    return Table(headers, "lrrrrl", rows)


def _over_drop(hold: Hold) -> str:
    return "-" if hold.over_drop is None else percent(hold.over_drop, _DIGITS)


def _root_percent(square: Fraction) -> str:
    return square_root_decimal(square * 10**4, _DIGITS) + "%"


def _left(hold: Hold) -> Iterator[str]:
    """Yield the limits outside of which a hold is."""
    if not hold.within(Fraction(1)):
        yield "1 sd"
    if not hold.within(NINETY_FIVE):
        yield "95 %"
    if not hold.within_points:
        yield "4 %"


def _result_notes(report: ResultReport) -> list[str]:
    notes = [_TWO_SIDED, _CORRECTED]
    notes.append(
        "hold over handle: what the house won over the flat stakes of the bets made; hold over"
        " drop, the money changed into chips, is another number, of which theory says nothing"
    )
    notes.append(
        "1 sd, 95 %, 4 %: one standard deviation from theory, 1.96 of them, four percentage"
        " points; limits that regulators print, and no tests: of tables that are as theory says"
        " one in three is outside of the first"
    )
    notes.append(
        "net: what the players won, at flat stakes; given won and pushed: what these counts pay"
    )
    notes.append(
        "each bet is taken to be decided by rolls of its own: where several players have a bet on"
        " the same rolls, the results vary more than this"
    )
    if any(hold.at_most for hold in report.holds):
        notes.append(
            "at most: bounds; of several bets at one table, as if one and the same rolls decided"
            " them"
        )
    return [*notes, _SAYS]


def verdict(tests: Sequence[Corrected], level: Fraction) -> str:
    """Return what the tests say together."""
    below = [f"{test.test.what} ({test.test.group})" for test in tests if test.below]
    among = f"of {len(tests)} tests, corrected for being many,"
    if not below:
        return (
            f"{among} none is below {percent(level)}: nothing here is unlikely under the theory,"
            " which does not prove it"
        )
    named = ", ".join(below[:5]) + (f" and {len(below) - 5} more" if len(below) > 5 else "")
    are = "is" if len(below) == 1 else "are"
    return f"{among} {len(below)} {are} below {percent(level)}: {named}"


def _tables(tests: Sequence[Corrected]) -> Iterator[Table]:
    kinds = groupby(
        tests, key=lambda corrected: (corrected.test.group, corrected.test.observed is None)
    )
    for (group, many), ones in kinds:
        listed = list(ones)
        trials = {entry.test.of for entry in listed}
        of = trials.pop() if len(trials) == 1 else 0
        head = f"{group}, of {of:,}" if of and not many else group
        if many:
            yield Table(
                (head, "test", "p", "corrected"),
                "llrr",
                [(entry.test.what, entry.test.detail, *_ps(entry)) for entry in listed],
            )
            continue
        counted = "amount" if group in (NET, NET_GIVEN) else "count"
        yield Table(
            (head, counted, "expected", "p", "corrected", ""),
            "lrrrrl",
            [
                (entry.test.what, _amount(entry.test.observed), _amount(entry.test.expected, 1),
                 *_ps(entry), entry.test.p.method)
                for entry in listed
            ],
        )  # fmt: skip


def _ps(corrected: Corrected) -> tuple[str, str]:
    return p_text(corrected.test.p), p_text(corrected.test.p, corrected.p) + (
        " *" if corrected.below else ""
    )


def p_text(p: PValue, value: Fraction | None = None) -> str:
    """Return a p-value, or what it is corrected to, to four digits.

    >>> p_text(PValue.exactly(Fraction(1, 3))), p_text(PValue.exactly(Fraction(1, 3 * 10**9)))
    ('0.3333', '< 10^-9')
    """
    value = p.upper if value is None else value
    if value < _SMALL:
        if not value:
            return "0"
        power = len(str(int(1 / value))) - 1
        return f"< 10^-{power}"
    return ("<= " if p.method == AT_MOST and value < 1 else "") + decimal(value, _DIGITS)


def _amount(value: Fraction | None, places: int = 0) -> str:
    if value is None:
        return "-"
    text = fixed(value, 0 if value.denominator == 1 and not places else places or 2)
    whole, point, rest = text.partition(".")
    return f"{int(whole):,}{point}{rest}" if not whole.startswith("-0") else text


def _roll_notes(report: RollReport) -> list[str]:
    notes = [_TWO_SIDED, _CORRECTED]
    notes.append(
        "come-outs, points, hands: how many come to each roll is taken as given; each table's day"
        " is taken to begin on a come-out roll, and a hand to go on until a seven-out, whoever"
        " shoots"
    )
    if report.hands.passed:
        times = f"{report.hands.passed:,} times" if report.hands.passed > 1 else "once"
        notes.append(f"the shooter changes {times} without a seven-out")
    if report.bets:
        notes.append("bets made here: one after the other, whenever they can be made")
    return [*notes, _SAYS]
