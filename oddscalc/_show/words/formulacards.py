"""Answers in symbols as text for people at a terminal of 80 columns."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from oddscalc._ask.quantities import edge_label
from oddscalc._exact.numbers import decimal, exact, percent
from oddscalc._questions.symbols.formula import Formula, where
from oddscalc._questions.symbols.values import SymbolicAnswer
from oddscalc._show.document import Code, Document, Records, Section
from oddscalc._show.grid import WIDTH, grid
from oddscalc._show.words.formulas import (
    MOST_NAMES,
    answer_object,
    derivatives,
    named,
    notes,
    polynomial,
)

if TYPE_CHECKING:
    from oddscalc._questions.symbols.roots import Limit, Zero

_LONGEST = 4_000  # characters of a formula that text prints; JSON prints longer ones too
_MOST_OUTCOMES = 20  # outcomes that text prints
_LONGEST_EXACT = 24  # characters of a fraction that fit a table
_BITS = re.compile(rf"[^ *]{{1,{WIDTH - 10}}}[ *]?")  # of a word too long for a line


@dataclass(frozen=True)
class _Quantity:
    """What text prints a formula of: its name, what more the label says, and how it is rounded."""

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
        sections=lambda: [_section(answer) for answer in answers],
        data=lambda: [answer_object(answer) for answer in answers],
        records=lambda: _records(answers),
    )


def _section(answer: SymbolicAnswer) -> Section:
    return Section("", [], [Code("\n".join(_card(answer)))])


def _records(answers: Sequence[SymbolicAnswer]) -> Records:
    """Return a row for each formula."""
    rows = [
        [model.bet.id, model.reading.name, quantity.label, str(quantity.formula)]
        for answer in answers
        for model in [answer.answer.model]
        for quantity in _quantities(answer)
    ]
    return Records(["bet", "reading", "quantity", "formula"], rows)


def _card(answer: SymbolicAnswer) -> Iterator[str]:
    model = answer.answer.model
    reading = f", reading '{model.reading.name}'" if len(model.wager.readings) > 1 else ""
    yield f"{model.bet.name} ({model.bet.id}){reading}"
    yield from textwrap.wrap(_under(answer), WIDTH - 1)
    if answer.dice is not None:
        yield from textwrap.wrap(f"dice: {answer.dice.described}", WIDTH - 1)
    yield from textwrap.wrap(f"holds {_range_text(answer)}", WIDTH - 1)
    shown = list(_quantities(answer))
    for quantity in shown:
        yield ""
        yield quantity.label
        yield from _shown(quantity.formula, "  ")
        if quantity.formula is _made(answer):
            yield from _about_edge(quantity.formula, answer)
    yield from _names(quantity.formula for quantity in shown)
    if answer.fair_at is not None:
        yield ""
        yield from _at_fair(answer, shown)
    yield ""
    yield "notes"
    for note in notes(answer):
        if not (answer.dice and note.kind == "dice"):
            yield _bullet(note.text)


def _bullet(text: str) -> str:
    return textwrap.fill(
        text, WIDTH - 1, initial_indent="- ", subsequent_indent="  ", break_on_hyphens=False
    )


def _names(shown: Iterable[Formula]) -> Iterator[str]:
    """Yield what the names in the formulas stand for."""
    names = where(shown)
    if names:
        yield ""
        yield "where"
        for name, text in list(names.items())[:MOST_NAMES]:
            if len(text) > _LONGEST:
                text = f"a sum of {len(text):,} characters (--json)"
            yield from _wrapped(f"{name} = {text}", "  ")
        if len(names) > MOST_NAMES:
            yield f"  ... and {len(names) - MOST_NAMES:,} more (--json)"


def _under(answer: SymbolicAnswer) -> str:
    numbers = answer.answer
    ticket = numbers.ticket
    parts = [f"rules {numbers.model.rules.id}, paytable {numbers.paytable.id}"]
    if numbers.schedule is not None:
        parts.append(f"odds {numbers.schedule.text}")
    if ticket.given:
        how = "" if ticket.rounding == "exact" else f", {ticket.rounding} to {exact(ticket.unit)}"
        parts.append(f"stake {exact(ticket.stake)}{how}")
    return "; ".join([*parts, "money per unit staked"])


def _made(answer: SymbolicAnswer) -> Formula | None:
    """Return the edge per bet made over the usual basis."""
    edges = answer.value.house_edge
    return None if edges is None else edges.per_bet_made


def _quantities(answer: SymbolicAnswer) -> Iterator[_Quantity]:
    """Yield what text prints."""
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
            for edge, formula in named(edges)
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
    slope = (derivatives(edge, answer) or {}).get(symbol)
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
        return f"{text}: {sides}; exactly the root {bounds} of {polynomial(zero)}"
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


def _at_fair(answer: SymbolicAnswer, shown: Iterable[_Quantity]) -> Iterator[str]:
    """Yield the values for fair dice, and how fast the edge changes there."""
    fair = answer.fair_at or {}
    rows = []
    for quantity in shown:
        value = quantity.formula.at(**fair)
        rows.append([quantity.name, _short(value), quantity.rounded(value)])
    edge = _made(answer)
    slopes = derivatives(edge, answer) if edge else None
    for symbol, slope in (slopes or {}).items():
        steep = slope.at(**fair)
        rows.append([f"derivative of the edge by {symbol}", _short(steep), decimal(steep)])
    values = set(fair.values())
    names = ", ".join(fair) if len(fair) < 8 else f"all of {next(iter(fair))} ... {list(fair)[-1]}"
    yield from textwrap.wrap(
        f"the dice are fair at {names} = {exact(values.pop())}; there", WIDTH - 1
    )
    yield ""
    yield from grid(["", "exact", "decimal"], rows, "lrr", "text").splitlines()


def _short(value: Fraction) -> str:
    text = exact(value)
    return text if len(text) <= _LONGEST_EXACT else f"~{decimal(value)}"


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
