"""Formulas as text: ``+ - * / ^ ( )``, whole numbers, symbols, and the names of longer sums."""

from __future__ import annotations

import re
from fractions import Fraction
from math import lcm

from oddscalc._exact.numbers import integer_text
from oddscalc._questions.symbols.book import Book
from oddscalc._questions.symbols.terms import Powers, Terms, common_powers, multiplied, raised

SHORT = 24
"""Characters up to which a sum without a name of its own is written out where it stands."""

_ALONE = re.compile(r"\(([^()]*)\)")  # one sum in brackets that nothing needs
_NUMBERED = re.compile(r"([A-Za-z]+)([0-9]*)")


def text(book: Book, terms: Terms) -> str:
    """Return the sum of *terms* in symbols and the names that ``explained`` explains."""
    whole = _sum(terms, book)
    alone = _ALONE.fullmatch(whole)
    return alone[1] if alone else whole


def explained(book: Book, name: str) -> str | None:
    """Return what a name stands for; None where it is never written."""
    return _sum(book.parts[name], book) if _written_out(name, book) is None else None


def _written_out(name: str, book: Book) -> str | None:
    """Return the sum for which *name* stands where that is to be written; None for the name."""
    if name not in book.parts or not (book.inline or name in book.unnamed):
        return None
    whole = book.texts.get(name)
    if whole is None:
        whole = book.texts[name] = _sum(book.parts[name], book)
    return whole if book.inline or len(whole) <= SHORT else None


def _sum(terms: Terms, book: Book) -> str:
    if not terms:
        return "0"
    if len(terms) == 1:
        ((powers, number),) = terms.items()
        return _product(powers, number, book)
    shared = common_powers(terms)
    scale = lcm(*(number.denominator for number in terms.values()))
    if shared or scale > 1:
        rest = multiplied(terms, raised({shared: Fraction(1, scale)}, -1))
        return _product(shared, Fraction(1, scale), book, f"({_sum(rest, book)})")
    pieces = list[str]()
    for powers, number in _in_order(terms, book):
        sign = ("-" if number < 0 else "") if not pieces else (" - " if number < 0 else " + ")
        pieces.append(sign + _product(powers, abs(number), book))
    return "".join(pieces)


def _in_order(terms: Terms, book: Book) -> list[tuple[Powers, Fraction]]:
    """Return the terms as they are written: of a polynomial by degree, else by names."""
    pairs = list(terms.items())
    if any(name in book.parts or power < 0 for powers in terms for name, power in powers):
        return sorted(pairs, key=lambda pair: _term_rank(pair[0], book))
    places = {name: place for place, name in enumerate(book.symbols)}

    def rank(pair: tuple[Powers, Fraction]) -> tuple[int, list[tuple[int, int]]]:
        powers = sorted((places[name], -power) for name, power in pair[0])
        return -sum(power for _, power in pair[0]), powers

    pairs.sort(key=rank)
    if pairs[0][1] < 0 < pairs[-1][1]:
        pairs.reverse()  # 1 - p rather than -p + 1
    return pairs


def _product(powers: Powers, number: Fraction, book: Book, factor: str = "") -> str:
    """Return one term; *factor* is one more that is written already."""
    above = [] if abs(number.numerator) == 1 else [integer_text(abs(number.numerator))]
    below = [] if number.denominator == 1 else [integer_text(number.denominator)]
    negative = number < 0
    for name, power in sorted(powers, key=lambda pair: _rank(pair[0], book)):
        whole = _written_out(name, book)
        if whole is not None and negative and power == 1:
            turned = _sum({key: -value for key, value in book.parts[name].items()}, book)
            if not turned.startswith("-"):
                whole, negative = turned, False  # (a - b) rather than -(b - a)
        base = name if whole is None else f"({whole})"
        (above if power > 0 else below).append(base if abs(power) == 1 else f"{base}^{abs(power)}")
    if factor:
        above.append(factor)
    over = "*".join(above) or "1"
    under = f"({'*'.join(below)})" if len(below) > 1 else "".join(below)
    return f"{'-' if negative else ''}{over}{f'/{under}' if under else ''}"


_Rank = tuple[bool, bool, str, int]


def _rank(name: str, book: Book) -> _Rank:
    """Return what to sort by: symbols, names, sums written out; ``W10`` after ``W9``."""
    match = _NUMBERED.match(name)
    stem, digits = match.groups() if match else (name, "")
    return name in book.parts, name in book.unnamed, stem, int(digits or 0)


def _term_rank(powers: Powers, book: Book) -> tuple[bool, list[tuple[_Rank, int]]]:
    """Return what to sort terms by: fractions last, then by what is multiplied."""
    above = [(_rank(name, book), power) for name, power in powers if power > 0]
    return len(above) < len(powers), sorted(above)
