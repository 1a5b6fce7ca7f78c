"""Every game of the registry under python-chess, over UCI and XBoard, with native turns.

`jabberwock variants` lists the games, and `jabberwock inspect`, a separate process, gives the legal
turns and the outcomes that the engines are compared with.
"""

import random
import re
import unittest

import chess.engine

from native import NativeMove, new_board, variants
from support import LONGEST_GAME, PROTOCOLS, Record, one_engine, play_game, quit_engines

#: Turns of a game in which they are too many to list: such games last for hundreds.
TURNS_OF_LONG_GAME = 6

#: Turns of a game in which each engine also searches while the other does.
TURNS_WITH_PONDERING = 4

#: Random turns before the last of the positions that are analyzed.
TURNS_BEFORE_ANALYSIS = 24

#: Games of the kinds that are played over XBoard to their ends, not only as far as they come.
WHOLE_GAMES = ("hop", "denial", "crazy", "chakra", "chaotic")

#: Draws that leave legal turns (docs/rules/notation.md, Ends): UCI engines still find a move.
ENDS_BY_COUNT = ("{repetition}", "{100 plies}", "{dead position}", "{bare kings}")


def tearDownModule():
    quit_engines()


def is_over(board):
    return board.result_text() is not None


def is_listed(board):
    return board.legal_moves is not None


def some_moves(board):
    """Legal turns of `board`: all of them if they can be listed, else the mega-moves and one turn
    on boards, the engine's."""
    if is_listed(board):
        return board.legal_moves
    mega_moves = board.rules.inspect(board.fen())["mega_moves"]
    with one_engine("uci") as engine:
        best = engine.play(board, chess.engine.Limit(nodes=50)).move
    return [best, *(NativeMove(text) for text in mega_moves)]


def sample_boards(variant):
    """Boards before the end of a game of random turns, every third with all its history; where
    turns cannot be listed, of a game that the engine plays."""
    board = new_board(variant)
    if not is_listed(board):
        play_game("uci", board, is_over, turns=2)
        return [board.root(), board]
    rng = random.Random(variant)
    boards = []
    for turn in range(TURNS_BEFORE_ANALYSIS):
        if is_over(board):
            break
        if turn % 3 == 0:
            boards.append(board.copy())
        board.push(rng.choice(board.legal_moves))
    return boards


def shape(move):
    """The form of a turn: that of `b3a1^` is `SS^`, whatever the squares."""
    return re.sub(r"[a-h][1-8]", "S", move.text)


class GameTests:
    """The tests of one game; `variant` is its name."""

    variant: str

    def check_game(self, protocol, turns=None, **options):
        """A board on which two engines played, for `turns` turns at most, and their output."""
        board = new_board(self.variant)
        turns = turns or (LONGEST_GAME if is_listed(board) else TURNS_OF_LONG_GAME)
        record = play_game(protocol, board, is_over, turns, **options)
        self.assertEqual(record.errors(), [])
        if is_listed(board):
            self.check_turns_are_listed(board)
        return board, record

    def check_turns_are_listed(self, board):
        again = board.root()
        for move in board.move_stack:
            self.assertIsNone(again.result_text())
            listed = dict(board.rules.inspect(again.fen())["turns"])
            self.assertIn(move.text, listed, again.fen())
            again.push(move)
            self.assertEqual(again.fen(), listed[move.text])
        self.assertEqual(again.result_text(), board.result_text())

    def check_variation(self, board, variation):
        """Turns that can be made one after the other, at least one."""
        self.assertNotEqual(variation, [], board.fen())
        board = board.copy(stack=False)
        for move in variation:
            self.assertIsInstance(move, NativeMove)
            board.push(move)

    def analyze(self, engine, board, depth, **options):
        """The lines of an analysis, checked."""
        with engine.analysis(board, chess.engine.Limit(depth=depth), **options) as analysis:
            lines = [info for info in analysis if "pv" in info]
            best = analysis.wait().move
        self.assertNotEqual(lines, [])
        for line in lines:
            self.assertIn("score", line)
            self.check_variation(board, line["pv"])
        self.check_variation(board, [best])
        return lines

    def test_a_game_over_uci(self):
        board, record = self.check_game("uci")
        self.assertEqual(record.claims(), [])
        end = board.result_text()
        if end is not None and not end.endswith(ENDS_BY_COUNT):
            with one_engine("uci") as engine:
                self.assertIsNone(engine.play(board, chess.engine.Limit(nodes=50)).move)

    def test_a_game_over_xboard_ends_with_the_right_claims(self):
        board, record = self.check_game("xboard")
        claims = [board.result_text()] * 2 if is_over(board) else []
        self.assertEqual(record.claims(), claims, board.fen())
        if self.variant in WHOLE_GAMES:
            self.assertTrue(is_over(board), board.fen())

    def test_games_with_pondering(self):
        for protocol in PROTOCOLS:
            with self.subTest(protocol):
                self.check_game(protocol, turns=TURNS_WITH_PONDERING, ponder=True)

    def test_analysis_gives_variations_of_native_turns(self):
        boards = sample_boards(self.variant)
        for protocol in PROTOCOLS:
            with self.subTest(protocol), Record() as record, one_engine(protocol) as engine:
                for board in boards:
                    self.analyze(engine, board, depth=3)
                self.assertEqual(record.errors(), [])

    def test_lines_of_an_analysis_begin_with_different_turns(self):
        board = new_board(self.variant)
        with one_engine("uci") as engine:
            lines = engine.analyse(board, chess.engine.Limit(depth=2), multipv=3)
        for line in lines:
            self.check_variation(board, line["pv"])
        self.assertEqual(len({line["pv"][0] for line in lines}), len(lines))
        self.assertGreaterEqual(len(lines), 2)

    def test_a_turn_of_any_form_can_be_the_only_one_searched(self):
        boards, seen = sample_boards(self.variant), set()
        with Record() as record, one_engine("uci") as uci, one_engine("xboard") as xboard:
            for board in boards:
                for move in some_moves(board):
                    if shape(move) not in seen:
                        seen.add(shape(move))
                        self.check_only(uci, board, move)
                        self.check_only(xboard, board, move)
        self.assertEqual(record.errors(), [])

    def check_only(self, engine, board, move):
        lines = self.analyze(engine, board, depth=1, root_moves=[move])
        self.assertEqual({line["pv"][0] for line in lines}, {move})

    def test_moves_that_are_not_legal_are_refused(self):
        board = new_board(self.variant)
        for text in ("a1a1", "e2e5", "nonsense", "{}"):
            with self.subTest(text), self.assertRaises(ValueError):
                board.push_uci(text)
        self.assertEqual(board, new_board(self.variant))


class EveryGame(unittest.TestCase):
    """What concerns the registry as a whole."""

    def test_the_boards_of_two_games_differ(self):
        names = [row["name"] for row in variants()]
        self.assertEqual(len(names), len(set(names)))
        self.assertGreater(len(names), 1)
        for name, other in zip(names, names[1:]):
            self.assertNotEqual(new_board(name), new_board(other))

    def test_a_turn_taken_back_leaves_the_position_before_it(self):
        for row in variants():
            board = new_board(row["name"])
            before = board.fen()
            move = some_moves(board)[0]
            board.push(move)
            self.assertNotEqual(board.fen(), before)
            self.assertEqual(board.pop(), move)
            self.assertEqual(board.fen(), before)


def tests_of_games():
    """A class of tests for every game: `CrazySoft` for `crazy-soft`."""
    classes = {}
    for row in variants():
        name = "".join(word.capitalize() for word in row["name"].split("-"))
        classes[name] = type(name, (GameTests, unittest.TestCase), {"variant": row["name"]})
    return classes


globals().update(tests_of_games())

if __name__ == "__main__":
    unittest.main()
