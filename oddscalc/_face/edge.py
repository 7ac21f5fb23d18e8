"""``edge`` and ``edges``: the exact value of bets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Unpack, cast, overload

from oddscalc._ask.asked import amount_of, number_of, query, refuse_unknown
from oddscalc._ask.options import Number, Options
from oddscalc._ask.query import Refused, Valued, ask, ask_all, over_stakes
from oddscalc._dice.dice import has_symbols
from oddscalc._exact.numbers import percent
from oddscalc._face.shown import Shown, brief, parts_of
from oddscalc._money.ticket import parse_stakes
from oddscalc._money.valuation import HouseEdge, Payoff
from oddscalc._proof.certificate import certificate
from oddscalc._show.columns import Choice
from oddscalc._show.document import Document
from oddscalc._show.words.edge import COLUMNS, document
from oddscalc._show.words.figures import Showing
from oddscalc._show.words.notes import notes
from oddscalc.errors import RuleError


@dataclass(frozen=True, repr=False)
class Answer(Shown, Valued):
    """What one reading of one bet is worth; all numbers are exact Fractions.

    Money is per unit of flat stake. What needs a price is None where there is none.

    Args:
        siblings: every reading that was asked for, this one among them.
        rolls_per_hour: for the expected cost per hour.

    >>> answer = edge("dont-pass")
    >>> answer
    <Answer: dont-pass, house edge 3/220 (1.363636364%), 557/165 rolls>
    >>> answer.house_edge.per_bet_resolved, answer.push
    (Fraction(27, 1925), Fraction(1, 36))
    """

    siblings: tuple[Valued, ...] = field(default=(), compare=False)
    rolls_per_hour: Fraction | None = None

    @property
    def win(self) -> Fraction:
        """The probability of winning in law, whatever that pays."""
        return self.value.win

    @property
    def lose(self) -> Fraction:
        """The probability of losing in law."""
        return self.value.lose

    @property
    def push(self) -> Fraction:
        """The probability that the bet is returned."""
        return self.value.push

    @property
    def outcomes(self) -> tuple[Payoff, ...]:
        """Every outcome with its ``probability`` and its ``net`` win."""
        return self.value.payoffs

    @property
    def expected_value(self) -> Fraction | None:
        """The expected net win."""
        return self.value.expected_value

    @property
    def variance(self) -> Fraction | None:
        """The variance of the net win."""
        return self.value.variance

    @property
    def sd(self) -> str | None:
        """The standard deviation, a decimal text of 10 significant digits (it is irrational)."""
        return self.value.sd

    @property
    def hit_frequency(self) -> Fraction | None:
        """The probability of a net win above 0."""
        return self.value.hit_frequency

    @property
    def rtp(self) -> Fraction | None:
        """The return to the player."""
        return self.value.rtp

    @property
    def house_edge(self) -> HouseEdge | None:
        """The edges ``per_bet_made``, ``per_bet_resolved`` and ``per_roll``, over the stake.

        With odds they are over the action; ``value.edge_over`` has them over another basis.
        """
        return self.value.house_edge

    @property
    def expected_rolls(self) -> Fraction:
        """The rolls from placing to decision."""
        return self.value.expected_rolls

    @property
    def notes(self) -> list[str]:
        """What must be said beside the numbers, the clause first."""
        return notes(self)

    @property
    def readings(self) -> tuple[Answer, ...]:
        """The answer for each reading of the text, the usual one first."""
        return tuple(
            _answer(sibling, self.siblings, self.rolls_per_hour) for sibling in self.siblings
        )

    def certificate(self) -> str:
        """Return the JSON text of a proof, which ``verify`` checks."""
        return certificate(self)

    def flat_rows(self) -> tuple[list[str], list[dict[str, str | None]]]:
        """Return the columns and the only row, as ``Answers`` has them."""
        return Answers((self,)).flat_rows()

    def line(self) -> str:
        """Return the bet, its edge and its rolls."""
        model, edge = self.model, self.house_edge
        name = model.bet.id + (f" ({model.reading.name})" if len(model.wager.readings) > 1 else "")
        made = None if edge is None else edge.per_bet_made
        says = "no price" if made is None else f"house edge {brief(made)} ({percent(made)})"
        return f"{name}, {says}, {brief(self.expected_rolls)} rolls"

    def document(self) -> Document:
        """Return it in words."""
        return document([self], Showing(rolls_per_hour=self.rolls_per_hour), cards=True)


@dataclass(frozen=True, repr=False)
class Answers(Shown, Sequence[Answer]):
    """Answers in a row; what is cut from them is of the same kind.

    Args:
        answers: the answers.
        left_out: of all wagers, why some have no answer.

    >>> answers = edges("pass", "field", "any-7")
    >>> answers[1:]
    <Answers: 2, field to any-7>
    >>> tuple(answer.to_dict()["bet"] for answer in answers[::2])
    ('pass', 'any-7')
    """

    answers: tuple[Answer, ...]
    left_out: tuple[str, ...] = ()

    @overload
    def __getitem__(self, place: int) -> Answer: ...
    @overload
    def __getitem__(self, place: slice) -> Answers: ...
    def __getitem__(self, place: int | slice) -> Answer | Answers:
        if isinstance(place, slice):
            return Answers(self.answers[place], self.left_out)
        return self.answers[place]

    def __len__(self) -> int:
        return len(self.answers)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the JSON list that ``oddscalc edge --json`` prints."""
        return [answer.to_dict() for answer in self.answers]

    def flat_rows(self) -> tuple[list[str], list[dict[str, str | None]]]:
        """Return the columns and a row for each answer.

        Every number has two columns of text: ``win`` the exact fraction, ``win_decimal`` its ten
        significant digits.
        """
        rows = [dict(_cells("", answer.to_dict())) for answer in self.answers]
        return list(dict.fromkeys(name for row in rows for name in row)), rows

    def line(self) -> str:
        """Return how many there are, the first and the last."""
        ids = [answer.model.bet.id for answer in self.answers]
        return f"{len(ids)}, {ids[0]} to {ids[-1]}" if len(ids) > 1 else "".join(ids) or "none"

    def document(self) -> Document:
        """Return a table of them all, percentages to 4 places; all of an only answer."""
        hours = self.answers[0].rolls_per_hour if self.answers else None
        return document(self, Showing(rolls_per_hour=hours), cards=len(self) == 1)


def _cells(prefix: str, values: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """Yield the columns of a JSON object, but for its lists of objects."""
    for key, value in values.items():
        name = prefix + key
        if key == "schema":
            continue
        if key == "notes":
            yield name, "; ".join(value)
        elif isinstance(value, dict) and "exact" not in value:
            yield from _cells(f"{name}_", value)
        elif isinstance(value, str) or key == "sd":
            yield name, value
        elif not isinstance(value, list):
            yield name, value and value["exact"]
            yield f"{name}_decimal", value and value["decimal"]


def edge(bet: str, *, rolls_per_hour: Number | None = None, **options: Unpack[Options]) -> Answer:
    """Return the exact value of a bet: of several readings of the text, the usual one.

    Args:
        bet: an id or a name, or the path of a TOML file with a bet of one's own.
        rolls_per_hour: makes the expected cost per hour part of ``to_dict``.
        options: see ``Options``.

    Raises:
        TypeError: there is no option of a name.
        UnknownNameError: a bet, rulebook, paytable, reading or outcome has no such name.
        RuleError: the bet is not authorised, impossible, or may not be placed or paid like this.
        NumberError: a price, a commission or a schedule cannot be read.
        DataError: a file is unusable.

    >>> edge("pass").house_edge.per_bet_made
    Fraction(7, 495)
    >>> edge("pass", odds="345x").house_edge.per_bet_made
    Fraction(7, 1870)
    >>> both = edge("dont-pass", rules="us-ma").readings
    >>> tuple(answer.house_edge.per_bet_made for answer in both)
    (Fraction(3, 220), Fraction(27, 1925))
    """
    refuse_unknown("edge", options, Options)
    refuse_symbols(options)
    return only(_answers(ask(*query([bet], options)), rolls_per_hour), bet)


def edges(
    *bets: str,
    all: bool = False,  # noqa: A002 - as on the command line
    rolls_per_hour: Number | None = None,
    sort: str | None = None,
    top: int | None = None,
    **options: Unpack[Options],
) -> Answers:
    """Return the exact value of each reading of each of *bets*, the usual one first.

    Args:
        bets: ids or names, or paths of TOML files with bets of one's own.
        all: every wager of the rulebook instead; ``left_out`` says which have no answer.
        rolls_per_hour: makes the expected cost per hour part of ``to_dicts``.
        sort: the column to sort by, as ``edge``, the lowest first, or ``-edge``, the highest.
        top: how many answers.
        options: see ``Options``; *stake* may be a range like ``20..100``, of the stakes in which
            ``left_out`` has those that cannot be paid.

    Raises:
        TypeError, OddscalcError: as ``edge``.

    >>> tuple(answer.expected_rolls for answer in edges("pass", "field"))
    (Fraction(557, 165), Fraction(1, 1))
    """
    refuse_unknown("edges", options, Options)
    refuse_symbols(options)
    if all == bool(bets):
        raise TypeError("edges() takes bets, or else all=True")
    if ".." in str(options.get("stake")):
        valued, left_out = _over_stakes(bets, options)
    else:
        names, asked = query(bets, options)
        valued, left_out = ask_all(asked) if all else (ask(names, asked), [])
    choice = Choice.of(sort, top, None, COLUMNS)
    rows = choice.rows(_answers(valued, rolls_per_hour), COLUMNS)
    return Answers(tuple(cast("list[Answer]", rows)), tuple(left_out))


def _over_stakes(bets: Sequence[str], options: Options) -> tuple[list[Valued], list[str]]:
    """Return the answers at each of a range of stakes, and why some cannot be paid."""
    stakes = parse_stakes(str(options["stake"]), amount_of("unit", options.get("unit", 1)))
    names, asked = query(bets, {**options, "stake": stakes[0]})
    staked = over_stakes(names, asked, stakes)
    refused = [
        f"{stake.solved.model.bet.id}: {stake.reason}"
        for stake in staked
        if isinstance(stake, Refused)
    ]
    return [stake for stake in staked if not isinstance(stake, Refused)], refused


def refuse_symbols(options: Options) -> None:
    """Refuse dice that have symbols.

    Raises:
        RuleError: they have; the answer is a formula.
    """
    dice = options.get("dice")
    if isinstance(dice, str) and has_symbols(dice):
        raise RuleError(f"the dice {dice!r} have symbols; oddscalc.formula answers in formulas")


def only(answers: Sequence[Answer], bet: str) -> Answer:
    """Return the usual reading of the one bet that there are answers for.

    Raises:
        RuleError: they are of several bets.
    """
    bets = list(dict.fromkeys(answer.model.bet.id for answer in answers))
    if len(bets) > 1:
        raise RuleError(f"{bet} has {len(bets)} bets: {', '.join(bets)}; ask edges for them all")
    return answers[0]


def _answers(valued: Sequence[Valued], rolls_per_hour: Number | None) -> list[Answer]:
    per_hour = number_of("rolls_per_hour", rolls_per_hour)
    groups: dict[tuple[str, Fraction], list[Valued]] = {}
    for answer in valued:
        groups.setdefault((answer.model.bet.id, answer.ticket.stake), []).append(answer)
    siblings = {key: tuple(group) for key, group in groups.items()}
    return [
        _answer(worth, siblings[worth.model.bet.id, worth.ticket.stake], per_hour)
        for worth in valued
    ]


def _answer(valued: Valued, siblings: tuple[Valued, ...], per_hour: Fraction | None) -> Answer:
    return Answer(**parts_of(valued), siblings=siblings, rolls_per_hour=per_hour)
