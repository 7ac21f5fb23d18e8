"""Whether a printed number is some exact quantity of a bet, and what else would give it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Unpack

from oddscalc._ask.asked import joint_query, query
from oddscalc._ask.items import Item, alone, in_portfolios, parse_item
from oddscalc._ask.joint import portfolio
from oddscalc._ask.options import Options
from oddscalc._ask.query import Answer, prepare
from oddscalc._exact.printed import CLAIMED, PrintedNumber, parse_print
from oddscalc._questions.claims.candidates import Candidate, joint_quantities, quantities
from oddscalc._questions.claims.explanations import MOST, explanations
from oddscalc._questions.claims.jointexplanations import joint_explanations
from oddscalc._questions.claims.subject import Explanation, JointSubject, Match, Single, Target
from oddscalc.errors import NumberError, RuleError, UnknownNameError

CONFIRMED, REFUTED = "confirmed", "refuted"


@dataclass(frozen=True)
class ClaimSubject:
    """What a claim is held against: one reading of a bet, or a portfolio.

    Args:
        bet: the id of the bet; of a portfolio each with its stake.
        reading: the reading; of a portfolio until when it is played.
        rules: the rulebook's id.
        paytable: the paytable's id.
        quantities: its exact quantities.
        answer: of a bet, all that is known of it.
    """

    bet: str
    reading: str
    rules: str
    paytable: str
    quantities: tuple[Candidate, ...]
    answer: Answer | None = None


@dataclass(frozen=True)
class Verdict:
    """The verdict on a claim.

    Args:
        claimed: the number.
        subjects: what it was held against.
        matches: the quantities that it is.
        explanations: if it is none, what would give it, the likeliest first.
        wanted: the only quantities that could confirm it, if some were named.
    """

    claimed: PrintedNumber
    subjects: tuple[ClaimSubject, ...]
    matches: tuple[Match, ...]
    explanations: tuple[Explanation, ...]
    wanted: tuple[str, ...] = ()

    @property
    def verdict(self) -> str:
        """``confirmed`` or ``refuted``."""
        return CONFIRMED if self.matches else REFUTED


def claim(
    number: str,
    *bets: str,
    named: Sequence[str] = (),
    until: str | None = None,
    rolls_per_hour: Fraction | None = None,
    **options: Unpack[Options],
) -> Verdict:
    """Return whether *number* is an exact quantity of a bet at its printed digits.

    Args:
        number: the number as printed, like ``1.36%``, ``7/495``, ``251:244`` or ``$0.20``.
        bets: one bet; or the bets of a portfolio, each with its stake, like ``pass:5``.
        named: the only quantities that may confirm it: ``made``, ``resolved``, ``roll``,
            ``outlay``, ``win`` ... ; all of the names must fit.
        until: of a portfolio, ``roll`` or ``all-decided``.
        rolls_per_hour: makes the cost per hour a quantity too.
        options: as of ``oddscalc.edge``.

    Raises:
        NumberError: the number cannot be read.
        UnknownNameError: no quantity has a name in *named*; or as ``oddscalc.edge``.
        OddscalcError: as ``oddscalc.edge`` and ``oddscalc.portfolio``.

    >>> verdict = claim("1.36%", "dont-pass")
    >>> verdict.verdict, verdict.matches[0].quantity.says
    ('confirmed', 'house edge per bet made, over the stake')
    >>> other = claim("1.40%", "dont-pass", named=["made"])
    >>> other.verdict, other.explanations[0].says
    ('refuted', 'that is the house edge per bet resolved, over the stake')
    """
    claimed, wanted = parse_print(number, CLAIMED), tuple(name.strip().lower() for name in named)
    if not bets:
        raise NumberError("a claim needs a bet", code="incomplete")
    items, from_file = _items(bets, until)
    subject: Single | JointSubject
    if items:
        subject = _together(items, until or from_file or "all-decided", options, rolls_per_hour)
    else:
        subject = _single(bets, options, rolls_per_hour)
    subjects = tuple(_subjects(subject))
    _refuse_unknown(wanted, subjects)
    matches = tuple(
        Match(quantity, subject.bet, subject.reading, subject.paytable)
        for subject in subjects
        for quantity in subject.quantities
        if quantity.asked_as(wanted) and quantity.meets(claimed) and (wanted or quantity.can_be)
    )
    likeliest: list[Explanation] = []
    if not matches:
        target = Target(claimed, wanted)
        likeliest = _first(
            explanations(target, subject)
            if isinstance(subject, Single)
            else joint_explanations(target, subject)
        )
    return Verdict(claimed, subjects, matches, tuple(likeliest), wanted)


def _first(made: Iterator[Explanation]) -> list[Explanation]:
    """Return the first few explanations, none of them twice."""
    by_text: dict[str, Explanation] = {}
    for explanation in made:
        by_text.setdefault(explanation.says, explanation)
        if len(by_text) == MOST:
            break
    return list(by_text.values())


def _items(bets: Sequence[str], until: str | None) -> tuple[list[Item], str | None]:
    """Return the bets with their stakes if they make a portfolio, and until when a file says."""
    items = [parse_item(text) for text in bets]
    if until is None and all(item.stake is None for item in items):
        return [], None
    return in_portfolios(items)


def _single(bets: Sequence[str], options: Options, rolls_per_hour: Fraction | None) -> Single:
    items = [parse_item(text) for text in bets]
    own = [item for item in items if item.options]
    names, asked = query([item.bet for item in items], alone(own[0], options) if own else options)
    if len(names) != 1:
        raise RuleError(
            f"a claim is about one bet, and these are {len(names)}; of a portfolio give each"
            " its stake, like pass:5"
        )
    solved, paytable = prepare(names, asked)
    answers = [reading.answer(paytable, asked.ticket) for reading in solved]
    return Single(names[0], asked, solved, paytable, answers, rolls_per_hour)


def _together(
    items: list[Item],
    until: str,
    options: Options,
    rolls_per_hour: Fraction | None,
) -> JointSubject:
    if options.get("odds") or options.get("stake") is not None or options.get("key"):
        raise RuleError(
            "a portfolio takes no odds, no key and no other stake than each bet's own, like"
            " pass:5,odds=345x",
            code="conflict",
        )
    asked = joint_query(options)
    return JointSubject(items, asked, until, portfolio(items, asked, until), rolls_per_hour)


def _subjects(subject: Single | JointSubject) -> Iterator[ClaimSubject]:
    if isinstance(subject, Single):
        for answer in subject.answers:
            model = answer.model
            yield ClaimSubject(
                model.bet.id,
                model.reading.name,
                model.rules.id,
                answer.paytable.id,
                tuple(quantities(answer, subject.rolls_per_hour)),
                answer,
            )
        return
    yield ClaimSubject(
        subject.described,
        subject.until,
        subject.query.rules.id,
        subject.value.parts[0].answer.paytable.id,
        tuple(joint_quantities(subject.value, subject.rolls_per_hour)),
    )


def _refuse_unknown(wanted: Sequence[str], subjects: Sequence[ClaimSubject]) -> None:
    listed = [quantity for subject in subjects for quantity in subject.quantities]
    for name in wanted:
        if not any(quantity.asked_as([name]) for quantity in listed):
            known = [
                *(quantity.name for quantity in listed),
                *(quantity.basis for quantity in listed if quantity.basis),
            ]
            names = list(dict.fromkeys(known))
            raise UnknownNameError(
                f"there is no quantity {name!r} here; there are {', '.join(names)}", names
            )
