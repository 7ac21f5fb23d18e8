"""A cell as it stands in a table: what spreadsheets make of numbers, times and prices."""

from __future__ import annotations

import datetime
import math
import re
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._exact.numbers import decimal, fixed, integer_text

PRICES = ("pays", "true_odds")
"""The keys of columns that hold prices or odds."""

AMOUNTS = ("unit", "minimum", "maximum", "cap")
"""The keys of columns that hold amounts of money."""

NUMBERS = (
    *("house_advantage", "win_probability", "lose_probability", "push_probability"),
    *("expected_rolls", "rtp", "hit_frequency", "sd", "variance", *AMOUNTS),
)
"""The keys of columns that hold numbers."""

MAX_TEXT = 2_000
"""Characters of a cell."""

_MONTH = (
    "jan|feb|mar|mär|mrz|apr|may|mai|maj|jun|jul|aug|sep|oct|okt|nov|dec|dez|"
    "févr|fév|avr|juin|juil|août|déc"
)
_TIME = re.compile(
    r"\d{1,4}:0\d|\d{1,4}:\d\d:\d\d(?:[.,]\d+)?|\d{1,2}:\d\d(?::\d\d)?\s*[ap]\.?m\.?",
    re.IGNORECASE,
)
_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d\d.{0,20})?"
    r"|\d{1,2}([-/.])\s?\d{1,2}\1\s?(?:\d{4}|\d{2})(?: \d{1,2}:\d\d.{0,20})?"
    rf"|\d{{1,2}}\.?[-/. ]{{0,2}}(?:{_MONTH})[a-zäéû]{{0,8}}\.?(?:[-/. ]{{1,2}}\d{{2,4}})?"
    rf"|(?:{_MONTH})[a-zäéû]{{0,8}}\.?[-/. ]{{1,2}}\d{{1,4}}(?:, ?\d{{4}})?",
    re.IGNORECASE,
)
_ERRORS = re.compile(r"#(?:REF!|N/A|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!)")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)")
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_COMMA = re.compile(r"[+-]?\d+,\d+ ?%?")
_EITHER = re.compile(r"\d{1,3}[.,]\d{3}")
_QUOTED = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|_.')
_PLACES = re.compile(r"0(?:\.(0{1,30}))?%?(?![.#0?])")


@dataclass(frozen=True, slots=True)
class Raw:
    """A cell's text, and what kind of value it is.

    Args:
        text: as it would be written.
        kind: ``text``, ``number``, ``time``, ``date``, ``formula``, ``error`` or ``boolean``.
    """

    text: str
    kind: str = "text"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a cell cannot be taken: the code and message of a finding, and what may be meant."""

    code: str
    message: str
    expected: str | None = None


def raw_text(text: str) -> Raw:
    """Return a cell of a CSV file, where a formula, an error or a truth value is text too.

    >>> raw_text("=9/5").kind, raw_text("#REF!").kind, raw_text("TRUE").kind, raw_text("9").kind
    ('formula', 'error', 'boolean', 'text')
    """
    text = text.strip()
    if text.startswith("="):
        return Raw(text, "formula")
    if text.upper() in ("TRUE", "FALSE"):
        return Raw(text, "boolean")
    return Raw(text, "error" if _ERRORS.fullmatch(text) else "text")


def raw_value(value: object, data_type: str, number_format: str) -> Raw:
    """Return a cell of a spreadsheet.

    >>> raw_value(0.0667, "n", "0.00%").text, raw_value(1.8, "n", "General").text
    ('6.67%', '1.8')
    """
    if type(value) is str and data_type not in ("f", "e"):
        return Raw(value.strip())
    if data_type == "f":
        return Raw(str(getattr(value, "text", value) or "="), "formula")
    if data_type == "e":
        return Raw(str(value), "error")
    if isinstance(value, bool):
        return Raw(str(value).upper(), "boolean")
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return Raw(str(value.date() if midnight else value), "date")
    if isinstance(value, datetime.date):
        return Raw(str(value), "date")
    if isinstance(value, datetime.time | datetime.timedelta):
        return Raw(_clock(value), "time")
    if isinstance(value, int | float):
        finite = isinstance(value, int) or math.isfinite(value)
        return Raw(number_text(value, number_format), "number") if finite else Raw("#NUM!", "error")
    return Raw(str(value).strip())


def _clock(value: datetime.time | datetime.timedelta) -> str:
    if isinstance(value, datetime.time):
        return value.isoformat("seconds")
    minutes, seconds = divmod(int(value.total_seconds()), 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}"


def number_text(value: float, number_format: str) -> str:
    """Return the text of a number of a spreadsheet, which stores it in binary.

    It is the shortest decimal that is stored so, and as a percentage where the format says so.
    Where the format tells how many decimals are shown, it is rounded half up to these: what
    a reader sees is what is submitted. A price is no such number and is told as bare anyway.

    >>> number_text(0.014, "0.00%"), number_text(0.0667, "General"), number_text(5.0, "General")
    ('1.40%', '0.0667', '5')
    """
    shown = _QUOTED.sub("", number_format.split(";")[0])
    sign = "%" if "%" in shown else ""
    exact = (Fraction(value) if isinstance(value, int) else Fraction(repr(value))) * (
        100 if sign else 1
    )
    places = _PLACES.search(shown) if re.fullmatch(r"[#,0.]*%?", shown.strip()) else None
    if places and "0" in shown:
        return fixed(exact, len(places[1] or "")) + sign
    if exact.denominator == 1:
        return integer_text(exact.numerator) + sign
    return decimal(exact, 20) + sign


def take(raw: Raw, key: str, *, percent: bool = False, comma: bool = False) -> str | Fault:
    """Return the text of a cell in the column of *key*, or why it has none.

    Args:
        raw: the cell.
        key: what the column is for.
        percent: whether the column's title says that its numbers are percentages.
        comma: whether the table's decimals may have a comma.

    >>> take(Raw("7:06"), "pays").code, take(Raw("7:6"), "pays"), take(Raw("7:06"), "wager")
    ('price-became-time', '7:6', '7:06')
    """
    text, kind = raw.text, raw.kind
    if fault := _no_text(raw):
        return fault
    if key in PRICES:
        kind = kind if kind in ("time", "date") else _became(text)
        if not kind:
            return text
        meant = may_be(text, kind)
        message = f"the price has become the {kind} {text}"
        message += f" ({meant[0]} may have been typed)" if meant else ""
        return Fault("price-became-time", message, " or ".join(meant) or None)
    if kind == "time" or (kind == "date" and key != "effective"):
        return Fault("malformed", f"the {kind} {text}; format the column as text, type it again")
    if comma and key in AMOUNTS and _EITHER.fullmatch(text):
        message = f"{text} can be thousands or a decimal here; write it without"
        return Fault("malformed", f"{message} a point or comma between its digits")
    return _number(text, key, percent=percent, comma=comma)


def _no_text(raw: Raw) -> Fault | None:
    text = raw.text
    if raw.kind == "formula":
        return Fault("malformed", "a formula without a saved value; paste its value")
    if raw.kind == "error":
        return Fault("malformed", f"the error value {text[:20]}")
    if raw.kind == "boolean":
        return Fault("malformed", f"the truth value {text}; text is needed")
    if len(text) > MAX_TEXT:
        return Fault("malformed", f"a text of {len(text):,} characters; at most {MAX_TEXT:,}")
    return None


def _number(text: str, key: str, *, percent: bool, comma: bool) -> str:
    """Return the text of a cell, of a number with a point for a comma and its percent sign."""
    if key in NUMBERS and (comma or text.endswith("%")) and _COMMA.fullmatch(text):
        text = text.replace(",", ".")
    if percent and key in ("house_advantage", "rtp", "hit_frequency") and _NUMBER.fullmatch(text):
        return f"{text}%"
    return text


def _became(text: str) -> str:
    """Return ``time`` or ``date`` if a price looks like one, else nothing."""
    if len(text) > 40:
        return ""
    return "time" if _TIME.fullmatch(text) else "date" if _DATE.fullmatch(text) else ""


def may_be(text: str, kind: str) -> list[str]:
    """Return the prices that a time or a date may have been typed as.

    >>> may_be("07:06:00", "time"), may_be("2026-09-05", "date"), may_be("5-Sep", "date")
    (['7 to 6'], ['9 to 5', '5 to 9'], ['9 to 5', '5 to 9'])
    """
    if kind == "time":
        match = re.match(r"(\d+):(\d\d)(?::00)?(?: ?[AaPp]\.?[Mm]\.?)?$", text)
        return [f"{int(match[1])} to {int(match[2])}"] if match else []
    if match := re.match(r"\d{4}-(\d\d?)-(\d\d?)(?: 00:00:00)?$", text):
        first, second = int(match[1]), int(match[2])
    elif match := re.match(r"(\d{1,2})-([A-Za-z]{3})(?:-\d{2,4})?$", text):
        months = _MONTHS.split("|")
        if match[2].lower() not in months:
            return []
        first, second = months.index(match[2].lower()) + 1, int(match[1])
    else:
        return []
    return list(dict.fromkeys((f"{first} to {second}", f"{second} to {first}")))
