"""The process in which something is measured: ``python -m benchmarks.worker TASK ...``.

It tells each time as a line of JSON as soon as it is known, so that whoever waits can tell a slow
solver from a stuck one. Where two things are compared they are timed in turn.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from math import ceil
from time import perf_counter, process_time, thread_time
from typing import Any
from unittest.mock import patch

from benchmarks.bets import BETS, answered
from benchmarks.chains import PROBLEMS
from benchmarks.growth import grown
from benchmarks.peers import PEERS, Peer
from oddscalc._chain.rows import Rows
from oddscalc._chain.solve import integers
from oddscalc._chain.solve.forward import Flow

MOST_ROUNDS = 25

OURS_PER_ROUND = 3
"""How often ours is timed for each time of a peer, which is often a thousand times as long."""


def tell(**fact: Any) -> None:
    """Tell one fact."""
    sys.stdout.write(json.dumps(fact) + "\n")
    sys.stdout.flush()


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return how long *work* keeps the processor busy, and what it returns.

    Every solver here works in one thread; the clock of the whole process becomes coarse under a
    limit.
    """
    gc.collect()
    start = thread_time()
    done = work()
    return thread_time() - start, done


def rounds(seconds: float) -> Iterator[int]:
    """Count rounds until the time is used up; there is always one."""
    start = perf_counter()
    for number in range(MOST_ROUNDS):
        yield number
        if perf_counter() - start > seconds:
            return


@contextmanager
def plain_python() -> Iterator[None]:
    """Solve with Python's integers even where gmpy2 is installed."""
    with patch.object(integers, "_fastest", return_value=integers.PYTHON):
        yield


@contextmanager
def stopped_after(seconds: float) -> Iterator[None]:
    """Let the system stop this process when it has been busy for so many seconds more."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (ceil(process_time() + seconds), most))
    yield
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def solved(rows: Rows) -> tuple[list[Fraction], Fraction]:
    """Return our answer: the probability of each end, and the expected rolls."""
    flow = Flow(rows)
    return flow.arrived, flow.expected_rolls


def bits(answer: list[Fraction]) -> int:
    """Return the length of the longest denominator."""
    return max(one.denominator.bit_length() for one in answer)


def agree(ours: list[Fraction], theirs: list[Fraction], what: str) -> None:
    """Stop where two answers are not the very same fractions."""
    if ours != theirs:
        raise AssertionError(f"{what}: the answers differ")


def chain(key: str, seconds: str) -> None:
    """Time our solver on a problem, with Python's integers and with gmpy2's."""
    rows = PROBLEMS[key].rows()
    for number in rounds(float(seconds)):
        with plain_python():
            plain, (answer, rolls) = timed(lambda: solved(rows))
        fast, again = timed(lambda: solved(rows))
        if not number:
            agree([*answer, rolls], [*again[0], again[1]], f"{key}, plain and fast")
            tell(
                states=len(rows),
                edges=rows.edges,
                widest=max(map(len, rows.components())),
                ends=rows.ends,
                bits=bits(answer),
            )
        tell(plain=plain, fast=fast)


def peer(key: str, name: str, seconds: str, limit: str) -> None:
    """Time our solver, plain, and a peer's in turn on a problem."""
    rows = PROBLEMS[key].rows()
    asked = PEERS[name](rows)
    for number in rounds(float(seconds)):
        with plain_python():
            for _ in range(OURS_PER_ROUND):
                ours, (answer, _) = timed(lambda: solved(rows))
                tell(ours=ours)
        theirs = theirs_of(asked, float(limit))
        if not number:
            agree(answer, asked.fractions(theirs), f"{key}, {name}")


def theirs_of(asked: Peer, limit: float) -> Any:
    """Return a peer's answer, and tell the times it takes to load the chain and to solve it."""
    with stopped_after(limit):
        load, loaded = timed(asked.load)
        tell(load=load)
        solve, theirs = timed(partial(asked.solve, loaded))
        tell(solve=solve)
    return theirs


def bet(key: str, name: str, seconds: str, limit: str) -> None:
    """Time a bet from its TOML to the answer, and a peer's solving alone, in turn."""
    rows = PROBLEMS[key].rows()
    asked = PEERS[name](rows)
    with plain_python():
        _, rolls = solved(rows)
        answered(BETS[key])  # imports what it needs
        for number in rounds(float(seconds)):
            ours, solution = timed(lambda: answered(BETS[key]))
            tell(ours=ours)
            theirs = theirs_of(asked, float(limit))
            if not number:
                reached = [one for one in solution.probabilities.values() if one]
                expected = sorted(asked.fractions(theirs))
                agree([rolls, *expected], [solution.expected_rolls, *sorted(reached)], key)


def growth(family: str, size: str, seconds: str) -> None:
    """Time our solver on one size of a growing chain, and tell the memory it takes."""
    rows = grown(family, int(size))
    before = most_memory()
    with plain_python():
        for number in rounds(float(seconds)):
            spent, (answer, _) = timed(lambda: solved(rows))
            if not number:
                tell(rows_mb=before, peak_mb=most_memory(), states=len(rows))
                tell(edges=rows.edges, bits=bits(answer))
            tell(seconds=spent)


def most_memory() -> float:
    """Return the most memory that this process has taken, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


TASKS: dict[str, Callable[..., None]] = {
    "chain": chain,
    "peer": peer,
    "bet": bet,
    "growth": growth,
}

if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    TASKS[sys.argv[1]](*sys.argv[2:])
