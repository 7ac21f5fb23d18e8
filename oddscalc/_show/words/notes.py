"""What must be said beside a number: clause, reading, working rule, prices, defects."""

from __future__ import annotations

from collections.abc import Sequence

from oddscalc._ask.query import Answer
from oddscalc._bets.compile import can_be_off, parts_of
from oddscalc._bets.odds import odds_returned
from oddscalc._chain.model import Model
from oddscalc._dice.dice import Dice
from oddscalc._exact.numbers import exact
from oddscalc._money.paytable import Paytable


def notes(answer: Answer) -> list[str]:
    """Return the notes on *answer*, the clause first.

    >>> from oddscalc._ask.query import Query, ask
    >>> notes(ask(["any-7"], Query())[0])[0]
    'standard, custom: Any 7; Any seven; Big red'
    """
    return [*bet_notes(answer), *_on_book(answer)]


def bet_notes(answer: Answer) -> list[str]:
    """Return the notes on the bet itself, without those that hold for the whole rulebook."""
    return [*rule_notes(answer.model), *_on_prices(answer)]


def assumptions(answers: Sequence[Answer]) -> list[str]:
    """Return what all of *answers* rest on: rules, prices, dice and placing, a line each."""
    if not answers:
        return []
    first = answers[0]
    rules, paytable, placing = first.model.rules, first.paytable, first.model.placing
    law = ", not law" if paytable.status == "custom" else ""
    lines = [f"rules {rules.id}; paytable {paytable.id} ({paytable.status}{law})"]
    for answer in answers:
        lines += [note for note in _sources(answer, paytable) if note.startswith(_GIVEN)]
    if placing.dice != Dice.fair():
        lines.append(f"dice given in the query: {placing.dice.described}")
    if placing.where is not None:
        lines.append(f"the table stands on: {placing.where}")
    called = next((one.model.placing.working for one in answers if one.model.placing.working), None)
    if called is not None:
        lines.append(f"called {called} on come-out rolls, where that is possible")
    return list(dict.fromkeys(lines))


_GIVEN = "price given in the query: "


def _on_book(answer: Answer) -> list[str]:
    rules, paytable = answer.model.rules, answer.paytable
    if rules.prices is None and paytable.id == "customary" and answer.value.priced:
        return [f"{rules.id} prints no prices: valued at customary ones, not law"]
    return []


def rule_notes(model: Model) -> list[str]:
    """Return what the rulebook says of the wager, and how it is placed."""
    wager, reading = model.wager, model.reading
    lines = [f"{model.rules.id}, {wager.clause}: {'; '.join(wager.names)}"]
    if reading.says:
        lines.append(f"reading '{reading.name}': {reading.says}")
    if model.off:
        placed = {"come-out": "a come-out", "on": "a point just established"}.get(
            model.where, f"a point of {model.where}"
        )
        lines.append(f"off on come-out rolls, which count as rolls; placed on {placed}")
    elif (reading.working or wager.working) == "unstated":
        lines.append("the text does not say whether it works on the come-out: taken as working")
    if wager.unit:
        lines.append(f"stakes in units of {wager.unit}")
    if model.placing.working is not None and can_be_off(model.bet):
        lines.append(f"called {model.placing.working} on come-out rolls in the query")
    if model.dice != Dice.fair():
        lines.append(f"dice given in the query: {model.dice.described}")
    lines.extend(wager.notes)
    lines.extend(f"defect of the text: {defect}" for defect in wager.defects)
    return lines


def _on_prices(answer: Answer) -> list[str]:
    paytable = answer.paytable
    if answer.value.expected_value is None:
        missing = [
            payoff.outcome.key
            for payoff in answer.value.payoffs
            if payoff.outcome.result == "win" and payoff.net is None
        ]
        what = ", ".join(missing)
        return [f"{paytable.id} has no price for {what}: no net and no edge without it"]
    lines = _sources(answer, paytable)
    if answer.schedule is not None:
        lines.append(_odds(answer))
    pricing = paytable.pricing.get(answer.model.bet.id)
    given = " (given in the query)" if pricing and pricing.given_commission else ""
    if answer.paid.commission:
        lines.append(f"commission: {answer.paid.commission}{given}")
    elif given:
        lines.append(f"no commission{given}")
    return lines


def _odds(answer: Answer) -> str:
    """Return how much odds is bet on each point, and what the action comes to."""
    by_size: dict[str, list[str]] = {}
    for point, odds in answer.odds.items():
        by_size.setdefault(exact(odds.multiple), []).append(str(point))
    laid = any(odds.bet.startswith("lay-") for odds in answer.odds.values())
    sizes = ", ".join(f"{size}x on {' '.join(points)}" for size, points in by_size.items())
    action = exact(answer.value.bases[0].amount)
    off = any(odds_returned(payoff.outcome) for payoff in answer.value.payoffs)
    come_out = "; 'off': decided on a come-out roll, where the odds are off and come back"
    return (
        f"odds {'laid' if laid else 'taken'}, in flat bets: {sizes}; the action, flat bet and odds"
        f" together, is expected to be {action} flat bets{come_out if off else ''}"
    )


def _sources(answer: Answer, paytable: Paytable) -> list[str]:
    """Return where the prices come from, if that is more than the paytable's name says."""
    model, lines = answer.model, list[str]()
    bets = [model.bet.id]
    if model.bet.kind == "bundle":
        rule = {**model.bet.rule, **model.reading.rule}
        bets += parts_of(rule, model.rules.catalogue)
    for bet in bets:
        pricing = paytable.pricing.get(bet)
        if pricing is None:
            continue
        for key, replaced in pricing.given.items():
            instead = f", instead of {replaced}" if replaced else ""
            lines.append(f"{_GIVEN}{bet} {key} = {pricing.pays[key]}{instead}")
        if pricing.whole:
            lines.append(f"the prices of {bet} are on its whole stake, not on its parts")
        if pricing.status != "custom" and set(pricing.pays) - set(pricing.given):
            lines.append(f"price {pricing.status}: {pricing.source}")
    return list(dict.fromkeys(lines))
