"""The errors a user can cause, and nothing else.

Every one ends the command line with exit code 2 and its message, and carries a code out of
``CODES``. Anything else that escapes is a defect of oddscalc (exit code 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, NamedTuple, Self

CODES = {
    "unknown-name": "No bet, rulebook, paytable, reading, outcome or choice has that name.",
    "ambiguous-name": "Several bets, outcomes or prices have that name.",
    "malformed": "A text is no number, price, set of rolls or definition as it must be.",
    "bare-price": "A price without a word can be read as 'to 1' and as 'for 1'.",
    "out-of-range": "A number is understood, and none of those that can be given here.",
    "incomplete": "Something is missing without which the question has no answer.",
    "conflict": "Two things that are given contradict each other or do not go together.",
    "not-authorised": "The rulebook does not authorise the wager.",
    "not-in-extract": "The part of the law that may authorise the wager was not to be had.",
    "wrong-time": "The wager may not be made where the table stands.",
    "not-applicable": "What is asked has no meaning for this bet or under these rules.",
    "impossible": "The wager, or the outcome that is asked about, can never come about.",
    "no-odds": "There is no odds bet behind it.",
    "no-price": "An outcome has no price.",
    "no-chart": "There is nothing that a chart could show.",
    "no-stake": "The answer depends on the stake, and none is given.",
    "unpayable": "The win on that stake is no multiple of the unit, and rounding is refused.",
    "overlap": "One roll or count has two outcomes.",
    "never-ends": "No roll decides the wager or the session.",
    "too-many-states": "The chain, or its drawing or formula, has more states than the limit.",
    "numbers-too-long": "Exact numbers would be longer than the limit.",
    "too-long": "The work takes longer than it may.",
    "too-much": "More is asked than the limit of what is listed, tried or worked out exactly.",
    "unreadable": "A file cannot be read, or is none of its kind.",
    "no-files": "A question names a file, and none may be read for it.",
    "unwritable": "A file cannot be written.",
    "usage": "A command line or a question is not put as it must be.",
    "defect": "A defect of oddscalc itself, which is to be reported.",
    "busy": "More questions wait at a server than may.",
    "not-installed": "A library or program is needed that is not installed.",
    "no-workers": "A scheduler or its workers cannot be reached, or were lost.",
    "unusable": "The input cannot be used, for a reason of another kind.",
}
"""What each code of an error means. Codes are stable."""


class OddscalcError(Exception):
    """Base of all errors whose cause lies in the input.

    Args:
        message: what was wrong, where, and what would be right.
        code: one of ``CODES``; that of the class if not given.

    Attributes:
        code: one of ``CODES``.

    >>> OddscalcError("two rulebooks have the id 'x'").to_dict()
    {'error': {'code': 'unusable', 'message': "two rulebooks have the id 'x'"}}
    """

    code = "unusable"

    def __init__(self, message: str, *, code: str | None = None) -> None:
        super().__init__(message)
        self.code = code or self.code

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).__new__, (type(self), *self.args), vars(self)

    def at(self, place: str) -> Self:
        """Return this error with the place where it arose before its message.

        >>> print(RuleError("it takes no odds").at("place-6"))
        place-6: it takes no odds
        """
        placed = copy(self)
        placed.args = (f"{place}: {self}",)
        return placed

    def to_dict(self) -> dict[str, dict[str, str]]:
        """Return the error as JSON states it."""
        return {"error": {"code": self.code, "message": str(self)}}


class NumberError(OddscalcError):
    """A number, a price or a set of rolls could not be read."""

    code = "malformed"


class RangeError(NumberError):
    """A number is understood, and none of those that can be given here."""

    code = "out-of-range"


class LimitError(NumberError):
    """More is asked than is listed, tried or worked out exactly."""

    code = "too-much"


class BarePriceError(NumberError):
    """A price was given as a bare number, which can mean two prices.

    Args:
        text: what was given.
        readings: the two prices that it can mean.
        more: what more there is to say.

    >>> BarePriceError("30", ("30 to 1", "30 for 1")).readings
    ('30 to 1', '30 for 1')
    """

    code = "bare-price"

    def __init__(self, text: str, readings: tuple[str, str], more: str = "") -> None:
        self.text, self.readings = text, readings
        to, for_ = readings
        super().__init__(
            f"the price {text!r} can be read in two ways: '{to}' (the stake comes back on top) or"
            f" '{for_}' (the stake is included){more}; write one of them"
        )


class UnknownNameError(OddscalcError):
    """A bet, rulebook, paytable, reading or outcome has no such name, or several.

    Args:
        message: what was wrong.
        candidates: the names that may have been meant, the nearest first.
        code: one of ``CODES``.

    >>> UnknownNameError("there is no bet called 'pas'", ["pass"]).candidates
    ('pass',)
    """

    code = "unknown-name"

    def __init__(
        self, message: str, candidates: Iterable[str] = (), *, code: str | None = None
    ) -> None:
        super().__init__(message, code=code)
        self.candidates = tuple(candidates)

    @classmethod
    def among(cls, kind: str, name: str, known: Iterable[str], more: str = "") -> Self:
        """Return the error that *name* is none of the *known* ones of a *kind*.

        >>> print(UnknownNameError.among("order", "size", ["edge", "prices"]))
        there is no order 'size'; there are edge, prices
        """
        names = tuple(known)
        return cls(f"there is no {kind} {name!r}; there are {', '.join(names)}{more}", names)


class RuleError(OddscalcError):
    """The rules contradict themselves, or the wager may not be made like this."""

    code = "not-applicable"


class UnpayableError(RuleError):
    """A stake whose win cannot be paid in whole units, where that is refused."""

    code = "unpayable"


class ChainError(RuleError):
    """The wager's rules do not make an absorbing chain that can be solved."""

    code = "malformed"


class Problem(NamedTuple):
    """One thing that is wrong with a file.

    Attributes:
        place: the key or the line; empty for the file as a whole.
        message: what is wrong there.
        code: one of ``CODES``.

    >>> print(Problem("line 3", "expected '='"))
    line 3: expected '='
    """

    place: str
    message: str
    code: str = "malformed"

    @classmethod
    def of(cls, place: str, error: OddscalcError) -> Problem:
        """Return the problem that *error* is at *place*."""
        return cls(place, str(error), error.code)

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class DataError(OddscalcError):
    """A data file is unusable. All its problems are reported at once.

    Args:
        file: the file's name, as the user gave it.
        problems: each problem; one of the file as a whole may be given as its message.
        code: the code of those that are given as messages.

    >>> print(DataError("my.toml", [Problem("line 3", "expected '='"), Problem("kind", "missing")]))
    my.toml: 2 problems
      line 3: expected '='
      kind: missing
    """

    code = "unreadable"

    def __init__(
        self, file: str, problems: Sequence[Problem | str], *, code: str | None = None
    ) -> None:
        whole = code or self.code
        self.file = file
        self.problems = tuple(
            Problem("", problem, whole) if isinstance(problem, str) else problem
            for problem in problems
        )
        head = "" if len(self.problems) == 1 else f"{len(self.problems)} problems\n  "
        kinds = {problem.code for problem in self.problems}
        super().__init__(
            f"{file}: {head}" + "\n  ".join(map(str, self.problems)),
            code=kinds.pop() if len(kinds) == 1 else "malformed",
        )
