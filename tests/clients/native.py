"""Boards of every game of Jabberwock for python-chess, which itself has the rules of few.

A board holds the position texts of a game, and its moves are native turn texts of any form
(`deny`, `c1g5,g5f6@e5`, `{a1,b1=e2e4}`). The rules are those of `jabberwock inspect`.

    >>> import chess, chess.engine, native
    >>> engine = chess.engine.SimpleEngine.popen_uci(native.BINARY)
    >>> board = native.new_board("hop")
    >>> board.push_uci("e2e4")
    NativeMove(text='e2e4')
    >>> move = engine.play(board, chess.engine.Limit(nodes=1000)).move
    >>> board.push(move)
    >>> board.move_stack == [native.NativeMove("e2e4"), move]
    True
    >>> engine.quit()
"""

import atexit
import dataclasses
import functools
import json
import os
import pathlib
import re
import subprocess

import chess
import chess.engine

ROOT = pathlib.Path(__file__).resolve().parents[2]

#: The engine: `JABBERWOCK` in the environment, else the release build of this checkout.
BINARY = os.environ.get("JABBERWOCK", str(ROOT / "target" / "release" / "jabberwock"))

# python-chess ends a variation in UCI's `info` at the first word that does not begin like a
# coordinate move. Native turns may be any word, so it has to end at UCI's own words only.
chess.engine.UCI_REGEX = re.compile(
    r"(?!(depth|seldepth|time|nodes|pv|multipv|score|currmove|currmovenumber|hashfull|nps|tbhits"
    r"|sbhits|cpuload|ebf|wdl|string|refutation|currline)\Z)\S"
)


#: Games that XBoard knows by names of its own.
XBOARD_NAMES = ("normal", "fischerandom")


@functools.cache
def variants():
    """The games of the binary: for each a dictionary with `name`, `start`, `aliases` and more."""
    listing = subprocess.run([BINARY, "variants", "--json"], capture_output=True, check=True)
    return json.loads(listing.stdout)


@dataclasses.dataclass(frozen=True)
class NativeMove:
    """A turn in its native text."""

    text: str

    def uci(self):
        return self.text

    xboard = __str__ = uci


@dataclasses.dataclass(frozen=True)
class State:
    """A position of a game, and how the game has ended there (None before its end)."""

    text: str
    outcome: str | None


class Rules:
    """The rules of one game: a running `jabberwock inspect`."""

    def __init__(self, variant):
        self.variant = variant
        self._process = subprocess.Popen(
            [BINARY, "inspect", variant],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        atexit.register(self._close)

    def _close(self):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    @functools.lru_cache(maxsize=256)
    def _ask(self, line):
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer

    def inspect(self, position):
        """All that `inspect` says of a position. Raises ValueError if it is invalid."""
        return self._ask(position)

    def make(self, position, turn):
        """The canonical text of `turn` and the state after it. Raises ValueError if illegal."""
        answer = self._ask(f"{position}\t{turn}")
        return NativeMove(answer["turn"]), State(answer["after"], answer["outcome"])

    @functools.lru_cache(maxsize=256)
    def outcome_of_game(self, position, turns):
        """How the game of `turns` from `position` has ended, repetition included, which no
        position text shows: the claim at `go` over XBoard (engine-protocol.md, Ends)."""
        moves = [f"usermove {turn}" for turn in turns]
        start = ["xboard", "new", f"variant {self.variant}", "force", f"setboard {position}"]
        commands = [*start, *moves, "ping 1", "sd 1", "go", "ping 2"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
        with subprocess.Popen([BINARY], **pipes) as engine:
            print(*commands, sep="\n", file=engine.stdin, flush=True)
            for line in engine.stdout:
                if line == "pong 1\n":
                    break
            # Either the claim or, where the game goes on, a move, and then the pong.
            answer = engine.stdout.readline().strip()
            while engine.stdout.readline() != "pong 2\n":
                pass
            print("quit", file=engine.stdin)
        return None if answer.startswith("move ") else answer


class NativeBoard:
    """What `chess.engine` needs of a `chess.Board`, for one game: see `new_board`.

    It does not derive from `chess.Board`, whose other methods would answer by the rules of chess.
    """

    uci_variant: str
    xboard_variant: str
    starting_fen: str
    rules: Rules
    chess960 = False

    def __init__(self, fen=None):
        found = self.rules.inspect(self.starting_fen if fen is None else fen)
        self.move_stack = []
        self._states = [State(found["position"], found["outcome"])]

    @classmethod
    def _of(cls, states, moves=()):
        board = cls.__new__(cls)
        board.move_stack = list(moves)
        board._states = list(states)
        return board

    @property
    def turn(self):
        return chess.WHITE if self.fen().split()[1] == "w" else chess.BLACK

    @property
    def legal_moves(self):
        """The legal turns, none after the end of the game; None where they are too many to list."""
        turns = self.rules.inspect(self.fen()).get("turns")
        if turns is None:
            return None
        return [] if self._states[-1].outcome else [NativeMove(text) for text, _ in turns]

    def fen(self, **_):
        """The position text. The arguments of `chess.Board.fen` have no meaning here."""
        return self._states[-1].text

    def root(self):
        return self._of(self._states[:1])

    def copy(self, *, stack=True):
        return self._of(self._states, self.move_stack) if stack else self._of(self._states[-1:])

    def parse_uci(self, text):
        """The turn of this text. Raises ValueError if it is not legal."""
        return self.rules.make(self.fen(), text)[0]

    def push(self, move):
        """Makes a turn. Raises ValueError if it is not legal."""
        move, state = self.rules.make(self.fen(), move.text)
        self.move_stack.append(move)
        self._states.append(state)

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.push(move)
        return move

    parse_xboard = parse_uci
    push_xboard = push_uci

    def pop(self):
        self._states.pop()
        return self.move_stack.pop()

    def xboard(self, move, chess960=None):
        return move.text

    def result_text(self):
        """How the game has ended, such as `1-0 {checkmate}`; None before its end."""
        placements = [state.text.split(maxsplit=2)[:2] for state in self._states]
        if placements.count(placements[-1]) < 3:
            return self._states[-1].outcome
        turns = tuple(move.text for move in self.move_stack)
        return self.rules.outcome_of_game(self._states[0].text, turns)

    def outcome(self, *, claim_draw=False):
        """The end of the game in python-chess's terms; None before it."""
        text = self.result_text()
        if text is None:
            return None
        result, reason = text.rstrip("}").split(" {")
        winner = {"1-0": chess.WHITE, "0-1": chess.BLACK}.get(result)
        if reason in ("checkmate", "stalemate"):
            termination = chess.Termination[reason.upper()]
        elif winner is None:
            termination = chess.Termination.VARIANT_DRAW
        elif winner == self.turn:
            termination = chess.Termination.VARIANT_WIN
        else:
            termination = chess.Termination.VARIANT_LOSS
        return chess.Outcome(termination, winner)

    def __eq__(self, other):
        if not isinstance(other, NativeBoard):
            return NotImplemented
        return type(self) is type(other) and self.fen() == other.fen()

    __hash__ = None

    def __repr__(self):
        return f"new_board({self.uci_variant!r}, {self.fen()!r})"


@functools.cache
def board_class(variant):
    """The boards of a game: python-chess reads the name of the game off the class."""
    rows = [row for row in variants() if variant in (row["name"], *row["aliases"])]
    if not rows:
        raise ValueError(f"unknown variant: {variant}")
    name, aliases = rows[0]["name"], rows[0]["aliases"]
    members = {
        "uci_variant": name,
        "xboard_variant": next((own for own in XBOARD_NAMES if own in aliases), name),
        "starting_fen": rows[0]["start"],
        "rules": Rules(name),
    }
    return type("NativeBoard", (NativeBoard,), members)


def new_board(variant, fen=None):
    """A board of the game `variant`, at its start or at the position `fen`."""
    return board_class(variant)(fen)
