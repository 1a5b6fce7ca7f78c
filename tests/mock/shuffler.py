#!/usr/bin/env python3
"""Plays a long game of Hop Chess, through the engine given on the command line.

It passes lines on between XBoard and the engine, but chooses the turns itself: a king's step with
the hopper put at random, and a pawn's step before the 100-ply rule draws the game. After a number of
moves the game is drawn.
"""

import random
import subprocess
import sys

FILES = "abcdefgh"
# The number of a ping that XBoard does not reach.
SYNC = "999999"
# The halfmove clock at which a pawn moves.
PAWN_TURN = 80
# The number of the move at which the game is drawn.
LAST_MOVE = 160


class Shuffler:
    def __init__(self, command):
        self.engine = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.side = None
        self.random = random.Random(1)

    def send(self, line):
        self.engine.stdin.write(line + "\n")

    def ask(self, line):
        """The engine's lines in answer to `line`."""
        self.send(line)
        self.send(f"ping {SYNC}")
        answer = []
        while (reply := self.engine.stdout.readline().rstrip("\n")) != f"pong {SYNC}":
            if not reply and self.engine.poll() is not None:
                sys.exit(1)
            answer.append(reply)
        return answer

    def forward(self, line):
        for reply in self.ask(line):
            print(reply)

    def position(self):
        for reply in self.ask("option Board"):
            word, _, text = reply.partition(" ")
            if word == "telluser":
                return text.split()
        return []

    def candidates(self, fields):
        """Turns that may be legal."""
        white = fields[1] == "w"
        squares = {}
        for rank, row in zip("87654321", fields[0].split("/")):
            file = 0
            for letter in row:
                if letter.isdigit():
                    file += int(letter)
                else:
                    squares[FILES[file] + rank] = letter
                    file += 1
        hoppers = fields[6].split("/")
        free = [f + r for f in FILES for r in "12345678"
                if f + r not in squares and f + r not in hoppers]
        pawns = int(fields[4]) >= PAWN_TURN
        mover = "P" if pawns else "K"
        starts = [square for square, letter in squares.items()
                  if letter == (mover if white else mover.lower())]
        turns = []
        for start in starts:
            file, rank = FILES.index(start[0]), int(start[1])
            for df in (-1, 0, 1):
                for dr in (-1, 0, 1):
                    if pawns and (df, dr) != (0, 1 if white else -1):
                        continue
                    if 0 <= file + df < 8 and 1 <= rank + dr <= 8:
                        end = f"{FILES[file + df]}{rank + dr}"
                        if end in free:
                            turns.append(start + end)
        self.random.shuffle(turns)
        for turn in turns:
            yield turn
            for square in self.random.sample(free, 5):
                yield f"{turn}@{square}"

    def is_legal(self, turn):
        return not any("(" in reply for reply in self.ask(f"include {turn}"))

    def move(self):
        """Makes a turn, if it is this player's."""
        fields = self.position()
        if self.side is None or not fields or fields[1] != self.side:
            return
        if int(fields[5]) >= LAST_MOVE:
            print("1/2-1/2 {long enough}")
            return
        self.send("exclude all")
        for turn in self.candidates(fields):
            if self.is_legal(turn):
                break
        self.forward("resume")
        self.forward("pause")

    def run(self):
        for line in sys.stdin:
            line = line.rstrip("\n")
            word = line.split(" ")[0]
            self.forward(line)
            if word == "quit":
                break
            if word == "new":
                self.send("pause")
            if word in ("new", "force"):
                self.side = None
            if word == "go":
                self.side = self.position()[1]
            if word in ("go", "usermove"):
                self.move()
            sys.stdout.flush()


Shuffler(sys.argv[1:]).run()
