#!/usr/bin/env python3
"""Teams of threads that do parallel regions: waits and predictions against what the regions themselves say, however
the trace shows threads outside of regions.

Usage: run_teams.py TOOL_DIR [--rounds N] [--seed S]
"""
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "analyze"))
from paje_text import trace_of
from predictions import run_rounds

REGION, BARRIER = "OpenMP parallel", "OpenMP implicit barrier"
# What a thread is in outside of regions: the barrier of the last one, an outer state, or nothing.
STYLES = ("barrier", "outer", "gap")


class Program:
    """Regions (seconds of serial work before it, seconds of each thread in it), and what is serial at the end."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.style, self.threads = rng.choice(STYLES), rng.randint(2, 4)
        self.regions = [(rng.randint(1, 40) / 8, [rng.randint(1, 40) / 8 for _ in range(self.threads)])
                        for _ in range(rng.randint(1, 8))]
        self.last = rng.randint(1, 20) / 8
        self.late = rng.random() < 0.5  # the first thread is interrupted after each fork

    def spans(self, serial=1, work=1, thread=None):
        """(fork, join, ends of the threads' work) of each region, and the end."""
        now, spans = 0.0, []
        for before, seconds in self.regions:
            now += before * serial
            ends = [now + s * (work if thread in (None, i) else 1) for i, s in enumerate(seconds)]
            spans.append((now, max(ends), ends))
            now = max(ends)
        return spans, now + self.last * serial

    def waiting(self):
        """{kind: seconds}"""
        spans, end = self.spans()
        idle = spans[0][0] + sum(b[0] - a[1] for a, b in zip(spans, spans[1:])) + end - spans[-1][1]
        return {"idle_thread": idle * (self.threads - 1),
                "wait_at_barrier": sum(join - e for _, join, ends in spans for e in ends)}

    def first_thread(self):
        spans, end = self.spans()
        states, since = [], 0.0
        for fork, join, ends in spans:
            begin = fork + (ends[0] - fork) / 2 if self.late else fork
            states += [("serial", since, begin), (REGION, begin, join), (BARRIER, ends[0], join)]
            since = join
        return states + [("serial", since, end)]

    def other_thread(self, i):
        spans, end = self.spans()
        nexts = [fork for fork, _, _ in spans[1:]] + [end]
        states = [("serial", spans[0][0], end)] if self.style == "outer" else []
        for (fork, join, ends), following in zip(spans, nexts):
            until = following if self.style == "barrier" else join
            states += [(REGION, fork, until), (BARRIER, ends[i], until)]
        return states

    def text(self):
        tracks = {"t0": self.first_thread()}
        tracks |= {f"t{i}": self.other_thread(i) for i in range(1, self.threads)}
        return trace_of(tracks, [])


def check(bench, seed):
    program = Program(seed)
    name = f"team {seed} ({program.style}, {program.threads} threads)"
    trace = bench.write_text("teams.paje", program.text())
    waits = bench.analyze(name, "waits", trace)
    if waits:
        found = {row["kind"]: row["time"] for row in waits["by_kind"]}
        for kind, seconds in program.waiting().items():
            bench.near(f"{name} {kind}", seconds, found.get(kind, 0))
    causes = bench.analyze(name, "causes", trace)
    if causes:
        bench.near(f"{name} causes = waits", sum(program.waiting().values()),
                   sum(cause["seconds"] for cause in causes["causes"]))
    # If the first thread comes late, a part of what it does after the fork is called serial, too.
    changes = [([], {}), (["--scale", f"{REGION}=3x", "--containers", "t1"], {"work": 3, "thread": 1})]
    if not program.late:
        changes += [(["--scale", "serial=0.5x"], {"serial": 0.5}), (["--scale", "serial=3x"], {"serial": 3}),
                    (["--scale", f"{REGION}=0.25x"], {"work": 0.25})]
    for words, how in changes:
        found = bench.ask(f"{name} {words}", trace, *words)
        if found:
            bench.near(f"{name} {words}", program.spans(**how)[1], found["predicted"])


if __name__ == "__main__":
    sys.exit(run_rounds(__doc__, check))
