"""The distribution of a net win with its moments, as JSON, CSV and text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Answer
from oddscalc._exact.numbers import decimal, exact
from oddscalc._money.netwin import NORMAL_KURTOSIS, NetWin
from oddscalc._show.grid import WIDTH, csv_text, grid
from oddscalc._show.words.contract import rational
from oddscalc._show.words.notes import notes
from oddscalc._show.words.rolls import short_decimal
from oddscalc.errors import RuleError

_LONGEST = 22  # characters of a fraction that fit a table
_LONG = "~"  # what stands for a longer one
_MOST_ROWS = 100


def net_win_of(answer: Answer) -> NetWin:
    """Return the distribution of the net win of *answer*.

    Raises:
        RuleError: an outcome has no price.
    """
    net_win = answer.value.net_win
    if net_win is None:
        raise RuleError(
            f"{answer.model.bet.id} has no price in {answer.paytable.id}, so it has no net win;"
            " give one with --pays"
        )
    return net_win


def net_object(answer: Answer, net_win: NetWin) -> dict[str, Any]:
    """Return the JSON object of one bet; net wins are per unit of flat stake.

    A stake and odds are in it only if they were given.
    """
    given: dict[str, Any] = {}
    if answer.ticket.given:
        given["stake"] = rational(answer.ticket.stake)
    if answer.schedule is not None:
        given["odds"] = answer.schedule.text
    return {
        "bet": answer.model.bet.id,
        "name": answer.model.bet.name,
        "rules": answer.model.rules.id,
        "reading": answer.model.reading.name,
        "paytable": answer.paytable.id,
        **given,
        **_distribution(net_win),
        "notes": notes(answer),
    }


def portfolio_net_object(found: Portfolio) -> dict[str, Any]:
    """Return the JSON object of a portfolio; net wins are in the money of the stakes."""
    first = found.parts[0].answer
    return {
        "bets": [
            {
                "bet": part.answer.model.bet.id,
                "reading": part.answer.model.reading.name,
                "stake": rational(part.answer.ticket.stake),
            }
            for part in found.parts
        ],
        "rules": first.model.rules.id,
        "paytable": first.paytable.id,
        "until": found.until,
        "staked": rational(found.staked),
        **_distribution(found.net_win),
    }


def _distribution(net_win: NetWin) -> dict[str, Any]:
    at_least, at_most = net_win.at_least, net_win.at_most
    return {
        "distribution": [
            {
                "net": rational(net),
                "probability": rational(probability),
                "at_least": rational(at_least[net]),
                "at_most": rational(at_most[net]),
            }
            for net, probability in net_win.probabilities.items()
        ],
        "expected_value": rational(net_win.mean),
        "variance": rational(net_win.variance),
        "sd": net_win.sd,
        "skewness": net_win.skewness,
        "kurtosis": rational(net_win.kurtosis),
        "excess_kurtosis": rational(net_win.excess_kurtosis),
    }


def as_csv(found: Sequence[tuple[str, str, NetWin]]) -> str:
    """Return distributions as CSV, a line for each net win of each bet under each reading."""
    headers = ["bet", "reading", "net", "net_decimal", "probability", "probability_decimal"]
    headers += ["at_least", "at_least_decimal", "at_most", "at_most_decimal"]
    rows = []
    for bet, reading, net_win in found:
        at_least, at_most = net_win.at_least, net_win.at_most
        for net, probability in net_win.probabilities.items():
            numbers = (net, probability, at_least[net], at_most[net])
            cells = (text for number in numbers for text in (exact(number), decimal(number)))
            rows.append([bet, reading, *cells])
    return csv_text(headers, rows)


def as_text(answer: Answer, net_win: NetWin) -> str:
    """Return the distribution of one bet for people at a terminal."""
    model, ticket = answer.model, answer.ticket
    reading = f", reading '{model.reading.name}'" if len(model.wager.readings) > 1 else ""
    under = [f"rules {model.rules.id}, paytable {answer.paytable.id}"]
    if answer.schedule is not None:
        under.append(f"odds {answer.schedule.text}")
    if ticket.given:
        how = "" if ticket.rounding == "exact" else f", {ticket.rounding} to {exact(ticket.unit)}"
        under.append(f"stake {exact(ticket.stake)}{how}")
    per = "staked" if answer.schedule is None else "of flat stake"
    lines = [
        f"{model.bet.name} ({model.bet.id}){reading}",
        *_wrap("; ".join([*under, f"money per unit {per}"])),
        *_body(net_win),
        "",
        "notes",
        *(line for note in notes(answer) for line in _wrap(f"- {note}", "  ")),
    ]
    return "\n".join(lines)


def portfolio_text(found: Portfolio) -> str:
    """Return the distribution of a portfolio for people at a terminal."""
    first = found.parts[0].answer
    bets = ", ".join(
        f"{exact(part.answer.ticket.stake)} on {part.answer.model.bet.id}" for part in found.parts
    )
    until = "until all are decided" if found.until == "all-decided" else "for one roll"
    head = f"{bets}, each made once, {until}; rules {first.model.rules.id}, paytable"
    return "\n".join([*_wrap(f"{head} {first.paytable.id}"), *_body(found.net_win)])


def _body(net_win: NetWin) -> Iterator[str]:
    """Yield the distribution and its moments."""
    at_least, at_most = net_win.at_least, net_win.at_most
    rows = [
        [_cell(net), _cell(probability), short_decimal(probability),
         short_decimal(at_least[net]), short_decimal(at_most[net])]
        for net, probability in list(net_win.probabilities.items())[:_MOST_ROWS]
    ]  # fmt: skip
    headers = ["net win", "probability", "", "at least", "at most"]
    yield from ("", grid(headers, rows, "rrrrr", "text"))
    hidden = len(net_win.probabilities) - len(rows)
    if hidden:
        yield f"... and {hidden:,} more net wins (--json)"
    figures = list(_figures(net_win))
    yield from ("", grid(["", "exact", "decimal"], figures, "lrr", "text"))
    if any(_LONG in row for row in (*rows, *figures)):
        yield from ("", f"{_LONG}: a fraction too long for a line; --json has it")


def _figures(net_win: NetWin) -> Iterator[list[str]]:
    yield ["expected value", _cell(net_win.mean), decimal(net_win.mean)]
    yield ["variance", _cell(net_win.variance), decimal(net_win.variance)]
    yield ["standard deviation", "-", net_win.sd]
    if net_win.skewness is None or net_win.kurtosis is None or net_win.excess_kurtosis is None:
        yield ["skewness, kurtosis", "-", "none: nothing varies"]
        return
    yield ["skewness", "-", net_win.skewness]
    yield [f"kurtosis (normal: {NORMAL_KURTOSIS})", _cell(net_win.kurtosis),
           decimal(net_win.kurtosis)]  # fmt: skip
    yield ["excess kurtosis (normal: 0)", _cell(net_win.excess_kurtosis),
           decimal(net_win.excess_kurtosis)]  # fmt: skip


def _cell(number: Fraction) -> str:
    text = exact(number)
    return text if len(text) <= _LONGEST else _LONG


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH - 1, subsequent_indent=indent, break_on_hyphens=False)
