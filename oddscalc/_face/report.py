"""``report``: all that a laboratory files of a bet, in one document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Unpack, cast

from oddscalc._ask.asked import number_of, refuse_unknown
from oddscalc._ask.options import OPTIONS, Number, Options, PaidOptions
from oddscalc._ask.query import ask
from oddscalc._exact.numbers import percent
from oddscalc._face.plan import PlanAnswer, plan
from oddscalc._face.shown import Shown
from oddscalc._face.subjects import one_bet
from oddscalc._proof.certificate import certificate
from oddscalc._questions.labreport import LabReport, lab_report
from oddscalc._questions.plans.load import is_plan
from oddscalc._show.document import Document
from oddscalc._show.words import labreport as words
from oddscalc.errors import RuleError


@dataclass(frozen=True, repr=False)
class ReportAnswer(Shown):
    """What is filed of a bet, at one price list or at several.

    Args:
        reports: one for each price list, with the text of its certificate.

    >>> report("field")
    <ReportAnswer: field at customary, return 94.44444444%>
    """

    reports: tuple[tuple[LabReport, str], ...]

    @property
    def intervals(self) -> dict[tuple[int, str], tuple[Fraction, Fraction]]:
        """The ends of the return at the first price list, by rounds and level."""
        first, _ = self.reports[0]
        return {(one.rounds, one.level): (one.low, one.high) for one in first.intervals}

    def document(self) -> Document:
        """Return it in words."""
        return words.document(self.reports)

    def line(self) -> str:
        """Return the bet, and its return at each price list."""
        parts = []
        for one, _ in self.reports:
            rtp = one.answer.value.rtp
            told = "without a price" if rtp is None else f"return {percent(rtp)}"
            parts.append(f"{one.answer.paytable.id}, {told}")
        return f"{self.reports[0][0].answer.model.bet.id} at {'; '.join(parts)}"


@dataclass(frozen=True, repr=False)
class ReportPlanAnswer(Shown):
    """What is filed of a betting plan: over one hand, and over the rolls of some hours.

    Args:
        planned: over one hand, with its distribution; then over numbers of rolls.

    >>> report("place-68")
    <ReportPlanAnswer: place-68, one hand: expected net win -1/3>
    """

    planned: tuple[PlanAnswer, ...]

    def document(self) -> Document:
        """Return it in words."""
        return words.plan_document(self.planned)

    def line(self) -> str:
        """Return the plan, and its expected net win."""
        return self.planned[0].line()


PLAN_ROLLS = (100, 400)
"""Rolls over which a report follows a plan, beside one hand."""


def report(
    bet: str,
    *,
    paytables: Sequence[str] = (),
    minimum: Number | None = None,
    maximum: Number | None = None,
    **options: Unpack[Options],
) -> ReportAnswer | ReportPlanAnswer:
    """Return all that a laboratory files of a bet: rules, return, risk, rolls, prices, proof.

    Args:
        bet: an id or a name, or the path of a TOML file with a bet, in its usual reading unless
            another is named; or a betting plan.
        paytables: ids or paths of price lists, which are put side by side.
        minimum: the least stake, for the exposure; as the rulebook says by default.
        maximum: the most likewise.
        options: see ``Options``; of a plan those of ``plan``.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: as ``edge`` and ``plan``; or an option has no meaning for a plan.

    >>> answer = report("place-6", maximum=600)
    >>> answer.reports[0][0].exposures[0].win
    Fraction(700, 1)
    """
    refuse_unknown("report", options, Options)
    limits = (number_of("minimum", minimum), number_of("maximum", maximum))
    if is_plan(bet):
        return _of_plan(bet, paytables, limits, options)
    found = []
    lists: list[str | None] = [*paytables] or [options.get("paytable")]
    for one in lists:
        given: Options = {**options, "paytable": one}
        answer = ask(*one_bet(bet, given))[0]
        found.append((lab_report(answer, *limits), certificate(answer)))
    return ReportAnswer(tuple(found))


def _of_plan(
    name: str, paytables: Sequence[str], limits: Sequence[object], options: Options
) -> ReportPlanAnswer:
    known = PaidOptions.__annotations__
    others = [
        key
        for key, value in options.items()
        if key not in known and value not in (None, OPTIONS[key].unset)
    ]
    if others or len(paytables) > 1 or any(one is not None for one in limits):
        what = [*others, *(["several paytables"] if len(paytables) > 1 else [])]
        what += ["minimum or maximum"] if any(one is not None for one in limits) else []
        raise RuleError(f"{', '.join(what)}: not for a plan", code="conflict")
    given = cast("PaidOptions", {key: one for key, one in options.items() if key in known})
    if paytables:
        given["paytable"] = paytables[0]
    hand = plan(name, net=True, **given)
    return ReportPlanAnswer((hand, *(plan(name, rolls=rolls, **given) for rolls in PLAN_ROLLS)))
