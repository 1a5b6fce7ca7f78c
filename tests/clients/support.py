"""What the client tests share: the binary, a record of what it says, and whole games."""

import logging
import os
import pathlib
import re

import chess.engine

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("JABBERWOCK", str(ROOT / "target" / "release" / "jabberwock"))

#: A game that has not ended by then is cut off; what was played is checked all the same.
LONGEST_GAME = 400

PROTOCOLS = {
    "xboard": chess.engine.SimpleEngine.popen_xboard,
    "uci": chess.engine.SimpleEngine.popen_uci,
}


class Record(logging.Handler):
    """Every line that engines print while it is attached to python-chess's log."""

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []
        self.complaints = []

    def emit(self, record):
        text = record.getMessage()
        if record.levelno >= logging.WARNING and "Rejecting feature" not in text:
            self.complaints.append(text)
        said = re.match(r".*?: >> (.*)", text)
        if said:
            self.lines.append(said.group(1))

    def claims(self):
        """The results the engines claimed, such as `1-0 {checkmate}`."""
        return [line for line in self.lines if re.match(r"(1-0|0-1|1/2-1/2)\b", line)]

    def errors(self):
        """Complaints of the engines about what the client said, and of the client about them."""
        bad = re.compile(r"(info string )?(Error|Illegal move|tellusererror)")
        return [line for line in self.lines if bad.match(line)] + self.complaints

    def __enter__(self):
        log = logging.getLogger("chess.engine")
        log.addHandler(self)
        log.setLevel(logging.DEBUG)
        log.propagate = False
        return self

    def __exit__(self, *_):
        logging.getLogger("chess.engine").removeHandler(self)


def play_game(protocol, board, is_over, seconds=0.02, ponder=False):
    """Two processes play `board` to its end. Returns what they said."""
    limit = chess.engine.Limit(time=seconds)
    with Record() as record:
        engines = [PROTOCOLS[protocol](BINARY) for _ in range(2)]
        try:
            while not is_over(board) and len(board.move_stack) < LONGEST_GAME:
                engine = engines[0 if board.turn == chess.WHITE else 1]
                result = engine.play(board, limit, game=id(board), ponder=ponder)
                if result.move is None:
                    raise AssertionError(f"no move at {board.fen()}")
                board.push(result.move)
        finally:
            for engine in engines:
                engine.quit()
    return record
