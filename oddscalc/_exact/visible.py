"""Text that a person sees as it is."""

from __future__ import annotations


def visible(text: str) -> str:
    r"""Return *text* on one line, with whatever does not show as itself as a backslash escape.

    These are control characters, terminal codes, line ends, marks that turn the direction of
    writing, invisible spaces and half characters.

    >>> print(visible("a\x1b[31mb\nc\u202ed"))
    a\x1b[31mb\nc\u202ed
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in text
    )
