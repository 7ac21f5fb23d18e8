"""A file of 36 weights: what stands in it and where, not yet read as numbers."""

from __future__ import annotations

from oddscalc._exact.files import STDIN, read_bytes, text_of, toml_of
from oddscalc.errors import DataError

FILES = (".csv", ".toml", ".txt")
"""How the name of a file of weights ends."""

MAX_BYTES = 100_000
"""A file of 36 weights is small; a larger one is refused unread."""

WEIGHTS = 36


def is_file(text: str) -> bool:
    """Return whether *text* is meant as the name of a file of weights, or as standard input."""
    return text.lower().endswith(FILES) or text == STDIN


def weights_of_file(name: str) -> list[tuple[str, str]]:
    """Return 36 weights with the places where they are.

    Of a TOML file, ``weights``: 36 texts or six lists of six. Of any other, what stands on its
    lines between commas or spaces; lines that begin with # say nothing.

    Raises:
        DataError: the file is unusable, or there are not 36.
    """
    content = text_of(name, read_bytes(name, MAX_BYTES, "no file of 36 weights is that long"))
    if name.lower().endswith(".toml") or (name == STDIN and "weights" in content):
        from oddscalc._dice.weightmodel import weights_of

        weights = list(weights_of(name, toml_of(name, content)))
    else:
        weights = [
            (f"line {number}, weight {place}", weight)
            for number, line in enumerate(content.splitlines(), start=1)
            if not line.startswith("#")
            for place, weight in enumerate(_in_line(line), start=1)
        ]
    if len(weights) != WEIGHTS:
        raise DataError(
            name,
            [f"{len(weights)} weights; 36 are needed, 1-1 1-2 ... 1-6 of the first die's 1 first"],
        )
    return weights


def _in_line(line: str) -> list[str]:
    """Return what stands between commas, which may be empty, or else between spaces."""
    if "," in line:
        return [part.strip().lower() for part in line.split(",")]
    return line.lower().split()
