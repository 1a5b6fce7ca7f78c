"""The protocol of the page (docs/page-protocol.md), spoken without a browser."""

import http.client
import json
import random

from websockets.sync.client import connect

from server import PATIENCE


class Refused(Exception):
    """A reply that holds an error."""

    def __init__(self, error):
        super().__init__(f"{error['kind']}: {error['reason']}")
        self.kind = error["kind"]
        self.reason = error["reason"]


def cookie(server):
    """The cookie that the server gives for its key."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    connection.request("GET", f"/?key={server.key}", headers={"Host": server.host})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.getheader("Set-Cookie").split(";")[0]


class Client:
    """A connection to a table."""

    def __init__(self, server, table=None):
        self.socket = connect(
            f"ws://{server.host}/table",
            additional_headers={"Cookie": cookie(server)},
            origin=f"http://{server.host}",
            max_size=None,
            # Events that no test reads wait here, however many and however long.
            max_queue=None,
            ping_interval=None,
            open_timeout=PATIENCE,
        )
        self.events = []
        self.last = 0
        self.hello = self.ask("hello", **({} if table is None else {"table": table}))

    def ask(self, name, **fields):
        """The reply to a request; events that come before it are kept in `events`."""
        self.last += 1
        self.socket.send(json.dumps({"id": self.last, "do": name, **fields}))
        while True:
            message = json.loads(self.socket.recv(timeout=PATIENCE))
            if "event" in message:
                self.events.append(message)
            elif "error" in message:
                raise Refused(message["error"])
            elif message.get("re") == self.last:
                return message

    def event(self, name):
        """The next event of this name; those before it are dropped."""
        while True:
            while self.events:
                event = self.events.pop(0)
                if event["event"] == name:
                    return event
            message = json.loads(self.socket.recv(timeout=PATIENCE))
            if "event" in message:
                self.events.append(message)

    def new(self, variant, position=None, turns=()):
        """Sets a position up; the number of its node."""
        fields = {} if position is None else {"position": position}
        return self.ask("new", variant=variant, turns=list(turns), **fields)["at"]

    def taps_of(self, turn):
        """Taps that enter a turn, given by its canonical text, at the current node."""
        found = self._search([], turn)
        if found is None:
            raise LookupError(f"no taps enter {turn}")
        return found

    def _search(self, taps, turn):
        answer = self.ask("prompt", taps=taps)
        prompt = answer["prompt"]
        if prompt["turn"] == turn:
            return taps
        if turn not in answer.get("turns", [turn]):
            return None
        # Squares and letters are tapped in the order of the text, so its own come first.
        targets = [target["tap"] for target in prompt["targets"]]
        order = sorted(targets, key=lambda tap: position_in(turn, tap.lstrip("="), taps))
        for tap in order:
            found = self._search([*taps, tap], turn)
            if found is not None:
                return found
        return None

    def random_turn(self, chance):
        """Taps of a random turn at the current node: a target at random until they make one."""
        taps = []
        while True:
            prompt = self.ask("prompt", taps=taps)["prompt"]
            if prompt["turn"] is not None:
                return taps, prompt["turn"]
            taps.append(chance.choice(sorted(target["tap"] for target in prompt["targets"])))

    def close(self):
        self.socket.close()


def position_in(turn, tap, taps):
    """Where a tap stands in a turn's text; behind all others if it does not."""
    start = 0
    for before in taps:
        found = turn.find(before.lstrip("="), start)
        start = found + 1 if found >= 0 else start
    at = turn.find(tap, start)
    return at if at >= 0 else len(turn) + (turn.find(tap) < 0)


def random_game(client, variant, seed, most):
    """Plays a random game by taps: its turns and its outcome, `None` if it has not ended by `most` turns."""
    chance = random.Random(seed)
    at = client.new(variant)
    turns = []
    while len(turns) < most:
        outcome = client.ask("look", at=at)["outcome"]
        if outcome is not None:
            return turns, outcome
        taps, turn = client.random_turn(chance)
        at = client.ask("turn", at=at, taps=taps)["at"]
        turns.append(turn)
    return turns, client.ask("look", at=at)["outcome"]
