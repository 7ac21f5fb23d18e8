"""The strict form of data files, as pydantic models.

Only a user's own file is read through these; what comes with oddscalc is validated by the tests.
Every model refuses unknown keys and values of another type; floats are never accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Discriminator, Field, Tag

from oddscalc.errors import NumberError
from oddscalc.paytables.commission import Commission
from oddscalc.paytables.price import Price
from oddscalc.rollsets import REST, parse_rolls


def _rolls(text: str) -> str:
    try:
        parse_rolls(text)
    except NumberError as error:
        raise ValueError(str(error)) from None
    return text


def _rolls_or_rest(text: str) -> str:
    return text if text.strip().lower() == REST else _rolls(text)


def _price(text: str) -> str:
    try:
        Price.parse(text)
    except NumberError as error:
        raise ValueError(str(error)) from None
    return text


def _commission(text: str) -> str:
    try:
        Commission.parse(text)
    except NumberError as error:
        raise ValueError(str(error)) from None
    return text


Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Text = Annotated[str, Field(min_length=1, max_length=2_000)]
Rolls = Annotated[str, AfterValidator(_rolls), Field(description="a set of rolls, like '2, 3, 12'")]
RollsOrRest = Annotated[str, AfterValidator(_rolls_or_rest)]
PriceText = Annotated[str, AfterValidator(_price), Field(description="like '30 to 1'")]
CommissionText = Annotated[
    str, AfterValidator(_commission), Field(description="like '5% of win, when placed'")
]
_TEXT, _TABLE = "(text)", "(table)"
"""Names of the two forms in pydantic's paths; brackets, so that no key is taken for one."""


def _form(value: object) -> str:
    return _TABLE if isinstance(value, dict) else _TEXT


WinRolls = Annotated[
    Annotated[Rolls, Tag(_TEXT)] | Annotated[dict[Text, Rolls], Field(min_length=1), Tag(_TABLE)],
    Discriminator(_form),
]
Pays = Annotated[
    Annotated[PriceText, Tag(_TEXT)]
    | Annotated[dict[Text, PriceText], Field(min_length=1), Tag(_TABLE)],
    Discriminator(_form),
]
Count = Annotated[int, Field(ge=1, le=10_000)]


class Strict(BaseModel):
    """No unknown keys, no conversion of types."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class OneRollRule(Strict):
    """Decided by the next roll."""

    win: WinRolls
    lose: RollsOrRest
    push: RollsOrRest | None = None


class RaceRule(Strict):
    """Decided by the first roll that is named."""

    win: WinRolls
    lose: RollsOrRest
    push: RollsOrRest | None = None
    lose_when: Literal["any", "all"] = "any"
    when_off: Literal["waits", "returned"] = "waits"


class LineRule(Strict):
    """A first roll, then the point against 7."""

    side: Literal["with", "against"]
    points: Rolls
    win_first: Rolls | None = None
    lose_first: Rolls | None = None
    bar: Rolls | None = None
    barred: Literal["returned", "stays"] = "returned"


class PointsMadeRule(Strict):
    """How many different points the shooter makes."""

    points: Rolls
    win_at: Count
    ends_on: Literal["seven-out", "any-7"]


class CollectRule(Strict):
    """How many groups of rolls are completed."""

    groups: dict[Text, Annotated[list[Rolls], Field(min_length=1)]] = Field(min_length=1)
    until: Rolls
    win_at: Count


class RepeatRule(Strict):
    """How often a roll is repeated."""

    count: Rolls
    times: Count
    until: Rolls
    win_at: Count | None = None


class SequenceRule(Strict):
    """Which of two sequences of rolls comes first."""

    win: Annotated[list[Rolls], Field(min_length=1, max_length=20)]
    lose: Annotated[list[Rolls], Field(min_length=1, max_length=20)]


class BundleRule(Strict):
    """Several bets sold as one, each with its units of the stake."""

    parts: dict[Text, Count] = Field(min_length=1)


class BetEntry(Strict):
    """What every bet has."""

    id: Id
    name: Text
    aliases: list[Text] = []
    source: Text


class OneRollBet(BetEntry):
    """A one-roll bet."""

    kind: Literal["one-roll"]
    rule: OneRollRule


class RaceBet(BetEntry):
    """A race."""

    kind: Literal["race"]
    rule: RaceRule


class LineBet(BetEntry):
    """A line bet."""

    kind: Literal["line"]
    rule: LineRule


class PointsMadeBet(BetEntry):
    """A bet on points made."""

    kind: Literal["points-made"]
    rule: PointsMadeRule


class CollectBet(BetEntry):
    """A bet on rolls collected."""

    kind: Literal["collect"]
    rule: CollectRule


class RepeatBet(BetEntry):
    """A bet on rolls repeated."""

    kind: Literal["repeat"]
    rule: RepeatRule


class SequenceBet(BetEntry):
    """A bet on a sequence of rolls."""

    kind: Literal["sequence"]
    rule: SequenceRule


class BundleBet(BetEntry):
    """A bundle."""

    kind: Literal["bundle"]
    rule: BundleRule


BetModel = Annotated[
    OneRollBet
    | RaceBet
    | LineBet
    | PointsMadeBet
    | CollectBet
    | RepeatBet
    | SequenceBet
    | BundleBet,
    Field(discriminator="kind"),
]


class BetsFile(Strict):
    """A file of bets."""

    bets: Annotated[list[BetModel], Field(min_length=1)]


Working = Literal["on", "off", "unstated"]


class ReadingModel(Strict):
    """One reading of a clause."""

    name: Id
    says: Text
    rule: dict[str, Any] = {}
    working: Working | None = None


class WagerModel(Strict):
    """One clause that defines a wager."""

    bets: Annotated[list[Id], Field(min_length=1)]
    clause: Text
    names: Annotated[list[Text], Field(min_length=1)]
    when: Literal["any", "come-out", "after-come-out", "new-shooter", "point"]
    working: Working | None = None
    unit: Count | None = None
    impossible: Text | None = None
    notes: list[Text] = []
    defects: list[Text] = []
    readings: Annotated[list[ReadingModel], Field(min_length=2)] | None = None


class RulebookFile(Strict):
    """A rulebook."""

    id: Id
    title: Text
    jurisdiction: Text
    authority: Text
    edition: Text
    as_of: Text
    source: Text
    status: Text
    prices: Id | None = None
    come_out: bool = True
    notes: list[Text] = []
    wagers: Annotated[list[WagerModel], Field(min_length=1)]
    bets: list[BetModel] = []


class PricesModel(Strict):
    """The prices of some bets."""

    bets: Annotated[list[Id], Field(min_length=1)]
    pays: Pays
    whole: bool = False
    commission: CommissionText | None = None
    source: Text
    status: Text


class PaytableFile(Strict):
    """A paytable."""

    id: Id
    title: Text
    source: Text
    status: Text
    base: Id | None = None
    prices: Annotated[list[PricesModel], Field(min_length=1)]


RULE_MODELS: Mapping[str, type[Strict]] = {
    "one-roll": OneRollRule,
    "race": RaceRule,
    "line": LineRule,
    "points-made": PointsMadeRule,
    "collect": CollectRule,
    "repeat": RepeatRule,
    "sequence": SequenceRule,
    "bundle": BundleRule,
}

BRANCHES = frozenset({*RULE_MODELS, _TEXT, _TABLE})
"""Steps of pydantic's paths that name a branch of a union, not a key."""
