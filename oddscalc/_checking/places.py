"""The line of a file on which a place stands: of CSV, TOML and JSON; a workbook has no lines."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from functools import lru_cache

from oddscalc._checking.encodings import csv_text
from oddscalc._checking.submission import form_of
from oddscalc._exact.files import text_of
from oddscalc.errors import DataError

_ROW = re.compile(r"row ([1-9][0-9]{0,8})\b")


def line_of(file: str, content: bytes | None, place: str) -> int | None:
    r"""Return the line of *place* in a file; None if it has none, or that cannot be said.

    Without *content* a row of a CSV file is taken for a line.

    >>> line_of("a.toml", b'[[wagers]]\nwager = "x"\npays = { 2 = "1" }', "wagers[0].pays.2")
    3
    >>> line_of("a.json", b'{"wagers": [\n{"wager": "x"},\n{"wager": "y"}]}', "wagers[1].wager")
    3
    """
    form = form_of(file, content or b"") if file != "-" or content else ""
    if form in (".csv", ".tsv"):
        row = _ROW.match(place)
        if row is None:
            return None
        starts = _records(file, content) if content is not None else {}
        return starts.get(int(row[1]), int(row[1]))
    if content is None or form not in (".toml", ".json"):
        return None
    lines = _toml(file, content) if form == ".toml" else _json(file, content)
    while place and place not in lines:
        place = place[: max(place.rfind("."), place.rfind("["), 0)]
    return lines.get(place) if place else None


@lru_cache(maxsize=4)
def _records(file: str, content: bytes) -> Mapping[int, int]:
    """Return the first line of each record that does not stand on the line of its number."""
    try:
        text, _ = csv_text(file, content)
    except DataError:
        return {}
    starts: dict[int, int] = {}
    for delimiter in (",", ";", "\t"):
        starts, before = {}, 0
        lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
        try:
            for number, _ in enumerate(lines, 1):
                if before + 1 != number:
                    starts[number] = before + 1
                before = lines.line_num
        except csv.Error:
            continue
        break
    return starts


_HEAD = re.compile(r"\s*(\[\[?)\s*([^\[\]#]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_TEXTS = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*')


@lru_cache(maxsize=4)
def _toml(file: str, content: bytes) -> Mapping[str, int]:
    """Return the line of each table and key of a TOML document, by its path."""
    try:
        text = text_of(file, content, utf_16=True)
    except DataError:
        return {}
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    prefix, depth, quote = "", 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        if quote:
            quote = "" if quote in line else quote
            continue
        if not depth and (match := _HEAD.match(line)):
            name = _path(match[2])
            if match[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                prefix = f"{name}[{counts[name]}]"
            else:
                first, _, rest = name.partition(".")
                numbered = f"{first}[{counts[first]}]" if first in counts else first
                prefix = f"{numbered}.{rest}" if rest else numbered
            lines.setdefault(prefix, number)
            lines.setdefault(name, number)
            continue
        if not depth and (match := _KEY.match(line)):
            path = ".".join(filter(None, (prefix, _path(match[1]))))
            lines.setdefault(path, number)
        for mark in ('"""', "'''"):
            if line.count(mark) == 1:
                quote = mark
        bare = _TEXTS.sub("", line)
        depth = max(0, depth + sum(map(bare.count, "[{")) - sum(map(bare.count, "]}")))
    return lines


def _path(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:\n]')


@lru_cache(maxsize=4)
def _json(file: str, content: bytes) -> Mapping[str, int]:
    """Return the line of each value of a JSON document, by its path."""
    try:
        text = text_of(file, content, utf_16=True)
    except DataError:
        return {}
    lines: dict[str, int] = {}
    stack: list[list[str]] = []  # of each open bracket: its path, what is open in it, its sign
    line, last = 1, ""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token == "\n":
            line += 1
        elif token in "{[":
            base = _open_path(stack)
            lines.setdefault(base, line)
            stack.append([base, "[0]" if token == "[" else "", token])
        elif token in "}]":
            del stack[-1:]
        elif token in ",:":
            _go_on(stack, token, last)
            if token == ":":
                lines.setdefault(_open_path(stack), line)
        else:
            last = token[1:-1]
    return lines


def _open_path(stack: list[list[str]]) -> str:
    return stack[-1][0] + stack[-1][1] if stack else ""


def _go_on(stack: list[list[str]], token: str, last: str) -> None:
    """Name the next entry of a list, or the value of a key."""
    if stack and token == "," and stack[-1][2] == "[":
        stack[-1][1] = f"[{int(stack[-1][1][1:-1]) + 1}]"
    elif stack and token == ":" and stack[-1][2] == "{":
        stack[-1][1] = f".{last}" if stack[-1][0] else last
