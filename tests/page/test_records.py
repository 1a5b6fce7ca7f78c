"""Records on the page: walked through, damaged, and with names that look like HTML."""

import unittest

from browser import PageTest

#: Hop, two turns.
RECORD = '[Variant "hop"]\n[Result "*"]\n\n1. e2e4 g8f6@d5 *\n'


class RecordsTest(PageTest):
    def open(self, text):
        """A page on which the text of a record was opened."""
        tab = self.tab()
        client = self.client()
        tab.set_up(client, "denial")
        tab.page.click("#tab-record")
        tab.page.fill("#record-text", text)
        tab.page.get_by_role("button", name="Open the text").click()
        return tab

    def test_a_record_is_walked_through(self):
        tab = self.open(RECORD)
        tab.wait("() => document.body.dataset.variant === 'hop' && document.body.dataset.at === '0'")
        page = tab.page
        page.evaluate("document.activeElement?.blur()")
        for key, node in (("End", 2), ("ArrowLeft", 1), ("Home", 0), ("ArrowRight", 1)):
            page.keyboard.press(key)
            tab.wait("at => document.body.dataset.at === String(at)", node)
        page.click("#tab-game")
        page.get_by_role("button", name="Last turn").click()
        tab.wait("() => document.body.dataset.at === '2'")
        page.get_by_role("button", name="First turn").click()
        tab.wait("() => document.body.dataset.at === '0'")

    def test_a_record_is_shown_where_it_cannot_be_copied(self):
        for clipboard, label in (("{ writeText: async () => undefined }", "Copied"), ("undefined", "To be copied by hand")):
            with self.subTest(label):
                tab = self.tab()
                tab.context.add_init_script(f"Object.defineProperty(navigator, 'clipboard', {{ value: {clipboard} }})")
                tab.page.reload()
                tab.ready()
                tab.page.click("#tab-record")
                tab.page.get_by_role("button", name="Copy record").click()
                text = tab.page.get_by_label(label, exact=True)
                text.wait_for()
                self.assertIn("[Event ", text.input_value())
                self.assertEqual(tab.page.locator("#refusal").count(), 0)

    def test_steps_that_come_faster_than_answers_all_count(self):
        tab = self.open('[Variant "chess"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *\n')
        tab.wait("() => document.body.dataset.variant === 'chess'")
        press = "([key, times]) => { for (let n = 0; n < times; n++) document.dispatchEvent(new KeyboardEvent('keydown', { key })); }"
        tab.page.evaluate("document.activeElement?.blur()")
        tab.page.evaluate(press, ["ArrowRight", 8])
        tab.wait("() => document.body.dataset.at === '8'")
        tab.page.evaluate(press, ["ArrowLeft", 3])
        tab.wait("() => document.body.dataset.at === '5'")

    def test_the_list_of_turns_follows_the_one_that_is_shown(self):
        tab = self.tab()
        client = self.client()
        turns = ["g1f3", "g8f6", "f3g1", "f6g8"] * 40
        at = client.new("chess", turns=turns)
        tab.wait("at => document.body.dataset.at === String(at)", at)
        sight = """() => {
            const tree = document.querySelector('.tree').getBoundingClientRect();
            const turn = document.querySelector('.tree [aria-current=true]').getBoundingClientRect();
            return turn.top >= tree.top && turn.bottom <= tree.bottom;
        }"""
        tab.wait(sight)
        self.assertGreater(tab.page.evaluate("document.querySelector('.tree').scrollTop"), 0)
        self.assertEqual(tab.page.evaluate("document.querySelector('#panel').scrollTop + scrollY"), 0)
        tab.page.evaluate("document.activeElement?.blur()")
        tab.page.keyboard.press("Home")
        tab.wait("() => document.body.dataset.at === '0'")
        tab.wait(sight)

    def test_a_file_may_be_chosen_again_when_it_has_changed(self):
        tab = self.tab()
        tab.set_up(self.client(), "denial")
        tab.page.click("#tab-record")
        file = {"name": "a.pgn", "mimeType": "text/plain", "buffer": RECORD.encode()}
        tab.page.set_input_files("input[type='file']", file)
        tab.wait("() => document.body.dataset.variant === 'hop'")
        # A browser tells of a choice only where it is another one than before.
        with tab.page.expect_file_chooser():
            tab.page.click("input[type='file']")
        self.assertEqual(tab.page.evaluate("document.querySelector('input[type=file]').files.length"), 0)

    def test_an_illegal_turn_shows_the_game_up_to_it_and_the_reason(self):
        tab = self.open(RECORD.replace("g8f6@d5", "e7e4"))
        tab.wait("() => document.body.dataset.variant === 'hop' && document.body.dataset.at === '1'")
        tab.page.locator("[role='alert']", has_text="e7e4").wait_for()

    def test_the_players_are_named_and_the_end_of_the_game_is_said_where_it_was(self):
        tab = self.open('[White "A"]\n[Black "B"]\n[Event "E"]\n[Result "1-0"]\n\n1. e4 e5 {Black resigns} 1-0\n')
        page = tab.page
        tab.wait("() => document.body.dataset.variant === 'chess'")
        page.click("#tab-game")
        page.locator("#heading", has_text="A - B, E").wait_for()
        for _ in range(2):
            page.get_by_role("button", name="Last turn").click()
            page.locator("#words", has_text="White wins: Black resigns").wait_for()
            page.get_by_role("button", name="First turn").click()
            page.locator("#words", has_text="Choose a piece").wait_for()
        self.client().new("chess")
        page.locator("#heading").wait_for(state="detached")

    def test_a_file_in_latin_1_and_one_in_utf_8_are_read_with_their_letters(self):
        record = '[Variant "hop"]\n[White "Müller"]\n[Black "José"]\n[Result "*"]\n\n1. e2e4 *\n'
        for encoding in ("latin-1", "utf-8", "utf-8-sig"):
            with self.subTest(encoding):
                tab = self.tab()
                tab.set_up(self.client(), "denial")
                tab.page.click("#tab-record")
                file = {"name": "games.pgn", "mimeType": "text/plain", "buffer": record.encode(encoding)}
                tab.page.set_input_files("input[type='file']", file)
                tab.page.locator(".recorded", has_text="Müller – José").wait_for()

    def test_what_a_record_holds_is_shown_as_text_and_never_run(self):
        name = "<img src=x onerror=alert(1)>"
        tab = self.open(f'[Variant "chess"]\n[White "{name}"]\n[Result "*"]\n\n1. e2e4 {{{name}}} e7e5 *\n')
        tab.wait("() => document.body.dataset.variant === 'chess'")
        tab.page.locator(".recorded", has_text=name).wait_for()
        tab.page.click("#tab-game")
        tab.page.locator(".tree .comment", has_text=name).wait_for()
        self.assertEqual(tab.page.locator("img").count(), 0)


if __name__ == "__main__":
    unittest.main()
