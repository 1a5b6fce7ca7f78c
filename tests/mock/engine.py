"""A player that misbehaves: python3 engine.py MODE TURN ENGINE...

It relays lines to and from ENGINE until answer number TURN (from 1) since its start. From then on,
by MODE, it

    crash     exits instead
    illegal   answers with an illegal turn
    hang      writes nothing any more, but reads
    deaf      neither writes nor reads any more
    flood     writes other lines without end
    late      answers two seconds later
    resign    resigns (CECP)
    retire    answers, resigns in the opponent's time, and writes nothing any more (CECP)
    claim     claims to have won (CECP)
    refuse    calls the opponent's last turn illegal (CECP)

`garbage` writes invalid lines before every answer. `quiet` is a program that never writes.
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
    threading.Thread(target=relay, args=(engine, deaf), daemon=True).start()
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


def relay(engine, deaf):
    """Relays the lines of the match; exits when there are no more."""
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
    elif mode == "retire":
        out.write(line + b"resign\n")
        out.flush()
        time.sleep(1000)
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
