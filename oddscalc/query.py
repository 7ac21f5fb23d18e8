"""Answering a query: the value of every reading of the wagers asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from oddscalc.bets.automaton import Outcome
from oddscalc.bets.catalogue import Bet
from oddscalc.bets.compile import can_be_off, compile_bet, price_keys
from oddscalc.bets.table import COMING_OUT
from oddscalc.dice import Dice
from oddscalc.errors import RuleError, UnknownNameError
from oddscalc.model import Model, Placing, model
from oddscalc.paytables import paytable as paytables
from oddscalc.paytables.pay import Paid, pay, pay_bundle
from oddscalc.paytables.paytable import Paytable
from oddscalc.paytables.price import Price
from oddscalc.rulebooks import rulebook as rulebooks
from oddscalc.rulebooks.rulebook import Rulebook
from oddscalc.valuation import Value, weigh

DEFAULT_PAYTABLE = "customary"


@dataclass(frozen=True)
class GivenPrice:
    """A price given in the query: for one bet, or for every bet asked that has the outcome."""

    key: str
    price: Price
    bet: str | None = None

    @classmethod
    def parse(cls, text: str) -> GivenPrice:
        """Read ``[BET:]OUTCOME=PRICE``.

        >>> GivenPrice.parse("horn:craps-12=30 for 1").bet
        'horn'
        """
        target, equals, price = text.partition("=")
        if not equals or not target.strip():
            raise UnknownNameError(f"{text!r}: write OUTCOME=PRICE or BET:OUTCOME=PRICE")
        bet, colon, key = target.rpartition(":")
        return cls(key.strip(), Price.parse(price), bet.strip() if colon else None)


@dataclass(frozen=True)
class Query:
    """What is asked, apart from the bets.

    Args:
        rules: the rulebook.
        paytable: the paytable; the rulebook's own by default, or else ``customary``.
        reading: the name of the only reading wanted; None for all.
        placing: how the bet is placed.
        prices: prices that replace the paytable's.
    """

    rules: Rulebook = field(default_factory=lambda: rulebooks.shipped("standard"))
    paytable: Paytable | None = None
    reading: str | None = None
    placing: Placing = field(default_factory=Placing)
    prices: tuple[GivenPrice, ...] = ()


@dataclass(frozen=True)
class Answer:
    """The value of one reading of one wager."""

    model: Model
    paytable: Paytable
    paid: Paid
    value: Value


def ask(names: Sequence[str], query: Query) -> list[Answer]:
    """Return one answer for each reading of each bet called one of *names*.

    Raises:
        UnknownNameError: a bet, reading or outcome has no such name.
        RuleError: a bet is not authorised, impossible, or may not be placed like this.
    """
    asked = models(names, query)
    paytable = _paytable(query, list({one.bet.id: one.bet for one in asked}.values()))
    return [_answer(one, paytable) for one in asked]


def models(names: Sequence[str], query: Query) -> list[Model]:
    """Return one model for each reading of each bet called one of *names*.

    Raises:
        UnknownNameError: a bet or reading has no such name.
        RuleError: a bet is not authorised, impossible, or may not be placed like this.
    """
    found = [query.rules.find(name) for name in names]
    return [
        model(query.rules, bet, wager, reading, query.placing)
        for bet, wager in {bet.id: (bet, wager) for bet, wager in found}.values()
        for reading in (wager.readings if query.reading is None else [wager.reading(query.reading)])
    ]


def ask_all(query: Query) -> tuple[list[Answer], list[str]]:
    """Return the answers for every wager of the rulebook, and why some have none.

    A wager without the reading that was asked for is left out silently; ``working = off`` leaves
    alone the bets that cannot be off.
    """
    paytable = _paytable(query, [bet for bet, wager in query.rules if not wager.impossible])
    answers, left_out = list[Answer](), list[str]()
    for bet, wager in query.rules:
        placing = query.placing
        if placing.working == "off" and not can_be_off(bet):
            placing = replace(placing, working=None)
        named = [wager.reading(query.reading)] if query.reading in wager.reading_names else []
        try:
            answers += [
                _answer(model(query.rules, bet, wager, reading, placing), paytable)
                for reading in (wager.readings if query.reading is None else named)
            ]
        except RuleError as error:
            left_out.append(str(error))
    if not answers and query.reading:
        raise UnknownNameError(f"no wager of {query.rules.id} has a reading {query.reading!r}")
    return answers, left_out


def _answer(asked: Model, paytable: Paytable) -> Answer:
    from oddscalc.solve import solve

    solution = solve(asked.chain())
    outcomes = list(solution.probabilities)

    def true_odds(bet: str) -> Fraction:
        if bet == asked.bet.id and asked.dice == Dice.fair():
            return _odds_against(solution.probabilities)
        return _fair_odds_against(asked, bet)

    if asked.bet.kind == "bundle":
        parts = {**asked.bet.rule, **asked.reading.rule}["parts"]
        paid = pay_bundle(asked.bet.id, parts, outcomes, paytable, true_odds)
    else:
        paid = pay(asked.bet.id, outcomes, paytable, true_odds)
    value = weigh(solution.probabilities, paid.nets, solution.expected_rolls, paid.outlay)
    return Answer(asked, paytable, paid, value)


def _odds_against(probabilities: Mapping[Outcome, Fraction]) -> Fraction:
    """Return lose : win."""
    sums = {"win": Fraction(0), "lose": Fraction(0), "push": Fraction(0)}
    for outcome, probability in probabilities.items():
        sums[outcome.result] += probability
    if sums["win"] == 0:
        raise RuleError("a bet that cannot win has no true odds")
    return sums["lose"] / sums["win"]


def _fair_odds_against(asked: Model, bet: str) -> Fraction:
    """Return lose : win of *bet* with fair dice, working at all times."""
    from oddscalc.chain import explore
    from oddscalc.solve import solve

    automaton = compile_bet(asked.rules.catalogue[bet], asked.rules.catalogue)
    start = {automaton.start(COMING_OUT): Fraction(1)}
    return _odds_against(solve(explore(automaton, start, Dice.fair())).probabilities)


def _paytable(query: Query, asked: Sequence[Bet]) -> Paytable:
    """Return the paytable with the prices given in the query.

    Raises:
        UnknownNameError: a given price is for no bet that was asked, or for no outcome of it.
    """
    paytable = query.paytable or paytables.shipped(query.rules.prices or DEFAULT_PAYTABLE)
    catalogue = query.rules.catalogue
    keys = {bet.id: price_keys(bet, catalogue) for bet in asked}
    parts = {part for bet in asked if bet.kind == "bundle" for part in bet.rule["parts"]}
    keys |= {part: price_keys(catalogue[part], catalogue) for part in parts if part not in keys}
    for given in query.prices:
        if given.bet is None:
            bets = [bet.id for bet in asked if given.key in keys[bet.id]]
        else:
            bet_id = catalogue.find(given.bet).id
            if bet_id not in keys:
                raise UnknownNameError(f"a price is given for {bet_id}, which was not asked for")
            bets = [bet_id] if given.key in keys[bet_id] else []
            keys = {bet_id: keys[bet_id]} | keys
        if not bets:
            bet_id, known = next(iter(keys.items()))
            raise UnknownNameError(
                f"no winning outcome {given.key!r} to be priced; {bet_id} has {', '.join(known)}"
            )
        for bet_id in bets:
            paytable = paytable.with_price(bet_id, given.key, given.price)
    return paytable
