"""What users wait for: CPU seconds of whole commands, with an empty store and with a full one.

All are ratios of one run to what the command cannot do without: importing sympy, networkx and typer
where something is solved, typer alone where the answer is kept. A row of ``history.jsonl`` keeps
the ratios of a run, so that a loss shows.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.children import ROOT, MeasurementError, progress

HISTORY = ROOT / "benchmarks" / "history.jsonl"
GROWN = 1.5
"""A ratio that has grown by so much since the last row is a loss."""


@dataclass(frozen=True)
class Wait:
    """A command that people wait for.

    Args:
        arguments: its arguments.
        cold: the goal with an empty store, in imports of sympy, networkx and typer.
        warm: the goal with a full one, in imports of typer; none for what is not kept.
        quick: whether it is among the few that are measured with every change.
    """

    arguments: tuple[str, ...]
    cold: float | None = None
    warm: float | None = None
    quick: bool = False


EIGHTY = str(ROOT / "examples" / "clean" / "us-pa.toml")
WAITS = (
    Wait(("edge", "pass"), 1.15, 1.6, quick=True),
    Wait(("edge", "--all"), 2.0),
    Wait(("claim", "1.41%", "--bet", "pass"), 1.75, 1.6, quick=True),
    Wait(("check", EIGHTY), 1.6, quick=True),
    Wait(("diff", "us-ma", "us-pa"), 1.6, 1.6, quick=True),
    Wait(("rolls", "hand"), 1.4, 1.6, quick=True),
    Wait(("net", "pass", "--odds", "345x")),
    Wait(("portfolio", "pass:5", "any-craps:1")),
    Wait(("session", "pass", "--decisions", "100")),
    Wait(("plan", "three-point-molly")),
    Wait(("fair", "place-6")),
    Wait(("explain", "fire")),
    Wait(("report", "place-6")),
)

FLOOR, LIGHT = ("sympy, networkx, typer", "typer")


@dataclass(frozen=True)
class Waited:
    """How long a command took, in imports."""

    command: str
    cold: float
    warm: float
    wait: Wait

    @property
    def line(self) -> str:
        """The measurement and its goals, as a row."""
        goals = ["-" if goal is None else f"{goal:g}" for goal in (self.wait.cold, self.wait.warm)]
        return f"| `{self.command}` | {self.cold:.2f} | {goals[0]} | {self.warm:.2f} | {goals[1]} |"


def waits(runs: int, *, quick: bool) -> Iterator[Waited]:
    """Yield what each command takes."""
    floor, light = _import(FLOOR, runs), _import(LIGHT, runs)
    for wait in WAITS:
        if quick and not wait.quick:
            continue
        cold, warm = [], []
        for _ in range(runs):
            with TemporaryDirectory() as folder:
                cold.append(_cpu(wait.arguments, folder))
                warm.append(_cpu(wait.arguments, folder))
        name = " ".join(part.replace(str(ROOT) + os.sep, "") for part in wait.arguments)
        progress(f"{name}: {median(cold) / floor:.2f} and {median(warm) / light:.2f}")
        yield Waited(name, median(cold) / floor, median(warm) / light, wait)


def _cpu(arguments: tuple[str, ...], folder: str) -> float:
    return _child([sys.executable, "-m", "oddscalc", *arguments], folder)


def _import(names: str, runs: int) -> float:
    return median(_child([sys.executable, "-c", f"import {names}"], "") for _ in range(runs))


def _child(command: list[str], folder: str) -> float:
    """Return the CPU seconds of a process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    surroundings = {**os.environ, "XDG_CACHE_HOME": folder} if folder else None
    ran = subprocess.run(command, capture_output=True, env=surroundings, cwd=ROOT, check=False)
    if ran.returncode not in (0, 1):
        raise MeasurementError(f"{command} ended with {ran.returncode}: {ran.stderr.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def losses(found: list[Waited], history: Path = HISTORY) -> list[str]:
    """Return the ratios that have grown by half since the last row of the history."""
    if not history.exists():
        return []
    last = json.loads(history.read_text("utf-8").splitlines()[-1])["cold"]
    return [
        f"{one.command}: {last[one.command]:.2f} has become {one.cold:.2f}"
        for one in found
        if one.command in last and one.cold > GROWN * last[one.command]
    ]


def keep(found: list[Waited], date: str, history: Path = HISTORY) -> None:
    """Add a row to the history."""
    ratios = {
        "date": date,
        "cold": {one.command: round(one.cold, 2) for one in found},
        "warm": {one.command: round(one.warm, 2) for one in found},
    }
    with history.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(ratios) + "\n")


def _past(row: dict[str, Any], names: list[str]) -> str:
    """Return a row of the history; a dash where a command was not measured."""
    ratios = (f"{row['cold'][name]:.2f}" if name in row["cold"] else "-" for name in names)
    return f"| {row['date']} | {' | '.join(ratios)} |"


def page(found: list[Waited], history: Path = HISTORY) -> str:
    """Return the page of what users wait for, with the history."""
    rows = "\n".join(one.line for one in found)
    kept = [json.loads(line) for line in history.read_text("utf-8").splitlines()]
    names = [one.command for one in found if one.wait.quick]
    past = "\n".join(_past(row, names) for row in kept)
    head = " | ".join(f"`{name}`" for name in names)
    return f"""# What users wait for

CPU seconds of whole commands, as ratios of one run: with an empty store to
`import {FLOOR}`, with a full one to `import {LIGHT}`. Written by `python -m benchmarks --user`.

| command | first | goal | again | goal |
|---|---|---|---|---|
{rows}

## How it was before

First runs, a row for each renewal.

| date | {head} |
|---|{"---|" * len(names)}
{past}
"""
