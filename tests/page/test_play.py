"""Play against the program, analysis, denials, and turns that are taken back."""

import unittest

import gestures
from browser import PHONE, PageTest


class PlayTest(PageTest):
    def test_a_game_against_the_third_opponent_with_a_clock(self):
        tab = self.tab()
        page = tab.page
        page.click("[data-action='new']")
        page.select_option("#new-game select[name='variant']", "hop")
        page.select_option("#new-game select[name='black']", "opponent-3")
        page.select_option("#new-game select[name='clock']", "300+3")
        page.get_by_role("button", name="Begin").click()
        tab.wait("() => document.body.dataset.variant === 'hop'")
        tab.wait("() => document.querySelector('[data-clock=white].running') !== null")
        client = self.client()
        # One turn each: by its second turn this opponent may give mate.
        turn = client.ask("complete", at=0, text="")["turns"][0]
        gestures.by_mouse(tab, client.taps_of(turn))
        tab.wait("() => document.body.dataset.at === '2' && document.querySelector('#board [data-target]') !== null")
        self.assertEqual(len(client.ask("text")["turns"]), 2)
        self.assertEqual(page.locator("[data-clock='white']").count(), 1)
        page.get_by_role("button", name="Resign").click()
        page.locator("#words", has_text="White resigns").wait_for()

    def test_a_program_is_hurried_only_while_it_thinks(self):
        tab = self.tab()
        client = self.client()
        at = tab.set_up(client, "chess")
        client.ask("seat", black={"player": "self", "pace": {"seconds": 600}})
        client.ask("go")
        hurry = tab.page.get_by_role("button", name="Move now")
        tab.can_tap("e2")
        gestures.by_mouse(tab, ["e2", "e4"])
        at = tab.leaves(at)
        hurry.click()
        tab.leaves(at)
        tab.can_tap("d2")
        tab.page.evaluate("document.activeElement?.blur()")
        tab.page.keyboard.press("Home")
        tab.page.locator("#words", has_text="an earlier turn").wait_for()
        self.assertEqual(hurry.count(), 0)

    def test_the_board_is_shown_from_the_side_of_the_only_person(self):
        tab = self.tab()
        page = tab.page
        at_bottom = "color => document.querySelector('#seat-bottom [data-seat]').dataset.seat === color"

        def begin(**seats):
            page.click("[data-action='new']")
            page.select_option("#new-game select[name='variant']", "chess")
            for color, player in seats.items():
                page.select_option(f"#new-game select[name='{color}']", player)
            page.get_by_role("button", name="Begin").click()
            page.locator("#new-game").wait_for(state="hidden")

        begin(white="opponent-1")
        tab.wait(at_bottom, "black")
        tab.can_tap("e7")
        # As the person has turned it, it stays.
        page.click("[data-action='flip']")
        tab.wait(at_bottom, "white")
        at = tab.state()["at"]
        page.get_by_role("button", name="Delete from here").click()
        tab.leaves(at)
        self.assertTrue(page.evaluate(at_bottom, "white"))
        begin(black="opponent-1")
        tab.wait(at_bottom, "white")
        begin(white="opponent-1")
        tab.wait(at_bottom, "black")
        begin()
        tab.wait(at_bottom, "white")

    def test_analysis_previews_a_line_and_plays_it(self):
        tab = self.tab()
        client = self.client()
        at = tab.set_up(client, "chess")
        tab.page.get_by_role("switch", name="Analysis").click()
        line = tab.page.locator("[data-line] button.turn").first
        line.hover()
        tab.page.locator("#preview").wait_for(state="visible")
        tab.page.mouse.move(1, 1)
        tab.page.locator("#preview").wait_for(state="hidden")
        line.click()
        tab.leaves(at)
        tab.page.get_by_role("switch", name="Analysis").click()
        tab.wait("() => document.querySelector('[data-line]') === null")
        self.assertEqual(len(client.ask("text")["turns"]), 1)

    def test_a_game_that_is_over_is_not_thought_about(self):
        tab = self.tab()
        page = tab.page
        self.client().new("chess", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
        page.locator("#words", has_text="checkmate").wait_for()
        page.get_by_role("switch", name="Analysis").click()
        page.locator("[role=switch][aria-checked=true]").wait_for()
        self.assertEqual(page.locator(".analysis .hint").count(), 0)
        bar = page.locator("eval-bar")
        self.assertEqual(bar.get_attribute("aria-valuetext"), "White wins: checkmate")
        self.assertEqual(bar.get_attribute("aria-valuenow"), "100")
        page.get_by_role("switch", name="Analysis").click()
        page.locator("[role=switch][aria-checked=false]").wait_for()

    def test_a_denial_is_made_and_suffered(self):
        tab = self.tab()
        client = self.client()
        at = tab.set_up(client, "denial")
        gestures.by_mouse(tab, ["e2", "e4"])
        at = tab.leaves(at)
        gestures.by_mouse(tab, ["deny"])
        at = tab.leaves(at)
        tab.wait("() => document.querySelector('#board [data-square=e2][data-target]') !== null")
        gestures.by_mouse(tab, ["e2"])
        self.assertEqual(tab.state()["squares"], ["e3"])
        gestures.by_mouse(tab, ["e3"])
        tab.leaves(at)
        self.assertEqual(client.ask("text")["turns"], ["e2e4", "deny", "e2e3"])

    def test_the_last_tap_is_taken_back_and_another_piece_begins_anew(self):
        tab = self.tab()
        client = self.client()
        tab.set_up(client, "hop", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 -/-")
        gestures.by_mouse(tab, ["g8", "f6"])
        tab.page.keyboard.press("Escape")
        tab.wait("() => document.body.dataset.entered === 'g8'")
        gestures.click(tab, "b8")
        tab.wait("() => document.body.dataset.entered === 'b8'")
        tab.page.keyboard.press("Escape")
        tab.wait("() => document.body.dataset.entered === ''")

    def test_a_touch_waits_for_confirmation_where_that_is_chosen(self):
        tab = self.tab(**PHONE)
        client = self.client()
        at = tab.set_up(client, "chess")
        tab.page.tap("[data-action='confirm-touch']")
        gestures.by_touch(tab, ["e2", "e4"])
        tab.page.tap("[data-action='confirm']")
        tab.leaves(at)
        self.assertEqual(client.ask("text")["turns"], ["e2e4"])

    def test_a_refused_text_names_its_rule_which_opens(self):
        tab = self.tab()
        client = self.client()
        tab.set_up(client, "hop")
        gestures.by_text(tab, "e2e5")
        tab.page.locator("#refusal", has_text="e2e5").wait_for()
        tab.set_up(client, "hop")
        self.assertEqual(tab.page.input_value("#turn-text"), "")

    def test_chess_is_entered_in_algebraic_notation(self):
        tab = self.tab()
        client = self.client()
        at = tab.set_up(client, "chess")
        for turn in ["e4", "e5", "Nf3"]:
            gestures.by_text(tab, turn)
            at = tab.leaves(at)
        self.assertEqual(client.ask("text")["turns"], ["e2e4", "e7e5", "g1f3"])


if __name__ == "__main__":
    unittest.main()
