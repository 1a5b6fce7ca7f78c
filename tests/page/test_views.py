"""Every view passes axe's rules of levels A and AA, light and dark, and fits the screens it is made for."""

import unittest

from axe import violations
from browser import DESKTOP, PHONE, SMALL, PageTest

#: Positions that show much, each in its game.
POSITIONS = {
    "chess": None,
    "hop": "r1bqkbnr/pp2pppp/2np4/2p5/8/6P1/PPPPPPBP/RNBQK1NR b KQkq - 0 4 d4/f5",
    "chakra": "7k/4P3/8/8/8/8/8/K7 w a2n,h2n/a7n,h7n QA 0 1",
    "chaotic": "k6r/8/8/3mn3/3R4/8/4M3/K7 w - - 0 1",
    "denial": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 b0 "
    "d:e2e4@rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1",
    "crazy": "6k1/7p/5b~2/8/4(RNp)3/8/8/K7 w - - 0 1",
    "mega": None,
    "recursive-2": None,
}

PANELS = ("game", "examples", "rules", "terms", "record")


class ViewsTest(PageTest):
    def check(self, tab, view):
        with self.subTest(view):
            self.assertEqual(violations(tab.page), [])

    def each_view(self, theme):
        """Shows every view in light or dark, and checks it."""
        tab = self.tab(color_scheme=theme)
        client = self.client()
        page = tab.page
        for variant, position in POSITIONS.items():
            tab.set_up(client, variant, position)
            self.check(tab, variant)
        tab.set_up(client, "hop", POSITIONS["hop"])
        for panel in PANELS[1:]:
            page.click(f"#tab-{panel}")
            self.check(tab, panel)
        page.click("#tab-rules")
        page.locator("#H13").wait_for()
        self.check(tab, "rules of hop")
        for action in ("new", "keys"):
            page.click(f"[data-action='{action}']")
            self.check(tab, action)
            page.keyboard.press("Escape")
        page.click("#tab-game")
        page.get_by_role("switch", name="Analysis").click()
        page.locator("[data-line]").first.wait_for()
        self.check(tab, "analysis")
        page.get_by_role("switch", name="Analysis").click()
        tab.set_up(client, "mega")
        page.click("#board [data-square='a1']")
        tab.wait("() => document.querySelector('#path [data-place=a1]') !== null")
        self.check(tab, "a board of mega")

    def test_light(self):
        self.each_view("light")

    def test_dark(self):
        self.each_view("dark")

    def test_nothing_is_wider_than_the_screen(self):
        for name, screen in (("1280x800", DESKTOP), ("390x844", PHONE), ("360x640", SMALL)):
            tab = self.tab(**screen)
            client = self.client()
            for variant, position in POSITIONS.items():
                tab.set_up(client, variant, position)
                for panel in PANELS:
                    with self.subTest(name, variant=variant, panel=panel):
                        tab.page.click(f"#tab-{panel}")
                        excess = tab.page.evaluate(
                            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
                        )
                        self.assertLessEqual(excess, 0)
            tab.page.click("#tab-game")

    def test_a_whole_board_is_seen_on_a_low_screen(self):
        for width, height in ((844, 390), (667, 375), (640, 400), (600, 580)):
            tab = self.tab(viewport={"width": width, "height": height}, has_touch=True, is_mobile=True)
            client = self.client()
            for variant in ("crazy", "mega"):
                tab.set_up(client, variant)
                with self.subTest(f"{width}x{height}", variant=variant):
                    box = tab.page.locator("#board").bounding_box()
                    self.assertLessEqual(box["height"], height)
                    self.assertGreaterEqual(box["height"], 260)
                    excess = tab.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                    self.assertLessEqual(excess, 0)

    def test_a_square_is_named_with_all_that_is_on_it(self):
        tab = self.tab()
        client = self.client()
        tab.set_up(client, "crazy", POSITIONS["crazy"])
        label = tab.page.get_attribute("#board [data-square='e4']", "aria-label")
        self.assertIn("White's rook carrying White's knight and Black's pawn", label)


if __name__ == "__main__":
    unittest.main()
