"""The pages about all bets: the list to search, and the rulebooks side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from oddscalc._ask.query import Valued
from oddscalc._bets.catalogue import words
from oddscalc._rules.rulebook import Rulebook
from oddscalc._site.entries import WagerEntry


@dataclass(frozen=True)
class ListLine:
    """A line of the list: a reading of a wager, or a wager without a value."""

    entry: WagerEntry
    answer: Valued | None
    searched: str

    @property
    def title(self) -> str:
        """What the line is about."""
        return self.entry.title(self.answer) if self.answer else self.entry.bet.name


def lines(entries: Sequence[WagerEntry]) -> Iterator[ListLine]:
    """Yield a line for each reading; ``searched`` holds all words that find it but its clause."""
    for entry in entries:
        said = [entry.bet.id, *entry.names, entry.rules.id, entry.bet.kind]
        for answer in entry.answers or (None,):
            reading = (
                [answer.model.reading.name, answer.paytable.id] if answer else [entry.without_value]
            )
            yield ListLine(entry, answer, search_words([*said, *reading]))


def search_words(names: Iterable[str]) -> str:
    """Return all words of *names*, each once, as the command line hears them.

    >>> search_words(["place-6", "Place the Six", "Hardways"])
    '6 place hard'
    """
    return " ".join(dict.fromkeys(word for name in names for word in words(name)))


@dataclass(frozen=True)
class Compared:
    """A bet with the wager on it in each of the rulebooks, None where there is none."""

    bet: str
    name: str
    cells: Sequence[WagerEntry | None]

    @property
    def searched(self) -> str:
        """All words by which it is found."""
        wagers = [entry for entry in self.cells if entry is not None]
        return search_words([self.bet, *(name for entry in wagers for name in entry.names)])

    @property
    def clauses(self) -> str:
        """Its clauses, by which it is found too."""
        return " ".join(entry.wager.clause for entry in self.cells if entry is not None).lower()


def compared(books: Sequence[Rulebook], entries: Sequence[WagerEntry]) -> list[Compared]:
    """Return each bet of *entries* once, with what each of *books* says of it."""
    by_place = {(entry.rules.id, entry.bet.id): entry for entry in entries}
    names = {entry.bet.id: entry.bet.name for entry in reversed(entries)}
    order = dict.fromkeys(entry.bet.id for entry in entries)
    return [
        Compared(bet, names[bet], [by_place.get((book.id, bet)) for book in books]) for bet in order
    ]
