"""Every exact solver gives the same fractions: ours in each of its ways, and the peers."""

from __future__ import annotations

from fractions import Fraction

import pytest

from benchmarks.peers import (
    PEERS,
    averaged,
    drn,
    icepool_dice,
    storm_environment,
    storm_model,
    storm_value,
)
from benchmarks.randomchains import CHAINS, random_chain
from oddscalc._chain.rows import Rows
from oddscalc._chain.solve import forward, integers
from oddscalc._chain.solve.forward import Flow
from oddscalc._chain.solve.reference import reference_visits

SEEDS = range(CHAINS)
PACKAGES = {"storm": "stormpy", "storm at once": "stormpy"}
"""The packages of the peers that are named otherwise."""

OURS = {
    "as installed": (forward.SYMPY_STATES, integers.WORTHWHILE),
    "by elimination": (0, 1_000_000),
    "by elimination with gmpy2": (0, 0),
}
"""Our ways: states up to which sympy solves a component, states from which gmpy2 is used."""


@pytest.fixture(params=SEEDS)
def rows(request: pytest.FixtureRequest) -> Rows:
    """A random chain."""
    return random_chain(request.param)


@pytest.fixture
def reference(rows: Rows) -> tuple[list[Fraction], Fraction]:
    """The probability of each end and the expected rolls, by sympy alone."""
    visits, arrived = reference_visits(rows)
    ends = range(len(rows), len(rows) + rows.ends)
    return [arrived.get(end, Fraction(0)) for end in ends], sum(visits.values(), Fraction(0))


@pytest.mark.parametrize("way", OURS)
def test_ours(
    rows: Rows,
    reference: tuple[list[Fraction], Fraction],
    way: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sympy_states, worthwhile = OURS[way]
    monkeypatch.setattr(forward, "SYMPY_STATES", sympy_states)
    monkeypatch.setattr(integers, "WORTHWHILE", worthwhile)
    flow = Flow(rows)
    assert (flow.arrived, flow.expected_rolls) == reference
    visits, _ = reference_visits(rows)
    assert Flow(rows, every=True).visits == visits


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
