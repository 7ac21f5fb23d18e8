"""One answer as a card with all it has, for people at a terminal of 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._ask.query import Answer
from oddscalc._exact.numbers import decimal, exact, percent
from oddscalc._money.price import Price
from oddscalc._money.valuation import HouseEdge
from oddscalc._show.grid import WIDTH, grid
from oddscalc._show.words.contract import cost_per_hour
from oddscalc._show.words.notes import notes

_LONGEST_EXACT = 24  # characters of a fraction that fit a table; longer ones follow below it
_MOST_OUTCOMES = 100  # rows of a card; a bet of one's own may tell thousands apart


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


class _Below:
    """The fractions of a card that are too long for its tables and follow below them."""

    def __init__(self) -> None:
        self.numbers: dict[Fraction, str] = {}

    def cell(self, label: str, number: Fraction | None) -> str:
        """Return *number* for a table, or a hint that it follows under *label*."""
        if number is None:
            return "-"
        text = exact(number)
        if len(text) <= _LONGEST_EXACT:
            return text
        self.numbers.setdefault(number, label)
        return "(below)"


def _card(answer: Answer, showing: Showing) -> str:
    model, below = answer.model, _Below()
    reading = f", reading '{model.reading.name}'" if len(model.wager.readings) > 1 else ""
    against = "against" if showing.probability == "against" else ""
    outcomes = _outcomes(answer, showing, below)
    hidden = len(answer.value.payoffs) - len(outcomes)
    figures = [
        [label, below.cell(label, number), text]
        for label, number, text in _figures(answer, showing)
        if text
    ]
    parts = [
        f"{model.bet.name} ({model.bet.id}){reading}",
        *textwrap.wrap(_under(answer), WIDTH - 1),
        "",
        grid(["outcome", "probability", against, "pays", "net"], outcomes, "lrrll", "text"),
        *([f"... and {hidden:,} more outcomes (--json)"] if hidden else []),
        "",
        grid(["", "exact", "decimal"], figures, "lrr", "text"),
    ]
    if below.numbers:
        lines = [_wrapped(f"{label} = {exact(x)}") for x, label in below.numbers.items()]
        parts += ["", "exact values", *lines]
    parts += ["", "notes", *(_bullet(note) for note in notes(answer))]
    return "\n".join(parts)


def _outcomes(answer: Answer, showing: Showing, below: _Below) -> list[list[str]]:
    """Return a row for each outcome, up to a limit."""
    pairs = list(zip(answer.value.payoffs, answer.paid.prices, strict=True))
    return [
        [
            str(payoff.outcome),
            below.cell(f"P({payoff.outcome})", payoff.probability),
            shown_probability(payoff.probability, showing.probability),
            "-" if payoff.net is None else price_text(price),
            "-" if payoff.net is None else exact(payoff.net),
        ]
        for payoff, price in pairs[:_MOST_OUTCOMES]
    ]


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


def _figures(answer: Answer, showing: Showing) -> list[tuple[str, Fraction | None, str]]:
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
    if showing.rolls_per_hour is not None:
        cost = cost_per_hour(answer, showing.rolls_per_hour)
        label = f"cost per hour of {exact(showing.rolls_per_hour)} rolls"
        lines.append((label, cost, "" if cost is None else decimal(cost)))
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


def _bullet(text: str) -> str:
    return textwrap.fill(
        text, WIDTH - 1, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False
    )


def _wrapped(text: str) -> str:
    return textwrap.fill(text, WIDTH - 1, subsequent_indent="    ", break_on_hyphens=False)
