"""A match is watched in the browser."""

import unittest

import server as servers
from axe import violations
from browser import PHONE, Tab, chromium
from wire import Client, Refused

#: More games than the test looks at, short ones: the second player sees one turn ahead.
MATCH = ("--variant", "hop", "--player", "self,tc=5+0.05", "--player", "self,name=weak,tc=5+0.05,depth=1",
         "--games", "10000", "--concurrency", "2", "--plies", "6")


class MatchTest(unittest.TestCase):
    def test_a_match_is_watched(self):
        browser = chromium()
        match = self.enterContext(servers.running(*MATCH, kind=servers.Match))
        tab = Tab(browser, match)
        page = tab.page
        # Two games side by side, then one of them with clocks, to a turn and on to the next.
        tab.wait("() => document.querySelectorAll('#match .card').length === 2")
        self.assertEqual(violations(page), [])
        page.locator("#match .card").first.click()
        tab.wait("() => document.querySelector('[data-clock=white]') && document.querySelector('[data-clock=black]')")
        names = page.locator("[data-seat] .name").all_inner_texts()
        self.assertEqual(sorted(names), ["self", "weak"])
        tab.wait("() => Number(document.body.dataset.at) > 0 || document.querySelector('#words').textContent.includes('wins')")
        self.assertEqual(page.locator("#turn-text, [data-action='new'], [data-target], [role='switch']").count(), 0)
        # The results grow.
        page.click("#tab-match")
        tab.wait(MORE_GAMES, 0)
        played = int(page.locator("#panel [data-player='self'] td").first.inner_text())
        tab.wait(MORE_GAMES, played)
        self.assertEqual(violations(page), [])
        # Earlier turns of a game that has ended.
        page.locator('#panel [data-ended]').first.click()
        page.locator("#words", has_text="wins").wait_for()
        page.click("#tab-game")
        page.get_by_role("button", name="First turn").click()
        tab.wait("() => document.body.dataset.at === '0'")
        page.reload()
        tab.ready()
        page.locator("#words").wait_for()
        page.click("[data-action='overview']")
        page.locator("#match").wait_for(state="visible")
        match.interrupt()
        page.locator("#match-state", has_text="The match is over").wait_for()
        page.locator("#banner", has_text="The match is over").wait_for()
        tab.close()
        self.assertEqual(tab.complaints, [])

    def test_watchers_change_nothing(self):
        match = self.enterContext(servers.running(*MATCH, kind=servers.Match))
        client = Client(match)
        self.addCleanup(client.close)
        for name, fields in (("new", {"variant": "chess"}), ("analyse", {"on": True}), ("takeback", {}), ("go", {})):
            with self.assertRaises(Refused) as refused:
                client.ask(name, **fields)
            self.assertEqual(refused.exception.kind, "watching")

    def test_a_match_fits_a_phone(self):
        browser = chromium()
        match = self.enterContext(servers.running(*MATCH, kind=servers.Match))
        tab = Tab(browser, match, **PHONE)
        for selector in ("#match .card", "#board [data-square='a1']"):
            tab.page.locator(selector).first.wait_for()
            excess = tab.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            self.assertLessEqual(excess, 0)
            tab.page.locator(selector).first.tap()
        tab.close()
        self.assertEqual(tab.complaints, [])


#: Whether the first player has played more games.
MORE_GAMES = """played => {
    const cell = document.querySelector("#panel [data-player='self'] td");
    return cell !== null && Number(cell.textContent) > played;
}"""


if __name__ == "__main__":
    unittest.main()
