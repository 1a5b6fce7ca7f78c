"""Games related to chess that no other engine plays: their rules, positions, and a search.

>>> import jabberwock
>>> position = jabberwock.Position("hop", turns="e2e4 g8f6@d5")
>>> len(position.turns())
928
>>> jabberwock.Engine().search(position, depth=2).turn
'f1e2@a3'

`docs/python.md` of the project is the guide.
"""

from ._jabberwock import (
    Engine,
    Game,
    Line,
    Outcome,
    Position,
    Score,
    Search,
    SearchResult,
    __version__,
    games,
)

__all__ = [
    "Engine",
    "Game",
    "Line",
    "Outcome",
    "Position",
    "Score",
    "Search",
    "SearchResult",
    "__version__",
    "games",
]
