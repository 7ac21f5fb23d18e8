"""Writing certificates: what ``verify`` needs to prove an answer without trusting this program."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Answer
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.catalogue import digest as digest_of_bets
from oddscalc._bets.odds import odds_returned, point_of
from oddscalc._chain.chain import Chain
from oddscalc._chain.solve import solve
from oddscalc._chain.solve.forward import Flow
from oddscalc._exact.numbers import exact
from oddscalc._money.valuation import HouseEdge
from oddscalc._proof.verify import FORMAT, seal_of
from oddscalc._rules.rulebook import USUAL

NOTHING = Fraction(0)


@dataclass(frozen=True)
class Basis:
    """What an edge is a share of: what is put up, and what of that comes back, by outcome."""

    name: str
    staked: Sequence[Fraction]
    returned: Sequence[Fraction]
    edge: HouseEdge


@dataclass(frozen=True)
class Claims:
    """What is claimed of a chain; by outcome, of those that can come about.

    Args:
        probabilities: the outcomes with their probabilities.
        expected_rolls: rolls until one of them, expected.
        nets: the net win of each; empty if some have no price.
        moments: mean and variance of the net win, if all have prices.
        bases: the edges.
    """

    probabilities: Mapping[Outcome, Fraction]
    expected_rolls: Fraction
    nets: Sequence[Fraction]
    moments: Sequence[Fraction]
    bases: Sequence[Basis]


@dataclass(frozen=True)
class Proven:
    """A chain with its solution in integers.

    Args:
        chain: the chain.
        scale: the common scale of the solution, hexadecimal.
        y: the expected visits of each state over the ways of its row, in units of one over scale.
    """

    chain: Chain
    scale: str
    y: Sequence[str]

    @classmethod
    def of(cls, chain: Chain) -> Proven:
        """Return *chain* solved."""
        rows = chain.rows
        visits = Flow(rows, every=True).visits
        y = [visits[state] / rows.total(state) for state in range(len(rows))]
        scale = lcm(*(one.denominator for one in y))
        whole = [one.numerator * (scale // one.denominator) for one in y]
        return cls(chain, f"{scale:x}", [f"{one:x}" for one in whole])


def certificate(answer: Answer, proven: Proven | None = None) -> str:
    """Return the certificate of *answer*, a JSON text; the same answer always has the same.

    It holds the chain and its solution in integers, the claims that follow from them, and a header
    from which ``oddscalc verify`` derives chain and prices again.

    Args:
        answer: the answer.
        proven: its chain and solution, where these are known; else the chain is solved once more.

    >>> from oddscalc import edge
    >>> from oddscalc._money.valuation import HouseEdge
    from oddscalc._proof.verify import verify
    >>> verify(certificate(edge("pass")[0]))
    []
    """
    model, value = answer.model, answer.value
    payoffs = [payoff for payoff in value.payoffs if payoff.probability]
    outcomes = [payoff.outcome for payoff in payoffs]
    edges = [(basis, value.edge_over(basis)) for basis in value.bases]
    claims = Claims(
        {payoff.outcome: payoff.probability for payoff in payoffs},
        value.expected_rolls,
        [payoff.net for payoff in payoffs if payoff.net is not None] if value.priced else [],
        [one for one in (value.expected_value, value.variance) if one is not None],
        [
            Basis(basis.name, *_put_up(answer, basis.name, outcomes), edge)
            for basis, edge in edges
            if edge is not None
        ],
    )
    header = {"bet": model.bet.id, **_asked([answer], model.reading.name)}
    if answer.schedule is not None:
        header["odds"] = answer.schedule.text
    if answer.ticket.given:
        header["stake"] = exact(answer.ticket.stake)
    proven = proven or Proven.of(model.chain())
    return _text(proven, claims, header, digests([answer]))


def certificates(answers: Sequence[Answer]) -> str:
    """Return the certificate of the only one of *answers*, or a list of those of all."""
    texts = [certificate(answer) for answer in answers]
    return texts[0] if len(texts) == 1 else "[\n" + ",\n".join(texts) + "]\n"


def joint_certificate(portfolio: Portfolio) -> str:
    """Return the certificate of a portfolio, whose money is that of its stakes."""
    solution = solve(portfolio.chain)
    nets, returned = [], []
    for joint in solution.probabilities:
        parts = list(zip(portfolio.parts, joint.parts, strict=True))
        nets.append(sum((part.net(ended) for part, ended in parts), NOTHING))
        back = (part.answer.ticket.stake for part, ended in parts if ended.result == "push")
        returned.append(sum(back, NOTHING))
    claims = Claims(
        solution.probabilities,
        portfolio.expected_rolls,
        nets,
        [portfolio.expected_value, portfolio.variance],
        [Basis("stakes", [portfolio.staked] * len(nets), returned, portfolio.house_edge)],
    )
    answers = [part.answer for part in portfolio.parts]
    stakes = (f"{one.model.bet.id}:{exact(one.ticket.stake)}" for one in answers)
    readings = {one.model.reading.name for one in answers}
    reading = readings.pop() if len(readings) == 1 else USUAL
    header = {"bet": " ".join(stakes), **_asked(answers, reading), "until": portfolio.until}
    return _text(Proven.of(portfolio.chain), claims, header, digests(answers))


def _asked(answers: Sequence[Answer], reading: str) -> dict[str, str]:
    """Return what was asked, in the words of the command line; all that bears on the answers."""
    first = answers[0]
    model, ticket = first.model, first.ticket
    header = {"rules": model.rules.id, "reading": reading, "paytable": first.paytable.id}
    if model.rules.come_out:
        header["from"] = model.where
    if model.placing.working is not None:
        header["working"] = model.placing.working
    header["dice"] = model.dice.spec
    pricing = first.paytable.pricing.items()
    pays = [f"{bet}:{key}={one.pays[key]}" for bet, one in pricing for key in one.given]
    if pays:
        header["pays"] = "; ".join(pays)
    vigs = {one.model.bet.id: first.paytable.pricing.get(one.model.bet.id) for one in answers}
    given = [one.commission for one in vigs.values() if one and one.given_commission]
    if given:
        header["vig"] = str(given[0] or "none")
    if ticket.rounding != "exact" or ticket.unit != 1:
        header |= {"unit": exact(ticket.unit), "round": ticket.rounding}
    if ticket.key is not None:
        header["key"] = ticket.key
    return header


def digests(answers: Sequence[Answer]) -> dict[str, str]:
    """Return the SHA-256 of the rulebook's file, the bets' definitions and the paytable's file."""
    model = answers[0].model
    bets = [one.model.bet for one in answers]
    return {
        "rules": model.rules.digest,
        "bets": digest_of_bets(bets, model.rules.catalogue),
        "paytable": answers[0].paytable.digest,
    }


def _put_up(
    answer: Answer, basis: str, outcomes: Sequence[Outcome]
) -> tuple[list[Fraction], list[Fraction]]:
    """Return what is put up on *basis*, and what of that comes back undecided, by outcome."""
    backs = {
        payoff.outcome: back
        for payoff, back in zip(answer.value.payoffs, answer.paid.returned, strict=True)
    }
    staked, returned = [], []
    for outcome in outcomes:
        flat, odds = Fraction(1), NOTHING
        if basis == "outlay":
            flat = answer.paid.outlay
        elif basis == "action" and (point := point_of(outcome)) is not None:
            odds = answer.odds[point].multiple
        staked.append(flat + odds)
        returned.append(flat * backs[outcome] + odds * odds_returned(outcome))
    return staked, returned


def _text(
    proven: Proven, claims: Claims, header: Mapping[str, str], files: Mapping[str, str]
) -> str:
    """Return the certificate that the chain bears out *claims*, sealed."""
    chain = proven.chain
    numbers = dict(enumerate(range(len(chain.rows))))
    numbers |= {
        chain.numbers[outcome]: len(chain.rows) + number
        for number, outcome in enumerate(claims.probabilities)
    }
    results = {outcome: _result(outcome) for outcome in claims.probabilities}
    legal = {
        result: sum((p for o, p in claims.probabilities.items() if results[o] == result), NOTHING)
        for result in ("win", "lose", "push")
    }
    content: dict[str, Any] = {
        "format": FORMAT,
        "about": list(map(list, header.items())),
        "digests": list(map(list, files.items())),
        "start": _row(chain.rows.start),
        "rows": [
            _row([(numbers[after], w) for after, w in zip(targets, ways, strict=True)])
            for targets, ways in zip(chain.rows.targets, chain.rows.ways, strict=True)
        ],
        "scale": proven.scale,
        "y": list(proven.y),
        "outcomes": [
            {"result": results[outcome], "name": name, "probability": _ratio(probability)}
            for (outcome, name), probability in zip(
                names(claims.probabilities).items(), claims.probabilities.values(), strict=True
            )
        ],
        "expected_rolls": _ratio(claims.expected_rolls),
        **{result: _ratio(probability) for result, probability in legal.items()},
        **_money(claims),
    }
    return _printed(content | {"seal": seal_of(content)})


def _printed(found: Mapping[str, Any]) -> str:
    """Return a certificate as JSON, one row, number or claim to a line."""
    parts = []
    for key, value in found.items():
        text = json.dumps(value)
        if isinstance(value, list) and value:
            text = "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n ]"
        parts.append(f' "{key}": {text}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def names(outcomes: Iterable[Outcome]) -> dict[Outcome, str]:
    """Return the name of each outcome: its own, or those of its parts where that is not enough.

    >>> lost, pushed = Outcome("lose"), Outcome("push")
    >>> list(names([Outcome("lose", None, (lost, lost)), Outcome("push", None, (lost, pushed))])
    ...      .values())
    ['lose', 'lose; push']
    """
    outcomes = list(outcomes)
    often = Counter(map(str, outcomes))
    return {
        one: "; ".join(map(str, one.parts))
        if one.parts and (one.result == "push" or often[str(one)] > 1)
        else str(one)
        for one in outcomes
    }


def _result(outcome: Outcome) -> str:
    """Return the result in law; of bets made together as of a bundle: any win, else all losses."""
    results = {part.result for part in outcome.parts} or {outcome.result}
    return "win" if "win" in results else "lose" if results == {"lose"} else "push"


def _row(steps: Iterable[tuple[int, int]]) -> dict[str, Any]:
    ways = dict(steps)
    return {
        "whole": f"{sum(ways.values()):x}",
        "ways": [[node, f"{here:x}"] for node, here in ways.items()],
    }


def _money(claims: Claims) -> dict[str, Any]:
    """Return nets, moments and edges; amounts in whole numbers of one unit."""
    lists = [claims.nets, *(part for one in claims.bases for part in (one.staked, one.returned))]
    unit = lcm(*(amount.denominator for amounts in lists for amount in amounts))

    def in_units(amounts: Iterable[Fraction]) -> list[str]:
        return [f"{int(amount * unit):x}" for amount in amounts]

    return {
        "unit": f"{unit:x}",
        "nets": in_units(claims.nets),
        "moments": list(map(_ratio, claims.moments)),
        "bases": [
            {
                "basis": one.name,
                "staked": in_units(one.staked),
                "returned": in_units(one.returned),
                "claims": list(map(_ratio, _claims_of(one, claims.probabilities.values()))),
            }
            for one in claims.bases
        ],
    }


def _claims_of(basis: Basis, probabilities: Iterable[Fraction]) -> Iterator[Fraction]:
    """Yield what is expected to be staked and returned, and the edges: made, per roll, resolved."""
    chances = list(probabilities)
    for amounts in (basis.staked, basis.returned):
        yield sum((p * one for p, one in zip(chances, amounts, strict=True)), NOTHING)
    yield basis.edge.per_bet_made
    yield basis.edge.per_roll
    if basis.edge.per_bet_resolved is not None:
        yield basis.edge.per_bet_resolved


def _ratio(value: Fraction) -> str:
    return f"{value.numerator:x}/{value.denominator:x}"
