"""Listing the bets that a rulebook authorises."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from oddscalc._bets.catalogue import Bet
from oddscalc._bets.compile import compile_bet
from oddscalc._rules.rulebook import Rulebook, Wager
from oddscalc._show.grid import WIDTH, csv_text, grid, inert

Listed = Sequence[tuple[Bet, Wager]]


def bet_object(rules: Rulebook, bet: Bet, wager: Wager) -> dict[str, Any]:
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
        "outcomes": outcome_names(rules, bet, wager),
        "readings": [reading.name for reading in wager.readings],
        "impossible": wager.impossible,
        "notes": [*wager.notes, *(f"defect of the text: {defect}" for defect in wager.defects)],
    }


def outcome_names(rules: Rulebook, bet: Bet, wager: Wager) -> list[str]:
    """Return the outcomes as ``win``, ``win 12``, ``lose``; the word after ``win`` is priced."""
    if wager.impossible:
        return []
    names: dict[str, None] = {}
    for reading in wager.readings:
        automaton = compile_bet(bet, rules.catalogue, override=reading.rule)
        names |= dict.fromkeys(str(outcome) for outcome in automaton.outcomes)
    return list(names)


def as_text(rules: Rulebook, bets: Listed) -> str:
    """Return a block of lines for each bet."""
    lines = [f"{rules.id}: {rules.title}"]
    for text in (
        f"{rules.jurisdiction}; {rules.authority}; edition: {rules.edition}; as of: {rules.as_of}",
        f"source: {rules.source}",
        f"status: {rules.status}",
        *rules.notes,
    ):
        lines += textwrap.wrap(text, WIDTH - 1, subsequent_indent="  ", break_on_hyphens=False)
    lines.append("")
    for bet, wager in bets:
        facts = bet_object(rules, bet, wager)
        lines.append(f"{bet.id:<16} {bet.name} ({wager.clause})")
        if wager.impossible:
            lines += _line("impossible", wager.impossible)
        else:
            lines += _line("outcomes", ", ".join(facts["outcomes"]))
        if len(wager.readings) > 1:
            lines += _line("readings", ", ".join(facts["readings"]))
        lines += _line("in the text", "; ".join(wager.names))
        if bet.aliases:
            lines += _line("also", ", ".join(bet.aliases))
    return "\n".join(lines)


def _line(label: str, text: str) -> list[str]:
    return textwrap.wrap(
        f"{label}: {text}",
        WIDTH - 1,
        initial_indent=" " * 17,
        subsequent_indent=" " * 19,
        break_on_hyphens=False,
    )


_COLUMNS = ("bet", "name", "clause", "outcomes", "readings", "aliases")


def as_table(rules: Rulebook, bets: Listed, form: str) -> str:
    """Return one row for each bet as ``md``, ``html`` or ``csv``."""
    objects = [bet_object(rules, bet, wager) for bet, wager in bets]
    rows = [
        [
            ", ".join(facts[key]) if isinstance(facts[key], list) else str(facts[key])
            for key in _COLUMNS
        ]
        for facts in objects
    ]
    if form == "csv":
        return csv_text(_COLUMNS, [[inert(cell) for cell in row] for row in rows])
    return grid(_COLUMNS, rows, "l" * len(_COLUMNS), form)
