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
from oddscalc._ask.quantities import QUANTITIES, edges_over
from oddscalc._ask.query import Valued
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.catalogue import digest as digest_of_bets
from oddscalc._bets.odds import odds_returned, point_of
from oddscalc._chain.chain import Chain
from oddscalc._chain.model import Placing
from oddscalc._chain.solve import expected_visits
from oddscalc._exact.numbers import exact
from oddscalc._money.paytable import Paytable
from oddscalc._money.valuation import Basis, Payoff, Value
from oddscalc._proof.verify import FORMAT, seal_of
from oddscalc._rules.rulebook import USUAL

NOTHING = Fraction(0)

ITEMS = "; "
"""What stands in a header between bets that have options of their own."""


PutUp = Mapping[str, tuple[Sequence[Fraction], Sequence[Fraction]]]
"""By basis, what is put up on each outcome that can come about, and what of that comes back."""


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
        visits = expected_visits(chain).values()
        y = [here / chain.rows.total(state) for state, here in enumerate(visits)]
        scale = lcm(*(share.denominator for share in y))
        whole = [share.numerator * (scale // share.denominator) for share in y]
        return cls(chain, f"{scale:x}", [f"{entry:x}" for entry in whole])


def certificate(answer: Valued, proven: Proven | None = None) -> str:
    """Return the certificate of *answer*, a JSON text; the same answer always has the same.

    It holds the chain and its solution in integers, the claims that follow from them, and a header
    from which ``oddscalc verify`` derives chain and prices again.

    Args:
        answer: the answer.
        proven: its chain and solution, where these are known; else the chain is solved once more.

    >>> from oddscalc import edge
    >>> from oddscalc._proof.verify import verify
    >>> verify(certificate(edge("pass")))
    []
    """
    model = answer.model
    header = {
        "bet": model.bet.id,
        **_asked([answer], model.reading.name, model.placing, answer.paytable),
    }
    if answer.schedule is not None:
        header["odds"] = answer.schedule.text
    if answer.ticket.given:
        header["stake"] = exact(answer.ticket.stake)
    proven = proven or Proven.of(model.chain())
    return _text(proven, answer.value, _put_up(answer), header, digests([answer]))


def certificates(answers: Sequence[Valued]) -> str:
    """Return the certificate of the only one of *answers*, or a list of those of all."""
    texts = [certificate(answer) for answer in answers]
    return texts[0] if len(texts) == 1 else "[\n" + ",\n".join(texts) + "]\n"


def joint_certificate(portfolio: Portfolio) -> str:
    """Return the certificate of a portfolio, whose money is that of its stakes."""
    parts, query = portfolio.parts, portfolio.query
    answers = [part.answer for part in parts]
    readings = {valued.model.reading.name for valued in answers}
    reading = readings.pop() if len(readings) == 1 else USUAL
    if any("reading" in part.item.options for part in parts):
        reading = query.reading or USUAL
    own = any(part.item.options for part in parts)
    header = {
        "bet": (ITEMS if own else " ").join(part.written for part in parts),
        **_asked(answers, reading, query.placing, portfolio.paytable),
        "until": portfolio.until,
    }
    returned, added, added_back, outlay_back = [], [], [], []
    for payoff in _possible(portfolio.value):
        ends = list(zip(parts, payoff.outcome.parts, strict=True))
        odds = [part.odds(ended) for part, ended in ends]
        returned.append(sum((part.returned(ended) for part, ended in ends), NOTHING))
        added.append(sum(odds, portfolio.staked))
        off = (n for n, (_, ended) in zip(odds, ends, strict=True) if odds_returned(ended))
        added_back.append(sum(off, returned[-1]))
        back = (part.returned(ended) * part.outlay for part, ended in ends)
        outlay_back.append(sum(back, NOTHING))
    outlay = sum((part.outlay * part.answer.ticket.stake for part in parts), NOTHING)
    put_up = {
        "action": (added, added_back),
        "stakes": ([portfolio.staked] * len(returned), returned),
        "outlay": ([outlay] * len(returned), outlay_back),
    }
    proven = Proven.of(portfolio.chain)
    return _text(proven, portfolio.value, put_up, header, digests(answers))


def _asked(
    answers: Sequence[Valued], reading: str, placing: Placing, paytable: Paytable
) -> dict[str, str]:
    """Return what was asked, in the words of the command line; all that bears on the answers."""
    first = answers[0]
    model, ticket = first.model, first.ticket
    header = {"rules": model.rules.id, "reading": reading, "paytable": paytable.id}
    if model.rules.come_out:
        header["from"] = model.where
    if placing.at is not None:
        header["at"] = placing.at
    if placing.working is not None:
        header["working"] = placing.working
    header["dice"] = model.dice.spec
    pricing = paytable.pricing.items()
    pays = [f"{bet}:{key}={part.pays[key]}" for bet, part in pricing for key in part.given]
    if pays:
        header["pays"] = "; ".join(pays)
    vigs = {valued.model.bet.id: paytable.pricing.get(valued.model.bet.id) for valued in answers}
    given = [vig.commission for vig in vigs.values() if vig and vig.given_commission]
    if given:
        header["vig"] = str(given[0] or "none")
    if ticket.rounding != "exact" or ticket.unit != 1:
        header |= {"unit": exact(ticket.unit), "round": ticket.rounding}
    if ticket.key is not None and len(answers) == 1:
        header["key"] = ticket.key
    return header


def digests(answers: Sequence[Valued]) -> dict[str, str]:
    """Return the SHA-256 of the rulebook's file, the bets' definitions and the paytable's file."""
    model = answers[0].model
    bets = [valued.model.bet for valued in answers]
    return {
        "rules": model.rules.digest,
        "bets": digest_of_bets(bets, model.rules.catalogue),
        "paytable": answers[0].paytable.digest,
    }


def _possible(value: Value) -> list[Payoff]:
    """Return the outcomes that can come about."""
    return [payoff for payoff in value.payoffs if payoff.probability]


def _put_up(answer: Valued) -> PutUp:
    """Return what is put up on each basis, and what of that comes back undecided."""
    flats = {basis.name: Fraction(1) for basis in answer.value.bases}
    flats["outlay"] = answer.paid.outlay
    pairs = list(zip(answer.value.payoffs, answer.paid.returned, strict=True))
    put_up = {}
    for basis in answer.value.bases:
        staked, returned = [], []
        for payoff, back in pairs:
            if payoff.probability:
                point = point_of(payoff.outcome) if basis.name == "action" else None
                odds = NOTHING if point is None else answer.odds[point].multiple
                staked.append(flats[basis.name] + odds)
                returned.append(flats[basis.name] * back + odds * odds_returned(payoff.outcome))
        put_up[basis.name] = staked, returned
    return put_up


def _text(
    proven: Proven,
    value: Value,
    put_up: PutUp,
    header: Mapping[str, str],
    files: Mapping[str, str],
) -> str:
    """Return the certificate that the chain bears out *value*, sealed."""
    chain = proven.chain
    probabilities = {payoff.outcome: payoff.probability for payoff in _possible(value)}
    numbers = dict(enumerate(range(len(chain.rows))))
    numbers |= {
        chain.numbers[outcome]: len(chain.rows) + number
        for number, outcome in enumerate(probabilities)
    }
    results = {outcome: _result(outcome) for outcome in probabilities}
    legal = {
        result: sum((p for o, p in probabilities.items() if results[o] == result), NOTHING)
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
                names(probabilities).items(), probabilities.values(), strict=True
            )
        ],
        "expected_rolls": _ratio(value.expected_rolls),
        **{result: _ratio(probability) for result, probability in legal.items()},
        **_money(value, put_up if value.priced else {}),
    }
    return _printed(content | {"seal": seal_of(content)})


def _printed(fields_of: Mapping[str, Any]) -> str:
    """Return a certificate as JSON, one row, number or claim to a line."""
    parts = []
    for key, value in fields_of.items():
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
        outcome: "; ".join(map(str, outcome.parts))
        if outcome.parts and (outcome.result == "push" or often[str(outcome)] > 1)
        else str(outcome)
        for outcome in outcomes
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


def _money(value: Value, put_up: PutUp) -> dict[str, Any]:
    """Return nets, moments and edges; amounts in whole numbers of one unit."""
    nets = [payoff.net for payoff in _possible(value) if payoff.net is not None]
    nets = nets if value.priced else []
    lists = [nets, *(amounts for pair in put_up.values() for amounts in pair)]
    unit = lcm(*(amount.denominator for amounts in lists for amount in amounts))
    moments = (QUANTITIES[key].of(value) for key in ("expected_value", "variance"))

    def in_units(amounts: Iterable[Fraction]) -> list[str]:
        return [f"{int(amount * unit):x}" for amount in amounts]

    return {
        "unit": f"{unit:x}",
        "nets": in_units(nets),
        "moments": [_ratio(moment) for moment in moments if moment is not None],
        "bases": [
            {
                "basis": basis.name,
                "staked": in_units(put_up[basis.name][0]),
                "returned": in_units(put_up[basis.name][1]),
                "claims": list(map(_ratio, _claims_of(value, basis))),
            }
            for basis in value.bases
            if basis.name in put_up
        ],
    }


def _claims_of(value: Value, basis: Basis) -> Iterator[Fraction]:
    """Yield what is expected to be staked and returned, and the edges: made, per roll, resolved."""
    made, resolved, roll = edges_over(value, basis.name)
    numbers = (basis.amount, basis.returned, made, roll, resolved)
    yield from (number for number in numbers if number is not None)


def _ratio(value: Fraction) -> str:
    return f"{value.numerator:x}/{value.denominator:x}"
