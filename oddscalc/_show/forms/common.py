"""What many forms have: exact numbers, outcomes, edges."""

from __future__ import annotations

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict


class Q(TypedDict):
    """An exact number: a fraction as text, and its decimal of 10 significant digits."""

    exact: Annotated[str, Field(pattern=r"^-?[0-9]+(/[0-9]+)?$")]
    decimal: Annotated[str, Field(pattern=r"^-?[0-9]+(\.[0-9]+)?$")]


class WrittenForm(TypedDict):
    """A number that may be a root, as text, with its decimal."""

    exact: str
    decimal: str


Maybe = Q | None
"""A number, or null where it does not exist."""


class EnclosedForm(TypedDict):
    """A number that lies between proven bounds."""

    lower: Q
    upper: Q


class OutcomeForm(TypedDict):
    """An outcome in law, with what it nets."""

    result: str
    tier: str | None
    probability: Q
    net: Maybe


class EdgesForm(TypedDict):
    """The three house edges."""

    per_bet_made: Maybe
    per_bet_resolved: Maybe
    per_roll: Maybe


class OverForm(TypedDict):
    """The edges over another basis."""

    basis: str
    house_edge: EdgesForm


class NetChanceForm(TypedDict):
    """A net win with its probability."""

    net: Q
    probability: Q


class NetWithSumsForm(NetChanceForm):
    """The same, with the probabilities of it or more, and of it or less."""

    at_least: Q
    at_most: Q


class StakedForm(TypedDict):
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


class AboutForm(TypedDict):
    """What an answer is about."""

    bet: str
    name: str
    rules: str
    reading: str
    defect: NotRequired[bool]
    paytable: str
