"""What a question is about: one bet, or bets made together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from oddscalc._ask.asked import joint_query, query
from oddscalc._ask.joint import Portfolio, portfolio
from oddscalc._ask.options import Number, Options, Placed
from oddscalc._ask.query import Answer as Valued
from oddscalc._ask.query import Query, ask
from oddscalc._exact.numbers import as_fraction, exact
from oddscalc.errors import RuleError

Bet = str | Mapping[str, Number]
"""A bet by its id, its name or the path of its file; or the amounts staked on several."""


def subject_of(bet: Bet, until: str | None, options: Options) -> Valued | Portfolio:
    """Return the bet in its usual reading, or the bets made together.

    Raises:
        OddscalcError: as ``edge`` and ``portfolio``; or an option has no meaning for them.
    """
    if isinstance(bet, str) and until is None:
        return ask(*one_bet(bet, options))[0]
    stakes, asked = together(bet, options)
    return portfolio(list(stakes.items()), asked, until or "all-decided")


def together(bet: Bet, options: Options | Placed) -> tuple[Mapping[str, Number], Query]:
    """Return the stakes of bets made together, and the query about them.

    Raises:
        RuleError: an option is for one bet alone.
    """
    given = cast("Options", options)
    alone = {"odds": given.get("odds"), "key": given.get("key"), "stake": given.get("stake")}
    stakes: Mapping[str, Number]
    stakes = {bet: alone.pop("stake") or 1} if isinstance(bet, str) else bet
    for name, value in alone.items():
        if value is not None:
            raise RuleError(f"{name}: it is for one bet alone", code="conflict")
    return stakes, joint_query(options)


def one_bet(bet: str, options: Placed) -> tuple[list[str], Query]:
    """Return the name of one bet, and the query about it.

    Raises:
        RuleError: *bet* is a file with several bets.
    """
    names, asked = query([bet], options)
    if len(names) != 1:
        raise RuleError(
            f"{bet} has {len(names)} bets: {', '.join(names)}; this is asked of one",
            code="conflict",
        )
    return names, asked


def added_up(staked: Iterable[tuple[str, Number]]) -> dict[str, Number]:
    """Return the amounts staked on each bet, those of one name added up."""
    stakes: dict[str, Number] = {}
    for name, stake in staked:
        amount = as_fraction(stake, f"the stake on {name}")
        stakes[name] = amount + as_fraction(stakes.get(name, 0), name)
    return stakes


def name_of(subject: Valued | Portfolio) -> str:
    """Return the id of a bet, or those of bets made together with their stakes."""
    if isinstance(subject, Valued):
        return subject.model.bet.id
    bets = ((part.answer.model.bet.id, part.answer.ticket.stake) for part in subject.parts)
    return ", ".join(f"{bet} {exact(stake)}" for bet, stake in bets)
