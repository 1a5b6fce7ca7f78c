"""The command line: `python -m jabberwock_cluster match ...`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from . import commands
from .cluster import NoWorkerError, connected
from .engine import Engine, EngineRefusal
from .worker import EngineError

EXAMPLES = """\
examples:
  python -m jabberwock_cluster match --local 2 --record games.pgn -- \\
      --variant hop --player self --player mcts --games 200 --nodes 500
  python -m jabberwock_cluster annotate --scheduler tcp://head:8786 games.pgn -o annotated.pgn -- \\
      --nodes 100000
  python -m jabberwock_cluster tune-data --scheduler tcp://head:8786 hop --out hop.data -- \\
      --games 4000 --nodes 2500

What follows -- is for the engine: the options of `jabberwock match`, `annotate` and `tune data`.
"""


def positive(text: str) -> int:
    """A number from 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def parser() -> argparse.ArgumentParser:
    """The arguments before `--`."""
    shared = argparse.ArgumentParser(add_help=False)
    where = shared.add_mutually_exclusive_group(required=True)
    where.add_argument("--scheduler", metavar="ADDRESS", help="a running cluster, as tcp://host:8786")
    where.add_argument("--local", metavar="N", type=positive, help="N processes on this machine")
    shared.add_argument(
        "--engine",
        metavar="PATH",
        default="jabberwock",
        help="the binary, here and on the workers: a path, or a name in PATH [jabberwock]",
    )
    top = argparse.ArgumentParser(
        prog="jabberwock_cluster",
        description="Matches, annotations and training data of Jabberwock on a Dask cluster.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    kinds = top.add_subparsers(dest="command", required=True)
    match = kinds.add_parser("match", parents=[shared], help="play the pairs of a match")
    match.add_argument("--record", metavar="FILE", type=Path, required=True, help="the games, as PGN")
    match.add_argument("--resume", action="store_true", help="continue the match in the record")
    match.add_argument(
        "--send",
        metavar="FILE",
        type=Path,
        action="append",
        default=[],
        help="a file that the options name, such as openings, for workers that do not have it",
    )
    match.add_argument("--json", action="store_true", help="print the results as JSON")
    annotate = kinds.add_parser("annotate", parents=[shared], help="annotate the games of a record")
    annotate.add_argument("file", metavar="FILE", type=Path, help="a record of any game")
    annotate.add_argument("-o", "--output", metavar="OUT", type=Path, required=True, help="a new file")
    data = kinds.add_parser("tune-data", parents=[shared], help="play games for tuning")
    data.add_argument("variant", metavar="GAME")
    data.add_argument("--out", metavar="FILE", type=Path, required=True, help="a new file")
    data.add_argument(
        "--parts",
        metavar="N",
        type=positive,
        default=100,
        help="into which the run is divided [100]",
    )
    return top


def run(arguments: argparse.Namespace, options: Sequence[str]) -> int:
    """Does what is asked for; the exit status."""
    engine = Engine(arguments.engine)
    # Nothing is started for arguments that the engine refuses.
    files: dict[str, bytes] = {}
    if arguments.command == "match":
        engine.pairings(options)
        files = sent(arguments.send)
    elif arguments.command == "annotate":
        commands.listed_games(engine, arguments.file)
        if arguments.output.exists():
            raise EngineRefusal(f"error: {arguments.output} exists already")
    with connected(arguments.scheduler, arguments.local, arguments.engine, engine.version) as cluster:
        if arguments.command == "match":
            return commands.match(
                cluster,
                engine,
                options,
                files,
                arguments.record,
                resume=arguments.resume,
                as_json=arguments.json,
            )
        if arguments.command == "annotate":
            return commands.annotate(cluster, engine, options, arguments.file, arguments.output)
        return commands.tune_data(cluster, engine, arguments.variant, options, arguments.out, arguments.parts)


def sent(paths: Sequence[Path]) -> dict[str, bytes]:
    """The files to send, by the names that the options have for them."""
    for path in paths:
        if path.is_absolute() or ".." in path.parts:
            raise EngineRefusal(f"error: --send {path}: a file below this folder is expected")
    return {str(path): path.read_bytes() for path in paths}


def main(words: Sequence[str] | None = None) -> int:
    """Runs a command; the exit status."""
    words = list(sys.argv[1:] if words is None else words)
    split = words.index("--") if "--" in words else len(words)
    arguments = parser().parse_args(words[:split])
    try:
        return run(arguments, words[split + 1 :])
    except EngineRefusal as refusal:
        print(refusal, file=sys.stderr)
        return 2
    except (EngineError, NoWorkerError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
