"""``explain``: how a number comes about."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Unpack

from oddscalc._ask.asked import refuse_unknown
from oddscalc._ask.options import PlacedOptions
from oddscalc._ask.query import models
from oddscalc._face.shown import Shown, brief, parts_of
from oddscalc._face.subjects import one_bet
from oddscalc._questions.explained import Explained
from oddscalc._show import diagram
from oddscalc._show.document import Document
from oddscalc._show.words import explain as words
from oddscalc.errors import UnknownNameError

DIAGRAMS = {"dot": diagram.as_dot, "mermaid": diagram.as_mermaid, "svg": diagram.as_svg}


@dataclass(frozen=True, repr=False)
class ExplainAnswer(Shown, Explained):
    """The chain of a bet and its solution, to be followed by hand.

    >>> answer = explain("field")
    >>> answer
    <ExplainAnswer: field, 1 state, 1 rolls>
    >>> answer.chain.graph.number_of_edges(), answer.diagram("mermaid")[:12]
    (4, 'flowchart LR')
    """

    siblings: tuple[Explained, ...] = field(default=(), compare=False)

    @property
    def readings(self) -> tuple[ExplainAnswer, ...]:
        """The answer for each reading of the text, the usual one first."""
        return tuple(
            ExplainAnswer(**parts_of(sibling), siblings=self.siblings) for sibling in self.siblings
        )

    def diagram(self, form: str = "dot") -> str:
        """Return the chain as ``dot``, ``mermaid`` or ``svg`` (which needs Graphviz)."""
        if form not in DIAGRAMS:
            raise UnknownNameError.among("diagram", form, DIAGRAMS)
        return DIAGRAMS[form](self)

    def document(self) -> Document:
        """Return it in words."""
        return words.document([self])

    def line(self) -> str:
        """Return the bet, with the states and the rolls of its chain."""
        count = len(self.chain.states)
        rolls = brief(self.solution.expected_rolls)
        return f"{self.model.bet.id}, {count:,} state{'s' * (count != 1)}, {rolls} rolls"


def explain(bet: str, **options: Unpack[PlacedOptions]) -> ExplainAnswer:
    """Return how a number comes about: clause, states, transitions, equations, the exact answer.

    Args:
        bet: an id or a name, or the path of a TOML file with a bet; of several readings of the
            text this is the usual one, and ``readings`` has them all.
        options: see ``PlacedOptions``.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: as ``edge``.
    """
    refuse_unknown("explain", options, PlacedOptions)
    explained = tuple(map(Explained.of, models(*one_bet(bet, options))))
    return ExplainAnswer(**parts_of(explained[0]), siblings=explained)
