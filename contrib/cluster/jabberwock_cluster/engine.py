"""The engine on this machine, which is asked about games."""

from __future__ import annotations

import json
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .worker import find_engine, version_of


class EngineRefusal(Exception):
    """The engine has refused arguments or files; its message."""


class Engine:
    """The binary on this machine."""

    def __init__(self, name: str) -> None:
        self.path = find_engine(name)
        self.version = version_of(self.path)

    def run(self, *arguments: str | Path) -> str:
        """What the engine prints."""
        command = [self.path, *map(str, arguments)]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise EngineRefusal(run.stderr.strip())
        return run.stdout

    def pairings(self, options: Sequence[str], record: Path | None = None) -> tuple[int, list[int]]:
        """The number of pairs of games of a match, and the numbers of those that are to be played: all,
        or those that a record of the match does not have."""
        resumed = ["--resume", "--record", str(record)] if record is not None else []
        pairings = json.loads(self.run("match", *options, *resumed, "--pairings", "--json"))
        games = Counter(game["pair"] for game in pairings["games"])
        if 1 in games.values():
            raise EngineRefusal(
                f"error: {record} has one game of a pair; `jabberwock match --resume` completes it"
            )
        return pairings["pairs"], list(games)

    def join(self, records: Sequence[Path]) -> dict[str, Any]:
        """The results of the games in records of a match."""
        return json.loads(self.run("match", "--join", *records, "--json"))
