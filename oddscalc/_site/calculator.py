"""What a page holds of a bet to value it anew there, at other prices, odds and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from oddscalc._ask.query import Valued, solve_model, true_odds_of
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.compile import line_of, parts_of
from oddscalc._bets.odds import odds_returned, point_of
from oddscalc._chain.chain import Chain
from oddscalc._chain.model import Model
from oddscalc._dice.dice import ROLLS
from oddscalc._exact.numbers import exact
from oddscalc._money.commission import Commission
from oddscalc._money.paytable import Paytable, Pricing
from oddscalc._money.schedule import OddsSchedule
from oddscalc.errors import OddscalcError

MOST_STATES = 60
"""States of the largest chain that a page solves with other dice."""

SEVENS = 6  # of the 36 rolls


def calculator(answer: Valued, chain: Chain | None = None) -> dict[str, Any] | None:
    """Return what a page needs to value *answer* anew; None if it has no price to begin with.

    Its *chain* is explored unless it is given.

    >>> from oddscalc._ask.query import Query, ask
    >>> data = calculator(ask(["field"], Query())[0])
    >>> data["pays"], data["rolls"], data["odds"]
    ({'2': '2 to 1', '12': '2 to 1', 'other': '1 to 1'}, '1', None)
    """
    model, paytable = answer.model, answer.paytable
    if answer.value.net_win is None:
        return None
    outcomes = list(answer.solved.solution.probabilities)
    pricing = paytable.pricing.get(model.bet.id)
    parts = _parts(model, paytable, pricing)
    pays = (
        {part["id"]: part["pays"].get("win", "") for part in parts}
        if parts is not None
        else _single(model, outcomes, paytable)
    )
    return {
        "bet": model.bet.id,
        "reading": model.reading.name,
        "rounding": model.rules.rounding,
        "pays": pays,
        "parts": parts,
        "commission": _commission(pricing.commission if pricing else None),
        "trueOdds": _true_odds(model, model.bet.id),
        "outcomes": [_outcome(outcome) for outcome in outcomes],
        "chances": [exact(chance) for chance in answer.solved.solution.probabilities.values()],
        "rolls": exact(answer.value.expected_rolls),
        "chain": _chain(model, outcomes, chain or model.chain()),
        "odds": _odds(answer),
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    said: dict[str, Any] = {
        "name": str(outcome),
        "result": outcome.result,
        "key": outcome.key,
        "loss": "lose" if outcome.tier is None else f"lose {outcome.tier}",
    }
    if outcome.parts:
        said["parts"] = [[part.result, part.key] for part in outcome.parts]
    return said


def _single(model: Model, outcomes: Sequence[Outcome], paytable: Paytable) -> dict[str, str]:
    """Return the price of each winning outcome, and of losses that give something back."""
    priced = {
        outcome.key: paytable.price(model.bet.id, outcome)
        for outcome in outcomes
        if outcome.result == "win"
    }
    pays = {key: str(price) for key, price in priced.items() if price is not None}
    pricing = paytable.pricing.get(model.bet.id)
    losses = (
        {key: pay for key, pay in pricing.pays.items() if pay.word == "back"} if pricing else {}
    )
    return pays | {key: str(price) for key, price in losses.items() if key.startswith("lose")}


def _parts(
    model: Model, paytable: Paytable, pricing: Pricing | None
) -> list[dict[str, Any]] | None:
    """Return the parts of a bundle that is paid by its parts; None of any other bet."""
    if model.bet.kind != "bundle" or (pricing and (pricing.whole or "win" in pricing.pays)):
        return None
    parts = []
    units = parts_of({**model.bet.rule, **model.reading.rule}, model.rules.catalogue)
    for part, share in units.items():
        own = paytable.pricing.get(part)
        pays = {key: str(price) for key, price in own.pays.items()} if own else {}
        if pricing and part in pricing.pays:
            pays = {"win": str(pricing.pays[part]), "every": str(pricing.pays[part])}
        parts.append(
            {"id": part, "units": share, "pays": pays, "trueOdds": _true_odds(model, part)}
        )
    return parts


def _commission(commission: Commission | None) -> dict[str, Any] | None:
    if commission is None:
        return None
    return {
        "text": str(commission),
        "rate": exact(commission.rate),
        "base": commission.base,
        "when": commission.when,
        "rounding": commission.rounding,
        "unit": exact(commission.unit),
        "floor": None if commission.floor is None else exact(commission.floor),
        "cap": None if commission.cap is None else exact(commission.cap),
    }


def _true_odds(model: Model, bet: str) -> str | None:
    catalogue = model.rules.catalogue
    try:
        return exact(true_odds_of(catalogue[bet], catalogue))
    except OddscalcError:  # a bet that cannot win has none
        return None


def _odds(answer: Valued) -> dict[str, Any] | None:
    """Return the same of a line bet told apart by point, with the prices of the odds."""
    model = answer.model
    line = line_of(model.bet, model.automaton)
    if line is None or model.stands is not None:
        return None
    behind = {
        point: f"lay-odds-{point}" if line.against else f"odds-{point}" for point in line.points
    }
    catalogue = model.rules.catalogue
    if any(bet not in catalogue or not model.rules.authorises(bet) for bet in behind.values()):
        return None
    try:
        solved = solve_model(model, OddsSchedule.parse("1x"))
    except OddscalcError:  # no odds behind this bet
        return None
    outcomes = list(solved.solution.probabilities)
    listed = [(outcome, point_of(outcome), odds_returned(outcome)) for outcome in outcomes]
    return {
        "dark": line.against,
        "outcomes": [
            {**_outcome(entry), "point": point, "returned": returned}
            for entry, point, returned in listed
        ],
        "chances": [exact(chance) for chance in solved.solution.probabilities.values()],
        "chain": _chain(solved.model, outcomes, solved.model.chain()),
        "trueOdds": {str(point): _true_odds(model, bet) for point, bet in behind.items()},
        "pays": {
            str(point): str(price)
            for point, bet in behind.items()
            if (price := _price_of(answer.paytable, bet)) is not None
        },
    }


def _price_of(paytable: Paytable, bet: str) -> object | None:
    pricing = paytable.pricing.get(bet)
    return pricing.pays.get("win") if pricing and pricing.commission is None else None


def _chain(model: Model, outcomes: Sequence[Outcome], explored: Chain) -> dict[str, Any] | None:
    """Return the chain with the ways of each step by 7 and by other rolls; None if it is long.

    Targets are states, and after them the outcomes in their order.
    """
    if len(explored.states) > MOST_STATES:
        return None
    number = {state: index for index, state in enumerate(explored.states)}
    first = len(explored.states)
    number |= {outcome: first + index for index, outcome in enumerate(outcomes)}
    reduce = model.reduction()
    rows = []
    for state in explored.states:
        ways: dict[int, list[int]] = {}
        for roll in ROLLS:
            after = model.automaton.step(state, roll)
            if reduce is not None and not isinstance(after, Outcome):
                after = reduce(after)
            if after not in number:  # a state that these dice never reach
                return None
            ways.setdefault(number[after], [0, 0])[sum(roll) != 7] += 1
        rows.append([[target, *sevens_and_others] for target, sevens_and_others in ways.items()])
    start: Mapping[Any, Fraction] = explored.start
    return {
        "start": [[number[state], exact(chance)] for state, chance in start.items()],
        "rows": rows,
    }
