"""What a certificate that has been verified proves, in words."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from oddscalc._exact.numbers import decimal, exact
from oddscalc._show.grid import WIDTH

_EDGES = ("per bet made", "per roll", "per bet resolved")
_LONGEST = 40  # characters of a fraction that is printed


def proven(text: str) -> Iterator[str]:
    """Yield, for each certificate in *text*, what it is about and the numbers it proves."""
    found = json.loads(text)
    for one in found if isinstance(found, list) else [found]:
        about = ", ".join(f"{key} {value}" for key, value in one["about"])
        size = f"{len(one['rows']):,} states, {len(one['outcomes']):,} outcomes"
        lines = [about, size, f"expected rolls {_number(one['expected_rolls'])}"]
        lines += [f"{result} {_number(one[result])}" for result in ("win", "lose", "push")]
        lines += [line for basis in one["bases"] for line in _edges(basis)]
        yield "\n".join(wrapped for line in lines for wrapped in _wrapped(line))


def _edges(basis: dict[str, Any]) -> Iterator[str]:
    for name, edge in zip(_EDGES, basis["claims"][2:], strict=False):
        yield f"edge over {basis['basis']} {name} {_number(edge)}"


def _number(text: str) -> str:
    """Return a hexadecimal fraction as people read it."""
    above, below = text.split("/")
    value = Fraction(int(above, 16), int(below, 16))
    whole = exact(value)
    return f"{whole} ({decimal(value)})" if len(whole) <= _LONGEST else f"~{decimal(value)}"


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(
        line, WIDTH - 1, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False
    )
