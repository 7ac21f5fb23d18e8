"""The charts of results, which are drawn only where a format shows them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from oddscalc._money.netwin import NetWin
from oddscalc._show.charts import (
    MOST_BARS,
    NETS,
    ROLLS,
    Drawn,
    nets_chart,
    rolls_chart,
    spread_chart,
)
from oddscalc._show.document import Drawing

__all__ = ["NETS", "net_drawings", "rolls_drawings"]


def net_drawings(net_win: NetWin | None, title: str = NETS) -> list[Drawing]:
    """Return the chart of a net win: bars, or columns of ranges; none where nothing varies.

    >>> net_drawings(None)
    []
    """
    if net_win is None or len(net_win) < 2:
        return []

    def draw() -> str:
        few = len(net_win) <= MOST_BARS
        drawn: Drawn = nets_chart(net_win, title) if few else spread_chart(net_win, title)
        return drawn.svg

    return [Drawing(title, draw)]


def rolls_drawings(chances: Sequence[Fraction], title: str = ROLLS) -> list[Drawing]:
    """Return the chart of the rolls on which a bet is decided; none if that is the first.

    Args:
        chances: the probabilities of a decision on roll 1, 2, ...; all others are of later ones.
        title: what it shows.

    >>> rolls_drawings((Fraction(1),)), rolls_drawings(())
    ([], [])
    """
    if not chances or chances[0] == 1:
        return []
    later = 1 - sum(chances, Fraction(0))
    return [Drawing(title, lambda: rolls_chart([*chances, later], title).svg)]
