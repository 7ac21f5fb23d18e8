"""Reading a user's own TOML files: bets, rulebooks, paytables. All problems at once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from oddscalc._bets.catalogue import Bet, Catalogue
from oddscalc._bets.compile import (
    COUNTED,
    accepted_keys,
    can_be_off,
    compile_bet,
    loss_keys,
    number_against_seven,
)
from oddscalc._exact.files import STDIN, read_bytes, text_of, toml_of
from oddscalc._exact.numbers import parse_rational
from oddscalc._money import paytable as paytables
from oddscalc._money.paytable import Paytable
from oddscalc._money.price import Price
from oddscalc._rules import ownprices
from oddscalc._rules import rulebook as rulebooks
from oddscalc._rules.rulebook import Rulebook
from oddscalc.errors import DataError, OddscalcError, Problem, RuleError, UnknownNameError

if TYPE_CHECKING:
    from pydantic import BaseModel

MOST_READINGS = 50
"""Readings that one clause can have; the texts known have at most 4."""

MAX_BYTES = 1_000_000
"""A data file of rules or prices is small; a larger one is refused unread."""


def is_path(name: str) -> bool:
    """Return whether *name* is meant as a file, or standard input, rather than as an id.

    >>> is_path("my.toml"), is_path("us-pa")
    (True, False)
    """
    return (
        file_and_bet(name)[0].lower().endswith(".toml")
        or name.startswith(("/", "./", "../"))
        or name == STDIN
    )


def file_and_bet(name: str) -> tuple[str, str]:
    """Return the path of a file and the id of the bet in it that ``FILE.toml#ID`` chooses.

    >>> file_and_bet("mine.toml#two-beside"), file_and_bet("mine.toml"), file_and_bet("pass")
    (('mine.toml', 'two-beside'), ('mine.toml', ''), ('pass', ''))
    """
    match = re.fullmatch(r"(.*\.toml)#([^#]*)", name, re.IGNORECASE)
    return (match[1], match[2]) if match else (name, "")


def chosen(path: str, bet: str, ids: Sequence[str]) -> str:
    """Return the *bet* of the file that has *ids*; the only one if none is named.

    Raises:
        RuleError: there are several.
        UnknownNameError: there is none of that id.
    """
    if bet in ids:
        return bet
    if bet:
        raise UnknownNameError.among(f"bet of {path}", bet, ids)
    if len(ids) > 1:
        raise RuleError(
            f"{path} has {len(ids)} bets: {', '.join(ids)}; write {path}#{ids[0]} for one of them",
            code="conflict",
        )
    return ids[0]


def rulebook(name: str) -> Rulebook:
    """Return the rulebook of that id, or of that file.

    Raises:
        UnknownNameError: no shipped rulebook has that id.
        DataError: the file is unusable.
    """
    if not is_path(name):
        plain = name.strip().lower()
        return rulebooks.shipped(plain if plain in rulebooks.SHIPPED else name)
    from oddscalc._rules.schema import RulebookFile

    data, digest = _validated(name, RulebookFile)
    own = [Bet.from_toml(entry) for entry in data.get("bets", ())]
    bases = [_base(name, base) for base in data.get("extends", ())]
    taken = [bet for base in bases for bet in base.own_bets]
    known = rulebooks.shipped("standard").catalogue.with_bets(taken)
    catalogue = known.with_bets(own)
    redefined = [
        Problem(
            f"bets[{index}].id",
            f"{bet.id!r} is a bet of the catalogue already, of another rule perhaps; give yours"
            " another id, or its clause a reading with the rule",
        )
        for index, bet in enumerate(own)
        if bet.id in known
    ]
    wrong = [
        *_bet_problems(own, catalogue),
        *_wager_problems(name, data, catalogue),
        *_contradictions(data, catalogue),
    ]
    _refuse(name, [*redefined, *wrong])
    document, carried = _carried(name, data, digest, catalogue)
    rules = rulebooks.from_toml(document, digest, carried)
    return ownprices.extended(rules, bases) if bases else rules


def _beside(name: str, path: str) -> str:
    """Return the *path* that the file *name* gives of another one, from its own folder.

    Raises:
        DataError: it leads out of that folder.
    """
    inside = not PurePath(path).is_absolute() and ".." not in PurePath(path).parts
    if not inside or path == STDIN or file_and_bet(path)[1]:
        raise DataError(name, [Problem("", f"{path!r} is no file in its own folder")])
    return str(PurePath(name).parent / path) if name != STDIN else path


def _base(name: str, base: str) -> Rulebook:
    """Return a rulebook whose wagers another one takes over.

    Raises:
        UnknownNameError: there is none of that id.
        DataError: its file is unusable, or takes over others itself.
    """
    if not is_path(base):
        return rulebook(base)
    path = _beside(name, base)
    if read_toml(path).get("extends"):
        raise DataError(name, [Problem("extends", f"{base} extends other rulebooks itself")])
    return rulebook(path)


def _carried(
    name: str, data: Mapping[str, Any], digest: str, catalogue: Catalogue
) -> tuple[Mapping[str, Any], dict[str, Paytable]]:
    """Return the document with prices and columns named, and the paytables that come with it."""
    prices, carried = data.get("prices"), dict[str, Paytable]()
    if isinstance(prices, list):
        entries = {"prices": ownprices.entries(data)}
        problems = [*_price_problems(entries, catalogue, several=True), *ownprices.twice(data)]
        _refuse(name, problems)
        carried[data["id"]] = ownprices.inline(data, digest)
        data = {**data, "prices": data["id"]}
        prices = None
    named = [("prices", prices)] if prices else []
    named += [("columns", column) for column in data.get("columns", ())]
    for place, paytable_name in named:
        if is_path(paytable_name):
            carried[paytable_name] = paytable(_beside(name, paytable_name), catalogue)
        elif paytable_name not in paytables.SHIPPED:
            text = f"there is no paytable {paytable_name!r}; give the path of its file, like"
            more = f"{text} '{paytable_name}.toml', or write the prices here as [[prices]]"
            raise DataError(name, [Problem(place, more, "unknown-name")])
    return data, carried


def bets(name: str, rules: Rulebook) -> tuple[Rulebook, list[str]]:
    """Return *rules* with the bets of a file added as wagers, and the ids of these.

    Raises:
        DataError: the file is unusable.
    """
    from oddscalc._rules.schema import BetsFile

    data, _ = _validated(name, BetsFile)
    own = [Bet.from_toml(entry) for entry in data["bets"]]
    catalogue = rules.catalogue.with_bets(own)
    taken = [
        Problem(
            f"bets[{index}].id", f"{bet.id!r} is a bet of {rules.id} already; give yours another id"
        )
        for index, bet in enumerate(own)
        if bet.id in rules.catalogue
    ]
    _refuse(name, [*taken, *_bet_problems(own, catalogue)])
    return rules.with_own(own), [bet.id for bet in own]


def bets_alone(name: str) -> Rulebook:
    """Return a rulebook of the bets of a file and no other, to be put beside another such file.

    Raises:
        DataError: the file is unusable.
    """
    rules, ids = bets(name, rulebooks.shipped("standard"))
    own = tuple(wager for wager in rules.wagers if set(wager.bets) <= {*ids})
    return replace(rules, wagers=own)


def paytable(name: str, catalogue: Catalogue) -> Paytable:
    """Return the paytable of that id, or of that file, whose bets are in *catalogue*.

    Raises:
        UnknownNameError: no shipped paytable has that id.
        DataError: the file is unusable.
    """
    if not is_path(name):
        plain = name.strip().lower()
        return paytables.shipped(plain if plain in paytables.SHIPPED else name)
    from oddscalc._rules.schema import PaytableFile

    data, digest = _validated(name, PaytableFile)
    _refuse(name, list(_price_problems(data, catalogue)))
    return paytables.from_toml(data, digest)


def plan(name: str) -> dict[str, Any]:
    """Return the document of a betting plan's file.

    Raises:
        DataError: the file is unusable.
    """
    from oddscalc._rules.schema import PlanFile

    return _validated(name, PlanFile)[0]


def portfolio(name: str) -> tuple[list[tuple[str, str, dict[str, Any]]], str]:
    """Return the bets of a portfolio file with stakes and options, and until when they are played.

    Raises:
        DataError: the file is unusable.
    """
    from oddscalc._rules.schema import PortfolioFile

    data, _ = _validated(name, PortfolioFile)
    entries = [(bet.pop("bet"), bet.pop("stake"), bet) for bet in data["bets"]]
    return entries, data.get("until", "all-decided")


ADVICE = "no rulebook or paytable is that long"


def read_toml(name: str, advice: str = ADVICE) -> dict[str, Any]:
    """Return the content of a TOML file; *advice* is for one that is too long.

    Raises:
        DataError: it cannot be read, is over 1 MB, is not UTF-8, or is not TOML.
    """
    return toml_of(name, text_of(name, read_bytes(name, MAX_BYTES, advice)))


def _validated(name: str, schema: type[BaseModel]) -> tuple[dict[str, Any], str]:
    """Return the content of a TOML file of a form, and its SHA-256."""
    from pydantic import ValidationError

    from oddscalc._exact.strict import problems_of
    from oddscalc._rules.betmodels import RULE_MODELS

    content = read_bytes(name, MAX_BYTES, ADVICE)
    data = toml_of(name, text_of(name, content))
    try:
        schema.model_validate(data)
    except ValidationError as error:
        raise DataError(name, problems_of(name, error, RULE_MODELS)) from None
    return data, sha256(content).hexdigest()


def _refuse(name: str, problems: list[Problem]) -> None:
    if problems:
        raise DataError(name, problems)


def _bet_problems(own: list[Bet], catalogue: Catalogue) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, bet in enumerate(own):
        if bet.id in seen:
            yield Problem(f"bets[{index}].id", f"{bet.id!r} is defined twice")
        seen.add(bet.id)
        try:
            compile_bet(bet, catalogue)
        except OddscalcError as error:
            yield Problem.of(f"bets[{index}].rule", error.at(bet.id))


def _wager_problems(name: str, data: Mapping[str, Any], catalogue: Catalogue) -> Iterator[Problem]:
    from pydantic import ValidationError

    from oddscalc._exact.strict import problems_of
    from oddscalc._rules.betmodels import RULE_MODELS

    clauses: dict[str, str] = {}
    for index, wager in enumerate(data["wagers"]):
        for bet_id in wager["bets"]:
            place = f"wagers[{index}].bets"
            if bet_id in clauses:
                yield Problem(place, f"{bet_id!r} stands in clause {clauses[bet_id]} already")
            clauses[bet_id] = wager["clause"]
            if bet_id not in catalogue:
                yield _unknown(place, bet_id, catalogue)
                continue
            bet = catalogue[bet_id]
            yield from _placing_problems(data, wager, bet, index)
            yield from _reading_problems(wager.get("readings", ()), f"wagers[{index}].readings")
            for number, reading in enumerate(wager.get("readings", ())):
                override = reading.get("rule", {})
                rule = f"wagers[{index}].readings[{number}].rule"
                try:
                    RULE_MODELS[bet.kind].model_validate({**bet.rule, **override})
                    compile_bet(bet, catalogue, override=override)
                except ValidationError as error:
                    for problem in problems_of(name, error):
                        yield problem._replace(place=f"{rule}.{problem.place}")
                except OddscalcError as error:
                    yield Problem.of(rule, error.at(bet_id))


def _contradictions(data: Mapping[str, Any], catalogue: Catalogue) -> Iterator[Problem]:
    """Yield what a rulebook says of itself that cannot all hold."""
    least, most = data.get("minimum"), data.get("maximum")
    if least is not None and most is not None and parse_rational(least) > parse_rational(most):
        yield Problem("minimum", f"{least} is above the maximum, {most}", "conflict")
    here = {bet for wager in data["wagers"] for bet in wager["bets"]}
    for bet in data.get("elsewhere", ()):
        if bet in here:
            text = f"{bet!r} has a clause here, so it is in no missing part"
            yield Problem("elsewhere", text, "conflict")
        elif bet not in catalogue:
            yield _unknown("elsewhere", bet, catalogue)
    games = data.get("games", ())
    for index, wager in enumerate(data["wagers"]):
        if games and (others := [game for game in wager.get("games", ()) if game not in games]):
            text = f"{', '.join(map(repr, others))} is no game of this rulebook"
            yield Problem(f"wagers[{index}].games", text, "unknown-name")


def _reading_problems(readings: Sequence[Mapping[str, Any]], place: str) -> Iterator[Problem]:
    """Yield why the *readings* of a clause cannot be told apart, or are too many."""
    names = Counter(reading["name"] for reading in readings)
    if twice := [name for name, times in names.items() if times > 1]:
        yield Problem(place, f"{', '.join(map(repr, twice[:3]))} names more than one reading")
    if len(readings) > MOST_READINGS:
        text = f"{len(readings):,} readings of one clause; at most {MOST_READINGS} can be told"
        yield Problem(place, text, "too-much")
    if readings and all(reading.get("defect", False) for reading in readings):
        yield Problem(place, "every reading is called a defect; one must be what the text means")


def _placing_problems(
    data: Mapping[str, Any], wager: Mapping[str, Any], bet: Bet, index: int
) -> Iterator[Problem]:
    """Yield what cannot be said of when *bet* is made and works."""
    readings = wager.get("readings", ())
    place = f"wagers[{index}].working"
    works = "working" in wager or any("working" in reading for reading in readings)
    if works and not data.get("come_out", True):
        yield Problem(place, "this rulebook has no come-out rolls")
    elif works and not can_be_off(bet):
        yield Problem(place, f"{bet.id} cannot be off: it is no bet on a number against 7")
    if wager["when"] == "point":
        try:
            number_against_seven(bet)
        except RuleError as error:
            yield Problem(f"wagers[{index}].when", f"'point' is for odds bets; {error}")


def _price_problems(
    data: Mapping[str, Any], catalogue: Catalogue, several: bool = False
) -> Iterator[Problem]:
    """Yield what is wrong with prices; *several* entries may be of one bet."""
    if "base" in data and data["base"] not in paytables.SHIPPED:
        yield Problem("base", f"there is no paytable {data['base']!r}", "unknown-name")
    seen: dict[str, int] = {}
    for index, entry in enumerate(data["prices"]):
        pays, place = entry["pays"], f"prices[{index}]"
        for bet_id in entry["bets"]:
            if bet_id in seen and not several:
                before = f"prices[{seen[bet_id]}]"
                yield Problem(f"{place}.bets", f"{bet_id!r} is priced in {before} already")
            seen[bet_id] = index
            if bet_id not in catalogue:
                yield _unknown(f"{place}.bets", bet_id, catalogue)
                continue
            for problem in _pays_problems(catalogue[bet_id], pays, catalogue):
                yield problem._replace(place=f"{place}.pays")


def _pays_problems(
    bet: Bet, pays: str | Mapping[str, str], catalogue: Catalogue
) -> Iterator[Problem]:
    """Yield what is wrong with the outcomes at which *bet* is priced."""
    counted = bet.kind in COUNTED
    if (
        (counted or bet.kind == "bundle")
        and not isinstance(pays, str)
        and "win" in pays
        and len(pays) > 1
    ):
        mixed = "prices its whole stake ('win') and its parts; it can have one or the other"
        if counted:
            mixed = "has a price for every win and prices by number; it can have one"
        yield Problem("", f"{bet.id} {mixed}")
    known, losses = accepted_keys(bet, catalogue), loss_keys(bet, catalogue)
    for key, text in {"win": pays}.items() if isinstance(pays, str) else pays.items():
        if key in losses:
            yield from _loss_problems(key, text)
        elif key not in known:
            text = f"{bet.id} has no outcome {key!r}; it has {', '.join(known)}"
            yield Problem("", text, "unknown-name")


def _loss_problems(key: str, text: str) -> Iterator[Problem]:
    """Yield what is wrong with the price of a loss, which can only give back part of the stake."""
    try:
        price = Price.parse(text)
    except OddscalcError:
        return  # told where every price is read
    if price.word != "back":
        said = f"{key} is priced at {price}: a loss can only give back part of the stake"
        yield Problem("", f"{said}, like 'half the stake back'")


def _unknown(place: str, bet_id: str, catalogue: Catalogue) -> Problem:
    try:
        text = f"{bet_id!r} is a name of {catalogue.find(bet_id).id!r}; give the id"
        return Problem(place, text, "unknown-name")
    except UnknownNameError as error:
        return Problem.of(place, error)
