"""How results show themselves: as a table in a notebook, and at a terminal that has rich.

This room alone imports rich, and only when rich asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from oddscalc._exact.numbers import decimal, exact, percent
from oddscalc._money.valuation import HouseEdge, Value

if TYPE_CHECKING:
    from rich.table import Table


MOST_ROWS = 100
"""Outcomes of a table; a bet of one's own may tell thousands apart."""

LONGEST, LONG = 24, "(long)"
"""Characters of a number that has room at a terminal, and what stands there for a longer one."""


@dataclass(frozen=True)
class Figure:
    """A quantity with its exact value (None if it is irrational) and that as a decimal."""

    label: str
    exact: Fraction | None
    decimal: str

    def cells(self) -> tuple[str, str, str]:
        """Return the figure as the cells of a row."""
        return self.label, "" if self.exact is None else exact(self.exact), self.decimal


def edge_figures(name: str, edge: HouseEdge | None) -> list[Figure]:
    """Return the three edges, in percent; those that do not exist are left out."""
    if edge is None:
        return []
    named = {
        "per bet made": edge.per_bet_made,
        "per bet resolved": edge.per_bet_resolved,
        "per roll": edge.per_roll,
    }
    return [
        Figure(f"{name} {definition}", value, percent(value))
        for definition, value in named.items()
        if value is not None
    ]


def figures(value: Value) -> list[Figure]:
    """Return every figure of *value* that exists, per unit staked.

    >>> from oddscalc import edge
    >>> figures(edge("pass")[0].value)[0].cells()
    ('house edge per bet made', '7/495', '1.414141414%')
    """
    usual, *others = value.bases
    name = "house edge" if usual.name == "stake" else f"edge over {usual.name}"
    found = edge_figures(name, value.house_edge)
    for basis in others:
        found += edge_figures(f"edge over {basis.name}", value.edge_over(basis))
    named = {
        "expected value": value.expected_value,
        "return to player": value.rtp,
        "hit frequency": value.hit_frequency,
        "variance": value.variance,
    }
    found += [
        Figure(label, number, decimal(number))
        for label, number in named.items()
        if number is not None
    ]
    if value.sd is not None:
        found.append(Figure("standard deviation", None, value.sd))
    return [*found, Figure("expected rolls", value.expected_rolls, decimal(value.expected_rolls))]


def value_sheet(title: str, value: Value) -> Sheet:
    """Return *value* as a table: outcomes with their net wins per unit staked, then figures."""
    shown = value.payoffs[:MOST_ROWS]
    rows: list[tuple[str, ...]] = [
        (
            str(payoff.outcome),
            exact(payoff.probability),
            decimal(payoff.probability),
            "" if payoff.net is None else exact(payoff.net),
        )
        for payoff in shown
    ]
    rows += more_rows(len(value.payoffs), columns=4)
    rows += [(*figure.cells(), "") for figure in figures(value)]
    return Sheet(title, ("", "exact", "decimal", "net"), rows)


def more_rows(count: int, columns: int) -> list[tuple[str, ...]]:
    """Return a row that tells how many of *count* rows are left out; none if all are shown."""
    if count <= MOST_ROWS:
        return []
    return [(f"... and {count - MOST_ROWS:,} more", *[""] * (columns - 1))]


@dataclass(frozen=True)
class Sheet:
    """A table of finished text: the first column is left, all others right.

    >>> print(Sheet("Edges", ("bet", "edge"), [("pass", "7/495")]).html())
    <table><caption>Edges</caption>
    <thead><tr><th scope="col">bet</th><th scope="col">edge</th></tr></thead>
    <tbody>
    <tr><th scope="row">pass</th><td>7/495</td></tr>
    </tbody></table>
    """

    title: str
    headers: Sequence[str]
    rows: Sequence[Sequence[str]]

    def html(self) -> str:
        """Return the table as HTML, with every text escaped."""
        heads = "".join(f'<th scope="col">{escape(header)}</th>' for header in self.headers)
        lines = [
            f"<table><caption>{escape(self.title)}</caption>",
            f"<thead><tr>{heads}</tr></thead>",
            "<tbody>",
        ]
        for name, *cells in self.rows:
            row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            lines.append(f'<tr><th scope="row">{escape(name)}</th>{row}</tr>')
        return "\n".join([*lines, "</tbody></table>"])

    def rich(self) -> Table:
        """Return the table for rich to print; words in brackets are no markup."""
        from rich.box import SIMPLE
        from rich.table import Table
        from rich.text import Text

        table = Table(title=Text(self.title), title_justify="left", box=SIMPLE)
        if any(len(cell) > LONGEST for row in self.rows for cell in row[1:]):
            table.caption = Text(f"{LONG}: a fraction of over {LONGEST} characters; value has it")
        for number, header in enumerate(self.headers):
            table.add_column(Text(header), justify="right" if number else "left", overflow="fold")
        for name, *cells in self.rows:
            shown = (cell if len(cell) <= LONGEST else LONG for cell in cells)
            table.add_row(*map(Text, (name, *shown)))
        return table
