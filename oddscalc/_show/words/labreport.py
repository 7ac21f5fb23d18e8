"""A bet as laboratories file it: rules, money, the long run, and what proves it."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddscalc._ask.quantities import EDGES, QUANTITIES, Quantity
from oddscalc._ask.query import Valued
from oddscalc._exact.numbers import decimal, exact, percent, square_root_decimal
from oddscalc._questions.laboratory.report import BetReport, Filed
from oddscalc._questions.laboratory.returns import (
    CONFIDENCES,
    VOLATILITY,
    Interval,
    volatility_square,
)
from oddscalc._rules.rulebook import TIMES
from oddscalc._show.document import (
    MOST_ROWS,
    Block,
    Bullets,
    Cell,
    Document,
    Number,
    Records,
    Row,
    Section,
    Table,
    Text,
    left_out,
    lone,
    number,
)
from oddscalc._show.words import rolls as rolling
from oddscalc._show.words.contract import about, edges, numbers, rational
from oddscalc._show.words.edge import price_text
from oddscalc._show.words.headings import asked, heading, named
from oddscalc._show.words.net import distribution_blocks, distribution_object
from oddscalc._show.words.notes import notes
from oddscalc._show.words.plainrule import plain_rule
from oddscalc._version import __version__

_RETURN = (
    "The return to the player (RTP) is 1 less the house edge per bet made. What an outcome"
    " contributes to it is its probability times the money that it gives back, over the basis."
)
_RUN = (
    "Between these bounds lies the return of so many rounds, each made once at a flat stake, with"
    " the probability that stands beside it; as much of the rest lies below as above. 'exact': the"
    " bounds are quantiles of the exact distribution. 'normal': they are mean and z standard"
    " deviations of a normal distribution, where the exact one is too long."
)
_SLOPE = (
    "One unit more in a price ('8 to 1' for '7 to 1') adds the slope to the house edge per bet"
    " made, the other prices as they are."
)


@dataclass(frozen=True)
class Sealed:
    """What proves a bet's value.

    Args:
        seal: the SHA-256 of all that its certificate holds beside it.
        digests: the SHA-256 of the rulebook, the bet's definition and the paytable.
    """

    seal: str
    digests: dict[str, str]


def document(report: BetReport, proofs: Sequence[Sealed]) -> Document:
    """Return the report; *proofs* are those of its paytables in turn."""
    return Document(
        f"Report on {report.answer.model.bet.name} ({report.answer.model.bet.id})",
        schema="report",
        sections=lambda: list(_sections(report, proofs)),
        data=lambda: _data(report, proofs),
        records=lambda: _records(report, proofs),
    )


def _sections(report: BetReport, proofs: Sequence[Sealed]) -> Iterator[Section]:
    several = len(report.filed) > 1
    if several:
        yield _side_by_side(report.filed)
    for filed in report.filed:
        yield _summary(filed, several=several)
    yield _rules(report)
    for filed in report.filed:
        more = f" ({filed.answer.paytable.id})" if several else ""
        yield _outcomes(filed, more)
        if filed.answer.value.net_win is not None:
            yield _distribution(filed, more)
            yield _long_run(filed, more)
            yield _exposure(filed, more)
        if filed.sensitivities:
            yield _sensitivity(filed, more)
        if filed.breakage is not None:
            yield _breakage(filed, more)
    yield _rolls(report)
    if report.others:
        yield _readings(report)
    yield _proof(report, proofs)


def _quantities(answer: Valued) -> list[Quantity]:
    """Return what the summary has, in its order."""
    keys = ("rtp", "expected_value", "hit_frequency", "variance", "sd", "skewness")
    more = [QUANTITIES[key] for key in (*keys, "kurtosis", "expected_rolls")]
    return [more[0], *_edges_of(answer), *more[1:]]


def _name(quantity: Quantity) -> str:
    return f"house edge {quantity.name}" if quantity.basis else quantity.name


def _summary(filed: Filed, *, several: bool) -> Section:
    answer = filed.answer
    rows = [row for quantity in _quantities(answer) if (row := _figure(answer, quantity))]
    basis = answer.value.bases[0]
    rows += [(label, "-", text) for label, text in _volatilities(answer)]
    title = f"Summary ({answer.paytable.id})" if several else "Summary"
    words: list[Block] = [Table(("", "exact", "decimal"), "lrr", rows)]
    if answer.value.net_win is not None:
        words.append(Text(volatility_formula(basis.name)))
    under = [f"{heading(answer.model)}; {asked(answer)}; edges and return over the {basis.name}"]
    return Section(title, under, words, notes(answer))


def _figure(answer: Valued, quantity: Quantity) -> Row | None:
    text = quantity.text(answer.value)
    if text is None:
        return None
    value = quantity.of(answer.value)
    text = percent(value) if quantity.key == "rtp" and value is not None else text
    cell = number(None if quantity.root else value, _name(quantity))
    return _name(quantity), cell, text


def volatility_formula(basis: str, round_: str = "round") -> str:
    """Return how the volatility index is made."""
    zs = ", ".join(f"{decimal(z)} at {percent(share)}" for share, z in CONFIDENCES.items())
    per = "" if basis == "stake" else f" over the expected {basis}"
    return (
        f"Volatility index = z x standard deviation of one {round_}{per}; z = {zs}. The return of"
        f" n {round_}s is nearly the RTP, give or take the volatility index over the square root"
        " of n."
    )


def _volatilities(answer: Valued) -> Iterator[tuple[str, str]]:
    if answer.value.net_win is not None:
        yield from volatilities(answer.value.net_win.variance, answer.value.bases[0].amount)


def volatilities(variance: Fraction, basis: Fraction) -> Iterator[tuple[str, str]]:
    """Yield the volatility index at each confidence."""
    for share in CONFIDENCES:
        square = volatility_square(variance, basis, share)
        yield f"volatility index ({percent(share)})", square_root_decimal(square)


def _side_by_side(filed: Sequence[Filed]) -> Section:
    """Return the figures of each paytable in a column."""
    answers = [bet.answer for bet in filed]
    rows: list[Row] = [
        (_name(quantity), *(_text(answer, quantity) for answer in answers))
        for quantity in _quantities(answers[0])
    ]
    indexes = [dict(_volatilities(answer)) for answer in answers]
    labels = dict.fromkeys(label for index in indexes for label in index)
    rows += [(label, *(index.get(label, "-") for index in indexes)) for label in labels]
    headers = ("", *(answer.paytable.id for answer in answers))
    table = Table(headers, "l" + "r" * len(answers), rows)
    return Section("Side by side", ["each paytable in a column; exact values below"], [table])


def _text(answer: Valued, quantity: Quantity) -> str:
    value = quantity.of(answer.value)
    if quantity.key == "rtp" and value is not None:
        return percent(value)
    return quantity.text(answer.value) or "-"


def _rules(report: BetReport) -> Section:
    model = report.answer.model
    wager, rules = model.wager, model.rules
    rows = [
        ("rulebook", f"{rules.title} ({rules.id})"),
        ("edition", f"{rules.edition}; as of {rules.as_of}"),
        ("authority", f"{rules.authority}; {rules.jurisdiction}"),
        ("clause", wager.clause),
        ("names", "; ".join(wager.names)),
        ("made", TIMES[wager.when]),
        ("rounding", rules.rounding),
        ("paytable", "; ".join(f"{bet.answer.paytable.title} ({bet.answer.paytable.id},"
                               f" {bet.answer.paytable.status})" for bet in report.filed)),
    ]  # fmt: skip
    if rules.limits:
        rows.append(("limits", rules.limits))
    blocks: list[Block] = [Table(("", ""), "ll", rows)]
    blocks.append(Bullets(plain_rule(model), "the rule in plain words"))
    if model.wager.terms:
        blocks.append(Bullets(model.wager.terms, "what the text says of making it"))
    return Section(f"Rules, clause {wager.clause}", [heading(model)], blocks)


def _outcomes(filed: Filed, more: str) -> Section:
    answer = filed.answer
    pairs = list(zip(answer.value.payoffs, answer.paid.prices, strict=True))
    rows: list[Row] = [
        (str(payoff.outcome), "-" if payoff.net is None else price_text(price), lone(payoff.net),
         decimal(payoff.probability), _against(payoff.probability))
        for payoff, price in pairs[:MOST_ROWS]
    ]  # fmt: skip
    hidden = left_out(pairs, "outcomes")
    headers = ("outcome", "pays", "net", "probability", "true odds against")
    blocks: list[Block] = [Table(headers, "llrrr", rows, hidden)]
    if filed.contributions:
        blocks += [_contributions(filed, hidden), Text(_RETURN)]
    return Section(f"Outcomes{more}", [], blocks)


def _contributions(filed: Filed, hidden: str) -> Table:
    value = filed.answer.value
    pairs = list(zip(value.payoffs, filed.contributions, strict=True))
    rows: list[Row] = [
        (str(payoff.outcome), number(payoff.probability, f"P({payoff.outcome})"),
         number(pair.share), percent(pair.share))
        for payoff, pair in pairs[:MOST_ROWS]
    ]  # fmt: skip
    total = sum((pair.share for _, pair in pairs), Fraction(0))
    rows.append(("all", "1", number(total), percent(total)))
    headers = ("outcome", "probability", "contribution to return", "")
    return Table(headers, "lrrr", rows, hidden)


def _against(probability: Fraction) -> Cell:
    if probability == 0:
        return "never"
    ratio = (1 - probability) / probability
    top, bottom = ratio.numerator, ratio.denominator
    return Number(ratio, f"{decimal(ratio)} to 1", written=f"{top} to {bottom}")


def _distribution(filed: Filed, more: str) -> Section:
    blocks = list(distribution_blocks(filed.answer.value))
    per = "staked" if filed.answer.schedule is None else "of flat stake"
    return Section(f"Net win{more}", [f"money per unit {per}"], blocks)


def _long_run(filed: Filed, more: str) -> Section:
    return Section(f"Return intervals{more}", [], returns_blocks(filed.intervals))


def returns_blocks(intervals: Sequence[Interval]) -> list[Block]:
    """Return where the return lies after many rounds, and what that means."""
    rows = [
        (f"{interval.rounds:,}", percent(interval.confidence), percent(interval.low_return),
         percent(interval.high_return), "exact" if interval.exact else "normal")
        for interval in intervals
    ]  # fmt: skip
    headers = ("rounds", "probability", "return from", "to", "how")
    return [Table(headers, "rrrrl", rows), Text(_RUN)]


def intervals_object(intervals: Sequence[Interval]) -> list[dict[str, Any]]:
    """Return the same for JSON."""
    return [
        {
            "rounds": interval.rounds,
            "level": percent(interval.confidence),
            "low": rational(interval.low_return)
            if interval.exact
            else decimal(interval.low_return),
            "high": rational(interval.high_return)
            if interval.exact
            else decimal(interval.high_return),
            "method": "exact" if interval.exact else "normal approximation",
        }
        for interval in intervals
    ]


def _exposure(filed: Filed, more: str) -> Section:
    rows = [
        (exact(exposure.stake), lone(exposure.staked), lone(exposure.paid), number(exposure.chance),
         decimal(exposure.chance))
        for exposure in filed.exposures
    ]  # fmt: skip
    headers = ("stake", "player loses", "house loses", "probability", "")
    said = "The most that each side can lose, and the probability that the house does; "
    if filed.limited == "asked":
        said += "at the limits that were asked for."
    elif filed.limited:
        said += f"at the limits of the rulebook ({filed.limited})."
    else:
        said += "the rulebook sets no limits: multiply by the table's, or give --maximum."
    return Section(f"Exposure{more}", [], [Table(headers, "rrrrr", rows), Text(said)])


def _sensitivity(filed: Filed, more: str) -> Section:
    rows = [
        (f"{sensitivity.slot.bet} {sensitivity.slot.key}", str(sensitivity.slot.price or "-"),
         number(sensitivity.slope), percent(sensitivity.slope), lone(sensitivity.even))
        for sensitivity in filed.sensitivities
    ]  # fmt: skip
    headers = ("price of", "now", "slope", "", "edge 0 at net")
    return Section(
        f"Sensitivity to prices{more}", [], [Table(headers, "llrrr", rows), Text(_SLOPE)]
    )


def _breakage(filed: Filed, more: str) -> Section:
    broken = filed.breakage
    assert broken is not None
    rows = [
        (exact(stake), number(edge), "-" if edge is None else percent(edge),
         "-" if edge is None else percent(edge - broken.exact))
        for stake, edge in broken.edges.items()
    ]  # fmt: skip
    headers = ("stake", "house edge per bet made", "", "breakage")
    at = exact(broken.whole * broken.unit)
    if set(broken.edges.values()) == {broken.exact}:
        words = f"Nothing breaks: every win on a multiple of {at} is paid in whole units of"
        return Section(f"Breakage by stake{more}", [], [Text(f"{words} {exact(broken.unit)}.")])
    under = (
        f"wins rounded {broken.rounding} to {exact(broken.unit)}; paid exactly the edge is"
        f" {percent(broken.exact)}; stakes that are multiples of {at} break nothing"
    )
    return Section(f"Breakage by stake{more}", [under], [Table(headers, "rrrr", rows)])


def _rolls(report: BetReport) -> Section:
    said = rolling.section(report.rolls)
    return Section("Rolls to the decision", list(said.under), said.blocks)


def _readings(report: BetReport) -> Section:
    rows = [
        (named(answer.model), answer.model.reading.says or "-", number(answer.value.rtp),
         _text(answer, QUANTITIES["rtp"]),
         *(_text(answer, edge) for edge in _edges_of(answer)[:2]))
        for answer in (report.answer, *report.others)
    ]  # fmt: skip
    headers = ("reading", "says", "return", "", "edge per bet made", "per bet resolved")
    words = "The text can be read in several ways; this report is of the first."
    return Section("Readings of the text", [words], [Table(headers, "llrrrr", rows)])


def _edges_of(answer: Valued) -> Sequence[Quantity]:
    return EDGES[answer.value.bases[0].name]


def versions() -> dict[str, str]:
    """Return what the numbers were made with."""
    from importlib.metadata import version

    libraries = {name: version(name) for name in ("sympy", "networkx")}
    return {"oddscalc": __version__, "Python": platform.python_version(), **libraries}


def _proof(report: BetReport, proofs: Sequence[Sealed]) -> Section:
    rows = []
    for filed, proof in zip(report.filed, proofs, strict=True):
        model, paytable = filed.answer.model, filed.answer.paytable.id
        rows += digest_rows(model.rules.id, model.bet.id, paytable, proof)
    return proof_section(rows, len(report.rolls.subject.chain.states))


def digest_rows(rules: str, bets: str, paytable: str, proof: Sealed) -> list[tuple[str, str]]:
    """Return what has which SHA-256."""
    return [
        (f"rulebook {rules}", proof.digests["rules"]),
        (f"bets {bets}", proof.digests["bets"]),
        (f"paytable {paytable}", proof.digests["paytable"]),
        (f"certificate ({paytable}), its seal", proof.seal),
    ]


def proof_section(rows: Sequence[tuple[str, str]], states: int | None) -> Section:
    """Return digests, versions, and how the numbers are proven; plans have no certificate."""
    words = (
        "All numbers are exact fractions; decimals have ten significant digits, rounded half away"
        " from zero."
    )
    if states is not None:
        words = (
            f"An absorbing Markov chain of {states:,} states, solved exactly. --certificate FILE"
            " writes its certificate, which `oddscalc verify FILE` checks without solving"
            f" anything. {words}"
        )
    made = [f"{name} {number}" for name, number in versions().items()]
    digests = Table(("SHA-256 of", "digest"), "ll", list(dict.fromkeys(rows)))
    return Section("Proof and versions", [], [Text(words), digests, Bullets(made, "versions")])


def _data(report: BetReport, proofs: Sequence[Sealed]) -> Any:
    """Return an object for each paytable; the only one alone."""
    objects = [
        _object(report, filed, proof) for filed, proof in zip(report.filed, proofs, strict=True)
    ]
    return objects[0] if len(objects) == 1 else objects


def _object(report: BetReport, filed: Filed, proof: Sealed) -> dict[str, Any]:
    answer, value = filed.answer, filed.answer.value
    model = answer.model
    basis = value.bases[0]
    known = [contribution.share for contribution in filed.contributions]
    shares: Sequence[Fraction | None] = known or [None] * len(value.payoffs)
    volatility = dict(zip(map(percent, CONFIDENCES), (x for _, x in _volatilities(answer)),
                          strict=False))  # fmt: skip
    return {
        **about(answer),
        "clause": model.wager.clause,
        "rulebook": {"title": model.rules.title, "edition": model.rules.edition,
                     "as_of": model.rules.as_of, "authority": model.rules.authority},
        "rule": plain_rule(model),
        **({"odds": answer.schedule.text} if answer.schedule else {}),
        **({"stake": rational(answer.ticket.stake)} if answer.ticket.given else {}),
        "basis": basis.name,
        "outcomes": [
            {
                "result": payoff.outcome.result,
                "tier": payoff.outcome.tier,
                "pays": None if price is None else str(price),
                "probability": rational(payoff.probability),
                "net": rational(payoff.net),
                "contribution": rational(share),
            }
            for payoff, price, share in zip(
                value.payoffs, answer.paid.prices, shares, strict=True
            )
        ],
        **numbers(value, "win", "lose", "push", "rtp"),
        "house_edge": edges(value, basis.name),
        **numbers(value, "hit_frequency"),
        "volatility_index": volatility.get(percent(VOLATILITY)),
        "volatility_indexes": volatility,
        "volatility_formula": volatility_formula(basis.name),
        **(distribution_object(value) if value.net_win is not None else {}),
        "intervals": intervals_object(filed.intervals),
        "exposure": [
            {"stake": rational(exposure.stake), "player_loses": rational(exposure.staked),
             "house_loses": rational(exposure.paid), "probability": rational(exposure.chance)}
            for exposure in filed.exposures
        ],
        "sensitivity": [
            {"bet": sensitivity.slot.bet, "outcome": sensitivity.slot.key,
             "net": rational(sensitivity.slot.net),
             "edge_per_unit": rational(sensitivity.slope), "even_at": rational(sensitivity.even)}
            for sensitivity in filed.sensitivities
        ],
        "breakage": None if filed.breakage is None else {
            "rounding": filed.breakage.rounding,
            "unit": rational(filed.breakage.unit),
            "whole_multiples_of": rational(filed.breakage.whole * filed.breakage.unit),
            "stakes": [{"stake": rational(stake), "house_edge": rational(edge)}
                       for stake, edge in filed.breakage.edges.items()],
        },
        "rolls": rolling.rolls_object(report.rolls),
        "readings": [
            {"reading": reading.model.reading.name, "says": reading.model.reading.says,
             **numbers(reading.value, "rtp"),
             "house_edge": edges(reading.value, reading.value.bases[0].name)}
            for reading in (report.answer, *report.others)
        ],
        "certificate": {"seal": proof.seal},
        "digests": proof.digests,
        "versions": versions(),
        "notes": notes(answer),
    }  # fmt: skip


def _records(report: BetReport, proofs: Sequence[Sealed]) -> Records:
    """Return every number as a row: paytable, part, name, exactly and as a decimal."""
    rows = [
        [filed.answer.paytable.id, *row]
        for filed, proof in zip(report.filed, proofs, strict=True)
        for row in (*_value_rows(filed), *_follow_rows(filed), *_proof_rows(proof))
    ]
    return Records(["paytable", "part", "name", "exact", "decimal"], rows)


def _row(part: str, name: str, value: Fraction) -> list[str]:
    return [part, name, exact(value), decimal(value)]


def _value_rows(filed: Filed) -> Iterator[list[str]]:
    answer = filed.answer
    for quantity in _quantities(answer):
        value = quantity.of(answer.value)
        known = "" if value is None or quantity.root else exact(value)
        yield ["summary", _name(quantity), known, _text(answer, quantity)]
    for label, text in _volatilities(answer):
        yield ["summary", label, "", text]
    for payoff in answer.value.payoffs:
        yield _row("probability", str(payoff.outcome), payoff.probability)
        if payoff.net is not None:
            yield _row("net", str(payoff.outcome), payoff.net)
    for contribution in filed.contributions:
        yield _row("contribution", str(contribution.outcome), contribution.share)


def _follow_rows(filed: Filed) -> Iterator[list[str]]:
    for run in filed.intervals:
        how = "exact" if run.exact else "normal approximation"
        for end, value in (("from", run.low_return), ("to", run.high_return)):
            name = f"{run.rounds} rounds, {percent(run.confidence)}, {end}"
            known = exact(value) if run.exact else ""
            yield [f"return, {how}", name, known, decimal(value)]
    for price in filed.sensitivities:
        yield _row("edge for one unit more", f"{price.slot.bet} {price.slot.key}", price.slope)
    for stake, edge in filed.breakage.edges.items() if filed.breakage else ():
        if edge is not None:
            yield _row("edge at stake", exact(stake), edge)


def _proof_rows(proof: Sealed) -> Iterator[list[str]]:
    yield ["SHA-256", "seal of the certificate", proof.seal, ""]
    for name, digest in proof.digests.items():
        yield ["SHA-256", name, digest, ""]
