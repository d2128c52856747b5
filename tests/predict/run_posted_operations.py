#!/usr/bin/env python3
"""Collective operations that a call begins and a wait completes: waits and predictions against a simulation of the
same program.

Usage: run_posted_operations.py TOOL_DIR [--rounds N] [--seed S]
"""
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "analyze"))
from paje_text import trace_of
from predictions import run_rounds

CALL, COST = 0.0625, 0.125  # of the call that begins an operation; of an operation from when the last one came


class Program:
    """Steps of all ranks: they work, begin an operation, work, wait for it."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.ranks, self.value = rng.randint(2, 5), rng.choice(("MPI_Iallreduce", "MPI_Ibarrier", "MPI_Ialltoallv"))
        self.wait = rng.choice(("MPI_Wait", "MPI_Waitall"))
        self.sends = rng.random() < 0.5  # of small messages, whose request is completed first
        self.steps = [([rng.randint(1, 40) / 8 for _ in range(self.ranks)],
                       [rng.randint(1, 40) / 8 for _ in range(self.ranks)]) for _ in range(rng.randint(1, 8))]

    def run(self, factor=1, rank=None):
        """(states by track, seconds of waiting, end)"""
        now, tracks, waiting = [0.0] * self.ranks, {f"r{i}": [] for i in range(self.ranks)}, 0.0

        def add(i, value, end):
            tracks[f"r{i}"].append((value, now[i], end))
            now[i] = end

        for before, after in self.steps:
            came = []
            for i in range(self.ranks):
                scale = factor if rank in (None, i) else 1
                add(i, "work", now[i] + before[i] * scale)
                if self.sends:
                    add(i, "MPI_Isend", now[i] + CALL)
                came.append(now[i])
                add(i, self.value, now[i] + CALL)
                add(i, "other", now[i] + after[i])
                if self.sends and self.wait == "MPI_Wait":
                    add(i, self.wait, now[i] + CALL)
            for i in range(self.ranks):
                waiting += max(0.0, max(came) - now[i])
                add(i, self.wait, max(now[i], max(came)) + COST)
        return tracks, waiting, max(now)


def check(bench, seed):
    program = Program(seed)
    name = f"operations {seed} ({program.value}, {program.wait}, {program.ranks} ranks)"
    tracks, waiting, end = program.run()
    trace = bench.write_text("posted_operations.paje", trace_of(tracks, []))
    waits = bench.analyze(name, "waits", trace)
    if waits:
        bench.near(f"{name} wait_at_nxn", waiting, sum(row["time"] for row in waits["by_kind"]))
    path = bench.analyze(name, "path", trace)
    if path:
        bench.near(f"{name} path", end, sum(piece["length"] for piece in path["path"]))
    changes = [([], {})] + [(["--scale", f"work={factor}x"], {"factor": factor}) for factor in (0.5, 3)] \
        + [(["--scale", f"work={factor}x", "--containers", "r1"], {"factor": factor, "rank": 1}) for factor in (0.25, 4)]
    for words, how in changes:
        found = bench.ask(f"{name} {words}", trace, *words)
        if not found:
            continue
        wanted = program.run(**how)[2]
        if not program.sends:
            bench.near(f"{name} {words}", wanted, found["predicted"])
        # Nobody receives what is sent, so the waits for that may be longer or shorter.
        bench.report.check(f"{name} {words} interval", found["low"] - 1e-6 <= wanted <= found["high"] + 1e-6,
                           f"expected {wanted}, got {found['low']} to {found['high']}")


if __name__ == "__main__":
    sys.exit(run_rounds(__doc__, check))
