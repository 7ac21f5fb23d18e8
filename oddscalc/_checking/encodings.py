"""The text of CSV files, whatever a spreadsheet has saved it in."""

from __future__ import annotations

from oddscalc._checking.findings import Finding
from oddscalc._exact.files import text_of
from oddscalc.errors import DataError

_PROBE = 4_000  # bytes in which UTF-16 shows


def csv_text(name: str, content: bytes) -> tuple[str, list[Finding]]:
    """Return the text of a CSV file, and what was assumed of its encoding.

    UTF-8 and UTF-16, with a byte order mark or without; what is neither is read as Windows-1252,
    which Latin-1 is a part of, and that is told.

    Raises:
        DataError: it is no text.
    """
    try:
        return text_of(name, content, utf_16=True), []
    except DataError:
        if wide := _wide(content):
            return text_of(name, wide.encode("utf-8"), utf_16=True), []
        if b"\0" in content:
            raise
        try:
            text = content.decode("cp1252")
        except UnicodeDecodeError as error:
            row = content.count(b"\n", 0, error.start) + 1
            wording = f"row {row}: neither UTF-8 nor Windows-1252 text: byte {error.start}"
            raise DataError(name, [f"{wording} is no character; save it as CSV UTF-8"]) from None
    row, line = next(
        (number, line) for number, line in enumerate(text.split("\n"), 1) if not line.isascii()
    )
    shown = "".join(dict.fromkeys(char for char in line if not char.isascii()))[:20]
    message = f"not UTF-8; read as Windows-1252, in which row {row} has {shown}"
    return text, [Finding("encoding-assumed", f"row {row}", message)]


def _wide(content: bytes) -> str:
    """Return UTF-16 text without a byte order mark; nothing if it is none."""
    probe = content[:_PROBE]
    for encoding, zeros in (("utf-16-le", probe[1::2]), ("utf-16-be", probe[::2])):
        if len(content) % 2 == 0 and zeros.count(0) > len(zeros) * 9 // 10 > 0:
            try:
                return content.decode(encoding)
            except UnicodeDecodeError:
                return ""
    return ""
