"""The report that laboratories file: every number by another road, every format read back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from fractions import Fraction
from math import comb
from pathlib import Path

import openpyxl
import pytest
from conftest import Ran, slow_but

from oddscalc import edge, report
from oddscalc._money.netwin import NetWin
from oddscalc._proof.verify import verify
from oddscalc._questions.laboratory import returns
from oddscalc._questions.laboratory.longrun import WHOLE, long_runs
from oddscalc._questions.laboratory.returns import CONFIDENCES, intervals
from oddscalc._questions.sessions.sums import after
from oddscalc._rules.rulebook import SHIPPED, shipped
from oddscalc._show.words.plainrule import plain_rule
from oddscalc.errors import OddscalcError

Run = Callable[..., Ran]


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the long run end after 1,000 rounds."""
    monkeypatch.setattr(returns, "LAST", 3)


SHARES = [Fraction(n, 200) for n in (1, 5, 10, 100, 190, 195, 199)]


@pytest.mark.parametrize("bet", ["pass", "field", "place-6", "any-7", "buy-4"])
def test_quantiles_of_the_long_run_are_those_of_the_exact_distribution(bet: str) -> None:
    answer = edge(bet)
    net_win = answer.value.net_win
    assert net_win is not None
    *_, run = long_runs(net_win, 3)
    final = after(answer, 1_000).final
    assert final is not None
    assert run.rounds == 1_000
    assert [run.quantile(share) for share in SHARES] == [final.quantile(s) for s in SHARES]


def test_the_weights_of_the_long_run_are_lower_bounds() -> None:
    third = Fraction(1, 3)
    net_win = NetWin.of([(third, Fraction(2)), (1 - third, Fraction(-1))])
    *_, run = long_runs(net_win, 2)
    first = int((run.lowest + 100) / 3)  # so many of 100 rounds are won at least
    for wins, weight in enumerate(run.weights, first):
        probability = comb(100, wins) * third**wins * (1 - third) ** (100 - wins)
        assert weight <= probability * WHOLE <= weight + run.lost
    assert run.lost < WHOLE / 10**17


@pytest.mark.slow
def test_ten_million_rounds_of_the_pass_line_by_its_binomial_law() -> None:
    net_win = edge("pass").value.net_win
    assert net_win is not None
    *_, run = long_runs(net_win, 7)
    rounds, p = 10_000_000, Fraction(244, 495)
    wins = (int(run.quantile(Fraction(1, 20)) or 0) + rounds) // 2
    # tail sums relative to the term at the quantile, from ratios of neighbours
    below = above = Fraction(1)
    term, scale = 10**60, 10**60
    down, at = 0, wins
    while term:
        down += term
        term = term * at * (495 - 244) // ((rounds - at + 1) * 244)
        at -= 1
    up, term, at = 0, scale, wins
    while term:
        up += term
        term = term * (rounds - at) * 244 // ((at + 1) * 251)
        at += 1
    below, above = Fraction(down), Fraction(up - scale)
    assert below / (below + above) >= Fraction(1, 20) > (below - scale) / (below + above)
    assert p == Fraction(244, 495)


def test_what_is_too_long_is_a_normal_approximation_and_says_so() -> None:
    odd = NetWin.of([(Fraction(1, 2), Fraction(-1)), (Fraction(1, 3), Fraction(1)),
                     (Fraction(1, 6), Fraction(99_991, 99_989))])  # fmt: skip
    told = intervals(odd, Fraction(1))
    assert [one.exact for one in told] == [False] * 15
    z = CONFIDENCES[Fraction(9, 10)]
    half = odd.mean * 1_000 - told[0].low
    assert abs(half**2 - z**2 * odd.variance * 1_000) < Fraction(1, 10**20)


@pytest.mark.usefixtures("briefly")
@pytest.mark.parametrize(
    ("bet", "options"),
    [
        ("pass", {}),
        ("pass", {"odds": "345x"}),
        ("dont-pass", {"odds": "2x"}),
        ("field", {}),
        ("horn", {}),
        ("buy-4", {}),
        ("fire", {}),
    ],
)
def test_contributions_sum_to_the_return(bet: str, options: dict[str, str]) -> None:
    filed = report(bet, **options).filed[0]  # type: ignore[arg-type]
    assert sum(one.share for one in filed.contributions) == filed.answer.value.rtp


@pytest.mark.usefixtures("briefly")
def test_sensitivity_and_breakage() -> None:
    filed = report("place-6").filed[0]
    (price,) = filed.sensitivities
    assert (price.slope, price.even) == (Fraction(-5, 11), Fraction(6, 5))
    broken = filed.breakage
    assert broken is not None
    assert (broken.whole, broken.exact) == (6, Fraction(1, 66))
    assert broken.edges[Fraction(5)] == Fraction(1, 11)
    for stake, at in broken.edges.items():
        assert at == edge("place-6", stake=stake, round="down").value.house_edge.per_bet_made  # type: ignore[union-attr]
    odds = report("pass", odds="345x").filed[0].sensitivities
    assert odds[0].slope == Fraction(-244, 495) / Fraction(34, 9) * Fraction(34, 9) / Fraction(
        edge("pass", odds="345x").value.bases[0].amount
    )


@pytest.mark.usefixtures("briefly")
def test_exposure_is_at_the_limits() -> None:
    (low, high) = report("pass", odds="345x", minimum=5, maximum=1000).filed[0].exposures
    assert (low.staked, low.paid) == (30, 35)
    assert (high.staked, high.paid, high.chance) == (6_000, 7_000, Fraction(134, 495))
    assert report("pass", maximum=10).filed[0].exposures[0].stake == 10


@pytest.mark.usefixtures("briefly")
def test_the_text_has_what_is_filed(oddscalc: Run) -> None:
    text = " ".join(oddscalc("report", "place-6", "--rules", "us-pa").out.split())
    for word in ("volatility", "variance", "SHA-256", "clause", "skewness", "return to player"):
        assert word in text
    assert edge("place-6", rules="us-pa").model.wager.clause in text


@pytest.mark.usefixtures("briefly")
def test_json_has_every_part_and_the_digests_of_the_certificate(
    oddscalc: Run, tmp_path: Path
) -> None:
    path = tmp_path / "proof.json"
    data = json.loads(oddscalc("report", "field", "--json", "--certificate", str(path)).out)
    text = path.read_text()
    assert verify(text) == []
    assert data["schema"] == "report/1"
    assert data["certificate"]["seal"] == json.loads(text)["seal"]
    assert data["rtp"]["exact"] == "17/18"
    assert [one["contribution"]["exact"] for one in data["outcomes"]] == [
        "1/12",
        "1/12",
        "7/9",
        "0",
    ]
    assert len(data["intervals"]) == 3
    for key in ("house_edge", "variance", "sd", "skewness", "distribution", "rolls", "exposure"):
        assert data[key]


@pytest.mark.usefixtures("briefly")
def test_several_paytables_stand_side_by_side(oddscalc: Run) -> None:
    asked = ("field", "--paytable", "customary", "--paytable", "sg-mbs-v3")
    both = json.loads(oddscalc("report", *asked, "--json").out)
    assert [one["paytable"] for one in both] == ["customary", "sg-mbs-v3"]
    assert "Side by side" in oddscalc("report", *asked).out


@pytest.mark.slow
def test_the_intervals_go_to_ten_million_rounds(oddscalc: Run) -> None:
    told = json.loads(oddscalc("report", "all-small", "--json").out)["intervals"]
    assert [one["rounds"] for one in told[::3]] == [10**tens for tens in range(3, 8)]
    assert {one["method"] for one in told} == {"exact"}


@pytest.mark.slow
@pytest.mark.usefixtures("briefly")
def test_every_format(oddscalc: Run, tmp_path: Path) -> None:
    for suffix in ("html", "md", "tex", "csv", "json", "txt", "xlsx"):
        path = tmp_path / f"report.{suffix}"
        assert oddscalc("report", "fire", "--out", str(path)).code == 0
        assert path.stat().st_size > 1_000
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 2
    assert not re.search(r"""(?:src|href)=["']|@import|url\(""", page)
    book = openpyxl.load_workbook(tmp_path / "report.xlsx")
    assert {"Summary", "Rules, clause custom", "Outcomes", "Return intervals", "data"} <= set(
        book.sheetnames
    )
    assert all(cell.data_type in ("s", "n") for page in book for row in page for cell in row)


@pytest.mark.slow
@pytest.mark.usefixtures("briefly")
def test_a_bet_without_a_price_is_still_reported(oddscalc: Run) -> None:
    ran = oddscalc("report", "hot-roller")
    assert ran.code == 0
    assert "no price" in ran.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["pass", "--minimum", "5", "--maximum", "1"],
        ["pass", "--maximum", "x"],
        ["passs"],
        ["fire", "--odds", "2x"],
    ],
)
def test_what_cannot_be_reported(arguments: list[str], oddscalc: Run) -> None:
    ran = oddscalc("report", *arguments)
    assert (ran.code, ran.out) == (2, "")


def test_a_plan_has_a_report(oddscalc: Run) -> None:
    ran = oddscalc("report", "place-68")
    assert ran.code == 0
    assert "100 rolls" in ran.out
    assert "SHA-256" in ran.out
    digests = json.loads(oddscalc("report", "place-68", "--json").out)["digests"]
    assert all(re.fullmatch("[0-9a-f]{64}", digest) for digest in digests.values())
    assert len(digests) == 4
    assert oddscalc("report", "place-68", "--stake", "5").code == 2
    with pytest.raises(OddscalcError, match="not for a plan"):
        report("place-68", maximum=5)


@pytest.mark.slow
@pytest.mark.parametrize("plan", ["risk-12", "double-tap"])
def test_a_plan_whose_chain_is_long_is_reported_over_one_hand(plan: str, oddscalc: Run) -> None:
    data = json.loads(oddscalc("report", plan, "--json").out)
    assert data["over_rolls"] == []
    assert "distribution" not in data


@pytest.mark.usefixtures("briefly")
def test_bets_made_together_have_a_report(oddscalc: Run, tmp_path: Path) -> None:
    path = tmp_path / "together.json"
    ran = oddscalc("report", "field:5", "any-7:1", "--json", "--certificate", str(path))
    data = json.loads(ran.out)
    assert verify(path.read_text()) == []
    assert data["schema"] == "report/1"
    assert data["certificate"]["seal"] == json.loads(path.read_text())["seal"]
    assert data["expected_value"] == {"exact": "-4/9", "decimal": "-0.4444444444"}
    assert "volatility" in oddscalc("report", "field:5", "any-7:1").out


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
