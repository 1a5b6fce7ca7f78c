"""What watchers cost a match: the same games with three watchers, of whom one reads nothing, and without.

    python3 tests/page/watchers.py [ROUNDS]

Matches with and without watchers alternate. Processor time is compared beside the time on the clock, because other
programs change only the latter.
"""

import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server import BINARY, Match
from wire import Client, cookie

MATCH = ("--variant", "hop", "--player", "self,name=one", "--player", "self,name=other", "--games", "200",
         "--nodes", "2000", "--seed", "7")


def play(directory, name, watched):
    """Plays the match: seconds on the clock, seconds of processor time, the turns of its games."""
    record = os.path.join(directory, name)
    arguments = (*MATCH, "--record", record)
    start = time.monotonic()
    if watched:
        match = Match(*arguments)
        watchers = [threading.Thread(target=watch, args=(match,)) for _ in range(2)]
        for watcher in watchers:
            watcher.start()
        silent = connect(
            f"ws://{match.host}/table", origin=f"http://{match.host}", additional_headers={"Cookie": cookie(match)}, max_queue=1,
            ping_interval=None,
        )
        silent.send('{"id":1,"do":"hello"}')
        _, status, usage = os.wait4(match.process.pid, 0)
        match.process.returncode = os.waitstatus_to_exitcode(status)
        match.output.close()
    else:
        process = subprocess.Popen([BINARY, "match", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - start
    if status != 0:
        raise RuntimeError(f"the match ends with status {status}")
    if watched:
        for watcher in watchers:
            watcher.join()
    return seconds, usage.ru_utime + usage.ru_stime, games(record)


def watch(match):
    """Follows one game after another until the match is over."""
    client = Client(match)
    try:
        while True:
            news = client.event("match")
            if news["games"]:
                client.ask("watch", game=news["games"][0]["game"])
            if news["over"]:
                return
    except (ConnectionClosed, TimeoutError):
        return


def games(record):
    """The turns of each game, without comments."""
    with open(record) as file:
        text = file.read()
    found = re.split(r"\n\n(?=\[Event)", text)
    return sorted(re.sub(r"\{[^}]*\}|\[(Date|Round|Time|UTC)[^\]]*\]", "", game).split() for game in found)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    clock, processor = {False: [], True: []}, {False: [], True: []}
    with tempfile.TemporaryDirectory() as directory:
        expected = None
        for number in range(rounds):
            for watched in (False, True):
                seconds, used, played = play(directory, f"{number}-{watched}.pgn", watched)
                expected = expected or played
                same = "the same games" if played == expected else "OTHER GAMES"
                print(f"{'watched' if watched else 'alone':8} {seconds:7.2f} s, {used:7.2f} s of processor time, {same}", flush=True)
                clock[watched].append(seconds)
                processor[watched].append(used)
    for name, times in (("clock", clock), ("processor", processor)):
        ratio = statistics.median(times[True]) / statistics.median(times[False])
        print(f"{name}: watched over alone {ratio:.3f}, load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
