"""``portfolio``: several bets made together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Unpack

from oddscalc._ask.asked import joint_query, number_of, refuse_unknown
from oddscalc._ask.items import in_portfolios, items_of
from oddscalc._ask.joint import Portfolio
from oddscalc._ask.joint import portfolio as joint
from oddscalc._ask.options import Number, PaidOptions
from oddscalc._face.shown import Shown, brief, parts_of
from oddscalc._face.subjects import name_of
from oddscalc._proof.certificate import joint_certificate
from oddscalc._show.document import Document
from oddscalc._show.words.figures import Showing
from oddscalc._show.words.portfolio import document


@dataclass(frozen=True, repr=False)
class PortfolioAnswer(Shown, Portfolio):
    """What bets made together are worth, in money; all numbers are exact Fractions.

    Args:
        rolls_per_hour: for the expected cost per hour.

    >>> answer = portfolio({"pass": 5, "any-craps": 1})
    >>> answer
    <PortfolioAnswer: pass 5, any-craps 1; edge over stakes 1/33>
    >>> answer.expected_value, answer.net_win.probabilities[4]
    (Fraction(-2, 11), Fraction(244, 495))
    """

    rolls_per_hour: Fraction | None = None

    def certificate(self) -> str:
        """Return the JSON text of a proof, which ``verify`` checks."""
        return joint_certificate(self)

    def line(self) -> str:
        """Return the bets with their stakes, and the edge."""
        basis = self.value.bases[0].name
        return f"{name_of(self)}; edge over {basis} {brief(self.house_edge.per_bet_made)}"

    def document(self) -> Document:
        """Return it in words."""
        return document(self, Showing(rolls_per_hour=self.rolls_per_hour))


def portfolio(
    bets: str | Mapping[str, Any] | Sequence[str],
    until: str | None = None,
    *,
    rolls_per_hour: Number | None = None,
    **options: Unpack[PaidOptions],
) -> PortfolioAnswer:
    """Return the joint value of bets made together and once each.

    Args:
        bets: the amount staked on each bet, by id or name, or a mapping of it as ``stake`` and
            of options of its own; or texts as on the command line; or the path of a TOML file.
        until: ``all-decided``, or ``roll`` (what is undecided after one roll comes down); as a
            file says, or else ``all-decided``, by default.
        rolls_per_hour: makes the expected cost per hour part of ``to_dict``.
        options: see ``PaidOptions``.

    Raises:
        TypeError: there is no option of a name; each bet has its own stake.
        OddscalcError: as ``edge``; or the bets cannot be made at the same time.

    >>> portfolio({"pass": 5, "any-craps": 1}).house_edge.per_bet_made
    Fraction(1, 33)
    >>> portfolio({"pass": {"stake": 10, "odds": "345x"}, "place-6": 12}).house_edge.per_bet_made
    Fraction(1, 154)
    >>> portfolio(["pass:10,odds=345x", "place-6:12"]).value.bases[0].name
    'action'
    """
    refuse_unknown("portfolio", options, PaidOptions)
    per_hour = number_of("rolls_per_hour", rolls_per_hour)
    items, from_file = in_portfolios(items_of([bets] if isinstance(bets, str) else bets))
    joined = joint(items, joint_query(options), until or from_file or "all-decided")
    return PortfolioAnswer(**parts_of(joined), rolls_per_hour=per_hour)
