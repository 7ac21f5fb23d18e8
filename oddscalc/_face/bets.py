"""``bets``: what a rulebook authorises."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from oddscalc._ask.asked import refuse
from oddscalc._ask.options import OPTIONS
from oddscalc._bets.catalogue import Bet
from oddscalc._face.shown import Shown
from oddscalc._rules import userfiles
from oddscalc._rules.rulebook import Rulebook, Wager
from oddscalc._show.document import Document
from oddscalc._show.words import bets as words


@dataclass(frozen=True, repr=False)
class BetsAnswer(Shown):
    """Bets that a rulebook authorises, each with the clause that does.

    Args:
        rules: the rulebook.
        listed: the bets with their clauses.

    >>> answer = bets("hardway", rules="us-pa")
    >>> answer
    <BetsAnswer: 4 of us-pa: hard-4, hard-6, hard-8, hard-10>
    >>> next(bet.id for bet, wager in answer)
    'hard-4'
    """

    rules: Rulebook
    listed: tuple[tuple[Bet, Wager], ...]

    def __len__(self) -> int:
        return len(self.listed)

    def __iter__(self) -> Iterator[tuple[Bet, Wager]]:
        return iter(self.listed)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the JSON list that ``oddscalc bets --json`` prints."""
        data: list[dict[str, Any]] = self.document().json()
        return data

    def document(self) -> Document:
        """Return it in words."""
        return words.document(self.rules, self.listed)

    def line(self) -> str:
        """Return how many bets of what, and their ids."""
        ids = ", ".join(bet.id for bet, _ in self.listed)
        return f"{len(self.listed)} of {self.rules.id}: {ids}"


def bets(*names: str, rules: str = "standard") -> BetsAnswer:
    """Return the bets of a rulebook: ids, names, clauses, outcomes, readings.

    Args:
        names: only bets of these names; all by default.
        rules: the id of the rulebook, or the path of a TOML file.

    Raises:
        OddscalcError: a name means no bet of the rulebook, or there is no such rulebook.
    """
    refuse(OPTIONS["rules"], rules)
    rulebook = userfiles.rulebook(rules)
    listed = rulebook.matching(names) if names else rulebook
    return BetsAnswer(rulebook, tuple(listed))
