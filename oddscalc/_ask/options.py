"""The options of the questions: one table, which Python and the command line are made from.

Nothing is imported here that ``oddscalc --help`` does not need; ``asked`` reads what is given.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypedDict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from oddscalc._chain.chain import Solver
    from oddscalc._dice.dice import Dice
    from oddscalc._money.price import Price

Number: TypeAlias = "Fraction | int | str"
Prices: TypeAlias = "Mapping[str | int, str | Price] | Sequence[str] | str"

QUESTION, RULES, MONEY, TABLE, OUTPUT = "Question", "Rules", "Money", "Table", "Output"
"""The groups in which a help shows the options, in this order."""

SECONDS = 15
"""Seconds of processor time that a question on the command line may take by default."""


class Option(NamedTuple):
    """One option.

    Args:
        name: its name in Python; on the command line ``--`` and that without a ``_`` at the end.
        group: the group in which a help shows it.
        metavar: what stands for its value in a help.
        says: what it is, for a help.
        example: what could be written, for messages.
        kind: ``text``, ``number``, ``whole`` (a whole number), ``place`` (where the table stands),
            ``dice`` or ``prices``.
        words: the only texts it can be, if they are few.
        unset: its value when it is not given.

    >>> OPTIONS["from_"].flag, OPTIONS["max_states"].flag
    ('--from', '--max-states')
    """

    name: str
    group: str
    metavar: str
    says: str
    example: str
    kind: str = "text"
    words: tuple[str, ...] = ()
    unset: str | int | None = None

    @property
    def flag(self) -> str:
        """The option as the command line has it."""
        return "--" + self.name.rstrip("_").replace("_", "-")


_ALL = (
    Option(
        "rules", RULES, "R", "Rulebook: an id or a .toml file.", "'us-pa'", unset="standard",
    ),
    Option(
        "reading", RULES, "NAME", "Only this reading of the text.", "'usual'",
    ),
    Option(
        "pays", MONEY, "[BET:]OUTCOME=PRICE", "A price instead of the paytable's, like"
        " 12='3 to 1'. May be repeated.",
        "'win=10 to 1' or {'win': '10 to 1'}", kind="prices",
    ),
    Option(
        "paytable", MONEY, "P", "Paytable: an id or a .toml file; the rulebook's own or customary"
        " by default.",
        "'customary'",
    ),
    Option(
        "odds", MONEY, "SCHEDULE", "Odds behind line bets: 2x, 345x, full-double,"
        " 4/10=3x,5/9=4x,6/8=5x; 'win 2x'.",
        "'345x'",
    ),
    Option(
        "stake", MONEY, "N", "The amount staked.", "'6'", kind="number",
    ),
    Option(
        "vig", MONEY, "TEXT", "Commission: '5% of win, when placed, rounded down to 1, at least"
        " 1'; or none.",
        "'5% of win, when placed'",
    ),
    Option(
        "round", MONEY, "RULE", "How the total net win is rounded to the unit; as the rulebook says"
        " by default.",
        "'down'", words=("exact", "down", "nearest", "half-even", "up", "refuse"),
    ),
    Option(
        "unit", MONEY, "N", "The smallest amount that can be paid.", "'1/2'", kind="number",
        unset="1",
    ),
    Option(
        "key", MONEY, "PART", "Of a bundle, the part that gets the indivisible rest.", "'eleven'",
    ),
    Option(
        "from_", TABLE, "W", "Where the table stands when the bet is placed: come-out, on (a point"
        " just established) or the point, 4 to 10, on which a pass bet stands then.",
        "'come-out', 'on' or 6", kind="place",
    ),
    Option(
        "at", TABLE, "N", "The number on which a line bet stands already; new for one made now.",
        "6 or 'new'", kind="place",
    ),
    Option(
        "working", TABLE, "on|off", "Whether the bet works on come-out rolls.", "'off'",
        words=("on", "off"),
    ),
    Option(
        "dice", TABLE, "SPEC", "fair; srr=7 (one 7 in 7 rolls); on-axis-2-5; 6, 12 or 36 weights"
        " separated by commas, or a file of 36.",
        "'srr=7'", kind="dice", unset="fair",
    ),
    Option(
        "max_states", TABLE, "N", "Most states a chain may have.", "100_000", kind="whole",
        unset=100_000,
    ),
    Option(
        "solver", TABLE, "NAME", "sympy: solved by sympy alone, whatever the size, at several times"
        " the time.",
        "'sympy'", words=("auto", "sympy"), unset="auto",
    ),
    Option(
        "rolls_per_hour", OUTPUT, "N", "Print the expected cost per hour.", "'100'", kind="number",
    ),
)  # fmt: skip

OPTIONS = {option.name: option for option in _ALL}
"""Every option that several questions share, by its name in Python."""


class PlacedOptions(TypedDict, total=False):
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


class PricedOptions(PlacedOptions, total=False):
    """The options of a question that asks for prices.

    paytable: id or path of the paytable; the rulebook's own or ``customary`` by default.
    pays: prices that replace the paytable's: ``win=10 to 1``, several such texts, or a mapping
        of outcomes to prices, like ``{2: "3 to 1", "horn:craps-12": "30 for 1"}``.
    vig: a commission that replaces the paytable's, as ``5% of win, when placed``; or ``none``.
    """

    paytable: str | None
    pays: Prices
    vig: str | None


class PaidOptions(PricedOptions, total=False):
    """The options of a question about money that is paid in whole units.

    unit: the smallest amount that can be paid, 1 by default.
    round: ``exact``, ``down``, ``nearest``, ``up`` or ``refuse``, of the total net win; as the
        rulebook says by default.
    """

    unit: Number
    round: str | None


class DividedOptions(PaidOptions, total=False):
    """The same, of bets that may be bundles.

    key: of a bundle, the part that gets what cannot be divided over the parts.
    """

    key: str | None


class Options(DividedOptions, total=False):
    """The options of ``edge``, beside the bets.

    odds: odds behind line bets, as ``345x``.
    stake: the amount staked, for what depends on it.
    solver: ``sympy`` if nothing else is to solve the chain, whatever its size; or ``auto``.
    """

    odds: str | None
    stake: Number | None
    solver: Solver


class ReportOptions(PlacedOptions, total=False):
    """The options of ``report``: those of ``edge``, and more than one paytable.

    paytable: ids or paths of paytables, which are reported side by side.
    pays: prices that replace those of the paytables, as ``edge`` takes them.
    vig: a commission that replaces theirs.
    odds: odds behind line bets, as ``345x``.
    stake: the amount staked, for what depends on it.
    unit: the smallest amount that can be paid, 1 by default.
    round: how the total net win is rounded to it.
    key: of a bundle, the part that gets what cannot be divided over the parts.
    solver: ``sympy`` if nothing else is to solve the chain; or ``auto``.
    """

    paytable: str | Sequence[str] | None
    pays: Prices
    vig: str | None
    odds: str | None
    stake: Number | None
    unit: Number
    round: str | None
    key: str | None
    solver: Solver
