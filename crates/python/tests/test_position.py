"""Positions: texts, history, equality and refusals."""

import os
import subprocess
from collections.abc import Callable

import pytest

import jabberwock
from jabberwock import Game, Position

#: The release binary, to compare refusals with.
BINARY = os.environ.get("JABBERWOCK")

KNIGHTS_OUT_AND_BACK = ["g1f3", "g8f6", "f3g1", "f6g8"]


def test_games_are_found_by_name_and_alias() -> None:
    assert Game("Crazy Chess") == Game("crazy") != Game("hop")
    assert Game("crazy") in set(jabberwock.games())
    assert Game("hop").name == "hop"
    assert "hopchess" in Game("hop").aliases
    assert Game("hop").description.startswith("Hop Chess")
    assert Game("mega").has_boards and not Game("hop").has_boards
    assert repr(Game("hop")) == "Game('hop')"


@pytest.mark.parametrize("game", jabberwock.games(), ids=str)
def test_starts_are_read_back(game: Game) -> None:
    start = Position(game)
    assert start.game == game
    assert start.text == game.start == start.origin
    assert start.to_move == "white"
    assert start.played == [] and start.previous is None
    assert start.outcome() is None and not start.is_check()
    assert start == Position(game.name, game.start) == eval(repr(start))
    assert start.draw() == str(start) != start.draw(flip=True)


def test_turns_are_given_as_a_list_or_as_a_text() -> None:
    one = Position("chess", turns="e2e4  e7e5\n")
    other = Position(Game("chess"), turns=["e2e4", "e7e5"])
    third = Position("chess", "startpos", ("e2e4", "e7e5"))
    assert one == other == third
    assert one.played == ["e2e4", "e7e5"]
    assert hash(one) == hash(other)


def test_playing_leaves_the_position_as_it_was() -> None:
    start = Position("hop")
    after = start.play("e2e4").play("g8f6@d5")
    assert start == Position("hop")
    assert after.played == ["e2e4", "g8f6@d5"]
    assert after.origin == start.text
    assert after.previous == start.play("e2e4")
    assert after.previous is not None and after.previous.previous == start


def test_a_position_knows_the_positions_before_it() -> None:
    twice = Position("chess", turns=KNIGHTS_OUT_AND_BACK)
    assert twice.outcome() is None
    thrice = Position("chess", turns=KNIGHTS_OUT_AND_BACK * 2)
    outcome = thrice.outcome()
    assert outcome is not None
    assert (outcome.result, outcome.winner, outcome.reason) == ("1/2-1/2", None, "repetition")
    assert str(outcome) == "1/2-1/2 {repetition}"
    # The same text without the history is another matter.
    assert thrice == Position("chess", thrice.text)
    assert Position("chess", thrice.text).outcome() is None
    assert thrice.previous is not None and thrice.previous.outcome() is None


def test_keys_leave_counters_out_and_texts_do_not() -> None:
    start = Position("chess")
    back = Position("chess", turns=KNIGHTS_OUT_AND_BACK)
    assert start.key == back.key != start.play("e2e4").key
    assert start != back and start.text != back.text
    assert 0 <= start.key < 2**64


def test_positions_are_keys_of_dictionaries() -> None:
    found = {Position("chess"): "chess", Position("denial"): "denial"}
    assert found[Position("chess", Game("chess").start)] == "chess"
    assert Position("chess") != Position("denial")
    assert Position("chess") != "chess"


def test_a_mated_player_has_lost() -> None:
    mate = Position("chess", turns="f2f3 e7e5 g2g4 d8h4")
    outcome = mate.outcome()
    assert outcome is not None and mate.is_check()
    assert outcome.winner == "black" and outcome.result == "0-1"
    assert outcome == Position("chess", mate.text).outcome()
    assert mate.turns() == [] and mate.count() == 0


def test_turns_are_read_in_their_canonical_form() -> None:
    start = Position("mega")
    assert start.read_turn("{b1=g1f3;a1=e2e4;c1=e2e4;d1=e2e4;e1=e2e4;f1=e2e4;g1=e2e4;h1=e2e4}") == (
        "{a1,c1,d1,e1,f1,g1,h1=e2e4;b1=g1f3}"
    )


def test_turns_of_games_of_games_are_put_together() -> None:
    start = Position("mega")
    boards = start.boards()
    assert len(boards) == 32 and boards["a1"] == sorted(boards["a1"])
    assert start.mega_moves() == sorted(start.mega_moves()) != []
    assert start.count() == 269268480000000020
    turn = ";".join(f"{place}={turns[0]}" for place, turns in list(boards.items())[:8])
    after = start.play("{" + turn + "}")
    assert after.to_move == "black"
    # White's board a1 went on.
    assert "a1" in str(sorted(boards)) and after.draw(board="a1") != start.draw(board="a1")


def test_numbers_of_turns_may_have_thousands_of_digits() -> None:
    count = Position("recursive-4").count()
    assert count == Position("recursive-4").perft(1)
    assert count > 10**5000 and count % 10 == 0


def test_only_games_of_games_have_boards() -> None:
    with pytest.raises(ValueError, match="too many to be listed"):
        Position("mega").turns()
    with pytest.raises(ValueError, match="only games of games have boards"):
        Position("chess").boards()
    with pytest.raises(ValueError, match="only games of games have boards"):
        Position("chess").mega_moves()


#: What is refused, and the command line that refuses it with the same text.
REFUSED: list[tuple[Callable[[], object], list[str]]] = [
    (lambda: Game("chackra"), ["moves", "chackra"]),
    (lambda: Position("chackra"), ["moves", "chackra"]),
    (lambda: Position("chess", "8/8 w - -"), ["moves", "chess", "--position", "8/8 w - -"]),
    (lambda: Position("chess", ""), ["moves", "chess", "--position", ""]),
    (lambda: Position("hop", turns="e2e5"), ["moves", "hop", "--moves", "e2e5"]),
    (lambda: Position("hop").play("@@"), ["moves", "hop", "--moves", "@@"]),
    (lambda: Position("mega").play("{a1=e2e9}"), ["moves", "mega", "--moves", "{a1=e2e9}"]),
    (lambda: Position("mega").perft(2), ["perft", "mega", "2"]),
]


@pytest.mark.parametrize("refused, command", REFUSED, ids=lambda item: str(item)[:40])
def test_refusals_have_the_text_of_the_command_line(
    refused: Callable[[], object], command: list[str]
) -> None:
    with pytest.raises(ValueError) as error:
        refused()
    if BINARY is None:
        pytest.skip("JABBERWOCK does not name the program to compare with")
    run = subprocess.run([BINARY, *command], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.splitlines()[-1] == f"error: {error.value}"


def test_unknown_games_without_a_similar_name_are_refused() -> None:
    with pytest.raises(ValueError, match=r'unknown variant "tiddlywinks"; .*games\(\)'):
        Game("tiddlywinks")


@pytest.mark.parametrize("depth", [-1, 65, 2**40, -(2**63) - 1, 2**64])
def test_depths_out_of_range_are_refused(depth: int) -> None:
    with pytest.raises(ValueError, match=f"depth is a number from 0 to 64, not {depth}"):
        Position("chess").perft(depth)


def test_wrong_types_are_type_errors() -> None:
    with pytest.raises(TypeError, match="^game is a Game or the name of one, not int"):
        Position(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^turns are a str or a sequence of str, not int"):
        Position("chess", turns=5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^turns are a str or a sequence of str, not set"):
        Position("chess", turns={"e2e4"})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="^a turn is a str, not int"):
        Position("chess", turns=[5])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="'str' object cannot be interpreted as an integer"):
        Position("chess").perft("5")  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        Position("chess").text = "x"  # type: ignore[misc]
