"""Looking through an XLSX file before it is opened: sizes, counts, and what its sheets merge."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from oddscalc.errors import DataError

MAX_UNPACKED = 50_000_000
"""Bytes that all parts may have unpacked."""

MAX_PARTS = 2_000
MAX_SMALL = 2_000_000  # bytes of a part that is read whole: styles, relations, properties
MAX_TAGS = 4_000_000  # of all sheets: 50,000 rows of 19 cells
MAX_STRING_TAGS = 1_200_000
MAX_OTHER_TAGS = 50_000  # of a sheet, that are no cells: formats, validations, links
MAX_CELLS = 1_500_000
MAX_CELLS_IN_ROW = 16_384
MAX_SHARED = 10_000_000  # shared formulas times the longest one: each is written out anew
MAX_RANGES = 1_000

_CHUNK = 1 << 20
_OLD = b"\xd0\xcf\x11\xe0"
_SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
_STRINGS = "xl/sharedstrings.xml"
_WHOLE = re.compile(r"\.(xml|rels)", re.IGNORECASE)
_TAG = re.compile(rb"<(?:\w{1,20}:)?(row|c|v|f|is|t|r)[\s/>]")
_FORMULA = re.compile(rb"<(?:\w{1,20}:)?f(?:\s[^<>]*)?>([^<]+)")
_SHARED = re.compile(rb"\st\s*=\s*[\"']shared")
_MERGED = re.compile(
    rb"<(?:\w{1,20}:)?mergeCell\s[^<>]{0,100}?ref=[\"']([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})"
)
_HIDDEN = re.compile(
    rb"<(?:\w{1,20}:)?((?:row|col)\s[^<>]{0,300}?hidden\s*=\s*[\"'](?:1|true)[^<>]{0,300})>"
)
_NUMBERED = re.compile(rb"^row\s(?:[^<>]*\s)?r\s*=\s*[\"'](\d{1,7})")
_MAIN = re.compile(rb"<[^<>]*sheet(?:\.macroEnabled)?\.main\+xml[^<>]*>")


@dataclass
class Counted:
    """What was counted in a sheet.

    Args:
        cells: its cells.
        merged: its merged ranges, like ``A2:A4``.
        tags: all its tags.
        others: its tags that belong to no cell.
        in_row: the cells of the row that is being counted.
        shared: its shared formulas.
        longest: the length of its longest formula.
        formulas: how many cells have one.
        hidden: its rows that do not show; 0 for columns.
    """

    cells: int = 0
    merged: list[str] = field(default_factory=list)
    tags: int = 0
    others: int = 0
    in_row: int = 0
    shared: int = 0
    longest: int = 0
    formulas: int = 0
    hidden: list[int] = field(default_factory=list)

    @property
    def too_much(self) -> bool:
        """Whether reading it would take too long."""
        return (
            self.tags > MAX_TAGS
            or self.others > MAX_OTHER_TAGS
            or self.cells > MAX_CELLS
            or len(self.merged) > MAX_RANGES
            or self.shared * self.longest > MAX_SHARED
        )


def look_through(name: str, content: bytes) -> dict[str, Counted]:
    """Return what was counted in each sheet of an XLSX file, by the name of its part.

    Every part is unpacked in small pieces and counted, so that what follows is bounded.

    Raises:
        DataError: the file is damaged, protected or too large to be read.
    """
    if content.startswith(_OLD):
        reason = "an old .xls or a workbook with a password; save it as .xlsx without a password"
        raise DataError(name, [reason])
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            infos = archive.infolist()
            _refuse_declared(name, infos)
            return _counted(name, archive, infos)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError) as error:
        raise DataError(name, [f"no XLSX file, or a damaged one: {str(error)[:200]}"]) from None
    except (NotImplementedError, RuntimeError) as error:
        raise DataError(name, [f"an XLSX file of an unusual kind: {str(error)[:200]}"]) from None


@contextmanager
def parsing(name: str) -> Iterator[None]:
    """Hold nothing but calls of openpyxl, which does not say what it raises for a damaged file.

    Raises:
        DataError: it raises something; but a lack of memory stays one.
    """
    try:
        yield
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - see above; the reason is passed on
        reason = str(error).splitlines()[0][:200] if str(error) else type(error).__name__
        raise DataError(name, [f"a damaged XLSX file: {reason}"]) from None


def _refuse_declared(name: str, infos: list[zipfile.ZipInfo]) -> None:
    """Refuse what the archive's own list says already.

    Raises:
        DataError: there is something to refuse.
    """
    if len(infos) > MAX_PARTS:
        raise DataError(name, [f"a workbook of {len(infos):,} parts; at most {MAX_PARTS:,}"])
    if len({info.filename.lower() for info in infos}) < len(infos):
        raise DataError(name, ["a workbook with two parts of one name"])
    if any(info.flag_bits & 1 for info in infos):
        raise DataError(name, ["a workbook with a password; save it without"])
    if any(info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) for info in infos):
        raise DataError(name, ["a workbook packed in an unusual way; save it again"])
    if sum(info.file_size for info in infos) > MAX_UNPACKED:
        raise _too_large(name)


def _too_large(name: str) -> DataError:
    problem = f"over {MAX_UNPACKED // 1_000_000} MB when unpacked; split the submission"
    return DataError(name, [problem])


def _counted(
    name: str, archive: zipfile.ZipFile, infos: list[zipfile.ZipInfo]
) -> dict[str, Counted]:
    left, parts, strings = MAX_UNPACKED, dict[str, Counted](), Counted()
    for info in infos:
        whole = bool(_WHOLE.search(info.filename[-5:]))
        sheet = (
            parts.setdefault(info.filename, Counted()) if _SHEET.fullmatch(info.filename) else None
        )
        size = 0
        for piece, added in _pieces(archive, info):
            size, left = size + added, left - added
            if left < 0:
                raise _too_large(name)
            if whole and (b"<!DOCTYPE" in piece or b"<!ENTITY" in piece):
                raise DataError(name, ["a workbook with a document type; save it again"])
            if sheet is not None:
                _count(name, sheet, piece)
            elif info.filename.lower() == _STRINGS:
                strings.tags += piece.count(b"<")
            elif whole and size > MAX_SMALL and not _unread(info.filename):
                raise DataError(name, [f"its part {info.filename} is over {MAX_SMALL:,} bytes"])
            if info.filename == "[Content_Types].xml":
                _refuse_elsewhere(name, piece)
        if sum(part.tags for part in parts.values()) > MAX_TAGS or strings.tags > MAX_STRING_TAGS:
            raise DataError(name, ["more cells than can be read; split the submission"])
    return parts


def _unread(part: str) -> bool:
    """Return whether nobody will read the part."""
    return part.lower().startswith(("xl/calcchain", "xl/drawings/", "xl/charts/", "xl/media/"))


def _pieces(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Iterator[tuple[bytes, int]]:
    """Yield the part in pieces that do not cut a tag in two, each with the bytes newly read."""
    tail = b""
    with archive.open(info) as file:
        while chunk := file.read(_CHUNK):
            piece = tail + chunk
            cut = piece.rfind(b"<", max(0, len(piece) - 1_000))
            piece, tail = (piece[:cut], piece[cut:]) if cut > 0 else (piece, b"")
            yield piece, len(chunk)
    if tail:
        yield tail, 0


def _count(name: str, part: Counted, piece: bytes) -> None:
    tags = piece.count(b"<")
    names_of_tags = _TAG.findall(piece)
    part.tags += tags
    part.others += tags - piece.count(b"</") - len(names_of_tags)
    for tag in names_of_tags:
        if tag == b"row":
            part.in_row = 0
        elif tag == b"c":
            part.cells += 1
            part.in_row += 1
            if part.in_row > MAX_CELLS_IN_ROW:
                raise DataError(name, [f"a row of over {MAX_CELLS_IN_ROW:,} cells"])
        elif tag == b"f":
            part.formulas += 1
    if b"hidden" in piece:
        part.hidden += [int(number or 0) for number in map(_row_of, _HIDDEN.findall(piece))]
    part.merged += [ref.decode("ascii") for ref in _MERGED.findall(piece)]
    part.shared += len(_SHARED.findall(piece))
    part.longest = max([part.longest, *map(len, _FORMULA.findall(piece))])
    if part.too_much:
        reason = "a sheet with too many cells, formats, formulas or merged ranges"
        raise DataError(name, [f"{reason}; paste the values into a new one"])


def _row_of(tag: bytes) -> bytes:
    match = _NUMBERED.match(tag)
    return match[1] if match else b""


def _refuse_elsewhere(name: str, types: bytes) -> None:
    """Refuse a workbook that passes off its main part, which is read whole, as a sheet.

    Raises:
        DataError: it does.
    """
    for tag in _MAIN.findall(types):
        if b"worksheets" in tag.lower() or _STRINGS.encode() in tag.lower():
            raise DataError(name, ["an XLSX file of an unusual kind; save it again"])
