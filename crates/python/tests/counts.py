"""Known counts of turns, which independent implementations have found: those of every game's folder."""

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[3]

#: The largest count that is made one by one.
LIMIT = 2_000_000


class Count(NamedTuple):
    """One line: so many sequences of `depth` turns begin at `text`."""

    game: str
    text: str
    depth: int
    turns: int


def files() -> list[Path]:
    return sorted((ROOT / "crates" / "variants" / "src").glob("*/perft.txt"))


def counts() -> list[Count]:
    """`name ; position ; depth ; turns`; without a depth it is 1."""
    found = []
    for path in files():
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                game, text, *depth, turns = (field.strip() for field in line.split(" ; "))
                found.append(Count(game, text, int(*depth) if depth else 1, int(turns)))
    return found
