"""``formula``: the exact value of a bet where dice or prices are symbols."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Unpack

from oddscalc._ask.asked import price_texts, refuse_unknown
from oddscalc._ask.options import Options
from oddscalc._face.shown import Shown, parts_of
from oddscalc._questions.symbols import SymbolicAnswer, edge
from oddscalc._show.document import Document
from oddscalc._show.words import formula as words


@dataclass(frozen=True, repr=False)
class FormulaAnswer(Shown, SymbolicAnswer):
    """What one reading of one bet is worth, each number a formula.

    >>> answer = formula("place-6", dice="p7")
    >>> answer
    <FormulaAnswer: place-6 in p7>
    >>> str(answer.value.win), answer.value.win.at(p7="1/6")
    ('(1 - p7)/(5*p7 + 1)', Fraction(5, 11))
    """

    siblings: tuple[SymbolicAnswer, ...] = field(default=(), compare=False)

    @property
    def readings(self) -> tuple[FormulaAnswer, ...]:
        """The answer for each reading of the text, the usual one first."""
        return tuple(
            FormulaAnswer(**parts_of(sibling), siblings=self.siblings) for sibling in self.siblings
        )

    def document(self) -> Document:
        """Return it in words."""
        return words.document([self])

    def line(self) -> str:
        """Return the bet and the symbols."""
        return f"{self.answer.model.bet.id} in {', '.join(self.symbols)}"


def formula(bet: str, *, expand: bool = False, **options: Unpack[Options]) -> FormulaAnswer:
    """Return the exact value of a bet in formulas: what ``edge`` prints for symbols.

    Args:
        bet: an id or a name, or the path of a TOML file with a bet.
        expand: whether formulas in several symbols are worked out to one fraction each.
        options: see ``Options``; ``dice`` may have symbols, as ``p7``, ``srr``, ``p1..p6`` or
            ``1/6+e``, and so may prices, as ``x to 1``.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: as ``edge``; or there are no symbols, or formulas get too long.
    """
    refuse_unknown("formula", options, Options)
    given: dict[str, Any] = {**options, "pays": price_texts(options.get("pays", ()))}
    answers = tuple(edge(bet, expand=expand, **given))
    return FormulaAnswer(**parts_of(answers[0]), siblings=answers)
