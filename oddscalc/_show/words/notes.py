"""What must be said beside a number: clause, reading, working rule, prices, defects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from oddscalc._ask.query import Valued, points_over
from oddscalc._bets.compile import can_be_off, parts_of
from oddscalc._bets.odds import odds_returned
from oddscalc._chain.model import Model
from oddscalc._dice.dice import Dice
from oddscalc._exact.numbers import exact
from oddscalc._money.paytable import Paytable
from oddscalc._rules.rulebook import TIMES, Rulebook, Wager


@dataclass(frozen=True)
class Note:
    """What must be said beside a number.

    Args:
        kind: what it is about: ``clause``, ``reading``, ``stands``, ``off``,
            ``working-assumed``, ``term``, ``stake``, ``called``, ``dice``, ``rulebook``,
            ``text-defect``; ``no-price``, ``price-given``, ``whole-stake``, ``price-source``,
            ``odds``, ``fractions``, ``commission``, ``price-assumed``; of formulas also
            ``symbols``.
        text: the sentence.
    """

    kind: str
    text: str


Written = Mapping[tuple[str, str], str]
"""How the prices of some bets and outcomes are written, that are not what they are valued at."""

_AS_VALUED: Written = MappingProxyType({})


def notes(answer: Valued) -> list[str]:
    """Return what the notes on *answer* say, the clause first.

    >>> from oddscalc._ask.query import Query, ask
    >>> notes(ask(["any-7"], Query())[0])[0]
    'standard, custom: Any 7; Any seven; Big red'
    """
    return texts(notes_on(answer))


def bet_notes(answer: Valued) -> list[str]:
    """Return the same of the bet itself, without what holds for the whole rulebook."""
    return texts(note for note in notes_on(answer) if note.kind != "price-assumed")


def rule_notes(model: Model) -> list[str]:
    """Return what the rulebook says of the wager, and how it is placed."""
    return texts(notes_on_rules(model))


def texts(notes: Iterable[Note]) -> list[str]:
    """Return what *notes* say."""
    return [note.text for note in notes]


def notes_on(answer: Valued, written: Written = _AS_VALUED) -> list[Note]:
    """Return the notes on *answer*, the clause first."""
    return [
        *notes_on_rules(answer.model),
        *_on_stake(answer),
        *_on_prices(answer, written),
        *_on_book(answer),
    ]


def assumptions(answers: Sequence[Valued]) -> list[str]:
    """Return what all of *answers* rest on: rules, prices, dice and placing, a line each."""
    if not answers:
        return []
    first = answers[0]
    rules, paytable, placing = first.model.rules, first.paytable, first.model.placing
    law = ", not law" if paytable.status == "custom" else ""
    lines = [f"rules {rules.id}; paytable {paytable.id} ({paytable.status}{law})"]
    for answer in answers:
        lines += texts(note for note in _sources(answer, paytable) if note.kind == "price-given")
    if placing.dice != Dice.fair():
        lines.append(f"dice given in the query: {placing.dice.described}")
    if placing.where is not None:
        lines.append(f"the table stands on: {placing.where}")
    lines += standing([answer.model for answer in answers])
    called = [answer.model.placing.working for answer in answers if answer.model.placing.working]
    if called:
        lines.append(f"called {called[0]} on come-out rolls, where that is possible")
    return list(dict.fromkeys(lines))


def on_stakes(answers: Sequence[Valued]) -> list[str]:
    """Return which stakes the text does not permit, or pays in fractions; of several by name."""
    return [
        f"{answer.model.bet.id}: {text}" if len(answers) > 1 else text
        for answer in answers
        for text in texts([*_on_stake(answer), *_fractions(answer)])
    ]


def standing(models: Iterable[Model]) -> list[str]:
    """Return which of the bets stand already, a line each."""
    return [f"{placed.bet.id}: {_stands(placed)}" for placed in models if placed.stands is not None]


def _stands(model: Model) -> str:
    where = "a point just established" if model.stands == "on" else model.stands
    return f"the bet stands on {where} already"


def _on_book(answer: Valued) -> list[Note]:
    rules, paytable = answer.model.rules, answer.paytable
    if rules.prices is None and paytable.id == "customary" and answer.value.priced:
        text = f"{rules.id} prints no prices: valued at customary ones, not law"
        if answer.model.wager.true_odds:
            text = f"{rules.id} has true odds on it; any commission is customary, not law"
        return [Note("price-assumed", text)]
    return []


def not_permitted(rules: Rulebook, wager: Wager, stake: Fraction, unit: Fraction) -> Iterator[str]:
    """Yield why a stake is none that the text permits."""
    if wager.unit and (stake / (wager.unit * unit)).denominator > 1:
        yield f"a stake of {exact(stake)} is not permitted: units of {wager.unit}"
    if not rules.allows(stake):
        limits = f"{rules.limits} ({rules.limits_clause})" if rules.limits_clause else rules.limits
        yield f"a stake of {exact(stake)} is not permitted: any bet is {limits}"


def _on_stake(answer: Valued) -> list[Note]:
    """Return how the stake, or the odds, are none that the text permits."""
    model, ticket, words = answer.model, answer.ticket, list[str]()
    rules, wager = model.rules, model.wager
    if ticket.given:
        words += not_permitted(rules, wager, ticket.stake, ticket.unit)
    if answer.schedule is not None and wager.most_odds:
        catalogue = rules.catalogue
        if over := points_over(answer.schedule, wager.most_odds, model.bet, catalogue):
            points = " ".join(map(str, over))
            words.append(f"odds of more than {wager.most_odds} are not permitted: on {points}")
    return [Note("stake", text) for text in words]


def notes_on_rules(model: Model) -> list[Note]:
    """Return what the rulebook says of the wager, and how it is placed."""
    wager, reading = model.wager, model.reading
    noted = [Note("clause", f"{model.rules.id}, {wager.clause}: {'; '.join(wager.names)}")]
    if reading.says:
        noted.append(Note("reading", f"reading '{reading.name}': {reading.says}"))
    if reading.defect:
        noted.append(Note("reading", "a defect of the text: the words allow it, no house means it"))
    if model.stands is not None:
        noted.append(Note("stands", f"{_stands(model)}; it was made before"))
    if model.off:
        placed = {"come-out": "a come-out", "on": "a point just established"}.get(
            model.where, f"a point of {model.where}"
        )
        text = f"off on come-out rolls, which count as rolls; placed on {placed}"
        noted.append(Note("off", text))
    elif (reading.working or wager.working) == "unstated":
        text = "the text does not say whether it works on the come-out: taken as working"
        noted.append(Note("working-assumed", text))
    noted += [Note("term", text) for text in wager.terms]
    if wager.when == "unstated":
        noted.append(Note("term", f"{TIMES['unstated']} it may be made: taken as at any time"))
    if model.placing.working is not None and can_be_off(model.bet):
        text = f"called {model.placing.working} on come-out rolls in the query"
        noted.append(Note("called", text))
    if model.dice != Dice.fair():
        noted.append(Note("dice", f"dice given in the query: {model.dice.described}"))
    noted += [Note("rulebook", text) for text in wager.notes]
    noted += [Note("text-defect", f"defect of the text: {text}") for text in wager.defects]
    return noted


def _on_prices(answer: Valued, written: Written) -> list[Note]:
    paytable = answer.paytable
    if answer.value.expected_value is None:
        missing = [
            payoff.outcome.key
            for payoff in answer.value.payoffs
            if payoff.outcome.result == "win" and payoff.net is None
        ]
        text = f"{paytable.id} has no price for {', '.join(missing)}: no net and no edge without it"
        return [Note("no-price", text)]
    noted = [*_sources(answer, paytable, written), *_fractions(answer)]
    if answer.schedule is not None:
        noted.append(Note("odds", odds_note(answer)))
    pricing = paytable.pricing.get(answer.model.bet.id)
    given = " (given in the query)" if pricing and pricing.given_commission else ""
    if answer.paid.commission:
        noted.append(Note("commission", f"commission: {answer.paid.commission}{given}"))
    elif given:
        noted.append(Note("commission", f"no commission{given}"))
    return noted


def _fractions(answer: Valued) -> list[Note]:
    """Return that a stake is paid in fractions which nothing rounds, if it is."""
    ticket = answer.ticket
    if not ticket.given or ticket.rounding != "exact":
        return []
    for payoff in answer.value.payoffs:
        won = (payoff.net or 0) * ticket.stake
        if payoff.outcome.result == "win" and won % ticket.unit:
            text = (
                f"a stake of {exact(ticket.stake)} wins {exact(won)} ({payoff.outcome}), which is"
                f" no multiple of {exact(ticket.unit)}: it is paid exactly here; rounding (down,"
                " nearest, up) says how a table pays it"
            )
            return [Note("fractions", text)]
    return []


def odds_note(answer: Valued) -> str:
    """Return how much odds is bet on each point, and what the action comes to."""
    by_size: dict[str, list[str]] = {}
    for point, odds in answer.odds.items():
        by_size.setdefault(exact(odds.multiple), []).append(str(point))
    laid = any(odds.bet.startswith("lay-") for odds in answer.odds.values())
    meant = ""
    if laid and answer.schedule is not None:
        of = "what can be won" if answer.schedule.of_win else "the flat bet"
        meant = f"; {answer.schedule.text} means multiples of {of}"
    sizes = ", ".join(f"{size}x on {' '.join(points)}" for size, points in by_size.items())
    action = exact(answer.value.bases[0].amount)
    off = any(odds_returned(payoff.outcome) for payoff in answer.value.payoffs)
    come_out = "; 'off': decided on a come-out roll, where the odds are off and come back"
    return (
        f"odds {'laid' if laid else 'taken'}, in flat bets: {sizes}; the action, flat bet and odds"
        f" together, is expected to be {action} flat bets{come_out if off else ''}{meant}"
    )


def _sources(answer: Valued, paytable: Paytable, written: Written = _AS_VALUED) -> list[Note]:
    """Return where the prices come from, if that is more than the paytable's name says."""
    model, noted = answer.model, list[Note]()
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
            price = written.get((bet, key)) or pricing.pays[key]
            text = f"price given in the query: {bet} {key} = {price}{instead}"
            noted.append(Note("price-given", text))
        if pricing.whole:
            text = f"the prices of {bet} are on its whole stake, not on its parts"
            noted.append(Note("whole-stake", text))
        if pricing.status != "custom" and set(pricing.pays) - set(pricing.given):
            noted.append(Note("price-source", f"price {pricing.status}: {pricing.source}"))
    return list(dict.fromkeys(noted))
