"""The file of results: written in order, and gone on with after any interruption.

Beside it stands its state, a small JSON file: what is being computed, and how much of it is
surely written. What the file holds beyond that, such as half a line, is cut off when the sweep
is gone on with, and computed again. The state is replaced as a whole, after the lines it tells of
have reached the disk: there is no moment at which being killed loses or doubles a row.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, BinaryIO, Self

from oddscalc._sweeps.work import Batch
from oddscalc._version import __version__
from oddscalc.errors import DataError

_SECONDS = 1.0  # between two states, at least
_BLOCK = 1 << 20
_BINARY = getattr(os, "O_BINARY", 0)  # of Windows, where line ends would else be changed


@dataclass(frozen=True)
class Task:
    """What a file of results is of.

    Args:
        grid: the digest of the grid file and of the files that it names.
        program: the key of oddscalc's own files.
        format: of the lines.
        part: which part of the sweep.
    """

    grid: str
    program: str
    format: str
    part: str


@dataclass(frozen=True)
class State:
    """How far a file of results is.

    Args:
        task: what it is of.
        oddscalc: the version that began it.
        points: how many points are done.
        rows: how many rows they have.
        errors: how many of these have no answer.
        bytes: how long the file is.
        sha256: of that much of the file.
    """

    task: Task
    oddscalc: str = __version__
    points: int = 0
    rows: int = 0
    errors: int = 0
    bytes: int = 0
    sha256: str = sha256().hexdigest()


def state_path(out: Path) -> Path:
    """Return where the state of the results in *out* is.

    >>> str(state_path(Path("results.csv")))
    'results.csv.state'
    """
    return out.with_name(f"{out.name}.state")


class Results:
    """An open file of results, from where the last run left it; a context manager.

    Args:
        out: the file.
        task: what it is of.
        header: the line that it begins with, or nothing.
        restart: whether to begin anew whatever is there.

    Raises:
        DataError: the file cannot be written, another sweep writes it, or it is of another task.
    """

    def __init__(self, out: Path, task: Task, header: str, *, restart: bool = False) -> None:
        self._file = _opened(out)
        self._out, self._state_path = out, state_path(out)
        self.state, self._hash = State(task), sha256()
        try:
            _lock(self._file, out)
            before = None if restart else _state(self._state_path)
            if before is None or before.bytes == 0:
                self._begin(header, ours=restart or before is not None)
            else:
                _refuse_other(out, before, task)
                self._go_on(before)
        except BaseException:
            self._file.close()
            raise
        self._saved = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._file:
            self._save()

    def append(self, batch: Batch) -> None:
        """Write the lines of *batch*, which follows what is there."""
        self._write(batch.text, len(batch.points), batch.rows, batch.errors)
        if monotonic() - self._saved > _SECONDS:
            self._save()

    def _begin(self, header: str, *, ours: bool) -> None:
        if not ours and os.fstat(self._file.fileno()).st_size:
            raise DataError(
                str(self._out),
                [f"is there already, and no sweep wrote it ({self._state_path.name} is missing);"
                 " name another file, or replace it with --restart"],
            )  # fmt: skip
        self._save()  # before the file: a file that has no state is taken for someone else's
        self._file.truncate(0)
        self._write(header)
        self._save()

    def _go_on(self, state: State) -> None:
        self.state = state
        left = state.bytes
        while left and (block := self._file.read(min(left, _BLOCK))):
            self._hash.update(block)
            left -= len(block)
        if self._hash.hexdigest() != state.sha256:
            raise DataError(
                str(self._out),
                ["has been changed since it was written; begin anew with --restart"],
            )
        self._file.truncate()
        self._file.seek(state.bytes)

    def _write(self, text: str, points: int = 0, rows: int = 0, errors: int = 0) -> None:
        """Write *text*; the state changes in one step, which an interruption cannot part."""
        data = text.encode("utf-8")
        self._file.write(data)
        self._file.flush()
        self._hash.update(data)
        self.state = replace(
            self.state,
            points=self.state.points + points,
            rows=self.state.rows + rows,
            errors=self.state.errors + errors,
            bytes=self.state.bytes + len(data),
            sha256=self._hash.hexdigest(),
        )

    def _save(self) -> None:
        """Put the lines on the disk, then the state that tells of them."""
        os.fsync(self._file.fileno())
        new = self._state_path.with_name(f"{self._state_path.name}.new")
        with new.open("w", encoding="ascii", newline="\n") as file:
            file.write(json.dumps(asdict(self.state), indent=2) + "\n")
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._state_path)
        self._saved = monotonic()


def _opened(out: Path) -> BinaryIO:
    """Return *out*, which is made if need be, open for reading and writing from its start."""
    try:
        if out.exists() and not out.is_file():
            raise DataError(str(out), ["cannot be written: no regular file"], code="unwritable")
        return os.fdopen(os.open(out, os.O_RDWR | os.O_CREAT | _BINARY, 0o666), "r+b")
    except (OSError, ValueError) as error:  # ValueError: a zero byte in the name
        reason = error.strerror if isinstance(error, OSError) else None
        raise DataError(
            str(out), [f"cannot be written: {reason or error}"], code="unwritable"
        ) from None


def _lock(file: BinaryIO, out: Path) -> None:
    """Keep other sweeps from writing *file*, until this process ends; not on Windows."""
    if sys.platform == "win32":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise DataError(str(out), ["another sweep is writing it"]) from None


def _state(path: Path) -> State | None:
    """Return the state in *path*; None if there is no such file.

    Raises:
        DataError: it is no state.
    """
    none = DataError(str(path), ["is no state of a sweep; begin anew with --restart"])
    try:
        data: Any = json.loads(path.read_text(encoding="ascii"))
        state = State(Task(**data.pop("task")), **data)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, AttributeError, KeyError):
        raise none from None
    kinds = [[type(value) for value in vars(each).values()] for each in (state, State(state.task))]
    if kinds[0] != kinds[1]:
        raise none
    return state


def _refuse_other(out: Path, before: State, task: Task) -> None:
    """Refuse to go on with results of another task."""
    problems = []
    if before.task.grid != task.grid:
        problems.append("the grid file, or a file that it names, has changed since it was begun")
    if before.task.program != task.program:
        problems.append(
            f"it was begun by oddscalc {before.oddscalc}, and this is {__version__} or has other"
            " sources or another sympy"
        )
    if before.task.part != task.part:
        problems.append(f"it is part {before.task.part}, not {task.part}")
    if before.task.format != task.format:
        problems.append(f"it is {before.task.format}, not {task.format}")
    if problems:
        what = "; ".join(problems)
        raise DataError(
            str(out), [f"{what}. Begin anew with --restart, or name another file"], code="conflict"
        )
