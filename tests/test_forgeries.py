"""Certificates that hold in themselves and are false all the same: each is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from conftest import Ran, slow

from oddscalc import edge, portfolio
from oddscalc._proof.certificate import certificate, joint_certificate
from oddscalc._proof.derivation import derive
from oddscalc._proof.verify import certificates, problems, seal_of

Certificate = dict[str, Any]
Forge = Callable[[Certificate], Iterator[Certificate]]

CASES = Path(__file__).parent / "cases"
BETS = ("pass", "dont-pass", "place-4", "place-6", "buy-4", "field", "horn", "hard-8", "any-7")


def text_of(bet: str, **options: Any) -> str:
    return certificate(edge(bet, **options))


def of(bet: str, **options: Any) -> Certificate:
    return json.loads(text_of(bet, **options))  # type: ignore[no-any-return]


def refused(forged: Certificate) -> list[str]:
    """Return why a certificate is refused; nothing if it is believed."""
    forged["seal"] = seal_of(forged)
    wrong = list(problems(forged))
    return wrong or list(derive(forged).problems)


def alone(forged: Certificate) -> list[str]:
    """Return why the checker that knows nothing but the file refuses it."""
    forged["seal"] = seal_of(forged)
    return list(problems(forged))


@pytest.mark.parametrize("bet", BETS)
def test_an_honest_certificate_is_proven_and_derived(bet: str) -> None:
    derived = derive(of(bet))
    assert refused(of(bet)) == []
    assert derived.clause == f"{bet} (standard, custom)"
    assert derived.notes == ()


@pytest.mark.parametrize(("bet", "other"), list(permutations(BETS, 2)))
def test_the_chain_of_one_bet_is_not_proven_under_the_header_of_another(
    bet: str, other: str
) -> None:
    forged, header = of(bet), of(other)
    forged |= {"about": header["about"], "digests": header["digests"]}
    assert refused(forged)


def changed(found: Certificate, word: str, value: str | None) -> Certificate:
    """Return the certificate with another word in its header, or without it."""
    about = [pair for pair in found["about"] if pair[0] != word]
    return found | {"about": about if value is None else [*about, [word, value]]}


@pytest.mark.parametrize("bet", ["pass", "place-6", "field", "horn", "buy-4"])
@pytest.mark.parametrize(
    ("word", "value"),
    [
        *(("rules", "us-nj-mini-dice"), ("rules", "nowhere"), ("rules", None)),
        *(("paytable", "nowhere"), ("paytable", None), ("reading", "literal"), ("reading", None)),
        *(("from", "7"), ("dice", "srr=7"), ("dice", "p7"), ("odds", "2x"), ("vig", "5% of stake")),
        *(("pays", "win=700 to 1"), ("pays", "win=700"), ("stake", "0"), ("stake", "-1")),
        *(("until", "roll"), ("bet", "pass:5 any-craps:1"), ("bet", "nothing"), ("bet", None)),
        *(("verdict", "the house has no edge"), ("round", "down"), ("key", "nothing")),
    ],
)
def test_another_header_is_refused(bet: str, word: str, value: str | None) -> None:
    assert refused(changed(of(bet), word, value))


def repriced(found: Certificate, **options: Any) -> Certificate:
    """Return a certificate with the money of other options under the first header."""
    other = of(dict(found["about"])["bet"], **options)
    money = ("unit", "nets", "moments", "bases")
    return found | {key: other[key] for key in money}


@pytest.mark.parametrize(
    ("bet", "options"),
    [
        ("place-6", {"pays": ["win=700 to 1"]}),
        ("place-6", {"pays": ["win=6 to 5"]}),
        ("pass", {"pays": ["win=2 to 1"]}),
        ("field", {"pays": ["12=3 to 1"]}),
        ("horn", {"pays": ["horn:craps-12=30 for 1"]}),
        ("buy-4", {"vig": "5% of win, when won"}),
        ("buy-4", {"vig": "none"}),
        ("place-6", {"stake": 5, "round": "down"}),
        ("place-6", {"stake": 6000}),
        ("fire", {"pays": ["4=25 to 1"]}),
    ],
)
def test_other_money_under_the_same_header_is_refused(bet: str, options: dict[str, Any]) -> None:
    forged = repriced(of(bet), **options)
    assert forged["nets"] == of(bet)["nets"] or refused(forged)
    assert refused(changed(of(bet, **options), "paytable", "massino"))


def exchanged(found: Certificate) -> Iterator[Certificate]:
    """Win and lose change names, or results, or both."""
    names = {"win": "lose", "lose": "win"}
    for keys in (("name",), ("result",), ("name", "result")):
        other = json.loads(json.dumps(found))
        for one in other["outcomes"]:
            for key in keys:
                word, _, rest = one[key].partition(" ")
                one[key] = f"{names.get(word, word)} {rest}".strip()
        other["win"], other["lose"] = other["lose"], other["win"]
        yield other


def listed_twice(found: Certificate) -> Iterator[Certificate]:
    """A part of an outcome stands under its name once more; or the name with a space added."""
    for name in ("win", "win ", "Win"):
        other = json.loads(json.dumps(found))
        other["outcomes"][1]["name"] = name
        yield other


def other_bases(found: Certificate) -> Iterator[Certificate]:
    """A basis is missing, stands twice, has a sentence for a name, or another stake."""
    for change in (
        lambda bases: bases.clear(),
        lambda bases: bases.append(json.loads(json.dumps(bases[0]))),
        lambda bases: bases[0].update(basis="stake, which the house returns"),
        lambda bases: bases[0].update(basis="outlay"),
        lambda bases: bases[0].update(basis="action"),
        lambda bases: bases[0].update(basis="stakes"),
    ):
        other = json.loads(json.dumps(found))
        change(other["bases"])
        yield other


def ratio(text: str) -> Fraction:
    above, below = text.split("/")
    return Fraction(int(above, 16), int(below, 16))


def text(value: Fraction) -> str:
    return f"{value.numerator:x}/{value.denominator:x}"


def consistent(found: Certificate) -> Certificate:
    """Return the certificate with moments and edges that follow from its money."""
    chances = [ratio(one["probability"]) for one in found["outcomes"]]
    unit = int(found["unit"], 16)

    def mean(amounts: list[Fraction]) -> Fraction:
        return sum((p * one for p, one in zip(chances, amounts, strict=True)), Fraction(0))

    def read(amounts: list[str]) -> list[Fraction]:
        return [Fraction(int(one, 16), unit) for one in amounts]

    nets = read(found["nets"])
    expected = mean(nets)
    found["moments"] = [text(expected), text(mean([x * x for x in nets]) - expected**2)]
    for one in found["bases"]:
        staked, back = mean(read(one["staked"])), mean(read(one["returned"]))
        over = [staked, staked * ratio(found["expected_rolls"])]
        over += [staked - back] * (staked != back)
        one["claims"] = [text(staked), text(back), *(text(-expected / x) for x in over if x)]
    return found


def impossible_money(found: Certificate) -> Iterator[Certificate]:
    """Stakes of thousands, below 0, or returned twice; a lost bet that loses nothing or wins."""
    lost = next(n for n, one in enumerate(found["outcomes"]) if one["result"] == "lose")
    for key, number, value in (
        *(("staked", lost, "1770"), ("staked", lost, "-6"), ("returned", lost, "-6")),
        *(("returned", lost, "6"), ("returned", lost, "1770")),
    ):
        other = json.loads(json.dumps(found))
        other["bases"][0][key][number] = value
        yield consistent(other)
    other = json.loads(json.dumps(found))
    other["bases"][0]["staked"] = ["1770" for _ in other["outcomes"]]
    yield consistent(other)
    for net in ("0", "1", "-1770"):
        other = json.loads(json.dumps(found))
        other["nets"][lost] = net
        yield consistent(other)


@pytest.mark.parametrize("bet", ["pass", "place-6", "hard-8", "field"])
@pytest.mark.parametrize("forge", [exchanged, listed_twice, other_bases, impossible_money])
def test_names_and_money_that_cannot_be_are_refused(bet: str, forge: Forge) -> None:
    forgeries = list(forge(of(bet)))
    assert len(forgeries) >= 3
    for number, forged in enumerate(forgeries):
        assert refused(forged), f"{forge.__name__} {number}"


@pytest.mark.parametrize("bet", ["pass", "place-6", "hard-8"])
def test_impossible_money_is_refused_without_the_rulebook(bet: str) -> None:
    for forge in (other_bases, impossible_money):
        for number, forged in enumerate(forge(of(bet))):
            assert alone(forged), f"{forge.__name__} {number}"


def test_money_without_edges_is_refused() -> None:
    forged = of("pass")
    forged["bases"] = []
    assert alone(forged) == ["the bases of this bet cannot be none"]


def test_a_word_that_stands_twice_is_refused() -> None:
    first = text_of("pass").replace('"win": ', '"win": "0/1",\n "win": ', 1)
    with pytest.raises(ValueError, match="a word stands twice in one object: format"):
        certificates(first)


def test_a_portfolio_is_derived() -> None:
    found = json.loads(joint_certificate(portfolio({"dont-pass": 10, "any-craps": 2})))
    assert refused(found) == []
    assert derive(found).clause == "dont-pass (standard, custom), any-craps (standard, custom)"
    assert refused(changed(found, "bet", "dont-pass:10 any-craps:3"))
    assert refused(changed(found, "until", "roll"))
    assert refused(changed(found, "until", None))


def test_changed_files_are_told() -> None:
    found = of("pass")
    found["digests"][0][1] = "0" * 64
    derived = derive(found)
    assert derived.problems == ()
    assert derived.notes[0].startswith("made from other rules than those here: SHA-256 0000")


def test_a_bet_of_ones_own_is_derived_from_its_file(
    oddscalc: Callable[..., Ran], tmp_path: Path
) -> None:
    bets, proof = tmp_path / "mine.toml", tmp_path / "mine.json"
    bets.write_text(
        '[[bets]]\nid = "nine"\nname = "Nine"\nkind = "one-roll"\nsource = "a test"\n'
        'rule = { win = "9", lose = "rest" }\n'
    )
    asked = ("edge", str(bets), "--pays", "win=8 to 1", "--certificate", str(proof), "--no-cache")
    assert oddscalc(*asked).code == 0
    ran = oddscalc("verify", str(proof))
    assert (ran.code, ran.err) == (1, "")
    told = " ".join(ran.out.split())
    assert "NOT PROVEN of its header" in told
    assert "there is no bet called 'nine'" in told
    assert oddscalc("verify", str(proof), "--bets", str(bets)).code == 0
    assert oddscalc("verify", str(proof), "--alone").code == 0
    bets.write_text(bets.read_text().replace('"9"', '"8"'))
    ran = oddscalc("verify", str(proof), "--bets", str(bets))
    assert ran.code == 1
    assert "its chain is not that of its header" in " ".join(ran.out.split())


def test_an_older_certificate_is_proven_of_what_is_in_it(oddscalc: Callable[..., Ran]) -> None:
    ran = oddscalc("verify", str(CASES / "certificate-1.json"))
    assert (ran.code, ran.err) == (0, "")
    assert (
        "proven,\n  of the chain and prices in this file; whose they are is not checked" in ran.out
    )
    assert "place-6" not in ran.out.replace("certificate-1", "")


PUSHED_IN_PART = """
[[bets]]
id = "hedged"
name = "Don't pass and any craps"
kind = "bundle"
source = "a test"
rule = { parts = { dont-pass = 1, any-craps = 1 } }
"""


def test_a_part_that_is_returned_is_not_resolved(
    oddscalc: Callable[..., Ran], tmp_path: Path
) -> None:
    """On a 12 half of the stake comes back, and the other half wins 7 to 1."""
    bets, proof = tmp_path / "mine.toml", tmp_path / "mine.json"
    bets.write_text(PUSHED_IN_PART)
    answer = edge(str(bets))
    resolved = 1 - Fraction(1, 36) / 2
    loss = (Fraction(3, 220) + Fraction(1, 9)) / 2
    assert answer.value.house_edge is not None
    assert answer.value.house_edge.per_bet_resolved == loss / resolved == Fraction(247, 3905)
    assert answer.value.house_edge.per_bet_made == loss == Fraction(247, 3960)
    proof.write_text(certificate(answer))
    assert oddscalc("verify", str(proof), "--bets", str(bets)).code == 0
    forged = json.loads(proof.read_text())
    forged["bases"][0]["returned"] = ["0" for _ in forged["outcomes"]]
    consistent(forged)
    assert forged["bases"][0]["claims"][-1] == text(Fraction(247, 3960))
    assert alone(forged) == []
    assert derive(forged, {"bets": str(bets)}).problems


def numbers_in(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield the path and the value of every number of a certificate."""
    items = part.items() if isinstance(part, dict) else enumerate(part)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from numbers_in(value, (*path, key))
        elif key != "seal" and str(value).lstrip("-").isdigit():
            yield (*path, key), value


def put(forged: Certificate, path: tuple[Any, ...], value: Any) -> None:
    part: Any = forged
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value


JOINT = {"pass": {"stake": 10, "odds": "2x"}, "place-6": 6}


@pytest.mark.parametrize(
    "make",
    [
        lambda: text_of("place-6"),
        lambda: text_of("field"),
        lambda: text_of("buy-4", vig="5% of stake, when placed"),
        lambda: text_of("pass", odds="2x"),
        lambda: text_of("dont-pass"),
        slow(lambda: joint_certificate(portfolio(JOINT))),
    ],
)
def test_no_number_may_be_another(make: Callable[[], str]) -> None:
    """Each in turn one more, one less, none, below none: all are refused, and none is a crash."""
    honest = json.loads(make())
    for path, value in list(numbers_in(honest)):
        if path[0] in ("about", "digests"):
            continue
        for other in {int(value) + 1, int(value) - 1, 0, -int(value), -1} - {int(value)}:
            forged = json.loads(json.dumps(honest))
            put(forged, path, type(value)(other))
            assert alone(forged), (path, value, other)
