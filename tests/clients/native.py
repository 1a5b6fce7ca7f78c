"""Boards that python-chess can play on though it knows nothing of the game.

Moves carry their native text, and `jabberwock inspect`, another process, tells which are legal,
what they lead to and whether the game is over.
"""

import json
import subprocess

import chess

from support import BINARY


class Rules:
    """The rules of one variant, asked of `jabberwock inspect`."""

    def __init__(self, variant):
        self.process = subprocess.Popen(
            [BINARY, "inspect", variant],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise ValueError(answer["error"])
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


class NativeMove(chess.Move):
    """A turn in its native text."""

    def __init__(self, text):
        super().__init__(chess.parse_square(text[0:2]), chess.parse_square(text[2:4]))
        self.text = text

    def uci(self):
        return self.text

    def xboard(self):
        return self.text

    def __eq__(self, other):
        return isinstance(other, NativeMove) and self.text == other.text

    def __hash__(self):
        return hash(self.text)


class NativeBoard(chess.Board):
    """A game as a list of position texts. Subclasses name the variant and give its rules."""

    rules = None

    def __init__(self, texts=None, moves=()):
        super().__init__()
        self.texts = list(texts or [self.starting_fen])
        self.move_stack = list(moves)
        self._follow()

    def _follow(self):
        self.turn = self.texts[-1].split()[1] == "w"

    def _answer(self):
        return self.rules.ask(self.texts[-1])

    def fen(self, **_):
        return self.texts[-1]

    def root(self):
        return type(self)(self.texts[:1])

    def copy(self, *, stack=True):
        return type(self)(self.texts, self.move_stack) if stack else type(self)(self.texts[-1:])

    def push(self, move):
        after = self.rules.ask(f"{self.texts[-1]}\t{move.text}")
        self.move_stack.append(move)
        self.texts.append(after["after"])
        self._follow()

    def pop(self):
        self.texts.pop()
        self._follow()
        return self.move_stack.pop()

    def parse_uci(self, text):
        legal = dict(self._answer()["turns"])
        if text not in legal:
            raise ValueError(f"illegal turn {text} at {self.texts[-1]}")
        return NativeMove(text)

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.push(move)
        return move

    parse_xboard = parse_uci
    push_xboard = push_uci

    def xboard(self, move, chess960=None):
        return move.text

    def end(self):
        """How the game ended, in the engine's words; None before it."""
        same = [text.rsplit(" ", 3) for text in self.texts]
        position = [(fields[0], fields[-1]) for fields in same]
        outcome = self._answer()["outcome"]
        if outcome and not outcome.startswith("1/2-1/2"):
            return outcome
        if outcome != "1/2-1/2 {stalemate}" and position.count(position[-1]) >= 3:
            return "1/2-1/2 {repetition}"
        return outcome

    def __eq__(self, other):
        return isinstance(other, NativeBoard) and self.texts[-1] == other.texts[-1]

    __hash__ = None
