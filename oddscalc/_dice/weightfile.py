"""A file of 36 weights: what stands in it and where, not yet read as numbers."""

from __future__ import annotations

import stat
import tomllib
from collections.abc import Iterable
from pathlib import Path

from oddscalc.errors import DataError, Problem

FILES = (".csv", ".toml", ".txt")
"""How the name of a file of weights ends."""

MAX_BYTES = 100_000
"""A file of 36 weights is small; a larger one is refused unread."""

WEIGHTS = 36


def is_file(text: str) -> bool:
    """Return whether *text* is meant as the name of a file of weights."""
    return text.lower().endswith(FILES)


def weights_of_file(name: str) -> list[tuple[str, str]]:
    """Return 36 weights with the places where they are.

    Of a TOML file, ``weights``: 36 texts or six lists of six. Of any other, what stands on its
    lines between commas or spaces; lines that begin with # say nothing.

    Raises:
        DataError: the file is unusable, or there are not 36.
    """
    content = _content(name)
    if name.lower().endswith(".toml"):
        found = list(_in_toml(name, content))
    else:
        found = [
            (f"line {number}, weight {place}", weight)
            for number, line in enumerate(content.splitlines(), start=1)
            if not line.startswith("#")
            for place, weight in enumerate(_in_line(line), start=1)
        ]
    if len(found) != WEIGHTS:
        raise DataError(
            name,
            [f"{len(found)} weights; 36 are needed, 1-1 1-2 ... 1-6 of the first die's 1 first"],
        )
    return found


def _in_line(line: str) -> list[str]:
    """Return what stands between commas, which may be empty, or else between spaces."""
    if "," in line:
        return [part.strip().lower() for part in line.split(",")]
    return line.lower().split()


def _in_toml(name: str, content: str) -> Iterable[tuple[str, str]]:
    try:
        data = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise DataError(name, [f"not TOML: {error}"]) from None
    except (RecursionError, ValueError):  # which tomllib lets escape
        raise DataError(name, ["not usable TOML: nested too deeply or a number too long"]) from None
    weights = data.pop("weights", None)
    problems = [Problem(key, "there is no such key; there is weights") for key in data]
    if not isinstance(weights, list):
        problem = Problem("weights", "a list of 36 texts, or of six lists of six")
        raise DataError(name, [*problems, problem])
    rows = weights if all(isinstance(row, list) for row in weights) else [weights]
    found = []
    for number, row in enumerate(rows):
        for place, weight in enumerate(row):
            where = f"weights[{number}][{place}]" if rows is weights else f"weights[{place}]"
            if isinstance(weight, bool) or not isinstance(weight, str | int):
                problems.append(
                    Problem(where, f"{weight!r}; write it as text in quotes, like '1/36'")
                )
            found.append((where, str(weight).lower()))
    if problems:
        raise DataError(name, problems)
    return found


def _content(name: str) -> str:
    """Return the text of a file.

    Raises:
        DataError: it cannot be read, is no regular file, too long, or not UTF-8.
    """
    path = Path(name)
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise DataError(name, ["cannot be read: no regular file"])
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error.strerror if isinstance(error, OSError) else None
        raise DataError(name, [f"cannot be read: {reason or error}"]) from None
    if len(content) > MAX_BYTES:
        raise DataError(name, [f"over {MAX_BYTES:,} bytes; no file of 36 weights is that long"])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(name, [f"not UTF-8 text: byte {error.start} cannot be decoded"]) from None
