"""Rulebooks: one entry for each clause that defines a wager, with its readings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Any

from oddscalc._bets.catalogue import Bet, Catalogue, folded, listed
from oddscalc._bets.catalogue import shipped as shipped_catalogue
from oddscalc.errors import RuleError, UnknownNameError

SHIPPED = (
    *("standard", "us-ma", "lc", "us-pa", "massino", "sg-mbs", "us-nj-mini-dice"),
    *("side-bets", "variants", "crapless"),
)
USUAL = "usual"


@dataclass(frozen=True)
class Reading:
    """One way to read a clause.

    Args:
        name: ``usual`` where there is only one.
        says: the reading in one sentence; empty where there is only one.
        rule: parameters of the bet that this reading replaces.
        working: replaces the clause's working rule.
    """

    name: str = USUAL
    says: str = ""
    rule: Mapping[str, Any] = field(default_factory=dict)
    working: str | None = None


@dataclass(frozen=True)
class Wager:
    """One clause that defines a wager, on one or more bets.

    Args:
        bets: the ids of the bets.
        clause: its number in the text.
        names: what the text calls it.
        when: ``any``, ``come-out``, ``after-come-out``, ``new-shooter`` or ``point``
            (once the flat bet it supports has a point).
        working: on come-out rolls ``on``, ``off``, ``unstated`` (taken as on); None if the
            question does not arise.
        unit: stakes must be a multiple of so many units, if the text says so.
        commission: the most that may be charged, of what and when, if the text says so.
        impossible: why the wager can never be decided, if so.
        notes: what a user must know.
        defects: known defects of the wording.
        readings: the usual one first.
    """

    bets: tuple[str, ...]
    clause: str
    names: tuple[str, ...]
    when: str
    working: str | None = None
    unit: int | None = None
    commission: str | None = None
    impossible: str | None = None
    notes: tuple[str, ...] = ()
    defects: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = (Reading(),)

    @property
    def reading_names(self) -> tuple[str, ...]:
        """Every name under which a reading is found; ``usual`` is always the first reading."""
        return (USUAL, *(reading.name for reading in self.readings if reading.name != USUAL))

    def reading(self, name: str) -> Reading:
        """Return the reading called *name*; ``usual`` is always the first.

        Raises:
            UnknownNameError: the clause has no such reading.
        """
        for reading in self.readings:
            if reading.name == name:
                return reading
        if name == USUAL:
            return self.readings[0]
        names = self.reading_names
        raise UnknownNameError(
            f"clause {self.clause} has no reading {name!r}; it has {', '.join(names)}", names
        )


@dataclass(frozen=True)
class Rulebook:
    """A text that authorises wagers.

    Args:
        id: the id.
        title: of the text.
        jurisdiction: where it holds.
        authority: whose text it is.
        edition: which edition.
        as_of: the date it speaks for.
        source: where it was read.
        status: what kind of text, and how complete.
        wagers: the clauses that define wagers.
        notes: what must be known of the whole text.
        prices: the paytable that it prints, if any.
        come_out: whether there are come-out rolls and points.
        rounding: how the text has wins paid that are no whole units of money.
        price_mode: how a licensee's prices must agree with *prices*: ``minimum``, ``fixed``,
            ``one-of`` (one of *columns*) or ``unstated`` (the text prints none).
        columns: paytables, of which a licensee chooses one whole.
        notation: ``to`` if odds may be stated with that word only, else ``any``.
        commissions: ``none`` if none may be charged, else ``unstated``.
        own_bets: bets that are defined here and not in the catalogue.
        digest: the SHA-256 of the file it was read from.

    >>> rulebook = shipped("us-ma")
    >>> rulebook.wager("dont-pass").clause
    '2(b)'
    """

    id: str
    title: str
    jurisdiction: str
    authority: str
    edition: str
    as_of: str
    source: str
    status: str
    wagers: tuple[Wager, ...]
    notes: tuple[str, ...] = ()
    prices: str | None = None
    come_out: bool = True
    rounding: str = "exact"
    price_mode: str = "unstated"
    columns: tuple[str, ...] = ()
    notation: str = "any"
    commissions: str = "unstated"
    own_bets: tuple[Bet, ...] = ()
    digest: str = field(default="", compare=False)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The shipped bets and the rulebook's own."""
        return shipped_catalogue().with_bets(self.own_bets)

    @cached_property
    def _wager_of(self) -> dict[str, Wager]:
        return {bet: wager for wager in self.wagers for bet in wager.bets}

    def __iter__(self) -> Iterator[tuple[Bet, Wager]]:
        for bet, wager in self._wager_of.items():
            yield self.catalogue[bet], wager

    def with_own(self, bets: Iterable[Bet]) -> Rulebook:
        """Return this rulebook with *bets* added, each a wager that may be made at any time."""
        bets = tuple(bets)
        wagers = tuple(
            Wager((bet.id,), "own bet", (bet.name,), "any", notes=(f"source: {bet.source}",))
            for bet in bets
        )
        own = (*self.own_bets, *bets)
        return replace(self, wagers=(*self.wagers, *wagers), own_bets=own)

    def find(self, name: str) -> tuple[Bet, Wager]:
        """Return the bet called *name* and the clause that authorises it.

        Of several bets with that name the only authorised one is taken.

        Raises:
            UnknownNameError: no bet, or several, have that name.
            RuleError: this rulebook does not authorise the bet.
        """
        meant = self.named(name)
        if len(meant) > 1:
            raise UnknownNameError(
                f"{name!r} may mean {listed(meant)}; give the id", meant, code="ambiguous-name"
            )
        bet = self.catalogue[meant[0]] if meant else self.catalogue.find(name)
        return bet, self.wager(bet.id)

    def named(self, name: str) -> list[str]:
        """Return the ids of the authorised bets that *name* may mean here.

        The text's own names count as well as the catalogue's; an id means that bet alone.
        """
        meant = [bet for bet in self.catalogue.named(name) if bet in self._wager_of]
        if name.strip().lower() not in self.catalogue:
            meant += [bet for bet in self._named.get(folded(name), ()) if bet not in meant]
        return meant

    @cached_property
    def _named(self) -> dict[str, list[str]]:
        """The bets that each of the text's own names means."""
        found: dict[str, list[str]] = {}
        for wager in self.wagers:
            for name in {folded(name) for name in wager.names}:
                found.setdefault(name, []).extend(wager.bets)
        return found

    def matching(self, names: Iterable[str]) -> list[tuple[Bet, Wager]]:
        """Return every authorised bet that one of *names* may mean.

        Raises:
            UnknownNameError: a name means no bet.
            RuleError: a name means only bets that are not authorised.
        """
        found: dict[str, tuple[Bet, Wager]] = {}
        for name in names:
            meant = self.named(name)
            ids = meant or self.catalogue.named(name) or [self.catalogue.find(name).id]
            found |= {bet: (self.catalogue[bet], self.wager(bet)) for bet in ids}
        return list(found.values())

    def authorises(self, bet: str) -> bool:
        """Return whether some clause is about the bet of that id."""
        return bet in self._wager_of

    def wager(self, bet: str) -> Wager:
        """Return the clause that authorises *bet*.

        Raises:
            RuleError: there is none.
        """
        if bet not in self._wager_of:
            naming = [shipped(name) for name in SHIPPED if shipped(name).authorises(bet)]
            others = [book.id for book in naming if not book.wager(bet).impossible]
            hint = f"; it is authorised by {', '.join(others)}" if others else ""
            if naming and not others:
                hint = f"; {naming[0].id} names it, but there it is impossible"
            raise RuleError(f"{self.id} does not authorise {bet}{hint}", code="not-authorised")
        return self._wager_of[bet]


def from_toml(data: Mapping[str, Any], digest: str = "") -> Rulebook:
    """Return the rulebook of a validated TOML document, whose file has that digest."""
    lists = ("wagers", "bets", "notes", "columns")
    header = {key: value for key, value in data.items() if key not in lists}
    return Rulebook(
        **header,
        columns=tuple(data.get("columns", ())),
        notes=tuple(data.get("notes", ())),
        wagers=tuple(_wager(entry) for entry in data["wagers"]),
        own_bets=tuple(Bet.from_toml(entry) for entry in data.get("bets", ())),
        digest=digest,
    )


def _wager(entry: Mapping[str, Any]) -> Wager:
    readings = tuple(Reading(**reading) for reading in entry.get("readings", ()))
    fields: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
    }
    return Wager(**(fields | {"readings": readings or (Reading(),)}))


@cache
def shipped(rulebook_id: str) -> Rulebook:
    """Return a rulebook that comes with oddscalc.

    Raises:
        UnknownNameError: there is none of that id.
    """
    if rulebook_id not in SHIPPED:
        more = ", or give the path of a .toml file"
        raise UnknownNameError.among("rulebook", rulebook_id, SHIPPED, more)
    content = files("oddscalc._rules").joinpath(f"data/{rulebook_id}.toml").read_bytes()
    return from_toml(tomllib.loads(content.decode("utf-8")), sha256(content).hexdigest())
