"""Clicks that turns take on the page: of games between two engines, a game of hop against level 4, a turn of mega.

    python3 tests/page/clicks.py [TURNS]

Turns are the engine's, and are entered by presses on the page; what is counted is presses, from one turn to the
next. `TURNS` is their number in each game.
"""

import collections
import contextlib
import statistics
import sys

import gestures
from boards import enter_turn
from browser import Tab, chromium
from server import running
from wire import Client

GAMES = ("chess", "hop", "chakra", "chaotic", "denial", "crazy")

#: Seconds that the engine has for a turn that is entered.
SECONDS = 0.05

#: Counts presses on the page.
COUNT = "window.presses = 0; addEventListener('pointerdown', () => { window.presses += 1; }, { capture: true })"


def best_turn(client, at):
    """The turn that the engine would make."""
    client.events.clear()
    client.ask("analyse", on=True, at=at)
    while True:
        event = client.event("analysis")
        if event["at"] == at and event["lines"] and (event["seconds"] >= SECONDS or event["done"]):
            break
    client.ask("analyse", on=False)
    return event["lines"][0]["turns"][0]


def presses(tab, action):
    """How many presses `action` takes."""
    before = tab.page.evaluate("window.presses")
    action()
    return tab.page.evaluate("window.presses") - before


def settled(tab, at):
    tab.wait(
        """at => document.body.dataset.at === String(at) && document.body.dataset.entered === ''
            && (document.querySelector('#board [data-target], #actions [data-tap]') !== null || document.querySelector('.tree .end') !== null)""",
        at,
    )


def game(tab, client, variant, turns):
    """Presses of each turn of a game, at most `turns`."""
    at = client.new(variant)
    counts = []
    while len(counts) < turns and client.ask("look", at=at)["outcome"] is None:
        settled(tab, at)
        taps = client.taps_of(best_turn(client, at))
        counts.append(presses(tab, lambda: gestures.by_mouse(tab, taps)))
        at = tab.leaves(at)
    return counts


def against_level_4(tab, client):
    """A game of hop by clicks against the engine at level 4."""
    client.new("hop")
    table = client.ask("hello")["table"]["table"]
    client.ask("seat", black={"player": "level-4"})
    client.ask("go")
    counts = []
    at = 0
    while True:
        state = client.ask("hello", table=table)["table"]
        if state["outcome"] is not None:
            return counts, state["outcome"]
        node = state["nodes"][-1]
        if node["to_move"] != "white":
            tab.leaves(at)
            at = int(tab.page.evaluate("document.body.dataset.at"))
            continue
        at = state["at"]
        settled(tab, at)
        # The turn is looked for at a table of its own: the one that is played thinks about nothing else.
        with contextlib.closing(Client(tab.server)) as other:
            turns = client.ask("text")["turns"]
            here = other.ask("new", variant="hop", turns=turns, separate=True)["at"]
            turn = best_turn(other, here)
            taps = other.taps_of(turn)
        counts.append(presses(tab, lambda: gestures.by_mouse(tab, taps)))
        tab.leaves(at)


def mega_turn(tab, client):
    """A turn on eight boards, each chosen by hand."""
    at = client.new("mega")
    tab.wait("() => document.body.dataset.variant === 'mega'")
    turn = "{a1=e2e4;b1=d2d4;c1=g1f3;d1=c2c4;e1=b1c3;f1=e2e3;g1=d2d3;h1=g2g3}"
    return presses(tab, lambda: enter_turn(tab, turn)), client.ask("text", at=at + 1)["turns"]


def main():
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with running("chess") as server:
        tab = Tab(chromium(), server)
        tab.server = server
        tab.page.evaluate(COUNT)
        with contextlib.closing(Client(server)) as client:
            for variant in GAMES:
                counts = game(tab, client, variant, turns)
                spread = ", ".join(f"{count}: {times}" for count, times in sorted(collections.Counter(counts).items()))
                print(f"{variant}: {len(counts)} turns, {statistics.median(counts):g} presses a turn ({spread})", flush=True)
            counts, outcome = against_level_4(tab, client)
            print(f"hop against level 4: {outcome['result']} ({outcome['reason']}), {len(counts)} turns by hand, "
                  f"{statistics.median(counts):g} presses a turn", flush=True)
            count, made = mega_turn(tab, client)
            print(f"mega: {count} presses for {made[0]}", flush=True)
        print(tab.complaints or "no complaint of the page")
        tab.close()


if __name__ == "__main__":
    main()
