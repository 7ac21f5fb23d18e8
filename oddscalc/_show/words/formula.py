"""The value of bets as formulas, with dice or prices in symbols."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from oddscalc._ask.quantities import EDGES, Quantity, edge_label
from oddscalc._exact.numbers import decimal, exact, percent
from oddscalc._questions.symbols.formula import Formula, where
from oddscalc._questions.symbols.polynomials import sum_text
from oddscalc._questions.symbols.values import Edges, SymbolicAnswer
from oddscalc._show.document import (
    WIDTH,
    Block,
    Code,
    Document,
    Figure,
    Records,
    Section,
    Table,
    Text,
    figures,
)
from oddscalc._show.words.contract import about, rational
from oddscalc._show.words.headings import asked, heading
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


_LONGEST = 4_000  # characters of a formula that is printed; JSON has longer ones too
_MOST_OUTCOMES = 20  # outcomes that are printed
_BITS = re.compile(rf"[^ *]{{1,{WIDTH - 10}}}[ *]?")  # of a word too long for a line


@dataclass(frozen=True)
class _Quantity:
    """What a formula is printed of: its name, what more the label says, and how it is rounded."""

    name: str
    formula: Formula
    more: str = ""
    rounded: Callable[[Fraction], str] = decimal

    @property
    def label(self) -> str:
        return self.name + self.more


def document(answers: Sequence[SymbolicAnswer]) -> Document:
    """Return a card for each answer."""
    return Document(
        "Odds and house edges as formulas",
        schema="edge",
        sections=lambda: [_section(answer) for answer in answers],
        data=lambda: [_object(answer) for answer in answers],
        records=lambda: _records(answers),
    )


def _records(answers: Sequence[SymbolicAnswer]) -> Records:
    """Return a row for each formula, and for each name that one has in it."""
    rows = []
    for answer in answers:
        model, shown = answer.answer.model, list(_quantities(answer))
        formulas = {quantity.label: str(quantity.formula) for quantity in shown}
        named = {f"where {name}": text for name, text in where(q.formula for q in shown).items()}
        for label, text in {**formulas, **named}.items():
            rows.append([model.bet.id, model.reading.name, label, text])
    return Records(["bet", "reading", "quantity", "formula"], rows)


def _section(answer: SymbolicAnswer) -> Section:
    under = [f"{asked(answer.answer)}; money per unit staked"]
    if answer.dice is not None:
        under.append(f"dice: {answer.dice.described}")
    under.append(f"holds {_range_text(answer)}")
    shown = list(_quantities(answer))
    blocks: list[Block] = [
        Code("\n".join(_lines(shown_answer, answer)), shown_answer.label) for shown_answer in shown
    ]
    if names := list(_names(shown_answer.formula for shown_answer in shown)):
        blocks.append(Code("\n".join(names), "where"))
    if answer.fair_at is not None:
        blocks += _at_fair(answer, answer.fair_at, shown)
    said = [note for note in _notes(answer) if not (answer.dice and note.kind == "dice")]
    return Section(heading(answer.answer.model), under, blocks, texts(said))


def _lines(quantity: _Quantity, answer: SymbolicAnswer) -> Iterator[str]:
    yield from _shown(quantity.formula, "  ")
    if quantity.formula is _made(answer):
        yield from _about_edge(quantity.formula, answer)


def _names(shown: Iterable[Formula]) -> Iterator[str]:
    """Yield what the names in the formulas stand for."""
    names = where(shown)
    for name, text in list(names.items())[:MOST_NAMES]:
        if len(text) > _LONGEST:
            text = f"a sum of {len(text):,} characters (--json)"
        yield from _wrapped(f"{name} = {text}", "  ")
    if len(names) > MOST_NAMES:
        yield f"  ... and {len(names) - MOST_NAMES:,} more (--json)"


def _made(answer: SymbolicAnswer) -> Formula | None:
    """Return the edge per bet made over the usual basis."""
    edges = answer.value.house_edge
    return None if edges is None else edges.per_bet_made


def _quantities(answer: SymbolicAnswer) -> Iterator[_Quantity]:
    """Yield what is printed."""
    value = answer.value
    for payoff in value.payoffs[:_MOST_OUTCOMES]:
        net = "" if payoff.net is None else f", net {payoff.net}"
        yield _Quantity(f"P({payoff.outcome})", payoff.probability, net)
    if len(value.payoffs) > len({payoff.outcome.result for payoff in value.payoffs}):
        for name, total in (("win", value.win), ("lose", value.lose), ("push", value.push)):
            if total:
                yield _Quantity(f"P({name})", total, ", total")
    for place, (basis, edges) in enumerate(value.edges.items()):
        made, *others = [
            _Quantity(edge_label(basis, place, edge), formula, rounded=percent)
            for edge, formula in _named(edges)
        ]
        if edges.per_bet_resolved and str(edges.per_bet_made) == str(edges.per_bet_resolved):
            made, others = replace(made, more=", and per bet resolved"), others[1:]
        yield from (made, *others)
    yield _Quantity("expected rolls", value.expected_rolls)


def _shown(formula: Formula, indent: str) -> Iterator[str]:
    """Yield a formula in lines, or how long it is."""
    text = str(formula)
    if len(text) > _LONGEST:
        yield f"{indent}a formula of {len(text):,} characters (--json)"
    else:
        yield from _wrapped(text, indent)


def _about_edge(edge: Formula, answer: SymbolicAnswer) -> Iterator[str]:
    """Yield the derivative of the edge, and where it is 0."""
    if len(answer.symbols) > 1:
        return
    (symbol,) = answer.symbols
    slope = (_derivatives(edge, answer) or {}).get(symbol)
    if slope is not None:
        yield f"  derivative by {symbol}"
        yield from _shown(slope, "    ")
    zeros = answer.zeros(edge)
    if not edge:
        yield f"  it is 0 whatever {symbol} is"
    elif zeros is not None and not zeros:
        yield "  it is 0 nowhere in that range"
    for zero in zeros or ():
        yield from _wrapped(_zero_text(zero), "  ")


def _zero_text(zero: Zero) -> str:
    """Return where the house edge is 0, and who has it on either side."""
    whose = {1: "the house's", -1: "the player's", 0: "nobody's"}
    sides = f"below that the edge is {whose[zero.before]}, above it {whose[zero.after]}"
    text = f"0 at {zero.symbol} = {zero.decimal if zero.exact is None else exact(zero.exact)}"
    if zero.exact is None:
        bounds = f"between {_plain(zero.low)} and {_plain(zero.high)}"
        return f"{text}: {sides}; exactly the root {bounds} of {_polynomial(zero)}"
    decimals = "" if zero.exact.denominator == 1 else f" ({zero.decimal})"
    return f"{text}{decimals}: {sides}"


def _plain(number: Fraction) -> str:
    """Return a bound, which is a decimal, with all its digits."""
    return decimal(number, 40)


def _range_text(answer: SymbolicAnswer) -> str:
    ranges = answer.ranges
    if ranges is None:
        return "where no weight or net win is below 0"
    if not ranges:
        return f"for no {answer.symbols[0]}: something is always below 0"
    return "for " + " or ".join(_between(low, high, answer.symbols[0]) for low, high in ranges)


def _between(low: Limit, high: Limit, symbol: str) -> str:
    if low is None:
        return f"{symbol} < {_limit(high)}" if high is not None else f"any {symbol}"
    if high is None:
        return f"{symbol} > {_limit(low)}"
    return f"{_limit(low)} < {symbol} < {_limit(high)}"


def _limit(limit: Zero | None) -> str:
    assert limit is not None
    return f"~{limit.decimal}" if limit.exact is None else exact(limit.exact)


def _at_fair(
    answer: SymbolicAnswer, fair: Mapping[str, Fraction], shown: Iterable[_Quantity]
) -> tuple[Text, Table]:
    """Return the values for fair dice, and how fast the edge changes there."""
    rows = []
    for quantity in shown:
        value = quantity.formula.at(**fair)
        rows.append(Figure(quantity.name, value, quantity.rounded(value)))
    edge = _made(answer)
    slopes = _derivatives(edge, answer) if edge else None
    for symbol, slope in (slopes or {}).items():
        rows.append(Figure.of(f"derivative of the edge by {symbol}", slope.at(**fair)))
    names = ", ".join(fair) if len(fair) < 8 else f"all of {next(iter(fair))} ... {list(fair)[-1]}"
    (value,) = set(fair.values())
    return Text(f"the dice are fair at {names} = {exact(value)}; there"), figures(rows)


def _wrapped(text: str, indent: str) -> Iterator[str]:
    """Yield a formula in lines that break at spaces, or else after signs of multiplication."""
    line = indent
    for bit in _bits(text):
        if len(line) + len(bit.rstrip()) > WIDTH - 1 and line.strip():
            yield line.rstrip()
            line = f"{indent}  "
        line += bit
    yield line.rstrip()


def _bits(text: str) -> Iterator[str]:
    """Yield the pieces of *text* between which a line may end."""
    for word in re.findall(r"[^ ]+ ?", text):
        yield from [word] if len(word) < WIDTH // 2 else _BITS.findall(word)


def _object(answer: SymbolicAnswer) -> dict[str, Any]:
    """Return the JSON object of one answer in formulas."""
    value, numbers = answer.value, answer.answer
    basis, *others = value.edges or ["stake"]
    return {
        **about(numbers),
        "basis": basis,
        "dice": numbers.model.dice.described,
        "symbols": list(answer.symbols),
        "ranges": None
        if answer.ranges is None
        else [_range_object(*interval) for interval in answer.ranges],
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
        "notes": texts(_notes(answer)),
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
        yield from (_derivatives(formula, answer) or {}).values()


def _named(edges: Edges) -> list[tuple[Quantity, Formula]]:
    """Return the edges that exist, each with the quantity that it is."""
    pairs = ((edge, getattr(edges, edge.key)) for edge in EDGES["stake"])
    return [(edge, formula) for edge, formula in pairs if formula is not None]


def _formula_object(formula: Formula | None, answer: SymbolicAnswer) -> dict[str, Any] | None:
    """Return a formula with its value for fair dice, where that is known."""
    if formula is None:
        return None
    fair = None if answer.fair_at is None else rational(formula.at(**answer.fair_at))
    return {"formula": str(formula), "fair": fair}


def _edges_object(edges: Edges | None, answer: SymbolicAnswer) -> dict[str, Any]:
    """Return the three edges, each with its derivatives and zeros; all null without prices."""
    edges_said: dict[str, Any] = {edge.key: None for edge in EDGES["stake"]}
    for edge, formula in _named(edges) if edges else ():
        slopes, zeros = _derivatives(formula, answer), answer.zeros(formula)
        edges_said[edge.key] = {
            **(_formula_object(formula, answer) or {}),
            "derivative": slopes and {name: str(slope) for name, slope in slopes.items()},
            "zeros": None if zeros is None else [_zero_object(zero) for zero in zeros],
        }
    return edges_said


def _derivatives(formula: Formula, answer: SymbolicAnswer) -> dict[str, Formula] | None:
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
        "polynomial": _polynomial(zero),
        "between": [exact(zero.low), exact(zero.high)],
        "decimal": zero.decimal,
    }


def _range_object(low: Limit, high: Limit) -> list[dict[str, Any] | None]:
    return [None if limit is None else _end_object(limit) for limit in (low, high)]


def _polynomial(zero: Zero) -> str:
    """Return the minimal polynomial of *zero*."""
    terms = reversed(list(enumerate(reversed(zero.polynomial))))
    return sum_text(terms, zero.symbol, "*")


def _notes(answer: SymbolicAnswer) -> list[Note]:
    """Return the notes on the formulas, the bet, its clause and its prices."""
    lines = [NEUTRAL]
    if len(answer.symbols) == 1 and not answer.value.win.book.inline:
        lines.append("left as sums, which are too long for one fraction; zeros are not located")
    if any(_derivatives(formula, answer) is None for formula in _edges(answer)):
        lines.append("derivatives are left out: the formulas are too long")
    elif len(answer.symbols) > 1:
        lines.append("a derivative changes one symbol and leaves the others as they are")
    return [*(Note("symbols", line) for line in lines), *_on_bet(answer)]


def _edges(answer: SymbolicAnswer) -> Iterator[Formula]:
    for edges in answer.value.edges.values():
        yield from (formula for _, formula in _named(edges))


def _on_bet(answer: SymbolicAnswer) -> list[Note]:
    numbers = answer.answer
    written = {priced: price.text for priced, price in answer.prices.items()}
    if numbers.schedule is None:
        return notes_on(numbers, written)
    sizes = ", ".join(f"{exact(odds.multiple)}x on {point}" for point, odds in numbers.odds.items())
    odds = Note("odds", f"odds {numbers.schedule.text}, in flat bets: {sizes}")
    return [*notes_on(replace(numbers, schedule=None), written), odds]
