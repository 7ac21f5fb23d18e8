"""A rulebook written out as the file of a new one, with a comment on every key."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from fractions import Fraction
from typing import Any

from oddscalc._exact.numbers import exact
from oddscalc._money.paytable import Pricing
from oddscalc._rules.rulebook import Reading, Rulebook, Wager

HEADER = {
    "id": "small letters, digits and hyphens",
    "title": "of the text",
    "jurisdiction": "where it holds",
    "authority": "whose text it is",
    "edition": "which edition was read; 'not stated' if it does not say",
    "as_of": "the date it speaks for",
    "source": "where the text was read, to be found again",
    "status": "what was read: 'read in full', 'read in part: ...', or 'second hand: ...'; what\n"
    "# begins with 'second hand' or 'assumed' is never enforced",
    "price_mode": "how a licensee's prices must agree with the prices below: 'minimum', 'fixed',\n"
    "# 'one-of' (one of the columns, whole) or 'unstated'",
    "columns": "with 'one-of': paytables, by id or file",
    "notation": "'to' if odds may be stated with that word only, else 'any'",
    "rounding": "how wins that are no whole units are paid: 'exact', 'down', 'nearest',\n"
    "# 'half-even', 'up', or 'refuse' if such a stake is not accepted",
    "commissions": "'none' if none may be charged, else 'unstated'",
    "come_out": "whether there are come-out rolls and points",
    "games": "the games that the text is about",
    "closed": "the words that permit no other wagers, with their clause",
    "missing": "parts of the law that were not to be had",
    "elsewhere": "bets that belong to those parts, by id",
    "making": "what the text says of making wagers at all",
    "minimum": "the least of any single bet, as text",
    "maximum": "the most of any single bet, as text",
    "limits_clause": "where the text sets them",
    "notes": "what must be known of the whole text",
    "defects": "known defects of its wording",
}
EXAMPLES = {
    "columns": '["column-a.toml", "column-b.toml"]',
    "games": '["Craps"]',
    "closed": "'1(a): \"no other wager is permitted\"'",
    "missing": '["section 5 (payout odds)"]',
    "elsewhere": '["odds-4"]',
    "making": '["2: wagers are made before the dice are thrown"]',
    "minimum": '"5"',
    "maximum": '"5000"',
    "limits_clause": '"3(b)"',
    "notes": '["Payouts are in another section."]',
    "defects": '["the section names a wager that it does not define"]',
}
WAGER = """\
# One [[wagers]] for each clause that defines a wager.
#   bets       ids (oddscalc bets lists them), or ids of your own [[bets]]
#   clause     its number in the text
#   names      what the text calls it
#   when       'any', 'come-out', 'after-come-out', 'new-shooter', 'point' or 'unstated'
#   working    on come-out rolls: 'on', 'off' or 'unstated', where the question arises
# and where the text says so: unit, commission, commission_leaves, commission_returned, true_odds,
# games, offered, broken_down, increased, reduced, removed, most_odds, impossible, notes, defects,
# readings (two or more ways to read the clause)."""
PRICES = """\
# One [[prices]] for each price that the text prints.
#   bet or bets, pays ("9 to 5", or a table of outcomes), or outcome and pays
#   commission ("5% of win, when placed"), clause, source
#   status     'read', 'second hand' or 'assumed'; only what was read is enforced"""
NO_PRICES = """\
#
# [[prices]]
# bet = "place-6"
# pays = "7 to 6"
# clause = "5(a)"
# status = "read"
"""


def scaffold(rules: Rulebook) -> str:
    """Return the text of a file that says what *rules* says, its prices with it.

    >>> from oddscalc._rules.rulebook import shipped
    >>> print(scaffold(shipped("us-nj-mini-dice")).splitlines()[3])
    id = "my-us-nj-mini-dice"
    """
    lines = [
        f"# A rulebook, made like {rules.id}. Change what your text has otherwise, then:",
        "# oddscalc check --rules-file THIS-FILE",
        f"# {HEADER['id']}",
        *_pair("id", f"my-{rules.id}"[:80]),
        *(line for key in HEADER if key != "id" for line in _header(key, rules)),
        "",
        WAGER,
    ]
    for wager in rules.wagers:
        lines += ["", "[[wagers]]", *_wager(wager)]
    for bet in rules.own_bets:
        lines += ["", "[[bets]]"]
        for key in ("id", "name", "aliases", "kind", "source", "rule"):
            value = getattr(bet, key)
            if value:
                lines += _pair(key, value)
    lines += ["", PRICES]
    printed = rules.printed
    if printed is None or rules.columns:
        lines.append(NO_PRICES.rstrip("\n"))
    else:
        for bet_id, pricing in printed.pricing.items():
            lines += ["", "[[prices]]", *_price(bet_id, pricing)]
    return "\n".join([*lines, ""])


def _header(key: str, rules: Rulebook) -> Iterator[str]:
    yield f"# {HEADER[key]}"
    value, default = getattr(rules, key), _default(Rulebook, key)
    if value == default and key in EXAMPLES:
        yield f"# {key} = {EXAMPLES[key]}"
    else:
        yield from _pair(key, value)


def _default(kind: type, key: str) -> object:
    defaults = {field.name: field.default for field in fields(kind)}[key]
    return None if defaults is MISSING else defaults


def _wager(wager: Wager) -> Iterator[str]:
    for key in fields(Wager):
        value = getattr(wager, key.name)
        if key.name == "readings":
            if len(value) > 1:
                yield from _pair("readings", [_reading(reading) for reading in value])
        elif key.default is MISSING or value != key.default:
            yield from _pair(key.name, value)


def _reading(reading: Reading) -> dict[str, Any]:
    said = {"name": reading.name, "says": reading.says, "rule": dict(reading.rule)}
    more = {"working": reading.working, "defect": reading.defect}
    return {key: value for key, value in (said | more).items() if value}


def _price(bet_id: str, pricing: Pricing) -> Iterator[str]:
    yield from _pair("bet", bet_id)
    pays = {key: str(price) for key, price in pricing.pays.items()}
    yield from _pair("pays", pays["win"] if list(pays) == ["win"] else pays)
    if pricing.whole:
        yield from _pair("whole", True)
    if pricing.commission is not None:
        yield from _pair("commission", str(pricing.commission))
    yield from _pair("source", pricing.source)
    status = next((word for word in ("second hand", "assumed") if word in pricing.status), "read")
    yield from _pair("status", "assumed" if pricing.status.startswith("custom") else status)


def _pair(key: str, value: object) -> Iterator[str]:
    yield f"{key} = {_value(value)}"


def _value(value: object) -> str:
    """Return *value* as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Mapping):
        pairs = (f"{_quoted(str(key))} = {_value(pair)}" for key, pair in value.items())
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, tuple | list):
        return f"[{', '.join(map(_value, value))}]"
    return _quoted(exact(value) if isinstance(value, Fraction) else str(value))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
