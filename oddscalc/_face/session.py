"""``session``: what a session at flat stakes may bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from oddscalc._ask.asked import amount_of, rate_of, refuse_unknown, several, whole_of
from oddscalc._ask.items import alone, items_of
from oddscalc._ask.options import Number, Options
from oddscalc._face.shown import Shown, parts_of
from oddscalc._face.subjects import Bet, name_of, subject_of
from oddscalc._questions.sessions import (
    SHARES,
    SessionQuestion,
    SessionReport,
    Stops,
    answered,
)
from oddscalc._show.document import Document
from oddscalc._show.words import session as words


@dataclass(frozen=True, repr=False)
class SessionAnswer(Shown, SessionReport):
    """What a session may bring.

    >>> answer = session("pass", bankroll=20, target=40)
    >>> answer
    <SessionAnswer: pass, bankroll 20, target 40>
    >>> answer.result.target_first + answer.result.ruin_first
    Fraction(1, 1)
    """

    def document(self) -> Document:
        """Return it in words."""
        return words.document(self)

    def line(self) -> str:
        """Return what was bet, and what was asked."""
        asked = {**parts_of(self.question.stops), **parts_of(self.question)}
        parts = [f"{name} {asked[name]}" for name in _ASKED if asked[name] is not None]
        return ", ".join([name_of(self.subject), *parts])


_ASKED = (
    *("bankroll", "target", "stop_win", "stop_loss", "decisions", "rolls", "survive"),
    "bankroll_for",
)


def session(
    bet: Bet,
    *,
    decisions: int | None = None,
    rolls: int | None = None,
    bankroll: Number | None = None,
    target: Number | None = None,
    stop_win: Number | None = None,
    stop_loss: Number | None = None,
    survive: int | None = None,
    bankroll_for: int | None = None,
    risk: Number | None = None,
    quantile: Number | Sequence[Number] = (),
    table_max: Number | None = None,
    enclose: int | None = None,
    until: str | None = None,
    **options: Unpack[Options],
) -> SessionAnswer:
    """Return what a session brings in which a bet is made again and again.

    Args:
        bet: an id or a name, or the path of a TOML file with a bet; or bets made together, as
            ``portfolio`` takes them.
        decisions: play so many decisions, if nothing stops.
        rolls: play so many rolls, with nothing that stops.
        bankroll: stop in ruin: less is left than the next bet takes.
        target: stop when the bankroll is this or more.
        stop_win: stop when the net win is this or more.
        stop_loss: stop when the net loss is this or more.
        survive: the probability not to be ruined within so many decisions.
        bankroll_for: the smallest bankroll for so many decisions.
        risk: the risk of ruin it may have, like ``5%``.
        quantile: quantiles to give, like ``90%``.
        table_max: refuse a stake above the table's maximum.
        enclose: proven bounds with numbers of so many bits, in place of long fractions.
        until: of bets made together, ``roll`` or ``all-decided``.
        options: see ``Options``.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: as ``edge``; or nothing is asked, or the session never ends.

    >>> session("pass", decisions=2).result.even
    Fraction(122488, 245025)
    """
    refuse_unknown("session", options, Options)
    amounts = {
        "bankroll": bankroll, "target": target, "stop_win": stop_win, "stop_loss": stop_loss
    }  # fmt: skip
    question = SessionQuestion(
        Stops(**{name: amount_of(name, n) for name, n in amounts.items() if n is not None}),
        decisions if decisions is None else whole_of("decisions", decisions, least=1),
        rolls if rolls is None else whole_of("rolls", rolls, least=1),
        survive if survive is None else whole_of("survive", survive, least=1),
        bankroll_for if bankroll_for is None else whole_of("bankroll_for", bankroll_for, least=1),
        None if risk is None else rate_of("risk", risk),
        None if table_max is None else amount_of("the table's maximum", table_max),
        enclose if enclose is None else whole_of("enclose", enclose, least=16),
        tuple(rate_of("quantile", share) for share in several(quantile)) or SHARES,
    )
    if not isinstance(bet, str) and len(bet) == 1 and until is None:
        (item,) = items_of(bet)
        bet, options = item.bet, alone(item, options)
    return SessionAnswer(**parts_of(answered(subject_of(bet, until, options), question)))
