"""Ways in which a person enters a turn. Each waits for the page to answer, never for a time."""

import re

from browser import selector


def center(tab, square):
    """Where a square is on the screen, after the board is scrolled into view."""
    return tab.page.evaluate(
        """square => {
            document.querySelector('#board').scrollIntoView({ block: 'nearest' });
            const box = document.querySelector(`#board [data-square="${square}"]`).getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        }""",
        square,
    )


def is_square(tap):
    return re.fullmatch(r"[a-z]\d+", tap) is not None


def answered(tab, at, entered):
    """Waits until the page shows the taps entered, or the position after the turn."""
    tab.wait(
        """([at, entered]) => {
            const { dataset } = document.body;
            return dataset.at !== String(at) || dataset.entered === entered;
        }""",
        [at, " ".join(entered)],
    )


def each_tap(tab, taps, tap_one):
    """Enters taps one after another by `tap_one`."""
    at = tab.state()["at"]
    for index, tap in enumerate(taps):
        tab.can_tap(tap)
        tap_one(tab, tap)
        answered(tab, at, taps[: index + 1])
        if tab.state()["at"] != at:
            # What is left was the only choice, which is taken without being asked.
            return


def by_mouse(tab, taps):
    each_tap(tab, taps, click)


def element(tap):
    return f"#board [data-square='{tap}']" if is_square(tap) else selector(tap)


def click(tab, tap):
    """Clicks as soon as the element does not move and nothing lies over it."""
    tab.page.click(element(tap))


def by_touch(tab, taps):
    each_tap(tab, taps, touch)


def touch(tab, tap):
    tab.page.tap(element(tap))


def by_keyboard(tab, taps):
    tab.page.evaluate("document.activeElement?.blur()")
    tab.page.keyboard.press("b")
    each_tap(tab, taps, press_key)


def press_key(tab, tap):
    keyboard = tab.page.keyboard
    if not is_square(tap):
        tab.page.focus(selector(tap))
        keyboard.press("Enter")
        return
    here = tab.page.evaluate("document.activeElement?.dataset?.square ?? null")
    if here is None:
        tab.page.evaluate("document.activeElement?.blur()")
        keyboard.press("b")
        here = tab.wait("() => document.activeElement?.dataset?.square")
    right, up = ord(tap[0]) - ord(here[0]), int(tap[1:]) - int(here[1:])
    for _ in range(abs(right)):
        keyboard.press("ArrowRight" if right > 0 else "ArrowLeft")
    for _ in range(abs(up)):
        keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
    keyboard.press("Enter")


def by_drag(tab, taps):
    """Drags between two squares where a piece can be dragged; other taps are clicks."""
    at = tab.state()["at"]
    index = 0
    while index < len(taps) and tab.state()["at"] == at:
        tap, *others = taps[index:]
        tab.can_tap(tap)
        can_drag = tab.page.locator(f"#board [data-square='{tap}'][data-drag]").count() > 0 if is_square(tap) else False
        if can_drag and others and is_square(others[0]) and others[0] != tap:
            drag(tab, tap, others[0])
            index += 2
        else:
            click(tab, tap)
            index += 1
        answered(tab, at, taps[:index])


def drag(tab, start, end):
    mouse = tab.page.mouse
    x, y = center(tab, start)
    to_x, to_y = center(tab, end)
    mouse.move(x, y)
    mouse.down()
    mouse.move((x + to_x) / 2, (y + to_y) / 2)
    mouse.move(to_x, to_y)
    mouse.up()


def by_text(tab, turn):
    tab.page.fill("#turn-text", turn)
    tab.page.press("#turn-text", "Enter")
