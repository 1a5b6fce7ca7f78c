"""Presses that go wrong cost nothing."""

import gestures
from browser import PageTest


class GesturesTest(PageTest):
    def test_a_press_that_ends_outside_the_board_leaves_the_next_one_alone(self):
        tab = self.tab()
        client = self.client()
        tab.set_up(client, "chess")
        mouse = tab.page.mouse
        # No piece can be dragged from here.
        mouse.move(*gestures.center(tab, "e5"))
        mouse.down()
        mouse.move(1, 1)
        mouse.up()
        at = tab.state()["at"]
        gestures.by_mouse(tab, ["e2", "e4"])
        tab.wait("at => document.body.dataset.at !== String(at)", at)
        self.assertEqual(tab.state()["entered"], "")

    def test_a_choice_keeps_the_focus_when_the_board_is_drawn_again(self):
        tab = self.tab()
        client = self.client()
        tab.set_up(client, "chess", "8/4P3/8/8/8/8/6k1/K7 w - - 0 1")
        gestures.by_keyboard(tab, ["e7", "e8"])
        tab.page.focus("#board [data-tap='=n']")
        tab.page.evaluate("document.getElementById('board').show({})")
        self.assertEqual(tab.page.evaluate("document.activeElement.dataset.tap"), "=n")
        tab.page.keyboard.press("Enter")
        tab.wait("() => document.body.dataset.position.startsWith('4N3')")
        # Where the choice was there is nothing now: the next key presses are for the board.
        self.assertIsNotNone(tab.page.evaluate("document.activeElement.dataset.square"))
