"""A limit on the processor time of one question."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType


class TimeUp(BaseException):
    """The time for a question is over; no handler of errors on the way holds it up."""


@contextmanager
def within(seconds: float | None) -> Iterator[None]:
    """Raise ``TimeUp`` once the block has used so many seconds of processor time.

    Without a limit it does nothing, and so where there are no such alarms: on Windows, and in
    threads other than the first.

    >>> with within(5):
    ...     print("soon done")
    soon done
    """
    if seconds is None or not hasattr(signal, "SIGPROF") or current_thread() is not main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds, 1)  # and again, should anything swallow it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
