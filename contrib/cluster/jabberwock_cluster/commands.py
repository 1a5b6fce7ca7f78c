"""The commands: matches, annotations, training data."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from .cluster import Cluster, say
from .engine import Engine, EngineRefusal
from .record import Record
from .worker import Output

#: Seconds between lines of progress.
INTERVAL = 2.0
#: The name of the file that a task writes, in its own folder.
RESULT = "result"


def checked(output: Output) -> bytes:
    """What a run has written; it must have succeeded."""
    if output.status != 0 or output.written is None:
        problem = output.stderr.strip() or f"status {output.status}"
        raise EngineRefusal(f"{problem}\n(on the worker {output.worker})")
    return output.written


class Progress:
    """Lines on standard error, now and then."""

    def __init__(self, cluster: Cluster, total: int, what: str) -> None:
        self.cluster = cluster
        self.total = total
        self.what = what
        self.last = float("-inf")

    def show(self, done: int, more: str = "") -> None:
        """Says how much is done, unless that was said just now."""
        now = time.monotonic()
        if now - self.last >= INTERVAL or done == self.total:
            self.last = now
            say(f"{done} of {self.total} {self.what}, workers: {self.cluster.workers()}{more}")


def match(
    cluster: Cluster,
    engine: Engine,
    options: Sequence[str],
    files: dict[str, bytes],
    path: Path,
    *,
    resume: bool,
    as_json: bool,
) -> int:
    """Plays a match; the exit status."""
    total, todo = engine.pairings(options, path if resume else None)
    record = Record(path, engine, resume=resume)
    lost: list[int] = []
    try:
        tasks = {pair: ["match", *options, "--shard", f"{pair}/{total}", "--record", RESULT] for pair in todo}
        lost = play(cluster, record, tasks, files, total)
    finally:
        record.close()
        if path.stat().st_size > 0:
            output = engine.run("match", "--join", path, *(["--json"] if as_json else []))
            sys.stdout.write(output)
    for pair in lost:
        say(f"pair {pair} was not played: too many workers were lost with it")
    return 1 if lost else 0


def play(
    cluster: Cluster,
    record: Record,
    tasks: dict[int, list[str]],
    files: dict[str, bytes],
    total: int,
) -> list[int]:
    """Plays pairs until all are recorded or the match's test is decided; the pairs that were lost."""
    lost: list[int] = []
    progress = Progress(cluster, total, "pairs")
    done = total - len(tasks)
    for batch in cluster.outputs(tasks, files, RESULT):
        parts = []
        for pair, output in batch.items():
            if output is None:
                lost.append(pair)
            else:
                parts.append(checked(output))
        if not parts:
            continue
        # One batch is one look of the sequential test.
        report = record.add(parts)
        done += len(parts)
        progress.show(done, score(report))
        test = report["sprt"]
        if test is not None and test["accepted"] is not None:
            say(f"the test is decided after {done} of {total} pairs")
            break
    return lost


def score(report: dict[str, Any]) -> str:
    """The first player's results so far."""
    player = report["players"][0]
    total = player["total"]
    text = f"; {player['name']}: +{total['won']} ={total['drawn']} -{total['lost']}"
    if report["sprt"] is not None:
        text += f", LLR {report['sprt']['llr']:.2f}"
    return text


def annotate(
    cluster: Cluster,
    engine: Engine,
    options: Sequence[str],
    record: Path,
    path: Path,
) -> int:
    """Annotates the games of a record, which keep their order; the exit status."""
    listed, status = listed_games(engine, record)
    count = max(listed, default=0)
    tasks = {
        game: ["annotate", record.name, *options, "--shard", f"{game}/{count}", "-o", RESULT]
        for game in listed
    }
    files = {record.name: record.read_bytes()}
    progress = Progress(cluster, len(tasks), "games")
    done = 0
    lost = []
    with path.open("xb") as out:
        for game, output in in_order(cluster.outputs(tasks, files, RESULT), list(tasks)):
            done += 1
            if output is None:
                lost.append(game)
                continue
            if output.written is None or output.status not in (0, 2):
                checked(output)
            if output.status != 0:
                # The game is annotated up to where it can be read.
                status = output.status
            assert output.written is not None
            out.write(output.written)
            out.flush()
            os.fsync(out.fileno())
            sys.stdout.write(output.stdout)
            sys.stdout.flush()
            progress.show(done)
    for game in lost:
        say(f"game {game} was not annotated: too many workers were lost with it")
    return 1 if lost else status


def listed_games(engine: Engine, record: Path) -> tuple[list[int], int]:
    """The numbers of the games that can be read, and the exit status that the others make."""
    command = [engine.path, "annotate", str(record), "--list", "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    games = [json.loads(line)["game"] for line in run.stdout.splitlines()]
    if not games:
        raise EngineRefusal(run.stderr.strip())
    if run.returncode != 0:
        say(run.stderr.strip())
    return games, run.returncode


def in_order(
    batches: Iterator[dict[int, Output | None]], numbers: Sequence[int]
) -> Iterator[tuple[int, Output | None]]:
    """Outputs in the order of `numbers`; those that come early wait."""
    waiting: dict[int, Output | None] = {}
    left = list(reversed(numbers))
    for batch in batches:
        waiting.update(batch)
        while left and left[-1] in waiting:
            number = left.pop()
            yield number, waiting.pop(number)


def tune_data(
    cluster: Cluster,
    engine: Engine,
    variant: str,
    options: Sequence[str],
    path: Path,
    parts: int,
) -> int:
    """Plays the games of `tune data` in so many parts; the exit status. The parts are kept in files
    beside the result until all are there, so the same command goes on after an interruption."""
    if path.exists():
        raise EngineRefusal(f"error: {path} exists already; move it away")
    paths = {part: path.with_name(f"{path.name}.{part}-of-{parts}") for part in range(1, parts + 1)}
    tasks = {
        part: ["tune", "data", variant, *options, "--shard", f"{part}/{parts}", "--out", RESULT]
        for part, file in paths.items()
        if not file.exists()
    }
    progress = Progress(cluster, parts, "parts")
    done = parts - len(tasks)
    lost = []
    for batch in cluster.outputs(tasks, {}, RESULT) if tasks else ():
        for part, output in batch.items():
            if output is None:
                lost.append(part)
                continue
            new = paths[part].with_name(paths[part].name + ".new")
            new.write_bytes(checked(output))
            new.replace(paths[part])
            done += 1
        progress.show(done)
    if lost:
        for part in sorted(lost):
            say(f"part {part} was not played: too many workers were lost with it")
        return 1
    sys.stdout.write(engine.run("tune", "data", variant, "--join", *paths.values(), "--out", path))
    for file in paths.values():
        file.unlink()
    return 0
