"""Running a measurement in a process of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent

Fact = dict[str, Any]


class OverLimitError(Exception):
    """A solver kept the processor busy for longer than it may."""


class MeasurementError(Exception):
    """The process failed, or two solvers differ."""


def facts(*arguments: str) -> Iterator[Fact]:
    """Yield what ``benchmarks.worker`` tells when run with *arguments*.

    Raises:
        OverLimitError: a solver was stopped at the limit.
        MeasurementError: the process failed.
    """
    command = [sys.executable, "-m", "benchmarks.worker", *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if line.startswith("{"):  # peers print lines of their own
                yield json.loads(line)
    if child.returncode == -signal.SIGXCPU:
        raise OverLimitError
    if child.returncode:
        raise MeasurementError(f"{' '.join(arguments)} failed with code {child.returncode}")


def progress(text: str) -> None:
    """Say on stderr what is being done."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()
