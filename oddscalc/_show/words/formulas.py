"""Answers in symbols as JSON, and what must be said beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from oddscalc._ask.quantities import EDGES, Quantity
from oddscalc._exact.numbers import exact
from oddscalc._questions.symbols.formula import Formula, where
from oddscalc._questions.symbols.polynomials import sum_text
from oddscalc._questions.symbols.values import Edges, SymbolicAnswer
from oddscalc._show.words.contract import rational
from oddscalc._show.words.notes import Note, notes_on, texts

if TYPE_CHECKING:
    from oddscalc._questions.symbols.roots import Limit, Zero

MOST_NAMES = 100
"""Named sums up to which derivatives are written out."""

MOST_TERMS = 2_000
"""Terms of these up to which derivatives are written out."""

NEUTRAL = (
    "a formula says what such dice or prices would be worth, not that there are any, nor that a"
    " throw can be steered"
)


def answer_object(answer: SymbolicAnswer) -> dict[str, Any]:
    """Return the JSON object of one answer in formulas."""
    value, numbers = answer.value, answer.answer
    basis, *others = value.edges or ["stake"]
    return {
        "bet": numbers.model.bet.id,
        "name": numbers.model.bet.name,
        "rules": numbers.model.rules.id,
        "reading": numbers.model.reading.name,
        "paytable": numbers.paytable.id,
        "basis": basis,
        "dice": numbers.model.dice.described,
        "symbols": list(answer.symbols),
        "ranges": None if answer.ranges is None else [_range_object(*one) for one in answer.ranges],
        "where": where(_all_formulas(answer)),
        "outcomes": [
            {
                "result": payoff.outcome.result,
                "tier": payoff.outcome.tier,
                "probability": _formula_object(payoff.probability, answer),
                "net": _formula_object(payoff.net, answer),
            }
            for payoff in value.payoffs
        ],
        **{
            key: _formula_object(getattr(value, key), answer)
            for key in ("win", "lose", "push", "expected_value")
        },
        "house_edge": _edges_object(value.house_edge, answer),
        "also": [
            {"basis": other, "house_edge": _edges_object(value.edges[other], answer)}
            for other in others
        ],
        "expected_rolls": _formula_object(value.expected_rolls, answer),
        "fair_at": None if answer.fair_at is None else _values(answer),
        "notes": texts(notes(answer)),
    }


def _values(answer: SymbolicAnswer) -> dict[str, str]:
    return {name: exact(value) for name, value in (answer.fair_at or {}).items()}


def _all_formulas(answer: SymbolicAnswer) -> Iterator[Formula]:
    """Yield every formula that JSON shows."""
    value = answer.value
    for payoff in value.payoffs:
        yield payoff.probability
        if payoff.net is not None:
            yield payoff.net
    yield from (value.win, value.lose, value.push, value.expected_rolls)
    if value.expected_value is not None:
        yield value.expected_value
    for formula in _edges(answer):
        yield formula
        yield from (derivatives(formula, answer) or {}).values()


def named(edges: Edges) -> list[tuple[Quantity, Formula]]:
    """Return the edges that exist, each with the quantity that it is."""
    found = ((edge, getattr(edges, edge.key)) for edge in EDGES["stake"])
    return [(edge, formula) for edge, formula in found if formula is not None]


def _formula_object(formula: Formula | None, answer: SymbolicAnswer) -> dict[str, Any] | None:
    """Return a formula with its value for fair dice, where that is known."""
    if formula is None:
        return None
    fair = None if answer.fair_at is None else rational(formula.at(**answer.fair_at))
    return {"formula": str(formula), "fair": fair}


def _edges_object(edges: Edges | None, answer: SymbolicAnswer) -> dict[str, Any]:
    """Return the three edges, each with its derivatives and zeros; all null without prices."""
    found: dict[str, Any] = {edge.key: None for edge in EDGES["stake"]}
    for edge, formula in named(edges) if edges else ():
        slopes, zeros = derivatives(formula, answer), answer.zeros(formula)
        found[edge.key] = {
            **(_formula_object(formula, answer) or {}),
            "derivative": slopes and {name: str(slope) for name, slope in slopes.items()},
            "zeros": None if zeros is None else [_zero_object(zero) for zero in zeros],
        }
    return found


def derivatives(formula: Formula, answer: SymbolicAnswer) -> dict[str, Formula] | None:
    """Return the derivative by each symbol; None if they are too long to be written out."""
    parts = formula.parts
    if len(parts) > MOST_NAMES or sum(map(len, parts.values())) > MOST_TERMS:
        return None
    return {name: formula.derivative(name) for name in answer.symbols}


def _zero_object(zero: Zero) -> dict[str, Any]:
    sign = {1: "+", -1: "-", 0: "0"}
    return {**_end_object(zero), "before": sign[zero.before], "after": sign[zero.after]}


def _end_object(zero: Zero) -> dict[str, Any]:
    return {
        "exact": None if zero.exact is None else exact(zero.exact),
        "polynomial": polynomial(zero),
        "between": [exact(zero.low), exact(zero.high)],
        "decimal": zero.decimal,
    }


def _range_object(low: Limit, high: Limit) -> list[dict[str, Any] | None]:
    return [None if limit is None else _end_object(limit) for limit in (low, high)]


def polynomial(zero: Zero) -> str:
    """Return the minimal polynomial of *zero*."""
    terms = reversed(list(enumerate(reversed(zero.polynomial))))
    return sum_text(terms, zero.symbol, "*")


def notes(answer: SymbolicAnswer) -> list[Note]:
    """Return the notes on the formulas, the bet, its clause and its prices."""
    lines = [NEUTRAL]
    if len(answer.symbols) == 1 and not answer.value.win.book.inline:
        lines.append("left as sums, which are too long for one fraction; zeros are not located")
    if any(derivatives(formula, answer) is None for formula in _edges(answer)):
        lines.append("derivatives are left out: the formulas are too long")
    elif len(answer.symbols) > 1:
        lines.append("a derivative changes one symbol and leaves the others as they are")
    return [*(Note("symbols", line) for line in lines), *_on_bet(answer)]


def _edges(answer: SymbolicAnswer) -> Iterator[Formula]:
    for edges in answer.value.edges.values():
        yield from (formula for _, formula in named(edges))


def _on_bet(answer: SymbolicAnswer) -> list[Note]:
    numbers = answer.answer
    written = {priced: price.text for priced, price in answer.prices.items()}
    if numbers.schedule is None:
        return notes_on(numbers, written)
    sizes = ", ".join(f"{exact(odds.multiple)}x on {point}" for point, odds in numbers.odds.items())
    odds = Note("odds", f"odds {numbers.schedule.text}, in flat bets: {sizes}")
    return [*notes_on(replace(numbers, schedule=None), written), odds]
