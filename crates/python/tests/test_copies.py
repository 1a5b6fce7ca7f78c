"""What is pickled, copied and compared by value: everything but engines and searches under way."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable

import pytest

from jabberwock import Engine, Game, Line, Outcome, Position, Score, Search, SearchResult

KNIGHTS_OUT_AND_BACK = ["g1f3", "g8f6", "f3g1", "f6g8"]

REPEATED = Position("chess", turns=KNIGHTS_OUT_AND_BACK * 2)

RESULT = Engine(hash=1).search(Position("hop"), depth=2, lines=2)

PLANNED = Engine(hash=1).search(Position("mega"), nodes=500)

LINE = Line(1, 9, 12, Score(35), 2**64 - 1, 0.25, ["e2e4", "e7e5"])

VALUES = [
    Game("mega"),
    REPEATED,
    Position("mega", turns=PLANNED.turn),
    REPEATED.outcome(),
    Outcome("black", "checkmate"),
    Score(-35),
    # Forced ends in 3 and in 4 turns, which are both 2 moves.
    Score(31_997),
    Score(31_996),
    Score(-32_000),
    LINE,
    *RESULT.lines,
    RESULT,
    PLANNED,
    SearchResult(None, None, Score(0), [], 0, 0, 0.0, None),
]

WAYS: list[Callable[[object], object]] = [copy.copy, copy.deepcopy]
WAYS += [
    lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))  # type: ignore[misc]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_copies_are_equal(value: object, way: Callable[[object], object]) -> None:
    again = way(value)
    assert type(again) is type(value)
    assert again == value and not again != value and hash(again) == hash(value)
    assert repr(again) == repr(value)


@pytest.mark.parametrize("way", WAYS)
def test_copies_of_positions_have_the_history(way: Callable[[object], object]) -> None:
    again = way(REPEATED)
    assert isinstance(again, Position)
    assert again.played == REPEATED.played and again.origin == REPEATED.origin
    assert str(again.outcome()) == "1/2-1/2 {repetition}"


def test_copies_of_results_have_all_that_was_found() -> None:
    again = pickle.loads(pickle.dumps(PLANNED))
    for name in ("turn", "reply", "score", "lines", "depth", "nodes", "time", "plan"):
        assert getattr(again, name) == getattr(PLANNED, name), name
    line = pickle.loads(pickle.dumps(LINE))
    assert (line.rank, line.depth, line.seldepth, line.score) == (1, 9, 12, Score(35))
    assert (line.nodes, line.time, line.turns) == (2**64 - 1, 0.25, ["e2e4", "e7e5"])


def test_values_that_differ_are_not_equal() -> None:
    assert len(set(VALUES)) == len(VALUES)
    assert LINE == Line(1, 9, 12, Score(35), 2**64 - 1, 0.25, "e2e4 e7e5")
    others = [
        Line(2, 9, 12, Score(35), 2**64 - 1, 0.25, LINE.turns),
        Line(1, 8, 12, Score(35), 2**64 - 1, 0.25, LINE.turns),
        Line(1, 9, 11, Score(35), 2**64 - 1, 0.25, LINE.turns),
        Line(1, 9, 12, Score(34), 2**64 - 1, 0.25, LINE.turns),
        Line(1, 9, 12, Score(35), 2**64 - 2, 0.25, LINE.turns),
        Line(1, 9, 12, Score(35), 2**64 - 1, 0.5, LINE.turns),
        Line(1, 9, 12, Score(35), 2**64 - 1, 0.25, LINE.turns[:1]),
    ]
    assert all(LINE != other for other in others)
    results = [
        SearchResult("e2e4", "e7e5", Score(35), [LINE], 9, 500, 0.25, "because"),
        SearchResult("d2d4", "e7e5", Score(35), [LINE], 9, 500, 0.25, "because"),
        SearchResult("e2e4", "d7d5", Score(35), [LINE], 9, 500, 0.25, "because"),
        SearchResult("e2e4", "e7e5", Score(34), [LINE], 9, 500, 0.25, "because"),
        SearchResult("e2e4", "e7e5", Score(35), others[:1], 9, 500, 0.25, "because"),
        SearchResult("e2e4", "e7e5", Score(35), [LINE], 8, 500, 0.25, "because"),
        SearchResult("e2e4", "e7e5", Score(35), [LINE], 9, 501, 0.25, "because"),
        SearchResult("e2e4", "e7e5", Score(35), [LINE], 9, 500, 0.5, "because"),
        SearchResult("e2e4", "e7e5", Score(35), [LINE], 9, 500, 0.25, None),
    ]
    assert len(set(results)) == len(results)
    assert Outcome("white", "checkmate") != Outcome("black", "checkmate")
    assert Outcome(None, "stalemate") != Outcome(None, "repetition")
    assert LINE != RESULT and Score(35) != 35 and Outcome("white", "checkmate") != "1-0 {checkmate}"


def test_outcomes_are_those_of_games() -> None:
    mate = Position("chess", turns="f2f3 e7e5 g2g4 d8h4")
    assert mate.outcome() == Outcome("black", "checkmate")
    outcome = Outcome(winner=None, reason="repetition")
    assert outcome == REPEATED.outcome()
    assert (outcome.result, str(outcome)) == ("1/2-1/2", "1/2-1/2 {repetition}")


def test_scores_have_values() -> None:
    values = [-32_000, -31_999, -100, 0, 35, 31_997, 31_999, 32_000]
    scores = [Score(value) for value in values]
    assert [score.value for score in scores] == values
    assert sorted(scores, reverse=True)[::-1] == scores
    assert [score.mate for score in scores] == [0, -1, None, None, None, 2, 1, 0]
    assert str(Score(35)) == "cp 35" and repr(Score(35)) == "<Score cp 35>"
    assert Engine(hash=1).search(REPEATED, depth=1, only="e2e4").score < Score(1000)


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda: Score(32_001), "value is a number from -32000 to 32000, not 32001"),
        (lambda: Score(-(2**64)), f"value is a number from -32000 to 32000, not {-(2**64)}"),
        (lambda: Outcome("red", "checkmate"), 'winner is white, black or None, not "red"'),  # type: ignore[arg-type]
        (lambda: Line(0, 1, 1, Score(0), 1, 0.0, ""), "rank is a number from 1 to"),
        (lambda: Line(1, -1, 1, Score(0), 1, 0.0, ""), "depth is a number from 0 to"),
        (lambda: Line(1, 1, -1, Score(0), 1, 0.0, ""), "seldepth is a number from 0 to"),
        (lambda: Line(1, 1, 1, Score(0), 2**64, 0.0, ""), "nodes is a number from 0 to"),
        (lambda: Line(1, 1, 1, Score(0), 1, float("nan"), ""), "time is a number of seconds, 0 or"),
        (
            lambda: SearchResult(None, None, Score(0), [], 2**32, 1, 0.0, None),
            "depth is a number from 0 to 4294967295, not 4294967296",
        ),
        (
            lambda: SearchResult(None, None, Score(0), [], 1, -1, 0.0, None),
            "nodes is a number from 0 to",
        ),
        (
            lambda: SearchResult(None, None, Score(0), [], 1, 1, -1.0, None),
            "time is a number of seconds, 0 or above, not -1",
        ),
    ],
)
def test_values_out_of_range_are_refused(make: Callable[[], object], text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}"):
        make()


def test_values_of_wrong_types_are_type_errors() -> None:
    with pytest.raises(TypeError, match="'str' object is not an instance of 'Line'"):
        SearchResult(None, None, Score(0), "x", 1, 1, 0.0, None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="'float' object cannot be interpreted as an integer"):
        Score(0.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        Score()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Line()  # type: ignore[call-arg]


def test_engines_and_searches_are_not_copied() -> None:
    engine = Engine(hash=1)
    with engine.start(Position("chess")) as search:
        for thing in (engine, search):
            for way in (copy.copy, copy.deepcopy):
                with pytest.raises(TypeError, match="cannot pickle"):
                    way(thing)
            for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
                with pytest.raises(TypeError, match="cannot pickle"):
                    pickle.dumps(thing, protocol)
    with pytest.raises(TypeError):
        Search()  # type: ignore[call-arg]


def search_of(position: Position) -> SearchResult:
    return Engine(hash=1).search(position, depth=2)


def test_processes_of_a_pool_give_results() -> None:
    positions = [Position("chess"), Position("hop", turns="e2e4"), REPEATED]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        results = pool.map(search_of, positions)
    assert [result.turn for result in results] == [search_of(one).turn for one in positions]
