"""From the options of a question, as people write them, to a query."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, cast

from oddscalc._ask.options import OPTIONS, Number, Option, Options, PlacedOptions, Prices
from oddscalc._ask.query import Query
from oddscalc._chain.model import MAX_STATES, Placing
from oddscalc._dice.dice import Dice, has_symbols, parse_dice
from oddscalc._exact.numbers import as_fraction, exact, parse_rate
from oddscalc._money.commission import Commission
from oddscalc._money.given import GivenPrice
from oddscalc._money.price import Price
from oddscalc._money.schedule import OddsSchedule
from oddscalc._money.ticket import ANY, Ticket
from oddscalc._rules import userfiles
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import NumberError, RangeError, UnknownNameError


def query(bets: Sequence[str], options: Options | PlacedOptions) -> tuple[list[str], Query]:
    """Return the names of the bets and the query that *bets* and *options* describe.

    Paths of bet files are replaced by the bets in them, which the rulebook then has.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: an option names nothing or cannot be read, or a file is unusable.

    >>> names, asked = query(["pass"], {"odds": "345x", "from_": "on", "dice": "srr=7"})
    >>> asked.placing.where
    'on'
    """
    refuse_unknown("query", options, Options)
    options = cast("Options", options)
    for name, value in options.items():
        if value is not None:
            refuse(OPTIONS[name], value)
    rules = userfiles.rulebook(options.get("rules", "standard"))
    names: list[str] = []
    for name in bets:
        if not isinstance(name, str):
            raise NumberError(f"a bet is {name!r}; write its id, like 'pass'")
        if userfiles.is_path(name):
            path, bet = userfiles.file_and_bet(name)
            rules, ids = userfiles.bets(path, rules)
            names += [userfiles.chosen(path, bet, ids)] if bet else ids
        else:
            names.append(name)
    paytable, vig, odds = options.get("paytable"), options.get("vig"), options.get("odds")
    asked = Query(
        rules=rules,
        paytable=None if paytable is None else userfiles.paytable(paytable, rules.catalogue),
        reading=options.get("reading"),
        placing=_placing(options),
        prices=tuple(GivenPrice.parse(text) for text in price_texts(options.get("pays") or ())),
        vig=() if vig is None else (Commission.parse(vig),),
        odds=None if odds is None else OddsSchedule.parse(odds),
        ticket=_ticket(options, rules),
    )
    return names, asked


_NUMBERS = (str, int, Fraction)
_TYPES: dict[str, tuple[type, ...]] = {
    "text": (str,), "number": _NUMBERS, "whole": (int,), "place": (str, int),
    "dice": (str, Dice), "prices": (str, Sequence, Mapping),
}  # fmt: skip


def refuse(option: Option, value: object) -> None:
    """Refuse a value that is of no type the option takes, or none of its few words.

    Raises:
        NumberError: a float, or neither a text nor a number where one is needed.
        UnknownNameError: another word.

    >>> refuse(OPTIONS["stake"], 2.5)
    Traceback (most recent call last):
    oddscalc.errors.NumberError: stake is the float 2.5; write it as text, like '6'
    """
    name, types = option.name.rstrip("_"), _TYPES[option.kind]
    if isinstance(value, bool) or not isinstance(value, types):
        kind = "the float " if isinstance(value, float) else ""
        instead = "it as text" if kind else "text" if str in types else "a whole number"
        raise NumberError(f"{name} is {kind}{value!r}; write {instead}, like {option.example}")
    if option.words and isinstance(value, str) and value not in option.words:
        raise UnknownNameError.among(name, value, option.words)


def refuse_unknown(function: str, given: Iterable[str], known: type) -> None:
    """Refuse an option that a function does not have, as Python does.

    Raises:
        TypeError: one of *given* is none of the options in *known*.

    >>> refuse_unknown("edge", ["rounding"], Options)
    Traceback (most recent call last):
    TypeError: edge() has no option 'rounding'; did you mean 'round'?
    """
    names = known.__annotations__
    for name in given:
        if name not in names:
            near = (
                [f"{name}_"] if keyword.iskeyword(name) else get_close_matches(name, names, 1, 0.7)
            )
            hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(names)}"
            raise TypeError(f"{function}() has no option {name!r}{hint}")


def joint_query(options: PlacedOptions) -> Query:
    """Return the query about bets that are made together, each with a stake of its own.

    Raises:
        TypeError, OddscalcError: as ``query``.
    """
    return query([], cast("Options", {**options, "stake": 1}))[1]


def price_texts(pays: Prices) -> list[str]:
    """Return the prices given as texts ``[BET:]OUTCOME=PRICE``.

    Raises:
        NumberError: a price, or what it is for, is no text.

    >>> price_texts({2: "3 to 1", "horn:craps-12": Price.parse("30 for 1")})
    ['2=3 to 1', 'horn:craps-12=30 for 1']
    """
    if isinstance(pays, str):
        return [pays]
    if not isinstance(pays, Mapping):
        for text in pays:
            if not isinstance(text, str):
                raise NumberError(f"{text!r} is among the prices; write 'OUTCOME=PRICE'")
        return list(pays)
    for outcome, price in pays.items():
        if not isinstance(price, str | Price):
            raise NumberError(f"the price of {outcome} is {price!r}; write it as '30 to 1'")
    return [f"{outcome}={price}" for outcome, price in pays.items()]


_SYMBOL = r"=.*(?<![a-z0-9.])[a-z][0-9]*(?![a-z0-9.])"


def in_symbols(options: PlacedOptions) -> bool:
    """Return whether dice or prices are given in symbols, which edge answers with formulas.

    >>> in_symbols({"dice": "p7"}), in_symbols({"pays": "win=x to 1"}), in_symbols({})
    (True, True, False)
    """
    given = cast("Options", options)
    dice, pays = given.get("dice", "fair"), price_texts(given.get("pays") or ())
    symbolic = isinstance(dice, str) and has_symbols(dice)
    return symbolic or any(re.search(_SYMBOL, price.lower()) for price in pays)


def number_of(name: str, value: Number | None) -> Fraction | None:
    """Return a number; None if none is given.

    Raises:
        NumberError: it is a float, or no number.
    """
    return None if value is None else as_fraction(value, name)


def amount_of(name: str, value: Number) -> Fraction:
    """Return an amount that is no shared option.

    Raises:
        NumberError: it is a float, or no number.
    """
    return as_fraction(value, name)


def rate_of(name: str, value: Number) -> Fraction:
    """Return a rate: ``5%``, ``0.05`` as text, or a Fraction.

    Raises:
        NumberError: it is a float, or no number.
    """
    return parse_rate(value) if isinstance(value, str) else as_fraction(value, name)


def whole_of(name: str, value: int, least: int = 0) -> int:
    """Return a whole number that is *least* or more.

    Raises:
        NumberError: it is none.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise NumberError(f"{name} is {value!r}; write a whole number, like 10")
    if value < least:
        raise RangeError(f"{name} is {value}; it must be {least} or more")
    return value


def text_of(name: str, value: Number) -> str:
    """Return a number as text, if it is none yet.

    Raises:
        NumberError: it is a float, or no number.
    """
    return value if isinstance(value, str) else exact(as_fraction(value, name))


def several(given: Any | Sequence[Any]) -> tuple[Any, ...]:
    """Return what is given once or several times as a tuple.

    >>> several("90%"), several(["90%", "99%"]), several(())
    (('90%',), ('90%', '99%'), ())
    """
    if isinstance(given, Sequence) and not isinstance(given, str):
        return tuple(given)
    return (given,)


def _placing(options: Options) -> Placing:
    where, at, dice = options.get("from_"), options.get("at"), options.get("dice", "fair")
    return Placing(
        options.get("working"),
        None if where is None else str(where),
        dice if isinstance(dice, Dice) else parse_dice(dice),
        options.get("max_states", MAX_STATES),
        options.get("solver", "auto"),
        None if at is None else str(at),
    )


def _ticket(options: Options, rules: Rulebook) -> Ticket:
    """Return the ticket.

    Raises:
        NumberError: the stake or the unit is not above 0, or what depends on a stake is given
            without one.
    """
    key, stake, rounding = options.get("key"), options.get("stake"), options.get("round")
    if stake is None:
        if rounding not in (None, "exact") or key:
            raise NumberError(
                "rounding and a key depend on the stake; give a stake", code="no-stake"
            )
        return ANY
    stake = _amount("stake", stake)
    unit = _amount("unit", options.get("unit", 1))
    return Ticket(
        stake, unit, rounding or rules.rounding, rules.catalogue.find(key).id if key else None
    )


def _amount(name: str, value: Fraction | int | str) -> Fraction:
    amount = as_fraction(value, f"the {name}")
    if amount <= 0:
        raise RangeError(f"the {name} is {exact(amount)}; it must be above 0")
    return amount
