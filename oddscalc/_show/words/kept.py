"""What is kept on disk between runs."""

from __future__ import annotations

from oddscalc._show.document import Document, Records, Section


def kept(directory: str, entries: int, size: int) -> Document:
    """Return where entries are kept, how many, and their bytes in all."""
    lines = [f"directory  {directory}", f"entries    {entries:,}", f"bytes      {size:,}"]
    return Document(
        "Answers kept on disk",
        schema="cache",
        sections=lambda: [Section("", lines, [])],
        data=lambda: {"directory": directory, "entries": entries, "bytes": size},
        records=lambda: Records(
            ("directory", "entries", "bytes"), [[directory, str(entries), str(size)]]
        ),
    )


def cleared(directory: str, entries: int) -> Document:
    """Return how many entries were deleted."""
    text = f"{entries:,} entries deleted from {directory}"
    return Document(
        "Answers deleted",
        schema="cache",
        sections=lambda: [Section("", [text], [])],
        data=lambda: {"directory": directory, "deleted": entries},
        records=lambda: Records(("directory", "deleted"), [[directory, str(entries)]]),
    )
