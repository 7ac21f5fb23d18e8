"""What a question is about: one bet, or bets made together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from oddscalc._ask.asked import joint_query, query
from oddscalc._ask.items import Item, alone, items_of, parse_item
from oddscalc._ask.joint import Portfolio, portfolio
from oddscalc._ask.options import Options, PlacedOptions
from oddscalc._ask.query import Query, Valued, ask
from oddscalc._exact.numbers import exact
from oddscalc.errors import RuleError

Bet = str | Mapping[str, Any] | Sequence[str]
"""What is bet: an id or a name, or the path of a file, or ``FILE.toml#ID``.

Of bets made together, the amount staked on each, or a mapping with ``stake`` and options of its
own; or their texts, as ``["pass:10,odds=345x", "place-6:12,working=on"]``.
"""


def subject_of(bet: Bet, until: str | None, options: Options) -> Valued | Portfolio:
    """Return the bet in its usual reading, or the bets made together.

    Raises:
        OddscalcError: as ``edge`` and ``portfolio``; or an option has no meaning for them.
    """
    if isinstance(bet, str) and until is None:
        return ask(*one_bet(bet, options))[0]
    return portfolio(*together(bet, options), until or "all-decided")


def together(bet: Bet, options: Options | PlacedOptions) -> tuple[list[Item], Query]:
    """Return the bets that are made together, and the query about them.

    Raises:
        RuleError: an option is for one bet alone.
    """
    given = cast("Options", options)
    single = {"odds": given.get("odds"), "key": given.get("key"), "stake": given.get("stake")}
    items = items_of([bet] if isinstance(bet, str) else bet)
    if isinstance(bet, str):
        stake = single.pop("stake") or 1
        items = [item if item.stake is not None else item._replace(stake=stake) for item in items]
    for name, value in single.items():
        if value is not None:
            raise RuleError(f"{name}: it is for one bet alone", code="conflict")
    return items, joint_query(options)


def one_bet(bet: str, options: Options | PlacedOptions) -> tuple[list[str], Query]:
    """Return the name of one bet, and the query about it.

    Raises:
        RuleError: *bet* is a file with several bets.
    """
    item = parse_item(bet)
    names, asked = query([item.bet], alone(item, options))
    if len(names) != 1:
        raise RuleError(
            f"{bet} has {len(names)} bets: {', '.join(names)}; this is asked of one",
            code="conflict",
        )
    return names, asked


def name_of(subject: Valued | Portfolio) -> str:
    """Return the id of a bet, or those of bets made together with their stakes."""
    if isinstance(subject, Valued):
        return subject.model.bet.id
    bets = ((part.name, part.answer.ticket.stake) for part in subject.parts)
    return ", ".join(f"{bet} {exact(stake)}" for bet, stake in bets)
