"""The forms of answers about betting plans."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from oddscalc._show.forms.common import Maybe, NetChanceForm, Q


class BetweenForm(TypedDict):
    """A number of an infinite chain, between proven bounds."""

    exact: None
    decimal: str
    low: Q
    high: Q


Number = Q | BetweenForm
"""An exact number, or one between bounds."""


class PlanEdgesForm(TypedDict):
    """The expected loss over what is put up, and over what is decided."""

    per_put_up: Number | None
    per_decided: Number | None


class PlanForm(TypedDict):
    """What a plan brings, in money."""

    schema: Literal["plan/1"]
    plan: str
    title: str
    rules: str
    paytable: str
    horizon: str
    mean: Number
    variance: Number
    sd: str
    expected_rolls: Number
    put_up: Number
    decided: Number
    pushed: Number
    edge: PlanEdgesForm
    states: int
    cost_per_hour: NotRequired[Q]
    target: NotRequired[Maybe]
    ruin: NotRequired[Maybe]
    covered: NotRequired[Q]
    distribution: NotRequired[list[NetChanceForm]]
    notes: list[str]


class ListedForm(TypedDict):
    """A plan in a list."""

    schema: Literal["plan/1"]
    plan: str
    title: str
    source: str | None


class PlanStateForm(TypedDict):
    """A state of a plan before a roll."""

    state: str
    says: str


StepForm = TypedDict(
    "StepForm",
    {"from": str, "to": str, "ways": int, "net": Q, "decided": Q, "pushed": Q, "put_up": Q},
)
"""Where rolls lead, with the money that moves."""


class RolledForm(TypedDict):
    """One roll of a hand."""

    before: str
    roll: int
    events: list[str]
    net: Q
    put_up: Q
    net_so_far: Q
    rules: list[str]


class ExplainPlanForm(TypedDict):
    """How the numbers of a plan come about."""

    schema: Literal["explain/1"]
    plan: str
    title: str
    source: str | None
    rules: list[str]
    states: list[PlanStateForm]
    steps: list[StepForm]
    hand: list[RolledForm]


class TestedForm(TypedDict):
    """A mean of hands that were played."""

    quantity: str
    expected: Q
    variance: Q
    variance_is_exact: bool
    mean: Q
    z: str
    p_value: str


class SimulatePlanForm(TypedDict):
    """A plan that was played, against its exact moments."""

    schema: Literal["simulate/1"]
    plan: str
    n: int
    seed: int
    generator: str
    means: list[TestedForm]
    level: str
    agrees: bool


class PlanIntervalForm(TypedDict):
    """An interval of the return over so many rounds."""

    rounds: int
    level: str
    low: Q | str
    high: Q | str
    method: str


class PlanReportForm(TypedDict):
    """All that a laboratory files of a plan."""

    schema: Literal["report/1"]
    plan: str
    title: str
    rules: str
    paytable: str
    horizon: str
    mean: Number
    variance: Number
    sd: str
    expected_rolls: Number
    put_up: Number
    edge: PlanEdgesForm
    states: int
    over_rolls: list[PlanForm]
    volatility_index: dict[str, str]
    volatility_formula: str
    intervals: list[PlanIntervalForm]
    digests: dict[str, str]
    versions: dict[str, str]
    notes: list[str]
