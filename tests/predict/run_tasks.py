#!/usr/bin/env python3
"""Runs of tasks on workers: what depends on what, against a simulation of the same tasks. Workers are idle while they wait, and
until the run ends.

Usage: run_tasks.py TOOL_DIR
"""
import csv
import io
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
from predictions import run_groups

VALUES = ("potrf", "trsm", "gemm")


class Program:
    """Tasks (worker, value, seconds, tasks that have to end before), in the order in which they are begun on their workers."""

    def __init__(self, seed):
        rng = random.Random(seed)
        self.workers = rng.randint(2, 4)
        self.tail = rng.choice((0, 0.5))  # all are idle for so long at the end
        self.tasks = []
        for number in range(rng.randint(8, 20)):
            before = rng.sample(range(number), min(number, rng.choice((0, 1, 1, 2))))
            self.tasks.append((rng.randrange(self.workers), rng.choice(VALUES), round(rng.uniform(0.5, 3), 2), before))

    def times(self, factors=(), longer=None):
        """(start, end) of each task, and the length of the run."""
        free, spans = [0.0] * self.workers, []
        for number, (worker, value, seconds, before) in enumerate(self.tasks):
            start = max([free[worker]] + [spans[one][1] for one in before])
            seconds *= dict(factors).get(value, 1)
            if longer is not None and longer[0] == number:
                seconds += longer[1]
            spans.append((start, start + seconds))
            free[worker] = start + seconds
        return spans, max(free) + self.tail

    def write(self, bench, name):
        spans, length = self.times()
        states, links, free = [], [], [0.0] * self.workers
        for (worker, value, _, before), (start, end) in zip(self.tasks, spans):
            if start > free[worker]:
                states.append((f"w{worker}", "Idle", free[worker], start))
            states.append((f"w{worker}", value, start, end))
            links += [(f"w{self.tasks[one][0]}", f"w{worker}", spans[one][1], start, 8) for one in before if self.tasks[one][0] != worker]
            free[worker] = end
        states += [(f"w{worker}", "Idle", free[worker], length) for worker in range(self.workers) if free[worker] < length]
        return bench.write(name, sorted(states, key=lambda state: state[2]), links)


def rows_of(bench, tool, *words):
    done = blackbox.run([blackbox.need_tool(Path(bench.tool).parent, tool), "-q", "--csv", *map(str, words)])
    bench.report.check(f"{tool} {words[0]}", done.code == 0, done.err)
    return list(csv.DictReader(io.StringIO(done.out)))


@blackbox.group
def check_random(bench):
    """Each value half and twice as long: as simulated, since nothing else takes time."""
    compared = 0
    for seed in range(25):
        program = Program(seed)
        trace = program.write(bench, f"tasks.{seed}.trace")
        for value in {value for _, value, *_ in program.tasks}:
            for factor in (0.5, 2):
                found = bench.ask(f"{seed} {value} {factor}", trace, "--scale", f"{value}={factor}x")
                _, wanted = program.times({value: factor})
                bench.near(f"{seed} {value} {factor}: predicted", wanted, found["predicted"])
                bench.report.check(f"{seed} {value} {factor}: interval", found["low"] - 1e-9 <= wanted <= found["high"] + 1e-9,
                                   f"{wanted} {found['low']} {found['high']}")
                compared += 1
    bench.report.check("some were compared", compared > 100, str(compared))


@blackbox.group
def check_slack(bench):
    """A task that is longer by its slack costs nothing, and each second more costs a second; except for some tasks that were ready
    before their workers were: how long before, the run does not show."""
    exact = tasks = 0
    for seed in range(25):
        program = Program(seed)
        trace = program.write(bench, "slack.trace")
        spans, length = program.times()
        slack = {(row["container"], round(float(row["start"]), 6)): float(row["slack"])
                 for row in rows_of(bench, "pj_analyze", "slack", trace) if row["value"] != "Idle"}
        for number, (worker, *_) in enumerate(program.tasks):
            own = slack[f"w{worker}", round(spans[number][0], 6)]
            bench.near(f"{seed} task {number}", length, program.times(longer=(number, own))[1])
            exact += abs(program.times(longer=(number, own + 0.25))[1] - length - 0.25) < 1e-9
        tasks += len(program.tasks)
    bench.report.check("mostly exact", tasks > 200 and exact > 0.9 * tasks, f"{exact} of {tasks}")


@blackbox.group
def check_paths(bench):
    """Pieces of the critical path follow each other; none of them is idle, except at the end when all are."""
    for seed in range(25):
        program = Program(seed)
        rows = rows_of(bench, "pj_analyze", "path", program.write(bench, "path.trace"))
        _, length = program.times()
        bench.near(f"{seed}: sum", length, sum(float(row["end"]) - float(row["start"]) for row in rows))
        idle = sum(float(row["end"]) - float(row["start"]) for row in rows if row["value"] == "Idle")
        bench.near(f"{seed}: idle", program.tail, idle)


@blackbox.group
def check_by_hand(bench):
    chain = [("w0", "dgemm", 0, 10), ("w0", "Idle", 10, 18), ("w1", "Idle", 0, 10), ("w1", "dtrsm", 10, 15), ("w1", "Sleeping", 15, 18),
             ("w2", "Sleeping", 0, 15), ("w2", "dpotrf", 15, 18)]
    links = [("w0", "w1", 10, 10, 8), ("w1", "w2", 15, 15, 8)]
    trace = bench.write("chain.trace", sorted(chain, key=lambda state: state[2]), links)
    for words, wanted in ((("--scale", "dtrsm=.5x"), 15.5), (("--scale", "dpotrf=.5x"), 16.5), (("--no-waits",), 10)):
        bench.near(" ".join(words), wanted, bench.ask(" ".join(words), trace, *words)["predicted"])
    done = blackbox.run([bench.tool, "-q", "--sensitivity", "--csv", trace])
    bench.report.check("--sensitivity", done.code == 0 and "dgemm" in done.out and "latency" not in done.out, done.out + done.err)
    # A task that was ready before its worker was: it waits for the other one if that one is longer, and so does what it sends.
    states = [("w0", "Idle", 0, 5), ("w1", "gemm", 0, 2), ("w2", "trsm", 0, 3), ("w2", "potrf", 3, 5), ("w0", "final", 5, 6)]
    trace = bench.write("ready.trace", states, [("w1", "w2", 2, 3, 8), ("w2", "w0", 5, 5, 8)])
    for words, wanted in ((("--scale", "trsm=.5x"), 5), (("--scale", "gemm=2x"), 7)):
        bench.near(" ".join(words), wanted, bench.ask(" ".join(words), trace, *words)["predicted"])
    # One worker has no task at the end, but is idle after the last one ended elsewhere: that stays.
    states = [("w0", "a", 0, 4), ("w1", "a", 0, 2), ("w1", "Idle", 2, 6)]
    trace = bench.write("after.trace", sorted(states, key=lambda state: state[2]), [("w0", "w1", 1, 1, 8)])
    bench.near("unchanged", 6, bench.ask("unchanged", trace, "--computing", "1x")["predicted"])


if __name__ == "__main__":
    sys.exit(run_groups(sys.argv[1]) if len(sys.argv) == 2 else __doc__)
