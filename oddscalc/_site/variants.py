"""The same bet otherwise: with odds, at other commissions, and in other rulebooks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from oddscalc._ask.query import Valued, solve_model
from oddscalc._money.commission import Commission
from oddscalc._money.schedule import OddsSchedule
from oddscalc._site.entries import WagerEntry
from oddscalc.errors import OddscalcError

ODDS = ("1x", "2x", "345x", "5x", "10x", "20x", "100x")
COMMISSIONS = tuple(
    f"5% of {base}, when {when}" for base in ("stake", "win") for when in ("placed", "won")
)


@dataclass(frozen=True)
class Variant:
    """A bet with odds or at a commission.

    Args:
        key: what of the calculator makes it: ``odds`` or ``vig``.
        choice: what that is set to.
        answer: the value.
    """

    key: str
    choice: str
    answer: Valued


def variants(answer: Valued, *, takes_odds: bool) -> list[Variant]:
    """Return *answer* with odds, if it takes any, or at the ways to charge its commission.

    >>> from oddscalc._ask.query import Query, ask
    >>> (answer,) = ask(["pass"], Query())
    >>> edges = [one.answer.value.house_edge for one in variants(answer, takes_odds=True)]
    >>> [str(edge.per_bet_made) for edge in edges[:3]] == ["7/825", "1/165", "7/1870"]
    True
    """
    if takes_odds:
        return list(_with_odds(answer))
    pricing = answer.paytable.pricing.get(answer.model.bet.id)
    if pricing is None or pricing.commission is None:
        return []
    return list(_charged(answer))


def _with_odds(answer: Valued) -> Iterator[Variant]:
    solved = solve_model(answer.model, OddsSchedule.parse(ODDS[0]))
    for text in ODDS:
        try:
            odds = replace(solved, odds=OddsSchedule.parse(text)).answer(answer.paytable)
        except OddscalcError:  # these odds are not made behind this bet
            continue
        yield Variant("odds", text, odds)


def _charged(answer: Valued) -> Iterator[Variant]:
    solved = answer.solved
    for text in COMMISSIONS:
        paytable = answer.paytable.with_commission(answer.model.bet.id, Commission.parse(text))
        yield Variant("vig", text, solved.answer(paytable))


@dataclass(frozen=True)
class Elsewhere:
    """The same bet in another rulebook: a reading of it there, and in what it differs from here."""

    entry: WagerEntry
    answer: Valued
    differs: str


def elsewhere(entry: WagerEntry, others: Sequence[WagerEntry]) -> list[Elsewhere]:
    """Return the readings of the bet of *entry* in other rulebooks among *others*."""
    if not entry.answers:
        return []
    here = entry.answers[0]
    return [
        Elsewhere(other, answer, differences(here, answer))
        for other in others
        if other.rules.id != entry.rules.id
        for answer in other.answers
    ]


def differences(here: Valued, there: Valued) -> str:
    """Return in words in what two answers about one bet differ.

    >>> from oddscalc._ask.query import Query, ask
    >>> from oddscalc._rules.rulebook import shipped
    >>> (here,), (there,) = (ask(["any-7"], Query(rules=shipped(x))) for x in ("standard", "us-pa"))
    >>> differences(here, there)
    'nothing'
    """
    texts = []
    if _chances(here) != _chances(there):
        texts.append("outcomes")
    if here.value.expected_rolls != there.value.expected_rolls:
        texts.append("rolls")
    if _nets(here) != _nets(there):
        texts.append("prices")
    return ", ".join(texts) or "nothing"


def _chances(answer: Valued) -> tuple[Fraction, Fraction, Fraction]:
    return answer.value.win, answer.value.lose, answer.value.push


def _nets(answer: Valued) -> set[tuple[str, Fraction | None]]:
    return {(payoff.outcome.key, payoff.net) for payoff in answer.value.payoffs}
