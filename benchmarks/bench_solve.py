"""Our solver and its peers under pytest-benchmark, to compare one version of ours with another.

``python -m pytest benchmarks/bench_solve.py`` runs it. It has no time limits, so each peer is
only given the chains that it solves in a few seconds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from benchmarks.chains import PROBLEMS
from benchmarks.peers import PEERS
from benchmarks.worker import plain_python, solved

QUICK_STATES = {"icepool": 450, "sympy": 1_500, "flint": 450, "storm: elimination": 1_100}
"""The largest chains given to a peer; 1,500 states if it is not named."""

QUICK = [key for key, problem in PROBLEMS.items() if key not in ("bankroll-5000", "come-40")]


@pytest.fixture(params=QUICK)
def key(request: pytest.FixtureRequest) -> str:
    """The key of a problem."""
    return str(request.param)


@pytest.fixture(params=["plain", "gmpy2"])
def integers(request: pytest.FixtureRequest) -> Iterator[str]:
    """The integers that our solver reckons with."""
    if request.param == "plain":
        with plain_python():
            yield "plain"
    else:
        pytest.importorskip("gmpy2")
        yield "gmpy2"


def test_ours(benchmark: Any, key: str, integers: str) -> None:
    """Our solver sums to one."""
    benchmark.group = PROBLEMS[key].title
    arrived, _ = benchmark(solved, PROBLEMS[key].rows())
    assert sum(arrived) == 1


@pytest.mark.parametrize("name", PEERS)
def test_peer(benchmark: Any, key: str, name: str) -> None:
    """A peer gives our answer."""
    pytest.importorskip("stormpy" if name.startswith("storm") else name)
    rows = PROBLEMS[key].rows()
    if len(rows) > QUICK_STATES.get(name, 1_500):
        pytest.skip("too slow")
    benchmark.group = PROBLEMS[key].title
    peer = PEERS[name](rows)
    answer = benchmark.pedantic(peer.solve, args=(peer.load(),), rounds=3)
    assert peer.fractions(answer) == solved(rows)[0]
