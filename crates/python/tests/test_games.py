"""A whole game of each game, and what holds at each of its positions."""

import pytest

import jabberwock
from jabberwock import Engine, Game, Position

#: Nodes a turn of White and of Black. The stronger side wins many games, so that most of them end.
NODES = {"white": 2000, "black": 5}

#: A game that has not ended after this many turns is cut off. Games of games last for hundreds.
LONGEST = 400
LONGEST_OF_GAMES = 12

#: Ends after which a king is missing, so that the text of the position is refused.
ENDS_WITHOUT_KING = {"backstab", "king lost", "kings lost"}

#: Of this level and those above, the numbers of turns have too many digits to be counted often.
UNCOUNTED_LEVEL = 4


def is_counted(game: Game) -> bool:
    return not any(game.name == f"recursive-{level}" for level in range(UNCOUNTED_LEVEL, 9))


def check(position: Position, played: list[str]) -> None:
    """The texts and the turns of `position` agree with each other."""
    assert position.played == played
    outcome = position.outcome()
    if outcome is not None and outcome.reason in ENDS_WITHOUT_KING:
        assert position.turns() == []
        with pytest.raises(ValueError, match="kings"):
            Position(position.game, position.text)
        return
    again = Position(position.game, position.text)
    if played[-1:] == ["draw"]:
        # A text does not say that a draw has been claimed.
        again = again.play("draw")
    assert again == position and hash(again) == hash(position) and again.key == position.key
    assert again.is_check() == position.is_check()
    if not is_counted(position.game):
        return
    if position.game.has_boards:
        boards = position.boards()
        assert position.count() >= len(position.mega_moves()) + (len(boards) > 0)
    else:
        turns = position.turns()
        assert turns == sorted(set(turns)) == again.turns()
        assert position.count() == len(turns)


@pytest.mark.parametrize("game", jabberwock.games(), ids=str)
def test_a_whole_game(game: Game) -> None:
    engine = Engine(hash=4)
    longest = LONGEST_OF_GAMES if game.has_boards else LONGEST
    position = Position(game)
    played: list[str] = []
    while position.outcome() is None and len(played) < longest:
        check(position, played)
        result = engine.search(position, nodes=NODES[position.to_move])
        assert result.turn is not None
        if not game.has_boards:
            assert result.turn in position.turns()
        assert position.read_turn(result.turn) == result.turn
        position = position.play(result.turn)
        played.append(result.turn)
    check(position, played)
    assert position == Position(game, turns=played)
    outcome = position.outcome()
    again = Position(game, turns=played).outcome()
    assert outcome == again
    if game.has_boards:
        assert len(played) == longest
    elif outcome is not None and outcome.winner is not None:
        assert engine.search(position, nodes=5).turn is None
