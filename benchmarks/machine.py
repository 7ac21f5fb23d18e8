"""What the measurements were made on."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = (
    *("oddscalc", "gmpy2", "stormpy", "icepool", "sympy", "python-flint"),
    *("networkx", "typer", "pytest-benchmark"),
)


def described(date: str | None) -> dict[str, str]:
    """Return the machine, the versions of everything measured, and the date if it is given."""
    return {
        "date": date or "not given",
        "processor": _processor(),
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        **{name: _version(name) for name in PACKAGES},
    }


def _processor() -> str:
    """Return the model of the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or "unknown"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"
