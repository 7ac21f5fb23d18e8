"""Whether the price of a bundle's part is on the part's stake or on the whole one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

_FIRST = re.compile(r"\s*\(?(part|whole)\b(?: stake| bet| wager)?\)?[:, ]+(?=\S)", re.IGNORECASE)
_LAST = re.compile(
    r"[, (]*(?:(?:on|of|for) )?(?:the |its |that )*"
    r"(?:(part|unit|component|number)|(whole|entire|total|full))"
    r"(?: stake| bet| wager| amount)?\)?\s*$",
    re.IGNORECASE,
)


def marked(text: str) -> tuple[str, str]:
    """Return what a price says it is on, ``part``, ``whole`` or nothing, and the rest of it.

    >>> marked("whole 27 to 4"), marked("27 to 4 on the whole bet")
    (('whole', '27 to 4'), ('whole', '27 to 4'))
    """
    if match := _FIRST.match(text):
        return match[1].lower(), text[match.end() :]
    if (match := _LAST.search(text)) and re.search(r"\d", text[: match.start()]):
        return ("part" if match[1] else "whole"), text[: match.start()]
    return "", text


def whole_net(net: Fraction, part: str, units: Mapping[str, int]) -> Fraction:
    """Return what the whole stake nets where *part* alone wins *net* on its own."""
    total = sum(units.values())
    return (net * units[part] - (total - units[part])) / total


def part_net(net: Fraction, part: str, units: Mapping[str, int]) -> Fraction:
    """Return what *part* nets on its own where the whole stake nets *net*.

    >>> part_net(Fraction(27, 4), "craps-2", {"craps-2": 1, "others": 3})
    Fraction(30, 1)
    """
    total = sum(units.values())
    return (net * total + total - units[part]) / units[part]
