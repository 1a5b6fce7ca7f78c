"""Draws the losses of trainings, pass by pass, from what `tune network --json` printed.

pip install matplotlib
jabberwock tune network chess --data chess.data --out network.bin --json > chess.json
python tuning/curves.py chess.json --out chess.svg
"""

import argparse
import json
from pathlib import Path

import matplotlib.pyplot as plt


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "trainings", nargs="+", type=Path, help="files of one JSON object each"
    )
    parser.add_argument(
        "--out", required=True, type=Path, help="the picture, SVG or PNG by its name"
    )
    arguments = parser.parse_args()

    figure, axes = plt.subplots(figsize=(7, 4))
    for path in arguments.trainings:
        epochs = json.loads(path.read_text())["epochs"]
        passes = [epoch["epoch"] for epoch in epochs]
        held_out = [epoch["held_out"] for epoch in epochs]
        learnt = [epoch["loss"] for epoch in epochs]
        [line] = axes.plot(passes, held_out, label=f"{path.stem}, held out")
        label = f"{path.stem}, learnt from"
        axes.plot(passes, learnt, "--", color=line.get_color(), label=label)
    axes.set_xlabel("passes")
    axes.set_ylabel("mean squared error of the winning probability")
    axes.legend()
    figure.tight_layout()
    figure.savefig(
        arguments.out,
        metadata={"Date": None} if arguments.out.suffix == ".svg" else None,
    )


if __name__ == "__main__":
    main()
