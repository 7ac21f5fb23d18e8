"""``net``: the distribution of a net win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from oddscalc._ask.asked import refuse_unknown
from oddscalc._ask.joint import Portfolio
from oddscalc._ask.options import Options
from oddscalc._ask.query import Valued
from oddscalc._exact.numbers import decimal
from oddscalc._face.shown import Shown, parts_of
from oddscalc._face.subjects import Bet, name_of, subject_of
from oddscalc._money.netwin import NetWin
from oddscalc._show.document import Document
from oddscalc._show.words import net as words


@dataclass(frozen=True, repr=False)
class NetAnswer(Shown, NetWin):
    """How probable each net win is; all numbers are exact Fractions.

    Args:
        subject: what was bet; of a bet the net wins are per unit of flat stake, of bets made
            together in the money of their stakes.

    >>> answer = net("field")
    >>> answer
    <NetAnswer: field, 3 net wins, mean -0.05555555556, standard deviation 1.078693769>
    >>> tuple((net, str(chance)) for net, chance in answer)
    ((Fraction(-1, 1), '5/9'), (Fraction(1, 1), '7/18'), (Fraction(2, 1), '1/18'))
    """

    subject: Valued | Portfolio

    def document(self) -> Document:
        """Return it in words."""
        return _document(self.subject)

    def line(self) -> str:
        """Return the bets, how many net wins there are, and their mean and deviation."""
        return (
            f"{name_of(self.subject)}, {len(self)} net wins, mean {decimal(self.mean)}, standard"
            f" deviation {self.sd}"
        )


def net(bet: Bet, *, until: str | None = None, **options: Unpack[Options]) -> NetAnswer:
    """Return the distribution of a net win: every one with its probability, and the moments.

    Args:
        bet: an id or a name, or the path of a TOML file with a bet; or bets made together, as
            ``portfolio`` takes them.
        until: of bets made together, ``roll`` or ``all-decided``.
        options: see ``Options``; of bets made together each has its own stake and odds.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: as ``edge`` and ``portfolio``; or an outcome has no price.

    >>> net("pass").kurtosis
    Fraction(61293, 61244)
    >>> net({"pass": 5, "any-craps": 1}).probabilities[4]
    Fraction(244, 495)
    """
    refuse_unknown("net", options, Options)
    subject = subject_of(bet, until, options)
    _document(subject)  # refuses what has no price
    return NetAnswer(**parts_of(subject.value.net_win), subject=subject)


def _document(subject: Valued | Portfolio) -> Document:
    if isinstance(subject, Portfolio):
        return words.portfolio_document(subject)
    return words.document([subject])
