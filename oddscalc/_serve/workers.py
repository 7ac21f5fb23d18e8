"""Processes that answer questions: each is ``oddscalc ask``, and answers one at a time.

A question that takes too long, too much memory or too long an answer costs its process, which
another takes the place of; those beside it go on.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from oddscalc.errors import LimitError

_GRACE = 5  # seconds by the clock beyond those of the processor, before a process is ended


@dataclass(frozen=True)
class RequestLimits:
    """What one question may take.

    Args:
        seconds: processor time.
        memory: bytes of a process.
        states: states of a chain.
        question: bytes of a request.
        answer: bytes of an answer.
        waiting: questions that may wait for a process.
    """

    seconds: float = 10
    memory: int = 2 << 30
    states: int = 20_000
    question: int = 1_000_000
    answer: int = 20_000_000
    waiting: int = 1_000


@dataclass
class Pool:
    """So many processes, started when they are needed first."""

    size: int
    limits: RequestLimits
    _free: asyncio.Queue[asyncio.subprocess.Process | None] = field(default_factory=asyncio.Queue)
    _waiting: int = 0

    def open(self) -> None:
        """Get ready; no process is started yet."""
        for _ in range(self.size):
            self._free.put_nowait(None)

    async def close(self) -> None:
        """End all processes."""
        for _ in range(self.size):
            await _end(await self._free.get())

    @property
    def busy(self) -> bool:
        """Whether as many questions wait as may."""
        return self._waiting >= self.limits.waiting

    async def answer(self, line: str) -> str:
        """Return the line that answers a line, by the first process that is free.

        Raises:
            LimitError: it took too long, too much memory, or has too long an answer.
        """
        self._waiting += 1
        try:
            process = await self._free.get()
        finally:
            self._waiting -= 1
        answered = False
        try:
            if process is None or process.returncode is not None:
                process = await self._started()
            most = 2 * self.limits.seconds + _GRACE
            text = await asyncio.wait_for(_asked(process, line), most)
            answered = bool(text)
        except (TimeoutError, ValueError, ConnectionError):
            text = ""
        finally:
            if not answered:
                await _end(process)
                process = None
            self._free.put_nowait(process)
        if not text:
            raise LimitError("too much time or memory for one question, or too long an answer")
        return text

    async def _started(self) -> asyncio.subprocess.Process:
        limits = self.limits
        command = ("-m", "oddscalc", "ask", "-", "--seconds", f"{limits.seconds:g}")
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            limit=limits.answer,
            preexec_fn=_limiting(limits.memory),
        )


def _limiting(memory: int) -> Callable[[], None] | None:
    """Return what keeps a process to so many bytes; nothing where there is no such limit."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    return partial(resource.setrlimit, resource.RLIMIT_AS, (memory, memory))


async def _asked(process: asyncio.subprocess.Process, line: str) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line.encode() + b"\n")
    await process.stdin.drain()
    return (await process.stdout.readline()).decode().rstrip("\n")


async def _end(process: asyncio.subprocess.Process | None) -> None:
    if process is not None and process.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
