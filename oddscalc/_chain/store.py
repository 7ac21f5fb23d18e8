"""Texts kept on disk between runs, in the user's cache directory.

An entry is a file named by its key. It holds the SHA-256 of its text before the text, so that what
is torn, altered or of another program is told from what was kept. Nothing here ever fails for
want of a disk: without one, nothing is kept.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

VARIABLE = "ODDSCALC_CACHE_DIR"
"""The environment variable that names another directory than the user's own."""

MAX_ENTRIES = 10_000
"""Entries from which the older half is dropped."""

_numbers: dict[Path, int] = {}
"""How many entries a directory has, as far as this process knows: to list them takes long."""

_NAME = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Store:
    """A directory of entries.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as directory:
    ...     store = Store(Path(directory))
    ...     store.put("ab" * 32, "kept")
    ...     store.get("ab" * 32)
    'kept'
    """

    directory: Path

    def get(self, key: str) -> str | None:
        """Return the text under *key*; None if there is none, or not the one that was kept."""
        try:
            content = (self.directory / key).read_bytes()
        except OSError:
            return None
        digest, _, text = content.partition(b"\n")
        return text.decode("utf-8", "surrogatepass") if digest == _digest(text) else None

    def put(self, key: str, text: str) -> None:
        """Keep *text* under *key*; another process sees all of it, or nothing.

        A disk that is full, read-only or not there is no error: the text is not kept.
        """
        from tempfile import NamedTemporaryFile

        content = text.encode("utf-8", "surrogatepass")
        try:
            self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self.directory, prefix="new-", delete=False) as file:
                file.write(_digest(content) + b"\n" + content)
            Path(file.name).replace(self.directory / key)
            self._drop_old()
        except OSError:
            return

    def entries(self) -> list[Path]:
        """Return the files of the entries; other files in the directory are left alone."""
        try:
            return [path for path in self.directory.iterdir() if _NAME.fullmatch(path.name)]
        except OSError:
            return []

    def clear(self) -> int:
        """Delete all entries, and what writers that were killed left; return how many entries."""
        entries = self.entries()
        _numbers.pop(self.directory, None)
        for path in [*entries, *self.directory.glob("new-*")]:
            path.unlink(missing_ok=True)
        return len(entries)

    def _drop_old(self) -> None:
        """Drop the older half of too many entries, which are counted once and then added up."""
        known = _numbers.get(self.directory)
        if known is not None and known < MAX_ENTRIES:
            _numbers[self.directory] = known + 1
            return
        entries = self.entries()
        _numbers[self.directory] = len(entries)
        if len(entries) > MAX_ENTRIES:
            _numbers[self.directory] -= len(entries) // 2
            aged = sorted((path.stat().st_mtime_ns, path) for path in entries)
            for _, path in aged[: len(entries) // 2]:
                path.unlink(missing_ok=True)


def user_store() -> Store:
    """Return the store in the user's cache directory, or where ``ODDSCALC_CACHE_DIR`` says."""
    if named := os.environ.get(VARIABLE):
        return Store(Path(named))
    from platformdirs import user_cache_path

    return Store(user_cache_path("oddscalc", appauthor=False) / "answers")


def key_of(*parts: str) -> str:
    """Return the key of what *parts* determine, under the oddscalc that is installed.

    All of oddscalc's own files and sympy's version are part of every key: an entry of another
    version, one in which a defect was not yet mended, is never found.
    """
    digest = sha256(_sources())
    for part in parts:
        digest.update(f"\n{len(part)}\n{part}".encode())
    return digest.hexdigest()


@cache
def _sources() -> bytes:
    """Return the digest of every file of oddscalc that can bear on a number, and of sympy's name.

    sympy is not imported for that, which would take longer than all else.
    """
    from importlib.util import find_spec

    digest = sha256()
    root = Path(__file__).parent.parent
    for base, directories, names in os.walk(root):
        directories.sort()
        for name in sorted(names):
            if name.endswith((".py", ".toml")):
                path = Path(base, name)
                digest.update(f"\n{path.relative_to(root)}\n".encode() + path.read_bytes())
    sympy = find_spec("sympy")
    if sympy is not None and sympy.origin is not None:
        digest.update(Path(sympy.origin).with_name("release.py").read_bytes())
    return digest.digest()


def _digest(content: bytes) -> bytes:
    return sha256(content).hexdigest().encode()
