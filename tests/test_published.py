"""Figures printed by others: all are there, each verdict is as expected, a changed digit turns it.

Values that matter are worked out here a second time.
"""

from __future__ import annotations

import copy
import csv
import io
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import pairwise
from math import isqrt
from pathlib import Path
from typing import Annotated, Any, Literal

import oracles
import pytest
from pydantic import Field, ValidationError, model_validator

import oddscalc
from oddscalc._chain.duration import longer_than, pmf, quantile
from oddscalc._exact.printed import (
    PUBLISHED,
    REFUTED,
    REPRODUCED,
    TRUNCATED,
    parse_print,
    readings,
)
from oddscalc._exact.strict import Strict
from oddscalc._exact.values import Exact
from oddscalc._rules.betmodels import BetModel, Id, Text
from oddscalc._tables import figures, tables
from oddscalc._tables.figures import ASKED, JOINT, NO_CLAIM, NOT_EXPRESSIBLE, PrintedFigure
from oddscalc._tables.published import HEADERS, published_page
from oddscalc.errors import DataError, NumberError

IDS = (Path(__file__).parent / "cases" / "published-ids.txt").read_text().split()

WRONG = {
    # One disagrees with itself or with arithmetic that is easily done.
    "F0013": (REFUTED, "0.88%"),  # fire, four points: 2.02%
    "F0073": (REFUTED, "0.0141"),  # pass edge: .0142
    "F0118": (REFUTED, "3.38"),  # rolls on the line: nearly three
    "F0163": (REFUTED, "1 in 5.6 billion"),  # 154 rolls: 1 in 3.5 billion
    "F0328": (REFUTED, "2.131"),  # deviation of C and E: 2.132
    "F0372": (REFUTED, "3.00%"),  # iron cross: 3.87%
    "F0378": (REFUTED, "$70.71"),  # deviation of $50 odds on 4: $70.70
    "F0382": (REFUTED, "$54.77"),  # deviation of $50 odds on 6: $54.80
    # Odds counted as if they stood on every come-out.
    "F0504": (REFUTED, "0.61 %"),
    "F0505": (REFUTED, "0.33 %"),
    "F0507": (REFUTED, "0.021 %"),
    "F0520": (REFUTED, "0.848%"),
    # Sums of rounded percentages.
    "F0525": (REFUTED, "22.22%"),
    "F0526": (REFUTED, "11.11%"),
    # Cut instead of rounded.
    "F0012": (TRUNCATED, "1 in 114"),  # fire, four points: 0.88 percent, once in 113
    "F0015": (TRUNCATED, "6.16 thousand"),  # fire, six points: 6,150 to 1
    "F0126": (TRUNCATED, "2.8%"),
    "F0147": (TRUNCATED, "$0.056"),
    "F0148": (TRUNCATED, "$0.028"),
    "F0153": (TRUNCATED, "2.9%"),
    "F0154": (TRUNCATED, "1.403 percent"),
    "F0451": (TRUNCATED, "2.36%"),
}
"""Every figure that is not reproduced, with what should be in print in its place."""

DISPUTED = ("F0013", "F0118", "F0163", "F0372", "F0504", "F0505", "F0507", "F0520")
"""Figures that other sources contradict."""

UNASKED = {
    *("F0463", "F0465", "F0466", "F0468", "F0469", "F0540", "F0541", "F0543", "F0544"),  # prices
    *("F0546", "F0547"),  # definitions
    "F0166",  # an observation
    *("F0171", "F0172", "F0454", "F0456"),  # simulations
    *("F0447", "F0448", "F0450"),  # normal approximations
    *("F0364", "F0366"),  # one program's own rule
}

COUNTS = {REPRODUCED: 322, TRUNCATED: 8, REFUTED: 14, NO_CLAIM: 21, NOT_EXPRESSIBLE: 0}


@cache
def data() -> dict[str, Any]:
    return tomllib.loads(files("oddscalc._tables").joinpath("figures.toml").read_text("ascii"))


@cache
def by_id() -> dict[str, PrintedFigure]:
    return {figure.id: figure for figure in figures.shipped()}


def value(figure: str, part: int = 0) -> Fraction:
    found = by_id()[figure].checks[part].value
    assert not found.root
    return found.number


def entries() -> Iterator[dict[str, Any]]:
    for group in (*data()["queries"], *data()["unasked"]):
        yield from group.get("figures", ())


# --- the form of the data


def _readable(text: str) -> bool:
    try:
        parse_print(text, PUBLISHED)
    except NumberError:
        return False
    return True


FigureId = Annotated[str, Field(pattern=r"^F\d{4}$")]
NUMBERED = {"decided-on", "undecided-after", "wins"}


class ToldModel(Strict):
    """A figure as it is told."""

    id: FigureId
    says: Annotated[str, Field(min_length=5, max_length=70)]
    printed: Text
    source: Id
    why: Text | None = None


class AskedModel(Strict):
    """What is asked."""

    id: FigureId
    asks: Text
    of: Annotated[list[Text], Field(min_length=1)] | None = None
    n: Annotated[int, Field(ge=1)] | None = None
    k: Annotated[int, Field(ge=0)] | None = None
    basis: Literal["outlay"] | None = None
    per: Literal["roll", "decision"] | None = None
    times: Annotated[str, Field(pattern=r"^[1-9]\d*$")] | None = None
    side: Literal["player"] | None = None
    reads: Annotated[list[Text], Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _arguments(self) -> AskedModel:
        if (self.n is not None) != (self.asks in NUMBERED):
            raise ValueError("n goes with a number of rolls or of bets")
        if (self.k is not None) != (self.asks == "wins"):
            raise ValueError("k goes with wins")
        if self.of and self.asks not in ("chance", "odds-against"):
            raise ValueError("of goes with chances")
        if self.asks == "chance" and not self.of:
            raise ValueError("a chance is of outcomes")
        if self.reads and not all(map(_readable, self.reads)):
            raise ValueError("reads cannot be read")
        return self


class FigureModel(ToldModel, AskedModel):
    """A figure with a question."""

    @model_validator(mode="after")
    def _print(self) -> FigureModel:
        if self.reads is None and not all(map(_readable, readings(self.printed))):
            raise ValueError("the print must be read")
        if self.reads == readings(self.printed):
            raise ValueError("reads says nothing new")
        return self


class AlsoModel(AskedModel):
    """A further number of a figure."""

    reads: Annotated[list[Text], Field(min_length=1)]


class QueryModel(Strict):
    """A query with its figures."""

    bets: Annotated[list[Id], Field(min_length=1)] | None = None
    stakes: Annotated[dict[Id, Text], Field(min_length=2)] | None = None
    until: Literal["roll", "all-decided"] | None = None
    rules: Id | None = None
    reading: Id | None = None
    pays: list[Text] | None = None
    vig: Text | None = None
    odds: Text | None = None
    dice: Text | None = None
    figures: Annotated[list[FigureModel], Field(min_length=1)] | None = None
    also: Annotated[list[AlsoModel], Field(min_length=1)] | None = None

    @model_validator(mode="after")
    def _whole(self) -> QueryModel:
        if (self.bets is None) == (self.stakes is None):
            raise ValueError("give either bets or stakes")
        if (self.stakes is None) != (self.until is None):
            raise ValueError("until goes with stakes")
        asked: list[AskedModel] = [*(self.figures or ()), *(self.also or ())]
        if not asked:
            raise ValueError("a query has figures")
        known, per = (ASKED, "roll") if self.bets else (JOINT, "decision")
        for one in asked:
            if one.asks not in known:
                raise ValueError(f"{one.id} asks {one.asks!r}")
            if one.per not in (None, per):
                raise ValueError(f"{one.id} is per {one.per!r}")
        return self


class UnaskedModel(Strict):
    """Figures that are not asked."""

    claim: bool
    why: Text
    figures: Annotated[list[ToldModel], Field(min_length=1)]


class FiguresFile(Strict):
    """The file of figures."""

    sources: dict[Id, Text]
    bets: list[BetModel]
    queries: list[QueryModel]
    unasked: list[UnaskedModel]


def test_the_data_obeys_a_strict_form() -> None:
    FiguresFile.model_validate(data())
    assert {entry["source"] for entry in entries()} == set(data()["sources"])


@pytest.mark.parametrize(
    ("key", "given"),
    [("verdict", "reproduced"), ("times", 5), ("asks", "luck"), ("reads", ["about 4"]), ("n", 3)],
)
def test_the_strict_form_refuses(key: str, given: object) -> None:
    changed = copy.deepcopy(data())
    changed["queries"][0]["figures"][0][key] = given
    with pytest.raises(ValidationError):
        FiguresFile.model_validate(changed)


@pytest.mark.slow
def test_every_figure_of_the_collection_is_there_once() -> None:
    assert len(IDS) == len(set(IDS)) == 365
    assert sorted(entry["id"] for entry in entries()) == IDS
    assert list(by_id()) == IDS


SAID_IN_WORDS = {
    "F0010": "three and one-third percent",
    "F0015": "6,150 read to tens",
    "F0118": "nearly three",
    "F0222": "no edge, exactly",
    "F0223": "no edge, exactly",
    "F0225": "no edge, exactly",
    "F0235": "no edge, exactly",
    "F0238": "no edge, exactly",
    "F0241": "no edge, exactly",
    "F0244": "no edge, exactly",
    "F0247": "no edge, exactly",
    "F0250": "no edge, exactly",
    "F0363": "a product",
    "F0367": "a formula at n = 2, 3, 10",
    "F0520": "a formula at single odds",
    "F0522": "251495",
}
"""Figures whose numbers are read from something else than their digits."""


def test_the_numbers_read_are_the_numbers_printed() -> None:
    for figure in figures.shipped():
        for check in figure.checks:
            for text in check.reads:
                for number in re.findall(r"\d*\.?\d+", text.removeprefix("1 in ")):
                    if figure.id not in SAID_IN_WORDS:
                        assert number in re.findall(r"\d*\.?\d+", figure.printed), figure.id


# --- the verdicts


def test_every_verdict_is_the_expected_one() -> None:
    expected = dict.fromkeys(IDS, REPRODUCED)
    expected |= {figure: verdict for figure, (verdict, _) in WRONG.items()}
    expected |= dict.fromkeys(UNASKED, NO_CLAIM)
    assert {figure.id: figure.verdict for figure in figures.shipped()} == expected


def test_the_counts() -> None:
    assert dict(figures.counts(figures.shipped())) == COUNTS
    assert list(COUNTS) == list(figures.VERDICTS)
    assert sum(COUNTS.values()) == len(IDS)


@pytest.mark.parametrize("figure", WRONG)
def test_what_is_wrong_is_set_right_and_explained(figure: str) -> None:
    found = by_id()[figure]
    assert found.why
    rightly = {
        parse_print(text, PUBLISHED).likewise(check.value)
        for check in found.checks
        for text, verdict in zip(check.reads, check.verdicts, strict=True)
        if verdict != REPRODUCED
    }
    assert WRONG[figure][1] in rightly


def test_disputed_figures_are_refuted() -> None:
    assert {by_id()[figure].verdict for figure in DISPUTED} == {REFUTED}
    assert value("F0118") == Fraction(557, 165)
    assert value("F0372") == Fraction(653, 21780)
    assert value("F0372", 1) == Fraction(653, 198)
    assert value("F0504") == Fraction(1, 165)
    assert value("F0505") == Fraction(7, 2145)
    assert value("F0507") == Fraction(1, 4785)
    assert value("F0520") == Fraction(7, 825)
    assert value("F0013") == oracles.law("fire")["win:4"]
    assert value("F0163") == hand_longer_than(153)


def last_digit_changed(text: str) -> str:
    """Return *text* with its last digit replaced, by none that makes a denominator 0."""
    if text == "0/1":
        return "1/1"
    end = max(match.end() for match in re.finditer(r"\d", text))
    return text[: end - 1] + str(int(text[end - 1]) % 9 + 1) + text[end:]


@pytest.mark.slow
def test_a_changed_digit_in_print_turns_the_verdict() -> None:
    changed = copy.deepcopy(data())
    touched = set()
    for group in changed["queries"]:
        for entry in group.get("figures", ()):
            if "reads" not in entry and entry["id"] not in WRONG:
                entry["printed"] = last_digit_changed(entry["printed"])
                touched.add(entry["id"])
    found = {figure.id: figure.verdict for figure in figures.figures(changed)}
    assert len(touched) > 200
    assert {figure for figure in touched if found[figure] == REPRODUCED} == set()
    assert all(found[figure] == by_id()[figure].verdict for figure in set(IDS) - touched)


def test_a_changed_digit_in_any_reading_turns_its_verdict() -> None:
    for figure in figures.shipped():
        for check in figure.checks:
            for text, verdict in zip(check.reads, check.verdicts, strict=True):
                if verdict == REPRODUCED:
                    wrong = parse_print(last_digit_changed(text), PUBLISHED).verdict(check.value)
                    assert wrong != REPRODUCED, (figure.id, text)


def test_what_cannot_be_asked_is_said_to_be_so() -> None:
    gap = {"id": "F9999", "says": "a gap", "printed": "1%", "source": "gap"}
    group = {"claim": True, "why": "No such bet.", "figures": [gap]}
    (found,) = figures.figures({"sources": {"gap": "x"}, "queries": [], "unasked": [group]})
    assert (found.verdict, found.why) == (NOT_EXPRESSIBLE, "No such bet.")


def test_bets_that_are_said_to_be_alike_must_be() -> None:
    one = {"id": "F9999", "says": "edge", "printed": "1%", "source": "x", "asks": "made"}
    group = {"bets": ["place-4", "place-6"], "figures": [one]}
    with pytest.raises(DataError, match="place-4, place-6 differ in made"):
        figures.figures({"sources": {"x": "x"}, "queries": [group], "unasked": []})
    several = {"bets": ["dont-pass"], "rules": "us-ma", "figures": [one]}
    with pytest.raises(DataError, match="name one of the readings"):
        figures.figures({"sources": {"x": "x"}, "queries": [several], "unasked": []})


# --- the quantities, a second time

POINTS = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
"""Ways to throw each point."""


def line_decided_on(roll: int) -> Fraction:
    """Return the chance that a pass bet is decided on *roll*: a geometric law for each point."""
    if roll == 1:
        return Fraction(12, 36)
    return sum(
        (
            Fraction(ways, 36) * Fraction(30 - ways, 36) ** (roll - 2) * Fraction(6 + ways, 36)
            for ways in POINTS.values()
        ),
        Fraction(0),
    )


@cache
def hand_longer_than(rolls: int) -> Fraction:
    """Return the chance of no seven-out in *rolls* rolls, counting ways of 36 per roll."""
    come_out, on = 1, dict.fromkeys(POINTS, 0)
    for _ in range(rolls):
        made = sum(on[point] * ways for point, ways in POINTS.items())
        on = {point: come_out * ways + on[point] * (30 - ways) for point, ways in POINTS.items()}
        come_out = come_out * 12 + made
    return Fraction(come_out + sum(on.values()), 36**rolls)


def test_games_by_their_length() -> None:
    found = {
        check.question.n: check.value.number
        for figure in figures.shipped()
        for check in figure.checks
        if check.question.asks == "decided-on" and check.question.times == "200000"
    }
    assert len(found) == 13
    assert found == {roll: 200_000 * line_decided_on(roll) for roll in found}
    tail = 1 - sum(line_decided_on(roll) for roll in range(1, 21))
    assert value("F0198") == 200_000 * tail
    assert [value("F0367", part) for part in range(3)] == [line_decided_on(n) for n in (2, 3, 10)]


def test_the_shooters_hand() -> None:
    # Expected rolls: of one line decision, over the chance that it is a seven-out.
    assert value("F0369") == Fraction(557, 165) / Fraction(196, 495)
    assert value("F0162") == hand_longer_than(153)
    assert hand_longer_than(5) > Fraction(1, 2) >= hand_longer_than(6)
    assert value("F0160") == 6


def test_rates_per_roll() -> None:
    assert value("F0360") == 1 - 1 / Fraction(557, 165)
    assert value("F0361") == Fraction(2, 3) / Fraction(557, 165)
    assert value("F0363") == Fraction(35, 36) / Fraction(557, 165)
    assert value("F0150") == 5 * Fraction(1, 25) / Fraction(36, 10) * 288


def test_deviations_and_skewness_are_roots() -> None:
    p, net = Fraction(1, 3), 2  # odds on 4: mean 0, third moment pq(q - p) of a win of 3 units
    assert by_id()["F0378"].checks[0].value == Exact(2500 * p * (1 - p) * (net + 1) ** 2, True)
    skew = (1 - 2 * p) ** 2 / (p * (1 - p))
    assert [check.value for check in by_id()["F0379"].checks] == [
        Exact(skew, True),
        Exact(-skew, True),
    ]
    outlay = Fraction(21, 20)  # buy 6 with its commission on top
    won = Fraction(5, 11)
    variance = won * (1 - won) * (Fraction(23, 20) + outlay) ** 2
    assert by_id()["F0271"].checks[0].value == Exact(variance / outlay**2, True)


def test_two_place_bets_over_what_stands_at_a_decision() -> None:
    # In 36 rolls 14 decide; $10 stand each time; 8 win $7, 6 lose $10.
    assert value("F0153") == Fraction(6 * 10 - 8 * 7, 14 * 10)


def test_sevens_in_six_throws() -> None:
    found = {0: value("F0492"), 1: value("F0493"), 3: value("F0495"), 6: value("F0498")}
    assert found == {
        0: Fraction(5**6, 6**6),
        1: Fraction(6 * 5**5, 6**6),
        3: Fraction(20 * 5**3, 6**6),
        6: Fraction(1, 6**6),
    }


def test_quantiles_of_the_rolls_to_a_decision() -> None:
    chain = oddscalc.edge("pass").model.chain()
    chances = pmf(chain, 40)
    assert chances == [line_decided_on(roll) for roll in range(1, 41)]
    assert longer_than(chain, 40) == 1 - sum(chances)
    assert longer_than(chain, 0) == 1
    found = [quantile(chain, Fraction(tenth, 10)) for tenth in range(10)]
    assert all(a <= b for a, b in pairwise(found))
    assert found[:4] == [1, 1, 1, 1]
    with pytest.raises(ValueError, match="below 1"):
        quantile(chain, Fraction(1))


# --- reading prints


@pytest.mark.parametrize(
    ("text", "exact", "verdict"),
    [
        ("0.5", "9/20", REPRODUCED),  # a tie goes away from zero
        ("0.4", "9/20", TRUNCATED),
        ("-0.5", "-9/20", REPRODUCED),
        ("-0.4", "-9/20", TRUNCATED),
        ("0.4", "-9/20", REFUTED),
        ("0", "1/3", REFUTED),
        ("0/1", "1/3", REFUTED),
        ("2/6", "1/3", REPRODUCED),
        (".33", "1/3", REPRODUCED),
        ("33%", "1/3", REPRODUCED),
        ("33.4 percent", "1/3", REFUTED),
        ("33 cents", "1/3", REPRODUCED),
        ("$0.33", "1/3", REPRODUCED),
        ("+1.5", "3/2", REPRODUCED),
        ("1 in 3", "2/7", TRUNCATED),
        ("1 in 4", "2/7", REPRODUCED),
        ("6.15 thousand", "6149", REPRODUCED),
        ("6.15 thousand", "6156", TRUNCATED),
        ("1 in 2 million", "1/2100000", REPRODUCED),
        ("under 3", "29/10", REPRODUCED),
        ("under 3", "3", REFUTED),
    ],
)
def test_prints(text: str, exact: str, verdict: str) -> None:
    assert parse_print(text, PUBLISHED).verdict(Exact(Fraction(exact))) == verdict


@pytest.mark.parametrize(
    "text", ["", "about 4", "1e3", "1,00", "1_0", "1 1", "1/0", "1/2/3", "7:495", "one", "1 %%"]
)
def test_what_is_no_print(text: str) -> None:
    with pytest.raises(NumberError):
        parse_print(text, PUBLISHED)


def test_roots_are_rounded_and_cut_exactly() -> None:
    for square in (Fraction(2), Fraction(1, 3), Fraction(368, 81), Fraction(10**9 + 7, 13)):
        root = Exact.root_of(square)
        for places in range(12):
            near, cut = root.rounded(places), root.cut(places)
            scaled = square * 100**places
            assert cut**2 < scaled < (cut + 1) ** 2
            assert Fraction(2 * near - 1, 2) ** 2 < scaled < Fraction(2 * near + 1, 2) ** 2
            minus = root.times(Fraction(-1))
            assert (minus.rounded(places), minus.cut(places)) == (-near, -cut)
        assert str(root).startswith("sqrt(")
        assert root.times(Fraction(3)) == Exact(9 * square, True)
    assert Exact.root_of(Fraction(4, 9), -1) == Exact(Fraction(-2, 3))
    assert Exact.root_of(Fraction(2)).decimal == "1.414213562"
    assert isqrt(2 * 10**18) == 1414213562


# --- the page


def test_the_page_shows_every_figure_with_its_verdict() -> None:
    page = published_page()
    summary, shown = page.tables
    assert {row[0]: int(row[1]) for row in summary.rows} == COUNTS
    assert [row[0] for row in shown.rows] == IDS
    assert Counter(row[-1].strip("*") for row in shown.rows) == Counter(
        {verdict: count for verdict, count in COUNTS.items() if count}
    )
    remarks = [note for note in page.after if "; rightly " in note]
    assert [note[2:7] for note in remarks] == sorted(WRONG)
    assert "**F0504** (refuted; rightly 0.61 %)" in "\n".join(remarks)
    text = tables.markdown(page)
    assert "(https://wizardofodds.com/games/craps/side-bets/replay/)" in text
    assert text.isascii()


def test_csv_and_json_have_every_value_whole() -> None:
    page = published_page()
    rows = [dict(zip(HEADERS, row, strict=True)) for row in page.records.rows]
    assert sorted({row["id"] for row in rows}) == IDS
    objects = {entry["id"]: entry for entry in json.loads(json.dumps(page.objects))}
    assert list(objects) == IDS
    for row in rows:
        figure = by_id()[row["id"]]
        assert row["verdict"] == figure.verdict == objects[figure.id]["verdict"]
        if not row["part"]:
            assert not figure.checks
            continue
        part = int(row["part"]) - 1
        found, shown = figure.checks[part].value, objects[figure.id]["checks"][part]
        kind = "square" if found.root else "value"
        number = Fraction(int(row[f"{kind}_num"]), int(row[f"{kind}_den"]))
        assert number == Fraction(shown[kind]["exact"]) == found.number
        assert row["value_decimal"] == shown["decimal"]
    table = tables.csv_text(page.records.headers, page.records.rows)
    assert len(list(csv.reader(io.StringIO(table)))) == len(rows) + 1
