"""What a session at flat stakes may bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Valued
from oddscalc._exact.bounds import Bounds
from oddscalc._exact.numbers import exact, fixed, percent, square_root_decimal
from oddscalc._money.netwin import NetWin
from oddscalc._questions.sessions.afterrolls import AfterRolls
from oddscalc._questions.sessions.enclosed import Enclosed
from oddscalc._questions.sessions.question import SessionQuestion, SessionReport
from oddscalc._questions.sessions.stopped import Session
from oddscalc._questions.sessions.sums import After
from oddscalc._show.document import (
    Block,
    Cell,
    Document,
    Number,
    Records,
    Section,
    Table,
    Text,
    inline,
    number,
    number_cells,
    number_headers,
    short_decimal,
)
from oddscalc._show.words.contract import rational
from oddscalc._show.words.drawings import net_drawings
from oddscalc._show.words.headings import given_all
from oddscalc._show.words.notes import assumptions, on_stakes

Amount = Fraction | Bounds

_LONGEST_DECIMAL = 24  # characters of a decimal that is mostly zeros
_MOST_ROWS = 40  # amounts that are listed
_MOST_DIGITS = 20_000_000  # of all probabilities of a distribution in JSON


def document(report: SessionReport) -> Document:
    """Return what was asked, what comes of it, and on what it rests."""
    return Document(
        "A session at flat stakes",
        schema="session",
        sections=lambda: [_section(report)],
        data=lambda: _object(report),
        records=lambda: _records(report),
    )


def _object(report: SessionReport) -> dict[str, Any]:
    """Return the JSON object of a report, with what was asked for."""
    first, result = _answers(report)[0], report.result
    record: dict[str, Any] = {
        "bets": [
            {
                "bet": answer.model.bet.id,
                "reading": answer.model.reading.name,
                "stake": rational(answer.ticket.stake),
                **({"odds": answer.schedule.text} if answer.schedule else {}),
                **own,
            }
            for answer, own in zip(_answers(report), _own_options(report), strict=True)
        ],
        "rules": first.model.rules.id,
        "paytable": first.paytable.id,
        "unit": rational(report.game.unit),
        "cost": rational(report.game.cost),
        **_asked(report.question),
    }
    record |= {name: _json(number) for name, number in _numbers(report).items()}
    if report.quantiles:
        record["quantiles"] = [[rational(share), number] for share, number in report.quantiles]
    if isinstance(result, After | AfterRolls) and result.final is not None:
        nets = [[rational(p), rational(result.final.quantile(p))] for p in report.question.shares]
        record["net_quantiles"] = nets
    if result is not None:
        record |= _distribution_object(report, result.final)
    return {**record, "notes": notes(report)}


def _asked(question: SessionQuestion) -> dict[str, Any]:
    """Return what was given: amounts as rationals, counts as integers."""
    stops = question.stops
    amounts = {
        "bankroll": stops.bankroll,
        "target": stops.target,
        "stop_win": stops.stop_win,
        "stop_loss": stops.stop_loss,
        "table_max": question.table_max,
    }
    counts = {
        "decisions": question.decisions,
        "rolls": question.rolls,
        "survive": question.survive,
        "bankroll_for": question.bankroll_for,
        "enclose": question.bits,
    }
    given: dict[str, Any] = {
        name: rational(amount) for name, amount in amounts.items() if amount is not None
    }
    return given | {name: count for name, count in counts.items() if count is not None}


def _answers(report: SessionReport) -> list[Valued]:
    subject = report.subject
    return [subject] if isinstance(subject, Valued) else [part.answer for part in subject.parts]


def _own_options(report: SessionReport) -> list[Mapping[str, Any]]:
    """Return the options that each bet has of its own."""
    subject = report.subject
    return [{}] if isinstance(subject, Valued) else [part.item.options for part in subject.parts]


def _json(number: Amount | None) -> dict[str, Any] | None:
    if isinstance(number, Bounds):
        lower, upper = outward(number)
        return {
            "lower": {"exact": exact(number.lower), "decimal": lower},
            "upper": {"exact": exact(number.upper), "decimal": upper},
        }
    return rational(number)


def _numbers(report: SessionReport) -> dict[str, Amount | None]:
    """Return the numbers that were asked for, by their names in JSON."""
    numbers: dict[str, Amount | None] = {}
    result = report.result
    if result is not None:
        nets = result if isinstance(result, After) else result.final
        for name, chance in (("ahead", nets.ahead), ("even", nets.even), ("behind", nets.behind)):
            numbers[name] = result.around(chance) if isinstance(result, Enclosed) else chance
    if isinstance(result, AfterRolls):
        numbers |= {"undecided": result.undecided, "expected_net": result.final.mean}
        numbers["variance"] = result.final.variance
    if isinstance(result, After):
        numbers |= {"expected_net": result.expected_net, "variance": result.variance}
        numbers["expected_rolls"] = result.expected_rolls
    if isinstance(result, Session | Enclosed):
        numbers |= _stopped(result)
    if report.survived is not None:
        numbers["survived"] = report.survived
    if report.needed is not None:
        numbers["risk"] = report.question.risk
        numbers["needed_bankroll"], numbers["ruined"] = report.needed
    return numbers


def _stopped(result: Session | Enclosed) -> dict[str, Amount | None]:
    """Return the numbers of a session with stops."""
    amounts: dict[str, Amount | None] = {}
    if result.walk.high is not None:
        amounts["target_first"] = result.target_first
    if result.walk.low is not None:
        amounts["ruin_first"] = result.ruin_first
    if result.decisions is not None:
        amounts["unstopped"] = result.unstopped
    amounts["expected_decisions"] = result.expected_decisions
    if isinstance(result, Session):
        amounts["variance_decisions"] = result.variance_decisions
        amounts["expected_net"] = result.final.mean
    amounts["expected_rolls"] = result.expected_rolls
    return amounts


def _final(report: SessionReport) -> NetWin | None:
    return None if report.result is None else report.result.final


def _distribution_object(report: SessionReport, final: NetWin | None) -> dict[str, Any]:
    """Return the distribution of what there is at the end, if it is not too long to print."""
    of = "net" if report.question.stops.bankroll is None else "bankroll"
    if final is None or final.digits > _MOST_DIGITS:
        return {"distribution_of": of, "distribution": None}
    rows = [[rational(amount), _json(number)] for amount, number in _amounts(report, final)]
    return {"distribution_of": of, "distribution": rows}


def _amounts(report: SessionReport, final: NetWin) -> Iterator[tuple[Fraction, Amount]]:
    """Yield what there is at the end, or was won where no bankroll is given, and how likely."""
    brought = report.question.stops.bankroll or Fraction(0)
    result = report.result
    for net, probability in final:
        around = result.around(probability) if isinstance(result, Enclosed) else probability
        yield brought + net, around


def outward(bounds: Bounds, digits: int = 10) -> tuple[str, str]:
    """Return decimals of at least *digits* digits below and above the number that is bounded.

    >>> outward(Bounds(Fraction(1, 3), Fraction(2, 3)), 4)
    ('0.3333', '0.6667')
    """
    top = bounds.upper
    zeros = max(0, top.denominator.bit_length() - top.numerator.bit_length()) * 30_103 // 100_000
    places = digits + zeros
    scale = 10**places
    lower = Fraction(floor(bounds.lower * scale), scale)
    upper = Fraction(ceil(bounds.upper * scale), scale)
    return fixed(lower, places), fixed(upper, places)


def _records(report: SessionReport) -> Records:
    """Return a row for each number, then for each amount at the end and how likely it is."""
    rows: list[list[str]] = []
    for name, value in _numbers(report).items():
        rows += _record(name, "", value)
    rows += [["decisions", exact(share), *number_cells([None if most is None else Fraction(most)])]
             for share, most in report.quantiles]  # fmt: skip
    final = _final(report)
    if final is not None and final.digits <= _MOST_DIGITS:
        for amount, value in _amounts(report, final):
            rows += _record("probability", exact(amount), value)
    return Records(["quantity", "of", *number_headers(["value"])], rows)


def _record(name: str, of: str, value: Amount | None) -> Iterator[list[str]]:
    if isinstance(value, Bounds):
        yield [f"{name} at least", of, *number_cells([value.lower])]
        yield [f"{name} at most", of, *number_cells([value.upper])]
    else:
        yield [name, of, *number_cells([value])]


def _section(report: SessionReport) -> Section:
    numbers = [*_figures(report), *_deviations(report)]
    blocks: list[Block] = [_table(report, "", numbers, "l", ("exact", "decimal"))]
    if report.quantiles:
        ended = [
            (percent(share), "-" if most is None else f"{most:,}")
            for share, most in report.quantiles
        ]
        blocks.append(Table(("with probability", "ended within decisions"), "rr", ended))
    final = _final(report)
    if isinstance(report.result, After | AfterRolls) and final is not None:
        most = [(percent(p), exact(final.quantile(p))) for p in report.question.shares]
        blocks.append(Table(("with probability", "net win at most"), "rr", most))
    if final is not None:
        blocks.append(_distribution(report, final))
        blocks += net_drawings(final, "Net win of the session")
    return Section(_title(report), [_under(report)], blocks, notes(report))


def _table(
    report: SessionReport,
    first: str,
    rows: Sequence[tuple[str, Amount | str]],
    align: str,
    heads: tuple[str, str],
) -> Table:
    """Return a table of numbers, without the column of exact ones if none is short enough.

    The *heads* are those of two columns, exact and decimal, the last that of one.
    """
    exactly, rounded = heads
    if _enclosed(report):
        return Table((first, "at least", "at most"), f"{align}rr", list(_pairs(rows)))
    if any(isinstance(value, Fraction) and not Number(value).is_long() for _, value in rows):
        second = "" if exactly == rounded else rounded
        return Table((first, exactly, second), f"{align}rr", list(_pairs(rows)))
    alone = [
        (label, Number(value, short_decimal(value)) if isinstance(value, Fraction) else str(value))
        for label, value in rows
    ]
    return Table((first, rounded), f"{align}r", alone)


def _pairs(rows: Iterable[tuple[str, Amount | str]]) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for each number: exact and decimal, or its bounds."""
    for label, value in rows:
        if isinstance(value, Bounds):
            yield (label, *map(_short_zeros, outward(value)))
        elif isinstance(value, Fraction):
            yield label, number(value), short_decimal(value)
        else:
            yield label, "-", value


def _enclosed(report: SessionReport) -> bool:
    return isinstance(report.result, Enclosed) or isinstance(report.survived, Bounds)


def _title(report: SessionReport) -> str:
    subject = report.subject
    if isinstance(subject, Portfolio):
        bets = [f"{part.name} at {exact(part.answer.ticket.stake)}" for part in subject.parts]
    else:
        odds = f" with odds {subject.schedule.text}" if subject.schedule else ""
        bets = [f"{subject.model.bet.id} at {exact(subject.ticket.stake)}{odds}"]
    return f"A session of {', '.join(bets)}"


def _under(report: SessionReport) -> str:
    """Return the line that says what the numbers are about."""
    first, question, stops = _answers(report)[0], report.question, report.question.stops
    amounts = {
        "bankroll": stops.bankroll,
        "target": stops.target,
        "stop-win": stops.stop_win,
        "stop-loss": stops.stop_loss,
    }
    said = [f"{name} {exact(amount)}" for name, amount in amounts.items() if amount is not None]
    if question.decisions is not None:
        most = "at most " if said else ""
        said.append(most + _counted(question.decisions, "decision"))
    if question.rolls is not None:
        said.append(_counted(question.rolls, "roll"))
    if question.bankroll_for is not None:
        said.append(_counted(question.bankroll_for, "decision"))
    rules = f"rules {first.model.rules.id}, paytable {first.paytable.id}"
    return "; ".join([rules, *given_all(_answers(report), edges=False), ", ".join(said)])


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def _figures(report: SessionReport) -> Iterator[tuple[str, Amount]]:
    """Yield the lines of text with their numbers."""
    question, stops = report.question, report.question.stops
    unlimited = isinstance(report.result, Session | Enclosed) and report.result.decisions is None
    names = {
        "ahead": "ahead at the end",
        "even": "even",
        "behind": "behind",
        "undecided": "a bet still undecided",
        "target_first": "stop-win first" if stops.target is None else "target first",
        "ruin_first": "stop-loss first" if stops.by_stop_loss(report.game) else "ruin first",
        "unstopped": "stopped by neither",
        "survived": f"not ruined within {_counted(question.survive or 0, 'decision')}",
        "needed_bankroll": "smallest bankroll",
        "risk": "risk of ruin allowed",
        "ruined": "risk of ruin with it",
        "expected_decisions": "expected decisions",
        "expected_rolls": "expected rolls",
        "expected_net": "expected net win",
    }
    numbers = _numbers(report)
    if unlimited:  # then to be ahead is to have reached the target
        numbers = {k: v for k, v in numbers.items() if k not in ("ahead", "even", "behind")}
    for name, label in names.items():
        if (value := numbers.get(name)) is not None:
            yield label, value


def _deviations(report: SessionReport) -> Iterator[tuple[str, str]]:
    numbers = _numbers(report)
    for name, label in (
        ("variance", "standard deviation of the net win"),
        ("variance_decisions", "standard deviation of the decisions"),
    ):
        variance = numbers.get(name)
        if isinstance(variance, Fraction):
            yield label, square_root_decimal(variance)


def _short_zeros(text: str) -> str:
    """Return a decimal that is mostly zeros as a power of ten that it is below."""
    digits = text.removeprefix("0.")
    if len(text) <= _LONGEST_DECIMAL or digits == text:
        return text
    zeros = len(digits) - len(digits.lstrip("0"))
    return f"<10^-{zeros}" if digits.lstrip("0") else "0"


def _distribution(report: SessionReport, final: NetWin) -> Block:
    what = "net win" if report.question.stops.bankroll is None else "final bankroll"
    if len(final) > _MOST_ROWS:
        listed = ": --json lists them" if final.digits <= _MOST_DIGITS else ", too long to list"
        return Text(f"{len(final):,} different amounts of the {what} at the end{listed}")
    rows = [(exact(amount), value) for amount, value in _amounts(report, final)]
    return _table(report, what, rows, "r", ("probability", "probability"))


def notes(report: SessionReport) -> list[str]:
    """Return what the numbers of a report rest on."""
    lines = [*_play_notes(report), *_result_notes(report), *assumptions(_answers(report))[1:]]
    lines += on_stakes(_answers(report))
    for answer in _answers(report):
        lines += _bet_notes(answer, goes_on=isinstance(report.result, AfterRolls))
    return list(dict.fromkeys(lines))


def _play_notes(report: SessionReport) -> Iterator[str]:
    """Yield how the session is played."""
    again = "when it is decided"
    if isinstance(report.subject, Portfolio):
        again = "when all are decided"
        if report.subject.until == "roll":
            again = "after every roll; what is undecided comes down"
    yield f"flat stakes: each bet is made again, at the same stake, {again}"
    if report.question.stops.bankroll is not None or report.needed is not None:
        cost = exact(report.game.cost)
        yield f"ruin: less is left than a bet takes, {cost}; after the last bet too"
    if isinstance(report.result, After):
        yield "nothing stops the session: as if the bankroll had no end"
    if isinstance(report.result, AfterRolls):
        yield (
            "nothing stops the session; a bet that is undecided after the last roll counts as its"
            " stake, neither won nor lost"
        )
    if report.game.expected_rolls is not None:
        rolls = report.game.expected_rolls
        yield f"expected rolls of a decision: {inline(rolls)}"


def _result_notes(report: SessionReport) -> Iterator[str]:
    """Yield what has been left out, and what bounds are."""
    final, bits = _final(report), report.question.bits
    if any(number is None for _, number in report.quantiles):
        yield "the decisions that are not given take too many steps to find"
    if isinstance(report.result, After) and final is None:
        yield "the distribution of the net win is too long to be found"
    if bits is not None:
        yield (
            f"proven bounds, from numbers of {bits:,} bits: each number lies between the two that"
            " are given; more bits bring them closer"
        )


def _bet_notes(answer: Valued, *, goes_on: bool) -> Iterator[str]:
    """Yield what has been chosen for a bet that could have been another."""
    model = answer.model
    if len(model.wager.readings) > 1:
        names = ", ".join(reading.name for reading in model.wager.readings)
        yield f"{model.bet.id} as in reading '{model.reading.name}', of {names}"
    if answer.paid.commission:
        yield f"commission on {model.bet.id}: {answer.paid.commission}"
    waits = model.off or model.wager.when not in ("any", "unstated", "come-out")
    if waits and goes_on and model.wager.when != "new-shooter" and model.stands is None:
        yield (
            f"the table goes on, at first from '{model.where}': {model.bet.id} is made again once"
            " it is decided and can be made"
        )
    elif waits:
        yield (
            f"each bet on {model.bet.id} is made with the table as it was for the first, from"
            f" '{model.where}'; rolls until it stands so again are not counted"
        )
    if model.rules.prices is None and answer.paytable.id == "customary":
        yield f"{model.rules.id} prints no prices: valued at customary ones, not law"
