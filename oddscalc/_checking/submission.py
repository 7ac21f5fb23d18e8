"""A submission, whatever the file it came in: a header and entries of cells with their places."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from oddscalc._bets.catalogue import Bet
from oddscalc._checking.findings import Finding
from oddscalc._exact.files import STDIN, text_of

HEADER = ("rulebook", "jurisdiction", "licensee", "game", "version", "effective")
"""The keys of the header; ``jurisdiction`` is another word for ``rulebook``."""

FIELDS = (
    *("wager", "outcome", "pays", "unit", "true_odds", "house_advantage", "basis"),
    *("commission", "working", "clause", "minimum", "maximum", "cap"),
    *("win_probability", "lose_probability", "push_probability", "expected_rolls"),
    *("rtp", "hit_frequency", "sd", "variance"),
    *("when", "increase", "reduce", "remove", "most_odds", "area", "reading"),
)
"""The keys of an entry."""

BEARING = frozenset(("pays", "outcome", "commission", "unit", "minimum", "basis"))
"""The keys of cells without which nothing follows from the rest of their entry."""

_NAMES = {
    "rulebook": ("rules", "rule book"),
    "jurisdiction": (),
    "licensee": ("casino", "operator", "certificate holder"),
    "game": (),
    "version": ("revision",),
    "effective": ("effective date", "date"),
    "wager": (
        *("bet", "wager name", "name of wager", "name", "bet name", "bet type", "wager type"),
        *("type of bet", "type of wager", "bets", "wagers", "name of bet", "proposition"),
    ),
    "outcome": (
        "result",
        "event",
        "hit",
        "winning numbers",
        "number",
        "numbers",
        "roll",
        "outcomes",
    ),
    "pays": (
        *("payout", "payout odds", "payoff", "price", "odds paid", "pay", "payouts", "paid"),
        *("pay odds", "payoff odds", "payment", "payment odds", "paying", "house pays"),
    ),
    "unit": ("units", "unit of wager", "multiple"),
    "true_odds": ("odds against", "fair odds", "true odds"),
    "house_advantage": (
        *("house edge", "edge", "advantage", "house advantage", "h a", "ha", "adv", "house adv"),
        *("hold", "theo hold", "theoretical hold", "house", "house percentage", "house pct"),
        *("casino advantage", "casino edge", "he", "bank advantage", "house margin", "margin"),
    ),
    "basis": ("definition", "edge basis"),
    "commission": ("vig", "vigorish"),
    "working": ("working on come out", "come out", "works"),
    "clause": ("section", "citation", "rule"),
    "minimum": ("min", "minimum wager", "minimum bet"),
    "maximum": ("max", "maximum wager", "maximum bet"),
    "win_probability": ("probability of winning", "p win", "probability"),
    "lose_probability": ("probability of losing", "p lose"),
    "push_probability": ("probability of a push", "p push", "probability of a tie"),
    "rtp": (
        *("return", "return to player", "payback", "payback percentage", "return percentage"),
        *("theoretical rtp", "theoretical return", "player return", "theoretical payback"),
    ),
    "hit_frequency": ("hit rate", "hit freq", "frequency of wins", "hit percentage"),
    "sd": ("standard deviation", "std dev", "stdev", "std deviation", "s d", "st dev"),
    "variance": ("var",),
    "expected_rolls": ("rolls", "average rolls", "rolls to decision", "rolls per decision"),
    "when": ("when made", "may be made", "time of making"),
    "increase": ("raise", "may be increased", "may be raised"),
    "reduce": ("decrease", "may be reduced", "may be decreased"),
    "remove": ("take down", "may be removed", "may be taken down"),
    "most_odds": ("maximum odds", "odds limit", "odds multiple"),
    "area": ("layout area", "designated area", "area on the layout"),
    "reading": ("interpretation",),
    "cap": ("payout cap", "aggregate cap", "maximum payout", "aggregate payout limit"),
}


def key_of(title: str) -> str | None:
    """Return the key that a column title means; None if it means none.

    >>> key_of("Payout Odds"), key_of("HOUSE ADVANTAGE (%)"), key_of("Remarks")
    ('pays', 'house_advantage', None)
    """
    plain = plain_title(title)
    for key, names in _NAMES.items():
        if plain == key.replace("_", " ") or plain in names:
            return key
    return None


def near(title: str) -> str | None:
    """Return the known column title that *title* may be a slip of; None if there is none.

    >>> near("House Advantag"), near("Remarks")
    ('house advantage', None)
    """
    known = [name for key, names in _NAMES.items() for name in (key.replace("_", " "), *names)]
    return next(iter(get_close_matches(plain_title(title[:100]), known, n=1, cutoff=0.85)), None)


def plain_title(title: str) -> str:
    """Return what counts of a column title: letters and digits, in small."""
    return " ".join(re.sub(r"[^a-z0-9]+", " ", title.lower().replace("(%)", "")).split())


@dataclass(frozen=True)
class Cell:
    """A value as text, with its place in the file."""

    text: str
    place: str


@dataclass(frozen=True)
class Entry:
    """What a submission says of one wager.

    Args:
        place: where it stands.
        cells: its fields by key, all but ``wager``, ``outcome`` and ``pays``.
        wager: the wager's name as submitted.
        pays: the price of each outcome; the key is None where no outcome is named.
        unread: the keys of cells that could not be read, on which prices and claims depend.
    """

    place: str
    wager: Cell
    pays: Mapping[str | None, Cell] = field(default_factory=dict)
    cells: Mapping[str, Cell] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ColumnRead:
    """A column of a table, or a key of a document, and what it was read as.

    Args:
        letter: of a table, what spreadsheets call the column.
        title: its title.
        key: what it is for; None if it was not read.
    """

    letter: str
    title: str
    key: str | None


@dataclass(frozen=True)
class Submission:
    """A submission as read.

    Args:
        file: its name.
        sha256: the digest of its bytes.
        header: the header's cells by key.
        entries: the wagers.
        bets: wagers that it defines itself.
        findings: what was wrong already in reading it.
        columns: what its columns were read as.
        sheet: of a workbook, the sheet that was read.
        unread: rows that stand above the titles, and sheets, that were not read.
        titles_row: the row of a table's titles.
    """

    file: str
    sha256: str
    header: Mapping[str, Cell]
    entries: tuple[Entry, ...]
    bets: tuple[Bet, ...] = ()
    findings: tuple[Finding, ...] = ()
    columns: tuple[ColumnRead, ...] = ()
    sheet: str | None = None
    unread: tuple[str, ...] = ()
    titles_row: int = 0


def form_of(name: str, content: bytes) -> str:
    """Return the form of a submission as the end of a file's name, which is what tells it.

    Of standard input, which has no such name, what *content* looks like.

    >>> form_of("a.TOML", b""), form_of("-", b'{"wagers": []}'), form_of("-", b"wager,pays")
    ('.toml', '.json', '.csv')
    """
    if name != STDIN:
        return Path(name).suffix.lower()
    if content.startswith(b"PK"):
        return ".xlsx"
    text = text_of(name, content, utf_16=True).lstrip()
    if text.startswith("{"):
        return ".json"
    return ".toml" if _BEGINS_TOML.match(text) else ".csv"


_BEGINS_TOML = re.compile(r"#|\[|(?!sep=)[\w.\"'-]+\s*=")
