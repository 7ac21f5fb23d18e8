"""What is wanted of a paytable, read from text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from oddscalc._exact.numbers import parse_rate, parse_rational
from oddscalc._questions.design.grids import Grid, net_of
from oddscalc.errors import NumberError, RangeError

LEAST_EDGE, GREATEST_EDGE = Fraction(-10), Fraction(1)
"""Edges that a paytable may be asked to have."""


def parse_edge(text: str) -> Fraction:
    """Read an edge, ``5%`` or ``1/20``; a negative one is the player's.

    Raises:
        NumberError: it is no number, or not within -1000% and 100%.
    """
    edge = parse_rate(text)
    if not LEAST_EDGE <= edge <= GREATEST_EDGE:
        raise NumberError(f"an edge of {text!r}; write 20%, from -1000% to 100%")
    return edge


def parse_band(text: str) -> tuple[Fraction, Fraction]:
    """Read ``20%..25%``, both included, or a single edge ``5%``.

    Raises:
        NumberError: it is no band of edges.

    >>> parse_band("20%..1/4")
    (Fraction(1, 5), Fraction(1, 4))
    """
    first, dots, last = text.partition("..")
    low, high = parse_edge(first), parse_edge(last if dots else first)
    if low > high:
        raise RangeError(f"the edges of {text!r} go downwards; write the lower one first")
    return low, high


@dataclass(frozen=True)
class Grids:
    """The prices that tiers may have: of each tier by name, and of all that are not named.

    >>> grids = Grids.parse("whole", ["6=500, 1000"], most=["4=40"], multiples="5")
    >>> str(grids.of["6"]), grids.of["4"].most, grids.base.step
    ('500 to 1, 1000 to 1', Fraction(40, 1), Fraction(5, 1))
    """

    base: Grid
    of: dict[str, Grid]

    @classmethod
    def parse(
        cls,
        prices: str = "whole",
        grid: Sequence[str] = (),
        *,
        least: Sequence[str] = (),
        most: Sequence[str] = (),
        multiples: str | None = None,
        top_cap: str | None = None,
    ) -> Grids:
        """Return the prices that options describe.

        Args:
            prices: of all tiers, as ``Grid.parse`` reads them.
            grid: of single tiers, as ``TIER=PRICES``.
            least: the lowest price, as ``TIER=PRICE`` or for all tiers ``PRICE``.
            most: the highest price, likewise.
            multiples: what all prices are to be multiples of.
            top_cap: the highest price of all tiers, also of those named in *most*.

        Raises:
            NumberError: one of them cannot be read.
        """
        base, of = Grid.parse(prices), dict[str, Grid]()
        for text in grid:
            name, equals, rest = text.partition("=")
            if not equals or not name.strip():
                raise NumberError(f"{text!r}: write TIER=PRICES, like 6=500,1000")
            if name.strip() in of:
                raise NumberError(
                    f"{text!r}: the prices of {name.strip()} are given already", code="conflict"
                )
            of[name.strip()] = Grid.parse(rest, base.word)
        grids = cls(base, of)
        for text in sorted(least, key=_is_named):
            grids = grids._bounded(text, lambda grid, net: replace(grid, least=net))
        for text in sorted(most, key=_is_named):
            grids = grids._bounded(text, lambda grid, net: replace(grid, most=net))
        if top_cap is not None:
            grids = grids._bounded(top_cap, _capped)
        if multiples is not None:
            step = parse_rational(multiples)
            if step <= 0:
                raise RangeError(f"multiples of {multiples!r}: it must be above 0")
            grids = grids._each(lambda grid: grid.multiples_of(step))
        return grids

    def _each(self, change: Callable[[Grid], Grid]) -> Grids:
        return Grids(change(self.base), {name: change(grid) for name, grid in self.of.items()})

    def _bounded(self, text: str, change: Callable[[Grid, Fraction], Grid]) -> Grids:
        """Return these with a bound, ``TIER=PRICE`` or ``PRICE``, that *change* sets."""
        name, equals, number = text.rpartition("=")
        if not equals:
            return self._each(lambda grid: change(grid, net_of(text.strip(), grid.word)))
        old = self.of.get(name.strip(), self.base)
        new = change(old, net_of(number.strip(), old.word))
        return Grids(self.base, {**self.of, name.strip(): new})


def _is_named(text: str) -> bool:
    """Return whether a bound is of one tier: these go before those of all."""
    return "=" in text


def _capped(grid: Grid, net: Fraction) -> Grid:
    return replace(grid, most=net if grid.most is None else min(net, grid.most))
