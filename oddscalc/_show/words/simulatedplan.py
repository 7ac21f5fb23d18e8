"""A simulated plan against its exact moments. Statistics are floats; they are printed rounded."""

from __future__ import annotations

from typing import Any

from oddscalc._exact.numbers import decimal, exact, percent
from oddscalc._questions.simulation.plans import MeanTest, PlanEvidence
from oddscalc._questions.simulation.playing import GENERATOR
from oddscalc._questions.simulation.witness import ALPHA
from oddscalc._show.document import (
    Block,
    Document,
    Records,
    Section,
    Table,
    Text,
    inline,
    number_cells,
    number_headers,
)
from oddscalc._show.words.contract import rational
from oddscalc._show.words.simulation import p_value_text, statistic


def document(evidence: PlanEvidence) -> Document:
    """Return means and tests, and what they mean."""
    return Document(
        "Simulated hands",
        schema="simulate",
        sections=lambda: [_section(evidence)],
        data=lambda: _object(evidence),
        records=lambda: _records(evidence),
    )


def _object(evidence: PlanEvidence) -> dict[str, Any]:
    return {
        "plan": evidence.plan.id,
        "n": evidence.hands,
        "seed": evidence.seed,
        "generator": GENERATOR,
        "means": [_mean(test) for test in evidence.tests],
        "level": exact(1 - ALPHA),
        "agrees": evidence.agrees,
    }


def _mean(test: MeanTest) -> dict[str, Any]:
    return {
        "quantity": test.name,
        "expected": rational(test.expected),
        "variance": rational(test.variance),
        "variance_is_exact": test.is_exact,
        "mean": rational(test.mean),
        "z": statistic(test.z),
        "p_value": statistic(test.p_value),
    }


def _records(evidence: PlanEvidence) -> Records:
    headers = ["quantity", *number_headers(["expected", "mean"]), "z", "p_value"]
    rows = [
        [
            test.name,
            *number_cells([test.expected, test.mean]),
            statistic(test.z),
            statistic(test.p_value),
        ]
        for test in evidence.tests
    ]
    return Records(headers, rows)


def _section(evidence: PlanEvidence) -> Section:
    plan = evidence.plan
    rows = [
        (test.name, inline(test.expected), decimal(test.mean), statistic(test.z, 4),
         p_value_text(test.p_value))
        for test in evidence.tests
    ]  # fmt: skip
    wrong = [test.name for test in evidence.tests if test.p_value * len(evidence.tests) < ALPHA]
    verdict = f"DISAGREES with the exact {', '.join(wrong)}." if wrong else (
        "AGREES with the exact moments."
    )  # fmt: skip
    blocks: list[Block] = [
        Table(("of a hand", "exactly", "mean", "z", "p-value"), "lrrrr", rows),
        Text(verdict),
        Text(
            "Statistics, not exact numbers. z: standard deviations from the exact mean, by the"
            " exact variance for net win and rolls where it is known, else by that of the sample."
            f" The tests together find fault with what is right in about 1 run in"
            f" {int(1 / ALPHA):,}; {percent(1 - ALPHA)} level. The same seed and version of NumPy"
            " give the same hands."
        ),
    ]
    return Section(
        f"{plan.title} ({plan.id}): {evidence.hands:,} hands simulated",
        [f"seed {evidence.seed}"],
        blocks,
    )
