"""What is asked of a session, and the answer to all of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.query import Valued
from oddscalc._exact.bounds import Bounds
from oddscalc._exact.numbers import exact
from oddscalc._questions.sessions.afterrolls import AfterRolls, after_rolls
from oddscalc._questions.sessions.enclosed import Enclosed, enclose
from oddscalc._questions.sessions.game import Game, game_of
from oddscalc._questions.sessions.risk import bankroll_for, survival
from oddscalc._questions.sessions.stopped import Session, play
from oddscalc._questions.sessions.stops import Stops
from oddscalc._questions.sessions.sums import After, after
from oddscalc._questions.sessions.times import SHARES, quantiles
from oddscalc.errors import NumberError, RangeError, RuleError

NOTHING_ASKED = (
    "nothing is asked: give --decisions or --rolls, a --bankroll with a --target, --survive, or"
    " --bankroll-for with --risk"
)


@dataclass(frozen=True)
class SessionQuestion:
    """What is asked of a session.

    Args:
        stops: what ends it.
        decisions: how many decisions there are, at most if anything else ends it.
        rolls: how many rolls there are.
        survive: within how many decisions not to be ruined.
        bankroll_for: for how many decisions a bankroll has to last.
        risk: the risk of ruin that is allowed then.
        table_max: the greatest stake that the table takes.
        bits: how long numbers may grow; None for exact answers.
        shares: the quantiles wanted.

    Raises:
        NumberError: nothing is asked, or parts of it contradict each other.
    """

    stops: Stops = field(default_factory=Stops)
    decisions: int | None = None
    rolls: int | None = None
    survive: int | None = None
    bankroll_for: int | None = None
    risk: Fraction | None = None
    table_max: Fraction | None = None
    bits: int | None = None
    shares: tuple[Fraction, ...] = SHARES

    def __post_init__(self) -> None:
        for share in self.shares:
            if not 0 < share < 1:
                raise RangeError(
                    f"a quantile at {exact(share)}; write a share between 0 and 1, like 0.9 or 90%"
                )
        stopped = self.stops != Stops()
        counted = stopped or self.decisions is not None or self.survive is not None
        if not counted and self.rolls is None and self.bankroll_for is None and self.risk is None:
            raise NumberError(NOTHING_ASKED, code="incomplete")
        if (self.bankroll_for is None) != (self.risk is None):
            raise NumberError(
                "--bankroll-for says for how many decisions, --risk with which risk of ruin: give"
                " both",
                code="incomplete",
            )
        if self.rolls is not None and counted:
            raise NumberError(
                "--rolls is for a session that nothing stops; with a bankroll or another stop,"
                " count --decisions",
                code="conflict",
            )
        if self.bankroll_for is not None and (counted or self.rolls is not None):
            raise NumberError(
                "--bankroll-for finds the bankroll: ask for anything else apart", code="conflict"
            )
        if self.bits is not None and not stopped:
            raise NumberError(
                "--enclose is for sessions with a bankroll, a target or another stop",
                code="incomplete",
            )
        if self.survive is not None and not self.stops.down:
            raise NumberError(
                "--survive needs a --bankroll or a --stop-loss to run out of", code="incomplete"
            )


@dataclass(frozen=True)
class SessionReport:
    """The answer to a question.

    Args:
        question: what was asked.
        subject: what was bet.
        game: what it comes to.
        result: how the session ends; None if that was not asked.
        quantiles: decisions until the end, by share; None where they took too long to find.
        survived: the probability to survive.
        needed: the bankroll needed, and its exact risk.
    """

    question: SessionQuestion
    subject: Valued | Portfolio
    game: Game
    result: After | AfterRolls | Session | Enclosed | None = None
    quantiles: tuple[tuple[Fraction, int | None], ...] = ()
    survived: Fraction | Bounds | None = None
    needed: tuple[Fraction, Fraction] | None = None


def answered(subject: Valued | Portfolio, question: SessionQuestion) -> SessionReport:
    """Return the answer to all of *question*.

    Raises:
        RuleError: a stake is above the table's maximum, the bet has no price, the bankroll does
            not cover the first bet, or the session never ends.
        NumberError: it is too long.

    >>> from oddscalc._ask.query import Query, ask
    >>> answered(ask(["pass"], Query())[0], SessionQuestion(decisions=2)).result.even
    Fraction(122488, 245025)
    """
    _refuse_above(subject, question.table_max)
    report = SessionReport(question, subject, game_of(subject))
    if question.rolls is not None:
        return replace(report, result=after_rolls(subject, question.rolls))
    _refuse_standing(subject)
    if question.bankroll_for is not None and question.risk is not None:
        needed = bankroll_for(report.game, question.bankroll_for, question.risk)
        return replace(report, needed=needed)
    if question.survive is not None:
        report = replace(report, survived=_survived(report.game, question))
        if question.decisions is None and question.stops.win is None:
            return report
    return _ended(report, question)


def _refuse_standing(subject: Valued | Portfolio) -> None:
    """Refuse decision after decision of a bet that stands on a number already.

    Raises:
        RuleError: there is one.
    """
    for answer in [subject] if isinstance(subject, Valued) else [p.answer for p in subject.parts]:
        model = answer.model
        if model.stands not in (None, "on"):
            raise RuleError(
                f"{model.bet.id} stands on {model.stands}, and is not made again there: --rolls N"
                " carries the table on; or leave out where it stands",
                code="conflict",
            )


def _refuse_above(subject: Valued | Portfolio, most: Fraction | None) -> None:
    for answer in [subject] if isinstance(subject, Valued) else [p.answer for p in subject.parts]:
        if most is not None and answer.ticket.stake > most:
            raise RuleError(
                f"a stake of {exact(answer.ticket.stake)} on {answer.model.bet.id} is above the"
                f" table's maximum of {exact(most)}",
                code="out-of-range",
            )


def _survived(game: Game, question: SessionQuestion) -> Fraction | Bounds:
    assert question.survive is not None
    if question.bits is None:
        return survival(game, question.stops, question.survive)
    ruined = enclose(game, question.stops, question.bits, question.survive).ruin_first
    return Bounds(1 - ruined.upper, 1 - ruined.lower)


def _ended(report: SessionReport, question: SessionQuestion) -> SessionReport:
    """Return *report* with how the session ends."""
    if question.stops == Stops():
        assert question.decisions is not None
        return replace(report, result=after(report.game, question.decisions))
    if question.bits is not None:
        bounds = enclose(report.game, question.stops, question.bits, question.decisions)
        return replace(report, result=bounds)
    session = play(report.game, question.stops, question.decisions)
    return replace(report, result=session, quantiles=tuple(quantiles(session, question.shares)))
