#!/usr/bin/env python3
"""Measures pj_simulate: a million processes, every one of 4,096, 10,000 configurations, the sample of storage.

Usage: simulation_figures.py PJ_SIMULATE [ROUNDS]

Prints the medians of the times of ROUNDS (3) runs, and the most memory that one of them took.
"""

import json
import os
import statistics
import sys
import tempfile
from pathlib import Path

import measuring


def label(name, count, *blocks):
    return {"name": name, "count": count, "blocks": [{"loop": {"count": 1000, "blocks": list(blocks)}}]}


BARRIER = {"barrier": {"among": ["a", "b", "c"]}}
MILLION = {"labels": [
    label("a", 1, {"send": {"to": "b", "data": 1000}}, {"compute": {"complexity": 1e8}}, BARRIER),
    label("b", 499_999, {"receive": {"from": "a"}}, {"compute": {"complexity": 1e9}}, BARRIER),
    label("c", 500_000, {"exchange": {"data": 1000, "to": "(rank + 1) % n.c", "from": "(rank - 1) % n.c"}},
          {"compute": {"complexity": 2e9}}, BARRIER)]}
GRID = {"variables": {"side": 64}, "labels": [label(
    "w", "side^2", {"compute": {"complexity": "1e8 + rank * 1e4"}},
    *({"exchange": {"data": 8000, "to": to, "from": source}} for to, source in (
        ("rank - rank % side + (rank + 1) % side", "rank - rank % side + (rank - 1) % side"),
        ("rank - rank % side + (rank - 1) % side", "rank - rank % side + (rank + 1) % side"),
        ("(rank + side) % side^2", "(rank - side) % side^2"), ("(rank - side) % side^2", "(rank + side) % side^2"))))]}
CASES = (
    ("1,000,000 processes, one for each of 3 labels, 1,000 iterations",
     ("million.json", "--system", "template:system", "--set", "machines=62500")),
    ("4,096 processes, 1,000 iterations of 4 messages each",
     ("grid.json", "--system", "template:system", "--set", "machines=256")),
    ("10,000 configurations of master and slaves",
     ("template:master_slaves", "--system", "template:system", "--set", "n.slave=1..100:+1", "--set", "ops=1e9..1e11:+1e9")),
    ("14 file systems, 64 MiB for each client", ("--storage", "template:storage", "--set", "bytes=67108864")),
)


def main():
    tool = str(Path(sys.argv[1]).resolve())
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("million.json").write_text(json.dumps(MILLION))
        Path("grid.json").write_text(json.dumps(GRID))
        for name, words in CASES:
            runs = [measuring.run([tool, "--csv", *words]) for _ in range(rounds)]
            seconds, memory, busy = zip(*runs)
            print(f"{statistics.median(seconds):8.2f} s {statistics.median(busy):8.2f} s of processors "
                  f"{max(memory):8.1f} MB  {name}")


if __name__ == "__main__":
    main()
