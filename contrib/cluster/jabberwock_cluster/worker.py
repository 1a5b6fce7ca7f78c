"""What runs on the workers.

This module is sent to them by value: a worker needs Dask and the engine's binary, not this package. It
therefore uses no other module of the package.
"""

from __future__ import annotations

import dataclasses
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from distributed import Reschedule, get_worker
from distributed.diagnostics.plugin import WorkerPlugin

if TYPE_CHECKING:
    from distributed import Worker

#: Seconds that `--version` may take.
PATIENCE = 60


class EngineError(Exception):
    """The engine cannot be run."""


@dataclasses.dataclass
class Output:
    """What a run of the engine has left."""

    worker: str
    #: The exit status.
    status: int
    #: The file that it was to write, if it is there.
    written: bytes | None
    stdout: str
    stderr: str


def find_engine(engine: str) -> str:
    """The absolute path of the binary: a path, or a name that is looked up in PATH."""
    path = shutil.which(engine)
    if path is None:
        raise EngineError(f"{engine} is not there, or cannot be run")
    return os.path.abspath(path)


def version_of(path: str) -> str:
    """The version that the binary prints."""
    try:
        run = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise EngineError(f"{path}: {error}") from error
    if run.returncode != 0:
        raise EngineError(f"{path} --version: {run.stderr.strip() or f'status {run.returncode}'}")
    return run.stdout.strip()


class EnginePlugin(WorkerPlugin):
    """Finds the engine on a worker. A worker with the right version offers a resource with the name of
    the run, as many as tasks may run there at the same time; tasks are sent only where it is."""

    def __init__(self, name: str, engine: str, version: str) -> None:
        #: The name of the run, of its resource, and of the topic of its events.
        self.name = name
        self.engine = engine
        self.version = version
        self.worker: Worker | None = None
        self.running: set[subprocess.Popen[str]] = set()
        self.stopped = False

    def __getstate__(self) -> dict[str, object]:
        return {"name": self.name, "engine": self.engine, "version": self.version}

    def __setstate__(self, state: dict[str, str]) -> None:
        self.__init__(**state)

    async def setup(self, worker: Worker) -> None:
        """Called on every worker, also on those that come later."""
        self.worker = worker
        try:
            found = version_of(find_engine(self.engine))
            if found != self.version:
                raise EngineError(f"{self.engine} is {found!r} and not {self.version!r}")
        except EngineError as error:
            self.report(str(error))
            return
        await worker.set_resources(**{self.name: worker.state.nthreads})
        worker.log_event(self.name, {"worker": worker.address, "usable": True})

    def teardown(self, worker: Worker) -> None:
        """Called when the worker is closed, or the run is over."""
        self.stop()

    def report(self, problem: str) -> None:
        """Tells the one who runs the cluster that this worker is not used."""
        assert self.worker is not None
        where = f"{self.worker.name} ({self.worker.address})"
        event = {"worker": self.worker.address, "usable": False, "problem": f"{where}: {problem}"}
        self.worker.log_event(self.name, event)

    def lose_engine(self, problem: str) -> None:
        """The binary has gone: nothing more is sent here."""
        assert self.worker is not None
        self.report(problem)
        self.worker.loop.add_callback(self.worker.set_resources, **{self.name: 0})

    def stop(self) -> None:
        """Ends the engine's runs on this worker."""
        self.stopped = True
        for process in list(self.running):
            process.terminate()

    def run(self, arguments: list[str], files: dict[str, bytes], result: str) -> dict[str, Any]:
        """Runs the engine in an empty folder that has `files`; the fields of an `Output`."""
        assert self.worker is not None
        with tempfile.TemporaryDirectory(prefix="jabberwock-") as folder:
            for name, content in files.items():
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            try:
                process = subprocess.Popen(
                    [find_engine(self.engine), *arguments],
                    cwd=folder,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    text=True,
                )
            except (EngineError, OSError) as error:
                self.lose_engine(str(error))
                raise Reschedule from error
            self.running.add(process)
            try:
                if self.stopped:
                    process.terminate()
                stdout, stderr = process.communicate()
            finally:
                self.running.discard(process)
            path = Path(folder, result)
            written = path.read_bytes() if path.is_file() else None
        output = Output(self.worker.address, process.returncode, written, stdout, stderr)
        # The class is not known where the output goes, since this module is sent by value.
        return dataclasses.asdict(output)


def keep(files: dict[str, bytes]) -> dict[str, bytes]:
    """The task that has the files of a run. The scheduler makes them again if their workers are lost."""
    return files


def run_engine(arguments: list[str], run: str, files: dict[str, bytes], result: str) -> dict[str, Any]:
    """The task: runs the engine, and gives the fields of an `Output`, for the file `result`."""
    plugin = get_worker().plugins[run]
    return plugin.run(arguments, files, result)


def stop_engine(run: str, dask_worker: Worker) -> None:
    """Ends what the engine does on a worker for this run."""
    plugin = dask_worker.plugins.get(run)
    if plugin is not None:
        plugin.stop()
