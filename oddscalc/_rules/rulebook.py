"""Rulebooks: one entry for each clause that defines a wager, with its readings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Any

from oddscalc._bets.catalogue import Bet, Catalogue, by_name, folded, listed, words
from oddscalc._bets.catalogue import shipped as shipped_catalogue
from oddscalc._exact.numbers import exact, parse_rational
from oddscalc._money import paytable as paytables
from oddscalc._money.paytable import Paytable
from oddscalc.errors import RuleError, UnknownNameError

SHIPPED = (
    *("standard", "us-ma", "lc", "us-pa", "massino", "sg-mbs", "us-nj-mini-dice"),
    *("side-bets", "variants", "crapless"),
)
USUAL = "usual"
CUSTOMARY = "customary"
"""The paytable at which a text without prices is valued."""


TIMES = {
    "any": "at any time",
    "come-out": "before the come-out roll",
    "after-come-out": "after the come-out roll",
    "new-shooter": "before the come-out roll of a new shooter",
    "point": "once the flat bet has a point",
    "unstated": "the text does not say when",
}
"""When a wager may be made, in words."""

CHANGES = {"any": "at any time", "never": "never", "before-point": "only before the point"}
"""When a wager that was made may be changed, in words."""


@dataclass(frozen=True)
class Reading:
    """One way to read a clause.

    Args:
        name: ``usual`` where there is only one.
        says: the reading in one sentence; empty where there is only one.
        rule: parameters of the bet that this reading replaces.
        working: replaces the clause's working rule.
        defect: whether the words can be read like this, but no house could mean it.
    """

    name: str = USUAL
    says: str = ""
    rule: Mapping[str, Any] = field(default_factory=dict)
    working: str | None = None
    defect: bool = False


@dataclass(frozen=True)
class Wager:
    """One clause that defines a wager, on one or more bets.

    Args:
        bets: the ids of the bets.
        clause: its number in the text.
        names: what the text calls it.
        when: ``any``, ``come-out``, ``after-come-out``, ``new-shooter``, ``point`` (once the
            flat bet it supports has a point) or ``unstated`` (taken as ``any``).
        working: on come-out rolls ``on``, ``off``, ``unstated`` (taken as on); None if the
            question does not arise.
        unit: stakes must be a multiple of so many units, if the text says so.
        commission: the most that may be charged, of what and when, if the text says so.
        commission_leaves: what the text leaves open of it: ``when``.
        commission_returned: whether it comes back with a bet that is taken down undecided.
        true_odds: whether the clause has the wager receive true odds, whatever else is priced.
        games: the only games of the text in which the wager may be made; all if there are none.
        offered: on what condition the wager is offered, if on any.
        broken_down: ``always`` if the wager is broken down into its parts, each a wager of its
            own; ``no-area`` if only where the layout has no area for it.
        increased, reduced, removed: when a wager that was made may be changed: ``any``, ``never``
            or ``before-point``; None if the text does not say.
        most_odds: the most odds that may be made behind a line bet, as a schedule.
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
    commission_leaves: tuple[str, ...] = ()
    commission_returned: bool = False
    true_odds: bool = False
    games: tuple[str, ...] = ()
    offered: str | None = None
    broken_down: str | None = None
    increased: str | None = None
    reduced: str | None = None
    removed: str | None = None
    most_odds: str | None = None
    impossible: str | None = None
    notes: tuple[str, ...] = ()
    defects: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = (Reading(),)

    @property
    def terms(self) -> list[str]:
        """What the text says of offering, making and changing the wager, in words."""
        stated = [f"stakes in units of {self.unit}"] if self.unit else []
        if self.offered:
            stated.append(f"offered {self.offered}")
        if self.games:
            stated.append(f"permitted in {' and '.join(self.games)} only")
        if self.true_odds:
            stated.append("its clause has it receive true odds")
        if self.broken_down:
            where = "" if self.broken_down == "always" else " where the layout has no area for it"
            stated.append(f"broken down{where} into its parts, each a wager of its own")
        if self.commission_returned:
            stated.append("the commission comes back with a bet that is taken down undecided")
        changes = {"increased": self.increased, "reduced": self.reduced, "removed": self.removed}
        stated += [f"may be {word} {CHANGES[when]}" for word, when in changes.items() if when]
        return (
            [*stated, f"odds of at most {self.most_odds} behind it"] if self.most_odds else stated
        )

    @property
    def sound_readings(self) -> tuple[Reading, ...]:
        """The readings that a house could mean, the usual one first."""
        return tuple(reading for reading in self.readings if not reading.defect)

    @property
    def overrides(self) -> list[Mapping[str, Any]]:
        """The parameters that the readings replace, of those that replace any."""
        return [reading.rule for reading in self.readings if reading.rule]

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
        games: the games that the text is about.
        closed: the words that permit no other wagers than these, with their clause.
        elsewhere: bets that belong to parts of the law which were not to be had.
        missing: those parts.
        making: what the text says of making wagers at all.
        minimum, maximum: the least and the most of any single bet, if the text sets them.
        limits_clause: where it does.
        defects: known defects of the text as a whole.
        own_bets: bets that are defined here and not in the catalogue.
        carried: the paytables that come with its file, by the names in *prices* and *columns*.
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
    games: tuple[str, ...] = ()
    closed: str | None = None
    elsewhere: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    making: tuple[str, ...] = ()
    minimum: Fraction | None = None
    maximum: Fraction | None = None
    limits_clause: str | None = None
    defects: tuple[str, ...] = ()
    own_bets: tuple[Bet, ...] = ()
    carried: Mapping[str, Paytable] = field(default_factory=dict)
    digest: str = field(default="", compare=False)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The shipped bets and the rulebook's own."""
        return shipped_catalogue().with_bets(self.own_bets)

    def _paytable(self, name: str) -> Paytable:
        return self.carried[name] if name in self.carried else paytables.shipped(name)

    @property
    def printed(self) -> Paytable | None:
        """The prices that the text prints; None if it prints none."""
        return self._paytable(self.prices) if self.prices else None

    @property
    def valued_at(self) -> Paytable:
        """The prices at which it is valued: those that it prints, or the customary ones."""
        return self.printed or paytables.shipped(CUSTOMARY)

    @property
    def price_columns(self) -> dict[str, Paytable]:
        """The paytables of which a licensee chooses one whole, by name."""
        return {name: self._paytable(name) for name in self.columns}

    @property
    def limits(self) -> str:
        """The least and the most of any single bet as the text sets them, or nothing.

        >>> shipped("us-ma").limits
        ''
        """
        said = {"at least": self.minimum, "at most": self.maximum}
        return ", ".join(f"{word} {exact(x)}" for word, x in said.items() if x is not None)

    def allows(self, stake: Fraction) -> bool:
        """Return whether *stake* is within the limits."""
        low = self.minimum is None or self.minimum <= stake
        return low and (self.maximum is None or stake <= self.maximum)

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
                f"{name!r} may mean {listed(meant, 25)}; give the id", meant, code="ambiguous-name"
            )
        ids = meant or self.catalogue.named(name) or [self.catalogue.find(name).id]
        return self.catalogue[ids[0]], self.wager(ids[0])

    def named(self, name: str) -> list[str]:
        """Return the ids of the authorised bets that *name* may mean here.

        An id means that bet alone; the text's own names go before the catalogue's.
        """
        if name.strip().lower() in self._wager_of:
            return [name.strip().lower()]
        own = self._named.get(folded(name)) or self._worded.get(words(name))
        return own or [bet for bet in self.catalogue.named(name) if bet in self._wager_of]

    @cached_property
    def _names(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(bet, wager.names) for bet, wager in self._wager_of.items()]

    @cached_property
    def _named(self) -> dict[str, list[str]]:
        return by_name(self._names, folded)

    @cached_property
    def _worded(self) -> dict[object, list[str]]:
        return by_name(self._names, words)

    def family(self, name: str) -> list[str]:
        """Return the ids of the authorised bets that *name* means together, as *hardways* does.

        They are all of one kind and number; none if the name means one bet, or unlike ones.

        >>> shipped("us-ma").family("Horn High Bets")
        ['horn-high-2', 'horn-high-3', 'horn-high-11', 'horn-high-12']
        """
        meant = self.named(name)
        stems = {bet.rstrip("0123456789-") for bet in meant}
        declared = meant == (self._named.get(folded(name)) or self._worded.get(words(name)))
        return meant if len(meant) > 1 and (len(stems) == 1 or declared) else []

    def matching(self, names: Iterable[str]) -> list[tuple[Bet, Wager]]:
        """Return every authorised bet that one of *names* may mean.

        Raises:
            UnknownNameError: a name means no bet.
            RuleError: a name means only bets that are not authorised.
        """
        wagers: dict[str, tuple[Bet, Wager]] = {}
        for name in names:
            meant = self.named(name)
            ids = meant or self.catalogue.named(name) or [self.catalogue.find(name).id]
            wagers |= {bet: (self.catalogue[bet], self.wager(bet)) for bet in ids}
        return list(wagers.values())

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
            if self.is_silent_on(bet):
                raise RuleError(
                    f"{bet} is not in the extract of {self.id}: what that law says of it was not"
                    f" to be had{hint}",
                    code="not-in-extract",
                )
            raise RuleError(f"{self.id} does not authorise {bet}{hint}", code="not-authorised")
        return self._wager_of[bet]

    def is_silent_on(self, bet: str) -> bool:
        """Return whether *bet* may be authorised by a part of the law that was not to be had."""
        return bet in self.elsewhere or bool(self.missing and not self.closed)


def from_toml(
    data: Mapping[str, Any], digest: str = "", carried: Mapping[str, Paytable] | None = None
) -> Rulebook:
    """Return the rulebook of a validated TOML document, whose file has that digest.

    *carried* are the paytables that come with it, by name.
    """
    header: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in data.items()
        if key not in ("wagers", "bets", "extends")
    }
    for key in ("minimum", "maximum"):
        if key in data:
            header[key] = parse_rational(data[key])
    return Rulebook(
        **header,
        wagers=tuple(_wager(entry) for entry in data["wagers"]),
        own_bets=tuple(Bet.from_toml(entry) for entry in data.get("bets", ())),
        carried=carried or {},
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
