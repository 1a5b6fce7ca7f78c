"""Fits the model of results to the scores and results of games.

jabberwock tune data crazy --games 1500 --nodes 400 --opening 7 --quiet-margin 10000 --out crazy.data
python tuning/win_models.py crazy.data

A win has the probability 1 / (1 + exp((a - s) / b)) at the score s in centipawns, a loss that of a win
at -s, a draw the rest. Prints the whole numbers a and b with the largest likelihood.
"""

import argparse
import math
from collections import Counter
from pathlib import Path

# Scores in centipawns are taken together in classes of this width.
WIDTH = 20

RESULTS = {"1-0": 1, "1/2-1/2": 0, "0-1": -1}


def results_by_score(path: Path) -> tuple[Counter, int]:
    """How often each result comes after each class of scores, for both players; and the games."""
    counts: Counter = Counter()
    games = 0
    scores: list[int] = []
    with path.open() as lines:
        for line in lines:
            if line.startswith("# game "):
                result = RESULTS[line.split()[-1]]
                for score in scores:
                    for sign in (1, -1):
                        counts[round(sign * score / WIDTH) * WIDTH, sign * result] += 1
                games += 1
                scores = []
            elif not line.startswith("#"):
                scores.append(int(line.rsplit("\t", 1)[1]))
    return counts, games


def probabilities(score: int, even: int, scale: int) -> dict[int, float]:
    """The probabilities of a win (1), a draw (0) and a loss (-1)."""

    def win(of: int) -> float:
        return 1 / (1 + math.exp(min((even - of) / scale, 700)))

    return {1: win(score), -1: win(-score), 0: 1 - win(score) - win(-score)}


def loss(counts: Counter, even: int, scale: int) -> float:
    """The negative logarithm of the likelihood."""
    total = 0.0
    known: dict[int, dict[int, float]] = {}
    for (score, result), count in counts.items():
        if score not in known:
            known[score] = probabilities(score, even, scale)
        total -= count * math.log(max(known[score][result], 1e-9))
    return total


def fit(counts: Counter) -> tuple[int, int]:
    """The numbers of the largest likelihood, found by steps that become smaller."""
    best = (100, 150)
    least = loss(counts, *best)
    step = 40
    while step > 0:
        better = False
        for by in ((step, 0), (-step, 0), (0, step), (0, -step)):
            tried = (best[0] + by[0], best[1] + by[1])
            if tried[0] < 0 or tried[1] < 1:
                continue
            found = loss(counts, *tried)
            if found < least:
                best, least, better = tried, found, True
        if not better:
            step //= 2
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="+", type=Path, help="files of `tune data`")
    for path in parser.parse_args().data:
        counts, games = results_by_score(path)
        even, scale = fit(counts)
        level = {result: counts[0, result] for result in (1, 0, -1)}
        drawn = level[0] / max(sum(level.values()), 1)
        by_model = probabilities(0, even, scale)[0]
        print(
            f"{path.name}: {games} games, {counts.total() // 2} positions, a {even}, b {scale}, "
            f"draws at score 0: {drawn:.0%}, by the model {by_model:.0%}"
        )


if __name__ == "__main__":
    main()
