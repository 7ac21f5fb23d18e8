"""What was measured, as it is kept between runs and printed."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

Seconds = float


@dataclass(frozen=True)
class Chained:
    """A chain and the times of our solver alone.

    Args:
        problem: the key of the problem.
        states: its states without the ends.
        edges: its steps.
        widest: the states of its largest strongly connected component.
        ends: its ends.
        bits: the length of the longest denominator of the answer.
        plain: the best time with Python's integers.
        fast: the best time with gmpy2's.
    """

    problem: str
    states: int
    edges: int
    widest: int
    ends: int
    bits: int
    plain: Seconds
    fast: Seconds

    @property
    def key(self) -> str:
        """What tells it from others."""
        return self.problem


@dataclass(frozen=True)
class Pair:
    """Our solver and a peer, timed in turn in one process, best times.

    Args:
        problem: the key of the problem, or of the bet.
        peer: the peer and its way.
        ours: our time, with Python's integers.
        load: the peer's time to read the chain; None if it was stopped before.
        solve: the peer's time to answer; None if it was stopped.
        limit: after how long it would be or was stopped; 0 if it was not tried at all.
    """

    problem: str
    peer: str
    ours: Seconds
    load: Seconds | None
    solve: Seconds | None
    limit: Seconds

    @property
    def key(self) -> str:
        """What tells it from others."""
        return f"{self.problem}, {self.peer}"


@dataclass(frozen=True)
class Grown:
    """One size of a growing chain, solved in a process of its own.

    Args:
        family: which chain grows.
        size: its parameter.
        states: its states.
        edges: its steps.
        bits: the length of the longest denominator of the answer.
        seconds: our best time, with Python's integers.
        rows_mb: the most memory that the process had taken when the chain was there.
        peak_mb: the most that it had taken when it was solved.
    """

    family: str
    size: int
    states: int
    edges: int
    bits: int
    seconds: Seconds
    rows_mb: float
    peak_mb: float


@dataclass(frozen=True)
class Started:
    """A command and a yardstick, run in turn as whole processes, medians.

    Args:
        command: the key of the command.
        ours: the command's time.
        yardstick: the yardstick's time.
        ratio: the median of the ratios of runs next to each other.
    """

    command: str
    ours: Seconds
    yardstick: Seconds
    ratio: float


@dataclass
class Results:
    """Everything measured, by section.

    Args:
        machine: what it was measured on, and with which versions.
        chains: our times.
        peers: ours against the peers'.
        bets: from a bet's TOML to its answer, against Storm's solving alone.
        growth: growing chains.
        startup: whole processes.
    """

    machine: dict[str, str] = field(default_factory=dict)
    chains: list[Chained] = field(default_factory=list)
    peers: list[Pair] = field(default_factory=list)
    bets: list[Pair] = field(default_factory=list)
    growth: list[Grown] = field(default_factory=list)
    startup: list[Started] = field(default_factory=list)

    def save(self, path: Path) -> None:
        """Keep the results in a file."""
        path.write_text(json.dumps(asdict(self), indent=1) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Results:
        """Return the results kept in a file."""
        kept = json.loads(path.read_text(encoding="utf-8"))
        return cls(
            kept["machine"],
            [Chained(**one) for one in kept["chains"]],
            [Pair(**one) for one in kept["peers"]],
            [Pair(**one) for one in kept["bets"]],
            [Grown(**one) for one in kept["growth"]],
            [Started(**one) for one in kept["startup"]],
        )
