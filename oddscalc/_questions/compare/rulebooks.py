"""Two rulebooks, wager by wager."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from oddscalc._ask.query import Solved, solve_model
from oddscalc._bets.automaton import Automaton
from oddscalc._bets.catalogue import Bet
from oddscalc._bets.compile import compile_bet, number_against_seven
from oddscalc._chain.model import Placing, model, table_of
from oddscalc._money.paytable import Paytable
from oddscalc._questions.compare.differences import (
    BOTH,
    ONLY_A,
    ONLY_B,
    Change,
    Comparison,
    Difference,
    Parting,
    SideBySide,
    change,
    field_changes,
)
from oddscalc._questions.compare.partings import Placed, named, parting
from oddscalc._questions.compare.sidebyside import figures, prices_of, valued
from oddscalc._rules.rulebook import Reading, Rulebook, Wager
from oddscalc.errors import RuleError

_REWRITTEN = "every sequence of rolls is decided as before"


@dataclass(frozen=True)
class Clause:
    """One wager on one bet in one rulebook, with the prices at which it is valued."""

    rules: Rulebook
    bet: Bet
    wager: Wager
    paytable: Paytable

    @property
    def places(self) -> list[int | None]:
        """Where the table may stand when the bet is placed; None on a come-out."""
        if not self.rules.come_out or self.wager.when in ("come-out", "new-shooter"):
            return [None]
        if self.wager.when == "point":
            return [number_against_seven(self.bet)]
        points: list[int | None] = list(table_of(self.rules).points)
        return points if self.wager.when == "after-come-out" else [None, *points]

    def rule(self, reading: Reading) -> dict[str, Any]:
        """Return the definition: the bet's kind and parameters, those of *reading* replaced."""
        return {"kind": self.bet.kind, **self.bet.rule, **reading.rule}

    def off(self, reading: Reading) -> bool:
        """Return whether the bet is off on come-out rolls."""
        return (reading.working or self.wager.working) == "off"

    def automaton(self, reading: Reading, *, off: bool) -> Automaton:
        """Return the automaton, off on come-out rolls or not."""
        return compile_bet(
            self.bet,
            self.rules.catalogue,
            override=reading.rule,
            table=table_of(self.rules),
            off=off,
        )


def compare_rulebooks(
    a: tuple[str, Rulebook], b: tuple[str, Rulebook], paytable: Paytable | None = None
) -> Comparison:
    """Return every difference of two rulebooks, each given with its label.

    Ids are labels too and are not compared; everything else is.

    Args:
        a: the first.
        b: the second.
        paytable: the prices for both; by default each is valued at its own, or customary, ones.

    Raises:
        OddscalcError: a wager cannot be solved or compared; the message names it.

    >>> from oddscalc._rules.rulebook import shipped
    >>> found = compare_rulebooks(("us-ma", shipped("us-ma")), ("us-pa", shipped("us-pa")))
    >>> pushed = next(one for one in found.wagers if one.bet == "dont-pass")
    >>> [one.what for one in pushed.changes if one.what.startswith("reading")]
    ['reading name', 'reading returned / usual: says', 'reading only in A']
    """
    (name_a, rules_a), (name_b, rules_b) = a, b
    prices = [paytable or prices_of(rules) for rules in (rules_a, rules_b)]
    wagers: list[Difference] = []
    unchanged: list[str] = []
    for bet, wager in rules_a:
        before = Clause(rules_a, bet, wager, prices[0])
        if rules_b.authorises(bet.id):
            other = rules_b.catalogue[bet.id]
            found = _compared(before, Clause(rules_b, other, rules_b.wager(bet.id), prices[1]))
        else:
            found = _alone(before, ONLY_A)
        if found:
            wagers.append(found)
        else:
            unchanged.append(bet.id)
    wagers += [
        _alone(Clause(rules_b, bet, wager, prices[1]), ONLY_B)
        for bet, wager in rules_b
        if not rules_a.authorises(bet.id)
    ]
    header = field_changes(rules_a, rules_b, ("id", "wagers", "own_bets"))
    header += change("points", table_of(rules_a).points, table_of(rules_b).points)
    header += change("bets that are no wager", _spare(rules_a), _spare(rules_b))
    basis = " and ".join(dict.fromkeys(one.id for one in prices))
    basis = f"valued at the prices of {basis}"
    return Comparison(
        "rulebook", name_a, name_b, basis, tuple(header), tuple(wagers), tuple(unchanged)
    )


def _spare(rules: Rulebook) -> dict[str, Bet]:
    """Return the rulebook's own bets that only serve as parts of others, or not at all."""
    return {bet.id: bet for bet in rules.own_bets if not rules.authorises(bet.id)}


def _alone(clause: Clause, where: str) -> Difference:
    """Return what there is to know of a wager on one side only."""
    changes = field_changes(Wager((), "", (), ""), clause.wager, ("bets", "readings", "defects"))
    numbers: list[SideBySide] = []
    notes: list[str] = []
    if not clause.wager.impossible:
        for reading in clause.wager.readings:
            value, why = valued(_solved(clause, reading), clause.paytable)
            label = reading.name if len(clause.wager.readings) > 1 else ""
            numbers += figures(label, None, value)
            notes += why
    if where == ONLY_A:
        changes = [Change(one.what, one.after, one.before) for one in changes]
        numbers = [SideBySide(one.reading, one.what, one.after, one.before) for one in numbers]
    found = Difference(clause.bet.id, clause.bet.name, where, tuple(changes))
    return replace(found, figures=tuple(numbers), notes=tuple(dict.fromkeys(notes)))


def _compared(a: Clause, b: Clause) -> Difference:
    """Return the difference of one bet's clauses, false if there is none."""
    changes = field_changes(a.wager, b.wager, ("bets", "readings"))
    for what in ("name", "aliases", "source"):
        changes += change(f"bet {what}", getattr(a.bet, what), getattr(b.bet, what))
    pairs = paired(a.wager.readings, b.wager.readings)
    changes += _reading_changes(a.wager.readings, b.wager.readings, pairs)
    partings: list[Parting] = []
    numbers: list[SideBySide] = []
    notes: list[str] = []
    possible = not (a.wager.impossible or b.wager.impossible)
    for one, other in pairs:
        if possible and one and other:
            label = label_of(a, b, one, other)
            met = _partings(a, b, one, other, label)
            partings += met
            what = f"reading {label}: definition" if label else "definition"
            note = "" if any(not each.at_table for each in met) else _REWRITTEN
            changes += change(what, a.rule(one), b.rule(other), note)
        elif one and other:
            changes += change("definition", a.rule(one), b.rule(other))
    for one, other in pairs:
        more, why = _figures(a, b, one, other, same=not partings)
        numbers += more
        notes += why
    return Difference(
        a.bet.id,
        a.bet.name,
        BOTH,
        tuple(changes),
        tuple(partings),
        tuple(numbers),
        tuple(dict.fromkeys(notes)),
    )


def paired(
    a: tuple[Reading, ...], b: tuple[Reading, ...]
) -> list[tuple[Reading | None, Reading | None]]:
    """Return the readings in pairs: those of one name, and the usual ones if neither has a twin.

    >>> [(one and one.name, other and other.name) for one, other in paired(
    ...     (Reading("returned"), Reading("stays")), (Reading(),))]
    [('returned', 'usual'), ('stays', None)]
    """
    in_a, in_b = ({one.name: one for one in side} for side in (a, b))
    usual = a[0].name not in in_b and b[0].name not in in_a
    found: list[tuple[Reading | None, Reading | None]] = [
        (one, b[0] if usual and one is a[0] else in_b.get(one.name)) for one in a
    ]
    taken = {other.name for _, other in found if other}
    return found + [(None, other) for other in b if other.name not in taken]


def label_of(a: Clause, b: Clause, one: Reading | None, other: Reading | None) -> str:
    """Return what a pair of readings is called; nothing where both sides have one only."""
    if len(a.wager.readings) == len(b.wager.readings) == 1:
        return ""
    return " / ".join(dict.fromkeys(each.name for each in (one, other) if each))


def _reading_changes(
    a: tuple[Reading, ...],
    b: tuple[Reading, ...],
    pairs: list[tuple[Reading | None, Reading | None]],
) -> list[Change]:
    """Return what the readings say differently, the definitions apart."""
    found: list[Change] = []
    for one, other in pairs:
        if one and other:
            label = " / ".join(dict.fromkeys((one.name, other.name)))
            found += change("reading name", one.name, other.name)
            for what in field_changes(one, other, ("name", "rule")):
                found.append(replace(what, what=f"reading {label}: {what.what}"))
        elif one:
            found.append(Change("reading only in A", (_said(one),), ()))
        elif other:
            found.append(Change("reading only in B", (), (_said(other),)))
    common = {one.name for one in a} & {one.name for one in b}
    before, after = (tuple(one.name for one in side if one.name in common) for side in (a, b))
    return found + change("order of readings", before, after, "the first one is the usual one")


def _said(reading: Reading) -> str:
    works = f" (working: {reading.working})" if reading.working else ""
    return f"{reading.name}: {reading.says}{works}"


def _partings(a: Clause, b: Clause, one: Reading, other: Reading, label: str) -> list[Parting]:
    """Return where the bets part if they work at all times, and where as the rulebooks say."""
    places = _places(a, b)
    try:
        bare = parting(a.automaton(one, off=False), b.automaton(other, off=False), places)
        found = named(bare, label)
        if a.off(one) or b.off(other):
            off = a.automaton(one, off=a.off(one)), b.automaton(other, off=b.off(other))
            found += named(parting(*off, places), label, at_table=True)
    except RuleError as error:
        raise error.at(a.bet.id) from None
    return found


def _places(a: Clause, b: Clause) -> list[Placed]:
    """Return where both tables may stand; where the two rulebooks share none, where each may."""
    shared: list[Placed] = [(place, place) for place in a.places if place in b.places]
    return shared or [(a.places[0], b.places[0])]


def _figures(
    a: Clause, b: Clause, one: Reading | None, other: Reading | None, *, same: bool
) -> tuple[list[SideBySide], list[str]]:
    """Return the numbers of a pair of readings, and why some are missing.

    Args:
        a: the clause in A.
        b: the clause in B.
        one: the reading in A.
        other: the reading in B.
        same: whether every sequence of rolls is decided alike.
    """
    alike = same and a.places == b.places and one is not None and other is not None
    if alike and a.paytable == b.paytable and a.wager.impossible == b.wager.impossible:
        return [], []
    before = None if one is None or a.wager.impossible else _solved(a, one)
    after = None
    if other is not None and not b.wager.impossible:
        after = _solved(b, other, before if alike else None)
    old, why = valued(before, a.paytable)
    new, why_not = valued(after, b.paytable)
    label = label_of(a, b, one, other)
    return figures(label, old, new), [*why, *why_not]


def _solved(clause: Clause, reading: Reading, like: Solved | None = None) -> Solved:
    """Return the exact solution, that of *like* if it is the same chain."""
    asked = model(clause.rules, clause.bet, clause.wager, reading, Placing())
    return Solved(asked, like.solution) if like else solve_model(asked)
