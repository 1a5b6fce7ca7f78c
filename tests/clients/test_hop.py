"""Whole games of Hop Chess under python-chess, on a board that carries native text."""

import unittest

import chess
import chess.engine

from native import NativeBoard, Rules
from support import BINARY, PROTOCOLS, play_game


class HopBoard(NativeBoard):
    uci_variant = "hop"
    xboard_variant = "hop"
    starting_fen = chess.STARTING_FEN + " -/-"


class Hop(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        HopBoard.rules = Rules("hop")

    @classmethod
    def tearDownClass(cls):
        HopBoard.rules.close()

    def test_a_game_over_xboard_ends_with_the_right_claim(self):
        board = HopBoard()
        record = play_game("xboard", board, lambda board: board.end() is not None)
        self.assertEqual(record.errors(), [])
        expected = [board.end()] if board.end() else []
        self.assertEqual(record.claims(), expected, board.fen())

    def test_a_game_over_uci(self):
        board = HopBoard()
        record = play_game("uci", board, lambda board: board.end() is not None)
        self.assertEqual(record.errors(), [])

    def test_lines_are_native_turns_that_can_be_played(self):
        board = HopBoard()
        with PROTOCOLS["uci"](BINARY) as engine:
            info = engine.analyse(board, chess.engine.Limit(depth=4))
        self.assertGreaterEqual(len(info["pv"]), 2)
        for move in info["pv"]:
            board.push(move)

    def test_python_chess_refuses_a_turn_that_is_not_legal(self):
        with self.assertRaises(ValueError):
            HopBoard().parse_uci("e2e4@e5")


if __name__ == "__main__":
    unittest.main()
