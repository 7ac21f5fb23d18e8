"""``tables``: the published odds tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from oddscalc._face.shown import Shown
from oddscalc._proof.verify import verify as problems_of
from oddscalc._show.document import Bullets, Document, Records, Section
from oddscalc._tables import tables as published


@dataclass(frozen=True, repr=False)
class TablesAnswer(Shown):
    """What was written or checked; true if nothing differs and all is proven.

    Args:
        directory: where the tables are.
        files: the names of the tables.
        differences: what differs from what would be written, and what is not proven.
        proofs: how many certificates were verified.
        checked: whether nothing was written.
    """

    directory: Path
    files: tuple[str, ...]
    differences: tuple[str, ...]
    proofs: int
    checked: bool

    def __bool__(self) -> bool:
        return not self.differences

    def document(self) -> Document:
        """Return it in words."""
        return Document(
            "The published tables",
            schema="tables",
            sections=lambda: [Section("", [self.line()], [Bullets(self.differences)])],
            data=lambda: {"files": list(self.files), "differences": list(self.differences)},
            records=lambda: Records(
                ("difference",), [(difference,) for difference in self.differences]
            ),
        )

    def line(self) -> str:
        """Return how many files there are, and how many differences."""
        done = "checked in" if self.checked else "written to"
        differing = f", {len(self.differences)} differences" if self.differences else ""
        return f"{len(self.files)} files {done} {self.directory}{differing}"


def tables(
    out: str | Path = "tables",
    *,
    check: bool = False,
    verify: bool = False,
    certificates: str | Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> TablesAnswer:
    """Write or check the published tables.

    Args:
        out: the directory of the tables.
        check: whether to write nothing, and tell what would change.
        verify: whether to verify the certificate of every number, too.
        certificates: a directory to which all certificates are written.
        progress: is told, now and then, how many more tables are done.

    Raises:
        DataError: a file cannot be written or read.
    """
    directory, names, differences, proofs = Path(out), list[str](), list[str](), 0

    def receive(name: str, text: str) -> None:
        nonlocal proofs
        if verify:
            proofs += 1
            differences.extend(f"{name}: {problem}\n" for problem in problems_of(text))
        if certificates is not None:
            published.write(Path(certificates), name, text)

    for name, text in published.files(receive):
        names.append(name)
        if not check:
            published.write(directory, name, text)
        elif difference := published.difference(directory, name, text):
            differences.append(difference)
        if progress is not None:
            progress(1)
    if check:
        strangers = published.strangers(directory, set(names))
        differences += [f"{directory / name}: is no table of ours\n" for name in strangers]
    return TablesAnswer(directory, tuple(names), tuple(differences), proofs, check)
