"""Presses that go wrong cost nothing."""

import gestures
from browser import PageTest


class GesturesTest(PageTest):
    def test_a_press_that_ends_outside_the_board_leaves_the_next_one_alone(self):
        tab = self.tab()
        client = self.client()
        self.show(tab, client, "chess")
        mouse = tab.page.mouse
        # No piece can be dragged from here.
        mouse.move(*gestures.center(tab, "e5"))
        mouse.down()
        mouse.move(1, 1)
        mouse.up()
        gestures.by_mouse(tab, ["e2", "e4"])
        self.assertEqual(tab.state()["entered"], "")
