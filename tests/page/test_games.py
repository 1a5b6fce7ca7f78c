"""Random games by clicks, from the first turn on."""

import os
import random
import unittest

import gestures
from browser import PageTest

#: The games, and the seeds of random games of theirs.
SEEDS = {"chess": 1, "hop": 1, "chakra": 1, "chaotic": 1, "denial": 1, "crazy": 1}

#: Turns after which a random game is cut off. `PAGE_TURNS=10000` plays games to their end.
MOST = int(os.environ.get("PAGE_TURNS", "50"))

#: Turns of a random game of games.
MEGA_TURNS = 12


class GamesTest(PageTest):
    def test_a_random_game_of_each_is_played_by_clicks(self):
        tab = self.tab()
        client = self.client()
        for variant, seed in SEEDS.items():
            with self.subTest(variant):
                at = self.show(tab, client, variant)
                self.play(tab, at, random.Random(seed))
                text = client.ask("text")
                position = text["origin"]
                for turn in text["turns"]:
                    position = self.sessions.after(variant, position, turn)["after"]
                self.assertEqual(tab.state()["position"], position)
                is_over = client.ask("look")["outcome"] is not None
                self.assertTrue(is_over or len(text["turns"]) == MOST)

    def play(self, tab, at, chance):
        """Clicks targets at random until the game is over, or long enough."""
        turns = 0
        entered = ""
        while True:
            state = tab.wait(SETTLED, [at, entered])
            turns += state["at"] != at
            if state["isOver"] or turns == MOST:
                return
            at = state["at"]
            tap = chance.choice(sorted(state["taps"]))
            entered = f"{state['entered']} {tap}".strip()
            gestures.click(tab, tap)

    def test_turns_of_mega_are_filled_in_by_the_engine_and_made(self):
        tab = self.tab()
        client = self.client()
        at = self.show(tab, client, "mega")
        for _ in range(MEGA_TURNS):
            tab.page.click("[data-action='fill']:enabled")
            # A mega-move is made when it is complete, a board turn by the button.
            if tab.wait(FILLED, at) == "complete":
                tab.page.click("[data-action='make']:enabled")
            at = tab.leaves(at)
        self.assertEqual(len(client.ask("text")["turns"]), MEGA_TURNS)


#: Whether a draft was completed, or made as well.
FILLED = """at => {
    if (document.body.dataset.at !== String(at)) {
        return 'made';
    }
    return document.querySelector("[data-action='make']:enabled") !== null && 'complete';
}"""

#: The node and the taps that are offered, when the last tap is answered.
SETTLED = """([at, entered]) => {
    const { dataset } = document.body;
    const isNext = dataset.at !== String(at) ? dataset.entered === '' : dataset.entered === entered;
    if (!isNext) {
        return false;
    }
    const all = (selector, name) => [...document.querySelectorAll(selector)].map((element) => element.dataset[name]);
    const taps = [
        ...all('#board [data-square][data-target]', 'square'),
        ...all('#board .choices:not([hidden]) [data-tap]', 'tap'),
        ...all('#actions [data-tap]', 'tap'),
    ];
    const isOver = document.querySelector('.tree .end') !== null;
    return (isOver || taps.length > 0) && { at: Number(dataset.at), entered: dataset.entered, taps, isOver };
}"""


if __name__ == "__main__":
    unittest.main()
