"""The verdict on a printed number, and what would give it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oddscalc._exact.printed import spelled
from oddscalc._exact.values import Exact
from oddscalc._questions.claims.candidates import Candidate
from oddscalc._questions.claims.judgement import CONFIRMED, ClaimSubject, Verdict
from oddscalc._show.document import Block, Bullets, Document, Records, Section, Text
from oddscalc._show.words.contract import rational
from oddscalc._show.words.notes import assumptions

MOST_MATCHES = 12
"""Confirming quantities that are listed; JSON has all."""


def document(verdict: Verdict) -> Document:
    """Return the verdict with what it rests on: its quantities, or what would give the number.

    >>> from oddscalc._questions.claims.judgement import claim
    >>> document(claim("1.41%", "dont-pass", named=["made"])).sections()[0].title
    'REFUTED: 1.41% on dont-pass, as made'
    """
    return Document(
        "A printed number",
        sections=lambda: [_section(verdict)],
        data=lambda: _object(verdict),
        records=lambda: Records(_COLUMNS, list(_rows(verdict))),
    )


def _section(verdict: Verdict) -> Section:
    named = f", as {' '.join(verdict.wanted)}" if verdict.wanted else ""
    bet = verdict.subjects[0].bet
    title = f"{verdict.verdict.upper()}: {verdict.claimed.text.strip()} on {bet}{named}"
    blocks: list[Block] = [_matches(verdict)]
    if verdict.verdict != CONFIRMED:
        blocks = [*_values(verdict), _explanations(verdict)]
    return Section(title, _resting_on(verdict), blocks)


def _resting_on(verdict: Verdict) -> list[str]:
    answers = [subject.answer for subject in verdict.subjects if subject.answer is not None]
    if answers:
        return assumptions(answers)
    (subject,) = verdict.subjects
    return [f"rules {subject.rules}; paytable {subject.paytable}; until {subject.reading}"]


def _matches(verdict: Verdict) -> Bullets:
    several, items = len(verdict.subjects) > 1, []
    for match in verdict.matches[:MOST_MATCHES]:
        reading = f", reading '{match.reading}'" if several else ""
        value = _exactly(verdict, match.quantity)
        items.append(f"it is the {match.quantity.says}{reading}\n{value}")
    more = len(verdict.matches) - MOST_MATCHES
    return Bullets([*items, f"and {more} more: --json"] if more > 0 else items)


def _values(verdict: Verdict) -> Iterator[Bullets]:
    for subject in verdict.subjects:
        reading = f", reading '{subject.reading}'" if len(verdict.subjects) > 1 else ""
        items = [f"{one.says}: {_exactly(verdict, one)}" for one in _shown(verdict, subject)]
        yield Bullets(items, f"exact values{reading}")


def _shown(verdict: Verdict, subject: ClaimSubject) -> list[Candidate]:
    """Return the quantities that are printed like the claim and asked for, or the main ones."""
    alike = [one for one in subject.quantities if one.may_be(verdict.claimed)]
    if verdict.wanted:
        asked = [one for one in subject.quantities if one.asked_as(verdict.wanted)]
        return [one for one in asked if one in alike] or asked
    main = [one for one in subject.quantities if one.main and one.value.number]
    return [one for one in alike if one in main] or main


def _explanations(verdict: Verdict) -> Block:
    if not verdict.explanations:
        return Text("nothing that was tried gives this number")
    items = [f"{one.says}\n{_exactly(verdict, one.quantity)}" for one in verdict.explanations]
    return Bullets(items, "what would give this number")


def _exactly(verdict: Verdict, quantity: Candidate) -> str:
    kind = verdict.claimed.kind if quantity.may_be(verdict.claimed) else quantity.printed_as
    return spelled(kind, quantity.value)


def _object(verdict: Verdict) -> dict[str, Any]:
    """Return the JSON object of a verdict."""
    return {
        "number": verdict.claimed.text,
        "verdict": verdict.verdict,
        "matches": [
            {
                **_quantity(match.quantity),
                "bet": match.bet,
                "reading": match.reading,
                "paytable": match.paytable,
                "value": _value(match.quantity.value),
            }
            for match in verdict.matches
        ],
        "explanations": [
            {
                "kind": one.kind,
                "says": one.says,
                **_quantity(one.quantity),
                "value": _value(one.quantity.value),
            }
            for one in verdict.explanations
        ],
        "values": {
            subject.reading: {one.key: _value(one.value) for one in subject.quantities}
            for subject in verdict.subjects
        },
    }


def _quantity(one: Candidate) -> dict[str, str | None]:
    return {"quantity": one.name, "basis": one.basis}


def _value(value: Exact) -> dict[str, str] | None:
    if value.root:
        return {"exact": str(value), "decimal": value.decimal}
    return rational(value.number)


_COLUMNS = ("number", "verdict", "part", "bet", "reading", "quantity", "basis", "exact", "decimal")


def _rows(verdict: Verdict) -> Iterator[list[str]]:
    """Yield a row for each quantity that confirms, would give the number, or has a value."""
    first = [verdict.claimed.text, verdict.verdict]
    bet = verdict.subjects[0].bet
    for match in verdict.matches:
        yield [*first, "match", match.bet, match.reading, *_cells(match.quantity)]
    for one in verdict.explanations:
        yield [*first, f"explanation: {one.says}", bet, "", *_cells(one.quantity)]
    for subject in verdict.subjects:
        for candidate in subject.quantities:
            yield [*first, "value", subject.bet, subject.reading, *_cells(candidate)]


def _cells(one: Candidate) -> list[str]:
    value = _value(one.value) or {}
    return [one.name, one.basis or "", value.get("exact", ""), value.get("decimal", "")]
