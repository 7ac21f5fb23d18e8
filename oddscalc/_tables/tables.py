"""Writing the published tables, and checking that they are what would be written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from difflib import unified_diff
from hashlib import sha256
from pathlib import Path

from oddscalc._ask.joint import Portfolio
from oddscalc._proof.certificate import certificate, joint_certificate
from oddscalc._show.writers.csv import csv_text
from oddscalc._show.writers.grid import markdown_grid
from oddscalc._show.writers.json import json_text
from oddscalc._tables.page import Page
from oddscalc._tables.pages import makers
from oddscalc.errors import DataError

ENDINGS = ("md", "csv", "json", "sha256")

Receive = Callable[[str, str], None]
"""Takes the name and the text of a certificate."""


def files(receive: Receive = lambda name, text: None) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every published file, the index last.

    Deterministic: ASCII, LF, no dates, nothing of the machine. Every certificate is made too, and
    handed to *receive* before the file with its digest is yielded.
    """
    pages = []
    for make in makers().values():
        page = make()
        pages.append(page)
        yield f"{page.name}.md", markdown(page)
        yield f"{page.name}.csv", csv_text(page.records.headers, page.records.rows)
        yield f"{page.name}.json", json_text(page.objects) + "\n"
        if page.proven:
            yield f"{page.name}.sha256", digests(page, receive)
    yield "index.md", index(pages)


def digests(page: Page, receive: Receive) -> str:
    """Return the SHA-256 of the certificate of each answer on *page*, as sha256sum prints it."""
    lines = []
    for number, answer in enumerate(page.proven, start=1):
        if isinstance(answer, Portfolio):
            name, text = "portfolio", joint_certificate(answer)
        else:
            name, text = answer.model.bet.id, certificate(answer)
        path = f"{page.name}/{number:03}-{name}.json"
        receive(path, text)
        lines.append(f"{sha256(text.encode('ascii')).hexdigest()}  {path}\n")
    return "".join(lines)


def endings(page: Page) -> tuple[str, ...]:
    """Return the endings of the files of *page*; without certificates there are no digests."""
    return ENDINGS if page.proven else ENDINGS[:-1]


def count() -> int:
    """Return how many files there are at the most, for showing progress."""
    return len(makers()) * len(ENDINGS) + 1


def markdown(page: Page) -> str:
    """Return *page* as Markdown."""
    parts = [f"# {page.title}", "", *(line for text in page.text for line in (text, ""))]
    links = ", ".join(f"[{ending}]({page.name}.{ending})" for ending in endings(page)[1:])
    parts += [f"For machines: {links}. [All tables](index.md)", ""]
    for table in page.tables:
        parts += [markdown_grid(table.headers, table.texts(), table.align), ""]
    if page.after:
        parts += ["## Notes", "", *(f"- {text}" for text in page.after), ""]
    return "\n".join(parts)


def index(pages: list[Page]) -> str:
    """Return the page that links to all others."""
    rows = [
        [
            page.title,
            *(
                f"[{ending}]({page.name}.{ending})" if ending in endings(page) else ""
                for ending in ENDINGS
            ),
        ]
        for page in pages
    ]
    return "\n".join(
        [
            "# Odds tables",
            "",
            "Written by `oddscalc tables`; every number is exact, and `oddscalc tables --check`",
            "tells whether these files are still what it would write.",
            "",
            "The sha256 files have the digest of the certificate of every number; `oddscalc tables",
            "--certificates DIR` writes the certificates, `oddscalc verify` checks each alone, and",
            "`oddscalc tables --check --verify` checks them all.",
            "",
            markdown_grid(["table", *ENDINGS], rows, "lllll"),
            "",
        ]
    )


def write(directory: Path, name: str, text: str) -> bool:
    """Write one file into *directory*, which is made if need be; one that has the text is left.

    Returns whether there was something to write.

    Raises:
        DataError: it cannot be written.
    """
    try:
        (directory / name).parent.mkdir(parents=True, exist_ok=True)
        path, content = directory / name, text.encode("ascii")
        if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
            return False
        path.write_bytes(content)
    except OSError as error:
        raise DataError(
            str(directory / name), [f"cannot be written: {error.strerror}"], code="unwritable"
        ) from None
    return True


def difference(directory: Path, name: str, text: str) -> str:
    """Return how the file in *directory* differs from *text*; empty if it does not."""
    path = directory / name
    try:
        old = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return f"{path}: is missing\n"
    except (OSError, UnicodeDecodeError) as error:
        return f"{path}: cannot be read: {error}\n"
    lines = unified_diff(
        old.splitlines(keepends=True),
        text.splitlines(keepends=True),
        fromfile=str(path),
        tofile=f"{path} as it would be written",
    )
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)


def strangers(directory: Path, known: set[str]) -> list[str]:
    """Return the published-looking files in *directory* that would not be written."""
    paths = (path for path in directory.glob("*") if path.suffix[1:] in ENDINGS)
    return sorted(path.name for path in paths if path.name not in known)
