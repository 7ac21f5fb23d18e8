"""How many rolls bets last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from oddscalc._bets.automaton import Outcome
from oddscalc._chain.duration import Moments, most_rolls
from oddscalc._exact.numbers import decimal, exact, integer_text, percent
from oddscalc._questions.rolls import Rolls
from oddscalc._show.document import (
    MOST_ROWS,
    SMALL,
    Block,
    Bullets,
    Document,
    Number,
    Records,
    Row,
    Section,
    Table,
    Text,
    left_out,
    number,
    short_decimal,
)
from oddscalc._show.words.contract import rational
from oddscalc._show.words.drawings import rolls_drawings
from oddscalc._show.words.notes import rule_notes

_LONGEST_TEXT = 2_000  # characters of a polynomial


def document(answers: Sequence[Rolls]) -> Document:
    """Return moments, quantiles, tails and the distribution of each of *answers*."""
    return Document(
        "Rolls until the decision",
        schema="rolls",
        sections=lambda: [section(rolls) for rolls in answers],
        data=lambda: (
            rolls_object(answers[0]) if len(answers) == 1 else [rolls_object(r) for r in answers]
        ),
        records=lambda: _records(answers),
    )


def rolls_object(rolls: Rolls) -> dict[str, Any]:
    """Return the JSON object of one answer.

    ``cdf``, ``at_least`` and ``pgf`` are in it only if they were asked for. Coefficients are
    texts, since they outgrow the numbers of JSON.
    """
    subject, question = rolls.subject, rolls.question
    asked: dict[str, Any] = {}
    if question.cdf:
        asked["cdf"] = _by_roll(rolls.cdf[: question.cdf])
    if question.at_least:
        asked["at_least"] = [
            {
                "rolls": n,
                "probability": rational(tail),
                "one_in": rational(1 / tail) if tail else None,
            }
            for n, tail in rolls.tails.items()
        ]
    if rolls.pgf is not None:
        asked["pgf"] = {
            "numerator": [integer_text(c) for c in rolls.pgf.numerator],
            "denominator": [integer_text(c) for c in rolls.pgf.denominator],
            "at_1": rational(rolls.pgf.at(Fraction(1))),
        }
    return {
        "bet": subject.id,
        "name": subject.name,
        "rules": subject.rules,
        "reading": subject.reading,
        "from": subject.where,
        "given": question.given,
        "probability": rational(rolls.moments.probability),
        "mean": rational(rolls.moments.mean),
        "variance": rational(rolls.moments.variance),
        "sd": rolls.moments.sd,
        "median": rolls.median,
        "quantiles": [
            {"share": rational(share), "rolls": number} for share, number in rolls.quantiles.items()
        ],
        "pmf": _by_roll(rolls.pmf),
        "outcomes": [
            {
                "result": outcome.result,
                "tier": outcome.tier,
                "probability": rational(ending.probability),
                "mean": rational(ending.mean),
                "variance": rational(ending.variance),
                "sd": ending.sd,
            }
            for outcome, ending in _outcomes(rolls)
        ],
        **asked,
        "notes": _notes(rolls),
    }


def _by_roll(probabilities: Sequence[Fraction]) -> list[list[Any]]:
    return [[n, rational(probability)] for n, probability in enumerate(probabilities, start=1)]


def _records(answers: Sequence[Rolls]) -> Records:
    """Return a row for each roll of each bet."""
    headers = ["bet", "reading", "given", "rolls", "probability", "probability_decimal"]
    headers += ["cumulative", "cumulative_decimal"]
    rows = [
        [
            rolls.subject.id,
            rolls.subject.reading,
            rolls.question.given or "",
            str(roll),
            *(("", "") if now is None else (exact(now), decimal(now))),
            exact(sofar),
            decimal(sofar),
        ]
        for rolls in answers
        for roll, (now, sofar) in enumerate(zip_longest(rolls.pmf, rolls.cdf), start=1)
    ]
    return Records(headers, rows)


def section(rolls: Rolls) -> Section:
    """Return all that is said of the rolls."""
    subject, model = rolls.subject, rolls.subject.model
    several = model is not None and len(model.wager.readings) > 1
    reading = f", reading '{subject.reading}'" if several else ""
    blocks = [
        Table((_measured(rolls), "exact", "decimal"), "lrr", list(_figures(rolls))),
        *_outcome_table(rolls),
        *_distribution(rolls),
        *_generating(rolls),
        *rolls_drawings(rolls.pmf, _measured(rolls).capitalize()),
    ]
    title = f"{subject.name} ({subject.id}){reading}"
    return Section(title, list(_under(rolls)), blocks, _notes(rolls))


def _under(rolls: Rolls) -> Iterator[str]:
    where = rolls.subject.where
    begin = {"come-out": "a come-out roll", "on": "a point just established"}.get(
        where, f"a point of {where}"
    )
    until = " until the seven-out" if rolls.subject.model is None else ""
    yield f"rules {rolls.subject.rules}; from {begin}{until}"
    if rolls.question.given is not None:
        chance = rolls.moments.probability
        cell, rounded = Number(chance, short_decimal(chance)), decimal(chance)
        more = "" if cell.is_long() or cell.text() == rounded else f" = {rounded}"
        yield f"given {rolls.question.given}, which has probability {cell.text()}{more}"


def _measured(rolls: Rolls) -> str:
    if rolls.subject.model is None:
        return "rolls to the seven-out"
    given = rolls.question.given
    return "rolls to the decision" if given is None else f"rolls, given {given}"


def _figures(rolls: Rolls) -> Iterator[Row]:
    moments = rolls.moments
    yield "mean", number(moments.mean), decimal(moments.mean)
    yield "variance", number(moments.variance), decimal(moments.variance)
    yield "standard deviation", "-", moments.sd
    yield "median", _within(rolls, rolls.median), ""
    for share, most in rolls.quantiles.items():
        yield f"{_share_text(share)} decided within", _within(rolls, most), ""
    for n, tail in rolls.tails.items():
        yield f"{n:,} rolls or more", number(tail), short_decimal(tail)
        if tail > SMALL:
            yield f"{n:,} rolls or more: 1 in", number(1 / tail), decimal(1 / tail)


def _share_text(share: Fraction) -> str:
    """Return a share below 1, also one that is 1 to ten digits.

    >>> _share_text(Fraction(9, 10)), _share_text(1 - Fraction(1, 10**15))
    ('90%', 'all but 1 in 10^15')
    """
    text = percent(share)
    if not text.startswith("100"):
        return text
    return f"all but 1 in 10^{len(integer_text(int(1 / (1 - share)))) - 1}"


def _within(rolls: Rolls, most: int | None) -> str:
    return f"over {most_rolls(rolls.subject.chain.rows)}" if most is None else str(most)


def _outcome_table(rolls: Rolls) -> Iterator[Table]:
    """Yield the rolls to each outcome; nothing where there is only one, or one is given."""
    outcomes = _outcomes(rolls)
    if len(outcomes) < 2 or rolls.question.given is not None:
        return
    rows = [
        (
            str(outcome),
            short_decimal(ending.probability),
            number(ending.mean),
            decimal(ending.mean),
            ending.sd,
        )
        for outcome, ending in outcomes[:MOST_ROWS]
    ]
    headers = ("given", "probability", "mean rolls", "", "sd")
    yield Table(headers, "lrrrr", rows, left_out(outcomes, "outcomes"))


def _distribution(rolls: Rolls) -> Iterator[Table]:
    """Yield the tables of probabilities, which end with the roll that decides for certain."""
    certain = next((n for n, sofar in enumerate(rolls.cdf, start=1) if sofar == 1), len(rolls.cdf))
    exactly = [
        (str(n), number(now), short_decimal(now), short_decimal(sofar))
        for n, (now, sofar) in enumerate(zip(rolls.pmf, rolls.cdf, strict=False), start=1)
    ][:certain]
    if exactly:
        yield Table(("rolls", "on this roll", "", "by this roll"), "rrrr", exactly)
    within = [
        (str(n), number(sofar), short_decimal(sofar), short_decimal(1 - sofar))
        for n, sofar in enumerate(rolls.cdf[: rolls.question.cdf], start=1)
    ][:certain]
    if within:
        yield Table(("rolls", "by this roll", "", "undecided"), "rrrr", within)


def _generating(rolls: Rolls) -> Iterator[Block]:
    if rolls.pgf is None:
        return
    from oddscalc._questions.symbols.polynomials import factored_text, polynomial_text

    of = rolls.question.given or ("a decision" if rolls.subject.model else "the seven-out")
    total = rolls.pgf.at(Fraction(1))
    yield Text(
        f"Generating function G(z) = N(z) / D(z): its coefficient of z^n is the probability of"
        f" {of} on roll n, and G(1) = {exact(total)}."
    )
    above, below = rolls.pgf.numerator, rolls.pgf.denominator
    items = []
    for name, coefficients, text in (
        ("N", above, polynomial_text(above)),
        ("D", below, factored_text(below)),
    ):
        if len(text) > _LONGEST_TEXT:
            text = f"a polynomial of degree {len(coefficients) - 1}; --json has its coefficients"
        items.append(f"{name}(z) = {text}")
    yield Bullets(items, mark="  ")


def _outcomes(rolls: Rolls) -> list[tuple[Outcome, Moments]]:
    """Return outcomes with their moments; none for the hand, which is no bet."""
    return [] if rolls.subject.model is None else list(rolls.outcomes.items())


def _notes(rolls: Rolls) -> list[str]:
    model = rolls.subject.model
    return list(rolls.subject.notes) if model is None else rule_notes(model)
