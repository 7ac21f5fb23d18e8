"""The strict form of data files, as pydantic models.

Only a user's own file is read through these; what comes with oddscalc is validated by the tests.
Every model refuses unknown keys and values of another type; floats are never accepted.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag

from oddscalc.paytables.commission import Commission
from oddscalc.paytables.price import Price
from oddscalc.rulemodels import TABLE, TEXT, BetModel, Count, Id, Strict, Text, form_of, read_by

PriceText = Annotated[
    str, AfterValidator(read_by(Price.parse)), Field(description="like '30 to 1'")
]
CommissionText = Annotated[
    str,
    AfterValidator(read_by(Commission.parse)),
    Field(description="like '5% of win, when placed'"),
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


class ReadingModel(Strict):
    """One reading of a clause."""

    name: Id
    says: Text
    rule: dict[str, Any] = Field(default_factory=dict)
    working: Working | None = None


class WagerModel(Strict):
    """One clause that defines a wager."""

    bets: Annotated[list[Id], Field(min_length=1)]
    clause: Text
    names: Annotated[list[Text], Field(min_length=1)]
    when: Literal["any", "come-out", "after-come-out", "new-shooter", "point"]
    working: Working | None = None
    unit: Count | None = None
    commission: CommissionText | None = None
    impossible: Text | None = None
    notes: list[Text] = Field(default_factory=list)
    defects: list[Text] = Field(default_factory=list)
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
    rounding: Literal["exact", "down", "nearest", "up", "refuse"] = "exact"
    price_mode: Literal["minimum", "fixed", "one-of", "unstated"] = "unstated"
    columns: list[Id] = Field(default_factory=list)
    notation: Literal["to", "any"] = "any"
    commissions: Literal["none", "unstated"] = "unstated"
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


class PortfolioFile(Strict):
    """Several bets made together."""

    until: Literal["roll", "all-decided"] = "all-decided"
    bets: Annotated[list[StakeModel], Field(min_length=1)]


def json_schema(kind: str) -> dict[str, Any]:
    """Return the JSON Schema of ``bets``, ``rulebook``, ``paytable`` or ``portfolio`` files.

    >>> json_schema("paytable")["required"]
    ['id', 'title', 'source', 'status', 'prices']
    """
    models: dict[str, type[Strict]] = {
        "bets": BetsFile,
        "rulebook": RulebookFile,
        "paytable": PaytableFile,
        "portfolio": PortfolioFile,
    }
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return dialect | models[kind].model_json_schema()
