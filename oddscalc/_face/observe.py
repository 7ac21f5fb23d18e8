"""``observe``: what was observed against theory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack, cast

from oddscalc._ask.asked import refuse_unknown
from oddscalc._ask.options import Number, Options
from oddscalc._face.shown import Shown
from oddscalc._questions.observe.observed import Observed, observed
from oddscalc._questions.observe.report import Corrected, level_of
from oddscalc._show.document import Document
from oddscalc._show.words import observe as words


@dataclass(frozen=True, repr=False)
class ObserveAnswer(Shown):
    """The tests of rolls or results; true if none is below the level.

    Args:
        report: what was tested.

    >>> answer = observe("examples/observed/rolls.csv")
    >>> answer
    <ObserveAnswer: 41 tests, none below 1/100>
    """

    report: Observed

    def __bool__(self) -> bool:
        return self.report.agrees

    @property
    def tests(self) -> Sequence[Corrected]:
        """Every test with its p-value, raw (``test.p``) and corrected (``p``)."""
        return self.report.tests

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON object that ``oddscalc observe --json`` prints."""
        return cast("dict[str, Any]", self.document().json())

    def document(self) -> Document:
        """Return it in words."""
        return words.document(self.report)

    def line(self) -> str:
        """Return how many tests there are, and how many are below the level."""
        below = sum(test.below for test in self.tests)
        return f"{len(self.tests)} tests, {below or 'none'} below {self.report.level}"


def observe(
    path: str | Path,
    *,
    bets: str | Sequence[str] = (),
    level: Number = "1%",
    **options: Unpack[Options],
) -> ObserveAnswer:
    """Test a roll log, or the results of tables, against theory.

    Args:
        path: a CSV file.
        bets: of rolls, the bets to make on them; of results, the only ones that count, or the one
            that they are of if they do not say.
        level: what is unlikely, over all tests together.
        options: see ``Options``; the stake is the flat stake of each bet.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: the file, a bet or an option is unusable.
    """
    refuse_unknown("observe", options, Options)
    names = [bets] if isinstance(bets, str) else list(bets)
    return ObserveAnswer(observed(str(path), names, level_of(level), options))
