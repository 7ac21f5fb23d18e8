"""What a rulebook authorises."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from oddscalc._bets.catalogue import Bet
from oddscalc._bets.compile import compile_bet
from oddscalc._exact.numbers import exact
from oddscalc._rules.rulebook import TIMES, Rulebook, Wager
from oddscalc._show.columns import WHOLE, Choice, Column, records, table
from oddscalc._show.document import WIDTH, Document, Records, Section, Table

Listed = Sequence[tuple[Bet, Wager]]

_COLUMNS = ("bet", "name", "clause", "outcomes", "readings", "aliases")


COLUMNS: Mapping[str, Column[tuple[Bet, Wager]]] = {
    "bet": Column("bet", lambda pair: pair[0].id, numeric=False),
    "name": Column("name", lambda pair: pair[0].name, numeric=False),
    "kind": Column("kind", lambda pair: pair[0].kind, numeric=False),
    "clause": Column("clause", lambda pair: pair[1].clause, numeric=False),
    "when": Column("when", lambda pair: pair[1].when, numeric=False),
    "unit": Column("unit", lambda pair: None if pair[1].unit is None else str(pair[1].unit),
                   numeric=False),
    "names": Column("names", lambda pair: ", ".join(pair[1].names), numeric=False),
    "readings": Column("readings", lambda pair: ", ".join(pair[1].reading_names), numeric=False),
    "aliases": Column("aliases", lambda pair: ", ".join(pair[0].aliases), numeric=False),
}  # fmt: skip
"""The columns of a list of bets, by the words with which they are chosen."""


def document(rules: Rulebook, listed: Listed, choice: Choice = WHOLE) -> Document:
    """Return what there is to know of bets before any number."""
    bets = choice.rows(listed, COLUMNS)
    if choice.columns:
        columns = {name: COLUMNS[name] for name in choice.columns}
        return Document(
            f"Bets of {rules.id}",
            schema="bets",
            sections=lambda: [
                Section(f"{rules.id}: {rules.title}", [], [table(bets, list(columns.values()))])
            ],
            data=lambda: [_object(rules, bet, wager) for bet, wager in bets],
            records=lambda: records(bets, columns),
        )
    return Document(
        f"Bets of {rules.id}",
        schema="bets",
        sections=lambda: [_section(rules, bets)],
        data=lambda: [_object(rules, bet, wager) for bet, wager in bets],
        records=lambda: Records(_COLUMNS, _rows(rules, bets)),
    )


def _object(rules: Rulebook, bet: Bet, wager: Wager) -> dict[str, Any]:
    """Return what there is to know of a bet before any number."""
    return {
        "bet": bet.id,
        "name": bet.name,
        "aliases": list(bet.aliases),
        "kind": bet.kind,
        "rules": rules.id,
        "clause": wager.clause,
        "names": list(wager.names),
        "when": wager.when,
        "working": wager.working,
        "unit": wager.unit,
        "commission": wager.commission,
        "commission_returned": wager.commission_returned,
        "games": list(wager.games or rules.games),
        "limits": _limits(rules),
        "true_odds": wager.true_odds,
        "offered": wager.offered,
        "broken_down": wager.broken_down,
        "increased": wager.increased,
        "reduced": wager.reduced,
        "removed": wager.removed,
        "most_odds": wager.most_odds,
        "outcomes": _outcomes(rules, bet, wager),
        "readings": [reading.name for reading in wager.readings],
        "defects": [reading.name for reading in wager.readings if reading.defect],
        "impossible": wager.impossible,
        "notes": [*wager.notes, *(f"defect of the text: {defect}" for defect in wager.defects)],
    }


def _limits(rules: Rulebook) -> dict[str, str | None]:
    amounts = {"minimum": rules.minimum, "maximum": rules.maximum}
    return {name: None if x is None else exact(x) for name, x in amounts.items()}


def _outcomes(rules: Rulebook, bet: Bet, wager: Wager) -> list[str]:
    """Return the outcomes as ``win``, ``win 12``, ``lose``; the word after ``win`` is priced."""
    if wager.impossible:
        return []
    names: dict[str, None] = {}
    for reading in wager.readings:
        automaton = compile_bet(bet, rules.catalogue, override=reading.rule)
        names |= dict.fromkeys(str(outcome) for outcome in automaton.outcomes)
    return list(names)


def _rows(rules: Rulebook, bets: Listed) -> list[list[str]]:
    facts = [_object(rules, bet, wager) for bet, wager in bets]
    return [
        [", ".join(fact[key]) if isinstance(fact[key], list) else fact[key] for key in _COLUMNS]
        for fact in facts
    ]


def _section(rules: Rulebook, bets: Listed) -> Section:
    under = [
        f"{rules.jurisdiction}; {rules.authority}; edition: {rules.edition}; as of: {rules.as_of}",
        f"source: {rules.source}",
        f"status: {rules.status}",
        *rules.notes,
        *_of_book(rules),
    ]
    lines = [line for bet, wager in bets for line in _lines(rules, bet, wager)]
    table = Table(_COLUMNS, "llllll", _rows(rules, bets), terminal="\n".join(lines))
    return Section(f"{rules.id}: {rules.title}", under, [table])


def _of_book(rules: Rulebook) -> Iterator[str]:
    """Yield what holds for all wagers, and what could not be read."""
    if rules.games:
        yield f"games: {', '.join(rules.games)}"
    if rules.closed:
        yield f"a closed list of wagers: {rules.closed}"
    if rules.limits:
        yield f"any single bet: {rules.limits} ({rules.limits_clause})"
    yield from rules.making
    yield from (f"not to be had: {part}" for part in rules.missing)
    yield from (f"defect of the text: {defect}" for defect in rules.defects)


def _rules(wager: Wager) -> list[str]:
    """Return when the wager is made and works, and what else the text says of it."""
    works = {"on": "works on come-out rolls", "off": "off on come-out rolls"}
    working = [works[wager.working]] if wager.working in works else []
    commission = [f"commission: {wager.commission}"] if wager.commission else []
    return [f"made {TIMES[wager.when]}", *working, *commission, *wager.terms]


def _lines(rules: Rulebook, bet: Bet, wager: Wager) -> Iterator[str]:
    """Yield a bet with its facts, indented."""
    facts = {
        "impossible": wager.impossible or "",
        "outcomes": ", ".join(_outcomes(rules, bet, wager)),
        "readings": ", ".join(
            reading.name for reading in wager.readings if len(wager.readings) > 1
        ),
        "in the text": "; ".join(wager.names),
        "rules": "; ".join(_rules(wager)),
        "also": ", ".join(bet.aliases),
    }
    yield f"{bet.id:<16} {bet.name} ({wager.clause})"
    for label, text in facts.items():
        if text:
            yield textwrap.fill(
                f"{label}: {text}",
                WIDTH - 1,
                initial_indent=" " * 17,
                subsequent_indent=" " * 19,
                break_on_hyphens=False,
            )
