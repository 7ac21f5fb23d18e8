"""The page of figures that others have printed, with our exact values and the verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any
from urllib.parse import urlsplit

from oddscalc._exact.numbers import exact
from oddscalc._exact.printed import PUBLISHED, REPRODUCED, parse_print
from oddscalc._exact.values import Exact
from oddscalc._show.document import Records, Table
from oddscalc._show.words.contract import rational
from oddscalc._show.writers.csv import inert
from oddscalc._tables.figures import VERDICTS, Check, PrintedFigure, counts, shipped
from oddscalc._tables.page import Page, short

_PLAIN = re.compile(r"-\d+(\.\d+)?")

_MEANING = dict(
    zip(
        VERDICTS,
        (
            "the exact value, rounded to the digits that are printed",
            "the exact value, its further digits dropped instead of rounded",
            "not the exact value",
            "a rule, a price, an observation, a simulation or an approximation",
            "a claim that cannot be asked here yet",
        ),
        strict=True,
    )
)

HEADERS = (
    *("id", "part", "figure", "printed", "source", "bets", "options", "asks", "reads"),
    *("value_num", "value_den", "value_decimal", "square_num", "square_den", "rounded_alike"),
    *("verdict", "why"),
)


def published_page() -> Page:
    """Return the page of printed figures."""
    figures = shipped()
    return Page(
        name="published",
        title="Figures printed by others",
        text=(
            f"{len(figures)} figures of craps from books, articles, pages and programs, each beside"
            " the exact value that the same question has here. Value and verdict are computed."
            " Values are as printed: with a minus where a loss is, in dollars where a stake is"
            " named; a decimal marked ~ stands for a root, or for a fraction too long to print.",
            "In the csv and json files all values are whole; a root is given by its square.",
        ),
        tables=(_summary(figures), _figures(figures)),
        after=[_remark(figure) for figure in figures if figure.why],
        records=Records(HEADERS, [row for figure in figures for row in _rows(figure)]),
        objects=[_object(figure) for figure in figures],
        proven=list(
            {
                id(answer): answer
                for figure in figures
                for check in figure.checks
                for answer in check.answered
            }.values()
        ),
    )


def _summary(figures: Sequence[PrintedFigure]) -> Table:
    rows = [[verdict, str(count), _MEANING[verdict]] for verdict, count in counts(figures)]
    return Table(["verdict", "figures", "the print is"], "lrl", rows)


def _figures(figures: Sequence[PrintedFigure]) -> Table:
    rows = []
    for figure in figures:
        values = dict.fromkeys(_short(check.value) for check in figure.checks)
        verdict = figure.verdict if figure.verdict == REPRODUCED else f"**{figure.verdict}**"
        rows.append(
            [
                figure.id,
                figure.says,
                f"`{figure.printed}`",
                _link(figure.source),
                "; ".join(values) or "-",
                verdict if figure.claim else figure.verdict,
            ]
        )
    return Table(["id", "figure", "printed", "source", "exact value", "verdict"], "llllrl", rows)


def _short(value: Exact) -> str:
    return f"~{value.decimal}" if value.root else short(value.number)


def _link(source: str) -> str:
    """Return a link to *source*, under the name of its site; what is no address, as it is.

    >>> _link("https://www.example.com/a/b")
    '[example.com](https://www.example.com/a/b)'
    """
    host = urlsplit(source).netloc.removeprefix("www.").rstrip(".")
    return f"[{host}]({source})" if host else source


def _remark(figure: PrintedFigure) -> str:
    ours = ""
    if figure.claim and figure.verdict != REPRODUCED:
        ours = f"; rightly {', '.join(dict.fromkeys(_likewise(figure.checks)))}"
    return f"**{figure.id}** ({figure.verdict}{ours}): {figure.why}"


def _likewise(checks: Sequence[Check]) -> Iterator[str]:
    """Yield the exact value of each number that is not reproduced, printed like the print."""
    for check in checks:
        for text, verdict in zip(check.reads, check.verdicts, strict=True):
            if verdict != REPRODUCED:
                yield parse_print(text, PUBLISHED).likewise(check.value)


def _rows(figure: PrintedFigure) -> Iterator[list[str]]:
    start = [figure.says, _safe(figure.printed), figure.source]
    end = [figure.verdict, figure.why]
    if not figure.checks:
        yield [figure.id, "", *start, *[""] * 10, *end]
    for part, check in enumerate(figure.checks, start=1):
        alike = [parse_print(text, PUBLISHED).likewise(check.value) for text in check.reads]
        asked = [_bets(check), _options(check), str(check.question), _safe("; ".join(check.reads))]
        cells = [*asked, *_numbers(check.value), _safe("; ".join(alike))]
        yield [figure.id, str(part), *start, *cells, *end]


def _bets(check: Check) -> str:
    if "stakes" in check.asked:
        return " ".join(f"{bet}:{stake}" for bet, stake in check.asked["stakes"].items())
    return " ".join(check.asked["bets"])


def _options(check: Check) -> str:
    """Return the options of the query as on the command line."""
    parts = []
    for key, value in check.asked.items():
        if key not in ("bets", "stakes"):
            parts += [f"{key}: {text}" for text in ([value] if isinstance(value, str) else value)]
    return "; ".join(parts)


def _numbers(value: Exact) -> list[str]:
    """Return numerator, denominator and decimal; of a root the decimal, and those of its square."""
    number = [exact(Fraction(part)) for part in value.number.as_integer_ratio()]
    return ["", "", value.decimal, *number] if value.root else [*number, value.decimal, "", ""]


def _safe(text: str) -> str:
    """Return a print such that no spreadsheet changes it; a plain negative number is left alone.

    >>> _safe("-0.5"), _safe("-7/495")
    ('-0.5', "'-7/495")
    """
    return text if _PLAIN.fullmatch(text) else inert(text)


def _object(figure: PrintedFigure) -> dict[str, Any]:
    return {
        "id": figure.id,
        "figure": figure.says,
        "printed": figure.printed,
        "source": figure.source,
        "verdict": figure.verdict,
        "why": figure.why or None,
        "checks": [
            {
                "query": dict(check.asked),
                "asks": str(check.question),
                "value": None if check.value.root else rational(check.value.number),
                "square": rational(check.value.number) if check.value.root else None,
                "decimal": check.value.decimal,
                "reads": [
                    {
                        "print": text,
                        "rounded_alike": parse_print(text, PUBLISHED).likewise(check.value),
                        "verdict": verdict,
                    }
                    for text, verdict in zip(check.reads, check.verdicts, strict=True)
                ],
            }
            for check in figure.checks
        ],
    }
