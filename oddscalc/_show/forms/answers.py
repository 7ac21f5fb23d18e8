"""The forms of answers about bets."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from oddscalc._show.forms.common import (
    AboutForm,
    EdgesForm,
    Maybe,
    NetChanceForm,
    NetWithSumsForm,
    OutcomeForm,
    OverForm,
    Q,
    StakedForm,
    WrittenForm,
)


class _EdgeForm(AboutForm):
    basis: str
    outcomes: list[OutcomeForm]
    win: Q
    lose: Q
    push: Q
    expected_value: Maybe
    variance: Maybe
    sd: str | None
    hit_frequency: Maybe
    rtp: Maybe
    house_edge: EdgesForm
    also: list[OverForm]
    expected_rolls: Q
    notes: list[str]
    stake: NotRequired[Q]
    cost_per_hour: NotRequired[Maybe]
    cost_per_hour_waiting: NotRequired[Q]


class EdgeForm(_EdgeForm):
    """The value of one reading of one bet."""

    schema: Literal["edge/1"]


class RefusedForm(TypedDict):
    """A stake that cannot be paid."""

    schema: Literal["edge/1"]
    bet: str
    reading: str
    stake: Q
    refused: str


class FormulaForm(TypedDict):
    """A formula, with its value for fair dice."""

    formula: str
    fair: Maybe


class RootForm(TypedDict):
    """A root of a polynomial."""

    exact: str | None
    polynomial: str
    between: Annotated[list[str], Field(min_length=2, max_length=2)]
    decimal: str


class ZeroForm(RootForm):
    """Where an edge is 0, and its sign on either side."""

    before: str
    after: str


class EdgeFormulaForm(FormulaForm):
    """An edge as a formula."""

    derivative: dict[str, str] | None
    zeros: list[ZeroForm] | None


class FormulaEdgesForm(TypedDict):
    """The three edges as formulas."""

    per_bet_made: EdgeFormulaForm | None
    per_bet_resolved: EdgeFormulaForm | None
    per_roll: EdgeFormulaForm | None


class FormulaOverForm(TypedDict):
    """The same over another basis."""

    basis: str
    house_edge: FormulaEdgesForm


class FormulaOutcomeForm(TypedDict):
    """An outcome with formulas."""

    result: str
    tier: str | None
    probability: FormulaForm
    net: FormulaForm | None


class SymbolicForm(AboutForm):
    """The value of a bet where dice or prices are symbols."""

    schema: Literal["edge/1"]
    basis: str
    dice: str
    symbols: list[str]
    ranges: list[Annotated[list[RootForm | None], Field(min_length=2, max_length=2)]] | None
    where: dict[str, str]
    outcomes: list[FormulaOutcomeForm]
    win: FormulaForm
    lose: FormulaForm
    push: FormulaForm
    expected_value: FormulaForm | None
    house_edge: FormulaEdgesForm
    also: list[FormulaOverForm]
    expected_rolls: FormulaForm
    fair_at: dict[str, str] | None
    notes: list[str]


AnyEdge = EdgeForm | RefusedForm | SymbolicForm


class SweepRowForm(TypedDict):
    """A row of a sweep: what was asked, with the keys of an answer of ``edge``, or an error.

    Of betting plans it has the keys of an answer of ``plan``.
    """

    schema: Literal["sweep/1"]
    point: int
    asked: dict[str, str | list[str] | None]
    error: str | None
    bet: NotRequired[str]
    rules: NotRequired[str]
    reading: NotRequired[str]
    outcomes: NotRequired[list[OutcomeForm]]
    house_edge: NotRequired[EdgesForm]
    expected_rolls: NotRequired[Q]
    plan: NotRequired[str]
    horizon: NotRequired[str]
    states: NotRequired[int]


class LimitsForm(TypedDict):
    """The least and the most that may be bet."""

    minimum: str | None
    maximum: str | None


class BetForm(TypedDict):
    """A bet that a rulebook authorises."""

    schema: Literal["bets/1"]
    bet: str
    name: str
    aliases: list[str]
    kind: str
    rules: str
    clause: str
    names: list[str]
    when: str
    working: str | None
    unit: int | None
    commission: str | None
    commission_returned: bool
    games: list[str]
    limits: LimitsForm
    true_odds: bool
    offered: str | None
    broken_down: str | None
    increased: str | None
    reduced: str | None
    removed: str | None
    most_odds: str | None
    outcomes: list[str]
    readings: list[str]
    defects: list[str]
    impossible: str | None
    notes: list[str]


class PortfolioForm(TypedDict):
    """Bets made together, in money."""

    schema: Literal["portfolio/1"]
    bets: list[StakedForm]
    rules: str
    paytable: str
    until: str
    staked: Q
    outcomes: list[NetChanceForm]
    expected_value: Q
    variance: Q
    sd: str
    basis: NotRequired[str]
    house_edge: EdgesForm
    also: NotRequired[list[OverForm]]
    expected_rolls: Q
    cost_per_hour: NotRequired[Maybe]
    cost_per_hour_waiting: NotRequired[Q]
    notes: list[str]


class DistributionForm(TypedDict):
    """A distribution with its moments; those of what does not vary are null."""

    distribution: list[NetWithSumsForm]
    expected_value: Q
    variance: Q
    sd: str
    skewness: str | None
    kurtosis: Maybe
    excess_kurtosis: Maybe


class NetForm(AboutForm, DistributionForm):
    """The distribution of the net win on a bet."""

    schema: Literal["net/1"]
    stake: NotRequired[Q]
    odds: NotRequired[str]
    notes: list[str]


class NetTogetherForm(DistributionForm):
    """The distribution of the net win on bets made together."""

    schema: Literal["net/1"]
    bets: list[StakedForm]
    rules: str
    paytable: str
    until: str
    staked: Q
    notes: list[str]


class QuantileForm(TypedDict):
    """Within how many rolls a share of bets is decided; null beyond what is worked out."""

    share: Q
    rolls: int | None


class LastingForm(TypedDict):
    """How long bets with an outcome last."""

    result: str
    tier: str | None
    probability: Q
    mean: Q
    variance: Q
    sd: str


class TailForm(TypedDict):
    """The probability of so many rolls or more."""

    rolls: int
    probability: Q
    one_in: Maybe


class GeneratingForm(TypedDict):
    """A generating function, its coefficients from the constant up."""

    numerator: list[str]
    denominator: list[str]
    at_1: Q


_RollsFromForm = TypedDict("_RollsFromForm", {"from": str})


class RollsBodyForm(_RollsFromForm):
    """How long a bet lasts."""

    bet: str
    name: str
    rules: str
    reading: str
    given: str | None
    probability: Q
    mean: Q
    variance: Q
    sd: str
    median: int | None
    quantiles: list[QuantileForm]
    pmf: list[tuple[int, Q]]
    outcomes: list[LastingForm]
    cdf: NotRequired[list[tuple[int, Q]]]
    at_least: NotRequired[list[TailForm]]
    pgf: NotRequired[GeneratingForm]
    notes: list[str]


class RollsForm(RollsBodyForm):
    """The answer of ``rolls``."""

    schema: Literal["rolls/1"]


class NearForm(TypedDict):
    """The next price of a kind below, and its edge."""

    price: str
    edge: Q


class FairOutcomeForm(TypedDict):
    """The price of an outcome that gives the edge that is wanted."""

    outcome: str
    tier: str | None
    probability: Q
    present: str | None
    fair: str | None
    to_1: Maybe
    for_1: Maybe
    why: str | None
    whole: NearForm | None
    half: NearForm | None
    scaled: Maybe
    alike: Maybe


class FairCommissionForm(TypedDict):
    """The rate of commission that does."""

    present: str
    rate: Maybe
    why: str | None


class FairForm(AboutForm):
    """Prices and commissions that give an edge."""

    schema: Literal["fair/1"]
    basis: str
    target: Q
    edge: Maybe
    outcomes: list[FairOutcomeForm]
    factor: Maybe
    commission: FairCommissionForm | None
    notes: list[str]


Ranges = list[Annotated[list[str], Field(min_length=2, max_length=2)]]
"""Ranges of stakes, each by its first and its last."""


class AtForm(TypedDict):
    """An edge with the stakes that have it."""

    edge: Maybe
    stakes: Ranges


class EdgeAtStakeForm(TypedDict):
    """The edge at a stake."""

    stake: Q
    edge: Maybe
    against: Maybe


class FairStakesForm(TypedDict):
    """The edges over a range of stakes."""

    schema: Literal["fair/1"]
    bet: str
    reading: str
    rules: str
    paytable: str
    against: str | None
    basis: str
    least: AtForm
    greatest: AtForm
    below: NotRequired[Ranges]
    equal: NotRequired[Ranges]
    above: NotRequired[Ranges]
    unpayable: Ranges
    edges: list[EdgeAtStakeForm]


class SearchedForm(TypedDict):
    """What a search took."""

    nodes: int
    blind_grid: Q


class DesignedPaytableForm(TypedDict):
    """A paytable that was found."""

    prices: dict[str, str]
    edge: Q
    hit_frequency: Q
    variance: Q
    sd: str
    top_share: Q


class DesignForm(AboutForm):
    """Paytables with an edge in a band."""

    schema: Literal["design/1"]
    basis: str
    band: Annotated[list[Q], Field(min_length=2, max_length=2)]
    tiers: list[str]
    held: dict[str, str]
    lost: list[str]
    grids: dict[str, str]
    rising: str | None
    order: str
    count: int
    complete: bool
    search: SearchedForm
    paytables: list[DesignedPaytableForm]
    notes: list[str]


class MatchForm(TypedDict):
    """A quantity that the number is."""

    quantity: str
    basis: str | None
    bet: str
    reading: str
    paytable: str
    value: WrittenForm | None


class ExplanationForm(TypedDict):
    """What would give the number."""

    kind: str
    says: str
    quantity: str
    basis: str | None
    value: WrittenForm | None


class ClaimForm(TypedDict):
    """The verdict on a printed number."""

    schema: Literal["claim/1"]
    number: str
    verdict: Literal["confirmed", "refuted", "coincidence", "unknown"]
    why: str | None
    matches: list[MatchForm]
    coincidences: list[MatchForm]
    explanations: list[ExplanationForm]
    values: dict[str, dict[str, WrittenForm | None]]


class ExplainStateForm(TypedDict):
    """A state of a chain."""

    state: str
    says: str
    start: Q
    visits: Q


TransitionForm = TypedDict(
    "TransitionForm", {"from": str, "to": str, "probability": Q, "rolls": str}
)
"""Where a roll leads."""


class EndedForm(TypedDict):
    """An outcome of a chain."""

    outcome: str
    probability: Q


class ExplainForm(TypedDict):
    """A chain with its solution."""

    schema: Literal["explain/1"]
    bet: str
    name: str
    rules: str
    reading: str
    definition: list[str]
    states: list[ExplainStateForm]
    transitions: list[TransitionForm]
    outcomes: list[EndedForm]
    expected_rolls: Q
    notes: list[str]
