"""Pictures of the page: each game in a rich position with targets shown, games of games, dark, phone, all pieces.

    python3 tests/page/pictures.py [DIRECTORY]
"""

import pathlib
import sys

import gestures
from boards import shows_place, tap_on
from browser import DESKTOP, PHONE, Tab, chromium
from server import ROOT, Match, running
from wire import Client

#: Picture, game, position, taps entered, options of the browser.
PICTURES = [
    ("chess", "chess", "r3k2r/pppq1ppp/2n1bn2/3pp3/3PP3/2N1BN2/PPPQ1PPP/R3K2R w KQkq - 0 9", ["e1"], DESKTOP),
    ("hop", "hop", "r1bqkbnr/pp2pppp/2np4/2p5/8/6P1/PPPPPPBP/RNBQK1NR b KQkq - 0 4 d4/f5", ["c8"], DESKTOP),
    ("chakra", "chakra", "2a4k/5a2/8/8/8/4M3/2PP4/K2S4 w c1n,f7n/a7n,h7k Qs 0 1", ["e3"], DESKTOP),
    ("chaotic", "chaotic", "k2r4/ppp5/3n1a2/2mR1m2/3M4/5P2/PPP1M3/K3A2N w - - 0 20", ["f3"], DESKTOP),
    ("denial", "denial", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 b0 "
     "d:e2e4@rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1", [], DESKTOP),
    ("crazy", "crazy", "3qk3/1p3p2/2b~5/4(rnB)3/2(RNp)5/5N2/3PPP2/(RP)3K2R w K - 0 20", ["f3"], DESKTOP),
    ("crazy-stack", "crazy", "3qk3/1p3p2/2b~5/4(rnB)3/2(RNp)5/5N2/3PPP2/(RP)3K2R w K - 0 20", ["c4"], DESKTOP),
    ("phone", "hop", "r1bqkbnr/pp2pppp/2np4/2p5/8/6P1/PPPPPPBP/RNBQK1NR b KQkq - 0 4 d4/f5", ["c6"], PHONE),
    ("dark", "crazy", "3qk3/1p3p2/2b~5/4(rnB)3/2(RNp)5/5N2/3PPP2/(RP)3K2R w K - 0 20", ["e1"], {**DESKTOP, "color_scheme": "dark"}),
    ("mega-phone", "mega", None, [], PHONE),
]


def picture(browser, server, directory, name, variant, position, taps, options):
    tab = Tab(browser, server, **options)
    client = Client(server)
    tab.set_up(client, variant, position)
    if options.get("has_touch"):
        gestures.by_touch(tab, taps)
    else:
        gestures.by_mouse(tab, taps)
    save(tab, directory, name)
    client.close()
    tab.close()


def save(tab, directory, name):
    tab.page.screenshot(path=directory / f"{name}.png")
    print(f"{name}.png", tab.complaints or "", flush=True)


def mega(browser, server, directory):
    """The overview with a draft, and a board within."""
    tab = Tab(browser, server, **DESKTOP)
    client = Client(server)
    tab.set_up(client, "mega", "4k3/3p4/8/8/1n-1R+4/8/8/KN5R w - - 0 1 {a1=6k1/8/8/8/8/8/8/K6R_b_-_-_0_1;"
               "b1=7k/8/8/6Q1/8/8/8/K7_w_-_-_0_1;h1,d7=6k1/5ppp/8/8/8/8/8/R3K3_w_-_-_0_1;e8=6k1/8/8/8/8/8/6r1/6K1_w_-_-_0_1}")
    gestures.click(tab, "d7")
    shows_place(tab, ["d7"])
    tap_on(tab, "a1")
    save(tab, directory, "mega-board")
    gestures.click(tab, "a8")
    tab.wait("() => document.querySelector('[data-chosen]') !== null")
    save(tab, directory, "mega-draft")
    at = client.new("mega", turns=["{a1,b1,c1,d1,e1,f1,g1,h1=e2e4}"])
    tab.wait("at => document.body.dataset.at === String(at)", at)
    save(tab, directory, "mega")
    tab.set_up(client, "recursive-3")
    for place in (["a1"], ["a1", "b1"]):
        gestures.click(tab, place[-1])
        shows_place(tab, place)
    save(tab, directory, "recursive-3")
    client.close()
    tab.close()


def match(browser, directory):
    """A match: its games side by side, and one that is followed."""
    players = ("--player", "self,tc=60+0.5", "--player", "self,name=other,tc=60+0.5")
    with running("--variant", "hop", *players, "--concurrency", "2", kind=Match) as server:
        tab = Tab(browser, server, **DESKTOP)
        tab.wait("() => document.querySelectorAll('#match .card').length === 2")
        save(tab, directory, "match")
        tab.page.locator("#match .card").first.click()
        tab.wait("() => Number(document.body.dataset.at) > 0")
        save(tab, directory, "match-game")
        tab.close()


def pieces(browser, server, directory):
    """All pieces at 72, 48, 24 and 12 pixels, for both players on both colours."""
    tab = Tab(browser, server, viewport={"width": 1400, "height": 900})
    tab.page.evaluate(SHEET)
    save(tab, directory, "pieces")
    tab.close()


#: Draws the sheet from the page's own modules.
SHEET = """async () => {
    const { drawPiece, svgElement } = await import('./pieces.js');
    const sprite = new DOMParser().parseFromString(await (await fetch('pieces.svg')).text(), 'image/svg+xml');
    const names = [...sprite.querySelectorAll('symbol')].map((symbol) => symbol.id).filter((id) => id.startsWith('piece-'));
    const svg = svgElement('svg', { viewBox: '0 0 1400 900', width: 1400, height: 900 });
    const style = getComputedStyle(document.querySelector('#board'));
    let y = 0;
    for (const side of [72, 48, 24, 12]) {
        for (const owner of ['white', 'black']) {
            for (const shade of ['--square-light', '--square-dark']) {
                names.forEach((name, index) => {
                    const [, glyph, form] = /^piece-([a-z]+)(?:-([a-z]+))?$/.exec(name) ?? [];
                    const x = index * 78;
                    const rect = svgElement('rect', { x, y, width: side, height: side });
                    rect.style.fill = style.getPropertyValue(shade);
                    svg.append(rect, drawPiece({ glyph, form, owner }, x, y, side));
                });
                y += side + 4;
            }
        }
    }
    // The sprite that the pieces are taken from stays in the page, under the sheet.
    Object.assign(svg.style, { position: 'fixed', inset: '0', zIndex: '9', background: 'white' });
    document.body.append(svg);
}"""


def main():
    directory = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "target" / "pictures"
    directory.mkdir(parents=True, exist_ok=True)
    browser = chromium()
    with running("chess") as server:
        for name, *rest in PICTURES:
            picture(browser, server, directory, name, *rest)
        mega(browser, server, directory)
        pieces(browser, server, directory)
    match(browser, directory)


if __name__ == "__main__":
    main()
