"""How many positions of chess a second: their legal turns, here and in python-chess.

    python crates/python/benches/turns.py

Both sides get the same positions, of games of random turns, and must give the same turns. They take
turns; the medians of the rounds by processor time are printed, and their ratio.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable

import chess

from jabberwock import Position


def random_boards(count: int, seed: int) -> list[chess.Board]:
    """Positions of games of random turns, none with its game over."""
    rng = random.Random(seed)
    boards: list[chess.Board] = []
    board = chess.Board()
    while len(boards) < count:
        if board.is_game_over(claim_draw=True) or board.ply() > 120:
            board = chess.Board()
        boards.append(board.copy())
        board.push(rng.choice(list(board.legal_moves)))
    return boards


def seconds(work: Callable[[], int]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def walk_positions(position: Position, depth: int) -> int:
    """The positions up to `depth` turns from here, whose turns are listed."""
    turns = position.turns()
    if depth == 0:
        return 1
    return 1 + sum(walk_positions(position.play(turn), depth - 1) for turn in turns)


def walk_boards(board: chess.Board, depth: int) -> int:
    moves = list(board.legal_moves)
    if depth == 0:
        return 1
    total = 1
    for move in moves:
        board.push(move)
        total += walk_boards(board, depth - 1)
        board.pop()
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    boards = random_boards(arguments.positions, arguments.seed)
    texts = [board.fen(en_passant="fen") for board in boards]
    positions = [Position("chess", text) for text in texts]
    for board, position in zip(boards, positions, strict=True):
        assert sorted(move.uci() for move in board.legal_moves) == position.turns(), board.fen()
    start, root = Position("chess"), chess.Board()
    walked = walk_positions(start, 2)
    assert walked == walk_boards(root, 2)
    tasks: list[tuple[str, int, Callable[[], int], Callable[[], int]]] = [
        (
            "turns as texts",
            len(boards),
            lambda: sum(len(position.turns()) for position in positions),
            lambda: sum(len([move.uci() for move in board.legal_moves]) for board in boards),
        ),
        (
            "turns as texts, python-chess: move objects",
            len(boards),
            lambda: sum(len(position.turns()) for position in positions),
            lambda: sum(len(list(board.legal_moves)) for board in boards),
        ),
        (
            "position read from its text, turns",
            len(boards),
            lambda: sum(len(Position("chess", text).turns()) for text in texts),
            lambda: sum(len(list(chess.Board(text).legal_moves)) for text in texts),
        ),
        (
            "each turn played (pushed, popped), turns",
            walked,
            lambda: walk_positions(start, 2),
            lambda: walk_boards(root, 2),
        ),
    ]
    print("positions a second: jabberwock, python-chess, ratio")
    for name, count, ours, theirs in tasks:
        times = [(seconds(ours), seconds(theirs)) for _ in range(arguments.rounds)]
        one, other = (count / statistics.median(column) for column in zip(*times, strict=True))
        print(f"{name}: {one:,.0f}, {other:,.0f}, {one / other:.1f}")


if __name__ == "__main__":
    main()
