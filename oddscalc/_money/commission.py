"""Commission (vigorish): a rate on the stake or on the win, taken when placed or when won."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddscalc._exact.numbers import exact, parse_rate, parse_rational
from oddscalc._money.ticket import Ticket, round_to
from oddscalc.errors import NumberError, RangeError, RuleError

ROUNDINGS = ("none", "down", "nearest", "up")

_NUMBER = r"([0-9./]+)"
_RATE = re.compile(r"(\S+) of (?:the )?(stake|bet|win)")
_ROUNDED = re.compile(rf"rounded (down|nearest|up)(?: to {_NUMBER})?")
_LIMIT = re.compile(rf"at (least|most) {_NUMBER}")


@dataclass(frozen=True)
class Commission:
    """A charge beside a price.

    Args:
        rate: the part of the base that is charged.
        base: ``stake``, or ``win`` (the amount that can be won).
        when: ``placed`` (paid on top of the stake, returned with a push) or ``won``.
        rounding: ``none``, ``down``, ``nearest`` (half up) or ``up``, to a multiple of *unit*.
        unit: what it is rounded to.
        floor: the least that is charged.
        cap: the most that is charged.

    >>> vig = Commission.parse("5% of win, when placed, rounded down to 1")
    >>> vig.charge(Ticket(Fraction(50)), Fraction(25)), str(vig)
    (Fraction(1, 1), '5% of the win, when placed, rounded down to 1')
    """

    rate: Fraction
    base: str
    when: str
    rounding: str = "none"
    unit: Fraction = Fraction(1)
    floor: Fraction | None = None
    cap: Fraction | None = None

    @classmethod
    def parse(cls, text: str) -> Commission | None:
        """Read ``5% of win, when placed, rounded down to 1, at least 1, at most 20``, or ``none``.

        Returns:
            None for ``none``.

        Raises:
            NumberError: *text* says something else.
        """
        rate, *terms = [" ".join(term.lower().split()) for term in text.split(",")]
        if rate == "none" and not terms:
            return None
        match = _RATE.fullmatch(rate)
        if match is None:
            raise NumberError(
                f"{text!r} is no commission; write '5% of win, when placed, rounded down to 1'"
            )
        fields: dict[str, Any] = {
            "rate": parse_rate(match[1]),
            "base": "win" if match[2] == "win" else "stake",
            "when": "",
        }
        for term in terms:
            fields |= _term(term, text)
        if not fields["when"]:
            raise NumberError(f"{text!r} does not say when: add 'when placed' or 'when won'")
        if not 0 <= parse_rate(match[1]) < 1:
            raise RangeError(f"{match[1]!r} is no rate; it must be from 0% to below 100%")
        return cls(**fields)

    @property
    def depends_on_stake(self) -> bool:
        """Whether twice the stake may cost other than twice the commission."""
        return self.rounding != "none" or self.floor is not None or self.cap is not None

    def charge(self, ticket: Ticket, win: Fraction) -> Fraction:
        """Return the commission on *ticket*, which can net *win* before it.

        Raises:
            RuleError: it depends on the stake, and none was given.
        """
        if self.depends_on_stake and not ticket.given:
            raise RuleError(
                f"the commission of {self} depends on the stake; give one", code="no-stake"
            )
        charged = self.rate * (win if self.base == "win" else ticket.stake)
        if self.rounding != "none":
            charged = round_to(charged, self.unit, self.rounding)
        if self.floor is not None:
            charged = max(charged, self.floor)
        return charged if self.cap is None else min(charged, self.cap)

    def __str__(self) -> str:
        parts = [f"{exact(self.rate * 100)}% of the {self.base}", f"when {self.when}"]
        if self.rounding != "none":
            parts.append(f"rounded {self.rounding} to {exact(self.unit)}")
        if self.floor is not None:
            parts.append(f"at least {exact(self.floor)}")
        if self.cap is not None:
            parts.append(f"at most {exact(self.cap)}")
        return ", ".join(parts)


def _term(term: str, text: str) -> dict[str, object]:
    if term in ("when placed", "when won"):
        return {"when": term.removeprefix("when ")}
    if term == "not rounded":
        return {"rounding": "none"}
    if match := _ROUNDED.fullmatch(term):
        unit = parse_rational(match[2]) if match[2] else Fraction(1)
        if unit == 0:
            raise RangeError(f"{text!r}: nothing can be rounded to 0")
        return {"rounding": match[1], "unit": unit}
    if match := _LIMIT.fullmatch(term):
        return {"floor" if match[1] == "least" else "cap": parse_rational(match[2])}
    raise NumberError(
        f"{term!r} in {text!r} is not understood; write when placed, when won, rounded down to 1,"
        " at least 1, at most 20"
    )
