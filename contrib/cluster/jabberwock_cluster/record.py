"""The record of a match whose games come from many machines."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .engine import Engine, EngineRefusal


class Record:
    """A file of games. Games are added only if the engine finds that they are of the same match and are
    not there yet."""

    def __init__(self, path: Path, engine: Engine, *, resume: bool) -> None:
        self.path = path
        self.engine = engine
        try:
            self.file = path.open("ab" if resume else "xb")
        except FileExistsError:
            raise EngineRefusal(f"error: {path} exists already; --resume continues the match in it") from None
        try:
            # The lock that the engine's own matches take.
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise EngineRefusal(f"error: {path}: another match records its games here") from None

    def add(self, parts: Sequence[bytes]) -> dict[str, Any]:
        """Adds the records of pairs; the results so far."""
        with tempfile.TemporaryDirectory(prefix="jabberwock-") as folder:
            paths = [Path(folder, f"part-{number}.pgn") for number in range(len(parts))]
            for path, part in zip(paths, parts, strict=True):
                path.write_bytes(part)
            report = self.engine.join([self.path, *paths])
        self.file.write(b"".join(parts))
        self.file.flush()
        os.fsync(self.file.fileno())
        return report

    def close(self) -> None:
        """Closes the file."""
        self.file.close()
