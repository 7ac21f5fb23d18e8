"""The goals, and whether they are met."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchmarks.chains import PROBLEMS
from benchmarks.growth import TITLES
from benchmarks.ratios import Ratio, growth_in_digits, growth_in_edges, ratio
from benchmarks.results import Results
from benchmarks.startup import COMMANDS

LARGE = 380
"""States from which on a problem counts for the goals."""

NEAR_LINEAR = 1.1
"""The exponent up to which growth counts as near linear."""

STORM_WAYS = {"storm": "one query for each end", "storm at once": "all ends in one query"}

CHECKS = {"storm": 3.0, "storm at once": 1.5}
"""How many times as long Storm's bare check is to take."""


@dataclass(frozen=True)
class Verdict:
    """A goal and what was measured.

    Args:
        goal: what is wanted.
        measured: what there is.
        met: whether that will do; None if it is open.
    """

    goal: str
    measured: str
    met: bool | None

    @property
    def word(self) -> str:
        """The verdict in a word."""
        return {True: "met", False: "missed", None: "open"}[self.met]


def verdicts(results: Results) -> Iterator[Verdict]:
    """Yield all goals of which something was measured."""
    for peer, way in STORM_WAYS.items():
        yield _faster(results, peer, 5, f"5x faster than Storm reading and checking, {way}", True)
        factor = CHECKS[peer]
        goal = f"{factor:g}x faster than Storm checking alone, {way}"
        yield _faster(results, peer, factor, goal, False)
    yield _faster(results, "icepool", 500, "500x faster than icepool", False)
    yield from _wide(results)
    yield from _bets(results)
    yield from _growth(results)
    for started in results.startup:
        command = COMMANDS[started.command]
        goal = f"{command.title} within {command.goal:g} times `import {command.yardstick}`"
        yield Verdict(goal, f"{started.ratio:.2f} times", started.ratio <= command.goal)


def _faster(results: Results, peer: str, goal: float, text: str, loading: bool) -> Verdict:
    """Return the verdict over all large problems."""
    ratios: dict[str, Ratio | None] = {
        one.problem: ratio(results.peers, one.problem, peer, loading=loading)
        for one in results.chains
        if one.states >= LARGE
    }
    known = [one for one in ratios.values() if one is not None]
    reached = {key: one.reaches(goal) if one else None for key, one in ratios.items()}
    shown = f"{min(known)} to {max(known)}" if known else "not measured"
    for word, value in (("missed", False), ("open", None)):
        if keys := [key for key, met in reached.items() if met is value]:
            named = (f"{key} {ratios[key] or ''}".strip() for key in keys)
            shown += f"; {word} on {', '.join(named)}"
    met = False if False in reached.values() else None if None in reached.values() else True
    return Verdict(text, shown, met if reached else None)


def _wide(results: Results) -> Iterator[Verdict]:
    wide = [one for one in results.chains if PROBLEMS[one.problem].family == "come"]
    if wide:
        gains = [one.plain / one.fast for one in wide]
        shown = ", ".join(f"{g:.1f}x on {one.problem}" for g, one in zip(gains, wide, strict=True))
        yield Verdict("gmpy2 faster still on wide components", shown, min(gains) > 1)


def _bets(results: Results) -> Iterator[Verdict]:
    for pair in results.bets:
        if pair.problem == "hot-roller":
            if pair.peer.startswith("storm:"):
                goal = "hot roller by ordered throws from its TOML within 10 s"
                yield Verdict(goal, f"{pair.ours:.2f} s", pair.ours <= 10)
        elif pair.solve is not None:
            title, way = PROBLEMS[pair.problem].title, STORM_WAYS[pair.peer.split(":")[0]]
            goal = f"{title} from its TOML no slower than Storm's check alone, {way}"
            shown = f"{pair.ours / pair.solve:.2f} times ({1000 * pair.ours:.0f} ms)"
            yield Verdict(goal, shown, pair.ours <= pair.solve)


def _growth(results: Results) -> Iterator[Verdict]:
    for family in ("repeats", "throws"):
        slope = growth_in_edges(results.growth, family)
        if slope is not None:
            most = max(one.states for one in results.growth if one.family == family)
            yield Verdict(
                f"near linear in edges, {TITLES[family]}, to a million states",
                f"exponent {slope:.2f} to {most:,} states",
                _near_linear(slope, most >= 999_999),
            )
    slope = growth_in_digits(results.growth, "bankroll")
    if slope is not None:
        most = max(one.size for one in results.growth if one.family == "bankroll")
        yield Verdict(
            "bankroll near n times the length of the numbers, to n = 5,000",
            f"exponent {slope:.2f} to n = {most:,}",
            _near_linear(slope, most >= 5_000),
        )


def _near_linear(slope: float, far_enough: bool) -> bool | None:
    return False if slope > NEAR_LINEAR else True if far_enough else None
