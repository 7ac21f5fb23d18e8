"""The strict form of data from outside: pydantic's models, and what they find, in words."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from oddscalc._exact.files import STDIN, WHOLE
from oddscalc._exact.numbers import integer_text
from oddscalc.errors import DataError, Problem

MAX_PROBLEMS = 10_000
"""Problems of a file that are listed; one that has more is no file of its kind."""

FORMS = TEXT, TABLE, ROW, ROWS = "(text)", "(table)", "(row)", "(rows)"
"""Names of the forms of a value in pydantic's paths; brackets, so that no key is taken for one."""


class Strict(BaseModel):
    """No unknown keys, no conversion of types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def one_of(needed: str, *types: type) -> BeforeValidator:
    """Return what refuses a value of none of *types* once, and not once for each of them."""
    message: Any = f"needed is {needed}"

    def check(value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, types):
            raise PydanticCustomError("type", message)
        return value

    return BeforeValidator(check)


def whole_as_text(value: Any) -> Any:
    """Return a whole number as its digits, anything else as it is.

    >>> whole_as_text(12), whole_as_text(1.5)
    ('12', 1.5)
    """
    return integer_text(value) if isinstance(value, int) and not isinstance(value, bool) else value


def no_dash(text: str) -> str:
    """Return the name of a file, which a file may give; standard input only a user can."""
    if text == STDIN:
        raise ValueError(f"{STDIN!r} is no name of a file")
    return text


def problems_of(name: str, error: ValidationError, kinds: Collection[str] = ()) -> list[Problem]:
    """Return the problems that pydantic tells, each with its place like ``key.path[3]``.

    Args:
        name: the file.
        error: what pydantic raised.
        kinds: what it calls the entries of a list that may be of several kinds.

    Raises:
        DataError: there are more than anybody reads.
    """
    if error.error_count() > MAX_PROBLEMS:
        many = f"over {MAX_PROBLEMS:,} keys and values that cannot be there"
        raise DataError(name, [Problem(WHOLE, many)])
    return [_problem(details, kinds) for details in error.errors(include_url=False)]


def _problem(details: ErrorDetails, kinds: Collection[str]) -> Problem:
    place = ""
    for before, step in zip((None, *details["loc"]), details["loc"], strict=False):
        if isinstance(step, int):
            place += f"[{step}]"
        elif step not in FORMS and not (step in kinds and isinstance(before, int)):
            place += f".{step}" if place else step
    kind, given = details["type"], details["input"]
    if kind == "extra_forbidden":
        text = "there is no such key"
    elif kind == "missing":
        text = "is missing"
    elif isinstance(given, float):
        whole = kind.startswith("int")
        instead = "write a whole number" if whole else "write it as text in quotes"
        text = f"is the float {given!r}; {instead}, since floats are not exact"
    else:
        text = details["msg"].removeprefix("Value error, ")
        text = text[:1].lower() + text[1:]
    return Problem(place or WHOLE, text)
