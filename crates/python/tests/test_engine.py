"""The search: limits, lines, stopping, interrupting, refusals."""

import _thread
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator

import pytest

from jabberwock import Engine, Line, Position, Search

#: White mates in one move.
MATE_IN_ONE = "r1bqkbnr/1ppp1ppp/p1n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 4"


def test_depth_and_nodes_end_a_search() -> None:
    start = Position("chess")
    result = Engine().search(start, depth=4)
    assert result.depth == 4 and result.lines[0].depth == 4
    assert result.turn == result.lines[0].turns[0]
    assert result.nodes > 0 and result.time >= 0.0 and result.plan is None
    assert Engine().search(start, nodes=1000).nodes < 3000


def test_a_time_ends_a_search() -> None:
    assert Engine().search(Position("hop"), time=0.05).time >= 0.01


def test_searches_of_one_thread_are_repeatable() -> None:
    results = [Engine().search(Position("hop"), depth=3) for _ in range(2)]
    assert results[0].nodes == results[1].nodes
    assert results[0].lines[0].turns == results[1].lines[0].turns
    # What was learnt is used, unless it is forgotten.
    engine = Engine()
    engine.search(Position("hop"), depth=3)
    assert engine.search(Position("hop"), depth=3).nodes != results[0].nodes
    engine.clear()
    assert engine.search(Position("hop"), depth=3).nodes == results[0].nodes


def test_lines_are_different_and_in_order() -> None:
    result = Engine(hash=8).search(Position("chess"), depth=4, lines=5)
    assert [line.rank for line in result.lines] == [1, 2, 3, 4, 5]
    assert len({line.turns[0] for line in result.lines}) == 5
    scores = [line.score for line in result.lines]
    assert scores == sorted(scores, reverse=True)
    assert result.score == scores[0] >= scores[-1]
    for line in result.lines:
        Position("chess", turns=line.turns)


def test_mates_are_found() -> None:
    result = Engine().search(Position("chess", MATE_IN_ONE), depth=3)
    assert result.turn == "h5f7"
    assert (result.score.mate, result.score.cp, str(result.score)) == (1, None, "mate 1")
    mated = Position("chess", MATE_IN_ONE).play("h5f7")
    over = Engine().search(mated, depth=3)
    assert over.turn is None and over.lines == []
    assert (over.score.mate, str(over.score)) == (0, "mate 0")
    stalemate = Engine().search(Position("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), depth=3)
    assert (stalemate.turn, stalemate.score.cp) == (None, 0)


def test_only_these_turns_are_considered() -> None:
    mate = Position("chess", MATE_IN_ONE)
    for turns in (["a2a3", "b2b3"], ("a2a3", "b2b3"), "a2a3 b2b3"):
        assert Engine().search(mate, depth=3, only=turns).turn in ("a2a3", "b2b3")


def test_a_search_knows_the_history() -> None:
    # To go back once more is a draw, and better than to lose.
    text = "7k/8/8/8/8/8/q7/7K w - - 0 1"
    turns = "h1g1 a2b2 g1h1 b2a2".split() * 2
    lost = Position("chess", text)
    assert Engine().search(lost, depth=6).score.cp != 0
    assert str(Position("chess", text, turns).outcome()) == "1/2-1/2 {repetition}"
    before = Position("chess", text, turns[:-1])
    result = Engine().search(before, depth=4, only=["b2a2"])
    assert result.score.cp == 0


def test_levels_are_weaker_and_determined_by_their_seeds() -> None:
    def level(seed: int) -> str | None:
        return Engine().search(Position("chess"), level=1, seed=seed).turn

    assert level(1) == level(1)
    assert len({level(seed) for seed in range(20)}) > 1


def test_plans_of_games_of_games_are_explained_and_may_be_drafted() -> None:
    result = Engine().search(Position("mega"), nodes=500, draft="{a1=a2a4}")
    assert result.turn is not None and "a2a4" in result.turn
    assert result.plan


def test_lines_are_given_as_they_are_found() -> None:
    with Engine().start(Position("chess")) as search:
        depths = []
        for line in search:
            depths.append(line.depth)
            if line.depth >= 4:
                break
        assert not search.is_over
        search.stop()
        result = search.result()
    assert depths == sorted(depths) and depths[-1] == 4
    assert search.is_over and result.depth >= 4 and result.turn is not None
    assert search.result().turn == result.turn
    # The lines that were not asked for yet are still there; then the iterator ends.
    rest = [line.depth for line in search]
    assert sorted(rest) == rest and all(depth > 4 for depth in rest)
    assert list(search) == []


@pytest.fixture
def switches() -> Iterator[None]:
    """Threads of Python take turns as often as possible."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


@pytest.mark.usefixtures("switches")
def test_each_line_is_given_to_one_thread() -> None:
    def started() -> Search:
        return Engine(hash=1).start(Position("chess"), depth=5, lines=20)

    def values(lines: Iterable[Line]) -> list[tuple[int, int, int]]:
        return sorted((line.depth, line.rank, line.nodes) for line in lines)

    wanted = values(started())
    for _ in range(5):
        search = started()
        # The lines of the first iterations are taken while they are found, the others all at once.
        found = [next(search)]
        search.result()
        together = threading.Barrier(2)

        def take(search: Search = search, found: list[Line] = found) -> None:
            together.wait()
            found.extend(search)

        threads = [threading.Thread(target=take) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert values(found) == wanted


def test_a_search_ends_with_its_block() -> None:
    engine = Engine()
    with engine.start(Position("chess")) as search:
        pass
    assert search.is_over
    assert engine.search(Position("chess"), depth=1).turn is not None


def test_a_search_that_nobody_holds_is_stopped() -> None:
    engine = Engine()
    engine.start(Position("chess"))
    assert engine.search(Position("chess"), depth=1).depth == 1


def test_an_engine_runs_one_search_at_a_time() -> None:
    engine = Engine()
    with engine.start(Position("chess")):
        with pytest.raises(RuntimeError, match="the engine is searching"):
            engine.search(Position("chess"), depth=1)
        assert Engine().search(Position("chess"), depth=1).turn is not None


def test_other_threads_run_during_a_search_and_stop_it() -> None:
    engine = Engine()
    found = []

    def search() -> None:
        found.append(engine.search(Position("chess"), depth=200))

    thread = threading.Thread(target=search)
    thread.start()
    while thread.is_alive():
        engine.stop()
        thread.join(0.01)
    assert found[0].turn is not None and found[0].depth < 200


LONG_WORK: list[Callable[[], object]] = [
    lambda: Position("chess").perft(20),
    lambda: Engine().search(Position("chess"), depth=200),
    lambda: list(Engine().start(Position("hop"))),
    lambda: Engine().start(Position("mega")).result(),
]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """SIGINT interrupts Python. It is ignored in programs that a script has started in the background."""
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, previous)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("work", LONG_WORK)
def test_other_threads_run_during_long_work_and_interrupt_it(work: Callable[[], object]) -> None:
    # Only a thread that gets to run can interrupt.
    timer = threading.Timer(0.1, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    timer.join()


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
def test_a_signal_ends_a_search_of_a_process() -> None:
    program = (
        "import signal, jabberwock\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "print('ready', flush=True)\n"
        "jabberwock.Engine().search(jabberwock.Position('crazy'), depth=200)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert errors.splitlines()[-1] == "KeyboardInterrupt"


def test_a_search_needs_a_limit() -> None:
    with pytest.raises(ValueError, match="without a limit"):
        Engine().search(Position("chess"))


@pytest.mark.parametrize(
    "arguments, text",
    [
        ({"depth": 0}, "depth is a number from 1 to 4294967295, not 0"),
        ({"depth": 2**64}, f"depth is a number from 1 to 4294967295, not {2**64}"),
        ({"depth": -(2**200)}, "depth is a number from 1 to .*, not one of more than 128 bits"),
        ({"nodes": -5}, "nodes is a number from 1 to"),
        ({"nodes": 2**63}, f"nodes is a number from 1 to {2**63 - 1}, not {2**63}"),
        ({"mate": 2**40}, "mate is a number from 1 to"),
        ({"mate": 2**70}, "mate is a number from 1 to"),
        ({"time": 0.0}, "time is a number of seconds above 0 and up to a year, not 0"),
        ({"time": float("nan")}, "time is a number of seconds"),
        ({"time": float("inf")}, "time is a number of seconds"),
        ({"time": 10**400}, "time is a number of seconds"),
        ({"time": -(10**400)}, "time is a number of seconds"),
        ({"depth": 1, "lines": 0}, "lines is a number from 1 to 256, not 0"),
        ({"depth": 1, "lines": 2**70}, "lines is a number from 1 to 256, not"),
        ({"depth": 1, "level": 11}, "level is a number from 1 to 10, not 11"),
        ({"level": 2**70}, "level is a number from 1 to 10, not"),
        ({"level": 1, "seed": -1}, f"seed is a number from 0 to {2**64 - 1}, not -1"),
        ({"level": 1, "seed": 2**64}, f"seed is a number from 0 to {2**64 - 1}, not {2**64}"),
        ({"depth": 1, "only": []}, "only has no turns: give at least one"),
        ({"depth": 1, "only": " "}, "only has no turns: give at least one"),
        ({"depth": 1, "only": ["e2e5"]}, 'illegal turn "e2e5"'),
        ({"depth": 1, "draft": "{a1=e2e4}"}, "not planned board by board"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, object], text: str) -> None:
    engine = Engine()
    with pytest.raises(ValueError, match=text):
        engine.search(Position("chess"), **arguments)  # type: ignore[arg-type]
    assert engine.search(Position("chess"), depth=1).turn is not None


def test_arguments_of_wrong_types_are_type_errors() -> None:
    with pytest.raises(TypeError, match="'float' object cannot be interpreted as an integer"):
        Engine().search(Position("chess"), depth=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="must be real number, not str"):
        Engine().search(Position("chess"), time="1")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="turns are a str or a sequence of str, not int"):
        Engine().search(Position("chess"), depth=1, only=5)  # type: ignore[arg-type]


def test_seeds_have_64_bits() -> None:
    for seed in (0, 2**63, 2**64 - 1):
        assert Engine(hash=1).search(Position("chess"), level=1, seed=seed).turn is not None


def test_engines_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="threads is a number from 1 to 1024, not 0"):
        Engine(threads=0)
    with pytest.raises(ValueError, match=f"threads is a number from 1 to 1024, not {2**70}"):
        Engine(threads=2**70)
    with pytest.raises(ValueError, match="hash is a number from 1 to 65536, not 0"):
        Engine(hash=0)
    with pytest.raises(ValueError, match=f"hash is a number from 1 to 65536, not {2**70}"):
        Engine(hash=2**70)
    try:
        Engine(hash=65536)
    except ValueError as error:
        # Less than 64 GiB here.
        assert str(error).startswith("a hash table of 65536 MiB does not fit in memory")
    assert repr(Engine(threads=2, hash=16)) == "Engine(threads=2, hash=16)"


def test_several_threads_search() -> None:
    assert Engine(threads=2, hash=8).search(Position("crazy"), depth=3).turn is not None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork processes")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("is_searching", [False, True])
def test_a_forked_process_searches(threads: int, is_searching: bool) -> None:
    engine, start = Engine(threads=threads, hash=1), Position("chess")
    engine.search(start, depth=4)
    search = engine.start(start) if is_searching else None
    pid = os.fork()
    if pid == 0:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(60)
        turns = [Engine(hash=1).search(start, depth=3).turn, engine.search(start, depth=3).turn]
        os._exit(0 if set(turns) <= set(start.turns()) else 1)
    assert os.waitpid(pid, 0)[1] == 0
    if search is not None:
        assert not search.is_over


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork processes")
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork")
def test_a_forked_process_does_not_wait_for_the_search_of_another() -> None:
    with Engine(hash=1).start(Position("chess")) as search:
        first = next(search)
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(60)
            refusals = 0
            for wait in (search.result, lambda: list(search)):
                try:
                    wait()
                except RuntimeError as error:
                    refusals += "another process" in str(error)
            search.__exit__()
            os._exit(0 if refusals == 2 else 1)
        assert os.waitpid(pid, 0)[1] == 0
        assert first.rank == 1 and not search.is_over
