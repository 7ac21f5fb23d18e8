"""What two rulebooks or two paytables say differently, wager by wager."""

from __future__ import annotations

from oddscalc._questions.compare.differences import (
    Change,
    Comparison,
    Difference,
    Parting,
    prices_only,
)
from oddscalc._questions.compare.sides import Side, compare, diff

__all__ = [
    "Change",
    "Comparison",
    "Difference",
    "Parting",
    "Side",
    "compare",
    "diff",
    "prices_only",
]
