"""Two paytables, wager by wager."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction

from oddscalc._ask.query import Solved, solve_model
from oddscalc._bets.catalogue import Bet
from oddscalc._bets.compile import parts_of
from oddscalc._chain.model import Placing, model
from oddscalc._exact.numbers import exact
from oddscalc._money.paytable import Paytable, Pricing
from oddscalc._money.price import Price
from oddscalc._money.valuation import Value
from oddscalc._questions.compare.differences import (
    BOTH,
    ONLY_A,
    ONLY_B,
    Change,
    Comparison,
    Difference,
    SideBySide,
    change,
    field_changes,
)
from oddscalc._questions.compare.sidebyside import figures, valued
from oddscalc._rules.rulebook import SHIPPED, Rulebook, Wager, shipped
from oddscalc.errors import ChainError, RuleError

_PRICED = ("pays", "given", "given_commission")
_NOTHING = Pricing({}, "", "")


@dataclass
class _Rules:
    """Under which rules each bet is valued: those given, or the first that authorise it."""

    given: Rulebook | None
    solutions: dict[str, tuple[list[Solved], list[str]]] = field(default_factory=dict)

    def books(self) -> Iterator[Rulebook]:
        if self.given is not None:
            yield self.given
        else:
            yield from map(shipped, SHIPPED)

    def find(self, bet: str) -> tuple[Rulebook, Bet, Wager] | None:
        """Return the first rulebook that authorises *bet*, with its clause."""
        for rules in self.books():
            if rules.authorises(bet) and not rules.wager(bet).impossible:
                return rules, rules.catalogue[bet], rules.wager(bet)
        return None

    def name(self, bet: str) -> str:
        """Return the name of *bet*, its id if no rulebook has it."""
        rules = next((rules for rules in self.books() if bet in rules.catalogue), None)
        return rules.catalogue[bet].name if rules else bet

    def solved(self, bet: str) -> tuple[list[Solved], list[str]]:
        """Return the solution of every reading of *bet*, or why there is none."""
        if bet not in self.solutions:
            self.solutions[bet] = self._solve(bet)
        return self.solutions[bet]

    def bundles(self) -> dict[str, set[str]]:
        """Return the parts of every bundle that may be made, under any of its readings."""
        bundles: dict[str, set[str]] = {}
        for rules in self.books():
            for bet, wager in rules:
                if bet.kind != "bundle" or bet.id in bundles or wager.impossible:
                    continue
                definitions = [{**bet.rule, **reading.rule} for reading in wager.readings]
                bundles[bet.id] = {
                    part for rule in definitions for part in parts_of(rule, rules.catalogue)
                }
        return bundles

    def _solve(self, bet: str) -> tuple[list[Solved], list[str]]:
        clause = self.find(bet)
        if clause is None:
            by = "no rulebook" if self.given is None else f"{self.given.id} does not"
            return [], [f"no edge: {by} authorise{'s' if self.given is None else ''} it"]
        rules, known, wager = clause
        try:
            return [
                solve_model(model(rules, known, wager, reading, Placing()))
                for reading in wager.readings
            ], []
        except ChainError as error:
            return [], [f"no edge: {error}"]


def compare_paytables(
    a: tuple[str, Paytable], b: tuple[str, Paytable], rules: Rulebook | None = None
) -> Comparison:
    """Return every difference of two paytables, each given with its label.

    Ids are labels too and are not compared; everything else is. A price that is written
    differently is a difference even if it pays the same, and is told as such.

    Args:
        a: the first.
        b: the second.
        rules: the rulebook for the edges; by default the first shipped one that authorises the bet.

    >>> from oddscalc._money.paytable import shipped
    >>> found = compare_paytables(
    ...     ("customary", shipped("customary")), ("las-vegas-felt", shipped("las-vegas-felt"))
    ... )
    >>> print(*next(one for one in found.wagers if one.bet == "any-7").changes[0].after)
    5 for 1 = 4 to 1
    """
    (name_a, before), (name_b, after) = a, b
    under = _Rules(rules)
    bundles = under.bundles()
    bets = dict.fromkeys([*before.pricing, *after.pricing, *bundles])
    wagers: list[Difference] = []
    unchanged: list[str] = []
    for bet in bets:
        priced = bet in before.pricing or bet in after.pricing
        parts = bundles.get(bet, set())
        if all(before.pricing.get(part) == after.pricing.get(part) for part in (bet, *parts)):
            difference = None
        else:
            difference = _compared(bet, before, after, under, bundle=bool(parts))
        if difference:
            wagers.append(difference)
        elif priced:
            unchanged.append(bet)
    header = field_changes(before, after, ("id", "pricing", "own"))
    basis = "edges under the first rulebook that authorises the bet"
    if rules is not None:
        basis = f"edges under {rules.id}"
    return Comparison(
        "paytable", name_a, name_b, basis, tuple(header), tuple(wagers), tuple(unchanged)
    )


def _compared(
    bet: str, before: Paytable, after: Paytable, under: _Rules, *, bundle: bool
) -> Difference:
    """Return the difference in the prices of *bet*, false if there is none."""
    old, new = before.pricing.get(bet), after.pricing.get(bet)
    where = ONLY_B if old is None and new else ONLY_A if new is None and old else BOTH
    solved, notes = under.solved(bet)
    changes: list[Change] = []
    numbers: list[SideBySide] = []
    true_odds = _true_odds(bet, solved)
    if old or new:
        changes = _price_changes(old or _NOTHING, new or _NOTHING, true_odds)
        changes += field_changes(old or _NOTHING, new or _NOTHING, _PRICED)
    if where == ONLY_A:
        changes = [replace(what, after=()) for what in changes]
    elif where == ONLY_B:
        changes = [replace(what, before=()) for what in changes]
    for reading in solved:
        value, why = valued(reading, before)
        then, why_not = valued(reading, after)
        if bundle:
            changes += _net_changes(value, then)
        several = len(reading.model.wager.readings) > 1
        label = reading.model.reading.name if several else ""
        numbers += figures(label, value, then)
        notes = [*notes, *why, *why_not]
    return Difference(
        bet,
        under.name(bet),
        where,
        tuple(dict.fromkeys(changes)),
        (),
        tuple(numbers),
        tuple(dict.fromkeys(notes)),
    )


def _true_odds(bet: str, solved: list[Solved]) -> Fraction | None:
    """Return lose : win of *bet*; None if it cannot be said."""
    try:
        return solved[0].true_odds(bet) if solved else None
    except RuleError:
        return None


def _price_changes(old: Pricing, new: Pricing, true_odds: Fraction | None) -> list[Change]:
    """Return the prices that are written differently, outcome by outcome."""
    changes: list[Change] = []
    for key in dict.fromkeys([*old.pays, *new.pays]):
        before, after = old.pays.get(key), new.pays.get(key)
        pays_same = (
            before is not None
            and after is not None
            and _net(before, true_odds) == _net(after, true_odds) is not None
        )
        note = "pays the same, written differently" if pays_same else ""
        changes += change(
            f"price of {key}", price_text(before, true_odds), price_text(after, true_odds), note
        )
    return changes


def _net(price: Price, true_odds: Fraction | None) -> Fraction | None:
    return None if price.is_true_odds and true_odds is None else price.net(true_odds)


def price_text(price: Price | None, true_odds: Fraction | None = None) -> str | None:
    """Return *price* as it is written, then in both notations.

    >>> price_text(Price.parse("31 for 1")), price_text(Price.parse("18 to 10"))
    ('31 for 1 = 30 to 1', '18 to 10 = 9 to 5 = 14 for 5')
    """
    if price is None:
        return None
    written = str(price)
    if _net(price, true_odds) is None:
        return written
    both = price.both(true_odds).split(" = ")
    return " = ".join([written, *(text for text in both if text != written)])


def _net_changes(before: Value | None, after: Value | None) -> list[Change]:
    """Return what the outcomes of a bundle net differently, through its parts' prices as well."""
    old, new = (
        {str(payoff.outcome): payoff.net for payoff in side.payoffs} if side else {}
        for side in (before, after)
    )
    return [
        difference
        for outcome in dict.fromkeys([*old, *new])
        for difference in change(
            f"net of '{outcome}' per unit staked", _net_text(old, outcome), _net_text(new, outcome)
        )
    ]


def _net_text(nets: dict[str, Fraction | None], outcome: str) -> str | None:
    net = nets.get(outcome)
    return None if net is None else exact(net)
