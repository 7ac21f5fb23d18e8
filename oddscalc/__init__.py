"""Exact odds, house edges and paytable checks for every craps wager.

Rules as data become an absorbing Markov chain, the chain is solved exactly once, and every
number is a valuation of that one solution. There is one function for each command, with the
same words.

>>> import oddscalc
>>> oddscalc.edge("pass").house_edge.per_bet_made
Fraction(7, 495)
"""

from __future__ import annotations

from importlib import import_module
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
    from oddscalc._ask.options import Options
    from oddscalc._dice.dice import Dice
    from oddscalc._face.edge import Answer, Answers, edge, edges
    from oddscalc._face.portfolio import PortfolioAnswer, portfolio
    from oddscalc._money.price import Price

__all__ = [
    "Answer",
    "Answers",
    "ChainError",
    "DataError",
    "Dice",
    "NumberError",
    "OddscalcError",
    "Options",
    "PortfolioAnswer",
    "Price",
    "RuleError",
    "UnknownNameError",
    "__version__",
    "edge",
    "edges",
    "portfolio",
]

_PLACES = {
    "Answer": "_face.edge",
    "Answers": "_face.edge",
    "Dice": "_dice.dice",
    "Options": "_ask.options",
    "PortfolioAnswer": "_face.portfolio",
    "Price": "_money.price",
    "edge": "_face.edge",
    "edges": "_face.edge",
    "portfolio": "_face.portfolio",
}
"""Where each public name is, which is imported when it is first used."""


def __getattr__(name: str) -> object:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"oddscalc.{_PLACES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
