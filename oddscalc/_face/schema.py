"""``schema``: the JSON Schemas of files, of questions and of all that is printed as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any

from pydantic import TypeAdapter

from oddscalc._ask.options import OPTIONS
from oddscalc._face.commands import COMMANDS, AskedCommand
from oddscalc._rules.schema import FILES
from oddscalc._show.forms import OUTPUTS
from oddscalc.errors import UnknownNameError

DIALECT = {"$schema": "https://json-schema.org/draft/2020-12/schema"}

NAMES = tuple(sorted({*FILES, *OUTPUTS, "ask"}))
"""Everything that has a schema: kinds of files, and commands."""

SIDES = ("file", "output")


def schema(name: str, of: str | None = None) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of what has that name.

    Args:
        name: a kind of file, or a command; ``ask`` for questions and answers, ``error`` for errors.
        of: ``file`` for what is read, ``output`` for what is printed; where there are both, either
            conforms by default.

    Raises:
        UnknownNameError: nothing has that name, or there is no such side of it.

    >>> schema("edge")["type"], schema("paytable")["required"][:2]
    ('array', ['id', 'title'])
    """
    if name not in NAMES:
        raise UnknownNameError.among("schema", name, NAMES)
    if of is not None and of not in SIDES:
        raise UnknownNameError.among("side of a schema", of, SIDES)
    if name == "ask":
        return DIALECT | (_answers() if of == "output" else _questions())
    forms = [form for side, form in ((SIDES[0], FILES.get(name)), (SIDES[1], OUTPUTS.get(name)))
             if form is not None and of in (None, side)]  # fmt: skip
    if not forms:
        raise UnknownNameError(f"{name} has no {of}; it has the other side only", SIDES)
    form: Any = reduce(or_, forms)
    made = {"title": name} | TypeAdapter(form).json_schema()
    return DIALECT | (made if len(forms) == 1 else _closed(made))


def _closed(made: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of one of several forms, which no object with another key has.

    The keys of all forms stand at its head, where editors look for them.
    """
    keys = {key: True for pair in _resolved(made, made) for key in pair.get("properties", ())}
    return made | {"properties": keys, "additionalProperties": False}


def _resolved(part: dict[str, Any], whole: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the forms that an object may have by a schema with alternatives and references."""
    if "$ref" in part:
        part = whole["$defs"][part["$ref"].rpartition("/")[2]]
    yield part
    for option in part.get("anyOf", ()):
        yield from _resolved(option, whole)


def _answers() -> dict[str, Any]:
    """Return the schema of a line that ``ask`` answers; an id may begin each object."""
    form: Any = reduce(
        or_, (form for name, form in OUTPUTS.items() if name not in ("sweep", "cache"))
    )
    return {"title": "answer"} | TypeAdapter(form).json_schema()


def _questions() -> dict[str, Any]:
    """Return the schema of a line that ``ask`` is asked."""
    return {"title": "question", "oneOf": [question_schema(name) for name in COMMANDS]}


_TEXT = {"type": "string"}
_WHOLE = {"type": "integer"}
_NUMBER = {"type": ["string", "integer"]}
_STAKED = {
    "type": "object",
    "minProperties": 1,
    "additionalProperties": {
        "anyOf": [_NUMBER, {"type": "object", "required": ["stake"]}],
    },
}
_KINDS: dict[str, Any] = {
    "flag": {"type": "boolean"},
    "whole": _WHOLE,
    "number": _NUMBER,
    "text": _TEXT,
    "place": _NUMBER,
    "dice": _TEXT,
    "prices": {
        "anyOf": [
            _TEXT,
            {"type": "array", "items": _TEXT},
            {"type": "object", "additionalProperties": _TEXT},
        ]
    },
    "together": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}, _STAKED]},
    "bet": _TEXT,
    "file": _TEXT,
    "bets": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}, {"type": "null"}]},
    "names": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}, {"type": "null"}]},
    "pair": {"type": "array", "items": _TEXT, "minItems": 2, "maxItems": 2},
    "files": {"anyOf": [_TEXT, {"type": "array", "items": _TEXT, "minItems": 1}]},
}


def question_schema(command: str) -> dict[str, Any]:
    """Return the schema of a question to a command; null is an option that is not given.

    >>> question_schema("explain")["required"]
    ['explain']
    """
    form = COMMANDS[command]
    options = {
        name.rstrip("_"): {"anyOf": [_option(form, name), {"type": "null"}]}
        for name in sorted(form.options)
    }
    return {
        "type": "object",
        "title": command,
        "properties": {
            "id": {"type": ["string", "integer", "null"]},
            command: _KINDS[form.subject],
            **options,
        },
        "required": [command],
        "additionalProperties": False,
    }


def _option(form: AskedCommand, name: str) -> dict[str, Any]:
    """Return the schema of the value of an option."""
    if (kind := form.own.get(name)) is None:
        shared = OPTIONS[name]
        words = {"enum": list(shared.words)} if shared.words else {}
        kind_of: dict[str, Any] = _KINDS[shared.kind]
        return kind_of | words | {"description": shared.says}
    if kind in _KINDS:
        return dict(_KINDS[kind])
    singular = _KINDS[kind.removesuffix("s")]
    return {"anyOf": [singular, {"type": "array", "items": singular}]}
