"""Commission (vigorish): a rate on the stake or on the win, taken when placed or when won."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from oddscalc._exact.numbers import exact
from oddscalc._money.terms import Terms, terms_of
from oddscalc._money.ticket import Ticket, round_to
from oddscalc.errors import NumberError, RuleError

ROUNDINGS = ("none", "down", "nearest", "up")


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

        So it is in other words: ``5 % vig on the win, up front``, ``$1 flat, when won``.

        Returns:
            None for ``none``.

        Raises:
            NumberError: *text* says something else, or not of what or when it is taken.
        """
        terms = terms_of(text)
        if terms is None:
            return None
        said = {"how much": terms.rate, "of what": terms.base, "when": terms.when}
        if missing := [what for what, value in said.items() if value is None]:
            example = "'5% of the win, when placed' or '5% of the stake, when won'"
            raise NumberError(f"{text!r} does not say {' and '.join(missing)}; write {example}")
        assert terms.base
        assert terms.when
        return cls.of(terms, terms.base, terms.when)

    @classmethod
    def of(cls, terms: Terms, base: str, when: str, rate: Fraction = Fraction(0)) -> Commission:
        """Return the commission of *terms*, completed by what they leave unsaid."""
        return cls(
            rate if terms.rate is None else terms.rate,
            terms.base or base,
            terms.when or when,
            terms.rounding,
            terms.unit,
            terms.floor,
            terms.cap,
        )

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
        if self.floor is not None and self.floor == self.cap and not self.rate:
            return f"{exact(self.floor)} flat, when {self.when}"
        parts = [f"{exact(self.rate * 100)}% of the {self.base}", f"when {self.when}"]
        if self.rounding != "none":
            parts.append(f"rounded {self.rounding} to {exact(self.unit)}")
        if self.floor is not None:
            parts.append(f"at least {exact(self.floor)}")
        if self.cap is not None:
            parts.append(f"at most {exact(self.cap)}")
        return ", ".join(parts)
