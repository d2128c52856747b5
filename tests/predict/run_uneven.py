#!/usr/bin/env python3
"""Broadcasts along a tree to members that come at different times: the interval holds what a simulation of the tree
gives, for other networks and other processors.

Usage: run_uneven.py TOOL_DIR [--rounds N] [--seed S]
"""
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from predictions import run_rounds


class Program:
    """Rounds of work, different on each rank, and a broadcast."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.ranks = rng.randint(3, 8)
        self.hop = rng.choice((1, 8, 64)) / 1024
        self.work = [[rng.randint(40, 60) / 64 for _ in range(self.ranks)] for _ in range(rng.randint(2, 6))]

    def run(self, computing=1.0, network=1.0):
        """States, and the length: a rank gets the message from the one without its highest bit."""
        now, states = [0.0] * self.ranks, []
        for work in self.work:
            came = [start + seconds * computing for start, seconds in zip(now, work)]
            end = came[:]
            for rank in range(1, self.ranks):
                parent = rank - (1 << (rank.bit_length() - 1))
                end[rank] = max(came[rank], end[parent] + self.hop * network)
            for rank in range(self.ranks):
                states += [(f"rank-{rank}", "computing", now[rank], came[rank]), (f"rank-{rank}", "PMPI_Bcast", came[rank], end[rank])]
            now = end
        return states, max(now)


def count_inside(bench, seed):
    """Of five predictions. What nobody had to wait for in the run says nothing, so that few are outside."""
    program, inside = Program(seed), 0
    states, measured = program.run()
    trace = bench.write("uneven.paje", states)
    for words, how in (([], {}), (["--computing", "0.5x"], {"computing": 0.5}), (["--computing", "2x"], {"computing": 2}),
                       (["--network", "latency=10x,bandwidth=0.1x"], {"network": 10}),
                       (["--network", "latency=0.1x,bandwidth=10x"], {"network": 0.1})):
        found = bench.ask(f"{seed} {words}", *words, trace)
        if not found:
            continue
        wanted = program.run(**how)[1]
        inside += found["low"] - 1e-9 <= wanted <= found["high"] + 1e-9
        one = found["predicted"]
        bench.report.check(f"{seed} {words}: one number only if the ends are near", one is None or
                           found["high"] - found["low"] <= 0.15 * measured, str(found))
        bench.report.check(f"{seed} {words}: says why", one is not None or any("arrived at different times" in line for line in
                                                                        found["assumptions"]), str(found["assumptions"]))
    return inside


def check(bench, seed):
    """At most six predictions in a hundred miss, for twenty programs."""
    inside = sum(count_inside(bench, seed * 20 + i) for i in range(20))
    bench.report.check(f"{seed}: inside", inside >= 94, f"{inside} of 100")


if __name__ == "__main__":
    sys.exit(run_rounds(__doc__, check))
