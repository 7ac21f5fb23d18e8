"""Answering a query in symbols: probabilities, edges and expected rolls as formulas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from oddscalc._ask.asked import query, refuse_unknown
from oddscalc._ask.options import Options
from oddscalc._ask.query import Query, Solved, prepare
from oddscalc._chain.chain import Chain
from oddscalc._chain.model import Model, table_of
from oddscalc._chain.solve import Solution
from oddscalc._dice.dice import has_symbols, parse_dice
from oddscalc._money.paytable import Paytable
from oddscalc._money.valuation import Basis, Value, weigh
from oddscalc._questions.symbols import symbolicprices
from oddscalc._questions.symbols.book import Book
from oddscalc._questions.symbols.expressions import names
from oddscalc._questions.symbols.flow import SymbolicFlow
from oddscalc._questions.symbols.formula import Formula
from oddscalc._questions.symbols.symbolicprices import SymbolicPrice
from oddscalc._questions.symbols.values import Edges, SymbolicAnswer, SymbolicPayoff, SymbolicValue
from oddscalc._questions.symbols.weights import SymbolicDice, symbolic_dice, symbols_of
from oddscalc.errors import ChainError, LimitError, NumberError

if TYPE_CHECKING:
    from oddscalc._questions.symbols.algebra import Ratios

MAX_STATES = 500
"""States of a chain that is solved in formulas."""

MAX_SYMBOLS = 40
"""Symbols of one query: one for each roll, and some prices."""

TERMS = {1: 150, 2: 60}
"""By the number of symbols, terms up to which formulas become one fraction unasked.

In one symbol that takes milliseconds for most bets; in three or more it never helps.
"""


def edge(
    *bets: str,
    dice: str = "fair",
    pays: Sequence[str] = (),
    expand: bool = False,
    **options: Any,
) -> list[SymbolicAnswer]:
    """Return the exact value of each reading of each of *bets* in formulas.

    Args:
        bets: ids or names of bets, or paths of TOML files with bets of one's own.
        dice: dice as text: ``p7`` (the probability of a 7), ``srr`` (rolls for one 7), both also
            as ``srr=EXPRESSION``, all other rolls in proportion; or 6, 12 or 36 expressions or a
            file of 36. Weights that do not sum to 1 are in proportion.
        pays: prices as ``[BET:]OUTCOME=PRICE``; a price may be ``x to 1`` or ``x for 1``.
        expand: whether formulas in several symbols are worked out to one fraction each.
        options: the others of ``oddscalc.edge``.

    Raises:
        NumberError: there are no symbols, dice or prices cannot be read, or formulas get too long.
        ChainError: the chain has over 500 states.
        OddscalcError: as ``oddscalc.edge``.

    >>> (answer,) = edge("place-6", dice="p7")
    >>> str(answer.value.win), str(answer.value.house_edge.per_bet_made)
    ('(1 - p7)/(5*p7 + 1)', '(43*p7 - 7)/(6*(5*p7 + 1))')
    >>> tuple(zero.exact for zero in answer.zeros(answer.value.house_edge.per_bet_made))
    (Fraction(7, 43),)
    >>> edge("pass", dice="srr")[0].value.house_edge.per_bet_made.at(srr=7)
    Fraction(-11, 630)
    """
    refuse_unknown("edge", options, Options)
    given, others = symbolicprices.split(pays)
    in_dice = symbols_of(dice) if has_symbols(dice) else []
    book = _book(in_dice, given)
    weights = symbolic_dice(dice, book) if in_dice else None
    options["dice"] = parse_dice("fair" if in_dice else dice)

    def at(probe: Sequence[Fraction]) -> tuple[list[str], Query]:
        pays = [*others, *symbolicprices.in_numbers(given, probe)]
        return query(bets, cast("Options", {**options, "pays": pays}))

    queries = [at(probe) for probe in symbolicprices.probes(len(given))]
    probed = [prepare(*asked) for asked in queries]
    models, paytables = probed[0][0], [paytable for _, paytable in probed]
    nets = [price.net(book) for price in given]
    finish = _Finish(book, expand)
    answers = []
    for solved in models:
        if weights is not None:
            solved = _in_symbols(solved, weights)
        valued = [solved.answer(paytable, queries[0][1].ticket) for paytable in paytables]
        answers.append(
            SymbolicAnswer(
                valued[0],
                _finished(_valued([answer.value for answer in valued], nets, book), finish),
                book.symbols,
                weights,
                _targets(given, paytables),
                (*(weights.probabilities if weights else ()), *nets),
            )
        )
    return answers


def _book(in_dice: Sequence[str], given: Sequence[SymbolicPrice]) -> Book:
    """Return a book with the symbols of dice and prices.

    Raises:
        NumberError: there are none, or too many.
    """
    in_prices = names(text for price in given for text in (price.first, price.second))
    symbols = list(dict.fromkeys([*in_dice, *in_prices]))
    if not symbols:
        raise NumberError(
            "neither the dice nor a price have symbols; ask oddscalc.edge", code="incomplete"
        )
    if len(symbols) > MAX_SYMBOLS:
        raise LimitError(f"{len(symbols)} symbols; there can be up to {MAX_SYMBOLS}")
    return Book(symbols)


def _in_symbols(solved: Solved, weights: SymbolicDice) -> Solved:
    """Return the same model with symbolic dice, solved in formulas.

    Raises:
        ChainError: it has too many states.
    """
    placing = replace(solved.model.placing, dice=weights.stand_in)
    model = replace(solved.model, placing=placing)
    chain = model.chain()
    if len(chain.states) > MAX_STATES:
        raise ChainError(
            f"{model.cited}: {len(chain.states):,} states with these dice; formulas are worked out"
            f" for up to {MAX_STATES}",
            code="too-many-states",
        )
    flow = SymbolicFlow(chain.rows, _start(model, chain, weights), weights.of_ways, weights.book)
    probabilities = dict(zip(chain.outcomes, flow.arrived, strict=True))
    flow.expected_rolls.named("R")  # the edge per roll is divided by it
    # the valuation takes whatever can be added and multiplied
    solution = Solution(cast("Any", probabilities), cast("Any", flow.expected_rolls))
    return replace(solved, model=model, solution=solution)


def _start(model: Model, chain: Chain, weights: SymbolicDice) -> dict[int, Formula]:
    """Return the probability of each state in which the bet may be placed, by its number."""
    if len(chain.rows.start) == 1:
        return {chain.rows.start[0][0]: Formula.number(weights.book, 1)}
    points = {
        point: weights.totals[point][1]
        for point in table_of(model.rules).points
        if point in weights.totals
    }
    whole = Formula.total(weights.book, points.values())
    start: dict[int, Formula] = {}
    for point, weight in points.items():
        number = chain.numbers[model.automaton.start(point)]
        start[number] = start.get(number, 0) + weight / whole
    return start


def _valued(values: Sequence[Value], nets: Sequence[Formula], book: Book) -> Value:
    """Return the value, given that at each of the ``probes`` of the prices."""
    first = values[0]

    def of(numbers: Sequence[Any], what: str) -> Any:
        return symbolicprices.line(numbers, nets, book, what)

    won = [
        None
        if payoff.net is None
        else of([value.payoffs[place].net for value in values], f"the net win of {payoff.outcome}")
        for place, payoff in enumerate(first.payoffs)
    ]
    bases = tuple(
        Basis(
            basis.name,
            of([value.bases[place].amount for value in values], f"the {basis.name}"),
            of([value.bases[place].returned for value in values], f"the {basis.name} returned"),
        )
        for place, basis in enumerate(first.bases)
    )
    probabilities = {payoff.outcome: payoff.probability for payoff in first.payoffs}
    return weigh(probabilities, won, first.expected_rolls, bases)


class _Finish:
    """Makes formulas one fraction each, where that is asked for or quick."""

    def __init__(self, book: Book, expand: bool) -> None:
        self.book = book
        self.expand = expand
        self.as_sums = not expand and len(book.symbols) not in TERMS

    @cached_property
    def ratios(self) -> Ratios:
        """The fractions of the book."""
        from oddscalc._questions.symbols.algebra import MAX_TERMS, Ratios

        return Ratios(self.book, MAX_TERMS if self.expand else TERMS[len(self.book.symbols)])

    def __call__(self, number: Formula | Fraction) -> Formula:
        """Return *number* as it is to be shown."""
        formula = Formula.number(self.book, 0) + number
        if self.as_sums:
            return formula
        try:
            return Formula(*self.ratios.expanded(formula.terms))
        except NumberError:
            if self.expand:
                raise
            self.as_sums = True  # it is too long, and so will others be
            return formula


def _finished(value: Value, finish: _Finish) -> SymbolicValue:
    """Return the formulas of *value* as they are to be shown."""
    over = {basis.name: value.edge_over(basis) for basis in value.bases}
    expected = value.expected_value
    return SymbolicValue(
        tuple(
            SymbolicPayoff(
                payoff.outcome,
                finish(payoff.probability),
                None if payoff.net is None else finish(payoff.net),
            )
            for payoff in value.payoffs
        ),
        finish(value.win),
        finish(value.lose),
        finish(value.push),
        None if expected is None else finish(expected),
        {
            name: Edges(
                finish(edge.per_bet_made),
                None if edge.per_bet_resolved is None else finish(edge.per_bet_resolved),
                finish(edge.per_roll),
            )
            for name, edge in over.items()
            if edge is not None
        },
        finish(value.expected_rolls),
    )


def _targets(
    given: Sequence[SymbolicPrice], paytables: Sequence[Paytable]
) -> dict[tuple[str, str], SymbolicPrice]:
    """Return which prices of which bets are symbolic: those that the probes change."""
    first, *others = paytables
    return {
        (bet, key): price
        for price, changed in zip(given, others, strict=False)
        for bet, pricing in changed.pricing.items()
        for key, pays in pricing.pays.items()
        if key in pricing.given and pays != first.pricing[bet].pays[key]
    }
