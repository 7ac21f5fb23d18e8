"""Numbers as submissions print them: percentages, decimals, fractions, at their own digits."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._exact.numbers import exact, fixed, parse_rational, round_half_away
from oddscalc.errors import NumberError

_NUMBER = re.compile(r"(-?)\s*([0-9]+(?:\.[0-9]+)?|\.[0-9]+)\s*(%?)")


@dataclass(frozen=True)
class Printed:
    """A printed number.

    Args:
        text: as printed.
        value: what it says.
        places: its decimals; None for a fraction, which is exact.
        percent: whether it is a percentage.

    >>> Printed.parse("1.40%").agrees(Fraction(27, 1925))
    True
    >>> Printed.parse("1.402%").truncates(Fraction(27, 1925))
    True
    >>> Printed.parse("0").agrees(Fraction(7, 495))
    False
    """

    text: str
    value: Fraction
    places: int | None
    percent: bool = False

    @classmethod
    def parse(cls, text: str) -> Printed:
        """Read ``6.67%``, ``0.0667`` or ``1/15``.

        Raises:
            NumberError: it is no such number.
        """
        plain = text.strip()
        if "/" in plain:
            return cls(text, parse_rational(plain), None)
        match = _NUMBER.fullmatch(plain)
        if "," in plain and len(plain) <= 40:
            raise NumberError(f"{text!r} has a comma; write a point for decimals, like 6.67%")
        if match is None or len(plain) > 40:
            raise NumberError(f"{text[:60]!r} is no number; write 6.67%, 0.0667 or 1/15")
        value = parse_rational(match[1] + match[2])
        places = len(match[2].partition(".")[2])
        percent = bool(match[3])
        return cls(text, value / 100 if percent else value, places, percent)

    def _digits(self, value: Fraction) -> tuple[Fraction, Fraction]:
        scale = Fraction(10) ** (self.places or 0) * (100 if self.percent else 1)
        return value * scale, self.value * scale

    def agrees(self, value: Fraction, tolerance: Fraction | None = None) -> bool:
        """Return whether *value*, half away from zero at the printed digits, is this number.

        With a *tolerance*, whether it is no further from it than that.
        """
        if tolerance is not None:
            return abs(value - self.value) <= tolerance
        if self.is_exact:
            return value == self.value
        scaled, printed = self._digits(value)
        return round_half_away(scaled) == printed

    @property
    def is_exact(self) -> bool:
        """Whether it claims to be exact: a fraction, a zero, or a whole number without a unit."""
        return self.places is None or not self.value or (self.places == 0 and not self.percent)

    @property
    def slack(self) -> Fraction:
        """Half a unit in the last printed digit; 0 for a fraction."""
        if self.is_exact:
            return Fraction(0)
        return Fraction(1, 2 * 10 ** (self.places or 0) * (100 if self.percent else 1))

    def truncates(self, value: Fraction) -> bool:
        """Return whether *value* gives this number only if further digits are dropped."""
        if self.is_exact or self.agrees(value):
            return False
        scaled, printed = self._digits(value)
        return int(scaled) == printed

    def like(self, value: Fraction) -> str:
        """Return *value* printed in this number's form, with its exact fraction."""
        if self.places is None:
            return exact(value)
        shown = fixed(value * 100, self.places) + "%" if self.percent else fixed(value, self.places)
        return f"{shown} ({exact(value)})" if len(exact(value)) <= 40 else shown
