"""Every paytable of a bet whose exact edge lies in a band."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor, lcm

from oddscalc._ask.query import Query, Solved, Valued, ask
from oddscalc._exact.numbers import percent
from oddscalc._money.given import key_meant
from oddscalc._money.paytable import Paytable
from oddscalc._money.price import Price
from oddscalc._money.valuation import Value
from oddscalc._questions.design.affine import SHAPES, AffineNets, key_of, money
from oddscalc._questions.design.grids import Grid
from oddscalc._questions.design.ranking import Best
from oddscalc._questions.design.search import MAX_NODES, Rising, Search
from oddscalc._questions.design.slots import MOST_BITS, Slot, at, edge_of, slots, solved_of
from oddscalc.errors import RangeError, RuleError, UnknownNameError

MOST_FOUND = 10**12
"""Paytables that may be found; more are no answer to anything."""

MOST_ROWS = 10_000
"""Paytables that may be listed."""

MOST_TIERS = 50
"""Prices that may be looked for at once."""


@dataclass(frozen=True)
class Wish:
    """What paytables are wanted.

    Args:
        low: the least edge.
        high: the greatest edge; both are included.
        tiers: the outcomes or parts whose prices are to be found; all if none is named. The others
            keep their price, and lose where they have none.
        lose: tiers that lose, whatever their price.
        grid: the prices that a tier may have.
        grids: the same for single tiers, by name.
        rising: whether prices rise over the tiers, in the order in which these are named.
        basis: what the edge is a share of: ``made``, ``resolved`` or ``roll``.
        order: one of ``money.ORDERS``, with a ``-`` in front the highest first.
        limit: how many paytables to list.
        max_nodes: after how many steps to give up.
    """

    low: Fraction
    high: Fraction
    tiers: tuple[str, ...] = ()
    lose: tuple[str, ...] = ()
    grid: Grid = field(default_factory=Grid)
    grids: Mapping[str, Grid] = field(default_factory=dict)
    rising: Rising | None = None
    basis: str = "made"
    order: str = "edge"
    limit: int = 20
    max_nodes: int = MAX_NODES


@dataclass(frozen=True)
class Designed:
    """One paytable that was found: the prices of the tiers, and what the bet is then worth."""

    prices: tuple[Price, ...]
    value: Value
    edge: Fraction

    @property
    def top_share(self) -> Fraction:
        """The part of all that is paid back, stakes included, that the highest prize pays."""
        assert self.value.net_win is not None
        nets, outlay = self.value.net_win, self.value.bases[-1].amount
        *_, (top, chance) = nets
        return chance * (top + outlay) / (nets.mean + outlay)


@dataclass(frozen=True)
class Design:
    """The paytables that were found.

    Args:
        answer: the bet as it is.
        wish: what was wanted.
        paytable: the prices that were kept, and the tiers that lose.
        tiers: the prices that were looked for.
        held: those that were kept.
        lost: the tiers that lose.
        grids: the prices each of *tiers* might have.
        found: the first of the paytables, in order.
        count: how many there are; if the search is not complete, how many were found.
        complete: whether all were found.
        nodes: how many prices were tried.
        blind: how many paytables the same prices make, all combined.
        notes: what else must be said.
    """

    answer: Valued
    wish: Wish
    paytable: Paytable
    tiers: tuple[Slot, ...]
    held: tuple[Slot, ...]
    lost: tuple[Slot, ...]
    grids: tuple[Grid, ...]
    found: tuple[Designed, ...]
    count: int
    complete: bool
    nodes: int
    blind: int
    notes: tuple[str, ...]


def design(name: str, query: Query, wish: Wish) -> Design:
    """Return the paytables of a bet whose exact edge lies in a band.

    Args:
        name: the id or a name of the bet; of several readings the usual one is taken, unless the
            query names one.
        query: rules, prices and placing, without a stake: all is paid exactly.
        wish: the band, the prices that tiers may have, the order.

    Raises:
        UnknownNameError: a bet, tier or order has no such name.
        RuleError: a tier cannot be won, or more paytables than can be searched might fit.
        NumberError: over a billion prices of one tier fit.

    >>> wish = Wish(Fraction(1, 36), Fraction(1, 20), ("2", "12"))
    >>> tuple(tuple(map(str, one.prices)) for one in design("field", Query(), wish).found)
    (('1 to 1', '4 to 1'), ('2 to 1', '3 to 1'), ('3 to 1', '2 to 1'), ('4 to 1', '1 to 1'))
    """
    _refuse_wish(wish)
    answers = ask([name], query)
    answer = answers[0]
    solved = solved_of(answer)
    every = slots(solved, answer.paytable)
    tiers, held, lost = _sorted_out(every, query, answer, wish)
    paytable = at(answer.paytable, dict.fromkeys(lost, Fraction(-1)))
    grids = _grids(tiers, every, query, wish)
    form = money(solved, paytable, tiers, wish.basis)
    _refuse_weightless(form, tiers, answer)
    search, unit = _search(form, grids, wish)
    order = wish.order.removeprefix("-")
    falling = wish.order.startswith("-") != (order == "edge")  # a high sum is a low edge
    shape = SHAPES[order]
    best = Best(key_of(form, order, unit), wish.limit, falling=falling, shape=shape)
    for leaf in search.leaves():
        best.add(leaf)
    _refuse(search, best.found, wish.order)
    rows = [
        _designed(solved, paytable, tiers, grids, [Fraction(n, unit) for n in point], wish.basis)
        for point in best.points()
    ]
    notes = [] if best.found else _none(form, grids, search, unit)
    if len(answers) > 1:
        names = ", ".join(answer.model.reading.name for answer in answers[1:])
        notes.append(f"reading '{answer.model.reading.name}'; there are also {names}")
    return Design(
        answer, wish, paytable, tuple(tiers), tuple(held), tuple(lost), tuple(grids),
        tuple(rows), best.found, search.complete, search.nodes, search.blind, tuple(notes),
    )  # fmt: skip


def _designed(
    solved: Solved,
    paytable: Paytable,
    tiers: Sequence[Slot],
    grids: Sequence[Grid],
    nets: Sequence[Fraction],
    basis: str,
) -> Designed:
    value = solved.answer(at(paytable, dict(zip(tiers, nets, strict=True)))).value
    edge = edge_of(value, basis)
    assert edge is not None
    prices = tuple(grid.price(net) for grid, net in zip(grids, nets, strict=True))
    return Designed(prices, value, edge)


def _refuse_wish(wish: Wish) -> None:
    if wish.order.removeprefix("-") not in SHAPES:
        raise UnknownNameError.among("order", wish.order, SHAPES)
    if wish.basis not in ("made", "resolved", "roll"):
        raise UnknownNameError(f"no edge of {wish.basis!r}; it can be made, resolved or roll")
    if not 0 <= wish.limit <= MOST_ROWS:
        raise RangeError(f"{wish.limit:,} paytables; from 0 to {MOST_ROWS:,} can be listed")


def _refuse_weightless(form: AffineNets, tiers: Sequence[Slot], answer: Valued) -> None:
    for tier, weight in zip(tiers, form.weights, strict=True):
        if weight <= 0:
            never = "costs more commission than it pays" if tier.win else "is never won"
            raise RuleError(
                f"{tier.key} of {answer.model.cited} {never}: any price would do;"
                " name the others with --tiers"
            )


def _sorted_out(
    every: Sequence[Slot], query: Query, answer: Valued, wish: Wish
) -> tuple[list[Slot], list[Slot], list[Slot]]:
    """Return the prices that are looked for, in the order named, those kept, and what loses."""
    if not every:
        raise RuleError(f"{answer.model.cited} cannot win: it has no price", code="no-price")
    lose = [_slot(name, every, query) for name in wish.lose]
    named = [_slot(name, every, query) for name in wish.tiers]
    tiers = named or [slot for slot in every if slot not in lose]
    for slot in tiers:
        if tiers.count(slot) > 1:
            raise RuleError(f"{slot.key} is named twice", code="conflict")
        if slot in lose:
            raise RuleError(f"{slot.key} cannot lose and have its price looked for")
    if not tiers:
        raise RuleError("every tier loses: no price is left to look for")
    if len(tiers) > MOST_TIERS:
        raise RuleError(
            f"{len(tiers):,} prices to look for; name at most {MOST_TIERS} --tiers", code="too-much"
        )
    others = [slot for slot in every if slot not in tiers]
    lost = [slot for slot in others if slot in lose or slot.net is None]
    return tiers, [slot for slot in others if slot not in lost], lost


def _slot(name: str, every: Sequence[Slot], query: Query) -> Slot:
    """Return the slot called *name*, or ``PART:KEY``.

    Raises:
        UnknownNameError: there is none, or there are several.
    """
    part, colon, key = name.rpartition(":")
    keys = [slot.key for slot in every]
    meant = key_meant(name.strip(), keys, query.rules.catalogue)
    if meant is None and colon:
        meant = key_meant(key.strip(), keys, query.rules.catalogue)
        every = [slot for slot in every if slot.bet == part.strip()]
    fitting = [slot for slot in every if slot.key == meant]
    if len(fitting) > 1:
        several = [f"{slot.bet}:{slot.key}" for slot in fitting]
        raise UnknownNameError(
            f"{name!r} may mean {' or '.join(several)}", several, code="ambiguous-name"
        )
    if not fitting:
        raise UnknownNameError.among("price of", name, keys)
    return fitting[0]


def _grids(tiers: Sequence[Slot], every: Sequence[Slot], query: Query, wish: Wish) -> list[Grid]:
    given: dict[Slot, Grid] = {}
    for name, grid in wish.grids.items():
        slot = _slot(name, every, query)
        if slot in given:
            raise RuleError(f"{slot.key} is named in two ways; name it in one", code="conflict")
        if slot not in tiers:
            raise RuleError(f"prices are given for {slot.key}, which is not looked for")
        given[slot] = grid
    return [given.get(tier, wish.grid) for tier in tiers]


def _search(form: AffineNets, grids: Sequence[Grid], wish: Wish) -> tuple[Search, int]:
    """Return the search, in integers, and what one unit of money is in them."""
    unit = lcm(*(grid.denominator for grid in grids))
    scale = lcm(*(weight.denominator for weight in form.weights))
    if scale.bit_length() > MOST_BITS:
        raise RuleError(
            f"its numbers have over {MOST_BITS:,} bits: too long to search with",
            code="numbers-too-long",
        )
    weights = [int(weight * scale) for weight in form.weights]
    low = ceil((-wish.high * form.share - form.base) * scale * unit)
    high = floor((-wish.low * form.share - form.base) * scale * unit)
    firsts = [int(first * unit) if (first := grid.first) is not None else 0 for grid in grids]
    least = sum(weight * first for weight, first in zip(weights, firsts, strict=True))
    domains = [
        grid.steps(unit, Fraction((high - least) // weight + first, unit))
        for grid, weight, first in zip(grids, weights, firsts, strict=True)
    ]
    search = Search(
        weights,
        domains,
        low,
        high,
        rising=wish.rising,
        in_order=wish.order == "prices",
        max_nodes=wish.max_nodes,
    )
    return search, unit


def _refuse(search: Search, count: int, order: str) -> None:
    """Refuse what cannot be counted."""
    if count > MOST_FOUND:
        raise RuleError(
            f"over {MOST_FOUND:,} paytables fit; narrow the band, or the prices with --grid,"
            " --multiples, --max or --top-cap",
            code="too-much",
        )
    if not search.complete and order != "prices":
        raise RuleError(
            f"the search gave up after {search.nodes:,} steps with {count:,} paytables found;"
            " narrow the band, or the prices with --grid, --multiples, --max or --top-cap;"
            " name fewer --tiers; raise --max-nodes; or take the first ones with --order prices",
            code="too-much",
        )


def _none(form: AffineNets, grids: Sequence[Grid], search: Search, unit: int) -> list[str]:
    """Return why no paytable fits."""
    firsts = [grid.first for grid in grids]
    if None in firsts:
        return ["no price is within the bounds of a tier"]
    lowest = [net for net in firsts if net is not None]
    if search.lowest is not None:  # which rises if it must
        lowest = [Fraction(number, unit) for number in search.lowest]
    lines = [f"at the lowest prices the edge is {percent(form.edge(lowest))}"]
    lasts = [grid.last for grid in grids]
    if None not in lasts:
        highest = form.edge([net for net in lasts if net is not None])
        lines.append(f"at the highest prices the edge is {percent(highest)}")
    return lines
