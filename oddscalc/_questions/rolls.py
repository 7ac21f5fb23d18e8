"""Asking how long bets last, and the shooter's hand: all that is printed about rolls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from oddscalc._ask.query import Query, models
from oddscalc._bets.automaton import Outcome
from oddscalc._bets.catalogue import listed
from oddscalc._chain.chain import Chain
from oddscalc._chain.duration import (
    Moments,
    at_least,
    cdf,
    moments,
    moments_by_outcome,
    most_rolls,
    pmf,
    quantiles,
)
from oddscalc._chain.duration.hand import Hand, hand
from oddscalc._chain.model import Model, start_of, table_of
from oddscalc._dice.dice import Dice
from oddscalc._exact.numbers import exact, parse_rate
from oddscalc.errors import LimitError, RangeError, RuleError, UnknownNameError

if TYPE_CHECKING:
    from oddscalc._questions.symbols.generating import GeneratingFunction

HAND = "hand"
"""The name of the shooter's hand, which is no bet."""

USUAL_SHARES = (Fraction(9, 10), Fraction(99, 100), Fraction(999, 1000))


@dataclass(frozen=True)
class Question:
    """What is asked about the rolls.

    Args:
        given: the outcome that is given to come about, as ``win``, a tier, or both; None for all.
        pmf: for how many rolls the probability of a decision on each is wanted.
        cdf: for how many rolls that of a decision by each is wanted.
        shares: whose quantiles are wanted; None for some usual ones, as far as they are found.
        at_least: numbers of rolls; the probabilities of so many or more are wanted.
        pgf: whether the generating function is wanted.
    """

    given: str | None = None
    pmf: int = 10
    cdf: int = 0
    shares: tuple[Fraction, ...] | None = None
    at_least: tuple[int, ...] = ()
    pgf: bool = False


@dataclass(frozen=True)
class Subject:
    """What lasts for some rolls: a bet under one reading, or the shooter's hand.

    Args:
        id: of the bet, or ``hand``.
        name: what people call it.
        rules: the id of the rulebook.
        where: where the table stands at the beginning.
        chain: its chain.
        model: the model of the bet; None for the hand.
        notes: what must be said of a hand.
    """

    id: str
    name: str
    rules: str
    where: str
    chain: Chain
    model: Model | None
    notes: tuple[str, ...] = ()

    @property
    def reading(self) -> str:
        """The reading of the text; a hand has only one."""
        return "usual" if self.model is None else self.model.reading.name

    @property
    def other_readings(self) -> list[str]:
        """The names of the text's other readings."""
        readings = () if self.model is None else self.model.wager.readings
        return [reading.name for reading in readings if reading.name != self.reading]


@dataclass(frozen=True)
class Rolls:
    """The answer: everything is conditional on the outcomes given, but for *pgf*.

    Args:
        subject: what it is about.
        question: what was asked.
        moments: mean and variance, with the probability of the outcomes given.
        median: the median; None if it is beyond ``most_rolls``.
        quantiles: for each share the least rolls; None likewise.
        pmf: the probabilities of a decision on roll 1, 2, ...
        cdf: those of a decision by roll 1, 2, ..., at least as many as *pmf*.
        tails: for each number of rolls, the probability of so many or more.
        outcomes: the moments given each outcome.
        pgf: the generating function of the rolls to the outcomes given, whose coefficients are
            not conditional: they sum to the probability of these outcomes.
    """

    subject: Subject
    question: Question
    moments: Moments
    median: int | None
    quantiles: dict[Fraction, int | None]
    pmf: list[Fraction]
    cdf: list[Fraction]
    tails: dict[int, Fraction]
    outcomes: dict[Outcome, Moments]
    pgf: GeneratingFunction | None


def rolls(names: Sequence[str], query: Query, question: Question | None = None) -> list[Rolls]:
    """Return how long each of the bets called one of *names* lasts, under one reading each.

    Args:
        names: ids or names of bets, or ``hand`` for the shooter's hand.
        query: rules, reading (the usual one by default) and placing; prices do not matter.
        question: what is asked.

    Raises:
        UnknownNameError: a bet, reading or outcome has no such name.
        RuleError: a bet may not be placed like this, or the outcome given cannot come about; or a
            chain is too large for the generating function.
        NumberError: a share is not from 0 up to below 1, or too many rolls are asked for.

    >>> (found,) = rolls(["pass"], Query(), Question(pmf=2, shares=(Fraction(9, 10),)))
    >>> found.moments.mean, found.moments.variance, found.median
    (Fraction(557, 165), Fraction(245672, 27225), 2)
    >>> found.pmf, found.quantiles
    ([Fraction(1, 3), Fraction(61, 324)], {Fraction(9, 10): 7})
    >>> rolls(["hand"], Query())[0].moments.mean
    Fraction(1671, 196)
    """
    question = question or Question()
    return [_answer(subject, question) for name in names for subject in _subjects(name, query)]


def share_of(text: str) -> Fraction:
    """Return a share of all bets, for which a quantile is asked.

    Raises:
        NumberError: it is no number from 0 up to below 1.

    >>> share_of("0.9"), share_of("90%")
    (Fraction(9, 10), Fraction(9, 10))
    """
    return _checked(parse_rate(text))


def _checked(share: Fraction) -> Fraction:
    if not 0 <= share < 1:
        raise RangeError(
            f"a quantile at {exact(share)}: the share of bets that are decided must be from 0 up to"
            " below 1, like 0.9"
        )
    return share


def _answer(subject: Subject, question: Question) -> Rolls:
    chain = subject.chain
    given = None if question.given is None else _outcomes_named(subject, question.given)
    shares = USUAL_SHARES if question.shares is None else question.shares
    median, *waits = quantiles(chain, [Fraction(1, 2), *map(_checked, shares)], given)
    if question.shares is not None and None in waits:
        raise LimitError(
            f"a quantile of {subject.id} at a share so near to 1 lies beyond roll"
            f" {most_rolls(chain.rows):,}, the last to which its chain is followed"
        )
    pgf = None
    if question.pgf:
        from oddscalc._questions.symbols.generating import generating_function

        pgf = generating_function(chain, given)
    return Rolls(
        subject,
        question,
        moments(chain, given),
        median,
        dict(zip(shares, waits, strict=True)),
        pmf(chain, question.pmf, given),
        cdf(chain, max(question.pmf, question.cdf), given),
        {n: at_least(chain, n, given) for n in question.at_least},
        moments_by_outcome(chain),
        pgf,
    )


def _outcomes_named(subject: Subject, name: str) -> tuple[Outcome, ...]:
    """Return the outcomes called *name*: ``win``, a tier, or ``win`` and a tier.

    Raises:
        UnknownNameError: none is, or a tier is of several results.
    """
    outcomes = subject.chain.outcomes
    if subject.model is None:
        raise RuleError("a shooter's hand ends with a seven-out alone; leave --given out")
    name = " ".join(name.split()).lower()
    if name in ("win", "lose", "push"):
        named = tuple(outcome for outcome in outcomes if outcome.result == name)
    else:
        named = tuple(
            outcome for outcome in outcomes if name in (str(outcome).lower(), _tier(outcome))
        )
        if len(named) > 1:
            names = [str(outcome) for outcome in named]
            several = " and ".join(map(repr, names))
            raise UnknownNameError(
                f"{name!r} can mean {several} of {subject.id}; write one of them",
                names,
                code="ambiguous-name",
            )
    if not named:
        known = dict.fromkeys([*(outcome.result for outcome in outcomes), *map(str, outcomes)])
        raise UnknownNameError(
            f"{subject.id} has no outcome {name!r}; it has {', '.join(known)}", known
        )
    return named


def _tier(outcome: Outcome) -> str | None:
    return None if outcome.tier is None else outcome.tier.lower()


def _subjects(name: str, query: Query) -> list[Subject]:
    if name.strip().lower() == HAND and HAND not in query.rules.catalogue:
        return [_hand(query)]
    by_bet: dict[str, Model] = {}
    for model in models([name], query):
        by_bet.setdefault(model.bet.id, model)
    return [
        Subject(bet, model.bet.name, model.rules.id, model.where, model.chain(), model)
        for bet, model in by_bet.items()
    ]


def _hand(query: Query) -> Subject:
    """Return the shooter's hand under the rules of *query*.

    Raises:
        RuleError: they have no come-out roll, or the table cannot stand there; a reading or a
            working rule is given, which a hand does not have.
    """
    rules, placing = query.rules, query.placing
    if not rules.come_out:
        raise RuleError(f"{rules.id} has no come-out roll, and so no shooter's hand")
    for what, asked in (("reading", query.reading), ("working", placing.working)):
        if asked not in (None, "usual"):
            raise RuleError(f"a shooter's hand is no bet: leave --{what} out")
    table, where = table_of(rules), placing.where or "come-out"
    wheres = ("come-out", "on", *map(str, table.points))
    if where not in wheres:
        raise RuleError(
            f"the table cannot stand on {where!r}; it can on {', '.join(wheres)}",
            code="unknown-name",
        )
    start = start_of(Hand(table), where, placing.dice, table)
    notes = [f"a 7 on a point of {listed([*map(str, table.points)], 11)} ends the hand"]
    if placing.dice != Dice.fair():
        notes.append(f"dice given in the query: {placing.dice.described}")
    chain = hand(table, placing.dice, start)
    return Subject(HAND, "Shooter's hand", rules.id, where, chain, None, tuple(notes))
