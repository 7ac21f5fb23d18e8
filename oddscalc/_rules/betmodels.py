"""The strict form of bets in data files: the parameters of every kind, as pydantic models.

Every model refuses unknown keys and values of another type; floats are never accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from pydantic import (
    AfterValidator,
    Discriminator,
    Field,
    Tag,
    model_validator,
)

from oddscalc._bets.count import EVERY_ROLL, PASS_WINS, POINTS_MADE, SEVEN_OUT, parse_band
from oddscalc._bets.milestones import parse_milestone
from oddscalc._dice.rollsets import REST, parse_rolls
from oddscalc._exact.strict import TABLE, TEXT, Strict, no_dash, one_of
from oddscalc.errors import NumberError


def read_by(parse: Callable[[str], object]) -> Callable[[str], str]:
    """Return a validator of texts that *parse* can read."""

    def check(text: str) -> str:
        try:
            parse(text)
        except NumberError as error:
            raise ValueError(str(error)) from None
        return text

    return check


_rolls = read_by(parse_rolls)


def _rolls_or_rest(text: str) -> str:
    return text if text.strip().lower() == REST else _rolls(text)


def _counted(text: str) -> str:
    return text if text in (EVERY_ROLL, PASS_WINS, POINTS_MADE) else _rolls(text)


def _ending(text: str) -> str:
    return text if text == SEVEN_OUT else _rolls(text)


Id = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Text = Annotated[
    str,
    Field(min_length=1, max_length=2_000, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$"),
]
"""Free text without control characters, which could steer a terminal."""
FileName = Annotated[Text, AfterValidator(no_dash)]
"""An id, or the path of a file."""
Rolls = Annotated[str, AfterValidator(_rolls), Field(description="a set of rolls, like '2, 3, 12'")]
GROUPS = "a table of lists of sets of rolls, like { fours = ['1-3', '2-2'], fives = ['5'] }"
Group = Annotated[list[Rolls], one_of("a list of sets of rolls, like ['1-3', '2-2']", list),
                  Field(min_length=1)]  # fmt: skip
RollsOrRest = Annotated[str, AfterValidator(_rolls_or_rest)]
Counted = Annotated[
    str,
    AfterValidator(_counted),
    Field(description="a set of rolls, 'rolls', 'pass-wins' or 'points-made'"),
]
Ending = Annotated[
    str, AfterValidator(_ending), Field(description="a set of rolls, or 'seven-out'")
]
BandText = Annotated[
    str, AfterValidator(read_by(parse_band)), Field(description="like '3', '16..23' or '51+'")
]
MilestoneText = Annotated[
    str, AfterValidator(read_by(parse_milestone)), Field(description="like '4 or 10 x3'")
]
MilestoneTexts = Annotated[list[MilestoneText], Field(min_length=1, max_length=50)]


def form_of(value: object) -> str:
    """Return which of the two forms *value* has."""
    return TABLE if isinstance(value, dict) else TEXT


WinRolls = Annotated[
    Annotated[Rolls, Tag(TEXT)] | Annotated[dict[Text, Rolls], Field(min_length=1), Tag(TABLE)],
    Discriminator(form_of),
]
Count = Annotated[int, Field(ge=1, le=10_000)]


class OneRollRule(Strict):
    """Decided by the next roll."""

    win: WinRolls
    lose: RollsOrRest
    push: RollsOrRest | None = None
    ordered: bool = False

    @model_validator(mode="after")
    def _ordered_one_price(self) -> OneRollRule:
        if self.ordered and not isinstance(self.win, str):
            raise ValueError("ordered throws have one set that wins")
        return self


class RaceRule(Strict):
    """Decided by the first roll that is named."""

    win: WinRolls
    lose: RollsOrRest
    push: RollsOrRest | None = None
    lose_when: Literal["any", "all"] = "any"
    when_off: Literal["waits", "returned"] = "waits"


class LineRule(Strict):
    """A first roll, then the point against *out*, which is 7 unless said."""

    side: Literal["with", "against"]
    points: Rolls
    win_first: WinRolls | None = None
    lose_first: Rolls | None = None
    bar: Rolls | None = None
    barred: Literal["returned", "stays"] = "returned"
    out: Rolls | None = None
    push_later: Rolls | None = None
    by_point: bool = False


class PointsMadeRule(Strict):
    """How many different points the shooter makes."""

    points: Rolls
    win_at: Count
    ends_on: Literal["seven-out", "any-7"]
    at_once: bool = False


class CollectRule(Strict):
    """How many groups of rolls are completed."""

    groups: Annotated[dict[Text, Group], one_of(GROUPS, dict)] = Field(min_length=1)
    until: Rolls | None = None
    win_at: Count
    at_once: bool = False


class RepeatRule(Strict):
    """How often something comes: decided at *times*, or by bands of the count."""

    count: Counted
    until: Ending | None = None
    times: Count | None = None
    win_at: Count | None = None
    bands: Annotated[dict[BandText, Literal["win", "lose", "push"]], Field(min_length=1)] | None = (
        None
    )

    @model_validator(mode="after")
    def _times_or_bands(self) -> RepeatRule:
        if (self.times is None) == (self.bands is None):
            raise ValueError("give either times or bands")
        if self.win_at is not None and (self.times is None or self.win_at > self.times):
            raise ValueError("win_at is a number up to times")
        if self.until is None and (self.bands is not None or self.win_at not in (None, self.times)):
            raise ValueError("without until, only times ends the bet: leave bands and win_at out")
        return self


class MilestonesRule(Strict):
    """The best of several milestones, or any of them."""

    count: Literal["points-made", "throws"]
    until: Ending | None = None
    best_first: MilestoneTexts | None = None
    any_of: MilestoneTexts | None = None

    @model_validator(mode="after")
    def _best_or_any(self) -> MilestonesRule:
        if (self.best_first is None) == (self.any_of is None):
            raise ValueError("give either best_first or any_of")
        if self.until is None and self.any_of is None:
            raise ValueError("without until the best is always reached: write any_of")
        if self.until is None and self.count == "points-made":
            raise ValueError("points are made until the 'seven-out' or a set of rolls; name it")
        return self


class StatesRule(Strict):
    """States, and where the rolls lead from each."""

    start: Text
    states: dict[Text, Annotated[dict[Text, RollsOrRest], Field(min_length=1)]] = Field(
        min_length=1, max_length=1_000
    )


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
    aliases: list[Text] = []  # noqa: RUF012 - pydantic copies it
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


class MilestonesBet(BetEntry):
    """A bet on milestones."""

    kind: Literal["milestones"]
    rule: MilestonesRule


class StatesBet(BetEntry):
    """A bet written out state by state."""

    kind: Literal["states"]
    rule: StatesRule


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
    | MilestonesBet
    | SequenceBet
    | StatesBet
    | BundleBet,
    Field(discriminator="kind"),
]


RULE_MODELS: Mapping[str, type[Strict]] = {
    "one-roll": OneRollRule,
    "race": RaceRule,
    "line": LineRule,
    "points-made": PointsMadeRule,
    "collect": CollectRule,
    "repeat": RepeatRule,
    "milestones": MilestonesRule,
    "sequence": SequenceRule,
    "states": StatesRule,
    "bundle": BundleRule,
}
