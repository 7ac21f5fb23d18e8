"""What many forms have: exact numbers, outcomes, edges."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict


class Q(TypedDict):
    """An exact number: a fraction as text, and its decimal of 10 significant digits."""

    exact: Annotated[str, Field(pattern=r"^-?[0-9]+(/[0-9]+)?$")]
    decimal: Annotated[str, Field(pattern=r"^-?[0-9]+(\.[0-9]+)?$")]


class Written(TypedDict):
    """A number that may be a root, as text, with its decimal."""

    exact: str
    decimal: str


Maybe = Q | None
"""A number, or null where it does not exist."""


class Enclosed(TypedDict):
    """A number that lies between proven bounds."""

    lower: Q
    upper: Q


class Outcome(TypedDict):
    """An outcome in law, with what it nets."""

    result: str
    tier: str | None
    probability: Q
    net: Maybe


class Edges(TypedDict):
    """The three house edges."""

    per_bet_made: Maybe
    per_bet_resolved: Maybe
    per_roll: Maybe


class Over(TypedDict):
    """The edges over another basis."""

    basis: str
    house_edge: Edges


class Net(TypedDict):
    """A net win with its probability."""

    net: Q
    probability: Q


class NetWithSums(Net):
    """The same, with the probabilities of it or more, and of it or less."""

    at_least: Q
    at_most: Q


class Staked(TypedDict):
    """A bet that is made, with options of its own."""

    bet: str
    reading: str
    stake: Q
    odds: NotRequired[str]
    working: NotRequired[str]
    at: NotRequired[str | int]
    pays: NotRequired[str | list[str] | dict[str, str]]
    vig: NotRequired[str]
    key: NotRequired[str]
    stands_on: NotRequired[str]
    expected_value: NotRequired[Q]


class About(TypedDict):
    """What an answer is about."""

    bet: str
    name: str
    rules: str
    reading: str
    defect: NotRequired[bool]
    paytable: str
