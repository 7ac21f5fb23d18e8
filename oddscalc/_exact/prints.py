"""What others print: the exact number a print stands for, and how an exact value meets it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from oddscalc._exact.numbers import (
    decimal,
    exact,
    fixed,
    parse_rational,
    round_half_away,
    square_root_decimal,
)
from oddscalc.errors import NumberError

REPRODUCED, TRUNCATED, REFUTED = "reproduced", "truncated", "refuted"
WORST = (REFUTED, TRUNCATED, REPRODUCED)
"""The verdicts on a print, the worst first."""

_PRINT = re.compile(
    r"(?P<under>under )?(?P<odds>1 in )?(?P<sign>[+-])?(?P<dollar>\$)?"
    r"(?P<digits>\d+(?:\.\d+)?|\.\d+)(?:/(?P<below>\d+))?"
    r"(?P<unit> ?%| percent| cents)?(?P<many> thousand| million| billion)?"
)
_MANY = {" thousand": 10**3, " million": 10**6, " billion": 10**9}
_IN_BRACKETS = re.compile(r"(.+) \((.+)\)")


@dataclass(frozen=True)
class Exact:
    """An exact value: a rational number, or the square root of one.

    Args:
        number: the value; of a root its square, with the sign of the root.
        root: whether it is an irrational root.

    >>> Exact.root_of(Fraction(2)).rounded(3), Exact.root_of(Fraction(9, 4)).number
    (1414, Fraction(3, 2))
    """

    number: Fraction
    root: bool = False

    @classmethod
    def root_of(cls, square: Fraction, sign: int = 1) -> Exact:
        """Return the root of *square* >= 0, or what it is the negative of."""
        top, bottom = isqrt(square.numerator), isqrt(square.denominator)
        if Fraction(top, bottom) ** 2 == square:
            return cls(sign * Fraction(top, bottom))
        return cls(sign * square, True)

    def times(self, factor: Fraction) -> Exact:
        """Return the product."""
        return Exact(self.number * (factor * abs(factor) if self.root else factor), self.root)

    def rounded(self, places: int) -> int:
        """Return the value in units of the last of *places* decimals, half away from zero."""
        if not self.root:
            return round_half_away(self.number * 10**places)
        doubled = isqrt(int(4 * abs(self.number) * 100**places))
        return (doubled + 1) // 2 * (-1 if self.number < 0 else 1)

    def cut(self, places: int) -> int:
        """Return the same with the further digits dropped instead of rounded."""
        scaled = abs(self.number) * (100 if self.root else 10) ** places
        whole = isqrt(int(scaled)) if self.root else int(scaled)
        return -whole if self.number < 0 else whole

    @property
    def decimal(self) -> str:
        """The value to 10 significant digits."""
        if not self.root:
            return decimal(self.number)
        return ("-" if self.number < 0 else "") + square_root_decimal(abs(self.number))

    def __str__(self) -> str:
        if not self.root:
            return exact(self.number)
        return f"{'-' if self.number < 0 else ''}sqrt({exact(abs(self.number))})"


@dataclass(frozen=True)
class Print:
    """A printed number, read.

    Args:
        number: the number that is printed.
        places: its decimals; None for a fraction, which is exact.
        scale: how many units of the print the value 1 has: 100 for percent and cents.
        one_in: whether what is printed is one over the value.
        under: whether the value is only said to be below.
        form: the print with ``{}`` for its digits.
    """

    number: Fraction
    places: int | None
    scale: Fraction
    one_in: bool
    under: bool
    form: str

    def verdict(self, value: Exact) -> str:
        """Return whether *value* is reproduced, truncated or refuted by the print."""
        value = self._in_units(value)
        if self.under:
            return REPRODUCED if value.number < self.number else REFUTED
        if self.places is None:
            return REPRODUCED if value == Exact(self.number) else REFUTED
        printed = int(self.number * 10**self.places)
        if value.rounded(self.places) == printed:
            return REPRODUCED
        return TRUNCATED if value.cut(self.places) == printed else REFUTED

    def likewise(self, value: Exact) -> str:
        """Return *value* printed in the form and to the digits of this print.

        >>> parse_print("2.02%").likewise(Exact(Fraction(88, 10000)))
        '0.88%'
        """
        value = self._in_units(value)
        if self.under:
            return decimal(value.number, 3)
        if self.places is None:
            return self.form.format(value)
        return self.form.format(
            fixed(Fraction(value.rounded(self.places), 10**self.places), self.places)
        )

    def _in_units(self, value: Exact) -> Exact:
        if self.one_in and not value.root:
            value = Exact(1 / value.number)
        return value.times(self.scale)


def parse_print(text: str) -> Print:
    """Return the number that *text* prints.

    ``.4929``, ``7/495``, ``1.41%``, ``2.8 percent``, ``$0.20``, ``91 cents``, ``6.15 thousand``,
    ``1 in 5.6 billion``, ``under 3``. A fraction is exact, anything else has the digits it has.

    Raises:
        NumberError: it is no such print.

    >>> parse_print("1.41%").verdict(Exact(Fraction(7, 495)))
    'reproduced'
    >>> parse_print("2.7%").verdict(Exact(Fraction(1, 36)))
    'truncated'
    >>> parse_print("1 in 3.5 billion").verdict(Exact(Fraction(1, 5_590_000_000)))
    'refuted'
    """
    match = _PRINT.fullmatch(text) if text.isascii() else None
    if match is None:
        raise NumberError(f"{text!r} is no print that can be read; write it like 1.41% or 7/495")
    digits, below, unit, many = match["digits"], match["below"], match["unit"], match["many"]
    number = parse_rational(digits if below is None else f"{digits}/{below}")
    start = "".join(match[part] or "" for part in ("under", "odds", "dollar"))
    return Print(
        -number if match["sign"] == "-" else number,
        None if below is not None else len(digits.partition(".")[2]),
        Fraction(100 if unit else 1, _MANY[many] if many else 1),
        match["odds"] is not None,
        match["under"] is not None,
        f"{start}{{}}{unit or ''}{many or ''}",
    )


def readings(printed: str) -> list[str]:
    """Return the prints in *printed*: ``1/60 (1.667%)`` gives the same number twice.

    >>> readings("1/60 (1.667%)"), readings("$0.20")
    (['1/60', '1.667%'], ['$0.20'])
    """
    twice = _IN_BRACKETS.fullmatch(printed)
    return list(twice.groups()) if twice else [printed]
