"""``ask``: questions that are data, and answers that are data.

A question is one JSON object: the command is a key, what it is about the value; the other keys are
options, called as on the command line. The answer is the JSON of that command, or an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, BinaryIO

from oddscalc._ask.asked import refuse
from oddscalc._ask.options import OPTIONS
from oddscalc._chain.store import Store, key_of
from oddscalc._exact.budget import limited
from oddscalc._exact.files import for_others, json_of
from oddscalc._face.commands import ALIASES, COMMANDS, AskedCommand
from oddscalc.errors import (
    DataError,
    LimitError,
    NumberError,
    OddscalcError,
    RuleError,
    UnknownNameError,
)

MAX_BYTES = 1_000_000
"""The longest question."""

MAX_VALUES = 10_000
"""The most values in one."""

MOST_KEPT = 100_000
"""Characters of an answer that is kept; a chain in full may have millions."""

MOST_SAID = 2_000
"""Characters of the message of an error, which may quote a long question."""

_NAMES = {"from": "from_", "as": "as_", "max_decisions": "decisions"}
_SHOWN = 60  # characters of a value that an error quotes


def ask(question: Mapping[str, Any] | str, *, files: bool = False) -> Any:
    """Return the answer to a question as JSON states it: an object, or a list of them.

    Nothing is raised for what is wrong with the question: the answer says it.

    Args:
        question: an object like ``{"edge": "pass", "odds": "345x"}``, or its JSON text.
        files: whether the question may name files, which are read.

    >>> ask({"id": 7, "rolls": "field"})["mean"]
    {'exact': '1', 'decimal': '1'}
    >>> ask('{"edge": "pass", "stake": 2.5}')["error"]["code"]
    'malformed'
    """
    return answer_of(question, files=files)


def answer_of(
    question: Mapping[str, Any] | str, *, files: bool = False, store: Store | None = None
) -> Any:
    """Return the same, with answers and solutions kept in a store."""
    echoed: dict[str, Any] = {}
    try:
        asked = read_question(question)
        echoed = _echoed(asked)
        command, subject, given = parsed(asked)
        answer = _answered(command, subject, given, files=files, store=store)
    except OddscalcError as error:
        answer = _told(error)
    return _with(echoed, answer)


def _told(error: OddscalcError) -> dict[str, Any]:
    """Return an error as JSON, its message no longer than people read."""
    answer = error.to_dict()
    if len(message := answer["error"]["message"]) > MOST_SAID:
        answer["error"]["message"] = f"{message[:MOST_SAID]} ..."
    return answer


def text_of(answer: Any) -> str:
    """Return an answer as one line of JSON, all in visible ASCII."""
    return json.dumps(answer, separators=(",", ":")).replace("\x7f", "\\u007f")


def answers(
    lines: Iterable[str],
    *,
    files: bool = False,
    store: Store | None = None,
    seconds: float | None = None,
) -> Iterator[str]:
    """Yield a line of JSON for each line that is a question, in order; blank lines have none.

    Args:
        lines: the questions.
        files: whether they may name files.
        store: where answers and solutions are kept.
        seconds: the most processor time for one; without it there is no limit.

    Raises:
        Exception: a defect of oddscalc, once all lines are answered.

    >>> for line in answers(['{"rolls": "field", "id": "a"}', "", "nonsense"]):
    ...     print(line[:46])
    {"id":"a","schema":"rolls/1","bet":"field","na
    {"error":{"code":"malformed","message":"the qu
    """
    defect: Exception | None = None
    for line in lines:
        if not line.strip():
            continue
        try:
            with limited(seconds or 0):
                answer = text_of(answer_of(line, files=files, store=store))
        except LimitError as error:
            answer = error_text(line, error)
        except MemoryError:
            failed: OddscalcError = LimitError("too much memory for one question; ask for less")
            answer = error_text(line, failed)
        except Exception as error:  # noqa: BLE001 - the border: our own defect ends no one's batch
            defect = defect or error
            failed = OddscalcError(f"a defect of oddscalc: {error!r}", code="defect")
            answer = error_text(line, failed)
        yield answer
    if defect is not None:
        raise defect


def lines_of(stream: BinaryIO) -> Iterator[str]:
    r"""Yield the lines of a stream as they come; of one that is too long no more than tells so.

    >>> from io import BytesIO
    >>> tuple(lines_of(BytesIO(b'{"rolls": "field"}\n\n[]')))
    ('{"rolls": "field"}\n', '\n', '[]')
    """
    while line := stream.readline(MAX_BYTES + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(MAX_BYTES)
        yield line.decode("utf-8", "surrogateescape")


def error_text(line: str, error: OddscalcError) -> str:
    """Return the line that answers a line by an error, with the id of the question."""
    return text_of(_with(_id_of(line), _told(error)))


def _id_of(line: str) -> dict[str, Any]:
    """Return what is echoed of a question that had too little time, nothing if that is unusable."""
    try:
        return _echoed(read_question(line))
    except OddscalcError:
        return {}


def read_question(question: Mapping[str, Any] | str) -> Mapping[str, Any]:
    """Return the object that a question is.

    Raises:
        OddscalcError: it is none.
    """
    if isinstance(question, str):
        question = _read(question)
    if not isinstance(question, Mapping):
        raise RuleError(
            'a question is an object, like {"edge": "pass", "odds": "345x"}', code="malformed"
        )
    for name in question:
        if not isinstance(name, str):
            raise RuleError(f"{name!r} is no name of an option", code="malformed")
    return question


def _read(text: str) -> Any:
    """Return what the JSON text of a question says.

    Raises:
        OddscalcError: it is none, is too long, or is no UTF-8.
    """
    if len(text) > MAX_BYTES:
        raise LimitError(f"the question: over {MAX_BYTES:,} bytes")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RuleError("the question: not UTF-8 text", code="malformed") from None
    try:
        return json_of("the question", text.removeprefix("\ufeff"), values=MAX_VALUES)
    except DataError as error:
        raise RuleError(str(error), code="malformed") from None


def _echoed(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the id of a question, which its answer begins with.

    Raises:
        NumberError: it is neither text nor a whole number.
    """
    if "id" not in asked:
        return {}
    given = asked["id"]
    if given is not None and not isinstance(given, str | int):
        raise NumberError("id: write text or a whole number")
    return {"id": given}


def _with(echoed: dict[str, Any], answer: Any) -> Any:
    """Return an answer of which each object begins with what is echoed."""
    if isinstance(answer, list):
        return [echoed | part for part in answer]
    return echoed | answer


def parsed(asked: Mapping[str, Any]) -> tuple[str, Any, dict[str, Any]]:
    """Return the command of a question, what it is about, and its options by name in Python.

    Raises:
        RuleError: it has no command, or several.
        UnknownNameError: the command has no such option.
        NumberError: a value is of another type than it must be.

    >>> parsed({"edge": "pass", "from": 6, "id": 1})
    ('edge', 'pass', {'from_': 6})
    """
    given = {_plain(name): value for name, value in asked.items()}
    if len(given) < len(asked):
        raise RuleError("an option is given twice, spelled in two ways", code="conflict")
    given.pop("id", None)
    command = _command(given)
    form, subject = COMMANDS[command], given.pop(command)
    _refuse_subject(command, form.subject, subject)
    given = {name: value for name, value in given.items() if value is not None}
    for name, value in given.items():
        _refuse_option(command, form, name, value)
    return command, subject, given


def _plain(name: str) -> str:
    """Return an option by its name in Python, a command by its own."""
    name = name.strip().replace("-", "_")
    return _NAMES.get(name) or ALIASES.get(name) or name


def _command(given: Mapping[str, Any]) -> str:
    """Return the one command among the keys of a question.

    The names of some commands are options of others, as ``rolls`` of ``session``.

    Raises:
        RuleError: there is none, or there are several.
    """
    named = [name for name in given if name in COMMANDS]
    asked = [name for name in named if all(key in COMMANDS[name].options | {name} for key in named)]
    if len(asked) == 1:
        return asked[0]
    if not named:
        raise RuleError(
            f"a question has one command; there are {', '.join(COMMANDS)}", code="usage"
        )
    raise RuleError(f"a question has one command; this has {', '.join(named)}", code="usage")


def _refuse_option(command: str, form: AskedCommand, name: str, value: Any) -> None:
    """Refuse an option that a command does not have, or a value of another type.

    Raises:
        UnknownNameError: there is no such option.
        NumberError: the value is of another type.
    """
    written = name.rstrip("_")
    if name not in form.options:
        known = sorted(option.rstrip("_") for option in form.options)
        near = get_close_matches(written[:_SHOWN], known, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"it has {', '.join(known)}"
        raise UnknownNameError(f"{command} has no option {_brief(written)}; {hint}", near)
    if (kind := form.own.get(name)) is not None:
        _refuse_value(kind, written, value)
    else:
        refuse(OPTIONS[name], value)
        if name == "max_states" and value < 1:
            raise NumberError(f"max_states is {value}; it must be 1 or more", code="out-of-range")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return _is_text(value) or _is_whole(value)


_KINDS = {
    "flag": (lambda value: isinstance(value, bool), "true or false"),
    "whole": (_is_whole, "a whole number, like 10"),
    "number": (_is_number, "text or a whole number, like '5%'"),
    "text": (_is_text, "text"),
}
"""Whether a value is of a kind, and what to write instead."""


def _refuse_value(kind: str, name: str, value: Any) -> None:
    """Refuse a value that is not of its kind; of a kind in the plural there may be a list.

    Raises:
        NumberError: it is not.
    """
    if kind == "together":
        _refuse_subject(name, kind, value)
        return
    several = kind.endswith("s")
    is_kind, instead = _KINDS[kind.removesuffix("s")]
    values = value if several and isinstance(value, list | tuple) else [value]
    if not all(map(is_kind, values)):
        more = ", or a list of such" if several else ""
        raise NumberError(f"{name} is {_brief(value)}; write {instead}{more}")


def _brief(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} ..."


_SUBJECTS = {
    "bet": "a bet, like 'pass'",
    "bets": 'a bet, or a list of bets; or null with "all": true',
    "names": "a name, a list of names, or null for all",
    "together": "a bet, a list like ['pass:5', 'any-craps:1'], or an object {'pass': 5}",
    "number": "the number as printed, like '1.36%'",
    "pair": "a list of two, like ['us-ma', 'us-pa']",
    "file": "the name of a file",
    "files": "the name of a file, or a list of them",
}
"""What each kind of subject is, for messages."""


def _refuse_subject(command: str, kind: str, subject: Any) -> None:
    """Refuse what a command cannot be about.

    Raises:
        NumberError: it is of another type than it must be.
    """
    listed = isinstance(subject, list | tuple)
    texts = subject if listed else [subject]
    match kind:
        case "bet" | "file":
            right = _is_text(subject)
        case "number":
            right = _is_number(subject)
        case "pair":
            right = listed and len(subject) == 2
        case "together" if isinstance(subject, Mapping):
            right, texts = bool(subject), list(subject)
            for name, value in subject.items():
                _refuse_stake(name, value)
        case "names" | "bets" if subject is None:
            right, texts = True, []
        case _:
            right = bool(texts)
    if not right or not (kind == "number" or all(map(_is_text, texts))):
        raise NumberError(f"{command} is {_brief(subject)}; write {_SUBJECTS[kind]}")


def _refuse_stake(bet: str, value: Any) -> None:
    """Refuse what is no stake, nor an object with one.

    Raises:
        NumberError: it is none.
    """
    stake = value.get("stake") if isinstance(value, Mapping) else value
    if not _is_number(stake):
        raise NumberError(f"the stake of {bet[:_SHOWN]} is {_brief(stake)}; write it like 5 or '5'")


def _answered(
    command: str,
    subject: Any,
    given: dict[str, Any],
    *,
    files: bool,
    store: Store | None,
) -> Any:
    """Return the JSON of an answer; what no file bears on is kept.

    Raises:
        OddscalcError: the question has no answer.
    """
    if COMMANDS[command].subject in ("file", "files") and not files:
        raise RuleError(f"{command} reads files; no file is read for a question", code="no-files")
    key = "" if store is None or files else key_of("ask", command, json.dumps([subject, given]))
    if store is not None and key and (kept := store.get(key)) is not None:
        return json.loads(kept)
    with for_others(files=files):
        answer = COMMANDS[command].answer(subject, dict(given), store).json()
    if store is not None and key and len(text := text_of(answer)) <= MOST_KEPT:
        store.put(key, text)
    return answer
