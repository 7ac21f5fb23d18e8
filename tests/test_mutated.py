"""Certificates changed at random, or with a meaning in mind: none is believed that says other."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest
from conftest import slow_but
from test_forgeries import CASES, consistent, of, refused

from oddscalc import edge, portfolio
from oddscalc._proof.certificate import joint_certificate
from oddscalc._proof.derivation import derive
from oddscalc._proof.verify import CertificateError, certificates, problems, seal_of

Certificate = dict[str, Any]

ROOT = CASES.parent.parent
MUTATIONS = int(os.environ.get("ODDSCALC_MUTATIONS", "10000"))

ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pass", {}),
    ("place-6", {}),
    ("dont-pass", {"odds": "6x"}),
    ("buy-4", {}),
    ("field", {"pays": ["12=3 to 1"]}),
    ("whirl", {"stake": 7, "round": "down"}),
    ("hard-8", {"rules": "us-pa"}),
    ("horn", {}),
)


@cache
def honest() -> list[Certificate]:
    together = json.loads(joint_certificate(portfolio({"dont-pass": 10, "any-craps": 2})))
    return [*(of(bet, **options) for bet, options in ASKED), together]


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where everything in a certificate stands."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, (*path, key))
        return
    if isinstance(value, list):
        for number, inner in enumerate(value):
            yield from paths(inner, (*path, number))
    yield path


def mutated(found: Certificate, random: Random) -> Certificate:
    """Return the certificate with one number, word or list changed."""
    found = json.loads(json.dumps(found))
    *to, last = random.choice([path for path in paths(found) if path and path != ("seal",)])
    inside: Any = found
    for key in to:
        inside = inside[key]
    value = inside[last]
    if isinstance(value, list):
        how = random.choice(["drop", "repeat", "shuffle"]) if value else "add"
        if how == "drop":
            value.pop(random.randrange(len(value)))
        elif how == "repeat":
            again = json.loads(json.dumps(random.choice(value)))
            value.insert(random.randrange(len(value) + 1), again)
        elif how == "shuffle":
            random.shuffle(value)
        else:
            value.append("0")
    elif isinstance(value, str):
        at, char = random.randrange(len(value) + 1), random.choice("0123456789abcdef/- wpx")
        inside[last] = value[:at] + char + value[at + random.randrange(2) :]
    else:
        inside[last] = value + random.choice([-1, 1, 2, 7])
    return found


def why_not(forged: Certificate) -> list[str]:
    """Return why a certificate is refused, or what is told of it; nothing if it is believed."""
    forged["seal"] = seal_of(forged)
    try:
        wrong = [one for each in certificates(json.dumps(forged)) for one in problems(each)]
    except CertificateError as error:
        return [str(error)]
    if wrong:
        return wrong
    derived = derive(forged)
    return [*derived.problems, *derived.notes]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_mutated_certificates_are_refused(part: int) -> None:
    """Only a header that means the same may be believed: place 6 has the same edge at any stake."""
    random, believed = Random(part), []
    for _ in range(MUTATIONS // 10):
        found = random.choice(honest())
        forged = mutated(found, random)
        if forged != found and not why_not(forged):
            believed.append((found, forged))
    for found, forged in believed:
        changed = {key for key in found if found[key] != forged[key]} - {"seal"}
        assert changed == {"about"}, f"{changed} of {found['about']}: {forged['about']}"
        about = dict(forged["about"])
        assert about.keys() == dict(found["about"]).keys()
        assert derive(forged).clause == derive(found).clause


@pytest.mark.slow
def test_the_checker_alone_refuses_mutated_numbers() -> None:
    """Of chain, solution and probabilities the file proves all: only names and order may change."""
    random, numbers = Random(99), ("start", "rows", "scale", "y", "win", "lose", "push")
    found = [{key: one[key] for key in one} for one in honest()]
    for _ in range(MUTATIONS // 5):
        whole = random.choice(found)
        forged = mutated({key: whole[key] for key in numbers}, random)
        if forged != {key: whole[key] for key in numbers}:
            forged = {**json.loads(json.dumps(whole)), **forged}
            forged["seal"] = seal_of(forged)
            if not list(problems(forged)):  # the ways of a row in another order are the same row
                assert [sorted(map(tuple, row["ways"])) for row in forged["rows"]] == [
                    sorted(map(tuple, row["ways"])) for row in whole["rows"]
                ]


JUDGE = """
const verifier = require(process.argv[1]);
const lines = require("fs").readFileSync(0, "utf-8").split("\\n").filter(Boolean);
for (const line of lines) {
  let told;
  try { told = verifier.verify(line); }
  catch (error) { if (!(error instanceof verifier.Refused)) throw error; told = { problems: [1] }; }
  console.log(told.problems.length ? "refused" : "proven");
}
"""


@pytest.mark.slow
def test_the_verifier_in_the_page_judges_as_the_checker() -> None:
    if (node := shutil.which("node")) is None:
        pytest.skip("node is not installed")
    random = Random(5)
    certificates_ = [mutated(random.choice(honest()), random) for _ in range(MUTATIONS // 8)]
    for one in certificates_[::2]:
        one["seal"] = seal_of(one)
    lines = [json.dumps(one) for one in [*honest(), *certificates_]]
    script = ROOT / "oddscalc" / "_site" / "static" / "verifier.js"
    ran = subprocess.run(
        [node, "-e", JUDGE, str(script)],
        input="\n".join(lines), capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ran.stdout.split() == [verdict(line) for line in lines]
    assert set(ran.stdout.split()) == {"proven", "refused"}


def verdict(text: str) -> str:
    try:
        wrong = [one for each in certificates(text) for one in problems(each)]
    except CertificateError as error:
        wrong = [str(error)]
    return "refused" if wrong else "proven"


BETS = (
    *("pass", "dont-pass", "come", "dont-come", "place-4", "place-5", "place-6", "buy-4"),
    *("lay-4", "odds-6", "field", "any-7", "any-craps", "craps-2", "eleven", "hi-lo", "horn"),
    *("whirl", "hard-4", "hard-6", "big-6", "c-and-e", "over-7", "hop-1-2"),
)


@pytest.mark.parametrize("bet", slow_but(BETS[::5], BETS))
def test_no_number_of_the_money_can_be_other(bet: str) -> None:
    """A better win, a smaller loss, a stake or a return that is another, all of it consistent."""
    found, forgeries = of(bet), []
    for key in ("nets", "staked", "returned"):
        amounts = found["nets"] if key == "nets" else found["bases"][0][key]
        for number, amount in enumerate(amounts):
            for by in (-1, 1, 1770):
                forged = json.loads(json.dumps(found))
                inside = forged if key == "nets" else forged["bases"][0]
                other = int(amount, 16) + by
                inside[key][number] = f"{other:x}" if other >= 0 else f"-{-other:x}"
                forgeries.append(consistent(forged))
    assert len(forgeries) >= 18
    for forged in forgeries:
        assert refused(forged)


@pytest.mark.parametrize("bet", slow_but(BETS[::5], BETS))
def test_no_chain_passes_under_the_rules_of_another_text(bet: str) -> None:
    """A header that names another rulebook, bet, place or dice; unless all of it is the same."""
    found = of(bet)
    for word, value in (
        *(("rules", "us-pa"), ("rules", "us-ma"), ("rules", "lc"), ("rules", "massino")),
        *(("bet", "fire"), ("bet", "six-seven-eight"), ("from", "6"), ("from", "on")),
        *(("dice", "srr=7"), ("dice", "on-axis-2-5"), ("paytable", "us-nj-mini-dice")),
    ):
        forged = json.loads(json.dumps(found))
        forged["about"] = [[key, value if key == word else said] for key, said in found["about"]]
        forged["seal"] = seal_of(forged)
        if forged["about"] != found["about"] and not list(problems(forged)):
            derived = derive(forged)
            if not derived.problems and not derived.notes:  # then it is that certificate
                same = of(bet, **{"from_" if word == "from" else word: value})
                assert same | {"seal": ""} == forged | {"seal": ""}, (word, value)


def test_an_older_certificate_says_nothing_of_its_header() -> None:
    (older,) = certificates((CASES / "certificate-1.json").read_text())
    assert not list(problems(older))
    assert "digests" not in older
    assert edge("place-6").value.house_edge is not None
