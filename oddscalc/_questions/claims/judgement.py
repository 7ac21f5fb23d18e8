"""Whether a printed number is some exact quantity of a bet, and what else would give it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Unpack

from oddscalc._ask.asked import joint_query, query
from oddscalc._ask.items import Item, alone, in_portfolios, parse_item
from oddscalc._ask.joint import portfolio
from oddscalc._ask.options import Options
from oddscalc._ask.query import Query, Valued, prepare
from oddscalc._chain.chain import Chain
from oddscalc._exact.printed import PERCENT
from oddscalc._questions.claims.candidates import (
    EDGE,
    NUMBER,
    Candidate,
    joint_quantities,
    named_as,
    quantities,
)
from oddscalc._questions.claims.explanations import MOST, explanations, same_bet
from oddscalc._questions.claims.jointexplanations import joint_explanations
from oddscalc._questions.claims.number import BOUNDS, Claimed, parse_claim
from oddscalc._questions.claims.spoken import spoken
from oddscalc._questions.claims.subject import (
    Explanation,
    HandSubject,
    JointSubject,
    Match,
    Single,
    Target,
)
from oddscalc._questions.claims.timed import QUICK, first_roll, rolls
from oddscalc._questions.rolls import HAND, Question
from oddscalc._questions.rolls import rolls as ask_rolls
from oddscalc.errors import NumberError, RuleError

CONFIRMED, REFUTED, COINCIDENCE, UNKNOWN = "confirmed", "refuted", "coincidence", "unknown"

MOST_HAND = 200
"""Rolls of a hand among which its end is looked for."""


@dataclass(frozen=True)
class ClaimSubject:
    """What a claim is held against: one reading of a bet, a portfolio, or the shooter's hand.

    Args:
        bet: the id of the bet; of a portfolio each with its stake.
        reading: the reading; of a portfolio until when it is played.
        rules: the rulebook's id.
        paytable: the paytable's id.
        quantities: its exact quantities, without those about rolls.
        answer: of a bet, all that is known of it.
        chain: of a portfolio and of the hand.
    """

    bet: str
    reading: str
    rules: str
    paytable: str
    quantities: tuple[Candidate, ...]
    answer: Valued | None = None
    chain: Chain | None = None

    @cached_property
    def first(self) -> tuple[Candidate, ...]:
        """What may happen on the first roll of a bet."""
        return () if self.answer is None else tuple(first_roll(self.answer))

    @property
    def is_quick(self) -> bool:
        """Whether its rolls are looked at unasked: the chain is short."""
        return self.answer is None or self.answer.model.bet.kind in QUICK

    def rolls(self, wanted: Sequence[str] = ()) -> tuple[Candidate, ...]:
        """Return on which rolls it is decided, also those that are *wanted*."""
        if self.answer is not None:
            return tuple(rolls(self.answer.model.chain(), wanted))
        if self.chain is None:
            return ()
        if self.bet == HAND:
            return tuple(rolls(self.chain, wanted, MOST_HAND, "seven-out"))
        return tuple(rolls(self.chain, wanted))

    @property
    def every(self) -> dict[str, Candidate]:
        """Every quantity by its key, in order."""
        by_key: dict[str, Candidate] = {}
        for candidate in (*self.quantities, *self.first, *self.rolls()):
            by_key.setdefault(candidate.key, candidate)
        return by_key


@dataclass(frozen=True)
class Verdict:
    """The verdict on a claim.

    Args:
        claimed: the number.
        verdict: ``confirmed``, ``refuted``, ``coincidence`` if it is true of something else than
            was claimed, ``unknown`` if the kind of quantity that was claimed is not known.
        subjects: what it was held against.
        matches: the quantities that it is and that were claimed.
        coincidences: if there are none, the others that it is.
        explanations: likewise what would give it, the likeliest first.
        wanted: the only quantities that could confirm it, if some were named.
        why: if it is unknown, why.
    """

    claimed: Claimed
    verdict: str
    subjects: tuple[ClaimSubject, ...]
    matches: tuple[Match, ...] = ()
    coincidences: tuple[Match, ...] = ()
    explanations: tuple[Explanation, ...] = ()
    wanted: tuple[str, ...] = ()
    why: str = ""


def claim(
    number: str,
    *bets: str,
    named: Sequence[str] = (),
    until: str | None = None,
    rolls_per_hour: Fraction | None = None,
    **options: Unpack[Options],
) -> Verdict:
    """Return whether *number* is an exact quantity of a bet at its printed digits.

    A percentage claims an edge unless *named* says otherwise; any other number claims no kind,
    and whatever quantity is printed like it confirms it.

    Args:
        number: the number as printed, like ``1.36%``, ``7/495``, ``251:244`` or ``$0.20``.
        bets: one bet; or the bets of a portfolio, each with its stake, like ``pass:5``; or
            ``hand``, the shooter's.
        named: the only quantities that may confirm it: ``made``, ``resolved``, ``roll``,
            ``outlay``, ``win`` ... ; all of the names must fit.
        until: of a portfolio, ``roll`` or ``all-decided``.
        rolls_per_hour: makes the cost per hour a quantity too.
        options: as of ``oddscalc.edge``.

    Raises:
        NumberError: the number cannot be read.
        OddscalcError: as ``oddscalc.edge`` and ``oddscalc.portfolio``.

    >>> verdict = claim("1.36%", "dont-pass")
    >>> verdict.verdict, verdict.matches[0].quantity.says
    ('confirmed', 'house edge per bet made, over the stake')
    >>> other = claim("1.40%", "dont-pass", named=["made"])
    >>> other.verdict, other.explanations[0].says
    ('coincidence', 'that is the house edge per bet resolved, over the stake')
    >>> claim("1.50%", "dont-pass").verdict, claim("1.50%", "pass", named=["luck"]).verdict
    ('refuted', 'unknown')
    """
    number, said = spoken(number)
    claimed, wanted = parse_claim(number), tuple(map(named_as, [*named, *said]))
    if not bets:
        raise NumberError("a claim needs a bet", code="incomplete")
    if claimed.mode in BOUNDS and not wanted and claimed.kind != PERCENT:
        raise NumberError(
            f"{number!r} is a bound, and much is {claimed.mode} that; say of what, with --as"
        )
    subject = _subject(bets, until, rolls_per_hour, options)
    target, subjects = Target(claimed, wanted), tuple(_subjects(subject))
    matches = _matches(target, subjects)
    if matches:
        return Verdict(claimed, CONFIRMED, subjects, matches, wanted=wanted)
    why = _unknown(target, subjects)
    if why and wanted:
        return Verdict(claimed, UNKNOWN, subjects, wanted=wanted, why=why)
    others = _coincidences(target, subjects)
    likeliest = [
        Explanation("quantity", f"that is the {other.quantity.says}", other.quantity)
        for other in others
    ]
    if isinstance(subject, Single):
        likeliest += _first(explanations(target, subject))
    elif isinstance(subject, JointSubject):
        likeliest += _first(joint_explanations(target, subject))
    else:
        likeliest += _first(same_bet(target, subjects[0].quantities))
    verdict = COINCIDENCE if others else UNKNOWN if why else REFUTED
    return Verdict(claimed, verdict, subjects, (), others, tuple(likeliest[:MOST]), wanted, why)


def _matches(target: Target, subjects: Sequence[ClaimSubject]) -> tuple[Match, ...]:
    """Return the quantities that confirm the claim; those about rolls only if no others do."""

    def confirm(quantity: Candidate) -> bool:
        if not target.is_hit_by(quantity):
            return False
        return bool(target.wanted) or (
            quantity.can_be
            and (target.claimed.kind != PERCENT or quantity.sort == EDGE or subjects[0].bet == HAND)
        )

    return _listed(confirm, subjects, target.wanted, everywhere=bool(target.wanted))


def _coincidences(target: Target, subjects: Sequence[ClaimSubject]) -> tuple[Match, ...]:
    """Return the quantities that the number is, though they are not what was claimed."""
    free = Target(target.claimed, ())
    bounded = target.claimed.mode in BOUNDS or target.claimed.upper is not None
    if bounded or target.claimed.digits < LEAST_DIGITS:
        return ()
    return _listed(
        lambda candidate: free.is_hit_by(candidate) and candidate.can_be,
        subjects,
        (),
        everywhere=False,
    )


LEAST_DIGITS = 2
"""Digits that a number must have for it to be worth saying of what else it is true."""


def _listed(
    holds: Callable[[Candidate], bool],
    subjects: Sequence[ClaimSubject],
    wanted: Sequence[str],
    *,
    everywhere: bool,
) -> tuple[Match, ...]:
    """Return the first quantities for which *holds* is true: of the value, then those of rolls."""

    def on_rolls(subject: ClaimSubject) -> tuple[Candidate, ...]:
        return subject.rolls(wanted) if everywhere or subject.is_quick else ()

    listings: tuple[Callable[[ClaimSubject], tuple[Candidate, ...]], ...]
    listings = (
        lambda subject: subject.quantities,
        lambda matched: matched.first,
        on_rolls,
    )
    for listing in listings:
        matches = tuple(
            Match(quantity, subject.bet, subject.reading, subject.paytable)
            for subject in subjects
            for quantity in listing(subject)
            if holds(quantity)
        )
        if matches:
            return matches
    return ()


def _unknown(target: Target, subjects: Sequence[ClaimSubject]) -> str:
    """Return why the kind of quantity that is claimed is not known here; nothing if it is."""
    if not subjects:
        return "no reading of the text could be meant"
    bet, wanted = subjects[0].bet, target.wanted
    negative = target.claimed.negative
    if not wanted:
        if target.claimed.kind != PERCENT or bet == HAND:
            return ""
        priced = any(
            candidate.sort == EDGE for subject in subjects for candidate in subject.quantities
        )
        return "" if priced else f"{bet} has no price, and so no edge"
    listed = [quantity for subject in subjects for quantity in subject.quantities]
    if any(quantity.asked_as(wanted, negative=negative) for quantity in listed):
        return ""
    listed += [
        candidate for subject in subjects for candidate in (*subject.first, *subject.rolls(wanted))
    ]
    if any(quantity.asked_as(wanted, negative=negative) for quantity in listed):
        return ""
    missing = [name for name in wanted if not any(entry.asked_as([name]) for entry in listed)]
    names = dict.fromkeys(name for entry in listed for name in (entry.name, entry.basis) if name)
    what = " and ".join(map(repr, missing)) or f"that is {' and '.join(map(repr, wanted))} at once"
    return f"{bet} has no quantity {what}; it has {', '.join(names)}"


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


def _subject(
    bets: Sequence[str], until: str | None, rolls_per_hour: Fraction | None, options: Options
) -> Single | JointSubject | HandSubject:
    """Return what the claim is about."""
    stated, from_file = _items(bets, until)
    if stated:
        return _together(stated, until or from_file or "all-decided", options, rolls_per_hour)
    items = [parse_item(text) for text in bets]
    own = [item for item in items if item.options]
    names, asked = query([item.bet for item in items], alone(own[0], options) if own else options)
    if [name.strip().lower() for name in names] == [HAND]:
        hand = ask_rolls(names, asked, Question(pmf=1, shares=()))[0].subject
        return HandSubject(hand.rules, hand.chain)
    return _single(names, asked, rolls_per_hour)


def _single(names: Sequence[str], asked: Query, rolls_per_hour: Fraction | None) -> Single:
    if len(names) != 1:
        raise RuleError(
            f"a claim is about one bet, and these are {len(names)}; of a portfolio give each"
            " its stake, like pass:5"
        )
    solved, paytable = prepare(names, asked)
    if asked.reading is None:
        solved = [solution for solution in solved if not solution.model.reading.defect]
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


def _subjects(subject: Single | JointSubject | HandSubject) -> Iterator[ClaimSubject]:
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
    if isinstance(subject, HandSubject):
        known = tuple(roll for roll in rolls(subject.chain, (), 1) if roll.sort == NUMBER)
        yield ClaimSubject(HAND, "usual", subject.rules, "", known, None, subject.chain)
        return
    yield ClaimSubject(
        subject.described,
        subject.until,
        subject.query.rules.id,
        subject.value.parts[0].answer.paytable.id,
        tuple(joint_quantities(subject.value, subject.rolls_per_hour)),
        None,
        subject.value.chain,
    )
