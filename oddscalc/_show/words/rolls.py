"""How long bets last, as JSON, CSV and text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from oddscalc._bets.automaton import Outcome
from oddscalc._chain.duration import Moments, most_rolls
from oddscalc._exact.numbers import decimal, exact, integer_text, percent
from oddscalc._questions.rolls import Rolls
from oddscalc._show.grid import WIDTH, csv_text, grid
from oddscalc._show.words.contract import rational
from oddscalc._show.words.notes import rule_notes

_LONGEST = 24  # characters of a fraction that fit a table
_LONG = "~"  # what stands for a longer one
_MOST_OUTCOMES = 60
_SMALL = Fraction(1, 10**18)  # below it the zeros of a decimal fill the line
_LONGEST_TEXT = 2_000  # characters of a polynomial


def rolls_object(found: Rolls) -> dict[str, Any]:
    """Return the JSON object of one answer.

    ``cdf``, ``at_least`` and ``pgf`` are in it only if they were asked for. Coefficients are
    texts, since they outgrow the numbers of JSON.
    """
    subject, question = found.subject, found.question
    asked: dict[str, Any] = {}
    if question.cdf:
        asked["cdf"] = _by_roll(found.cdf[: question.cdf])
    if question.at_least:
        asked["at_least"] = [
            {
                "rolls": n,
                "probability": rational(tail),
                "one_in": rational(1 / tail) if tail else None,
            }
            for n, tail in found.tails.items()
        ]
    if found.pgf is not None:
        asked["pgf"] = {
            "numerator": [integer_text(c) for c in found.pgf.numerator],
            "denominator": [integer_text(c) for c in found.pgf.denominator],
            "at_1": rational(found.pgf.at(Fraction(1))),
        }
    return {
        "bet": subject.id,
        "name": subject.name,
        "rules": subject.rules,
        "reading": subject.reading,
        "from": subject.where,
        "given": question.given,
        "probability": rational(found.moments.probability),
        "mean": rational(found.moments.mean),
        "variance": rational(found.moments.variance),
        "sd": found.moments.sd,
        "median": found.median,
        "quantiles": [
            {"share": rational(share), "rolls": rolls} for share, rolls in found.quantiles.items()
        ],
        "pmf": _by_roll(found.pmf),
        "outcomes": [
            {
                "result": outcome.result,
                "tier": outcome.tier,
                "probability": rational(one.probability),
                "mean": rational(one.mean),
                "variance": rational(one.variance),
                "sd": one.sd,
            }
            for outcome, one in _outcomes(found)
        ],
        **asked,
        "notes": _notes(found),
    }


def _by_roll(probabilities: Sequence[Fraction]) -> list[tuple[int, dict[str, str] | None]]:
    return [(n, rational(probability)) for n, probability in enumerate(probabilities, start=1)]


def as_csv(answers: Sequence[Rolls]) -> str:
    """Return the distributions as CSV, a line for each roll of each bet."""
    headers = ["bet", "reading", "given", "rolls", "probability", "probability_decimal"]
    headers += ["cumulative", "cumulative_decimal"]
    rows = [
        [
            found.subject.id,
            found.subject.reading,
            found.question.given or "",
            str(roll),
            *(("", "") if now is None else (exact(now), decimal(now))),
            exact(sofar),
            decimal(sofar),
        ]
        for found in answers
        for roll, (now, sofar) in enumerate(zip_longest(found.pmf, found.cdf), start=1)
    ]
    return csv_text(headers, rows)


def as_text(found: Rolls) -> str:
    """Return moments, quantiles, tails and the distribution for people at a terminal."""
    parts = [
        *_head(found),
        "",
        grid([_measured(found), "exact", "decimal"], list(_figures(found)), "lrr", "text"),
        *_outcome_table(found),
        *_distribution(found),
        *_generating(found),
    ]
    text = "\n".join(parts)
    if f" {_LONG} " in text:
        text += f"\n\n{_LONG}: a fraction too long for a line; --json has it"
    notes = [line for note in _notes(found) for line in _wrap(f"- {note}", "  ")]
    return "\n".join([text, *(["", "notes"] if notes else []), *notes])


def _head(found: Rolls) -> Iterator[str]:
    subject, model = found.subject, found.subject.model
    several = model is not None and len(model.wager.readings) > 1
    reading = f", reading '{subject.reading}'" if several else ""
    yield f"{subject.name} ({subject.id}){reading}"
    begin = {"come-out": "a come-out roll", "on": "a point just established"}.get(
        subject.where, f"a point of {subject.where}"
    )
    until = " until the seven-out" if model is None else ""
    yield f"rules {subject.rules}; from {begin}{until}"
    if found.question.given is not None:
        chance = found.moments.probability
        text = _cell(chance)
        if text != decimal(chance):
            text += short_decimal(chance) if text == _LONG else f" = {decimal(chance)}"
        yield from _wrap(f"given {found.question.given}, which has probability {text}")


def _measured(found: Rolls) -> str:
    if found.subject.model is None:
        return "rolls to the seven-out"
    given = found.question.given
    return "rolls to the decision" if given is None else f"rolls, given {given}"


def _figures(found: Rolls) -> Iterator[list[str]]:
    moments = found.moments
    yield ["mean", _cell(moments.mean), decimal(moments.mean)]
    yield ["variance", _cell(moments.variance), decimal(moments.variance)]
    yield ["standard deviation", "-", moments.sd]
    yield ["median", _rolls(found, found.median), ""]
    for share, rolls in found.quantiles.items():
        yield [f"{_share_text(share)} decided within", _rolls(found, rolls), ""]
    for n, tail in found.tails.items():
        yield [f"{n:,} rolls or more", _cell(tail), short_decimal(tail)]
        if tail > _SMALL:
            yield [f"{n:,} rolls or more: 1 in", _cell(1 / tail), decimal(1 / tail)]


def _share_text(share: Fraction) -> str:
    """Return a share below 1, also one that is 1 to ten digits.

    >>> _share_text(Fraction(9, 10)), _share_text(1 - Fraction(1, 10**15))
    ('90%', 'all but 1 in 10^15')
    """
    text = percent(share)
    if not text.startswith("100"):
        return text
    return f"all but 1 in 10^{len(integer_text(int(1 / (1 - share)))) - 1}"


def _rolls(found: Rolls, rolls: int | None) -> str:
    return f"over {most_rolls(found.subject.chain.rows)}" if rolls is None else str(rolls)


def _outcome_table(found: Rolls) -> list[str]:
    """Return the rolls to each outcome; nothing where there is only one, or one is given."""
    rows = [
        [str(outcome), short_decimal(one.probability), _cell(one.mean), decimal(one.mean), one.sd]
        for outcome, one in _outcomes(found)
    ]
    if len(rows) < 2 or found.question.given is not None:
        return []
    hidden = len(rows) - _MOST_OUTCOMES
    more = [f"... and {hidden:,} more outcomes (--json)"] if hidden > 0 else []
    headers = ["given", "probability", "mean rolls", "", "sd"]
    return ["", grid(headers, rows[:_MOST_OUTCOMES], "lrrrr", "text"), *more]


def _distribution(found: Rolls) -> Iterator[str]:
    """Yield the tables of probabilities, which end with the roll that decides for certain."""
    certain = next((n for n, sofar in enumerate(found.cdf, start=1) if sofar == 1), len(found.cdf))
    exactly = [
        [str(n), _cell(now), short_decimal(now), short_decimal(sofar)]
        for n, (now, sofar) in enumerate(zip(found.pmf, found.cdf, strict=False), start=1)
    ][:certain]
    if exactly:
        headers = ["rolls", "on this roll", "", "by this roll"]
        yield from ("", grid(headers, exactly, "rrrr", "text"))
    within = [
        [str(n), _cell(sofar), short_decimal(sofar), short_decimal(1 - sofar)]
        for n, sofar in enumerate(found.cdf[: found.question.cdf], start=1)
    ][:certain]
    if within:
        headers = ["rolls", "by this roll", "", "undecided"]
        yield from ("", grid(headers, within, "rrrr", "text"))


def _generating(found: Rolls) -> Iterator[str]:
    if found.pgf is None:
        return
    from oddscalc._questions.symbols.polynomials import factored_text, polynomial_text

    of = found.question.given or ("a decision" if found.subject.model else "the seven-out")
    total = found.pgf.at(Fraction(1))
    yield ""
    yield from _wrap(
        f"Generating function G(z) = N(z) / D(z): its coefficient of z^n is the probability of"
        f" {of} on roll n, and G(1) = {exact(total)}."
    )
    above, below = found.pgf.numerator, found.pgf.denominator
    for name, coefficients, text in (
        ("N", above, polynomial_text(above)),
        ("D", below, factored_text(below)),
    ):
        if len(text) > _LONGEST_TEXT:
            text = f"a polynomial of degree {len(coefficients) - 1}; --json has its coefficients"
        yield from _wrap(f"  {name}(z) = {text}", "    ")


def _outcomes(found: Rolls) -> list[tuple[Outcome, Moments]]:
    """Return outcomes with their moments; none for the hand, which is no bet."""
    return [] if found.subject.model is None else list(found.outcomes.items())


def _notes(found: Rolls) -> list[str]:
    model = found.subject.model
    return list(found.subject.notes) if model is None else rule_notes(model)


def short_decimal(probability: Fraction) -> str:
    """Return a probability as a decimal, or its order if that has too many zeros for a line.

    >>> short_decimal(Fraction(1, 9)), short_decimal(Fraction(1, 9 * 10**30))
    ('0.1111111111', '<= 10^-30')
    """
    if not 0 < probability <= _SMALL:
        return decimal(probability)
    return f"<= 10^-{len(integer_text(int(1 / probability))) - 1}"


def _cell(number: Fraction) -> str:
    text = exact(number)
    return text if len(text) <= _LONGEST else _LONG


def _wrap(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH - 1, subsequent_indent=indent, break_on_hyphens=False)
