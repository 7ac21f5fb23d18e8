"""Whole processes: how long a command takes from its start to its end.

Each is run in turn with a yardstick, which imports what the command cannot do without. The
commands keep answers in a cache directory of their own, which is empty for a first run.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.children import ROOT, MeasurementError, progress
from benchmarks.results import Started


@dataclass(frozen=True)
class Command:
    """A command, and the yardstick beside which it is run.

    Args:
        arguments: the command's arguments.
        title: what it is.
        yardstick: what the yardstick imports.
        goal: how many times the yardstick's time it may take.
        first: whether every run finds an empty cache.
    """

    arguments: tuple[str, ...]
    title: str
    yardstick: str
    goal: float
    first: bool = False


COMMANDS = {
    "help": Command(("--help",), "`oddscalc --help`", "typer", 1.3),
    "first": Command(
        ("edge", "pass"), "first `oddscalc edge pass`", "sympy, networkx, typer", 1.15, first=True
    ),
    "again": Command(("edge", "pass"), "repeated `oddscalc edge pass`", "typer", 1.6),
    "all": Command(
        ("edge", "--all"), "first `oddscalc edge --all`", "sympy, networkx", 2, first=True
    ),
}


def startup(runs: int) -> Iterator[Started]:
    """Yield each command's times beside its yardstick's."""
    for key, command in COMMANDS.items():
        with TemporaryDirectory() as folder:
            times = _in_turn(command, Path(folder), runs)
        ratio = median(ours / its for ours, its in times)
        progress(f"{command.title}: {ratio:.2f} times import {command.yardstick}")
        ours, yardstick = (median(column) for column in zip(*times, strict=True))
        yield Started(key, ours, yardstick, ratio)


def _in_turn(command: Command, folder: Path, runs: int) -> list[tuple[float, float]]:
    """Return the times of *runs* runs of the command and of its yardstick, after one of each."""
    times: list[tuple[float, float]] = []
    for number in range(runs + 1):
        cache = folder / (str(number) if command.first else "kept")
        ours = _spent([*_program(), *command.arguments], cache)
        times.append((ours, _spent([sys.executable, "-c", f"import {command.yardstick}"], cache)))
    return times[1:]


def _program() -> list[str]:
    """Return the installed command, or else the package run as one."""
    script = Path(sys.executable).with_name("oddscalc")
    return [str(script)] if script.exists() else [sys.executable, "-m", "oddscalc"]


def _spent(command: list[str], cache: Path) -> float:
    """Return how long a process takes."""
    environment = {**os.environ, "ODDSCALC_CACHE_DIR": str(cache)}
    start = perf_counter()
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    spent = perf_counter() - start
    if ran.returncode:
        raise MeasurementError(f"{' '.join(command)} failed: {ran.stderr.decode()[-400:]}")
    return spent
