"""The forms of sessions, simulations, observations, comparisons, checks, reports and proofs."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from oddscalc._show.forms.answers import RollsBodyForm
from oddscalc._show.forms.common import (
    EdgesForm,
    EnclosedForm,
    Maybe,
    NetWithSumsForm,
    Q,
    StakedForm,
)

Amount = Q | EnclosedForm
"""A number, or proven bounds of one."""


class SessionForm(TypedDict):
    """What a session may bring; what is not asked for is not there."""

    schema: Literal["session/1"]
    bets: list[StakedForm]
    rules: str
    paytable: str
    unit: Q
    cost: Q
    bankroll: NotRequired[Q]
    target: NotRequired[Q]
    stop_win: NotRequired[Q]
    stop_loss: NotRequired[Q]
    table_max: NotRequired[Q]
    decisions: NotRequired[int]
    rolls: NotRequired[int]
    survive: NotRequired[int]
    bankroll_for: NotRequired[int]
    enclose: NotRequired[int]
    risk: NotRequired[Amount | None]
    needed_bankroll: NotRequired[Amount | None]
    ruined: NotRequired[Amount | None]
    survived: NotRequired[Amount | None]
    ahead: NotRequired[Amount | None]
    even: NotRequired[Amount | None]
    behind: NotRequired[Amount | None]
    undecided: NotRequired[Amount | None]
    target_first: NotRequired[Amount | None]
    ruin_first: NotRequired[Amount | None]
    unstopped: NotRequired[Amount | None]
    expected_decisions: NotRequired[Amount | None]
    variance_decisions: NotRequired[Amount | None]
    expected_net: NotRequired[Amount | None]
    expected_rolls: NotRequired[Amount | None]
    variance: NotRequired[Amount | None]
    quantiles: NotRequired[list[tuple[Q, int | None]]]
    net_quantiles: NotRequired[list[tuple[Q, Maybe]]]
    distribution_of: NotRequired[Literal["net", "bankroll"]]
    distribution: NotRequired[list[tuple[Q, Amount]] | None]
    notes: list[str]


class CountedForm(TypedDict):
    """An outcome as often as it came."""

    result: NotRequired[str]
    tier: NotRequired[str | None]
    net: NotRequired[Q]
    probability: Q
    expected: Q
    count: int
    low: str
    high: str
    inside: bool


class RollsPlayedForm(TypedDict):
    """The rolls that were played."""

    expected: Q
    variance: Q
    variance_is_exact: bool
    total: int
    mean: Q
    z: str
    p_value: str


class SimulateForm(TypedDict):
    """Games that were played against the exact distribution; statistics are text."""

    schema: Literal["simulate/1"]
    bet: NotRequired[str]
    bets: NotRequired[list[StakedForm]]
    rules: str
    reading: NotRequired[str]
    paytable: NotRequired[str]
    until: NotRequired[str]
    n: int
    seed: int
    generator: str
    outcomes: list[CountedForm]
    interval_level: str
    chi_square: str | None
    degrees_of_freedom: int
    pooled: int
    p_value: str | None
    rolls: RollsPlayedForm | None
    level: str
    agrees: bool


class RoundedForm(TypedDict):
    """A number whose fraction is not worked out."""

    exact: str | None
    decimal: str


class TestForm(TypedDict):
    """A test of what was observed."""

    id: str
    group: str
    what: str
    observed: Maybe
    of: int | None
    expected: RoundedForm | None
    p: RoundedForm
    corrected_p: RoundedForm
    at_most: bool
    method: str
    detail: str
    below_level: bool


class TestsForm(TypedDict):
    """All tests of a report, corrected for each other."""

    level: Q
    correction: Literal["holm"]
    agrees: bool
    below_level: list[str]
    tests: list[TestForm]


class HandsForm(TypedDict):
    """The hands in a roll log."""

    complete: int
    rolls: int
    open: int
    longest: int
    shooter_changes_without_seven_out: int


class RollLogForm(TestsForm):
    """A roll log against theory."""

    schema: Literal["observe/1"]
    observed: Literal["rolls"]
    file: str
    dice: str
    rolls: int
    sequences: int
    hands: HandsForm
    not_tested: list[str]
    notes: list[str]


class HoldForm(TypedDict):
    """What was held, over the money bet, against what is expected."""

    what: str
    bets_made: int
    handle: Q
    hold: Q
    theory: Q
    drop: Maybe
    hold_over_drop: Maybe
    sd: str
    sd_at_most: bool
    within_one_sd: bool
    within_95_percent: bool
    within_4_points: bool


class ResultsForm(TestsForm):
    """Results of tables against theory."""

    schema: Literal["observe/1"]
    observed: Literal["results"]
    file: str
    rules: str
    paytable: str
    stake: Q
    hold_over: str
    holds: list[HoldForm]
    notes: list[str]


class ChangeForm(TypedDict):
    """What is said differently."""

    what: str
    before: list[str]
    after: list[str]
    note: str | None


class ForkForm(TypedDict):
    """What two texts make of the same roll."""

    rolls: str
    before: str
    after: str


class PartingForm(TypedDict):
    """A shortest sequence of rolls that two definitions decide differently."""

    reading: str | None
    table: str
    at_table: bool
    sequence: list[list[int]]
    then: list[ForkForm]


class SideBySideForm(TypedDict):
    """A figure before and after."""

    reading: str | None
    what: str
    before: Maybe
    after: Maybe


DiffWagerForm = TypedDict(
    "DiffWagerForm",
    {
        "bet": str,
        "name": str,
        "in": str,
        "changes": list[ChangeForm],
        "rolls": list[PartingForm],
        "figures": list[SideBySideForm],
        "notes": list[str],
    },
)
"""A wager that differs."""


class DiffForm(TypedDict):
    """What two texts or price lists say differently."""

    schema: Literal["diff/1"]
    kind: str
    a: str
    b: str
    basis: str
    header: list[ChangeForm]
    wagers: list[DiffWagerForm]
    unchanged: list[str]


class FindingForm(TypedDict):
    """What is wrong with a submission."""

    code: str
    severity: Literal["error", "warning", "note"]
    place: str
    wager: str | None
    message: str
    expected: str | None
    got: str | None
    clause: str | None
    remedy: str
    ignored: str | None


class CheckedFileForm(TypedDict):
    """A submission with what was found in it."""

    file: str
    sha256: str | None
    rulebook: str | None
    rulebook_digest: str | None
    paytable: str | None
    paytable_digest: str | None
    wagers: int
    header: NotRequired[dict[str, str | None]]
    sheet: NotRequired[str | None]
    columns: NotRequired[list[dict[str, str | None]]]
    not_read: NotRequired[list[str]]
    by_code: NotRequired[dict[str, int]]
    findings: list[FindingForm]


class SummaryForm(TypedDict):
    """How many findings there are, and what they come to."""

    errors: int
    warnings: int
    notes: int
    ignored: int
    by_code: NotRequired[dict[str, int]]
    verdict: str


class CheckForm(TypedDict):
    """A report on submissions; ``version`` is that of oddscalc."""

    schema: Literal["check/1"]
    version: str
    date: str | None
    files: list[CheckedFileForm]
    summary: SummaryForm


class CertifiedForm(TypedDict):
    """A certificate that was checked."""

    about: dict[str, Any] | None
    proven: bool
    clause: str | None
    problems: list[str]
    notes: list[str]


class VerifyForm(TypedDict):
    """The certificates of a file, or what an evidence directory holds."""

    schema: Literal["verify/1"]
    file: str
    proven: bool
    certificates: NotRequired[list[CertifiedForm]]
    problems: NotRequired[list[str]]


class ReportOutcomeForm(TypedDict):
    """An outcome with what it contributes to the return."""

    result: str
    tier: str | None
    pays: str | None
    probability: Q
    net: Maybe
    contribution: Maybe


class IntervalForm(TypedDict):
    """An interval of the return over so many rounds."""

    rounds: int
    level: str
    low: Q | str
    high: Q | str
    method: str


class ReportForm(TypedDict):
    """All that a laboratory files of a bet."""

    schema: Literal["report/1"]
    bet: str
    name: str
    rules: str
    reading: str
    paytable: str
    clause: str
    rule: list[str]
    basis: str
    outcomes: list[ReportOutcomeForm]
    win: Q
    lose: Q
    push: Q
    rtp: Maybe
    house_edge: EdgesForm
    hit_frequency: Maybe
    volatility_index: str | None
    volatility_formula: str
    distribution: NotRequired[list[NetWithSumsForm]]
    intervals: list[IntervalForm]
    rolls: RollsBodyForm
    certificate: dict[str, str]
    digests: dict[str, str]
    versions: dict[str, str]
    notes: list[str]


class JointReportForm(TypedDict):
    """All that a laboratory files of bets made together, in money."""

    schema: Literal["report/1"]
    bets: list[StakedForm]
    rules: str
    paytable: str
    until: str
    staked: Q
    expected_value: Q
    variance: Q
    sd: str
    house_edge: EdgesForm
    expected_rolls: Q
    distribution: list[NetWithSumsForm]
    volatility_index: dict[str, str]
    volatility_formula: str
    intervals: list[IntervalForm]
    digests: dict[str, str]
    versions: dict[str, str]


class KeptForm(TypedDict):
    """What is kept on disk between runs."""

    schema: Literal["cache/1"]
    directory: str
    entries: int
    bytes: int


class ClearedForm(TypedDict):
    """What of it was deleted."""

    schema: Literal["cache/1"]
    directory: str
    deleted: int
