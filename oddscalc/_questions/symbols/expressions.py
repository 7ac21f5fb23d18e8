"""Reading small expressions of symbols as people type them: numbers, names, + - * / ( ).

Nothing is evaluated but these; no other reader sees the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from oddscalc._exact.numbers import parse_rational
from oddscalc._questions.symbols.book import Book
from oddscalc._questions.symbols.formula import Formula
from oddscalc.errors import LimitError, NumberError, RangeError

MAX_LENGTH = 500
"""Characters of one expression."""

MAX_NAME = 12
"""Letters and digits of one name."""

MAX_DEPTH = 10
"""Brackets within brackets."""

MAX_DIGITS = 15
"""Digits of one number."""

MAX_TERMS = 30
"""Terms of what an expression comes to, once its brackets are multiplied out."""

_TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?|\.[0-9]+|[a-z][a-z0-9]*|[-+*/()]")
_NAME = re.compile(r"(?<![0-9a-z.])[a-z][a-z0-9]*")


def names(texts: Iterable[str]) -> list[str]:
    """Return the names in *texts*, in order, each once.

    >>> names(["1/6 + e", "2*p - e"])
    ['e', 'p']
    """
    return list(dict.fromkeys(name for text in texts for name in _NAME.findall(text)))


def parse(text: str, book: Book) -> Formula:
    """Return what *text* says, in the symbols of *book*, which has all its names.

    Raises:
        NumberError: it is no such expression, divides by zero, or is too long.

    >>> str(parse("(1/6 + e) * 2", Book(["e"])))
    '(6*e + 1)/3'
    """
    if len(text) > MAX_LENGTH:
        raise LimitError(f"an expression of {len(text):,} characters; the limit is {MAX_LENGTH}")
    return _Reader(text, book).read()


class _Reader:
    """One reading of one expression, from left to right."""

    def __init__(self, text: str, book: Book) -> None:
        self.text = text
        self.book = book
        self.place = 0
        self.depth = 0
        self._skip()

    def read(self) -> Formula:
        """Return the whole expression."""
        formula = self._sum()
        if self.place < len(self.text):
            raise self._wrong("an operator or the end")
        return formula

    def _sum(self) -> Formula:
        total = self._product()
        while sign := self._take("+-"):
            more = self._product()
            total = self._bounded(total + more if sign == "+" else total - more)
        return total

    def _product(self) -> Formula:
        product = self._factor()
        while operator := self._take("*/"):
            place = self.place
            more = self._factor()
            if operator == "*":
                product = self._bounded(product * more)
            elif more:
                product = product / more
            else:
                raise RangeError(f"{self.text!r} divides by zero at character {place + 1}")
        return product

    def _factor(self) -> Formula:
        sign = 1
        while taken := self._take("+-"):
            sign = -sign if taken == "-" else sign
        return self._atom() * sign

    def _atom(self) -> Formula:
        if self._take("("):
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise LimitError(f"{self.text!r} has over {MAX_DEPTH} brackets within brackets")
            inner = self._sum()
            if not self._take(")"):
                raise self._wrong("an operator or ')'")
            self.depth -= 1
            return inner
        token = self._token()
        if token[:1].isalpha():
            if len(token) > MAX_NAME:
                raise LimitError(f"the name {token!r} is longer than {MAX_NAME} characters")
            return self._moved(token, lambda name: Formula.symbol(self.book, name))
        if token[:1].isdigit() or token[:1] == ".":
            if len(token) > MAX_DIGITS:
                raise LimitError(f"{token!r} has over {MAX_DIGITS} digits")
            return self._moved(
                token, lambda digits: Formula.number(self.book, parse_rational(digits))
            )
        raise self._wrong("a number, a name or '('")

    def _moved(self, token: str, make: Callable[[str], Formula]) -> Formula:
        self.place += len(token)
        self._skip()
        return make(token)

    def _take(self, tokens: str) -> str:
        """Return the token that comes next and go on, if it is one of these characters."""
        token = self.text[self.place : self.place + 1]
        if not token or token not in tokens:
            return ""
        self.place += 1
        self._skip()
        return token

    def _token(self) -> str:
        match = _TOKEN.match(self.text, self.place)
        return match[0] if match else ""

    def _skip(self) -> None:
        while self.text[self.place : self.place + 1] == " ":
            self.place += 1

    def _bounded(self, formula: Formula) -> Formula:
        if len(formula.terms) > MAX_TERMS:
            raise LimitError(f"{self.text!r} has over {MAX_TERMS} terms when multiplied out")
        return formula

    def _wrong(self, expected: str) -> NumberError:
        token = self._token() or self.text[self.place : self.place + 1]
        here = f"{token!r}" if token else "nothing more"
        hint = "; write 2*p, not 2p" if token[:1].isalnum() or token == "(" else ""
        return NumberError(
            f"{self.text!r}: at character {self.place + 1} there should be {expected}, there is"
            f" {here}{hint}"
        )
