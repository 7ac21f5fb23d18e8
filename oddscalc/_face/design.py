"""``design``: every paytable whose exact edge lies in a band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

from oddscalc._ask.asked import refuse_unknown, several, text_of, whole_of
from oddscalc._ask.options import Number, PricedOptions
from oddscalc._face.shown import Shown, parts_of
from oddscalc._face.subjects import one_bet
from oddscalc._questions.design import Design, Grids, Wish, parse_band, paytable_toml
from oddscalc._questions.design import design as designed
from oddscalc._questions.design.search import MAX_NODES
from oddscalc._show.document import Document
from oddscalc._show.words import design as words
from oddscalc.errors import RuleError


@dataclass(frozen=True, repr=False)
class DesignAnswer(Shown, Design):
    """The paytables that were found.

    >>> answer = design("field", "1/36..1/20", tiers=["2", "12"])
    >>> answer
    <DesignAnswer: field, 4 paytables of 2, 12>
    >>> tuple(str(price) for price in answer.found[0].prices)
    ('1 to 1', '4 to 1')
    """

    def paytable_file(self, number: int) -> str:
        """Return the TOML text of the paytable of that number, from 1, as listed in ``found``."""
        return paytable_toml(self, number)

    def document(self) -> Document:
        """Return it in words."""
        return words.document(self)

    def line(self) -> str:
        """Return the bet, how many paytables there are, and of which prices."""
        tiers = ", ".join(slot.key for slot in self.tiers)
        return f"{self.answer.model.bet.id}, {self.count:,} paytables of {tiers}"


def design(
    bet: str,
    target_edge: Number,
    *,
    basis: str = "made",
    tiers: str | Sequence[str] = (),
    lose: str | Sequence[str] = (),
    prices: str = "whole",
    grid: str | Sequence[str] = (),
    multiples: Number | None = None,
    min: str | Sequence[str] = (),  # noqa: A002 - as on the command line
    max: str | Sequence[str] = (),  # noqa: A002 - as on the command line
    top_cap: Number | None = None,
    ascending: bool = False,
    non_decreasing: bool = False,
    order: str = "edge",
    limit: int = 20,
    max_nodes: int = MAX_NODES,
    **options: Unpack[PricedOptions],
) -> DesignAnswer:
    """Return the paytables of a bet whose exact edge lies in a band.

    Args:
        bet: an id or a name, or the path of a TOML file with a bet.
        target_edge: the least and the greatest edge, both included, like ``20%..25%``.
        basis: the edge per bet ``made``, ``resolved`` or per ``roll``.
        tiers: outcomes, or parts of a bundle, to be priced; all by default.
        lose: outcomes that are to lose.
        prices: prices to try: ``whole``, ``half``, ``multiples of 5``, ``5,10,25``, ``for-1``.
        grid: the same for one outcome, ``TIER=PRICES``; one or several.
        multiples: only multiples of this.
        min: the lowest price, ``[TIER=]PRICE``; one or several.
        max: the highest price, in the same way.
        top_cap: the highest price of all outcomes.
        ascending: prices must rise strictly, in the order in which tiers are named.
        non_decreasing: the same, but they may be equal.
        order: what the list begins with: ``edge``, ``variance``, ``hit``, ``top`` or ``prices``,
            the lowest, or with ``-`` in front the highest.
        limit: paytables to list; all are counted.
        max_nodes: steps of search after which to give up.
        options: see ``PricedOptions``.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: as ``edge``; or more paytables than can be searched might fit.
    """
    refuse_unknown("design", options, PricedOptions)
    if ascending and non_decreasing:
        raise RuleError("ascending and non_decreasing: give one of them", code="conflict")
    grids = Grids.parse(
        prices,
        several(grid),
        least=several(min),
        most=several(max),
        multiples=None if multiples is None else text_of("multiples", multiples),
        top_cap=None if top_cap is None else text_of("top_cap", top_cap),
    )
    (name,), asked = one_bet(bet, options)
    low, high = parse_band(text_of("target_edge", target_edge))
    wish = Wish(
        low,
        high,
        tiers=names_in(tiers),
        lose=names_in(lose),
        grid=grids.base,
        grids=grids.of,
        rising="strictly" if ascending else "weakly" if non_decreasing else None,
        basis=basis,
        order=order,
        limit=whole_of("limit", limit),
        max_nodes=whole_of("max_nodes", max_nodes, least=1),
    )
    return DesignAnswer(**parts_of(designed(name, asked, wish)))


def names_in(given: str | Sequence[str]) -> tuple[str, ...]:
    """Return names that are given one by one, or in one text with commas.

    >>> names_in("4, 5"), names_in(["4", "5"]), names_in("")
    (('4', '5'), ('4', '5'), ())
    """
    texts = given.split(",") if isinstance(given, str) and given else given
    return tuple(name.strip() for name in texts)
