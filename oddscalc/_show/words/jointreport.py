"""Bets made together as laboratories file them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oddscalc._exact.numbers import decimal, exact
from oddscalc._questions.laboratory.report import JointReport
from oddscalc._show.document import (
    Block,
    Bullets,
    Document,
    Figure,
    Records,
    Section,
    Text,
    figures,
)
from oddscalc._show.words.contract import rational
from oddscalc._show.words.drawings import net_drawings
from oddscalc._show.words.figures import Showing, quantities
from oddscalc._show.words.headings import heading
from oddscalc._show.words.labreport import (
    Sealed,
    digest_rows,
    intervals_object,
    proof_section,
    returns_blocks,
    versions,
    volatilities,
    volatility_formula,
)
from oddscalc._show.words.net import portfolio_document
from oddscalc._show.words.notes import notes
from oddscalc._show.words.plainrule import plain_rule
from oddscalc._show.words.portfolio import document as of_portfolio
from oddscalc._show.words.portfolio import section


def document(report: JointReport, proof: Sealed) -> Document:
    """Return the report; *proof* is of all bets together."""
    named = " + ".join(part.name for part in report.portfolio.parts)
    return Document(
        f"Report on bets made together: {named}",
        schema="report",
        sections=lambda: list(_sections(report, proof)),
        data=lambda: _object(report, proof),
        records=lambda: _records(report),
    )


def _sections(report: JointReport, proof: Sealed) -> Iterator[Section]:
    portfolio = report.portfolio
    value, net_win = portfolio.value, portfolio.net_win
    said = section(portfolio, Showing())
    basis = value.bases[0]
    risk = [
        *quantities(value, "rtp", "hit_frequency", "variance", "sd", "skewness", "kurtosis"),
        *(Figure(label, None, text) for label, text in _indexes(report)),
    ]
    blocks: list[Block] = [*said.blocks, *net_drawings(net_win, "Net win")]
    yield Section("The bets together", said.under, blocks)
    formula = Text(volatility_formula(basis.name))
    yield Section("Risk", [f"over the {basis.name}"], [figures(risk), formula])
    for part in portfolio.parts:
        model = part.answer.model
        rules = Bullets(plain_rule(model), "the rule in plain words")
        clause = f"clause {model.wager.clause}; {exact(part.answer.ticket.stake)} staked"
        yield Section(heading(model), [clause], [rules], notes(part.answer))
    yield Section("Return intervals", [], returns_blocks(report.intervals))
    most = report.exposure
    words = (
        f"In one round the player can lose {exact(most.staked)} at most, and the house"
        f" {exact(most.paid)}, with probability {decimal(most.chance)}."
    )
    yield Section("Exposure", [], [Text(words)])
    first = portfolio.parts[0].answer
    bets = ", ".join(part.answer.model.bet.id for part in portfolio.parts)
    rows = digest_rows(first.model.rules.id, bets, portfolio.paytable.id, proof)
    yield proof_section(rows, len(portfolio.chain.states))


def _indexes(report: JointReport) -> Iterator[tuple[str, str]]:
    portfolio = report.portfolio
    yield from volatilities(portfolio.net_win.variance, portfolio.value.bases[0].amount)


def _object(report: JointReport, proof: Sealed) -> dict[str, Any]:
    portfolio, most = report.portfolio, report.exposure
    basis = portfolio.value.bases[0]
    return {
        **of_portfolio(portfolio, Showing()).data(),
        **portfolio_document(portfolio).data(),
        "rules_in_words": [plain_rule(part.answer.model) for part in portfolio.parts],
        "clauses": [part.answer.model.wager.clause for part in portfolio.parts],
        "volatility_index": dict(_indexes(report)),
        "volatility_formula": volatility_formula(basis.name),
        "intervals": intervals_object(report.intervals),
        "exposure": {"staked": rational(most.stake), "player_loses": rational(most.staked),
                     "house_loses": rational(most.paid), "probability": rational(most.chance)},
        "certificate": {"seal": proof.seal},
        "digests": proof.digests,
        "versions": versions(),
    }  # fmt: skip


def _records(report: JointReport) -> Records:
    return portfolio_document(report.portfolio).records()
