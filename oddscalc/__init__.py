"""Exact odds, house edges and paytable checks for every craps wager.

Rules as data become an absorbing Markov chain, the chain is solved exactly once, and every
number is a valuation of that one solution.

>>> import oddscalc
>>> oddscalc.edge("pass")[0].value.house_edge.per_bet_made
Fraction(7, 495)
"""

from __future__ import annotations

from oddscalc._version import __version__
from oddscalc.api import edge
from oddscalc.dice import Dice
from oddscalc.errors import (
    ChainError,
    DataError,
    NumberError,
    OddscalcError,
    RuleError,
    UnknownNameError,
)

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
]
