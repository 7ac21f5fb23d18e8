"""How long the work on a question may take, and how far it came when it was stopped.

States, edges, bits and rows have limits of their own, each counted where it arises. Whatever else
a small file can order is bounded by processor time: the command line gives every question a
budget; whoever calls Python sets one if there is to be one. Long work says where it stands.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from types import FrameType

from oddscalc.errors import LimitError

_TICK = 0.25  # seconds of processor time from one look at the budget to the next


class OutOfTimeError(BaseException):
    """The budget is spent. What catches the errors of one part to go on with others misses it."""


@dataclass(eq=False)
class _Work:
    """The work that is being done; there is one at a time.

    Args:
        seconds: what it may take; 0 for any time.
        tell: is told where the work stands, now and then.
        since: the processor time at which it began.
        interrupted: whether it is interrupted as time passes; else ``at`` looks at the time.
    """

    seconds: float
    tell: Callable[[str], None] | None
    since: float
    interrupted: bool
    doing: str = ""
    done: int = 0
    of: int = 0

    @property
    def standing(self) -> str:
        """Where the work stands."""
        if not self.doing:
            return ""
        amount = f"{self.done:,} of {self.of:,}" if self.of else f"{self.done:,}"
        return f"{self.doing} ({amount})" if self.done else self.doing

    def look(self) -> None:
        """Tell where the work stands, and stop it if its time is over."""
        if self.tell is not None and self.doing:
            self.tell(self.standing)
        if self.seconds and time.process_time() - self.since > self.seconds:
            raise OutOfTimeError


class _Thread(threading.local):
    """The budgets of one thread, each within the one before."""

    def __init__(self) -> None:
        self.works: list[_Work] = []


_here = _Thread()


def at(doing: str, done: int = 0, of: int = 0) -> None:
    """Say where long work stands: what is being done, and how much of it, of how much, is.

    >>> at("exploring states", 1_000)
    """
    if _here.works:
        work = _here.works[-1]
        work.doing, work.done, work.of = doing, done, of
        if not work.interrupted:
            work.look()


_INTERRUPTS = hasattr(signal, "setitimer")
"""Whether the system interrupts work by its processor time; else it is looked at in ``at``."""


@contextmanager
def limited(seconds: float, tell: Callable[[str], None] | None = None) -> Iterator[None]:
    """Stop what is done inside once it has taken *seconds* of processor time; 0 for never.

    Inside of another budget it is a budget of its own; of the other no more than that is used.

    Args:
        seconds: what it may take.
        tell: is told where the work stands, now and then.

    Raises:
        LimitError: the time is over, or there is no more memory; the message says how far it came.

    >>> with limited(5):
    ...     at("exploring states", 1_000)
    """
    in_main = threading.current_thread() is threading.main_thread()
    work = _Work(seconds, tell, time.process_time(), _INTERRUPTS and in_main)
    _here.works.append(work)
    restore = _interrupted_by(work)
    try:
        yield
    except OutOfTimeError:
        raise LimitError(_stopped(work), code="too-long") from None
    except MemoryError:
        far = f", {work.standing}" if work.doing else ""
        raise LimitError(f"there is not enough memory for this{far}") from None
    finally:
        restore()
        _here.works.pop()
        for outer in _here.works:  # a third is always left for what comes after the last part
            used = min(time.process_time() - work.since, outer.seconds * 2 / 3)
            outer.since = time.process_time() - used


def anew() -> AbstractContextManager[None]:
    """Return a budget like the one there is, for one of several parts of the work."""
    if not _here.works:
        return limited(0)
    return limited(_here.works[-1].seconds, _here.works[-1].tell)


def _stopped(work: _Work) -> str:
    far = f" while {work.standing}" if work.doing else ""
    return (
        f"stopped after {work.seconds:g} seconds of processor time{far};"
        " --seconds N gives it more, --seconds 0 any"
    )


def _interrupted_by(work: _Work) -> Callable[[], None]:
    """Have *work* looked at as processor time passes; return what ends that."""
    if not work.interrupted:
        return lambda: None

    def look(_signal: int, _frame: FrameType | None) -> None:
        work.look()

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, min(_TICK, work.seconds or _TICK), _TICK)

    def restore() -> None:
        if before in (signal.SIG_DFL, signal.SIG_IGN, None):
            signal.setitimer(signal.ITIMER_PROF, 0)  # first, or it would end the process
        signal.signal(signal.SIGPROF, before)

    return restore
