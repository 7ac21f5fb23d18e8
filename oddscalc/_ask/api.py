"""The Python interface: ask for a bet as on the command line, get exact values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypedDict, Unpack

from oddscalc._ask.joint import Portfolio
from oddscalc._ask.joint import portfolio as joint
from oddscalc._ask.query import Answer, Query, ask
from oddscalc._chain.model import MAX_STATES, Placing
from oddscalc._dice.dice import Dice
from oddscalc._exact.numbers import as_fraction, exact, fixed
from oddscalc._money.commission import Commission
from oddscalc._money.given import GivenPrice
from oddscalc._money.schedule import OddsSchedule
from oddscalc._money.ticket import ANY, ROUNDINGS, Ticket
from oddscalc._rules import userfiles
from oddscalc._rules.rulebook import Rulebook
from oddscalc._show.shown import Sheet
from oddscalc.errors import NumberError, RangeError

Number = Fraction | int | str


class Options(TypedDict, total=False):
    """What may be asked beside the bets.

    rules: id or path of the rulebook; ``standard`` by default.
    reading: the only reading wanted; all by default, the usual one first.
    paytable: id or path of the paytable; the rulebook's own or ``customary`` by default.
    pays: prices that replace the paytable's, as ``[BET:]OUTCOME=PRICE``.
    vig: a commission that replaces the paytable's, as ``5% of win, when placed``; or ``none``.
    odds: odds behind line bets, as ``345x``.
    stake: the amount staked, for what depends on it.
    unit: the smallest amount that can be paid, 1 by default.
    rounding: ``exact``, ``down``, ``nearest``, ``up`` or ``refuse``, of the total net win; as the
        rulebook says by default.
    key: of a bundle, the part that gets what cannot be divided over the parts.
    working: ``on`` or ``off`` on come-out rolls; as the rulebook says by default.
    where: where the table stands when the bet is placed: ``come-out``, ``on`` or a point.
    dice: the dice, fair by default.
    max_states: how many states a chain may have.
    """

    rules: str
    reading: str | None
    paytable: str | None
    pays: Sequence[str]
    vig: str | None
    odds: str | None
    stake: Number | None
    unit: Number
    rounding: str | None
    key: str | None
    working: str | None
    where: str | None
    dice: Dice
    max_states: int


class Answers(list[Answer]):
    """A list of answers that a notebook, or rich, shows as a table.

    >>> print(edge("pass", "field").sheet().rows[1])
    ('field', '1/18', '5.5556', '5.5556', '5.5556', '1.0000')
    """

    def sheet(self) -> Sheet:
        """Return a row for each reading, percentages to 4 places; all of an only answer."""
        if len(self) == 1:
            return self[0].sheet()
        headers = ("bet", "edge made", "made %", "resolved %", "per roll %", "rolls")
        return Sheet("House edges and expected rolls", headers, [_row(answer) for answer in self])

    def _repr_html_(self) -> str:
        """Return the table for a notebook."""
        return self.sheet().html()

    def __rich__(self) -> object:
        """Return the table for rich."""
        return self.sheet().rich()


def _row(answer: Answer) -> tuple[str, ...]:
    model, edge = answer.model, answer.value.house_edge
    several = len(model.wager.readings) > 1
    name = f"{model.bet.id} ({model.reading.name})" if several else model.bet.id
    rolls = fixed(answer.value.expected_rolls, 4)
    if edge is None:
        return name, "no price", "", "", "", rolls
    made, resolved, roll = edge.per_bet_made, edge.per_bet_resolved, edge.per_roll
    percents = ("" if part is None else fixed(part * 100, 4) for part in (made, resolved, roll))
    return name, exact(made), *percents, rolls


def edge(*bets: str, **options: Unpack[Options]) -> Answers:
    """Return the exact value of each reading of each of *bets*.

    Args:
        bets: ids or names of bets, or paths of TOML files with bets of one's own.
        options: see ``Options``.

    Returns:
        One answer for each reading. ``answer.value`` holds probabilities, and money per unit
        of flat stake, as Fractions; expected rolls are counted from placing to decision.

    Raises:
        UnknownNameError: a bet, rulebook, paytable, reading or outcome has no such name.
        RuleError: a bet is not authorised, impossible, or may not be placed or paid like this.
        NumberError: a price, a commission or a schedule cannot be read.
        DataError: a file is unusable.

    >>> dont = edge("dont-pass")[0].value
    >>> dont.house_edge.per_bet_made, dont.house_edge.per_bet_resolved
    (Fraction(3, 220), Fraction(27, 1925))
    >>> edge("pass", odds="345x")[0].value.house_edge.per_bet_made
    Fraction(7, 1870)
    """
    names, asked = query(bets, options)
    return Answers(ask(names, asked))


def query(bets: Sequence[str], options: Options) -> tuple[list[str], Query]:
    """Return the names of the bets and the query that *bets* and *options* describe.

    Paths of bet files are replaced by the bets in them, which the rulebook then has.

    Raises:
        OddscalcError: an option names nothing or cannot be read, or a file is unusable.
    """
    rules = userfiles.rulebook(options.get("rules", "standard"))
    names: list[str] = []
    for name in bets:
        if userfiles.is_path(name):
            rules, ids = userfiles.bets(name, rules)
            names += ids
        else:
            names.append(name)
    paytable, vig, odds = options.get("paytable"), options.get("vig"), options.get("odds")
    asked = Query(
        rules=rules,
        paytable=None if paytable is None else userfiles.paytable(paytable, rules.catalogue),
        reading=options.get("reading"),
        placing=_placing(options),
        prices=tuple(GivenPrice.parse(text) for text in options.get("pays", ())),
        vig=() if vig is None else (Commission.parse(vig),),
        odds=None if odds is None else OddsSchedule.parse(odds),
        ticket=_ticket(options, rules),
    )
    return names, asked


def portfolio(
    stakes: Mapping[str, Number], until: str = "all-decided", **options: Unpack[Options]
) -> Portfolio:
    """Return the joint value of bets made together and once each.

    Args:
        stakes: the amount staked on each bet, by id or name.
        until: ``all-decided``, or ``roll`` (what is undecided after one roll comes down).
        options: see ``Options``; ``stake``, ``key`` and ``odds`` have no place here.

    Raises:
        OddscalcError: as ``edge``; or the bets cannot be made at the same time.

    >>> found = portfolio({"pass": 5, "any-craps": 1})
    >>> found.house_edge.per_bet_made
    Fraction(1, 33)
    """
    options["stake"] = 1
    _, asked = query([], options)
    return joint(list(stakes.items()), asked, until)


def bet_with_stake(text: str) -> tuple[str, str]:
    """Read ``BET:STAKE``.

    Raises:
        NumberError: there is no stake.

    >>> bet_with_stake("pass:5")
    ('pass', '5')
    """
    bet, colon, stake = text.rpartition(":")
    if not colon or not bet.strip():
        raise NumberError(f"{text!r}: write BET:STAKE, like pass:5")
    return bet, stake


def _placing(options: Options) -> Placing:
    return Placing(
        options.get("working"),
        options.get("where"),
        options.get("dice") or Dice.fair(),
        options.get("max_states", MAX_STATES),
    )


def _ticket(options: Options, rules: Rulebook) -> Ticket:
    """Return the ticket.

    Raises:
        NumberError: the stake or the unit is not above 0, the rounding is unknown, or what depends
            on a stake is given without one.
    """
    key, stake, rounding = options.get("key"), options.get("stake"), options.get("rounding")
    if stake is None:
        if rounding not in (None, "exact") or key:
            raise NumberError(
                "rounding and a key depend on the stake; give a stake", code="no-stake"
            )
        return ANY
    rounding = rounding or rules.rounding
    if rounding not in ROUNDINGS:
        raise NumberError(
            f"there is no rounding {rounding!r}; there are {', '.join(ROUNDINGS)}",
            code="unknown-name",
        )
    unit = options.get("unit", 1)
    amounts = {"stake": as_fraction(stake, "the stake"), "unit": as_fraction(unit, "the unit")}
    for name, amount in amounts.items():
        if amount <= 0:
            raise RangeError(f"the {name} is {exact(amount)}; it must be above 0")
    return Ticket(
        amounts["stake"], amounts["unit"], rounding, rules.catalogue.find(key).id if key else None
    )
