"""What a user says of the form of tables: which sheet, and what their columns are for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from oddscalc._checking.submission import key_of, plain_title
from oddscalc.errors import UnknownNameError


@dataclass(frozen=True)
class Dialect:
    """What is not to be found out from a table itself.

    Args:
        sheet: the name of the sheet of a workbook, or its number from 1; None for the one that
            has a wager column.
        keys: the key of each title that is told, in small letters.
    """

    sheet: str | None = None
    keys: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, sheet: str | None = None, mapped: Sequence[str] = ()) -> Dialect:
        """Return the dialect in which columns are *mapped* as ``TITLE=KEY``.

        Raises:
            UnknownNameError: there is no such key.

        >>> Dialect.of(mapped=["Odds=payout"]).key("Odds"), Dialect.of().key("Odds")
        ('pays', None)
        """
        keys = {}
        for text in mapped:
            title, equals, name = text.rpartition("=")
            key = key_of(name)
            if not equals or not plain_title(title):
                message = f"{text!r}: write TITLE=KEY, like 'Odds=pays'"
                raise UnknownNameError(message, code="malformed")
            if key is None and plain_title(name) not in IGNORED:
                known = "wager, outcome, pays, commission, house advantage, true odds, unit"
                raise UnknownNameError(
                    f"{text!r}: {name!r} is no key; keys are {known} and the others that oddscalc"
                    " check --template has, or none"
                )
            keys[plain_title(title)] = key or ""
        return cls(sheet, keys)

    def key(self, title: str) -> str | None:
        """Return the key that a column title means; None if it means none."""
        named = self.keys.get(plain_title(title))
        return key_of(title) if named is None else named or None

    def ignores(self, title: str) -> bool:
        """Return whether the user has said that a column is not to be read."""
        return self.keys.get(plain_title(title)) == ""

    def keys_of(self, titles: Sequence[str]) -> list[str | None]:
        """Return the key of each title; of several with one key the first has it.

        A title that the user has mapped goes before those that only look like it.
        """
        named = {
            self.keys[plain_title(title)] for title in titles if plain_title(title) in self.keys
        }
        keys: list[str | None] = []
        for title in titles:
            key = self.key(title)
            shadowed = key in named and plain_title(title) not in self.keys
            keys.append(None if key in keys or shadowed else key)
        return keys


IGNORED = ("none", "", "ignore", "nothing")
"""What a column is mapped to that is not to be read."""

PLAIN = Dialect()
"""Nothing is said of the tables."""
