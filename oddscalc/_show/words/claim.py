"""The verdict on a printed number, and what would give it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oddscalc._exact.printed import spelled
from oddscalc._exact.values import Exact
from oddscalc._questions.claims.candidates import Candidate
from oddscalc._questions.claims.judgement import CONFIRMED, REFUTED, UNKNOWN, ClaimSubject, Verdict
from oddscalc._questions.claims.subject import Match
from oddscalc._show.document import Block, Bullets, Document, Records, Section, Text
from oddscalc._show.words.contract import rational
from oddscalc._show.words.headings import given_all
from oddscalc._show.words.notes import assumptions, on_stakes

MOST_MATCHES = 12
"""Confirming quantities that are listed; JSON has all."""


def document(verdict: Verdict) -> Document:
    """Return the verdict with what it rests on: its quantities, or what would give the number.

    >>> from oddscalc._questions.claims.judgement import claim
    >>> document(claim("1.41%", "dont-pass", named=["made"])).sections()[0].title
    'REFUTED: 1.41% on dont-pass, as made'
    >>> document(claim("16.67%", "any-7", pays="win=5 to 1")).sections()[0].title
    'COINCIDENCE: 16.67% on any-7'
    """
    return Document(
        "A printed number",
        schema="claim",
        sections=lambda: [_section(verdict)],
        data=lambda: _object(verdict),
        records=lambda: Records(_COLUMNS, list(_rows(verdict))),
    )


def _section(verdict: Verdict) -> Section:
    named = f", as {' '.join(verdict.wanted)}" if verdict.wanted else ""
    bet = verdict.subjects[0].bet
    title = f"{verdict.verdict.upper()}: {verdict.claimed.text.strip()} on {bet}{named}"
    if verdict.verdict == CONFIRMED:
        return Section(title, _resting_on(verdict), [_matches(verdict, "it is the {}")])
    blocks: list[Block] = []
    if verdict.why:
        blocks.append(Text(verdict.why))
    if verdict.coincidences:
        claimed = "that" if verdict.wanted else "the edge"
        blocks.append(_matches(verdict, f"true of the {{}}, not of {claimed}"))
    if verdict.verdict != UNKNOWN:
        blocks += _values(verdict)
    others = [explanation for explanation in verdict.explanations if explanation.kind != "quantity"]
    if others:
        items = [
            f"{explanation.says}\n{_exactly(verdict, explanation.quantity)}"
            for explanation in others
        ]
        blocks.append(Bullets(items, "what would give this number"))
    elif verdict.verdict == REFUTED:
        blocks.append(Text("nothing that was tried gives this number"))
    return Section(title, _resting_on(verdict), blocks)


def _resting_on(verdict: Verdict) -> list[str]:
    answers = [subject.answer for subject in verdict.subjects if subject.answer is not None]
    if answers:
        return [*assumptions(answers), *given_all(answers), *on_stakes(answers[:1])]
    (subject,) = verdict.subjects
    if not subject.paytable:
        return [f"rules {subject.rules}"]
    return [f"rules {subject.rules}; paytable {subject.paytable}; until {subject.reading}"]


def _matches(verdict: Verdict, says: str) -> Bullets:
    several, items = len(verdict.subjects) > 1, []
    matches = verdict.matches or verdict.coincidences
    for match in matches[:MOST_MATCHES]:
        reading = f", reading '{match.reading}'" if several else ""
        value = _exactly(verdict, match.quantity)
        items.append(f"{says.format(match.quantity.says)}{reading}\n{value}")
    more = len(matches) - MOST_MATCHES
    return Bullets([*items, f"and {more} more: --json"] if more > 0 else items)


def _values(verdict: Verdict) -> Iterator[Bullets]:
    for subject in verdict.subjects:
        reading = f", reading '{subject.reading}'" if len(verdict.subjects) > 1 else ""
        items = [
            f"{candidate.says}: {_exactly(verdict, candidate)}"
            for candidate in _shown(verdict, subject)
        ]
        yield Bullets(items, f"exact values{reading}")


def _shown(verdict: Verdict, subject: ClaimSubject) -> list[Candidate]:
    """Return the quantities that are printed like the claim and asked for, or the main ones."""
    claimed, wanted = verdict.claimed, verdict.wanted
    alike = [
        candidate
        for candidate in subject.quantities
        if candidate.may_be(claimed, asked=bool(wanted))
    ]
    if wanted:
        every = (*subject.quantities, *subject.first)
        asked = [
            candidate
            for candidate in every
            if candidate.asked_as(wanted, negative=claimed.negative)
        ]
        asked = asked or [roll for roll in subject.rolls(wanted) if roll.asked_as(wanted)]
        return [query for query in asked if query in alike] or asked
    main = [
        candidate for candidate in subject.quantities if candidate.main and candidate.value.number
    ]
    return [candidate for candidate in alike if candidate in main] or main


def _exactly(verdict: Verdict, quantity: Candidate) -> str:
    asked = quantity.may_be(verdict.claimed, asked=bool(verdict.wanted))
    kind = verdict.claimed.kind if asked else quantity.printed_as
    return spelled(kind, quantity.value)


def _object(verdict: Verdict) -> dict[str, Any]:
    """Return the JSON object of a verdict."""
    return {
        "number": verdict.claimed.text,
        "verdict": verdict.verdict,
        "why": verdict.why or None,
        "matches": [_match_object(match) for match in verdict.matches],
        "coincidences": [_match_object(match) for match in verdict.coincidences],
        "explanations": [
            {
                "kind": explanation.kind,
                "says": explanation.says,
                **_quantity(explanation.quantity),
                "value": _value(explanation.quantity.value),
            }
            for explanation in verdict.explanations
        ],
        "values": {
            subject.reading: {key: _value(pair.value) for key, pair in subject.every.items()}
            for subject in verdict.subjects
        },
    }


def _match_object(match: Match) -> dict[str, Any]:
    return {
        **_quantity(match.quantity),
        "bet": match.bet,
        "reading": match.reading,
        "paytable": match.paytable,
        "value": _value(match.quantity.value),
    }


def _quantity(candidate: Candidate) -> dict[str, str | None]:
    return {"quantity": candidate.name, "basis": candidate.basis}


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
    for match in verdict.coincidences:
        yield [*first, "coincidence", match.bet, match.reading, *_cells(match.quantity)]
    for explanation in verdict.explanations:
        yield [*first, f"explanation: {explanation.says}", bet, "", *_cells(explanation.quantity)]
    for subject in verdict.subjects:
        for key, candidate in subject.every.items():
            cells = [key, *_cells(candidate)[1:]]
            yield [*first, "value", subject.bet, subject.reading, *cells]


def _cells(candidate: Candidate) -> list[str]:
    value = _value(candidate.value) or {}
    return [candidate.name, candidate.basis or "", value.get("exact", ""), value.get("decimal", "")]
