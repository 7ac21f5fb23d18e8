"""Reading submissions from TOML and JSON documents; tables are read elsewhere."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, Self

from oddscalc._bets.catalogue import Bet
from oddscalc._checking.dialect import PLAIN, Dialect
from oddscalc._checking.findings import Finding, within
from oddscalc._checking.submission import (
    BEARING,
    FIELDS,
    HEADER,
    Cell,
    ColumnRead,
    Entry,
    Submission,
    form_of,
)
from oddscalc._exact.files import json_of, text_of, toml_of
from oddscalc._exact.numbers import integer_text
from oddscalc._rules.userfiles import MAX_BYTES
from oddscalc.errors import DataError

MAX_ENTRIES = 50_000
MAX_PRICES = 100_000


def document(name: str, content: bytes, _dialect: Dialect = PLAIN) -> Submission:
    """Return the submission in a TOML or JSON file, whose keys are those of the format.

    Raises:
        DataError: it is no such document.
    """
    text = text_of(name, content, utf_16=True)
    json = form_of(name, content) == ".json"
    data = json_of(name, text, floats=Float) if json else toml_of(name, text)
    if not isinstance(data, dict):
        raise DataError(name, ["the document is no table of keys and values"])
    return _submission(name, hashlib.sha256(content).hexdigest(), data)


class Float(float):
    """A number with a point or an exponent, which remembers how it was written."""

    text: str

    def __new__(cls, text: str) -> Self:
        """Return the number written as *text*."""
        value = super().__new__(cls, text)
        value.text = text
        return value

    def __str__(self) -> str:
        return self.text


def _submission(name: str, digest: str, data: Mapping[str, Any]) -> Submission:
    listed = data.get("wagers", [])
    listed = listed if isinstance(listed, list) else []
    tables = [entry.get("pays") for entry in listed if isinstance(entry, dict)]
    prices = sum(len(table) for table in tables if isinstance(table, dict))
    if len(listed) > MAX_ENTRIES or prices > MAX_PRICES:
        many = f"{len(listed):,} wagers and {prices:,} prices; at most {MAX_ENTRIES:,} and"
        raise DataError(name, [f"{many} {MAX_PRICES:,} are read"])
    if len(repr(data.get("bets"))) > MAX_BYTES:
        raise DataError(name, [f"over {MAX_BYTES:,} characters of [[bets]]"])
    findings = list(_problems(name, data))
    broken = {finding.place for finding in findings}
    header = {key: cell for key in HEADER if (cell := _cell(data.get(key), key))}
    entries = [
        replace(entry, unread=frozenset(key for key in BEARING if _is_broken(entry, key, broken)))
        for number, pair in enumerate(listed)
        for entry in _entry(pair, number)
    ]
    sound = not any(within(place, "bets") for place in broken)
    bets = tuple(Bet.from_toml(bet) for bet in data.get("bets", ())) if sound else ()
    keys = dict.fromkeys(key for listing in listed if isinstance(listing, dict) for key in listing)
    columns = (ColumnRead("", str(key), str(key) if key in FIELDS else None) for key in keys)
    return Submission(name, digest, header, tuple(entries), bets, tuple(findings), tuple(columns))


def _problems(name: str, data: Mapping[str, Any]) -> Iterator[Finding]:
    """Yield a finding for each key and value that the format does not have."""
    from pydantic import ValidationError

    from oddscalc._exact.strict import problems_of
    from oddscalc._rules.betmodels import RULE_MODELS
    from oddscalc._rules.schema import SubmissionFile

    try:
        SubmissionFile.model_validate(data)
    except ValidationError as error:
        places: set[str] = set()
        for problem in problems_of(name, error, RULE_MODELS):
            place = _BRANCH.sub("", problem.place)
            if place not in places:
                places.add(place)
                yield Finding("malformed", place, problem.message)


def _is_broken(entry: Entry, key: str, broken: Collection[str]) -> bool:
    """Return whether the value of *key* in an entry, or a part of it, could not be read."""
    return any(within(place, f"{entry.place}.{key}") for place in broken)


_BRANCH = re.compile(r"\.(str|int|float|date|dict\[.*)$")
"""What pydantic adds to a path where a value may be of several types."""


def _entry(value: Any, number: int) -> Iterator[Entry]:
    place = f"wagers[{number}]"
    wager = _cell(value.get("wager"), f"{place}.wager") if isinstance(value, dict) else None
    if wager is None:
        return
    cells = {
        key: cell
        for key, pair in value.items()
        if key in FIELDS and key not in ("wager", "pays", "outcome")
        if (cell := _cell(pair, f"{place}.{key}"))
    }
    yield Entry(place, wager, _prices(value, place), cells)


def _prices(value: Mapping[str, Any], place: str) -> dict[str | None, Cell]:
    """Return the price of each outcome, as ``pays = "9 to 5"`` or as a table of them."""
    prices, named = value.get("pays"), value.get("outcome")
    if prices is None:
        return {}
    if not isinstance(prices, dict):
        cell = _cell(prices, f"{place}.pays", price=True)
        return {} if cell is None else {None if named is None else str(named): cell}
    cells: dict[str | None, Cell] = {}
    for outcome, price in prices.items():
        cell = _cell(price, f"{place}.pays.{outcome}", price=True)
        if cell is not None:
            cells[str(outcome)] = cell
    return cells


def _cell(value: Any, place: str, *, price: bool = False) -> Cell | None:
    """Return *value* as a cell; None if it is of a type that has been found malformed.

    A price that is a number is a cell: what is wrong with it is told with its wager.
    """
    if isinstance(value, bool) or not isinstance(
        value, str | int | float | datetime.date | datetime.time
    ):
        return None
    if isinstance(value, float) and not price:
        return None
    return Cell(integer_text(value) if isinstance(value, int) else str(value), place)
