"""What a certificate that has been verified proves, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from oddscalc._proof.derivation import Derivation
from oddscalc._show.document import with_decimal

_EDGES = ("per bet made", "per roll", "per bet resolved")


def proven(certificate: Mapping[str, Any], derived: Derivation | None) -> Iterator[str]:
    """Yield the numbers that a verified certificate proves, a line each.

    A header that was not followed is no part of that, and is not printed.
    """
    if derived:
        yield ", ".join(" ".join(pair) for pair in certificate["about"])
    yield f"{len(certificate['rows']):,} states, {len(certificate['outcomes']):,} outcomes"
    yield f"expected rolls {_number(certificate['expected_rolls'])}"
    for result in ("win", "lose", "push"):
        yield f"{result} {_number(certificate[result])}"
    for basis in certificate["bases"]:
        for name, edge in zip(_EDGES, basis["claims"][2:], strict=False):
            yield f"edge over {basis['basis']} {name} {_number(edge)}"
    yield from (f"note: {note}" for note in (derived.notes if derived else ()))


def _number(text: str) -> str:
    """Return a hexadecimal fraction as people read it."""
    above, below = text.split("/")
    return with_decimal(Fraction(int(above, 16), int(below, 16)))
