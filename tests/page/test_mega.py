"""Turns of games of games, entered board by board."""

import unittest

import gestures
from boards import enter_turn, set_for_all, shows_place, tap_on
from browser import PageTest

#: Presses that a turn on 8^8 boards may take.
MOST_PRESSES = 60


class MegaTest(PageTest):
    def test_the_first_turn_of_recursive_8_takes_few_presses(self):
        tab = self.tab()
        client = self.client()
        tab.set_up(client, "recursive-8")
        turn = "e2e4"
        for _ in range(8):
            turn = f"{{a1,b1,c1,d1,e1,f1,g1,h1={turn}}}"
        tab.page.evaluate(
            "window.presses = 0; addEventListener('pointerdown', () => { window.presses += 1; }, { capture: true })"
        )
        enter_turn(tab, turn)
        self.assertLessEqual(tab.page.evaluate("window.presses"), MOST_PRESSES)
        self.assertEqual(client.ask("text")["turns"], [turn])

    def test_one_board_is_chosen_and_the_engine_fills_in_the_others(self):
        tab = self.tab()
        client = self.client()
        at = tab.set_up(client, "mega")
        set_for_all(tab, False)
        gestures.click(tab, "c1")
        shows_place(tab, ["c1"])
        tap_on(tab, "g1")
        gestures.click(tab, "f3")
        tab.page.locator("[data-chosen='c1']").wait_for()
        tab.page.click("[data-action='fill']:enabled")
        tab.page.click("[data-action='make']:enabled")
        tab.leaves(at)
        [turn] = client.ask("text")["turns"]
        self.assertRegex(turn, r"[{;,]c1(,[a-h][1-8])*=g1f3[;}]")

    def test_a_chosen_board_is_dropped(self):
        tab = self.tab()
        client = self.client()
        tab.set_up(client, "mega")
        gestures.click(tab, "a1")
        shows_place(tab, ["a1"])
        tab.page.keyboard.press("Escape")
        shows_place(tab, [])
        set_for_all(tab, False)
        gestures.click(tab, "a1")
        shows_place(tab, ["a1"])
        tap_on(tab, "e2")
        gestures.click(tab, "e4")
        tab.page.locator("[data-chosen='a1']").wait_for()
        tab.page.get_by_role("button", name="Drop a1").click()
        tab.page.locator("[data-chosen]").wait_for(state="detached")
        tab.wait("() => document.body.dataset.entered === ''")


if __name__ == "__main__":
    unittest.main()
