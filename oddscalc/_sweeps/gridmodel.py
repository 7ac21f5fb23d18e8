"""The strict form of a grid file, as pydantic models: no unknown keys, no floats.

A value that is ``default`` leaves the option out, as if it were not given to ``oddscalc edge``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from oddscalc._chain.model import MAX_STATES
from oddscalc._dice.dice import parse_dice
from oddscalc._dice.weightfile import is_file
from oddscalc._exact.numbers import exact, parse_rational
from oddscalc._exact.strict import Strict, no_dash, whole_as_text
from oddscalc._money.commission import Commission
from oddscalc._money.given import GivenPrice
from oddscalc._money.price import Price
from oddscalc._money.schedule import OddsSchedule
from oddscalc._money.ticket import parse_stakes
from oddscalc._rules.betmodels import FileName, Text, read_by
from oddscalc._sweeps.workload import SECONDS
from oddscalc.errors import NumberError, UnknownNameError

DEFAULT = "default"
"""The word that leaves an option out, as one value of its axis."""

MAX_VALUES = 1_000
"""Values that may be written on one axis."""

MAX_STAKES = 100_000
"""Stakes on their axis, ranges written out."""

MAX_ROLLS = 100_000

WHERE = ("come-out", "on", "2", "3", "4", "5", "6", "8", "9", "10", "11", "12")


def stakes_of(text: str) -> list[str]:
    """Return the stakes that *text* stands for, as exact numbers.

    Raises:
        NumberError: it is no stake, or a range of over 10,000.

    >>> stakes_of("5..20 by 5"), stakes_of("2.5")
    (['5', '10', '15', '20'], ['5/2'])
    """
    span, by, step = text.partition(" by ")
    return [exact(stake) for stake in parse_stakes(span, parse_rational(step if by else "1"))]


def _written_out(texts: Sequence[str]) -> list[str | None]:
    """Return the stakes of all *texts*; of too many, no more than it takes to refuse them."""
    stakes: list[str | None] = []
    problems = []
    for text in texts:
        try:
            stakes += [None] if text == DEFAULT else stakes_of(text)
        except NumberError as error:
            problems.append(str(error))
        if len(stakes) > MAX_STAKES:
            problems.append(f"over {MAX_STAKES:,} stakes; cut them into several files")
            break
    if problems:
        raise ValueError("; ".join(problems))
    return stakes


def _amount(text: str) -> str:
    """Return one amount above 0 as an exact number."""
    try:
        amounts = stakes_of(text)
    except NumberError as error:
        raise ValueError(str(error)) from None
    if len(amounts) > 1:
        raise ValueError(f"{text!r} is a range; one amount is needed here")
    return amounts[0]


def _rolls(text: str) -> str:
    """Return a number of rolls as text."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:10]) <= MAX_ROLLS:
        raise ValueError(f"{text!r} is no number of rolls from 1 to {MAX_ROLLS:,}")
    return str(int(text))


def _dice(text: str) -> str:
    """Return *text* if it is dice, or the name of a file of weights, which is read later."""
    return no_dash(text) if is_file(text) else read_by(parse_dice)(text)


def _where(text: str) -> str:
    if text not in WHERE:
        raise ValueError(f"the table cannot stand on {text!r}; it can on {', '.join(WHERE)}")
    return text


def _price(text: str) -> str:
    """Return *text* if it is a price for an outcome."""
    try:
        Price.parse(GivenPrice.parse(text).price)
    except (NumberError, UnknownNameError) as error:
        raise ValueError(str(error)) from None
    return text


def _prices(value: object) -> object:
    """Return one price as a list of it, and ``default`` as no prices."""
    if isinstance(value, str):
        return [] if value == DEFAULT else [value]
    return value


def _given(check: Callable[[str], str]) -> AfterValidator:
    """Return the validator that lets ``default`` through, as None."""
    return AfterValidator(lambda text: None if text == DEFAULT else check(text))


_WHOLE = BeforeValidator(whole_as_text)

Name = Annotated[Text | None, _given(no_dash)]
DiceText = Annotated[Text, AfterValidator(_dice)]
Where = Annotated[Text | None, _WHOLE, _given(_where)]
Working = Annotated[Literal["on", "off", "default"] | None, _given(str)]
OddsText = Annotated[Text | None, _given(read_by(OddsSchedule.parse))]
PriceText = Annotated[Text, AfterValidator(_price)]
Prices = Annotated[list[PriceText], BeforeValidator(_prices), Field(max_length=100)]
Vig = Annotated[Text | None, _given(read_by(Commission.parse))]
Amount = Annotated[Text | None, _WHOLE, _given(_amount)]
Rounding = Annotated[
    Literal["exact", "down", "nearest", "half-even", "up", "refuse", "default"] | None, _given(str)
]
Stakes = Annotated[list[Annotated[Text, _WHOLE]], AfterValidator(_written_out)]


def _axis(default: object, alias: str | None = None) -> Any:
    """Return the field of an axis, which has the one value *default* where it is left out."""
    return Field(
        default_factory=lambda: [default], min_length=1, max_length=MAX_VALUES, alias=alias
    )


def _round(data: object) -> object:
    """Return *data* with ``round``, the word of the command line, as ``rounding``."""
    if not isinstance(data, dict) or "round" not in data:
        return data
    if "rounding" in data:
        raise ValueError("round and rounding are one key; give one of them")
    return {("rounding" if key == "round" else key): value for key, value in data.items()}


class Axes(Strict):
    """The axes of the product, each a list of values."""

    _words = model_validator(mode="before")(_round)

    rules: list[FileName] = _axis("standard")
    bet: list[Text] = Field(min_length=1, max_length=MAX_VALUES)
    reading: list[Name] = _axis(None)
    dice: list[DiceText] = _axis("fair")
    where: list[Where] = _axis(None, alias="from")
    working: list[Working] = _axis(None)
    odds: list[OddsText] = _axis(None)
    paytable: list[Name] = _axis(None)
    pays: list[Prices] = _axis([])
    vig: list[Vig] = _axis(None)
    key: list[Name] = _axis(None)
    unit: list[Amount] = _axis(None)
    rounding: list[Rounding] = _axis(None)
    stake: Stakes = _axis(None)


class PointEntry(Strict):
    """One point beside the product."""

    _words = model_validator(mode="before")(_round)

    rules: FileName = "standard"
    bet: Text
    reading: Name = None
    dice: DiceText = "fair"
    where: Where = Field(default=None, alias="from")
    working: Working = None
    odds: OddsText = None
    paytable: Name = None
    pays: Prices = Field(default_factory=list)
    vig: Vig = None
    key: Name = None
    unit: Amount = None
    rounding: Rounding = None
    stake: Amount = None


class GridFile(Strict):
    """A grid of questions: the product of the axes, then the points that are listed."""

    axes: Axes | None = None
    points: list[PointEntry] = Field(default_factory=list)
    own_bets: list[FileName] = Field(default_factory=list, max_length=100)
    max_states: int = Field(default=MAX_STATES, ge=1, le=10_000_000)
    seconds: int = Field(default=SECONDS, ge=0, description="for each chain; 0 for any")


Rolls = Annotated[Text | None, _WHOLE, _given(_rolls)]
NumberName = Annotated[Text, Field(pattern=r"^[A-Za-z0-9{}-]+\.(stake|start|most)$")]


class PlanAxes(Strict):
    """The axes of a product of betting plans, each a list of values."""

    _words = model_validator(mode="before")(_round)

    plan: list[Annotated[Text, AfterValidator(no_dash)]] = Field(
        min_length=1, max_length=MAX_VALUES
    )
    rules: list[Name] = _axis(None)
    dice: list[DiceText] = _axis("fair")
    paytable: list[Name] = _axis(None)
    pays: list[Prices] = _axis([])
    vig: list[Vig] = _axis(None)
    rounding: list[Rounding] = _axis(None)
    rolls: list[Rolls] = _axis(None)
    bankroll: list[Amount] = _axis(None)
    target: list[Amount] = _axis(None)


Numbers = Annotated[list[Annotated[Text, _WHOLE]], Field(min_length=1, max_length=MAX_VALUES)]


def _counts(texts: Sequence[str]) -> list[str | None]:
    """Return what a counter starts with, or its most, as text."""
    for text in texts:
        if text != DEFAULT and not (text.isascii() and text.isdigit() and len(text) < 6):
            raise ValueError(f"{text[:20]!r} is no whole number up to 10,000")
    return [None if text == DEFAULT else str(int(text)) for text in texts]


def _numbers(given: dict[str, list[str]]) -> dict[str, list[str | None]]:
    """Return the values of each number: stakes, or whole numbers of counters."""
    return {
        name: (_written_out if name.endswith(".stake") else _counts)(texts)
        for name, texts in given.items()
    }


class PlanGridFile(Strict):
    """A grid of questions about betting plans."""

    axes: PlanAxes
    numbers: Annotated[dict[NumberName, Numbers], AfterValidator(_numbers)] = Field(
        default_factory=dict, max_length=20
    )
    max_states: int = Field(default=MAX_STATES, ge=1, le=10_000_000)
    seconds: int = Field(default=SECONDS, ge=0, description="for each point; 0 for any")
