"""What would give a claimed number about one bet, the likeliest first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from oddscalc._ask.query import Answer, Query, ask
from oddscalc._bets.compile import can_be_off
from oddscalc._exact.numbers import exact
from oddscalc._exact.prints import Exact
from oddscalc._money.schedule import OddsSchedule
from oddscalc._questions.claims.candidates import Candidate, quantities
from oddscalc._questions.claims.number import MONEY, ODDS, ONE_IN, PERCENT, PLAIN, Claimed
from oddscalc._questions.claims.otherprices import (
    other_commissions,
    other_notation,
    other_paytables,
    other_roundings,
    single_price,
)
from oddscalc._questions.claims.subject import Explanation, Single, answer_hit, attempt, hit
from oddscalc._rules import rulebook as rulebooks

MOST = 8
"""How many explanations are given."""

QUICK = ("one-roll", "race", "line", "bundle")
"""Kinds of bets that are solved at once: the others of a kind are tried."""

SCHEDULES = ("1x", "2x", "full-double", "345x", "3x", "5x", "10x", "20x", "100x")
STAKES = (5, 10, 20, 25)
"""Stakes that a loss may be meant for, if none is given."""


def explanations(claimed: Claimed, found: Single, wanted: Sequence[str]) -> Iterator[Explanation]:
    """Yield what would give the claimed number, the likeliest first."""
    listed = [one for answer in found.answers for one in quantities(answer, found.rolls_per_hour)]
    yield from same_bet(claimed, listed, wanted)
    for way in WAYS:
        yield from way(claimed, found, wanted)
    stakes = () if found.query.ticket.given else STAKES
    yield from slips(claimed, listed, wanted, stakes)


def same_bet(
    claimed: Claimed, listed: Sequence[Candidate], wanted: Sequence[str]
) -> Iterator[Explanation]:
    """Yield other quantities of the bet than those asked for, and what is not rounded."""
    for one in listed:
        if wanted and one.meets(claimed):
            yield Explanation("quantity", f"that is the {one.says}", one)
    for one in listed:
        if one.may_be(claimed) and one.asked_as(wanted) and claimed.is_cut_of(one.value):
            told = f"that is truncated, not rounded, from the {one.says}"
            yield Explanation("truncated", told, one)
    flipped = replace(claimed, in_favour=not claimed.in_favour)
    for one in listed:
        if claimed.kind == ODDS and one.asked_as(wanted) and one.meets(flipped):
            yield Explanation("side", f"that is the {one.says}", one)


def slips(
    claimed: Claimed,
    listed: Sequence[Candidate],
    wanted: Sequence[str],
    stakes: Sequence[int] = (),
) -> Iterator[Explanation]:
    """Yield slips of notation: percent, odds and chances, multiples of money."""
    if claimed.kind in (PLAIN, PERCENT):
        factor = Fraction(1, 100) if claimed.kind == PLAIN else Fraction(100)
        mark = "%" if claimed.kind == PLAIN else ""
        digits = claimed.text.strip().rstrip("%").strip()
        one = hit(claimed.times(factor), listed, wanted)
        if one is not None:
            told = f"that is {digits}{mark}, written {claimed.text.strip()}: {one.says}"
            yield Explanation("percent", told, one)
    if claimed.kind in (ODDS, ONE_IN):
        yield from _odds_for_chance(claimed, listed)
    if claimed.kind == MONEY:
        factors = (Fraction(2), Fraction(1, 2), Fraction(100), *map(Fraction, stakes))
        for factor in dict.fromkeys(factors):
            one = hit(claimed.times(1 / factor), listed, wanted, ("loss", "hour"))
            if one is not None:
                yield Explanation("times", f"that is {exact(factor)} times the {one.says}", one)


def _odds_for_chance(claimed: Claimed, listed: Sequence[Candidate]) -> Iterator[Explanation]:
    """Yield what is said as 1 in N but is N to 1, and the reverse."""
    as_odds = claimed.kind == ONE_IN
    kind = ODDS if as_odds else ONE_IN
    other = replace(claimed, kind=kind, print=replace(claimed.print, one_in=not as_odds))
    for one in listed:
        if one.meets(other):
            number = one.value.number if as_odds else 1 / one.value.number
            right = f"{exact(number)} to 1" if as_odds else f"1 in {exact(number)}"
            yield Explanation("odds", f"that is {right}: the {one.says}", one)


def other_readings(claimed: Claimed, found: Single, wanted: Sequence[str]) -> Iterator[Explanation]:
    """Yield hits of readings of the text that were not asked for."""
    if found.query.reading is None:
        return
    for answer in attempt(partial(ask, [found.name], replace(found.query, reading=None))) or []:
        one = hit(claimed, quantities(answer), wanted)
        if one is not None:
            told = f"that is reading '{answer.model.reading.name}': {one.says}"
            yield Explanation("reading", told, one)


def other_bars(claimed: Claimed, found: Single, wanted: Sequence[str]) -> Iterator[Explanation]:
    """Yield hits of variants of the bet, like another bar."""
    variants = rulebooks.shipped("variants")
    bet = found.answers[0].model.bet
    asked = replace(found.query, rules=variants, reading=None, paytable=None, prices=())
    for other, _ in variants:
        if other.id.startswith(f"{bet.id}-") and other.kind == bet.kind:
            for answer in attempt(partial(ask, [other.id], asked)) or []:
                one = hit(claimed, quantities(answer), wanted)
                if one is not None:
                    yield Explanation("bar", f"that is {other.id}: {one.says}", one)


def other_rulebooks(
    claimed: Claimed, found: Single, wanted: Sequence[str]
) -> Iterator[Explanation]:
    """Yield hits of the same bet under another rulebook, at the same prices."""
    bet = found.answers[0].model.bet
    for name in rulebooks.SHIPPED:
        rules = rulebooks.shipped(name)
        if name == found.query.rules.id or not rules.authorises(bet.id):
            continue
        asked = replace(found.query, rules=rules, reading=None, paytable=found.paytable, prices=())
        for answer in attempt(partial(ask, [bet.id], asked)) or []:
            one = hit(claimed, quantities(answer), wanted)
            if one is not None:
                model = answer.model
                reading = f", reading '{model.reading.name}'" if model.reading.says else ""
                told = f"that is under rules {name}{reading}: {one.says}"
                yield Explanation("rules", told, one)


def other_working(claimed: Claimed, found: Single, wanted: Sequence[str]) -> Iterator[Explanation]:
    """Yield the hit of the bet being on, or off, on come-out rolls."""
    for solved in found.solved:
        model = solved.model
        if not model.rules.come_out or not can_be_off(model.bet):
            continue
        working = "on" if model.off else "off"
        placing = replace(found.query.placing, working=working)
        asked = replace(found.query, placing=placing, reading=None)
        make = partial(_first_answer, found.name, asked)
        one = answer_hit(claimed, make, wanted)
        if one is not None:
            told = f"that is with the bet {working} on come-out rolls: {one.says}"
            yield Explanation("working", told, one)


def _first_answer(name: str, asked: Query) -> Answer:
    return ask([name], asked)[0]


def other_odds(claimed: Claimed, found: Single, wanted: Sequence[str]) -> Iterator[Explanation]:
    """Yield hits of other odds behind a line bet, of none, and of a naive dilution."""
    model = found.answers[0].model
    if model.bet.kind != "line":
        return
    given = found.query.odds
    if given is not None:
        yield from _diluted(claimed, found, given)
        flat = attempt(partial(_first_answer, found.name, replace(found.query, odds=None)))
        one = hit(claimed, quantities(flat), wanted) if flat else None
        if one is not None:
            yield Explanation("odds-behind", f"that is without odds: {one.says}", one)
    first = replace(found.query, odds=OddsSchedule.parse("1x"), reading=model.reading.name)
    for text in SCHEDULES:
        odds = OddsSchedule.parse(text)
        make = partial(_first_answer, found.name, replace(first, odds=odds))
        one = answer_hit(claimed, make, wanted)
        if one is not None and str(odds) != str(given):
            yield Explanation("odds-behind", f"that is with {text} odds: {one.says}", one)


def _diluted(claimed: Claimed, found: Single, given: OddsSchedule) -> Iterator[Explanation]:
    """Yield the flat edge spread over flat bet and odds as if odds were made every time."""
    flat = attempt(partial(_first_answer, found.name, replace(found.query, odds=None)))
    if flat is None or flat.value.house_edge is None:
        return
    edge = flat.value.house_edge.per_bet_made
    for multiple in sorted({*given.multiples.values(), given.every} - {Fraction(0)}):
        value = Exact(edge / (1 + multiple))
        one = Candidate("diluted", "edge of the flat bet over flat bet and odds", value)
        if one.meets(claimed):
            says = (
                f"that is the flat bet's {exact(edge)} over {exact(1 + multiple)}, as if odds"
                " were behind every bet"
            )
            yield Explanation("dilution", says, one)


def other_bets(claimed: Claimed, found: Single, wanted: Sequence[str]) -> Iterator[Explanation]:
    """Yield the hits of other bets of the same kind, those alike in one line."""
    bet = found.answers[0].model.bet
    if bet.kind not in QUICK:
        return
    asked = replace(found.query, reading=None, prices=(), vig=())
    hits: dict[tuple[str, Fraction], tuple[list[str], Candidate]] = {}
    for other, wager in found.query.rules:
        if other.kind != bet.kind or other.id == bet.id or wager.impossible:
            continue
        make = partial(_first_answer, other.id, asked)
        one = answer_hit(claimed, make, wanted, ("made", "resolved", "roll", "against"))
        if one is not None:
            hits.setdefault((one.key, one.value.number), ([], one))[0].append(other.id)
    for names, one in hits.values():
        more = f" and {len(names) - 4} more" if len(names) > 4 else ""
        told = f"that is another bet, {', '.join(names[:4])}{more}: {one.says}"
        yield Explanation("bet", told, one)


Way = Callable[[Claimed, Single, Sequence[str]], Iterator[Explanation]]

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
