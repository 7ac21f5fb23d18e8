"""What is measured, section by section; every measurement in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.bets import BETS
from benchmarks.chains import PROBLEMS
from benchmarks.children import OverLimitError, facts, progress
from benchmarks.growth import SIZES
from benchmarks.peers import MOST_STATES, PEERS
from benchmarks.results import Chained, Grown, Pair

QUICK_PROBLEMS = ("pass", "fire", "small-tall-all")


@dataclass(frozen=True)
class Effort:
    """How much time measuring may take.

    Args:
        quick: measure only what is small.
        seconds: repeat each measurement for so long.
        limit: stop a peer that has kept the processor busy for so many seconds.
        patient: wait for icepool until its goal is settled.
        only: measure only these problems.
        peers: measure only these peers.
    """

    quick: bool = False
    seconds: float = 4.0
    limit: float = 60.0
    patient: bool = False
    only: Sequence[str] = ()
    peers: Sequence[str] = ()

    @property
    def problems(self) -> Sequence[str]:
        """The keys of the problems."""
        return self.only or (QUICK_PROBLEMS if self.quick else [*PROBLEMS])


def chains(effort: Effort) -> Iterator[Chained]:
    """Yield our times on the problems."""
    for key in effort.problems:
        progress(f"{key}: ours")
        told: dict[str, Any] = {}
        times: dict[str, list[float]] = {"plain": [], "fast": []}
        for fact in facts("chain", key, str(effort.seconds)):
            if "plain" in fact:
                for name, spent in fact.items():
                    times[name].append(spent)
            else:
                told = fact
        yield Chained(key, **told, plain=min(times["plain"]), fast=min(times["fast"]))


def peers(effort: Effort, ours: list[Chained]) -> Iterator[Pair]:
    """Yield our times beside each peer's.

    A peer that is over the limit on a problem is not tried on the larger ones of its family.
    """
    failed: set[tuple[str, str]] = set()
    plain = {one.problem: one.plain for one in ours}
    states = {one.problem: one.states for one in ours}
    for key in effort.problems:
        family = PROBLEMS[key].family
        for name in effort.peers or PEERS:
            hopeless = (family, name) in failed and not (effort.patient and name in PATIENT)
            if hopeless or states[key] > MOST_STATES.get(name, states[key]):
                yield Pair(key, name, plain[key], None, None, 0)
                continue
            limit = effort.limit
            if effort.patient:
                limit = max(limit, plain[key] * PATIENT.get(name, 0))
            pair = paired("peer", key, name, effort.seconds, limit)
            if pair.solve is None:
                failed.add((family, name))
            yield pair


PATIENT = {"icepool": 510.0}
"""How many times our time a patient run waits for a peer."""


def paired(task: str, key: str, name: str, seconds: float, limit: float) -> Pair:
    """Return the best times of ours and a peer's, timed in turn."""
    times: dict[str, list[float]] = {"ours": [], "load": [], "solve": []}
    stopped = False
    try:
        for fact in facts(task, key, name, str(seconds), str(limit)):
            for which, spent in fact.items():
                times[which].append(spent)
    except OverLimitError:
        stopped = not times["solve"]
    load, solve = (min(times[which], default=None) for which in ("load", "solve"))
    shown = f"stopped after {limit:.0f} s" if solve is None else f"{solve:.4g} s"
    progress(f"{key}: {name} {shown}, ours {min(times['ours']):.4g} s")
    return Pair(key, name, min(times["ours"]), load, None if stopped else solve, limit)


def bets(effort: Effort, measured: list[Pair]) -> Iterator[Pair]:
    """Yield our times from the TOML of each bet beside those of Storm's quickest way."""
    for key in BETS:
        if key in effort.problems:
            for peer in ("storm", "storm at once"):
                name = quickest(measured, key, peer)
                if name is not None:
                    yield paired("bet", key, name.peer, effort.seconds, effort.limit)


def quickest(measured: list[Pair], key: str, peer: str) -> Pair | None:
    """Return the pair of *peer* on a problem in its quickest way; None if all were too slow."""
    pairs = [
        pair
        for pair in measured
        if pair.problem == key and pair.peer.split(":")[0] == peer and pair.solve is not None
    ]
    return min(pairs, key=lambda pair: (pair.solve or 0) / pair.ours, default=None)


def growth(effort: Effort) -> Iterator[Grown]:
    """Yield the growing chains."""
    for family, sizes in SIZES.items():
        for size in sizes[: len(sizes) // 2] if effort.quick else sizes:
            told: dict[str, Any] = {}
            times = []
            for fact in facts("growth", family, str(size), str(effort.seconds)):
                if "seconds" in fact:
                    times.append(fact["seconds"])
                else:
                    told |= fact
            progress(f"{family} {size}: {told['edges']:,} edges, {min(times):.4g} s")
            yield Grown(family, size, **told, seconds=min(times))
