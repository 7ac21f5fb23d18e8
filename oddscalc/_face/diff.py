"""``diff``: what changed between two rulebooks, paytables or submissions."""

from __future__ import annotations

from dataclasses import dataclass

from oddscalc._checking import comparing as submissions
from oddscalc._face.shown import Shown, parts_of
from oddscalc._questions import compare
from oddscalc._questions.compare import Comparison
from oddscalc._show.document import Document
from oddscalc._show.words import difference as words
from oddscalc.errors import UnknownNameError


@dataclass(frozen=True, repr=False)
class DiffAnswer(Shown, Comparison):
    """All differences of two sides; true if there is any.

    >>> answer = diff("lc", "massino")
    >>> answer
    <DiffAnswer: rulebook lc to massino, 76 wagers differ>
    """

    def document(self) -> Document:
        """Return it in words."""
        return words.document(self)

    def line(self) -> str:
        """Return what was compared, and how many wagers differ."""
        return f"{self.kind} {self.a} to {self.b}, {len(self.wagers)} wagers differ"


def diff(
    a: str,
    b: str,
    *,
    kind: str | None = None,
    rules: str | None = None,
    paytable: str | None = None,
    only: str | None = None,
) -> DiffAnswer:
    """Return what two texts or price lists say differently, wager by wager.

    Args:
        a: a rulebook or a paytable, by id or as a .toml file; or the file of a submission, or of
            bets.
        b: another of the same kind.
        kind: ``rulebook``, ``paytable`` or ``submission``; of an id of both the rulebook by
            default.
        rules: of paytables and submissions: the rulebook for both; of paytables by default the
            first that has the bet, of submissions the one that each names.
        paytable: of rulebooks: the prices for both; each one's own or customary by default.
        only: ``prices`` for the prices alone, whatever else is said differently.

    Raises:
        OddscalcError: a name is none, a file is unusable, or the two are of different kinds.
    """
    either = kind is None and (submissions.is_submission(a) or submissions.is_submission(b))
    if kind == "submission" or either:
        forced = kind is not None
        comparison = submissions.diff(a, b, forced=forced, rules=rules, paytable=paytable)
    else:
        comparison = compare.diff(a, b, kind=kind, rules=rules, paytable=paytable)
    if only is not None and only != "prices":
        raise UnknownNameError.among("only", only, ["prices"])
    return DiffAnswer(**parts_of(compare.prices_only(comparison) if only else comparison))
