"""Random games by clicks, from the first turn on."""

import os
import random
import unittest

import gestures
from browser import PageTest

#: Turns after which a random game is cut off, and one that the engine fills in. `PAGE_TURNS=10000` plays games to
#: their end.
MOST = int(os.environ.get("PAGE_TURNS", "50"))
MOST_FILLED = int(os.environ.get("PAGE_TURNS", "12"))


class GamesTest(PageTest):
    def test_chess(self):
        self.check_random_game("chess")

    def test_hop(self):
        self.check_random_game("hop")

    def test_chakra(self):
        self.check_random_game("chakra")

    def test_chaotic(self):
        self.check_random_game("chaotic")

    def test_denial(self):
        self.check_random_game("denial")

    def test_crazy(self):
        self.check_random_game("crazy")

    def check_random_game(self, variant):
        """Plays at random by clicks, and compares the position with that of a session that makes the same turns."""
        tab = self.tab()
        client = self.client()
        self.click_at_random(tab, tab.set_up(client, variant))
        text = client.ask("text")
        position = text["origin"]
        for turn in text["turns"]:
            position = self.sessions.after(variant, position, turn)["after"]
        self.assertEqual(tab.state()["position"], position)
        is_over = client.ask("look")["outcome"] is not None
        self.assertTrue(is_over or len(text["turns"]) == MOST)

    def click_at_random(self, tab, at):
        """Clicks targets at random until the game is over, or long enough."""
        chance = random.Random(1)
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

    def test_mega_is_filled_in_by_the_engine_and_made(self):
        tab = self.tab()
        client = self.client()
        at = tab.set_up(client, "mega")
        turns = 0
        is_over = False
        while turns < MOST_FILLED and not is_over:
            tab.page.click("[data-action='fill']:enabled")
            # A mega-move is made when it is complete, a board turn by the button.
            if tab.wait(FILLED, at) == "complete":
                tab.page.click("[data-action='make']:enabled")
            at = tab.leaves(at)
            turns += 1
            is_over = client.ask("look")["outcome"] is not None
        self.assertEqual(len(client.ask("text")["turns"]), turns)


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
