"""What the client tests share: engines, a record of what they print, and whole games."""

import collections
import contextlib
import faulthandler
import logging
import re

import chess.engine

from native import BINARY

#: A game that has not ended after this many turns is cut off; what was played is checked.
LONGEST_GAME = 400

#: Nodes a turn of White and of Black. The stronger side wins many games, so that most of them end.
NODES = (2000, 5)

#: Seconds after which the tests are ended because an engine hangs. Searches are limited by nodes and
#: depth, so that results do not depend on the speed of the machine.
PATIENCE = 1200

faulthandler.dump_traceback_later(PATIENCE, exit=True)

PROTOCOLS = {
    "xboard": chess.engine.SimpleEngine.popen_xboard,
    "uci": chess.engine.SimpleEngine.popen_uci,
}

#: Engines that no test is using, by protocol.
IDLE = collections.defaultdict(list)


@contextlib.contextmanager
def engines(protocol, count):
    """`count` engine processes that speak `protocol` with python-chess. Later tests reuse them
    for other games, unless this one fails."""
    idle = IDLE[protocol]
    while len(idle) < count:
        idle.append(PROTOCOLS[protocol](BINARY, timeout=PATIENCE))
    taken = [idle.pop() for _ in range(count)]
    try:
        yield taken
    except BaseException:
        for engine in taken:
            engine.close()
        raise
    idle.extend(taken)


@contextlib.contextmanager
def one_engine(protocol):
    """One process that speaks `protocol`, as by `engines`."""
    with engines(protocol, 1) as [engine]:
        yield engine


def quit_engines():
    """Ends the engines that wait for another test: they keep Python from exiting."""
    for idle in IDLE.values():
        while idle:
            idle.pop().quit()


class Record(logging.Handler):
    """Every line that engines print while it is attached to python-chess's log."""

    #: Warnings of python-chess about what the protocol prescribes.
    EXPECTED = re.compile(
        r"Rejecting feature|Unexpected engine output: '(stat01|1-0|0-1|1/2-1/2)\b"
    )

    def __init__(self):
        super().__init__(logging.DEBUG)
        self.lines = []
        self.complaints = []

    def emit(self, record):
        text = record.getMessage()
        if record.levelno >= logging.WARNING and not self.EXPECTED.search(text):
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


def play_game(protocol, board, is_over, turns=LONGEST_GAME, nodes=NODES, ponder=False):
    """Two processes play `board` to its end, or for so many turns, and are told the result.

    Returns a record of their output: over XBoard each claims the result of a game that has ended.
    """
    game = object()
    with Record() as record, engines(protocol, 2) as (black, white):
        while not is_over(board) and len(board.move_stack) < turns:
            engine, limit = (white, nodes[0]) if board.turn == chess.WHITE else (black, nodes[1])
            limit = chess.engine.Limit(nodes=limit)
            result = engine.play(board, limit, game=game, ponder=ponder)
            if result.move is None:
                raise AssertionError(f"no move at {board.fen()}")
            board.push(result.move)
        for engine in (white, black):
            engine.send_game_result(board)
            engine.ping()
    return record
