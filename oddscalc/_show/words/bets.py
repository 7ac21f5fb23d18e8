"""What a rulebook authorises."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from oddscalc._bets.catalogue import Bet
from oddscalc._bets.compile import compile_bet
from oddscalc._rules.rulebook import Rulebook, Wager
from oddscalc._show.document import WIDTH, Document, Records, Section, Table

Listed = Sequence[tuple[Bet, Wager]]

_COLUMNS = ("bet", "name", "clause", "outcomes", "readings", "aliases")


def document(rules: Rulebook, bets: Listed) -> Document:
    """Return what there is to know of *bets* before any number."""
    return Document(
        f"Bets of {rules.id}",
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
        "outcomes": _outcomes(rules, bet, wager),
        "readings": [reading.name for reading in wager.readings],
        "impossible": wager.impossible,
        "notes": [*wager.notes, *(f"defect of the text: {defect}" for defect in wager.defects)],
    }


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
        [", ".join(one[key]) if isinstance(one[key], list) else one[key] for key in _COLUMNS]
        for one in facts
    ]


def _section(rules: Rulebook, bets: Listed) -> Section:
    under = [
        f"{rules.jurisdiction}; {rules.authority}; edition: {rules.edition}; as of: {rules.as_of}",
        f"source: {rules.source}",
        f"status: {rules.status}",
        *rules.notes,
    ]
    lines = [line for bet, wager in bets for line in _lines(rules, bet, wager)]
    table = Table(_COLUMNS, "llllll", _rows(rules, bets), terminal="\n".join(lines))
    return Section(f"{rules.id}: {rules.title}", under, [table])


def _lines(rules: Rulebook, bet: Bet, wager: Wager) -> Iterator[str]:
    """Yield a bet with its facts, indented."""
    facts = {
        "impossible": wager.impossible or "",
        "outcomes": ", ".join(_outcomes(rules, bet, wager)),
        "readings": ", ".join(one.name for one in wager.readings if len(wager.readings) > 1),
        "in the text": "; ".join(wager.names),
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
