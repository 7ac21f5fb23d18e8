"""Items: bets with stakes and options of their own, as ``pass:10,odds=345x`` is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

from oddscalc._ask.asked import price_texts, refuse
from oddscalc._ask.options import OPTIONS, Number, Options, PlacedOptions
from oddscalc._ask.query import Query
from oddscalc._money.commission import Commission
from oddscalc._money.given import GivenPrice
from oddscalc._money.schedule import OddsSchedule
from oddscalc._rules import userfiles
from oddscalc.errors import NumberError, RuleError, UnknownNameError

ITEM_OPTIONS = ("odds", "working", "at", "reading", "pays", "vig", "key")
"""The options that a bet among others can have of its own; those of the table are of all."""

_OPTION = re.compile(r",\s*(?=[a-z_-]+\s*=)")
_STAKE = re.compile(r"(?P<bet>.+):(?P<stake>[^:#]*)")


class Item(NamedTuple):
    """One of several bets.

    Args:
        bet: its id or name, the path of its file, or ``FILE#ID``.
        stake: the amount staked on it; None if none is said.
        options: options of its own, that go before those of all.
    """

    bet: str
    stake: Number | None = None
    options: Mapping[str, Any] = {}

    def asked(self, shared: Query) -> Query:
        """Return what is asked of this bet, where *shared* is asked of all.

        Prices and commission are only its own: those of all are in the paytable already.

        Raises:
            OddscalcError: an option cannot be read.
        """
        given = self.options
        at = given.get("at")
        placing = replace(
            shared.placing,
            working=given.get("working", shared.placing.working),
            at=shared.placing.at if at is None else str(at),
        )
        return replace(
            shared,
            reading=given.get("reading", shared.reading),
            placing=placing,
            prices=tuple(GivenPrice.parse(text) for text in price_texts(given.get("pays") or ())),
            vig=(Commission.parse(given["vig"]),) if "vig" in given else (),
            odds=OddsSchedule.parse(given["odds"]) if "odds" in given else None,
        )

    def named(self, bet: str, stake: str = "") -> str:
        """Return it as it is written, of the *bet* and the *stake* as they were understood."""
        texts = (f"{name}={text}" for name, value in self.options.items() for text in _texts(value))
        return ",".join([f"{bet}:{stake}" if stake else bet, *texts])


def parse_item(text: str) -> Item:
    """Read ``BET[:STAKE][,option=value...]``.

    Raises:
        UnknownNameError: an item has no such option.
        NumberError: an option stands twice, or its value is none.

    >>> parse_item("pass:10,odds=4/10=3x,5/9=4x,working=off").options
    {'odds': '4/10=3x,5/9=4x', 'working': 'off'}
    >>> parse_item("mine.toml#two-beside:5")[:2]
    ('mine.toml#two-beside', '5')
    """
    head, *options = _OPTION.split(text.strip())
    match = _STAKE.fullmatch(head)
    if match is None or match["stake"].lower().endswith(".toml"):
        bet, stake = head, None
    else:
        bet, stake = match["bet"], match["stake"].strip()
    if not bet.strip(" :") or stake == "":
        raise NumberError(f"{text!r}: write BET:STAKE, like pass:5", code="malformed")
    given: dict[str, Any] = {}
    for option in options:
        name, _, value = option.partition("=")
        name = name.strip()
        if name == "pays":
            given.setdefault("pays", []).append(value.strip())
        elif name in given:
            raise NumberError(f"{text!r} says {name} twice", code="conflict")
        else:
            given[name] = value.strip()
    return Item(bet.strip(), stake, checked(bet, given))


def checked(bet: str, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the *options* of an item on *bet*.

    Raises:
        UnknownNameError: an item has no such option.
        NumberError: a value is of no type that the option takes.
    """
    for name, value in options.items():
        if name not in ITEM_OPTIONS:
            raise UnknownNameError.among(f"option of {bet} beside other bets,", name, ITEM_OPTIONS)
        refuse(OPTIONS[name], value)
    return options


def items_of(bets: Mapping[str, Any] | Iterable[str]) -> list[Item]:
    """Return the items that Python gives: texts, or by bet the stake or a mapping with it.

    Raises:
        OddscalcError: as ``parse_item``.

    >>> items_of({"pass": {"stake": 10, "odds": "345x"}, "place-6,working=on": 12})[1]
    Item(bet='place-6', stake=12, options={'working': 'on'})
    """
    if not bets:
        raise RuleError("no bets are given; write them with their stakes, like {'pass': 5}",
                        code="incomplete")  # fmt: skip
    if not isinstance(bets, Mapping):
        return [parse_item(text) for text in bets]
    items = []
    for name, value in bets.items():
        item = parse_item(name)
        given = dict(value) if isinstance(value, Mapping) else {"stake": value}
        stake = given.pop("stake", item.stake)
        items.append(Item(item.bet, stake, {**item.options, **checked(item.bet, given)}))
    return items


def with_files(items: Sequence[Item], query: Query) -> tuple[list[Item], Query]:
    """Return *items* with the ids of bets that stand in files, and *query* with these bets.

    Raises:
        RuleError: a file has several bets, and none is chosen.
        UnknownNameError: it has no bet of that id.
        DataError: it is unusable.
    """
    named, rules, read = [], query.rules, dict[str, list[str]]()
    for item in items:
        path, bet = userfiles.file_and_bet(item.bet)
        if userfiles.is_path(path):
            if path not in read:
                rules, read[path] = userfiles.bets(path, rules)
            item = item._replace(bet=userfiles.chosen(path, bet, read[path]))
        named.append(item)
    return named, replace(query, rules=rules)


def in_portfolios(items: Iterable[Item]) -> tuple[list[Item], str | None]:
    """Return *items* with those that stand in files of portfolios, and until when a file says.

    Raises:
        DataError: a file is unusable.
    """
    places, until = list[Item](), None
    for item in items:
        if item.stake is None and userfiles.is_path(item.bet) and "#" not in item.bet:
            listed, until = userfiles.portfolio(item.bet)
            places += [Item(*entry) for entry in listed]
        else:
            places.append(item)
    return places, until


def alone(item: Item, options: Options | PlacedOptions) -> Options:
    """Return the options of a question about *item* alone: its own go before the others."""
    stake = {} if item.stake is None else {"stake": item.stake}
    return cast("Options", {**options, **item.options, **stake})


def paid(item: Item) -> bool:
    """Return whether *item* says anything of money."""
    return item.stake is not None or not item.options.keys() <= {"working", "at", "reading"}


def staked(item: Item) -> Item:
    """Return *item*, which needs a stake.

    Raises:
        NumberError: it has none.
    """
    if item.stake is None:
        raise NumberError(f"{item.bet!r}: write BET:STAKE, like pass:5", code="malformed")
    return item


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return price_texts(value) if isinstance(value, Mapping | Sequence) else [str(value)]
