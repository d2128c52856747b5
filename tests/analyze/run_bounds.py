#!/usr/bin/env python3
"""The area bound of random runs of tasks, against SciPy's linear programs over pj_dump's table.

Usage: run_bounds.py TOOL_DIR [--rounds N] [--seed S]
"""

import argparse
import json
import random
import re
import sys
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE.parent / "support"), str(HERE)]
import blackbox
from paje_text import trace_of

try:
    from scipy.optimize import linprog
except ImportError:
    linprog = None


def random_tasks(dice):
    """Some kinds of workers; not each task runs on each kind."""
    kinds = dice.sample(("cpu", "gpu", "mic", "dsp"), dice.randint(1, 4))
    workers = [f"{kind}{i}" for kind in kinds for i in range(dice.randint(1, 4))]
    speed = {(kind, value): dice.choice((0, 1, 1, 2, 10)) for kind in kinds for value in "abcdef"}
    tracks = {}
    for worker in workers:
        now, states = 0, []
        for _ in range(dice.randint(1, 30)):
            value = dice.choice("abcdef")
            factor = speed[worker.rstrip("0123456789"), value]
            if factor:
                length = factor * dice.randint(1, 20) / 4
                states.append((f"task_{value}", now, now + length))
                now += length
        tracks[worker] = states or [("task_a", 0, 1)]
    return trace_of(tracks, [])


def tasks_of(table):
    """{value: {kind: lengths}} and how many workers each kind has."""
    lengths, workers = defaultdict(lambda: defaultdict(list)), defaultdict(set)
    for line in table.splitlines():
        words = line.split(", ")
        if words[0] == "State":
            kind = re.sub(r"[0-9]+", "", words[1])
            lengths[words[-1]][kind].append(float(words[5]))
            workers[kind].add(words[1])
    return lengths, {kind: len(names) for kind, names in workers.items()}


def area(lengths, workers):
    """The least T such that shares of all tasks fit on all kinds: columns are the shares, then T."""
    kinds, places = sorted(workers), []
    for value, by_kind in sorted(lengths.items()):
        count = sum(map(len, by_kind.values()))
        places += [(value, kind, count * sum(own) / len(own)) for kind, own in sorted(by_kind.items())]
    upper = [[place[2] if place[1] == kind else 0 for place in places] + [-workers[kind]] for kind in kinds]
    equal = [[1 if place[0] == value else 0 for place in places] + [0] for value in sorted(lengths)]
    found = linprog([0] * len(places) + [1], A_ub=upper, b_ub=[0] * len(kinds), A_eq=equal, b_eq=[1] * len(equal),
                    method="highs")
    return found.fun


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool_dir")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if linprog is None:
        blackbox.skip("SciPy is not there")
    analyze, dump = (blackbox.need_tool(options.tool_dir, name) for name in ("pj_analyze", "pj_dump"))
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        path = Path(scratch) / "tasks.paje"
        for number in range(options.rounds):
            seed = options.seed * 1000003 + number
            path.write_text(random_tasks(random.Random(seed)))
            found = json.loads(blackbox.run([analyze, "bounds", "-q", "--json", path]).out)
            got = {row["bound"]: row["time"] for row in found["bounds"]}
            wanted = area(*tasks_of(blackbox.run([dump, "-l", "12", path]).out))
            report.check(f"tasks {seed}: area", abs(got["area"] - wanted) <= 1e-7 * max(1, wanted),
                         f"{got['area']}, not {wanted}")
            report.check(f"tasks {seed}: not longer than the run", got["area"] <= got["length"] * (1 + 1e-9)
                         or len({row["kind"] for row in found["kinds"]}) > 1, str(got))
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
