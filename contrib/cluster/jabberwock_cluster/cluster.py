"""A Dask cluster as a place where the engine runs."""

from __future__ import annotations

import sys
import threading
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import cloudpickle
from distributed import Client, LocalCluster, as_completed
from distributed.scheduler import KilledWorker

from . import worker
from .worker import EnginePlugin, Output, keep, run_engine, stop_engine

# Workers need not have this package.
cloudpickle.register_pickle_by_value(worker)


class ByValue:
    """A function that is unpickled where its module is not installed."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    def __call__(self, *arguments: Any) -> Any:  # noqa: ANN401
        """Calls it."""
        return self.function(*arguments)

    def __reduce__(self) -> tuple[Callable[[bytes], Any], tuple[bytes]]:
        return cloudpickle.loads, (cloudpickle.dumps(self.function),)


class NoWorkerError(Exception):
    """No worker can run the engine."""


def say(text: str) -> None:
    """Prints a line for the one who waits."""
    print(text, file=sys.stderr, flush=True)


class Cluster:
    """Runs tasks where the engine is."""

    def __init__(self, client: Client, engine: str, version: str) -> None:
        self.client = client
        # Several runs may use a cluster at the same time.
        self.run = f"jabberwock-{uuid.uuid4().hex}"
        # Events are read by the thread that receives them and by the one that waits.
        self._lock = threading.Lock()
        self._usable: set[str] = set()
        self._unusable: set[str] = set()
        self._changed = threading.Event()
        client.subscribe_topic(self.run, self._on_event)
        client.register_plugin(EnginePlugin(self.run, engine, version))
        self._read_events()

    def _on_event(self, event: tuple[float, Any]) -> None:
        _, message = event
        address = message["worker"]
        with self._lock:
            if address in self._unusable:
                return
            if message["usable"]:
                self._usable.add(address)
            else:
                self._unusable.add(address)
                self._usable.discard(address)
                say(f"not used: {message['problem']}")
        self._changed.set()

    def _read_events(self) -> None:
        """Reads the events so far. The scheduler may have begun to send them only after the first ones."""
        for event in self.client.get_events(self.run):
            self._on_event(event)

    def wait(self) -> None:
        """Waits for a worker that has the engine."""
        if not self.known():
            say("waiting for workers")
        while not self._usable:
            self._changed.wait(timeout=1)
            self._changed.clear()
            self._read_events()
            known = self.known()
            if known and known <= self._unusable:
                raise NoWorkerError("no worker can run the engine")

    def known(self) -> set[str]:
        """The addresses of the workers that are there."""
        return set(self.client.scheduler_info(n_workers=-1)["workers"])

    def workers(self) -> int:
        """The number of workers that have the engine."""
        return len(self._usable & self.known())

    def outputs(
        self,
        tasks: dict[int, Sequence[str]],
        files: dict[str, bytes],
        result: str,
    ) -> Iterator[dict[int, Output | None]]:
        """Runs the engine with each task's arguments in a folder with `files`, and gives the outputs as
        they come, several at a time if several have come. A task whose worker is lost is run again on
        another one; it is `None` if too many workers were lost with it."""
        self.wait()
        kept = self.client.submit(ByValue(keep), files, key=f"{self.run}-files") if files else files
        count = len(tasks)
        submitted = self.client.map(
            ByValue(run_engine),
            [list(arguments) for arguments in tasks.values()],
            [self.run] * count,
            [kept] * count,
            [result] * count,
            key=[f"{self.run}-{number}" for number in tasks],
            resources={self.run: 1},
            pure=False,
        )
        futures = dict(zip(submitted, tasks, strict=True))
        try:
            for batch in as_completed(futures, with_results=False).batches():
                outputs: dict[int, Output | None] = {}
                for future in batch:
                    try:
                        outputs[futures[future]] = Output(**future.result())
                    except KilledWorker:
                        outputs[futures[future]] = None
                    future.release()
                yield outputs
        finally:
            self.client.cancel(list(futures), force=True)
            self.client.run(stop_engine, self.run, on_error="ignore")


@contextmanager
def connected(scheduler: str | None, local: int | None, engine: str, version: str) -> Iterator[Cluster]:
    """A cluster by its scheduler's address, or one of so many processes on this machine."""
    own = None
    if scheduler is None:
        own = LocalCluster(n_workers=local or 1, threads_per_worker=1, processes=True, dashboard_address=None)
    client = Client(own if own is not None else scheduler)
    try:
        cluster = Cluster(client, engine, version)
        try:
            yield cluster
        finally:
            client.unregister_worker_plugin(cluster.run)
    finally:
        client.close()
        if own is not None:
            own.close()
