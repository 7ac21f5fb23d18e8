"""What would give a claimed number about one bet, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from oddscalc._ask.query import Query, Valued, ask
from oddscalc._bets.compile import can_be_off
from oddscalc._exact.numbers import exact
from oddscalc._exact.printed import FOR, MONEY, ODDS, ONE_IN, PERCENT, PLAIN, spelled
from oddscalc._exact.values import Exact
from oddscalc._money.schedule import OddsSchedule
from oddscalc._questions.claims.candidates import AMOUNT, PRICE, Candidate, quantities
from oddscalc._questions.claims.number import AGAINST, IN_FAVOUR, Claimed
from oddscalc._questions.claims.otherprices import (
    other_commissions,
    other_notation,
    other_paytables,
    other_roundings,
    single_price,
)
from oddscalc._questions.claims.subject import Explanation, Single, Target, attempt, that_is
from oddscalc._questions.claims.timed import QUICK
from oddscalc._rules import rulebook as rulebooks

MOST = 5
"""How many explanations are given."""

SCHEDULES = ("1x", "2x", "full-double", "345x", "3x", "5x", "10x", "20x", "100x")
STAKES = (5, 10, 20, 25)
"""Stakes that a loss may be meant for, if none is given."""

LEAST_DIGITS = 2
"""Digits that a decimal must have for one more or less in the last of them to be a near miss."""


def explanations(target: Target, subject: Single) -> Iterator[Explanation]:
    """Yield what would give the claimed number, the likeliest first."""
    listed = [
        quantity
        for answer in subject.answers
        for quantity in quantities(answer, subject.rolls_per_hour)
    ]
    yield from slips(target, listed)
    yield from same_bet(target, listed)
    explained = False
    for way in WAYS:
        if explained and way in FAR_OFF:
            continue
        for explanation in way(target, subject):
            explained = explained or way not in FAR_OFF
            yield explanation
    if target.claimed.kind == MONEY and not subject.query.ticket.given:
        yield from multiples(target, listed, map(Fraction, STAKES))


def same_bet(target: Target, listed: Sequence[Candidate]) -> Iterator[Explanation]:
    """Yield what is nearly a quantity of the bet that was asked for, or is its other side."""
    claimed = target.claimed
    for quantity in listed:
        if target.is_wanted(quantity):
            yield from _near_miss(claimed, quantity)
    if claimed.kind == ODDS:
        yield from _other_side(target, listed)


def _other_side(target: Target, listed: Sequence[Candidate]) -> Iterator[Explanation]:
    """Yield that odds are said against what they are in favour of, or the reverse."""
    sides = [AGAINST, IN_FAVOUR]
    claimed = next((side for side in sides if side in (target.claimed.side, *target.wanted)), None)
    if claimed is None:
        return
    sides.remove(claimed)
    wanted = [name for name in target.wanted if name != claimed]
    flipped = Target(replace(target.claimed, side=sides[0]), wanted)
    for quantity in listed:
        if flipped.is_hit_by(quantity):
            yield Explanation("side", f"that is the {quantity.says}", quantity)


def _near_miss(claimed: Claimed, quantity: Candidate) -> Iterator[Explanation]:
    """Yield that a number is cut, rounded wrongly or one off in its last digit."""
    if claimed.truncates(quantity.value):
        how = f"that is truncated, not rounded, from the {quantity.says}"
        yield Explanation("truncated", how, quantity)
        return
    off, least = claimed.units_off(quantity.value), LEAST_DIGITS + (not claimed.print.places)
    if abs(off) != 1 or claimed.digits < least:
        return
    how = f"the last digit is 1 too {'high' if off > 0 else 'low'}"
    exactly = claimed.print.in_units(quantity.value)
    over = claimed.print.number - (exactly.number if exactly else 0)
    if exactly and not exactly.root and abs(over) * 10 ** (claimed.print.places or 0) < 1:
        how += ", rounded the wrong way"
    yield Explanation("last-digit", f"{how}, for the {quantity.says}", quantity)


def slips(target: Target, listed: Sequence[Candidate]) -> Iterator[Explanation]:
    """Yield slips of notation: percent, odds and chances, multiples of money."""
    claimed = target.claimed
    if claimed.kind in (PLAIN, PERCENT):
        factor = Fraction(1, 100) if claimed.kind == PLAIN else Fraction(100)
        mark = "%" if claimed.kind == PLAIN else ""
        digits = claimed.text.strip().rstrip("%").strip()
        quantity = target.times(factor).hit(listed)
        if quantity is not None and quantity.sort != AMOUNT:
            yield from that_is(
                "percent", f"{digits}{mark}, written {claimed.text.strip()}", quantity
            )
    if claimed.kind in (ODDS, ONE_IN):
        yield from _odds_for_chance(target, listed)
    if claimed.kind in (ODDS, FOR) and claimed.side is None:
        yield from _other_price(target, listed)
    if claimed.kind == MONEY:
        yield from multiples(target, listed, (Fraction(2), Fraction(1, 2), Fraction(100)))


def multiples(
    target: Target, listed: Sequence[Candidate], factors: Iterable[Fraction]
) -> Iterator[Explanation]:
    """Yield money that is so many times a loss."""
    for factor in factors:
        quantity = target.times(1 / factor).hit(listed, ("loss", "hour"))
        if quantity is not None:
            how = f"that is {exact(factor)} times the {quantity.says}"
            yield Explanation("times", how, quantity)


def _other_price(target: Target, listed: Sequence[Candidate]) -> Iterator[Explanation]:
    """Yield that a price is said to 1 but is for 1, or the reverse."""
    as_for = target.claimed.kind == ODDS
    net = target.claimed.print.number + (-1 if as_for else 1)
    for quantity in listed:
        is_wanted = quantity.asked_as(target.wanted)
        if is_wanted and quantity.sort == PRICE and quantity.value.number == net:
            right = spelled(FOR if as_for else ODDS, quantity.value).partition(" = ")[2]
            yield Explanation("notation", f"that is {right}: {quantity.says}", quantity)


def _odds_for_chance(target: Target, listed: Sequence[Candidate]) -> Iterator[Explanation]:
    """Yield what is said as 1 in N but is N to 1, and the reverse."""
    claimed = target.claimed
    as_odds = claimed.kind == ONE_IN
    kind = ODDS if as_odds else ONE_IN
    other = replace(claimed, print=replace(claimed.print, kind=kind))
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
    """Yield hits of the same bet under other rulebooks, at the same prices, alike in one line."""
    bet = subject.answers[0].model.bet
    hits: dict[tuple[str, Exact], tuple[list[str], Candidate]] = {}
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
            if quantity is not None:
                names, _ = hits.setdefault((quantity.key, quantity.value), ([], quantity))
                names.append(f"{name}{reading}")
    for names, quantity in hits.values():
        yield from that_is("rules", f"under rules {', '.join(names)}", quantity)


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


def _first_answer(name: str, asked: Query) -> Valued:
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
    other_rulebooks,
    other_bets,
    other_working,
)
"""What is tried, the likeliest first."""

FAR_OFF: Sequence[Way] = (other_rulebooks, other_bets, other_working)
"""What is only tried if nothing nearer gives the number."""
