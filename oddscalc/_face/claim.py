"""``claim``: whether a printed number is right, and what would give it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Unpack

from oddscalc._ask.asked import number_of, refuse_unknown, several
from oddscalc._ask.items import items_of
from oddscalc._ask.options import Number, Options
from oddscalc._exact.numbers import exact
from oddscalc._face.shown import Shown, parts_of
from oddscalc._face.subjects import Bet
from oddscalc._questions.claims import CONFIRMED, Verdict
from oddscalc._questions.claims import claim as judge
from oddscalc._show.document import Document
from oddscalc._show.words import claim as words
from oddscalc.errors import NumberError


@dataclass(frozen=True, repr=False)
class ClaimAnswer(Shown, Verdict):
    """The verdict on a printed number; true if it is confirmed.

    >>> answer = claim("1.36%", "dont-pass")
    >>> answer
    <ClaimAnswer: 1.36% of dont-pass, confirmed: house edge per bet made, over the stake>
    >>> bool(claim("1.40%", "dont-pass", as_="made"))
    False
    """

    def __bool__(self) -> bool:
        return self.verdict == CONFIRMED

    def document(self) -> Document:
        """Return it in words."""
        return words.document(self)

    def line(self) -> str:
        """Return the number, the bet and the verdict."""
        says = f": {self.matches[0].quantity.says}" if self.matches else ""
        return f"{self.claimed.text} of {self.subjects[0].bet}, {self.verdict}{says}"


def claim(
    number: str | Fraction | int,
    bet: Bet,
    *,
    as_: str | Sequence[str] = (),
    until: str | None = None,
    rolls_per_hour: Number | None = None,
    **options: Unpack[Options],
) -> ClaimAnswer:
    """Return whether *number* is an exact quantity of a bet at its printed digits.

    Args:
        number: the number as printed, like ``1.36%``, ``7/495``, ``251:244`` or ``$0.20``.
        bet: an id or a name, or the path of a TOML file with a bet; or bets made together, as
            ``portfolio`` takes them.
        as_: the only quantities that may confirm it: ``made``, ``resolved``, ``roll``,
            ``outlay``, ``win`` ... ; all of the names must fit.
        until: of bets made together, ``roll`` or ``all-decided``.
        rolls_per_hour: makes the cost per hour a quantity too.
        options: see ``Options``.

    Raises:
        TypeError: there is no option of a name.
        NumberError: the number cannot be read.
        OddscalcError: as ``edge`` and ``portfolio``; or no quantity has a name in *as_*.

    >>> claim("7/495", "pass").verdict
    'confirmed'
    """
    refuse_unknown("claim", options, Options)
    if isinstance(number, Fraction | int) and not isinstance(number, bool):
        number = exact(Fraction(number))
    if not isinstance(number, str):
        raise NumberError(f"the number is {number!r}; write it as printed, like '1.36%'")
    items = items_of([bet] if isinstance(bet, str) else bet)
    bets = [item.named(item.bet, "" if item.stake is None else str(item.stake)) for item in items]
    verdict = judge(
        number,
        *bets,
        named=several(as_),
        until=until,
        rolls_per_hour=number_of("rolls_per_hour", rolls_per_hour),
        **options,
    )
    return ClaimAnswer(**parts_of(verdict))
