"""Where words go: results to stdout, everything else to stderr."""

from __future__ import annotations

import re
import sys


def emit(text: str) -> None:
    """Print a result, ending in one line end."""
    sys.stdout.write(text.rstrip("\n") + "\n")


_LONGEST = 4_000  # characters of a message; input that is quoted in it may be very long
_CONTROL = r"[\x00-\x09\x0b-\x1f\x7f-\x9f]"  # not compiled until there is a message


def complain(text: str) -> None:
    """Print a message for the person at the terminal, control characters made visible."""
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + " ..."
    visible = re.sub(_CONTROL, lambda match: f"\\x{ord(match[0]):02x}", text)
    sys.stderr.write(f"oddscalc: {visible}\n")
