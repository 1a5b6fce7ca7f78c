"""Runs on real clusters of two processes, with workers that are lost and workers without the engine.

The binary is `$JABBERWOCK`; the package's dependencies must be installed.
"""

from __future__ import annotations

import json
import os
import re
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from typing import ClassVar

from distributed import Client, LocalCluster

HOME = Path(__file__).resolve().parents[1]
ROOT = HOME.parents[1]
BINARY = str(Path(os.environ.get("JABBERWOCK", ROOT / "target/release/jabberwock")).resolve())
#: How long anything may take, on a machine with other work.
PATIENCE = 300
MATCH = [
    "--variant",
    "hop",
    "--player",
    "self,name=a",
    "--player",
    "self,name=b,nodes=200",
    "--nodes",
    "80",
    "--longest",
    "60",
]


def engine(*arguments: str | Path) -> str:
    """What the engine prints."""
    run = subprocess.run(
        [BINARY, *map(str, arguments)], capture_output=True, text=True, check=True, timeout=PATIENCE
    )
    return run.stdout


def result_lines(text: str) -> list[str]:
    """The table and the result of a report: all below its first line."""
    lines = text.splitlines()
    begin = next(number for number, line in enumerate(lines) if line.split()[:2] == ["player", "games"])
    return lines[begin:]


def games(path: Path) -> dict[str, str]:
    """The turns of the games of a record by their numbers, without times."""
    found = {}
    for game in path.read_text().split("[Event ")[1:]:
        round_ = re.search(r'\[Round "(\d+)"\]', game)
        assert round_ is not None and round_[1] not in found
        turns = " ".join(game.split("\n\n", 1)[1].split())
        found[round_[1]] = re.sub(r" [0-9.]+s\}", "}", turns)
    return found


class OnTwoProcesses(unittest.TestCase):
    """All tests use one cluster of two processes; it starts a worker that is killed again."""

    cluster: ClassVar[LocalCluster]
    client: ClassVar[Client]

    @classmethod
    def setUpClass(cls) -> None:
        cls.cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
        cls.addClassCleanup(cls.cluster.close)
        cls.client = Client(cls.cluster)
        cls.addClassCleanup(cls.client.close)

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="jabberwock-cluster-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def start(self, command: str, *words: str | Path, engine: str = BINARY) -> subprocess.Popen[str]:
        """Starts `python -m jabberwock_cluster`."""
        where = ["--scheduler", self.cluster.scheduler_address, "--engine", engine]
        process = subprocess.Popen(
            [sys.executable, "-m", "jabberwock_cluster", command, *where, *map(str, words)],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(HOME)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.addCleanup(process.kill)
        return process

    def done(self, process: subprocess.Popen[str]) -> tuple[str, str]:
        """What a run has printed on standard output and error; it must succeed."""
        stdout, stderr = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0, stderr)
        return stdout, stderr

    def logging_engine(self) -> tuple[str, Path]:
        """An engine that writes the shards that it begins to a file."""
        log = self.folder / "begun"
        script = self.folder / "engine"
        script.write_text(
            f'#!/bin/sh\ncase "$*" in *--shard*) echo "$*" | sed \'s/.*--shard //;s/ .*//\' '
            f'>> "{log}";; esac\nexec "{BINARY}" "$@"\n'
        )
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        return str(script), log

    def test_a_match_with_a_worker_killed_is_the_match_of_one_process(self) -> None:
        whole = self.folder / "whole.pgn"
        words = [*MATCH, "--games", "24"]
        expected = engine("match", *words, "--record", whole)
        script, log = self.logging_engine()
        record = self.folder / "cluster.pgn"
        process = self.start("match", "--record", record, "--", *words, engine=script)
        deadline = time.monotonic() + PATIENCE
        killed = None
        while killed is None:
            self.assertLess(time.monotonic(), deadline, "no worker played a pair")
            self.assertIsNone(process.poll(), "the match was over too early")
            begun = log.read_text().split() if log.exists() else []
            played = record.read_bytes().count(b"[Round ") // 2 if record.exists() else 0
            playing = self.client.processing()
            busy = [address for address, tasks in playing.items() if tasks]
            if played >= 1 and len(begun) > played and busy:
                killed = self.client.run(os.getpid, workers=busy[:1])[busy[0]]
                os.kill(killed, signal.SIGKILL)
            time.sleep(0.005)
        stdout, stderr = self.done(process)
        self.assertEqual(result_lines(stdout), result_lines(expected), stderr)
        self.assertEqual(games(record), games(whole))
        begun = log.read_text().split()
        self.assertEqual(set(begun), {f"{pair}/12" for pair in range(1, 13)})
        self.assertGreater(len(begun), 12, "a pair was begun again")
        self.assertIn("12 of 12 pairs", stderr)

    def test_a_decided_test_stops_the_rest(self) -> None:
        words = "--variant hop --player material-2 --player random --games 400 --longest 80"
        words = f"{words} --sprt --elo0 0 --elo1 200 --alpha 0.2 --beta 0.2".split()
        record = self.folder / "test.pgn"
        stdout, stderr = self.done(self.start("match", "--record", record, "--", *words))
        self.assertTrue(stdout.endswith("H1 accepted\n"), stdout)
        self.assertIn("the test is decided after ", stderr)
        played = len(games(record))
        self.assertLess(played, 200)
        # What was interrupted is not in the record: it is a whole one, and can be continued.
        joined = json.loads(engine("match", "--join", record, "--json"))
        self.assertEqual(joined["games"], played)

    def test_an_interrupted_match_is_resumed(self) -> None:
        words = [*MATCH, "--games", "8"]
        record = self.folder / "games.pgn"
        part = engine("match", *words, "--shard", "2/4", "--record", record)
        self.assertIn("shard 2/4: 2 of 2 games", part)
        refused = self.start("match", "--record", record, "--", *words)
        _, stderr = refused.communicate(timeout=PATIENCE)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("games.pgn exists already; --resume", stderr)
        stdout, _ = self.done(self.start("match", "--resume", "--record", record, "--", *words))
        self.assertEqual(result_lines(stdout), result_lines(engine("match", *words)))
        longer = [*MATCH, "--games", "10"]
        stdout, _ = self.done(self.start("match", "--resume", "--record", record, "--", *longer))
        self.assertEqual(result_lines(stdout), result_lines(engine("match", *longer)))
        others = [*longer, "--seed", "2"]
        other = self.start("match", "--resume", "--record", record, "--", *others)
        before = record.read_bytes()
        _, stderr = other.communicate(timeout=PATIENCE)
        self.assertEqual(other.returncode, 2, stderr)
        self.assertIn("its seed is 1 and not 2", stderr)
        self.assertEqual(record.read_bytes(), before)

    def test_files_are_sent_and_bad_options_refused(self) -> None:
        (self.folder / "openings.txt").write_text("e2e4 g8f6@d5\nd2d4 g8f6@d5\n")
        words = [*MATCH, "--games", "4", "--openings", "openings.txt"]
        record = self.folder / "games.pgn"
        missing = self.start("match", "--record", record, "--", *words)
        _, stderr = missing.communicate(timeout=PATIENCE)
        self.assertEqual(missing.returncode, 2)
        self.assertIn("error: openings.txt: ", stderr)
        self.assertIn("on the worker tcp://", stderr)
        record.unlink()
        send = ["--send", "openings.txt"]
        self.done(self.start("match", *send, "--record", record, "--", *words))
        self.assertEqual(len(games(record)), 4)
        for bad, problem in [
            (["match", "--record", "new", "--", "--variant", "hop"], "--player"),
            (["match", "--record", "new", "--", *words, "--nodes", "x"], "--nodes"),
            (["annotate", "nowhere.pgn", "-o", "new", "--", "--nodes", "9"], "nowhere.pgn"),
            (["tune-data", "nochess", "--out", "new", "--parts", "2"], "nochess"),
        ]:
            run = self.start(*bad)
            _, stderr = run.communicate(timeout=PATIENCE)
            self.assertEqual(run.returncode, 2, stderr)
            self.assertIn(problem, stderr)
            self.assertFalse((self.folder / "new").exists())

    def test_annotations_keep_the_order_of_the_games(self) -> None:
        record, expected, out = (self.folder / name for name in ("games.pgn", "one.pgn", "many.pgn"))
        engine("match", *MATCH, "--games", "6", "--record", record)
        text = engine("annotate", record, "--nodes", "60", "-o", expected)
        stdout, _ = self.done(self.start("annotate", record, "-o", out, "--", "--nodes", "60"))
        self.assertEqual(stdout, text)
        self.assertEqual(out.read_bytes(), expected.read_bytes())

    def test_training_data_are_those_of_one_process(self) -> None:
        options = ["--games", "10", "--nodes", "40"]
        expected, out = self.folder / "one.data", self.folder / "many.data"
        text = engine("tune", "data", "chess", *options, "--out", expected)
        run = self.start("tune-data", "chess", "--out", out, "--parts", "4", "--", *options)
        stdout, _ = self.done(run)
        self.assertEqual(stdout, text)
        self.assertEqual(out.read_bytes(), expected.read_bytes())
        self.assertEqual(len(list(self.folder.glob("many.data*"))), 1)


class WorkersWithoutTheEngine(unittest.TestCase):
    """Clusters in which the binary is not everywhere."""

    def test_they_are_named_and_the_others_go_on(self) -> None:
        with tempfile.TemporaryDirectory(prefix="jabberwock-cluster-") as name:
            folder = Path(name)
            scheduler = folder / "scheduler.json"
            script = folder / "engine"
            begin = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
            begin += ["--no-dashboard", "--host", "127.0.0.1", "--port", "0"]
            begin += ["--scheduler-file", str(scheduler)]
            worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--no-dashboard"]
            worker += ["--scheduler-file", str(scheduler), "--nthreads", "1", "--host", "127.0.0.1"]
            worker += ["--local-directory", name]
            script.symlink_to(BINARY)
            path = os.environ.get("PATH", os.defpath)
            with_engine = {**os.environ, "PATH": f"{folder}{os.pathsep}{path}"}
            processes = []
            try:
                for command, env in [
                    (begin, os.environ),
                    ([*worker, "--name", "good"], with_engine),
                    ([*worker, "--name", "bare"], os.environ),
                ]:
                    quiet = subprocess.DEVNULL
                    processes.append(subprocess.Popen(command, env=env, stdout=quiet, stderr=quiet))
                    deadline = time.monotonic() + PATIENCE
                    while not scheduler.exists() or not scheduler.read_text():
                        self.assertLess(time.monotonic(), deadline, "the scheduler did not start")
                        time.sleep(0.05)
                address = json.loads(scheduler.read_text())["address"]
                with Client(address) as client:
                    client.wait_for_workers(2, timeout=PATIENCE)
                words = ["--scheduler", address, "--engine", "engine", "--record", folder / "games.pgn"]
                words += ["--", *MATCH, "--games", "6"]
                run = subprocess.run(
                    [sys.executable, "-m", "jabberwock_cluster", "match", *map(str, words)],
                    env={**with_engine, "PYTHONPATH": str(HOME)},
                    capture_output=True,
                    text=True,
                    timeout=PATIENCE,
                    check=False,
                )
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn("not used: bare (tcp://127.0.0.1:", run.stderr)
                self.assertIn("engine is not there, or cannot be run", run.stderr)
                self.assertIn("6 of 6 games", run.stdout)
            finally:
                for process in reversed(processes):
                    process.terminate()
                    process.wait()


if __name__ == "__main__":
    unittest.main()
