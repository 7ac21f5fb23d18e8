"""The prices of a bet as unknowns, and the edge as a condition on them.

As long as nothing is rounded, the expected win is affine in each price, in a factor on all of
them, and in the rate of a commission: two values give the line, and so where any edge is reached.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._ask.query import Solved, Valued
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.compile import parts_of
from oddscalc._money.paytable import Paytable
from oddscalc._money.price import Price
from oddscalc._money.valuation import Value
from oddscalc.errors import RuleError, UnknownNameError

BASES = ("made", "resolved", "roll", "outlay")
"""What an edge may be a share of: ``share_of`` says what each means."""

MOST_BITS = 20_000
"""Bits that the numbers of a bet may have; with longer ones, every price would take minutes."""


@dataclass(frozen=True)
class Slot:
    """One price of a bet.

    Args:
        bet: the id under which a paytable holds it: the bet's, or that of a bundle's part.
        key: the outcome or part that it is for, as ``--pays`` names it.
        win: the probability that it is paid.
        lose: the probability that the stake it is paid on is lost.
        price: the present price; None if there is none.
        net: what that nets per unit staked on it, commission aside.
        part: whether it is the one price of a bundle's part.
    """

    bet: str
    key: str
    win: Fraction
    lose: Fraction
    price: Price | None
    net: Fraction | None
    part: bool = False


def solved_of(answer: Valued) -> Solved:
    """Return what *answer* was valued from, to be valued at other prices.

    Raises:
        RuleError: its numbers are too long for that.
    """
    value = answer.value
    numbers = [value.expected_rolls, *(payoff.probability for payoff in value.payoffs)]
    if max(number.denominator.bit_length() for number in numbers) > MOST_BITS:
        raise RuleError(
            f"the numbers of {answer.model.cited} have over {MOST_BITS:,} bits",
            code="numbers-too-long",
        )
    return answer.solved


def slots(solved: Solved, paytable: Paytable) -> list[Slot]:
    """Return the prices of a bet, of a bundle those of its parts, in printing order.

    >>> from oddscalc._ask.query import Query, prepare
    >>> (field,), customary = prepare(["field"], Query())
    >>> [(slot.key, str(slot.win), str(slot.price)) for slot in slots(field, customary)]
    [('2', '1/36', '2 to 1'), ('12', '1/36', '2 to 1'), ('other', '7/18', '1 to 1')]
    """
    model, probabilities = solved.model, solved.solution.probabilities
    pricing = paytable.pricing.get(model.bet.id)
    if model.bet.kind != "bundle" or (pricing and (pricing.whole or "win" in pricing.pays)):
        return _slots(solved, paytable, model.bet.id, probabilities)
    every: list[Slot] = []
    rule = {**model.bet.rule, **model.reading.rule}
    for position, part in enumerate(parts_of(rule, model.rules.catalogue)):
        ended: dict[Outcome, Fraction] = {}
        for outcome, probability in probabilities.items():
            inner = outcome.parts[position]
            ended[inner] = ended.get(inner, Fraction(0)) + probability
        alone = _slots(solved, paytable, part, ended)
        own = pricing.pays.get(part) if pricing else None
        if own is None and len(alone) > 1:
            every += alone
        elif alone:
            win = sum((slot.win for slot in alone), Fraction(0))
            price = own or alone[0].price
            net = _net(solved, part, price)
            every.append(Slot(model.bet.id, part, win, alone[0].lose, price, net, part=True))
    return every


def _slots(
    solved: Solved, paytable: Paytable, bet: str, probabilities: Mapping[Outcome, Fraction]
) -> list[Slot]:
    """Return a slot for each key under which *paytable* prices an outcome of a win."""
    pricing = paytable.pricing.get(bet)
    one_price = pricing is not None and "win" in pricing.pays
    wins: dict[str, Fraction] = {}
    for outcome, probability in probabilities.items():
        if outcome.result == "win":
            key = "win" if outcome.parts and one_price else outcome.key
            wins[key] = wins.get(key, Fraction(0)) + probability
    lose = sum((p for outcome, p in probabilities.items() if outcome.result == "lose"), Fraction(0))
    prices = {key: pricing.pays.get(key) if pricing else None for key in wins}
    return [
        Slot(bet, key, win, lose, prices[key], _net(solved, bet, prices[key]))
        for key, win in wins.items()
    ]


def _net(solved: Solved, bet: str, price: Price | None) -> Fraction | None:
    if price is None:
        return None
    return price.net(solved.true_odds(bet) if price.is_true_odds else None)


def at(paytable: Paytable, nets: Mapping[Slot, Fraction]) -> Paytable:
    """Return *paytable* with other prices; a net of -1 makes an outcome lose its stake."""
    for slot, net in nets.items():
        paytable = paytable.with_price(slot.bet, slot.key, Price.of_net(net))
    return paytable


def share_of(value: Value, basis: str) -> Fraction:
    """Return what an edge is a share of, per unit of flat stake.

    Args:
        value: the bet's value.
        basis: ``made``: the stake; ``resolved``: the part of it that is not returned; ``roll``: the
            stake for each roll until the decision; ``outlay``: the stake and a commission paid on
            top of it.

    Raises:
        UnknownNameError: there is no such basis.
    """
    if basis not in BASES:
        raise UnknownNameError.among("edge per", basis, BASES)
    usual = value.bases[0]
    if basis == "resolved":
        return usual.amount - usual.returned
    if basis == "roll":
        return usual.amount * value.expected_rolls
    return value.bases[-1].amount if basis == "outlay" else usual.amount


def edge_of(value: Value, basis: str) -> Fraction | None:
    """Return the house edge over *basis*; None without prices, or if all is returned.

    >>> from oddscalc._ask.query import Query, ask
    >>> buy = ask(["buy-4"], Query())[0].value
    >>> edge_of(buy, "made"), edge_of(buy, "outlay")
    (Fraction(1, 20), Fraction(1, 21))
    """
    share = share_of(value, basis)
    if value.expected_value is None or not share:
        return None
    return -value.expected_value / share


def surplus(value: Value, basis: str, target: Fraction) -> Fraction:
    """Return how much more the player wins than with an edge of *target*: 0 where it is met.

    Raises:
        RuleError: an outcome has no price.
    """
    if value.expected_value is None:
        raise RuleError("without prices there is no edge", code="no-price")
    return value.expected_value + target * share_of(value, basis)


def root(line: Callable[[Fraction], Fraction]) -> Fraction | None:
    """Return where *line*, which must be affine, is 0; None if it is the same everywhere.

    Raises:
        RuleError: it is no line. A commission on the greatest of several wins makes none.

    >>> root(lambda x: 3 * x - 2)
    Fraction(2, 3)
    """
    at_0, at_1 = line(Fraction(0)), line(Fraction(1))
    if at_0 == at_1:
        return None
    zero = at_0 / (at_0 - at_1)
    if line(zero) != 0:
        raise RuleError("the edge is not proportional to it: the commission is on the highest win")
    return zero
