"""The report of a bet: every number by a second road, and every format it is written in."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path

import openpyxl
import pytest
from conftest import Ran, slow_but

from oddscalc import edge, report
from oddscalc._face.report import ReportAnswer
from oddscalc._questions.labreport import LabReport
from oddscalc._rules.rulebook import SHIPPED, shipped
from oddscalc._show.words.plainrule import plain_rule
from oddscalc.errors import OddscalcError

Run = Callable[..., Ran]


def only(bet: str, **options: object) -> LabReport:
    found = report(bet, **options)  # type: ignore[arg-type]
    assert isinstance(found, ReportAnswer)
    return found.reports[0][0]


@pytest.mark.parametrize("bet", ["pass", "field", "dont-pass", "horn", "place-6"])
def test_what_outcomes_contribute_sums_to_the_return(bet: str) -> None:
    parts = only(bet).contributions
    assert sum(part for part in parts if part is not None) == edge(bet).rtp


def test_the_volatility_index_is_that_many_standard_deviations() -> None:
    found = only("field").volatility
    variance = edge("field").variance
    assert found is not None
    assert variance is not None
    assert found.number == variance * Fraction(1645, 1000) ** 2


def test_an_exact_interval_is_made_of_quantiles_of_the_binomial_distribution() -> None:
    wins, rounds = Fraction(244, 495), 1000
    interval = next(
        one for one in only("pass").intervals if (one.rounds, one.level) == (1000, "95%")
    )
    assert interval.exact

    def at_most(won: int) -> Fraction:
        return sum(
            (comb(rounds, k) * wins**k * (1 - wins) ** (rounds - k) for k in range(won + 1)),
            Fraction(0),
        )

    lowest, highest = (one * rounds / 2 for one in (interval.low, interval.high))
    assert lowest.denominator == highest.denominator == 1
    tail = Fraction(25, 1000)
    assert at_most(int(lowest) - 1) < tail <= at_most(int(lowest))
    assert at_most(int(highest) - 1) < 1 - tail <= at_most(int(highest))


def test_a_normal_interval_is_the_return_and_so_many_deviations() -> None:
    value = edge("pass")
    assert value.rtp is not None
    assert value.variance is not None
    for one in only("pass").intervals:
        if one.rounds == 10**6 and one.level == "90%":
            half = one.high - value.rtp
            assert not one.exact
            assert one.high + one.low == 2 * value.rtp
            square = value.variance * Fraction("1.645") ** 2 / one.rounds
            assert half**2 <= square < (half + Fraction(1, 10**12)) ** 2


def test_the_slope_is_what_a_better_price_changes() -> None:
    for one in only("field").sensitivities:
        tier = one.outcome.removeprefix("win ")
        price = {"2": "3 to 1", "12": "3 to 1", "other": "2 to 1"}[tier]
        better = edge("field", pays={tier: price}).house_edge
        assert better is not None
        assert one.higher == better.per_bet_made


def test_exposure_and_breakage() -> None:
    found = only("place-6", minimum=6, maximum=600)
    assert [(one.called, one.stake, one.win) for one in found.exposures] == [
        ("minimum", 6, 7),
        ("maximum", 600, 700),
    ]
    for stake, broken in found.breakage:
        at = edge("place-6", stake=str(stake), round="down").house_edge
        assert at is not None
        assert broken == at.per_bet_made


def test_rolls_sum_to_one_and_have_the_mean_of_the_answer() -> None:
    found = only("pass")
    assert sum(found.decided) == 1
    assert found.lasts.mean == edge("pass").expected_rolls


def test_price_lists_stand_side_by_side(oddscalc: Run) -> None:
    ran = oddscalc("report", "fire", "--paytable", "customary", "--paytable", "side-bets", "--json")
    both = json.loads(ran.out)
    assert [one["paytable"] for one in both] == ["customary", "side-bets"]
    assert {one["schema"] for one in both} == {"report/1"}
    assert both[0]["digests"]["certificate"] != both[1]["digests"]["certificate"]


def test_a_plan_has_a_report(oddscalc: Run) -> None:
    ran = oddscalc("report", "place-68")
    assert ran.code == 0
    assert "100 rolls" in ran.out
    assert "SHA-256" in ran.out
    assert oddscalc("report", "place-68", "--stake", "5").code == 2
    with pytest.raises(OddscalcError, match="not for a plan"):
        report("place-68", maximum=5)


def test_the_text_says_what_laboratories_look_for(oddscalc: Run) -> None:
    text = oddscalc("report", "any-craps", "--rules", "us-pa").out
    for word in ("volatility", "variance", "SHA-256", "return to player", "hit frequency"):
        assert word in text
    assert shipped("us-pa").wager("any-craps").clause in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("suffix", ["html", "xlsx", "tex", "md", "json"])
def test_every_format_is_written(suffix: str, oddscalc: Run, tmp_path: Path) -> None:
    path = tmp_path / f"report.{suffix}"
    assert oddscalc("report", "field", "--out", str(path)).code == 0
    if suffix == "xlsx":
        sheets = openpyxl.load_workbook(path).sheetnames
        assert {"The wager", "Digests and proof", "data"} <= set(sheets)
        return
    text = path.read_text(encoding="utf-8")
    assert ("<svg" in text) == (suffix == "html")
    assert "volatility" in text


def test_without_a_price_there_are_rules_rolls_and_digests(oddscalc: Run) -> None:
    ran = oddscalc("report", "hot-roller", "--rules", "us-ma", "--reading", "unordered-at-once")
    assert ran.code == 0
    assert "Rolls to the decision" in ran.out
    assert "Return of many rounds" not in ran.out


@pytest.mark.parametrize("name", slow_but(("us-ma", "sg-mbs"), SHIPPED))
def test_every_rule_can_be_said_in_plain_words(name: str) -> None:
    from oddscalc._ask.query import Query, models

    rules = shipped(name)
    for bet, wager in rules:
        if not wager.impossible:
            for model in models([bet.id], Query(rules=rules)):
                lines = plain_rule(model)
                assert len(lines) >= 2
                assert all(line.isascii() and line.endswith(".") for line in lines)


def test_different_rules_are_said_in_different_words() -> None:
    from oddscalc._ask.query import Query, models

    rules = shipped("standard")
    said = {}
    for bet, wager in rules:
        if not wager.impossible:
            text = " ".join(plain_rule(models([bet.id], Query(rules=rules))[0])[:-1])
            said.setdefault(text, set()).add(
                json.dumps([bet.kind, {**bet.rule, "when_off": ""}], sort_keys=True)
            )
    assert [text for text, kinds in said.items() if len(kinds) > 1] == []
    assert len(said) > 60
