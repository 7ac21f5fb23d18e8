"""Figures that others have printed, beside the exact values that the same questions have here.

``figures.toml`` says what each figure is about and how its print is read; the value and the
verdict are computed. The data is validated by the tests and read lightly.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import comb
from typing import Any, cast

from oddscalc._ask.asked import joint_query, query
from oddscalc._ask.joint import Portfolio, portfolio
from oddscalc._ask.options import Options
from oddscalc._ask.quantities import EDGES, QUANTITIES
from oddscalc._ask.query import Valued, ask
from oddscalc._bets.catalogue import Bet
from oddscalc._chain.duration import longer_than, pmf, quantile
from oddscalc._exact.numbers import as_fraction
from oddscalc._exact.printed import PUBLISHED, WORST, parse_print, readings
from oddscalc._exact.values import Exact
from oddscalc.errors import DataError

NO_CLAIM, NOT_EXPRESSIBLE = "not a claim", "not expressible"
VERDICTS = (*reversed(WORST), NO_CLAIM, NOT_EXPRESSIBLE)
"""Every verdict on a figure, in the order of the summary."""


@dataclass(frozen=True)
class FigureQuestion:
    """What is asked about bets.

    Args:
        asks: one of ``ASKED`` or, of a portfolio, of ``JOINT``.
        of: the outcomes meant by ``chance`` and ``odds-against``.
        n: a number of rolls, or of bets made one after another.
        k: how many of these are won.
        basis: what an edge or a deviation is a share of; the first basis by default.
        per: ``roll``; or, of a portfolio, ``decision``, a roll on which money changes hands.
        times: what the quantity is multiplied by: a stake, a number of games or rolls.
        side: ``player`` where losses are printed as negative.
    """

    asks: str
    of: tuple[str, ...] = ()
    n: int = 0
    k: int = 0
    basis: str | None = None
    per: str | None = None
    times: str = "1"
    side: str = "house"

    def __str__(self) -> str:
        number = {"wins": f"{self.k} of {self.n}"}.get(self.asks, str(self.n or ""))
        parts = [" ".join(filter(None, (self.asks, ", ".join(self.of), number)))]
        parts += [f"over {self.basis}"] if self.basis else []
        parts += [f"per {self.per}"] if self.per else []
        parts += [f"times {self.times}"] if self.times != "1" else []
        parts += ["as the player's"] if self.side == "player" else []
        return ", ".join(parts)

    def scaled(self, value: Exact, per: Fraction = Fraction(1)) -> Exact:
        """Return *value* divided by *per*, with the factor and the sign that are asked for."""
        factor = as_fraction(self.times, "a factor") / per
        return value.times(-factor if self.side == "player" else factor)


@dataclass(frozen=True)
class Check:
    """One number of a figure: where it is asked, what, how it is printed, and its exact value.

    *answered* are the answers, or the one portfolio, from which the value is.
    """

    asked: Mapping[str, Any]
    question: FigureQuestion
    reads: tuple[str, ...]
    value: Exact
    answered: tuple[Valued | Portfolio, ...]

    @property
    def verdicts(self) -> list[str]:
        """The verdict on each print of the number."""
        return [parse_print(text, PUBLISHED).verdict(self.value) for text in self.reads]


@dataclass(frozen=True)
class PrintedFigure:
    """A printed figure.

    Args:
        id: its number in the collection.
        says: what it is about.
        printed: the figure as printed.
        source: where.
        claim: whether it is an exact statement about a bet.
        why: what must be said about it.
        checks: its numbers; none if it is no claim or cannot be asked.
    """

    id: str
    says: str
    printed: str
    source: str
    claim: bool = True
    why: str = ""
    checks: tuple[Check, ...] = ()

    @property
    def verdict(self) -> str:
        """The worst verdict on its numbers."""
        if not self.claim:
            return NO_CLAIM
        verdicts = {verdict for check in self.checks for verdict in check.verdicts}
        return next((verdict for verdict in WORST if verdict in verdicts), NOT_EXPRESSIBLE)


@cache
def shipped() -> tuple[PrintedFigure, ...]:
    """Return every figure of ``figures.toml`` with its exact values, by id."""
    return figures(
        tomllib.loads(files("oddscalc._tables").joinpath("figures.toml").read_text("utf-8"))
    )


def figures(data: Mapping[str, Any]) -> tuple[PrintedFigure, ...]:
    """Return the figures of a TOML document that has been validated, by id.

    Raises:
        OddscalcError: a query cannot be answered, or bets that should be alike are not.
    """
    own = [Bet.from_toml(entry) for entry in data.get("bets", ())]
    by_id: dict[str, PrintedFigure] = {}
    more: list[tuple[str, Check]] = []
    for group in data["queries"]:
        asked = {key: value for key, value in group.items() if key not in ("figures", "also")}
        answered = _answered(asked, own)
        for entry in group.get("figures", ()):
            reads = tuple(entry.get("reads") or readings(entry["printed"]))
            check = _check(asked, answered, entry, reads)
            by_id[entry["id"]] = replace(_figure(entry, data), checks=(check,))
        for entry in group.get("also", ()):
            check = _check(asked, answered, entry, tuple(entry["reads"]))
            more.append((entry["id"], check))
    for figure, check in more:
        by_id[figure] = replace(by_id[figure], checks=(*by_id[figure].checks, check))
    for group in data["unasked"]:
        for entry in group["figures"]:
            by_id[entry["id"]] = replace(
                _figure(entry, data), claim=group["claim"], why=entry.get("why", group["why"])
            )
    return tuple(sorted(by_id.values(), key=lambda figure: figure.id))


def _figure(entry: Mapping[str, Any], data: Mapping[str, Any]) -> PrintedFigure:
    source = data["sources"][entry["source"]]
    return PrintedFigure(
        entry["id"], entry["says"], entry["printed"], source, why=entry.get("why", "")
    )


def _check(
    asked: Mapping[str, Any],
    answered: Sequence[Valued] | Portfolio,
    entry: Mapping[str, Any],
    reads: tuple[str, ...],
) -> Check:
    names = FigureQuestion.__dataclass_fields__
    parts = {key: value for key, value in entry.items() if key in names}
    question = FigureQuestion(**(parts | {"of": tuple(entry.get("of", ()))}))
    if isinstance(answered, Portfolio):
        return Check(asked, question, reads, _joint_value(answered, question), (answered,))
    values = [_value(answer, question) for answer in answered]
    if any(value != values[0] for value in values):
        bets = ", ".join(asked["bets"])
        raise DataError("figures.toml", [f"{entry['id']}: {bets} differ in {question}"])
    return Check(asked, question, reads, values[0], tuple(answered))


def _answered(asked: Mapping[str, Any], own: Sequence[Bet]) -> list[Valued] | Portfolio:
    """Return the answer for each bet of a query, one reading each, or the portfolio's value."""
    others = ("bets", "stakes", "until")
    options = cast(Options, {key: value for key, value in asked.items() if key not in others})
    if "stakes" in asked:
        return portfolio(list(asked["stakes"].items()), joint_query(options), asked["until"])
    bets, full = query(asked["bets"], options)
    mine = [bet for bet in own if bet.id in bets]
    answers = ask(bets, replace(full, rules=full.rules.with_own(mine)) if mine else full)
    if len(answers) != len(bets):
        raise DataError("figures.toml", [f"{', '.join(bets)}: name one of the readings"])
    return answers


def _value(answer: Valued, question: FigureQuestion) -> Exact:
    value = ASKED[question.asks](answer, question)
    return question.scaled(
        value, answer.value.expected_rolls if question.per == "roll" else Fraction(1)
    )


def _joint_value(joint: Portfolio, question: FigureQuestion) -> Exact:
    per = Fraction(1)
    if question.per == "decision":
        per = 1 - joint.net_win.even
    return question.scaled(Exact(JOINT[question.asks](joint)), per)


def _registered(word: str) -> Callable[[Valued, FigureQuestion], Exact]:
    """Return how a quantity of the registry is had, or an edge, by its word."""

    def had(answer: Valued, question: FigureQuestion) -> Exact:
        basis = question.basis or answer.value.bases[0].name
        named = {
            quantity.word or quantity.key: quantity
            for quantity in (*QUANTITIES.values(), *EDGES[basis])
        }
        number = named[word].exact(answer.value)
        assert number is not None
        return number

    return had


def _loss(answer: Valued, question: FigureQuestion) -> Exact:
    mean = answer.value.expected_value
    assert mean is not None
    return Exact(-mean)


def _chance(answer: Valued, question: FigureQuestion) -> Fraction:
    """Return the probability of the outcomes asked for, by default of all that win."""
    chances = {str(payoff.outcome): payoff.probability for payoff in answer.value.payoffs}
    if not question.of:
        return answer.value.win
    return sum((chances[name] for name in question.of), Fraction(0))


def _odds_against(answer: Valued, question: FigureQuestion) -> Fraction:
    chance = _chance(answer, question)
    return (1 - answer.value.push - chance) / chance


def _sd(answer: Valued, question: FigureQuestion) -> Exact:
    amounts = {basis.name: basis.amount for basis in answer.value.bases}
    sd = QUANTITIES["sd"].exact(answer.value)
    assert sd is not None
    return sd.times(1 / amounts[question.basis or "stake"])


def _wins(answer: Valued, question: FigureQuestion) -> Exact:
    """Return the chance of k wins in n such bets, each made once the one before is decided."""
    n, k, win = question.n, question.k, answer.value.win
    return Exact(comb(n, k) * win**k * (1 - win) ** (n - k))


_REGISTERED = ("made", "resolved", "action", "skewness", "win", "lose", "push", "rolls")

ASKED: Mapping[str, Callable[[Valued, FigureQuestion], Exact]] = {
    **{word: _registered(word) for word in _REGISTERED},
    "loss": _loss,
    "sd": _sd,
    "chance": lambda answer, question: Exact(_chance(answer, question)),
    "odds-against": lambda answer, question: Exact(_odds_against(answer, question)),
    "odds-for": lambda answer, question: Exact(1 / _odds_against(answer, question)),
    "wins": _wins,
    "later-rolls": lambda answer, _: Exact(answer.value.expected_rolls - 1),
    "median-rolls": lambda answer, _: Exact(Fraction(quantile(answer.model.chain()))),
    "decided-on": lambda answer, question: Exact(pmf(answer.model.chain(), question.n)[-1]),
    "undecided-after": lambda answer, question: Exact(
        longer_than(answer.model.chain(), question.n)
    ),
}
"""What can be asked about a bet.

The edges per bet made and per bet resolved; the expected loss per unit of stake; the expected
action; standard deviation and skewness of the net win; chances of a legal result or of outcomes;
odds against and for them, pushes left out; k wins in n bets; rolls to the decision, those after
the first, their median, and the chances of a decision on roll n or of none in n rolls.
"""

JOINT: Mapping[str, Callable[[Portfolio], Fraction]] = {
    "made": lambda value: value.house_edge.per_bet_made,
    "loss": lambda value: -value.expected_value,
}
"""What can be asked about a portfolio: the edge over the total stake, the loss in money."""


def counts(printed: Sequence[PrintedFigure]) -> Iterator[tuple[str, int]]:
    """Yield each verdict with the number of figures that have it."""
    for verdict in VERDICTS:
        yield verdict, sum(figure.verdict == verdict for figure in printed)
