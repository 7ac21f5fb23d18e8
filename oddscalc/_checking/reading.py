"""Reading a submission, whatever its format."""

from __future__ import annotations

from oddscalc._checking.dialect import PLAIN, Dialect
from oddscalc._checking.documents import document
from oddscalc._checking.sheets import sheet
from oddscalc._checking.submission import Submission, form_of
from oddscalc._exact.files import STDIN, read_bytes
from oddscalc.errors import DataError

MAX_BYTES = 20_000_000

READERS = {
    ".toml": document,
    ".json": document,
    ".csv": sheet,
    ".tsv": sheet,
    ".xlsx": sheet,
}
"""What reads a file, by its suffix."""


def parse(name: str, content: bytes, dialect: Dialect = PLAIN) -> Submission:
    """Return the submission in *content*, which came in a file of that name.

    Of a table, *dialect* says what is not to be found out from it.

    Raises:
        DataError: the content cannot be read, or is of no known format.
    """
    reader = READERS.get(form_of(name, content))
    if reader is None:
        raise DataError(name, [f"unknown format; known are {', '.join(READERS)}"])
    try:
        return reader(name, content, dialect)
    except ValueError as error:  # Python's limit on the digits of integers
        raise DataError(name, [f"not usable: {str(error)[:100]}"]) from None


def read(name: str) -> Submission:
    """Return the submission in a file, or in standard input if *name* is ``-``.

    Raises:
        DataError: the file cannot be read, or is of no known format.
    """
    if name != STDIN and form_of(name, b"") not in READERS:
        return parse(name, b"")  # says which formats are known, whether the file exists or not
    return parse(name, content_of(name))


def content_of(name: str) -> bytes:
    """Return the bytes of a file.

    Raises:
        DataError: it cannot be read, is no regular file, or is over 20 MB.
    """
    return read_bytes(name, MAX_BYTES, "split the submission")
