"""Every exact solver gives the same fractions: ours in each of its ways, and the peers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from benchmarks.peers import (
    PEERS,
    as_chain,
    averaged,
    drn,
    icepool_dice,
    storm_environment,
    storm_model,
    storm_value,
)
from benchmarks.randomchains import CHAINS, random_chain
from oddscalc._chain.rows import Rows
from oddscalc._chain.solve import expected_visits, integers, solve
from oddscalc._chain.solve.forward import Flow

SEEDS = range(CHAINS)
PACKAGES = {"storm": "stormpy", "storm at once": "stormpy"}
"""The packages of the peers that are named otherwise."""

OURS = {
    "as installed": integers.WORTHWHILE,
    "with Python's integers": 1_000_000,
    "with gmpy2's": 0,
}
"""Our ways: states of a component from which gmpy2 is used."""


@pytest.fixture(params=SEEDS)
def rows(request: pytest.FixtureRequest) -> Rows:
    """A random chain."""
    return random_chain(request.param)


@pytest.fixture
def reference(rows: Rows) -> tuple[list[Fraction], Fraction]:
    """The probability of each end and the expected rolls, by sympy alone."""
    solution = solve(as_chain(rows))
    return list(solution.probabilities.values()), solution.expected_rolls


@pytest.mark.parametrize("way", OURS)
def test_ours(
    rows: Rows,
    reference: tuple[list[Fraction], Fraction],
    way: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(integers, "WORTHWHILE", OURS[way])
    flow = Flow(rows)
    assert (flow.arrived, flow.expected_rolls) == reference
    visits = Flow(rows, every=True).visits
    for state, here in expected_visits(as_chain(rows)).items():
        assert visits.get(state, 0) == here


@pytest.mark.parametrize("name", [name for name in PEERS if name != "sympy"])
def test_a_peer(rows: Rows, reference: tuple[list[Fraction], Fraction], name: str) -> None:
    asked = name.split(":")[0]
    pytest.importorskip(PACKAGES.get(asked, asked))
    if asked == "storm at once" and len(rows.start) > 1:
        pytest.skip("asked at once, Storm weighs all starts alike")
    peer = PEERS[name](rows)
    assert peer.fractions(peer.solve(peer.load())) == reference[0]


def test_storms_rolls(rows: Rows, reference: tuple[list[Fraction], Fraction]) -> None:
    pytest.importorskip("stormpy")
    model, environment = storm_model(drn(rows, rolls=True)), storm_environment("topological")
    decided = " | ".join(f'"end{end}"' for end in range(rows.ends))
    values = storm_value(model, environment, rows, f"R=? [F {decided}]")
    assert averaged(rows, values) == reference[1]


def test_icepools_rolls(rows: Rows, reference: tuple[list[Fraction], Fraction]) -> None:
    icepool = pytest.importorskip("icepool")
    start, dice = icepool_dice(rows)
    rolls = icepool.mean_time_to_absorb(dice, start)
    # icepool 2.1.3 forgets to divide by the ways of the start as a whole.
    assert rolls / start.denominator() == reference[1]
