"""Answers as text for people: a card for one bet, a table for several; Markdown, HTML, CSV."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from oddscalc.numbers import decimal, exact, fixed, integer_text, percent
from oddscalc.paytables.price import Price
from oddscalc.publish.contract import cost_per_hour
from oddscalc.publish.grid import csv_text, grid, inert
from oddscalc.publish.notes import assumptions, notes
from oddscalc.query import Answer
from oddscalc.valuation import HouseEdge

WIDTH = 80
_LONGEST_EXACT = 24  # characters of a fraction that fit a table
_MOST_OUTCOMES = 100  # rows of a card; a bet of one's own may tell thousands apart
_FOLLOWING = (
    "P(",
    "win, total",
    "house edge",
    "edge over",
    "expected rolls",
)  # longer ones follow below it


@dataclass(frozen=True)
class Showing:
    """What a card shows beside the exact numbers.

    Args:
        probability: ``decimal``, ``percent``, ``against``, ``one-in``, or ``fraction`` for nothing.
        rolls_per_hour: for the expected cost per hour; None leaves it out.
    """

    probability: str = "decimal"
    rolls_per_hour: Fraction | None = None


def cards(answers: Sequence[Answer], showing: Showing | None = None) -> str:
    """Return the answers one below the other, each with all it has."""
    return "\n\n".join(_card(answer, showing or Showing()) for answer in answers)


def shown_probability(probability: Fraction, how: str) -> str:
    """Return *probability* in a form of ``Showing``.

    >>> shown_probability(Fraction(1, 9), "against"), shown_probability(Fraction(1, 9), "one-in")
    ('8 to 1', '1 in 9')
    """
    if how == "fraction":
        return ""
    if how == "percent":
        return percent(probability)
    if how == "decimal":
        return decimal(probability)
    if probability == 0:
        return "never"
    if how == "against":
        return f"{decimal((1 - probability) / probability)} to 1"
    return f"1 in {decimal(1 / probability)}"


def _card(answer: Answer, showing: Showing) -> str:
    model, value = answer.model, answer.value
    reading = f", reading '{model.reading.name}'" if len(model.wager.readings) > 1 else ""
    long: dict[Fraction, str] = {}

    def shown(label: str, number: Fraction | None) -> str:
        if number is None:
            return "-"
        text = exact(number)
        if len(text) <= _LONGEST_EXACT:
            return text
        if not label.startswith(_FOLLOWING):
            return "see --json"
        long.setdefault(number, label)
        return "(below)"

    outcomes = [
        [
            str(payoff.outcome),
            shown(f"P({payoff.outcome})", payoff.probability),
            shown_probability(payoff.probability, showing.probability),
            "-" if payoff.net is None else price_text(price),
            "-" if payoff.net is None else exact(payoff.net),
        ]
        for payoff, price in zip(value.payoffs, answer.paid.prices, strict=True)
    ]
    figures = [
        [label, shown(label, number), text] for label, number, text in _figures(answer) if text
    ]
    if showing.rolls_per_hour is not None and (
        cost := cost_per_hour(answer, showing.rolls_per_hour)
    ):
        label = f"cost per hour of {exact(showing.rolls_per_hour)} rolls"
        figures.append([label, shown(label, cost), decimal(cost)])
    hidden = len(outcomes) - _MOST_OUTCOMES
    against = "against" if showing.probability == "against" else ""
    parts = [
        f"{model.bet.name} ({model.bet.id}){reading}",
        *textwrap.wrap(_under(answer), WIDTH - 1),
        "",
        grid(
            ["outcome", "probability", against, "pays", "net"],
            outcomes,
            "lrrll",
            "text",
        ),
        "",
        grid(["", "exact", "decimal"], figures, "lrr", "text"),
    ]
    if long:
        parts += [
            "",
            "exact values",
            *(_wrapped(f"{label} = {exact(x)}") for x, label in long.items()),
        ]
    parts += ["", "notes", *(_bullet(note) for note in notes(answer))]
    return "\n".join(parts)


def _under(answer: Answer) -> str:
    """Return the line under a card's name."""
    ticket = answer.ticket
    parts = [f"rules {answer.model.rules.id}, paytable {answer.paytable.id}"]
    if answer.schedule is not None:
        parts.append(f"odds {answer.schedule.text}")
    if ticket.given:
        how = "" if ticket.rounding == "exact" else f", {ticket.rounding} to {exact(ticket.unit)}"
        parts.append(f"stake {exact(ticket.stake)}{how}")
    return "; ".join([*parts, "money per unit staked"])


def _figures(answer: Answer) -> list[tuple[str, Fraction | None, str]]:
    """Return label, exact value and printed decimal; an empty text leaves the line out."""
    value = answer.value
    lines: list[tuple[str, Fraction | None, str]] = []
    if len(value.payoffs) > 2:
        for name, number in (("win", value.win), ("lose", value.lose), ("push", value.push)):
            lines.append((f"{name}, total", number, decimal(number) if number else ""))
    usual, *others = value.bases
    name = "house edge" if usual.name == "stake" else f"edge over {usual.name}"
    lines += _edge_lines(name, value.house_edge)
    for basis in others:
        lines += _edge_lines(f"edge over {basis.name}", value.edge_over(basis))
    for name, figure in (
        ("expected value", value.expected_value),
        ("return to player", value.rtp),
        ("hit frequency", value.hit_frequency),
        ("variance", value.variance),
    ):
        lines.append((name, figure, "" if figure is None else decimal(figure)))
    lines.append(("standard deviation", None, value.sd or ""))
    lines.append(("expected rolls", value.expected_rolls, decimal(value.expected_rolls)))
    return lines


def _edge_lines(name: str, edge: HouseEdge | None) -> list[tuple[str, Fraction | None, str]]:
    if edge is None:
        return []
    lines: list[tuple[str, Fraction | None, str]] = [
        (f"{name} per bet made", edge.per_bet_made, percent(edge.per_bet_made)),
        (f"{name} per roll", edge.per_roll, percent(edge.per_roll)),
    ]
    if edge.per_bet_resolved is not None:
        resolved = (f"{name} per bet resolved", edge.per_bet_resolved)
        lines.insert(1, (*resolved, percent(edge.per_bet_resolved)))
    return lines


def price_text(price: Price | None) -> str:
    """Return *price* in both notations; true odds as they are; nothing if there is none."""
    if price is None:
        return ""
    return str(price) if price.is_true_odds else price.both()


def table(answers: Sequence[Answer], form: str) -> str:
    """Return one row for each answer as ``text``, ``md`` or ``html``; percentages to 4 places."""
    headers = ["bet", "edge made", "made %", "resolved", "per roll", "rolls"]
    drawn = grid(headers, [_row(answer) for answer in answers], "lrrrrr", form)
    lines = assumptions(answers)
    if form == "html":
        return "\n".join([*(f"<p>{escape(line)}</p>" for line in lines), drawn])
    lines.append(
        "house edge per bet made, exactly and in percent; per bet resolved and per roll in percent;"
        " expected rolls. All exact values and notes: --json, or name one bet."
    )
    if form == "md":
        return "\n\n".join([*lines, drawn])
    wrapped = [part for line in lines for part in textwrap.wrap(line, WIDTH - 1)]
    return "\n".join([*wrapped, "", drawn])


def _row(answer: Answer) -> list[str]:
    model, value = answer.model, answer.value
    edge = value.house_edge
    several = len(model.wager.readings) > 1
    name = f"{model.bet.id} ({model.reading.name})" if several else model.bet.id
    if edge is None:
        return [name, *["no price"], "-", "-", "-", fixed(value.expected_rolls, 4)]
    made = exact(edge.per_bet_made)
    return [
        name,
        made if len(made) <= 12 else "see --json",
        fixed(edge.per_bet_made * 100, 4),
        "-" if edge.per_bet_resolved is None else fixed(edge.per_bet_resolved * 100, 4),
        fixed(edge.per_roll * 100, 4),
        fixed(value.expected_rolls, 4),
    ]


_CSV_NUMBERS = (
    *("win", "lose", "push", "expected_value", "variance", "hit_frequency", "rtp"),
    *("edge_per_bet_made", "edge_per_bet_resolved", "edge_per_roll", "expected_rolls"),
)


def table_csv(answers: Sequence[Answer]) -> str:
    """Return one row for each answer, exact numbers as numerator and denominator.

    A cell with ``5/11`` would open as a date in a spreadsheet.
    """
    return csv_text(answer_headers(), [answer_cells(answer) for answer in answers])


def answer_headers() -> list[str]:
    """Return the csv headings of an answer."""
    numbers = [f"{name}_{part}" for name in _CSV_NUMBERS for part in ("num", "den", "decimal")]
    return ["bet", "name", "rules", "reading", "paytable", "basis", *numbers, "sd", "notes"]


def answer_cells(answer: Answer) -> list[str]:
    """Return the csv cells of an answer."""
    model, value = answer.model, answer.value
    edge = value.house_edge
    edges = (edge.per_bet_made, edge.per_bet_resolved, edge.per_roll) if edge else (None,) * 3
    numbers = [value.win, value.lose, value.push, value.expected_value, value.variance]
    numbers += [value.hit_frequency, value.rtp, *edges, value.expected_rolls]
    cells = [model.bet.id, inert(model.bet.name), model.rules.id, model.reading.name]
    cells += [answer.paytable.id, value.bases[0].name]
    for number in numbers:
        if number is None:
            cells += ["", "", ""]
        else:
            parts = integer_text(number.numerator), integer_text(number.denominator)
            cells += [*parts, decimal(number)]
    return [*cells, value.sd or "", inert("; ".join(notes(answer)))]


def _bullet(text: str) -> str:
    return textwrap.fill(
        text, WIDTH - 1, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False
    )


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH - 1, subsequent_indent="    ", break_on_hyphens=False)
