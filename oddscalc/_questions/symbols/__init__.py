"""Odds in symbols: dice weights and prices as unknowns, answers as exact formulas.

>>> from oddscalc._questions import symbols
>>> symbols.edge("place-6", dice="p7")[0].value.win.at(p7="1/6")
Fraction(5, 11)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from oddscalc._questions.symbols.answers import edge
    from oddscalc._questions.symbols.formula import Formula

__all__ = ["Formula", "edge"]


def __getattr__(name: str) -> object:
    """Load what is needed on first use: parts of this room stand alone."""
    if name == "edge":
        from oddscalc._questions.symbols.answers import edge

        return edge
    if name == "Formula":
        from oddscalc._questions.symbols.formula import Formula

        return Formula
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
