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
from oddscalc._questions.compare.sidebyside import figures, valued
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
    paytables = [paytable or rules.valued_at for rules in (rules_a, rules_b)]
    wagers: list[Difference] = []
    unchanged: list[str] = []
    for bet, wager in rules_a:
        before = Clause(rules_a, bet, wager, paytables[0])
        if rules_b.authorises(bet.id):
            other = rules_b.catalogue[bet.id]
            difference = _compared(
                before, Clause(rules_b, other, rules_b.wager(bet.id), paytables[1])
            )
        else:
            difference = _alone(before, ONLY_A)
        if difference:
            wagers.append(difference)
        else:
            unchanged.append(bet.id)
    wagers, kin = _beside_kin(wagers, (rules_a, paytables[0]), (rules_b, paytables[1]))
    wagers += [
        _alone(Clause(rules_b, bet, wager, paytables[1]), ONLY_B)
        for bet, wager in rules_b
        if not rules_a.authorises(bet.id) and bet.id not in kin
    ]
    header = field_changes(rules_a, rules_b, ("id", "wagers", "own_bets"))
    header += change("points", table_of(rules_a).points, table_of(rules_b).points)
    header += change("bets that are no wager", _spare(rules_a), _spare(rules_b))
    basis = " and ".join(dict.fromkeys(prices.id for prices in paytables))
    basis = f"valued at the prices of {basis}"
    return Comparison(
        "rulebook", name_a, name_b, basis, tuple(header), tuple(wagers), tuple(unchanged)
    )


def _beside_kin(
    wagers: list[Difference], a: tuple[Rulebook, Paytable], b: tuple[Rulebook, Paytable]
) -> tuple[list[Difference], set[str]]:
    """Return *wagers* with those of A alone put beside their kin that B has, and the latter's ids.

    Kin are line bets of one side that are made at the same time, such as don't pass bets with
    another bar.
    """
    (rules_a, prices_a), (rules_b, prices_b) = a, b
    lone = [(bet, wager) for bet, wager in rules_b if not rules_a.authorises(bet.id)]
    differences: list[Difference] = []
    kin: set[str] = set()
    for difference in wagers:
        near: list[tuple[Bet, Wager]] = []
        if difference.where == ONLY_A:
            bet, wager = rules_a.catalogue[difference.bet], rules_a.wager(difference.bet)
            near = [pair for pair in lone if _is_kin((bet, wager), pair)]
            before = Clause(rules_a, bet, wager, prices_a)
        for other, theirs in near:
            kin.add(other.id)
            both = _compared(before, Clause(rules_b, other, theirs, prices_b))
            differences.append(replace(both, bet=f"{bet.id} / {other.id}"))
        if not near:
            differences.append(difference)
    return differences, kin


def _is_kin(pair: tuple[Bet, Wager], other: tuple[Bet, Wager]) -> bool:
    (a, of_a), (b, of_b) = pair, other
    if of_a.impossible or of_b.impossible or {a.kind, b.kind} != {"line"}:
        return False
    same = all(a.rule.get(key) == b.rule.get(key) for key in ("side", "points", "out"))
    return same and of_a.when == of_b.when


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
        changes = [Change(each.what, each.after, each.before) for each in changes]
        numbers = [SideBySide(each.reading, each.what, each.after, each.before) for each in numbers]
    difference = Difference(clause.bet.id, clause.bet.name, where, tuple(changes))
    return replace(difference, figures=tuple(numbers), notes=tuple(dict.fromkeys(notes)))


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
    for old, new in pairs:
        if possible and old and new:
            label = label_of(a, b, old, new)
            met = _partings(a, b, old, new, label)
            partings += met
            what = f"reading {label}: definition" if label else "definition"
            note = "" if any(not each.at_table for each in met) else _REWRITTEN
            changes += change(what, a.rule(old), b.rule(new), note)
        elif old and new:
            changes += change("definition", a.rule(old), b.rule(new))
    for old, new in pairs:
        more, why = _figures(a, b, old, new, same=not partings)
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
    in_a, in_b = ({reading.name: reading for reading in side} for side in (a, b))
    usual = a[0].name not in in_b and b[0].name not in in_a
    pairs: list[tuple[Reading | None, Reading | None]] = [
        (old, b[0] if usual and old is a[0] else in_b.get(old.name)) for old in a
    ]
    taken = {new.name for _, new in pairs if new}
    return pairs + [(None, new) for new in b if new.name not in taken]


def label_of(a: Clause, b: Clause, old: Reading | None, new: Reading | None) -> str:
    """Return what a pair of readings is called; nothing where both sides have one only."""
    if len(a.wager.readings) == len(b.wager.readings) == 1:
        return ""
    return " / ".join(dict.fromkeys(each.name for each in (old, new) if each))


def _reading_changes(
    a: tuple[Reading, ...],
    b: tuple[Reading, ...],
    pairs: list[tuple[Reading | None, Reading | None]],
) -> list[Change]:
    """Return what the readings say differently, the definitions apart."""
    changes: list[Change] = []
    for old, new in pairs:
        if old and new:
            label = " / ".join(dict.fromkeys((old.name, new.name)))
            changes += change("reading name", old.name, new.name)
            for what in field_changes(old, new, ("name", "rule")):
                changes.append(replace(what, what=f"reading {label}: {what.what}"))
        elif old:
            changes.append(Change("reading only in A", (_said(old),), ()))
        elif new:
            changes.append(Change("reading only in B", (), (_said(new),)))
    names_a, names_b = ([reading.name for reading in side] for side in (a, b))
    before = tuple(name for name in names_a if name in names_b)
    after = tuple(name for name in names_b if name in names_a)
    return changes + change("order of readings", before, after, "the first one is the usual one")


def _said(reading: Reading) -> str:
    works = f" (working: {reading.working})" if reading.working else ""
    return f"{reading.name}: {reading.says}{works}"


def _partings(a: Clause, b: Clause, old: Reading, new: Reading, label: str) -> list[Parting]:
    """Return where the bets part if they work at all times, and where as the rulebooks say."""
    places = _places(a, b)
    try:
        bare = parting(a.automaton(old, off=False), b.automaton(new, off=False), places)
        partings = named(bare, label)
        if a.off(old) or b.off(new):
            off = a.automaton(old, off=a.off(old)), b.automaton(new, off=b.off(new))
            partings += named(parting(*off, places), label, at_table=True)
    except RuleError as error:
        raise error.at(a.bet.id) from None
    return partings


def _places(a: Clause, b: Clause) -> list[Placed]:
    """Return where both tables may stand; where the two rulebooks share none, where each may."""
    shared: list[Placed] = [(place, place) for place in a.places if place in b.places]
    return shared or [(a.places[0], b.places[0])]


def _figures(
    a: Clause, b: Clause, old: Reading | None, new: Reading | None, *, same: bool
) -> tuple[list[SideBySide], list[str]]:
    """Return the numbers of a pair of readings, and why some are missing.

    Args:
        a: the clause in A.
        b: the clause in B.
        old: the reading in A.
        new: the reading in B.
        same: whether every sequence of rolls is decided alike.
    """
    alike = same and a.places == b.places and old is not None and new is not None
    if alike and a.paytable == b.paytable and a.wager.impossible == b.wager.impossible:
        return [], []
    before = None if old is None or a.wager.impossible else _solved(a, old)
    after = None
    if new is not None and not b.wager.impossible:
        after = _solved(b, new, before if alike else None)
    value_a, why = valued(before, a.paytable)
    value_b, why_not = valued(after, b.paytable)
    label = label_of(a, b, old, new)
    return figures(label, value_a, value_b), [*why, *why_not]


def _solved(clause: Clause, reading: Reading, like: Solved | None = None) -> Solved:
    """Return the exact solution, that of *like* if it is the same chain."""
    asked = model(clause.rules, clause.bet, clause.wager, reading, Placing())
    return Solved(asked, like.solution) if like else solve_model(asked)
