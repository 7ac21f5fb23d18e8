"""The Python interface: ask for a bet as on the command line, get exact values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from oddscalc import userfiles
from oddscalc.dice import Dice
from oddscalc.model import MAX_STATES, Placing
from oddscalc.query import Answer, GivenPrice, Query, ask


def query(
    *,
    rules: str = "standard",
    reading: str | None = None,
    paytable: str | None = None,
    pays: Sequence[str] = (),
    working: str | None = None,
    where: str | None = None,
    dice: Dice | None = None,
    max_states: int = MAX_STATES,
) -> Query:
    """Return the query that these texts describe; see ``edge``.

    Raises:
        OddscalcError: one of them names nothing or cannot be read.
    """
    rulebook = userfiles.rulebook(rules)
    return Query(
        rules=rulebook,
        paytable=userfiles.paytable(paytable, rulebook.catalogue) if paytable else None,
        reading=reading,
        placing=Placing(working, where, dice or Dice.fair(), max_states),
        prices=tuple(GivenPrice.parse(text) for text in pays),
    )


def edge(
    *bets: str,
    rules: str = "standard",
    reading: str | None = None,
    paytable: str | None = None,
    pays: Sequence[str] = (),
    working: str | None = None,
    where: str | None = None,
    dice: Dice | None = None,
    max_states: int = MAX_STATES,
) -> list[Answer]:
    """Return the exact value of each reading of each of *bets*.

    Args:
        bets: ids or names of bets, or paths of TOML files with bets of one's own.
        rules: id or path of the rulebook.
        reading: the only reading wanted; all by default, the usual one first.
        paytable: id or path of the paytable; the rulebook's own or ``customary`` by default.
        pays: prices that replace the paytable's, as ``[BET:]OUTCOME=PRICE``.
        working: ``on`` or ``off`` on come-out rolls; as the rulebook says by default.
        where: where the table stands when the bet is placed: ``come-out``, ``on`` or a point.
        dice: the dice, fair by default.
        max_states: how many states a chain may have.

    Returns:
        One answer for each reading. ``answer.value`` holds probabilities, and money per unit
        of flat stake, as Fractions; expected rolls are counted from placing to decision.

    Raises:
        UnknownNameError: a bet, rulebook, paytable, reading or outcome has no such name.
        RuleError: a bet is not authorised, impossible, or may not be placed like this.
        NumberError: a price cannot be read.
        DataError: a file is unusable.

    >>> dont = edge("dont-pass")[0].value
    >>> dont.house_edge.per_bet_made, dont.house_edge.per_bet_resolved
    (Fraction(3, 220), Fraction(27, 1925))
    """
    asked = query(
        rules=rules,
        reading=reading,
        paytable=paytable,
        pays=pays,
        working=working,
        where=where,
        dice=dice,
        max_states=max_states,
    )
    names, asked = with_own_bets(bets, asked)
    return ask(names, asked)


def with_own_bets(names: Sequence[str], asked: Query) -> tuple[list[str], Query]:
    """Return the names with each path of a bet file replaced by its bets, and the query with them.

    Raises:
        DataError: a file is unusable.
    """
    found: list[str] = []
    for name in names:
        if userfiles.is_path(name):
            rules, ids = userfiles.bets(name, asked.rules)
            asked = replace(asked, rules=rules)
            found += ids
        else:
            found.append(name)
    return found, asked
