"""Files from outside, read strictly: opened without waiting, of bounded size, UTF-8, TOML or JSON.

Whatever somebody names or writes ends as content or as a ``DataError``, soon and in little memory.
"""

from __future__ import annotations

import json
import os
import re
import stat
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import accumulate
from pathlib import Path
from typing import Any

from oddscalc.errors import DataError

STDIN = "-"
"""The name of standard input, wherever a command reads a file."""

WHOLE = "the file"
"""The place of what is wrong with a file as a whole, where others are about its keys."""

MAX_DEPTH = 64
MAX_KEY_PARTS = 10
"""Parts of a dotted key; every form of file has at most 5, and tomllib takes squares of them."""

MAX_DIGITS = 1_000
MAX_VALUES = 1_500_000

_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY")
)
_OTHER_KINDS = {
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: f"a pipe; {STDIN} reads standard input",
    stat.S_IFCHR: f"a device; {STDIN} reads standard input",
    stat.S_IFBLK: "a device",
}
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")

_questions = ContextVar[bool | None]("questions", default=None)
"""While questions of others are answered, whether they may name files; None at other times."""


@contextmanager
def for_others(*, files: bool) -> Iterator[None]:
    """Read no file that is named within, unless *files* may be; and never standard input.

    >>> with for_others(files=False):
    ...     read_bytes("/etc/hostname", 1_000, "")
    Traceback (most recent call last):
    oddscalc.errors.DataError: /etc/hostname: no file is read for a question
    """
    before = _questions.set(files)
    try:
        yield
    finally:
        _questions.reset(before)


def read_bytes(name: str, most: int, advice: str) -> bytes:
    """Return the content of a regular file, or of standard input if *name* is ``-``.

    Opening waits for nothing, and what was opened is looked at, so that no pipe, device or
    directory, nor a file of ``/proc``, takes the place of a file.

    Args:
        name: the file.
        most: how many bytes it may have.
        advice: what to do with one that has more.

    Raises:
        DataError: it cannot be read, is no regular file, or has more bytes.
    """
    files = _questions.get()
    if files is not None and (name == STDIN or not files):
        kind = "standard input has the questions" if files else "no file is read for a question"
        raise DataError(name, [kind], code="no-files")
    try:
        content = _standard_input(most) if name == STDIN else _regular_file(name, most)
    except (OSError, ValueError) as error:  # ValueError: a name that can be none
        reason = error.strerror if isinstance(error, OSError) else None
        raise DataError(name, [f"cannot be read: {reason or error}"]) from None
    if len(content) > most:
        raise DataError(name, [f"over {most:,} bytes; {advice}"])
    return content


def _regular_file(name: str, most: int) -> bytes:
    descriptor, content = os.open(name, _FLAGS), b""
    try:
        status = os.fstat(descriptor)
        _refuse_mode(status.st_mode)
        while len(content) <= most and (piece := os.read(descriptor, most + 1 - len(content))):
            content += piece
            if not status.st_size:
                raise ValueError("no regular file, but one that is made up while it is read")
    finally:
        os.close(descriptor)
    return content


def refuse_unusual(name: str) -> None:
    """Refuse what is no regular file, before it is opened to be read as it comes.

    Raises:
        ValueError: it is a pipe, a device, a directory or something else.
        OSError: it cannot be looked at.
    """
    _refuse_mode(Path(name).stat().st_mode)


def _refuse_mode(mode: int) -> None:
    if not stat.S_ISREG(mode):
        kind = _OTHER_KINDS.get(stat.S_IFMT(mode), "something else")
        raise ValueError(f"no regular file, but {kind}")


_taken: dict[Any, bytes] = {}
"""What has been read from standard input, for whoever reads it again in this process."""


def _standard_input(most: int) -> bytes:
    stream = sys.stdin
    if stream is None or stream.closed:
        raise ValueError("standard input is closed")
    before = _taken.get(stream, b"")
    if len(before) <= most:
        _taken[stream] = before + stream.buffer.read(most + 1 - len(before))
    return _taken[stream][: most + 1]


def text_of(name: str, content: bytes, *, utf_16: bool = False) -> str:
    r"""Return *content* as text: UTF-8, with a byte order mark or without.

    Args:
        name: the file, for the message.
        content: its bytes.
        utf_16: whether UTF-16 with a byte order mark, as spreadsheets write it, will do too.

    Raises:
        DataError: it is no such text, or has zero bytes.

    >>> text_of("a.toml", b"\xef\xbb\xbfa = 1")
    'a = 1'
    """
    encoding = "utf-16" if content.startswith(_UTF_16) else "utf-8-sig"
    if encoding == "utf-16" and not utf_16:
        raise DataError(name, ["UTF-16 text; save it as UTF-8"])
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        raise DataError(
            name, [_undecodable(error, encoding.removesuffix("-sig").upper())]
        ) from None
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise DataError(name, [f"line {line}: holds zero bytes: no text file, or not in UTF-8"])
    return text


def _undecodable(error: UnicodeDecodeError, encoding: str) -> str:
    content, at = error.object, error.start
    line = content.count(b"\n", 0, at) + 1
    meant = ""
    if encoding == "UTF-8" and b"\0" not in content:
        shown = content[at : at + 1].decode("cp1252", errors="ignore")
        meant = f" (in Windows-1252 it is {shown!r})" if shown.isprintable() and shown else ""
    problem = f"line {line}: not {encoding} text: byte {at} cannot be decoded{meant}"
    return f"{problem}; save it as UTF-8"


def toml_of(name: str, text: str) -> dict[str, Any]:
    """Return what a TOML document says.

    Raises:
        DataError: it is none, or is nested, long or large beyond all use.

    >>> toml_of("a.toml", "a.b = [1]")
    {'a': {'b': [1]}}
    """
    bare = _TOML_TEXTS.sub(b"_", text.encode())
    if _LONG_KEY.search(bare):
        raise DataError(name, [f"not usable: a key of over {MAX_KEY_PARTS} parts"])
    _refuse_vast(name, bare, MAX_VALUES, b"=..")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(name, [f"not TOML: {error}"]) from None
    except (RecursionError, ValueError) as error:
        raise DataError(name, [f"not usable: {error}"]) from None


def json_of(
    name: str, text: str, *, floats: Callable[[str], Any] = float, values: int = MAX_VALUES
) -> Any:
    """Return what a JSON document says; a key that is given twice is refused.

    Args:
        name: the file, for the message.
        text: the document.
        floats: what makes a value of a number with a point or an exponent.
        values: how many values it may have.

    Raises:
        DataError: it is none, or is nested, long or large beyond all use.

    >>> json_of("a.json", '{"a": [1, "2"]}')
    {'a': [1, '2']}
    """
    refuse_vast_json(name, text, values)
    try:
        value = json.loads(
            text, object_pairs_hook=_once, parse_float=floats, parse_constant=_no_number
        )
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise DataError(name, [f"not JSON: {error}"]) from None
    except UnicodeEncodeError:
        raise DataError(name, ["not usable: half a character, like \\ud800"]) from None
    except (RecursionError, ValueError) as error:
        raise DataError(name, [f"not usable: {str(error)[:200]}"]) from None
    return value


def refuse_vast_json(name: str, text: str, values: int) -> None:
    """Refuse a JSON document that would take long to read, or much memory.

    Raises:
        DataError: it is nested too deeply, has too many values, or too long a number.
    """
    _refuse_vast(name, _JSON_TEXTS.sub(b"", text.encode(errors="replace")), values, b"")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"the key {twice!r} is given twice")
    return read


def _no_number(text: str) -> None:
    raise ValueError(f"{text} is no number")


# Texts and comments hold no structure. A text without its end goes on to the end of the line or
# of the file: so every byte is looked at once, whatever is written.
_TOML_TEXTS = re.compile(
    rb'"""[^"\\]*+(?:(?:\\.|"(?!""))[^"\\]*+)*+(?:"{3,5}|\\?\Z)'
    rb"|'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)"
    rb'|"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+(?:"|\\?$)'
    rb"|'[^'\n]*+(?:'|$)"
    rb"|\#[^\n]*+",
    re.DOTALL | re.MULTILINE,
)
_JSON_TEXTS = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)', re.DOTALL)
_LONG_KEY = re.compile(rb"(?<![\w-])[\w-]++(?:[ \t]*+\.[ \t]*+[\w-]++){%d}" % MAX_KEY_PARTS)
_LONG_WORD = re.compile(rb"\b\w{%d}" % (MAX_DIGITS + 1))
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_STEPS = bytes.maketrans(b"[{]}", b"\2\2\0\0")
_NO_BRACKETS = bytes(set(range(256)) - set(b"[{]}"))


def _refuse_vast(name: str, bare: bytes, values: int, signs: bytes) -> None:
    """Refuse a document of which *bare* is left without texts and comments.

    Args:
        name: the file, for the message.
        bare: the rest of the document.
        values: how many values it may have.
        signs: what counts as a value beside commas and brackets.
    """
    problem = ""
    brackets = bare.translate(_STEPS, _NO_BRACKETS)
    if sum(bare.count(sign) for sign in b",[{" + signs) > values:
        problem = f"over {values:,} values"
    elif max(accumulate((step - 1 for step in brackets), initial=0)) > MAX_DEPTH:
        problem = f"nested over {MAX_DEPTH} deep"
    elif _LONG_WORD.search(bare):
        problem = f"a number or a key of over {MAX_DIGITS:,} characters"
    if problem:
        raise DataError(name, [f"not usable: {problem}"])
