"""Every file of the site, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec

from oddscalc._ask.query import Valued
from oddscalc._exact.budget import limited
from oddscalc._money import paytable as paytables
from oddscalc._money.paytable import Paytable
from oddscalc._rules import rulebook as rulebooks
from oddscalc._rules.rulebook import Rulebook
from oddscalc._show.words.contract import answer_object
from oddscalc._show.words.edge import answer_cells, answer_headers
from oddscalc._show.writers.csv import csv_text
from oddscalc._show.writers.json import json_text
from oddscalc._site.entries import Detail, WagerEntry, detail, entries
from oddscalc._site.overview import compared, lines
from oddscalc._site.plans import plan_files, plan_links
from oddscalc._site.render import STATIC, rendered, static
from oddscalc._site.sharing import sharing
from oddscalc._site.variants import Variant, elsewhere, variants
from oddscalc._tables.page import Page
from oddscalc._tables.pages import Maker, makers, rulebook_page
from oddscalc._tables.plans import plans_shown
from oddscalc.errors import OddscalcError

File = tuple[str, str]
"""The path of a file, from the index, and its text."""

_OVERVIEWS = {
    "index": "index.html",
    "compare": "compare.html",
    "tables": "tables/index.html",
    "about": "about.html",
}
"""The pages about all bets: their templates, and where they are."""


@dataclass(frozen=True)
class About:
    """What the site is called, and at which address it will stand; none if that is not known."""

    title: str = "oddscalc"
    base: str = ""


ABOUT = About()

_AT_ONCE = 12  # wagers that a process is given together


def site(
    books: Sequence[Rulebook] = (),
    about: About = ABOUT,
    lists: Sequence[Paytable] = (),
    workers: int = 1,
    seconds: int = 0,
) -> Iterator[File]:
    """Yield every file of the site. Deterministic: ASCII, LF, no dates, nothing of the machine.

    Args:
        books: the only rulebooks to show; by default all that are shipped, and all other tables.
        about: its title and address.
        lists: own paytables, at which every bet that they price is shown too.
        workers: how many processes share the work; the files and their order are the same.
        seconds: processor time that solving one rulebook may take; 0 for any.

    Raises:
        OddscalcError: jinja2 or leather is not installed, two rulebooks have one id, or one takes
            too long to solve.
    """
    _refuse(books, lists)
    for name in STATIC:
        yield name, static(name)
    shown = _shown(books)
    with sharing(workers) as share:
        others = share(_made, _others(books))
        pages = list(share(partial(_page_of, seconds=seconds), shown))
        by_book = [_entries_of(*both) for both in zip(shown, pages, strict=True)]
        every_entry = [entry for of_book in by_book for entry in of_book]
        for files in share(
            partial(_shared_files, about=about, lists=lists), _portions(every_entry)
        ):
            yield from files
        for of_book, page in zip(by_book, pages, strict=True):
            yield from _table_files(page, _links(of_book), about)
        for files in share(partial(plan_files, about=about), _plans(books)):
            yield from files
        for page in others:
            yield from _table_files(page, plan_links() if page.name == "plans" else {}, about)
            pages.append(page)
    priced = [paytables.shipped(name) for name in paytables.SHIPPED]
    own = [*(rules.valued_at for rules in shown), *lists]
    known = list({bet.id: bet for bet in [*priced, *own]}.values())
    yield from _overviews(shown, every_entry, pages, about, known)


Portion = list[tuple[WagerEntry, list[WagerEntry]]]
"""Wagers, each with those on the same bet in all rulebooks."""


def _portions(listed: Sequence[WagerEntry]) -> Iterator[Portion]:
    of_bet: dict[str, list[WagerEntry]] = {}
    for entry in listed:
        of_bet.setdefault(entry.bet.id, []).append(entry)
    for start in range(0, len(listed), _AT_ONCE):
        yield [(entry, of_bet[entry.bet.id]) for entry in listed[start : start + _AT_ONCE]]


def _made(make: Maker) -> Page:
    return make()


def _page_of(rules: Rulebook, seconds: int) -> Page:
    with limited(seconds):
        return rulebook_page(_table(rules), rules, rules.valued_at)


def _entries_of(rules: Rulebook, page: Page) -> list[WagerEntry]:
    return entries(rules, [answer for answer in page.proven if isinstance(answer, Valued)])


def _shared_files(portion: Portion, about: About, lists: Sequence[Paytable]) -> list[File]:
    return [file for both in portion for file in _bet_files(*both, about, lists)]


def count(books: Sequence[Rulebook] = ()) -> int:
    """Return how many files there are at most, for showing progress."""
    wagers = [wager for rules in _shown(books) for _, wager in rules]
    bets = sum(1 if wager.impossible else 3 + len(wager.sound_readings) for wager in wagers)
    tables = 3 * (len(_shown(books)) + len(_others(books)))
    bets += 2 * len(_plans(books))
    return len(STATIC) + bets + tables + len(_OVERVIEWS)


def _refuse(books: Sequence[Rulebook], lists: Sequence[Paytable]) -> None:
    missing = [name for name in ("jinja2", "leather") if find_spec(name) is None]
    if missing:
        needed = " and ".join(missing)
        raise OddscalcError(
            f'the pages need {needed}: pip install "oddscalc[site]"', code="not-installed"
        )
    ids = [rules.id for rules in books]
    if twice := sorted({name for name in ids if ids.count(name) > 1}):
        raise OddscalcError(f"two rulebooks have the id {twice[0]!r}; give one of them another")
    for own in lists:
        if own.id in paytables.SHIPPED and own != paytables.shipped(own.id):
            raise OddscalcError(f"{own.id!r} is the id of a shipped paytable; give yours another")


def _shown(books: Sequence[Rulebook]) -> list[Rulebook]:
    return list(books) or [rulebooks.shipped(name) for name in rulebooks.SHIPPED]


def _table(rules: Rulebook) -> str:
    return f"{rules.id}-at-{rules.valued_at.id}"


def _others(books: Sequence[Rulebook]) -> list[Maker]:
    """Return what makes the tables that are of no one rulebook; none if some are chosen."""
    if books:
        return []
    own = {_table(rules) for rules in _shown(books)}
    return [make for name, make in makers().items() if name not in own]


def _plans(books: Sequence[Rulebook]) -> list[str]:
    """Return the plans that have pages; none if some rulebooks are chosen."""
    return [] if books else plans_shown()


def _bet_files(
    entry: WagerEntry, of_bet: Sequence[WagerEntry], about: About, lists: Sequence[Paytable]
) -> Iterator[File]:
    """Yield the page of a wager, its numbers for machines, and a proof of each reading."""
    details = [detail(answer, lists) for answer in entry.answers]
    path = f"{entry.stem}.html"
    given = {
        "entry": entry,
        "details": details,
        "table": _table(entry.rules),
        "about": about,
        "variants": _variants(details),
        "elsewhere": elsewhere(entry, of_bet),
    }
    yield path, rendered("bet", path, **given)
    if not details:
        return
    valued = [priced for shown in details for priced in shown.prices or [shown.answer]]
    clause = entry.wager.clause
    headers = ["clause", *answer_headers()]
    yield (
        f"{entry.stem}.csv",
        csv_text(headers, [[clause, *answer_cells(a)] for a in valued]),
    )
    objects = [{"clause": clause, **answer_object(answer)} for answer in valued]
    yield f"{entry.stem}.json", json_text(objects) + "\n"
    for shown in details:
        yield f"{entry.stem}.{shown.answer.model.reading.name}.json", shown.certificate


def _variants(details: Sequence[Detail]) -> list[Variant]:
    """Return the variants of the usual reading, where the page can show each of them."""
    data = details[0].calculator if details else None
    return variants(details[0].answer, takes_odds=data["odds"] is not None) if data else []


def _links(of_book: Sequence[WagerEntry]) -> dict[str, str]:
    """Return the page of each bet by the name that the tables give it."""
    links = {}
    for entry in of_book:
        links[entry.bet.id] = f"{entry.stem}.html"
        for reading in entry.wager.readings:
            links[f"{entry.bet.id} ({reading.name})"] = f"{entry.stem}.html#reading-{reading.name}"
    return links


def _table_files(page: Page, links: Mapping[str, str], about: About) -> Iterator[File]:
    """Yield a published table as a page, with what machines read beside it."""
    path = f"tables/{page.name}"
    yield f"{path}.html", rendered("table", f"{path}.html", page=page, links=links, about=about)
    yield f"{path}.csv", csv_text(page.records.headers, page.records.rows)
    yield f"{path}.json", json_text(page.objects) + "\n"


def _overviews(
    books: Sequence[Rulebook],
    listed: Sequence[WagerEntry],
    pages: Sequence[Page],
    about: About,
    lists: Sequence[Paytable],
) -> Iterator[File]:
    """Yield the pages about all bets, tables and rulebooks."""
    given = {
        "about": about,
        "books": books,
        "tables": {rules.id: f"tables/{_table(rules)}.html" for rules in books},
        "lines": list(lines(listed)),
        "compared": compared(books, listed),
        "pages": pages,
        "lists": lists,
    }
    for template, path in _OVERVIEWS.items():
        yield path, rendered(template, path, **given)
