"""A Dask cluster. This room alone imports distributed, and only when a scheduler is named."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from collections.abc import Callable, Generator
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any

from oddscalc._chain.store import key_of
from oddscalc._sweeps.work import Batch, Grid, batch
from oddscalc._version import __version__
from oddscalc.errors import DataError, OddscalcError

if TYPE_CHECKING:
    from distributed import Client

_ADDRESS = re.compile(r"tcp://([^\s/:\[\]]+|\[[0-9a-f:]+\]):[0-9]{1,5}")
_PATIENCE = 30  # seconds for a scheduler to answer, and for a worker to be there
_AHEAD = 256  # batches given to the cluster before the first of them is written
_OTHER = f"has another oddscalc or sympy than the {__version__} that is installed here"
_one_at_a_time = Lock()  # of a worker with several threads: a batch never waits for anything else


def on_cluster(
    plan: Grid, form: str, points: range, scheduler: str
) -> Generator[Batch, None, None]:
    """Compute on the workers of *scheduler*: an ``Engine`` once the address is bound.

    Dask computes again what was lost with a worker.

    Raises:
        DataError: distributed is not installed, no scheduler answers, it has no workers, or they
            have another oddscalc.
    """
    with _client(scheduler) as client:
        _refuse_other_programs(client, scheduler)
        key, waiting = key_of("sweep"), deque[Any]()
        held = client.submit(_held, plan, pure=False)
        for chunk in plan.chunks(points.start, points.stop):
            waiting.append(client.submit(_work, held, form, chunk, key, pure=False))
            if len(waiting) > _AHEAD:
                yield _result(client, waiting.popleft(), scheduler)
        while waiting:
            yield _result(client, waiting.popleft(), scheduler)


def _client(scheduler: str) -> Client:
    """Return a client of *scheduler*, which has a worker."""
    if not _ADDRESS.fullmatch(scheduler):
        raise DataError(
            scheduler, ["no address of a scheduler; write tcp://host:8786"], code="malformed"
        )
    try:
        from distributed import Client
    except ImportError:
        install = 'a scheduler needs Dask: pip install "oddscalc[dask]"'
        raise DataError(scheduler, [install], code="not-installed") from None
    for name in ("distributed", "distributed.client"):  # what matters of theirs is told below
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        asyncio.run(_greet(scheduler))
        client = Client(scheduler, timeout=_PATIENCE, set_as_default=False)
    except OSError as error:
        reason = f" ({error})" if str(error) else ""
        raise DataError(
            scheduler, [f"no Dask scheduler answers there{reason}"], code="no-workers"
        ) from None
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        client.close()
        raise DataError(
            scheduler, [f"no worker within {_PATIENCE} seconds"], code="no-workers"
        ) from None
    return client


async def _greet(scheduler: str) -> None:
    """Return if a scheduler is there; Client itself waits forever for a port that is silent.

    Raises:
        OSError: none answers in time.
    """
    from distributed.comm import connect

    comm = await asyncio.wait_for(connect(scheduler, timeout=_PATIENCE), _PATIENCE)
    await comm.close()


def _refuse_other_programs(client: Client, scheduler: str) -> None:
    """Refuse a cluster without this oddscalc, which its scheduler and workers must all unpickle."""
    for place, answer in _everywhere(client, find_spec, "oddscalc").items():
        if answer is None:
            raise DataError(scheduler, [f"oddscalc is not installed on {place}"], code="no-workers")
    for place, answer in _everywhere(client, key_of, "sweep").items():
        if answer != key_of("sweep"):
            raise DataError(scheduler, [f"{place} {_OTHER}"], code="no-workers")


def _everywhere(client: Client, asked: Callable[[str], Any], argument: str) -> dict[str, Any]:
    """Return what *asked* returns on the scheduler and on each worker."""
    on_scheduler = client.run_on_scheduler(asked, argument)
    return {"the scheduler": on_scheduler, **client.run(asked, argument)}


def _result(client: Client, future: Any, scheduler: str) -> Batch:
    """Return what *future* comes to, for as long as there are a scheduler and a worker."""
    from distributed import CancelledError, KilledWorker
    from distributed.comm import CommClosedError

    while True:
        try:
            done: Batch = future.result(timeout=_PATIENCE)
            return done
        except TimeoutError:
            if not client.nthreads():
                raise DataError(scheduler, ["all workers are gone"], code="no-workers") from None
        except (CancelledError, CommClosedError):
            raise DataError(
                scheduler, ["the connection to the scheduler was lost"], code="no-workers"
            ) from None
        except KilledWorker:
            raise DataError(
                scheduler, ["a batch killed every worker it was given to"], code="no-workers"
            ) from None


def _held(plan: Grid) -> Grid:
    """Return *plan*: as a task, so that workers hold it, and get it again if it is lost."""
    return plan


def _work(plan: Grid, form: str, points: range, key: str) -> Batch:
    """Compute *points* on a worker, which must have the oddscalc of *key*."""
    if key_of("sweep") != key:
        raise OddscalcError(f"a worker {_OTHER}")
    with _one_at_a_time:
        return batch(plan, form, points)
