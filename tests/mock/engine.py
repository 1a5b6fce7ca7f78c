"""A player that misbehaves: python3 engine.py MODE TURN ENGINE...

It passes on what is said to ENGINE and what ENGINE answers, until the answer number TURN (from 1)
since it was started:

    crash     ends instead
    illegal   answers with a turn that is none
    hang      says nothing any more, but listens
    deaf      says nothing any more, and does not listen
    flood     says something else for ever
    late      answers two seconds later
    resign    resigns (CECP)
    claim     claims to have won (CECP)
    refuse    calls the opponent's last turn illegal (CECP)

`garbage` says nonsense before every answer. `quiet` is a program that never speaks.
"""

import os
import subprocess
import sys
import threading
import time


def main():
    mode, turn, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    if mode == "quiet":
        sys.stdin.read()
        return
    engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    deaf = threading.Event()
    threading.Thread(target=pass_on, args=(engine, deaf), daemon=True).start()
    out = sys.stdout.buffer
    answers = 0
    for line in engine.stdout:
        if line.startswith((b"bestmove", b"move ")):
            answers += 1
            if mode == "garbage":
                out.write(b"\xff\xfe\x00 \xc3\x28\n\nbestmov e2e4\ninfo depth\n" + b"x" * 100000 + b"\n")
            if answers == turn:
                line = misbehave(mode, line, engine, out, deaf)
        out.write(line)
        out.flush()


def pass_on(engine, deaf):
    """What the match says; without it the program ends."""
    for line in sys.stdin.buffer:
        if deaf.is_set():
            time.sleep(1000)
        engine.stdin.write(line)
        engine.stdin.flush()
    end(engine, 0)


def misbehave(mode, line, engine, out, deaf):
    word = line.split()[0]
    if mode == "crash":
        end(engine, 3)
    elif mode == "illegal":
        return word + b" a1a1\n"
    elif mode == "late":
        time.sleep(2)
    elif mode == "resign":
        return b"resign\n"
    elif mode == "claim":
        return b"1-0 {White mates}\n"
    elif mode == "refuse":
        return b"Illegal move (no reason): e7e5\n"
    elif mode in ("hang", "deaf"):
        if mode == "deaf":
            deaf.set()
        time.sleep(1000)
    elif mode == "flood":
        while True:
            out.write(b"info string nothing to say\n" * 1000)
    return line


def end(engine, status):
    engine.kill()
    engine.wait()
    os._exit(status)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(1)
