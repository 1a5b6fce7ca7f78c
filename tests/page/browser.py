"""Pages in Debian's Chromium, and what is common to the tests that use them."""

import atexit
import functools
import os
import shutil
import unittest
import urllib.parse

from playwright.sync_api import sync_playwright

import server as servers
from server import PATIENCE
from wire import Client

#: A computer's window, a phone, the smallest screen that the page is made for.
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


@functools.cache
def chromium():
    """Debian's Chromium, without a window: one for all tests of a process. Each opens pages with cookies and
    settings of their own."""
    executable = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if executable is None:
        raise unittest.SkipTest("chromium is not installed")
    # Chromium refuses to sandbox itself for root.
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    playwright = sync_playwright().start()
    atexit.register(playwright.stop)
    return playwright.chromium.launch(executable_path=executable, args=arguments)


class Tab:
    """The page in a browser, opened at the server's address."""

    def __init__(self, browser, server, **options):
        self.context = browser.new_context(**{"reduced_motion": "reduce", **DESKTOP, **options})
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page = self.context.new_page()
        self.host = server.host
        self.complaints = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("request", self._request)
        self.page.goto(server.address)
        self.ready()

    def _console(self, message):
        if message.type in ("error", "warning"):
            self.complaints.append(f"console: {message.text}")

    def _request(self, request):
        parts = urllib.parse.urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self.complaints.append(f"request to {request.url}")

    def ready(self):
        self.page.wait_for_selector("body[data-state='ready']")

    def wait(self, condition, argument=None):
        """Waits until a condition in the page, written in JavaScript, holds; its value."""
        return self.page.wait_for_function(condition, arg=argument, polling="raf").json_value()

    def state(self):
        """The node that is shown, what is entered, and what may be tapped next."""
        return self.page.evaluate(STATE)

    def set_up(self, client, variant, position=None):
        """Sets a position up at the table of the page, and waits until it is shown; its node.

        The page may show the same position before: only the number of tables tells the old one from the new one.
        """
        opened = self.page.evaluate("document.body.dataset.opened")
        at = client.new(variant, position)
        shown = client.ask("look", at=at)["scene"]["position"]
        self.wait("opened => document.body.dataset.opened !== opened", opened)
        self.shows(at, variant, shown)
        return at

    def shows(self, at, variant, position):
        """Waits until a node is shown, with nothing entered and something to tap."""
        self.wait(
            """([at, variant, position]) => {
                const { dataset } = document.body;
                return dataset.state === 'ready' && dataset.at === String(at) && dataset.variant === variant
                    && dataset.position === position && dataset.entered === ''
                    && document.querySelector('#board [data-target], #board [data-drag], #actions [data-tap]') !== null;
            }""",
            [at, variant, position],
        )

    def leaves(self, at):
        """Waits until another node is shown; its number."""
        return int(self.wait("at => document.body.dataset.at !== String(at) && document.body.dataset.at", at))

    def can_tap(self, tap):
        """Waits until a tap is offered."""
        return self.wait("tap => document.querySelector(tap) !== null", selector(tap))

    def close(self):
        self.context.close()


#: What the page says of itself to tests (crates/board/page/README.md).
STATE = """() => {
    const { dataset } = document.body;
    const all = (selector, name) => [...document.querySelectorAll(selector)].map((element) => element.dataset[name]);
    return {
        at: Number(dataset.at),
        entered: dataset.entered,
        position: dataset.position,
        squares: all('#board [data-square][data-target]', 'square'),
        choices: all('#board .choices:not([hidden]) [data-tap]', 'tap'),
        words: all('#actions [data-tap]', 'tap'),
    };
}"""


def selector(tap):
    """What a tap is made on: a square, a choice at a square, or a button."""
    if tap[0] in "=.":
        return f"#board .choices:not([hidden]) [data-tap='{tap}']"
    if tap.isalpha():
        return f"#actions [data-tap='{tap}']"
    return f"#board [data-square='{tap}'][data-target]"


class PageTest(unittest.TestCase):
    """Tests with one server and one browser for all of a class."""

    #: Arguments of `jabberwock board`.
    ARGUMENTS = ("chess",)

    @classmethod
    def setUpClass(cls):
        cls.browser = chromium()
        cls.server = cls.enterClassContext(servers.running(*cls.ARGUMENTS))
        cls.sessions = servers.Sessions()
        cls.addClassCleanup(cls.sessions.close)

    def tab(self, **options):
        """A page that is closed after the test, which fails if the page has complained."""
        tab = Tab(self.browser, self.server, **options)
        self.addCleanup(self._close, tab)
        return tab

    def _close(self, tab):
        tab.close()
        self.assertEqual(tab.complaints, [])

    def client(self):
        """A connection at the table that was opened last: the page's."""
        client = Client(self.server)
        self.addCleanup(client.close)
        return client
