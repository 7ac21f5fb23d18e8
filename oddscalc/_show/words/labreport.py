"""The report that a laboratory files of a bet: one document, at one price list or several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from hashlib import sha256
from importlib.util import find_spec
from typing import Any

from oddscalc._ask.quantities import QUANTITIES
from oddscalc._bets.catalogue import digest as digest_of_bets
from oddscalc._chain.model import Model
from oddscalc._exact.numbers import decimal, exact, fixed, percent
from oddscalc._questions.labreport import LEVELS, VOLATILITY, LabReport
from oddscalc._questions.plans.answer import Planned
from oddscalc._questions.plans.plan import Plan
from oddscalc._show.charts import MOST_BARS, nets_chart, rolls_chart
from oddscalc._show.document import (
    MOST_ROWS,
    Block,
    Bullets,
    Document,
    Drawing,
    Figure,
    Records,
    Row,
    Section,
    Table,
    Text,
    figures,
    left_out,
    lone,
    number,
    short_decimal,
)
from oddscalc._show.words.contract import answer_object, rational
from oddscalc._show.words.edge import answer_cells, answer_headers
from oddscalc._show.words.figures import all_figures, quantities
from oddscalc._show.words.headings import asked, heading
from oddscalc._show.words.notes import notes
from oddscalc._show.words.plainrule import plain_rule
from oddscalc._show.words.plan import document as of_plans
from oddscalc._version import __version__

Sealed = tuple[LabReport, str]
"""A report with the text of the certificate of its numbers."""


def document(reports: Sequence[Sealed]) -> Document:
    """Return the report of one bet at each of its price lists."""
    first = reports[0][0].answer
    return Document(
        f"Report: {heading(first.model)}",
        schema="report",
        sections=lambda: list(_sections(reports)),
        data=lambda: [_object(report, text) for report, text in reports],
        records=lambda: Records(answer_headers(), [answer_cells(one.answer) for one, _ in reports]),
    )


def _sections(reports: Sequence[Sealed]) -> Iterator[Section]:
    report, _ = reports[0]
    yield _identity(reports)
    yield _rule(report)
    for one, _ in reports:
        more = f" at {one.answer.paytable.id}" if len(reports) > 1 else ""
        yield _returns(one, more)
        if one.answer.value.net_win is not None:
            yield _distribution(one, more)
            yield _intervals(one, more)
            yield _prices(one, more)
    yield _rolls(report)
    yield _proof(reports)


def plan_document(planned: Sequence[Planned]) -> Document:
    """Return the report of a plan: over one hand, then over numbers of rolls."""
    plan = planned[0].plan
    parts = [of_plans([one]) for one in planned]
    return Document(
        f"Report: {plan.title} ({plan.id})",
        schema="report",
        sections=lambda: [*(one for part in parts for one in part.sections()), _plan_proof(plan)],
        data=lambda: [part.data() for part in parts],
        records=lambda: parts[0].records(),
    )


def _plan_proof(plan: Plan) -> Section:
    rows: list[tuple[str, str]] = [
        ("rulebook, SHA-256", plan.book.digest),
        (
            "bets, SHA-256",
            digest_of_bets([one.bet for one in plan.bets.values()], plan.book.catalogue),
        ),
        (f"paytable {plan.paytable.id}, SHA-256", plan.paytable.digest),
        ("computed by", f"oddscalc {__version__}"),
    ]
    return Section("Digests and versions", [], [_facts(rows)])


# --- what it is about


def _identity(reports: Sequence[Sealed]) -> Section:
    model = reports[0][0].answer.model
    rules = model.rules
    rows: list[tuple[str, str]] = [
        ("wager", f"{model.bet.name} ({model.bet.id})"),
        ("rulebook", f"{rules.title} ({rules.id})"),
        ("jurisdiction", rules.jurisdiction),
        ("authority", rules.authority),
        ("edition", f"{rules.edition}; as of {rules.as_of}"),
        ("clause", model.wager.clause),
        ("reading", model.reading.name),
        ("status of the text", rules.status),
    ]
    lists = [report.answer.paytable for report, _ in reports]
    rows += [("paytable", f"{one.title} ({one.id})") for one in lists]
    rows += [("asked", asked(reports[0][0].answer)), ("computed by", f"oddscalc {__version__}")]
    return Section("The wager", [], [_facts(rows)])


def _facts(rows: Sequence[tuple[str, str]]) -> Bullets:
    return Bullets([f"{label}: {text}" for label, text in rows])


def _rule(report: LabReport) -> Section:
    model = report.answer.model
    blocks: list[Block] = [Bullets(plain_rule(model))]
    if model.reading.says:
        blocks.append(Text(f"The reading {model.reading.name!r}: {model.reading.says}"))
    if model.wager.terms:
        blocks.append(Bullets(model.wager.terms, "what the text says of making it"))
    return Section(f"Rules, clause {model.wager.clause}", [], blocks, notes(report.answer))


# --- its value


def _returns(report: LabReport, more: str) -> Section:
    answer = report.answer
    pairs = zip(answer.value.payoffs, answer.paid.prices, report.contributions, strict=True)
    rows: list[Row] = [
        (
            str(payoff.outcome),
            lone(payoff.probability, f"P({payoff.outcome})"),
            decimal(payoff.probability),
            "-" if payoff.net is None else str(price or ""),
            lone(payoff.net),
            "-" if part is None else percent(part),
        )
        for payoff, price, part in list(pairs)[:MOST_ROWS]
    ]
    headers = ("outcome", "probability", "", "pays", "net", "of the return")
    return Section(
        f"Outcomes and return{more}",
        ["of the return: probability times what comes back with the stake; the sum is the RTP"],
        [
            Table(headers, "lrrllr", rows, left_out(answer.value.payoffs, "outcomes")),
            figures(_figures(report), named=True),
        ],
    )


def _figures(report: LabReport) -> Iterator[Figure]:
    value = report.answer.value
    yield from quantities(value, "win", "lose", "push")
    yield from all_figures(value)
    yield from quantities(value, "skewness", "kurtosis", "excess_kurtosis")
    if report.volatility is not None:
        label = f"volatility index ({fixed(VOLATILITY, 3)} x sd)"
        yield Figure(label, None, report.volatility.decimal)


def _distribution(report: LabReport, more: str) -> Section:
    net_win = report.answer.value.net_win
    assert net_win is not None
    rows: list[Row] = [
        (number(net), number(chance), *map(short_decimal, (chance, net_win.at_least[net])))
        for net, chance in list(net_win.probabilities.items())[:MOST_ROWS]
    ]
    blocks: list[Block] = [
        Table(("net win", "probability", "", "at least"), "rrrr", rows, left_out(net_win, "nets"))
    ]
    if _draws() and 1 < len(net_win) <= MOST_BARS:
        drawn = nets_chart(net_win)
        blocks.append(Drawing(drawn.title, drawn.svg))
    return Section(f"Distribution of the net win{more}", ["per unit staked"], blocks)


def _draws() -> bool:
    """Return whether the library that draws charts is installed; a report is whole without."""
    return find_spec("leather") is not None


def _intervals(report: LabReport, more: str) -> Section:
    rounds: dict[int, list[str]] = {}
    for one in report.intervals:
        ends = f"{fixed(one.low * 100, 3)} to {fixed(one.high * 100, 3)}"
        how = "exact" if one.exact else "normal"
        rounds.setdefault(one.rounds, [f"{one.rounds:,}", how]).append(ends)
    headers = ("rounds", "how", *LEVELS)
    under = [
        "The return to player of so many rounds, in percent, lies within these ends with at least"
        " the probability above. exact: quantiles of the exact distribution; normal: the normal"
        f" approximation, RTP +- z x sd / sqrt(rounds), z = {_deviations()}."
    ]
    table = Table(headers, "rllll", list(rounds.values()))
    return Section(f"Return of many rounds{more}", under, [table])


def _deviations() -> str:
    return ", ".join(f"{fixed(z, 3)} ({level})" for level, z in LEVELS.items())


def _prices(report: LabReport, more: str) -> Section:
    sensitive: list[Row] = [
        (one.outcome, lone(one.slope), percent(one.slope), percent(one.lower), percent(one.higher))
        for one in report.sensitivities[:MOST_ROWS]
    ]
    headers = ("outcome", "slope", "", "edge, 1 to 1 less", "edge, 1 to 1 more")
    blocks: list[Block] = [
        Table(headers, "lrrrr", sensitive, left_out(report.sensitivities, "outcomes"),
              title="sensitivity: change of the return for each unit of stake that is paid more"),
    ]  # fmt: skip
    if report.exposures:
        exposed: list[Row] = [
            (one.called, exact(one.stake), lone(one.win), lone(one.win + one.stake), one.outcome)
            for one in report.exposures
        ]
        blocks.append(
            Table(("limit", "stake", "greatest win", "paid back", "on"), "lrrrl", exposed,
                  title="exposure at the limits")
        )  # fmt: skip
    else:
        blocks.append(Text("Exposure: no limits are known; give --minimum and --maximum."))
    broken: list[Row] = [
        (exact(stake), "cannot be paid" if edge is None else lone(edge),
         "" if edge is None else percent(edge))
        for stake, edge in report.breakage
    ]  # fmt: skip
    title = f"breakage: house edge per bet made by stake, wins rounded {report.rounding} to 1"
    blocks.append(Table(("stake", "edge", ""), "rrr", broken, title=title))
    return Section(f"Prices, exposure and breakage{more}", [], blocks)


def _rolls(report: LabReport) -> Section:
    lasts, chances = report.lasts, report.decided
    last = len(chances) - 1
    rows: list[Row] = [
        (str(roll) if roll <= last else f"over {last}", lone(chance), decimal(chance))
        for roll, chance in enumerate(chances, 1)
        if chance
    ]
    blocks: list[Block] = [
        figures(
            [
                Figure.of("expected rolls", lasts.mean),
                Figure.of("variance of the rolls", lasts.variance),
                Figure("standard deviation of the rolls", None, lasts.sd),
            ]
        ),
        Table(("roll", "decided on it", ""), "rrr", rows),
    ]
    if _draws() and len(chances) > 2:
        drawn = rolls_chart(chances)
        blocks.append(Drawing(drawn.title, drawn.svg))
    return Section("Rolls to the decision", [], blocks)


# --- its proof


def _proof(reports: Sequence[Sealed]) -> Section:
    model = reports[0][0].answer.model
    rows: list[tuple[str, str]] = [
        ("rulebook, SHA-256", model.rules.digest),
        ("bets, SHA-256", _bets_digest(model)),
    ]
    for report, text in reports:
        paytable = report.answer.paytable
        rows += [
            (f"paytable {paytable.id}, SHA-256", paytable.digest),
            (f"certificate at {paytable.id}, SHA-256", _digest(text)),
        ]
    how = (
        "The certificate holds the chain, its solution and all edges as whole numbers; oddscalc"
        " edge --certificate writes it, and oddscalc verify proves it without solving anything."
    )
    return Section("Digests and proof", [], [_facts(rows), Text(how)])


def _bets_digest(model: Model) -> str:
    return digest_of_bets([model.bet], model.rules.catalogue)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _object(report: LabReport, certificate: str) -> dict[str, Any]:
    answer, value = report.answer, report.answer.value
    return {
        **answer_object(answer),
        "rule": plain_rule(answer.model),
        "clause": answer.model.wager.clause,
        "contributions": [
            {"outcome": str(one.outcome), "of_the_return": _maybe(part)}
            for one, part in zip(value.payoffs, report.contributions, strict=True)
        ],
        "volatility_index": report.volatility.decimal if report.volatility else None,
        "volatility_formula": f"{fixed(VOLATILITY, 3)} x standard deviation per unit staked",
        "skewness": QUANTITIES["skewness"].text(value),
        "rolls": {"mean": rational(report.lasts.mean), "variance": rational(report.lasts.variance)},
        "decided_on_roll": [rational(chance) for chance in report.decided],
        "intervals": [
            {
                "rounds": one.rounds,
                "level": one.level,
                "low": fixed(one.low, 8),
                "high": fixed(one.high, 8),
                "how": "exact" if one.exact else "normal approximation",
            }
            for one in report.intervals
        ],
        "sensitivity": [
            {"outcome": one.outcome, "slope": rational(one.slope),
             "edge_lower": rational(one.lower), "edge_higher": rational(one.higher)}
            for one in report.sensitivities
        ],
        "exposure": [
            {"limit": one.called, "stake": rational(one.stake), "win": rational(one.win),
             "outcome": one.outcome}
            for one in report.exposures
        ],
        "breakage": {
            "rounding": report.rounding,
            "stakes": [
                {"stake": rational(stake), "edge": _maybe(edge)} for stake, edge in report.breakage
            ],
        },
        "digests": {
            "rules": answer.model.rules.digest,
            "bets": _bets_digest(answer.model),
            "paytable": answer.paytable.digest,
            "certificate": _digest(certificate),
        },
        "version": __version__,
    }  # fmt: skip


def _maybe(value: Fraction | None) -> dict[str, str] | None:
    return None if value is None else rational(value)
