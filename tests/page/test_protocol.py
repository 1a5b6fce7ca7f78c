"""Random games of every game, over the protocol of the page, without a browser."""

import unittest

from server import Sessions, running
from wire import Client, Refused, random_game

#: Turns after which a random game is cut off.
MOST = 60


class ProtocolTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = cls.enterClassContext(running("chess"))
        cls.client = Client(cls.server)
        cls.addClassCleanup(cls.client.close)
        cls.sessions = Sessions()
        cls.addClassCleanup(cls.sessions.close)
        cls.variants = cls.client.ask("variants")["variants"]

    def test_a_random_game_of_every_game_is_that_of_the_session(self):
        for variant in self.variants:
            if variant["level"] > 0:
                continue
            with self.subTest(variant["name"]):
                turns, _ = random_game(self.client, variant["name"], 1, MOST)
                text = self.client.ask("text")
                self.assertEqual(text["turns"], turns)
                position = variant["start"]
                for turn in turns:
                    after = self.sessions.after(variant["name"], position, turn)
                    self.assertEqual(after["turn"], turn)
                    position = after["after"]
                self.assertEqual(text["position"], position)

    def test_a_random_game_of_every_game_of_games_is_that_of_the_session(self):
        for variant in self.variants:
            if variant["level"] == 0:
                continue
            with self.subTest(variant["name"]):
                at = self.client.new(variant["name"])
                position = variant["start"]
                for taps in ([], ["a1/e2", "a1/e4"] if variant["level"] == 1 else []):
                    fill = self.client.ask("fill", at=at, taps=taps, seconds=0.05)
                    kept = []
                    for tap in fill["taps"][: len(taps)]:
                        # Equal boards with the same turn are tapped together.
                        places, square = tap.split("/")
                        self.assertIn("a1", places.split(","))
                        kept.append(f"a1/{square}")
                    self.assertEqual(kept, taps)
                    prompt = self.client.ask("prompt", at=at, taps=fill["taps"])["prompt"]
                    self.assertEqual(prompt["turn"], fill["turn"])
                    at = self.client.ask("turn", at=at, taps=fill["taps"])["at"]
                    position = self.sessions.after(variant["name"], position, fill["turn"])["after"]
                    self.assertEqual(self.client.ask("text")["position"], position)
                    at = self.client.new(variant["name"])
                    position = variant["start"]

    def test_every_example_is_entered_by_taps(self):
        for variant in self.variants:
            if variant["level"] > 0:
                continue
            for example in self.client.ask("examples", variant=variant["name"])["examples"]:
                with self.subTest(variant["name"], example=example["name"]):
                    at = self.client.new(variant["name"], example["position"])
                    taps = self.client.taps_of(example["turn"])
                    self.client.ask("turn", at=at, taps=taps)
                    expected = self.sessions.after(variant["name"], example["position"], example["turn"])
                    self.assertEqual(self.client.ask("text")["position"], expected["after"])

    def test_a_refused_request_changes_nothing(self):
        at = self.client.new("hop")
        with self.assertRaisesRegex(Refused, "e2e5"):
            self.client.ask("turn", at=at, text="e2e5")
        with self.assertRaises(Refused) as refused:
            self.client.ask("turn", at=at + 7, text="e2e4")
        self.assertIn(refused.exception.kind, ("no-node", "moved-on"))
        self.assertEqual(self.client.ask("text")["turns"], [])


if __name__ == "__main__":
    unittest.main()
