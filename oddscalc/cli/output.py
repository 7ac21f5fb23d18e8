"""Where words go: results to stdout, everything else to stderr."""

from __future__ import annotations

import sys


def emit(text: str) -> None:
    """Print a result, ending in one line end."""
    sys.stdout.write(text.rstrip("\n") + "\n")


def complain(text: str) -> None:
    """Print a message for the person at the terminal."""
    sys.stderr.write(f"oddscalc: {text}\n")
