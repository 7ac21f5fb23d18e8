"""What the pages are about: each wager of a rulebook, with its answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any

from oddscalc._ask.query import Valued
from oddscalc._bets.catalogue import Bet
from oddscalc._chain.chain import Chain
from oddscalc._chain.duration import pmf
from oddscalc._money.paytable import Paytable
from oddscalc._proof.certificate import Proven, certificate
from oddscalc._questions.explained import Explained
from oddscalc._rules.rulebook import Rulebook, Wager
from oddscalc._show.charts import MOST_BARS, Drawn, nets_chart, rolls_chart
from oddscalc._show.words.plainrule import plain_rule
from oddscalc._site.calculator import calculator
from oddscalc._site.picture import MOST_STATES, Picture, PictureStep, picture, steps
from oddscalc._site.pricelists import at_each_price

MOST_ROLLS = 30
"""Rolls of the longest chart; what is decided later is one column."""

_ENOUGH = Fraction(49, 50)  # a chart ends where so much is decided


@dataclass(frozen=True)
class WagerEntry:
    """One wager of one rulebook.

    Args:
        rules: the rulebook.
        bet: the bet.
        wager: the clause.
        answers: one for each reading, at the rulebook's prices; none if it cannot be valued.
    """

    rules: Rulebook
    bet: Bet
    wager: Wager
    answers: tuple[Valued, ...]

    @property
    def stem(self) -> str:
        """The path of its page and files, without their endings."""
        return f"bets/{self.rules.id}/{self.bet.id}"

    @property
    def names(self) -> list[str]:
        """What the text and others call it, each name once."""
        return list(dict.fromkeys([self.bet.name, *self.wager.names, *self.bet.aliases]))

    @property
    def without_value(self) -> str:
        """What stands where there is no answer."""
        return "impossible" if self.wager.impossible else "no value"

    def title(self, answer: Valued) -> str:
        """Return the bet's name, with the reading's where there are several."""
        several = len(self.wager.readings) > 1
        return f"{self.bet.name} ({answer.model.reading.name})" if several else self.bet.name


def entries(rules: Rulebook, answers: Iterable[Valued]) -> list[WagerEntry]:
    """Return every wager of *rules* with those of *answers* that are its own."""
    by_bet: dict[str, list[Valued]] = {}
    for answer in answers:
        by_bet.setdefault(answer.model.bet.id, []).append(answer)
    return [WagerEntry(rules, bet, wager, tuple(by_bet.get(bet.id, ()))) for bet, wager in rules]


@dataclass(frozen=True)
class Detail:
    """What a page shows of one reading beside its figures.

    Args:
        answer: the reading at the rulebook's prices.
        prices: it at these and all other price lists.
        states: how many states its chain has.
        picture: the chain; None if it is too large.
        steps: the ways on from each state; none if it is too large.
        decided: the probabilities of a decision on roll 1, 2, ...; the last is of any later roll.
        charts: of net wins and of rolls, where there is more than one.
        calculator: what values it anew on the page; None without a price.
        rule: how the bet is decided, in plain words.
        certificate: the proof.
    """

    answer: Valued
    prices: list[Valued]
    states: int
    picture: Picture | None
    steps: list[PictureStep]
    decided: list[Fraction]
    charts: list[Drawn]
    calculator: dict[str, Any] | None
    rule: list[str]
    certificate: str

    @property
    def proof(self) -> str | None:
        """The certificate, if it is short enough to stand on the page."""
        return self.certificate if len(self.certificate) <= LONGEST_PROOF else None


LONGEST_PROOF = 40_000
"""Bytes of a certificate that stands on the page itself, to be checked without a request."""


def detail(answer: Valued, lists: Sequence[Paytable] = ()) -> Detail:
    """Return what a page shows of *answer*, at own *lists* of prices too."""
    chain = answer.model.chain()
    small = len(chain.states) <= MOST_STATES
    explained = Explained(answer.model, chain, answer.solved.solution)
    decided = decided_by_roll(chain)
    return Detail(
        answer=answer,
        prices=at_each_price(answer, lists),
        states=len(chain.states),
        picture=picture(explained) if small else None,
        steps=steps(explained) if small else [],
        decided=decided,
        charts=_charts(answer, decided),
        calculator=calculator(answer, chain),
        rule=plain_rule(answer.model),
        certificate=certificate(answer, Proven.of(chain)),
    )


def decided_by_roll(chain: Chain) -> list[Fraction]:
    """Return the probabilities of a decision on roll 1, 2, ..., and last on any later roll.

    There are as many as decide 98 of 100 bets, up to ``MOST_ROLLS``; they sum to 1.
    """
    chances = pmf(chain, MOST_ROLLS)
    sums = list(accumulate(chances))
    enough = next((n for n, total in enumerate(sums, start=1) if total >= _ENOUGH), MOST_ROLLS)
    return [*chances[:enough], 1 - sums[enough - 1]]


def _charts(answer: Valued, decided: list[Fraction]) -> list[Drawn]:
    """Return the charts that show more than one number."""
    charts = []
    net_win = answer.value.net_win
    if net_win is not None and 1 < len(net_win) <= MOST_BARS:
        charts.append(nets_chart(net_win))
    if decided[0] != 1:
        charts.append(rolls_chart(decided))
    return charts
