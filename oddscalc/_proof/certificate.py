"""Writing certificates: what ``verify`` needs to prove an answer without trusting this program."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from oddscalc._bets.odds import odds_returned, point_of
from oddscalc._chain.solve import solve
from oddscalc._chain.solve.forward import Flow
from oddscalc._exact.numbers import exact
from oddscalc._proof.verify import FORMAT, seal_of

if TYPE_CHECKING:
    from oddscalc._ask.joint import Portfolio
    from oddscalc._ask.query import Answer
    from oddscalc._bets.automaton import Outcome
    from oddscalc._chain.chain import Chain
    from oddscalc._chain.rows import Rows
    from oddscalc._money.valuation import HouseEdge


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


def certificate(answer: Answer) -> str:
    """Return the certificate of *answer*, a JSON text; the same answer always has the same.

    It holds the chain and its solution in integers, and the claims that follow from them.

    >>> from oddscalc import edge
    >>> from oddscalc._proof.verify import verify
    >>> verify(certificate(edge("pass")[0]))
    []
    """
    model, value, ticket = answer.model, answer.value, answer.ticket
    payoffs = [payoff for payoff in value.payoffs if payoff.probability]
    outcomes = [payoff.outcome for payoff in payoffs]
    edges = [(basis, value.edge_over(basis)) for basis in value.bases]
    claims = Claims(
        {payoff.outcome: payoff.probability for payoff in payoffs},
        value.expected_rolls,
        [payoff.net for payoff in payoffs if payoff.net is not None] if value.net_win else [],
        [one for one in (value.expected_value, value.variance) if one is not None],
        [
            Basis(basis.name, *_put_up(answer, basis.name, outcomes), edge)
            for basis, edge in edges
            if edge is not None
        ],
    )
    about = {"bet": model.bet.id, "reading": model.reading.name, **_placed(answer)}
    if answer.schedule is not None:
        about["odds"] = str(answer.schedule)
    if answer.paid.commission is not None:
        about["commission"] = str(answer.paid.commission)
    if ticket.given:
        about["stake"] = exact(ticket.stake)
    return _text(model.chain(), claims, about)


def certificates(answers: Sequence[Answer]) -> str:
    """Return the certificate of the only one of *answers*, or a list of those of all."""
    texts = [certificate(answer) for answer in answers]
    return texts[0] if len(texts) == 1 else "[\n" + ",\n".join(texts) + "]\n"


def joint_certificate(found: Portfolio) -> str:
    """Return the certificate of a portfolio, whose money is that of its stakes."""
    solution = solve(found.chain)
    nets, returned = [], []
    for joint in solution.probabilities:
        parts = list(zip(found.parts, joint.parts, strict=True))
        nets.append(sum((part.net(ended) for part, ended in parts), Fraction(0)))
        back = (part.answer.ticket.stake for part, ended in parts if ended.result == "push")
        returned.append(sum(back, Fraction(0)))
    claims = Claims(
        solution.probabilities,
        found.expected_rolls,
        nets,
        [found.expected_value, found.variance],
        [Basis("stakes", [found.staked] * len(nets), returned, found.house_edge)],
    )
    stakes = [(part.answer.model.bet.id, exact(part.answer.ticket.stake)) for part in found.parts]
    bets = " ".join(f"{bet}:{stake}" for bet, stake in stakes)
    about = {"bets": bets, "until": found.until, **_placed(found.parts[0].answer)}
    return _text(found.chain, claims, about)


def _placed(answer: Answer) -> dict[str, str]:
    """Return where and how a bet is placed, for people."""
    model = answer.model
    return {
        "rules": model.rules.id,
        "paytable": answer.paytable.id,
        "from": model.where,
        "come-out": "off" if model.off else "on",
        "dice": model.dice.described,
    }


def _put_up(
    answer: Answer, basis: str, outcomes: Sequence[Outcome]
) -> tuple[list[Fraction], list[Fraction]]:
    """Return what is put up on *basis*, and what of that comes back undecided, by outcome."""
    staked, returned = [], []
    for outcome in outcomes:
        flat, odds = Fraction(1), Fraction(0)
        if basis == "outlay":
            flat = answer.paid.outlay
        elif basis == "action" and (point := point_of(outcome)) is not None:
            odds = answer.odds[point].multiple
        staked.append(flat + odds)
        returned.append(flat * (outcome.result == "push") + odds * odds_returned(outcome))
    return staked, returned


def _text(chain: Chain, claims: Claims, about: Mapping[str, str]) -> str:
    """Return the certificate that *chain* bears out *claims*, sealed."""
    numbers = dict(enumerate(range(len(chain.rows))))
    numbers |= {
        chain.numbers[outcome]: len(chain.rows) + number
        for number, outcome in enumerate(claims.probabilities)
    }
    legal = {
        result: sum((p for o, p in claims.probabilities.items() if o.result == result), Fraction(0))
        for result in ("win", "lose", "push")
    }
    found: dict[str, Any] = {
        "format": FORMAT,
        "about": list(map(list, about.items())),
        "start": _row(chain.rows.start),
        "rows": [
            _row([(numbers[after], w) for after, w in zip(targets, ways, strict=True)])
            for targets, ways in zip(chain.rows.targets, chain.rows.ways, strict=True)
        ],
        **_solution(chain.rows),
        "outcomes": [
            {"result": outcome.result, "name": _name(outcome), "probability": _ratio(probability)}
            for outcome, probability in claims.probabilities.items()
        ],
        "expected_rolls": _ratio(claims.expected_rolls),
        **{result: _ratio(probability) for result, probability in legal.items()},
        **_money(claims),
    }
    return _printed(found | {"seal": seal_of(found)})


def _printed(found: Mapping[str, Any]) -> str:
    """Return a certificate as JSON, one row, number or claim to a line."""
    parts = []
    for key, value in found.items():
        text = json.dumps(value)
        if isinstance(value, list) and value:
            text = "[\n  " + ",\n  ".join(map(json.dumps, value)) + "\n ]"
        parts.append(f' "{key}": {text}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _name(outcome: Outcome) -> str:
    """Return the name of an outcome; a joint one has those of its parts."""
    joint = outcome.parts and outcome.tier is None
    return "; ".join(map(str, outcome.parts)) if joint else str(outcome)


def _solution(rows: Rows) -> dict[str, Any]:
    """Return y, the expected visits of each state over the ways of its row, in whole numbers."""
    visits = Flow(rows, every=True).visits
    y = [visits[state] / rows.total(state) for state in range(len(rows))]
    scale = lcm(*(one.denominator for one in y))
    whole = [one.numerator * (scale // one.denominator) for one in y]
    return {"scale": f"{scale:x}", "y": [f"{one:x}" for one in whole]}


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
        yield sum((p * one for p, one in zip(chances, amounts, strict=True)), Fraction(0))
    yield basis.edge.per_bet_made
    yield basis.edge.per_roll
    if basis.edge.per_bet_resolved is not None:
        yield basis.edge.per_bet_resolved


def _ratio(value: Fraction) -> str:
    return f"{value.numerator:x}/{value.denominator:x}"
