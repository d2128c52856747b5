#!/usr/bin/env python3
"""Compares what pj_analyze says of random runs with a simple and slow implementation (naive_analysis.py), and
checks what must hold in every trace.

Usage: run_analyze_random.py TOOL_DIR [--rounds N] [--seed S] [--keep DIRECTORY]
Every third run is damaged in a way that no machine could have made.
"""

import argparse
import json
import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
import blackbox
import naive_analysis
import random_run

COMMANDS = ("summary", "waits", "causes", "path", "efficiency", "slack")


def near(a, b):
    return abs(a - b) <= 2e-9 * max(1, abs(a), abs(b))


def same_tables(wanted, got):
    """Why two {key: number} differ (a missing one is 0), or ''."""
    return "".join(f"\n  {key}: expected {wanted.get(key)}, got {got.get(key)}"
                   for key in sorted(wanted.keys() | got.keys(), key=str)
                   if not near(wanted.get(key) or 0, got.get(key) or 0))


def by_key(rows, keys, number):
    """{key: sum of the numbers}"""
    table = defaultdict(float)
    for row in rows:
        table[tuple(round(row[k], 9) if isinstance(row[k], float) else row[k] for k in keys)] += row[number]
    return dict(table)


def merged(path):
    """A path whose adjacent pieces of one container and value are one."""
    result = []
    for container, value, start, end in path:
        if result and result[-1][:2] == [container, value] and near(result[-1][3], start):
            result[-1][3] = end
        else:
            result.append([container, value, start, end])
    return [[c, v, round(s, 8), round(e, 8)] for c, v, s, e in result]


class Round:
    def __init__(self, report, tools, trace, name):
        self.report, self.name = report, name
        self.ok = True
        self.answers = {}
        for command in COMMANDS:
            done = blackbox.run([tools[0], command, "-q", "-z", "--json", "-j1", trace])
            if not self.check(f"{command} runs", done.code == 0, done.err):
                return
            again = blackbox.run([tools[0], command, "-q", "-z", "--json", "-j4", trace])
            self.check(f"{command} -j1 = -j4", again.out == done.out)
            self.answers[command] = json.loads(done.out)
        dump = blackbox.run([tools[1], "-u", "-z", "-l", "9", trace])
        if self.check("pj_dump runs", dump.code == 0, dump.err):
            self.compare(naive_analysis.Analysis(dump.out))

    def check(self, what, ok, why=""):
        self.ok &= bool(ok)
        return self.report.check(f"{self.name} {what}", ok, why)

    def same(self, what, wanted, got):
        why = same_tables(wanted, got)
        self.check(what, not why, why)

    def compare(self, naive):
        self.compare_summary(naive)
        self.compare_waits(naive)
        self.compare_causes(naive)
        if not naive.violated:
            self.compare_path(naive)
            self.compare_replay(naive)

    def compare_summary(self, naive):
        mine = self.answers["summary"]
        wanted = {"start": naive.start, "end": naive.end, "length": naive.length, "pieces": len(naive.pieces),
                  "links": naive.links, "messages": len(naive.messages),
                  "rendezvous": sum(m.waiting is not None for m in naive.messages),
                  "containers": len(naive.names), "collectives": len(naive.collectives)}
        self.same("summary", wanted, {key: mine[key] for key in wanted})
        self.same("violations", naive.violations, mine["violations"])
        wanted = {"starts": naive.unmatched_starts, "ends": naive.unmatched_ends,
                  "outside_containers_with_states": naive.outside,
                  "receives_without_message": naive.receives_without_message,
                  "sends_without_message": naive.sends_without_message}
        self.same("unmatched", wanted, {key: mine["unmatched"][key] for key in wanted})

    def compare_waits(self, naive):
        keys = ("container", "value", "kind", "start", "waits_for", "wrong_order")
        mine = self.answers["waits"]["waits"]
        for wait in mine:
            wait["start"] = float(wait["start"])
        self.same("waits", by_key(naive.waits, keys, "amount"), by_key(mine, keys, "amount"))
        for wait in mine:
            ends = [p.end - p.start for p in naive.tracks[wait["container"]]
                    if near(p.start, wait["start"]) and p.value == wait["value"]]
            self.check("a wait is no longer than its state", ends and wait["amount"] <= max(ends) + 1e-9, str(wait))

    def compare_causes(self, naive):
        mine = self.answers["causes"]["causes"]
        total = sum(wait["amount"] for wait in naive.waits)
        self.same("causes = waits", {"seconds": total}, {"seconds": sum(row["direct"] for row in mine)
                                                         + self.indirect_of_waits(mine)})
        try:
            causes = naive.causes()
        except naive_analysis.Circle:
            return
        for place, field in enumerate(("direct", "passed_on")):
            wanted = {key: value[place] for key, value in causes.items()}
            self.same(f"causes: {field}", wanted, by_key(mine, ("container", "value"), field))

    def indirect_of_waits(self, mine):
        return sum(row["seconds"] - row["direct"] for row in mine)

    def compare_path(self, naive):
        mine = self.answers["path"]
        got = [[p["container"], p["value"], float(p["start"]), float(p["end"])] for p in mine["path"]]
        self.same("path = length", {"": naive.length}, {"": sum(p[3] - p[2] for p in got)})
        wanted, got = merged(naive.path()), merged(got)
        self.check("path", wanted == got, f"\n  expected {wanted}\n  got      {got}")
        for place, field in enumerate(("time", "imbalance")):
            self.same(f"path by value: {field}", {(k,): v[place] for k, v in naive.path_by_value().items()},
                      by_key(mine["by_value"], ("value",), field))

    def compare_replay(self, naive):
        efficiency = self.answers["summary"]["efficiency"]
        self.same("replay = measured", {"": naive.length}, {"": self.answers["summary"]["replayed"]})
        self.same("naive replay = measured", {"": naive.length}, {"": naive.replayed()})
        self.same("efficiencies", naive.efficiencies(), efficiency)
        self.same("efficiencies of `efficiency`", {k: v for k, v in naive.efficiencies().items() if "_" not in k},
                  {row["efficiency"]: row["value"] for row in self.answers["efficiency"]["efficiency"]
                   if "_" not in row["efficiency"]})
        product = efficiency["load_balance"] * efficiency["communication"]
        self.same("parallel = load balance x communication", {"": efficiency["parallel"]}, {"": product})
        self.same("communication = serialisation x transfer", {"": efficiency["communication"]},
                  {"": efficiency["serialisation"] * efficiency["transfer"]})
        self.compare_slack(naive)

    def compare_slack(self, naive):
        keys = ("container", "value", "start", "end")
        states = self.answers["slack"]["states"]
        for state in states:
            state["start"], state["end"] = float(state["start"]), float(state["end"])
        slack = [dict(zip(keys, (p.track, p.value, p.start, p.end)), slack=value) for p, value in naive.slack()]
        self.same("slack", by_key(slack, keys, "slack"), by_key(states, keys, "slack"))
        self.check("slack: number of states", len(slack) == len(states), f"expected {len(slack)}, got {len(states)}")
        got = by_key(states, keys, "slack")
        if naive.overlaps():
            return  # the path stays on a track whose next wait is bound by a message that is under way
        path = self.answers["path"]["path"]
        for piece, after in zip(path, path[1:] + path[-1:]):
            if piece["container"] != after["container"] and piece["value"].startswith("MPI_"):
                continue  # the path leaves a send as the message starts, maybe in its last instant
            key = tuple(round(float(piece[k]), 9) if k in ("start", "end") else piece[k] for k in keys)
            self.check("pieces of the path have no slack", near(got.get(key, 0), 0), str(piece))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tool_dir")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="put traces with differences here")
    options = parser.parse_args()
    tools = [blackbox.need_tool(options.tool_dir, name) for name in ("pj_analyze", "pj_dump")]
    report = blackbox.Report()
    with blackbox.scratch_directory() as scratch:
        for number in range(options.rounds):
            seed = options.seed * 1000003 + number
            text = random_run.random_trace(seed, number % 3 == 2)
            trace = Path(scratch) / "random.paje"
            trace.write_text(text)
            done = Round(report, tools, trace, f"run {seed}{' damaged' if number % 3 == 2 else ''}:")
            if not done.ok and options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / f"{seed}.paje").write_text(text)
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
