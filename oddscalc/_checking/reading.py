"""Reading a submission, whatever its format."""

from __future__ import annotations

import stat
from pathlib import Path

from oddscalc._checking.documents import document, read_bytes
from oddscalc._checking.sheets import sheet
from oddscalc._checking.submission import Submission
from oddscalc.errors import DataError

READERS = {
    ".toml": document,
    ".json": document,
    ".csv": sheet,
    ".tsv": sheet,
    ".xlsx": sheet,
}
"""What reads a file, by its suffix."""


def parse(name: str, content: bytes) -> Submission:
    """Return the submission in *content*, which came in a file of that name.

    Raises:
        DataError: the content cannot be read, or is of no known format.
    """
    reader = READERS.get(Path(name).suffix.lower())
    if reader is None:
        raise DataError(name, [f"unknown format; known are {', '.join(READERS)}"])
    try:
        return reader(name, content)
    except ValueError as error:  # Python's limit on the digits of integers
        raise DataError(name, [f"not usable: {str(error)[:100]}"]) from None


def read(name: str) -> Submission:
    """Return the submission in a file.

    Raises:
        DataError: the file cannot be read, or is of no known format.
    """
    if Path(name).suffix.lower() not in READERS:
        return parse(name, b"")  # says which formats are known, whether the file exists or not
    return parse(name, content_of(name))


def content_of(name: str) -> bytes:
    """Return the bytes of a file.

    Raises:
        DataError: it cannot be read, is no regular file, or is over 20 MB.
    """
    try:
        mode = Path(name).stat().st_mode
    except OSError as error:
        raise DataError(name, [f"cannot be read: {error.strerror or error}"]) from None
    except ValueError as error:  # a zero byte, or a surrogate that is no file name
        raise DataError(name, [f"cannot be read: {error}"]) from None
    if not stat.S_ISREG(mode):
        raise DataError(name, ["cannot be read: no regular file"])
    return read_bytes(name)
