"""The server goes and comes back, pages are reloaded, and strangers are turned away."""

import http.client
import json
import unittest

from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import gestures
from browser import PageTest, Tab, chromium
from server import PATIENCE, Server, free_port
from wire import Client, cookie


class ServerTest(PageTest):
    def test_a_reload_finds_the_game_again(self):
        tab = self.tab()
        client = self.client()
        at = tab.set_up(client, "hop")
        gestures.by_mouse(tab, ["e2", "e4"])
        at = tab.leaves(at)
        before = tab.state()["position"]
        tab.page.reload()
        tab.ready()
        tab.shows(at, "hop", before)

    def test_a_turn_that_is_begun_outlasts_a_connection(self):
        tab = self.tab()
        # The page's socket, for the test to close.
        tab.context.add_init_script(
            """const Real = WebSocket;
            window.WebSocket = class extends Real {
                constructor(address) {
                    super(address);
                    window.socket = this;
                }
            };"""
        )
        tab.page.reload()
        tab.ready()
        client = self.client()
        at = tab.set_up(client, "mega")
        gestures.click(tab, "b1")
        tab.wait("() => document.querySelector('#path [data-place=b1]') !== null")
        for square, entered in (("e2", "b1/e2"), ("e4", "b1/e2 b1/e4")):
            tab.can_tap(square)
            gestures.click(tab, square)
            tab.wait("entered => document.body.dataset.entered === entered", entered)
        opened = tab.page.evaluate("socket.close(), document.body.dataset.opened")
        tab.wait("opened => document.body.dataset.state === 'ready' && document.body.dataset.opened !== opened", opened)
        self.assertEqual(tab.state()["entered"], "b1/e2 b1/e4")
        tab.page.locator(".count", has_text="1 of 8").wait_for()
        # Where another turn has been made meanwhile, nothing is left of it.
        tab.page.evaluate("socket.close()")
        client.ask("turn", at=at, text="{a1,b1,c1,d1,e1,f1,g1,h1=e2e4}")
        tab.leaves(at)
        tab.wait("() => document.body.dataset.entered === ''")

    def test_two_pages_at_one_table_see_the_same(self):
        one, other = self.tab(), self.tab()
        client = self.client()
        at = one.set_up(client, "chess")
        gestures.by_mouse(one, ["e2", "e4"])
        one.leaves(at)
        other.wait("position => document.body.dataset.position === position", client.ask("text")["position"])

    def test_the_page_asks_for_nothing_but_what_the_server_has(self):
        tab = self.tab()
        answer = tab.page.reload()
        tab.ready()
        self.assertIn("default-src 'none'", answer.headers["content-security-policy"])


class AwayTest(unittest.TestCase):
    """A server that is killed, and started again on the same port."""

    def test_the_page_says_that_the_server_is_away_and_goes_on_when_it_is_back(self):
        browser = chromium()
        port = free_port()
        first = Server("chess", port=port)
        self.addCleanup(lambda: first.process.poll() is None and first.kill())
        tab = Tab(browser, first)
        client = Client(first)
        at = client.new("hop", turns=["e2e4"])
        position = client.ask("text")["position"]
        tab.shows(at, "hop", position)
        first.kill()
        tab.page.locator("#banner").wait_for(state="visible")
        self.assertEqual(tab.state()["position"], position)
        # Nobody is seated without the server.
        tab.page.select_option("[data-seat='black'] select", "opponent-3")
        self.assertEqual(tab.page.input_value("[data-seat='black'] select"), "person")
        second = Server("chess", port=port)
        self.addCleanup(second.kill)
        # The new server has a new key, which the page says; its address is opened, and the page goes on.
        tab.page.locator("#banner", has_text="new key").wait_for()
        self.assertEqual(tab.state()["position"], position)
        other = tab.context.new_page()
        other.goto(second.address)
        other.wait_for_selector("body[data-state='ready']")
        tab.ready()
        tab.page.locator("#banner").wait_for(state="hidden")
        tab.wait("position => document.body.dataset.position === position", position)
        self.assertEqual(tab.page.get_attribute("body", "data-variant"), "hop")
        gestures.by_mouse(tab, ["e7", "e5", "a5"])
        tab.wait("position => document.body.dataset.position !== position", position)
        # A reload finds the game again, not the table that has its number's place.
        position = tab.state()["position"]
        tab.page.reload()
        tab.ready()
        tab.wait("position => document.body.dataset.position === position", position)
        tab.close()

    def test_an_interrupt_ends_the_server_with_status_0(self):
        self.assertEqual(Server("chess").interrupt(), 0)


class FullTest(unittest.TestCase):
    """A server that has as many pages as it takes."""

    def test_a_page_too_many_says_so_and_opens_when_another_is_closed(self):
        server = Server("chess")
        self.addCleanup(server.kill)
        clients = [Client(server)]
        clients += [Client(server) for _ in range(clients[0].hello["limits"]["connections"] - 1)]
        page = chromium().new_page()
        self.addCleanup(page.close)
        page.goto(server.address)
        banner = page.locator("#banner", has_text="As many pages are open")
        banner.wait_for()
        for client in clients:
            client.close()
        page.wait_for_selector("body[data-state='ready']")
        banner.wait_for(state="hidden")


class GuardTest(unittest.TestCase):
    """Who may speak to the server."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server("chess")
        cls.addClassCleanup(cls.server.kill)
        cls.cookie = cookie(cls.server)

    def status(self, path="/", **headers):
        """The status and headers of an answer. `host=...` sends another one."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        sent = {"Host": self.server.host, "Cookie": self.cookie}
        sent.update({name.title(): value for name, value in headers.items()})
        connection.putrequest("GET", path, skip_host=True)
        for name, value in sent.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status, answer.headers

    def test_a_page_of_the_server_is_let_in(self):
        self.assertEqual(self.status()[0], 200)
        self.assertEqual(self.status(origin=f"http://{self.server.host}")[0], 200)

    def test_another_host_or_origin_is_refused(self):
        self.assertEqual(self.status(host="evil.example")[0], 403)
        self.assertEqual(self.status(host=f"evil.example:{self.server.port}")[0], 403)
        self.assertEqual(self.status(origin="http://evil.example")[0], 403)
        self.assertEqual(self.status(origin="null")[0], 403)

    def test_nobody_is_let_in_without_the_key(self):
        self.assertEqual(self.status(cookie=None)[0], 401)
        self.assertEqual(self.status(path="/?key=wrong", cookie=None)[0], 401)
        self.assertEqual(self.status(cookie="key=wrong")[0], 401)

    def test_no_path_reaches_the_file_system(self):
        for path in ("/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "//etc/passwd", "/rules/../../Cargo.toml"):
            self.assertEqual(self.status(path=path)[0], 404, path)

    def test_the_socket_needs_the_origin_and_the_cookie(self):
        for origin, sent in ((None, self.cookie), ("http://evil.example", self.cookie), (f"http://{self.server.host}", "key=wrong")):
            with self.assertRaises(InvalidStatus) as refused:
                connect(f"ws://{self.server.host}/table", origin=origin, additional_headers={"Cookie": sent})
            self.assertIn(refused.exception.response.status_code, (401, 403))

    def test_every_answer_carries_the_headers_that_shut_others_out(self):
        _, headers = self.status()
        policy = headers["Content-Security-Policy"]
        for rule in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"):
            self.assertIn(rule, policy)
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        self.assertEqual(headers["Cross-Origin-Opener-Policy"], "same-origin")
        self.assertEqual(headers["Cross-Origin-Resource-Policy"], "same-origin")
        self.assertIsNone(headers["Access-Control-Allow-Origin"])

    def test_messages_that_make_no_sense_are_refused_and_change_nothing(self):
        client = Client(self.server)
        self.addCleanup(client.close)
        before = client.new("chess", turns=["e2e4"])
        for message in ("", "{", "[]", "null", '{"id":1}', '{"id":1,"do":"fly"}', '{"id":-1,"do":"hello"}', '{"do":"look"}',
                        '{"id":1,"do":"goto","at":99}', '{"id":1,"do":"look","place":"' + "a1/" * 10_000 + '"}',
                        '{"id":1,"do":"new","variant":"chess","position":"\\u0000"}'):
            client.socket.send(message)
            answer = json.loads(client.socket.recv(timeout=PATIENCE))
            self.assertIn("error", answer, message[:80])
            # 200 letters and an ellipsis.
            self.assertLessEqual(len(answer["error"]["text"]), 203)
        self.assertEqual(client.ask("text")["turns"], ["e2e4"])
        self.assertEqual(client.ask("look")["at"], before)


if __name__ == "__main__":
    unittest.main()
