"""Every example of every game, entered on the page in every way, leads where the session says."""

import unittest

import gestures
from boards import enter_turn
from browser import PHONE, PageTest

#: Games whose examples are entered in every way. The others have the same examples, or most of them.
GAMES = ("chess", "hop", "chakra", "chaotic", "denial-claim", "crazy")

#: Games of games: their turns are entered board by board.
GAMES_OF_GAMES = ("mega", "recursive-2", "recursive-3")


class ExamplesTest(PageTest):
    def examples(self, client, variant):
        return client.ask("examples", variant=variant)["examples"]

    def check(self, tab, client, variant, example, enter):
        """Sets an example up, enters its turn by `enter(turn)`, and compares the position after it."""
        at = tab.set_up(client, variant, example["position"])
        enter(example["turn"])
        tab.leaves(at)
        expected = self.sessions.after(variant, example["position"], example["turn"])
        self.assertEqual(client.ask("text")["position"], expected["after"])

    def each(self, variants, enter, **options):
        """Enters the turn of every example by `enter(tab, taps)`."""
        tab = self.tab(**options)
        client = self.client()
        for variant in variants:
            for example in self.examples(client, variant):
                with self.subTest(variant, example=example["name"]):
                    self.check(tab, client, variant, example, lambda turn: enter(tab, client.taps_of(turn)))

    def test_by_mouse(self):
        self.each(GAMES, gestures.by_mouse)

    def test_by_dragging(self):
        self.each(GAMES, gestures.by_drag)

    def test_by_touch(self):
        self.each(GAMES, gestures.by_touch, **PHONE)

    def test_by_keyboard(self):
        self.each(GAMES, gestures.by_keyboard)

    def test_by_text(self):
        tab = self.tab()
        client = self.client()
        for variant in (*GAMES, *GAMES_OF_GAMES):
            for example in self.examples(client, variant):
                with self.subTest(variant, example=example["name"]):
                    self.check(tab, client, variant, example, lambda turn: gestures.by_text(tab, turn))

    def test_games_of_games_by_mouse_board_by_board(self):
        tab = self.tab()
        client = self.client()
        for variant in GAMES_OF_GAMES:
            for example in self.examples(client, variant):
                with self.subTest(variant, example=example["name"]):
                    self.check(tab, client, variant, example, lambda turn: enter_turn(tab, turn))

    def test_the_menu_of_examples_sets_them_up_and_plays_their_turn(self):
        tab = self.tab()
        client = self.client()
        for variant in GAMES:
            with self.subTest(variant):
                tab.set_up(client, variant)
                tab.page.click("#tab-examples")
                example = self.examples(client, variant)[-1]
                tab.page.locator(f'[data-example="{example["name"]}"]').click()
                expected = self.sessions.after(variant, example["position"], example["turn"])
                tab.page.click("[data-try]")
                tab.wait(
                    "after => document.body.dataset.at !== '0' && document.body.dataset.position === after",
                    expected["after"],
                )



if __name__ == "__main__":
    unittest.main()
