"""The catalogue of bets: the TOML entries, and finding one by any of its names."""

from __future__ import annotations

import json
import re
import tomllib
import unicodedata
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Any

from oddscalc.errors import UnknownNameError

_NEAR = 0.7  # how alike two names are, of which one may have been meant for the other


@dataclass(frozen=True, eq=False)
class Bet:
    """One entry of the catalogue: what the bet is, not who may make it or what it pays.

    Args:
        id: the kebab-case id.
        name: the customary name.
        aliases: other names, as texts and players use them.
        kind: which automaton it is (``race``, ``line``, ...).
        rule: the kind's parameters, as in the TOML.
        source: where the definition comes from.
    """

    id: str
    name: str
    aliases: tuple[str, ...]
    kind: str
    rule: Mapping[str, Any]
    source: str

    @classmethod
    def from_toml(cls, entry: Mapping[str, Any]) -> Bet:
        """Return the bet of one TOML entry that has been validated."""
        return cls(
            id=entry["id"],
            name=entry["name"],
            aliases=tuple(entry.get("aliases", ())),
            kind=entry["kind"],
            rule=entry["rule"],
            source=entry["source"],
        )


class Catalogue:
    """Bets by id, found by any name.

    >>> catalogue = shipped()
    >>> catalogue["place-6"].name
    'Place 6'
    >>> catalogue.find("Ace-Trey on the Hop").id
    'hop-1-3'
    """

    def __init__(self, bets: Iterable[Bet]) -> None:
        self._bets = {bet.id: bet for bet in bets}
        names = [(bet.id, (bet.id, bet.name, *bet.aliases)) for bet in self._bets.values()]
        self._named = by_name(names, folded)
        self._names = names

    @cached_property
    def _worded(self) -> dict[object, list[str]]:
        return by_name(self._names, words)

    def __iter__(self) -> Iterator[Bet]:
        return iter(self._bets.values())

    def __contains__(self, bet_id: object) -> bool:
        return bet_id in self._bets

    def __getitem__(self, bet_id: str) -> Bet:
        return self._bets[bet_id]

    def with_bets(self, bets: Iterable[Bet]) -> Catalogue:
        """Return this catalogue with *bets* added, replacing those of the same id."""
        return Catalogue({**self._bets, **{bet.id: bet for bet in bets}}.values())

    def named(self, name: str) -> list[str]:
        """Return the ids of all bets that *name* may mean; only letters and digits count.

        An id means that bet alone. What is no name as it stands may be one in other words.

        >>> shipped().named("3-1 on the hop"), shipped().named("lay bet on 4")
        (['hop-1-3'], ['lay-4'])
        """
        exact = name.strip().lower()
        if exact in self._bets:
            return [exact]
        return self._named.get(folded(name)) or self._worded.get(words(name), [])

    def _like(self, name: str) -> list[str]:
        """Return the names that may come near *name*, by how many letters the two can share."""
        size, letters = len(name), _letters(name)
        least = round(50 * _NEAR)
        return [
            known
            for known, (long, theirs) in self._spelled.items()
            if 100 * min(
                size - (letters & ~theirs).bit_count(), long - (theirs & ~letters).bit_count()
            ) >= least * (size + long)
        ]  # fmt: skip

    @cached_property
    def _spelled(self) -> dict[str, tuple[int, int]]:
        return {name: (len(name), _letters(name)) for name in self._named}

    def find(self, name: str) -> Bet:
        """Return the one bet that *name* means.

        Raises:
            UnknownNameError: no bet or several have that name; the message says which come near.
        """
        ids = self.named(name)
        if len(ids) == 1:
            return self._bets[ids[0]]
        if ids:
            raise UnknownNameError(
                f"{name!r} may mean {listed(ids, 25)}; give the id", ids, code="ambiguous-name"
            )
        near = get_close_matches(folded(name), self._like(folded(name)), n=3, cutoff=_NEAR)
        ids = list(dict.fromkeys(bet for match in near for bet in self._named[match]))[:4]
        hint = f"; did you mean {listed(ids)}?" if ids else ""
        raise UnknownNameError(
            f"there is no bet called {name!r}{hint} (oddscalc bets lists them)", ids
        )


def _letters(text: str) -> int:
    """Return which letters a text has, each as one bit; letters may share one."""
    bits = 0
    for letter in text:
        bits |= 1 << ord(letter) % 64
    return bits


def folded(name: str) -> str:
    """Return what counts of a name: letters and digits, without a last word ``bet``."""
    text = name.strip().lower().replace("&", "and")
    for word in (" bets", " bet", " wager"):
        text = text.removesuffix(word)
    return "".join(char for char in text if char.isalnum())


_FIGURES = (
    *(("ace", 1), ("deuce", 2), ("trey", 3), ("one", 1), ("two", 2), ("three", 3), ("four", 4)),
    *(("five", 5), ("six", 6), ("seven", 7), ("eight", 8), ("nine", 9), ("ten", 10)),
    *(("eleven", 11), ("twelve", 12)),
)
_NUMBERS = dict(_FIGURES)
_IDLE = {"bet", "wager", "on", "the", "a", "an", "way"}


def words(name: str) -> tuple[str, ...]:
    """Return the words of a name that tell bets apart, in order of the alphabet.

    Numbers as digits, nouns in the singular; without *bet*, *wager*, *on* and articles.

    >>> words("Place Bets to Lose on the Six") == words("6, place to lose")
    True
    >>> words("Four the Hardway on the Hop") == words("hop hard 4")
    True
    """
    text = unicodedata.normalize("NFKC", name).lower().replace("&", " and ")
    plain = (_singular(word) for word in re.findall(r"[^\W_]+", re.sub("['\u2019]", "", text)))
    spelled = (str(_NUMBERS.get(word, word)) for word in plain if word not in _IDLE)
    return tuple(sorted("hard" if word == "hardway" else word for word in spelled))


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 and not word.endswith("ss") else word


def by_name(
    names: Iterable[tuple[str, Iterable[str]]], key: Callable[[str], Hashable]
) -> dict[Any, list[str]]:
    """Return the ids of the bets that have each name, as *key* has it."""
    ids: dict[Hashable, list[str]] = {}
    for bet, own in names:
        for name in dict.fromkeys(map(key, own)):
            ids.setdefault(name, []).append(bet)
    ids.pop((), None)
    for name in [name for name in ids if isinstance(name, tuple) and len(name) == 1]:
        if name[0].isdecimal():
            del ids[name]  # a number alone is no name: Three is not the three-way bet
    return ids


def listed(ids: list[str], most: int = 8) -> str:
    """Return *ids* as ``a, b or c``, the first *most* of them."""
    shown = ids if len(ids) <= most else [*ids[:most], f"{len(ids) - most} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def digest(bets: Iterable[Bet], catalogue: Catalogue) -> str:
    """Return the SHA-256 of the definitions of *bets*, and of those that they are made of.

    It is of the JSON of kind and rule by id, with keys sorted.
    """
    waiting, definitions = list(bets), dict[str, Any]()
    while waiting:
        bet = waiting.pop()
        if bet.id not in definitions:
            definitions[bet.id] = {"kind": bet.kind, "rule": dict(bet.rule)}
            waiting += [catalogue.find(part) for part in bet.rule.get("parts", ())]
    return sha256(json.dumps(definitions, sort_keys=True).encode()).hexdigest()


@cache
def shipped() -> Catalogue:
    """Return the catalogue that comes with oddscalc."""
    text = files("oddscalc._bets").joinpath("catalogue.toml").read_text(encoding="utf-8")
    return Catalogue(Bet.from_toml(entry) for entry in tomllib.loads(text)["bets"])
