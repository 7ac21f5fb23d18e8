"""The options of the questions: one table, which Python and the command line are made from.

Nothing is imported here that ``oddscalc --help`` does not need; ``asked`` reads what is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, TypedDict

from oddscalc.errors import NumberError, UnknownNameError

if TYPE_CHECKING:
    from oddscalc._chain.chain import Solver
    from oddscalc._dice.dice import Dice
    from oddscalc._money.price import Price

Number = Fraction | int | str
Prices: TypeAlias = "Mapping[str | int, str | Price] | Sequence[str] | str"

QUESTION, RULES, MONEY, TABLE, OUTPUT = "Question", "Rules", "Money", "Table", "Output"
"""The groups in which a help shows the options."""


@dataclass(frozen=True)
class Option:
    """One option.

    Args:
        name: its name in Python; on the command line ``--`` and that without a ``_`` at the end.
        group: the group in which a help shows it.
        says: what it is, for a help.
        metavar: what stands for its value in a help.
        example: what could be written, for messages.
        words: the only values it can have, if they are few.
        takes: the types of its values in Python.
        unset: its value when it is not given.
    """

    name: str
    group: str
    says: str
    metavar: str
    example: str
    words: tuple[str, ...] = ()
    takes: tuple[type, ...] = (str,)
    unset: str | int | None = None

    @property
    def flag(self) -> str:
        """The option as the command line has it.

        >>> OPTIONS["from_"].flag, OPTIONS["max_states"].flag
        ('--from', '--max-states')
        """
        return "--" + self.name.rstrip("_").replace("_", "-")

    def refuse(self, value: object) -> None:
        """Refuse a value that is of no type the option takes, or none of its few words.

        Raises:
            NumberError: a float, or neither a text nor a number where one is needed.
            UnknownNameError: another word.

        >>> OPTIONS["stake"].refuse(2.5)
        Traceback (most recent call last):
        oddscalc.errors.NumberError: stake is the float 2.5; write it as text, like '6'
        """
        name = self.name.rstrip("_")
        if isinstance(value, bool) or not isinstance(value, self.takes):
            kind = "the float " if isinstance(value, float) else ""
            instead = "it as text" if kind else "text" if str in self.takes else "a whole number"
            message = f"{name} is {kind}{value!r}; write {instead}, like {self.example}"
            raise NumberError(message)
        if self.words and isinstance(value, str) and value not in self.words:
            raise UnknownNameError.among(name, value, self.words)


NUMBERS = (str, int, Fraction)

OPTIONS = {
    option.name: option
    for option in (
        Option(
            "rules", RULES, "Rulebook: an id or a .toml file.", "R", "'us-pa'", unset="standard"
        ),
        Option("reading", RULES, "Only this reading of the text.", "NAME", "'usual'"),
        Option(
            "paytable",
            MONEY,
            "Paytable: an id or a .toml file; the rulebook's own or customary by default.",
            "P",
            "'customary'",
        ),
        Option(
            "pays",
            MONEY,
            "A price instead of the paytable's, like 12='3 to 1'. May be repeated.",
            "[BET:]OUTCOME=PRICE",
            "'win=10 to 1' or {'win': '10 to 1'}",
            takes=(str, Sequence, Mapping),
        ),
        Option(
            "vig",
            MONEY,
            "Commission: '5% of win, when placed, rounded down to 1, at least 1'; or none.",
            "TEXT",
            "'5% of win, when placed'",
        ),
        Option(
            "odds",
            MONEY,
            "Odds behind line bets: 2x, 345x, full-double, 4/10=3x,5/9=4x,6/8=5x; 'win 2x'.",
            "SCHEDULE",
            "'345x'",
        ),
        Option("stake", MONEY, "The amount staked.", "N", "'6'", takes=NUMBERS),
        Option(
            "unit",
            MONEY,
            "The smallest amount that can be paid.",
            "N",
            "'1/2'",
            takes=NUMBERS,
            unset="1",
        ),
        Option(
            "round",
            MONEY,
            "How the total net win is rounded to the unit; as the rulebook says by default.",
            "RULE",
            "'down'",
            words=("exact", "down", "nearest", "up", "refuse"),
        ),
        Option(
            "key",
            MONEY,
            "Of a bundle, the part that gets the indivisible rest.",
            "PART",
            "'eleven'",
        ),
        Option(
            "working",
            TABLE,
            "Whether the bet works on come-out rolls.",
            "on|off",
            "'off'",
            words=("on", "off"),
        ),
        Option(
            "from_",
            TABLE,
            "Where the table stands when the bet is placed: come-out, on (a point just"
            " established) or the point, 4 to 10, on which a pass bet stands then.",
            "W",
            "'come-out', 'on' or 6",
            takes=(str, int),
        ),
        Option(
            "at",
            TABLE,
            "The number on which a line bet stands already; new for one made now.",
            "N",
            "6 or 'new'",
            takes=(str, int),
        ),
        Option(
            "dice",
            TABLE,
            "fair; srr=7 (one 7 in 7 rolls); or 6, 12 or 36 weights separated by commas.",
            "SPEC",
            "'srr=7'",
            unset="fair",
        ),
        Option(
            "max_states",
            TABLE,
            "Most states a chain may have.",
            "N",
            "100_000",
            takes=(int,),
            unset=100_000,
        ),
        Option(
            "solver",
            TABLE,
            "sympy: solved by sympy alone, whatever the size, at several times the time.",
            "NAME",
            "'sympy'",
            words=("auto", "sympy"),
            unset="auto",
        ),
        Option(
            "rolls_per_hour",
            MONEY,
            "Print the expected cost per hour.",
            "N",
            "'100'",
            takes=NUMBERS,
        ),
    )
}
"""Every option that several questions share."""


class Placed(TypedDict, total=False):
    """The options of every question about bets.

    rules: id or path of the rulebook; ``standard`` by default.
    reading: the only reading wanted; all by default, the usual one first.
    working: ``on`` or ``off`` on come-out rolls; as the rulebook says by default.
    from_: where the table stands now: ``come-out``, ``on`` or a point; a line bet that could not
        be made there stands on it already.
    at: the number on which a line bet stands already; ``new`` forces a bet made now.
    dice: the dice, as text like ``srr=7`` or as ``Dice``; fair by default.
    max_states: how many states a chain may have.
    """

    rules: str
    reading: str | None
    working: str | None
    from_: str | int | None
    at: str | int | None
    dice: str | Dice
    max_states: int


class Priced(Placed, total=False):
    """The options of a question that asks for prices.

    paytable: id or path of the paytable; the rulebook's own or ``customary`` by default.
    pays: prices that replace the paytable's: ``win=10 to 1``, several such texts, or a mapping
        of outcomes to prices, like ``{2: "3 to 1", "horn:craps-12": "30 for 1"}``.
    vig: a commission that replaces the paytable's, as ``5% of win, when placed``; or ``none``.
    """

    paytable: str | None
    pays: Prices
    vig: str | None


class Paid(Priced, total=False):
    """The options of a question about money that is paid in whole units.

    unit: the smallest amount that can be paid, 1 by default.
    round: ``exact``, ``down``, ``nearest``, ``up`` or ``refuse``, of the total net win; as the
        rulebook says by default.
    """

    unit: Number
    round: str | None


class Divided(Paid, total=False):
    """The same, of bets that may be bundles.

    key: of a bundle, the part that gets what cannot be divided over the parts.
    """

    key: str | None


class Options(Divided, total=False):
    """The options of ``edge``, beside the bets.

    odds: odds behind line bets, as ``345x``.
    stake: the amount staked, for what depends on it.
    solver: ``sympy`` if nothing else is to solve the chain, whatever its size; or ``auto``.
    """

    odds: str | None
    stake: Number | None
    solver: Solver


def refuse_unknown(function: str, given: Iterable[str], known: type) -> None:
    """Refuse an option that a function does not have, as Python does.

    Raises:
        TypeError: one of *given* is none of the options in *known*.

    >>> refuse_unknown("edge", ["rounding"], Options)
    Traceback (most recent call last):
    TypeError: edge() has no option 'rounding'; did you mean 'round'?
    """
    names = known.__annotations__
    for name in given:
        if name not in names:
            near = get_close_matches(name, names, 1) or get_close_matches(f"{name}_", names, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(names)}"
            raise TypeError(f"{function}() has no option {name!r}{hint}")
