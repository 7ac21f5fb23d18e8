"""The strict form of data files, as pydantic models.

Only a user's own file is read through these; what comes with oddscalc is validated by the tests.
Every model refuses unknown keys and values of another type; floats are never accepted.
"""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, model_validator

from oddscalc._exact.numbers import parse_rational
from oddscalc._exact.strict import TABLE, TEXT, Strict, one_of
from oddscalc._money.commission import Commission
from oddscalc._money.price import Price
from oddscalc._money.schedule import OddsSchedule
from oddscalc._rules.betmodels import (
    BetModel,
    Count,
    FileName,
    Id,
    Text,
    form_of,
    read_by,
)

PriceText = Annotated[
    str, AfterValidator(read_by(Price.parse)), Field(description="like '30 to 1'")
]
CommissionText = Annotated[
    str,
    AfterValidator(read_by(Commission.parse)),
    Field(description="like '5% of win, when placed'"),
]
OddsText = Annotated[
    str, AfterValidator(read_by(OddsSchedule.parse)), Field(description="like '345x'")
]
Amount = Annotated[
    str, AfterValidator(read_by(parse_rational)), Field(description="money, like '1000'")
]
Pays = Annotated[
    Annotated[PriceText, Tag(TEXT)]
    | Annotated[dict[Text, PriceText], Field(min_length=1), Tag(TABLE)],
    Discriminator(form_of),
]


class BetsFile(Strict):
    """A file of bets."""

    bets: Annotated[list[BetModel], Field(min_length=1)]


Working = Literal["on", "off", "unstated"]
Change = Literal["any", "never", "before-point"]
"""When a wager that was made may be increased, reduced or taken down."""


class ReadingModel(Strict):
    """One reading of a clause."""

    name: Id
    says: Text
    rule: dict[str, Any] = Field(default_factory=dict)
    working: Working | None = None
    defect: bool = Field(default=False, description="a reading that no house could mean")


class WagerModel(Strict):
    """One clause that defines a wager."""

    bets: Annotated[list[Id], Field(min_length=1)]
    clause: Text
    names: Annotated[list[Text], Field(min_length=1)]
    when: Literal["any", "come-out", "after-come-out", "new-shooter", "point", "unstated"]
    working: Working | None = None
    unit: Count | None = None
    commission: CommissionText | None = None
    commission_leaves: list[Literal["when"]] = Field(default_factory=list)
    commission_returned: bool = False
    true_odds: bool = Field(default=False, description="whether the clause sets true odds")
    games: list[Text] = Field(default_factory=list, description="the only games it may be made in")
    offered: Text | None = Field(default=None, description="on what condition it is offered")
    broken_down: Literal["always", "no-area"] | None = None
    increased: Change | None = None
    reduced: Change | None = None
    removed: Change | None = None
    most_odds: OddsText | None = None
    impossible: Text | None = None
    notes: list[Text] = Field(default_factory=list)
    defects: list[Text] = Field(default_factory=list)
    readings: Annotated[list[ReadingModel], Field(min_length=2)] | None = None


class InlinePrice(Strict):
    """A price that stands in the rulebook itself, with where the text says it."""

    bet: Id | None = None
    bets: Annotated[list[Id], Field(min_length=1)] | None = None
    outcome: Text | None = Field(default=None, description="one outcome; else pays has them all")
    pays: Pays
    whole: bool = False
    commission: CommissionText | None = None
    clause: Text | None = None
    source: Text | None = None
    status: Literal["read", "second hand", "assumed"] | None = Field(
        default=None, description="only what was read is enforced"
    )

    @model_validator(mode="after")
    def _one_way(self) -> InlinePrice:
        if (self.bet is None) == (self.bets is None):
            raise ValueError("give either bet or bets")
        if self.outcome is not None and not isinstance(self.pays, str):
            raise ValueError("with outcome, pays is one price")
        return self


def prices_form(value: object) -> str:
    """Return which form the prices of a rulebook have."""
    return TABLE if isinstance(value, list) else TEXT


Prices = Annotated[
    Annotated[FileName, Tag(TEXT)] | Annotated[list[InlinePrice], Field(min_length=1), Tag(TABLE)],
    Discriminator(prices_form),
]


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
    prices: Prices | None = Field(
        default=None, description="an id, the path of a paytable, or the prices themselves"
    )
    extends: list[FileName] = Field(
        default_factory=list, description="rulebooks whose wagers stand here too: ids, or files"
    )
    come_out: bool = True
    rounding: Literal["exact", "down", "nearest", "half-even", "up", "refuse"] = "exact"
    price_mode: Literal["minimum", "fixed", "one-of", "unstated"] = "unstated"
    columns: list[FileName] = Field(default_factory=list)
    notation: Literal["to", "any"] = "any"
    commissions: Literal["none", "unstated"] = "unstated"
    games: list[Text] = Field(default_factory=list, description="the games the text is about")
    closed: Text | None = Field(default=None, description="the words that permit no other wager")
    elsewhere: list[Id] = Field(default_factory=list, description="bets of the missing parts")
    missing: list[Text] = Field(default_factory=list, description="parts not to be had")
    making: list[Text] = Field(default_factory=list, description="rules on making any wager")
    minimum: Amount | None = None
    maximum: Amount | None = None
    limits_clause: Text | None = None
    defects: list[Text] = Field(default_factory=list)
    notes: list[Text] = Field(default_factory=list)
    wagers: Annotated[list[WagerModel], Field(min_length=1)]
    bets: list[BetModel] = Field(default_factory=list)


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


class StakeModel(Strict):
    """One bet of a portfolio."""

    bet: Text
    stake: Text
    odds: Text | None = Field(default=None, description="odds behind a line bet, like 345x")
    working: Literal["on", "off"] | None = Field(default=None, description="on come-out rolls")
    at: Text | None = Field(default=None, description="the number it stands on; or new")
    reading: Text | None = None
    pays: list[Text] | None = Field(default=None, description="like 'win=7 to 6'")
    vig: CommissionText | None = None
    key: Text | None = None


class PortfolioFile(Strict):
    """Several bets made together."""

    until: Literal["roll", "all-decided"] = "all-decided"
    bets: Annotated[list[StakeModel], Field(min_length=1)]


StakeOf = Annotated[str | int, one_of("an amount as text or a whole number", str, int)]
"""An amount of money: a whole number, or text such as 7.50; never a float."""


def _listed(value: Any) -> Any:
    """Return one stake as a list of it."""
    return value if isinstance(value, list) else [value]


Stakes = Annotated[
    list[StakeOf],
    Field(min_length=1, max_length=100),
    BeforeValidator(_listed, json_schema_input_type=StakeOf | list[StakeOf]),
]
"""The stake of a planned bet, or the stakes of which a counter picks one."""


class PlannedBetModel(Strict):
    """A bet that a plan makes."""

    id: Text
    each: Annotated[list[int], Field(min_length=1)] | None = Field(
        default=None, description="numbers to stand for {n} in the texts of this entry, one by one"
    )
    stake: Stakes
    level: Text | None = Field(default=None, description="the counter that picks the stake")
    working: Literal["on", "off"] | None = Field(default=None, description="on come-out rolls")
    odds_working: Literal["on", "off"] | None = Field(
        default=None, description="whether the odds behind it work on come-out rolls"
    )
    stays: bool | None = Field(default=None, description="whether it stays up when it has won")


class PlanRuleModel(Strict):
    """A rule of a plan: on an event, if a condition holds, actions."""

    on: Text | Annotated[list[Text], Field(min_length=1)] = "roll"
    if_: Text | None = Field(default=None, alias="if")
    do: Text | Annotated[list[Text], Field(min_length=1, max_length=100)]
    each: Annotated[list[int], Field(min_length=1)] | None = None


class CounterModel(Strict):
    """A number that the rules of a plan count in."""

    start: Annotated[int, Field(ge=0, le=10_000)] = 0
    most: Annotated[int, Field(ge=0, le=10_000)] | None = None
    wraps: bool = False
    resets: list[Text] = Field(default_factory=list)


class PlanFile(Strict):
    """A betting plan."""

    id: Id | None = None
    title: Text | None = None
    source: Text | None = None
    rulebook: FileName | None = Field(default=None, description="an id, or the path of a file")
    paytable: FileName | None = Field(default=None, description="an id, or the path of a file")
    pays: list[Text] = Field(default_factory=list, description="like 'field:12=3 to 1'")
    vig: CommissionText | None = None
    bets: Annotated[list[PlannedBetModel], Field(min_length=1, max_length=100)]
    counters: dict[Id, Annotated[int, Field(ge=0, le=10_000)] | CounterModel] = Field(
        default_factory=dict
    )
    rules: Annotated[list[PlanRuleModel], Field(min_length=1, max_length=200)]


Said = Annotated[str | int, one_of("text or a whole number", str, int)]
"""Text, or a whole number where one is natural; never a float."""


AnyPrice = Annotated[
    str | int | float | datetime.date | datetime.time,
    one_of("a price as text", str, int, float, datetime.date, datetime.time),
]
"""As it came: what is wrong with a number, a time or a date as a price is told with its wager."""


class SubmittedWager(Strict):
    """What a submission says of one wager; a bare number as a price is a finding of its own."""

    wager: str = Field(min_length=1, description="its id or a name of the text")
    outcome: Said | None = Field(default=None, description="a tier, like 12; if there are several")
    pays: AnyPrice | dict[str, AnyPrice] | None = Field(
        default=None, description="like '9 to 5', or a table of outcomes"
    )
    unit: Said | None = None
    true_odds: str | None = Field(default=None, description="like '2 to 1'")
    house_advantage: str | None = Field(default=None, description="like '6.67%'")
    basis: str | None = Field(default=None, description="made, resolved, roll or outlay")
    commission: str | None = Field(default=None, description="like '5% of win, when placed'")
    working: str | None = Field(default=None, description="on or off, on come-out rolls")
    clause: str | None = None
    minimum: Said | None = None
    maximum: Said | None = None
    cap: Said | None = Field(default=None, description="the most that is paid in all")
    win_probability: str | None = None
    lose_probability: str | None = None
    push_probability: str | None = None
    expected_rolls: Said | None = Field(default=None, description="from placing to decision")
    rtp: str | None = Field(default=None, description="return to player, like '98.59%'")
    hit_frequency: str | None = Field(default=None, description="how often it nets above 0")
    sd: Said | None = Field(default=None, description="standard deviation per unit staked")
    variance: Said | None = Field(default=None, description="variance per unit staked")
    when: str | None = Field(default=None, description="when it may be made, like 'any time'")
    increase: str | None = Field(default=None, description="when it may be increased")
    reduce: str | None = Field(default=None, description="when it may be reduced")
    remove: str | None = Field(default=None, description="when it may be taken down")
    most_odds: str | None = Field(default=None, description="the most odds behind it, like 345x")
    area: str | None = Field(default=None, description="whether the layout has an area for it")
    reading: str | None = Field(default=None, description="which reading of the text it follows")


class SubmissionFile(Strict):
    """A paytable or rules submission."""

    rulebook: str | None = Field(default=None, description="an id, or the path of a file")
    jurisdiction: str | None = Field(default=None, description="another word for rulebook")
    licensee: str | None = None
    game: str | None = None
    version: Said | None = None
    effective: datetime.date | str | None = None
    wagers: list[SubmittedWager] = Field(default_factory=list)
    bets: list[BetModel] = Field(default_factory=list)


FILES: dict[str, type[Strict]] = {
    "bets": BetsFile,
    "rulebook": RulebookFile,
    "paytable": PaytableFile,
    "portfolio": PortfolioFile,
    "plan": PlanFile,
    "submission": SubmissionFile,
}
"""The forms of the files that people write, by kind."""
