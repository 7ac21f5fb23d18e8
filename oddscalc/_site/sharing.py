"""Sharing the work on pages among processes; what comes back is in the order of what was given."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

Share = Callable[[Callable[[Any], Any], Iterable[Any]], Iterator[Any]]
"""As ``map``."""


@contextmanager
def sharing(workers: int) -> Iterator[Share]:
    """Give what applies a function to many arguments in that many processes; here if it is one.

    >>> with sharing(1) as share:
    ...     tuple(share(abs, [1, -2]))
    (1, 2)
    """
    if workers == 1:
        yield map
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin)
    try:
        yield pool.map
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave an interruption to the process that shares the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
