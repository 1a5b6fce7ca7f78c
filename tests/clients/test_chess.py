"""Whole games of chess under python-chess, which knows the rules and checks every move."""

import unittest

import chess
import chess.engine

from support import LONGEST_GAME, PROTOCOLS, Record, one_engine, play_game, quit_engines


def end(board):
    """The end of the game as python-chess sees it, in the engine's words; None before it."""
    if board.is_checkmate():
        return "0-1 {checkmate}" if board.turn == chess.WHITE else "1-0 {checkmate}"
    if board.is_stalemate():
        return "1/2-1/2 {stalemate}"
    if board.is_repetition(3):
        return "1/2-1/2 {repetition}"
    if board.halfmove_clock >= 100:
        return "1/2-1/2 {100 plies}"
    if board.is_insufficient_material():
        return "1/2-1/2 {dead position}"
    return None


def tearDownModule():
    quit_engines()


class Chess(unittest.TestCase):
    def check_game(self, protocol, fen=chess.STARTING_FEN, **options):
        board = chess.Board(fen)
        record = play_game(protocol, board, lambda board: end(board) is not None, **options)
        self.assertEqual(record.errors(), [])
        return board, record

    def test_a_game_over_xboard_ends_with_the_right_claim(self):
        board, record = self.check_game("xboard")
        claims = [end(board)] * 2 if end(board) else []
        self.assertEqual(record.claims(), claims, board.fen())

    def test_an_ending_over_xboard_is_won_and_claimed(self):
        board, record = self.check_game("xboard", "8/8/8/4k3/8/8/1R6/R3K3 w Q - 0 1")
        self.assertEqual(end(board), "1-0 {checkmate}")
        self.assertEqual(record.claims(), ["1-0 {checkmate}"] * 2)

    def test_a_dead_position_over_xboard_is_claimed_as_a_draw(self):
        board, record = self.check_game("xboard", "8/8/8/8/8/8/1q6/K6k w - - 0 1")
        self.assertEqual(record.claims(), [end(board)] * 2)

    def test_a_game_over_uci_is_played_to_its_end(self):
        board, record = self.check_game("uci")
        self.assertTrue(end(board) or len(board.move_stack) == LONGEST_GAME)

    def test_a_game_with_pondering(self):
        for protocol in PROTOCOLS:
            with self.subTest(protocol):
                fen = "4k3/pppp4/8/8/8/8/4PPPP/4K3 w - - 0 1"
                self.check_game(protocol, fen, ponder=True)

    def test_uci_has_no_move_where_the_game_is_over(self):
        with one_engine("uci") as engine:
            mated = chess.Board("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")
            self.assertIsNone(engine.play(mated, chess.engine.Limit(nodes=1000)).move)

    def test_uci_analysis_reports_lines_scores_and_bounds(self):
        with Record() as record, one_engine("uci") as engine:
            board = chess.Board("7k/6pp/8/8/8/8/6PP/R5K1 w - - 0 1")
            lines = engine.analyse(board, chess.engine.Limit(depth=6), multipv=3)
        self.assertEqual(len(lines), 3)
        self.assertEqual(lines[0]["score"].white(), chess.engine.Mate(1))
        self.assertEqual(lines[0]["pv"], [chess.Move.from_uci("a1a8")])
        self.assertEqual(record.errors(), [])

    def test_uci_searches_only_the_moves_it_is_told_to(self):
        with one_engine("uci") as engine:
            board = chess.Board()
            only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
            found = engine.play(board, chess.engine.Limit(depth=4), root_moves=only)
            self.assertIn(found.move, only)

    def test_uci_finds_a_legal_move_on_a_short_clock(self):
        with one_engine("uci") as engine:
            board = chess.Board()
            limit = chess.engine.Limit(white_clock=0.3, black_clock=0.3)
            self.assertIn(engine.play(board, limit).move, board.legal_moves)


if __name__ == "__main__":
    unittest.main()
