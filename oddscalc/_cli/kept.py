"""What a command printed, kept for when it is asked again word for word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from oddscalc._chain.store import Store, key_of
from oddscalc._cli.output import complain, emit

_BETWEEN = "\0"


@dataclass(frozen=True)
class Printed:
    """Where what one command prints is kept.

    Args:
        store: the store; None if it is not to be kept.
        key: the key of the command with all that it was given.
    """

    store: Store | None
    key: str = ""

    def again(self) -> bool:
        """Print what the same command printed before; return whether that was kept."""
        found = self.store.get(self.key) if self.store else None
        if found is None:
            return False
        _print(*found.split(_BETWEEN))
        return True

    def print(self, text: str, *complaints: str) -> None:
        """Print the result *text* and the *complaints*, and keep them."""
        parts = (text, *complaints)
        _print(*parts)
        if self.store and not any(_BETWEEN in part for part in parts):
            self.store.put(self.key, _BETWEEN.join(parts))


def printed_by(command: str, given: Mapping[str, object], store: Store | None) -> Printed:
    """Return where what *command* prints for the arguments *given* is kept.

    Nothing is if an argument may name a file, of which the content can change.
    """
    if store is None or any(mark in repr(value) for value in given.values() for mark in "./\\"):
        return Printed(None)
    return Printed(store, key_of(command, repr(sorted(given.items()))))


def _print(text: str, *complaints: str) -> None:
    for complaint in complaints:
        complain(complaint)
    emit(text)
