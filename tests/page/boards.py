"""Turns of games of games, entered on the page board by board."""

import re

import gestures

#: The checkbox by which one entry counts for all equal boards.
FOR_ALL = "The same on all equal boards"


def parts(turn):
    """The parts of a board turn: `{a1,b1=e2e4;h1={...}}` gives `[(["a1", "b1"], "e2e4"), ...]`."""
    found, depth, start = [], 0, 1
    for index, letter in enumerate(turn):
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if (letter == ";" and depth == 1) or depth == 0:
            squares, text = turn[start:index].split("=", 1)
            found.append((squares.split(","), text))
            start = index + 1
    return found


def enter_turn(tab, turn):
    """Enters a turn of a game of games, and makes it."""
    at = tab.state()["at"]
    if not turn.startswith("{"):
        move_piece(tab, "", turn)
        return
    enter(tab, [], turn)
    tab.page.click("[data-action='make']:enabled")
    tab.leaves(at)


def enter(tab, place, turn):
    """Enters a turn of the game at `place`, which is shown and goes out of itself when it is complete."""
    level = int(tab.page.get_attribute("#board", "data-level"))
    if not turn.startswith("{"):
        if level > 0:
            move_piece(tab, "/".join(place), turn)
        else:
            for tap in taps_of_move(turn):
                tap_on(tab, tap)
        return
    groups = parts(turn)
    for squares, text in groups:
        # One entry is enough for all equal boards, if nothing else is entered.
        is_same = len(groups) == 1 and is_for_all(tab)
        for square in squares[:1] if is_same else squares:
            if not is_same:
                set_for_all(tab, False)
            gestures.click(tab, square)
            shows_place(tab, [*place, square])
            enter(tab, [*place, square], text)
            tab.wait("place => !document.querySelector('#path [aria-current]')?.dataset.place.startsWith(place)", "/".join([*place, square]))


def is_for_all(tab):
    return tab.page.get_by_label(FOR_ALL).is_checked()


def set_for_all(tab, is_on):
    tab.page.get_by_label(FOR_ALL).set_checked(is_on)


def shows_place(tab, place):
    tab.wait(
        """place => {
            const { dataset } = document.querySelector('#path [aria-current]') ?? {};
            return dataset?.place === place && document.querySelector('#board [data-target], #board [data-drag]') !== null;
        }""",
        "/".join(place),
    )


def move_piece(tab, place, turn):
    """A mega-move: a piece is dragged."""
    taps = taps_of_move(turn)
    before = tab.state()
    gestures.drag(tab, taps[0], taps[1])
    tab.wait(
        """([at, entered]) => document.body.dataset.at !== String(at) || document.body.dataset.entered !== entered""",
        [before["at"], before["entered"]],
    )
    for tap in taps[2:]:
        tab.can_tap(tap)
        gestures.click(tab, tap)


def tap_on(tab, tap):
    before = tab.state()
    tab.can_tap(tap)
    gestures.click(tab, tap)
    tab.wait(
        """entered => document.body.dataset.entered !== entered""",
        before["entered"],
    )


def taps_of_move(turn):
    """The taps of a move of chess or of a mega-move: `e7e8q` is entered as e7, e8, =q."""
    squares = re.findall(r"[a-h][1-8]", turn)
    letter = turn[4:]
    return squares + ([f"={letter}"] if letter else [])
