"""`jabberwock board` as a process, and the sessions of the same program to compare it with."""

import contextlib
import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]

#: The program: `JABBERWOCK` in the environment, else the release build of this checkout.
BINARY = os.environ.get("JABBERWOCK", str(ROOT / "target" / "release" / "jabberwock"))

#: Seconds after which a state that does not come counts as a failure. No test waits so long unless it fails.
PATIENCE = 120


def free_port():
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A server on a port of its own, which prints its address when it is ready."""

    def __init__(self, *arguments, port=None):
        self._start(["board", *arguments, "--no-open", "--port", str(port or free_port())], "stdout")

    def _start(self, arguments, stream):
        """Starts the program, which prints the address at the end of its first line on `stream`."""
        streams = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, stream: subprocess.PIPE}
        self.process = subprocess.Popen([BINARY, *arguments], stdin=subprocess.DEVNULL, text=True, **streams)
        self.output = getattr(self.process, stream)
        if not select.select([self.output], [], [], PATIENCE)[0]:
            self.kill()
            raise TimeoutError("the server prints no address")
        self.address = self.output.readline().split()[-1]
        parts = urllib.parse.urlsplit(self.address)
        self.host = parts.netloc
        self.port = parts.port
        self.key = urllib.parse.parse_qs(parts.query)["key"][0]

    def interrupt(self):
        """Ends the server as Ctrl-C does; its exit status."""
        self.process.send_signal(signal.SIGINT)
        return self._ended()

    def kill(self):
        self.process.kill()
        return self._ended()

    def _ended(self):
        status = self.process.wait(PATIENCE)
        self.output.close()
        return status


class Match(Server):
    """A match that is shown, by `jabberwock match`."""

    def __init__(self, *arguments):
        self._start(["match", *arguments, "--board", str(free_port())], "stderr")


@contextlib.contextmanager
def running(*arguments, kind=Server):
    """A server for the length of a `with` block."""
    server = kind(*arguments)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


class Sessions:
    """`jabberwock inspect` of each game, asked a line at a time."""

    def __init__(self):
        self.processes = {}

    def after(self, variant, position, turn):
        """What a turn leads to: `turn`, `after`, `outcome`."""
        process = self.processes.get(variant)
        if process is None:
            process = self.processes[variant] = subprocess.Popen(
                [BINARY, "inspect", variant], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        process.stdin.write(f"{position}\t{turn}\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer

    def close(self):
        for process in self.processes.values():
            process.stdin.close()
            process.stdout.close()
            process.wait(PATIENCE)
