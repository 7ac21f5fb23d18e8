"""A simulation against the exact odds. Statistics are the only floats; they are printed rounded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from oddscalc._ask.joint import Portfolio
from oddscalc._bets.automaton import Outcome
from oddscalc._chain.model import Model
from oddscalc._exact.numbers import decimal, exact, fixed, percent
from oddscalc._questions.simulation.playing import GENERATOR
from oddscalc._questions.simulation.statistics import ENOUGH
from oddscalc._questions.simulation.trial import End
from oddscalc._questions.simulation.witness import (
    ALPHA,
    ENOUGH_FOR_ROLLS,
    Evidence,
    RollsTest,
    Tally,
)
from oddscalc._show.document import (
    MOST_ROWS,
    Block,
    Bullets,
    Document,
    Records,
    Row,
    Section,
    Table,
    Text,
    inline,
    left_out,
    lone,
    number_cells,
    number_headers,
)
from oddscalc._show.words.contract import rational
from oddscalc._show.words.headings import heading
from oddscalc._show.words.notes import notes_on_rules

_PLACED = ("reading", "off", "called", "dice")  # the kinds of notes that are printed
_MOST_NAMED = 5  # outcomes outside of their intervals that are named
_CHANCE = ": by chance alone, a difference as large or larger arises in"
_LEAST = 1e-300
_SELDOM = 10**9  # one in more runs than this is not told apart


def document(played: Model | Portfolio, evidence: Evidence) -> Document:
    """Return counts and intervals, tests, and what they mean."""
    return Document(
        "Simulated games",
        schema="simulate",
        sections=lambda: [_section(played, evidence)],
        data=lambda: _object(played, evidence),
        records=lambda: _records(evidence),
    )


def _object(played: Model | Portfolio, evidence: Evidence) -> dict[str, Any]:
    """Return the JSON object of a simulation; statistics are rounded to 10 digits."""
    if isinstance(played, Model):
        head = {
            "bet": played.bet.id,
            "rules": played.rules.id,
            "reading": played.reading.name,
        }
        return {**head, **_evidence(evidence, _ended)}
    first = played.parts[0].answer
    bets = [
        {
            "bet": part.answer.model.bet.id,
            "reading": part.answer.model.reading.name,
            "stake": rational(part.answer.ticket.stake),
            **part.item.options,
        }
        for part in played.parts
    ]
    others = {
        "bets": bets,
        "rules": first.model.rules.id,
        "paytable": first.paytable.id,
        "until": played.until,
    }
    return {**others, **_evidence(evidence, _netted)}


def _ended(outcome: End) -> dict[str, Any]:
    if isinstance(outcome, Outcome):
        return {"result": outcome.result, "tier": outcome.tier}
    return {"result": outcome, "tier": None}


def _netted(outcome: End) -> dict[str, Any]:
    return {"net": rational(outcome) if isinstance(outcome, Fraction) else None}


def _evidence(evidence: Evidence, described: Callable[[End], dict[str, Any]]) -> dict[str, Any]:
    chi, rolls = evidence.chi_square, evidence.rolls
    return {
        "n": evidence.games,
        "seed": evidence.seed,
        "generator": GENERATOR,
        "outcomes": [{**described(tally.outcome), **_counted(tally)} for tally in evidence.tallies],
        "interval_level": exact(1 - ALPHA / len(evidence.tallies)),
        "chi_square": statistic(chi.statistic) if chi else None,
        "degrees_of_freedom": chi.degrees if chi else None,
        "pooled": chi.pooled if chi else None,
        "p_value": statistic(chi.p_value) if chi else None,
        "rolls": {
            "expected": rational(rolls.expected),
            "variance": rational(rolls.variance),
            "variance_is_exact": rolls.is_exact,
            "total": rolls.total,
            "mean": rational(rolls.mean),
            "z": None if rolls.z is None else statistic(rolls.z),
            "p_value": None if rolls.p_value is None else statistic(rolls.p_value),
        },
        "level": exact(1 - ALPHA),
        "agrees": evidence.agrees,
    }


def _counted(tally: Tally) -> dict[str, Any]:
    return {
        "probability": rational(tally.probability),
        "expected": rational(tally.expected),
        "count": tally.count,
        "low": statistic(tally.low),
        "high": statistic(tally.high),
        "inside": tally.inside,
    }


def statistic(value: float, digits: int = 10) -> str:
    """Return a statistic, which is no exact number, to so many significant digits.

    >>> statistic(0.0), statistic(1 / 3, 4), statistic(1e-12)
    ('0', '0.3333', '1e-12')
    """
    return f"{value:.{digits}g}"


def _records(evidence: Evidence) -> Records:
    """Return a row for each outcome."""
    headers = ["outcome", *number_headers(["probability"]), "count", "low", "high", "inside"]
    rows = [
        [_name(tally), *number_cells([tally.probability]), str(tally.count), statistic(tally.low),
         statistic(tally.high), "yes" if tally.inside else "no"]
        for tally in evidence.tallies
    ]  # fmt: skip
    return Records(headers, rows)


def _section(played: Model | Portfolio, evidence: Evidence) -> Section:
    if isinstance(played, Model):
        (title, *under), what = _head_of_model(played, evidence), "outcome"
    else:
        (title, *under), what = _head_of_portfolio(played, evidence), "net win"
    tallies = evidence.tallies
    headers = (what, "exactly", "expected", "count", "interval from the count")
    rows = [_row(tally) for tally in tallies[:MOST_ROWS]]
    tests = [_chi_row(evidence), _rolls_row(evidence.rolls)]
    blocks = [
        Table(headers, "lrrrl", rows, left_out(tallies, "outcomes")),
        Table(("test", "found", "p-value"), "llr", tests),
        *_verdict(evidence),
        Text(_small_print(evidence)),
    ]
    return Section(title, under, blocks)


def _head_of_model(model: Model, evidence: Evidence) -> list[str]:
    return [
        f"{heading(model)}: {_games(evidence)}",
        f"seed {evidence.seed}; {model.rules.id}, {model.wager.clause}",
        *(f"- {note.text}" for note in notes_on_rules(model) if note.kind in _PLACED),
    ]


def _head_of_portfolio(portfolio: Portfolio, evidence: Evidence) -> list[str]:
    parts, first = portfolio.parts, portfolio.parts[0].answer
    bets = ", ".join(f"{part.name} at {exact(part.answer.ticket.stake)}" for part in parts)
    until = "for one roll" if portfolio.until == "roll" else "until all are decided"
    return [
        f"{bets}: {_games(evidence)}",
        f"seed {evidence.seed}; rules {first.model.rules.id}, paytable {first.paytable.id}; each"
        f" bet made once, {until}",
    ]


def _games(evidence: Evidence) -> str:
    return "1 game simulated" if evidence.games == 1 else f"{evidence.games:,} games simulated"


def _name(tally: Tally) -> str:
    return exact(tally.outcome) if isinstance(tally.outcome, Fraction) else str(tally.outcome)


def _row(tally: Tally) -> Row:
    whole, _, tenths = fixed(tally.expected, 1).partition(".")
    return (
        _name(tally),
        lone(tally.probability),
        f"{int(whole):,}.{tenths}",
        f"{tally.count:,}",
        f"{statistic(tally.low, 6)} to {statistic(tally.high, 6)}",
    )


def _chi_row(evidence: Evidence) -> Row:
    chi = evidence.chi_square
    if chi is None:
        return "chi-square", "none", "-"
    freedom = "degree" if chi.degrees == 1 else "degrees"
    said = f"{statistic(chi.statistic, 6)} with {chi.degrees:,} {freedom} of freedom"
    return "chi-square", said, p_value_text(chi.p_value)


def _rolls_row(rolls: RollsTest) -> Row:
    said = f"mean {decimal(rolls.mean)}, expected {inline(rolls.expected)}"
    if inline(rolls.expected) == exact(rolls.expected) and rolls.expected.denominator > 1:
        said += f" = {decimal(rolls.expected)}"
    return "rolls", said, p_value_text(rolls.p_value)


def p_value_text(value: float | None) -> str:
    """Return a p-value for the table; 0 is what is too small for a float.

    >>> p_value_text(0.0371249), p_value_text(0.0), p_value_text(None)
    ('0.03712', '< 1e-300', '-')
    """
    if value is None:
        return "-"
    return statistic(value, 4) if value > _LEAST else "< 1e-300"


def _verdict(evidence: Evidence) -> Iterator[Block]:
    """Yield in words what was found."""
    chi, p_value = evidence.chi_square, evidence.rolls.p_value
    often = f"{_CHANCE} {_often(chi.p_value)}" if chi else ""
    faults = []
    if chi and chi.p_value < ALPHA:
        faults.append(f"chi-square{often}")
    for tally in evidence.outside[:_MOST_NAMED]:
        chance = inline(tally.probability)
        faults.append(f"{_name(tally)}: the exact probability, {chance}, is not in the interval")
    if len(evidence.outside) > _MOST_NAMED:
        more = len(evidence.outside) - _MOST_NAMED
        faults.append(f"and {more:,} more outcomes are not in theirs")
    if p_value is not None and p_value < ALPHA:
        faults.append(f"rolls{_CHANCE} {_often(p_value)}")
    if evidence.agrees:
        yield Text(f"AGREES with the exact distribution{often}.")
    else:
        yield Bullets(faults, "DISAGREES with the exact distribution.")
    if not chi:
        yield Text(f"No chi-square: fewer than two outcomes are expected {ENOUGH} times or more.")
    if p_value is None:
        yield Text(f"No test of the rolls: it needs {ENOUGH_FOR_ROLLS:,} games, all decided.")


def _often(p_value: float) -> str:
    """Return a p-value as people say it.

    >>> _often(0.371), _often(0.0123), _often(0.0001), _often(1e-12)
    ('37% of runs', '1.2% of runs', '1 run in 10,000', 'fewer than 1 run in 1,000,000,000')
    """
    if p_value >= 0.1:
        return f"{100 * p_value:.0f}% of runs"
    if p_value >= 0.01:
        return f"{100 * p_value:.1f}% of runs"
    if p_value * _SELDOM >= 1:
        return f"1 run in {1 / p_value:,.0f}"
    return f"fewer than 1 run in {_SELDOM:,}"


def _small_print(evidence: Evidence) -> str:
    chi, rolls = evidence.chi_square, evidence.rolls
    each = percent(1 - ALPHA / len(evidence.tallies), 8)
    lines = [
        "Statistics, not exact numbers.",
        f"Intervals: Clopper-Pearson, {each} each, {percent(1 - ALPHA)} all together (Bonferroni).",
    ]
    if chi and chi.pooled:
        lines.append(
            f"Chi-square: the {chi.pooled:,} rarest outcomes are one, for some are expected fewer"
            f" than {ENOUGH} times."
        )
    if rolls.p_value is not None:
        lines.append(f"Rolls: normal, {'exact' if rolls.is_exact else 'sample'} variance.")
    lines += [
        f"Each test finds fault with what is right in at most about 1 run in {int(1 / ALPHA):,}.",
        "The same seed and version of NumPy give the same counts.",
    ]
    return " ".join(lines)
