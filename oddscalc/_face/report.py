"""``report``: all that a laboratory files of a bet, of bets made together or of a plan."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Unpack, cast

from oddscalc._ask.asked import number_of, refuse_unknown, several
from oddscalc._ask.items import paid, parse_item
from oddscalc._ask.joint import portfolio
from oddscalc._ask.options import OPTIONS, Number, Options, PaidOptions, ReportOptions
from oddscalc._exact.numbers import decimal, exact
from oddscalc._face.plan import PlanAnswer, plan
from oddscalc._face.shown import Shown, brief, parts_of
from oddscalc._face.subjects import Bet, name_of, one_bet, together
from oddscalc._proof.certificate import Proven, certificate, digests, joint_certificate
from oddscalc._proof.verify import seal_of
from oddscalc._questions.laboratory.report import (
    BetReport,
    JointReport,
    Limits,
    bet_report,
    joint_report,
)
from oddscalc._questions.plans.load import is_plan
from oddscalc._questions.plans.moments import PlanMoments
from oddscalc._show.document import Document
from oddscalc._show.words import jointreport, planreport
from oddscalc._show.words.labreport import Sealed, document
from oddscalc.errors import RangeError, RuleError


@dataclass(frozen=True, repr=False)
class ReportAnswer(Shown, BetReport):
    """A bet as laboratories file it; all numbers are exact Fractions.

    Args:
        certificates: one for each paytable, as JSON texts.

    >>> report("all-small")
    <ReportAnswer: all-small, return 20049/21736, 10,000,000 rounds>
    """

    certificates: tuple[str, ...]

    def line(self) -> str:
        """Return the bet, its return, and how many rounds the intervals go to."""
        model, rtp = self.answer.model, self.answer.value.rtp
        message = "no price" if rtp is None else f"return {brief(rtp)}"
        runs = self.filed[0].intervals
        return f"{model.bet.id}, {message}" + (f", {runs[-1].rounds:,} rounds" if runs else "")

    def document(self) -> Document:
        """Return it in words."""
        return document(self, [*self._proofs()])

    def _proofs(self) -> Iterator[Sealed]:
        for filed, text in zip(self.filed, self.certificates, strict=True):
            yield Sealed(seal_of(json.loads(text)), digests([filed.answer]))


@dataclass(frozen=True, repr=False)
class ReportTogetherAnswer(Shown, JointReport):
    """What is filed of bets made together.

    Args:
        certificates: the one of all together.

    >>> report({"any-7": 1, "eleven": 1})
    <ReportTogetherAnswer: any-7 1, eleven 1, expected net win -0.2777777778>
    """

    certificates: tuple[str, ...]

    def line(self) -> str:
        """Return the bets and their expected net win."""
        mean = decimal(self.portfolio.expected_value)
        return f"{name_of(self.portfolio)}, expected net win {mean}"

    def document(self) -> Document:
        """Return it in words."""
        answers = [part.answer for part in self.portfolio.parts]
        (text,) = self.certificates
        return jointreport.document(self, Sealed(seal_of(json.loads(text)), digests(answers)))


@dataclass(frozen=True, repr=False)
class ReportPlanAnswer(Shown):
    """What is filed of a betting plan: over one hand, and over the rolls of some hours.

    Args:
        planned: over one hand, with its distribution if its chain is short; then over numbers of
            rolls.

    >>> report("place-68")
    <ReportPlanAnswer: place-68, one hand: expected net win -1/3>
    """

    planned: tuple[PlanAnswer, ...]

    @property
    def certificates(self) -> tuple[str, ...]:
        """None: plans have no certificates."""
        return ()

    def document(self) -> Document:
        """Return it in words."""
        return planreport.document(self.planned)

    def line(self) -> str:
        """Return the plan, and its expected net win."""
        return self.planned[0].line()


PLAN_ROLLS = (100, 400)
"""Rolls over which a report follows a plan, beside one hand."""

MOST_PLAN_STATES = 1_000
"""States of a plan up to which a report has its distribution, and follows it over rolls."""


def report(
    bet: Bet,
    *,
    minimum: Number | None = None,
    maximum: Number | None = None,
    **options: Unpack[ReportOptions],
) -> ReportAnswer | ReportTogetherAnswer | ReportPlanAnswer:
    """Return all that a laboratory files of a bet: rules, return, risk, rolls, prices, proof.

    Args:
        bet: an id or a name, or the path of a TOML file with a bet, in its usual reading unless
            another is named; bets made together, as ``portfolio`` takes them; or a betting plan.
        minimum: the least stake, for the exposure; as the rulebook says by default.
        maximum: the most likewise.
        options: see ``ReportOptions``; of several paytables each is reported, side by side. Of a
            plan those of ``plan``.

    Raises:
        TypeError: there is no option of a name.
        OddscalcError: as ``edge``, ``portfolio`` and ``plan``; or an option has no meaning.

    >>> both = report("all-small", paytable=["customary", "bonus-30-150-to-1"], maximum=100)
    >>> tuple(str(filed.answer.value.rtp) for filed in both.filed)
    ('20049/21736', '621519/760760')
    >>> both.filed[0].exposures[0].paid
    Fraction(3400, 1)
    """
    refuse_unknown("report", options, ReportOptions)
    given = dict(options)
    named = dict.fromkeys(several(given.pop("paytable", None)))
    paytables: tuple[str | None, ...] = (*named,) or (None,)
    limits = _limits(minimum, maximum)
    if isinstance(bet, str) and is_plan(bet):
        return _of_plan(bet, paytables, limits, given)
    queries = [cast("Options", {**given, "paytable": paytable}) for paytable in paytables]
    if not isinstance(bet, str) or paid(parse_item(bet)):
        return _of_several(bet, queries, limits)
    asked = [one_bet(bet, query) for query in queries]
    (name,) = asked[0][0]
    filed = bet_report(name, [query for _, query in asked], limits)
    first = filed.answer  # paytables have one chain, that of odds is not the one of the rolls
    chain = first.model.chain() if first.schedule is not None else filed.rolls.subject.chain
    proven = Proven.of(chain)
    texts = tuple(certificate(filed_bet.answer, proven) for filed_bet in filed.filed)
    return ReportAnswer(**parts_of(filed), certificates=texts)


def _of_several(bet: Bet, queries: list[Options], limits: Limits) -> ReportTogetherAnswer:
    if len(queries) > 1 or limits != (None, None):
        what = "several paytables" if len(queries) > 1 else "minimum or maximum"
        raise RuleError(f"{what}: not for bets made together", code="conflict")
    joint = portfolio(*together(bet, queries[0]), "all-decided")
    return ReportTogetherAnswer(
        **parts_of(joint_report(joint)), certificates=(joint_certificate(joint),)
    )


def _of_plan(
    name: str, paytables: tuple[str | None, ...], limits: Limits, options: dict[str, Any]
) -> ReportPlanAnswer:
    known = PaidOptions.__annotations__
    what = [
        key
        for key, value in options.items()
        if key not in known and value not in (None, OPTIONS[key].unset)
    ]
    what += ["several paytables"] if len(paytables) > 1 else []
    what += ["minimum or maximum"] if limits != (None, None) else []
    if what:
        raise RuleError(f"{', '.join(what)}: not for a plan", code="conflict")
    given = cast("PaidOptions", {key: option for key, option in options.items() if key in known})
    if paytables[0] is not None:
        given["paytable"] = paytables[0]
    hand = plan(name, **given)
    if not isinstance(hand.worth, PlanMoments) or hand.worth.states > MOST_PLAN_STATES:
        return ReportPlanAnswer((hand,))
    over = (plan(name, rolls=rolls, **given) for rolls in PLAN_ROLLS)
    return ReportPlanAnswer((plan(name, net=True, **given), *over))


def _limits(minimum: Number | None, maximum: Number | None) -> Limits:
    """Return the least and the most stake.

    Raises:
        RangeError: they do not go upwards from above 0.
    """
    low, high = number_of("minimum", minimum), number_of("maximum", maximum)
    for name, limit in (("minimum", low), ("maximum", high)):
        if limit is not None and limit <= 0:
            raise RangeError(f"the {name} is {exact(limit)}; it must be above 0")
    if low is not None and high is not None and low > high:
        raise RangeError(
            f"the minimum is {exact(low)} and the maximum {exact(high)}, which is less"
        )
    return low, high
