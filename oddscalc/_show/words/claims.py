"""The verdict on a claim, as text for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from oddscalc._exact.prints import Exact
from oddscalc._questions.claims.candidates import Candidate
from oddscalc._questions.claims.claim import CONFIRMED, ClaimSubject, Verdict
from oddscalc._questions.claims.number import spelled
from oddscalc._show.grid import WIDTH
from oddscalc._show.words.contract import rational
from oddscalc._show.words.notes import assumptions

MOST_MATCHES = 12
"""Confirming quantities that text lists; JSON has all."""


def as_text(verdict: Verdict) -> str:
    """Return the verdict with what it rests on: its quantities, or what would give the number.

    >>> from oddscalc._questions.claims.claim import claim
    >>> print(as_text(claim("1.41%", "dont-pass", named=["made"])).splitlines()[0])
    REFUTED: 1.41% on dont-pass, as made
    """
    named = f", as {' '.join(verdict.wanted)}" if verdict.wanted else ""
    first = verdict.subjects[0]
    title = f"{verdict.verdict.upper()}: {verdict.claimed.text.strip()} on {first.bet}{named}"
    lines = [*_lines(title, ""), *_resting_on(verdict), ""]
    if verdict.verdict == CONFIRMED:
        lines += _matches(verdict)
    else:
        lines += _values(verdict)
        lines += ["", *_explanations(verdict)]
    return "\n".join(lines)


def _resting_on(verdict: Verdict) -> Iterator[str]:
    answers = [one.answer for one in verdict.subjects if one.answer is not None]
    if answers:
        for line in assumptions(answers):
            yield from _lines(line, "")
        return
    (one,) = verdict.subjects
    yield from _lines(f"rules {one.rules}; paytable {one.paytable}; until {one.reading}", "")


def _matches(verdict: Verdict) -> Iterator[str]:
    several = len(verdict.subjects) > 1
    for match in verdict.matches[:MOST_MATCHES]:
        reading = f", reading '{match.reading}'" if several else ""
        yield from _lines(f"it is the {match.quantity.says}{reading}", "- ")
        yield from _lines(_exactly(verdict, match.quantity), "  ")
    more = len(verdict.matches) - MOST_MATCHES
    if more > 0:
        yield f"- and {more} more: --json"


def _values(verdict: Verdict) -> Iterator[str]:
    for subject in verdict.subjects:
        reading = f", reading '{subject.reading}'" if len(verdict.subjects) > 1 else ""
        yield f"exact values{reading}"
        for one in _shown(verdict, subject):
            yield from _lines(f"{one.says}: {_exactly(verdict, one)}", "- ")


def _shown(verdict: Verdict, subject: ClaimSubject) -> list[Candidate]:
    """Return the quantities that are printed like the claim and asked for, or the main ones."""
    alike = [one for one in subject.quantities if one.may_be(verdict.claimed)]
    if verdict.wanted:
        asked = [one for one in subject.quantities if one.asked_as(verdict.wanted)]
        return [one for one in asked if one in alike] or asked
    main = [one for one in subject.quantities if one.main and one.value.number]
    return [one for one in alike if one in main] or main


def _explanations(verdict: Verdict) -> Iterator[str]:
    if not verdict.explanations:
        yield "nothing that was tried gives this number"
        return
    yield "what would give this number"
    for one in verdict.explanations:
        yield from _lines(one.says, "- ")
        yield from _lines(_exactly(verdict, one.quantity), "  ")


def _exactly(verdict: Verdict, quantity: Candidate) -> str:
    kind = verdict.claimed.kind if quantity.may_be(verdict.claimed) else quantity.printed_as
    return spelled(kind, quantity.value)


def _lines(text: str, start: str) -> list[str]:
    """Return *text* in lines of the width of a terminal; long numbers are broken."""
    return wrap(
        text, WIDTH, initial_indent=start, subsequent_indent="  " if start else "",
        break_on_hyphens=False,
    )  # fmt: skip


def verdict_object(verdict: Verdict) -> dict[str, Any]:
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
