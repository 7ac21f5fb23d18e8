"""Odds schedules: how much odds is taken, or laid, on each point, in multiples of the flat bet."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from oddscalc._exact.numbers import exact, parse_rational
from oddscalc.errors import NumberError

_FLAT = re.compile(r"([0-9]+(?:/[0-9]+|\.[0-9]+)?)x")
_POINT = re.compile(r"([0-9/]+)=([0-9]+(?:/[0-9]+|\.[0-9]+)?)x")

NAMED: Mapping[str, Mapping[int, Fraction]] = {
    "345x": {n: Fraction(m) for n, m in ((4, 3), (5, 4), (6, 5), (8, 5), (9, 4), (10, 3))},
    "full-double": {
        n: Fraction(m) for n, m in ((4, 2), (5, 2), (6, "5/2"), (8, "5/2"), (9, 2), (10, 2))
    },
}
"""Schedules with a name. On the dark side they say what can be won, as houses post them."""


@dataclass(frozen=True)
class OddsSchedule:
    """Multiples of the flat bet.

    Args:
        text: as given.
        multiples: by point; points not named have ``every``.
        every: the multiple of all other points.
        of_win: on the dark side, whether the multiples are of what can be won.

    >>> OddsSchedule.parse("345x").multiple(6, dark=False, true_odds=Fraction(6, 5))
    Fraction(5, 1)
    >>> OddsSchedule.parse("345x").multiple(6, dark=True, true_odds=Fraction(5, 6))
    Fraction(6, 1)
    """

    text: str
    multiples: Mapping[int, Fraction]
    every: Fraction = Fraction(0)
    of_win: bool = False

    @classmethod
    def parse(cls, text: str) -> OddsSchedule:
        """Read ``2x``, ``345x``, ``full-double``, ``4/10=3x, 5/9=4x, 6/8=5x``, ``win 2x``.

        A plain multiple is of the flat bet on both sides; ``win`` before it makes it, on the dark
        side, a multiple of what can be won. Named schedules always mean that there.

        Raises:
            NumberError: *text* says something else.
        """
        plain = " ".join(text.lower().replace("3-4-5x", "345x").split())
        of_win = plain.startswith("win ")
        terms = plain.removeprefix("win ").removeprefix("lay ")
        if terms in NAMED:
            return cls(text, NAMED[terms], of_win=not plain.startswith("lay "))
        if match := _FLAT.fullmatch(terms):
            return cls(text, {}, parse_rational(match[1]), of_win)
        multiples: dict[int, Fraction] = {}
        for term in terms.split(","):
            match = _POINT.fullmatch(term.strip())
            if match is None:
                raise NumberError(
                    f"{text!r} is no odds schedule; write 2x, 345x, full-double or"
                    " 4/10=3x,5/9=4x,6/8=5x"
                )
            for point in match[1].split("/"):
                if point not in map(str, (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)):
                    raise NumberError(f"{text!r}: {point!r} is no point")
                if int(point) in multiples:
                    raise NumberError(f"{text!r} names the point {point} twice", code="conflict")
                multiples[int(point)] = parse_rational(match[2])
        return cls(text, multiples, of_win=of_win)

    def multiple(self, point: int, *, dark: bool, true_odds: Fraction) -> Fraction:
        """Return the odds bet on *point*, in flat bets.

        Args:
            point: the point.
            dark: whether odds are laid.
            true_odds: what one unit of that odds bet can win.
        """
        multiple = self.multiples.get(point, self.every)
        return multiple / true_odds if dark and self.of_win else multiple

    def __str__(self) -> str:
        named = ", ".join(f"{point}={exact(m)}x" for point, m in self.multiples.items())
        side = "win " if self.of_win else ""
        return f"{side}{named or exact(self.every) + 'x'}"
