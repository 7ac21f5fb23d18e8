"""Dice whose weights are symbols: what is thrown how often, as formulas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product

from oddscalc._dice.dice import ROLLS, Dice, weight_texts
from oddscalc._dice.weightfile import is_file, weights_of_file
from oddscalc._questions.symbols.book import Book
from oddscalc._questions.symbols.expressions import names, parse
from oddscalc._questions.symbols.formula import Formula
from oddscalc.errors import DataError, LimitError, NumberError, Problem, RangeError

MAX_DEGREE = 6
"""Symbols that may be multiplied with each other in one weight."""

_BASE = len(ROLLS) + 1
_FAIR = (Fraction(0), Fraction(1, 6), Fraction(1), Fraction(6), Fraction(1, 36))
"""Values of all symbols at which the dice may be fair."""


@dataclass(frozen=True)
class SymbolicDice:
    """Weights of the 36 ordered rolls, in the order of ``ROLLS``, as polynomials in symbols.

    Args:
        weights: the weights; probabilities are these over *whole*.
        whole: the sum of the weights.
        described: what they are, for people.
    """

    weights: tuple[Formula, ...]
    whole: Formula
    described: str
    _of_ways: dict[int, Formula] = field(default_factory=dict, repr=False)

    @property
    def book(self) -> Book:
        """The book of the formulas."""
        return self.whole.book

    @cached_property
    def kinds(self) -> list[Formula]:
        """The different weights other than 0."""
        return list({weight.key: weight for weight in self.weights if weight}.values())

    @cached_property
    def stand_in(self) -> Dice:
        """Dice in numbers that stand for these while a chain is explored.

        A weight of the kind number n is 37**n, so that the sum of any weights tells, in its
        digits to the base of 37, how many of each kind it is made of.
        """
        places = {kind.key: n for n, kind in enumerate(self.kinds)}
        codes = [_BASE ** places[weight.key] if weight else 0 for weight in self.weights]
        whole = sum(codes)
        return Dice(tuple(Fraction(code, whole) for code in codes), self.described)

    def of_ways(self, ways: int, total: int) -> Formula:
        """Return the weight of what has so many *ways* of *total* with the stand-in.

        The weight of what is missing from the whole is taken off the whole where that is shorter.
        """
        if ways == total:
            return self.whole
        if ways not in self._of_ways:
            direct, rest = self._made_of(ways), self.whole - self._made_of(total - ways)
            self._of_ways[ways] = rest if len(rest.terms) < len(direct.terms) else direct
        return self._of_ways[ways]

    def _made_of(self, ways: int) -> Formula:
        """Return the sum of the weights in *ways*: of whole totals as far as possible."""
        counts, pieces = _digits(ways), list[Formula]()
        for total_counts, weight in self.totals.values():
            if all(counts.get(kind, 0) >= count for kind, count in total_counts.items()):
                pieces.append(weight)
                for kind, count in total_counts.items():
                    counts[kind] -= count
        pieces += (self.kinds[kind] * count for kind, count in counts.items())
        return Formula.total(self.book, pieces)

    @cached_property
    def totals(self) -> Mapping[int, tuple[Mapping[int, int], Formula]]:
        """Of each total that can be thrown, the kinds of its rolls and its weight, ``W4``."""
        places = {kind.key: n for n, kind in enumerate(self.kinds)}
        totals = {}
        for total in range(2, 13):
            weights = [
                weight
                for roll, weight in zip(ROLLS, self.weights, strict=True)
                if sum(roll) == total and weight
            ]
            counts: dict[int, int] = {}
            for weight in weights:
                place = places[weight.key]
                counts[place] = counts.get(place, 0) + 1
            if weights:
                totals[total] = counts, Formula.total(self.book, weights).named(f"W{total}")
        return totals

    def probability_of_total(self, total: int) -> Formula:
        """Return the probability of a total."""
        _, weight = self.totals.get(total, ({}, Formula.number(self.book, 0)))
        return weight / self.whole

    @property
    def probabilities(self) -> list[Formula]:
        """The different probabilities of the rolls, but for 0."""
        return [kind / self.whole for kind in self.kinds]

    @cached_property
    def fair_at(self) -> Mapping[str, Fraction] | None:
        """Values of the symbols at which the dice are fair, where some are easy to see."""
        symbols = {name for kind in self.kinds for name in kind.depends_on}
        for value in _FAIR:
            values = {name: value for name in self.book.symbols if name in symbols}
            weights = {weight.at(**values) for weight in self.weights}
            if len(weights) == 1 and weights != {0}:
                return values
        return None


def symbolic_dice(text: str, book: Book) -> SymbolicDice:
    """Return the dice that *text* describes in the symbols of *book*.

    ``p7`` or ``p7=EXPRESSION``, ``srr`` or ``srr=EXPRESSION``; or 6, 12 or 36 expressions.

    Raises:
        NumberError: it describes no dice.

    >>> dice = symbolic_dice("srr=x", Book(["x"]))
    >>> dice.probability_of_total(7).at(x=7)
    Fraction(1, 7)
    """
    dice = _sevens(text, book) or _faces_or_rolls(text, book)
    if not dice.whole:
        raise RangeError(f"{text!r}: the weights sum to 0 whatever the symbols are")
    if len(dice.kinds) == 1 and all(dice.weights):
        raise NumberError(
            f"{text!r}: all 36 rolls are equally likely whatever the symbols are; that is --dice"
            " fair"
        )
    return dice


def symbols_of(text: str) -> list[str]:
    """Return the names of the symbols in a text of dice, in order.

    >>> symbols_of("p1..p3, 1/6, 1/6, q"), symbols_of("srr")
    (['p1', 'p2', 'p3', 'q'], ['srr'])
    """
    of_sevens = _of_sevens(text)
    return names(weight_texts(text) if of_sevens is None else [of_sevens[1]])


def _of_sevens(text: str) -> tuple[str, str] | None:
    """Return ``p7`` or ``srr`` with its expression, the name itself where there is none."""
    name, equals, expression = text.replace(" ", "").lower().partition("=")
    if name not in ("p7", "srr"):
        return None
    return name, expression if equals else name


def _sevens(text: str, book: Book) -> SymbolicDice | None:
    """Return dice of which only the share of sevens is other than with fair dice."""
    of_sevens = _of_sevens(text)
    if of_sevens is None:
        return None
    name, expression = of_sevens
    value = parse(expression, book)
    if not value:
        raise RangeError(f"{text!r}: {expression} is 0 whatever the symbols are")
    seven = value if name == "p7" else 1 / value
    (seven, rest), scale = _cleared([seven, 1 - seven], book)
    model = (
        f"a 7 has probability {expression}"
        if name == "p7"
        else f"one 7 in {expression} rolls (sevens-to-rolls ratio)"
    )
    return SymbolicDice(
        tuple(seven * 5 if sum(roll) == 7 else rest for roll in ROLLS),
        scale.named("S") * 30,
        f"{model}; all other rolls keep the odds that they have with fair dice among themselves",
    )


def _faces_or_rolls(text: str, book: Book) -> SymbolicDice:
    texts = weight_texts(text)
    if len(texts) not in (6, 12, 36):
        raise NumberError(
            f"{len(texts)} dice weights; give 6 (both dice), 12 (one die, then the other) or 36"
        )
    parsed = _parsed(text, book)
    if len(texts) == 36:
        weights, scale = _cleared(parsed, book)
        whole = _whole(weights, "S")
        model = "the 36 rolls, 1-1 1-2 ... 6-6,"
        return SymbolicDice(
            tuple(weights), whole, f"{model} {_proportion(texts, _sums_to_1([(weights, scale)]))}"
        )
    first, first_scale = _cleared(parsed[:6], book)
    second, second_scale = (first, first_scale) if len(texts) == 6 else _cleared(parsed[6:], book)
    whole = _whole(first, "S") * _whole(second, "S" if second is first else "T")
    normal = _sums_to_1([(first, first_scale), (second, second_scale)])
    model = "two independent dice alike, the faces 1 to 6"
    if len(texts) == 12:
        model = "two independent dice, the faces 1 to 6 of the first, then of the second,"
    return SymbolicDice(
        tuple(a * b for a, b in product(first, second)),
        whole,
        f"{model} {_proportion(texts, normal)}",
    )


def _parsed(text: str, book: Book) -> list[Formula]:
    """Return the weights in *text*, or in the file that it names.

    Raises:
        NumberError: one of them cannot be read, or is a number below 0.
        DataError: the same of a file, with all its problems.
    """
    if not is_file(text):
        return [_weight(expression, book) for expression in weight_texts(text)]
    weights, problems = list[Formula](), list[Problem]()
    for place, expression in weights_of_file(text):
        try:
            weights.append(_weight(expression, book))
        except NumberError as error:
            problems.append(Problem.of(place, error))
    if problems:
        raise DataError(text, problems)
    return weights


def _weight(text: str, book: Book) -> Formula:
    weight = parse(text, book)
    if not weight.depends_on and weight.at() < 0:
        raise RangeError(f"{text!r}: a weight is {weight}; none may be negative")
    return weight


def _whole(weights: Sequence[Formula], name: str) -> Formula:
    return Formula.total(weights[0].book, weights).named(name)


def _sums_to_1(dice: Iterable[tuple[Sequence[Formula], Formula]]) -> bool:
    """Return whether the weights of each of *dice* sum to their scale, whatever the symbols."""
    return all(not sum(weights, scale * -1) for weights, scale in dice)


def _proportion(texts: Sequence[str], normal: bool) -> str:
    shown = ", ".join(texts)
    if len(shown) > 200:
        shown = f"{texts[0]}, {texts[1]}, ..., {texts[-1]}"
    if normal:
        return f"with probabilities {shown}, which sum to 1 whatever the symbols are"
    return (
        f"in proportion {shown}, which need not sum to 1: a probability is a weight over the sum"
        " of the weights"
    )


def _cleared(formulas: Sequence[Formula], book: Book) -> tuple[list[Formula], Formula]:
    """Return the formulas times what makes them polynomials, and that factor."""
    scaled = [*formulas, Formula.number(book, 1)]
    for name in [*reversed(book.parts), *book.symbols]:
        lowest = min(_powers_of(scaled, name), default=0)
        if lowest < 0:
            scaled = [formula * Formula.symbol(book, name).power(-lowest) for formula in scaled]
        if name in book.parts:
            scaled = [_written_out(formula, name, book) for formula in scaled]
    for formula in scaled:
        if any(sum(power for _, power in powers) > MAX_DEGREE for powers in formula.terms):
            raise LimitError(f"a weight multiplies over {MAX_DEGREE} symbols with each other")
    *cleared, scale = scaled
    return cleared, scale


def _digits(code: int) -> dict[int, int]:
    """Return the digits of *code* to the base of 37 by their places, but for 0."""
    digits, place = dict[int, int](), 0
    while code:
        code, digit = divmod(code, _BASE)
        if digit:
            digits[place] = digit
        place += 1
    return digits


def _powers_of(formulas: Iterable[Formula], name: str) -> Iterator[int]:
    for formula in formulas:
        for powers in formula.terms:
            yield dict(powers).get(name, 0)


def _written_out(formula: Formula, part: str, book: Book) -> Formula:
    """Return *formula* with the sum that *part* stands for, whose powers are not negative."""
    whole, products = Formula(book, book.parts[part]), list[Formula]()
    for powers, number in formula.terms.items():
        rest = tuple((name, power) for name, power in powers if name != part)
        term = Formula(book, {rest: number})
        for _ in range(dict(powers).get(part, 0)):
            term = term * whole
        products.append(term)
    return Formula.total(book, products)
