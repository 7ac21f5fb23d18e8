"""Certificates: what they prove is what is answered, and a changed digit anywhere is caught."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran, slow

import oddscalc
from oddscalc._proof.certificate import certificate, certificates, joint_certificate
from oddscalc._proof.verify import CertificateError, main, seal_of, verify

Run = Callable[..., Ran]

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "pass line": ("pass", {}),
    "a push": ("dont-pass", {}),
    "odds, over the action": ("dont-pass", {"odds": "6x"}),
    "odds that can be off": ("come", {"rules": "us-pa", "odds": "2x"}),
    "no edge at all": ("odds-4", {}),
    "a commission on top, over the outlay": ("buy-4", {}),
    "a stake in units": ("whirl", {"stake": 7, "round": "down"}),
    "states that lead to each other": ("place-6", {"working": "off"}),
    "several starting states": ("place-6", {"working": "off", "from_": "on"}),
    "no prices": ("hot-roller", {"dice": oddscalc.Dice.fair()}),
    "loaded dice": ("field", {"dice": oddscalc.Dice.from_seven_ratio(7)}),
    "an outcome that cannot come about": (
        "field",
        {"dice": oddscalc.Dice.from_faces([0, "1/5", "1/5", "1/5", "1/5", "1/5"])},
    ),
}


@cache
def of(case: str) -> str:
    bet, options = CASES[case]
    return certificate(oddscalc.edge(bet, **options))


@pytest.mark.parametrize("case", CASES)
def test_a_certificate_proves_its_claims(case: str) -> None:
    assert verify(of(case)) == []


@pytest.mark.parametrize("case", CASES)
def test_the_claims_are_those_of_the_answer(case: str) -> None:
    bet, options = CASES[case]
    answer = oddscalc.edge(bet, **options)
    found, value = json.loads(of(case)), answer.value
    assert number(found["expected_rolls"]) == value.expected_rolls
    assert [number(found[result]) for result in ("win", "lose", "push")] == [
        value.win, value.lose, value.push,
    ]  # fmt: skip
    moments = [] if value.net_win is None else [value.expected_value, value.variance]
    assert [number(one) for one in found["moments"]] == moments
    priced = value.bases if value.net_win else ()
    for basis, claimed in zip(priced, found["bases"], strict=True):
        edge = value.edge_over(basis)
        assert edge is not None
        three = [edge.per_bet_made, edge.per_roll, edge.per_bet_resolved]
        assert claimed["basis"] == basis.name
        claims = [basis.amount, basis.returned, *(x for x in three if x is not None)]
        assert [number(one) for one in claimed["claims"]] == claims
    assert dict(found["about"])["bet"] == bet


def number(text: str) -> Fraction:
    above, below = text.split("/")
    return Fraction(int(above, 16), int(below, 16))


def numbers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every number of a certificate; what it is about, in words, has none."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("about", "digests", "format", "seal", "result", "name", "basis"):
                yield from numbers(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from numbers(inner, (*path, index))
    else:
        yield path


def changed(found: Any, path: tuple[Any, ...], place: int) -> Any:
    """Return a copy in which the digit at *place* of one number is another."""
    copy = json.loads(json.dumps(found))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    value = inner[path[-1]]
    text = str(value)
    digit = "1" if text[place] != "1" else "2"
    text = text[:place] + digit + text[place + 1 :]
    inner[path[-1]] = int(text) if isinstance(value, int) else text
    return copy


def holds(found: Any) -> bool:
    return not verify(json.dumps(found))


SMALL = [case for case in CASES if case != "no prices"]


@pytest.mark.parametrize(
    "case", [slow(one) if one == "odds, over the action" else one for one in SMALL]
)
def test_a_changed_digit_of_any_number_is_caught_even_under_a_new_seal(case: str) -> None:
    found = json.loads(of(case))
    changes = 0
    for path in numbers(found):
        inner = found
        for key in path:
            inner = inner[key]
        for place, digit in enumerate(str(inner)):
            if digit in "-/":
                continue
            other = changed(found, path, place)
            assert not holds(other), f"{path} under the old seal"
            other["seal"] = seal_of(other)
            assert not holds(other), f"{path}, digit {place}"
            changes += 1
    assert changes > 40


@pytest.mark.parametrize("edits", [slow(150)])
def test_a_changed_digit_of_a_long_certificate_is_caught(edits: int) -> None:
    found = json.loads(of("no prices"))
    paths = list(numbers(found))
    for path in paths[:: len(paths) // edits]:
        other = changed(found, path, 0)
        other["seal"] = seal_of(other)
        assert not holds(other), path


def test_words_and_signs_are_sealed() -> None:
    text = of("pass line")
    for old, new in (('"pass"', '"field"'), ('"-7/1ef"', '"7/1ef"'), ('"win"', '"lose"')):
        assert old in text
        assert "the seal is not that of the content" in verify(text.replace(old, new, 1))


def resealed(change: Callable[[Any], object], case: str = "pass line") -> str:
    found = json.loads(of(case))
    change(found)
    return json.dumps(found | {"seal": seal_of(found)})


def test_what_is_wrong_is_named() -> None:
    assert verify(resealed(lambda found: found["rows"][1].update(whole="23"))) == [
        "row 1 does not sum to 1"
    ]
    assert verify(resealed(lambda found: found["start"].update(whole="2"))) == [
        "start does not sum to 1"
    ]
    problems = verify(resealed(lambda found: found["y"].insert(0, found["y"].pop())))
    assert problems[0] == "x = Px + b does not hold in state 0"
    assert "the probability of lose is not what flows into it" in problems
    assert verify(resealed(lambda found: found.update(win="1/2"))) == [
        "win, lose and push are not those of the outcomes, or do not sum to 1"
    ]
    assert verify(resealed(lambda found: found["bases"][0]["claims"].pop())) == [
        "the edges over the stake are not those that follow"
    ]


def test_a_chain_that_may_never_end_is_not_proven() -> None:
    """Two states that only lead to each other would solve the equations with anything."""

    def add_island(found: Any) -> None:
        first = len(found["rows"])
        for row in found["rows"]:
            row["ways"] = [[n + 2 if n >= first else n, ways] for n, ways in row["ways"]]
        for n in (0, 1):
            found["rows"].append({"whole": "1", "ways": [[first + 1 - n, "1"]]})
            found["y"].append("1")

    problems = verify(resealed(add_island))
    assert problems == ["state 7 leads to no outcome", "state 8 leads to no outcome"]


def test_an_edge_without_prices_is_not_proven() -> None:
    def claim(found: Any) -> None:
        found["bases"] = json.loads(of("pass line"))["bases"]

    assert verify(resealed(claim, "no prices")) == ["an outcome lacks its money"]


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "null", "[]", "[[]]", "1", '"x"', "[" * 100_000, "{}", "1" * 9_000),
        '{"format": 1}',
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_certificate_is_refused(text: str) -> None:
    with pytest.raises(CertificateError):
        verify(text)


def test_the_checker_alone_reads_no_pipe_and_no_device(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name in (str(tmp_path / "pipe"), "/dev/zero", str(tmp_path)):
        assert main([name]) == 2


def test_a_format_to_come_is_refused() -> None:
    with pytest.raises(CertificateError):
        verify(of("pass line").replace("certificate 2", "certificate 3"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"scale": "', '"scale": "0'),
        ('"scale": "', '"scale": "-'),
        ('"whole": "24"', '"whole": 24'),
        ('"whole": "24"', f'"whole": "{"f" * 20_001}"'),
        ('"0/1"', '"0/0"'),
        ('"0/1"', '"0/2"'),
        ('"0/1"', '"-0/1"'),
        ('"0/1"', '"NaN"'),
        ('"y": [', '"y": [null, '),
        ("[[0, ", "[[0.0, "),
        ("[[0, ", "[[true, "),
        ("[[0, ", "[[-1, "),
        ("[[0, ", "[[99999, "),
        ('"seal"', '"sea"'),
        ('"seal"', '"more": [], "seal"'),
        ('"whole": "1"', '"whole": ["1"]'),
    ],
)
def test_what_is_no_number_or_out_of_place_is_a_problem(old: str, new: str) -> None:
    text = of("pass line").replace(old, new, 1)
    assert text != of("pass line")
    problem = verify(text)[-1]
    assert problem.startswith(("certificate", "row", "start", "the solution lacks"))


def test_a_portfolio_is_certified_in_money() -> None:
    found = oddscalc.portfolio({"pass": 10, "dont-pass": 10, "place-6": 12})
    text = joint_certificate(found)
    assert verify(text) == []
    assert number(json.loads(text)["moments"][0]) == found.expected_value
    down = oddscalc.portfolio({"place-6": 12, "place-8": 12}, "roll")
    assert verify(joint_certificate(down)) == []


def test_the_same_answer_has_the_same_certificate() -> None:
    answers = oddscalc.edges("dont-pass", rules="us-ma")
    assert certificates(answers) == certificates(oddscalc.edges("dont-pass", rules="us-ma"))
    assert len(json.loads(certificates(answers))) == 2
    assert verify(certificates(answers)) == []


class TestCommands:
    def test_edge_writes_what_verify_proves(self, oddscalc: Run, tmp_path: Path) -> None:
        path = tmp_path / "fire.json"
        asked = oddscalc("edge", "fire", "--certificate", str(path))
        assert asked == oddscalc("edge", "fire")
        ran = oddscalc("verify", str(path))
        assert (ran.code, ran.err) == (0, "")
        assert "proven" in ran.out
        assert "441 states, 7 outcomes" in ran.out

    def test_every_reading_is_certified(self, oddscalc: Run, tmp_path: Path) -> None:
        path = tmp_path / "both.json"
        assert (
            oddscalc("edge", "dont-pass", "--rules", "us-ma", "--certificate", str(path)).code == 0
        )
        ran = oddscalc("verify", str(path))
        assert "edge over stake per bet made 3/220 (0.01363636364)" in ran.out
        assert "edge over stake per bet made 27/1925 (0.01402597403)" in ran.out

    @pytest.mark.slow
    def test_a_whole_rulebook_is_certified(self, oddscalc: Run, tmp_path: Path) -> None:
        path = tmp_path / "all.json"
        assert oddscalc("edge", "--all", "--certificate", str(path)).code == 0
        assert oddscalc("verify", str(path)).code == 0
        assert len(json.loads(path.read_text())) == 97

    def test_exit_codes(self, oddscalc: Run, tmp_path: Path) -> None:
        good, wrong, none = (tmp_path / name for name in ("good", "wrong", "none"))
        good.write_text(of("pass line"))
        wrong.write_text(of("pass line").replace('"-7/1ef"', '"-6/1ef"'))
        none.write_text("{}")
        ran = oddscalc("verify", str(wrong), str(good))
        assert ran.code == 1
        assert (
            f"{wrong}: NOT PROVEN\n  certificate.moments[0] is not what it should be\n" in ran.out
        )
        assert f"{good}: proven" in ran.out
        ran = oddscalc("verify", str(none), str(wrong), str(tmp_path / "missing"))
        assert ran.code == 2
        assert "none: its format is not 'oddscalc certificate 2'" in ran.err
        assert "missing: cannot be read" in ran.err
        assert "NOT PROVEN" in ran.out

    def test_nothing_is_solved(self, process: Callable[..., Ran], tmp_path: Path) -> None:
        path = tmp_path / "pass.json"
        path.write_text(of("pass line"))
        code = (
            "import sys; from oddscalc._cli import run; sys.argv = ['oddscalc', 'verify',"
            f" {str(path)!r}]; run(); print(*sys.modules)"
        )
        ran = process("-c", code)
        assert ran.err == ""
        loaded = set(ran.out.split())
        assert "sympy" not in loaded
        assert "oddscalc._proof.derivation" in loaded

    def test_a_certificate_that_cannot_be_written(self, oddscalc: Run, tmp_path: Path) -> None:
        ran = oddscalc("edge", "pass", "--certificate", str(tmp_path / "no" / "such.json"))
        assert (ran.code, ran.out) == (2, "")
        assert "cannot be written" in ran.err

    def test_a_range_of_stakes_has_no_certificate(self, oddscalc: Run, tmp_path: Path) -> None:
        path = str(tmp_path / "x.json")
        ran = oddscalc("edge", "field", "--stake", "1..5", "--certificate", path)
        assert ran.code == 2
        assert "a certificate is of one stake" in ran.err
