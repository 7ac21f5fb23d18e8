"""The forms of answers about bets."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from oddscalc._show.forms.common import (
    About,
    Edges,
    Maybe,
    NetWithSums,
    Outcome,
    Over,
    Q,
    Staked,
    Written,
)
from oddscalc._show.forms.common import (
    Net as NetChance,
)


class _Edge(About):
    basis: str
    outcomes: list[Outcome]
    win: Q
    lose: Q
    push: Q
    expected_value: Maybe
    variance: Maybe
    sd: str | None
    hit_frequency: Maybe
    rtp: Maybe
    house_edge: Edges
    also: list[Over]
    expected_rolls: Q
    notes: list[str]
    stake: NotRequired[Q]
    cost_per_hour: NotRequired[Maybe]
    cost_per_hour_waiting: NotRequired[Q]


class Edge(_Edge):
    """The value of one reading of one bet."""

    schema: Literal["edge/1"]


class Refused(TypedDict):
    """A stake that cannot be paid."""

    schema: Literal["edge/1"]
    bet: str
    reading: str
    stake: Q
    refused: str


class Formula(TypedDict):
    """A formula, with its value for fair dice."""

    formula: str
    fair: Maybe


class Root(TypedDict):
    """A root of a polynomial."""

    exact: str | None
    polynomial: str
    between: Annotated[list[str], Field(min_length=2, max_length=2)]
    decimal: str


class Zero(Root):
    """Where an edge is 0, and its sign on either side."""

    before: str
    after: str


class EdgeFormula(Formula):
    """An edge as a formula."""

    derivative: dict[str, str] | None
    zeros: list[Zero] | None


class FormulaEdges(TypedDict):
    """The three edges as formulas."""

    per_bet_made: EdgeFormula | None
    per_bet_resolved: EdgeFormula | None
    per_roll: EdgeFormula | None


class FormulaOver(TypedDict):
    """The same over another basis."""

    basis: str
    house_edge: FormulaEdges


class FormulaOutcome(TypedDict):
    """An outcome with formulas."""

    result: str
    tier: str | None
    probability: Formula
    net: Formula | None


class Symbolic(About):
    """The value of a bet where dice or prices are symbols."""

    schema: Literal["edge/1"]
    basis: str
    dice: str
    symbols: list[str]
    ranges: list[Annotated[list[Root | None], Field(min_length=2, max_length=2)]] | None
    where: dict[str, str]
    outcomes: list[FormulaOutcome]
    win: Formula
    lose: Formula
    push: Formula
    expected_value: Formula | None
    house_edge: FormulaEdges
    also: list[FormulaOver]
    expected_rolls: Formula
    fair_at: dict[str, str] | None
    notes: list[str]


AnyEdge = Edge | Refused | Symbolic


class SweepRow(TypedDict):
    """A row of a sweep: what was asked, with the keys of an answer of ``edge``, or an error."""

    schema: Literal["sweep/1"]
    point: int
    asked: dict[str, str | list[str] | None]
    error: str | None
    bet: NotRequired[str]
    rules: NotRequired[str]
    reading: NotRequired[str]
    outcomes: NotRequired[list[Outcome]]
    house_edge: NotRequired[Edges]
    expected_rolls: NotRequired[Q]


class Limits(TypedDict):
    """The least and the most that may be bet."""

    minimum: str | None
    maximum: str | None


class Bet(TypedDict):
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
    limits: Limits
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


class Portfolio(TypedDict):
    """Bets made together, in money."""

    schema: Literal["portfolio/1"]
    bets: list[Staked]
    rules: str
    paytable: str
    until: str
    staked: Q
    outcomes: list[NetChance]
    expected_value: Q
    variance: Q
    sd: str
    basis: NotRequired[str]
    house_edge: Edges
    also: NotRequired[list[Over]]
    expected_rolls: Q
    cost_per_hour: NotRequired[Maybe]
    cost_per_hour_waiting: NotRequired[Q]


class Distribution(TypedDict):
    """A distribution with its moments; those of what does not vary are null."""

    distribution: list[NetWithSums]
    expected_value: Q
    variance: Q
    sd: str
    skewness: str | None
    kurtosis: Maybe
    excess_kurtosis: Maybe


class Net(About, Distribution):
    """The distribution of the net win on a bet."""

    schema: Literal["net/1"]
    stake: NotRequired[Q]
    odds: NotRequired[str]
    notes: list[str]


class NetTogether(Distribution):
    """The distribution of the net win on bets made together."""

    schema: Literal["net/1"]
    bets: list[Staked]
    rules: str
    paytable: str
    until: str
    staked: Q


class Quantile(TypedDict):
    """Within how many rolls a share of bets is decided; null beyond what is worked out."""

    share: Q
    rolls: int | None


class Lasting(TypedDict):
    """How long bets with an outcome last."""

    result: str
    tier: str | None
    probability: Q
    mean: Q
    variance: Q
    sd: str


class Tail(TypedDict):
    """The probability of so many rolls or more."""

    rolls: int
    probability: Q
    one_in: Maybe


class Generating(TypedDict):
    """A generating function, its coefficients from the constant up."""

    numerator: list[str]
    denominator: list[str]
    at_1: Q


_RollsFrom = TypedDict("_RollsFrom", {"from": str})


class RollsBody(_RollsFrom):
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
    quantiles: list[Quantile]
    pmf: list[tuple[int, Q]]
    outcomes: list[Lasting]
    cdf: NotRequired[list[tuple[int, Q]]]
    at_least: NotRequired[list[Tail]]
    pgf: NotRequired[Generating]
    notes: list[str]


class Rolls(RollsBody):
    """The answer of ``rolls``."""

    schema: Literal["rolls/1"]


class Near(TypedDict):
    """The next price of a kind below, and its edge."""

    price: str
    edge: Q


class FairOutcome(TypedDict):
    """The price of an outcome that gives the edge that is wanted."""

    outcome: str
    tier: str | None
    probability: Q
    present: str | None
    fair: str | None
    to_1: Maybe
    for_1: Maybe
    why: str | None
    whole: Near | None
    half: Near | None
    scaled: Maybe
    alike: Maybe


class FairCommission(TypedDict):
    """The rate of commission that does."""

    present: str
    rate: Maybe
    why: str | None


class Fair(About):
    """Prices and commissions that give an edge."""

    schema: Literal["fair/1"]
    basis: str
    target: Q
    edge: Maybe
    outcomes: list[FairOutcome]
    factor: Maybe
    commission: FairCommission | None
    notes: list[str]


Ranges = list[Annotated[list[str], Field(min_length=2, max_length=2)]]
"""Ranges of stakes, each by its first and its last."""


class At(TypedDict):
    """An edge with the stakes that have it."""

    edge: Maybe
    stakes: Ranges


class EdgeAtStake(TypedDict):
    """The edge at a stake."""

    stake: Q
    edge: Maybe
    against: Maybe


class FairStakes(TypedDict):
    """The edges over a range of stakes."""

    schema: Literal["fair/1"]
    bet: str
    reading: str
    rules: str
    paytable: str
    against: str | None
    basis: str
    least: At
    greatest: At
    below: NotRequired[Ranges]
    equal: NotRequired[Ranges]
    above: NotRequired[Ranges]
    unpayable: Ranges
    edges: list[EdgeAtStake]


class Searched(TypedDict):
    """What a search took."""

    nodes: int
    blind_grid: Q


class DesignedPaytable(TypedDict):
    """A paytable that was found."""

    prices: dict[str, str]
    edge: Q
    hit_frequency: Q
    variance: Q
    sd: str
    top_share: Q


class Design(About):
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
    search: Searched
    paytables: list[DesignedPaytable]
    notes: list[str]


class Match(TypedDict):
    """A quantity that the number is."""

    quantity: str
    basis: str | None
    bet: str
    reading: str
    paytable: str
    value: Written | None


class Explanation(TypedDict):
    """What would give the number."""

    kind: str
    says: str
    quantity: str
    basis: str | None
    value: Written | None


class Claim(TypedDict):
    """The verdict on a printed number."""

    schema: Literal["claim/1"]
    number: str
    verdict: Literal["confirmed", "refuted", "coincidence", "unknown"]
    why: str | None
    matches: list[Match]
    coincidences: list[Match]
    explanations: list[Explanation]
    values: dict[str, dict[str, Written | None]]


class ExplainState(TypedDict):
    """A state of a chain."""

    state: str
    says: str
    start: Q
    visits: Q


Transition = TypedDict("Transition", {"from": str, "to": str, "probability": Q, "rolls": str})
"""Where a roll leads."""


class Ended(TypedDict):
    """An outcome of a chain."""

    outcome: str
    probability: Q


class Explain(TypedDict):
    """A chain with its solution."""

    schema: Literal["explain/1"]
    bet: str
    name: str
    rules: str
    reading: str
    definition: list[str]
    states: list[ExplainState]
    transitions: list[Transition]
    outcomes: list[Ended]
    expected_rolls: Q
    notes: list[str]
