"""Worker processes on this machine."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread

from oddscalc._sweeps.work import Batch, Grid, batch
from oddscalc.errors import DataError

_TRIES = 3
"""How often in a row workers may be killed without a batch being finished."""

_plan: Grid | None = None  # of a worker process, for as long as it lives


def processes(plan: Grid, form: str, points: range, workers: int) -> Generator[Batch, None, None]:
    """Compute in *workers* processes: an ``Engine`` once the number is bound.

    When one is killed, all are replaced, and what was not yet yielded is computed again.

    Raises:
        DataError: workers are killed again and again at the same points.
    """
    start, failures = points.start, 0
    while start < points.stop:
        try:
            for done in _in_pool(plan, form, range(start, points.stop), workers):
                start, failures = done.points.stop, 0
                yield done
        except BrokenProcessPool:
            failures += 1
            if failures == _TRIES:
                raise DataError(
                    f"from point {start + 1:,}",
                    [f"workers were killed {_TRIES} times in a row, perhaps for want of memory:"
                     " take fewer workers, or a smaller max_states in the grid file"],
                code="no-workers") from None  # fmt: skip


def _in_pool(plan: Grid, form: str, points: range, workers: int) -> Generator[Batch, None, None]:
    """Compute in a new pool; nothing of it is left running, whatever happens here."""
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, _begin, (plan, theirs))
    chunks = plan.chunks(points.start, points.stop)
    waiting: deque[Future[Batch]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(_work, form, chunk))
            if len(waiting) > 2 * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        ours.close()
        pool.shutdown(cancel_futures=True)
        theirs.close()


def _begin(plan: Grid, parent: Connection) -> None:
    """Make a worker of this process; it ends with its parent, even if that is killed."""
    global _plan
    _plan = plan
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it too, and ends us
    Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Connection) -> None:
    """Wait until the other end of the pipe, which only the parent has, is closed."""
    try:
        parent.poll(None)
    finally:
        os._exit(1)


def _work(form: str, chunk: range) -> Batch:
    assert _plan is not None
    return batch(_plan, form, chunk)
