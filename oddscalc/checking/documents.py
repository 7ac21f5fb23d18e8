"""Reading submissions from TOML and JSON documents; tables are read elsewhere."""

from __future__ import annotations

import datetime
import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from oddscalc.bets.catalogue import Bet
from oddscalc.checking.findings import Finding
from oddscalc.checking.submission import FIELDS, HEADER, Cell, Entry, Submission
from oddscalc.errors import DataError

MAX_BYTES = 20_000_000
MAX_ENTRIES = 50_000


def read_bytes(name: str) -> bytes:
    """Return the content of a submission.

    Raises:
        DataError: it cannot be read, or is over 20 MB.
    """
    try:
        with Path(name).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise DataError(name, [f"cannot be read: {error.strerror or error}"]) from None
    if len(content) > MAX_BYTES:
        raise DataError(name, [f"over {MAX_BYTES:,} bytes; split the submission"])
    return content


def decode(name: str, content: bytes) -> str:
    """Return *content* as text: UTF-8, or UTF-16 with a byte order mark.

    Raises:
        DataError: it is neither.
    """
    encoding = "utf-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        problem = f"not {encoding[:6].upper()} text: byte {error.start} cannot be decoded"
        raise DataError(name, [f"{problem}; save it as UTF-8"]) from None
    if "\0" in text:
        raise DataError(name, ["holds zero bytes: no text file"])
    return text


def document(name: str, content: bytes) -> Submission:
    """Return the submission in a TOML or JSON file.

    Raises:
        DataError: it is no such document.
    """
    text = decode(name, content)
    try:
        data = _json(text) if name.lower().endswith(".json") else tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(name, [f"not TOML: {error}"]) from None
    except json.JSONDecodeError as error:
        raise DataError(name, [f"not JSON: {error}"]) from None
    except (RecursionError, ValueError) as error:
        raise DataError(name, [f"not usable: {_reason(error)}"]) from None
    if not isinstance(data, dict):
        raise DataError(name, ["the document is no table of keys and values"])
    return _submission(name, hashlib.sha256(content).hexdigest(), data)


def _reason(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)[:200]


def _json(text: str) -> Any:
    """Return the JSON value; numbers with a point stay text, a key given twice is refused."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        twice = sorted({key for key in keys if keys.count(key) > 1})
        if twice:
            raise ValueError(f"the key {twice[0]!r} is given twice")
        return dict(pairs)

    return json.loads(text, object_pairs_hook=once, parse_float=Float, parse_constant=Float)


class Float(str):
    """A number with a point or an exponent, as it was written."""

    __slots__ = ()


def _submission(name: str, digest: str, data: Mapping[str, Any]) -> Submission:
    findings: list[Finding] = []
    header = {}
    for key, value in data.items():
        if key in HEADER:
            if (cell := _cell(value, key, findings)) is not None:
                header[key] = cell
        elif key not in ("wagers", "bets"):
            findings.append(Finding("malformed", key, f"there is no key {key!r} in a submission"))
    listed = data.get("wagers", [])
    if not isinstance(listed, list):
        findings.append(Finding("malformed", "wagers", "is no list of wagers"))
        listed = []
    if len(listed) > MAX_ENTRIES:
        raise DataError(name, [f"{len(listed):,} wagers; at most {MAX_ENTRIES:,} are read"])
    entries = [entry for n, one in enumerate(listed) for entry in _entry(one, n, findings)]
    bets = tuple(_bets(data.get("bets", []), findings))
    return Submission(name, digest, header, tuple(entries), bets, tuple(findings))


def _entry(value: Any, number: int, findings: list[Finding]) -> Iterator[Entry]:
    place = f"wagers[{number}]"
    if not isinstance(value, dict) or "wager" not in value:
        findings.append(Finding("malformed", place, "is no table with a key 'wager'"))
        return
    wager = _cell(value["wager"], f"{place}.wager", findings)
    cells: dict[str, Cell] = {}
    for key, one in value.items():
        if key in ("wager", "pays", "outcome"):
            continue
        if key not in FIELDS:
            findings.append(Finding("malformed", f"{place}.{key}", f"there is no key {key!r}"))
        elif (cell := _cell(one, f"{place}.{key}", findings)) is not None:
            cells[key] = cell
    if wager is not None:
        yield Entry(place, wager, _prices(value, place, findings), cells)


def _prices(
    value: Mapping[str, Any], place: str, findings: list[Finding]
) -> dict[str | None, Cell]:
    """Return the price of each outcome, as ``pays = "9 to 5"`` or as a table of them."""
    prices, named = value.get("pays"), value.get("outcome")
    if prices is None:
        return {}
    if not isinstance(prices, dict):
        cell = _cell(prices, f"{place}.pays", findings, price=True)
        return {} if cell is None else {None if named is None else str(named): cell}
    found: dict[str | None, Cell] = {}
    for outcome, price in prices.items():
        cell = _cell(price, f"{place}.pays.{outcome}", findings, price=True)
        if cell is not None:
            found[str(outcome)] = cell
    return found


def _cell(value: Any, place: str, findings: list[Finding], *, price: bool = False) -> Cell | None:
    """Return *value* as a cell; a value of another type is a finding."""
    if isinstance(value, Float | float) or (price and isinstance(value, int)):
        text = str(value)
        if price:
            return Cell(text, place)  # a bare number: what is wrong with it is told with its bet
        findings.append(
            Finding(
                "malformed", place, f"is the float {text}; write it as text in quotes", got=text
            )
        )
        return None
    if isinstance(value, bool) or not isinstance(value, str | int | datetime.date):
        kind = type(value).__name__
        findings.append(Finding("malformed", place, f"is a {kind}; text is needed", got=kind))
        return None
    return Cell(str(value), place)


def _bets(value: Any, findings: list[Finding]) -> Iterator[Bet]:
    """Yield the bets that a submission defines; those that break the form are findings."""
    if not value:
        return
    from pydantic import ValidationError

    from oddscalc.schema import BetsFile
    from oddscalc.userfiles import sentence

    try:
        BetsFile.model_validate({"bets": value})
    except ValidationError as error:
        for problem in error.errors():
            place, _, text = sentence(problem).partition(": ")
            findings.append(Finding("malformed", place, text))
        return
    yield from (Bet.from_toml(entry) for entry in value)
