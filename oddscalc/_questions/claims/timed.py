"""The quantities of a claim that are about rolls: the first one, points, when a bet is decided.

They need the chain of the bet, or steps of it, and are made only when they are looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from oddscalc._ask.query import Valued
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.line import COME_OUT, Line
from oddscalc._bets.odds import WithOdds
from oddscalc._chain.chain import Chain
from oddscalc._chain.duration import MOST_LISTED, cdf, moments, pmf, quantile
from oddscalc._dice.dice import ROLLS, Dice
from oddscalc._exact.values import Exact
from oddscalc._questions.claims.candidates import AMOUNT, CHANCE, DICE_ROLLS, NUMBER, Candidate

MOST_SEARCHED = 12
"""Rolls on which the decision of a bet is looked for, unless one is named."""

QUICK = ("one-roll", "race", "line", "bundle")
"""Kinds of bets whose chains are short."""


def first_roll(answer: Valued) -> Iterator[Candidate]:
    """Yield what may happen on the first roll, and of a line bet natural, craps and points.

    >>> from oddscalc._ask.query import Query, ask
    >>> found = {one.name: one.value for one in first_roll(ask(["pass"], Query())[0])}
    >>> print(found["natural"], found["point and win"], found["point 6 and win"])
    2/9 134/495 25/396
    """
    model = answer.model
    line = model.automaton.line if isinstance(model.automaton, WithOdds) else model.automaton
    if isinstance(line, Line) and line.takes_odds:
        yield from _line(answer, line, model.dice)
    ended: dict[Outcome, Fraction] = {}
    for state, probability in model.start().items():
        for roll in ROLLS:
            after = model.automaton.step(state, roll)
            if isinstance(after, Outcome):
                chance = probability * model.dice.probability([roll])
                ended[after] = ended.get(after, Fraction(0)) + chance
    for result, what in (("win", "win"), ("lose", "loss"), ("push", "push")):
        share = sum((p for pair, p in ended.items() if pair.result == result), Fraction(0))
        says = f"probability of a {what} on the first roll"
        yield Candidate(f"first {result}", says, Exact(share), CHANCE)
    yield from _won(answer, ended)


def _won(answer: Valued, ended: dict[Outcome, Fraction]) -> Iterator[Candidate]:
    """Yield the winnings on 36 rolls of a bet that is taken down after one roll."""
    nets = {payoff.outcome: payoff.net for payoff in answer.value.payoffs}
    won = [(chance, nets.get(outcome)) for outcome, chance in ended.items()]
    if answer.value.priced:
        total = sum(
            (chance * net for chance, net in won if net is not None and net > 0), Fraction()
        )
        says = f"expected winnings on {DICE_ROLLS} rolls, one for each bet, losses left out"
        amount = Exact(total * answer.ticket.stake * DICE_ROLLS)
        yield Candidate("won-36", says, amount, AMOUNT, of="rolls")


def _line(answer: Valued, line: Line, dice: Dice) -> Iterator[Candidate]:
    """Yield the come-out roll and the points of a line bet."""
    chances = {"natural": Fraction(0), "craps": Fraction(0), "point": Fraction(0)}
    points: dict[int, Fraction] = {}
    stays = Fraction(0)
    for roll in ROLLS:
        chance, after = dice.probability([roll]), line.step(COME_OUT, roll)
        if isinstance(after, Outcome):
            natural = after.result == ("lose" if line.against else "win")
            chances["natural" if natural else "craps"] += chance
        elif after == COME_OUT:
            stays += chance
            chances["craps"] += chance
        else:
            chances["point"] += chance
            points[after] = points.get(after, Fraction(0)) + chance
    for name, chance in chances.items():
        says = f"probability of a {name} on the come-out roll"
        yield Candidate(name, says.replace("a craps", "craps"), Exact(chance), CHANCE)
    totals = {
        point: dice.probability(roll for roll in ROLLS if sum(roll) == point)
        for point in (*points, 7)
    }
    sums = {"win": Fraction(0), "lose": Fraction(0)}
    for point, chance in points.items():
        made = totals[point] / (totals[point] + totals[7])
        yield Candidate(
            f"point {point}", f"probability of the point {point}", Exact(chance), CHANCE
        )
        for result in sums:
            share = chance / (1 - stays) * (made if (result == "win") != line.against else 1 - made)
            sums[result] += share
            name = f"point {point} and {result}"
            yield Candidate(name, f"probability of {name}", Exact(share), CHANCE)
    established = sum(sums.values())
    for result, share in sums.items():
        says = f"probability that a point is established and the bet {_ENDS[result]}"
        yield Candidate(f"point and {result}", says, Exact(share), CHANCE)
        if established:
            says = f"probability that the bet {_ENDS[result]}, given a point"
            yield Candidate(f"{result} given point", says, Exact(share / established), CHANCE)


_ENDS = {"win": "wins", "lose": "loses"}


def rolls(
    chain: Chain, wanted: Sequence[str] = (), most: int = MOST_SEARCHED, what: str = "decision"
) -> Iterator[Candidate]:
    """Yield when it is decided: on a roll, by a roll, not before; and how much that varies.

    Args:
        chain: of the bet, or of the hand.
        wanted: names like ``decided:40``, whose rolls are looked at also beyond *most*.
        most: up to which roll it is looked for.
        what: what a decision is called.

    >>> from oddscalc._chain.duration.hand import hand
    >>> found = {one.key: one.value for one in rolls(hand(), ["at-least:154"])}
    >>> print(found["rolls"], found["median rolls"], 1 // found["at-least:154"].number)
    1671/196 6 5590264071
    """
    named = [int(last) for name in wanted if (last := name.rpartition(":")[2]).isdecimal()]
    most = min(max([most, *named]), MOST_LISTED)
    shares, sums = pmf(chain, most), cdf(chain, most)
    held = moments(chain)
    middle = quantile(chain)
    yield Candidate("rolls", "expected rolls", Exact(held.mean), NUMBER, main=True)
    if middle is not None:
        yield Candidate("median rolls", "median of the rolls", Exact(Fraction(middle)), NUMBER)
    spread = Exact.root_of(held.variance)
    yield Candidate("sd of rolls", "standard deviation of the rolls", spread, NUMBER)
    yield Candidate("variance of rolls", "variance of the rolls", Exact(held.variance), NUMBER)
    for roll, (share, total) in enumerate(zip(shares, sums, strict=True), 1):
        of = str(roll)
        for name, says, chance in (
            ("decided", f"probability of a {what} on roll {roll}", share),
            ("by", f"probability of a {what} by roll {roll}", total),
            ("at-least", f"probability of {roll} rolls or more", 1 - total + share),
        ):
            if chance not in (0, 1):
                yield Candidate(name, says, Exact(chance), CHANCE, None, of)
