"""Commission (vigorish): a rate on the stake or on the win, taken when placed or when won."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddscalc.numbers import exact


@dataclass(frozen=True)
class Commission:
    """A charge on top of a price, not rounded.

    Args:
        rate: the part of the base that is charged.
        base: ``stake``, or ``win`` (the amount that can be won).
        when: ``placed`` (paid on top of the stake, returned with a push) or ``won``.

    >>> vig = Commission(Fraction(1, 20), "win", "placed")
    >>> vig.charge(Fraction(1, 2)), str(vig)
    (Fraction(1, 40), '5% of the win, when placed')
    """

    rate: Fraction
    base: str
    when: str

    def charge(self, win: Fraction) -> Fraction:
        """Return the commission per unit of stake on a bet that can net *win* per unit."""
        return self.rate * (win if self.base == "win" else 1)

    def __str__(self) -> str:
        return f"{exact(self.rate * 100)}% of the {self.base}, when {self.when}"
