"""Figures of the page: how fast it answers, how large it is, what it costs.

    python3 tests/page/figures.py

Times are 95th percentiles of milliseconds, measured in the page from the press to the frame in which the targets
are drawn. The load of the machine is printed with them.
"""

import contextlib
import json
import os
import random
import time

import gestures
from browser import DESKTOP, Tab, chromium
from server import running
from wire import Client

#: Presses of each game.
PRESSES = 60

#: Positions of Hop Chess with 3,141 and 6,435 turns.
HOP = [
    "6k1/1p6/2q5/5Q2/4Q3/8/2Q3P1/K7 w - - 0 30 h8/h1",
    "6k1/Q7/1Q6/5Q2/4Q3/3Q4/2Q5/K7 w - - 0 9 h8/h1",
]

GAMES = ("chess", "hop", "chakra", "chaotic", "denial", "crazy", "mega", "recursive-2", "recursive-8")


def percentile(values, share=0.95):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def load():
    return "load " + " ".join(f"{value:.1f}" for value in os.getloadavg())


def report(name, value, unit, limit, note=""):
    print(f"{name:44} {value:8.1f} {unit:4} (at most {limit}) {note} {load()}", flush=True)


def timed(action):
    start = time.perf_counter()
    result = action()
    return result, (time.perf_counter() - start) * 1000


def positions_of(client, variant):
    examples = client.ask("examples", variant=variant)["examples"]
    return [None, *(example["position"] for example in examples)]


def presses(tab, client, variant, positions, chance):
    """Milliseconds from a press to the targets, and of the prompts alone."""
    shown, asked = [], []
    each = max(2, PRESSES // len(positions))
    for position in positions:
        at = tab.set_up(client, variant, position)
        # None where the game is over, or where all that can be done is to deny.
        squares = tab.state()["squares"] or tab.page.evaluate(BOARDS)
        for square in chance.choices(squares, k=each) if squares else []:
            tab.page.evaluate(ARM)
            gestures.click(tab, square)
            shown.append(tab.page.evaluate("window.pressed"))
            tab.page.keyboard.press("Escape")
            tab.wait("() => document.body.dataset.entered === '' && !document.querySelector('#path [aria-current]')?.dataset.place")
            _, milliseconds = timed(lambda: client.ask("prompt", at=at, taps=[square] if variant in PLAIN else []))
            asked.append(milliseconds)
    return shown, asked


#: Games whose first tap is a square.
PLAIN = ("chess", "hop", "chakra", "chaotic", "denial", "crazy")

#: Running boards of a game of games that may be played on.
BOARDS = """() => [...document.querySelectorAll('#board [data-square]')]
    .filter((cell) => cell.getAttribute('aria-label').includes('you may play here')).map((cell) => cell.dataset.square)"""

#: Waits for the next press; the time from it until what it leads to is drawn, in milliseconds.
ARM = """() => {
    const place = () => document.querySelector('#path [aria-current]')?.dataset.place ?? '';
    const before = document.body.dataset.entered + place();
    window.pressed = new Promise((resolve) => {
        addEventListener('pointerdown', async (event) => {
            while (document.body.dataset.entered + place() === before) {
                await new Promise(requestAnimationFrame);
            }
            await new Promise(requestAnimationFrame);
            resolve(performance.now() - event.timeStamp);
        }, { capture: true, once: true });
    });
}"""


def pressing(tab, client):
    chance = random.Random(1)
    for variant in GAMES:
        positions = positions_of(client, variant)
        shown, asked = presses(tab, client, variant, positions, chance)
        report(f"{variant}: press to targets", percentile(shown), "ms", 100)
        report(f"{variant}: prompt", percentile(asked), "ms", 10)
    shown, asked = presses(tab, client, "hop", HOP, chance)
    report("hop, 3,000 turns: press to targets", percentile(shown), "ms", 100)
    report("hop, 3,000 turns: prompt", percentile(asked), "ms", 10)


#: Shows a node; the time until it is drawn.
SHOW = """async (at) => {
    const key = at === 0 ? 'ArrowLeft' : 'ArrowRight';
    document.activeElement?.blur();
    const start = performance.now();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    while (document.body.dataset.at !== String(at)) {
        await new Promise(requestAnimationFrame);
    }
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
}"""


def overview(browser, server, client):
    """A middle game of Mega-Chess: its overview when it is opened, and after a turn."""
    at = client.new("mega")
    for _ in range(24):
        fill = client.ask("fill", at=at, taps=[], seconds=0.05)
        at = client.ask("turn", at=at, taps=fill["taps"])["at"]
    position = client.ask("text")["position"]
    opened, turned, sizes = [], [], []
    for _ in range(5):
        at = client.new("mega", position)
        tab = Tab(browser, server, **DESKTOP)
        tab.wait("() => document.body.dataset.variant === 'mega'")
        start = tab.page.evaluate(FIRST_DRAWING)
        opened.append(start)
        fill = client.ask("fill", at=at, taps=[], seconds=0.05)
        node = client.ask("turn", at=at, taps=fill["taps"])["at"]
        tab.wait("at => document.body.dataset.at === String(at)", node)
        client.ask("goto", at=0)
        tab.wait("() => document.body.dataset.at === '0'")
        turned.append(tab.page.evaluate(SHOW, node))
        for number in (0, node):
            sizes.append(len(json.dumps(client.ask("look", at=number), separators=(",", ":"))))
        tab.close()
    report("mega: overview drawn", percentile(opened), "ms", 300)
    report("mega: overview after a turn", percentile(turned), "ms", 100)
    report("mega: look of the overview", max(sizes) / 1024, "KiB", 64)


#: Draws the board that is shown as if it were new.
FIRST_DRAWING = """async () => {
    const { Overview } = await import('./overview.js');
    const { drawBoard } = await import('./board-view.js');
    const { svgElement } = await import('./pieces.js');
    const scene = document.querySelector('#board').state.scene;
    const canvas = new Overview();
    const svg = svgElement('svg', {});
    const box = document.createElement('div');
    box.append(canvas.canvas, svg);
    document.body.append(box);
    const start = performance.now();
    drawBoard(svg, { scene, flipped: false, targets: new Map(), selected: [], takes: [], moves: false, arrows: [], lifted: null });
    canvas.paint(scene, false, new Map(), 640);
    canvas.canvas.getContext('2d').getImageData(0, 0, 1, 1);
    const time = performance.now() - start;
    box.remove();
    return time;
}"""


def looks(client):
    """Any look in recursive-8, after turns on many boards."""
    at = client.new("recursive-8")
    times = []
    for _ in range(4):
        fill = client.ask("fill", at=at, taps=[], seconds=0.2)
        at = client.ask("turn", at=at, taps=fill["taps"])["at"]
        for depth in range(8):
            place = "/".join(["a1", "b1", "c1", "d1", "e1", "f1", "g1"][:depth])
            _, milliseconds = timed(lambda: client.ask("look", at=at, place=place))
            times.append(milliseconds)
    report("recursive-8: any look", max(times), "ms", 50)


def opening(browser, server):
    """What the page weighs, and when it can be used."""
    times, sizes = [], []
    for _ in range(5):
        context = browser.new_context(**DESKTOP)
        page = context.new_page()
        received = []
        page.on("response", lambda answer, into=received: into.append(len(answer.body())))
        start = time.perf_counter()
        page.goto(server.address)
        page.wait_for_selector("#board [data-target], #board [data-drag]")
        times.append(time.perf_counter() - start)
        sizes.append(sum(received))
        context.close()
    report("page: all its files", max(sizes) / 1000, "kB", 300)
    report("page: open until a piece can be pressed", max(times) * 1000, "ms", 1000)


def idle(browser, server, client):
    """Processor time of the server while a page is open and nothing happens."""
    client.new("hop")
    tab = Tab(browser, server, **DESKTOP)
    tab.wait("() => document.body.dataset.variant === 'hop'")
    before, start = cpu(server.process.pid), time.monotonic()
    tab.page.wait_for_timeout(10_000)
    share = (cpu(server.process.pid) - before) / (time.monotonic() - start)
    report("idle: of a core", 100 * share, "%", 1)
    tab.close()


def cpu(process):
    """Seconds of processor time that a process has used."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main():
    browser = chromium()
    with running("hop", "--threads", "2") as server:
        opening(browser, server)
        with contextlib.closing(Client(server)) as client:
            tab = Tab(browser, server, **DESKTOP)
            pressing(tab, client)
            tab.close()
            overview(browser, server, client)
            looks(client)
            idle(browser, server, client)


if __name__ == "__main__":
    main()
