"""What a certificate that has been verified proves, in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from oddscalc._exact.numbers import decimal, exact
from oddscalc._proof.derivation import Derivation
from oddscalc._show.grid import WIDTH

_EDGES = ("per bet made", "per roll", "per bet resolved")
_LONGEST = 40  # characters of a fraction that is printed


def proven(certificate: Mapping[str, Any], derived: Derivation | None) -> str:
    """Return the numbers that a verified certificate proves.

    A header that was not followed is no part of that, and is not printed.
    """
    about = [", ".join(" ".join(pair) for pair in certificate["about"])] if derived else []
    size = f"{len(certificate['rows']):,} states, {len(certificate['outcomes']):,} outcomes"
    lines = [*about, size, f"expected rolls {_number(certificate['expected_rolls'])}"]
    lines += [f"{result} {_number(certificate[result])}" for result in ("win", "lose", "push")]
    lines += [line for basis in certificate["bases"] for line in _edges(basis)]
    lines += [f"note: {note}" for note in (derived.notes if derived else ())]
    return "\n".join(wrapped for line in lines for wrapped in _wrapped(line))


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
