"""Exact odds, house edges and paytable checks for every craps wager.

Rules as data become an absorbing Markov chain, the chain is solved exactly once, and every
number is a valuation of that one solution.

>>> import oddscalc
>>> oddscalc.edge("pass")[0].value.house_edge.per_bet_made
Fraction(7, 495)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddscalc._version import __version__
from oddscalc.errors import (
    ChainError,
    DataError,
    NumberError,
    OddscalcError,
    RuleError,
    UnknownNameError,
)

if TYPE_CHECKING:
    from oddscalc._ask.api import edge, portfolio
    from oddscalc._dice.dice import Dice

__all__ = [
    "ChainError",
    "DataError",
    "Dice",
    "NumberError",
    "OddscalcError",
    "RuleError",
    "UnknownNameError",
    "__version__",
    "edge",
    "portfolio",
]


def __getattr__(name: str) -> object:
    """Load what is not needed by ``oddscalc --help`` on first use."""
    if name == "edge":
        from oddscalc._ask.api import edge

        return edge
    if name == "portfolio":
        from oddscalc._ask.api import portfolio

        return portfolio
    if name == "Dice":
        from oddscalc._dice.dice import Dice

        return Dice
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
