"""What a bet is worth if the weights of the dice or its prices are symbols: exact formulas.

``edge`` answers as the question of that name does, with a ``Formula`` for each number: it has a
value at any numbers, derivatives and zeros. The generating function of a bet's rolls stands here
too, for the sake of its polynomials.

>>> edge("place-6", dice="p7")[0].value.win.at(p7="1/6")
Fraction(5, 11)
"""

from __future__ import annotations

from oddscalc._questions.symbols.answers import edge
from oddscalc._questions.symbols.formula import Formula, where
from oddscalc._questions.symbols.values import SymbolicAnswer, SymbolicValue

__all__ = ["Formula", "SymbolicAnswer", "SymbolicValue", "edge", "where"]
