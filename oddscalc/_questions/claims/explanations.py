"""What would give a claimed number about one bet, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from oddscalc._ask.query import Answer, Query, ask
from oddscalc._bets.compile import can_be_off
from oddscalc._exact.numbers import exact
from oddscalc._exact.printed import MONEY, ODDS, ONE_IN, PERCENT, PLAIN
from oddscalc._exact.values import Exact
from oddscalc._money.schedule import OddsSchedule
from oddscalc._questions.claims.candidates import Candidate, quantities
from oddscalc._questions.claims.otherprices import (
    other_commissions,
    other_notation,
    other_paytables,
    other_roundings,
    single_price,
)
from oddscalc._questions.claims.subject import Explanation, Single, Target, attempt, that_is
from oddscalc._rules import rulebook as rulebooks

MOST = 8
"""How many explanations are given."""

QUICK = ("one-roll", "race", "line", "bundle")
"""Kinds of bets that are solved at once: the others of a kind are tried."""

SCHEDULES = ("1x", "2x", "full-double", "345x", "3x", "5x", "10x", "20x", "100x")
STAKES = (5, 10, 20, 25)
"""Stakes that a loss may be meant for, if none is given."""


def explanations(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield what would give the claimed number, the likeliest first."""
    listed = [
        quantity
        for answer in subject.answers
        for quantity in quantities(answer, subject.rolls_per_hour)
    ]
    yield from same_bet(target, listed)
    for way in WAYS:
        yield from way(target, subject)
    stakes = () if subject.query.ticket.given else STAKES
    yield from slips(target, listed, stakes)


def same_bet(target: Target, listed: Sequence[Candidate]) -> Iterator[Explanation]:
    """Yield other quantities of the bet than those asked for, and what is not rounded."""
    claimed = target.claimed
    for quantity in listed:
        if target.wanted and quantity.meets(claimed):
            yield Explanation("quantity", f"that is the {quantity.says}", quantity)
    for quantity in listed:
        of_kind = quantity.may_be(claimed) and quantity.asked_as(target.wanted)
        if of_kind and claimed.truncates(quantity.value):
            how = f"that is truncated, not rounded, from the {quantity.says}"
            yield Explanation("truncated", how, quantity)
    flipped = replace(target, claimed=replace(claimed, in_favour=not claimed.in_favour))
    for quantity in listed:
        if claimed.kind == ODDS and flipped.is_hit_by(quantity):
            yield Explanation("side", f"that is the {quantity.says}", quantity)


def slips(
    target: Target,
    listed: Sequence[Candidate],
    stakes: Sequence[int] = (),
) -> Iterator[Explanation]:
    """Yield slips of notation: percent, odds and chances, multiples of money."""
    claimed = target.claimed
    if claimed.kind in (PLAIN, PERCENT):
        factor = Fraction(1, 100) if claimed.kind == PLAIN else Fraction(100)
        mark = "%" if claimed.kind == PLAIN else ""
        digits = claimed.text.strip().rstrip("%").strip()
        quantity = target.times(factor).hit(listed)
        yield from that_is("percent", f"{digits}{mark}, written {claimed.text.strip()}", quantity)
    if claimed.kind in (ODDS, ONE_IN):
        yield from _odds_for_chance(target, listed)
    if claimed.kind == MONEY:
        factors = (Fraction(2), Fraction(1, 2), Fraction(100), *map(Fraction, stakes))
        for factor in dict.fromkeys(factors):
            quantity = target.times(1 / factor).hit(listed, ("loss", "hour"))
            if quantity is not None:
                yield Explanation(
                    "times", f"that is {exact(factor)} times the {quantity.says}", quantity
                )


def _odds_for_chance(target: Target, listed: Sequence[Candidate]) -> Iterator[Explanation]:
    """Yield what is said as 1 in N but is N to 1, and the reverse."""
    claimed = target.claimed
    as_odds = claimed.kind == ONE_IN
    kind = ODDS if as_odds else ONE_IN
    other = replace(claimed, kind=kind)
    for quantity in listed:
        if quantity.meets(other):
            number = quantity.value.number if as_odds else 1 / quantity.value.number
            right = f"{exact(number)} to 1" if as_odds else f"1 in {exact(number)}"
            yield Explanation("odds", f"that is {right}: the {quantity.says}", quantity)


def other_readings(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield hits of readings of the text that were not asked for."""
    if subject.query.reading is None:
        return
    for answer in attempt(partial(ask, [subject.name], replace(subject.query, reading=None))) or []:
        quantity = target.hit(quantities(answer))
        yield from that_is("reading", f"reading '{answer.model.reading.name}'", quantity)


def other_bars(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield hits of variants of the bet, like another bar."""
    variants = rulebooks.shipped("variants")
    bet = subject.answers[0].model.bet
    asked = replace(subject.query, rules=variants, reading=None, paytable=None, prices=())
    for other, _ in variants:
        if other.id.startswith(f"{bet.id}-") and other.kind == bet.kind:
            for answer in attempt(partial(ask, [other.id], asked)) or []:
                quantity = target.hit(quantities(answer))
                yield from that_is("bar", other.id, quantity)


def other_rulebooks(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield hits of the same bet under another rulebook, at the same prices."""
    bet = subject.answers[0].model.bet
    for name in rulebooks.SHIPPED:
        rules = rulebooks.shipped(name)
        if name == subject.query.rules.id or not rules.authorises(bet.id):
            continue
        asked = replace(
            subject.query, rules=rules, reading=None, paytable=subject.paytable, prices=()
        )
        for answer in attempt(partial(ask, [bet.id], asked)) or []:
            quantity = target.hit(quantities(answer))
            model = answer.model
            reading = f", reading '{model.reading.name}'" if model.reading.says else ""
            yield from that_is("rules", f"under rules {name}{reading}", quantity)


def other_working(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield the hit of the bet being on, or off, on come-out rolls."""
    for solved in subject.solved:
        model = solved.model
        if not model.rules.come_out or not can_be_off(model.bet):
            continue
        working = "on" if model.off else "off"
        placing = replace(subject.query.placing, working=working)
        asked = replace(subject.query, placing=placing, reading=None)
        make = partial(_first_answer, subject.name, asked)
        quantity = target.hit_of(make)
        yield from that_is("working", f"with the bet {working} on come-out rolls", quantity)


def _first_answer(name: str, asked: Query) -> Answer:
    return ask([name], asked)[0]


def other_odds(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield hits of other odds behind a line bet, of none, and of a naive dilution."""
    model = subject.answers[0].model
    if model.bet.kind != "line":
        return
    given = subject.query.odds
    if given is not None:
        yield from _diluted(target, subject, given)
        flat = attempt(partial(_first_answer, subject.name, replace(subject.query, odds=None)))
        quantity = target.hit(quantities(flat)) if flat else None
        yield from that_is("odds-behind", "without odds", quantity)
    first = replace(subject.query, odds=OddsSchedule.parse("1x"), reading=model.reading.name)
    for text in SCHEDULES:
        odds = OddsSchedule.parse(text)
        make = partial(_first_answer, subject.name, replace(first, odds=odds))
        quantity = target.hit_of(make)
        if quantity is not None and str(odds) != str(given):
            yield from that_is("odds-behind", f"with {text} odds", quantity)


def _diluted(target: Target, subject: Single, given: OddsSchedule) -> Iterator[Explanation]:
    """Yield the flat edge spread over flat bet and odds as if odds were made every time."""
    flat = attempt(partial(_first_answer, subject.name, replace(subject.query, odds=None)))
    if flat is None or flat.value.house_edge is None:
        return
    edge = flat.value.house_edge.per_bet_made
    for multiple in sorted({*given.multiples.values(), given.every} - {Fraction(0)}):
        value = Exact(edge / (1 + multiple))
        quantity = Candidate("diluted", "edge of the flat bet over flat bet and odds", value)
        if quantity.meets(target.claimed):
            says = (
                f"that is the flat bet's {exact(edge)} over {exact(1 + multiple)}, as if odds"
                " were behind every bet"
            )
            yield Explanation("dilution", says, quantity)


def other_bets(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield the hits of other bets of the same kind, those alike in one line."""
    bet = subject.answers[0].model.bet
    if bet.kind not in QUICK:
        return
    asked = replace(subject.query, reading=None, prices=(), vig=())
    hits: dict[tuple[str, Fraction], tuple[list[str], Candidate]] = {}
    for other, wager in subject.query.rules:
        if other.kind != bet.kind or other.id == bet.id or wager.impossible:
            continue
        make = partial(_first_answer, other.id, asked)
        quantity = target.hit_of(make, ("made", "resolved", "roll", "against"))
        if quantity is not None:
            hits.setdefault((quantity.key, quantity.value.number), ([], quantity))[0].append(
                other.id
            )
    for names, quantity in hits.values():
        more = f" and {len(names) - 4} more" if len(names) > 4 else ""
        yield from that_is("bet", f"another bet, {', '.join(names[:4])}{more}", quantity)


Way = Callable[[Target, Single], Iterator[Explanation]]

WAYS: Sequence[Way] = (
    other_notation,
    other_commissions,
    other_roundings,
    other_readings,
    other_paytables,
    single_price,
    other_bars,
    other_odds,
    other_working,
    other_rulebooks,
    other_bets,
)
"""What is tried, the likeliest first."""
