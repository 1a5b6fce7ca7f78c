"""Counts of turns are the known ones."""

import pytest
from counts import LIMIT, Count, counts

import jabberwock

COUNTS = counts()


def test_every_game_but_the_higher_levels_has_known_counts() -> None:
    counted = {count.game for count in COUNTS}
    games = {game.name for game in jabberwock.games()}
    assert counted <= games
    uncounted = games - counted
    assert all(name.startswith("recursive-") for name in uncounted), uncounted


@pytest.mark.parametrize("name", sorted({count.game for count in COUNTS}))
def test_known_counts_are_met(name: str) -> None:
    made = 0
    for count in COUNTS:
        if count.game == name and (count.turns <= LIMIT or count.depth == 1):
            position = jabberwock.Position(name, count.text)
            assert position.perft(count.depth) == count.turns, count
            if count.depth == 1:
                assert position.count() == count.turns
            made += 1
    assert made > 0


SHALLOW = [count for count in COUNTS if count.depth == 2 and count.turns <= 20_000]


@pytest.mark.parametrize("count", SHALLOW, ids=str)
def test_counts_are_those_of_turns_made_in_python(count: Count) -> None:
    position = jabberwock.Position(count.game, count.text)
    made = sum(len(position.play(turn).turns()) for turn in position.turns())
    assert made == count.turns
