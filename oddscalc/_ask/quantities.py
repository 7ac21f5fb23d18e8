"""The registry of quantities: each number of an answer once, with its name and its definition.

What is printed, claimed, checked, compared or proven of an answer is taken from here. All are of
a ``Value``: per unit of flat stake if it is a bet's, in money if it is a portfolio's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._exact.numbers import percent
from oddscalc._exact.values import Exact
from oddscalc._money.netwin import NetWin
from oddscalc._money.valuation import HouseEdge, Value

PROBABILITY = "a probability"
NET = "money per unit staked"
SQUARED = "money squared, per unit staked"
SHARE = "a share of the basis"
ROLLS = "rolls"
NUMBER = "a number without a unit"


@dataclass(frozen=True)
class Quantity:
    """One number of an answer.

    Args:
        key: as JSON names it.
        name: as tables name it.
        unit: what it is counted in.
        of: how it is had; None where it does not exist. Of a root, the square with its sign.
        definition: what it is, in one sentence.
        root: whether it is a square root, which is printed as a decimal only.
        basis: of an edge, what it is a share of.
        word: the one word for it, by which a claim names it; the key unless it is given.

    >>> from oddscalc import edge
    >>> dont_pass = edge("dont-pass").value
    >>> QUANTITIES["push"].of(dont_pass), QUANTITIES["sd"].text(dont_pass)
    (Fraction(1, 36), '0.9859189986')
    >>> made, *_ = EDGES["stake"]
    >>> made.name, made.text(dont_pass)
    ('per bet made', '1.363636364%')
    """

    key: str
    name: str
    unit: str
    of: Callable[[Value], Fraction | None]
    definition: str
    root: bool = False
    basis: str = ""
    word: str = ""

    def exact(self, value: Value) -> Exact | None:
        """Return the number, rational or a root; None where it does not exist."""
        number = self.of(value)
        if number is None or not self.root:
            return None if number is None else Exact(number)
        return Exact.root_of(abs(number), -1 if number < 0 else 1)

    def text(self, value: Value) -> str | None:
        """Return the number as it is printed: an edge in percent, any other as a decimal."""
        number = self.exact(value)
        if number is None:
            return None
        return percent(number.number) if self.basis else number.decimal


def _won(of: Callable[[NetWin], Fraction | None]) -> Callable[[Value], Fraction | None]:
    """Return how a number of the net win is had from a value."""
    return lambda value: None if value.net_win is None else of(value.net_win)


QUANTITIES: Mapping[str, Quantity] = {quantity.key: quantity for quantity in (
    Quantity("win", "win", PROBABILITY, lambda value: value.win,
             "The probability of winning in law, whatever that pays."),
    Quantity("lose", "lose", PROBABILITY, lambda value: value.lose,
             "The probability of losing in law."),
    Quantity("push", "push", PROBABILITY, lambda value: value.push,
             "The probability that the bet is returned."),
    Quantity("expected_value", "expected value", NET, lambda value: value.expected_value,
             "The expected net win: its mean."),
    Quantity("variance", "variance", SQUARED, lambda value: value.variance,
             "The expected square of the net win's deviation from its mean."),
    Quantity("sd", "standard deviation", NET, lambda value: value.variance,
             "The square root of the variance.", root=True),
    Quantity("hit_frequency", "hit frequency", PROBABILITY, lambda value: value.hit_frequency,
             "The probability of a net win above 0.", word="hit"),
    Quantity("rtp", "return to player", SHARE, lambda value: value.rtp,
             "The money that is expected back of every unit of the usual basis: 1 less the house"
             " edge per bet made.", word="return"),
    Quantity("expected_rolls", "expected rolls", ROLLS, lambda value: value.expected_rolls,
             "The expected number of rolls from placing to decision, those on which the bet is off"
             " included.", word="rolls"),
    Quantity("loss_per_roll", "expected loss per roll", NET, lambda value: None
             if value.expected_value is None else -value.expected_value / value.expected_rolls,
             "The expected loss over the expected rolls, which a bet costs with each roll if it is"
             " made again whenever it is decided; times the rolls of an hour, the cost per hour."),
    Quantity("skewness", "skewness", NUMBER, _won(lambda net_win: net_win.squared_skewness),
             "The third central moment of the net win over the cube of its standard deviation.",
             root=True),
    Quantity("kurtosis", "kurtosis (normal: 3)", NUMBER, _won(lambda net_win: net_win.kurtosis),
             "The fourth central moment of the net win over the square of its variance."),
    Quantity("excess_kurtosis", "excess kurtosis (normal: 0)", NUMBER,
             _won(lambda net_win: net_win.kurtosis and net_win.kurtosis - 3),
             "The kurtosis above that of a normal distribution, which has 3."),
    Quantity("action", "expected action", NET, lambda value: value.bases[0].amount,
             "What is expected to be put up of the usual basis: with odds, the flat bet and the"
             " odds that are expected to be added to it."),
)}  # fmt: skip
"""Every quantity of an answer but the edges, by key."""

BASES = {
    "stake": "the flat stake",
    "outlay": "the stake and the commission that is paid on top of it",
    "action": "the flat bet and the odds that are expected to be added to it",
    "stakes": "all stakes of bets made together",
}
"""What an edge may be a share of."""


def _edge(
    word: str, name: str, definition: str, of: Callable[[HouseEdge], Fraction | None], basis: str
) -> Quantity:
    """Return the edge of one definition over one basis, which some bets do not have."""

    def over(value: Value) -> Fraction | None:
        edge = next((value.edge_over(base) for base in value.bases if base.name == basis), None)
        return None if edge is None else of(edge)

    definition = definition.format(BASES[basis])
    return Quantity(name.replace(" ", "_"), name, SHARE, over, definition, basis=basis, word=word)


EDGES: Mapping[str, tuple[Quantity, ...]] = {
    basis: (
        _edge("made", "per bet made", "The expected loss over {}; what is pushed counts.",
              lambda edge: edge.per_bet_made, basis),
        _edge("resolved", "per bet resolved", "The expected loss over that part of {} that is not"
              " returned.", lambda edge: edge.per_bet_resolved, basis),
        _edge("roll", "per roll", "The expected loss over {}, for each expected roll until the"
              " decision.", lambda edge: edge.per_roll, basis),
    )
    for basis in BASES
}  # fmt: skip
"""The house edges over each basis: per bet made, per bet resolved, per roll."""


def edges_over(value: Value, basis: str = "") -> list[Fraction | None]:
    """Return the edges over *basis*, by default the usual one: made, resolved, per roll.

    >>> from oddscalc import edge
    >>> tuple(str(number) for number in edges_over(edge("dont-pass").value))
    ('3/220', '27/1925', '9/2228')
    """
    return [edge.of(value) for edge in EDGES[basis or value.bases[0].name]]


def edges(value: Value) -> Iterator[tuple[str, Quantity]]:
    """Yield the edges over each basis of *value* with their labels, the usual basis first.

    >>> from oddscalc import edge
    >>> tuple(label for label, _ in edges(edge("buy-4").value))[2:4]
    ('house edge per roll', 'edge over outlay per bet made')
    """
    for place, basis in enumerate(value.bases):
        yield from (
            (edge_label(basis.name, place, quantity), quantity) for quantity in EDGES[basis.name]
        )


def edge_label(basis: str, place: int, edge: Quantity) -> str:
    """Return the name of an edge in a table, where bases have a *place* and the usual one is 0."""
    what = "house edge" if (basis, place) == ("stake", 0) else f"edge over {basis}"
    return f"{what} {edge.name}"
