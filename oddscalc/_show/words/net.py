"""The distribution of a net win with its moments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Valued
from oddscalc._exact.numbers import decimal, exact
from oddscalc._money.valuation import Value
from oddscalc._show.document import (
    MOST_ROWS,
    Block,
    Document,
    Figure,
    Records,
    Section,
    Table,
    figures,
    left_out,
    number,
    short_decimal,
)
from oddscalc._show.words.contract import about, numbers, rational
from oddscalc._show.words.drawings import NETS, net_drawings
from oddscalc._show.words.figures import quantities
from oddscalc._show.words.headings import asked, heading
from oddscalc._show.words.notes import notes
from oddscalc._show.words.portfolio import (
    assumed,
    portfolio_notes,
    portfolio_object,
    together,
)
from oddscalc.errors import RuleError

_TITLE = "Distribution of the net win"
_COLUMNS = ("net", "probability", "at_least", "at_most")


def document(answers: Sequence[Valued]) -> Document:
    """Return the distributions of *answers*; net wins are per unit of flat stake.

    Raises:
        RuleError: an outcome has no price.
    """
    for answer in answers:
        if answer.value.net_win is None:
            raise RuleError(
                f"{answer.model.bet.id} has no price in {answer.paytable.id}, so it has no net win;"
                " give one with --pays",
                code="no-price",
            )
    return Document(
        _TITLE,
        schema="net",
        sections=lambda: [_section(answer) for answer in answers],
        data=lambda: [_object(answer) for answer in answers],
        records=lambda: _records(
            {(valued.model.bet.id, valued.model.reading.name): valued.value for valued in answers}
        ),
    )


def portfolio_document(portfolio: Portfolio) -> Document:
    """Return the distribution of bets made together; net wins are in the money of the stakes."""
    bets = ", ".join(
        f"{exact(item.answer.ticket.stake)} on {item.name}" for item in portfolio.parts
    )
    named = " + ".join(part.name for part in portfolio.parts)
    return Document(
        _TITLE,
        schema="net",
        sections=lambda: [
            Section(
                "",
                [together(portfolio, bets), *assumed(portfolio)],
                list(distribution_blocks(portfolio.value, "Net win")),
                portfolio_notes(portfolio),
            )
        ],
        data=lambda: {
            **portfolio_object(portfolio),
            **distribution_object(portfolio.value),
            "notes": portfolio_notes(portfolio),
        },
        records=lambda: _records({(named, ""): portfolio.value}),
    )


def _object(answer: Valued) -> dict[str, Any]:
    """Return the JSON object of one bet; a stake and odds are in it only if they were given."""
    given: dict[str, Any] = {}
    if answer.ticket.given:
        given["stake"] = rational(answer.ticket.stake)
    if answer.schedule is not None:
        given["odds"] = answer.schedule.text
    return {
        **about(answer),
        **given,
        **distribution_object(answer.value),
        "notes": notes(answer),
    }


def distribution_object(value: Value) -> dict[str, Any]:
    """Return the distribution of the net win with its moments, for JSON."""
    return {
        "distribution": [
            dict(zip(_COLUMNS, map(rational, row), strict=True)) for row in _rows(value)
        ],
        **numbers(value, "expected_value", "variance", "sd"),
        **numbers(value, "skewness", "kurtosis", "excess_kurtosis"),
    }


def _rows(value: Value) -> list[tuple[Fraction, ...]]:
    """Return each net win, its probability, that of it or more, that of it or less."""
    assert value.net_win is not None
    at_least, at_most = value.net_win.at_least, value.net_win.at_most
    return [
        (net, probability, at_least[net], at_most[net])
        for net, probability in value.net_win.probabilities.items()
    ]


def _records(values: Mapping[tuple[str, str], Value]) -> Records:
    """Return a row for each net win of each bet under each reading."""
    headers = [header for name in _COLUMNS for header in (name, f"{name}_decimal")]
    rows = [
        [*named, *(text for cell in row for text in (exact(cell), decimal(cell)))]
        for named, value in values.items()
        for row in _rows(value)
    ]
    return Records(["bet", "reading", *headers], rows)


def _section(answer: Valued) -> Section:
    per = "staked" if answer.schedule is None else "of flat stake"
    under = [f"{asked(answer)}; money per unit {per}"]
    return Section(
        heading(answer.model), under, list(distribution_blocks(answer.value)), notes(answer)
    )


def distribution_blocks(value: Value, title: str = NETS) -> Iterator[Block]:
    """Yield the distribution of the net win, its moments, and its chart under the *title*."""
    rows = _rows(value)
    cells = [
        (number(net), number(probability), *map(short_decimal, (probability, *sums)))
        for net, probability, *sums in rows[:MOST_ROWS]
    ]
    headers = ("net win", "probability", "", "at least", "at most")
    yield Table(headers, "rrrrr", cells, left_out(rows, "net wins"))
    yield figures(_figures(value))
    yield from net_drawings(value.net_win, title)


def _figures(value: Value) -> Iterator[Figure]:
    yield from quantities(value, "expected_value", "variance", "sd")
    if value.variance:
        yield from quantities(value, "skewness", "kurtosis", "excess_kurtosis")
    else:
        yield Figure("skewness, kurtosis", None, "none: nothing varies")
